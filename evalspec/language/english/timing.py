"""One time, date or neighbour of one thing, whatever words stand around: `the ferry has to leave after 11`.

Most demands on time say of one thing when it begins or is over: at a time of day, by a date, before or
after something else, so long before or after it. Where rules and typed parts join nothing, a
sentence is covered by such parts in any order, with verbs that tell the side they speak of and words that
say nothing (`grammars/english.yaml`, `timing`). Every other word refuses the sentence.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from evalspec.language.english.chart import Chart, Entry, UnfitError
from evalspec.language.english.floating import Meaning, Part, Parts, rows
from evalspec.language.english.lexicon import Words, data, variants
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Over,
    Subject,
    changed,
    held,
)
from evalspec.language.english.noun_phrases import Stretch, unknown
from evalspec.language.english.rules import bounds, presence
from evalspec.language.english.rules.clauses.joined import over_clause
from evalspec.language.english.rules.sentences import unsound
from evalspec.language.english.rules.times import clocks, edges
from evalspec.language.english.rules.times.gaps import gap
from evalspec.language.english.rules.times.order import comes, ordered_text
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import folded
from evalspec.language.english.tokens import Row
from evalspec.language.names import MONTHS

MARGIN = 0.25
"""Rows of parts whose costs differ by less must mean the same."""
KINDS = ("plan", "rank", "member", "category", "name", "block", "item")
"""Kinds of things that have a time."""
_MOST = {"thing": 2, "verb": 4, "over": 2, "comma": 3, "times": 2, "room": 2, "sign": 2}
"""How many parts of a role one demand has; of others one, of what says nothing any number."""


class Until(NamedTuple):
    """What a date bounds: `by 15 September`, `not before June`."""

    kind: str
    """by, before, after or from."""
    first: str
    """As formulas write dates; of a month its first day."""
    last: str
    eve: str
    """The day before the first."""


class Event(NamedTuple):
    """What something stands beside, and the side of it that is told."""

    noun: Noun | None
    """None for the plan."""
    side: str
    """start, end or be."""


def timed(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as one demand on time, the cheapest first."""
    starting: dict[int, list[Part]] = {}
    for part in _parts(row, chart):
        starting.setdefault(part.start, []).append(part)
    end = chart.length
    while end and row.words[end - 1].low in ".!?":
        end -= 1
    found: dict[str, Meaning] = {}
    for cost, parts in rows(starting, 0, end, _MOST) if end else ():
        if found and cost > next(iter(found.values())).cost + MARGIN:
            break
        try:
            made = [(folded(one), one) for one in _demand(row.known, parts)]
        except UnfitError:
            continue
        for (text, strength), one in made:
            if not (one.test or one.plural or unsound(text)):
                found.setdefault(text, Meaning(text, strength, cost, parts))
    return list(found.values())


