"""What a sentence of one bound may be covered with: bounds, things, scopes, and words that say nothing.

The types of words and the phrases are data (`grammars/english.yaml`, `single`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from evalspec.language.english.chart import Chart, Entry
from evalspec.language.english.closed import data
from evalspec.language.english.covering import Part, starting
from evalspec.language.english.inflected import inflected, word_class
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Bound, Noun, Subject, changed
from evalspec.language.english.noun_phrases import stretches, tells_amount
from evalspec.language.english.phrases import Phrase, Phrases
from evalspec.language.english.rules import bounds, subjects
from evalspec.language.english.rules.names import is_several, named
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.nouns import singular

JOINED_COST = 0.6
"""Of two noun phrases that a preposition makes one name: `coats of varnish`."""
_SIGNS = {
    "MINIMUM": ">=", "MAXIMUM": "<=", "EXCEED": ">", "FALL_BELOW": "<", "LIMIT": "<=", "LIMITING": "<=",
}  # fmt: skip
"""Types of words that tell the side of a bound from afar."""
_THINGS = ("rank", "member", "category", "name", "block", "item")
PREPOSITIONS = ("OF", "FOR", "ON", "IN", "WITH", "AT", "TO")


def bound_parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what the sentence may be covered with."""
    roles = {kind: role for role, types in data("single")["roles"].items() for kind in types}
    for (kind, start, end), entries in chart.entries.items():
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:2]:
            part = Part(roles.get(kind, ""), start, end, entry.value, max(entry.cost, 0.0), entry)
            if kind in _SIGNS:
                part = part._replace(role="sign", value=bounds.Close(_SIGNS[kind]))
            if kind == "Close":
                part = part._replace(role="sign")
            if kind == "OfWhat":
                part = part._replace(role="of", value=("OF", entry.value))
            if kind == "Subject":
                part = part._replace(role=_role_of(entry.value))
            if kind in ("HAVE", "HAVING", "SPEND") and not _light(row, entry):
                continue  # `longer than 30 minutes to cook`
            all_of = kind == "Theme" and entry.value.total
            if all_of and row.words[start].low in ("whole", "entire", "the"):
                continue  # `the whole time`
            if part.role == "bound" and _numbers(row, chart, start, entry.value):
                continue
            if part.role and entry.value != "one":
                yield part._replace(cost=part.cost + (0.1 if part.role == "glue" else 0.3))
    yield from _said(row)
    for said in _idioms().found(row):
        yield _listed(said, "of")._replace(value=("OF", _idiom(row.known, said.role)))
    yield from _so_many_ranks(chart)
    yield from _verbs(row)
    yield from _compared(row, chart)
    for unit in (e for e in chart.words if e.type == "OF" and e.end < len(row.words)):
        place = unit.end + row.filler[unit.end]
        known, taken = row.numbers.unit(place)
        theme = row.known.default(known.dimension) if known is not None else None
        if theme is not None and row.words[place].low.endswith("s"):  # `half of the metres`
            yield Part("theme", unit.end, place + taken, theme, 0.3, unit)
    for whom in (e for e in chart.words if e.type in ("PERSON", "Open") and _somebody(row, e)):
        yield Part("whom", whom.start, whom.end, whom.value, 0.2, whom)
        for link in (e for e in chart.words if e.type in ("FOR", "TO") and e.end == whom.start):
            yield Part("whom", link.start, whom.end, whom.value, 0.2, whom)
    for thing in _things(row, chart):
        yield thing
        for entry in chart.words:
            unranked = entry.end == thing.start and thing.value.kind in ("name", "category")
            if entry.type == "ALL" and unranked:
                whole = Entry("ALL_OF", entry.start, thing.end, thing.value, thing.cost)
                yield thing._replace(start=entry.start, entry=whole)
            if entry.end == thing.start or (
                entry.type in ("EACH", "NO") and _only_singly(row, entry.end, thing.start)
            ):
                yield from _led(row.known, entry, thing)


def _numbers(row: Row, chart: Chart, place: int, bound: Bound) -> bool:
    """Tell whether a number says which of several is meant: `item 3`."""
    before = chart.found("Rank", place - 1, place) if place else []
    one = any(not entry.value.plural for entry in before)
    each = place > 1 and _types(row, place - 2, 1) & {"EACH", "PER", "INDEF"}
    return one and not each and bound.plain and bound.amount.bare


