"""Noun phrases of whatever words: most things that users ask for stand in no list.

A row of words that can only be a noun phrase is a name, by what its words are not; a phrase behind
a preposition narrows it (`a dinner in a private home`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from evalspec.language.english.chart import Chart
from evalspec.language.english.closed import Word as Known
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import quoted
from evalspec.language.english.meanings import Noun, changed
from evalspec.language.english.naming import NOUNS_TOO
from evalspec.language.english.nominal import adjectival, nominal, table
from evalspec.language.english.rules.names import is_several, named, open_name
from evalspec.language.english.scanner import Word
from evalspec.language.english.tokens import Row
from evalspec.language.names import MONTHS, PARTS, WEEKDAYS
from evalspec.vocabulary.nouns import singular

LONGEST = 6
"""Words of a noun phrase that no list holds."""
_KINDS = ("name", "category", "member", "block", "text", "mark", "literal")
"""Kinds of things that may be there or not."""


Stretch = tuple[int, int, Noun, float]


def things(row: Row, chart: Chart) -> Iterator[Stretch]:
    """Yield where things are named, what they are, and how unsure that is."""
    yield from (one for one in _things(row, chart) if not row.infinitive(one[0]))


def _things(row: Row, chart: Chart) -> Iterator[Stretch]:
    plain: list[Stretch] = []
    seen = set()
    for (kind, start, end), entries in chart.entries.items():
        for entry in entries.values() if kind == "Noun" else ():
            noun = entry.value
            if (
                noun.kind in _KINDS
                and not (noun.several or noun.overs)
                and _is_thing(row, start, end, noun)
            ):
                seen.add((start, end))
                plain.append((start, end, noun, max(entry.cost, 0.0) / 10))
    plain += [one for one in unknown(row) if one[:2] not in seen]
    yield from plain
    yield from _narrowed(row, plain, seen)


def _is_thing(row: Row, start: int, end: int, noun: Noun) -> bool:
    """Tell whether a name is no amount, no time and no word for all of a text or for how it is written."""
    if noun.scope in row.known.whole_too and not noun.plural:
        return False
    lows = [row.words[n].low for n in range(start, end)]
    if row.article(start) and end - start > 2 and is_several(lows[-1]) and noun.kind == "name":
        return False  # `a fresh herb garnishes every dinner`
    counted = any(row.counts(n) for n in range(start, end)) or any(
        w in row.known.lexicon.units for w in lows
    )
    formed = row._types(end - 1) & {"TICK_BOX", "Listed", "Form", "NUMBERED_", "LISTS"}
    return (
        noun.kind != "name" or noun.cited or not (counted or formed or singular(lows[0]) in _kin())
    )


def unknown(row: Row) -> Iterator[Stretch]:
    """Yield each longest row of words that can be a noun phrase, with its article."""
    start = 0
    while start < len(row.words):
        end = start
        while (
            end < len(row.words)
            and end - start < LONGEST
            and _nameable(row, end)
            and _goes_with(row, start, end)
        ):
            end += 1
        while end > start and not _heads(row, end - 1):
            end -= 1
        noun = _named(row, start, end) if end > start else None
        if noun is not None and _is_thing(row, start, end, noun):
            first = start
            while first and _determines(row, first - 1):
                first -= 1
            article = "a" if any(map(row.article, range(first, start))) else ""
            if not article or _is_thing(row, first, end, noun):
                yield first, end, changed(noun, article=article), 0.3 + 0.1 * (end - start)
        start = max(end, start + 1)


def stretches(row: Row) -> Iterator[Stretch]:
    """Yield every row of words that can be a noun phrase, with `the`, `my` and the like before it."""
    for start in range(len(row.words)):
        end = first = start
        while first and row.filler[first - 1] and _determines(row, first - 1):
            first -= 1
        while end < min(start + LONGEST, len(row.words)) and _nameable(row, end):
            end += 1
            text = row.text(start, end)
            if end > start + 1 and row.known.lacked(row.words[end - 1].low):
                continue  # `one dinner vegetarian`
            if _heads(row, end - 1) and nominal(text) and row.words[start].low not in _COMPARING:
                yield first, end, changed(named(text), plural=is_several(text)), 0.6


def tells_amount(one: Known) -> bool:
    """Tell whether a word says how much of something there is, or is of texts and nothing else: `lines`."""
    return one.type == "Measure" or (one.type == "Text" and not one.cost)


def _named(row: Row, start: int, end: int) -> Noun | None:
    text = row.text(start, end)
    last = row.known.phrases.get((row.words[end - 1].low,))
    if end == start + 1 and any(map(tells_amount, last)):
        return None
    if row.words[start].low in _COMPARING:
        return None  # `a different fruit every day`: no fruit called so
    return open_name(row.known, text) if nominal(text) else None


def _goes_with(row: Row, start: int, place: int) -> bool:
    """Tell whether a word may follow others in a noun phrase: what stands before a noun is no plural, and a
    form in -ed behind one begins a clause (`the physio prescribed planks`).
    """
    if place == start or row.words[place - 1].joined or row.words[place].text[:1].isupper():
        return True
    before, low = row.words[place - 1], row.words[place].low
    several = singular(before.low) != before.low and not before.text[:1].isupper()
    done = low.endswith("ed") and len(low) > 4
    return not several and (not done or adjectival(before.low))


def _determines(row: Row, place: int) -> bool:
    return row.words[place].low in _DETERMINERS and (
        row.filler[place] or row.words[place].low != "your"
    )


def _nameable(row: Row, place: int) -> bool:
    """Tell whether a word may stand in a noun phrase: no word of the closed classes, and no verb."""
    word = row.words[place]
    compound = word.joined or (place > 0 and row.words[place - 1].joined)
    proper = place > 0 and word.text[:1].isupper() and row.words[place - 1].low not in ".!?:;"
    if word.kind != "word" or row.filler[place] or row.article(place) or row._unit(place):
        return False
    if row.runs(place) or row.costs(place):
        return False
    if word.low in _VAGUE and place and not row.filler[place - 1] and not row.article(place - 1):
        return row.words[place - 1].kind == "word" and row._types(place - 1) <= {"Thing", "Words"}
    amount = row.counts(place) or word.low in row.known.lexicon.units
    if amount or word.low in data("no names") or word.low in CALENDAR:
        return False
    if word.low in _LATER:
        return place > 0 and _nameable(row, place - 1)  # `free time`
    if "NTH" in row._types(place) or (row.known.scheduled and word.low in data("rotas")):
        return False
    if compound or proper or adjectival(word.low):
        return True
    if word.low in row.known.funds and place and _determines(row, place - 1):
        return True  # `of my pay`
    if row.barred(place):
        return _compounded(row, place)
    types = row._types(place)
    before = row.numbers.low(place - 1)
    led = (row.led(place) and before != "no") or before in ("before", "after")
    if led and types <= _NAMING | row.known.verbs:
        return True
    if word.low in row.known.deeds:
        return is_several(word.low) and not any(map(_is_open, row.words[:place]))
    return types <= _NAMING or (types <= _VERBAL | row.known.verbs and not row.may_do(place))


def _is_open(word: Word) -> bool:
    """Tell whether a word may be what a verb is said of."""
    return word.kind == "word" and word.low not in _DETERMINERS | {
        "keep",
        "leave",
        "all",
        "between",
    }


def _compounded(row: Row, place: int) -> bool:
    """Tell whether a verb can only be a noun, behind one in the singular with which it does not agree:
    `battery care`, `the shed checks`.
    """
    before = row.words[place - 1] if place else None
    low = row.words[place].low
    if before is None or low not in table("verbs") or is_several(low):
        return False
    if row.counts(place + 1) and "HAVE" in row._types(place):
        return False  # `leave two hours`
    one = before.kind == "word" and not is_several(before.low) and not row.filler[place - 1]
    return one and _nameable(row, place - 1) and not adjectival(before.low)


def _heads(row: Row, place: int) -> bool:
    """Tell whether a word may end a noun phrase."""
    word = row.words[place]
    lacking = word.low.startswith("un") and word.low.endswith("ed")  # `half of it unbooked`
    plan = lacking or row._types(place) & {*_ADJECTIVES, "Plan", "Rank"}
    return not (word.joined or adjectival(word.low) or plan)


_VAGUE = frozenset("stuff things bits".split())
"""Nouns that name something by what stands before them alone: `party stuff`."""
_ADJECTIVES = frozenset({"REFERENCE", "OFF", "FREE", "OPENING", "CLOSING", "IDEAL"})
"""Types of words that may stand before a noun, and then are part of a name: `free time`."""
_VERBAL = frozenset(NOUNS_TOO | _ADJECTIVES)
_NAMING = frozenset((_VERBAL - {"WORKING", "WRITE", "SAY", "SET"}) | {
    "TIMES", "AVAILABLE", "SHARP", "SHARPLY", "RANGED", "STYLED", "VALUES", "OBJECTS", "COMMENTARY", "HEADER",
    "COLUMNS", "Mark", "SHORT_TEXT", "DATES", "DATE_", "DEPTH", "PRESENT", "STATED", "GENERIC", "AWAY", "OWN",
    "COSTING", "ON_TABLE", "INCOME",
})  # fmt: skip
"""Types of words that a noun phrase may hold: nouns and adjectives that some rule knows by another use."""


def _narrowed(row: Row, plain: list[Stretch], seen: set[tuple[int, int]]) -> Iterator[Stretch]:
    """Yield things with what narrows them: `a dinner in a private home`."""
    for start, end, noun, cost in plain:
        if (
            end + 1 >= len(row.words)
            or row.words[end].low not in _NARROWING
            or noun.filters.count(" where ")
        ):
            continue
        for first, last, other, more in plain:
            if (
                first == end + 1
                and other.kind in ("name", "category")
                and not other.filters
                and (start, last) not in seen
                and not row._types(last - 1) & {"Text", "Listed"}  # `the totals in a table`
                and not _at_edge(row, end, last)
            ):
                made = narrowed(noun, other)
                if made is not None:
                    yield start, last, made, cost + more + 0.3


def _at_edge(row: Row, start: int, end: int) -> bool:
    """Tell whether words say where a thing stands, not what it is: `a break at the end`."""
    return "AT_EDGE" in row.known.types(*(word.low for word in row.words[start:end]))


def narrowed(noun: Noun, other: Noun) -> Noun | None:
    """Narrow a thing to one with a name in it or on it."""
    if noun.kind == "member":
        return changed(noun, filters=f"{noun.filters} where (exists {quoted(other.name)})")
    if noun.kind in ("name", "category"):
        return changed(noun, filters=f"{noun.filters} where (contains {quoted(other.name)})")
    return None


def person(row: Row, start: int) -> int:
    """Return where a phrase for somebody of the writer's ends: `my son Karim`, `the kids`; or 0."""
    words, place = row.words, start
    while place < len(words) and words[place].low in _OWNERS:
        place += 1
    owned = place > start
    while place < len(words) and words[place].low in _AGES:
        place += 1
    if not owned or place == len(words) or singular(words[place].low) not in _kin():
        return 0
    place += 1
    while place < len(words) and words[place].text[:1].isupper():
        place += 1
    return place


@cache
def _kin() -> frozenset[str]:
    return frozenset(data("existence")["kin"])


_OWNERS = frozenset("my our his her their the both all this these".split())
_AGES = frozenset(
    "little younger older big small eldest youngest oldest poor dear old late two three four".split()
)
_DETERMINERS = frozenset("the a an my our his her their this your another any some".split())
_NARROWING = frozenset("in with for from about on at to by near".split())
CALENDAR = frozenset(
    [*PARTS, *MONTHS, *(f"{day}{s}" for day in WEEKDAYS for s in ("", "s")),
     *"day days week weeks month months weekend weekends today tomorrow noon midday midnight".split()]
)  # fmt: skip
"""Words that say when, and begin or end no name."""
_COMPARING = frozenset("different distinct separate various other same equal average total".split())
"""Adjectives that say how several things are to be counted, or which amount is meant."""
_LATER = frozenset({"time", "times"})
"""Words of a name that begin none."""
