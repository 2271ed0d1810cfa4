"""`evalspec bench edits`: how much a developer changed a draft."""

from __future__ import annotations

import click

from evalspec.cli.output import parse_targets, write_text


@click.command("edits")
@click.argument("folder", metavar="DIR")
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help="text (default) or json. Repeatable.")  # fmt: skip
def command(folder: str, formats: tuple[str, ...]) -> None:
    """Show how much of the draft in DIR a developer changed, by stage.

    `draft.yaml`, as the model left it, is compared with `spec.yaml`: Levenshtein's distance, the
    longer length, and their quotient, in characters, lines and tokens.
    """
    from evalspec.bench.drafted.amended import edits_data, edits_in, edits_text
    from evalspec.report.json import indented

    targets = parse_targets(formats or ("text",), ("text", "json"))
    found = edits_in(folder)
    for target in targets:
        if target.format == "text":
            write_text(target, edits_text(found))
        else:
            write_text(target, indented(edits_data(found)))
