"""One time, date or neighbour of one thing, whatever words stand around: `the ferry has to leave after 11`.

Most demands on time say of one thing when it begins or is over: at a time of day, by a date, before or
after something else, so long before or after it. Where rules and typed parts join nothing, a
sentence is covered by such parts in any order, with verbs that tell the side they speak of and words that
say nothing (`grammars/english.yaml`, `timing`). Every other word refuses the sentence.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from evalspec.language.english.chart import Chart
from evalspec.language.english.closed import data
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
from evalspec.language.english.floating import joints
from evalspec.language.english.happenings import tenses
from evalspec.language.english.hollow import hollow
from evalspec.language.english.inflected import carried_out
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Clause,
    Noun,
    Over,
    Subject,
    Times,
    changed,
    joined,
)
from evalspec.language.english.noun_phrases import narrowed
from evalspec.language.english.of_whom import is_person
from evalspec.language.english.rules import presence
from evalspec.language.english.rules.clauses.joined import over_clause
from evalspec.language.english.rules.times import clocks, order
from evalspec.language.english.rules.times.limits import limited
from evalspec.language.english.rules.times.order import ordered_text
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import readings_of
from evalspec.language.english.timed_neighbours import (
    FRAMES,
    between,
    both_sides,
    denies,
    only,
    side_told,
)
from evalspec.language.english.timed_parts import Until, timed_parts
from evalspec.language.english.tokens import Row

_MOST = dict.fromkeys("and over times room sign side".split(), 2) | {
    "thing": 6, "event": 2, "order": 4, "verb": 4, "comma": 6,
}  # fmt: skip
"""How many parts of a role one demand has; of others one, of what says nothing any number."""


def timed(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as demands on time, the cheapest first."""
    end = last_place(row, chart)
    parts_at = starting(row, timed_parts(row, chart))
    found = _one(row, parts_at, 0, end) if end else []
    for joint, behind in joints(row).items() if not found else ():
        if joint > 0 and behind < end and not _passive(row, behind):
            halves = [_half(row, chart, parts_at, *ends) for ends in ((0, joint), (behind, end))]
            told = row.words[joint].low == "," and behind == joint + 1
            told = told and any(
                e.type in ("START", "END") and behind < e.start < end for e in chart.words
            )  # `lunch at 12:30, the bakery closes at 14:00`
            comma = row.words[joint].low == "," and behind == joint + 1
            does = [any(map(says_who_does, half)) for half in halves]
            told = told or (comma and does == [False, True])
            if all(len(half) == 1 for half in halves) and not told:
                made = [half[0] for half in halves]
                alike = (len({bool(kind.match(one.formula)) for one in made}) for kind in _SCOPED)
                if set(alike) == {1}:
                    found.append(_both(*made))
    return found


def says_who_does(one: Meaning) -> bool:
    """Tell whether somebody is said to do something: `dinner by 7, | the kids crash at 8`."""
    return any(part.entry.type == "DEED" and part.role == "thing" for part in one.parts)


def _passive(row: Row, place: int) -> bool:
    """Tell whether something is done to what was named before: `come at 2 and | get collected at 5`."""
    low = [word.low for word in row.words[place : place + 2]]
    done = len(low) > 1 and bool(tenses(low[1]) & {"past", "participle"})
    return low[:1] in (["get"], ["gets"], ["are"], ["is"]) and done


def _one(row: Row, parts_at: Starting, start: int, end: int) -> list[Meaning]:
    """Return the meanings of a stretch of words as one demand on time."""
    found = rows(parts_at, start, end, _MOST)
    return [m for m in cheapest(row.known, found, _demand) if not _DENIED_SPAN.search(m.formula)]


def _half(row: Row, chart: Chart, parts_at: Starting, start: int, end: int) -> list[Meaning]:
    """Return what a stretch of words beside another demands: by the rules, or of its parts."""
    made = [
        Meaning(e.value, 3, e.cost, (Part("clause", start, end, e.value, e.cost, e),))
        for e in chart.found("Sentences", start, end)
        if _TIMED.search(e.value) and not hollow(e.value, row.known)
    ]
    return [one for one in made if one.cost <= made[0].cost + 0.05] or _one(
        row, parts_at, start, end
    )


_SCOPED = (re.compile("each |no "), re.compile("(?:start|end) [<>=]"))
"""Of what both of two demands are, or neither: not `on Sunday the bus at 8 and the tour at 9`, `begin at 9,
the van comes at 8:40`.
"""
_TIMED = re.compile(r"\b(?:start|end)\b|\b(?:at|from|before|after|starting|ending) \d")


