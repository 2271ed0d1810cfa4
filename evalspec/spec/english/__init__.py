"""Plain English → IR: what the language can say exactly, or a refusal.

    text → tokens → phrases → clauses → statements → readings

`tokens` types the words with the vocabulary and the closed classes of `english.yaml`;
`phrases` groups them by `english.lark`; `clauses` finds who, verb and objects;
`meaning` lowers each statement. Every reading is then printed and compiled as formal text,
so English can say nothing that the formal language cannot, and a reading whose dimensions
do not fit is dropped. A word that no stage used refuses the sentence.
"""

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


def compile_sentence(text: str, lexicon: Lexicon) -> English:
    """Compile an English constraint. Never raises."""
    from evalspec.spec.english.sentence import Reader

    return Reader(lexicon).read(text)
