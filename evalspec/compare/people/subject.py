"""What labels are about: constraints on responses, and criteria on pairs of responses."""

from __future__ import annotations

from typing import Any

from evalspec.compare.items import Item, Items, Key
from evalspec.compare.pairs.items import PairItem, PairItems
from evalspec.core.errors import InputError
from evalspec.core.pair import Winner
from evalspec.core.verdict import Outcome

Subject = Item | PairItem
Subjects = Items | PairItems


def name_of(item: Subject) -> str:
    """Return the short name of an item, the same in every run."""
    if isinstance(item, Item):
        return item.key.short
    return Key(item.key.row, item.key.criterion, item.key.occurrence).short


def said_of(item: Subject) -> dict[str, Any]:
    """Return what every voice says of an item, to read and to add to."""
    return item.outcomes if isinstance(item, Item) else item.said


def outcome_of(item: Subject, label: str) -> Outcome | Winner:
    """Return a label as the outcome that it is of such an item. Raises `InputError` for others."""
    try:
        return Outcome(label) if isinstance(item, Item) else Winner(label)
    except ValueError as error:
        message = f"{item.key} cannot be labelled {label!r}"
        raise InputError.of("off-menu", message) from error


def named(items: Subjects) -> dict[str, Subject]:
    """Return all items by their short names."""
    return {name_of(item): item for item in items.by_key.values()}


def find_item(items: Subjects, name: str) -> Subject:
    """Return the item of a key or of its short name. Raises `InputError` when there is none."""
    for short, item in named(items).items():
        if name in (short, str(item.key)):
            return item
    message = f"no item is named {name!r}"
    hint = "`evalspec compare --disagreements` lists them"
    raise InputError.of("unknown-item", message, hint=hint)
