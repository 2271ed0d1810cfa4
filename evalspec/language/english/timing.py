"""One time, date or neighbour of one thing, whatever words stand around: `the ferry has to leave after 11`.

Most demands on time say of one thing when it begins or is over: at a time of day, by a date, before or
after something else, so long before or after it. Where rules and typed parts join nothing, a
sentence is covered by such parts in any order, with verbs that tell the side they speak of and words that
say nothing (`grammars/english.yaml`, `timing`). Every other word refuses the sentence.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from evalspec.language.english.chart import Chart
from evalspec.language.english.covering import (
    Meaning,
    Part,
    Parts,
    cheapest,
    last_place,
    rows,
    starting,
)
from evalspec.language.english.happenings import tenses
from evalspec.language.english.lexicon import Words, data, quoted
from evalspec.language.english.meanings import (
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
    joined,
)
from evalspec.language.english.rules import bounds, presence
from evalspec.language.english.rules.clauses.joined import over_clause
from evalspec.language.english.rules.times import clocks, edges, order
from evalspec.language.english.rules.times.gaps import before_or_after, gap
from evalspec.language.english.rules.times.order import comes, ordered_text
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import readings_of
from evalspec.language.english.timed_parts import Until, timed_parts
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.nouns import singular

_MOST = {
    "thing": 6,
    "order": 4,
    "and": 2,
    "verb": 4,
    "over": 2,
    "comma": 6,
    "times": 2,
    "room": 2,
    "sign": 2,
    "side": 2,
}
"""How many parts of a role one demand has; of others one, of what says nothing any number."""


class Event(NamedTuple):
    """What something stands beside, and the side of it that is told."""

    noun: Noun | None
    """None for the plan."""
    side: str
    """start, end or be."""


def timed(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as one demand on time, the cheapest first."""
    end = last_place(row, chart)
    found = rows(starting(row, timed_parts(row, chart)), 0, end, _MOST) if end else []
    return cheapest(row.known, found, _demand)


# -- how they are put together --------------------------------------------------------------------
def _demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    overs = [part.value for part in parts if part.role == "over"]
    if any(part.role == "permit" for part in parts):  # what only may be is no demand
        asked = (
            parts[0].role == "permit" and parts[0].entry.value != "may"
        )  # `could the visits be …?`
        if not asked and not any(part.role == "not" for part in parts):
            return []
        parts = tuple(part for part in parts if part.role != "permit")
    if any(a.entry.type == "WHO" and _bare_verb(b) for a, b in pairwise(parts)):
        return []  # `we knock off by 3`
    if any(a.role == "event" and b.role == "over" for a, b in pairwise(parts)):
        return []  # `before the bins go out on Monday`
    halves = [part.value for part in parts if part.role == "part"]
    said = tuple(part for part in parts if part.role not in ("glue", "over", "part"))
    if not _joined_well(parts):
        return []
    sides = [n for n, part in enumerate(said) if part.role in _FRAMES]
    if len(sides) > 1:
        made = _both_sides(w, said, sides)
    else:
        frame = _FRAMES[said[sides[0]].role] if sides else _when
        made = frame(w, said, sides[0] if sides else 0)
    made = [each for one in made if (each := _over(w, one, overs)) is not None]
    for half in halves:
        made = [each for one in made if (each := clocks.in_each_part(w, one, half)) is not None]
    return made


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
    around = {"times", "date", "over", "not"}
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
    hours = _only(said, "hours")
    if hours is not None or any(part.role == "order" for part in said):
        return _listed(w, said, hours)
    timed = [n for n, part in enumerate(said) if part.role == "times"]
    if len(timed) > 1:
        return _from_until(w, said, timed)
    subject, side = _only(said, "thing"), _side(said)
    times, until = _only(said, "times"), _only(said, "date")
    count = sum(part.role == "thing" for part in said)
    left = {part.role for part in said} - {"thing", "verb", "times", "date", "not", "comma"}
    if side == "end" and subject is None:
        left -= {"whole"}  # `everything wrapped up by 8`
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
    return readings_of(ask and clause(w, subject or Subject(None), Asks((ask,))))


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
    if len(nouns) < len(asked) or _side(said) != "be":
        return []
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
        if {part.role for part in said[one + 1 : other]} <= {"verb"}:
            return False  # `the first meeting must be the standup`
    later = [n for n, word in enumerate(words) if "after" in str(word)]
    if not later:  # `the first drill must be a plank` puts nothing before another thing
        return any(part.role in ("comma", "and") for part in said)
    return "first" in words[: later[0]]


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


