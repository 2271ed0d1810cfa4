"""Natural languages: their script and the small words that give them away.

The words stand in `specs/languages.json`; JSON, since it is read while checking.
"""

from __future__ import annotations

import json
from functools import cache

from evalspec.core.record import Record
from evalspec.source.files import root

SCRIPTS = {
    "latin": "A-Za-z\u00c0-\u024f\u1e00-\u1eff",
    "cyrillic": "\u0400-\u052f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "hebrew": "\u0590-\u05ff",
    "arabic": "\u0600-\u06ff\u0750-\u077f",
    "devanagari": "\u0900-\u097f",
    "bengali": "\u0980-\u09ff",
    "gurmukhi": "\u0a00-\u0a7f",
    "gujarati": "\u0a80-\u0aff",
    "tamil": "\u0b80-\u0bff",
    "telugu": "\u0c00-\u0c7f",
    "kannada": "\u0c80-\u0cff",
    "malayalam": "\u0d00-\u0d7f",
    "thai": "\u0e00-\u0e7f",
    "hangul": "\u1100-\u11ff\uac00-\ud7af",
    "kana": "\u3040-\u30ff",
    "han": "\u4e00-\u9fff",
}
"""Name of a script → the letters of its blocks."""


class Language(Record, frozen=True):
    """What a language is recognised by."""

    name: str
    """Its English name."""
    script: str
    """latin, cyrillic, devanagari …; a key of `SCRIPTS`."""
    words: frozenset[str]
    """Small words that are frequent in it; empty where the script alone decides."""


@cache
def load_languages() -> dict[str, Language]:
    """Return the known languages by their ISO 639-1 code."""
    content = json.loads((root() / "specs" / "languages.json").read_text("utf-8"))
    return {
        code: Language(given["name"], given["script"], frozenset(given.get("words", "").split()))
        for code, given in content.items()
    }
