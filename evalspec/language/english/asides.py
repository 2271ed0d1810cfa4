"""What is said beside a constraint and demands nothing: reasons and illustrations.

They are set aside and shown as notes. Only what certain words begin is set aside, never a stretch
with a number in it that is not a reason, and never an `i.e.` with an amount, which must agree.
"""

from __future__ import annotations

import re
from functools import cache, partial

from evalspec.language.english.lexicon import data


def aside(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without its asides, and a note for each of them."""
    notes: list[str] = []

    def put(match: re.Match[str], kind: str) -> str:
        notes.append(f"set aside as {kind}: {match[1].strip(' ,.;()')}")
        return match.groupdict().get("after") or ""

    for kind, pattern in _patterns():
        text = pattern.sub(partial(put, kind=kind), text)
    return text, tuple(notes)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    words = {key: "|".join(map(re.escape, row)) for key, row in data("asides").items()}
    end = r"(?=[.!?]?\s*$)"
    number = r"(?:\d|%)"
    return (
        ("an illustration", _compiled(rf"(\(\s*(?:{words['illustration']})\b[^)]*\))")),
        ("an illustration", _compiled(
            rf"(,?\s*(?:{words['illustration']})\s[^,.!?;]*(?:(?:,\s\w+)*,?\s\w+\s(?:or|and)\s(?:an?\s)?\w+(?=[.!?]?\s*$))?)"
        )),
        ("an illustration", _compiled(rf"(\(\s*(?:i\.e\.|that is)(?:(?!{number})[^)])*\))")),
        ("a reason", _compiled(rf"(,?\s(?:{words['reason behind']})\b[^.;!?]*){end}")),
        ("a reason", _compiled(rf"^((?:{words['person']})\b(?:(?!{number}|\b(?:{words['demand']})\b)[^,.;:])*(?:,\s+so\s+|:\s+))")),
    )  # fmt: skip


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
