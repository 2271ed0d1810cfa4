"""Demands on shares → formulas: `at most 30 % of the pay`."""

from __future__ import annotations

from evalspec.core.quantity import plain
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Ask,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
)
from evalspec.language.english.state.amounts import lasting
from evalspec.language.english.state.overs import compatible, over_of


def share_clause(w: Words, subject: Subject, ask: Ask) -> Clause | None:
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
    if noun is None or noun.kind in ("plan", "text") or _misnamed(w, noun, ask.whole):
        return None
    dated = _of_days_in_it(noun, overs, whole)
    if dated is None:
        return None
    parts = [_part(w, whole, n) for n in (dated.several or (dated,))]
    if not all(parts) or (noun.several and not (subject.total or ask.total)):
        return None
    own = whole_text or ("duration" if whole.kind == "time" else whole.measure)
    if ask.text == "rest":
        own = " - ".join((own, *parts))
    if whole.stated:
        own = f"field({quoted(whole.stated)})"
    text = f"share({' + '.join(parts)}, {own})"
    formula, strength = held(text, ask.bound)
    return Clause(formula, (*dated.overs, *overs), strength) if compatible(overs) else None


def _misnamed(w: Words, part: Noun, whole: Theme | Noun | None) -> bool:
    """Tell whether a name ends in what it is a share, or a measure, of: `the whole trip cost`."""
    within = whole.of if isinstance(whole, Theme) else None
    measured = within is not None and within.kind == "name" and _last(within)
    shared = part.kind == "name" and _last(part) in data("words of shares")
    return shared or bool(measured and "Measure" in w.types(measured))


def _last(noun: Noun) -> str:
    return noun.name.lower().split()[-1]


def _of_days_in_it(noun: Noun, overs: tuple[Over, ...], whole: Theme) -> Noun | None:
    """Take `Sunday's run`, of the week's or the total distance, for a part by its day."""
    wider = [o for o in noun.overs if all(o.level > other.level for other in overs)]
    if not noun.overs or not wider or not (overs or whole.total):
        return noun
    if len(noun.overs) > 1 or noun.several or not wider[0].scope.startswith("day on "):
        return None
    return changed(noun, filters=noun.filters + wider[0].scope.removeprefix("day"), overs=())


def _part(w: Words, whole: Theme, noun: Noun) -> str:
    if whole.kind == "time" and noun.kind in ("category", "name", "block"):
        return lasting(w, noun, "", True, False)[0]
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
