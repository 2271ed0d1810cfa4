"""Where each character of a YAML scalar's value stands in the file.

Folding and escapes change white space and characters, never the order, so value and
source are walked side by side: ink matches ink, white space matches white space.
"""

from __future__ import annotations

_ESCAPES = {"x": 4, "u": 6, "U": 10}
"""Length of the escapes of a double-quoted scalar; all others have two characters."""


def align(value: str, source: str, style: str) -> list[int] | None:
    """Return the offset in `source` of every character of `value`, and of its end.

    `source` is the scalar as written, with its quotes or its block header. None when
    the two do not fit together.
    """
    place = _body(source, style)
    offsets: list[int] = []
    for character in value:
        if character.isspace():
            offsets.append(min(place, len(source)))
            place = _past_space(source, place, style)
            continue
        while place < len(source) and source[place].isspace():
            place += 1
        while style == '"' and source[place : place + 2] == "\\\n":
            place = _skip_space(source, place + 1)
        if place >= len(source):
            return None
        offsets.append(place)
        step = _ink(character, source, place, style)
        if not step:
            return None
        place += step
    offsets.append(min(place, len(source)))
    return offsets


def _body(source: str, style: str) -> int:
    """Return where the content starts: past the quote, or past the header of a block."""
    if style in "|>":
        return source.find("\n") + 1 or len(source)
    return 1 if style in "'\"" else 0


def _past_space(source: str, place: int, style: str) -> int:
    """Move past one written character of white space, but never past ink."""
    if style == '"' and source[place : place + 1] == "\\":
        return place + _escape_length(source, place)
    return place + source[place : place + 1].isspace()


def _skip_space(source: str, place: int) -> int:
    while place < len(source) and source[place].isspace():
        place += 1
    return place


def _ink(character: str, source: str, place: int, style: str) -> int:
    """Return how many source characters write this one; 0 when they do not."""
    if style == '"' and source[place] == "\\":
        return _escape_length(source, place)
    if source[place] != character:
        return 0
    return 2 if style == "'" and character == "'" else 1


def _escape_length(source: str, place: int) -> int:
    return _ESCAPES.get(source[place + 1 : place + 2], 2)
