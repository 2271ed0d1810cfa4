"""What frames a demand: wishes, emphasis, what is to be counted in or left out of it."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Asks, Clause, Subject
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.rules.demands.counts import closed_asks
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause


@rule("Clause -> WHO|IT|PERSON Willing Asks / PERSON Willing HIM? TO Bare",
      example="we'd love 3 snacks a day", cost=0.2)  # fmt: skip
def wished(w: Words, duty: str | None, asks: Asks) -> Any:
    denied = "must not" if duty == "need not" else duty
    return clause(w, Subject(None, spoken=False), dutiful(asks, denied))


@rule("Clause -> PERSON Duty? PERMITTING* Asks", example="the school does not allow nuts", cost=0.2)
def permitted(w: Words, duty: str | None, word: str, asks: Asks) -> Any:
    """What somebody only allows is not asked for: `my coach allows fruit`."""
    allowed = word.startswith(("allow", "permit", "accept", "tolerate"))
    there = any(a.kind == "there" and not a.absent for a in asks.parts)
    return None if allowed and there and duty in (None, "must") else wished(w, duty, asks)


@rule("Clause -> WHO|PERSON Willing IT|TheText Style", example="I'd like it in five bullets")
def wished_so(w: Words, duty: str | None, *rest: Any) -> Any:
    return clause(w, Subject(None, spoken=False), dutiful(rest[-1], duty))


@rule("Clause -> Clause COMMA? NO_EXCEPTION|AT_ALL", example="no snacks, no exceptions", idle=(2,))
def emphasised(w: Words, inner: Clause) -> Clause:
    return inner


@rule("Clause -> Asks MUST? BE IDEAL", example="two snacks a day would be ideal", idle=(3,))
def ideal(w: Words, asks: Asks) -> Any:
    if any(a.absent for a in asks.parts):
        return None
    if not all(a.bound or (a.noun and a.noun.article in ("a", "an", "some")) for a in asks.parts):
        return None  # `breakfast must be nice` says how it is to be
    return clause(w, Subject(None, spoken=False), asks)


@rule("Clause -> Asks BE THE_MOST / Asks BE THE_MOST COMMA NOT_ABOVE",
      example="three sessions a week is all I can manage")  # fmt: skip
def the_most(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), closed_asks(w, asks, bounds.Close("<=")))


@rule("Subject -> EVERYTHING", example="the whole thing")
def everything(w: Words) -> Subject:
    return Subject(None, total=True)
