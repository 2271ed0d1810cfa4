"""What a sentence about time may be covered with: things, times, dates, verbs by the side they speak of.

The types of words and the phrases are data (`grammars/english.yaml`, `timing`).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from evalspec.language.english.chart import Chart, Entry
from evalspec.language.english.closed import data, verb_forms
from evalspec.language.english.covering import Part, last_place
from evalspec.language.english.happenings import Things, clauses, deeds, happenings, tenses
from evalspec.language.english.meanings import Amount, Bound, Limit, Noun, Subject, changed
from evalspec.language.english.nominal import barred
from evalspec.language.english.noun_phrases import Stretch, unknown
from evalspec.language.english.phrases import Phrases
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.names import named
from evalspec.language.english.tokens import Row
from evalspec.language.names import MONTHS, Date, date_text

KINDS = ("plan", "rank", "member", "category", "name", "block", "item")
"""Kinds of things that have a time."""


class Until(NamedTuple):
    """What a date or a weekday bounds: `by 15 September`, `not before June`, `by Thursday`.

    Days are told by filters: a day has one of them, or none.
    """

    kind: str
    """by, before, after or from."""
    earlier: tuple[str, ...]
    later: tuple[str, ...]
    till: tuple[str, ...]
    """The day itself and those before it."""
    onwards: tuple[str, ...]
    date: str = ""
    """The date that all that a plan holds keeps: its last day by it, its first one before it."""


def timed_parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what the sentence may be covered with."""
    roles = {kind: role for role, types in data("timing")["roles"].items() for kind in types}
    for (kind, start, end), entries in chart.entries.items():
        role = roles.get(kind, "")
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:2] if role else ():
            value = entry.value
            if kind in ("START", "END"):
                role, value = "verb", kind.lower()
            if kind == "FROM" and _is_hour(row, chart, end):
                yield Part("verb", start, end, "start", 0.3, Entry("FROM", start, end, "from", 0.3))
            if kind in ("MINIMUM", "MAXIMUM"):
                role, value = "sign", ">=" if kind == "MINIMUM" else "<="
            if kind == "Close":
                value = value.comparator if not value.slack else ""
                role = "sign" if value else ""
            if kind == "Subject":
                plain = value.noun is not None and not _NARROWED.search(value.noun.filters)
                if value.quantifier not in ("each", "no", "all") or not plain:
                    continue
                role = "thing"
            if kind == "Over" and any(e.type == "PART" for e in entry.words()):
                continue  # `work at 9:00 every evening`
            if kind == "Bound" and value.amount.dimension != "time":
                continue
            cost = max(entry.cost, 0.0) + (0.1 if role == "glue" else 0.3)
            if role:
                yield Part(role, start, end, value, cost, entry)
    things: Things = {}
    for start, end, noun, cost in _things(row, chart):
        things.setdefault(start, []).append((end, noun))
        if _is_asked(row, start) and "base" in tenses(row.words[end - 1].low):
            cost += 0.6  # `may the digger | run`
        if not _NARROWED.search(noun.filters):
            yield _thing(start, end, Subject(noun), cost)
            for word in chart.words:
                if word.type == "EACH" and word.end == start and noun.kind == "name":
                    yield _thing(word.start, end, Subject(noun, "each"), cost)
                if word.type == "ALL" and word.end == start and noun.kind in ("name", "category"):
                    yield _thing(word.start, end, Subject(noun, "all"), cost)
                if word.type == "NOTHING" and _leads(row, word.end, start):
                    yield _thing(word.start, end, Subject(noun, "no"), cost)
    yield from _happening(row, chart, things)
    yield from _places(row, things)
    yield from _clauses(row, chart)
    first = next((n for n, filler in enumerate(row.filler) if not filler), 0)
    yield from _deed(row, first, things)
    named_ = {n for start, rows in things.items() for end, _ in rows for n in range(start + 1, end)}
    for said in _said(row, chart):
        inside = said.role == "verb" and set(range(said.start, said.end)) <= named_
        yield said._replace(cost=said.cost + 0.6) if inside else said  # `seating plan`
    yield from _dates(row, chart)
    yield from _days_free(row)
    for word in chart.words:
        for part in chart.words if word.type in ("EACH", "PER") else ():
            if part.type == "PART" and part.start == word.end:
                yield Part("part", word.start, part.end, part.value, 0.2, part)


def _is_hour(row: Row, chart: Chart, place: int) -> bool:
    """Tell whether a time stands at a place, up to the end or a joint: `coffee from | 8:45`."""
    ends = {word.end for word in chart.words if word.type == "Clock" and word.start == place}
    joints = {word.start for word in chart.words if word.type in ("COMMA", "AND", "SEMICOLON")}
    return bool(ends & {*joints, last_place(row, chart)})