def _idiom(w: Words, word: str) -> Noun:
    """Return what is done by a word for it: `behind the wheel`."""
    known = w.phrases.get((word,))
    return next((one.value for one in known if one.type == "Thing"), named(word))


def _so_many_ranks(chart: Chart) -> Iterator[Part]:
    """Yield what is all there is by its number: `all five weeks`."""
    for (kind, start, end), entries in chart.entries.items():
        noun = next(iter(entries.values())).value if kind == "Noun" else None
        if noun is None or noun.kind != "rank" or not noun.plural or noun.filters or noun.overs:
            continue
        for number in (e for e in chart.words if e.type == "Num" and e.end == start):
            for every in (e for e in chart.words if e.type == "ALL" and e.end == number.start):
                yield Part("all", every.start, end, None, 0.3, every)


def _light(row: Row, verb: Entry) -> bool:
    """Tell whether a verb says no more than that there is so much: `get`, no `cook` and no `included`."""
    included = row.words[verb.end - 1].low in ("included", "excluded")
    return verb.value in data("single")["light"] and not included


def _role_of(subject: Subject) -> str:
    """Return the role of who is spoken of: of each, of several together, of all there is."""
    noun = subject.noun
    if noun is not None and subject.quantifier == "each" and is_coin(noun):
        return ""  # `every cent of the 900 euros`
    if subject.quantifier in ("each", "no", "all") or (noun is not None and noun.several):
        return "subject"
    return "total" if noun is not None and noun.kind == "rank" and subject.total else ""


def is_coin(noun: Noun) -> bool:
    """Tell whether a name is one of money, each of which has no amount: `each cent`."""
    return noun.kind == "name" and singular(noun.name.lower()) in data("single")["coins"]


def _acts(w: Words, noun: Noun) -> bool:
    """Tell whether a name begins with a word that may be a verb."""
    first = noun.name.lower().partition(" ")[0]
    return first in w.deeds or not w.verbs.isdisjoint(w.types(first))


def _led(w: Words, entry: Entry, thing: Part) -> Iterator[Part]:
    """Yield a thing with the word before it: `on decorations`, `per hive`, `no dinner`."""
    noun: Noun = thing.value
    part = Part("of", entry.start, thing.end, (entry.type, noun), thing.cost, entry)
    compound = noun.kind == "name" and noun.filters.startswith(" in ")  # `for the parent evenings`
    alone = compound or (noun.kind != "several" and partitive(noun) and " " not in noun.name)
    acting = entry.type == "TO" and noun.kind == "name" and _acts(w, noun)  # `to look round it`
    stretch = noun.name.lower() in data("single")["no scopes"]  # `in the first fortnight`
    if entry.type == "EACH" and is_coin(noun):
        return
    if entry.type in PREPOSITIONS and not (alone or acting or stretch):
        yield part
    if noun.kind == "several":
        return
    unit = first_word(noun) in {*w.lexicon.units, *data("single")["no scopes"]}
    if entry.type == "EACH" or (entry.type == "PER" and not unit and entry.value != "/"):
        one = noun.kind == "name" and not (noun.plural or _timed(w, noun))
        held_in = subjects.over(w, noun) if one else None
        if held_in is not None and (entry.type == "PER" or " " in str(entry.value)):
            yield part._replace(role="over", value=held_in)
    apart = _timed(w, noun) or w.is_person(noun.name)
    if noun.kind == "name" and (entry.type == "NO" or (entry.type == "EACH" and not apart)):
        kind = "no" if entry.type == "NO" else "each"
        yield part._replace(role="subject", value=Subject(noun, kind))


def _only_singly(row: Row, start: int, end: int) -> bool:
    """Tell whether between two places stands only that each is meant by itself: `no | single | line`."""
    return start < end and all(
        row.words[n].low in ("single", "one", "individual") for n in range(start, end)
    )


def _acting(row: Row, start: int, end: int) -> bool:
    """Tell whether a row of words ends in a verb that takes an amount, or begins with an infinitive:
    `the hall handles | at most 120`, `I want to | row`.
    """
    if start and row.words[start - 1].low == "to" and _is_base(row, start):
        return True
    low = row.words[end - 1].low
    verbal = any(one.tense == "s" for one in inflected(low)) and end < len(row.words)
    return end - start > 1 and verbal and _bounds(row, end)


def _is_base(row: Row, place: int) -> bool:
    return any(one.tense == "base" for one in inflected(row.words[place].low))


