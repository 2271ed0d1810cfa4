"""`evalspec bench differences`: where two specs part on the same answers."""

from __future__ import annotations

import click

from evalspec.bench.drafted.differences import compared, probes
from evalspec.bench.kept.folder import Folder
from evalspec.bench.shown import wording
from evalspec.cli import options
from evalspec.cli.bench.responses import responses_of
from evalspec.cli.output import parse_targets, write_forms
from evalspec.report.json import indented


@click.command("differences")
@click.argument("folder", metavar="DIR")
@click.argument("spec", metavar="SPEC")
@click.argument("responses", required=False, metavar="[RESPONSES]")
@options.limit
@options.forms("text (default) or json.")
def command(
    folder: str, spec: str, responses: str | None, limit: int | None, formats: tuple[str, ...]
) -> None:
    """Show where SPEC parts from the spec in DIR, metric by metric.

    Both score RESPONSES, or the right answers and near misses of the certificates, in the
    first way of writing. Data and groups must be called alike in both specs.
    """
    targets = parse_targets(formats or ("text",), ("text", "json"))
    place = Folder(folder)
    lines = place.known(limit)
    plan, other = place.plan(), place.plan_for(spec)
    found = list(
        compared(plan, other, lines, responses_of(responses, lines) or probes(plan, lines.values()))
    )
    names = plan.name, other.name
    write_forms(targets, {
        "text": lambda: wording.differences_text(found, *names),
        "json": lambda: indented(wording.differences_data(found, *names)),
    })  # fmt: skip