_NARROWED = re.compile(
    r" where \(contains \"\d| (?:before|after|from|preceding|following|lasting|starting|ending|at|in) "
)
"""What a demand on time says itself."""


def _things(row: Row, chart: Chart) -> Iterator[Stretch]:
    """Yield what may have a time: the things that the chart knows, and names of whatever words."""
    seen = set()
    for (kind, start, end), entries in chart.entries.items():
        for entry in entries.values() if kind == "Noun" else ():
            noun = entry.value
            every = noun.rank == "day" and not (noun.placed or noun.filters)  # `after a day off`
            if noun.kind in KINDS and not (noun.several or every):
                seen.add((start, end))
                yield start, end, noun, max(entry.cost, 0.0) / 10
    yield from (one for one in unknown(row) if one[:2] not in seen)


def _thing(start: int, end: int, subject: Subject, cost: float, kind: str = "") -> Part:
    named_ = subject.noun is not None and subject.noun.kind == "name"
    kind = kind or ("Words" if named_ else "THING")
    name = subject.noun.name if subject.noun is not None else ""
    return Part("thing", start, end, subject, 0.3 + cost, Entry(kind, start, end, name, cost))


def _happening(row: Row, chart: Chart, things: Things) -> Iterator[Part]:
    """Yield the clauses that tell what happens, and what is done to a thing: `the candles blown out`."""
    for start in range(1, len(row.words)):
        for end, noun, side in happenings(row, start, things):
            said = Entry("Words", start, end, noun.name, 0.2)
            yield Part("event", start, end, (noun, side), 0.2, said)
            for every in (e for e in chart.words if e.type == "ALL" and e.end == start):
                last = (changed(noun, front="last "), side)  # `once all the guests have left`
                yield Part("event", every.start, end, last, 0.2, said)
        for end, noun in deeds(row, start, things):
            yield _thing(start, end, Subject(noun), 0.2, "DEED")
    ends = {end for row_ in things.values() for end, _ in row_}
    for start in range(1, len(row.words)):
        low = row.words[start].low
        done = low.endswith("ed") or bool(tenses(low) & {"past", "participle"})
        done = done and "FORBIDDEN" not in row._types(start)
        if done and (start in ends or row.words[start - 1].low in _PASSIVE):
            end = start + 1 + _is_particle(row, start + 1)
            yield Part("verb", start, end, "be", 0.4, Entry("DONE", start, end, low, 0.4))
    for start, rows in things.items():
        for end, noun in rows:
            standing = end < len(row.words) and row.words[end].low in _STANDING
            if standing and not row.words[end - 1].joined and _ends_there(row, end + 1):
                word = Entry("DOES", end, end + 1, row.words[end].low, 0.4)
                yield Part("verb", end, end + 1, "be", 0.4, word)  # `potatoes in`
            if _does(row, start, end, noun):
                word = Entry("DOES", end, end + 1, row.words[end].low, 0.4)
                yield Part("verb", end, end + 1, "be", 0.4, word)


