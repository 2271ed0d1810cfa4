"""Days in a row, days between two, and every other day: `not on two days running`."""

from __future__ import annotations

from typing import Any, NamedTuple

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Amount, Ask, Bound, Clause, Noun, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, extremes, names, persons, presence
from evalspec.language.english.rules.days import there
from evalspec.language.english.state.counts import exactly
from evalspec.language.english.state.overs import block_text


@rule("InRow -> ON? ADJACENT_ONES Noun", "InRow -> ON? Bound Noun IN_A_ROW", "InRow -> ON? Noun NEXT_TO_EACH_OTHER", "InRow -> ON? Bound ADJACENT_ONES Noun", example="on two days running")  # fmt: skip
def in_row(w: Words, *parts: Any) -> tuple[Noun, Bound | None] | None:
    noun = parts[-1]
    number = parts[0] if len(parts) > 1 else None
    if not noun.plural or noun.kind not in ("rank", "item", "block", "member", "category"):
        return None
    return noun, number


@rule("Clause -> Noun Duty BE? HAVE|APPEAR|COME InRow", "Clause -> Noun Copula HAVE? InRow",
      "Clause -> Noun NOT InRow", "Clause -> NO Noun InRow", "Clause -> NO Noun Duty BE? HAVE|APPEAR|COME InRow",
      "Clause -> NOT HAVE? Noun InRow", "Clause -> DO NOT HAVE Noun InRow", "Clause -> NO_TWO Noun InRow", "Clause -> NO Noun Copula HAVE? InRow", example="squats not on two consecutive days")  # fmt: skip
