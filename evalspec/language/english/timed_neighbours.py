"""What stands beside something else in time, whatever words stand around: before it, between two, apart.

The frames of demands on time that words such as `before`, `between` and `apart` lead.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from evalspec.language.english.closed import data
from evalspec.language.english.covering import Part, Parts
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    changed,
    held,
    joined,
)
from evalspec.language.english.rules import bounds, streaks
from evalspec.language.english.rules.times import edges
from evalspec.language.english.rules.times.gaps import before_or_after, gap
from evalspec.language.english.rules.times.order import comes, ordered_text
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text
from evalspec.vocabulary.nouns import singular


class Event(NamedTuple):
    """What something stands beside, and the side of it that is told."""

    noun: Noun | None
    """None for the plan."""
    side: str
    """start, end or be."""


def only(parts: Parts, role: str) -> Any:
    """Return the value of the one part of a role; nothing where there are none or several."""
    found = [part.value for part in parts if part.role == role]
    return found[0] if len(found) == 1 else None


def side_told(parts: Parts) -> str | None:
    """Return the side of a thing that verbs speak of; nothing where they speak of several."""
    told = {part.value for part in parts if part.role == "verb"} - {"be", "do"}
    return None if len(told) > 1 else next(iter(told), "be")


def _beside(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say what something comes before or after, or how long."""
    main, behind = said[:place], said[place + 1 :]
    if not any(p.role == "not" or denies(p) for p in main):
        behind = _without_contrary(behind, said[place].value)
    if not place:
        cut = next((n for n, part in enumerate(behind) if part.role == "comma"), 0)
        if behind[:1] and behind[0].role == "event":
            cut = 1  # `until the candles are out no music`
        main, behind = behind[cut:], behind[:cut]
        main = main[1:] if main[:1] and main[0].role == "comma" else main
    if place and said[place].value == "after" and _each(behind) is not None:
        return _free_after_each(w, main, behind)
    bound, limit = only(main, "bound"), only((*main, *behind), "limit")
    if bound is not None and limit is not None and bound.plain:
        soon = (limit.endswith("earliest")) == said[place].value.endswith("after")
        bound = Bound((Limit(">=" if soon else "<=", bound.amount),))
        main, behind = (tuple(p for p in row if p.role != "limit") for row in (main, behind))
    event, subject, side = _event(behind), only(main, "thing"), side_told(main)
    left = {part.role for part in main} - {"thing", "verb", "bound", "not", "comma"}
    if only(main, "bound") is not None:
        left -= {"keep", "room"}
    if said[place].entry.type == "ONCE" and (event is None or event.side != "end"):
        return []  # `when dinner starts`
    if event is None or subject is None or side is None or left or subject.noun is None:
        return []
    refused = any(part.role == "not" for part in main)
    word = said[place].value
    if bound is not None:
        made = _apart(w, subject, bound, word, event, main, refused)
    else:
        made = _ordered(w, subject, word, event, side, refused)
    return [] if made is None else [made]


def both_sides(w: Words, said: Parts, sides: list[int]) -> list[Clause]:
    """Put a thing after one thing and before another: `the raffle after dinner but before the dance`."""
    main, halves = said[: sides[0]], (said[sides[0] : sides[1]], said[sides[1] :])
    while halves[0][-1:] and halves[0][-1].role in ("and", "comma"):
        halves = (halves[0][:-1], halves[1])
    told = [half[0].value for half in halves]
    if told == ["between", "until"]:  # `the pause from dinner until sleep`
        return between(
            w, tuple(p._replace(role="and") if p.value == "until" else p for p in said), sides[0]
        )
    if (
        only(said, "bound") is not None
        and told[0] == "after"
        and told[1:] in (["before"], ["until"])
    ):
        # `after dinner, two hours must pass before sleep`
        ends = [tuple(p for p in half[1:] if p.role in _NAMING) for half in halves]
        main = tuple(
            p for p in said if p not in (*ends[0], *ends[1]) and p.role not in ("side", "comma")
        )
        one, other = said[sides[0]]._replace(role="between"), said[sides[1]]._replace(role="and")
        return between(w, (*main, one, *ends[0], other, *ends[1]), len(main))
    if told == ["until", "after"] and [p.role for p in halves[0][1:]] == ["bound"]:
        said = tuple(p for p in (*main, *halves[0][1:], *halves[1]) if p.role != "not")
        later = halves[0][1]._replace(
            role="limit", value="earliest"
        )  # `not until an hour after lunch`
        denied = any(p.role == "not" for p in main)
        return _beside(w, (*said, later), len(said) - len(halves[1])) if denied else []
    if len(sides) > 2 or told != ["after", "before"] or not main or only(main, "bound"):
        return []
    made = [_beside(w, (*main, *half), len(main)) for half in halves]
    if any(len(rows) != 1 or rows[0].overs for rows in made):
        return []
    return [Clause(*joined([(rows[0].formula, rows[0].strength) for rows in made], "and")[:1])]


