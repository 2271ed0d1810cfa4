"""Natural languages: their script and the small words that give them away.

The words stand in `specs/languages.json`; JSON, since it is read while checking.
"""

from __future__ import annotations

import json
from functools import cache

from evalspec.core.record import Record
from evalspec.source.files import root


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
