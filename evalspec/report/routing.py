"""A calibration as a routing file and as a table."""

from __future__ import annotations

import json
from typing import Any

from evalspec.compare.calibrate import Calibration, Choice, Expected
from evalspec.run.routing import PERSON, Step


def yaml_text(found: Calibration) -> str:
    """Write the routing file."""
    goal = found.goal
    head = {
        "routing": 1, "reference": found.reference, "field": goal.field,
        "target_error": goal.target_error, "confidence": goal.confidence,
    }  # fmt: skip
    lines = ["# Who decides which kind of constraint; written by `evalspec calibrate`."]
    lines += [f"{key}: {_flow(value)}" for key, value in head.items()]
    lines += [f"expected: {_flow(_figures(found.expected))}", "default: [person]"]
    lines.append("kinds:" if found.kinds else "kinds: {}")
    for kind, choice in found.kinds.items():
        lines += [
            f"  {_flow(kind)}:",
            f"    decide: {_flow([step.data for step in _steps(choice)])}",
            f"    expected: {_flow(_figures(choice.expected))}",
        ]
    return "\n".join(lines) + "\n"


def table(found: Calibration) -> str:
    """Write what was chosen, for a terminal."""
    goal = found.goal
    rows: list[tuple[str, ...]] = [
        ("", "n", "accuracy", "error at most", "coverage", "cost", "who decides")
    ]
    for kind, choice in found.kinds.items():
        who = ", then ".join(step_text(step) for step in _steps(choice))
        rows.append((kind or "(none)", *_cells(choice.expected), who))
    rows.append(("all, on held-out responses", *_cells(found.expected), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = [
        f"target error {100 * goal.target_error:g} %, at confidence {100 * goal.confidence:g} %, "
        f"against {found.reference}",
        "",
    ]
    for row in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(row[1:6], widths[1:], strict=True))
        lines.append(f"{row[0]:<{widths[0]}}  {'  '.join(cells)}  {row[6]}".rstrip())
    return "\n".join(lines) + "\n"


def step_text(step: Step) -> str:
    """Say who decides."""
    if step.by == "vote":
        return f"a vote of {', '.join(step.judges)}"
    return {"rules": "rules", "person": "a person"}.get(step.by) or step.judges[0]


def _steps(choice: Choice) -> tuple[Step, ...]:
    return (*choice.steps, PERSON)


def _figures(figures: Expected) -> dict[str, Any]:
    rounded = {"accuracy": 4, "error_at_most": 4, "coverage": 4, "cost": 6}
    data: dict[str, Any] = {"n": figures.n}
    for name, digits in rounded.items():
        value = getattr(figures, name)
        data[name] = None if value is None else round(value, digits)
    return data


def _cells(figures: Expected) -> tuple[str, ...]:
    shares = (figures.accuracy, figures.error_at_most, figures.coverage)
    shown = ("n/a" if value is None else f"{100 * value:.2f}" for value in shares)
    return (str(figures.n), *shown, "n/a" if figures.cost is None else f"{figures.cost:.6f}")


def _flow(value: Any) -> str:
    """Write a value on one line, as JSON, which YAML reads."""
    return json.dumps(value, ensure_ascii=False)
