"""`evalspec bench`: benchmarks drawn, proven and scored by one spec."""

from __future__ import annotations

import sys

import click

from evalspec.cli.progress import Progress


@click.group("bench")
def command() -> None:
    """Draw instances of a problem, prove them, and score answers to them.

    One spec does all of it: its constraints prove which answers fit, name right ones and
    decide what is wrong with others. docs/benchmarks.md tells how to write one.
    """


@command.command("generate")
@click.argument("name", metavar="BENCH")
@click.option("-n", "--number", type=click.IntRange(1), default=100, show_default=True,
              help="How many instances.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="What chance rests on.")
@click.option("-o", "--output", required=True, metavar="DIR",
              help="A new folder, or one of the same benchmark to go on with.")  # fmt: skip
@click.option(
    "--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."
)
def generate(name: str, number: int, seed: int, output: str, progress: bool | None) -> None:
    """Draw instances of BENCH, a spec with `bench:` or a shipped name such as ba-calendar.

    Every instance is proven by trying every answer, and has right answers and near misses
    with it. The same seed gives the same instances, byte by byte, however often the run is
    broken off and goes on.
    """
    from evalspec.bench.folder import Folder
    from evalspec.bench.generate import Counts, generate
    from evalspec.bench.plan import load_plan
    from evalspec.bench.wording import counts_text

    counts = Counts()
    shown = sys.stderr.isatty() if progress is None else progress
    with Progress(shown, lambda: f"{counts.instances} of {number} instances"):
        generate(load_plan(name), Folder(output), number, seed, counts)
    click.echo(counts_text(counts, output), nl=False)


@command.command("verify")
@click.argument("folder", metavar="DIR")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N instances.")
@click.option("--answers", metavar="FILE",
              help="Also write the answers of the certificates, as `bench evaluate` reads them.")  # fmt: skip
@click.option(
    "--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."
)
@click.pass_context
def verify(
    ctx: click.Context, folder: str, limit: int | None, answers: str | None, progress: bool | None
) -> None:
    """Prove the instances of DIR again, and test the scorer on their certificates.

    The spec in DIR is what is tested: every right answer must pass and every near miss must
    fail on what it breaks, in every way of writing. The exit status is 1 when anything is
    not as it should be; an instance that was edited is an error.
    """
    from evalspec.bench.folder import Folder
    from evalspec.bench.verify import Verified, verify_folder
    from evalspec.bench.wording import verified_text

    counts = Verified()
    shown = sys.stderr.isatty() if progress is None else progress
    with Progress(shown, lambda: f"{counts.instances} instances, {len(counts.faults)} faults"):
        changed = verify_folder(Folder(folder), counts, limit, answers)
    for problem in changed:
        click.echo(f"changed: {problem.at.file}: {problem.message}", err=True)
    click.echo(verified_text(counts), nl=False)
    ctx.exit(int(bool(counts.faults or changed)))