def _bounds(row: Row, place: int) -> bool:
    """Tell whether a number or what leads one stands at a place."""
    types = {kind for length in (1, 2, 3) for kind in _types(row, place, length)}
    return row.counts(place) or bool(
        types & {"GE", "LE", "GT", "LT", "EQ", "ABOUT", "NOT", "BETWEEN"}
    )


def _types(row: Row, place: int, length: int) -> set[str]:
    return row.known.types(*(word.low for word in row.words[place : place + length]))


def _verbs(row: Row) -> Iterator[Part]:
    """Yield the verbs whose object is the amount: `the raffle | brings in | 400`."""
    changing = data("single")["changing"]
    for place, word in enumerate(row.words):
        bases = {one.base for one in inflected(word.low) if one.tense in ("base", "s")}
        end = place + 1
        if end < len(row.words) and row.words[end].low in [*data("particles"), "in", "on", "for"]:
            end += not _bounds(row, end)
        led = bool(bases) and place > 0 and bases.isdisjoint(changing)
        led &= "MEASURES" not in row.known.types(word.low)  # `cost 95 pounds`: of money
        if led and end < len(row.words) and _bounds(row, end):
            text = row.text(place, end)
            yield Part("glue", place, end, text, 1.0, Entry("VERB", place, end, text, 1.0))


def _somebody(row: Row, entry: Entry) -> bool:
    """Tell whether words name somebody whom a plan is for: `my grandson`."""
    low = row.words[entry.end - 1].low
    last = (singular(low),)
    led = entry.end - entry.start > 1
    if entry.type == "PERSON":  # no `physio at most two hours`
        return led or last != (low,) or last in word_class("elders")
    related = last in word_class("people") - word_class("people or things")
    return last in word_class("elders") or (related and led)


def _timed(w: Words, noun: Noun) -> bool:
    """Tell whether a name is a unit of time, which no thing of a plan is called: `a night`."""
    unit = w.lexicon.units.get(singular(noun.name))
    return unit is not None and unit.dimension in ("time", "count:night")


