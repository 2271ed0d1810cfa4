"""A subject and what is asked of it → formulas: the one place where both meet."""

from __future__ import annotations

from evalspec.spec.english2.lexicon import Words, quoted
from evalspec.spec.english2.types import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
    joined,
    negated,
)

Made = tuple[str, int]
"""A formula and how tightly it binds."""


def clause(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    """State all that is asked of a subject."""
    overs = (*subject.overs, *asks.overs)
    formulas: list[Made] = []
    inner: list[tuple[Over, ...]] = []
    for ask in _shared_units(asks.parts):
        made = _ask(w, subject, ask, asks.parts)
        if made is None:
            return None
        formulas.append((made.formula, made.strength))
        inner.append(made.overs)
    if all(one == inner[0] for one in inner):
        formula, strength = joined(formulas, asks.link)
        return Clause(formula, (*overs, *inner[0]), strength)
    texts = [fold_overs(o, f) for f, o in zip(formulas, inner, strict=True)]
    formula, strength = joined(texts, asks.link)
    return Clause(formula, overs, strength)


def fold_overs(overs: tuple[Over, ...], formula: Made) -> Made:
    """Write the quantifiers before a formula, the widest rank outside; each scope once."""
    rows: dict[str, Over] = {}
    for over in overs:
        known = rows.get(over.scope)
        rows[over.scope] = over if known is None or known.quantifier == "each" else known
    for over in sorted(rows.values(), key=lambda o: -o.level):
        text, strength = formula
        formula = (f"{over.quantifier} {over.scope}: {text if strength == 3 else f'({text})'}", 3)
    return formula


def compatible(overs: tuple[Over, ...]) -> bool:
    """Tell whether quantifiers can stand together: not two of one rank."""
    seen: dict[str, str] = {}
    for over in overs:
        if seen.setdefault(over.rank or over.scope, over.scope) != over.scope:
            return False
    return True


def _shared_units(parts: tuple[Ask, ...]) -> tuple[Ask, ...]:
    return parts


# -- one demand ---------------------------------------------------------------------------------
def _ask(w: Words, subject: Subject, ask: Ask, beside: tuple[Ask, ...]) -> Clause | None:
    if ask.kind == "amount":
        return _amount(w, subject, ask)
    if ask.kind == "count":
        return _count(w, subject, ask, beside)
    if ask.kind == "there":
        return _there(w, subject, ask)
    return _test(w, subject, ask)


def overs_of(subject: Subject) -> tuple[Over, ...] | None:
    """Return the quantifiers that a subject brings where it only holds what is asked."""
    noun = subject.noun
    if noun is None or noun.kind == "plan":
        return () if not subject.quantifier else None
    if noun.kind == "category" or noun.kind == "name" and not subject.quantifier:
        return (*noun.overs, Over(_block(noun), noun.level, subject.quantifier or "each"))
    return (*noun.overs, over_of(noun, subject.quantifier or "each"))


def over_of(noun: Noun, quantifier: str = "each") -> Over:
    """Return the quantifier over a noun."""
    return Over(noun.text, noun.level, quantifier, noun.rank)


def _block(noun: Noun) -> str:
    return noun.text


def block_text(w: Words, noun: Noun) -> str:
    """Write a thing as pieces of a schedule, where there is one: `block(lunch)`."""
    if w.scheduled and noun.kind in ("category", "name"):
        return f"{noun.front}block({noun.scope}){noun.filters}"
    return noun.text


# -- amounts ---------------------------------------------------------------------------------------
def theme_for(w: Words, theme: Theme | None, amount: Amount, noun: Noun | None) -> Theme | None:
    """Return what an amount is of: as said, or what its unit says."""
    if theme is not None and theme.kind != "none":
        fits = amount.bare or not theme.dimension or amount.dimension == theme.dimension
        if fits or theme.kind == "whole" or _dimensionless(amount):
            return theme
        if theme.dimension == "currency" and amount.dimension.startswith("currency"):
            return theme
        return None
    if amount.bare:
        return None
    found = w.default(amount.dimension, noun)
    if found is not None and theme is not None:
        found = changed(found, of=theme.of, total=theme.total, mean=theme.mean, overs=theme.overs)
    return found


def _dimensionless(amount: Amount) -> bool:
    return amount.dimension == "fraction"


def _amount(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    assert ask.bound is not None
    said = subject.noun
    theme = theme_for(w, ask.theme, ask.bound.amount, said)
    if theme is None:
        return None
    total = subject.total or ask.total or theme.total
    noun, quantifier = said, subject.quantifier
    overs = theme.overs
    if theme.of is not None:
        if said is not None and said.kind != "plan":
            overs = (*overs, *(overs_of(subject) or ()))
        noun, quantifier = theme.of, ""
        overs = (*overs, *noun.overs) if noun is not said else overs
    elif said is not None:
        overs = (*overs, *said.overs)
    made = measured(w, theme, noun, quantifier, total and not ask.each, ask.bound)
    if made is None:
        return None
    return changed(made, overs=(*overs, *made.overs))


def measured(
    w: Words, theme: Theme, noun: Noun | None, quantifier: str, total: bool, bound: Bound
) -> Clause | None:
    """Hold an amount of a thing to a bound."""
    expression, overs = amount_of(w, theme, noun, quantifier, total)
    if not expression:
        return None
    unit = theme.unit if theme.kind != "whole" or theme.unit else ""
    formula, strength = held(expression, bound, unit)
    return Clause(formula, overs, strength)


def amount_of(
    w: Words, theme: Theme, noun: Noun | None, quantifier: str, total: bool
) -> tuple[str, tuple[Over, ...]]:
    """Write an amount of a thing, and the quantifiers in which it stands; empty when it has none."""
    if noun is None or noun.kind == "plan":
        return _whole(theme, total), () if theme.adds or theme.kind == "whole" or total else (
            Over("item", 90, "each", "item"),
        )
    quantifier = quantifier or "each"
    over = (over_of(noun, quantifier),)
    if theme.kind == "whole":
        return theme.measure, over
    if theme.mean:
        return f"mean({theme.measure} per {noun.text})", ()
    if theme.kind == "time":
        return _lasting(w, theme, noun, quantifier, total)
    if noun.kind == "text":
        return "", ()
    if noun.kind in ("rank", "member"):
        if total:
            return f"{_sum(theme, total)} of {noun.text}", ()
        return _sum(theme, total), over
    if noun.kind in ("item", "item"):
        return (f"{_sum(theme, total)} of {noun.text}", ()) if total else (theme.measure, over)
    if theme.dimension == "time" and noun.kind == "name":
        return f"duration({noun.text})", ()
    if not theme.adds:
        return theme.measure, over
    if quantifier != "each" or (noun.kind == "name" and noun.article == "a"):
        return _sum(theme, total), over
    return f"{_sum(theme, total)} of {noun.text}", ()


def _lasting(
    w: Words, theme: Theme, noun: Noun, quantifier: str, total: bool
) -> tuple[str, tuple[Over, ...]]:
    if noun.kind in ("rank", "member"):
        return "duration", (over_of(noun, quantifier),)
    if noun.kind == "block":
        return ("duration(block)", ()) if total else ("duration", (over_of(noun, quantifier),))
    scope = block_text(w, noun)
    if (quantifier != "each" or noun.plural) and not total and noun.article != "the":
        pass
    if quantifier not in ("each", ""):
        return "duration", (Over(scope, noun.level, quantifier, noun.rank),)
    return f"duration({noun.text if noun.kind == 'category' else scope})", ()


def _sum(theme: Theme, total: bool) -> str:
    return f"sum({theme.measure})"


def _whole(theme: Theme, total: bool) -> str:
    if theme.kind == "whole":
        return theme.measure
    if theme.kind == "time":
        return "duration"
    if theme.mean:
        return f"mean({theme.measure})"
    return _sum(theme, total) if theme.adds or total else theme.measure


# -- counts and existence ------------------------------------------------------------------------------
def _count(w: Words, subject: Subject, ask: Ask, beside: tuple[Ask, ...]) -> Clause | None:
    noun, bound = ask.noun, ask.bound
    assert noun is not None
    assert bound is not None
    if not bound.amount.bare:
        return None
    outer = overs_of(subject)
    if outer is None or subject.total:
        return None
    value = count_of(w, noun)
    if noun.kind == "rank":
        named = [a.noun for a in beside if a.kind == "count" and a.noun is not None
                 and a.noun.kind == "member" and a.noun.rank == noun.rank]  # fmt: skip
        value = " - ".join([value, *(count_of(w, n) for n in named)])
    made = held(value, bound)
    return Clause(made[0], (*outer, *noun.overs), made[1])


def count_of(w: Words, noun: Noun) -> str:
    """Write how many there are of a thing."""
    if noun.kind == "text" and noun.counts and not noun.filters and not noun.front:
        return noun.counts
    return f"count({block_text(w, noun)})"


def _there(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    outer = overs_of(subject)
    noun = ask.noun
    assert noun is not None
    if outer is None:
        return None
    if w.textual and noun.kind == "name":
        test = f"contains {quoted(noun.name)}"
        return Clause(f"not {test}" if ask.absent else test, (*outer, *noun.overs))
    names = noun.members if noun.kind in ("member", "category") and len(noun.members) > 1 else ()
    if names:
        return None
    text = f"exists {block_text(w, noun)}"
    return Clause(f"not {text}" if ask.absent else text, (*outer, *noun.overs))


def _test(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    outer = overs_of(subject)
    if outer is None:
        return None
    return Clause(f"not {ask.text}" if ask.absent else ask.text, outer)


def denied(ask: Ask) -> Ask | None:
    """Return what is asked when the opposite of a demand is."""
    if ask.kind in ("there", "test"):
        return changed(ask, absent=not ask.absent)
    assert ask.bound is not None
    bound = negated(ask.bound)
    return None if bound is None else changed(ask, bound=bound)


def exactly(number: int) -> Bound:
    """Return the bound of a number alone."""
    from decimal import Decimal

    return Bound((Limit("=", Amount(Decimal(number), Decimal(number))),))
