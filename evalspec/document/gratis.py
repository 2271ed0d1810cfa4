"""Amounts written as a word: `Castle – free` costs 0 of the money of the others, `Tower – on request` any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalspec.core.quantity import UNKNOWN_AMOUNT, Unit, exactly
from evalspec.core.span import Span
from evalspec.document.facts import Amount, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_BEFORE = r"(?:^|[:(\[|,;·+/=→]|\s[-–—]|\.{3})\s*[*_]*\s*"
_AFTER = r"(?=\s*[*_]*(?:$|[()\]}.,;!|\n·+/]|:\s|\s[-–—]\s))"


def settle(reading: Reading) -> None:
    """Give an item without a price the price 0 where its line says that it costs nothing.

    Where it says that an amount is still to come, what all beside it tell may be anything.
    """
    roles = reading.wording.roles
    measure = reading.wording.default_measure.get("currency", "")
    kinds = ("free", "free by", "to come", "undecided")
    words, given, later, undecided = (roles.get(kind, frozenset()) for kind in kinds)
    later |= undecided | ({"null"} if reading.is_json else frozenset())
    low = reading.text.lower()
    if not any(word in low for word in words | given | later):
        return
    drafts = list(walk(reading.plan))
    claimed = [claim.amount for claim in reading.claims]
    units = _units([*reading.plan.amounts, *claimed, *(a for d in drafts for a in d.amounts)])
    free = re.compile(f"{_BEFORE}(?P<words>(?:{_any(words)}){_AFTER}|(?:{_any(given)})\\b)")
    to_come = re.compile(f"{_BEFORE}(?P<words>(?:{_any(later)}){_AFTER})")
    for draft in drafts:
        if draft.kind not in (EntryKind.ITEM, EntryKind.BLOCK) or draft.parts:
            continue
        line, own = draft.spans[0], {amount.measure for amount in draft.amounts}
        for said, value, names in ((free, exactly(0), {measure}), (to_come, UNKNOWN_AMOUNT, None)):
            found = said.search(low[line.start : line.end])
            wanted = (names or _beside(draft) or {measure}) - own if found is not None else set()
            for name in sorted(n for n in wanted if len(units.get(n, ())) == 1):
                unit = next(iter(units[name]))
                if found is not None and not (draft.starts and unit.dimension == "time"):
                    start, end = (line.start + place for place in found.span("words"))
                    draft.amounts.append(Amount(name, value, unit, Span(start, end)))
                    own.add(name)


def _units(amounts: Sequence[Amount]) -> dict[str, set[Unit]]:
    """Return the units that each measure is told in."""
    units: dict[str, set[Unit]] = {}
    for amount in amounts:
        units.setdefault(amount.measure, set()).add(amount.unit)
    return units


def _beside(draft: Draft) -> set[str]:
    """Return the measures that all things beside one tell which tell any."""
    parts = draft.parent.parts if draft.parent is not None else []
    told = [{a.measure for a in part.amounts} for part in parts if part is not draft]
    told = [measures for measures in told if measures]
    return set.intersection(*told) if told else set()


def _any(words: frozenset[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
