"""What frames a demand: wishes, emphasis, what is to be counted in or left out of it."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Asks,
    Clause,
    Noun,
    Subject,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.rules.demands.counts import closed_asks
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


@rule(
    "Clause -> WHO|IT|PERSON Willing Asks",
    "Clause -> PERSON Willing HIM? TO Bare",
    example="we'd love 3 snacks a day",
    cost=0.2,
)
def wished(w: Words, duty: str | None, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), dutiful(asks, duty))


@rule("Clause -> PERSON Duty? PERMITTING* Asks", example="the school does not allow nuts", cost=0.2)
def permitted(w: Words, duty: str | None, word: str, asks: Asks) -> Any:
    """What somebody only allows is not asked for: `my coach allows fruit`."""
    allowed = word.startswith(("allow", "permit", "accept", "tolerate"))
    there = any(a.kind == "there" and not a.absent for a in asks.parts)
    return None if allowed and there and duty in (None, "must") else wished(w, duty, asks)


@rule("Clause -> WHO|PERSON Willing IT|TheText Style", example="I'd like it in five bullets")
def wished_so(w: Words, duty: str | None, *rest: Any) -> Any:
    return clause(w, Subject(None, spoken=False), dutiful(rest[-1], duty))


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


@rule(
    "Clause -> Asks BE THE_MOST",
    "Clause -> Asks BE THE_MOST COMMA NOT_ABOVE",
    example="three sessions a week is all I can manage",
)
def the_most(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), closed_asks(w, asks, bounds.Close("<=")))


@rule("Subject -> EVERYTHING", example="the whole thing")
def everything(w: Words) -> Subject:
    return Subject(None, total=True)


# -- what counts ---------------------------------------------------------------------------------
@rule("LeftThing -> Known", example="salt")
def left_by_name(w: Words, name: str) -> tuple[Noun, ...]:
    """Take a word of the vocabulary for the name of something: `salt` is no amount here."""
    text = quoted(name.strip(" -").lower())
    return (Noun(text, "name", "", 60, name),)


@rule("LeftThing -> Thing|Name", "Left -> LeftThing", "Left -> LeftThing AND|OR|COMMA Left",
      example="tips and taxes")  # fmt: skip
def left_out(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    """List what does not count."""
    found = tuple(n for part in parts for n in (part if isinstance(part, tuple) else (part,)))
    plain = all(n.filters in ("", f" named {n.scope}") and not n.overs for n in found)
    return found if plain else None


@rule(
    "Clause -> Clause COMMA? NOT_COUNTING Left",
    "Clause -> Clause COMMA|SEMICOLON Left NOT_COUNTED",
    "Clause -> Clause OPEN NOT_COUNTING Left CLOSE",
    "Clause -> Clause OPEN Left NOT_COUNTED CLOSE",
    "Clause -> NOT_COUNTING Left COMMA Clause",
    "Clause -> Left NOT_COUNTED COMMA Clause",
    example="the total price must be below 900 euros, not counting the flights",
    cost=0.3,
)
def not_counted(w: Words, one: Any, other: Any) -> Clause | None:
    """Leave kinds of things out of a sum, or things of some names out of a number."""
    inner, left = (one, other) if isinstance(one, Clause) else (other, one)
    found = _SUM.fullmatch(inner.formula)
    counted = _NUMBER.fullmatch(inner.formula)
    if inner.test or inner.asks is not None:
        return None
    if counted is not None:
        if any(n.kind != "name" for n in left):
            return None
        names = [n.text for n in left]
        named = names[0] if len(names) == 1 else f"any of [{', '.join(names)}]"
        formula = f"count({counted['of']} except named {named}) {counted['rest']}"
        return changed(inner, formula=formula, topic=None)
    if found is None or any(o.quantifier == "no" and o.scope != o.rank for o in inner.overs):
        return None  # `no dinner over £7 apart from the pie`: one that may
    amounts = " - ".join([found["sum"], *(_part(w, found["sum"], noun) for noun in left)])
    return changed(inner, formula=f"{amounts} {found['rest']}", topic=None)


_SUM = re.compile(r"(?P<sum>sum\([^()]+\)|duration) (?P<rest>(?:<=|>=|<|>|=|!=|between) [^()]*)")
"""An amount of all that is spoken of, and what it is held to."""
_NUMBER = re.compile(
    r"count\((?P<of>[\w-]+|\"[^\"]*\")\) (?P<rest>(?:<=|>=|<|>|=|!=|between) [^()]*)"
)
"""How many there are of a kind, and what that is held to."""


def _part(w: Words, whole: str, noun: Noun) -> str:
    return (
        f"{whole} of {noun.text}" if whole.startswith("sum") else f"duration({block_text(w, noun)})"
    )


@rule(
    "Clause -> Clause COMMA? Thing|Name INCLUDED",
    "Clause -> Clause COMMA? INCLUDING Thing|Name",
    example="no nuts, almonds included",
    cost=0.3,
)
def denied_too(w: Words, inner: Clause, noun: Noun) -> Clause | None:
    """What is denied is denied of this too."""
    if not inner.formula.startswith("not exists ") or inner.overs:
        return None
    return Clause(f"{inner.formula} and not exists {block_text(w, noun)}", (), 2)
