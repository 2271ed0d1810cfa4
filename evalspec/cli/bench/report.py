"""`evalspec bench report`: the card of a benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evalspec.bench.evaluated.evaluate import Figures, answered, figures
from evalspec.bench.evaluated.voices import recorded, voiced_figures
from evalspec.bench.kept.folder import Folder
from evalspec.bench.shown import card_page, card_text
from evalspec.bench.shown.card import card_of
from evalspec.cli import options
from evalspec.cli.bench.responses import responses_of
from evalspec.cli.output import parse_targets, write_forms
from evalspec.compare.bootstrap import Plan as Resampling
from evalspec.compare.files import is_run
from evalspec.judge.config import Price, declared, price_of
from evalspec.report.json import indented


@click.command("report")
@click.argument("folder", metavar="DIR")
@click.argument("answers", nargs=-1, metavar="[ANSWERS]...")
@click.option("--transcript", "transcripts", multiple=True, metavar="FILE",
              type=click.Path(path_type=Path),
              help="Count what was asked, from a transcript of --record. Repeatable.")  # fmt: skip
@click.option("--judges", "judges_file", metavar="FILE",
              help="Judges with the prices of the models (YAML).")  # fmt: skip
@options.resamples
@options.forms("html (default: report.html), markdown or json.")
def command(
    folder: str,
    answers: tuple[str, ...],
    transcripts: tuple[Path, ...],
    judges_file: str | None,
    resamples: int,
    formats: tuple[str, ...],
) -> None:
    """Write the card of the benchmark in DIR.

    Coverage of parameters and of pairs of values, near duplicates, constrainedness, what was
    kept and dropped and why, checks, and how hard it is: ANSWERS are answers, scored by the rules, or
    verdicts that `bench evaluate --verdicts` wrote. The page is one file without any script.
    """
    targets = parse_targets(formats or ("html",), ("html", "markdown", "json"))
    place = Folder(folder)
    place.known()
    card = card_of(
        place, _figures(place, answers, resamples), transcripts, _prices(place, judges_file)
    )
    forms = {"html": card_page.render, "markdown": card_text.markdown,
             "json": lambda card: indented(card_text.data(card))}  # fmt: skip
    write_forms(targets, forms, card)


def _figures(place: Folder, paths: tuple[str, ...], resamples: int) -> list[Figures]:
    lines, plan, resampling = place.known(), place.plan(), Resampling(resamples)
    verdicts = [path for path in paths if is_run(Path(path))]
    found: list[Any] = []
    for path in paths:
        if path not in verdicts:
            every = list(answered(plan, lines, responses_of(path, lines)))
            found += figures(plan, every, len(lines), resampling)
    if verdicts:
        found += voiced_figures(plan, recorded(verdicts, lines), lines, resampling)
    return found


def _prices(place: Folder, path: str | None) -> dict[str, Price]:
    """Return the prices of the models that judges name."""
    known = declared(place.plan().program.judges, path or "")
    found = {str(given.get("model", "")): price_of(given) for given in known.values()}
    return {model: price for model, price in found.items() if price is not None}
