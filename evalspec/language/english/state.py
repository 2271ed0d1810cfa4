"""A subject and what is asked of it → formulas: the one place where both meet."""

from __future__ import annotations

import json
import re
from itertools import product
from typing import Any

from evalspec.core.quantity import plain
from evalspec.language.english.chart import UnfitError
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    ANY,
    FLIPPED,
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
    Times,
    changed,
    held,
    joined,
    negated,
)
from evalspec.language.names import PARTS

Made = tuple[str, int]
"""A formula and how tightly it binds."""


def clause(w: Words, subject: Subject, asks: Asks) -> Any:
    """State all that is asked of a subject; several readings where people mean either."""
    if any(o.several for o in asks.overs) and any(a.total for a in asks.parts):
        asks = changed(asks, overs=tuple(map(all_together, asks.overs)))
    if asks.overs and any(_counted_of(a) for a in asks.parts):
        parts = [changed(a, total=True) if _counted_of(a) else a for a in asks.parts]
        asks = changed(asks, parts=tuple(parts))
    asks = changed(asks, parts=tuple(_spread_over(a, asks.overs) for a in asks.parts))
    if any(o.quantifier == "together" for o in asks.overs):
        parts = [changed(a, total=not a.each) if a.kind == "amount" else a for a in asks.parts]
        asks = changed(asks, parts=tuple(parts))
    if subject.noun is not None and subject.noun.kind in _SAID:
        return None
    if subject.noun is not None and any(_holds_it(w, a, subject.noun) for a in asks.parts):
        return None
    if subject.noun is not None and subject.noun.several:
        return _each_several(w, subject, asks)
    if subject.count:
        return _so_many(w, subject, asks)
    asks = _sized_each(subject, asks)
    if subject.noun is not None and subject.noun.rank == "person" and subject.quantifier == "no":
        return _of_nobody(w, subject, asks)
    choices = [_alternatives(w, subject, ask) for ask in asks.parts]
    if all(len(row) == 1 for row in choices):
        return _clause(w, subject, asks)
    rows = [changed(asks, parts=choice) for choice in product(*choices)]
    return [made for made in (_clause(w, subject, one) for one in rows) if made is not None][:8]


def _sized_each(subject: Subject, asks: Asks) -> Asks:
    """Hold each of several things to its length: `the shifts last three hours`."""
    noun = subject.noun
    several = noun is not None and noun.plural and noun.kind in ("category", "name")
    if not several or subject.quantifier or subject.total or subject.mean or asks.overs:
        return asks
    parts = (
        changed(a, each=True) if a.text == "size" and not (a.total or a.mean) else a
        for a in asks.parts
    )
    return changed(asks, parts=tuple(parts))


def _spread_over(ask: Ask, overs: tuple[Over, ...]) -> Ask:
    """Take `total session time … per week` for that of all sessions of a week."""
    of = ask.theme.of if ask.kind == "amount" and ask.theme is not None else None
    if ask.theme is None or of is None or of.kind not in ("rank", "item"):
        return ask
    wider = tuple(o for o in overs if o.level < of.level and o.quantifier == "each")
    return changed(ask, theme=changed(ask.theme, overs=(*ask.theme.overs, *wider)))


def _of_nobody(w: Words, subject: Subject, asks: Asks) -> Any:
    """State the opposite of each person: `nobody has more than two shifts a day` is of each day."""
    parts = [denied(ask) for ask in asks.parts]
    if len(parts) > 1 or parts[0] is None or asks.parts[0].absent:
        return None
    each = changed(subject, quantifier="each")
    return clause(w, each, changed(asks, parts=(parts[0],), permit=False))


def _holds_it(w: Words, ask: Ask, noun: Noun) -> bool:
    """Tell whether what is counted holds the subject: `work` has no 5 days in it.

    What only has a name may have parts (`the garden has two beds`), but no time.
    """
    counted = ask.noun if ask.kind in ("count", "there") and not ask.absent else None
    if counted is not None and counted.kind == noun.kind == "text" and not noun.placed:
        return 99 < counted.level <= noun.level  # no emoji has a link in it
    if counted is None or counted.kind != "rank" or counted.level >= noun.level:
        return False
    if noun.kind == "name":
        return ask.kind == "there" or counted.rank in w.lexicon.units
    return noun.kind in ("category", "item")


def _counted_of(ask: Ask) -> bool:
    """Tell whether a demand is of repetitions of one thing: `100 reps of squats per session`."""
    theme = ask.theme if ask.kind == "amount" and not ask.each and not ask.mean else None
    counted = theme is not None and not theme.adds and theme.dimension.startswith("count:")
    return counted and theme is not None and theme.of is not None and not theme.of.placed


def _each_several(w: Words, subject: Subject, asks: Asks) -> list[Clause] | None:
    """State what is asked of several unlike things: of each, or of an amount of all."""
    if subject.quantifier not in ("", "each", "all"):
        return None
    if subject.noun is None:
        raise UnfitError
    parts = subject.noun.several
    total = subject.total or any(a.total for a in asks.parts)
    if total and not (w.scheduled and all(p.kind in ("category", "name") for p in parts)):
        return _summed_up(w, parts, asks)
    single = changed(asks, parts=tuple(changed(a, each=False) for a in asks.parts))
    made = [_first(clause(w, changed(subject, noun=part), single)) for part in parts]
    if any(one is None for one in made):
        return None
    apart = _all([one for one in made if one is not None])
    amounts = all(a.kind == "amount" and not a.each for a in asks.parts) and w.scheduled
    if subject.quantifier or not amounts:
        return [apart]
    names = ", ".join(part.scope for part in parts)
    whole = Noun(f"block({names})", "entry", "", 50)
    both = _first(clause(w, changed(subject, noun=whole), asks))
    return [apart] if both is None else [both, apart] if not total else [both]


