"""The nearest sentence that would compile, to show with a refusal."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from evalspec.spec.english.errors import RefusedError

if TYPE_CHECKING:
    from evalspec.spec.english.sentence import Reader


def nearest(reader: Reader, text: str, refused: tuple[str, ...]) -> str:
    """Return the sentence with the refused words corrected or left out; empty when none compiles."""
    for candidate in _candidates(reader, text, refused):
        try:
            reader.compiled(candidate)
        except RefusedError:
            continue
        return candidate
    return ""


def _candidates(reader: Reader, text: str, refused: tuple[str, ...]) -> list[str]:
    corrected, shortened = text, text
    for words in refused:
        for word in words.split():
            pattern = re.compile(rf"\s*\b{re.escape(word)}\b", re.IGNORECASE)
            close = get_close_matches(word.lower(), reader.words.known(), 1, 0.8)
            if close and close[0] != word.lower():
                corrected = pattern.sub(f" {close[0]}", corrected, count=1)
            shortened = pattern.sub("", shortened, count=1)
    tried = (corrected, shortened)
    return [made.strip() for made in tried if made != text and made.strip()]
