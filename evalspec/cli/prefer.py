"""`evalspec prefer`: which of two responses is better, with proof for both."""

from __future__ import annotations

import sys
from typing import Any

import click

from evalspec import api
from evalspec.api.pairs import Wanted, preferred, report_of
from evalspec.cli import options
from evalspec.cli.input import cases
from evalspec.cli.judging import bench, judging_options, refuse_for_pairs, wanted_judges
from evalspec.cli.output import FORMATS, Target, parse_targets, rendered, write_text
from evalspec.core.pair import Pair
from evalspec.report.gate import Gate, tally
from evalspec.report.pairs import data, html, text
from evalspec.report.pairs.report import Demand, PairReport, gated

_HELP = """Say which of two responses to one request is better, by the criteria of a spec.

A and B are files; one of them may be `-` for standard input.

\b
Exit status: 0 what is asked holds: --better, --not-worse, or without either that
every criterion is decided; 1 it does not; 3 nobody can tell; 2 the spec or the
input is unusable. Criteria of severity error count that no other one names, or
those of --scenario.

No judge is asked unless --judge names one (docs/pairs.md).
"""


@click.command("prefer", help=_HELP)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--spec", "-s", required=True, metavar="SPEC", help="The spec file (YAML).")
@click.option("--scenario", default="", metavar="NAME", help="Ask the criteria of this scenario.")
@click.option("--request", metavar="FILE", help="What both were asked; `request:` of the spec.")
@click.option("--data", metavar="FILE", help="Data given with both: YAML or JSON (docs/given.md).")
@click.option("--better", "demand", flag_value="better", help="A must be better than B.")
@click.option("--not-worse", "demand", flag_value="not-worse", help="A must not be worse than B.")
@click.option("--order", type=click.Choice(["both", "random", "given"]),
              help="In which order judges see them, in place of that of each criterion.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N",
              help="Chooses the order where it is random.")  # fmt: skip
@options.forms(f"How to write it: {', '.join(FORMATS)}; with a file after a colon.")
@click.option("-v", "--verbose", is_flag=True, help="Show all of the evidence.")
@click.option("-q", "--quiet", is_flag=True, help="Show the table alone, of what counts.")
@click.option("--with-responses", is_flag=True, help="Write both texts into json and jsonl.")
@click.option("--exit-zero", is_flag=True, help="End with status 0 whatever is found.")
@judging_options
@click.pass_context
def command(
    ctx: click.Context,
    a: str,
    b: str,
    spec: str,
    scenario: str,
    request: str | None,
    data: str | None,
    demand: Demand | None,
    order: Any,
    seed: int,
    formats: tuple[str, ...],
    verbose: bool,
    quiet: bool,
    with_responses: bool,
    exit_zero: bool,
    judging: dict[str, Any],
) -> None:
    """Compare two responses; `_HELP` says how."""
    refuse_for_pairs(judging)
    if a == b == "-":
        raise click.UsageError("only one of A and B can be standard input")
    targets = parse_targets(formats) or (Target("text"),)
    loaded = api.load(spec)
    wanted = Wanted.of(loaded.program, scenario, order, seed)
    first, second, *rest = cases([a, b, *([request] if request else [])])
    asked = rest[0].response if rest else ""
    pair = Pair(first.response, second.response, asked, loaded.read_data(data))
    if wanted_judges(judging):
        with bench(judging, loaded.judges) as session:
            ((_, whole, found),) = preferred(wanted, [(None, pair)], session)
    else:
        ((_, whole, found),) = preferred(wanted, [(None, pair)], None)
    report = report_of(wanted, whole, found, (a, b))
    gate = Gate()
    verdicts = gated(report, demand or "decided")
    for target in targets:
        if target.format in ("junit", "sarif", "github"):
            write_text(target, rendered(target.format, [verdicts], gate))
        else:
            write_text(target, _written(target, report, verbose, quiet, with_responses))
    sys.stdout.flush()
    status = gate.status(gate.passed(tally(verdicts.verdicts)))
    ctx.exit(0 if exit_zero else status)


def _written(
    target: Target, report: PairReport, verbose: bool, quiet: bool, with_responses: bool
) -> str:
    """Write a report in a form of its own."""
    if target.format == "text":
        return text.render([report], verbose=verbose, quiet=quiet)
    if target.format in ("json", "jsonl"):
        as_json = data.json if target.format == "json" else data.lines
        return as_json([report], with_responses=with_responses)
    forms = {"csv": data.csv_text, "markdown": data.markdown, "html": html.render}
    return forms[target.format]([report])
