"""`evalspec check`: verdicts with proof."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any

import click
from msgspec.structs import replace

from evalspec import api
from evalspec.cli import gate, options
from evalspec.cli.input import cases, listed
from evalspec.cli.judging import bench, judging_options, wanted_judges
from evalspec.cli.output import FORMATS, Target, parse_targets, write
from evalspec.report.gate import FailOn, Gate, tally
from evalspec.report.report import Report
from evalspec.source import patterns

_HELP = """Check RESPONSEs against a spec; `-` reads standard input.

A folder stands for the .md, .markdown, .txt, .json and .html files in it and below.

\b
Exit status: 0 all satisfied; 1 a constraint is unsatisfied; 3 none is
unsatisfied but one is undetermined; 2 the spec or the input is unusable.
Constraints of severity error count, unless --fail-on says otherwise.

No judge is asked unless --judge names one (docs/judges.md).
"""


@click.command("check", help=_HELP)
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...")
@click.option("--spec", "-s", required=True, metavar="SPEC", help="The spec file (YAML).")
@click.option("--data", metavar="FILE", help="Given data: a YAML or JSON file (docs/given.md).")
@options.forms(f"How to write the verdicts: {', '.join(FORMATS)}; with a file after a colon.")
@click.option("-v", "--verbose", is_flag=True, help="Show the ledger of every constraint.")
@click.option("-q", "--quiet", is_flag=True, help="Show only what is not satisfied.")
@gate.options
@judging_options
@click.option("--with-responses", is_flag=True, help="Write each response into json and jsonl.")
@click.option("--no-cache", is_flag=True, help="Compile the spec anew.")
@click.option("--no-color", is_flag=True, help="Write plain text (also with NO_COLOR set).")
@click.pass_context
def command(
    ctx: click.Context,
    responses: tuple[str, ...],
    spec: str,
    data: str | None,
    formats: tuple[str, ...],
    verbose: bool,
    quiet: bool,
    fail_on: FailOn | None,
    min_pass_rate: Decimal | None,
    exit_zero: bool,
    with_responses: bool,
    no_cache: bool,
    no_color: bool,
    judging: dict[str, Any],
) -> None:
    """Check responses; `_HELP` says how."""
    targets = parse_targets(formats) or (Target("text"),)
    if not no_cache:
        patterns.load()
    loaded = api.load(spec, cache=not no_cache)
    reports = _reports(loaded, responses, judging, loaded.read_data(data))
    wanted = Gate(fail_on or "error", Decimal(1) if min_pass_rate is None else min_pass_rate)
    for target in targets:
        write(
            target, reports, wanted, verbose=verbose, quiet=quiet, color=_color(no_color),
            with_responses=with_responses,
        )  # fmt: skip
    sys.stdout.flush()
    if not no_cache:
        patterns.save()
    passed = wanted.passed(tally(v for r in reports for v in r.verdicts))
    ctx.exit(gate.exit_status(wanted, passed, exit_zero))


def _reports(
    spec: api.Spec, responses: tuple[str, ...], judging: dict[str, Any], data: dict[str, Any]
) -> list[Report]:
    given = (replace(case, data=data) for case in cases(listed(responses)))
    if not wanted_judges(judging):
        return [spec.check_case(case) for case in given]
    from evalspec.api.judging import judged_reports

    together = list(given)
    pool = tuple(case.response for case in together)
    with bench(judging, spec.judges) as session:
        rows = (replace(case, pool=pool) for case in together)
        return list(judged_reports(spec, rows, session))


def _color(no_color: bool) -> bool:
    import os

    return not no_color and not os.environ.get("NO_COLOR") and sys.stdout.isatty()
