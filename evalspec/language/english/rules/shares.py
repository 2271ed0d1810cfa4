"""Shares: `at most a third of the daily calories from dinner`, `half of the stops`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    Theme,
    amount_text,
    changed,
)
from evalspec.language.english.rule import SAID, rule
from evalspec.language.english.rules import names, presence
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


@rule("Ask -> Bound OF? Theme / Bound OF EACH? Noun", example="at most a third of the calories")
def share(w: Words, bound: Bound, whole: Theme | Noun) -> Ask | None:
    if bound.amount.dimension != "fraction" or any(x.slack for x in bound.limits):
        return None
    if isinstance(whole, Theme):
        whole = _of_one_period(whole)
        fits = whole.kind != "whole" and whole.dimension != "fraction" and not whole.mean
        return Ask("share", bound, whole=whole) if fits else None
    whole = changed(whole, article="" if whole.article == "the" else whole.article)
    money = w.default("currency") if whole.name.lower() in w.funds else None
    if whole.kind == "name" and money is not None:
        return Ask("share", bound, whole=changed(money, of=whole))
    if whole.name.lower() in data("taught") and not (w.scheduled or whole.plural):
        return share(w, bound, w.default("time") or whole)
    fits = whole.kind in ("rank", "plan") and not (whole.plural or whole.article)
    return Ask("share", bound, whole=whole) if fits else None


def _of_one_period(whole: Theme) -> Theme:
    """Take `the weeks km`, which lacks its apostrophe, for those of one week."""
    of = whole.of
    lacking = of is not None and of.plural and of.article == "the" and not of.placed
    if of is None or not lacking or of.rank not in ("day", "week", "month"):
        return whole
    return changed(whole, of=changed(of, plural=False))


@rule("Ask -> Bound OF EVERYTHING / Bound OF Rank EVERYTHING / Bound OF PERIODIC* EVERYTHING",
      example="a third of the total")  # fmt: skip
def share_of_all(w: Words, bound: Bound, period: Noun | str | None = None) -> Ask | None:
    """Of time where things have times, else of money; not where either may be meant."""
    if any(rank.members for rank in w.lexicon.ranks.values()):
        return None
    whole = w.default("time" if w.scheduled else "currency")
    over = over_rank(w, period.rank if isinstance(period, Noun) else period) if period else None
    if whole is None or (period and over is None):
        return None
    return share(w, bound, whole if over is None else changed(whole, overs=(over,)))


@rule(
    "PartPaid -> Noun", "PartPaid -> FOR|TO|ON|AS Noun", example="for savings", against="for tables"
)
def part_paid(w: Words, noun: Noun) -> Noun | None:
    """Name what is paid of a price beforehand, or kept back of it."""
    plain = noun.name.lower() in data("part payments") and not (noun.filters or noun.overs)
    return noun if plain and w.default("currency") is not None and not w.scheduled else None


@rule("Clause -> PartPaid Duty? BE|EQ|OF|COLON? Bound|Ask", "Clause -> SET_ASIDE PartPaid OF Bound|Ask", "Clause -> PartPaid Duty? BE|EQ|OF? Bound OF IT",
      "Clause -> PartPaid COMMA? BUT Bound|Ask", "Clause -> SET_ASIDE? Bound|Ask PartPaid", "Clause -> Bound|Ask Duty? SET_ASIDE PartPaid",
      "Clause -> KEEP Bound|Ask BACK PartPaid", example="a deposit of a third at most", against="rent a third at most")  # fmt: skip
def part_payment(w: Words, *parts: Any) -> Any:
    """Take what is paid of a price beforehand, or kept back, for a share of all."""
    noun = next(p for p in parts if isinstance(p, Noun))
    asked = next(p for p in parts if isinstance(p, Bound | Ask))
    money = w.default("currency")
    whole = asked if isinstance(asked, Ask) else share(w, asked, money) if money else None
    made = None if whole is None else share_from(w, whole, noun)
    found = (
        None
        if made is None
        else dutiful(Asks((made,)), "must not" if "must not" in parts else None)
    )
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Ask -> Ask FROM|ON|IN|FOR|TO|AS Noun|Theme|Jointly",
    example="at most 40 % of the budget on food",
    cost=0.1,
)
def share_from(w: Words, ask: Ask, part: Theme | Noun) -> Ask | None:
    if ask.kind != "share" or ask.noun is not None or ask.theme is not None:
        return None
    if isinstance(part, Theme):
        return changed(ask, theme=part)
    own = part.kind in ("member", "category", "name", "several", "item") and not part.placed
    return changed(ask, noun=part) if own else None


@rule("Ask -> Ask FROM|ON|IN|FOR|TO|AS Part OR Part", example="half of the time for games or songs",
      against="half of the time for games and songs", cost=0.2)  # fmt: skip
def share_from_either(w: Words, ask: Ask, one: Noun, other: Noun) -> Ask | None:
    """Add up what is for either: each takes a part of its own."""
    plain = all(n.kind in ("name", "category") and not (n.filters or n.overs) for n in (one, other))
    both = Noun("", "several", "", 50, several=(one, other), plural=True)
    made = share_from(w, ask, both) if plain else None
    return None if made is None else changed(made, total=True)


@rule("Bare -> ACCOUNT_FOR|LAST|SUM_TO Asks", example="make up at most half of the calories")
def amounts_to(w: Words, asks: Asks) -> Asks | None:
    return asks if all(a.kind == "share" and a.noun is None for a in asks.parts) else None


@rule("Clause -> Asks Duty? COME|BE|SPEND? FROM Noun|Theme|Jointly", "Clause -> Asks Duty? BE FOR|IN|ON Noun|Jointly", "Clause -> Asks Duty? BE? SPEND ON|FOR|TO|IN? Noun|Theme|Jointly",
      "Clause -> Asks Duty? BE|HAVE Noun|Theme", example="at least half of the calories must come from lunch")  # fmt: skip
def comes_from(w: Words, asks: Asks, duty: str | None, part: Theme | Noun) -> Any:
    if len(asks.parts) > 1:
        return None
    made = share_from(w, asks.parts[0], part)
    found = None if made is None else dutiful(changed(asks, parts=(made,)), duty)
    return clause(w, Subject(None), found)


# -- shares of the members ---------------------------------------------------------------------------
@rule("Portion -> FRACTION* OF? Noun / Amount OF Noun", example="two thirds of the meals")
def portion(w: Words, share: Amount, noun: Noun) -> tuple[str, Amount, Noun] | None:
    fits = share.dimension == "fraction" and noun.kind != "plan" and noun.plural
    return ("", share, noun) if fits else None


for _class, _sign in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "="}.items():

    def _compared(w: Words, part: tuple[str, Amount, Noun], sign: str = _sign) -> Any:
        return (sign, *part[1:]) if not part[0] else None

    rule(f"Portion -> {_class} Portion", example=f"{SAID[_class]} half of the meals")(_compared)


_HALF = Amount(Decimal(50), Decimal(50), "%", "fraction")


@rule("Portion -> MAJORITY Noun", example="most of the meals")
def majority(w: Words, noun: Noun) -> tuple[str, Amount, Noun] | None:
    return (">", _HALF, noun) if noun.kind != "plan" and noun.plural else None


@rule("Ask -> MAJORITY* Theme", example="most of the time", against="most time")
def more_than_half(w: Words, word: str, whole: Theme) -> Ask | None:
    return share(w, Bound((Limit(">", _HALF),)), whole) if word.endswith(" of") else None


@rule(
    "Clause -> Asks IN|ON Portion",
    example="lentils or beans in at least half of the dinners",
    cost=0.2,
)
def in_share_of(w: Words, asks: Asks, part: tuple[str, Amount, Noun]) -> list[Clause] | None:
    plain = all(a.kind == "there" and not a.absent for a in asks.parts) and not asks.overs
    return share_of(w, part, asks) if plain else None


@rule("Clause -> Asks IN|ON Subject", example="lentils or beans in at least two of the dinners",
      against="30 g of nuts in at least two of the dinners", cost=0.2)  # fmt: skip
def in_so_many(w: Words, asks: Asks, subject: Subject) -> Any:
    plain = all(a.kind == "there" and not a.absent for a in asks.parts) and not asks.overs
    return clause(w, subject, asks) if plain and subject.quantifier.endswith(" of") else None


@rule("Clause -> Portion Copula Property / Portion Copula FREE",
      example="at least half of the meals must be warm")  # fmt: skip
def share_with(
    w: Words, part: tuple[str, Amount, Noun], duty: str, text: str = ""
) -> list[Clause] | None:
    """Hold the share of what has a property, or costs nothing."""
    held = presence.priceless(w) if not text else Asks((Ask("there", noun=names.named(text)),))
    asks = dutiful(held, duty)
    return None if asks is None else share_of(w, part, asks)


@rule("Clause -> Portion Deed", example="at least half of the dinners must include fish")
def share_of(w: Words, part: tuple[str, Amount, Noun], asks: Asks) -> list[Clause] | None:
    sign, share, noun = part
    inner = clause(w, Subject(None, inner=True), changed(asks, permit=False, overs=()))
    if not isinstance(inner, Clause) or inner.overs or noun.overs:
        return None
    formula = (
        re.sub(r"\bsum\(([^()*]+)\)(?! of)", r"\1", inner.formula)
        if noun.kind in ("item", "block")
        else inner.formula
    )
    member = block_text(w, noun)
    value = f"share(count({member} where ({formula})), count({member}))"
    signs = [sign] if sign else [">=", "="]
    return [Clause(f"{value} {s} {amount_text(share, '%')}", asks.overs) for s in signs]