def _both(one: Meaning, other: Meaning) -> Meaning:
    rows_ = [(one.formula, one.strength), (other.formula, other.strength)]
    return Meaning(*joined(rows_, "and"), one.cost + other.cost, (*one.parts, *other.parts))


_DENIED_SPAN = re.compile(r"(?:\bno [^:]*: |\bnot )\(start = [^()]* and end = [^()]*\)")
"""What nothing is to do, from one hour to the other exactly: it is not to be there then."""


# -- how they are put together --------------------------------------------------------------------
def _demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    overs = [part.value for part in parts if part.role == "over"]
    if any(part.role == "permit" for part in parts):  # what only may be is no demand
        asked = (
            parts[0].role == "permit" and parts[0].entry.value != "may"
        )  # `could the visits be …?`
        if not asked and not any(part.role in _LIMITING for part in parts):
            return []
        parts = tuple(part for part in parts if part.role != "permit")
    if any(a.entry.type == "WHO" and _bare_verb(b) for a, b in pairwise(parts)):
        return []  # `we knock off by 3`
    if any(p.entry.type == "FROM" and p.role == "verb" for p in parts) and any(
        p.role in ("not", "nothing", "avoid") or p.entry.type == "START" or denies(p) for p in parts
    ):
        return []  # `no music from 22:00`, `the gym starts from 9 am`
    if any((a.role, b.role) in _APART or _numbers(a, b) for a, b in pairwise(parts)):
        return []
    if any(p.entry.value == "leave" for p in parts) and any(_is_somebody(w, p) for p in parts):
        return []  # `Esi has to leave by 2`: what she does begins then, or is over
    placed = _somewhere(parts)
    if placed is None:
        return []
    parts = placed
    halves = [part.value for part in parts if part.role == "part"]
    said = tuple(part for part in parts if part.role not in ("glue", "over", "part"))
    edged = zip(said, (*said[1:], None), strict=False)  # `breakfast only after the gym`
    said = tuple(
        a
        for a, b in edged
        if not (a.role == "only" and b is not None and b.role in ("side", "verb"))
    )
    if not said or not _joined_well(parts):
        return []
    sides = [n for n, part in enumerate(said) if part.role in FRAMES]
    if not sides and any(part.role == "bound" for part in said):  # `gap dinner to sleep: 2 h`
        sides = [n for n, part in enumerate(said) if part.role == "room"][:1]
    if len(sides) > 1:
        made = both_sides(w, said, sides)
    else:
        frame = FRAMES.get(said[sides[0]].role, between) if sides else _when
        made = frame(w, said, sides[0] if sides else 0)
    if sides and any(p.entry.type == "DONE" for p in said) and parts[-1].role == "over":
        made, overs = _by_its_day(made, overs)
    made = [each for one in made if (each := _over(w, one, overs)) is not None]
    for half in halves:
        made = [each for one in made if (each := clocks.in_each_part(w, one, half)) is not None]
    return made


def _somewhere(parts: Parts) -> Parts | None:
    """Narrow things to those where something is said to be: `the van back at the depot`; None where
    nothing is there.
    """
    found: list[Part] = []
    barring = any(part.role in ("not", "nothing") or denies(part) for part in parts)
    for part in parts:
        if part.role == "place" and barring:
            return None  # `no shouting in the hall after nine`: elsewhere neither
        if part.role != "place":
            found.append(part)
            continue
        place = next((n for n in reversed(range(len(found))) if found[n].role == "thing"), None)
        noun = found[place].value.noun if place is not None else None
        between = {p.role for p in found[place + 1 :]} if place is not None else set()
        if place is None or noun is None or noun.filters or between - {"verb", "glue", "not"}:
            return None
        pair = (noun, part.value) if part.value.kind == "name" else (part.value, noun)
        inside = narrowed(*pair)  # `Ada in bed`: sleep that is called hers
        if inside is None:
            return None
        found[place] = found[place]._replace(value=changed(found[place].value, noun=inside))
        if pair[0] is not noun:
            found.append(part._replace(role="verb", value="start"))
    return tuple(found)


def _numbers(one: Part, other: Part) -> bool:
    """Tell whether what looks like hours is how many of what follows: `from three to five stops`."""
    ranged = isinstance(one.value, Times) and one.value.kind in ("from", "between")
    if not ranged or one.end != other.start:
        return False
    noun = other.value.noun if isinstance(other.value, Subject) else other.value
    return other.entry.type == "END" or (isinstance(noun, Noun) and noun.plural)


_LIMITING = ("not", "nothing", "row", "limit")
_APART = (("event", "over"), ("over", "side"))
"""What never stands side by side: `before the bins go out on Monday`, `on the day after squats`."""


