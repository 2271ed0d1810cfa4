"""The lines of a labels file: one label a line, appended as it is given."""

from __future__ import annotations

from collections.abc import Iterable
from os import SEEK_END
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from evalspec.compare.items import Key
from evalspec.compare.people.question import LABELS
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.run.rows import read_rows


class Label(Record, frozen=True):
    """What one person said of one item."""

    item: str
    """Short name of the item."""
    label: str
    """One of the menu of its question; `undetermined` for who cannot tell."""
    person: str = ""
    """Who said it; empty in files that name nobody."""
    order: str = ""
    """Of a pair which response was shown first: `AB` or `BA`; `label` is of A and B."""
    seen: tuple[str, ...] = ()
    """What was shown with the question: `request`, `response`, `rationales`."""
    digest: str = ""
    """Of what is asked and of the texts; a label of another text is not used."""
    asked: str = ""
    """The wording of the question where it is not that of the constraint."""
    adjudicates: bool = False
    """It settles what people differ on."""
    time: str = ""
    """When, as UTC in ISO 8601."""
    note: str = ""


class Placed(NamedTuple):
    """A label and where it stands."""

    label: Label
    at: At


def read_labels(paths: Iterable[Path]) -> list[Placed]:
    """Read files of labels, in order. Raises `InputError` for a line that is none."""
    found = []
    for path in paths:
        for line, row in read_rows(path, "jsonl"):
            if isinstance(row, Problem):
                raise InputError([row])
            at = At(file=str(path), line=line, column=1)
            found.append(Placed(label_of(row, at), at))
    return found


def label_of(row: dict[str, Any], at: At) -> Label:
    """Return the label of a line. Raises `InputError` when it is none."""
    try:
        if "item" not in row:
            key = Key(str(row["row"]), str(row["constraint"]), int(row.get("occurrence", 0)))
            row = {"item": key.short, "label": row["label"], "note": str(row.get("note", ""))}
            row["adjudicates"] = True
        elif not row["person"]:
            raise ValueError
        made = msgspec.convert(row, Label)
    except (KeyError, ValueError, TypeError, msgspec.ValidationError) as error:
        message = "a label needs `item`, `label` and `person` (or `row`, `constraint` and `label`)"
        raise InputError.of("not-a-label", message, at) from error
    if made.label not in LABELS:
        message = f"a label is {', '.join(LABELS)}, not {made.label!r}"
        raise InputError.of("unknown-label", message, at)
    return made


def write_labels(path: Path, labels: Iterable[Label]) -> None:
    """Append labels to a file. Raises `InputError` when it cannot be written."""
    lines = b"".join(msgspec.json.encode(label) + b"\n" for label in labels)
    try:
        with path.open("a+b") as stream:
            stream.seek(max(0, stream.seek(0, SEEK_END) - 1))
            torn = stream.read(1) not in (b"", b"\n")  # a line that was broken off stays alone
            stream.write(b"\n" * torn + lines)
    except OSError as error:
        message = f"cannot write: {error.strerror}"
        raise InputError.of("unwritable", message, At(file=str(path))) from error