# -- the parts ------------------------------------------------------------------------------------
def _parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what the sentence may be covered with."""
    roles = {kind: role for role, types in data("timing")["roles"].items() for kind in types}
    for (kind, start, end), entries in chart.entries.items():
        role = roles.get(kind, "")
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:2] if role else ():
            value = entry.value
            if kind in ("START", "END"):
                role, value = "verb", kind.lower()
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
    for start, end, noun, cost in _things(row, chart):
        if not _NARROWED.search(noun.filters):
            yield _thing(start, end, Subject(noun), cost)
            for word in chart.words:
                if word.type == "NOTHING" and _leads(row, word.end, start):
                    yield _thing(word.start, end, Subject(noun, "no"), cost)
    yield from _said(row)
    yield from _dates(row, chart)
    yield from _days_free(row)
    for word in chart.words:
        for part in chart.words if word.type in ("EACH", "PER") else ():
            if part.type == "PART" and part.start == word.end:
                yield Part("part", word.start, part.end, part.value, 0.2, part)


_NARROWED = re.compile(
    r" where \(contains| (?:before|after|from|preceding|following|lasting|starting|ending|at|in) "
)
"""What a demand on time says itself."""


def _things(row: Row, chart: Chart) -> Iterator[Stretch]:
    """Yield what may have a time: the things that the chart knows, and names of whatever words."""
    seen = set()
    for (kind, start, end), entries in chart.entries.items():
        for entry in entries.values() if kind == "Noun" else ():
            if entry.value.kind in KINDS and not entry.value.several:
                seen.add((start, end))
                yield start, end, entry.value, max(entry.cost, 0.0) / 10
    yield from (one for one in unknown(row) if one[:2] not in seen)


def _thing(start: int, end: int, subject: Subject, cost: float) -> Part:
    kind = "Words" if subject.noun is not None and subject.noun.kind == "name" else "THING"
    name = subject.noun.name if subject.noun is not None else ""
    return Part("thing", start, end, subject, 0.3 + cost, Entry(kind, start, end, name, cost))


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


def _said(row: Row) -> Iterator[Part]:
    """Yield the phrases that are listed, and the words without meaning."""
    lows = [w.low for w in row.words]
    for role, phrase in _phrases():
        for start in range(len(lows) - len(phrase) + 1):
            if tuple(lows[start : start + len(phrase)]) == phrase:
                end = start + len(phrase)
                word = Entry(role.upper(), start, end, " ".join(phrase), 0.1)
                value = role if role in _SIDES else " ".join(phrase)
                yield Part("verb" if role in _SIDES else role, start, end, value, 0.1, word)
    for place in range(len(lows)):
        if row.filler[place]:
            yield Part(
                "glue", place, place + 1, None, 0.05, Entry("FILLER", place, place + 1, None, 0.0)
            )


_SIDES = ("start", "end", "be", "do")


@cache
def _phrases() -> list[tuple[str, tuple[str, ...]]]:
    return [
        (role, tuple(phrase.replace("-", " ").split()))
        for role, templates in data("timing")["phrases"].items()
        for template in templates
        for phrase in variants(template)
    ]


def _dates(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield the dates and months that bound something: `by 15 September`, `before June`."""
    kinds = data("timing")["dates"]
    leading = {phrase: kind for kind, phrases in kinds.items() for phrase in phrases}
    for start in range(len(row.words)):
        for place in range(start + 1, min(start + 6, len(row.words))):
            kind = leading.get(" ".join(w.low for w in row.words[start:place]))
            if kind is None:
                continue
            while place < len(row.words) and (row.filler[place] or _weekday(row, place)):
                place += 1
            for first, last, end in _calendar(row, chart, place):
                if first == last or kind not in ("by", "after"):
                    until = Until(kind, _written(*first), _written(*last), _written(*_eve(*first)))
                    entry = Entry("UNTIL", start, end, until, 0.2)
                    yield Part("date", start, end, until, 0.2, entry)


def _weekday(row: Row, place: int) -> bool:
    return any(w.type == "WEEKDAY" for w in row.known.phrases.get((row.words[place].low,), ()))


Date = tuple[int, int, int]


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


def _written(year: int, month: int, day: int) -> str:
    return f"{year}-{month:02d}-{day:02d}" if year else f"{MONTHS[month - 1].capitalize()} {day}"


# -- how they are put together --------------------------------------------------------------------
def _demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    overs = [part.value for part in parts if part.role == "over"]
    halves = [part.value for part in parts if part.role == "part"]
    said = tuple(part for part in parts if part.role not in ("glue", "over", "part"))
    if not _joined_well(parts):
        return []
    sides = [n for n, part in enumerate(said) if part.role in ("side", "between", "edge")]
    if len(sides) > 1:
        return []
    frame = _FRAMES[said[sides[0]].role] if sides else _when
    made = frame(w, said, sides[0] if sides else 0)
    made = [each for one in made if (each := _over(w, one, overs)) is not None]
    for half in halves:
        made = [each for one in made if (each := clocks.in_each_part(w, one, half)) is not None]
    return made


def _joined_well(parts: Parts) -> bool:
    """Tell whether commas only part a time, a scope or a neighbour: not `…, the daily stays`."""
    said = [part.role for part in parts if part.role != "glue"]
    places = [n for n, role in enumerate(said) if role == "comma"]
    if "between" in said or said.count("times") == 2:
        return True
    around = {"times", "date", "over", "not"}
    return all(
        set(said[: places[0]]) <= around
        or (said[0] == "side" and place == places[0])
        or set(said[place + 1 :]) <= {*around, "comma"}
        or (said[place + 1 : place + 2] == ["side"] and "comma" not in said[place + 1 :])
        for place in places
    )


