"""`evalspec run`: a data set with labels, decided and compared."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from evalspec.cli import gate
from evalspec.cli.judging import bench, deciders
from evalspec.cli.judging import options as judging_options
from evalspec.cli.judging import wanted as wanted_judges
from evalspec.cli.output import opened, parse_targets, rendered, write_text
from evalspec.cli.progress import Progress
from evalspec.report.gate import FailOn, Gate, Tally

if TYPE_CHECKING:
    from evalspec.api.judging import Bench
    from evalspec.compare.counting import Stage
    from evalspec.core.errors import Problem
    from evalspec.run.evaluate import Result

T = TypeVar("T")
_FORMATS = ("junit", "sarif", "github", "markdown")
_SHOWN = 10
"""Unusable rows named on standard error; all of them stand in the output."""


@click.command("run")
@click.argument("files", nargs=-1, required=True, metavar="DATA...")
@click.option("--dataset", "-d", required=True, metavar="ADAPTER",
              help="The adapter: a YAML file, or a shipped name such as acs.")  # fmt: skip
@click.option("--output", "-o", metavar="OUT", help="Write one JSON line a verdict.")
@click.option("--with-responses", is_flag=True,
              help="Write each response and request into OUT, for `evalspec report`.")  # fmt: skip
@click.option("--summary", metavar="SUMMARY", help="Write the figures as JSON.")
@click.option("--disagreements", metavar="MARKDOWN",
              help="Write every verdict that differs from a label, with its ledger.")  # fmt: skip
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help=f"Also write the verdicts as {', '.join(_FORMATS)}. Repeatable.")  # fmt: skip
@gate.options
@judging_options
@click.option("--policy", metavar="PROFILE", help="Use this policy instead of the adapter's.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N rows.")
@click.option(
    "--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    dataset: str,
    output: str | None,
    with_responses: bool,
    summary: str | None,
    disagreements: str | None,
    formats: tuple[str, ...],
    fail_on: FailOn | None,
    min_pass_rate: Decimal | None,
    exit_zero: bool,
    policy: str | None,
    limit: int | None,
    progress: bool | None,
    judging: dict[str, Any],
) -> None:
    """Decide every constraint of a data set and compare with its labels.

    DATA is CSV, TSV or JSON lines, gzipped or not, or Parquet; a folder of such files; or a
    pattern such as 'logs/*.jsonl'. `undetermined` counts as wrong in accuracy, and for F1
    as a miss of its true label. A row that cannot be read is reported and kept in OUT; it
    counts in no figure. A column that the adapter asks for and no row has is an error.

    The exit status is 0 unless --fail-on or --min-pass-rate is given: then 1 when too
    many constraints are unsatisfied, else 3 when too many are undetermined or a row
    could not be read.
    """
    from evalspec.api.datasets import open_run
    from evalspec.core.errors import InputError, Problem
    from evalspec.report import results as report
    from evalspec.run.rows import find_files, read_files

    targets = parse_targets(formats, _FORMATS)
    paths = find_files(list(files))
    wanted = _gate(fail_on, min_pass_rate)
    run = open_run(dataset, policy)
    shown = sys.stderr.isatty() if progress is None else progress
    seen = _Seen(bool(targets))
    with ExitStack() as stack:
        lines = _writer(stack, output)
        differing = _writer(stack, disagreements)
        session = _session(stack, judging)
        stage = None if session is None else _stage(session)
        said = lambda: _far(run.verdicts, session)  # noqa: E731
        with _breaking_off(seen, output), Progress(shown, said, keep=True):
            rows: Iterator[Any] = islice(read_files(paths), limit)
            if session is not None and shown:
                rows = _watched(rows, sum(1 for _ in islice(read_files(paths), limit)), session)
            for found in run.results(rows, stage):
                if differing is not None and not isinstance(found, Problem):
                    differing.writelines(report.disagreements(found))
                if lines is not None:
                    lines.write(report.record_line(found, with_response=with_responses))
                seen.add(found)
        if seen.problems and not run.verdicts:
            raise InputError(seen.problems[:_SHOWN])
        if limit is None:
            run.check_columns(", ".join(map(str, paths)))
        figures = run.figures()
        target = _writer(stack, summary)
        if target is not None:
            target.write(report.summary_data(figures))
    _report(seen.problems[:_SHOWN], figures.problems)
    passed = wanted.passed(seen.counted, figures.problems)
    name = run.adapter.name
    for goal in targets:
        if goal.format == "markdown":
            write_text(goal, report.markdown(name, figures, passed))
            continue
        reports = report.reports(seen.results, name)
        write_text(goal, rendered(goal.format, reports, wanted, report.unread(seen.problems)))
    table = report.figures(name, figures, run.adapter.published, deciders(judging))
    elsewhere = "-" in (output, summary, disagreements) or any(not t.file for t in targets)
    click.echo(table, nl=False, err=elsewhere)
    ctx.exit(gate.exit_status(wanted, passed, exit_zero))


def _session(stack: ExitStack, judging: dict[str, Any]) -> Bench | None:
    """Open a bench of judges, when one is wanted."""
    if not wanted_judges(judging):
        return None
    return stack.enter_context(bench(judging, {}, progress=False))


def _stage(session: Bench) -> Stage:
    """Return what asks the judges."""
    from evalspec.api.judging import judged_results

    return lambda results, evaluator: judged_results(results, evaluator, session)


def _watched(rows: Iterator[T], total: int, session: Bench) -> Iterator[T]:
    """Yield rows, and let the session know which part of them was looked at."""
    looked_at = 0
    session.share = lambda: looked_at / max(1, total)
    for row in rows:
        looked_at += 1
        yield row


def _far(verdicts: int, session: Bench | None) -> str:
    judges = "" if session is None else f", {session.progress()}"
    return f"{verdicts} verdicts{judges}"


@contextmanager
def _breaking_off(seen: _Seen, output: str | None) -> Iterator[None]:
    """Say, when the run is broken off, that the output is a part, and of what."""
    from evalspec.core.errors import InputError

    try:
        yield
    except (KeyboardInterrupt, InputError) as error:
        if isinstance(error, InputError) and error.problems[0].code != "judge-unusable":
            raise
        kept = ""
        if output not in (None, "-"):
            kept = f": {output} holds only the {seen.count} verdicts up to there"
        where = f"after line {seen.line} of {seen.file}" if seen.file else "before any row"
        what = "interrupted" if isinstance(error, KeyboardInterrupt) else "ended"
        said = f"{what} {where}{kept}; another run begins anew"
        click.echo(said, err=True)
        raise


class _Seen:
    """What has passed by: counted, and kept when it will be shown."""

    def __init__(self, keep: bool) -> None:
        self.keep = keep
        self.count = 0
        self.file = ""
        self.line = 0
        """Last line of the data set that is in the output, and its file."""
        self.counted: Tally = Counter()
        self.results: list[Result] = []
        self.problems: list[Problem] = []

    def add(self, found: Result | Problem) -> None:
        from evalspec.core.errors import Problem

        self.count += 1
        if isinstance(found, Problem):
            self.file, self.line = found.at.file, found.at.line
            if self.keep or len(self.problems) < _SHOWN:
                self.problems.append(found)
            return
        self.file, self.line = found.file, found.line
        self.counted[found.verdict.severity, found.verdict.outcome] += 1
        if self.keep:
            self.results.append(found)


def _gate(fail_on: FailOn | None, min_pass_rate: Decimal | None) -> Gate:
    """Nothing counts unless a gate is asked for."""
    if min_pass_rate is None:
        return Gate(fail_on or "never")
    return Gate(fail_on or "error", min_pass_rate)


def _report(shown: list[Problem], count: int) -> None:
    from evalspec.core.errors import problem_text

    for problem in shown:
        click.echo(f"error: {problem_text(problem)}", err=True)
    if count > len(shown):
        click.echo(f"… {count - len(shown)} more rows with errors", err=True)


def _writer(stack: ExitStack, path: str | None) -> IO[str] | None:
    """Open a file for writing; `-` is standard output."""
    if path is None:
        return None
    if path == "-":
        return sys.stdout
    return stack.enter_context(opened(path))
