"""`evalspec draft`: a request, or a spec with sentences that do not compile → proposals."""

from __future__ import annotations

from typing import Any

import click

from evalspec.cli.judging import bench
from evalspec.cli.judging import options as judging_options
from evalspec.cli.judging import wanted as wanted_judges


@click.command("draft")
@click.argument("request", metavar="REQUEST", required=False)
@click.option("--vocabulary", "-v", default="", metavar="NAME", help="Vocabulary of the spec.")
@click.option("--spec", metavar="SPEC",
              help="Propose formulas for the sentences of this spec that do not compile.")  # fmt: skip
@judging_options
def command(
    request: str | None, vocabulary: str, spec: str | None, judging: dict[str, Any]
) -> None:
    """Propose constraints for a person to edit.

    REQUEST is a file with what a model will be asked, or `-`. Without a judge the sentences
    that compile are proposed; with --judge the model lists the constraints. With --spec and
    --judge the model proposes a formula for every sentence that does not compile; it is
    compiled and shown, and written nowhere.
    """
    if (request is None) == (spec is None):
        raise click.UsageError("give a REQUEST, or a spec with --spec")
    if spec is not None:
        _formulas(spec, judging)
    elif request is not None:
        _spec(request, vocabulary, judging)


def _spec(name: str, vocabulary: str, judging: dict[str, Any]) -> None:
    from evalspec.author.draft import asked, proposed, spec_text
    from evalspec.cli.input import cases
    from evalspec.vocabulary.load import load_lexicon

    (case,) = cases([name])
    lexicon = load_lexicon([vocabulary] if vocabulary else [], None, None).lexicon
    if wanted_judges(judging):
        with bench(judging, {}) as session:
            found = asked(case.response, lexicon, session.plan.judges[0], session)
    else:
        found = proposed(case.response, lexicon)
    if not found:
        click.echo("no sentence of the request compiles; a judge may find more", err=True)
    click.echo(spec_text(case.response, vocabulary, found), nl=False)


def _formulas(name: str, judging: dict[str, Any]) -> None:
    from evalspec import api
    from evalspec.author.draft import formulas, formulas_text

    if not wanted_judges(judging):
        raise click.UsageError("--spec needs --judge NAME: a model proposes the formulas")
    loaded = api.load(name)
    with bench(judging, loaded.judges) as session:
        found = formulas(loaded.program, session.plan.judges[0], session)
    click.echo(formulas_text(found), nl=False)
