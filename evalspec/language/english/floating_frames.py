"""How the parts of a floating demand are put together: each set of roles with what it asks."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Clause, Subject, Theme, changed
from evalspec.language.english.rules.clauses.stated import limited
from evalspec.language.english.rules.days import on_so_many, only_on, only_on_days
from evalspec.language.english.rules.demands.amounts import amount
from evalspec.language.english.rules.demands.counts import so_often
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.times.acts import beds, wakes
from evalspec.language.english.rules.times.order import comes
from evalspec.language.english.state.counts import exactly
from evalspec.language.english.state.denials import denied

NOBODY = Subject(None, spoken=False)


def amounts(w: Words, one: dict[str, Any], subject: Subject) -> Asks | None:
    """An amount or a number of something: of whom is spoken, or of all."""
    goes_on = "before" in one
    if "none" in one:
        one = {**one, "bound": exactly(0)}
    theme: Theme | None = one.get("theme") or one.get("measures")
    doing: Theme | None = one.get("measures")
    if theme is not None and doing is not None and theme.dimension != doing.dimension:
        return None  # `3 hrs driving`: driving is what is done, not a way of so many km
    if "last" in one:
        theme = theme or w.default("time")
    asks: Asks | None = one.get("asks")
    if asks is None:
        bound = one["bound"]
        unsaid = bound.amount.bare and not goes_on
        if theme is None and (unsaid or bound.amount.unit in w.lexicon.ranks):
            return None  # of what
        ask = Ask("amount", bound) if theme is None else amount(w, bound, theme)
        asks = Asks((ask,)) if isinstance(ask, Ask) else None
        return None if asks is None else _modified(asks, one, subject)
    if all(a.kind == "there" for a in asks.parts):
        plain = set(one) - LIGHT <= {"asks", "over", "not"} and subject is NOBODY
        return _there(w, one, subject) if plain and ("not" in one or asks.parts[0].absent) else None
    if len(asks.parts) > 1 or asks.parts[0].kind not in ("amount", "count"):
        return None
    (ask,) = asks.parts
    unit = ask.bound.amount.unit if ask.kind == "amount" and ask.bound is not None else ""
    if unit in w.lexicon.ranks and (ask.theme is None or ask.theme.of is not None):
        return None  # days that are counted, or time that is spent
    own = subject.noun is not None and not (subject.quantifier or subject.noun.placed)
    if own and (ask.kind == "count" or (ask.theme is not None and ask.theme.of is not None)):
        return None  # what is counted is not what is spoken of
    if theme is not None:
        if ask.kind != "amount" or ask.theme is not None:
            return None
        held = limited(ask, theme)
        asks = None if held is None else changed(asks, parts=(held,))
    return None if asks is None else _modified(asks, one, subject)


def _modified(asks: Asks, one: dict[str, Any], subject: Subject) -> Asks | None:
    """Apply `in total`, `each`, `on average` and a denial."""
    (ask,) = asks.parts
    signs = [limit.comparator for limit in ask.bound.limits] if ask.bound is not None else []
    if subject.quantifier == "no" and ("not" in one or "<=" in signs):
        return None  # `no calls, 20 minutes at most`
    if "not" in one:
        if signs and not (len(signs) == 1 and signs[0] in ("<", ">")):
            return None
        made = denied(ask)
        if made is None:
            return None
        ask = made
    elif "permit" in one and not (signs and set(signs) <= {"<", "<="}):
        return None
    if ("total" in one or one.get("each") or "mean" in one) and ask.kind != "amount":
        return None
    if ("mean" in one or ask.mean) and (subject.quantifier or {"have", "over"} <= set(one)):
        return None  # `every day has an average of`
    if "total" in one:
        ask = changed(ask, total=True)
    if one.get("each"):
        ask = changed(ask, each=True)
    if "mean" in one:
        ask = changed(ask, mean=True, text="members")
    return changed(asks, parts=(ask,))


def times(w: Words, one: dict[str, Any], subject: Subject) -> Asks | None:
    """When something is, starts or ends."""
    side = "start" if "start" in one else "end" if "end" in one else "be"
    if "happening" in one and side == "be" and one["times"].kind in ("by", "le"):
        side = "end"  # what has to be emptied by seven is emptied then
    if str(one.get("happening")).startswith("complete") and one["times"].kind == "at":
        return None  # what is completed at five does not begin then
    happens = "be" in one or "happening" in one
    somewhen = one["times"].kind in ("at", "between", "from")
    if side != "be" and one["times"].kind == "from":
        return None  # `open from 9 to 5`
    if side == "be" and somewhen and (subject.quantifier == "no" or not happens):
        return None  # it starts then, or lasts so long
    return _modified(Asks((Ask("time", times=one["times"], text=side),)), one, subject)


def _wakes(w: Words, one: dict[str, Any], subject: Subject) -> Clause | None:
    """When somebody gets up or goes to bed."""
    make, noun = (wakes, one["waking"]) if "waking" in one else (beds, one["bed"])
    ask = Ask("time", times=one["times"], text="end")
    found = denied(ask) if "not" in one else ask
    return make(w, noun, found.times) if found is not None and not found.absent else None


def _often(w: Words, one: dict[str, Any], subject: Subject) -> Asks | None:
    """How often something is there."""
    if subject.noun is None or subject.quantifier:
        return None
    ask = so_often(w, subject.noun, one["freq"])
    return None if ask is None else _modified(Asks((ask,)), {**one, "each": None}, subject)


def _each_often(w: Words, one: dict[str, Any], subject: Subject) -> Asks | None:
    """How often each of several things is there."""
    nouns = [a.noun for a in one["asks"].parts if a.kind == "there" and not a.absent]
    asks = [so_often(w, noun, one["freq"]) for noun in nouns if noun is not None]
    if len(asks) != len(one["asks"].parts) or len(asks) < 2 or one["asks"].overs:
        return None
    made = tuple(ask for ask in asks if ask is not None)
    return Asks(made) if len(made) == len(asks) else None


def _on_so_many(w: Words, one: dict[str, Any], subject: Subject) -> Clause | None:
    """On how many days something is there."""
    if subject.noun is None or subject.quantifier:
        return None
    return on_so_many(w, subject.noun, *_duty(one), one["spread"])


def _order(w: Words, one: dict[str, Any], subject: Subject) -> Clause | None:
    """What comes before or after what."""
    side, others = one["beside"]
    if subject.noun is not None and (subject.noun.kind == "rank" or subject.noun.article == "a"):
        return None  # `the day after squats`, `a break before lunch`
    (duty,) = _duty(one, "must")
    return comes(w, subject, duty, side, others)


def _only(w: Words, one: dict[str, Any], subject: Subject) -> Clause | None:
    """On which days alone something is there."""
    if subject.noun is None or subject.quantifier:
        return None
    make = only_on_days if isinstance(one["day"], tuple) else only_on
    return make(w, subject.noun, one["day"])


def _there(w: Words, one: dict[str, Any], subject: Subject) -> Asks | None:
    """What is there, or not."""
    asks: Asks | None = one.get("asks")
    if asks is None:
        if subject.noun is None or subject.quantifier:
            return None
        asks = Asks((Ask("there", noun=subject.noun),))
    if any(a.kind != "there" or (a.absent and "not" in one) for a in asks.parts):
        return None
    return dutiful(asks, *_duty(one, "must"))


def _duty(one: dict[str, Any], otherwise: str | None = None) -> tuple[str, ...]:
    denied_ = "not" in one or "avoid" in one
    return ("must not",) if denied_ else () if otherwise is None else (otherwise,)


LIGHT = frozenset({"glue", "be", "have", "fine", "but", "then"})
_WHO = frozenset({"subject"})
_MODIFIERS = frozenset(
    {"over", "total", "each", "mean", "not", "permit", "last", "measures", "theme"}
)
FRAMES: tuple[tuple[frozenset[str], frozenset[str], Any], ...] = (
    (frozenset({"asks"}), _WHO | _MODIFIERS, amounts),
    (frozenset({"bound"}), _WHO | _MODIFIERS, amounts),
    (frozenset({"none", "over"}), frozenset(), amounts),
    *(
        row
        for who in ("subject", "happening")
        for row in (
            (frozenset({who, "times"}), frozenset({"over", "not", "start", "end"}), times),
            (frozenset({who, "freq"}), frozenset({"over", "not"}), _often),
            (frozenset({who, "spread"}), frozenset({"not"}), _on_so_many),
            (frozenset({who, "beside"}), frozenset({"not", "over"}), _order),
            (frozenset({who, "only", "day"}), frozenset({"permit"}), _only),
            (frozenset({who, "not"}), frozenset({"over"}), _there),
            (frozenset({who, "avoid"}), frozenset({"over"}), _there),
        )
    ),
    (frozenset({"happening", "over"}), frozenset(), _there),
    (frozenset({"waking", "times"}), frozenset({"not"}), _wakes),
    (frozenset({"bed", "times"}), frozenset({"not"}), _wakes),
    (frozenset({"asks", "freq", "each one"}), frozenset({"over"}), _each_often),
    (frozenset({"asks", "freq", "each"}), frozenset({"over"}), _each_often),
    (frozenset({"asks", "avoid"}), frozenset({"over"}), _there),
)
"""The roles that a demand has, those it may have besides, and how it is put together."""
