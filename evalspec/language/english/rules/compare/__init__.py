"""One thing against another: `more protein than lunch`, `twice as many sets as rows`."""

from evalspec.language.english.rules.compare import comparisons, degrees, rivals

__all__ = ["comparisons", "degrees", "rivals"]
