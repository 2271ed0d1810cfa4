"""Questions in the terminal: one at a time, one key an answer, kept as it is given."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec.structs import replace

from evalspec.compare.people.label import Label, write_labels
from evalspec.compare.people.question import Question

_RULE = "─" * 60


def ask(asked: Sequence[Question], shared: Label, file: Path) -> None:
    """Ask one question after the other; `shared` says what all labels have in common."""
    at = given = 0
    while at < len(asked):
        one = asked[at]
        _show(one, at, len(asked), shared)
        keys = {choice.key: choice.label for choice in one.menu}
        note = ""
        while (key := _key(one, note)) not in (*keys, "s", "b", "q", ""):
            if key == "m":
                note = click.prompt("note", default="", show_default=False)
        if key in ("q", ""):  # nothing comes when the input has ended
            break
        if key in keys:
            write_labels(file, [labelled(shared, one.item, one, keys[key], note)])
            given += 1
        at = max(0, at - 1) if key == "b" else at + 1
    click.echo(f"{given} given, {len(asked) - at} left; they are in {file}")


def _show(one: Question, at: int, number: int, shared: Label) -> None:
    """Print what is asked, the texts, and the question once more."""
    click.echo(f"\n{_RULE}\n{at + 1} of {number}")
    if one.request:
        click.echo(f"\nThe request:\n{one.request.rstrip()}")
    for number, text in enumerate(one.shown, 1):
        which = f"Response {number}" if len(one.shown) > 1 else "The response"
        click.echo(f"\n{which}:\n\n{text.rstrip()}\n")
    for rationale in one.written if "rationales" in shared.seen else ():
        click.echo(f"A judge wrote:\n{textwrap.indent(rationale.strip(), '  ')}\n")
    click.echo(f"{_RULE}\n{one.asked.strip()}")


def _key(one: Question, note: str) -> str:
    """Wait for a key."""
    answers = [f"{choice.key} {choice.words}" for choice in one.menu]
    others = ["m change the note" if note else "m note", "s skip", "b back", "q quit"]
    click.echo("  ".join([*answers, *others]) + "  ", nl=False)
    key = click.getchar() if sys.stdin.isatty() else _piped()
    click.echo(key if key.isprintable() else "")
    return key.lower()


def _piped() -> str:
    """Read the next key of an input that is no terminal; line ends are none."""
    while (key := sys.stdin.read(1)).isspace():
        pass
    return key


def labelled(shared: Label, item: str, shown: Question | None, said: str, note: str = "") -> Label:
    """Return the label that a person gives now."""
    changes = {
        "item": item,
        "label": said,
        "order": shown.order if shown else "",
        "asked": shown.asked if shown and shown.worded else "",
        "seen": (*(shown.seen if shown else ()), *shared.seen),
        "digest": shown.digest if shown else "",
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "note": note or shared.note,
    }
    return replace(shared, **changes)
