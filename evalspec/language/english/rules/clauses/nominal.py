"""What must be there, or is to be done, without a subject."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Window,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands.counts import count, so_often
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import readings_of


@rule("Clause -> Bound OF? Noun IS Thing", example="at least one meal must be breakfast")
def some_are(w: Words, bound: Bound, noun: Noun, thing: Noun) -> Any:
    if thing.rank != noun.rank or thing.kind != "member" or noun.filters:
        return None
    ask = count(w, bound, thing)
    return None if ask is None else clause(w, Subject(None), Asks((ask,)))


@rule("Clause -> Asks", example="at most 3 meals per day", cost=0.3)
def nominal(w: Words, asks: Asks) -> Any:
    bare = (a for a in asks.parts if a.kind == "amount" and a.theme is None and not a.total)
    if not asks.overs and any(a.bound and a.bound.amount.dimension == "time" for a in bare):
        return None  # `a quarter of an hour` of what
    there = [a.noun for a in asks.parts if a.kind == "there" and not a.absent]
    dated = any(o.quantifier == "each" and not o.anyone for o in asks.overs)  # `on Friday`
    if there and not (asks.overs and (dated or all(n and n.article == "a" for n in there))):
        return None
    made = clause(w, Subject(None, spoken=False), asks)
    return changed(made, nominal=True) if isinstance(made, Clause) else made


@rule("Clause -> THERE Copula Asks", example="there must be no snacks")
def there_is(w: Words, duty: str | None, asks: Asks) -> Any:
    return clause(w, Subject(None), dutiful(asks, duty))


@rule("Clause -> Deed / ENSURE Deed / ENSURE WHO? Deed", example="include 3 meals", cost=0.2)
def imperative(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), asks)


@rule("Clause -> Asks Copula HAVE* Over|InOne? / Asks Duty? APPEAR* Over|InOne? / "
      "Asks Copula PRESENT* Over|InOne? / Asks Duty BE IN_IT* Over?", example="a warm-up must be included",
      against="dessert is allowed")  # fmt: skip
def passive(w: Words, asks: Asks, duty: str | None, verb: str, over: Over | None) -> Any:
    found = dutiful(asks, duty)
    only_allowed = verb == "allow" and any(a.kind == "there" and not a.absent for a in asks.parts)
    if found is None or only_allowed:
        return None
    if over is not None:
        found = asks_over(w, found, over)
    made = clause(w, Subject(None), found)
    told = verb.startswith("include") and isinstance(made, Clause)
    return changed(made, included=True) if told else made


@rule("Clause -> Asks Copula HAVE* Window / Asks Duty APPEAR* Window",
      example="2 hours of work must be done in the morning")  # fmt: skip
def passive_when(w: Words, asks: Asks, duty: str | None, verb: str, window: Window) -> Any:
    """Ask what is asked for of a stretch of time."""
    ask, *more = asks.parts
    noun = ask.theme.of if ask.kind == "amount" and ask.theme is not None else ask.noun
    own = (
        (ask.bound is not None or ask.absent)
        and noun is not None
        and noun.window is None
        and noun.kind not in ("plan", "rank", "text")
    )
    timed = placing.timed(w, noun, window) if own and noun is not None and not more else None
    if timed is None:
        return None
    narrowed = (
        changed(ask, theme=changed(ask.theme, of=timed))
        if ask.kind == "amount"
        else changed(ask, noun=timed)
    )
    return passive(w, changed(asks, parts=(narrowed,)), duty, verb, None)


@rule("Clause -> Asks Duty? BOTH|EACH|ALL APPEAR* Over?", "Clause -> Asks Duty BOTH|EACH|ALL BE HAVE* Over?",
      "Clause -> Asks Copula BOTH|EACH|ALL HAVE|PRESENT* Over?", example="the words 'a' and 'b' must both appear")  # fmt: skip
def passive_all(w: Words, asks: Asks, duty: str | None, verb: str, over: Over | None) -> Any:
    """Say that all of several words are meant, which they are."""
    cited = all(a.kind == "there" and a.noun and a.noun.kind == "literal" for a in asks.parts)
    fits = cited and asks.link == "and" and duty in (None, "must")
    return passive(w, asks, duty, verb, over) if fits else None


@rule("Clause -> Noun|Cited Duty? BOTH|EACH|ALL APPEAR Freq", "Clause -> Noun|Cited Copula BOTH|EACH|ALL HAVE|PRESENT|MENTION Freq",
      "Clause -> Noun|Cited Duty BOTH|EACH|ALL BE HAVE|PRESENT|MENTION Freq", "Clause -> Cited Duty? APPEAR Freq", "Clause -> DO Noun|Cited EACH|BOTH|ALL? APPEAR Freq", "Clause -> Noun Duty? APPEAR Freq EACH", "Clause -> Cited Copula HAVE|PRESENT|MENTION Freq",
      example="the words 'a' and 'b' must each appear twice")  # fmt: skip
@rule("Clause -> Noun|Name Duty? APPEAR|BE Freq", "Clause -> Noun Copula HAVE|PRESENT|MENTION|NAMED|REPEAT Freq", "Clause -> Noun Freq",
      "Clause -> Noun Duty? APPEAR Freq Over", "Clause -> Noun Freq Over",
      example="rice must appear at most once")  # fmt: skip
def appears(w: Words, noun: Noun, *rest: Any) -> Any:
    bound = next(r for r in rest if isinstance(r, Bound))
    overs = tuple(r for r in rest if isinstance(r, Over))
    ask = so_often(w, noun, bound)
    found = (
        None
        if ask is None
        else dutiful(Asks((ask,), overs=overs), next((r for r in rest if isinstance(r, str)), None))
    )
    return [changed(one, often=True) for one in readings_of(clause(w, Subject(None), found))]
