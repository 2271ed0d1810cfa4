"""`evalspec bench`: benchmarks drawn, proven and scored by one spec."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from typing import Any

import click

from evalspec.cli.judging import model_options
from evalspec.cli.output import opened, parse_targets, write_text
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


@command.command("prove")
@click.argument("name", metavar="BENCH")
@click.argument("data", metavar="DATA")
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help="text (default) or json, with every answer that fits. Repeatable.")  # fmt: skip
def prove(name: str, data: str, formats: tuple[str, ...]) -> None:
    """Tell which answers to a problem of your own fit: DATA is a file of its data.

    Every answer of the space of BENCH is tried, as for the instances that it draws.
    """
    from evalspec.bench import wording
    from evalspec.bench.plan import load_plan
    from evalspec.bench.proof import proven

    targets = parse_targets(formats or ("text",), ("text", "json"))
    plan = load_plan(name)
    found = proven(plan, data)
    for target in targets:
        if target.format == "text":
            write_text(target, wording.proof_text(found))
        else:
            text = json.dumps(wording.proven_data(found), indent=2, ensure_ascii=False)
            write_text(target, text + "\n")


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


@command.command("evaluate")
@click.argument("folder", metavar="DIR")
@click.argument("responses", required=False, metavar="[RESPONSES]")
@click.option("--model", metavar="NAME",
              help="Ask this model, a judge of --judges, for the answers; RESPONSES is written.")  # fmt: skip
@click.option("--spec", metavar="SPEC", help="Score by this spec instead of the one in DIR.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N instances.")
@click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True,
              help="Of the bootstrap; 0 for no intervals.")  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Write each scored answer as a JSON line.")
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help="text (default), json or html. Repeatable.")  # fmt: skip
@model_options
def evaluate(
    folder: str,
    responses: str | None,
    model: str | None,
    spec: str | None,
    limit: int | None,
    resamples: int,
    output: str | None,
    formats: tuple[str, ...],
    judging: dict[str, Any],
) -> None:
    """Score answers to the instances of DIR.

    RESPONSES holds rows with `id`, `response` and perhaps `model` (JSON lines, CSV, Parquet).
    A metric is a group of constraints; what is undetermined is not passed, and is counted.
    """
    from evalspec.bench import page, wording
    from evalspec.bench.evaluate import answered, figures
    from evalspec.bench.folder import Folder
    from evalspec.compare.bootstrap import Plan as Resampling

    if responses is None and model is None:
        raise click.UsageError("give RESPONSES, or --model NAME to ask for them")
    targets = parse_targets(formats or ("text",), ("text", "json", "html"))
    place = Folder(folder)
    lines = place.known(limit)
    plan = place.plan_for(spec)
    if model is not None:
        found = _asked(model, list(lines.values()), responses, judging, plan.program.judges)
    else:
        found = _responses(responses, lines)
    every = list(answered(plan, lines, found))
    with nullcontext() if output is None else opened(output) as stream:
        if stream is not None:
            scored = (json.dumps(wording.answer_line(one), ensure_ascii=False) for one in every)
            stream.writelines(f"{line}\n" for line in scored)
    made = figures(plan, every, len(lines), Resampling(resamples))
    for target in targets:
        if target.format == "text":
            text = wording.figures_text(made, plan.name)
        elif target.format == "json":
            text = (
                json.dumps(wording.figures_data(made, plan.name), indent=2, ensure_ascii=False)
                + "\n"
            )
        else:
            text = page.render(made, plan.name)
        write_text(target, text)


@command.command("differences")
@click.argument("folder", metavar="DIR")
@click.argument("spec", metavar="SPEC")
@click.argument("responses", required=False, metavar="[RESPONSES]")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N instances.")
@click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
              help="text (default) or json. Repeatable.")  # fmt: skip
def differences(
    folder: str, spec: str, responses: str | None, limit: int | None, formats: tuple[str, ...]
) -> None:
    """Show where SPEC parts from the spec in DIR, metric by metric.

    Both score RESPONSES, or the right answers and near misses of the certificates, in the
    first way of writing. Data and groups must be called alike in both specs.
    """
    from evalspec.bench import wording
    from evalspec.bench.differences import compared, probes
    from evalspec.bench.folder import Folder

    targets = parse_targets(formats or ("text",), ("text", "json"))
    place = Folder(folder)
    lines = place.known(limit)
    plan, other = place.plan(), place.plan_for(spec)
    found = list(
        compared(plan, other, lines, _responses(responses, lines) or probes(plan, lines.values()))
    )
    names = plan.name, other.name
    for target in targets:
        if target.format == "text":
            text = wording.differences_text(found, *names)
        else:
            data = wording.differences_data(found, *names)
            text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        write_text(target, text)


@command.command("export")
@click.argument("folder", metavar="DIR")
@click.option(
    "--to", "form", required=True, help="The form.",
    type=click.Choice(["jsonl", "huggingface", "inspect", "lm-eval"]),
)  # fmt: skip
@click.option(
    "-o", "--output", required=True, metavar="OUT", help="A file (jsonl), or a new folder."
)
@click.option("--licence", default="unknown", show_default=True, metavar="NAME",
              help="Of the instances, as the Hub calls it: cc-by-4.0.")  # fmt: skip
def export(folder: str, form: str, output: str, licence: str) -> None:
    """Write the instances of DIR for other tools.

    Folders hold the benchmark itself too: the tasks for Inspect and the LM Evaluation Harness
    score by its spec, as `bench evaluate` does, without a network.
    """
    from pathlib import Path

    from evalspec.bench.export import export
    from evalspec.bench.folder import Folder

    number = export(Folder(folder), form, Path(output), licence)
    click.echo(f"{number} instances in {output}")


def _responses(path: str | None, lines: dict[str, dict[str, Any]]) -> list[Any]:
    """Read answers to some instances, by their names or numbers."""
    from evalspec.bench.evaluate import read_responses

    numbers = {str(line["instance"]): name for name, line in lines.items()}
    return (
        [] if path is None else read_responses(path, {**numbers, **{name: name for name in lines}})
    )


def _asked(
    model: str, lines: list[dict[str, Any]], path: str | None, judging: dict[str, Any],
    known: dict[str, Any],
) -> list[Any]:  # fmt: skip
    """Ask a model for its answers, and keep them where they were to be."""
    from evalspec.bench.models import ask
    from evalspec.cli.judging import bench
    from evalspec.core.errors import Problem

    found = []
    with (
        bench({**judging, "judge_names": (model,)}, known) as session,
        nullcontext() if path is None else opened(path) as stream,
    ):
        for one in ask(session, session.plan.judges[0], lines):
            if isinstance(one, Problem):
                click.echo(f"error: {one.message}", err=True)
                continue
            found.append(one)
            if stream is not None:
                row = {"id": one.instance, "response": one.text, "model": one.model}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return found
