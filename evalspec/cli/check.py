"""`evalspec check`: verdicts with proof."""

from __future__ import annotations

import sys

import click

from evalspec import api
from evalspec.cli.input import cases
from evalspec.cli.output import FORMATS, Target, parse_targets, write


@click.command("check")
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...")
@click.option("--spec", "-s", required=True, metavar="SPEC", help="The spec file (YAML).")
@click.option(
    "--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
    help=f"How to write the verdicts: {', '.join(FORMATS)}; with a file after a colon. Repeatable.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show the ledger of every constraint.")
@click.option("-q", "--quiet", is_flag=True, help="Show only what is not satisfied.")
@click.option(
    "--fail-on", type=click.Choice(["error", "warning", "never"]), default="error",
    show_default=True, help="Lowest severity that makes the exit status 1 or 3.",
)  # fmt: skip
@click.option("--no-cache", is_flag=True, help="Compile the spec anew.")
@click.option("--no-color", is_flag=True, help="Write plain text (also with NO_COLOR set).")
@click.pass_context
def command(
    ctx: click.Context,
    responses: tuple[str, ...],
    spec: str,
    formats: tuple[str, ...],
    verbose: bool,
    quiet: bool,
    fail_on: str,
    no_cache: bool,
    no_color: bool,
) -> None:
    r"""Check RESPONSEs against a spec; `-` reads standard input.

    \b
    Exit status: 0 all satisfied; 1 a constraint is unsatisfied; 3 none is
    unsatisfied but one is undetermined; 2 the spec or the input is unusable.
    """
    targets = parse_targets(formats) or (Target("text"),)
    loaded = api.load(spec, cache=not no_cache)
    reports = [loaded.check_case(case) for case in cases(responses)]
    for target in targets:
        write(target, reports, verbose=verbose, quiet=quiet, color=_color(no_color))
    sys.stdout.flush()
    ctx.exit(api.exit_status(reports, fail_on))


def _color(no_color: bool) -> bool:
    import os

    return not no_color and not os.environ.get("NO_COLOR") and sys.stdout.isatty()
