"""`evalspec formalise`: formulas for the sentences that do not compile."""

from __future__ import annotations

from typing import Any

import click

from evalspec import api
from evalspec.author.edits import difference, rewrite
from evalspec.author.formalise import Formalised, LeftOut, changes, formalised
from evalspec.cli.judging import bench, judging_options, wanted_judges
from evalspec.language.load import load_cases


@click.command("formalise")
@click.argument("spec", metavar="SPEC")
@click.option("--write", is_flag=True, help="Store the formulas in SPEC; else only show them.")
@click.option("--review", is_flag=True, help="Have the sentences that compile looked at as well.")
@judging_options
def command(spec: str, write: bool, review: bool, judging: dict[str, Any]) -> None:
    """Let a model write formulas for the sentences of SPEC that do not compile.

    Each sentence that is refused, or has several meanings, is sent to the judge. Its formula must
    parse, have the right dimensions, hold every number of the sentence or name it as left out, give
    what the cases of SPEC expect, and mean the same to the judge when it is shown both anew; what is
    wrong is sent back, three times at most. What is accepted is shown in words, with what it leaves
    out of the sentence, as a diff that puts `check:` beside `text:`.

    \b
    Exit status: 0 done; 2 the spec or a reply is unusable.
    """  # noqa: D301
    if not wanted_judges(judging):
        raise click.UsageError("needs --judge NAME: a model proposes the formulas")
    loaded = api.load(spec)
    with bench(judging, loaded.judges) as session:
        judge = session.plan.judges[0]
        found = formalised(loaded.program, load_cases(spec), judge, session, review=review)
        if session.dry_run:
            return
    if not found:
        looked = ", and means that to the judge" if review else ""
        click.echo(f"every sentence compiles to one formula{looked}")
        return
    click.echo("\n".join(_told(one) for one in found))
    text, edits = changes(spec, found)
    if write and edits:
        rewrite(spec, edits)
        click.echo(f"{spec}: formulas stored: {len(edits)}", err=True)
    elif edits:
        click.echo(difference(spec, text, edits), nl=False)


def _left_out(one: LeftOut) -> str:
    return f"“{one.words}”" + (f" ({one.why})" if one.why else "")


def _told(one: Formalised) -> str:
    """Write one sentence with its formula, what that means, and what it lacks."""
    made = one.proposal
    rows = {
        "compiles": one.before,
        "proposed": made.check,
        "canonical": made.canonical if made.canonical != made.check else "",
        "means": made.sentence,
        "left out": "; ".join(map(_left_out, one.left_out)) if one.sound else "",
        "not said": ", ".join(one.missed) if one.sound else "",
        "refused": made.problem,
    }
    lines = [f"  {name:<10}{value}" for name, value in rows.items() if value]
    return "\n".join([f"{one.id}: {made.text}", *lines, ""])
