"""`evalspec bench evaluate`: answers scored, or asked of a model first; by rules, a model, or both."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import Any

import click

from evalspec.bench.evaluated.evaluate import Answered, answered, figures
from evalspec.bench.evaluated.models import ask
from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.voices import gathered, items_of, voiced
from evalspec.bench.evaluated.voices import recorded as read
from evalspec.bench.evaluated.ways import Taken, decide_in, ways_of
from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.plan import Plan
from evalspec.bench.shown import page, voices_text, wording
from evalspec.bench.shown.voices_text import planned
from evalspec.bench.shown.wording import answer_line, figures_data
from evalspec.cli import options
from evalspec.cli.bench.responses import responses_of
from evalspec.cli.judging import bench, model_options, wanted_judges
from evalspec.cli.output import Target, opened, parse_targets, write_forms, write_text
from evalspec.compare.bootstrap import Plan as Resampling
from evalspec.compare.items import Items
from evalspec.core.errors import Problem
from evalspec.judge.config import Judge
from evalspec.judge.session import Session
from evalspec.report import conflicts as listed
from evalspec.report.json import indented
from evalspec.report.results import record_line

Lines = dict[str, dict[str, Any]]
FORMATS = ("text", "json", "html")
LISTED = (*FORMATS, "markdown", "csv")
"""Formats of disagreements."""


@click.command("evaluate")
@click.argument("folder", metavar="DIR")
@click.argument("responses", required=False, metavar="[RESPONSES]")
@click.option("--model", metavar="NAME",
              help="Ask this model, a judge of --judges, for the answers; RESPONSES is written.")  # fmt: skip
@click.option("--judge", "judges", multiple=True, metavar="NAME",
              help="Let this judge decide what --by says. Repeatable.")  # fmt: skip
@click.option(
    "--by", "kinds", multiple=True, type=click.Choice(["rules", "atoms", "whole", "all"]),
    help="Who decides: rules alone; atoms (default with --judge): a model answers the questions"
    " inside constraints, the logic is ours; whole: a model decides each constraint; all: each way"
    " beside the others. Repeatable.",
)  # fmt: skip
@click.option("--recorded", multiple=True, metavar="FILE",
              help="Take verdicts that --verdicts wrote; nothing is decided. Repeatable.")  # fmt: skip
@click.option("--verdicts", metavar="FILE",
              help="Write what each way says: for --recorded, `evalspec compare`, `report`.")  # fmt: skip
@click.option("--disagreements", is_flag=True,
              help="List what the ways, or people, decide differently, with the evidence.")  # fmt: skip
@click.option("--spec", metavar="SPEC", help="Score by this spec instead of the one in DIR.")
@options.limit
@options.resamples
@click.option("--output", "-o", metavar="FILE", help="Write each scored answer as a JSON line.")
@options.forms("text (default), json, html; disagreements also markdown, csv.")
@model_options
def command(
    folder: str,
    responses: str | None,
    model: str | None,
    judges: tuple[str, ...],
    kinds: tuple[str, ...],
    recorded: tuple[str, ...],
    verdicts: str | None,
    disagreements: bool,
    spec: str | None,
    limit: int | None,
    resamples: int,
    output: str | None,
    formats: tuple[str, ...],
    judging: dict[str, Any],
) -> None:
    """Score answers to the instances of DIR.

    RESPONSES holds rows with `id`, `response`, perhaps `model`, and `labels`: what a person says
    of constraints, by their ids (JSON lines, CSV, Parquet). A metric is a group of constraints;
    what is undetermined is neither passed nor failed, and is counted.
    """
    _check(responses, model, judges, kinds, recorded)
    targets = parse_targets(formats or ("text",), LISTED if disagreements else FORMATS)
    place = Folder(folder)
    lines = place.known(limit)
    plan = place.plan_for(spec)
    resampling = Resampling(resamples)
    if recorded:
        _write_voices(
            plan, read(recorded, lines), {}, lines, resampling, output, targets, disagreements
        )
        return
    names = tuple(filter(None, (model, *judges)))
    asking = wanted_judges({**judging, "judge_names": names, "no_llm": False})
    with (
        bench({**judging, "judge_names": names}, plan.program.judges) if asking else nullcontext()
    ) as session:
        answers = _answers(session, model, lines, responses)
        labelled = any(one.labels for one in answers)
        if not judges and not labelled and not kinds and verdicts is None:
            _write_rules(plan, lines, answers, resampling, output, targets)
            return
        asked = session.plan.judges[model is not None :] if session is not None else ()
        decided = _decided(session, plan, kinds, asked, lines, answers, verdicts)
    if decided is None:
        return
    _write_voices(plan, *decided, lines, resampling, output, targets, disagreements)


def _check(
    responses: str | None, model: str | None, judges: Sequence[str], kinds: Sequence[str],
    recorded: Sequence[str],
) -> None:  # fmt: skip
    """Raise for options that make no sense together."""
    if recorded and (responses or model or judges or kinds):
        raise click.UsageError(
            "--recorded takes the answers with their verdicts: give nothing else to decide"
        )
    if responses is None and model is None and not recorded:
        raise click.UsageError("give RESPONSES, or --model NAME to ask for them")
    asking = [kind for kind in kinds if kind != "rules"]
    if asking and not judges:
        raise click.UsageError(f"--by {asking[0]} needs --judge NAME: no judge is chosen for you")


# -- answers -----------------------------------------------------------------------------------
def _answers(session: Any, model: str | None, lines: Lines, path: str | None) -> Sequence[Response]:
    """Read answers, or ask a model for them and keep them where they were to be."""
    if model is None:
        return responses_of(path, lines)
    found = []
    with nullcontext() if path is None else opened(path) as stream:
        for one in ask(session, session.plan.judges[0], list(lines.values())):
            if isinstance(one, Problem):
                click.echo(f"error: {one.message}", err=True)
                continue
            found.append(one)
            if stream is not None:
                row = {"id": one.instance, "response": one.text, "model": one.model}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return found


# -- by rules ----------------------------------------------------------------------------------
def _write_rules(
    plan: Plan, lines: Lines, answers: Iterable[Response], resampling: Resampling,
    output: str | None, targets: Sequence[Target],
) -> None:  # fmt: skip
    every = list(answered(plan, lines, answers))
    _keep(output, [("", one) for one in every])
    made = figures(plan, every, len(lines), resampling)
    write_forms(targets, {
        "text": lambda: wording.figures_text(made, plan.name),
        "json": lambda: indented(wording.figures_data(made, plan.name)),
        "html": lambda: page.render(made, plan.name),
    })  # fmt: skip


def _keep(output: str | None, every: Iterable[tuple[str, Answered]]) -> None:
    """Write scored answers, each with the voice that scored it."""
    if output is None:
        return
    with opened(output) as stream:
        for voice, one in every:
            data = {**answer_line(one), **({"voice": voice} if voice else {})}
            stream.write(json.dumps(data, ensure_ascii=False) + "\n")


# -- by several voices -------------------------------------------------------------------------
def _decided(
    session: Session | None, plan: Plan, kinds: Sequence[str], judges: Sequence[Judge],
    lines: Lines, answers: Sequence[Response], verdicts: str | None,
) -> tuple[Items, dict[str, Taken]] | None:  # fmt: skip
    """Decide answers in every way that is asked for; None when nothing was to be sent."""
    ways = ways_of(kinds or (("atoms",) if judges else ("rules",)), judges)
    results, taken = decide_in(session, plan, ways, lines, answers)
    if session is not None and session.dry_run:
        click.echo(planned(plan.name, taken) if answers else "no answers to decide yet", nl=False)
        return None
    if verdicts is not None:
        with opened(verdicts) as stream:
            stream.writelines(record_line(one, with_response=True) for one in results)
    return items_of(results), taken if judges else {}


def _write_voices(
    plan: Plan, items: Items, taken: dict[str, Taken], lines: Lines, resampling: Resampling,
    output: str | None, targets: Sequence[Target], disagreements: bool,
) -> None:  # fmt: skip
    _keep(output, ((v, one) for v in items.voices for one in voiced(plan, items, v, lines)))
    found = gathered(plan, items, taken, lines, resampling)
    for target in targets:
        if target.format == "html":
            text = page.render(found.figures, plan.name, found)
        elif disagreements:
            text = listed.RENDERERS[target.format](found.conflicts)
        elif target.format == "text":
            text = voices_text.text(found)
        else:
            text = indented({**figures_data(found.figures, plan.name), **voices_text.data(found)})
        write_text(target, text)
