"""What happens before or after what, told by a clause: `before the cleaning starts`, `after I get up`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    Theme,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names, presence
from evalspec.language.english.rules.times.gaps import ahead, gap
from evalspec.language.english.rules.times.order import comes, ordered_text
from evalspec.language.english.state.overs import over_of

Event = tuple[Noun, str]
"""A thing, and the one side of it that is told: before it starts, after it is over."""


@rule("Event -> Noun START", "Event -> START Noun", "Event -> WHO START Noun", "Event -> WHO? Started",
      example="the cleaning starts")  # fmt: skip
def starting(w: Words, noun: Noun) -> Event:
    return noun, "before"


@rule("Event -> Noun BE? HAVE? END / WHO? END Noun / WHO Ends", example="the cleaning is finished")
def ending(w: Words, noun: Noun) -> Event:
    return noun, "after"


@rule("Beside -> RIGHT*? BEFORE|AFTER* Event", example="before the cleaning starts")
def beside_event(w: Words, near: str | None, word: str, event: Event) -> tuple[str, Any] | None:
    """Not `before it ends`, which is while it lasts."""
    side = "before" if word in w.earlier else "after"
    if side != event[1]:
        return None
    return f"immediately {side}" if near else side, ((event[0],), "and")


@rule("Clause -> Subject Duty START BEFORE|BY* Event", "Clause -> Duty START Noun BEFORE|BY* Event",
      example="the laundry must not start before the shopping is finished")  # fmt: skip
def not_before(w: Words, *parts: Any) -> Clause | None:
    """Not before one thing is over: after it."""
    *said, _, (noun, side) = parts
    duty = next((part for part in said if isinstance(part, str)), None)
    one = next(part for part in said if isinstance(part, Subject | Noun))
    subject = one if isinstance(one, Subject) else Subject(one)
    if duty not in ("must not", "may not") or side != "after":
        return None
    return comes(w, subject, "must", side, ((noun,), "and"))


@rule("Clause -> Subject Duty? START HAVE? Bound BEFORE Noun|Ends|Event", "Clause -> START Noun Bound BEFORE Noun|Ends|Event",
      example="the doors open an hour before the show", cost=-0.1)  # fmt: skip
def starts_so_long_before(w: Words, one: Any, *rest: Any) -> Clause | None:
    """Hold how long before another one a thing starts: from start to start."""
    *duty, bound, other = rest
    noun = one.noun if isinstance(one, Subject) and not one.quantifier else one
    other, side = other if isinstance(other, tuple) else (other, "before")
    if not isinstance(noun, Noun) or duty not in ([], [None], ["must"]) or side != "before":
        return None
    texts = [ordered_text(w, thing) for thing in (noun, other)]
    if None in texts or bound.amount.dimension != "time" or bound.amount.unit in w.lexicon.ranks:
        return None
    formula, strength = held(f"start({texts[1]}) - start({texts[0]})", ahead(bound))
    return Clause(formula, (), strength)


@rule("Topic -> Measure", example="the budget")
def topic(w: Words, theme: Theme) -> Noun | None:
    """Take the word for what there is to spend for a point of an agenda."""
    return names.named(theme.stated) if theme.stated else None


@rule("Order -> Topic", example="the budget", cost=0.5)
def before_topic(w: Words, noun: Noun) -> tuple[tuple[Noun, ...], str]:
    return (noun,), "and"


@rule("Clause -> Topic Duty? COME|BE|APPEAR Side|Near Order", "Clause -> Topic Side|Near Order",
      example="the budget must come before the elections", cost=0.5)  # fmt: skip
def topic_comes(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    duty, (side, others) = rest[0] if len(rest) > 2 else None, rest[-2:]
    return comes(w, Subject(noun), duty, side, others)


@rule(
    "SoNear -> NO Noun IN|WITHIN|FOR NTH*? Amount BEFORE|AFTER* Noun|Event",
    "SoNear -> NO Noun IN|WITHIN|FOR NTH*? Amount AFTER* Ends",
    example="no screens in the last hour before dinner",
)
def none_so_near(
    w: Words, noun: Noun, number: int | None, amount: Amount, word: str, other: Noun | Event
) -> Clause | None:
    """Keep a thing so far from another, if it is there at all."""
    side = "before" if word in w.earlier else "after"
    near, told = (other, side) if isinstance(other, Noun) else other
    fits = number in (None, -1 if side == "before" else 1) and told == side and amount.exact
    text = ordered_text(w, noun)
    if not fits or text is None or amount.dimension != "time":
        return None
    things = (noun, near) if side == "before" else (near, noun)
    made = gap(w, Bound((Limit(">=", amount),)), *things)
    return None if made is None else Clause(f"not exists {text} or {made.formula}", made.overs, 1)


@rule(
    "SoNear -> NO Noun IN|WITHIN|FOR NTH* Amount",
    example="no breaks in the first quarter of an hour",
    cost=0.3,
)
def none_at_edge(w: Words, noun: Noun, number: int, amount: Amount) -> Clause | None:
    """Keep a thing so far from where all begins or ends, if it is there at all."""
    text, least = ordered_text(w, noun), presence.smallest(w)
    short = (
        least is not None
        and text != least.text
        and amount.dimension == "time"
        and amount.unit not in (*w.lexicon.ranks, "day")
    )
    if text is None or least is None or number not in (1, -1) or not (short and amount.exact):
        return None
    edges = ("start(first {0}) - start(first {1})", "end(last {1}) - end(last {0})")
    apart = edges[number < 0].format(text.removeprefix("first ").removeprefix("last "), least.text)
    formula, _ = held(apart, Bound((Limit(">=", amount),)))
    session = w.lexicon.ranks.get("session")
    overs = (over_of(w.rank(session)),) if session is not None else ()
    return Clause(
        f"(not exists {text} or {formula})" if overs else f"not exists {text} or {formula}",
        overs,
        1,
    )


@rule("Clause -> Lead? SoNear", example="there must be no screens in the last hour before dinner")
def kept_away(w: Words, *parts: Any) -> Clause | None:
    return parts[-1] if parts[0] in ("must", parts[-1]) or parts[0] is None else None


@rule("Clause -> NOTHING* IN|WITHIN|FOR NTH*? Amount BEFORE|AFTER* Noun|Event",
      example="nothing to eat in the two hours before training", cost=-0.1)  # fmt: skip
def nothing_so_near(
    w: Words, said: str, number: int | None, amount: Amount, word: str, other: Noun | Event
) -> Clause | None:
    """Keep what is eaten, or anything, so far from one thing."""
    meal = w.lexicon.ranks.get("meal")
    eaten = w.category("meals") if "meals" in w.lexicon.categories else None
    thing = eaten if meal is None else w.rank(meal)
    if not said.endswith(("eat", "eaten")):
        thing = presence.smallest(w) if meal is None else thing
    return None if thing is None else none_so_near(w, thing, number, amount, word, other)


@rule("Clause -> WHO? MUST? BE? BACK? AT Noun Bound BEFORE Noun", "Clause -> WHO? MUST? BE? BACK? AT Noun Bound BEFORE Event",
      "Clause -> WHO? MUST? ARRIVE|RETURN_TO Noun Bound BEFORE Noun", "Clause -> WHO? MUST? ARRIVE|RETURN_TO Noun Bound BEFORE Event",
      example="be at the station half an hour before the train")  # fmt: skip
def there_in_time(w: Words, *parts: Any) -> Clause | None:
    """Ask how long before something somebody arrives: so long or longer."""
    *_, place, bound, other = parts
    other = other[0] if isinstance(other, tuple) else other
    texts = [ordered_text(w, noun) for noun in (other, place)]
    limit = bound.limits[0]
    early = len(bound.limits) == 1 and limit.comparator in ("=", ">=") and limit.amount.exact
    if None in texts or not early or bound.amount.dimension != "time":
        return None
    if limit.firm or limit.slack or limit.about or bound.amount.unit in w.lexicon.ranks:
        return None
    least = f"{limit.amount.low} {limit.amount.unit}"
    return Clause("start({}) - start({}) >= {}".format(*texts, least))