_NAMING = ("thing", "event", "verb")


def _without_contrary(parts: Parts, side: str) -> Parts:
    """Leave out what says the same again by its opposite: `before the port tasting, not after`."""
    if len(parts) < 3 or parts[-2].role != "comma" or parts[-1].role != "contrary":
        return parts
    return parts if side in parts[-1].value.split() else parts[:-2]


def denies(part: Part) -> bool:
    """Tell whether a thing is denied: `no dinner`."""
    return part.role == "thing" and part.value.quantifier == "no"


def _each(parts: Parts) -> Subject | None:
    subject = only(parts, "thing")
    each = len(parts) == 1 and subject is not None and subject.quantifier == "each"
    return subject if each else None


def _free_after_each(w: Words, main: Parts, behind: Parts) -> list[Clause]:
    """Keep time free after each thing of a kind: none follows sooner, unless it is a break of that length."""
    bound, subject = _signed(w, only(main, "bound"), main), _each(behind)
    roles = {part.role for part in main}
    if bound is None or subject is None or subject.noun is None or not w.scheduled:
        return []
    if "room" not in roles or roles - {"bound", "sign", "room", "keep", "verb", "comma"}:
        return []
    if bound.plain:
        bound = Bound((Limit(">=", bound.amount),))
    plain = subject.noun.kind in ("name", "category") and not subject.noun.filters
    if not plain or bound.amount.dimension != "time":
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
    told = only(parts, "event")
    if told is not None:
        return Event(*told) if {part.role for part in parts} <= {"event", "comma"} else None
    subject, side = only(parts, "thing"), side_told(parts)
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
    after, over = word.endswith("after"), event.side == "end"
    if event.noun is None or subject.noun is None:
        return None
    if word == "until":  # `no cake until the candles are out`: none before
        if refused == (subject.quantifier == "no") or side == "end":
            return None
        word, over = "before", event.noun.kind != "rank"  # `until Thursday`
    if over and not after:
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
        if subject.quantifier == "no" and not refused and word == "before" and over:
            made = comes(
                w, changed(subject, quantifier=""), "must", "after", ((event.noun,), "and")
            )
            return made and Clause(f"not exists {text} or {made.formula}", made.overs, 1)
        if subject.quantifier == "no" and not refused:
            relative = "preceding" if word == "before" else "following"
            return Clause(f"not exists {text} {relative} {other}")
        if word == "before" and over and not subject.quantifier:
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
    if bound.plain and side_told(main) == "end" and word == "before" and bound.amount.exact:
        bound = Bound(
            (Limit(">=", bound.amount),)
        )  # over half an hour before something: or earlier
    return before_or_after(w, bound, word, subject.noun, event.noun)


