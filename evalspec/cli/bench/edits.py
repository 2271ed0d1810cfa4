"""`evalspec bench edits`: how much a developer changed a draft."""

from __future__ import annotations

import click

from evalspec.bench.drafted.amended import edits_data, edits_in, edits_text
from evalspec.cli import options
from evalspec.cli.output import parse_targets, write_forms
from evalspec.report.json import indented


@click.command("edits")
@click.argument("folder", metavar="DIR")
@options.forms("text (default) or json.")
def command(folder: str, formats: tuple[str, ...]) -> None:
    """Show how much of the draft in DIR a developer changed, by stage.

    `draft.yaml`, as the model left it, is compared with `spec.yaml`: Levenshtein's distance, the
    longer length, and their quotient, in characters, lines and tokens.
    """
    targets = parse_targets(formats or ("text",), ("text", "json"))
    forms = {"text": edits_text, "json": lambda found: indented(edits_data(found))}
    write_forms(targets, forms, edits_in(folder))