def _compared(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what compares a thing with another: `no more than | the materials`."""
    for entry in chart.words:
        plain = not {w.low for w in row.words[entry.start : entry.end]} & _measuring()
        if plain and entry.type in _COMPARING and row.words[entry.end - 1].low == "than":
            yield Part("compared", entry.start, entry.end, _COMPARING[entry.type], 0.3, entry)


@cache
def _measuring() -> frozenset[str]:
    """Return the comparatives that tell what is compared: `heavier`."""
    return frozenset(word for row in data("compared").values() for word in row)


_COMPARING = {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<"}


def _said(row: Row) -> Iterator[Part]:
    """Yield the phrases that are listed, and the words without meaning before other parts."""
    for said in _phrases().found(row):
        end = said.end
        if (
            said.text in ("each", "for each")
            and end < len(row.words)
            and row.words[end].kind == "word"
        ):
            continue  # `each dinner`
        part = _listed(said, "glue" if said.role == "light" else said.role)
        if said.role in _ENDS:
            part = part._replace(role="sign", value=bounds.Close(_ENDS[said.role]))
        yield part
    for place in range(len(row.words)):
        if row.filler[place]:
            word = Entry("FILLER", place, place + 1, None, 0.0)
            yield Part("glue", place, place + 1, None, 0.05, word)


_ENDS = {"sign above": ">=", "sign below": "<="}


def _listed(said: Phrase, role: str) -> Part:
    word = Entry(said.role.upper(), said.start, said.end, said.text, 0.1)
    return Part(role, said.start, said.end, said.text, 0.1, word)


@cache
def _phrases() -> Phrases:
    own, tables = data("single")["whole"], data("single")["phrases"]
    either = {"{whole}": "|".join((*own, *data("wholes"))), "{stretch}": "|".join(own)}

    def written(template: str) -> str:
        for slot, words in either.items():
            template = template.replace(slot, f"({words})")
        return template

    return Phrases({role: map(written, row) for role, row in tables.items()})


@cache
def _idioms() -> Phrases:
    return Phrases(data("single")["idioms"])


def _things(row: Row, chart: Chart) -> list[Part]:
    """Return the noun phrases: those that the chart knows, and any row of words that may be one."""
    found: dict[tuple[int, int], Part] = {}
    known: set[tuple[int, int]] = set()
    for (kind, start, end), entries in chart.entries.items():
        for entry in sorted(entries.values(), key=lambda e: -e.cost) if kind == "Noun" else ():
            noun = entry.value
            acting = noun.kind == "name" and _acting(row, start, end)
            if noun.kind in _THINGS and not (noun.several or acting):
                cost = max(entry.cost, 0.0) / 10 + 0.3
                found[start, end] = Part("thing", start, end, noun, cost, entry)
                known.add((_first_word(row, start, end), end))
    for start, end, noun, cost in stretches(row):
        if (_first_word(row, start, end), end) not in known and not _acting(row, start, end):
            text = row.text(start, end)
            entry = Entry("Words", start, end, text, cost)
            found[start, end] = Part("thing", start, end, noun, cost, entry)
    for place, thing in list(found.items()):
        phrase = tuple(thing.value.name.lower().split())
        measured = any(map(tells_amount, row.known.phrases.get(phrase)))
        lacking = re.fullmatch(r"un\w+ed", phrase[-1]) if phrase else None  # `half of it unbooked`
        if thing.value.kind == "name" and (measured or lacking or phrase[-1] in _SUMS):
            del found[place]  # `of calories` is no thing
    names = [t for t in found.values() if t.value.kind == "name" and not partitive(t.value)]
    links = [e for e in chart.words if e.type in PREPOSITIONS]
    for _turn in range(2):  # `replacement of filters for the pump`
        for one, _, other in _beside(row, names, links, list(found.values())):
            owned = other.value.kind == "name" and not (
                partitive(other.value) or row.known.is_person(other.value.name)
            )
            if owned and (one.start, other.end) not in found:
                cost = one.cost + other.cost + JOINED_COST
                found[one.start, other.end] = _named(row, one.start, other.end, cost)
                names.append(found[one.start, other.end])
    return [*found.values(), *_added(row, chart, list(found.values()))]


def _first_word(row: Row, start: int, end: int) -> int:
    """Return where a stretch of words begins, without the words before it that say nothing."""
    return next((n for n in range(start, end) if not row.filler[n]), start)


def _beside(
    row: Row, ones: list[Part], links: list[Entry], others: list[Part]
) -> Iterator[tuple[Part, Entry, Part]]:
    """Yield two things with what stands between them."""
    by_start = starting(row, others)
    by_end: dict[int, list[Part]] = {}
    for one in ones:
        by_end.setdefault(one.end, []).append(one)
    for link in links:
        for one in by_end.get(link.start, ()):
            yield from ((one, link, other) for other in by_start.get(link.end, ()))


def _added(row: Row, chart: Chart, things: list[Part]) -> Iterator[Part]:
    """Yield two or more things that are joined: `booze and food`, `rent plus bills`."""
    plain = [t for t in things if t.value.kind in ("name", "category", "member")
             and not (t.value.filters and t.value.kind != "member") and not t.value.article
             and len(t.value.name) > 1]  # fmt: skip
    links = [e for e in chart.words if e.type in ("AND", "PLUS") and e.value != "nor"]
    commas = [e for e in chart.words if e.type == "COMMA"]
    rows = [(one, False) for one in plain]
    for _ in range(3):  # `flowers, candles and ribbons`
        rows = [
            (_several(one, other, all_of or link.type == "PLUS"), link.type != "COMMA")
            for (start, all_of) in rows
            for one, link, other in _beside(row, [start], [*links, *commas], plain)
        ]
        yield from (part for part, closed in rows if closed)


def _several(one: Part, other: Part, added: bool) -> Part:
    """Return two things as several; added up where a sign says so."""
    nouns = (*(one.value.several or (one.value,)), other.value)
    noun = Noun("", "several", "", 50, several=nouns, plural=True)
    cost = one.cost + other.cost
    kind = "ADDED" if added or one.entry.type == "ADDED" else "SEVERAL"
    return Part(
        "thing", one.start, other.end, noun, cost, Entry(kind, one.start, other.end, noun, cost)
    )


_SUMS = frozenset({"total", "sum", "net", "gross"})


def _named(row: Row, start: int, end: int, cost: float) -> Part:
    """Return a name of a stretch of words."""
    text = row.text(start, end)
    noun = changed(named(text), plural=is_several(text))
    return Part("thing", start, end, noun, cost, Entry("Words", start, end, text, cost))


def first_word(noun: Noun) -> str:
    """Return the first word of a name, in the singular."""
    return singular(noun.name.lower().partition(" ")[0])


def partitive(noun: Noun) -> bool:
    """Tell whether a name is one of so much of something: `glasses of water`."""
    return first_word(noun) in {*data("partitives"), *data("vessels"), *data("single")["relations"]}
