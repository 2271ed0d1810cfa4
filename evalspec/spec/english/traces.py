"""Words that must leave a trace in what a sentence compiles to; a sentence that lost one is refused.

The stages before this one refuse what they cannot use. This is the last look: an average
that is no `mean`, a superlative without `max` or `min`, a quoted name, an unknown word or a
date that no reading speaks of was read wrongly, whatever the readings say.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from evalspec.spec.english.tokens import Token

Trace = Callable[[Token, str], bool]
"""Tells whether a token left its trace in canonical text."""


def lost(tokens: list[Token], readings: list[str]) -> tuple[str, ...]:
    """Return the words of which some reading, written canonically, says nothing."""
    found = []
    for token in tokens:
        trace = _TRACES.get(token.type)
        if trace is not None and not all(trace(token, reading) for reading in readings):
            found.append(token.text)
    return tuple(dict.fromkeys(found))


def _extreme(token: Token, reading: str) -> bool:
    kind = token.value[0]
    return f"{kind} " in reading or f"{kind}(" in reading


def _quoted(token: Token, reading: str) -> bool:
    written = json.dumps(str(token.value), ensure_ascii=False)[1:-1]
    return written.lower() in reading.lower()


def _unknown(token: Token, reading: str) -> bool:
    return token.text.lower() in reading.lower()


def _said(*words: str) -> Trace:
    """Return a trace that is left when one of some words is there."""
    return lambda token, reading: any(word in reading for word in words)


def _dated(token: Token, reading: str) -> bool:
    return str(token.value or token.text) in reading


def _ordinal(token: Token, reading: str) -> bool:
    return any(word in reading for word in ("first", "last", "from end", str(token.value)))


_TRACES: dict[str, Trace] = {
    "AVERAGE": _said("mean("),
    "EXTREME": _extreme,
    "QUOTED": _quoted,
    "UNKNOWN": _unknown,
    "DISTINCT": _said("distinct"),
    "ORDINAL": _ordinal,
    "DAYNAME": _said(" on "),
    "DATE": _dated,
    "WEEKEND": _said(" on "),
    "WEEKDAYS": _said(" on "),
}