def _by_its_day(made: list[Clause], overs: list[Over]) -> tuple[list[Clause], list[Over]]:
    """Take the date of what it is to be done before for a deadline: `sent before the fair on 3 June`."""
    dated = overs[-1].scope.partition("day on ")[2]
    rows = [re.fullmatch(r"([^<>=]+) before ([^<>=]+)", one.formula) for one in made]
    if not re.search(r"\d", dated) or not all(rows):
        return made, overs
    told = [
        f"exists {m[1]} and not exists {m[1]} of day after {dated}"
        f" and (not exists {m[2].removeprefix('first ')} or {m[0]})"
        for m in rows
        if m
    ]
    return [Clause(text, (), 2) for text in told], overs[:-1]


def _bare_verb(part: Part) -> bool:
    """Tell whether a name in the place of a verb may be one."""
    named = part.role == "thing" and part.entry.type == "Words"
    return named and part.end - part.start == 1 and "base" in tenses(str(part.entry.value).lower())


def _joined_well(parts: Parts) -> bool:
    """Tell whether commas only part a time, a scope or a neighbour: not `…, the daily stays`."""
    said = [part.role for part in parts if part.role != "glue"]
    places = [n for n, role in enumerate(said) if role == "comma"]
    first = said[: places[0]] if places else []
    if {"verb", "times"} <= set(first) and "thing" not in first and "thing" in said:
        return False  # `start at 9, the bus arrives at 8:40`: what starts is not the bus
    if {"between", "order", "hours"} & set(said) or said.count("times") == 2:
        return True
    around = {"times", "date", "over", "not", "whole"}
    return all(
        set(said[: places[0]]) <= around
        or (said[0] == "side" and place == places[0])
        or said[place + 1 :] == ["contrary"]
        or set(said[place + 1 :]) <= {*around, "comma"}
        or (said[place + 1 : place + 2] == ["side"] and "comma" not in said[place + 1 :])
        for place in places
    )


def _over(w: Words, made: Clause, overs: list[Over]) -> Clause | None:
    found: Clause | None = made
    for over in overs:
        found = over_clause(w, over, found) if found is not None else None
    return found


def _when(w: Words, said: Parts, place: int = 0) -> list[Clause]:
    """Say at what time or by which date something is."""
    hours = only(said, "hours")
    if hours is not None or any(part.role == "order" for part in said):
        return _listed(w, said, hours)
    timed = [n for n, part in enumerate(said) if part.role == "times"]
    if len(timed) > 1:
        return _from_until(w, said, timed)
    subject, side = only(said, "thing"), side_told(said)
    times, until = only(said, "times"), only(said, "date")
    count = sum(part.role == "thing" for part in said)
    left = {part.role for part in said} - {"thing", "verb", "times", "date", "not", "comma"}
    whole = subject is None and any(
        part.role in ("whole", "limit") or str(part.entry.value).endswith(" times") for part in said
    )
    if subject is None and not whole:
        said = tuple(p._replace(role="not") if p.role == "nothing" else p for p in said)
        left -= {"nothing"}
    if {part.role for part in said} == {"times"} and w.scheduled and times and times.kind == "from":
        (_, low), (_, high) = times.tests  # `from 9:00 until 5 in the afternoon`
        return [Clause(f"start = {low.text} and end = {high.text}", (), 2)]
    if whole and side in ("start", "end"):
        left -= {"whole", "only"}  # `everything wrapped up by 8`
    limit = only(said, "limit") or ("latest" if whole and side == "end" else None)
    if limit is not None and times is not None and times.kind in ("at", "by", "le", "ge"):
        times, left = limited(times, limit), left - {"limit"}
    if limit is not None and until is not None and until.kind in ("by", "before"):
        left -= {"limit"} if limit.endswith("latest") else set()
    if side is None or left or count > 1 or (times is None) == (until is None):
        return []
    verbs = {part.value for part in said if part.role == "verb"}
    if any(map(_left, said, said[1:])):
        return []
    if subject is None:
        subject = _nothing(w, said)
        said = tuple(p for p in said if p.role != "not") if subject is not None else said
    refused = any(part.role == "not" for part in said)
    told = whole and not refused and until is None and (side == "start" or _all_over(said))
    if subject is None and not told and (
        side != "end" or w.scheduled or "do" in verbs or not _all_over(said)
    ):  # fmt: skip
        return []  # of a day nothing says what is over
    if until is not None:
        made = _dated(w, subject, until, side, refused)
        return [] if made is None else [made]
    if times.kind == "at" and any(p.entry.value in data("timing")["begun"] for p in said):
        side = "start"  # `dinner ready at seven`
    done = any(p.entry.type == "DONE" and carried_out(f"it {p.entry.value}") for p in said)
    if side == "be" and done and times.kind in ("by", "before", "le", "lt"):
        side = "end"  # `the windows cleaned by six`
    ask: Ask | None = Ask("time", times=times, text=side)
    if times.kind == "from" and side != "be":
        return []
    ask = denied(ask) if refused and ask is not None else ask
    return readings_of(ask and clause(w, subject or Subject(None), Asks((ask,))))


