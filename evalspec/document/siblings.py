"""Siblings read alike: of things of one shape, one that was put away although the others are parts.

A word may put a line away (`Budget hotel – €60`, `Notes app, 20 min`), or the end of a sentence. Where
the others of its shape are parts, in its list and in those beside it, it may be one too: it counts or
not. What goes by no other word (`Budget: €400`), or comes to what the others do, stays what it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.document.blocks import HEADS, LISTS, BlockKind
from evalspec.document.facts import come_to
from evalspec.document.lexicon_words import ABOUT_OTHERS
from evalspec.document.own_amounts import CUT, amounts_in, names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.shapes import SELDOM, Shape, Thing, goes_on, things_in
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_PUT_AWAY = frozenset(("property", "note", "total", "container", "prose", "listed"))
"""Roles that a word gives to a line which may be a part all the same."""
_TELLING = ("period", "estimated", "generic", "stated", "qualifier")
_SURE = ("remainder", "payment", "discount", "share")
"""Roles that no further word of a line changes."""
_WORDS = regex(r"[^\W\d_]{2,}")
_RATES = frozenset("per each every".split())
_NAME_WORDS = 6
"""A plain line with more words before its amounts is a sentence."""

_FAR = 40
"""Things of a list that are looked at."""


class _Seen(Record, frozen=True):
    """A thing, whether it was read as a part, and whether it stands among parts."""

    thing: Thing
    marked: bool
    part: bool
    within: bool
    """No section of notes or claims holds it."""


def unlike(reading: Reading) -> dict[int, bool]:
    """Return where the lines begin that may be parts as their siblings are, none of them surely."""
    if reading.is_json:
        return {}
    seen = list(_seen(reading))
    parts = Counter(_kind(one) for one in seen if one.part)
    others = Counter(_kind(one) for one in seen if not one.part)
    return {
        reading.blocks[one.thing.at].text.start: False
        for place, one in enumerate(seen)
        if not one.part
        and one.within
        and parts[_kind(one)] >= SELDOM * others[_kind(one)]
        and _may_be_one(reading, seen, place)
    }


def _kind(one: _Seen) -> tuple[Shape, bool]:
    return one.thing.shape, one.marked


def _seen(reading: Reading) -> Iterator[_Seen]:
    """Yield the things of a response, each with what became of its line."""
    blocks = reading.blocks
    known = list(_parts(reading))
    made = sorted({draft.spans[0].start for draft in known} | {d.span.start for d in known})
    heads = {draft.spans[0].start for draft in known}
    within, at = True, 0
    for thing in things_in(reading, blocks):
        for block in blocks[at : thing.at]:
            if block.kind in HEADS:
                within = block.span.start in heads or block.text.start in heads
        at = thing.at
        block = blocks[thing.at]
        if block.kind not in (*LISTS, BlockKind.PARAGRAPH):
            continue
        if reading.lines[thing.at].role not in _PUT_AWAY:
            continue
        first = bisect_left(made, block.span.start)
        part = first < len(made) and made[first] < block.span.end
        yield _Seen(thing, block.kind in LISTS, part, within)


def _parts(reading: Reading) -> Iterator[Draft]:
    """Yield the drafts that are, and stand in, no section of notes, claims or totals."""
    aside: set[int] = set()
    for draft in walk(reading.plan):
        if draft.section or id(draft.parent) in aside:
            aside.add(id(draft))
        else:
            yield draft


def _may_be_one(reading: Reading, seen: Sequence[_Seen], place: int) -> bool:
    """Tell whether the words and amounts of a line are those of a thing."""
    one = seen[place]
    block = reading.blocks[one.thing.at]
    text = reading.string(block.text)
    starts = [m.span.start for m in reading.quantities(block.text) if m.unit is not None]
    head = reading.text[block.text.start : min(starts, default=block.text.end)]
    name = CUT.split(head, maxsplit=1)[0]
    told = [fold(word) for word in _WORDS.findall(name)]
    if not _RATES.isdisjoint(told) or not _names_more(reading, told):
        return False
    label = fold(name)
    if reading.wording.begins_with_role(label, *_SURE):
        return False
    rest = text[len(head) :] if starts else ""
    if reading.wording.begins_with_role(label, "note") and names_something(reading, rest):
        return False
    if not one.marked and not _is_beside_part(reading, seen, place, told):
        return False
    beside = [s.thing for s in _list_of(reading, seen, place) if s.part]
    amounts = [a for t in beside for a in amounts_in(reading, reading.blocks[t.at].text)]
    own = amounts_in(reading, block.text)
    return not (amounts and own and come_to(amounts, own))


def _names_more(reading: Reading, words: Sequence[str]) -> bool:
    """Tell whether words name more than a role, a rank or a measure."""
    wording = reading.wording
    known = (*ABOUT_OTHERS, *_TELLING)
    plain = (word for word in words if word not in wording.linking and word not in wording.ranks)
    return names_something(reading, " ".join(w for w in plain if not wording.role(w, *known)))


def _is_beside_part(
    reading: Reading, seen: Sequence[_Seen], place: int, words: Sequence[str]
) -> bool:
    """Tell whether a plain line is no sentence, and stands right above or below a part of its shape."""
    said = reading.wording.roles.get("sentence", frozenset())
    if len(words) > _NAME_WORDS or not said.isdisjoint(words):
        return False
    own = seen[place].thing
    pairs = [(s.thing, own) for s in seen[max(0, place - 1) : place] if s.part]
    pairs += [(own, s.thing) for s in seen[place + 1 : place + 2] if s.part]
    return any(goes_on(reading, reading.blocks, upper, lower) for upper, lower in pairs)


def _list_of(reading: Reading, seen: Sequence[_Seen], place: int) -> list[_Seen]:
    """Return the things of one shape among which a thing stands, right above and below each other."""
    found = []
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(seen) and _kind(seen[at]) == _kind(seen[place]):
            upper, lower = sorted((at, at - step))
            if seen[upper].thing.end != seen[lower].thing.at or abs(at - place) > _FAR:
                break
            found.append(seen[at])
            at += step
    return found