def _clauses(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield the clauses that have a time, or stand beside another, as things of that name."""
    ends = {e.start for e in chart.words if e.type in _TELLING_WHEN}
    for start in range(len(row.words)):
        if start and row.words[start - 1].low not in _BEGINNING:
            continue
        behind = sorted(n for n in ends if n > start + 1)
        beside = start and row.words[start - 1].low in ("before", "after", "until", "once")
        if beside and row.words[start].low not in data("timing")["happening"]["doers"]:
            behind = [*behind[:2], last_place(row, chart)]
        for one in clauses(row, start, behind[:3]):
            subject = Subject(one.noun, "no" if one.denied else "")
            cost = max(_UNSURE.get(one.kind, 3.0), 1.5 if beside else 0.0)
            yield _thing(start, one.end, subject, cost, "DEED")


_UNSURE = {"person": 0.0, "speaker": 1.5}
"""How unsure it is that a clause goes by all of its words."""
_TELLING_WHEN = {"AT", "BY", "BEFORE", "AFTER", "FROM", "ABOUT", "RIGHT", "Clock", "LE", "GE"}
_BEGINNING = frozenset(", and before after until till once but ;".split())


def _places(row: Row, things: Things) -> Iterator[Part]:
    """Yield where something is or goes, behind a verb or another thing: `be back | at the depot`."""
    for start in range(1, len(row.words)):
        for end, noun in things.get(start + 1, ()) if row.words[start].low in _LEADING else ():
            plain = noun.kind in ("name", "category") and not (noun.filters or noun.overs)
            if plain and not noun.plural:
                word = Entry("WHERE", start, end, noun.name, 0.5)
                yield Part("place", start, end, noun, 0.5, word)


_LEADING = frozenset("at in into onto".split())


def _is_asked(row: Row, start: int) -> bool:
    """Tell whether a verb is turned around with its subject: `may the crane …`."""
    return start > 0 and bool(row._types(start - 1) & {"MODAL", "PERMIT"})


def _does(row: Row, start: int, end: int, noun: Noun) -> bool:
    """Tell whether a word behind a thing says what it does: `the crier walks`, `may the crane operate`."""
    if end >= len(row.words) or row.words[end].low in _listed():
        return False
    forms = tenses(row.words[end].low)
    if _is_asked(row, start):
        return "base" in forms
    return ("base" if noun.plural else "s") in forms


def _ends_there(row: Row, place: int) -> bool:
    """Tell whether a time or a neighbour follows, or nothing: `lights on | at six`."""
    return place >= len(row.words) or row.words[place].low in _WHEN


_WHEN = frozenset("at by before after until till from once as when no not , .".split())
_STANDING = frozenset("in up on down away".split())
_PASSIVE = frozenset("be been being is are get gets".split())


def _is_particle(row: Row, place: int) -> bool:
    particles = {*data("particles"), "in", "on", "with", "over", "together", "through"}
    return place < len(row.words) and row.words[place].low in particles


def _deed(row: Row, start: int, things: Things) -> Iterator[Part]:
    """Yield what somebody is asked to do as a thing of that name: `pass the parcel`, `water the plants`."""
    if start >= len(row.words) or (start and row.words[start - 1].low in data("determiners")):
        return  # `the last train`
    low = row.words[start].low
    led = start + 1 < len(row.words) and row.words[start + 1].low in data("determiners")
    open_ = led and not (barred(low) or row._types(start))
    plain = (open_ or "base" in tenses(low)) and low not in _no_deeds()
    particle = start + 2 < len(row.words) and row.words[start + 1].low in data("particles")
    if particle and low in _USING:
        return  # `use up the leeks by Thursday`
    phrase = (low, row.words[start + 1].low) if particle else (low,)
    plain = plain and "HAVE" not in row.known.types(*phrase)
    for end, noun in things.get(start + 1 + particle, ()) if plain else ():
        if noun.kind in ("name", "category") and not (noun.filters or noun.overs):
            end += end < len(row.words) and row.words[end].low == "back"  # `hand the keys back`
            yield _thing(start, end, Subject(named(row.text(start, end))), 0.3)


_USING = frozenset("use eat drink finish get put take give".split())


@cache
def _listed() -> frozenset[str]:
    """Return the words of listed phrases, and the verbs by which something begins or is over."""
    told = data("timing")["happening"]
    edges = {form for kind in ("starting", "ending") for v in told[kind] for form in verb_forms(v)}
    return frozenset(edges.union(*(phrase for _, phrase in _phrases().rows)))


@cache
def _no_deeds() -> frozenset[str]:
    """Return the verbs that only say that something takes place, or that it is wanted."""
    told = data("timing")["happening"]
    listed = {phrase[0] for _, phrase in _phrases().rows}
    kinds = (told[kind] for kind in ("starting", "ending", "light", "wishing"))
    return frozenset(listed.union(*kinds, data("timing")["leaving"]))


def _days_free(row: Row) -> Iterator[Part]:
    """Yield amounts of time with what they are kept for inside: `two rest days`."""
    for start in range(len(row.words)):
        number, length = row.numbers.number(start)
        place = start + length
        if length and place < len(row.words) and row.words[place].low in data("timing")["kept"]:
            unit, taken = row.numbers.unit(place + 1)
            if unit is not None and unit.dimension == "time":
                bound = Bound((Limit("=", Amount(number, number, unit.name, "time")),))
                end = place + 1 + taken
                yield Part("bound", start, end, bound, 0.3, Entry("Bound", start, end, bound, 0.3))


def _leads(row: Row, place: int, other: int) -> bool:
    """Tell whether only a word for a place stands between two places: `nothing at | the yard`."""
    return place + 1 == other and row.words[place].low in ("at", "in", "on")


def _said(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield the phrases that are listed, and the words without meaning."""
    for role, start, end, text in _phrases().found(row):
        if role in _SIDES and start and not text.endswith(" of") and _determined(row, start):
            continue  # `the drinks trolley`
        if text in _AT_THE_END and end < last_place(row, chart):
            continue  # `the gym after lunch`
        if role == "end" and text == "off" and start and _stretch(row, start - 1):
            continue  # `after a day off`
        if text in _AWAY and end < len(row.words) and _determined(row, end + 1):
            continue  # `not out the door before 9`: what is left is not over
        word = Entry(role.upper(), start, end, text, 0.1)
        if role in _RELATIONS:
            yield Part("side", start, end, _RELATIONS[role], 0.1, word)
        elif role in _SIDES:
            yield Part("verb", start, end, role, 0.1, word)
        else:
            yield Part(role, start, end, text, 0.1, word)
    for place in range(len(row.words)):
        if row.filler[place]:
            yield Part(
                "glue", place, place + 1, None, 0.05, Entry("FILLER", place, place + 1, None, 0.0)
            )


_AWAY = ("out", "off", "be on", "is on", "are on")
"""What may stand before a place, where somebody is or not: `off the road`, `be on the boat`."""


def _stretch(row: Row, place: int) -> bool:
    """Tell whether a word is a stretch of time that somebody has off: `a week`, `Monday`, `evenings`."""
    timed = row._types(place) & {"WEEKDAY", "WEEKEND", "WEEKDAYS", "PART"}
    return bool(timed) or row.numbers.unit(place)[1] > 0


def _determined(row: Row, place: int) -> bool:
    return row.article(place - 1) or row.words[place - 1].low in data("determiners")


_RELATIONS = {"once": "after", "after": "after", "until": "until", "before": "before"}
_AT_THE_END = ("after", "only after", "next", "follow", "follows")
_SIDES = ("start", "end", "be", "do")


@cache
def _phrases() -> Phrases:
    return Phrases(data("timing")["phrases"])


def _dates(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield the dates and months that bound something: `by 15 September`, `before June`."""
    kinds = data("timing")["dates"]
    leading = {phrase: kind for kind, phrases in kinds.items() for phrase in phrases}
    for start in range(len(row.words)):
        for place in range(start + 1, min(start + 6, len(row.words))):
            kind = leading.get(" ".join(w.low for w in row.words[start:place]))
            if kind is None:
                continue
            while place < len(row.words) and row.filler[place]:
                place += 1
            named = _weekday(row, place) if place < len(row.words) else None
            dated = place + (named is not None)
            spans = [(_until(kind, first, last), end) for first, last, end in _calendar(row, chart, dated)
                     if first == last or kind not in ("by", "after")]  # fmt: skip
            if not spans and named is not None:
                spans = [(_until_weekday(kind, named), place + 1)]
            for until, end in spans:
                yield Part("date", start, end, until, 0.2, Entry("UNTIL", start, end, until, 0.2))


def _weekday(row: Row, place: int) -> int | None:
    known = row.known.phrases.get((row.words[place].low,))
    several = row.words[place].low.endswith("days")
    return None if several else next((w.value for w in known if w.type == "WEEKDAY"), None)


def _until(kind: str, first: Date, last: Date) -> Until:
    earlier, later = f"before {date_text(*first)}", f"after {date_text(*last)}"
    till, onwards = f"before {date_text(*_morrow(*last))}", f"after {date_text(*_eve(*first))}"
    date = date_text(*(last if kind == "by" else first))
    return Until(kind, (earlier,), (later,), (till,), (onwards,), date)


def _until_weekday(kind: str, number: int) -> Until:
    name = placing.day_name(number)
    own, earlier, later = f"on {name}", f"preceding day on {name}", f"following day on {name}"
    return Until(kind, (earlier,), (later,), (own, earlier), (own, later))


def _calendar(row: Row, chart: Chart, place: int) -> Iterator[tuple[Date, Date, int]]:
    """Yield the first and the last day of a date or a month that begins at a place, and its end."""
    for entry in chart.words:
        if entry.type == "Calendar" and entry.start == place:
            yield entry.value, entry.value, entry.end
    word = row.words[place] if place < len(row.words) else None
    if word is not None and word.low in MONTHS and word.text[0].isupper():
        month = MONTHS.index(word.low) + 1
        yield (0, month, 1), (0, month, _days(0, month)), place + 1


def _days(year: int, month: int) -> int:
    return calendar.monthrange(year or 2024, month)[1]  # without a year there may be a leap day


def _eve(year: int, month: int, day: int) -> Date:
    if day > 1:
        return year, month, day - 1
    if month > 1:
        return year, month - 1, _days(year, month - 1)
    return (year - 1 if year else 0), 12, 31


def _morrow(year: int, month: int, day: int) -> Date:
    if day < _days(year, month):
        return year, month, day + 1
    return (year, month + 1, 1) if month < 12 else (year + 1 if year else 0, 1, 1)
