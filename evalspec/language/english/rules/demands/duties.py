"""What a modal verb makes of a demand: must, must not, may."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.meanings import Ask, Asks, Bound, changed
from evalspec.language.english.state.denials import denied


def dutiful(asks: Asks | None, duty: str | None) -> Asks | None:
    """Apply a modal verb to what is asked."""
    if asks is None or duty in (None, "must"):
        return asks
    if duty == "may":
        return changed(asks, parts=tuple(_permitted(a) for a in asks.parts), permit=True)
    parts = [denied(a) for a in asks.parts]
    if asks.both or any(p is None for p in parts) or any(a.absent for a in asks.parts):
        return None
    link: Any = asks.link
    if all(a.kind == "there" for a in asks.parts):
        link = "and"
    elif len(parts) > 1:
        if link == "and" and not all(map(_bounded, asks.parts)):
            return None
        link = "and"  # `must not start before nine and end after five`: neither of them
    return changed(asks, parts=tuple(p for p in parts if p is not None), link=link)


def _bounded(ask: Ask) -> bool:
    """Tell whether a demand is of one side: `more than 5`, `before nine`."""
    if ask.times is not None:
        return len(ask.times.tests) == 1 and ask.times.kind != "at"
    return ask.bound is not None and all(one.comparator in ("<", ">") for one in ask.bound.limits)


def _permitted(ask: Ask) -> Ask:
    if ask.bound is None or not ask.bound.plain or not ask.bound.amount.exact:
        return ask
    limit = changed(ask.bound.limits[0], comparator="<=")
    return changed(ask, bound=Bound((limit,)))
