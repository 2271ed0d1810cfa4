"""`evalspec bench verify`: instances proven again, and the scorer tested on them."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

import click

from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.plan import Plan
from evalspec.bench.shown.wording import checked_line, checks_text, verified_text
from evalspec.bench.verified.checks import Tally, checks_of, verify_written
from evalspec.bench.verified.table import of_proven, of_written
from evalspec.bench.verified.verify import Verified, verify_folder
from evalspec.cli import options
from evalspec.cli.judging import bench, wanted_judges, writer_options
from evalspec.cli.output import opened
from evalspec.cli.progress import Progress


@click.command("verify")
@click.argument("folder", metavar="DIR")
@options.limit
@click.option("--answers", metavar="FILE",
              help="Also write the answers of the certificates, as `bench evaluate` reads them.")  # fmt: skip
@options.progress
@click.option("--output", "-o", metavar="FILE",
              help="Of written instances: each with its checks, as JSON lines.")  # fmt: skip
@writer_options
@click.pass_context
def command(
    ctx: click.Context, folder: str, limit: int | None, answers: str | None, progress: bool | None,
    output: str | None, judging: dict[str, Any],
) -> None:  # fmt: skip
    """Prove the instances of DIR again, and test the scorer on their certificates.

    The spec in DIR is what is tested: every right answer must pass and every near miss must
    fail on what it breaks, in every way of writing. Instances that were written have no proof:
    they are checked by rule, and by the model that --judge names. The exit status is 1 when
    anything is not as it should be, 3 when a model could not tell; an instance that was edited
    is an error.
    """
    place = Folder(folder)
    plan = place.plan()
    changed = place.changed()
    for problem in changed:
        click.echo(f"changed: {problem.at.file}: {problem.message}", err=True)
    if plan.write is not None:
        if answers is not None:
            raise click.UsageError("instances that were written have no certificates: no --answers")
        ctx.exit(_written(place, plan, limit, output, judging, progress) or int(bool(changed)))
    if wanted_judges(judging) or output is not None:
        raise click.UsageError(f"{plan.name} is proven: --judge and --output go with `write`")
    ctx.exit(_proven(place, limit, answers, progress) or int(bool(changed)))


def _proven(place: Folder, limit: int | None, answers: str | None, progress: bool | None) -> int:
    counts = Verified()
    with Progress(progress, lambda: f"{counts.instances} instances, {len(counts.faults)} faults"):
        verify_folder(place, counts, limit, answers)
    click.echo(verified_text(counts), nl=False)
    if limit is None:
        place.keep_verified(of_proven(counts))
    return int(bool(counts.faults))


def _written(
    place: Folder, plan: Plan, limit: int | None, output: str | None, judging: dict[str, Any],
    progress: bool | None,
) -> int:  # fmt: skip
    tally = Tally(checks_of(plan))
    asks = wanted_judges(judging)
    with (
        bench(judging, plan.program.judges, progress=False) if asks else nullcontext() as session,
        nullcontext() if output is None else opened(output) as stream,
        Progress(progress, lambda: f"{tally.instances} instances, {len(tally.wrong)} faults"),
    ):
        judge = session.plan.judges[0] if session is not None else None
        for found in verify_written(place, plan, tally, limit, session, judge):
            if stream is not None:
                stream.write(json.dumps(checked_line(found), ensure_ascii=False) + "\n")
    if judging["dry_run"]:
        return 0
    click.echo(checks_text(tally), nl=False)
    if limit is None:
        place.keep_verified(of_written(tally))
    if any(one.holds is False for one in tally.wrong):
        return 1
    return 3 if tally.wrong else 0
