"""What a response only refers to: `Same as Day 1`, `Repeat this circuit three times`.

A container that is the same as another holds the parts of that one; where the reference leads
nowhere, or says what is different, nobody knows how many parts it holds or what they come to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.calendar_labels import calendar
from evalspec.document.container_names import Named
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin
from evalspec.document.lines import item_of
from evalspec.document.mention import QuantityMention
from evalspec.document.own_amounts import amounts_in, claimed, names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.summed import above
from evalspec.document.totals import adds_up
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_CROSSED = regex(r"\s\(?(?:(\d{1,2})\s?[x×]|[x×]\s?(\d{1,2}))\)?[\s:*_]*$")
_IN_ALL = regex(r"[ \xa0]*[(,]?[ \xa0]*((?:in[ \xa0]+)?[^\W\d]+)")
_TOTAL = regex(r"\b([^\W\d]+):?[ \xa0]+$")
_SO_OFTEN = regex(r"\b(\w+)[ \xa0]?(?:times|[x×])(?!\w)|\b(twice|thrice)\b", re.I)
_SPOKEN = {"twice": "2", "thrice": "3"}
_TIMES = regex(r"\s*(?:[x×*]|of)\s*")
_MAKES = regex(r"[*_]*\s*(?:=|:|\(|→)\s*[*_~≈]*")
"""What stands between the factors of a product, and between them and what they come to."""
_PER_ROUND = regex(r"\b(?:per|for (?:one|each|every|a|a single)) ([^\W\d]+)")
_DIGIT = regex(r"\d")
_SENTENCES = regex(r"[.!?;]\s+")
_WORD = regex(r"[\w'’-]+")
_REFERENCE = regex(
    r"[\s*_().:–—-]*(?:.*\s)?(?:as|to|of|on|from|repeat|see|ditto)\s+(?:for\s+|on\s+|in\s+)?(?:the\s+)?"
)
_SAME = regex(r"[\s*_().:–—-]*=\s*")
"""`Friday = Monday`."""
_Place = tuple[Draft, Draft | None, Span]
"""A container, what its line was read as, and the line."""
_SAME_WHEN = regex(r"(?i:same (?:day|morning|afternoon|evening|night)\s*(?:,\s|$))")
"""`Same day, morning` says when, `Same day as before` what."""
_OWNER = regex(r"['’]s(?=\s+([^\W\d]+)[\s.!*_]*$)")
"""Whose what stands behind is: `Monday's workout`."""
_OWNS = regex(r"['’]s$")
EDGES = " \t*_().:–—-"
_CUT = regex(r"[(:;,]|\s[-–—]\s")
_JOINT = regex(r"[\s*_]*(?:[(),;:+&/]|[-–—]\s|\sand\s)[\s*_]*")
_TOKEN = regex(r"\w+")
_INSTEAD = regex(r"\s(?:with|by|for|instead of|in place of)\s|→|⇒|[-=]>", re.IGNORECASE)
_LEAD = regex(r"[\s*_,:]*(?:(?:but|replace|swap|use|do|have|the)\b[\s*_:]*)*", re.IGNORECASE)
_MOST_SAID, _MOST_JOINTS = 300, 4
"""Characters behind a reference that are looked at, and places where two things may be parted."""
_MOST = 20
"""Parts that a container may have beside those that are read, where it refers to another."""


def tells_to_repeat(reading: Reading, text: str) -> bool:
    """Tell whether a sentence says to do what stands beside it several times.

    How often in a week is no repetition: `Do this three times a week`.
    """
    roles = reading.wording.roles
    verbs, times, rate = (roles.get(r, frozenset()) for r in ("again", "times", "how often"))
    for sentence in _SENTENCES.split(text):
        words = [fold(word) for word in _WORD.findall(sentence)]
        places = [n for n, word in enumerate(words) if word in times and verbs & set(words[:1])]
        if any(not rate.intersection(words[n + 1 : n + 2]) for n in places):
            return True
    return False


def names_by_number(reading: Reading, text: str) -> bool:
    """Tell whether a line names a container by its number: `Do session 2 twice, 8,200 kg in all`."""
    pairs = pairwise(_WORD.findall(text))
    return any(fold(rank) in reading.wording.ranks and number.isdigit() for rank, number in pairs)


def rounds_of(reading: Reading, draft: Draft) -> Amount | None:
    """Return how often a line says that it is done, or a heading what stands below: `3 rounds`."""
    headed = draft.kind is EntryKind.CONTAINER and not draft.whole
    told = _rounds_among(reading, draft.amounts)
    return told or (rounds_in(reading, draft.spans[0]) if headed else None)


def rounds_in(reading: Reading, heading: Span) -> Amount | None:
    """Return how often a heading says that what stands below it is done."""
    told = amounts_in(reading, heading) if reading.wording.repeats else ()
    return _rounds_among(reading, told) or _crossed(reading, heading)


def _rounds_among(reading: Reading, amounts: Sequence[Amount]) -> Amount | None:
    words = reading.wording.roles.get("repeat", frozenset())
    told = (a for a in amounts if fold(a.measure) in words)
    return next((a for a in told if not (a.value.exact and a.value.low == 1)), None)


def _crossed(reading: Reading, heading: Span) -> Amount | None:
    """Return the rounds that a heading gives by a cross: `Main set (3x)`, `Circuit × 4`."""
    found = _CROSSED.search(reading.text, heading.start, heading.end)
    if found is None:
        return None
    group = 1 if found[1] else 2
    return _rounds(reading, exactly(int(found[group])), Span(*found.span(group)))


def _rounds(reading: Reading, value: Interval, span: Span) -> Amount | None:
    """Return so many rounds, where the vocabulary counts any."""
    measure = reading.wording.measures.get("round", "")
    known = reading.wording.lexicon.measures.get(measure)
    unit = reading.wording.lexicon.units.get(known.unit) if known is not None else None
    if unit is None or not unit.dimension.startswith("count:"):
        return None
    return Amount(measure, value, unit, span, Origin.STATED)


def rounds_told(reading: Reading, line: Span) -> Amount | None:
    """Return how often a sentence says to do what stands above it: `Repeat for 3 rounds`, `Repeat 3 times`.

    What is repeated three times is done as often, or once more.
    """
    rank = reading.wording.lexicon.ranks.get(reading.per(reading.string(line)))
    if rank is not None and (rank.calendar or rank.rates):
        return None  # `Do this circuit 3 times a week`
    told = _rounds_among(reading, amounts_in(reading, line))
    found = list(_SO_OFTEN.finditer(reading.text, line.start, line.end))
    if told is not None or len(found) != 1:
        return told if not found else None
    word = found[0][1] or found[0][2]
    number = reading.wording.lexicon.numbers.get(word.lower(), _SPOKEN.get(word.lower(), word))
    if not number.isdigit():
        return None
    again = fold(_WORD.findall(reading.string(line))[0]) == "repeat"
    value = exactly(int(number))
    value = value.hull(value + exactly(1)) if again else value
    return _rounds(reading, value, Span(*found[0].span()))


def sure_in_rounds(reading: Reading, part: Draft, rounds: Amount) -> set[str]:
    """Return the measures of which a part below `3 rounds` surely tells how much it is in all."""
    if told_in_all(reading, part, rounds):
        return {amount.measure for amount in part.amounts}
    known = reading.wording.lexicon.measures.values()
    counted = any(amount.span == rounds.span for amount in part.amounts)
    sets = reading.wording.factors[:1] if counted else ()
    made = [measure for measure in known if sets and measure.product[:1] == sets]
    sure = {name for measure in made for name in (measure.name, *measure.product)}
    lifted = reading.wording.factors[2:]
    return sure | {m.name for m in known if not m.adds and m.name in lifted}


def told_in_all(reading: Reading, draft: Draft, rounds: Amount) -> bool:
    """Tell whether a line says that its amounts are for all rounds: `Squats – 6 min total, 50 kcal`.

    So does one that multiplies by them: `3 x 2 min = 6 min` below `3 rounds`.
    """
    line, words = draft.spans[0], reading.wording.roles.get("in all", ())
    if _is_multiplied(reading, line, rounds):
        return True
    spans = [a.span for a in draft.amounts if line.start <= a.span.start < line.end]
    behind = (_IN_ALL.match(reading.text, span.end, line.end) for span in spans)
    before = (_TOTAL.search(reading.text, line.start, span.start) for span in spans)
    return any(found and fold(found[1]) in words for found in (*behind, *before))


def _is_multiplied(reading: Reading, line: Span, rounds: Amount) -> bool:
    """Tell whether a line says what something comes to in all rounds: `2 rounds x 3 min = 6 min`."""
    found = reading.quantities(line)
    for first, second, whole in zip(found, found[1:], found[2:], strict=False):
        joined = _TIMES.fullmatch(reading.text, first.span.end, second.span.start)
        told = _MAKES.fullmatch(reading.text, second.span.end, whole.span.start)
        for often, one in ((first, second), (second, first)):
            if joined and told and often.value == rounds.value and _comes_to(one, often, whole):
                return True
    return False


def _comes_to(one: QuantityMention, often: QuantityMention, whole: QuantityMention) -> bool:
    """Tell whether something so often is a whole, in whatever unit."""
    product, told, unit = one.value * often.value, whole.value, whole.unit
    if one.unit is not None and unit is not None:
        if one.unit.dimension != unit.dimension:
            return False
        product, told = product.scaled(one.unit.factor), told.scaled(unit.factor)
    ends = ((product.low, told.low), (product.high, told.high))
    # a second is no exact part of a minute
    return all(a is not None and b is not None and round(a, 6) == round(b, 6) for a, b in ends)


def said_of_rounds(reading: Reading) -> frozenset[str]:
    """Return the words of rounds for one of which a sentence says that amounts are told.

    `All durations and calories are per round.`
    """
    words = reading.wording.roles.get("repeat", frozenset())
    found = set()
    for block in reading.blocks if words else ():
        said = fold(reading.string(block.text))
        for match in _PER_ROUND.finditer(said) if not _DIGIT.search(said) else ():
            measured = any(fold(word) in reading.wording.measures for word in _WORD.findall(said))
            if measured and fold(match[1]) in words:
                found.add(fold(match[1]))
    return frozenset(found)


def is_for_a_round(amount: Amount, *, all_are: bool = False) -> bool:
    """Tell whether an amount below `3 rounds` is surely one for each: a time, a way, sets."""
    extent = all_are or amount.unit.dimension in ("time", "length", "count:set")
    return extent and not amount.qualifier and amount.origin is Origin.ITEM


def is_per_set(amount: Amount) -> bool:
    """Tell whether an amount is for one of the sets that are counted for each round."""
    return amount.qualifier == "per set" and amount.unit.dimension in ("time", "length")


def refers(reading: Reading, span: Span) -> bool:
    """Tell whether a line says that something is the same as elsewhere."""
    text = reading.string(span).strip(EDGES)
    if text.startswith("="):
        return _named(reading, span) is not None
    first = fold(text.partition(" ")[0])
    roles = reading.wording.roles
    led = first in roles.get("leading", ()) and _named(reading, _same(reading, span)) is not None
    return led or (first in roles.get("same", ()) and _SAME_WHEN.match(text) is None)


def _same(reading: Reading, span: Span) -> Span:
    """Return what a line refers to without what else it says: `Same as Monday, but …`."""
    words = reading.wording.roles.get("different", ())
    lead = len(reading.string(span)) - len(reading.string(span).lstrip(EDGES))
    cut = _CUT.search(reading.text, span.start + lead, span.end)
    end = cut.start() if cut is not None else span.end
    for found in _WORD.finditer(reading.text, span.start, end):
        if found[0].lower() in words:
            return Span(span.start, found.start())
    return Span(span.start, end)


def resolve(reading: Reading) -> None:
    """Give what refers to another container the parts of that one."""
    _place_named(reading)
    found: list[_Place] = [(holder, None, span) for holder, span in reading.references]
    found += [place for draft in walk(reading.plan) if (place := _place(reading, draft))]
    if not found:
        return
    known = _Known(reading)
    for holder, item, span in sorted(found, key=lambda place: place[2].start):
        _settle(reading, known, holder, item, span)


def _place_named(reading: Reading) -> None:
    """Put what is told elsewhere in the days that only name it: `Monday: Session 1`."""
    ranks = reading.wording.lexicon.ranks.values()
    standing = next((rank for rank in ranks if rank.stands_for), None)
    every = [d for d in walk(reading.plan) if d.kind is EntryKind.CONTAINER]
    days = [d for d in every if standing is not None and d.rank == reading.wording.day]
    if standing is None or not days:
        return
    known, placed = _Known(reading), set[int]()
    for day in days:
        said = day.parts[0] if len(day.parts) == 1 else day
        meant = [] if said.parts else _told_apart(reading, known, said, standing.name)
        around = [*above(day)]
        if not meant or any(d.rank and d not in around for t in meant for d in above(t)):
            continue
        _stand_alone(reading, day)
        for target in meant:
            if id(target) in placed:
                reading.doubt(reading.plan, Doubt("said-again", said.span, (), count=-1))
            elif target.parent is not None:
                target.parent.parts.remove(target)
            placed.add(id(target))
            reading.claim(target, claimed([*said.amounts, *day.amounts]), said.spans[0])
        day.parts, day.amounts, day.section = meant, [], ""


def _stand_alone(reading: Reading, day: Draft) -> None:
    """Take days out of what holds them by mistake: a table of a week right below the last session."""
    holder = day.parent
    if holder is not None and any(d.rank and d.level > day.level for d in above(day)):
        days = [part for part in holder.parts if part.rank == day.rank]
        holder.parts = [part for part in holder.parts if part.rank != day.rank]
        for part in days:
            reading.plan.add(part)


def _told_apart(reading: Reading, known: _Known, said: Draft, rank: str) -> list[Draft]:
    """Return what a line names that holds things elsewhere: each of `Session 1 and 2`, or `Push`."""
    label = said.label
    if said.kind is EntryKind.CONTAINER and said.rank != rank:
        start = said.titled or said.span.end
        label = reading.text[start : max(start, said.spans[0].end)].strip(EDGES)
    named = reading.wording.named(label)
    found: list[list[Draft]] = []
    if named is not None and named.rank == rank and named.ordinals != (0,):
        found = [known.by_place.get((rank, number), []) for number in named.ordinals]
    elif named is None and said.names:
        found = [known.by_name.get(fold(label), [])]
    full = [[d for d in each if d.parts and d.rank in ("", rank)] for each in found]
    return [each[0] for each in full] if all(len(each) == 1 for each in full) else []


class _Known:
    """The containers of a response by what they may be referred to, and what is measured in it."""

    def __init__(self, reading: Reading) -> None:
        self.by_place: dict[tuple[str, int], list[Draft]] = {}
        self.by_name: dict[str, list[Draft]] = {}
        every = list(walk(reading.plan))
        self.measures = sorted({amount.measure for draft in every for amount in draft.amounts})
        for draft in every:
            if draft.kind is EntryKind.CONTAINER:
                self.by_place.setdefault((draft.rank, draft.ordinal), []).append(draft)
                for name in dict.fromkeys(draft.names):
                    self.by_name.setdefault(name, []).append(draft)

    def meant(self, holder: Draft, named: Named | None, said: str) -> list[Draft]:
        """Return at most two containers that a reference in another one may lead to."""
        if named is None:
            found = self.by_name.get(said, [])
        elif number := -1 if named.title else named.ordinals[0]:
            titled = f"{named.rank} {number}"  # `**Monday – Session 1**`
            found = _others(holder, self.by_place.get((named.rank, number), []))
            found = found or self.by_name.get(titled, [])
            if not any(draft.parts for draft in found):
                found = self._nth(named.rank, number) or found
        else:
            found = [d for d in self.by_name.get(named.stem, []) if d.rank == named.rank]
        return _others(holder, found)

    def _nth(self, rank: str, number: int) -> list[Draft]:
        """Return the container at a place where none has a number: `Day 1` of Monday and Tuesday."""
        found = self.by_place.get((rank, 0), [])[number - 1 : number] if number > 0 else []
        if not found:
            return []
        of_rank = (drafts for (r, at), drafts in self.by_place.items() if r == rank and at)
        numbered = any(draft.parts for drafts in of_rank for draft in drafts)
        return [] if numbered else found


def _others(holder: Draft, found: list[Draft]) -> list[Draft]:
    return list(islice((d for d in found if d is not holder), 2))


def _place(reading: Reading, draft: Draft) -> _Place | None:
    """Return a container whose title, item or heading refers to another one, and where."""
    headed = draft.kind is EntryKind.CONTAINER and not draft.rank and draft.parent is not None
    place: _Place
    if draft.parent is not None and (
        draft.parent.rank if headed else draft.kind is EntryKind.ITEM and not draft.parts
    ):
        place = (draft.parent, draft, draft.spans[0])
    elif draft.kind is EntryKind.CONTAINER and not draft.parts:
        colon = reading.text.find(": ", draft.span.start, draft.span.end)
        start = colon + 1 if colon >= 0 else draft.titled or draft.span.end
        place = (draft, None, Span(start, max(start, draft.spans[0].end)))
    else:
        return None
    return place if refers(reading, place[2]) else None


def _settle(reading: Reading, known: _Known, holder: Draft, item: Draft | None, span: Span) -> None:
    """Let a container hold what a line in it refers to; `item` is what the line was read as."""
    others = [part for part in holder.parts if part is not item]
    others += item.parts if item is not None else ()
    same = _same(reading, span)
    target = _meant(reading, known, holder, same)
    rest = Span(same.end, span.end)
    if target is not None:
        plain = not others and _says_no_more(reading, rest, target)
        parts = target.parts if plain else _changed(reading, target, rest, others)
        if parts is not None:
            holder.parts, holder.whole = parts, True
            if plain:
                _state_alike(holder, target)
            reading.settled.add(id(holder))
            inside = range(rest.start, max((p.spans[-1].end for p in others), default=rest.end))
            claims = reading.claims
            reading.claims = [c for c in claims if plain or c.amount.span.start not in inside]
            return
    if target is not None and not others:
        holder.parts, holder.whole = target.parts, True
        reading.settled.add(id(holder))
        for amount in item.amounts if item is not None else ():
            reading.leave(amount.span, "prose")
        reading.doubt(holder, Doubt("said-again", span, (), count=-len(target.parts)))
    reading.doubt(holder, Doubt("said-again", span, (), count=_MOST))
    for told in (holder, item) if item is not None else (holder,):
        changed = [a for a in told.amounts if span.start <= a.span.start]
        told.amounts = [a for a in told.amounts if a not in changed]
        for amount in changed:
            reading.leave(amount.span, "prose")
    for measure in known.measures:
        reading.doubt(holder, Doubt("repeated", span, (), measure, holder.label))


def _state_alike(holder: Draft, target: Draft) -> None:
    """Let what is the same as another have the amounts that its heading tells, and no others."""
    own = {amount.measure for amount in holder.amounts}
    holder.amounts += [a for a in target.amounts if a.measure not in own]


def _says_no_more(reading: Reading, rest: Span, target: Draft) -> bool:
    """Tell whether what stands behind a reference only lists what is meant, or says what it comes to.

    `Same lunch as Day 2 (soup, bread)`, `Repeat Monday – Legs (45 min)`.
    """
    if rest.end - rest.start > _MOST_SAID:
        return False
    lines = [set(_TOKEN.findall(fold(reading.string(d.spans[0])))) for d in (target, *walk(target))]
    at = rest.start
    for joint in (*_JOINT.finditer(reading.text, rest.start, rest.end), None):
        chunk = Span(at, joint.start() if joint is not None else rest.end)
        at = joint.end() if joint is not None else rest.end
        said = set(_TOKEN.findall(fold(reading.string(chunk))))
        if any(said <= line for line in lines):
            continue
        found = amounts_in(reading, chunk)
        named = names_something(reading, reading.string(chunk))
        if not found or named or not adds_up(target, found):
            return False
    return True


def _changed(
    reading: Reading, target: Draft, rest: Span, others: list[Draft]
) -> list[Draft] | None:
    """Return the parts of what is the same as another but for what is put in a place, or added.

    `Same as Session 2, but replace:`, then `- Swim with Rowing – 10 min`; None where that is not clear.
    """
    roles = reading.wording.roles
    words = [fold(word) for word in _WORD.findall(reading.string(rest)[:_MOST_SAID])]
    lead = [word for word in words if word in roles.get("different", ())]
    adds = bool(set(lead) & roles.get("more", frozenset()))
    plain = len(lead) == len(words) or set(words) <= roles.get("changes", frozenset()) | set(lead)
    lines = [part.spans[0] for part in others] if plain else [rest]
    if not lead or not lines or (others and not plain):
        return None
    parts = list(target.parts)
    for number, line in enumerate(lines):
        pair = None if adds else _replaced(reading, line, parts)
        new = others[number] if adds and others else None
        if adds and new is not None and new.kind is EntryKind.ITEM and new.amounts:
            parts.append(new)
        elif pair is not None:
            parts[pair[0]] = pair[1]
        else:
            return None
    return parts


def _replaced(reading: Reading, line: Span, parts: list[Draft]) -> tuple[int, Draft] | None:
    """Return which part a line puts another in the place of, and that one: `Swim → Row, 10 min`."""
    for joint in islice(_INSTEAD.finditer(reading.text, line.start, line.end), _MOST_JOINTS):
        sides = Span(line.start, joint.start()), Span(joint.end(), line.end)
        meant = [_named_part(reading, side, parts) for side in sides]
        for old, side in ((meant[0], sides[1]), (meant[1], sides[0])):
            if old is None or None not in meant:
                continue
            lead = _LEAD.match(reading.text, side.start, side.end)
            start = lead.end() if lead is not None else side.start
            end = start + len(reading.text[start : side.end].rstrip(" *_"))
            new = item_of(reading, Span(start, end), parts[old].depth)
            told = {amount.measure for amount in new.amounts}
            if {amount.measure for amount in parts[old].amounts} <= told and not parts[old].parts:
                reading.leave(sides[0] if side is sides[1] else sides[1], "duplicate")
                return old, new
    return None


def _named_part(reading: Reading, side: Span, parts: list[Draft]) -> int | None:
    """Return the one part that one side of a line names, perhaps with its amounts."""
    verbs = reading.wording.roles.get("different", frozenset())
    words = [fold(w) for w in _WORD.findall(reading.string(side)[:_MOST_SAID])]
    while words and words[0] in verbs | {"the"}:
        words.pop(0)
    said = " ".join(words)
    named = [
        n for n, part in enumerate(parts)
        if any(said == name or said.startswith(f"{name} ") for name in part.names)
    ]  # fmt: skip
    return named[0] if len(named) == 1 else None


def _meant(reading: Reading, known: _Known, holder: Draft, span: Span) -> Draft | None:
    """Return the container that a reference of nothing else leads to, like the one it stands in."""
    said = fold(reading.string(_behind(reading, span) or span))
    same = known.meant(holder, _named(reading, span), said)
    above = same[0] if len(same) == 1 and (same[0].parts or same[0].amounts) else None
    if above is None or above.rank == holder.rank:
        return above
    alike = [d for d in walk(above) if d.rank == holder.rank and d.names[:1] == holder.names[:1]]
    return alike[0] if len(alike) == 1 and alike[0].parts else None


def _named(reading: Reading, span: Span) -> Named | None:
    """Return the container that the end of a line names."""
    place = _behind(reading, span)
    if place is None:
        return None
    written = _OWNS.sub("", reading.string(place))
    named = reading.wording.named(written) or calendar(reading, place)
    if named is None or not named.rank:
        return None
    return replace(named, stem=_OWNS.sub("", named.stem))


def _behind(reading: Reading, span: Span) -> Span | None:
    """Return what stands behind the words that refer."""
    text = reading.string(span)
    owned = _OWNER.search(text)
    if owned is not None and fold(owned[1]) in reading.wording.ranks:
        text = text[: owned.end()]
    found = _REFERENCE.match(text.lower()) or _SAME.match(text)
    end = span.start + len(text.rstrip(EDGES))
    return Span(min(span.start + found.end(), end), end) if found is not None else None
