"""`evalspec run`: a data set with labels, decided and compared."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from evalspec.core.errors import Problem

_SHOWN = 10
"""Unusable rows named on standard error; all of them stand in the output."""


@click.command("run")
@click.argument("file", metavar="FILE")
@click.option("--dataset", "-d", required=True, metavar="ADAPTER",
              help="The adapter: a YAML file, or a shipped name such as acs.")  # fmt: skip
@click.option("--output", "-o", metavar="OUT", help="Write one JSON line a verdict.")
@click.option("--summary", metavar="SUMMARY", help="Write the figures as JSON.")
@click.option("--disagreements", metavar="MARKDOWN",
              help="Write every verdict that differs from a label, with its ledger.")  # fmt: skip
@click.option("--policy", metavar="PROFILE", help="Use this policy instead of the adapter's.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N rows.")
@click.option(
    "--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."
)
def command(
    file: str,
    dataset: str,
    output: str | None,
    summary: str | None,
    disagreements: str | None,
    policy: str | None,
    limit: int | None,
    progress: bool | None,
) -> None:
    """Decide every constraint of a data set and compare with its labels.

    FILE is CSV, TSV or JSON lines, gzipped or not. `undetermined` counts as wrong in
    accuracy, and for F1 as a miss of its true label. A row that cannot be read is
    reported and kept in OUT; it counts in no figure.
    """
    from evalspec.api.datasets import open_run
    from evalspec.core.errors import InputError, Problem
    from evalspec.report import run as report
    from evalspec.run.rows import read_rows

    run = open_run(dataset, policy)
    shown = sys.stderr.isatty() if progress is None else progress
    problems: list[Problem] = []
    with ExitStack() as stack:
        lines = _writer(stack, output)
        differing = _writer(stack, disagreements)
        for found in run.results(islice(read_rows(Path(file)), limit), file):
            if isinstance(found, Problem):
                problems += [found] if len(problems) < _SHOWN else []
            elif differing is not None:
                differing.writelines(report.disagreements(found))
            if lines is not None:
                lines.write(report.record_line(found))
            if shown and run.verdicts % 50 == 0:
                click.echo(f"\r{run.verdicts} verdicts", nl=False, err=True)
        if shown:
            click.echo(f"\r{run.verdicts} verdicts", err=True)
        if problems and not run.verdicts:
            raise InputError(problems)
        figures = run.figures()
        target = _writer(stack, summary)
        if target is not None:
            target.write(report.summary_data(figures))
    _report(problems, figures.problems)
    table = report.figures(run.adapter.name, figures, run.adapter.published)
    click.echo(table, nl=False, err="-" in (output, summary, disagreements))


def _report(shown: list[Problem], count: int) -> None:
    from evalspec.core.errors import problem_text

    for problem in shown:
        click.echo(f"error: {problem_text(problem)}", err=True)
    if count > len(shown):
        click.echo(f"… {count - len(shown)} more rows with errors", err=True)


def _writer(stack: ExitStack, path: str | None) -> IO[str] | None:
    """Open a file for writing; `-` is standard output."""
    from evalspec.core.errors import InputError, Problem
    from evalspec.core.span import At

    if path is None:
        return None
    if path == "-":
        return sys.stdout
    try:
        return stack.enter_context(open(path, "w", encoding="utf-8", newline="\n"))
    except OSError as error:
        message = f"cannot write: {error.strerror}"
        raise InputError([Problem("unwritable", message, At(file=path))]) from error
