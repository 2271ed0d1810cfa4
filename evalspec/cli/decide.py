"""`evalspec decide`: a person settles a disagreement, and a spec may keep it as a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from evalspec.compare.items import Item
    from evalspec.core.verdict import Outcome


@click.command("decide")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--set", "decisions", multiple=True, required=True, metavar="ITEM=OUTCOME",
              help="The item, as --disagreements names it, is satisfied or unsatisfied. Repeatable.",
              )  # fmt: skip
@click.option("--labels", required=True, metavar="FILE", type=click.Path(path_type=Path),
              help="JSON lines to append the decisions to.")  # fmt: skip
@click.option("--note", default="", metavar="TEXT", help="Why; kept with the decisions.")
@click.option("--spec", metavar="SPEC",
              help="Also add each as a case to this spec (results need --with-responses).",
              )  # fmt: skip
@click.option("--dataset", "-d", metavar="ADAPTER",
              help="How to read verdicts in files that `run` did not write.")  # fmt: skip
def command(
    runs: tuple[Path, ...],
    decisions: tuple[str, ...],
    labels: Path,
    note: str,
    spec: str | None,
    dataset: str | None,
) -> None:
    """Keep what a person decided about items on which verdicts differ.

    `evalspec compare RUN… --labels FILE` then uses the decisions as its reference.
    """
    from evalspec.compare.decisions import find_item, parse_decision, record_decision
    from evalspec.compare.load import load
    from evalspec.run.adapter import load_adapter

    items = load(runs, load_adapter(dataset) if dataset else None)
    parsed = [parse_decision(given) for given in decisions]
    settled = [(find_item(items, name), outcome) for name, outcome in parsed]
    for item, outcome in settled:
        added = spec is not None and _add_case(spec, item, outcome)
        record_decision(labels, item, outcome, note)
        case = f"; case added to {spec}" if added else ""
        click.echo(f"{item.key.short} {outcome.value}: {' '.join(item.text.split())}{case}")


def _add_case(spec: str, item: Item, outcome: Outcome) -> bool:
    from evalspec import api
    from evalspec.author.add_case import add_case, constraint_id
    from evalspec.core.errors import InputError, Problem

    texts = {str(row["response_text"]) for row in item.evidence.values() if "response_text" in row}
    if len(texts) != 1:
        message = f"the results do not hold the response of {item.key.short}"
        hint = "write them with `--with-responses`"
        raise InputError([Problem("no-response", message, hint=hint)])
    program = api.load(spec).program
    forms = [item.text, *(str(row.get("canonical", "")) for row in item.evidence.values())]
    name = constraint_id(program, item.key.constraint, forms)
    return add_case(spec, f"decided {item.key.short}", texts.pop(), name, outcome)
