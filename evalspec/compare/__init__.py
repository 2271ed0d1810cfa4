"""Agreement of verdicts, labels and judges: numbers, no wording."""