def _summed_up(w: Words, parts: tuple[Noun, ...], asks: Asks) -> list[Clause] | None:
    """Hold what several unlike things come to: `rent and heating together`."""
    formulas = []
    for ask in asks.parts:
        if ask.kind != "amount" or ask.bound is None or ask.each or ask.overs:
            return None
        theme = theme_for(w, ask.theme, ask.bound.amount, None)
        if theme is None or theme.of is not None or theme.overs or theme.kind == "whole":
            return None
        theme = w.summed(theme)
        made = [amount_of(w, theme, changed(p, overs=()), "", True) for p in parts]
        if any(overs or not text for text, overs in made):
            return None
        formulas.append(held(" + ".join(text for text, _ in made), ask.bound, theme.unit))
    overs = tuple(dict.fromkeys(o for p in parts for o in p.overs))
    formula, strength = joined(formulas, asks.link)
    return [Clause(formula, (*asks.overs, *overs), strength)] if compatible(overs) else None


def _first(made: Any) -> Clause | None:
    return (made[0] if made else None) if isinstance(made, list) else made


def _all(parts: list[Clause]) -> Clause:
    if all(p.overs == parts[0].overs for p in parts):
        formula, strength = joined([(p.formula, p.strength) for p in parts], "and")
        return Clause(formula, parts[0].overs, strength)
    formula, strength = joined([fold_overs(p.overs, (p.formula, p.strength)) for p in parts], "and")
    return Clause(formula, (), strength)


def _so_many(w: Words, subject: Subject, asks: Asks) -> list[Clause] | None:
    """State what is asked of `the three items`: of all of them, which may have to be three."""
    if subject.noun is None:
        raise UnfitError
    if not subject.total and any(
        a.kind == "amount" and not a.each and not a.total for a in asks.parts
    ):
        return None  # `the two sessions last 90 minutes`: each, or together
    made = _first(clause(w, changed(subject, count=0), asks))
    if made is None:
        return None
    outer = subject.noun.overs
    count = (f"{count_of(w, changed(subject.noun, overs=()))} = {subject.count}", 3)
    inner = tuple(o for o in made.overs if o not in outer)
    both = joined([count, fold_overs(inner, (made.formula, made.strength))], "and")
    return [made, Clause(both[0], outer, both[1])]


def _alternatives(w: Words, subject: Subject, ask: Ask) -> list[Ask]:
    """Return the readings of a time: `dinner before 9 pm` starts, or ends, before nine."""
    times = ask.times
    of = ask.theme.of if ask.theme is not None else None
    if ask.kind == "amount" and of is not None and of.several and not ask.choice:
        both = not ask.each and not ask.total
        return (
            [changed(ask, choice=n + 1) for n in range(2)]
            if both
            else [changed(ask, choice=1 if ask.total else 2)]
        )
    if ask.kind != "time" or times is None or ask.text != "be" or ask.choice:
        return [ask]
    number = len(time_formulas(w, subject, ask))
    return [ask] if number < 2 else [changed(ask, choice=n + 1) for n in range(number)]


