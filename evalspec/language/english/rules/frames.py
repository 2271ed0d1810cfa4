"""What frames a demand: wishes, emphasis, what is to be counted in or left out of it."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Asks,
    Clause,
    Noun,
    Subject,
    Theme,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.rules.clauses.stated import stated, theme_stated
from evalspec.language.english.rules.demands.counts import closed_asks
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


@rule(
    "Clause -> WHO|PERSON Willing Subject|Theme TO Bare",
    "Clause -> ENSURE Subject|Theme TO Bare",
    example="I'd like each day to have 3 meals",
)
def wished_of(w: Words, *parts: Any) -> Any:
    *duty, who, asks = parts
    found = dutiful(asks, duty[0] if duty else "must")
    if found is None:
        return None
    return stated(w, who, found) if isinstance(who, Subject) else theme_stated(w, who, found)


@rule(
    "Clause -> WHO|IT|PERSON Willing Asks",
    "Clause -> PERSON Duty? PERMITTING Asks",
    "Clause -> PERSON Willing HIM? TO Bare",
    example="we'd love 3 snacks a day",
    cost=0.2,
)
def wished(w: Words, duty: str | None, asks: Asks) -> Any:
    found = dutiful(asks, duty)
    return None if found is None else clause(w, Subject(None, spoken=False), found)


@rule("Clause -> WHO|PERSON Willing IT|TheText Style", example="I'd like it in five bullets")
def wished_so(w: Words, duty: str | None, *rest: Any) -> Any:
    found = dutiful(rest[-1], duty)
    return None if found is None else clause(w, Subject(None, spoken=False), found)


@rule("Clause -> Clause COMMA? NO_EXCEPTION", example="no snacks, no exceptions", idle=(2,))
def emphasised(w: Words, inner: Clause) -> Clause:
    return inner


@rule("Clause -> Asks Duty? BE IDEAL", example="two snacks a day would be ideal", idle=(3,))
def ideal(w: Words, asks: Asks, duty: str | None) -> Any:
    if duty not in (None, "must") or any(a.absent for a in asks.parts):
        return None
    if not all(a.bound or (a.noun and a.noun.article in ("a", "an", "some")) for a in asks.parts):
        return None  # `breakfast must be nice` says how it is to be
    return clause(w, Subject(None, spoken=False), asks)


@rule("Clause -> Asks BE THE_MOST", example="three sessions a week is all I can manage")
def the_most(w: Words, asks: Asks) -> Any:
    found = closed_asks(w, asks, bounds.Close("<="))
    return None if found is None else clause(w, Subject(None, spoken=False), found)


@rule("Clause -> Asks BE THE_LEAST", example="three sessions a week is the minimum")
def the_least(w: Words, asks: Asks) -> Any:
    found = closed_asks(w, asks, bounds.Close(">="))
    return None if found is None else clause(w, Subject(None, spoken=False), found)


@rule("Subject -> EVERYTHING", example="the whole thing")
def everything(w: Words) -> Subject:
    return Subject(None, total=True)


# -- what counts ---------------------------------------------------------------------------------
@rule(
    "Clause -> Clause COMMA? NOT_COUNTING Thing|Name|Theme",
    "Clause -> Clause COMMA Thing|Name|Theme NOT_COUNTED",
    "Clause -> NOT_COUNTING Thing|Name|Theme COMMA Clause",
    "Clause -> Thing|Name NOT_COUNTED COMMA Clause",
    example="the total price must be below 900 euros, not counting the flights",
    cost=0.3,
)
def not_counted(w: Words, one: Any, other: Any) -> Clause | None:
    """Leave a kind of thing out of a sum."""
    inner, noun = (one, other) if isinstance(one, Clause) else (other, one)
    if isinstance(noun, Theme) or noun.filters not in ("", f" named {noun.scope}"):
        return None
    found = _SUM.fullmatch(inner.formula)
    if found is None or inner.test or inner.asks is not None:
        return None
    left = f"{found['sum']} - {_part(w, found['sum'], noun)}"
    return changed(inner, formula=f"{left} {found['rest']}", topic=None)


_SUM = re.compile(r"(?P<sum>sum\([^()]+\)|duration) (?P<rest>(?:<=|>=|<|>|=|!=|between) [^()]*)")
"""An amount of all that is spoken of, and what it is held to."""


def _part(w: Words, whole: str, noun: Noun) -> str:
    return (
        f"{whole} of {noun.text}" if whole.startswith("sum") else f"duration({block_text(w, noun)})"
    )


@rule(
    "Clause -> Clause COMMA? Thing|Name|Theme INCLUDED",
    "Clause -> Clause COMMA? INCLUDING Thing|Name",
    "Clause -> Clause COMMA? INCLUDING",
    example="the total price must be below 900 euros, flights included",
    cost=0.3,
)
def counted(w: Words, inner: Clause, noun: Any = None) -> Clause | None:
    """A sum holds all there is; what is denied is denied of this too."""
    if _SUM.fullmatch(inner.formula) is not None and not inner.test:
        return inner
    denied = isinstance(noun, Noun) and inner.formula.startswith("not exists ")
    if not denied or inner.overs:
        return None
    return Clause(f"{inner.formula} and not exists {block_text(w, noun)}", (), 2)
