"""The nearest sentence that would compile, to show with a refusal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.things import slips
from evalspec.spec.english.tokens import Tokenizer

if TYPE_CHECKING:
    from evalspec.spec.english.sentence import Reader


def nearest(reader: Reader, text: str, refused: tuple[str, ...]) -> str:
    """Return the sentence with refused words corrected, or unknown ones left out; may be empty."""
    for candidate in _candidates(reader, text, refused):
        try:
            reader.compiled(candidate)
        except RefusedError:
            continue
        return candidate
    return ""


def _candidates(reader: Reader, text: str, refused: tuple[str, ...]) -> list[str]:
    corrected, shortened, unknown = text, text, True
    for words in refused:
        for word in words.split():
            pattern = re.compile(rf"\s*\b{re.escape(word)}\b", re.IGNORECASE)
            close = slips(word, reader.words.known())
            if close and close[0] != word.lower():
                corrected = pattern.sub(f" {close[0]}", corrected, count=1)
            shortened = pattern.sub("", shortened, count=1)
        tokens = Tokenizer(words, reader.words).run()
        unknown = unknown and any(token.type == "UNKNOWN" for token in tokens)
    tried = (corrected, shortened if unknown else text)
    return [made.strip() for made in tried if made != text and made.strip()]