def _is_somebody(w: Words, part: Part) -> bool:
    """Tell whether a part is of somebody by name, who is not known to the vocabulary."""
    return (
        part.role == "thing" and part.entry.type == "Words" and is_person(str(part.entry.value), w)
    )


def _all_over(said: Parts) -> bool:
    """Tell whether words say that all is over: not `arrive by noon`."""
    told = [part.entry.value for part in said if part.value == "end"]
    dated = any(part.role == "date" for part in said)
    over = (*data("timing")["all over"], *(data("timing")["returned"] if dated else ()))
    return all(verb is None or verb in over for verb in told)


def _listed(w: Words, said: Parts, hours: Any) -> list[Clause]:
    """Ask for a thing at each of several times, or for several things one after the other."""
    roles = {part.role for part in said}
    asked = [part.value for part in said if part.role == "thing"]
    nouns = [one.noun for one in asked if one.noun is not None and not one.quantifier]
    led = said[0].role == "thing" and not said[0].start and nouns[:1] and nouns[0].front
    done = any(part.entry.type == "DEED" for part in said)  # `she takes the first, she offered`
    if led or done or len(nouns) < len(asked) or side_told(said) != "be":
        return []  # `first lunch and later the gym`: the first of two things
    if hours is not None and len(nouns) == 1:
        fits = roles <= {"thing", "hours", "verb", "comma"}
        made = clocks.at_each(w, nouns[0], hours) if fits else None
    elif roles <= {"thing", "order", "verb", "comma", "and"} and len(nouns) > 1 and _rising(said):
        made = order.stepwise(w, tuple(nouns))
    else:
        made = None
    return [] if made is None else [made]


def _rising(said: Parts) -> bool:
    """Tell whether what is first is told before what comes afterwards."""
    words = [part.value for part in said if part.role == "order"]
    things = [n for n, part in enumerate(said) if part.role == "thing"]
    for one, other in pairwise(things):
        if {part.role for part in said[one + 1 : other]} <= {"verb", "and"}:
            return False  # `the first meeting must be the standup`, `the gym and lunch first`
    later = [n for n, word in enumerate(words) if "after" in str(word)]
    if not later:  # `the first drill must be a plank` puts nothing before another thing
        return any(part.role in ("comma", "and") or part.entry.type == "THEN" for part in said)
    return not any("first" in str(word) for word in words[later[0] :])


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
    begun = any(p.value == "start" and p.entry.value not in data("timing")["leaving"] for p in said)
    smallest = presence.smallest(w) if begun else None
    return None if smallest is None else Subject(smallest, "no")


def _from_until(w: Words, said: Parts, timed: list[int]) -> list[Clause]:
    """Say when something begins and when it is over: `the hatch opens 7:45, closes 18:15`."""
    subject = only(said, "thing")
    pieces = (said[: timed[0] + 1], said[timed[0] + 1 :])
    sides = [side_told(piece) for piece in pieces]
    ends = [part.value for part in said if part.role == "times"]
    left = {part.role for part in said} - {"thing", "verb", "times", "comma", "and"}
    if subject is None or left or sides != ["start", "end"] or said[timed[1] + 1 :]:
        return []
    if any(times.kind == "from" for times in ends) or any(map(_left, said, said[1:])):
        return []
    asks = [
        Ask("time", times=times, text=side) for times, side in zip(ends, sides, strict=True) if side
    ]
    return readings_of(clause(w, subject, Asks(tuple(asks))))


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
        sign = {"by": "<=", "before": "<"}.get(kind) if until.date else None
        return None if sign is None else Clause(f"date of last day {sign} {until.date}")
    text = ordered_text(w, subject.noun)
    if text is None or subject.quantifier == "each":
        return None
    barred: tuple[str, ...] | None
    if subject.quantifier == "no":
        barred = {"before": until.earlier, "after": until.later, "from": until.onwards}.get(kind)
    else:
        barred = {
            "by": until.later, "before": until.onwards, "after": until.till, "from": until.earlier,
        }[kind]  # fmt: skip
    if barred is None or (subject.quantifier == "no" and refused):
        return None
    texts = [f"not exists {text} of day {days}" for days in barred]
    if subject.quantifier != "no":
        texts.insert(0, f"exists {text}")
    return Clause(" and ".join(texts), (), 3 if len(texts) == 1 else 2)
