"""`evalspec run`: a data set with labels, decided and compared."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO

import click


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
    accuracy, and for F1 as a miss of its true label.
    """
    import msgspec

    from evalspec.compare.agreement import agreement
    from evalspec.core.verdict import Outcome
    from evalspec.report import run as report
    from evalspec.run.adapter import load_adapter
    from evalspec.run.evaluate import Evaluator
    from evalspec.run.rows import read_rows

    adapter = load_adapter(dataset)
    if policy:
        adapter = msgspec.structs.replace(adapter, policy=policy)
    evaluator = Evaluator(adapter)
    shown = sys.stderr.isatty() if progress is None else progress
    pairs: dict[str, list[tuple[str, bool, Outcome]]] = {label.name: [] for label in adapter.labels}
    count = 0
    with ExitStack() as stack:
        lines = _writer(stack, output)
        differing = _writer(stack, disagreements)
        for result in evaluator.results(islice(read_rows(Path(file)), limit), file):
            count += 1
            if lines is not None:
                lines.write(report.result_line(result))
            group = " / ".join(value for value in result.groups.values() if value)
            for name, judged in result.labels.items():
                pairs[name].append((group, judged.label, judged.outcome))
                if differing is not None and judged.outcome is not Outcome.of(judged.label):
                    differing.write(report.disagreement(result, name))
            if shown and count % 50 == 0:
                click.echo(f"\r{count} verdicts", nl=False, err=True)
        if shown:
            click.echo(f"\r{count} verdicts", err=True)
    agreements = {name: agreement(found) for name, found in pairs.items()}
    if summary:
        with ExitStack() as stack:
            target = _writer(stack, summary)
            if target is not None:
                target.write(report.summary_data(agreements, evaluator.skipped, count))
    click.echo(f"{count} verdicts, {evaluator.skipped} skipped")
    click.echo(report.figures(adapter.name, agreements, adapter.published), nl=False)


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