def _clause(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    overs = (*subject.overs, *asks.overs)
    counted = subject.quantifier.startswith(("no", "at most"))
    any_one = subject.anyone or any(o.anyone for o in overs)
    test = any_one and not all(map(_forbids, asks.parts))
    if test and not subject.anyone:
        return None
    if (
        any(limit.lax for a in asks.parts if a.bound for limit in a.bound.limits)
        and not asks.permit
    ):
        return None
    if asks.permit and not counted and any(a.kind == "there" and not a.absent for a in asks.parts):
        return None
    if _on_one_of_the_days(subject, asks):
        return None
    if any(map(beside, asks.overs)) and any(a.kind == "there" and not a.absent for a in asks.parts):
        return None  # `use up the spinach by Wednesday`: on one of the days, not on each
    upper = any(a.bound and a.bound.limits[0].comparator in ("<", "<=") for a in asks.parts)
    if upper and any(o.also for o in asks.overs):
        return None  # `at most 2 snacks on days 1 and 2`: on each, or on both
    if subject.mean or any(a.mean or (a.theme is not None and a.theme.mean) for a in asks.parts):
        return _mean(w, subject, asks) if len(asks.parts) == 1 else None
    items = [o for o in overs if o.item]
    formulas: list[Made] = []
    inner: list[tuple[Over, ...]] = []
    for ask in asks.parts:
        if (
            ask.kind == "count"
            and ask.noun
            and any(o.rank == ask.noun.rank != "" for o in asks.overs)
        ):
            return None  # weeks are not counted in a week
        made = _ask(w, subject, ask, asks.parts)
        if made is None:
            return None
        formulas.append((made.formula, made.strength))
        own = tuple(o for o in made.overs if not (items and o.scope == "item"))
        inner.append((*own, *ask.overs))
    if all(one == inner[0] for one in inner):
        formula, strength = joined(formulas, asks.link)
        spoken = _spoken(subject, asks)
        made = Clause(formula, (*overs, *inner[0]), strength, test, False, *spoken)
        return changed(made, permit=asks.permit, whole=_of_a_total(asks))
    texts = [fold_overs(o, f) for f, o in zip(formulas, inner, strict=True)]
    formula, strength = joined(texts, asks.link)
    return Clause(formula, overs, strength, test, False, *_spoken(subject, asks))


def _on_one_of_the_days(subject: Subject, asks: Asks) -> bool:
    """Tell whether what is asked for is on one of several days, not on each: `one long walk at the
    weekend`, `kayaking in the morning`.
    """
    parts = [a for a in asks.parts if a.kind == "count" or (a.kind == "there" and not a.absent)]
    nouns = [a.noun for a in parts if a.noun is not None]
    held_in = (*asks.overs, *(over for noun in nouns for over in noun.overs))
    daily = any(over.scope == "day" for over in asks.overs)
    spoken = subject.noun is not None and subject.noun.counts == "weekend"
    if (
        parts
        and not daily
        and ((spoken and not subject.quantifier) or any(o.some for o in held_in))
    ):
        return True
    return any(n.kind == "name" for n in nouns) and any(map(_of_a_daypart, asks.overs))


def _of_a_daypart(over: Over) -> bool:
    part = re.fullmatch(r'\w+ named "(\w+)"', over.scope)
    return part is not None and part[1] in PARTS and over.quantifier == "each"


def _of_a_total(asks: Asks) -> bool:
    return any(a.total or (a.theme is not None and a.theme.total) for a in asks.parts)


def beside(over: Over) -> bool:
    """Tell whether a quantifier is over all days before or after one."""
    return re.search(r" (preceding|following) ", over.scope) is not None


def _spoken(subject: Subject, asks: Asks) -> tuple[Noun | None, Noun | None, Asks | None, bool]:
    """Return what a clause speaks of, several of what, what it asks of `it`, and whether that is `they`."""
    if subject.pronoun:
        return None, None, asks, subject.pronoun == "they"
    counted = [a.noun for a in asks.parts if a.kind == "count" or _several_there(a)]
    things = counted[0] if len(counted) == len(asks.parts) == 1 else subject.noun
    return _topic(subject, asks), things, None, False


def _several_there(ask: Ask) -> bool:
    """Tell whether pieces of a text are asked for without a number: `use bullets, none over …`."""
    noun = ask.noun if ask.kind == "there" and not ask.absent else None
    return noun is not None and noun.kind == "text" and noun.plural


def _topic(subject: Subject, asks: Asks) -> Noun | None:
    """Return what a clause speaks of, which `it` may stand for."""
    named = [
        a.noun
        for a in asks.parts
        if a.noun is not None
        and ((a.kind == "there" and not a.absent) or (a.kind == "count" and a.noun.kind != "text"))
    ]
    first = asks.parts[0]
    counted = first.noun if first.kind == "count" and first.bound is not None else None
    if counted is not None and first.bound is not None and first.bound.amount.low == 1:
        return counted if len(asks.parts) == 1 and first.bound.amount.exact else None
    several = counted is not None and counted.plural
    whole = subject.noun is not None and subject.noun.kind == "plan"
    if several and whole:
        return subject.noun  # `if the plan has 3 days, it must …`
    if len(asks.parts) == 1 and named:
        return None if named[0].several else named[0]
    return None if subject.quantifier else subject.noun


def fold_overs(overs: tuple[Over, ...], formula: Made) -> Made:
    """Write the quantifiers before a formula, the widest rank outside; each scope once."""
    rows: dict[str, Over] = {}
    for over in overs:
        key = over.rank or over.scope
        known = rows.get(key)
        if known is None or (known.quantifier == "each" and len(known.scope) <= len(over.scope)):
            each = known is not None and known.scope == key and over.quantifier == "together"
            rows[key] = changed(over, quantifier="each", number=0) if each else over
    if len([o for o in rows.values() if o.item]) > 1:
        rows.pop("item", None)
    if any(o.item for o in rows.values()):
        formula = (_SUM.sub(r"\1", formula[0]), formula[1])
    for over in sorted(rows.values(), key=lambda o: -o.level):
        text, strength = formula
        if over.quantifier == "together":
            formula = of_all(over, text)
            continue
        if over.scope in ("week", "month") and over.quantifier == "each" and "streak(" in text:
            formula = _streaks_outside(over, text, strength)
            continue
        if over.same:
            text, strength = _of_one_and_the_same(text, strength)
        text = text if strength == 3 else f"({text})"
        parts = [f"{over.quantifier} {scope}: {text}" for scope in (over.scope, *over.also)]
        formula = (" and ".join(parts), 3 if len(parts) == 1 else 2)
    return formula


def _streaks_outside(over: Over, text: str, strength: int) -> Made:
    """Hold days in a row over all weeks: `meat three times a week, never two days running`."""
    pieces = _conjuncts(text) if strength == 2 else [text]
    if strength < 2:
        raise UnfitError
    inner = [piece for piece in pieces if "streak(" not in piece]
    made = [(piece, 3) for piece in pieces if "streak(" in piece]
    if inner:
        made = [fold_overs((over,), joined([(piece, 3) for piece in inner], "and")), *made]
    return joined(made, "and")


def _conjuncts(text: str) -> list[str]:
    """Return the parts of a formula that `and` joins outside of brackets and quotes."""
    parts, depth, cited = [""], 0, False
    for word in re.split(r"( and )", text):
        if word == " and " and not depth and not cited:
            parts.append("")
            continue
        parts[-1] += word
        depth += word.count("(") - word.count(")")
        cited ^= word.count('"') % 2 == 1
    return parts


def _of_one_and_the_same(text: str, strength: int) -> Made:
    """Forbid things where they meet: `no rice and pasta on the same day` allows either."""
    pieces = re.split(r" and (?=not exists )", text)
    if len(pieces) > 1 and all(piece.startswith("not exists ") for piece in pieces):
        both = " and ".join(piece.removeprefix("not ") for piece in pieces)
        return f"not ({both})", 3
    if "exists " in text:
        raise UnfitError  # one thing alone is with nothing
    return text, strength


def of_all(over: Over, formula: str) -> Made:
    """Write that amounts are of all members of a scope together."""
    pieces = re.split(r" and (?=[a-z]+\()", formula)
    matches = [_AMOUNT.match(piece) for piece in pieces]
    if not all(matches) or over.also:
        raise UnfitError
    texts = [f"{m[1]} of {over.scope}{m[2]}" for m in matches if m]
    if over.number:
        texts.append(f"count({over.scope}) = {over.number}")
    return joined([(text, 3) for text in texts], "and")


_AMOUNT = re.compile(
    r"""((?:sum|count|distinct|duration)\((?:[^()"]|"[^"]*"|\([^()]*\))*\)"""
    r"""(?: of (?:[\w-]|"[^"]*"|[ ,\[\]])+?)?)( (?:[<>!]?=|[<>]|between) [^()"]*)\Z"""
)
"""One amount or count, held to a bound."""
_SUM = re.compile(r"\bsum\(([^()*]+)\)(?! of)")
"""The sum of a smallest part is its amount."""


def compatible(overs: tuple[Over, ...]) -> bool:
    """Tell whether quantifiers can stand together: of one rank only one may be narrowed."""
    seen: dict[str, set[str]] = {}
    for over in overs:
        if over.scope != over.rank or over.quantifier != "each":
            seen.setdefault(over.rank or over.scope, set()).add(f"{over.quantifier} {over.scope}")
    return all(len(scopes) == 1 for scopes in seen.values())


def _forbids(ask: Ask) -> bool:
    """Tell whether a demand only forbids: `must not exceed 10 g in any meal`."""
    if ask.bound is None or ask.absent:
        return ask.absent
    return all(limit.comparator in ("<", "<=", "!=") for limit in ask.bound.limits)


def _mean(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    """State an average: per the narrowest thing that is named."""
    ask = asks.parts[0]
    if ask.kind == "count" and ask.noun is not None and ask.noun.kind != "name":
        theme: Theme | None = Theme(count_of(w, ask.noun), "whole", "one")
    elif ask.kind == "amount" and ask.bound is not None:
        theme = theme_for(w, ask.theme, ask.bound.amount, subject.noun)
    else:
        return None
    if theme is None or ask.bound is None or ask.absent:
        return None
    measure = "duration" if theme.kind == "time" else theme.measure
    overs = [*subject.overs, *asks.overs, *ask.overs, *theme.overs]
    every = [o for o in overs if o.scope == o.rank]
    per = [o for o in theme.overs if o.scope == o.rank]
    outer = [o for o in overs if o not in per]
    whose = subject.mean or ask.text == "members"
    if subject.pronoun and not every:
        return None
    for noun, own in ((subject.noun, whose), (theme.of, True)):
        if noun is None or noun.kind == "plan":
            continue
        outer += noun.overs
        if own and noun.kind in ("category", "name", "member") and every and not _one(noun):
            plain = changed(theme, of=None, overs=(), mean=False)
            measure = amount_of(w, w.summed(plain), changed(noun, overs=()), "", True)[0]
            continue
        quantifier = "each" if subject.quantifier in ("", "all") else subject.quantifier
        over = over_of(noun, quantifier)
        if w.scheduled and noun.kind in ("category", "name"):
            over = changed(over, scope=block_text(w, noun))
        (per if own and not _one(noun) else outer).append(over)
    if not per and not subject.quantifier:
        per = [o for o in outer if o.scope == o.rank]
    if not compatible((*outer, *per)):
        return None
    if not measure:
        return None
    if not per:
        named = measure.startswith('"') or ask.text != "members"
        if theme.kind == "whole" or not named:
            return None
        return Clause(held(f"mean({measure})", ask.bound, theme.unit)[0], tuple(outer))
    inner = max(per, key=lambda o: o.level)
    if inner.quantifier != "each" or inner.also:
        return None
    rest = tuple(o for o in (*outer, *per) if o != inner)
    return Clause(held(f"mean({measure} per {inner.scope})", ask.bound, theme.unit)[0], rest)


def _one(noun: Noun) -> bool:
    """Tell whether a noun is one thing by its place: `day 2`."""
    return noun.placed and not noun.plural


# -- when ------------------------------------------------------------------------------------
def time_formulas(w: Words, subject: Subject, ask: Ask) -> list[Clause]:
    """State when a subject starts, ends or is; several readings where people mean either."""
    noun, times = subject.noun, ask.times
    if times is None:
        raise UnfitError
    if subject.total or subject.mean:
        return []
    overs: tuple[Over, ...] = subject.overs
    start, end = "start", "end"
    kept_out: list[Clause] = []
    if (
        noun is not None
        and noun.kind in ("rank", "text", "member", "item")
        and not subject.quantifier
    ):
        if noun.kind == "text":
            return []
        if noun.placed and noun.kind != "rank":
            start, end = f"start({noun.text})", f"end({noun.text})"
            overs = (*overs, *of_a_day(w, noun))
        else:
            overs = (*overs, *noun.overs, *of_a_day(w, noun), over_of(noun))
    elif noun is not None and noun.kind != "plan":
        overs = (*overs, *(o for o in noun.overs if not o.scope.startswith("day on ")))
        overs = (*overs, *of_a_day(w, noun))
        dated = "".join(
            o.scope.removeprefix("day") for o in noun.overs if o.scope.startswith("day on ")
        )
        scope = block_text(w, noun) + dated
        if w.scheduled:
            kept_out = _kept_out(subject, ask, times, scope, overs)
            if kept_out and (subject.quantifier or noun.plural):
                return kept_out
        if subject.quantifier or (noun.kind == "block" and not noun.front):
            overs = (*overs, Over(scope, noun.level, subject.quantifier or "each", noun.rank))
        elif noun.front and noun.kind == "block":
            overs = (*overs, Over(scope, noun.level, "each", noun.rank))
        else:
            plain = noun.kind == "category" and not (noun.filters or dated or noun.article == "a")
            inner = noun.text if ask.text != "be" and plain else scope
            start, end = f"start({inner})", f"end({inner})"
    if noun is not None and _momentary(w, noun) and times.kind == "by" and ask.text == "be":
        times = changed(times, kind="le")
    texts = time_texts(times, ask, start, end)
    made = []
    for text, strength in texts:
        if ask.absent:
            text = f"not {text}" if strength == 3 else f"not ({text})"
            strength = 3
        made.append(Clause(text, overs, strength, things=noun))
    if times.kind == "after":  # `work must not be after five`: nor go on
        made += kept_out
    return made[:1] if noun is not None and _momentary(w, noun) else made


def _kept_out(
    subject: Subject, ask: Ask, times: Times, scope: str, overs: tuple[Over, ...]
) -> list[Clause]:
    """State that no part of a thing is in a window: `no meeting may be held after 17:00`."""
    turned = times.denied or times.kind == "all"
    denied = (subject.quantifier == "no") is not (ask.absent or turned)
    if ask.text != "be" or not denied or subject.quantifier not in ("", "no"):
        return []
    tests = [(FLIPPED[sign] if turned else sign, clock.text) for sign, clock in times.tests]
    if len(tests) == 2 and times.kind == "between":
        return [Clause(f"not exists {scope} from {tests[0][1]} to {tests[1][1]}", overs)]
    if times.kind in ("at", "by", "from"):
        return []
    words = [f"{'after' if sign.startswith('>') else 'before'} {at}" for sign, at in tests]
    text = " and ".join(f"not exists {scope} {word}" for word in words)
    return [Clause(text, overs, 3 if len(words) == 1 else 2)]


def _momentary(w: Words, noun: Noun) -> bool:
    """Tell whether a thing has one time where it is no piece of a schedule: a meal."""
    rank = w.lexicon.ranks.get(noun.rank)
    return not w.scheduled and rank is not None and bool(rank.members)


def of_a_day(w: Words, noun: Noun) -> tuple[Over, ...]:
    """Return that `the last meal`, at some time of day, is the last of each day."""
    day = w.lexicon.ranks.get("day")
    if (
        day is None
        or noun.overs
        or noun.level <= day.level
        or noun.front not in ("first ", "last ")
    ):
        return ()
    return (over_of(w.rank(day)),)


def time_texts(times: Times, ask: Ask, start: str, end: str) -> list[tuple[str, int]]:
    """Write the limits on a start, an end or both."""
    rows = [(sign, clock.text) for sign, clock in times.tests]
    link = " or " if times.kind == "either" else " and "
    strength = 3 if len(rows) == 1 else (1 if times.kind == "either" else 2)
    if ask.text != "be":
        subject = start if ask.text == "start" else end
        if times.kind == "between":
            return (
                [(f"{subject} between {rows[0][1]} and {rows[1][1]}", 3)]
                if rows[0][0] == ">="
                else [(link.join(f"{subject} {sign} {text}" for sign, text in rows), strength)]
            )
        return [(link.join(f"{subject} {sign} {text}" for sign, text in rows), strength)]
    if times.kind == "from":
        return [(f"{start} = {rows[0][1]} and {end} = {rows[1][1]}", 2)]
    if times.kind == "between" or (times.kind == "all" and len(rows) == 2):
        return [(f"{start} {rows[0][0]} {rows[0][1]} and {end} {rows[1][0]} {rows[1][1]}", 2)]
    if times.kind in ("at", "ge", "either"):
        return [(link.join(f"{start} {sign} {text}" for sign, text in rows), strength)]
    sign, text = rows[0]
    if times.kind == "after":
        return [(f"{start} {'<=' if times.denied else '>='} {text}", 3)]
    if times.kind == "by" and not times.denied:
        return [(f"{end} <= {text}", 3)]
    if times.denied and sign == ">=":  # `not earlier than nine`
        return [(f"{start} >= {text}", 3)]
    return [(f"{start} {sign} {text}", 3), (f"{end} {sign} {text}", 3)]


# -- one demand ---------------------------------------------------------------------------------
def _ask(w: Words, subject: Subject, ask: Ask, beside: tuple[Ask, ...]) -> Clause | None:
    if ask.kind == "amount":
        return _amount(w, subject, ask)
    if ask.kind == "count":
        return _count(w, subject, ask, beside)
    if ask.kind == "there":
        return _there(w, subject, ask)
    if ask.kind == "same":
        return _same(w, subject, ask)
    if ask.kind == "time":
        return _time(w, subject, ask)
    if ask.kind == "share":
        return _share(w, subject, ask)
    if ask.kind in ("all", "any"):
        return _parts(w, subject, ask)
    return _test(w, subject, ask)


def _time(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    found = time_formulas(w, subject, ask)
    return found[max(ask.choice - 1, 0)] if found else None


def _parts(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    link: Any = "and" if ask.kind == "all" else "or"
    return None if ask.absent else clause(w, subject, Asks(ask.parts, link))


def _share(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """Hold a part of a whole to a share: `at most a third of the daily calories from dinner`."""
    noun = ask.noun if ask.noun is not None else subject.noun
    if ask.bound is None or ask.absent or subject.quantifier or subject.mean:
        return None
    if ask.noun is not None and subject.noun is not None and subject.noun.kind != "plan":
        return None
    whole_text = ""
    if isinstance(ask.whole, Noun):  # `a third of each session`
        whole, overs = w.default("time"), (*ask.whole.overs, over_of(ask.whole))
        fits = ask.whole.kind == "rank" and not ask.whole.plural
        overs, whole = ((), whole) if ask.whole.kind == "plan" else (overs, whole if fits else None)
    elif ask.whole is not None:
        whole, overs = changed(ask.whole, of=None, overs=()), ask.whole.overs
        within = ask.whole.of
        if within is not None and within.kind in ("category", "name"):
            whole_text, overs = _part(w, whole, within), (*overs, *within.overs)
        elif within is not None and noun is not None and noun.level <= within.level:
            return None  # lunch is no part of dinner
        elif within is not None and not (within.plural and not within.placed):
            overs = (*overs, *within.overs, over_of(within))
        elif within is not None:
            return None
    if whole is None or whole.kind == "whole":
        return None
    if ask.theme is not None:
        overs = (*overs, *ask.theme.overs)
        noun = noun if ask.theme.of is None else ask.theme.of
        if noun is None or noun.kind == "plan":
            if whole_text:
                return None
            part = _share_of(w, ask.theme, whole)
            return None if not part else Clause(held(part, ask.bound)[0], overs)
        if ask.theme.measure != whole.measure:
            return None
    if noun is None or noun.kind in ("plan", "text"):
        return None
    parts = [_part(w, whole, n) for n in (noun.several or (noun,))]
    if not all(parts) or (noun.several and not subject.total):
        return None
    own = whole_text or ("duration" if whole.kind == "time" else whole.measure)
    if whole.stated:
        own = f"field({quoted(whole.stated)})"
    text = f"share({' + '.join(parts)}, {own})"
    formula, strength = held(text, ask.bound)
    return Clause(formula, (*noun.overs, *overs), strength) if compatible(overs) else None


def _part(w: Words, whole: Theme, noun: Noun) -> str:
    if whole.kind == "time" and noun.kind in ("category", "name", "block"):
        return _lasting(w, noun, "", True, False)[0]
    return f"{'duration' if whole.kind == 'time' else whole.measure} of {noun.text}"


def _share_of(w: Words, part: Theme, whole: Theme) -> str:
    """Write the share of one measure in another: of fat in the calories by what a gram gives."""
    if part.measure == whole.measure or part.kind == "whole":
        return ""
    if part.dimension == whole.dimension:
        return f"share({part.measure}, {whole.measure})"
    known = w.measure(part)
    gives = dict(known.gives).get(whole.measure) if known is not None else None
    if gives is None:
        return ""
    return f"share({part.measure} * {plain(gives)} {whole.unit} / 1 {part.unit}, {whole.measure})"


def _same(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """Ask that all members of a scope have the same amount."""
    noun, theme = subject.noun, ask.theme
    if noun is None or theme is None or ask.absent or noun.kind == "plan":
        return None
    if subject.quantifier not in ("", "each", "all") or not (subject.quantifier or noun.plural):
        return None
    unit = f" {theme.unit}" if theme.unit else ""
    return Clause(f"range({theme.measure} per {noun.text}) = 0{unit}", noun.overs)


def overs_of(subject: Subject) -> tuple[Over, ...] | None:
    """Return the quantifiers that a subject brings where it only holds what is asked."""
    noun = subject.noun
    if noun is None or noun.kind == "plan":
        return () if not subject.quantifier else None
    if noun.kind in _SAID:
        return None
    return (*noun.overs, over_of(noun, subject.quantifier or "each"))


def over_of(noun: Noun, quantifier: str = "each") -> Over:
    """Return the quantifier over a noun."""
    quantifier = "each" if quantifier == "all" else quantifier
    if noun.several:
        raise UnfitError
    bare = changed(noun, also=())
    also = tuple(f"{noun.front}{noun.scope}{filters}" for filters in noun.also)
    opened = noun.article == "a" or not (noun.plural or noun.placed or noun.article)
    return Over(
        bare.text, noun.level, quantifier, noun.rank, also,
        item=noun.kind in ("item", "block"), open=opened and not noun.filters,
        several=noun.plural and noun.placed, some=noun.counts == "weekend",
    )  # fmt: skip


def all_together(over: Over) -> Over:
    """Return a quantifier over several as one over all of them: `on weekdays … in total`."""
    return (
        changed(over, quantifier="together") if over.several and over.quantifier == "each" else over
    )


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
    if ask.bound is None:
        raise UnfitError
    said = subject.noun
    theme = theme_for(w, ask.theme, ask.bound.amount, said)
    if theme is None or (ask.theme is None and _dimensionless(ask.bound.amount)):
        return None  # a share of what
    plan = said is None or said.kind == "plan"
    if plan and w.prose and theme.dimension == "count:page":
        return None  # how much a page holds nobody says
    ranked = ask.bound.amount.unit in w.lexicon.ranks
    if plan and theme.of is None and ranked and not theme.overs:
        return None  # `7 days` of a plan are counted
    noun, quantifier = said, subject.quantifier
    overs = theme.overs
    if theme.of is not None and theme.of.also:
        return None  # of each, or of both together
    if theme.of is not None and theme.of.several:
        return _of_several(w, subject, ask, theme)
    if theme.of is not None:
        if said is not None and said.kind != "plan":
            overs = (*overs, *(overs_of(subject) or ()))
        noun, quantifier = theme.of, ""
        overs = (*overs, *noun.overs) if noun is not said else overs
    elif said is not None:
        overs = (*overs, *said.overs)
    added = ask.total or theme.total
    if noun is not None and ANY in noun.filters and theme.kind != "whole":
        noun = changed(noun, filters=noun.filters.replace(ANY, theme.measure))
    if ask.each and noun is None:
        return None
    if noun is not None and not _of_that(w, noun, theme):
        return None
    if quantifier == "all":
        quantifier = "" if added else "each"
    whole = noun is None or noun.kind == "plan"
    wider = (
        theme.of is not None and noun is not None and any(o.level < noun.level for o in theme.overs)
    )
    if (
        noun is not None
        and noun.kind in ("rank", "item")
        and wider
        and not noun.placed
        and not noun.plural
    ):
        noun, added = changed(noun, plural=True), True
    gathered = (
        noun is not None and (noun.plural or noun.kind in ("category", "name")) and not quantifier
    )
    total = subject.total or (
        added and (whole or (gathered and noun is not None and (noun.plural or not noun.placed)))
    )
    if added or subject.total:
        theme = w.summed(theme)
    several = noun is not None and (noun.plural or noun.kind in ("category", "block", "name"))
    each_one = ask.each and several and not quantifier
    quantifier = "every" if each_one else quantifier
    made = measured(w, theme, noun, quantifier, total and not ask.each, ask.bound)
    if made is None:
        return None
    if ask.absent:
        text = made.formula if made.strength == 3 else f"({made.formula})"
        made = changed(made, formula=f"not {text}", strength=3)
    return changed(made, overs=(*overs, *made.overs))


def _of_several(w: Words, subject: Subject, ask: Ask, theme: Theme) -> Clause | None:
    """Hold `1 hour of yoga and meditation`: of both together, or of each."""
    if theme.of is None:
        raise UnfitError
    parts = theme.of.several
    window = theme.of.filters
    if ask.choice == 1 and not w.scheduled:
        whole = changed(ask, theme=changed(theme, of=None), choice=0)
        return _first(_summed_up(w, parts, Asks((whole,))))
    if ask.choice == 1:
        names = ", ".join(part.scope for part in parts)
        parts = (Noun(f"block({names})", "entry", "", 50),)
    made = []
    for part in parts:
        part = changed(part, filters=part.filters + window)
        own = changed(ask, theme=changed(theme, of=part), choice=0, each=False)
        one = _amount(w, subject, own)
        if one is None:
            return None
        made.append(one)
    return _all(made)


def _of_that(w: Words, noun: Noun, theme: Theme) -> bool:
    """Tell whether `the longest leg` is the longest by what is asked of it, where that matters."""
    by = re.search(r" with (?:max|min) (duration|distance)$", noun.filters)
    return by is None or not w.spatial(noun) or theme.measure == by[1]


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
        alone = theme.adds or theme.kind == "whole" or total
        return _whole(theme, total), () if alone else (Over("item", 90, "each", "item", item=True),)
    explicit = quantifier != ""
    quantifier = "each" if quantifier in ("", "every") else quantifier
    over = (over_of(noun, quantifier),)
    if theme.kind == "whole":
        return theme.measure, over
    if theme.mean:
        return f"mean({theme.measure} per {noun.text})", ()
    if theme.kind == "time":
        return _lasting(w, noun, quantifier, total, explicit)
    if noun.kind == "text":
        return "", ()
    if noun.kind in ("rank", "member"):
        if total:
            return f"{_sum(theme, total)} of {noun.text}", ()
        return (_sum(theme, total) if theme.adds else theme.measure), over
    if noun.kind == "item":
        return (f"{_sum(theme, total)} of {noun.text}", ()) if total else (theme.measure, over)
    if noun.kind == "name" and quantifier and explicit and not total:
        return (_sum(theme, total) if theme.adds else theme.measure), over
    if theme.dimension == "time" and noun.kind == "name":
        return f"duration({noun.text})", ()
    if not theme.adds:
        return theme.measure, over
    if (explicit and not total) or (noun.kind == "name" and noun.article == "a"):
        return _sum(theme, total), over
    return f"{_sum(theme, total)} of {noun.text}", ()


def _lasting(
    w: Words, noun: Noun, quantifier: str, total: bool, explicit: bool
) -> tuple[str, tuple[Over, ...]]:
    """Write how long a thing of a schedule is."""
    if noun.kind in ("rank", "member"):
        return "duration", (over_of(noun, quantifier),)
    if noun.kind == "block":
        return ("duration(block)", ()) if total else ("duration", (over_of(noun, quantifier),))
    if noun.kind == "entry":
        return f"duration({noun.text})", ()
    scope = block_text(w, noun)
    if explicit and not total:
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
    if noun is None:
        raise UnfitError
    if bound is None:
        raise UnfitError
    if not bound.amount.bare:
        return None
    if w.prose and noun.kind == "name":
        return None  # `three examples`: a common noun is no literal
    if (
        subject.noun is not None
        and subject.noun.kind == noun.kind == "name"
        and not (subject.quantifier or subject.noun.placed)
    ):
        return None  # `ABBA has to be played once`: one of the names is no thing
    alone = subject.noun is None or subject.noun.kind == "plan"
    if ask.each and alone and noun.kind == "name" and " where " not in noun.filters:
        return None  # each of whom
    if subject.total and subject.noun is not None and subject.noun.kind != "plan":
        made = held(f"{count_of(w, noun)} of {subject.noun.text}", bound)
        return Clause(made[0], (*subject.noun.overs, *noun.overs), made[1])
    outer = overs_of(subject)
    if outer is None:
        return None
    if any(o.rank and o.rank == noun.rank for o in outer):
        return None
    if ask.text == "span" and subject.noun is not None and subject.noun.kind != "plan":
        return None
    value = count_of(w, noun)
    if not value:
        return None
    if noun.kind == "rank":
        named = [a.noun for a in beside if a.kind == "count" and a.noun is not None
                 and a.noun.kind == "member" and a.noun.rank == noun.rank]  # fmt: skip
        value = " - ".join([value, *(count_of(w, n) for n in named)])
    made = held(value, bound)
    if ask.absent:
        made = (f"not {made[0]}" if made[1] == 3 else f"not ({made[0]})", 3)
    return Clause(made[0], (*outer, *noun.overs), made[1])


def count_of(w: Words, noun: Noun) -> str:
    """Write how many there are of a thing."""
    if noun.kind in ("literal", "mark"):
        return noun.counts
    if noun.kind == "text" and noun.counts and not noun.filters and not noun.front:
        return noun.counts
    return f"count({block_text(w, noun)})"


def _there(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    outer = overs_of(subject)
    noun = ask.noun
    if noun is None:
        raise UnfitError
    if outer is None:
        return None
    if noun.kind in _SAID:
        return _said(noun, ask.absent, (*outer, *noun.overs))
    if w.prose and noun.kind == "name":
        return None  # a common noun is no literal
    if noun.several:
        parts = [
            changed(part, filters=part.filters + noun.filters, window=noun.window)
            for part in noun.several
        ]
        made = [_there(w, subject, changed(ask, noun=part)) for part in parts]
        return None if any(m is None for m in made) else _all([m for m in made if m is not None])
    if len(noun.members) > 1:
        return None
    overs = (*outer, *noun.overs)
    window = noun.window
    if window is not None and w.scheduled and window.kind == "from" and not ask.absent:
        block = block_text(w, changed(noun, filters=noun.filters.removesuffix(window.text)))
        low, high = window.low, window.high
        if low is None:
            raise UnfitError
        if high is None:
            raise UnfitError
        return Clause(f"start({block}) = {low.text} and end({block}) = {high.text}", overs, 2)
    text = f"exists {block_text(w, noun)}"
    return Clause(f"not {text}" if ask.absent else text, overs)


_SAID = ("literal", "mark", "keys")
"""Kinds of things that stand in the wording of a text."""


def _said(noun: Noun, absent: bool, overs: tuple[Over, ...]) -> Clause | None:
    """Ask for words, marks or keys in a text."""
    if noun.kind == "literal":
        return Clause(literal_test(noun, absent), overs)
    if noun.kind == "mark":
        return Clause(f"{noun.counts} {'= 0' if absent else '>= 1'}", overs)
    if overs or (absent and noun.name == "only"):
        return None
    return Clause(f"conforms to {quoted(json.dumps(_schema(noun, absent), ensure_ascii=False))}")


def literal_test(noun: Noun, absent: bool) -> str:
    """Write that words stand in a text, or none of them."""
    if len(noun.members) == 1:
        return f"{'not ' if absent else ''}contains {noun.scope}{noun.filters}"
    mode = "none" if absent else "any" if noun.name == "or" else "all"
    return f"contains {mode} of [{', '.join(map(quoted, noun.members))}]{noun.filters}"


def _schema(noun: Noun, absent: bool) -> dict[str, Any]:
    """Return the JSON Schema of an answer with keys, or without."""
    one_each = [{"required": [name]} for name in noun.members]
    if absent:
        return {"type": "object", "not": {"anyOf": one_each}}
    if noun.name == "or":
        return {"type": "object", "anyOf": one_each}
    made: dict[str, Any] = {"type": "object", "required": list(noun.members)}
    if noun.name == "only":
        made |= {"properties": dict.fromkeys(noun.members, True), "additionalProperties": False}
    return made


def _test(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    outer = overs_of(subject)
    if outer is None:
        return None
    if ask.absent:
        return Clause(f"not {ask.text}" if ask.strength == 3 else f"not ({ask.text})", outer)
    return Clause(ask.text, outer, ask.strength)


def denied(ask: Ask) -> Ask | None:
    """Return what is asked when the opposite of a demand is."""
    if ask.text == "single":
        return Ask("there", noun=ask.noun, absent=True)
    if ask.kind in ("there", "test"):
        return changed(ask, absent=not ask.absent)
    if ask.kind == "time" and ask.times is not None:
        return _denied_time(ask, ask.times)
    if ask.kind not in ("amount", "count", "share"):
        return None
    if ask.bound is None:
        raise UnfitError
    bound = negated(ask.bound)
    return changed(ask, absent=True) if bound is None else changed(ask, bound=bound)


def _denied_time(ask: Ask, times: Times) -> Ask:
    if times.kind == "either" and all(sign != "=" for sign, _ in times.tests):
        tests = tuple((FLIPPED[sign], clock) for sign, clock in times.tests)
        return changed(ask, times=changed(times, tests=tests, kind="all"))
    if len(times.tests) > 1 or times.kind == "at":
        return changed(ask, absent=True)
    tests = tuple((FLIPPED[sign], clock) for sign, clock in times.tests)
    return changed(ask, times=changed(times, tests=tests, denied=True))


def exactly(number: int) -> Bound:
    """Return the bound of a number alone."""
    from decimal import Decimal

    return Bound((Limit("=", Amount(Decimal(number), Decimal(number))),))
