"""The rules of the grammar, by what they are about; docs/english.md lists them."""

from evalspec.spec.english.rules import bounds, clauses, compare, nouns, texts, themes, times, wider

__all__ = ["bounds", "clauses", "compare", "nouns", "texts", "themes", "times", "wider"]
