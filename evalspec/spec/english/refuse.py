"""The nearest sentence that would compile, to show with a refusal."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.things import slips
from evalspec.spec.english.tokens import Tokenizer

if TYPE_CHECKING:
    from evalspec.spec.english.sentence import Reader


def nearest(reader: Reader, text: str, refused: tuple[str, ...]) -> str:
    """Return the sentence with refused words corrected, or unknown ones left out; may be empty.

    A word is left out only before the noun that it describes: what is left then still asks for
    something, and for what the sentence is about.
    """
    for candidate in _candidates(reader, text, refused):
        try:
            made = reader.compiled(candidate)
        except RefusedError:
            continue
        return "" if any(map(_asks_nothing, made.readings)) else candidate
    return ""


def _asks_nothing(formula: ir.Formula) -> bool:
    """Tell whether a formula asks only for a piece of text: every text has a line."""
    part = formula.part if isinstance(formula, ir.Not) else formula
    return isinstance(part, ir.Exists) and part.scope.kind == "text"


def _candidates(reader: Reader, text: str, refused: tuple[str, ...]) -> list[str]:
    corrected, shortened, unknown = text, text, True
    row = Tokenizer(text, reader.words).run()
    described = {
        token.text
        for token, after in pairwise(row)
        if token.type == "UNKNOWN" and after.type == "NOUN"
    }
    for words in refused:
        for word in words.split():
            pattern = re.compile(rf"\s*\b{re.escape(word)}\b", re.IGNORECASE)
            close = slips(word, reader.words.known())
            if close and close[0] != word.lower():
                corrected = pattern.sub(f" {close[0]}", corrected, count=1)
            shortened = pattern.sub("", shortened, count=1)
        unknown = unknown and all(word in described for word in words.split())
    tried = (corrected, shortened if unknown else text)
    return [made.strip() for made in tried if made != text and made.strip()]
