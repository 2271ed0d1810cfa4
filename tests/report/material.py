"""Results to show: small ones, hostile ones, many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOSTILE = (
    "</script><script>document.title = 'broken'</script><!-- <script> \"'`&lt;"
    "<img src=x onerror=\"document.title='broken'\">\u2028\u2029 {{data}} \x00 ]]> 🍲"
)
"""Text that tries to leave every place it is put in."""

PLAN = "## Day 1\n- 🍲 Soup: 20 g protein\n- Stew: 61 g protein\n\n## Day 2\nTotal: 99 g protein\n"


def cited(text: str, piece: str) -> dict[str, Any]:
    """Cite the first place of a piece."""
    start = text.index(piece)
    return {"text": piece, "span": [start, start + len(piece)]}


def operand(label: str, value: str, place: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "label": label, "role": "protein", "value": value, "unit": "g", "origin": "item",
        "written": "", "note": "", "cited": place,
    }  # fmt: skip


def scope(outcome: str, **given: Any) -> dict[str, Any]:
    """Return a comparison as a result line holds it."""
    fields: dict[str, Any] = {
        "label": "", "spans": [], "reason": "", "detail": "", "measure": "", "computed": "",
        "bound": "", "unit": "", "operands": [], "excluded": [], "offending": [],
    }  # fmt: skip
    return {**fields, "outcome": outcome, **given}


def protein(text: str = PLAN) -> dict[str, Any]:
    """Return the comparison of day 1 of the plan."""
    return scope(
        "unsatisfied",
        label="Day 1",
        spans=[cited(text, "## Day 1")["span"]],
        measure="sum(protein)",
        computed="81",
        bound=">= 90",
        unit="g",
        operands=[
            operand("Soup", "20", cited(text, "20 g")),
            operand("Stew", "61", cited(text, "61 g")),
        ],
        excluded=[{"cited": cited(text, "99 g"), "reason": "stated-total", "detail": "81 g"}],
    )


def line(outcome: str, **given: Any) -> dict[str, Any]:
    """Return one line of `evalspec run -o --with-responses`."""
    fields: dict[str, Any] = {
        "schema_version": 1, "line": 1, "index": 0, "row": "r1", "name": "", "groups": {},
        "labels": {}, "id": "1.0", "text": "At least 90 g of protein a day.",
        "canonical": "each day: sum(protein) >= 90 g", "reason": "", "detail": "",
        "method": "symbolic", "severity": "error", "weight": 1.0,
        "at": {"file": "", "line": 0, "column": 0}, "assumptions": [], "readings": [],
        "doubts": [], "scopes": [],
    }  # fmt: skip
    return {**fields, "outcome": outcome, **given}


def label(truth: str, outcome: str) -> dict[str, Any]:
    return {"human": {"label": truth, "verdict": outcome}}


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def many(count: int) -> Iterator[dict[str, Any]]:
    """Yield verdicts of every outcome, five on a response, with ledgers."""
    outcomes = ("satisfied", "unsatisfied", "satisfied", "undetermined", "unsatisfied")
    for number in range(count):
        row, constraint = divmod(number, 5)
        outcome = outcomes[(row + constraint) % 5]
        truth = "unsatisfied" if number % 7 == 0 else "satisfied"
        yield line(
            outcome,
            line=row + 1,
            index=constraint,
            row=f"plan-{row}",
            text=f"At least {80 + constraint} g of protein a day.",
            groups={"domain": ("meals", "trips", "workouts")[row % 3]},
            labels=label(truth, outcome),
            reason="missing-amount" if outcome == "undetermined" else "",
            scopes=[protein()] * 3,
            response_text=PLAN + f"Plan {row}. " + "A line of the plan.\n" * 40,
            request="Make a plan with protein.",
        )