def between(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say how long it is from one thing to another, between things of one kind, or what stands there."""
    if said[place].value == "between" and place and only(said, "bound") is None:
        ends = [n for n, part in enumerate(said) if n > place and part.role == "and"]
        one, other = (said[place]._replace(role="side", value=v) for v in ("after", "before"))
        if len(ends) == 1:
            row = (*said[:place], one, *said[place + 1 : ends[0]], other, *said[ends[0] + 1 :])
            return both_sides(w, row, [place, ends[0]])
    said = _without_sides(_with_events(said), place)
    after = [part for part in said[place + 1 :] if part.role != "pair"]
    behind = [part for part in after if part.role in ("thing", "and", "next")]
    near = [part.role for part in after][: len(behind)]
    roles = [part.role for part in behind]
    bound = _signed(w, only(said, "bound"), said)
    if bound is not None and any(part.role == "keep" for part in said):
        bound = bounds.at_least(w, bound) or bound
    told = [part.role for part in said]
    left = {*told} - {*"thing and between bound sign room verb comma pair next keep".split()}
    if bound is None or left or near != roles or told.count("thing") != roles.count("thing"):
        return []
    if any(part.value in ("start", "end") for part in said if part.role == "verb"):
        return []
    nouns = [
        _one_of_a_rank(part.value.noun)
        for part in behind
        if part.role == "thing" and not part.value.quantifier
    ]
    if roles == ["thing", "and", "thing"] and len(nouns) == 2:
        again = nouns[1].name.lower().endswith(f" {nouns[0].name.lower()}")
        made = None if again else gap(w, bound, *nouns)  # `one shift and the following shift`
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
    known = any("Measure" in w.types(word) for word in pauses)
    return known and part.role == "room" and part.value in pauses


def _without_sides(said: Parts, place: int) -> Parts:
    """Leave out what a gap is always between: `between the end of one visit and the start of the next`."""
    behind = said[place + 1 :]
    roles = [part.role for part in behind]
    cut = roles.index("and") if "and" in roles else len(roles)
    told = [{p.value for p in row if p.role == "verb"} for row in (behind[:cut], behind[cut:])]
    told = [row - {"be", "do"} for row in told]
    if not (told[0] <= {"end"} and told[1] <= {"start"}):
        return said
    leaving = data("timing")["leaving"]
    kept = tuple(p for p in behind if p.role != "verb" or p.entry.value in leaving)
    return (*said[: place + 1], *kept)


def _with_events(said: Parts) -> Parts:
    """Take what happens for a thing and the verb of its side: `between finishing dinner and sleeping`."""
    row: list[Part] = []
    for part in said:
        if part.role == "event":
            noun, side = part.value
            row += [
                part._replace(role="thing", value=Subject(noun)),
                part._replace(role="verb", value=side),
            ]
        else:
            row.append(part)
    return tuple(row)


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
    side, noun = side_told(said[:place]), only(said[place + 1 :], "thing")
    roles = [part.role for part in said]
    left = set(roles) - {"verb", "edge", "thing", "comma"}
    if side not in ("start", "end") or noun is None or noun.quantifier or left:
        return []
    one = only(said[:place], "thing")
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
    bound = _signed(w, only(said, "bound"), said)
    roles = [part.role for part in said]
    nouns = [part.value.noun for part in said if part.role == "thing" and not part.value.quantifier]
    left = set(roles) - {*"thing and apart bound sign verb comma keep pair".split()}
    if bound is None or left or roles.count("thing") != len(nouns) or None in nouns:
        return []
    texts = [ordered_text(w, noun) for noun in nouns]
    commas = (word.type == "COMMA" for part in said for word in part.entry.words())
    if len(nouns) == 1 and nouns[0].plural:
        made = gap(w, bound, nouns[0])
        counted = roles[0] == "pair" and "verb" not in roles and any(commas)
        if made is not None and counted and said[0].entry.value == "two":  # not `any two walks`
            two = f"count({block_text(w, nouns[0])}) = 2"
            made = changed(made, formula=f"{two} and {made.formula}", strength=2)
    elif len(nouns) == 2 and "and" in roles and None not in texts and side_told(said) == "be":
        pairs = [held("start({}) - end({})".format(*row), bound) for row in (texts, texts[::-1])]
        made = Clause(*joined(pairs, "or")[:1], (), 1)
    else:
        made = None
    return [] if made is None or (bound.plain and len(nouns) == 2) else [made]


def _in_row(w: Words, said: Parts, place: int) -> list[Clause]:
    """Say of what no two neighbours may be: `no running on consecutive days`, whatever the order of words."""
    subject = only(said, "thing")
    denials = [p for p in said if p.role in ("not", "nothing", "avoid")]
    denied = len(denials) + ("no" in said[place].value.split()) + any(map(denies, said))
    left = {p.role for p in said} - {"thing", "row", "not", "avoid", "verb", "comma", "pair"}
    if left or denied != 1 or subject is None or subject.noun is None or side_told(said) != "be":
        return []
    made = streaks.never_next(w, subject.noun, w.day)
    return [] if made is None else [made]


FRAMES = {
    "row": _in_row,
    "side": _beside,
    "between": between,
    "edge": _edge,
    "apart": _apart_from_each_other,
}
"""How parts are put together around the words that lead a neighbour."""
