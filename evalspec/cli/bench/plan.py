"""`evalspec bench plan`: a task in words → the spec of a benchmark to edit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from evalspec.author.lint import report
from evalspec.bench.drafted.plan_folder import SPEC, SPENT, PlanFolder
from evalspec.bench.drafted.planning import EXAMPLE, Planned, Planner, planned, rehearsed, started
from evalspec.cli.input import cases
from evalspec.cli.judging import bench, model_options


@click.command("plan")
@click.argument("task", required=False, metavar="[TASK]")
@click.option("--judge", "model", metavar="NAME",
              help="Let this model, a judge of --judges, draft the spec.")  # fmt: skip
@click.option("--from", "start", metavar="NAME",
              help="A benchmark to start from: without --judge it is taken as it is; with it, it shows"
              " the model the form.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 20), default=3, show_default=True,
              help="Drafts at most.")  # fmt: skip
@click.option("-o", "--output", metavar="DIR", required=True,
              help="A new folder, or one of the same plan to go on with.")  # fmt: skip
@model_options
@click.pass_context
def command(
    ctx: click.Context, task: str | None, model: str | None, start: str | None, rounds: int,
    output: str, judging: dict[str, Any],
) -> None:  # fmt: skip
    """Draft the spec of a benchmark in DIR, for a person to edit.

    TASK is a file that says what the problem is, or `-`. The model writes YAML, never code. Each
    draft is compiled, linted, tested and tried on drawn instances (`evalspec bench review`); what is
    wrong goes back with its messages, and what remains is shown. DIR keeps every draft, every reply
    and the state, so that the same command goes on where it stopped, and nothing is asked twice.

    \b
    Exit status: 0 nothing remains to mend; 1 something remains, or a limit was reached;
    2 the model cannot be asked, or the input is unusable.
    """  # noqa: D301
    words = "" if task is None else next(cases([task])).response
    if model is None:
        if start is None:
            raise click.UsageError("needs --judge NAME, a model that drafts, or --from NAME")
        found = started(PlanFolder(output), start, words)
    elif not words.strip():
        raise click.UsageError("needs TASK, a file that says what the problem is")
    else:
        made = _by_model(words, model, start, rounds, output, judging)
        if made is None:
            return
        found = made
    click.echo(_told(found, output), nl=False)
    ctx.exit(int(bool(found.problems) or found.stopped))


def _by_model(
    words: str, model: str, start: str | None, rounds: int, output: str, judging: dict[str, Any]
) -> Planned | None:
    """Let a model draft; nothing comes of a dry run."""
    folder = PlanFolder(output)
    with bench({**judging, "judge_names": (model,)}, {}) as session:
        planner = Planner(session, session.plan.judges[0], words, start or EXAMPLE)
        if session.dry_run:
            rehearsed(planner, rounds)
            return None
        folder.begin(words, planner.about)
        session.spent.keep_in(folder.path / SPENT)
        return planned(planner, folder, rounds)


def _told(found: Planned, output: str) -> str:
    """Say what each round came to, and what remains."""
    spec = str(Path(output) / SPEC)
    lines = [
        f"draft {n}: {count or 'no'} problem{'' if count == 1 else 's'}\n"
        for n, count in enumerate(found.rounds, 1)
    ]
    if found.stopped:
        lines.append("stopped at the limit: the same command goes on\n")
    if found.edited:
        lines.append(f"{spec} was edited before, and is kept as it is\n")
    placed = [replace(one, at=replace(one.at, file=spec)) for one in found.problems]
    if found.rounds:
        lines.append(report.text(placed, (), 1) if placed else f"{spec}: nothing is left to mend\n")
    return "".join(lines)
