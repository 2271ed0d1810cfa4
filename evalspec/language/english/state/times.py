"""Demands on the time of day → formulas."""

from __future__ import annotations

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.inflected import carried_out
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Ask,
    Clause,
    Noun,
    Over,
    Subject,
    Times,
    changed,
    negative,
)
from evalspec.language.english.state.overs import block_text, over_of


def time_formulas(w: Words, subject: Subject, ask: Ask) -> list[Clause]:
    """State when a subject starts, ends or is; several readings where people mean either."""
    noun, times = subject.noun, ask.times
    if times is None:
        raise UnfitError
    if subject.total or subject.mean:
        return []
    until = times.kind == "by" or (times.kind == "until" and ask.text == "start")
    if subject.quantifier == "no" and until:  # `no calls until ten`: ten is free
        times = changed(times, kind="before", tests=tuple(("<", at) for _, at in times.tests))
        ask = changed(ask, times=times)
    overs: tuple[Over, ...] = subject.overs
    start, end = "start", "end"
    kept_out: list[Clause] = []
    if (
        noun is not None
        and noun.kind in ("rank", "text", "member", "item")
        and not subject.quantifier
    ):
        if noun.kind == "text":
            return []
        if noun.placed and noun.kind != "rank":
            start, end = f"start({noun.text})", f"end({noun.text})"
            overs = (*overs, *noun.overs, *of_a_day(w, noun))
        else:
            overs = (*overs, *noun.overs, *of_a_day(w, noun), over_of(noun))
    elif noun is not None and noun.kind != "plan":
        overs = (*overs, *(o for o in noun.overs if not o.scope.startswith("day on ")))
        overs = (*overs, *of_a_day(w, noun))
        dated = "".join(
            o.scope.removeprefix("day") for o in noun.overs if o.scope.startswith("day on ")
        )
        scope = block_text(w, noun) + dated
        if w.scheduled:
            kept_out = _kept_out(subject, ask, times, scope, overs)
            if kept_out and (subject.quantifier or noun.plural):
                return kept_out
        if subject.quantifier or (noun.kind == "block" and not noun.front):
            overs = (*overs, Over(scope, noun.level, subject.quantifier or "each", noun.rank))
        elif noun.front and noun.kind == "block":
            overs = (*overs, Over(scope, noun.level, "each", noun.rank))
        else:
            plain = noun.kind == "category" and not (noun.filters or dated or noun.article == "a")
            inner = noun.text if ask.text != "be" and plain else scope
            start, end = f"start({inner})", f"end({inner})"
    if ask.text == "be" and times.kind == "about":
        ask = changed(ask, text="start")
    elif noun is not None and ask.text == "be" and times.kind in ("until", "through", "past"):
        if times.kind != "past" or times.denied or ask.absent:
            ask = changed(ask, text="end")
    elif noun is not None and ask.text == "be" and times.kind == "limits" and not _goes_on(noun):
        ask = changed(ask, text="start")
    elif noun is not None and ask.text == "be" and times.kind in ("by", "before", "le", "lt"):
        if carried_out(noun.name):
            ask = changed(ask, text="end")
        elif _begins(w, noun, times):
            ask = changed(ask, text="start")
    texts = time_texts(times, ask, start, end)
    made = []
    for text, strength in texts:
        if ask.absent:
            text, strength = negative((text, strength))
        made.append(Clause(text, overs, strength, things=noun))
    if times.kind == "after":  # `work must not be after five`: nor go on
        made += kept_out
    return made[:1] if noun is not None and _momentary(w, noun) else made


def _kept_out(
    subject: Subject, ask: Ask, times: Times, scope: str, overs: tuple[Over, ...]
) -> list[Clause]:
    """State that no part of a thing is in a window: `no meeting may be held after 17:00`."""
    turned = times.denied or times.kind == "all"
    denied = (subject.quantifier == "no") is not (ask.absent or turned)
    if ask.text != "be" or not denied or subject.quantifier not in ("", "no"):
        return []
    tests = [(FLIPPED[sign] if turned else sign, clock.text) for sign, clock in times.tests]
    if len(tests) == 2 and times.kind == "between":
        return [Clause(f"not exists {scope} from {tests[0][1]} to {tests[1][1]}", overs)]
    if times.kind in ("at", "by", "from"):
        return []
    words = [f"{'after' if sign.startswith('>') else 'before'} {at}" for sign, at in tests]
    text = " and ".join(f"not exists {scope} {word}" for word in words)
    return [Clause(text, overs, 3 if len(words) == 1 else 2)]


def _begins(w: Words, noun: Noun, times: Times) -> bool:
    """Tell whether a bare `by` or `no later than` is of the start: of all that does not go on for long."""
    late = times.kind in ("by", "le") and not times.denied
    return late and not _goes_on(noun)


def _goes_on(noun: Noun) -> bool:
    name = noun.name.lower()
    return name in data("going on") or name.rpartition(" ")[2] in data("going on")


def _momentary(w: Words, noun: Noun) -> bool:
    """Tell whether a thing has one time where it is no piece of a schedule: a meal."""
    rank = w.lexicon.ranks.get(noun.rank)
    return not w.scheduled and rank is not None and bool(rank.members)


def of_a_day(w: Words, noun: Noun) -> tuple[Over, ...]:
    """Return that `the last meal`, at some time of day, is the last of each day."""
    late = noun.level > w.day.level and noun.front in ("first ", "last ")
    return (over_of(w.day),) if late and not noun.overs else ()


def time_texts(times: Times, ask: Ask, start: str, end: str) -> list[tuple[str, int]]:
    """Write the limits on a start, an end or both."""
    rows = [(sign, clock.text) for sign, clock in times.tests]
    link = " or " if times.kind == "either" else " and "
    strength = 3 if len(rows) == 1 else (1 if times.kind == "either" else 2)
    if ask.text != "be":
        subject = start if ask.text == "start" else end
        if times.kind in ("between", "limits", "about"):
            return (
                [(f"{subject} between {rows[0][1]} and {rows[1][1]}", 3)]
                if rows[0][0] == ">="
                else [(link.join(f"{subject} {sign} {text}" for sign, text in rows), strength)]
            )
        return [(link.join(f"{subject} {sign} {text}" for sign, text in rows), strength)]
    if times.kind == "from":
        return [(f"{start} = {rows[0][1]} and {end} = {rows[1][1]}", 2)]
    if times.kind in ("between", "limits") or (times.kind == "all" and len(rows) == 2):
        return [(f"{start} {rows[0][0]} {rows[0][1]} and {end} {rows[1][0]} {rows[1][1]}", 2)]
    if times.kind in ("at", "ge", "either"):
        return [(link.join(f"{start} {sign} {text}" for sign, text in rows), strength)]
    sign, text = rows[0]
    if times.kind == "after":
        return [(f"{start} {'<=' if times.denied else '>='} {text}", 3)]
    if times.kind == "by" and not times.denied:
        return [(f"{end} <= {text}", 3)]
    if times.denied and sign == ">=":  # `not earlier than nine`
        return [(f"{start} >= {text}", 3)]
    return [(f"{start} {sign} {text}", 3), (f"{end} {sign} {text}", 3)]
