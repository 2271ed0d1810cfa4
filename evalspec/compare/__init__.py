"""Verdicts against labels: numbers, no wording."""