def _over(w: Words, made: Clause, overs: list[Over]) -> Clause | None:
    found: Clause | None = made
    for over in overs:
        found = over_clause(w, over, found) if found is not None else None
    return found


def _only(parts: Parts, role: str) -> Any:
    """Return the value of the one part of a role; nothing where there are none or several."""
    found = [part.value for part in parts if part.role == role]
    return found[0] if len(found) == 1 else None


def _side(parts: Parts) -> str | None:
    """Return the side of a thing that verbs speak of; nothing where they speak of several."""
    told = {part.value for part in parts if part.role == "verb"} - {"be", "do"}
    return None if len(told) > 1 else next(iter(told), "be")


def _when(w: Words, said: Parts, place: int = 0) -> list[Clause]:
    """Say at what time or by which date something is."""
    timed = [n for n, part in enumerate(said) if part.role == "times"]
    if len(timed) > 1:
        return _from_until(w, said, timed)
    subject, side = _only(said, "thing"), _side(said)
    times, until = _only(said, "times"), _only(said, "date")
    count = sum(part.role == "thing" for part in said)
    left = {part.role for part in said} - {"thing", "verb", "times", "date", "not", "comma"}
    if side is None or left or count > 1 or (times is None) == (until is None):
        return []
    verbs = {part.value for part in said if part.role == "verb"}
    if any(map(_left, said, said[1:])):
        return []
    if subject is None:
        subject = _nothing(w, said)
        said = tuple(p for p in said if p.role != "not") if subject is not None else said
    if subject is None and (side != "end" or w.scheduled or "do" in verbs or not _all_over(said)):
        return []  # of a day nothing says what is over
    refused = any(part.role == "not" for part in said)
    if until is not None:
        made = _dated(w, subject, until, side, refused)
        return [] if made is None else [made]
    if times.kind == "at" and any(p.entry.value in data("timing")["begun"] for p in said):
        side = "start"  # `dinner ready at seven`
    ask: Ask | None = Ask("time", times=times, text=side)
    if times.kind == "from" and side != "be":
        return []
    ask = denied(ask) if refused and ask is not None else ask
    found = clause(w, subject or Subject(None), Asks((ask,))) if ask is not None else None
    rows = found if isinstance(found, list) else [found]
    return [one for one in rows if one is not None]


def _all_over(said: Parts) -> bool:
    """Tell whether words say that all is over: not `arrive by noon`."""
    told = [part.entry.value for part in said if part.value == "end"]
    return all(verb is None or verb in data("timing")["all over"] for verb in told)


def _nothing(w: Words, said: Parts) -> Subject | None:
    """Return what does not take place where somebody never begins, or never eats: nothing, no meal."""
    refused = any(part.role == "not" for part in said)
    eaten = any(
        part.entry.value in data("timing")["eating"] for part in said if part.role == "verb"
    )
    meal = w.lexicon.ranks.get("meal")
    if not refused or any(part.value == "end" for part in said if part.role == "verb"):
        return None
    if eaten:
        noun = w.rank(meal) if meal is not None else None
        noun = w.category("meals") if noun is None and "meals" in w.lexicon.categories else noun
        return None if noun is None else Subject(noun, "no")
    begun = any(part.value == "start" for part in said if part.role == "verb")
    smallest = presence.smallest(w) if begun else None
    return None if smallest is None else Subject(smallest, "no")


def _from_until(w: Words, said: Parts, timed: list[int]) -> list[Clause]:
    """Say when something begins and when it is over: `the hatch opens 7:45, closes 18:15`."""
    subject = _only(said, "thing")
    pieces = (said[: timed[0] + 1], said[timed[0] + 1 :])
    sides = [_side(piece) for piece in pieces]
    ends = [part.value for part in said if part.role == "times"]
    left = {part.role for part in said} - {"thing", "verb", "times", "comma", "and"}
    if subject is None or left or sides != ["start", "end"] or said[timed[1] + 1 :]:
        return []
    if any(times.kind == "from" for times in ends) or any(map(_left, said, said[1:])):
        return []
    asks = [
        Ask("time", times=times, text=side) for times, side in zip(ends, sides, strict=True) if side
    ]
    found = clause(w, subject, Asks(tuple(asks)))
    return [one for one in (found if isinstance(found, list) else [found]) if one is not None]


