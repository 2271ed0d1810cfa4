"""`evalspec facts`: what is read in a response."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec import api
from evalspec.cli.input import cases
from evalspec.document.answer import select_answer
from evalspec.document.read import read_facts
from evalspec.report.facts import facts_data, facts_text, why_text
from evalspec.report.json import indented
from evalspec.vocabulary.load import load_lexicon


@click.command("facts")
@click.argument("response")
@click.option("--vocabulary", "-w", multiple=True, help="A shipped vocabulary or a file.")
@click.option("--spec", "-s", help="Use the vocabulary and the answer part of this spec.")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--why", is_flag=True, help="Say what each line and each number became, and why.")
def command(
    response: str, vocabulary: tuple[str, ...], spec: str | None, form: str, why: bool
) -> None:
    """Show what is read in RESPONSE (`-`: standard input), what was ignored, and why."""
    case = next(cases([response]))
    if spec is not None and vocabulary:
        raise click.UsageError("give --vocabulary or --spec, not both")
    if spec is not None:
        program = api.load(spec).program
        lexicon, part = program.lexicon, program.answer
        answer = select_answer(case.response, part.after, part.before, part.under, part.json_path)
    else:
        lexicon = load_lexicon(list(vocabulary), None, Path.cwd()).lexicon
        answer = select_answer(case.response)
    facts = read_facts(case.response, lexicon, answer)
    if form == "text":
        click.echo(facts_text(facts, case.response, lexicon.time_measure), nl=False)
        if why:
            click.echo(why_text(facts, case.response), nl=False)
        return
    click.echo(indented(facts_data(facts, case.response, lexicon.time_measure)), nl=False)
