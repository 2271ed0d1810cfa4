"""Results of a run: JSON lines, the summary, the table of figures, disagreements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from evalspec.compare.agreement import Agreement
from evalspec.core.verdict import Outcome
from evalspec.report.json import SCHEMA_VERSION, verdict_data
from evalspec.report.report import Report
from evalspec.report.text import render
from evalspec.run.evaluate import Result

_WIDTH = 38


def result_line(result: Result) -> str:
    """Write one result as a JSON line."""
    data = {
        "schema_version": SCHEMA_VERSION,
        "line": result.line,
        "index": result.index,
        "name": result.id,
        "groups": result.groups,
        "labels": {
            name: {
                "label": Outcome.of(judged.label).value,
                "outcome": judged.outcome.value,
            }
            for name, judged in result.labels.items()
        },
        **verdict_data(result.verdict),
    }
    return msgspec.json.encode(data).decode() + "\n"


def summary_data(agreements: Mapping[str, Agreement], skipped: int, verdicts: int) -> str:
    """Write the figures of every label as JSON."""
    data = {
        "schema_version": SCHEMA_VERSION,
        "verdicts": verdicts,
        "skipped": skipped,
        "labels": agreements,
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def figures(
    name: str, agreements: Mapping[str, Agreement], published: Sequence[Mapping[str, Any]]
) -> str:
    """Write the figures as a table, published ones below."""
    lines: list[str] = []
    for label, agreement in agreements.items():
        lines += _block(name, label, agreement)
    if published:
        lines += ["published", *(_published(given) for given in published), ""]
    return "\n".join(lines)


def _block(name: str, label: str, agreement: Agreement) -> list[str]:
    head = f"{name}, label {label}, n = {agreement.n}"
    columns = "accuracy  F1 satisfied  F1 unsatisfied  coverage  decided"
    lines = [f"{head:<{_WIDTH}}  {columns}", _row("evalspec, rules only", agreement)]
    for group, members in agreement.groups.items():
        lines += [_row(f"  {group} ({members.n})", members)]
    table = agreement.confusion
    for truth in (Outcome.SATISFIED, Outcome.UNSATISFIED):
        counts = ", ".join(f"{n} {outcome}" for outcome, n in table[truth.value].items())
        lines.append(f"  labelled {truth.value}: {counts}")
    return [*lines, ""]


def _row(name: str, found: Agreement) -> str:
    cells = (
        (found.accuracy, 8), (found.f1_satisfied, 14), (found.f1_unsatisfied, 16),
        (found.coverage, 10), (found.accuracy_decided, 9),
    )  # fmt: skip
    return f"{name:<{_WIDTH}}" + "".join(f"{_percent(value):>{width}}" for value, width in cells)


def _published(given: Mapping[str, Any]) -> str:
    cells = ((given.get("accuracy"), 8), (given.get("f1_satisfied"), 14),
             (given.get("f1_unsatisfied"), 16))  # fmt: skip
    shown = "".join(f"{'' if v is None else f'{v:.2f}':>{width}}" for v, width in cells)
    return f"{'  ' + str(given['name']):<{_WIDTH}}{shown}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f}"


def disagreement(result: Result, label: str) -> str:
    """Write one verdict that differs from a label, with its ledger and the response."""
    judged = result.labels[label]
    report = Report("", result.response, "", "", (result.verdict,))
    groups = ", ".join(f"{name} {value}" for name, value in result.groups.items() if value)
    numbered = [
        f"{number:>4}  {line}" for number, line in enumerate(result.response.splitlines(), 1)
    ]
    fence = "`" * 8
    return "\n".join(
        [
            f"## Line {result.line}, constraint {result.index}: {result.text}",
            "",
            f"{label}: {Outcome.of(judged.label).value}; evalspec: {judged.outcome.value}"
            + (f" ({groups})" if groups else ""),
            "",
            fence,
            render([report], verbose=True).rstrip(),
            fence,
            "",
            "The response:",
            "",
            fence,
            *numbered,
            fence,
            "",
            "",
        ]
    )