def _left(one: Part, other: Part) -> bool:
    """Tell whether something is left: `leave the office by 8`, which is when it ends for somebody."""
    leaving = one.role == "verb" and one.entry.value in data("timing")["leaving"]
    return leaving and other.role == "thing"


def _dated(
    w: Words, subject: Subject | None, until: Until, side: str, refused: bool
) -> Clause | None:
    """Keep a thing before a date, or behind it."""
    kind = {"before": "from", "after": "by"}.get(until.kind, "") if refused else until.kind
    if not kind:
        return None
    if subject is None or subject.noun is None or subject.noun.kind == "plan":
        sign, day = ("<=", until.last) if kind == "by" else ("<", until.first)
        return Clause(f"date of last day {sign} {day}") if kind in ("by", "before") else None
    noun = subject.noun
    text = ordered_text(w, noun)
    beyond = {
        "by": f"after {until.last}", "before": f"after {until.eve}",
        "after": f"before {until.first}", "from": f"before {until.first}",
    }[kind]  # fmt: skip
    if text is None or subject.quantifier == "each":
        return None
    if subject.quantifier == "no":
        barred = {"before": f"before {until.first}", "after": f"after {until.last}"}.get(kind)
        return None if barred is None or refused else Clause(f"not exists {text} of day {barred}")
    if kind == "after":
        return Clause(
            f"exists {text} of day after {until.last} and not exists {text} of day before {until.first}",
            (),
            2,
        )
    return Clause(f"exists {text} and not exists {text} of day {beyond}", (), 2)


