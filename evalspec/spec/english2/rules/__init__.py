"""The rules of the grammar, by what they are about; docs/english.md lists them."""

from evalspec.spec.english2.rules import bounds, clauses, nouns, themes

__all__ = ["bounds", "clauses", "nouns", "themes"]
