"""`evalspec calibrate`: a labelled comparison becomes a routing file."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec.cli import options
from evalspec.cli.compare import chosen_reference
from evalspec.cli.output import Target, write_text
from evalspec.compare.calibrate import Goal, calibrate
from evalspec.compare.comparison import check_fields
from evalspec.compare.load import load
from evalspec.report.routing import table, yaml_text
from evalspec.run.adapter import load_adapter


@click.command("calibrate")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--output", "-o", metavar="FILE",
              help="Write the routing file here, and a table to the screen.")  # fmt: skip
@click.option("--target-error", type=click.FloatRange(0, 1), default=0.05, show_default=True,
              metavar="SHARE", help="Share of wrong verdicts that is allowed.")  # fmt: skip
@click.option("--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True),
              default=0.9, show_default=True, metavar="SHARE",
              help="How sure it must be that the error is below the target.")  # fmt: skip
@click.option("--by", default="kind", show_default=True, metavar="FIELD",
              help="What to choose by: `kind`, or a field of the data set.")  # fmt: skip
@click.option("--price", "prices", multiple=True, metavar="VOICE=COST",
              help="Cost of a verdict, where the results do not say. Repeatable.")  # fmt: skip
@click.option("--reference", "-r", default="", metavar="VOICE",
              help="The label that is right (default: the first).")  # fmt: skip
@options.labels("(see `evalspec label`), used over the reference.")
@options.dataset
def command(
    runs: tuple[Path, ...],
    output: str | None,
    target_error: float,
    confidence: float,
    by: str,
    prices: tuple[str, ...],
    reference: str,
    labels: tuple[Path, ...],
    dataset: str | None,
) -> None:
    """Choose who decides each kind of constraint: rules, a judge, a vote, or a person.

    The cheapest whose error is below the target decides; what it leaves undetermined goes
    to the next, and in the end to a person.
    """
    items = load(runs, load_adapter(dataset) if dataset else None)
    check_fields(items, [by])
    goal = Goal(target_error, confidence, by, dict(_price(given) for given in prices))
    found = calibrate(items, chosen_reference(items, reference, labels), goal)
    write_text(Target("yaml", output or ""), yaml_text(found))
    if output:
        click.echo(table(found), nl=False)


def _price(given: str) -> tuple[str, float]:
    voice, _, cost = given.rpartition("=")
    try:
        return voice, float(cost)
    except ValueError:
        raise click.BadParameter(f"{given!r} is not VOICE=COST", param_hint="--price") from None