def _beside(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say what something comes before or after, or how long."""
    main, behind = said[:place], said[place + 1 :]
    if not any(p.role == "not" or _denies(p) for p in main):
        behind = _without_contrary(behind, said[place].value)
    if not place:
        cut = next((n for n, part in enumerate(behind) if part.role == "comma"), 0)
        if behind[:1] and behind[0].role == "event":
            cut = 1  # `until the candles are out no music`
        main, behind = behind[cut:], behind[:cut]
        main = main[1:] if main[:1] and main[0].role == "comma" else main
    if place and said[place].value == "after" and _each(behind) is not None:
        return _free_after_each(w, main, behind)
    event, subject, side = _event(behind), _only(main, "thing"), _side(main)
    left = {part.role for part in main} - {"thing", "verb", "bound", "not", "comma"}
    if _only(main, "bound") is not None:
        left -= {"keep", "room"}
    if said[place].entry.type == "ONCE" and (event is None or event.side != "end"):
        return []  # `when dinner starts`
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


def _both_sides(w: Words, said: Parts, sides: list[int]) -> list[Clause]:
    """Put a thing after one thing and before another: `the raffle after dinner but before the dance`."""
    main, halves = said[: sides[0]], (said[sides[0] : sides[1]], said[sides[1] :])
    while halves[0][-1:] and halves[0][-1].role in ("and", "comma"):
        halves = (halves[0][:-1], halves[1])
    told = [half[0].value for half in halves]
    if len(sides) > 2 or told != ["after", "before"] or not main or _only(main, "bound"):
        return []
    made = [_beside(w, (*main, *half), len(main)) for half in halves]
    if any(len(rows) != 1 or rows[0].overs for rows in made):
        return []
    return [Clause(*joined([(rows[0].formula, rows[0].strength) for rows in made], "and")[:1])]


def _without_contrary(parts: Parts, side: str) -> Parts:
    """Leave out what says the same again by its opposite: `before the port tasting, not after`."""
    if len(parts) < 3 or parts[-2].role != "comma" or parts[-1].role != "contrary":
        return parts
    return parts if side in parts[-1].value.split() else parts[:-2]


def _denies(part: Part) -> bool:
    return part.role == "thing" and part.value.quantifier == "no"


def _each(parts: Parts) -> Subject | None:
    subject = _only(parts, "thing")
    return (
        subject
        if len(parts) == 1 and subject is not None and subject.quantifier == "each"
        else None
    )


def _free_after_each(w: Words, main: Parts, behind: Parts) -> list[Clause]:
    """Keep time free after each thing of a kind: none follows sooner, unless it is a break of that length."""
    bound, subject = _signed(w, _only(main, "bound"), main), _each(behind)
    roles = {part.role for part in main}
    if bound is None or subject is None or subject.noun is None or not w.scheduled:
        return []
    if "room" not in roles or roles - {"bound", "sign", "room", "keep", "verb", "comma"}:
        return []
    if bound.plain:
        bound = Bound((Limit(">=", bound.amount),))
    if (
        subject.noun.kind not in ("name", "category")
        or subject.noun.filters
        or bound.amount.dimension != "time"
    ):
        return []
    sooner, pauses = (
        held("gap(previous, this)", bound)[0],
        ", ".join(map(quoted, data("timing")["pauses"])),
    )
    lasts = held("duration", bound)[0]
    name = quoted(singular(subject.noun.name))
    follows = f"occurrences of {name} of previous = 0"
    after = f"{follows} or {sooner} or (contains any of [{pauses}] and {lasts})"
    return [Clause(f"each next block: ({after})")]


def _event(parts: Parts) -> Event | None:
    """Return what words behind `before` or `after` speak of."""
    told = _only(parts, "event")
    if told is not None:
        return Event(*told) if {part.role for part in parts} <= {"event", "comma"} else None
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
    if word == "until":  # `no cake until the candles are out`: none before
        if refused or subject.quantifier != "no" or side == "end":
            return None
        word = "before"
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
    whole = subject.quantifier == "all"
    if side == "end":
        texts = [ordered_text(w, noun) for noun in (subject.noun, event.noun)]
        if after or None in texts or subject.quantifier not in ("", "all"):
            return None
        return Clause("end({}{}) <= start({})".format("last " * whole, *texts))
    if whole and not after:
        subject = changed(subject, quantifier="", noun=changed(subject.noun, front="last "))
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
    if bound.plain and _side(main) == "end" and word == "before" and bound.amount.exact:
        bound = Bound(
            (Limit(">=", bound.amount),)
        )  # over half an hour before something: or earlier
    return before_or_after(w, bound, word, subject.noun, event.noun)


def _between(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say how long it is from one thing to another, between things of one kind, or what stands there."""
    if said[place].value == "between" and place and _only(said, "bound") is None:
        ends = [n for n, part in enumerate(said) if n > place and part.role == "and"]
        one, other = (said[place]._replace(role="side", value=v) for v in ("after", "before"))
        if len(ends) == 1:
            row = (*said[:place], one, *said[place + 1 : ends[0]], other, *said[ends[0] + 1 :])
            return _both_sides(w, row, [place, ends[0]])
    said = _without_sides(said, place)
    after = [part for part in said[place + 1 :] if part.role != "pair"]
    behind = [part for part in after if part.role in ("thing", "and", "next")]
    near = [part.role for part in after][: len(behind)]
    roles = [part.role for part in behind]
    bound = _signed(w, _only(said, "bound"), said)
    if bound is not None and any(part.role == "keep" for part in said):
        bound = bounds.at_least(w, bound) or bound
    left = {part.role for part in said} - {
        *"thing and between bound sign room verb comma pair next keep".split()
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
    elif roles == ["thing", "and", "next"] and len(nouns) == 1 and not nouns[0].placed:
        made = gap(w, bound, changed(nouns[0], plural=True, article=""))
    elif nouns and nouns[0].kind == "rank" and any(_measured(w, part) for part in said):
        made = None  # `the pause between rounds`: what is told of each, and no gap between times
    elif (
        roles == ["thing"]
        and nouns
        and said[place].value == "between"
        and (nouns[0].plural or any(part.role == "pair" for part in said))
    ):
        made = gap(w, bound, changed(nouns[0], plural=True, article=""))
    else:
        made = None
    return [] if made is None else [made]


def _measured(w: Words, part: Part) -> bool:
    """Tell whether a word for a gap is one for a measure: `pause` of the rest between two rounds."""
    pauses = data("pauses")
    known = any(one.type == "Measure" for word in pauses for one in w.phrases.get((word,), ()))
    return known and part.role == "room" and part.value in pauses


def _without_sides(said: Parts, place: int) -> Parts:
    """Leave out what a gap is always between: `between the end of one visit and the start of the next`."""
    behind = said[place + 1 :]
    roles = [part.role for part in behind]
    cut = roles.index("and") if "and" in roles else len(roles)
    told = [{p.value for p in row if p.role == "verb"} for row in (behind[:cut], behind[cut:])]
    if told != [{"end"}, {"start"}]:
        return said
    kept = tuple(part for part in behind if part.role != "verb")
    return (*said[: place + 1], *kept)


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


def _apart_from_each_other(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say how far two things are from each other, or those of one kind, in whatever order."""
    bound = _signed(w, _only(said, "bound"), said)
    roles = [part.role for part in said]
    nouns = [part.value.noun for part in said if part.role == "thing" and not part.value.quantifier]
    left = set(roles) - {*"thing and apart bound sign verb comma keep pair".split()}
    if bound is None or left or roles.count("thing") != len(nouns) or None in nouns:
        return []
    texts = [ordered_text(w, noun) for noun in nouns]
    if len(nouns) == 1 and nouns[0].plural:
        made = gap(w, bound, nouns[0])
    elif len(nouns) == 2 and "and" in roles and None not in texts and _side(said) == "be":
        pairs = [held("start({}) - end({})".format(*row), bound) for row in (texts, texts[::-1])]
        made = Clause(*joined(pairs, "or")[:1], (), 1)
    else:
        made = None
    return [] if made is None or (bound.plain and len(nouns) == 2) else [made]


_FRAMES = {"side": _beside, "between": _between, "edge": _edge, "apart": _apart_from_each_other}
"""How parts are put together around the words that lead a neighbour."""
