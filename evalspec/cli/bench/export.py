"""`evalspec bench export`: instances for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec.bench.kept.folder import Folder
from evalspec.bench.shown.export import export


@click.command("export")
@click.argument("folder", metavar="DIR")
@click.option(
    "--to", "form", required=True, help="The form.",
    type=click.Choice(["jsonl", "huggingface", "inspect", "lm-eval"]),
)  # fmt: skip
@click.option(
    "-o", "--output", required=True, metavar="OUT", help="A file (jsonl), or a new folder."
)
@click.option("--licence", default="unknown", show_default=True, metavar="NAME",
              help="Of the instances, as the Hub calls it: cc-by-4.0.")  # fmt: skip
def command(folder: str, form: str, output: str, licence: str) -> None:
    """Write the instances of DIR for other tools.

    Folders hold the benchmark itself too: the tasks for Inspect and the LM Evaluation Harness
    score by its spec, as `bench evaluate` does, without a network.
    """
    number = export(Folder(folder), form, Path(output), licence)
    click.echo(f"{number} instances in {output}")
