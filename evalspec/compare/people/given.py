"""Labels given on the command line: `ITEM=LABEL`."""

from __future__ import annotations

from evalspec.compare.items import Item, Items
from evalspec.compare.people.label import KNOWN
from evalspec.core.errors import InputError, Problem


def find_item(items: Items, name: str) -> Item:
    """Return the item of a key or of its short name. Raises `InputError` when there is none."""
    for item in items.by_key.values():
        if name in (item.key.short, str(item.key)):
            return item
    message = f"no item is named {name!r}"
    hint = "`evalspec compare --disagreements` lists them"
    raise InputError([Problem("unknown-item", message, hint=hint)])


def parse_given(given: str) -> tuple[str, str]:
    """Read `ITEM=LABEL`. Raises `InputError` for another form."""
    name, _, label = given.rpartition("=")
    if not name or label not in KNOWN:
        message = f"a label is given as ITEM={'|'.join(KNOWN)}, not {given!r}"
        raise InputError([Problem("bad-label", message)])
    return name, label
