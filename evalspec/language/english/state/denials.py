"""What is asked when the opposite of a demand is, and what only forbids."""

from __future__ import annotations

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.meanings import FLIPPED, Ask, Bound, Times, changed, negated


def forbids(ask: Ask) -> bool:
    """Tell whether a demand only forbids: `must not exceed 10 g in any meal`."""
    if ask.bound is None or ask.absent:
        return ask.absent
    return all(limit.comparator in ("<", "<=", "!=") for limit in ask.bound.limits)


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
    several = ask.kind == "count" and ask.noun is not None and ask.noun.kind != "text"
    bound = _too_many(ask.bound) if several else None
    bound = bound or negated(ask.bound)
    return changed(ask, absent=True) if bound is None else changed(ask, bound=bound)


def _too_many(bound: Bound) -> Bound | None:
    """Return what is asked when so many are forbidden: `don't book two museums` forbids three as well."""
    limit = bound.limits[0]
    if len(bound.limits) > 1 or limit.comparator != "=" or limit.firm or limit.about:
        return None
    return Bound((changed(limit, comparator="<"),))


def _denied_time(ask: Ask, times: Times) -> Ask:
    if times.kind == "either" and all(sign != "=" for sign, _ in times.tests):
        tests = tuple((FLIPPED[sign], clock) for sign, clock in times.tests)
        return changed(ask, times=changed(times, tests=tests, kind="all"))
    if len(times.tests) > 1 or times.kind == "at":
        return changed(ask, absent=True)
    if times.kind == "until" and ask.text == "be":
        ask = changed(ask, text="start")
    # What is not to start until nine may start at nine; what is not to last until nine is over before.
    signs = {"until": "<" if ask.text == "end" else ">=", "through": "<"}
    tests = tuple((signs.get(times.kind, FLIPPED[sign]), clock) for sign, clock in times.tests)
    return changed(ask, times=changed(times, tests=tests, denied=True))
