"""Clauses: who must do what."""

from evalspec.language.english.rules.clauses import (
    conditions,
    identity,
    joined,
    limits,
    nominal,
    pairs,
    placed,
    stated,
)

__all__ = ["conditions", "identity", "joined", "limits", "nominal", "pairs", "placed", "stated"]
