"""Disagreements as text, Markdown, CSV and JSON: both sides in one view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from evalspec.compare.conflicts import Conflict
from evalspec.report.audit import found_text
from evalspec.report.cells import csv_of, fenced, flat
from evalspec.report.json import fields, versioned
from evalspec.report.rounding import many, shown

_WHY = {
    "arithmetic": "its arithmetic differs from the ledger",
    "undecided": "gives no verdict",
    "against-reference": "differs from the reference",
    "reference-alone": "all others agree against the reference",
    "minority": "most others agree",
    "": "",
}


def text(conflicts: Sequence[Conflict]) -> str:
    """Write every conflict with its evidence."""
    blocks = [_counted(conflicts)]
    for conflict in conflicts:
        lines = [f"{conflict.item.key.short}  {flat(conflict.item.text)}"]
        lines += [f"  {line}" for line in view(conflict)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def markdown(conflicts: Sequence[Conflict]) -> str:
    """Write a section for every conflict; what others wrote stands in fences."""
    blocks = [_counted(conflicts)]
    for conflict in conflicts:
        title = flat(conflict.item.text).replace("<", "&lt;")
        shown = fenced(list(view(conflict)))[:-1]
        blocks.append("\n".join([f"## {conflict.item.key.short} {title}", "", *shown]))
    return "\n\n".join(blocks) + "\n"


def csv_text(conflicts: Sequence[Conflict]) -> str:
    """Write one row a conflict."""
    rows = []
    for c in conflicts:
        said = "; ".join(f"{voice}: {outcome.value}" for voice, outcome in c.said.items())
        key, text = c.item.key, c.item.text
        rows.append((key.short, str(key), text, said, ", ".join(c.suspects), c.why))
    return csv_of(("item", "key", "constraint", "said", "suspects", "why"), rows)


def json(conflicts: Sequence[Conflict]) -> str:
    """Write everything that is known of every conflict."""
    return versioned({"conflicts": [conflict_data(c) for c in conflicts]})


RENDERERS: dict[str, Callable[[Sequence[Conflict]], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": csv_text,
    "json": json,
}


def conflict_data(conflict: Conflict) -> dict[str, Any]:
    """Return a disagreement with all that is known of it as plain data."""
    item = conflict.item
    return {
        "item": item.key.short,
        **fields(item.key, "row", "constraint", "occurrence"),
        "text": item.text,
        "groups": item.groups,
        "said": {voice: outcome.value for voice, outcome in conflict.said.items()},
        "suspects": list(conflict.suspects),
        "why": conflict.why,
        "findings": msgspec.to_builtins(conflict.findings),
        "rationales": item.rationales,
        "evidence": item.evidence,
    }


def _counted(conflicts: Sequence[Conflict]) -> str:
    return many(len(conflicts), "disagreement")


def view(conflict: Conflict) -> Iterator[str]:
    """Yield the lines that show a disagreement: who says what, and on what ground."""
    item = conflict.item
    groups = ", ".join(f"{name} {value}" for name, value in item.groups.items() if value)
    yield f"response: {item.key.row}" + (f" ({groups})" if groups else "")
    yield ", ".join(f"{voice}: {outcome.value}" for voice, outcome in conflict.said.items())
    if conflict.suspects:
        yield f"probably wrong: {', '.join(conflict.suspects)} ({_WHY[conflict.why]})"
    for voice, row in item.evidence.items():
        if row.get("scopes") or row.get("detail"):
            yield f"{voice}: {row['canonical'] or row['reason']}".rstrip()
            yield from (f"  {line}" for line in _ledger(row))
    for voice, rationale in item.rationales.items():
        yield f"{voice} wrote:"
        yield from (f"  {line}" for line in rationale.strip().splitlines())
        for finding in conflict.findings.get(voice, ()):
            yield f"  ! {found_text(finding)}"


def _ledger(row: dict[str, Any]) -> Iterator[str]:
    if row.get("detail"):
        yield str(row["detail"])
    for scope in row["scopes"]:
        place = f"{scope['label']}: " if scope["label"] else ""
        if not scope["computed"] and not scope["bound"]:  # a question, which has no number
            yield f"{place}{scope['measure'] or scope['detail']}: {scope['outcome']}"
            continue
        value = f"{shown(scope['computed'], scope['bound'])} {scope['unit']}".strip()
        yield f"{place}{value}, asked {scope['bound']}: {scope['outcome']}"
        numbers = [_operand(operand) for operand in scope["operands"]]
        if numbers:
            yield f"  {'; '.join(numbers)}"


def _operand(operand: dict[str, Any]) -> str:
    shown = f"{operand['label']} {operand['role']} {operand['value']} {operand['unit']}"
    return " ".join(shown.split())
