"""Results of a run: JSON lines, the summary, the table of figures, disagreements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from textwrap import shorten
from typing import Any

import msgspec

from evalspec.compare.agreement import Agreement
from evalspec.compare.counting import Figures, Outcomes
from evalspec.core.errors import Problem
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.report.cells import escaped, fenced
from evalspec.report.findings import Finding, Rule
from evalspec.report.gate import Passed
from evalspec.report.json import SCHEMA_VERSION, fields, verdict_data
from evalspec.report.report import Report
from evalspec.report.text import render
from evalspec.run.evaluate import Result

_WIDTH = 38
_OUTCOMES = ("satisfied", "unsatisfied", "undetermined")
_WIDEST = 60
"""Columns of a name at most."""
_SHARES = {"accuracy": 10, "f1_satisfied": 14, "f1_unsatisfied": 16, "coverage": 10,
           "accuracy_decided": 9}  # fmt: skip
"""Shares in the order of their columns, with the width of each."""
_HEADS = "  accuracy  F1 satisfied  F1 unsatisfied  coverage  decided"


def record_line(found: Result | Problem, *, with_response: bool = False) -> str:
    """Write one result, or one row that could not be read, as a JSON line."""
    data = problem_data(found) if isinstance(found, Problem) else result_data(found)
    if with_response and isinstance(found, Result):
        data |= {"response_text": found.response, "request": found.request}
    return msgspec.json.encode({"schema_version": SCHEMA_VERSION, **data}).decode() + "\n"


def result_data(result: Result) -> dict[str, Any]:
    """Return one result as plain data; every field is present."""
    labels = {
        name: {"label": Outcome.of(judged.label).value, "verdict": judged.verdict.value}
        for name, judged in result.labels.items()
    }
    return {
        **fields(result, "file", "line", "index", "row"),
        "name": result.id,
        "groups": result.groups,
        "labels": labels,
        **verdict_data(result.verdict),
    }


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return what is wrong with a row as plain data."""
    return {
        "file": problem.at.file,
        "line": problem.at.line,
        "problem": fields(problem, "code", "message", "hint"),
    }


