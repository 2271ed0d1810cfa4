"""`evalspec lint`: faults of specs and vocabularies, found without any response."""

from __future__ import annotations

import click

from evalspec.author.lint import report
from evalspec.author.lint.linting import lint
from evalspec.cli import options
from evalspec.cli.output import Target, parse_targets, write_text
from evalspec.core.errors import EvalspecError, Problem
from evalspec.report import github, sarif

_FORMATS = ("text", "json", "sarif", "github")


@click.command("lint")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@options.forms(f"How to write the findings: {', '.join(_FORMATS)}; with a file after a colon.")
@click.option("--exit-zero", is_flag=True, help="End with status 0 whatever is found.")
@click.pass_context
def command(
    ctx: click.Context, specs: tuple[str, ...], formats: tuple[str, ...], exit_zero: bool
) -> None:
    """Find contradictions, bounds that never hold, unused rules and other faults of SPECs.

    A SPEC may be a vocabulary file too: names that nothing has, words of two kinds.

    docs/lint.md explains every code. A comment above it silences a finding,
    with a reason:

    \b
      # lint: ignore CODE reason

    \b
    Exit status: 0 nothing is found; 1 something is found; 2 a spec does not compile.
    """  # noqa: D301
    targets = parse_targets(formats, _FORMATS) or (Target("text"),)
    found, unusable = _found(specs)
    for target in targets:
        write_text(target, _rendered(target.format, found, unusable, len(specs)))
    ctx.exit(2 if unusable else 0 if exit_zero else int(bool(found)))


def _found(specs: tuple[str, ...]) -> tuple[list[Problem], list[Problem]]:
    """Return the findings, and what keeps specs from compiling."""
    found: list[Problem] = []
    unusable: list[Problem] = []
    for path in specs:
        try:
            found += lint(path)
        except EvalspecError as error:
            unusable += error.problems
    return found, unusable


def _rendered(form: str, found: list[Problem], unusable: list[Problem], specs: int) -> str:
    if form == "text":
        return report.text(found, unusable, specs)
    if form == "json":
        return report.json(found, unusable)
    findings = report.findings(found, unusable)
    return github.render(findings) if form == "github" else sarif.render(findings, report.RULES)