def not_in_row(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Hold how often neighbours may have a thing: `no pork on two days running`."""
    row, bound = rest[-1]
    text = there(w, noun)
    if text is None or row.rank == noun.rank != "" or row.kind not in ("rank", "item", "block"):
        return None
    denied = rest[0] not in ("must", "may")
    if noun.name.lower().startswith(("two ", "2 ")):
        return None  # `no two fall on consecutive days`
    number = bounds.most(bound, denied)
    return None if not number else Clause(f"streak({row.text} where ({text})) <= {number}")


def never_next(w: Words, noun: Noun, rank: Noun) -> Clause | None:
    """Forbid that neighbours have a thing, or are of one kind."""
    same = noun.rank == rank.rank
    return not_next_to(w, noun) if same else not_in_row(w, noun, (rank, None))


@rule("Clause -> NO_TWO Rank OF|WITH Noun IN_A_ROW / NOT Num Rank OF|WITH Noun IN_A_ROW",
      example="no two days of running in a row")  # fmt: skip
def no_two_with(w: Words, *parts: Any) -> Clause | None:
    rank, noun = parts[-2:]
    number = parts[0] if len(parts) > 2 else None
    two = number is None or (number.exact and number.low == 2)
    return not_in_row(w, noun, (rank, None)) if two and rank.plural else None


@rule("Clause -> NO_TWO Noun IN_A_ROW", "Clause -> NO ADJACENT_ONES Noun", "Clause -> NO_TWO ADJACENT_ONES Noun",
      "Clause -> Bound Noun IN_A_ROW", "Clause -> Bound ADJACENT_ONES Noun", "Clause -> NO Noun IN_A_ROW",
      "Clause -> HAVE Bound Noun IN_A_ROW", "Clause -> THERE Copula Bound Noun IN_A_ROW",
      "Clause -> Noun Duty BE? NEXT_TO_EACH_OTHER", "Clause -> NO_TWO Noun PERMIT? BE? NEXT_TO_EACH_OTHER", example="no two rest days in a row")  # fmt: skip
def row_of(w: Words, *parts: Any) -> Clause | None:
    """Hold how many of a kind may stand in a row: `no two rest days in a row`."""
    noun = next(p for p in parts if isinstance(p, Noun))
    bound = next((p for p in parts if isinstance(p, Bound)), None)
    number = 1 if bound is None else bounds.most(bound, False)
    if not noun.plural or not number or {"must", "may"} & {p for p in parts if isinstance(p, str)}:
        return None
    text = kind_in_row(w, noun)
    return None if text is None else Clause(f"streak({text}) <= {number}", noun.overs)


class RowOf(NamedTuple):
    """So many days, or shifts of a kind, in a row."""

    bound: Bound
    what: Any
    at_work: bool = False


@rule("RowOf -> Bound|Num Noun|PART|WORKDAYS* IN_A_ROW", "RowOf -> Bound|Num ADJACENT_ONES Noun|PART|WORKDAYS*",
      example="more than five days in a row")  # fmt: skip
def row_of_what(w: Words, number: Any, what: Any) -> RowOf | None:
    if isinstance(number, Amount):
        number = bounds.closed(w, bounds.number(w, number), bounds.Close("="))
    at_work = isinstance(what, str) and "day" in what
    return RowOf(number, w.rank(w.lexicon.ranks["day"]) if at_work else what, at_work)


@rule("RowOf -> RowOf Close", example="five days in a row at most")
def row_of_closed(w: Words, row_of: RowOf, close: Any) -> RowOf | None:
    plain = bounds.number(w, row_of.bound.limits[0].amount)
    bound = bounds.closed(w, plain, close) if row_of.bound.limits[0].comparator == "=" else None
    return None if bound is None else row_of._replace(bound=bound)


@rule("Clause -> NOBODY MODAL|PERMIT? WORKING|HAVE*|ON? FOR? RowOf", "Clause -> NO* CREW* MODAL|PERMIT? WORKING|HAVE*|ON? FOR? RowOf",
      example="nobody works more than five days in a row", against="more than five days in a row")  # fmt: skip
def row_of_nobody(w: Words, *parts: Any) -> Clause | None:
    if len(parts) in (2, 4) and str(parts[-2]).partition(" ")[0] not in _HAVING:
        return None  # `nobody cooks two days in a row`: what they do is not any entry
    return held_in_row(w, parts[-1], parts[1] if len(parts) > 2 else "person", True)


_HAVING = frozenset("have has get gets do does take takes".split())


@rule("Clause -> EVERYBODY COLON|COMMA? MODAL|PERMIT? WORKING|HAVE|ON? FOR? RowOf", "Clause -> EACH|ANY|ALL CREW* MODAL|PERMIT? WORKING|HAVE|ON? FOR? RowOf",
      "Clause -> ANYBODY PERMIT WORKING|HAVE|ON? FOR? RowOf", "Clause -> EACH|ALL CREW* COLON RowOf", "Clause -> PER_HEAD COLON RowOf",
      "Clause -> RowOf PER_HEAD", "Clause -> RowOf PER|EACH CREW", "Clause -> RowOf COMMA? FOR EVERYBODY|ANYBODY",
      example="everybody works at most five days in a row")  # fmt: skip
def row_of_everybody(w: Words, *parts: Any) -> Clause | None:
    row_of = next(part for part in parts if isinstance(part, RowOf))
    return held_in_row(w, row_of, parts[0] if parts[0] is not row_of else "person", False)


@rule(
    "Clause -> RowOf",
    example="at most five working days in a row",
    against="at most five days in a row",
)
def row_of_work(w: Words, row_of: RowOf) -> Clause | None:
    return held_in_row(w, row_of, "person", False) if row_of.at_work else None


def held_in_row(w: Words, row_of: RowOf, whom_said: str, forbidden: bool) -> Clause | None:
    """Hold how many days of work, or shifts of a kind, anybody may have in a row."""
    bound, what = row_of.bound, row_of.what
    whom = persons.person(w, whom_said)
    row = bounds.most(bound, forbidden)
    if whom is None or not row:
        return None
    if isinstance(what, str):
        thing = block_text(w, names.named(what)) if what == "night" else ""
    elif what.text == "day" or (what.rank != "day" and what.kind in ("name", "category")):
        thing = extremes.smallest(w) if what.rank == "day" else block_text(w, what)
    else:
        thing = ""
    held = f"streak(day where (exists {thing})) <= {row}"
    return Clause(f"each {whom.scope}: {held}") if thing else None


@rule("Ask -> Bound Noun IN_A_ROW", "Ask -> Bound ADJACENT_ONES Noun", example="two days off in a row",
      against="two days in a row")  # fmt: skip
def free_in_row(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Ask for so many days off that follow one another; more of them do as well."""
    (limit, *more) = bound.limits
    free = noun.rank == "day" and noun.filters == f" where (not exists {extremes.smallest(w)})"
    sign = {"=": ">=", ">=": ">=", "<=": "<="}.get(limit.comparator)
    if more or not free or noun.overs or sign is None or limit.amount.low < 2:
        return None
    return Ask("test", text=f"streak({noun.text}) {sign} {limit.amount.low}")


def kind_in_row(w: Words, noun: Noun) -> str | None:
    """Write a kind of day, meal or item, whose neighbours are others of that rank."""
    if noun.kind in ("rank", "member", "item", "block") and " where " in noun.filters:
        return noun.text
    if noun.kind == "category" and noun.name in w.pauses and not w.scheduled:
        return f"day named {quoted(noun.name)}"
    if noun.kind in ("category", "name") and not (w.scheduled or w.textual or noun.filters):
        thing = presence.smallest(w)
        return None if thing is None else f"{thing.scope} where (exists {noun.scope})"
    return None


def not_next_to(w: Words, noun: Noun) -> Clause | None:
    """Forbid that two of a kind are neighbours."""
    text = kind_in_row(w, noun)
    return None if text is None else Clause(f"streak({text}) <= 1")


@rule("DaysBetween -> Noun BETWEEN ANY? Noun", "DaysBetween -> Noun BETWEEN Num Noun",
      "DaysBetween -> Noun BETWEEN EACH Noun", example="rest days between sessions")  # fmt: skip
def days_between(w: Words, *parts: Any) -> tuple[Noun, Noun] | None:
    day, other = parts[0], parts[-1]
    restful = day.kind == "category" and day.name in w.pauses
    return (day, other) if (day.rank == "day" or restful) and other.rank != "day" else None


@rule("Clause -> HAVE? Bound DaysBetween", "Clause -> THERE IS Bound DaysBetween", "Clause -> Plan MUST HAVE Bound DaysBetween",
      "Clause -> HAVE? DaysBetween", "Clause -> THERE IS DaysBetween", "Clause -> Plan MUST HAVE DaysBetween",
      "Clause -> NUMBER_OF DaysBetween IS Bound", "Clause -> NUMBER_OF DaysBetween IS? EQ Bound",
      example="at least one rest day between sessions")  # fmt: skip
def day_between(w: Words, *parts: Any) -> Clause | None:
    """Keep a day between two of a kind: no two on neighbouring days."""
    _, other = next(p for p in parts if isinstance(p, tuple))
    bound = next((p for p in parts if isinstance(p, Bound)), exactly(1))
    limit, text = bound.limits[0], there(w, changed(other, article=""))
    one = limit.amount.bare and limit.amount.exact and limit.amount.low == 1
    if text is None or not one or len(bound.limits) > 1 or limit.comparator not in (">=", "="):
        return None
    if limit.comparator == "=" and limit.firm:
        return None
    return Clause(f"streak(day where ({text})) <= 1")


@rule("Clause -> Noun EACH_OTHER Rank", "Clause -> Noun MUST? APPEAR|HAVE|COME EACH_OTHER Rank", "Clause -> Noun IS HAVE? EACH_OTHER Rank",
      "Clause -> HAVE Noun EACH_OTHER Rank", example="meat every other day")  # fmt: skip
def alternating(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    rank = rest[-1]
    text = there(w, noun)
    if text is None or rank.kind != "rank" or noun.rank == rank.rank != "":
        return None
    where = f"where ({text})"
    return Clause(
        f"streak({rank.text} {where}) <= 1 and streak({rank.text} except {where}) <= 1", (), 2
    )