def figures(
    name: str, run: Figures, published: Sequence[Mapping[str, Any]], who: str = "rules only"
) -> str:
    """Write the figures as a table, published ones below; `who` decided."""
    unread = f", {run.problems} unreadable" if run.problems else ""
    lines = [f"{run.verdicts} verdicts, {run.skipped} skipped{unread}"]
    if not run.labels:
        lines += _outcomes(run)
    for label, agreement in run.labels.items():
        lines += _block(name, label, agreement, who)
    if published:
        lines += ["published", *(_published(given) for given in published), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def markdown(name: str, run: Figures, passed: Passed) -> str:
    """Write the figures as Markdown, for the summary of a job."""
    unread = f", {run.problems} unreadable" if run.problems else ""
    lines = [
        f"### {escaped(name)}",
        "",
        f"{run.verdicts} verdicts, {run.skipped} skipped{unread}",
        "",
    ]
    if run.constraints and not run.labels:
        heads = _OUTCOMES
        lines += [f"| constraint | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
        for constraint, found in run.constraints.items():
            cells = " | ".join(str(getattr(found, head)) for head in heads)
            lines.append(f"| {escaped(_shown(constraint, found))} | {cells} |")
        lines.append("")
    if passed.all:
        lines += [f"{passed.satisfied} of {passed.all} that count are satisfied, "
                  f"{passed.undetermined} undetermined", ""]  # fmt: skip
    for label, agreement in run.labels.items():
        lines += ["| label | n | accuracy | F1 satisfied | F1 unsatisfied | coverage | decided |",
                  "|---|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
        rows = [(label, agreement), *agreement.groups.items()]
        lines += [f"| {escaped(row)} | {found.n} | {_columns(found)} |" for row, found in rows]
        lines.append("")
    return "\n".join(lines)


def _outcomes(run: Figures) -> list[str]:
    """Write how often each constraint of the spec, and all of them, came out how."""
    if not run.verdicts:
        return []
    rows = {_shown(name, found): found for name, found in run.constraints.items()}
    if len(rows) != 1:
        rows["all"] = run.outcomes
    heads = _OUTCOMES
    width = min(_WIDEST, max(_WIDTH, *map(len, rows)))
    lines = ["", " " * width + "".join(f"{head:>{len(head) + 2}}" for head in heads)]
    for name, found in rows.items():
        cells = "".join(f"{getattr(found, head):>{len(head) + 2}}" for head in heads)
        lines.append(f"{shorten(name, width, placeholder=' …'):<{width}}{cells}")
    return lines


def _shown(constraint: str, found: Outcomes) -> str:
    return f"{constraint}: {' '.join(found.text.split())}"


def _columns(found: Agreement) -> str:
    return " | ".join(_percent(getattr(found, share)) for share in _SHARES)


def reports(results: Iterable[Result], title: str) -> list[Report]:
    """Return the verdicts of each row as one report, at the line of the row."""
    return [
        Report(
            name=rows[0].id or f"{file}:{line}",
            response=rows[0].response,
            spec="",
            title=title,
            verdicts=tuple(row.verdict for row in rows),
            at=At(file, line, 1, line, 1),
        )
        for (file, line), found in groupby(results, key=lambda one: (one.file, one.line))
        for rows in [list(found)]
    ]


def unread(problems: Iterable[Problem]) -> list[Finding]:
    """Return rows that could not be read as findings: nobody knows what they would say."""
    return [
        Finding(
            rule=Rule(problem.code, "a row that could not be read"),
            level="error",
            message=problem.said,
            at=problem.at,
            open=True,
        )
        for problem in problems
    ]


def _block(name: str, label: str, agreement: Agreement, who: str) -> list[str]:
    rows = [(f"evalspec, {who}", agreement)]
    rows += [(f"  {group} ({found.n})", found) for group, found in agreement.groups.items()]
    head = f"{name}, label {label}, n = {agreement.n}"
    width = max(_WIDTH, len(head), *(len(row) for row, _ in rows))
    lines = [f"{head:<{width}}{_HEADS}"]
    lines += [f"{row:<{width}}{_cells(found)}" for row, found in rows]
    for truth in (Outcome.SATISFIED, Outcome.UNSATISFIED):
        counts = agreement.confusion[truth.value].items()
        shown = ", ".join(f"{n} {outcome}" for outcome, n in counts)
        lines.append(f"  labelled {truth.value}: {shown}")
    return [*lines, ""]


def _cells(found: Agreement) -> str:
    return "".join(f"{_percent(getattr(found, name)):>{width}}" for name, width in _SHARES.items())


def _published(given: Mapping[str, Any]) -> str:
    cells = ((given.get(name), width) for name, width in islice(_SHARES.items(), 3))
    shown = "".join(f"{'' if v is None else f'{v:.2f}':>{width}}" for v, width in cells)
    return f"{'  ' + str(given['name']):<{_WIDTH}}{shown}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f}"


def disagreements(result: Result) -> Iterator[str]:
    """Write the verdict for every label that it differs from, with its ledger and the response."""
    for name, judged in result.labels.items():
        if judged.verdict is not Outcome.of(judged.label):
            yield _disagreement(result, name)


def _disagreement(result: Result, label: str) -> str:
    judged = result.labels[label]
    report = Report("", result.response, "", "", (result.verdict,))
    groups = ", ".join(f"{name} {value}" for name, value in result.groups.items() if value)
    numbered = [
        f"{number:>4}  {line}" for number, line in enumerate(result.response.splitlines(), 1)
    ]
    judgement = f"{label}: {Outcome.of(judged.label).value}; evalspec: {judged.verdict.value}"
    if judged.verdict is not result.verdict.outcome:
        judgement += ", of all variants; the ledger is that of the whole response"
    return "\n".join(
        [
            f"## {result.file}:{result.line}, constraint {result.index}: {' '.join(result.text.split())}",
            "",
            judgement + (f" ({groups})" if groups else ""),
            "",
            *fenced([render([report], verbose=True).rstrip()]),
            "The response:",
            "",
            *fenced(numbered),
            "",
        ]
    )
