"""`evalspec schema`: the JSON Schemas of what goes in and comes out."""

from __future__ import annotations

import click

from evalspec.author.schemas import editor_schema
from evalspec.report.json import indented

KINDS = ("spec", "verdict", "vocabulary", "rules", "policy", "dataset", "result", "routing",
         "preference")  # fmt: skip


@click.command("schema")
@click.argument("kind", type=click.Choice(KINDS), default="spec")
def command(kind: str) -> None:
    """Print the JSON Schema of a file: of a spec, of `check -f json`, of a vocabulary …

    The schemas of specs, vocabularies, rules and policies name all that is shipped, so an
    editor completes it; docs/editors.md shows how.
    """
    click.echo(indented(editor_schema(kind)), nl=False)
