"""`evalspec run`: a data set with labels, decided and compared."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from evalspec.cli import gate
from evalspec.cli.judging import bench, deciders
from evalspec.cli.judging import options as judging_options
from evalspec.cli.judging import wanted as wanted_judges
from evalspec.cli.output import aside, parse_targets, rendered, write_text
from evalspec.cli.progress import Progress
from evalspec.report.gate import FailOn, Gate, Tally

if TYPE_CHECKING:
    from evalspec.api.judging import Bench
    from evalspec.api.runs import Answer, Run, Stage
    from evalspec.core.errors import Problem
    from evalspec.run.adapter import Adapter
    from evalspec.run.evaluate import Result
    from evalspec.run.folder import Folder

T = TypeVar("T")
_FORMATS = ("junit", "sarif", "github", "markdown")
_SHOWN = 10
"""Unusable rows named on standard error; all of them stand in the output."""


@click.command("run")
@click.argument("files", nargs=-1, required=True, metavar="DATA...")
@click.option("--dataset", "-d", metavar="ADAPTER",
              help="The adapter: a YAML file, or a shipped name such as acs.")  # fmt: skip
@click.option("--spec", "-s", metavar="SPEC",
              help="Check every row against this spec; an adapter may then name none.")  # fmt: skip
@click.option("--response", metavar="COLUMN", help="With --spec: column of the response.")
@click.option("--request", metavar="COLUMN", help="With --spec: column of what was asked.")
@click.option("--messages", metavar="COLUMN", help="With --spec: column of a chat log instead.")
@click.option("--workers", type=click.IntRange(1), metavar="N",
              help="Decide in N processes (default: as many as there are processors).")  # fmt: skip
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local",
              help="Processes of this machine, or a Ray cluster (RAY_ADDRESS; needs -o OUT/).")  # fmt: skip
@click.option("--output", "-o", metavar="OUT",
              help="Write one JSON line a verdict. With a / at its end: a folder of Parquet"
                   " parts, with which a run that was broken off goes on.")  # fmt: skip
@click.option("--with-responses", is_flag=True,
              help="Write each response and request into OUT, for `evalspec report`.")  # fmt: skip
@click.option("--summary", metavar="SUMMARY", help="Write the figures as JSON.")
@click.option("--disagreements", metavar="MARKDOWN",
              help="Write every verdict that differs from a label, with its ledger.")  # fmt: skip
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help=f"Also write the verdicts as {', '.join(_FORMATS)}. Repeatable.")  # fmt: skip
@gate.options
@judging_options
@click.option("--order", type=click.Choice(["both", "random", "given"]),
              help="Of pairs: in which order judges see them, in place of each criterion's.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N",
              help="Of pairs: chooses the order where it is random.")  # fmt: skip
@click.option("--policy", metavar="PROFILE", help="Use this policy instead of the adapter's.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N rows.")
@click.option(
    "--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    dataset: str | None,
    spec: str | None,
    response: str | None,
    request: str | None,
    messages: str | None,
    workers: int | None,
    engine: str,
    output: str | None,
    with_responses: bool,
    summary: str | None,
    disagreements: str | None,
    formats: tuple[str, ...],
    fail_on: FailOn | None,
    min_pass_rate: Decimal | None,
    exit_zero: bool,
    order: Any,
    seed: int,
    policy: str | None,
    limit: int | None,
    progress: bool | None,
    judging: dict[str, Any],
) -> None:
    """Decide every constraint of a data set and compare with its labels.

    An adapter (--dataset) says which column holds what; --spec checks the responses of a file
    against one spec, and with `-d inspect`, `promptfoo`, `lm-eval` or `chat` those of a log.

    DATA is CSV, TSV or JSON lines, gzipped or not, Parquet, a log (.json, .eval), or with --spec
    a text (.md, .markdown, .txt), which is one response; a folder of such files (of a folder with
    data sets its texts are none); or a pattern such as 'logs/*.jsonl'.

    `undetermined` counts as wrong in accuracy, and for F1 as a miss of its true label. A row that
    cannot be read is reported and kept in OUT; it counts in no figure. A column that the adapter
    asks for and no row has is an error.

    The exit status is 0 unless --fail-on or --min-pass-rate is given: then 1 when too
    many constraints are unsatisfied, else 3 when too many are undetermined or a row
    could not be read.
    """
    from evalspec.api import processors
    from evalspec.api.runs import Run, Settings
    from evalspec.core.errors import InputError
    from evalspec.report import results as report
    from evalspec.run import identity
    from evalspec.run.rows import about_how_many, find_files, read_files

    targets = parse_targets(formats, _FORMATS)
    paths = find_files(list(files))
    wanted = _gate(fail_on, min_pass_rate)
    columns = {"response": response, "request": request, "messages": messages}
    adapter = _adapter(dataset, spec, policy, columns)
    if adapter.pair is not None:
        if targets or disagreements or wanted.fail_on != "never" or engine == "ray":
            raise click.UsageError("pairs are written with -o OUT, and shown by `evalspec compare`")
        placed = islice(read_files(paths), limit)
        _pairs(adapter, placed, output, with_responses, summary, judging, order, seed)
        return
    if order or seed:
        raise click.UsageError("--order and --seed are about pairs")
    whole = bool(targets or disagreements or wanted_judges(judging))
    settings = Settings(adapter, with_responses, whole)
    workers = processors() if workers is None else workers
    run = Run(settings, workers)
    kept = _kept(output, engine)
    if kept is not None and (targets or disagreements):
        raise click.UsageError("-f and --disagreements do not go with -o OUT/: report reads OUT/")
    if engine == "ray" and (kept is None or wanted_judges(judging)):
        raise click.UsageError("--engine ray needs -o OUT/, and no judges")
    shown = sys.stderr.isatty() if progress is None else progress
    seen = _Seen(bool(targets))
    with ExitStack() as stack:
        lines = None if kept else _writer(stack, output)
        differing = _writer(stack, disagreements)
        session = _session(stack, judging, run)
        stage = None if session is None else _stage(session)
        total = min(about_how_many(paths), limit or sys.maxsize) if shown else 0
        pace = _Pace(run, seen, total, session)
        with _breaking_off(seen, output), Progress(shown, pace.said, keep=True):
            rows = pace.watched(islice(read_files(paths), limit))
            if kept is None:
                answers = run.answers(rows, stage)
            else:
                about = partial(identity.about, adapter, [path for path, _ in paths], limit,
                                with_responses, deciders(judging))  # fmt: skip
                answers = kept.answers(about, run, rows, stage, session)
            for answer in answers:
                if differing is not None:
                    differing.writelines(
                        chain.from_iterable(map(report.disagreements, answer.results))
                    )
                if lines is not None:
                    lines.write(answer.lines)
                seen.add(answer)
        if seen.problems and not run.counted.verdicts:
            raise InputError(seen.problems[:_SHOWN])
        if limit is None:
            run.check_columns()
        figures = run.counted.figures()
        target = _writer(stack, summary)
        if target is not None:
            target.write(report.summary_data(figures))
    _report(seen.problems[:_SHOWN], figures.problems)
    for part in kept.failed if kept else ():
        click.echo(f"error: not made: {part}", err=True)
    passed = wanted.passed(seen.counted, figures.problems)
    name = adapter.name
    for goal in targets:
        if goal.format == "markdown":
            write_text(goal, report.markdown(name, figures, passed))
            continue
        reports = report.reports(seen.results, name)
        write_text(goal, rendered(goal.format, reports, wanted, report.unread(seen.problems)))
    table = report.figures(name, figures, adapter.published, deciders(judging))
    elsewhere = "-" in (output, summary, disagreements) or any(not t.file for t in targets)
    click.echo(table, nl=False, err=elsewhere)
    status = gate.exit_status(wanted, passed, exit_zero)
    ctx.exit(status or 3 * bool(kept and kept.failed))


def _pairs(
    adapter: Adapter,
    rows: Iterator[Any],
    output: str | None,
    with_responses: bool,
    summary: str | None,
    judging: dict[str, Any],
    order: Any,
    seed: int,
) -> None:
    """Decide a data set of pairs."""
    from evalspec.api.pairs import run_pairs
    from evalspec.core.errors import InputError, Problem
    from evalspec.report.pairs.run import Counts, record_line, summary_data, table

    if _kept(output, "local") is not None:
        raise click.UsageError("pairs are written to a file, not to a folder")
    for name in ("both", "judge_only", "routing"):
        if judging[name]:
            option = "--" + name.replace("_", "-")
            raise click.UsageError(f"{option} is about constraints: judges decide scales alone")
    counts, problems = Counts(), []
    with ExitStack() as stack:
        lines = _writer(stack, output)
        session = _pair_session(stack, judging, adapter)
        for found in run_pairs(adapter, rows, session, order, seed):
            counts.add(found)
            if isinstance(found, Problem):
                problems.append(found)
            if lines is not None:
                lines.write(record_line(found, with_responses=with_responses))
        figures = counts.figures()
        if problems and not figures.results:
            raise InputError(problems[:_SHOWN])
        target = _writer(stack, summary)
        if target is not None:
            target.write(summary_data(figures))
    _report(problems[:_SHOWN], figures.problems)
    click.echo(table(adapter.name, figures, deciders(judging)), nl=False,
               err="-" in (output, summary))  # fmt: skip


def _pair_session(stack: ExitStack, judging: dict[str, Any], adapter: Adapter) -> Bench | None:
    """Open a bench of judges, those of the spec among them, when one is wanted."""
    if not wanted_judges(judging):
        return None
    from pathlib import Path

    from evalspec.api import load

    known = load(Path(adapter.base) / adapter.spec.default).judges if adapter.spec.default else {}
    return stack.enter_context(bench(judging, known, progress=False))


def _adapter(
    dataset: str | None, spec: str | None, policy: str | None, columns: dict[str, str | None]
) -> Adapter:
    """Return how the data set is read."""
    from evalspec.api.datasets import adapter_of, spec_adapter

    if dataset is None and spec is None:
        raise click.UsageError("give --dataset ADAPTER or --spec SPEC")
    given = {name: column for name, column in columns.items() if column}
    if dataset is not None:
        if given:
            raise click.UsageError(f"--{next(iter(given))} goes with --spec; an adapter says it")
        return adapter_of(dataset, policy, spec or "")
    spec = spec or ""
    if policy:
        raise click.UsageError("--policy goes with --dataset; a spec has its own")
    if "messages" in given and len(given) > 1:
        raise click.UsageError("--messages stands in place of --response and --request")
    return spec_adapter(spec, **given)


def _kept(output: str | None, engine: str) -> _Parts | None:
    """Return the folder that the run is kept in; None for a file."""
    if output is None or not (output.endswith("/") or "://" in output or os.path.isdir(output)):
        return None
    from evalspec.run.folder import Folder

    return _Parts(Folder(output), engine)


class _Parts:
    """A run that is kept as parts in a folder."""

    def __init__(self, folder: Folder, engine: str) -> None:
        self.folder = folder
        self.engine = engine
        self.failed: list[str] = []

    def answers(
        self,
        identity: Callable[[], dict[str, Any]],
        run: Run,
        rows: Iterator[Any],
        stage: Stage | None,
        session: Bench | None,
    ) -> Iterator[Answer]:
        """Decide what is missing; at the end say that all parts are there."""
        about = identity()
        self.folder.begin(about)
        if session is not None and self.folder.local is not None:
            session.spent.keep_in(self.folder.local / "spent.json")
        if self.engine == "local":
            yield from run.kept(rows, self.folder, stage)
        else:
            from evalspec.api.cluster import Cluster

            with Cluster(run.workers) as cluster:
                yield from cluster.answers(run, rows, self.folder)
                self.failed = cluster.failed
        if not self.failed:
            self.folder.end(about, identity())


def _session(stack: ExitStack, judging: dict[str, Any], run: Run) -> Bench | None:
    """Open a bench of judges, when one is wanted; the one spec of a run may declare them."""
    if not wanted_judges(judging):
        return None
    from evalspec.judge.config import of_spec

    program = run.program
    known = of_spec(program.judges, program.source) if program is not None else {}
    return stack.enter_context(bench(judging, known, progress=False))


def _stage(session: Bench) -> Stage:
    """Return what asks the judges."""
    from evalspec.api.judging import judged_results

    return lambda results, evaluator: judged_results(results, evaluator, session)


class _Pace:
    """How far a run is, and how fast it goes."""

    def __init__(self, run: Run, seen: _Seen, total: int, session: Bench | None) -> None:
        self.run = run
        self.seen = seen
        self.total = total
        self.session = session
        self.rows = 0
        self.start = time.monotonic()
        if session is not None and total:
            session.share = lambda: self.rows / total

    def watched(self, rows: Iterator[T]) -> Iterator[T]:
        """Yield rows and count them."""
        for row in rows:
            self.rows += 1
            yield row

    def said(self) -> str:
        """Say how far the run is."""
        seconds = time.monotonic() - self.start
        parts = [f"{self.run.counted.verdicts} verdicts", f"{self.rows / seconds:.0f} rows/s"]
        undetermined = sum(n for (_, out), n in self.seen.counted.items() if out == "undetermined")
        if undetermined:
            parts.append(f"{undetermined} undetermined")
        if 0 < self.rows < self.total:
            left = seconds * (self.total - self.rows) / self.rows
            parts.append(f"about {timedelta(seconds=round(left))} left")
        if self.session is not None:
            parts.append(self.session.progress())
        return ", ".join(parts)


@contextmanager
def _breaking_off(seen: _Seen, output: str | None) -> Iterator[None]:
    """Say, when the run is broken off, that the output is a part, and of what."""
    from evalspec.core.errors import InputError

    try:
        yield
    except (KeyboardInterrupt, InputError) as error:
        if isinstance(error, InputError) and error.problems[0].code != "judge-unusable":
            raise
        what = "interrupted" if isinstance(error, KeyboardInterrupt) else "ended"
        where = f"after line {seen.line} of {seen.file}" if seen.file else "before any row"
        click.echo(f"{what} {where}{_left(output)}", err=True)
        raise


def _left(output: str | None) -> str:
    """Say what a run that was broken off leaves, and how to go on."""
    if output in (None, "-"):
        return "; another run begins anew"
    if output.endswith("/") or os.path.isdir(output):
        return f"; the same command goes on with {output}"
    return f": {output} is as it was; with -o {output}/ a run can go on where it stopped"


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

    def add(self, answer: Answer) -> None:
        from evalspec.core.errors import Problem

        for found in answer.found:
            self.count += 1
            if isinstance(found, Problem):
                self.file, self.line = found.at.file, found.at.line
                if self.keep or len(self.problems) < _SHOWN:
                    self.problems.append(found)
            else:
                self.file, self.line = found.file, found.line
                self.counted[found.severity, found.outcome] += 1
        if self.keep:
            self.results += answer.results


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
    return stack.enter_context(aside(path))
