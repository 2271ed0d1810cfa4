"""Plain English → IR: a typed grammar over the words of a constraint, or a refusal."""

from __future__ import annotations

from evalspec.core.record import Record
from evalspec.language import ir
from evalspec.vocabulary.lexicon import Lexicon


class English(Record, frozen=True):
    """What a sentence compiles to."""

    readings: tuple[ir.Formula, ...] = ()
    """Alternatives; the verdict must hold under each."""
    refusal: ir.Refusal | None = None
    """Why it did not compile."""
    notes: tuple[str, ...] = ()
    """Conversions made and illustrations set aside."""
    idle: tuple[str, ...] = ()
    """Words that carry no meaning of their own: they repeat what others say."""
    names: tuple[str, ...] = ()
    """Names that no vocabulary knows and that are not in quotes, as written."""


def compile_sentence(text: str, lexicon: Lexicon) -> English:
    """Compile an English constraint. Never raises."""
    from evalspec.language.english.sentence import read

    return read(text, lexicon)


def derivation(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return how a sentence was read, a line for each part of it; nothing for a refused one."""
    from evalspec.language.english.why import why

    return why(text, lexicon)
