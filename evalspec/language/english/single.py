"""One bound of one thing, whatever words stand around: `a head not more than 20 quid on the bus`.

Most demands hold one amount to one bound, and say of what, in which scope and over how much of the
plan, in any order. Where rules and typed parts join nothing, a sentence is covered by such parts:
the bound, what tells its side (`tops`, `minimum`), at most one noun phrase, of whatever words, its
preposition, scopes, wholes, and words that say nothing (`grammars/english.yaml`, `single`). Every
other word refuses the sentence, so that none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from evalspec.language.english.chart import Chart, Entry
from evalspec.language.english.covering import (
    Meaning,
    Part,
    Parts,
    Starting,
    cheapest,
    last_place,
    rows,
    starting,
)
from evalspec.language.english.floating import MOST, joints
from evalspec.language.english.inflected import word_class
from evalspec.language.english.lexicon import Words, data, variants
from evalspec.language.english.meanings import (
    COUNTED,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    Theme,
    changed,
    joined,
)
from evalspec.language.english.naming import NOUNS, OPEN_TOO
from evalspec.language.english.nominal import barred, nominal
from evalspec.language.english.rules import bounds, frames, persons, subjects
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.names import named
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import over_of
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.fold import singular

OPEN_COST = 0.6
"""Of a noun phrase that only its place tells."""
JOINED_COST = 0.6
"""Of two noun phrases that a preposition makes one name: `coats of varnish`."""
LONGEST = 4
"""Words of such a noun phrase."""
_SIGNS = {
    "MINIMUM": ">=", "MAXIMUM": "<=", "EXCEED": ">", "FALL_BELOW": "<", "LIMIT": "<=", "LIMITING": "<=",
}  # fmt: skip
"""Types of words that tell the side of a bound from afar."""
_THINGS = ("rank", "member", "category", "name", "block", "item")
_PREPOSITIONS = ("OF", "FOR", "ON", "IN", "WITH", "AT", "TO")


def single(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as one bound of one thing, the cheapest first."""
    parts_at = starting(_once(_parts(row, chart)))
    end = last_place(row, chart)
    found = _one(row.known, parts_at, 0, end) if end else []
    for joint, behind in joints(row).items() if not found else ():
        if joint > 0 and behind < end:
            first = _one(row.known, parts_at, 0, joint)
            other = _one(row.known, parts_at, behind, end)
            if len(first) == len(other) == 1 and all(map(_apart, (first[0], other[0]))):
                found.append(_both(first[0], other[0]))
    return found


def _once(parts: Iterable[Part]) -> Iterator[Part]:
    """Leave out words that say nothing where others of the same stretch say nothing."""
    glued = set()
    for part in parts:
        if part.role != "glue" or (part.start, part.end) not in glued:
            yield part
        if part.role == "glue":
            glued.add((part.start, part.end))


def _one(w: Words, parts_at: Starting, start: int, end: int) -> list[Meaning]:
    """Return the meanings of a stretch of words as one bound of one thing."""
    return cheapest(w, rows(parts_at, start, end, MOST), _demand)


def _apart(meaning: Meaning) -> bool:
    """Tell whether a demand says all that it is of, and nothing that may be meant of one beside it."""
    roles = {part.role for part in meaning.parts}
    named = {"thing", "of", "subject"} & roles
    return bool(named) and not roles & {
        "over",
        "total",
        "each",
        "not",
        "permit",
        "head",
        "night",
        "in",
        "out",
    }


def _both(one: Meaning, other: Meaning) -> Meaning:
    made = ((one.formula, one.strength), (other.formula, other.strength))
    return Meaning(*joined(made, "and"), one.cost + other.cost, (*one.parts, *other.parts))