def _beside(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say what something comes before or after, or how long."""
    main, behind = said[:place], said[place + 1 :]
    if not place:
        cut = next((n for n, part in enumerate(behind) if part.role == "comma"), 0)
        main, behind = behind[cut + 1 :], behind[:cut]
    event, subject, side = _event(behind), _only(main, "thing"), _side(main)
    left = {part.role for part in main} - {"thing", "verb", "bound", "not", "comma"}
    if _only(main, "bound") is not None:
        left -= {"keep", "room"}
    if event is None or subject is None or side is None or left or subject.noun is None:
        return []
    refused = any(part.role == "not" for part in main)
    word = said[place].value
    bound = _only(main, "bound")
    if bound is not None:
        made = _apart(w, subject, bound, word, event, main, refused)
    else:
        made = _ordered(w, subject, word, event, side, refused)
    return [] if made is None else [made]


def _event(parts: Parts) -> Event | None:
    """Return what words behind `before` or `after` speak of."""
    subject, side = _only(parts, "thing"), _side(parts)
    count = sum(part.role == "thing" for part in parts)
    if side is None or {part.role for part in parts} - {"thing", "verb", "comma"} or count > 1:
        return None
    if subject is None:
        return Event(None, side) if side == "start" else None
    return None if subject.quantifier else Event(subject.noun, side)


def _ordered(
    w: Words, subject: Subject, word: str, event: Event, side: str, refused: bool
) -> Clause | None:
    """Say what comes before or after what."""
    after = word.endswith("after")
    if event.noun is None or subject.noun is None:
        return None
    if event.side == "end" and not after:
        if not refused and subject.quantifier != "no":
            return None  # before it is over: while it lasts
    elif event.side == "start" and after:
        return None
    if subject.quantifier == "no" or (
        refused and subject.noun is not None and not subject.quantifier
    ):
        text, other = ordered_text(w, subject.noun), ordered_text(w, event.noun)
        if text is None or other is None or word not in ("before", "after") or side == "end":
            return None
        if subject.quantifier == "no" and not refused:
            relative = "preceding" if word == "before" else "following"
            return Clause(f"not exists {text} {relative} {other}")
        if word == "before" and event.side == "end" and not subject.quantifier:
            return comes(w, subject, "must", "after", ((event.noun,), "and"))
        return (
            comes(w, subject, "must not", word, ((event.noun,), "and"))
            if not subject.quantifier
            else None
        )
    if side == "end":
        texts = [ordered_text(w, noun) for noun in (subject.noun, event.noun)]
        if after or None in texts or subject.quantifier:
            return None
        return Clause("end({}) <= start({})".format(*texts))
    return comes(w, subject, "must", word, ((event.noun,), "and"))


def _apart(
    w: Words, subject: Subject, bound: Bound, word: str, event: Event, main: Parts, refused: bool
) -> Clause | None:
    """Say how long before or after something else a thing is."""
    near = main[-1].role == "bound" or (len(main) > 1 and main[0].role == "bound")
    said = any(part.role == "verb" for part in main)
    if refused or not near or word not in ("before", "after") or subject.quantifier:
        return None
    if bound.plain and not said:
        return None  # `walk 30 minutes before dinner`
    if event.noun is None:
        text = ordered_text(w, subject.noun) if subject.noun is not None else None
        if text is None or word == "before" or event.side != "start":
            return None
        first = "block" if w.scheduled else "item"
        since = f"start({text}) - start(first {first})"
        formula, strength = held(since, bound)
        return Clause(formula, (), strength)
    if (event.side, word) in (("end", "before"), ("start", "after")) or subject.noun is None:
        return None
    pair = (subject.noun, event.noun) if word == "before" else (event.noun, subject.noun)
    return gap(w, bound, *pair)


def _between(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say how long it is from one thing to another, or between things of one kind."""
    after = [part for part in said[place + 1 :] if part.role != "pair"]
    behind = [part for part in after if part.role in ("thing", "and")]
    near = [part.role for part in after][: len(behind)]
    roles = [part.role for part in behind]
    bound = _signed(w, _only(said, "bound"), said)
    left = {part.role for part in said} - {
        "thing",
        "and",
        "between",
        "bound",
        "sign",
        "room",
        "verb",
        "comma",
        "pair",
    }
    if (
        bound is None
        or left
        or near != roles
        or sum(part.role == "thing" for part in said) != roles.count("thing")
    ):
        return []
    if any(part.value in ("start", "end") for part in said if part.role == "verb"):
        return []
    nouns = [
        _one_of_a_rank(part.value.noun)
        for part in behind
        if part.role == "thing" and not part.value.quantifier
    ]
    if roles == ["thing", "and", "thing"] and len(nouns) == 2:
        made = gap(w, bound, *nouns)
    elif roles == ["thing"] and nouns and nouns[0].plural and said[place].value == "between":
        made = gap(w, bound, nouns[0])
    else:
        made = None
    return [] if made is None else [made]


def _one_of_a_rank(noun: Noun) -> Noun:
    """Take `the Annapurna leg`, a leg with something of that name, for a thing of its own."""
    return changed(noun, kind="member") if " where (exists" in noun.filters else noun


def _signed(w: Words, bound: Bound | None, said: Parts) -> Bound | None:
    """Return a bound with the side that words elsewhere tell."""
    for part in said:
        if part.role == "sign" and bound is not None:
            bound = bounds.closed(w, bound, bounds.Close(part.value))
    return bound


def _edge(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say what something begins or ends with."""
    side, noun = _side(said[:place]), _only(said[place + 1 :], "thing")
    roles = [part.role for part in said]
    if (
        side not in ("start", "end")
        or noun is None
        or noun.quantifier
        or set(roles) - {"verb", "edge", "thing", "comma"}
    ):
        return []
    one = _only(said[:place], "thing")
    whole = one if isinstance(one, Subject) else None
    if (whole is not None and not whole.quantifier) or roles.count("thing") > 1 + (
        whole is not None
    ):
        return []
    asks: Asks | None = None
    if noun.noun.kind == "rank" and noun.noun.filters and whole is not None:
        front = "first" if side == "start" else "last"
        asks = Asks((Ask("test", text=f"exists {front} {noun.noun.text}"),))
    else:
        asks = edges.edge(w, *([] if side == "start" else [""]), noun.noun)
    made = clause(w, whole or Subject(None), asks) if asks is not None else None
    return [made] if isinstance(made, Clause) else []


_FRAMES = {"side": _beside, "between": _between, "edge": _edge}
"""How parts are put together around the words that lead a neighbour."""
