"""`evalspec bench prove`: which answers to a problem of one's own fit."""

from __future__ import annotations

import click

from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.proof import proven
from evalspec.bench.shown import wording
from evalspec.cli import options
from evalspec.cli.output import parse_targets, write_forms
from evalspec.report.json import indented


@click.command("prove")
@click.argument("name", metavar="BENCH")
@click.argument("data", metavar="DATA")
@options.forms("text (default) or json, with every answer that fits.")
def command(name: str, data: str, formats: tuple[str, ...]) -> None:
    """Tell which answers to a problem of your own fit: DATA is a file of its data.

    Every answer of the space of BENCH is tried, as for the instances that it draws.
    """
    targets = parse_targets(formats or ("text",), ("text", "json"))
    found = proven(load_plan(name), data)
    forms = {"text": wording.proof_text, "json": lambda found: indented(wording.proven_data(found))}
    write_forms(targets, forms, found)