# -- the parts ------------------------------------------------------------------------------------
def _parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what the sentence may be covered with."""
    roles = {kind: role for role, types in data("single")["roles"].items() for kind in types}
    for (kind, start, end), entries in chart.entries.items():
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:2]:
            part = Part(roles.get(kind, ""), start, end, entry.value, max(entry.cost, 0.0), entry)
            if kind in _SIGNS:
                part = part._replace(role="sign", value=bounds.Close(_SIGNS[kind]))
            if kind == "Close":
                part = part._replace(role="sign")
            if kind == "Subject":
                part = part._replace(role=_role_of(entry.value))
            if kind in ("HAVE", "HAVING", "SPEND") and not _light(row, entry):
                continue  # `longer than 30 minutes to cook`
            if (
                kind == "Theme"
                and entry.value.total
                and row.words[start].low in ("whole", "entire", "the")
            ):
                continue  # `the whole time`
            if part.role and entry.value != "one":
                yield part._replace(cost=part.cost + (0.1 if part.role == "glue" else 0.3))
    yield from _said(row)
    for word, phrases in data("single")["idioms"].items():
        for part in _listed(row, "of", phrases):
            yield part._replace(value=("OF", _idiom(row.known, word)))
    yield from _so_many_ranks(chart)
    for whom in (e for e in chart.words if e.type in ("PERSON", "Open") and _somebody(row, e)):
        yield Part("whom", whom.start, whom.end, whom.value, 0.2, whom)
        for link in (e for e in chart.words if e.type in ("FOR", "TO") and e.end == whom.start):
            yield Part("whom", link.start, whom.end, whom.value, 0.2, whom)
    counting = {
        role: [(p.start, p.end) for p in _listed(row, role, templates)]
        for role, templates in data("single")["counting"].items()
    }
    for thing in _things(row, chart):
        yield thing
        for entry in chart.words:
            if entry.end == thing.start:
                yield from _led(row.known, entry, thing)
        if any(letter.isdigit() for letter in row.text(thing.start, thing.end)):
            continue  # `including a 5-minute warm-up` asks for one
        for role, places in counting.items():
            kind, _, side = role.partition(" ")
            for start, end in places:
                if kind == "out" and thing.value.kind not in ("name", "category"):
                    continue
                if side == "before" and end == thing.start:
                    yield thing._replace(role=kind, start=start)
                closing = end == len(row.words) or row.words[end].kind == "mark"
                if side == "behind" and start == thing.end and (closing or end - start > 1):
                    yield thing._replace(role=kind, end=end)


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
    if subject.quantifier in ("each", "no", "all") or (noun is not None and noun.several):
        return "subject"
    return "total" if noun is not None and noun.kind == "rank" and subject.total else ""


def _acts(w: Words, noun: Noun) -> bool:
    """Tell whether a name begins with a word that may be a verb."""
    first = noun.name.lower().partition(" ")[0]
    return first in w.deeds or any(one.type in w.verbs for one in w.phrases.get((first,), ()))


def _led(w: Words, entry: Entry, thing: Part) -> Iterator[Part]:
    """Yield a thing with the word before it: `on decorations`, `per hive`, `no dinner`."""
    noun: Noun = thing.value
    part = Part("of", entry.start, thing.end, (entry.type, noun), thing.cost, entry)
    partitive = _partitive(noun) and " " not in noun.name
    acting = entry.type == "TO" and noun.kind == "name" and _acts(w, noun)  # `to look round it`
    if entry.type in _PREPOSITIONS and not (partitive or acting):
        yield part
    unit = _first(noun) in {*w.lexicon.units, *data("single")["no scopes"]}
    if entry.type == "EACH" or (entry.type == "PER" and not unit):
        held_in = (
            None
            if noun.kind != "name" or noun.plural or _timed(w, noun)
            else subjects.over(w, noun)
        )
        if held_in is not None and (entry.type == "PER" or " " in str(entry.value)):
            yield part._replace(role="over", value=held_in)
    apart = _timed(w, noun) or w.is_person(noun.name)
    if (
        entry.type in ("EACH", "NO")
        and noun.kind == "name"
        and not (apart and entry.type == "EACH")
    ):
        kind = "no" if entry.type == "NO" else "each"
        yield part._replace(role="subject", value=Subject(noun, kind))


def _somebody(row: Row, entry: Entry) -> bool:
    """Tell whether words name somebody whom a plan is for: `my grandson`."""
    last = (singular(row.words[entry.end - 1].low),)
    related = last in word_class("people") - word_class("people or things")
    return (
        entry.type == "PERSON"
        or last in word_class("elders")
        or (related and entry.end - entry.start > 1)
    )


def _timed(w: Words, noun: Noun) -> bool:
    """Tell whether a name is a unit of time, which no thing of a plan is called: `a night`."""
    unit = w.lexicon.units.get(singular(noun.name))
    return unit is not None and unit.dimension in ("time", "count:night")


def _said(row: Row) -> Iterator[Part]:
    """Yield the phrases that are listed, and the words without meaning before other parts."""
    for role, templates in data("single")["phrases"].items():
        for part in _listed(row, role, templates):
            yield part._replace(role="glue") if role == "light" else part
    for place in range(len(row.words)):
        if row.filler[place]:
            word = Entry("FILLER", place, place + 1, None, 0.0)
            yield Part("glue", place, place + 1, None, 0.05, word)


def _listed(row: Row, role: str, templates: list[str]) -> Iterator[Part]:
    lows = tuple(w.low for w in row.words)
    for phrase in _phrases(tuple(templates)):
        for start in range(len(lows) - len(phrase) + 1):
            if lows[start : start + len(phrase)] == phrase:
                end, text = start + len(phrase), " ".join(phrase)
                yield Part(role, start, end, text, 0.1, Entry(role.upper(), start, end, text, 0.1))


@cache
def _wholes() -> str:
    return "|".join((*data("single")["whole"], *data("wholes")))


@cache
def _phrases(templates: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    stretch = f"({'|'.join(data('single')['whole'])})"
    told = (t.replace("{whole}", f"({_wholes()})").replace("{stretch}", stretch) for t in templates)
    return tuple(tuple(p.split()) for template in told for p in variants(template))


def _things(row: Row, chart: Chart) -> list[Part]:
    """Return the noun phrases: those that the chart knows, and any row of words that may be one."""
    found: dict[tuple[int, int], Part] = {}
    known: set[tuple[int, int]] = set()
    for (kind, start, end), entries in chart.entries.items():
        for entry in entries.values() if kind == "Noun" else ():
            noun = entry.value
            if noun.kind in _THINGS and not noun.several:
                cost = max(entry.cost, 0.0) / 10 + 0.3
                found[start, end] = Part("thing", start, end, noun, cost, entry)
                known.add((next(n for n in range(start, end) if not row.filler[n]), end))
    for start in range(len(row.words)):
        for end in range(start + 1, len(row.words) + 1):
            if not _nameable(row, end - 1) or end - start > LONGEST:
                break
            if (start, end) not in known and _ends(row, end - 1) and nominal(row.text(start, end)):
                found[start, end] = _named(row, start, end, OPEN_COST)
    for place, thing in list(found.items()):
        phrase = tuple(thing.value.name.lower().split())
        measured = any(one.type == "Measure" for one in row.known.phrases.get(phrase, ()))
        if thing.value.kind == "name" and measured:
            del found[place]  # `of calories` is no thing
    names = [t for t in found.values() if t.value.kind == "name" and not _partitive(t.value)]
    for link in (e for e in chart.words if e.type in _PREPOSITIONS):
        for one in names:
            for other in names if one.end == link.start else ():
                whom = row.known.is_person(other.value.name)
                if other.start == link.end and not whom:
                    cost = one.cost + other.cost + JOINED_COST
                    joined = _named(row, one.start, other.end, cost)
                    found.setdefault((one.start, other.end), joined)
    return list(found.values())


def _named(row: Row, start: int, end: int, cost: float) -> Part:
    """Return a name of a stretch of words."""
    text = row.text(start, end)
    plural = text.endswith("s") and not text.endswith("ss")
    noun = changed(named(text), plural=plural)
    return Part("thing", start, end, noun, cost, Entry("Words", start, end, text, cost))


def _first(noun: Noun) -> str:
    """Return the first word of a name, in the singular."""
    return singular(noun.name.lower().partition(" ")[0])


def _partitive(noun: Noun) -> bool:
    """Tell whether a name is one of so much of something: `glasses of water`."""
    return _first(noun) in {*data("partitives"), *data("vessels"), *data("single")["relations"]}


def _nameable(row: Row, place: int) -> bool:
    """Tell whether a word may stand in a noun phrase: no word of the closed classes, and no verb."""
    word = row.words[place]
    beside = word.joined or (place > 0 and row.words[place - 1].joined)
    proper = place > 0 and word.text[:1].isupper() and row.words[place - 1].low not in ".!?:"
    if word.kind != "word" or row.filler[place] or row.article(place) or row.counts(place):
        return False
    if place and row.counts(place - 1) and row.numbers.unit(place)[1]:
        return False  # `2 hours free time`
    if beside or proper:
        return True
    if word.low in data("no names") or barred(word.low) or word.low in row.known.deeds:
        return False
    types = {one.type for one in row.known.phrases.get((word.low,), ())}
    if types & {"Rank", "Plan", "LIMITING"}:
        return False
    return types <= _NAMING or (types <= _NAMING | row.known.verbs and not row.may_do(place))


def _ends(row: Row, place: int) -> bool:
    """Tell whether a word may end a noun phrase."""
    types = {one.type for one in row.known.phrases.get((row.words[place].low,), ())}
    return not (row.words[place].joined or types & _ADJECTIVES)


_ADJECTIVES = frozenset({"REFERENCE", "OFF", "FREE", "FULL", "OPENING", "CLOSING", "IDEAL"})
"""Types of words that may stand before a noun, and then are part of a name: `free time`."""
_NAMING = NOUNS | _ADJECTIVES | OPEN_TOO | {
    "TIMES", "AVAILABLE", "SHARP", "RANGED", "STYLED", "VALUES", "OBJECTS", "COMMENTARY", "HEADER", "COLUMNS",
    "Mark", "SHORT_TEXT", "DATES", "DATE_", "DEPTH", "PRESENT", "STATED", "GENERIC", "AWAY", "OWN",
    "NUMBERED_", "LISTS", "COSTING", "ON_TABLE", "INCOME",
}  # fmt: skip
"""Types of words that a noun phrase may hold: nouns and adjectives that some rule knows by another use."""


# -- how they are put together --------------------------------------------------------------------
def _demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    by_role: dict[str, list[Part]] = {}
    for part in parts:
        by_role.setdefault(part.role, []).append(part)
    things = [*by_role.get("thing", ()), *by_role.get("of", ())]
    if "bound" not in by_role or not _stand(parts):
        return []
    if any(part.entry.type == "STOP" for part in parts[:-1]):
        return []  # two sentences
    if any(_elliptic(one, two) for one, two in pairwise(parts)) or _they(parts[0]):
        return []
    if "all" in by_role and "total" not in by_role:
        return []  # `for all four days`: for each, or together
    open_overs = [p for p in by_role.get("over", ()) if p.value.rank == "" and p.value.level == 60]
    timed = by_role["bound"][0].value.amount.dimension == "time"
    if open_overs and ("subject" in by_role or (timed and open_overs[0].entry.type == "PER")):
        return []  # `30 seconds per side`
    if "total" in by_role and any(p.role == "of" and p.value[0] == "WITH" for p in things):
        return []  # `in total, with the race`: counted in
    shared = by_role["bound"][0].value.amount.dimension == "fraction"
    if len(things) > 1 + shared:
        return []
    whole = by_role.get("subject", [])
    narrowed = whole and any(p.role == "of" and p.start == whole[0].end for p in things)
    if narrowed:
        return []  # `each station in the circuit`
    if whole and things and _of_each(whole[0].value):
        by_role["over"] = [
            *by_role.get("over", []),
            whole[0]._replace(value=over_of(whole[0].value.noun)),
        ]
        parts = tuple(part for part in parts if part.role != "subject")
    if {"total", "in", "out"} & set(by_role) and len(things) == 1 and _whole(things[0]):
        by_role["total"] = by_role.get("total", []) + things
        parts = tuple(part._replace(role="total") if part in things else part for part in parts)
        things = []  # `the order including shipping`
    if by_role.get("whom") and not (things or "theme" in by_role or "subject" in by_role):
        return []  # `the kids at most two hours`: of what
    bound = _bound(w, by_role)
    if bound is None:
        return []
    upper = {limit.comparator for limit in bound.limits} <= {"<", "<="}
    if upper and any(p.value.quantifier == "no" for p in whole):
        return []  # `no calls, 20 minutes at most`
    if "permit" in by_role and not upper and "not" not in by_role:
        return []
    themes = [part.value for role in ("theme", "measures") for part in by_role.get(role, ())]
    if len({theme.dimension for theme in themes}) > 1:
        return []
    asked = _asked(w, parts, bound, themes[0] if themes else None)
    if asked is None:
        return []
    subject, ask = asked
    forbidden = by_role.get("forbidden", ())
    said = [p for p in parts if p.entry.type not in ("STOP", "FILLER", "COMMA")]
    if forbidden and (said[-1] is not forbidden[0] or said[-2].entry.type not in ("BE", "COME")):
        return []  # `out of doors for two hours`
    if "not" in by_role or forbidden:
        flipped = denied(ask) if len(bound.limits) == 1 and not bound.plain else None
        if flipped is None:
            return []
        ask = flipped
    if "total" in by_role and ask.kind == "amount":
        ask = changed(ask, total=True)
    if "each" in by_role:
        ask = changed(ask, each=True)
    asks: Asks | None = Asks((ask,))
    overs = [part.value for part in by_role.get("over", ())]
    if "head" in by_role:
        overs.append(persons.per_head(w))
    if "night" in by_role:
        if ask.kind != "amount" or bound.amount.dimension != "time":
            return []
        overs.append(over_rank(w, "day"))
    for over in overs:
        asks = asks_over(w, asks, over) if asks is not None and over is not None else None
    made = clause(w, subject, asks) if asks is not None else None
    found = [one for one in (made if isinstance(made, list) else [made]) if one is not None]
    if "out" in by_role and subject.noun is not None:
        return []
    for part in by_role.get("out", ()):
        left = [frames.not_counted(w, one, (part.value,)) for one in found]
        found = [one for one in left if one is not None]
    alone = subject.noun is None and ask.kind == "amount" and not (ask.theme and ask.theme.of)
    plain = all(over.rank != "persons" for over in overs if over is not None)
    inside = [part.value for part in by_role.get("in", ())]
    days = all(noun.kind == "rank" for noun in inside)  # `36 hours a week, including the Sunday`
    alone = alone and plain and all(noun.article != "a" for noun in inside)
    return found if days or alone else []


_BEHIND = frozenset(
    {"glue", "sign", "over", "total", "all", "each", "in", "out", "head", "night", "of"}
)
"""Roles of what may stand behind a bound and a comma."""
_CLAUSAL = frozenset(
    {
        "MODAL",
        "DO",
        "BE",
        "COME",
        "HAVE",
        "SPEND",
        "LAST",
        "SUM_TO",
        "WHO",
        "IT",
        "LIGHT",
        "THAT",
        "GETTING",
    }
)
"""Types of words that begin another clause there."""


def _whole(part: Part) -> bool:
    """Tell whether a thing is all that a response is about: `the order`, `our tour`."""
    noun = part.value if part.role == "thing" else None
    words = (*data("single")["whole"], *data("wholes"))
    return noun is not None and noun.kind == "name" and noun.name.lower() in words


def _of_each(subject: Subject) -> bool:
    """Tell whether a subject may be where something else is: `every ewe 1.2 kg of feed`."""
    part = subject.noun is not None and _first(subject.noun) in data("single")["no scopes"]
    return subject.quantifier == "each" and not (subject.anyone or part)


def _stand(parts: Parts) -> bool:
    """Tell whether words that lead to others stand before such."""
    place = next(n for n, part in enumerate(parts) if part.role == "bound")
    tail = [p for p in parts[place + 1 :] if p.role != "sign"]
    doubled = [n for n, p in enumerate(tail[1:]) if p.entry.type == tail[n].entry.type == "COMMA"]
    tail = [
        p for n, p in enumerate(tail) if not {n, n - 1} & set(doubled)
    ]  # `half of it, or more, is`
    comma = next((n for n, p in enumerate(tail) if p.entry.type == "COMMA"), len(tail))
    if any(part.role not in _BEHIND or part.entry.type in _CLAUSAL for part in tail[comma:]):
        return False  # `at most 50 euros a week, my mum pays for the meat`
    for n, (one, other) in enumerate(zip(parts, (*parts[1:], None), strict=True)):
        led = other.role if other is not None else ""
        if not _leads(one, led, other is not None and _rate(other), n > place):
            return False
        if other is not None and other.entry.type == "TO" and led == "of" and one.role != "bound":
            return False  # `want to drive`
        days = other.entry.parts[:1] if other is not None and led == "over" else ()
        if (
            one.role == "bound"
            and one.value.amount.bare
            and {e.type for e in days} & {"Day", "Noun"}
        ):
            return False  # `within 5 working days`
    exceeding = (p for p in parts[place:] if p.entry.type in ("EXCEED", "FALL_BELOW", "LIMIT"))
    return not any(map(_rate, parts[:place])) and not any(exceeding)


def _leads(one: Part, led: str, rate: bool, late: bool) -> bool:
    """Tell whether what stands behind a part may stand there."""
    kind = one.entry.type
    if rate and one.role not in ("bound", "thing", "of", "theme", "sign"):
        return False  # `the customer sees a figure below`
    if one.role == "whom" and led == "thing":
        return False  # `Nurse Adeyemi`
    if one.role == "not":
        return led not in ("subject", "over")  # `not all days may exceed`
    if kind == "THAT":
        return bool(led)
    if kind == "TO" and one.role == "glue":
        return led in ("bound", "sign", "glue") and not late  # `30 minutes to cook`
    if kind == "OF" and one.role == "glue":
        return led in ("bound", "sign", "theme")  # `three sets of everything`
    if kind in _PREPOSITIONS and one.role == "glue":
        return led in ("bound", "sign", "total", "theme")
    return True


def _rate(part: Part) -> bool:
    """Tell whether a part is a scope behind an article: `a day`."""
    first = next(part.entry.words())
    return part.role == "over" and first.type == "PER" and first.value in ("a", "an")


def _bound(w: Words, by_role: dict[str, list[Part]]) -> Bound | None:
    """Return the bound with the side that words beside it tell."""
    bound: Bound | None = by_role["bound"][0].value
    starts = {p.start for role in ("bound", "sign") for p in by_role.get(role, ())}
    within = any(p.entry.type == "IN" and p.end in starts for p in by_role.get("glue", ()))
    to = any(
        p.entry.type == "TO" and p.end == by_role["bound"][0].start for p in by_role.get("glue", ())
    )
    kept = any(p.entry.type in ("KEEP", "HAVE", "KEPT") for p in by_role.get("glue", ()))
    if (
        to
        and not kept
        and not any(p.entry.type in ("LIGHT", "SUM_TO", "COME") for p in by_role["glue"])
    ):
        return None  # `… and the hymn books to £450`
    if to and kept and bound is not None and bound.plain:
        bound = bounds.closed(w, bound, bounds.Close("<="))  # `keep the flowers to £80`
    if within and bound is not None and bound.plain and bound.amount.dimension == "time":
        bound = bounds.closed(w, bound, bounds.Close("<="))  # `done in 25 minutes`
    if "full" in by_role and bound is not None and bound.plain:
        bound = bounds.closed(w, bound, bounds.Close(">="))  # `a good 40 minutes`
    for part in by_role.get("sign", ()):
        if bound is not None:
            bound = bounds.closed(w, bound, part.value)
    if within and bound is not None and bound.limits[0].comparator in (">", ">="):
        return None  # `everything in at least 45 minutes`
    return bound


def _idiom(w: Words, word: str) -> Noun:
    """Return what is done by a word for it: `behind the wheel`."""
    known = w.phrases.get((word,), ())
    return next((one.value for one in known if one.type == "Thing"), named(word))


def _asked(w: Words, parts: Parts, bound: Bound, theme: Theme | None) -> tuple[Subject, Ask] | None:
    """Return of whom is asked, and what."""
    place = next(n for n, part in enumerate(parts) if part.role == "bound")
    subject = next((p.value for p in parts if p.role == "subject"), None)
    thing = next((p for p in parts if p.role in ("thing", "of")), None)
    total = any(p.role == "total" for p in parts)
    amount = bound.amount
    if amount.unit in w.lexicon.ranks:
        return None  # days that are counted, or time that is spent
    if thing is not None and _several(thing.value if thing.role == "thing" else thing.value[1]):
        return None  # `of day 1 and day 2`: of each, or of both
    if amount.dimension == "fraction":
        part = next(
            (p for p in parts if p.role == "thing" or (p.role == "subject" and p.value.total)), None
        )
        return _share(w, parts[place:], bound, part)
    if theme is not None and amount.bare and not _countable(theme):
        return None
    if theme is not None and theme.of is not None and (thing or subject):
        return None
    if theme is None and not amount.bare:
        theme = w.default(amount.dimension)
        if theme is None:
            return None
    if theme is None and (thing is None or w.of_number(amount)):
        theme = w.of_number(amount)
    if subject is not None:
        if thing is not None or (theme is None and amount.bare):
            return None
        return subject, Ask("amount", bound, theme)
    if thing is None:
        if theme is None and (not total or amount.low <= COUNTED):
            return None
        return Subject(None, total=total), Ask("amount", bound, theme)
    noun: Noun = thing.value if thing.role == "thing" else thing.value[1]
    behind = parts[place + 1 :][:1] == (thing,)
    if thing.role == "of":
        noun = changed(noun, article="")
    if theme is None:
        if thing.role == "thing" and behind and _partitive(noun):
            return None  # `ten jars of honey`
        if thing.role == "thing" and behind:
            return Subject(None), Ask("count", bound, noun=noun)
        if thing.role == "thing":
            few = amount.bare and bound.plain and amount.low <= COUNTED
            return None if few else (Subject(noun), Ask("amount", bound))  # `rice 3 by Tuesday`
        large = amount.low > COUNTED and not bound.plain
        unsaid = w.unsaid(noun) if large and thing.value[0] in ("ON", "FOR") else None
        return None if unsaid is None else (Subject(None), _of(bound, unsaid, noun))
    if noun.kind in ("rank", "item", "member") or (thing.role == "thing" and not behind):
        return Subject(noun), Ask("amount", bound, theme)
    return Subject(None), _of(bound, theme, noun)


def _countable(theme: Theme) -> bool:
    """Tell whether a number alone may be of a measure: `costs over 80`, no `150 of time`."""
    counted = theme.dimension.startswith(("count:", "currency")) or theme.dimension == "energy"
    return theme.kind == "whole" or (counted and not theme.bare)


def _elliptic(one: Part, two: Part) -> bool:
    """Tell whether a scope may be of an exception: `all meals except the snacks on Monday`."""
    noun = one.value.noun if one.role == "subject" else None
    return noun is not None and " except " in noun.filters and two.role == "over"


def _they(part: Part) -> bool:
    """Tell whether a sentence begins with whom it does not name."""
    return part.role == "glue" and part.entry.type == "IT" and part.entry.value == "they"


def _several(noun: Noun) -> bool:
    return bool(noun.also) or (noun.kind == "rank" and noun.plural and noun.placed)


def _share(w: Words, parts: Parts, bound: Bound, part: Part | None) -> tuple[Subject, Ask] | None:
    """Ask for a share of what is named behind the bound: `over 40 % of the show`."""
    if part is None:
        return None
    others = [p for p in parts[1:] if p.role in ("of", "thing") and p is not part]
    if others and (others != list(parts[1:2]) or others[0].value[0] != "OF"):
        return None  # `Devs: 60 % of Thursday's hours for the bug bash`
    together = isinstance(part.value, Subject)
    noun, subject = (None, part.value) if together else (part.value, Subject(None))
    of = next((p.value[1] for p in parts[1:2] if p.role == "of" and p.value[0] == "OF"), None)
    whole: Theme | None = None
    if of is None:
        led = len(parts) > 2 and parts[1].entry.type == "OF" and parts[2].role == "theme"
        whole = parts[2].value if led and parts[2].value.of is None else None
        whole = changed(whole, limit="") if whole is not None else None
    elif of.kind == "plan" or (w.scheduled and singular(of.name.lower()) in data("wholes")):
        whole = w.default("time") if w.scheduled else None
    elif singular(of.name.lower()) in w.funds and w.default("currency") is not None:
        whole = changed(w.default("currency"), of=of)
    return None if whole is None else (subject, Ask("share", bound, noun=noun, whole=whole))


def _of(bound: Bound, theme: Theme, noun: Noun) -> Ask:
    return Ask("amount", bound, changed(theme, of=noun))
