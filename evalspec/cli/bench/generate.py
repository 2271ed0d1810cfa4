"""`evalspec bench generate`: instances of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate, rehearsed
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.shown.wording import counts_text
from evalspec.bench.written.asking import Writer
from evalspec.cli import options
from evalspec.cli.judging import bench, wanted_judges, writer_options
from evalspec.cli.progress import Progress


@click.command("generate")
@click.argument("name", metavar="BENCH")
@click.option("-n", "--number", type=click.IntRange(1), default=100, show_default=True,
              help="How many instances.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="What chance rests on.")
@click.option("-o", "--output", required=True, metavar="DIR",
              help="A new folder, or one of the same benchmark to go on with.")  # fmt: skip
@options.progress
@writer_options
def command(
    name: str, number: int, seed: int, output: str, progress: bool | None, judging: dict[str, Any]
) -> None:
    """Draw instances of BENCH, a spec with `bench:` or a shipped name such as ba-calendar.

    Every instance is proven by trying every answer, and has right answers and near misses
    with it; of a spec with `write:`, it has a topic and constraints of its own, from pools or
    by the model that --judge names. The same seed gives the same instances, byte by byte,
    however often the run is broken off and goes on.
    """
    plan = load_plan(name)
    counts = Counts()
    with _writers(plan, judging) as writers:
        if judging["dry_run"]:
            rehearsed(plan, number, seed, writers)
            return
        with Progress(progress, lambda: f"{counts.instances} of {number} instances"):
            generate(plan, Folder(output), number, seed, counts, writers)
    click.echo(counts_text(counts, output), nl=False)


@contextmanager
def _writers(plan: Plan, judging: dict[str, Any]) -> Iterator[tuple[Writer, ...]]:
    """Open the models that write; none where none is named."""
    if not wanted_judges(judging):
        yield ()
        return
    if plan.write is None:
        raise click.UsageError(f"{plan.name} leaves nothing to a model: it has no `write`")
    base = Path(plan.program.source).parent
    with bench(judging, plan.program.judges, progress=False) as session:
        yield tuple(
            Writer(session, judge, plan.write, plan.program.lexicon, base)
            for judge in session.plan.judges
        )
