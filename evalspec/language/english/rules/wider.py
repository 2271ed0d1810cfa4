"""Demands over several members: shares, growth, neighbours, stated totals, who does what."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    Window,
    changed,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing, presence, themes, unlike
from evalspec.language.english.rules.bounds import most
from evalspec.language.english.rules.compare import comparisons, degrees, rivals
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import block_text
from evalspec.vocabulary.nouns import singular

# -- neighbours ------------------------------------------------------------------------------------------


@rule("Clause -> NO Noun Duty? APPEAR|HAVE Freq", "Clause -> NO Noun Freq", "Clause -> NO Noun Duty BE HAVE Freq Over?",
      example="no dish twice")  # fmt: skip
def not_twice(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    bound = next(r for r in rest if isinstance(r, Bound))
    over = next((r for r in rest if isinstance(r, Over)), None)
    limit = bound.limits[0]
    twice = (limit.amount.low == 2 and limit.comparator in ("=", ">=")) or (
        limit.amount.low == 1 and limit.comparator == ">"
    )
    overs = (over,) if over is not None else ()
    if noun.kind == "name":
        if "meal" in w.lexicon.ranks and str(noun.name).lower() not in data("kinds"):
            return None  # `no soup twice`: never the same one, or only once
        made = unlike.at_most_each(w, noun, most(bound, True))
        return None if made is None else changed(made, overs=overs)
    if noun.kind not in ("rank", "item") or not twice:
        return None
    return Clause(f"distinct({noun.text}) = count({noun.text})", overs)


@rule(
    "Clause -> NO Noun Duty? BE? HAVE|APPEAR|REPEATED IN|ON|AT? Bound Rank",
    example="no exercise may be used in more than one session",
)
def in_one_only(w: Words, noun: Noun, duty: str | None, bound: Bound, rank: Noun) -> Clause | None:
    """Let all that is in one of several be in no other one; what has a name, in so many at most."""
    number = most(bound, True)
    if rank.kind != "rank" or rank.filters or noun.filters or number is None:
        return None
    if noun.kind == "name" and duty in ("may", "must"):
        return Clause(f"count({rank.text} where (exists {quoted(noun.name)})) <= {number}")
    if noun.kind not in ("rank", "item") or number != 1 or noun.level <= rank.level:
        return None
    return Clause(f"sum(distinct({noun.text}) per {rank.text}) = distinct({noun.text})")


@rule("Clause -> EACH|ALL|NO* Measure Deed|Asks", example="no set may have more than 12 reps")
def each_set(w: Words, word: str, theme: Theme, asks: Asks) -> Any:
    """Hold each of what is counted first of each thing, sets of exercises, by what else is its product."""
    factors = next((m.product for m in w.lexicon.measures.values() if m.product), ())
    thing = w.lexicon.ranks.get(w.lexicon.item_rank)
    known = {w.lexicon.measures[name].dimension for name in factors[1:]}
    own = all(
        a.bound is not None and a.kind == "amount" and not a.overs
        and (a.theme.dimension if a.theme is not None else a.bound.amount.dimension) in known
        for a in asks.parts
    )  # fmt: skip
    if thing is None or factors[:1] != (theme.measure,) or theme.of or theme.overs or not own:
        return None
    quantifier = "no" if word in data("words")["NO"] else "each"
    return clause(w, Subject(w.rank(thing), quantifier), asks)


# -- totals that are told -----------------------------------------------------------------------------------
@rule("Clause -> STATED Theme MUST? BE|SUM_TO|REACH SUM_OF_PARTS", "Clause -> STATED TOTAL MUST? BE|SUM_TO|REACH SUM_OF_PARTS",
      "Clause -> STATED TOTAL MUST? BE CORRECT", "Clause -> STATED Theme MUST? BE CORRECT",
      "Clause -> STATED|ALL? TOTAL|TOTALS Over? MUST? ADDS_UP", "Clause -> Theme TOTAL|TOTALS? MUST? ADDS_UP", "Clause -> TOTAL|TOTALS OF|FOR Theme MUST? ADDS_UP",
      "Clause -> TOTAL_SAID|TOTAL MUST? BE? TALLY|EQ|REACH SUM_OF_PARTS", "Clause -> TOTAL_SAID MUST? BE SUM_OF_PARTS",
      "Clause -> ITEMS|ADDENDS|SUM_OF_PARTS MUST? BE? TALLY|SUM_TO TOTAL_SAID|TOTAL",
      "Clause -> GIVE_NO_TOTAL UNLIKE_IT SUM_OF_PARTS", "Clause -> Theme MUST? SUM_TO|REACH TOTAL_SAID", "Clause -> ALL? Noun MUST? SUM_TO|REACH TOTAL_SAID", example="the stated total must equal the sum of the items")  # fmt: skip
def stated_right(w: Words, *parts: Any) -> Clause | None:
    """Ask that what a response states as a total is that of its parts."""
    said = next((p for p in parts if isinstance(p, Theme)), None)
    theme = said or w.default("currency")
    period = next((themes.over_rank(w, p) for p in parts if isinstance(p, str)), None)
    over = next((p for p in parts if isinstance(p, Over)), None) or period
    overs = (*(theme.overs if theme is not None else ()), *((over,) if over is not None else ()))
    if theme is None or theme.of or theme.mean or theme.limit or theme.kind == "whole":
        return None
    noun, thing = next((p for p in parts if isinstance(p, Noun)), None), presence.smallest(w)
    others = noun is not None and (thing is None or noun != changed(thing, plural=True))
    if any(o.item for o in overs) or others:
        return None
    costing = theme.measure in w.lexicon.roles.get("of large numbers", ())
    if said is None and not costing and (thing is None or thing.rank != "item"):
        return None  # of meals: the calories, the protein, or all
    return Clause(f"stated({theme.measure}) = sum({theme.measure})", overs)


@rule(
    "Clause -> ADDENDS Deed",
    example="the lines must add up to 300",
    against="the lines must have 300",
)
def added_lines(w: Words, asks: Asks) -> Any:
    """Hold what all there is comes to."""
    summed = all(a.kind == "amount" and a.total and a.theme is None for a in asks.parts)
    return clause(w, Subject(None), asks) if summed and not w.prose else None


@rule("Clause -> FACTOR* MULTIPLIED FACTOR* Duty? SUM_TO|HAVE|BE|REACH|TALLY|EQ PRODUCT*",
      "Clause -> FACTOR* MULTIPLIED FACTOR* Duty? SUM_TO|HAVE|BE|REACH|TALLY|EQ PRODUCT* EACH LINES",
      "Clause -> PRODUCT* Duty? SUM_TO|BE|REACH FACTOR* MULTIPLIED FACTOR*",
      "Clause -> EACH PRODUCT* Duty? SUM_TO|BE|REACH FACTOR* MULTIPLIED FACTOR*",
      example="quantity times unit price has to equal the line total on every line")  # fmt: skip
def multiplied(w: Words, *parts: str | None) -> Clause | None:
    """Ask that what stands on a line is what two other columns of it come to."""
    thing = presence.smallest(w)
    names = [p for p in parts if p not in (None, "must")]
    if thing is None or w.scheduled or len(names) != 3:
        return None
    if names[0].split()[-1] in ("total", "totals", "sum", "amount"):
        names = [*names[1:], names[0]]
    one, other, made = (f'field("{singular(name)}")' for name in names)
    return Clause(f"each {thing.scope}: {one} * {other} = {made}")


@rule("Clause -> NO Noun DURING|IN Thing / NO Noun DURING Noun",
      example="no phone calls during dinner", cost=0.1)  # fmt: skip
def none_during(w: Words, noun: Noun, other: Noun) -> Clause | None:
    timed = {"category", "name"} if w.scheduled else {"name"}
    if {noun.kind, other.kind} - timed or noun.filters or other.filters:
        return None
    return Clause(f"overlap({block_text(w, noun)}, {block_text(w, other)}) = 0 min")


# -- what goes to one thing and what to another --------------------------------------------------------
Outlay = tuple[Noun, rivals.Versus]
"""Something with what it must have more of, or less, than something else: `more on food than on hotels`."""


def _outlay(sign: str) -> Any:
    def made(w: Words, *parts: Any) -> Outlay | None:
        one, other = (p for p in parts if isinstance(p, Noun))
        by = next((p for p in parts if isinstance(p, Bound)), None)
        said = next((p for p in parts if isinstance(p, str)), "")
        theme = next((p for p in parts if isinstance(p, Theme)), None)
        if said in w.lexicon.measures:  # `longer on maths than on history`
            theme = w.theme(said)
        elif by is not None:
            theme = None if by.amount.bare else w.default(by.amount.dimension)
        known = theme is not None or (by is None and not said)
        relation = rivals.Relation(sign, by=by)
        return (one, rivals.Versus(relation, theme, rival=rivals.Rival(other))) if known else None

    return made


for _class, _sign in {"MORE": ">", "LESS": "<"}.items():
    rule(f"Outlay -> {_class} Theme FOR|ON|IN|AT? Noun THAN FOR|ON|IN|AT? Noun",
         f"Outlay -> {_class}* ON|FOR Noun THAN ON|FOR Noun",
         f"Outlay -> Bound {_class} ON|FOR Noun THAN ON|FOR Noun",
         example=f"{_class.lower()} time for breaks than for emails")(_outlay(_sign))  # fmt: skip


@rule("Outlay -> As Theme? FOR|ON|IN|AT Noun AS_MANY_END FOR|ON|IN|AT Noun / "
      "Grade ON|FOR Noun AS_MANY_END ON|FOR Noun",
      example="twice as much time for breaks as for emails")  # fmt: skip
def as_much_for(w: Words, relation: Any, *rest: Any) -> Outlay | None:
    theme = rest[0] if len(rest) > 2 else None
    if isinstance(relation, tuple):  # `twice as long on maths as on history`
        relation, measure = relation
        theme = w.theme(measure) if measure in w.lexicon.measures else None
        if theme is None:
            return None
    return rest[-2], rivals.Versus(relation, theme, rival=rivals.Rival(rest[-1]))


@rule("Clause -> Outlay / WHO? Duty? SPEND Outlay", example="spend more on food than on hotels")
def goes_to(w: Words, *parts: Any) -> Clause | None:
    """Take what is spent without a word for it for time in a schedule, and for money elsewhere."""
    one, made = parts[-1]
    theme = made.theme
    if len(parts) > 1 and theme is None:
        theme = w.default("time" if w.scheduled else "currency")
    found = (
        None
        if theme is None
        else degrees.deed(w, parts[0] if len(parts) > 1 else None, changed(made, theme=theme))
    )
    return None if found is None else comparisons.compared(w, Subject(one), found)


def _then(sign: str) -> Any:
    def made(w: Words, *parts: Any) -> Clause | None:
        """Compare how much of something there is, or how many, in two parts of a day."""
        what = next(p for p in parts if isinstance(p, Noun | Theme))
        measure = next((p for p in parts if isinstance(p, str)), "")
        noun = what if isinstance(what, Noun) else what.of
        timely = isinstance(what, Noun) or what.kind == "time"
        if noun is None or not timely or measure not in ("", "duration") or not w.scheduled:
            return None
        theme = w.default("time") if isinstance(what, Theme) or not noun.plural else None
        sides = [_in_window(w, theme, noun, p) for p in parts if isinstance(p, Window)]
        return Clause(f" {sign} ".join(sides)) if all(sides) else None

    return made


for _class, _sign in {"MORE": ">", "LESS": "<"}.items():
    rule(f"Clause -> {_class} Noun|Theme Window THAN Window", f"Clause -> Noun {_class}* Window THAN Window",
         example=f"{_class.lower()} meetings in the morning than in the afternoon")(_then(_sign))  # fmt: skip


def _in_window(w: Words, theme: Theme | None, noun: Noun, window: Window) -> str:
    placed = placing.timed(w, noun, window) if noun.kind in ("category", "name") else None
    if placed is None:
        return ""
    return count_of(w, placed) if theme is None else f"duration({block_text(w, placed)})"


@rule("Clause -> Theme EXCEED Day BY Bound / Theme MUST EXCEED Day BY Bound",
      example="Saturday's carbs must exceed Sunday's by 50 g")  # fmt: skip
def exceeds_day(w: Words, theme: Theme, day: Noun, bound: Bound) -> Clause | None:
    if theme.of is None or theme.of.rank != "day":
        return None
    return Clause(
        held(
            f"sum({theme.measure}) of {theme.of.text} - sum({theme.measure}) of {day.text}",
            bound,
            theme.unit,
        )[0]
    )
