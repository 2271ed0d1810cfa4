"""`evalspec perturb`: responses made worse in a known way, and scales that say less."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from evalspec import api
from evalspec.author.perturb.pairs import (
    Perturbed,
    Wanted,
    confirmed,
    kinds_of,
    pair_data,
    perturbed,
    response_data,
    sources,
)
from evalspec.author.perturb.scales import CHANGES, perturb_scale, read_scale, scale_text
from evalspec.cli import options
from evalspec.cli.output import Target, write_text
from evalspec.compare.load import load
from evalspec.compare.people.label import read_labels
from evalspec.compare.people.wording import load_questions
from evalspec.run.adapter import load_adapter


@click.command("perturb")
@click.argument("runs", nargs=-1, metavar="[RUN]...", type=click.Path(path_type=Path))
@click.option("--output", "-o", metavar="OUT", help="Where to write; a folder for --criterion.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND",
              help="Only these: missing, redundant, duplicated, order, goal, constraint; of a "
              "criterion shortened, masked, shuffled, flipped, gibberish. Repeatable.")  # fmt: skip
@click.option("--spec", "-s", metavar="SPEC",
              help="For kind constraint: the spec of which rules prove a constraint broken.",
              )  # fmt: skip
@options.labels("who say which originals are good.")
@click.option("--questions", "wordings", default="script", show_default=True, metavar="NAME",
              help="The set of questions that says what breaks what (docs/people.md).")  # fmt: skip
@click.option("--number", "-n", type=click.IntRange(1), default=1, show_default=True, metavar="N",
              help="Pairs of each response and kind, at most.")  # fmt: skip
@click.option("--as", "form", type=click.Choice(["pairs", "responses"]), default="pairs",
              show_default=True, help="Write both sides, or the worse one with its verdict.",
              )  # fmt: skip
@click.option("--criterion", metavar="NAME",
              help="Change this scale instead: a name of specs/criteria, or a file.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="Seed of all choices.")  # fmt: skip
@options.dataset
def command(
    runs: tuple[Path, ...],
    output: str | None,
    kinds: tuple[str, ...],
    spec: str | None,
    labels: tuple[Path, ...],
    wordings: str,
    number: int,
    form: str,
    criterion: str | None,
    seed: int,
    dataset: str | None,
) -> None:
    """Make the responses of RUN worse, one thing at a time: pairs of which one is better.

    RUN is what `evalspec run -o --with-responses` wrote. `better` is empty until people have
    labelled the original as good (--labels), or rules prove that a constraint was met and is
    broken (--spec). The same seed gives the same pairs.
    """
    if criterion is not None:
        _scales(criterion, kinds, seed, output)
        return
    if not runs:
        raise click.UsageError("name results of `evalspec run -o`, or a `--criterion`")
    questions = load_questions(wordings)
    _check_kinds(kinds, kinds_of(questions))
    items = load(runs, load_adapter(dataset) if dataset else None)
    given = sources(items)
    good = confirmed(items, read_labels(labels), questions)
    program = None
    if spec is not None:
        program = api.load(spec).program
    found = list(perturbed(given, Wanted(questions, kinds, number, seed), good, program))
    _write([pair_data(one) if form == "pairs" else response_data(one, questions)
            for one in found], output)  # fmt: skip
    _summary(found, len(given), output)


def _check_kinds(kinds: Sequence[str], known: Mapping[str, object]) -> None:
    for kind in kinds:
        if kind not in known:
            message = f"{kind!r} is not one of {', '.join(known)}"
            raise click.BadParameter(message, param_hint="--kind")


def _write(rows: Sequence[object], output: str | None) -> None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_text(Target("jsonl", output or ""), lines)


def _summary(found: Sequence[Perturbed], number: int, output: str | None) -> None:
    """Say how many there are of each kind, and of how many the better side is known."""
    made = Counter(one.kind for one in found)
    known = Counter(one.kind for one in found if one.better)
    for kind, count in made.items():
        click.echo(f"{kind:<12}{count:5}  {known[kind]} known", err=not output)
    if not found:
        click.echo(f"nothing could be changed in {number} responses", err=True)


def _scales(name: str, kinds: Sequence[str], seed: int, output: str | None) -> None:
    _check_kinds(kinds, CHANGES)
    scale = read_scale(name)
    wanted = kinds or tuple(CHANGES)
    if not output and len(wanted) > 1:
        raise click.UsageError("several files need a folder: `-o FOLDER`")
    if output:
        Path(output).mkdir(parents=True, exist_ok=True)
    for kind in wanted:
        made = perturb_scale(scale, kind, seed)
        path = str(Path(output, f"{made['criterion']}.yaml")) if output else ""
        write_text(Target("yaml", path), scale_text(made))
        if path:
            click.echo(path)
