"""The JSON objects and lists that stand in a text, found in time linear in its length."""

from __future__ import annotations

import json
import re
from typing import Any

from evalspec.core.record import Record

_OPENING = re.compile(r"[\[{]")
_DECODER = json.JSONDecoder(object_pairs_hook=lambda pairs: _object(pairs))
_WINDOW = 500
"""Characters looked at first: most brackets in prose open nothing."""
_LITERAL = 20
"""Longest piece of JSON that means nothing when it is cut."""
_FAILURE = 200
"""What a bracket that opens nothing counts, in characters looked at."""
_BUDGET = 10
"""How often each character may be looked at where brackets open and nothing closes them."""


class Found(Record, frozen=True):
    """A value and where it stands."""

    value: Any
    start: int
    end: int


class _TwiceError(ValueError):
    """A key is given twice with two values: nothing can be read from such an object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made and made[key] != value:
            raise _TwiceError(key)
        made[key] = value
    return made


def json_values(text: str) -> list[Found]:
    """Return the objects and lists of a text that are not inside another, in order."""
    found: list[Found] = []
    budget = _BUDGET * len(text)
    opening = _OPENING.search(text)
    while opening and budget >= 0:
        at = end = opening.start()
        value, length = _decoded(text[at : at + _WINDOW])
        if length < 0 and at + _WINDOW < len(text):
            budget -= len(text) - at
            value, length = _decoded(text[at:])
        elif length < 0:
            budget -= _WINDOW
        else:
            budget -= _FAILURE
        if length > 0:
            end = at + length
            found.append(Found(value, at, end))
        opening = _OPENING.search(text, max(end, at + 1))
    return found


def _decoded(text: str) -> tuple[Any, int]:
    """Return the value with which a text begins and its length: 0 for none, -1 for one cut off."""
    try:
        return _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        cut = error.msg.startswith("Unterminated") or error.pos >= len(text) - _LITERAL
        return None, -1 if cut else 0
    except (_TwiceError, RecursionError, ValueError):
        return None, -1
