"""`evalspec draft`: a request → constraints to edit."""

from __future__ import annotations

from typing import Any

import click

from evalspec.author.draft import asked, proposed, spec_text
from evalspec.cli.input import cases
from evalspec.cli.judging import bench, judging_options, wanted_judges
from evalspec.vocabulary.load import load_lexicon


@click.command("draft")
@click.argument("request", metavar="REQUEST")
@click.option("--vocabulary", "-v", default="", metavar="NAME", help="Vocabulary of the spec.")
@judging_options
def command(request: str, vocabulary: str, judging: dict[str, Any]) -> None:
    """Propose constraints for a person to edit.

    REQUEST is a file with what a model will be asked, or `-`. Without a judge the sentences
    that compile are proposed; with --judge the model lists the constraints.
    """
    (case,) = cases([request])
    lexicon = load_lexicon([vocabulary] if vocabulary else [], None, None).lexicon
    if wanted_judges(judging):
        with bench(judging, {}) as session:
            found = asked(case.response, lexicon, session.plan.judges[0], session)
    else:
        found = proposed(case.response, lexicon)
    if not found:
        click.echo("no sentence of the request compiles; a judge may find more", err=True)
    click.echo(spec_text(case.response, vocabulary, found), nl=False)
