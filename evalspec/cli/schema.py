"""`evalspec schema`: the JSON Schemas of what goes in and comes out."""

from __future__ import annotations

import click

from evalspec.source import files

KINDS = ("spec", "verdict", "vocabulary", "rules", "policy", "dataset", "result")


@click.command("schema")
@click.argument("kind", type=click.Choice(KINDS), default="spec")
def command(kind: str) -> None:
    """Print the JSON Schema of a file: of a spec, of `check -f json`, of a vocabulary …"""
    path = files.grammar(f"{kind}.schema.json")
    click.echo(path.read_text(encoding="utf-8"), nl=False)
