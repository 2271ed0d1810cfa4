"""Labels that people gave to single items, kept in a file of JSON lines and used next time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from evalspec.compare.items import DECIDED, Item, Items, Key
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.run.rows import read_rows

_DECIDABLE = {"satisfied": Outcome.SATISFIED, "unsatisfied": Outcome.UNSATISFIED}


def read_decisions(path: Path) -> dict[Key, Outcome]:
    """Read a file of decisions; the last one on an item counts.

    Raises `InputError` for a line that is no decision.
    """
    found = {}
    for line, row in read_rows(path):
        if isinstance(row, Problem):
            raise InputError([row])
        try:
            key = Key(str(row["row"]), str(row["constraint"]), int(row.get("occurrence", 0)))
            found[key] = _DECIDABLE[row["label"]]
        except (KeyError, ValueError, TypeError) as error:
            message = "a decision needs `row`, `constraint` and `label` (satisfied or unsatisfied)"
            at = At(file=str(path), line=line, column=1)
            raise InputError([Problem("not-a-decision", message, at)]) from error
    return found


def apply_decisions(items: Items, decisions: Mapping[Key, Outcome], reference: str) -> int:
    """Add the label `decided`: the decision, else the reference. Return how many are decided."""
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


def find_item(items: Items, name: str) -> Item:
    """Return the item of a key or of its short name. Raises `InputError` when there is none."""
    for item in items.by_key.values():
        if name in (item.key.short, str(item.key)):
            return item
    message = f"no item is named {name!r}"
    hint = "`evalspec compare --disagreements` lists them"
    raise InputError([Problem("unknown-item", message, hint=hint)])


def parse_decision(given: str) -> tuple[str, Outcome]:
    """Read `ITEM=OUTCOME`. Raises `InputError` for another form."""
    name, _, outcome = given.rpartition("=")
    if not name or outcome not in _DECIDABLE:
        message = f"a decision is ITEM=satisfied or ITEM=unsatisfied, not {given!r}"
        raise InputError([Problem("bad-decision", message)])
    return name, _DECIDABLE[outcome]


def record_decision(path: Path, item: Item, outcome: Outcome, note: str = "") -> None:
    """Append a decision to a file. Raises `InputError` when it cannot be written."""
    key = item.key
    row = {"row": key.row, "constraint": key.constraint, "occurrence": key.occurrence,
           "label": outcome.value, "note": note}  # fmt: skip
    try:
        with path.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        message = f"cannot write: {error.strerror}"
        raise InputError([Problem("unwritable", message, At(file=str(path)))]) from error
