"""Labels given on the command line: `ITEM=LABEL`."""

from __future__ import annotations

from evalspec.compare.people.question import LABELS
from evalspec.compare.people.subject import Subject, Subjects, named
from evalspec.core.errors import InputError


def find_item(items: Subjects, name: str) -> Subject:
    """Return the item of a key or of its short name. Raises `InputError` when there is none."""
    for short, item in named(items).items():
        if name in (short, str(item.key)):
            return item
    message = f"no item is named {name!r}"
    hint = "`evalspec compare --disagreements` lists them"
    raise InputError.of("unknown-item", message, hint=hint)


def parse_given(given: str) -> tuple[str, str]:
    """Read `ITEM=LABEL`. Raises `InputError` for another form."""
    name, _, label = given.rpartition("=")
    if not name or label not in LABELS:
        message = f"a label is given as ITEM={'|'.join(LABELS)}, not {given!r}"
        raise InputError.of("bad-label", message)
    return name, label
