"""`evalspec run`: a data set with labels, decided and compared."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import click

from evalspec.api import load, processors
from evalspec.api.datasets import adapter_of, spec_adapter
from evalspec.api.judging import Bench, judged_results
from evalspec.api.pairs import run_pairs
from evalspec.api.runs import Run, Settings, Stage
from evalspec.cli import gate, options
from evalspec.cli.judging import bench, deciders, judging_options, refuse_for_pairs, wanted_judges
from evalspec.cli.output import aside, parse_targets, rendered, write_text
from evalspec.cli.progress import Progress
from evalspec.cli.running import SHOWN, Pace, Parts, Seen, breaking_off
from evalspec.core.errors import InputError, Problem, problem_text
from evalspec.judge.config import of_spec
from evalspec.report import results as report
from evalspec.report.gate import FailOn, Gate
from evalspec.report.json import versioned
from evalspec.report.pairs.run import Counts, record_line, table
from evalspec.run import identity
from evalspec.run.adapter import Adapter
from evalspec.run.folder import Folder
from evalspec.run.rows import about_how_many, find_files, read_files

_FORMATS = ("junit", "sarif", "github", "markdown")


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
@options.forms(f"Also write the verdicts as {', '.join(_FORMATS)}.")
@gate.options
@judging_options
@click.option("--order", type=click.Choice(["both", "random", "given"]),
              help="Of pairs: in which order judges see them, in place of each criterion's.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N",
              help="Of pairs: chooses the order where it is random.")  # fmt: skip
@click.option("--policy", metavar="PROFILE", help="Use this policy instead of the adapter's.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N rows.")
@options.progress
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
    seen = Seen(bool(targets))
    with ExitStack() as stack:
        lines = None if kept else _writer(stack, output)
        differing = _writer(stack, disagreements)
        session = _session(stack, judging, run)
        stage = None if session is None else _stage(session)
        total = min(about_how_many(paths), limit or sys.maxsize) if shown else 0
        pace = Pace(run, seen, total, session)
        with breaking_off(seen, output), Progress(shown, pace.said, keep=True):
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
            raise InputError(seen.problems[:SHOWN])
        if limit is None:
            run.check_columns()
        figures = run.counted.figures()
        target = _writer(stack, summary)
        if target is not None:
            target.write(versioned(figures))
    _report(seen.problems[:SHOWN], figures.problems)
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
    if _kept(output, "local") is not None:
        raise click.UsageError("pairs are written to a file, not to a folder")
    refuse_for_pairs(judging)
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
            raise InputError(problems[:SHOWN])
        target = _writer(stack, summary)
        if target is not None:
            target.write(versioned(figures))
    _report(problems[:SHOWN], figures.problems)
    click.echo(table(adapter.name, figures, deciders(judging)), nl=False,
               err="-" in (output, summary))  # fmt: skip


def _pair_session(stack: ExitStack, judging: dict[str, Any], adapter: Adapter) -> Bench | None:
    """Open a bench of judges, those of the spec among them, when one is wanted."""
    if not wanted_judges(judging):
        return None
    known = load(Path(adapter.base) / adapter.spec.default).judges if adapter.spec.default else {}
    return stack.enter_context(bench(judging, known, progress=False))


def _adapter(
    dataset: str | None, spec: str | None, policy: str | None, columns: dict[str, str | None]
) -> Adapter:
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


def _kept(output: str | None, engine: str) -> Parts | None:
    """Return the folder that the run is kept in; None for a file."""
    if output is None or not (output.endswith("/") or "://" in output or os.path.isdir(output)):
        return None
    return Parts(Folder(output), engine)


def _session(stack: ExitStack, judging: dict[str, Any], run: Run) -> Bench | None:
    """Open a bench of judges, when one is wanted; the one spec of a run may declare them."""
    if not wanted_judges(judging):
        return None
    program = run.program
    known = of_spec(program.judges, program.source) if program is not None else {}
    return stack.enter_context(bench(judging, known, progress=False))


def _stage(session: Bench) -> Stage:
    return lambda results, evaluator: judged_results(results, evaluator, session)


def _gate(fail_on: FailOn | None, min_pass_rate: Decimal | None) -> Gate:
    """Nothing counts unless a gate is asked for."""
    if min_pass_rate is None:
        return Gate(fail_on or "never")
    return Gate(fail_on or "error", min_pass_rate)


def _report(shown: list[Problem], count: int) -> None:
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
