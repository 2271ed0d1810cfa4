"""`evalspec explain`: how each constraint was understood."""

from __future__ import annotations

import click

from evalspec import api
from evalspec.author.explain import explain, explain_text
from evalspec.report.json import indented


@click.command("explain")
@click.argument("spec")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--examples", is_flag=True,
    help="Show for each constraint a small response that passes and one that fails.",
)  # fmt: skip
@click.option(
    "--why", is_flag=True, help="Show how each sentence was read: its parts with their formal text."
)
def command(spec: str, form: str, examples: bool, why: bool) -> None:
    """Show for each constraint of SPEC its canonical form, its meaning, and what was refused."""
    program = api.load(spec).program
    if form == "text":
        click.echo(explain_text(program, with_examples=examples, with_derivations=why), nl=False)
        return
    click.echo(indented(explain(program, with_examples=examples, with_derivations=why)), nl=False)
