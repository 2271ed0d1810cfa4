"""`evalspec vocabulary`: the words that formulas and sentences may use."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec.report.vocabulary import words_of, words_text
from evalspec.source import files
from evalspec.vocabulary.load import load_lexicon


@click.command("vocabulary")
@click.argument("names", nargs=-1)
@click.option("--find", default="", help="Only lines that hold this text.")
def command(names: tuple[str, ...], find: str) -> None:
    """List the ranks, measures and categories of vocabularies NAMES (shipped ones or files).

    Each stands with the words that mean the same; a measure with its unit, a category with those it
    belongs to. Without a name the shipped vocabularies are listed.
    """
    if not names:
        click.echo("\n".join(files.names("vocabularies")))
        return
    words = words_of(load_lexicon(list(names), None, Path.cwd()).lexicon)
    sought = find.lower()
    click.echo(words_text([w for w in words if sought in words_text([w])]), nl=False)
