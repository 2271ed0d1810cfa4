"""Rationales written from the ledgers of real plans, each with one known fault.

A rationale adds up the parts of every scope in one of several manners; in one scope a part is
left out or changed, the sum or a length of time is wrong, and the verdict follows from that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from evalspec.core.quantity import plain
from evalspec.core.verdict import Outcome
from evalspec.rationale.ledger import Ledger, LedgerScope, Part

FAULTS = ("none", "left-out", "changed", "sum", "length")
STYLES = ("bare", "bracketed", "named", "units", "list")


class Written(NamedTuple):
    """A rationale, its verdict, and the class that an audit should give."""

    text: str
    says: Outcome
    wanted: str


def rationales(ledger: Ledger, seed: int) -> Iterator[Written]:
    """Yield a rationale for every manner and fault that the ledger allows."""
    rng = random.Random(seed)
    if ledger.kind not in ("amount", "time") or not ledger.scopes:
        return
    for style in STYLES:
        for fault in FAULTS:
            hit = rng.randrange(len(ledger.scopes))
            said = [
                _scope(scope, style, fault if place == hit else "none", rng)
                for place, scope in enumerate(ledger.scopes)
            ]
            if all(said):
                text = "\n".join(one for one in said if one)
                yield Written(text, _says(ledger, fault), _wanted(ledger, fault))


def _says(ledger: Ledger, fault: str) -> Outcome:
    if fault == "none":
        return ledger.outcome
    return Outcome.of(ledger.outcome is not Outcome.SATISFIED)


def _wanted(ledger: Ledger, fault: str) -> str:
    reading = "schedule" if ledger.kind == "time" else "extraction"
    return {"none": "right-reason", "left-out": reading, "changed": reading,
            "sum": "calculation", "length": "schedule"}[fault]  # fmt: skip


def _scope(scope: LedgerScope, style: str, fault: str, rng: random.Random) -> str:
    """Write the sum of a scope; empty when it does not allow the fault."""
    parts = list(scope.parts or ())
    timed = any(part.clock for part in parts)
    unfit = ("changed",) if timed else ("length",)
    if len(parts) < 2 or fault in unfit or (fault == "left-out" and len(parts) < 3):
        return ""
    values = [part.value for part in parts]
    place = rng.randrange(len(parts))
    factor = scope.unit.factor if scope.unit else Decimal(1)
    if fault == "left-out":
        if not values[place]:
            return ""
        del parts[place], values[place]
    elif fault == "changed":
        values[place] += 10 * factor
    elif fault == "length":
        values[place] += 30
    shown = [plain(value / factor) for value in values]
    total = plain(sum(values) / factor + (7 if fault == "sum" else 0))
    unit = f" {scope.unit.name}" if scope.unit else ""
    head = scope.label or "In all"
    return _written(head, parts, shown, total, unit, style)


def _written(
    head: str, parts: list[Part], shown: list[str], total: str, unit: str, style: str
) -> str:
    lengths = [f"{_clock(part)} ({value}{unit})" if part.clock else f"{value}{unit}"
               for part, value in zip(parts, shown, strict=True)]  # fmt: skip
    timed = any(part.clock for part in parts)
    if style == "list":
        lines = [f"- {part.label}: {said}" for part, said in zip(parts, lengths, strict=True)]
        last = f"{' + '.join(shown)} = {total}{unit}" if timed else f"Total: {total}{unit}"
        return "\n".join([f"{head}:", *lines, last])
    if timed:
        return f"{head}: {', '.join(lengths)}. {' + '.join(shown)} = {total}{unit}."
    terms = {
        "bare": shown,
        "units": lengths,
        "named": [f"{part.label} {said}" for part, said in zip(parts, lengths, strict=True)],
        "bracketed": [f"{part.label} ({said})" for part, said in zip(parts, lengths, strict=True)],
    }[style]
    return f"{head}: {' + '.join(terms)} = {total}{unit}."


def _clock(part: Part) -> str:
    start, end = part.clock or (0, 0)
    return f"{start // 60:02d}:{start % 60:02d} to {end // 60:02d}:{end % 60:02d}"
