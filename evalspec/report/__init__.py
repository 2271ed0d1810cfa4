"""Results → people and machines. Verdicts hold data; the wording stands here."""
