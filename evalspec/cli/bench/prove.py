"""`evalspec bench prove`: which answers to a problem of one's own fit."""

from __future__ import annotations

import json

import click

from evalspec.cli.output import parse_targets, write_text


@click.command("prove")
@click.argument("name", metavar="BENCH")
@click.argument("data", metavar="DATA")
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help="text (default) or json, with every answer that fits. Repeatable.")  # fmt: skip
def command(name: str, data: str, formats: tuple[str, ...]) -> None:
    """Tell which answers to a problem of your own fit: DATA is a file of its data.

    Every answer of the space of BENCH is tried, as for the instances that it draws.
    """
    from evalspec.bench.planned.reading import load_plan
    from evalspec.bench.proven.proof import proven
    from evalspec.bench.shown import wording

    targets = parse_targets(formats or ("text",), ("text", "json"))
    plan = load_plan(name)
    found = proven(plan, data)
    for target in targets:
        if target.format == "text":
            write_text(target, wording.proof_text(found))
        else:
            text = json.dumps(wording.proven_data(found), indent=2, ensure_ascii=False)
            write_text(target, text + "\n")
