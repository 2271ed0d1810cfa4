"""Plain English → IR: a typed grammar over the words of a constraint, or a refusal."""

from __future__ import annotations

from evalspec.core.record import Record
from evalspec.spec import ir
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


def compile_sentence(text: str, lexicon: Lexicon) -> English:
    """Compile an English constraint. Never raises."""
    from evalspec.spec.english.sentence import read

    return read(text, lexicon)
