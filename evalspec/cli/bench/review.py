"""`evalspec bench review`: what is wrong with the spec of a benchmark."""

from __future__ import annotations

import click

from evalspec.author.lint import report
from evalspec.bench.planned.reading import path_of
from evalspec.bench.review.reviews import reviewed
from evalspec.cli import options
from evalspec.cli.output import parse_targets, write_text

_FORMATS = ("text", "json")


@click.command("review")
@click.argument("name", metavar="BENCH")
@options.forms("text (default) or json.")
@click.pass_context
def command(ctx: click.Context, name: str, formats: tuple[str, ...]) -> None:
    """Find what is wrong with BENCH, a spec with `bench:` or a shipped name, without a model.

    Its text is looked at, instances are drawn and their answers tried: units, ranges, groups,
    contradictions, constraints that hold always or that no instance breaks, prompts that cannot be
    read back or say the answer. docs/benchmarks.md tells of every review.

    \b
    Exit status: 0 nothing is found; 1 something is found.
    """  # noqa: D301
    targets = parse_targets(formats or ("text",), _FORMATS)
    found = reviewed(path_of(name))
    for target in targets:
        text = report.text(found, (), 1) if target.format == "text" else report.json(found, ())
        write_text(target, text)
    ctx.exit(int(bool(found)))
