"""Labels that people gave to single items, kept in a file of JSON lines and used next time."""

from __future__ import annotations

import json
from pathlib import Path

from evalspec.compare.items import Item, Items, Key
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.run.rows import read_rows

DECIDED = "decided"
"""The label that holds a person's decision, and the reference where nobody decided."""


def read_decisions(path: Path) -> dict[Key, Outcome]:
    """Read a file of decisions; the last one on an item counts. A missing file holds none."""
    if not path.exists():
        return {}
    found = {}
    for line, row in read_rows(path):
        if isinstance(row, Problem):
            raise InputError([row])
        try:
            key = Key(str(row["row"]), str(row["constraint"]), int(row.get("occurrence", 0)))
            found[key] = Outcome(row["label"])
        except (KeyError, ValueError, TypeError) as error:
            message = "a decision needs `row`, `constraint` and `label` (satisfied or unsatisfied)"
            at = At(file=str(path), line=line, column=1)
            raise InputError([Problem("not-a-decision", message, at)]) from error
    return found


def apply_decisions(items: Items, decisions: dict[Key, Outcome], reference: str) -> int:
    """Add the label `decided` to all items; return how many decisions are about them."""
    used = 0
    for item in items.by_key.values():
        decision = decisions.get(item.key)
        used += decision is not None
        value = decision or (item.said(reference) if reference else None)
        if value is not None:
            item.outcomes[DECIDED] = value
        if decision is None:
            for (voice, label), outcome in list(item.special.items()):
                if label == reference:
                    item.special[voice, DECIDED] = outcome
    items.labels.append(DECIDED)
    return used


def record(items: Items, given: str, path: Path) -> Item:
    """Append the decision `KEY=OUTCOME` to a file. Raises `InputError` for an unknown item."""
    name, _, outcome = given.rpartition("=")
    if outcome not in (Outcome.SATISFIED.value, Outcome.UNSATISFIED.value):
        message = f"a decision is KEY=satisfied or KEY=unsatisfied, not {given!r}"
        raise InputError([Problem("bad-decision", message)])
    found = [item for item in items.by_key.values() if str(item.key) == name]
    if not found:
        message = f"no item is named {name!r}: `--disagreements` lists them"
        raise InputError([Problem("unknown-item", message)])
    key = found[0].key
    row = {"row": key.row, "constraint": key.constraint, "occurrence": key.occurrence}
    with path.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(json.dumps({**row, "label": outcome}, ensure_ascii=False) + "\n")
    return found[0]
