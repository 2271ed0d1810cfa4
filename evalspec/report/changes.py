"""What changed between two runs, as text, Markdown, CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable

from evalspec.compare.changes import Change, Changes
from evalspec.report.cells import csv_of, flat, row
from evalspec.report.json import versioned

_ORDER = {"worse": 0, "better": 1, "other": 2}


def text(found: Changes) -> str:
    """Write the numbers, then every change, the worse ones first."""
    lines = [_opening(found), f"worse {found.worse}, better {found.better}, other {found.other}"]
    lines.append(_test(found))
    for change in _ordered(found):
        said = f"{change.before.value} → {change.after.value}"
        lines += ["", f"{change.effect}: {flat(change.text)}", f"  {change.key}", f"  {said}"]
    return "\n".join(lines) + "\n"


def markdown(found: Changes) -> str:
    """Write the same as a table."""
    lines = [_opening(found), "", "| worse | better | other | McNemar |", "|---:|---:|---:|---|"]
    lines.append(f"| {found.worse} | {found.better} | {found.other} | {_test(found)} |")
    lines += ["", "|  | constraint | item | before | after |", "|---|---|---|---|---|"]
    for change in _ordered(found):
        cells = (change.effect, change.text, change.key, change.before.value, change.after.value)
        lines.append(row(cells))
    return "\n".join(lines) + "\n"


def csv_text(found: Changes) -> str:
    """Write one row a change."""
    rows = ((c.effect, c.item, c.key, c.text, c.before.value, c.after.value)
            for c in _ordered(found))  # fmt: skip
    return csv_of(("effect", "item", "key", "constraint", "before", "after"), rows)


RENDERERS: dict[str, Callable[[Changes], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": csv_text,
    "json": versioned,
}


def _ordered(found: Changes) -> list[Change]:
    return sorted(found.changes, key=lambda change: _ORDER[change.effect])


def _opening(found: Changes) -> str:
    alone = [
        f"{number} only in {name}"
        for name, number in ((found.before, found.only_before), (found.after, found.only_after))
        if number
    ]
    against = f", against {found.reference}" if found.reference else ""
    return f"{found.before} → {found.after}{against}: {', '.join([f'{found.n} items', *alone])}"


def _test(found: Changes) -> str:
    value = found.mcnemar.value
    return f"p = {value:.4f}" if value is not None else "no change for better or worse"
