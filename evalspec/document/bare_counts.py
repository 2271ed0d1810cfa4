"""Bare numbers that count the things of their item: `10 push-ups`, `Squats: 15`, `Lunges x 20`.

A vocabulary names the measure that such numbers are of (`counts`): a repetition of an exercise.
"""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Amount, Origin
from evalspec.document.line_amounts import usual_unit
from evalspec.document.mention import QuantityMention
from evalspec.document.reading import Reading
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_LEADS = regex(r"(?:^|[,;+→➜(:]|\b(?:and|then|plus))[ \xa0]*[*_~≈]*$")
_THING = regex(
    r"(?P<cross>[ \xa0]?[x×✕])?[ \xa0]+[*_]*(?P<name>[^\W\d_][\w'’/-]*(?:[ \xa0]+[^\W\d_][\w'’/-]*){0,3}?)"
    r"[*_]*(?=[ \xa0]*(?:[,;:@()+→➜|.\n]|[-–—] |$)"
    r"|[ \xa0](?:with|at|on|for|each|per|and|then|plus|to|holding|using)\b)"
)
_TOLD = regex(
    r"(?P<name>[^\W\d_][\w'’/-]*)[*_]*(?:[ \xa0]*[:(=]|[ \xa0]+(?:[x×✕]|[-–—]))[ \xa0]*[*_~≈]*$"
)
_CLOSED = regex(r"[ \xa0]*[*_]*(?:$|[,;)@(+→➜|\n]|[ \xa0](?:with|at|each|per|and|then|plus)\b)")
_BEFORE = 40
"""Characters before a number that may name what it counts."""
_WORD = regex(r"[\W\d]+")
COUNTED = "the name it counts"


def with_counts(
    reading: Reading, span: Span, found: list[Amount], *, in_turn: bool = False
) -> list[Amount]:
    """Add the bare numbers of a line that count what they stand beside, where nothing else does.

    `in_turn`: it is done in minutes of its own, whatever the rhythm of all is.
    """
    wording = reading.wording
    if not wording.counting or (_goes_by_clock(reading, span) and not in_turn):
        return found
    unit = usual_unit(wording.counting, wording)
    taken = [a.span for a in found if a.measure in (wording.counting, *wording.factors[:1])]
    added = [
        Amount(wording.counting, m.value, unit, m.span, Origin.ITEM, m.qualifier, m.about, because=COUNTED)
        for m in reading.quantities(span)
        if m.unit is None and _counts(reading.text, span, m, wording)
    ]  # fmt: skip
    own = [a for a in added if all(a.span.end <= s.start or s.end <= a.span.start for s in taken)]
    return sorted((*found, *own), key=lambda a: a.span.start) if own else found


def _goes_by_clock(reading: Reading, span: Span) -> bool:
    """Tell whether a line is done who knows how often: `AMRAP 12 min: 10 push-ups`, `Minute 1: 10 squats`."""
    label, colon, _ = reading.string(span).partition(":")
    words = {fold(word) for word in _WORD.split(label if colon else "")}
    units = reading.wording.lexicon.units
    timed = any(word in units and units[word].dimension == "time" for word in words)
    words.update(fold(word) for word in _WORD.split(reading.top.label))
    return timed or not words.isdisjoint(reading.wording.roles.get("rhythm", ()))


def _counts(text: str, line: Span, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number stands at the name of several things, with nothing else between."""
    before = text[max(line.start, mention.span.start - _BEFORE) : mention.span.start]
    led = _LEADS.search(before) is not None
    thing = _THING.match(text, mention.span.end, line.end) if led else None
    if thing is not None:
        return _several(thing["name"], wording)
    told = _TOLD.search(before)
    closed = told is not None and _CLOSED.match(text, mention.span.end, line.end) is not None
    return closed and told is not None and _several(told["name"], wording)


def _several(name: str, wording: Wording) -> bool:
    """Tell whether a name ends in a plural that is no unit, measure or rank of its own."""
    word = name.lower().split()[-1]
    one = fold(word)
    uncounted = wording.roles.get("uncounted", ())
    known = (wording.measures, wording.ranks, wording.lexicon.units, uncounted)
    return one != word and not any(one in words for words in known)
