"""What a response of a pool leaves out: `3 x 200 free on 3:10` are metres where it names no other unit.

Strokes and numbers of whole lengths tell that bare numbers are ways; how often a set goes off, and how
long one rests, is written as clock times are.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.core.quantity import Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.document.mention import QuantityMention
from evalspec.document.mentions.passed import COUNT
from evalspec.document.mentions.words import Words

_UNITS = ("m", "yd")
_LENGTH = 25
_FEWEST = 2
"""Lines that name a stroke."""
_FAR = 60
_LED = regex(
    r"(?:^|\n|[,;:+(]|\bthen)[ \t\xa0>|*_•\-–—・]*(?:\d{1,2}[.)][ \xa0])?"
    r"((?:[a-z][\w-]{0,9}[ \xa0]{1,4}){0,2})(?:\d{1,2}[ ]?[x×][ ]?)?$"
)
"""Before a way: the beginning of what is swum, or few words of it, and how often."""
_TIMES = regex(r"\d[ ]?[x×][ ]?$")
_BEHIND = regex(r"(?=[ \xa0]*(?:[\n,;.()|*]|$|[ \xa0][a-z(@]))(?![ \xa0]*[x×][ \xa0]*\d)")
_SET_ON = regex(r"\d[ ]?[x×][ ]?\d[^\n]{0,40}?(\b(?:on|every|each)[ \xa0]+|@[ \xa0]*)$")
_RESTING = regex(r"\b(?:rest|rests|resting|recover|recovery)[ \xa0]*(?:of|for|:|=)?[ \xa0*_]*$")
_OF_REST = regex(r"[ \xa0*_]*(?:extra|additional|full|passive)?[ \xa0]*(?:rest|recovery|between)\b")
_PACE = regex(r"[ \xa0](?:pace|splits?)\b")


def in_lengths(
    plain: str, found: Sequence[QuantityMention], words: Words
) -> Sequence[QuantityMention]:
    """Give bare ways of a pool the one unit in which the response tells others."""
    unit = _unit_of_pool(found, words) if words.strokes is not None else None
    ways = [q for q in found if _is_way(plain, q, words)] if unit is not None else []
    named = [q for q in ways if _names_stroke(plain, q.number, words)]
    if len(named) < _FEWEST:
        return found
    other = any(_is_often(plain, q) and (q.value.low or 0) % _LENGTH for q in found)
    swum = {id(q) for q in (named if other or len(named) * 2 < len(ways) else ways)}
    return [replace(q, unit=unit, unit_word="") if id(q) in swum else q for q in found]


def sent_off(plain: str, at: int, end: int, words: Words) -> QuantityMention | None:
    """Read the minutes and seconds after which each of a set goes off, or of a rest: `6 x 100 on 1:40`."""
    unit = words.units.get("s")
    told = COUNT.match(plain, at, end) if words.strokes is not None else None
    if told is None or unit is None or words.strokes is None or is_pace(plain, at, end, words):
        return None
    first = max(line_at(plain, at).start, at - _FAR)
    each = _SET_ON.search(plain, first, at)
    if each is not None and each[1].startswith("@") and not words.strokes.search(plain):
        each = None  # of a rower it is a pace
    if each is None and not (
        _RESTING.search(plain, first, at) or _OF_REST.match(plain, told.end())
    ):
        return None
    seconds = exactly(int(told[1]) * 60 + int(told[2]))
    span = Span(each.start(1) if each is not None else at, told.end())
    often = "per set" if each is not None else ""
    return QuantityMention(span, Span(at, told.end()), seconds, unit, "s", qualifier=often)


def is_pace(plain: str, at: int, end: int, words: Words) -> bool:
    """Tell whether minutes and seconds only say how fast one is: `at 1:35 pace`."""
    told = COUNT.match(plain, at, end) if words.strokes is not None else None
    return told is not None and _PACE.match(plain, told.end(), end) is not None


def _unit_of_pool(found: Sequence[QuantityMention], words: Words) -> Unit | None:
    units = {q.unit for q in found if q.unit is not None}
    told = [u for name in _UNITS if (u := words.units.get(name)) in units]
    return told[0] if len(told) == 1 else None


def _is_way(plain: str, mention: QuantityMention, words: Words) -> bool:
    """Tell whether a bare number may be of whole lengths that are swum; `HR 150` says no stroke."""
    value = mention.value.low
    if mention.unit is not None or not mention.value.exact or not value or value % _LENGTH:
        return False
    near = plain[max(0, mention.number.start - _FAR) : mention.number.start]
    led, behind = _LED.search(near), _BEHIND.match(plain, mention.number.end)
    if led is None or behind is None:
        return False
    return not led[1] or _names_stroke(plain, mention.number, words)


def _is_often(plain: str, mention: QuantityMention) -> bool:
    """Tell whether a bare number is done so many times: the 15 of `3 x 15 dips`."""
    near = plain[max(0, mention.number.start - _FAR) : mention.number.start]
    return mention.unit is None and _TIMES.search(near) is not None


def _names_stroke(plain: str, number: Span, words: Words) -> bool:
    end = line_at(plain, number.start).end
    return words.strokes is not None and words.strokes.search(plain, number.end, end) is not None
