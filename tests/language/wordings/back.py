"""A sentence of known meaning is compiled; what comes back is compared with what was meant."""

from __future__ import annotations

from typing import NamedTuple

from evalspec.language.english import compile_sentence
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from tests.language.normal import meaning
from tests.language.wordings.generate import Saying
from tests.language.words.corpus import lexicon

OUTCOMES = ("right", "open", "refused", "misread")
"""`open`: several readings, one of them right."""


class Back(NamedTuple):
    """What came back."""

    saying: Saying
    outcome: str
    text: str
    """The readings, or the words in the way."""


def back(saying: Saying) -> Back:
    """Compile a sentence and compare."""
    words = lexicon(saying.vocabulary)
    made = compile_sentence(saying.text, words)
    if made.refusal is not None:
        may = "" in (saying.formula, *saying.also)
        return Back(saying, "right" if may else "refused", made.refusal.text)
    meant = {
        meaning(compile_formula(text, words).formula)
        for text in (saying.formula, *saying.also)
        if text
    }
    found = {meaning(reading) for reading in made.readings}
    outcome = "right" if found <= meant else "open" if found & meant else "misread"
    return Back(saying, outcome, " | ".join(map(canonical, made.readings)))
