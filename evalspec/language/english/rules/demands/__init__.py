"""What is asked of a subject: amounts, counts, lengths, duties, and how they join."""

from evalspec.language.english.rules.demands import amounts, counts, duties, joined, spread

__all__ = ["amounts", "counts", "duties", "joined", "spread"]
