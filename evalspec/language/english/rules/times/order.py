"""The order of things: before, after, right after, one after the other."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Asks,
    Clause,
    Noun,
    Subject,
    Times,
    changed,
    clause_of,
    joined,
    negative,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names
from evalspec.language.english.rules.clauses.joined import both_clauses
from evalspec.language.english.rules.times.clocks import when
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, readings_of


@rule("Later -> GT*", example="later than")
def later(w: Words, about: str) -> str | None:
    return "after" if about == "time" else None


@rule("Later -> LT*", example="earlier than")
def earlier(w: Words, about: str) -> str | None:
    return "before" if about == "time" else None


@rule("Side -> BEFORE*", example="before")
def before(w: Words, word: str) -> str:
    return "before"


@rule("Side -> AFTER*", example="after")
def after(w: Words, word: str) -> str:
    return "after"


@rule("Near -> RIGHT Side", example="immediately after")
def near(w: Words, side: str) -> str:
    return f"immediately {side}"


def ordered_text(w: Words, noun: Noun) -> str | None:
    """Write a thing in an order."""
    whole = (noun.kind == "mark" and not noun.scope) or (
        noun.kind == "text" and (not noun.placed or noun.front)
    )
    if whole or noun.kind in ("plan", "several") or noun.overs or noun.also:
        return None
    if w.prose and noun.kind == "name" and not noun.cited:
        return None  # a common noun is no literal
    if noun.kind == "rank" and " where " in noun.filters:
        return None  # `strength training` may be a name
    text = block_text(w, noun)
    if noun.kind == "rank" and text == noun.rank and w.lexicon.ranks[text].calendar:
        return None  # `between gym and date`: of no day
    return text


@rule("Clause -> Subject Duty? COME|BE|APPEAR Side|Near Order", "Clause -> Subject Copula HAVE|SET Side|Near Order",
      example="lunch must come before dinner")  # fmt: skip
def comes(
    w: Words, subject: Subject, duty: str | None, side: str, others: tuple[tuple[Noun, ...], str]
) -> Clause | None:
    if subject.noun is None or subject.quantifier or subject.total or duty in ("may",):
        return None
    first = ordered_text(w, subject.noun)
    seconds = [ordered_text(w, n) for n in others[0]]
    if first is None or any(s is None for s in seconds):
        return None
    texts = [f"{first} {side} {second}" for second in seconds]
    made = joined([(text, 3) for text in texts], others[1])
    return clause_of([negative(made) if duty in ("must not", "may not") else made], subject.overs)


@rule(
    "Clause -> Subject Deed COMMA? AND Duty? COME|BE|START Side|Near Order",
    example="the break must last 20 minutes and come after the work",
)
def stated_in_order(w: Words, subject: Subject, asks: Asks, *rest: Any) -> list[Clause] | None:
    order = comes(w, subject, rest[0], *rest[1:])
    made = clause(w, subject, asks)
    both = [both_clauses(w, one, order) for one in readings_of(made) if order]
    return [one for one in both if isinstance(one, Clause)]


@rule(
    "Clause -> Noun Side|Near Order COMMA? AND|BUT Times",
    example="the toast after the soup and before 9 pm",
    cost=0.3,
)
def in_order_at(w: Words, noun: Noun, side: str, others: Any, times: Times) -> list[Clause] | None:
    order, timed = in_order(w, noun, side, others), when(w, noun, times)
    if order is None or not timed or order.overs:
        return None
    return [
        changed(one, formula=f"{order.formula} and {one.formula}", strength=2)
        for one in timed
        if one.strength > 1 and order.strength == 3
    ]


@rule(
    "Clause -> Clause COMMA? IN_THIS_ORDER",
    example="soup before the roast, never the other way round",
    idle=(2,),
)
def in_this_order(w: Words, inner: Clause) -> Clause | None:
    return inner if _ORDERED.search(inner.formula) else None


_ORDERED = re.compile(r" (before|after|preceding|following) ")


@rule("Beside -> Side|Near Order", example="breakfast before lunch")
def beside(w: Words, side: str, others: Any) -> tuple[str, Any]:
    return side, others


@rule("Happening -> Noun IS Open", example="the dishwasher must be emptied every day")
def happening(w: Words, noun: Noun, deed: str) -> Noun | None:
    """Take a thing with what is done to it for a name: `empty the dishwasher` is the same."""
    plain = noun.kind in ("name", "category") and not (noun.filters or noun.overs or noun.placed)
    done = deed.endswith(("ed", "ept", "ung", "ought", "wn")) and " " not in deed
    if not plain or not done:
        return None
    if deed in data("happening"):
        return noun  # `the budget must be discussed`
    return names.named(f"{deed} {noun.name}")


@rule("Clause -> Subject Duty? ONLY START|COME|BE|APPEAR|Present? Beside", "Clause -> Subject Duty? START|COME|BE|APPEAR|Present? ONLY Beside",
      "Clause -> Subject ONLY Beside",
      example="the soup must only come after the bread", cost=-0.1)  # fmt: skip
def only_then(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    """Take what may only come after something for what comes after it."""
    duty = next((part for part in rest[:-1] if isinstance(part, str)), "must")
    if rest[-1][0] != "after" or duty not in ("must", "may"):
        return None
    return comes(w, subject, "must", *rest[-1])


@rule("Clause -> Noun Side|Near Order", example="breakfast before lunch", cost=0.3)
def in_order(w: Words, noun: Noun, side: str, others: tuple[tuple[Noun, ...], str]) -> Any:
    return comes(w, Subject(noun), "must", side, others) if noun.kind != "rank" else None


@rule(
    "Clause -> HAVE? Noun Side One AND_AGAIN Side One",
    example="a dog walk before work and again after dinner",
)
def once_more(w: Words, noun: Noun, *sides: Any) -> Clause | None:
    """Ask for a thing on each of two sides of others."""
    text = ordered_text(w, noun)
    rows = []
    for side, others in ((sides[0], sides[1]), (sides[2], sides[3])):
        other = ordered_text(w, others)
        relative = {"before": "preceding", "after": "following"}.get(side)
        if text is None or other is None or relative is None:
            return None
        rows.append((f"exists {text} {relative} {other}", 3))
    return clause_of(rows)


@rule("Clause -> HAVE? Noun RIGHT? AFTER EACH Noun", "Clause -> THERE IS Noun RIGHT? AFTER EACH Noun", "Clause -> EACH* Noun IS FOLLOWED_BY Noun",
      "Clause -> AFTER* EACH Noun COMMA? THERE? IS? HAVE? Noun", example="a break after each meeting")  # fmt: skip
def after_each(w: Words, *parts: Any) -> Clause | None:
    """Ask that each of a kind is followed by something at once, the last of a day too."""
    one, other = (part for part in parts if isinstance(part, Noun))
    behind = isinstance(parts[0], str)
    first, second = (one, other) if behind else (other, one)
    things = (first, changed(second, filters=re.sub(r"^ lasting [^ ]+ \w+$", "", second.filters)))
    plain = all(n.kind in ("category", "name") and not (n.filters or n.overs) for n in things)
    pausing = second.filters and second.name in data("timing")["pauses"]  # time left free will do
    if not w.scheduled or not plain or pausing:
        return None
    texts = [block_text(w, noun) for noun in (first, second)]
    held = f"gap({', '.join(texts)}) = 0 min and not exists last block named {quoted(first.name)}"
    held += f" and count({texts[1]}) >= count({texts[0]})"  # a gap is only where both are
    return Clause(f"each day where (exists {texts[0]}): ({held})")


@rule(
    "Clause -> Lead Noun RIGHT? AFTER EACH Noun",
    example="the schedule must include a walk after each meeting",
)
def led_after_each(w: Words, duty: str, one: Noun, other: Noun) -> Clause | None:
    return after_each(w, one, other) if duty in ("must", "room") else None


@rule("Order -> ANY? Noun|Ends", example="dinner")
def one_other(w: Words, noun: Noun) -> tuple[tuple[Noun, ...], str]:
    return (noun,), "and"


@rule("Order -> Thing AND Thing", example="lunch and dinner", cost=-0.1)
def two_others(w: Words, one: Noun, other: Noun) -> tuple[tuple[Noun, ...], str]:
    return (one, other), "and"


@rule("Order -> Noun OR Noun", example="lunch or dinner")
def either_other(w: Words, one: Noun, other: Noun) -> tuple[tuple[Noun, ...], str]:
    return (one, other), "or"


for _right, _words, _side, _said in (
    ("RIGHT?", "Duty? {} FOLLOW|Duty? FOLLOW {}", "after", "must follow"),
    ("RIGHT", "Duty? {} FOLLOW|Duty? FOLLOW {}", "immediately after", "must immediately follow"),
    ("", "Duty? PRECEDE", "before", "must precede"),
    ("", "Copula FOLLOWED_BY", "before", "must be followed by"),
    ("", "Copula PRECEDE BY", "after", "must be preceded by"),
):

    def _follows(
        w: Words, subject: Subject, duty: str | None, others: Any, side: str = _side
    ) -> Clause | None:
        return comes(w, subject, duty, side, others)

    rule(
        *(f"Clause -> Subject {said.format(_right)} Order" for said in _words.split("|")),
        example=f"yoga {_said} breakfast", cost=-0.1 if _right == "RIGHT" else 0.0,
    )(_follows)  # fmt: skip


def stepwise(w: Words, things: tuple[Noun, ...]) -> Clause | None:
    """Ask for things one after the other."""
    texts = [ordered_text(w, thing) for thing in things]
    if any(text is None for text in texts) or any(t.kind == "rank" for t in things):
        return None
    pairs = [f"{one} before {other}" for one, other in pairwise(texts)]
    return Clause(" and ".join(pairs), (), 3 if len(pairs) == 1 else 2)
