"""`evalspec compare`: verdicts of several methods and labels, set beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalspec.cli.output import Target, parse_targets, write_text

if TYPE_CHECKING:
    from evalspec.compare.items import Items

FORMATS = ("text", "json", "markdown", "csv")


@click.command("compare")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--dataset", "-d", metavar="ADAPTER",
              help="How to read verdicts in files that `run` did not write.")  # fmt: skip
@click.option("--reference", "-r", default="", metavar="VOICE",
              help="Label or method to compare with (default: the first label).")  # fmt: skip
@click.option("--by", multiple=True, metavar="FIELD",
              help="Figures by group too: a field of the data set, or `kind`. Repeatable.")  # fmt: skip
@click.option(
    "--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
    help=f"How to write them: {', '.join(FORMATS)}; with a file after a colon. Repeatable.",
)  # fmt: skip
@click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True,
              metavar="N", help="Resamples for the intervals; 0 for none.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="Seed of the resamples.")  # fmt: skip
@click.option("--audit", default="", metavar="JUDGE",
              help="Audit the arithmetic in the rationales of a judge instead.")  # fmt: skip
@click.option("--vocabulary", multiple=True, metavar="NAME",
              help="Words of a domain, for --audit. Repeatable.")  # fmt: skip
def command(
    runs: tuple[Path, ...],
    dataset: str | None,
    reference: str,
    by: tuple[str, ...],
    formats: tuple[str, ...],
    resamples: int,
    seed: int,
    audit: str,
    vocabulary: tuple[str, ...],
) -> None:
    """Compare verdicts of rules, judges and people on the same constraints.

    RUN is what `evalspec run -o` wrote, or any table of verdicts that --dataset describes.
    Every file is a method, called by its name; every label column is one too. What was left
    undetermined is not right, and is no part of kappa and AC1.
    """
    from evalspec.compare.bootstrap import Plan
    from evalspec.compare.comparison import compare
    from evalspec.compare.load import load
    from evalspec.report.compare import RENDERERS
    from evalspec.run.adapter import load_adapter

    targets = parse_targets(formats or ("text",), FORMATS)
    items = load(runs, load_adapter(dataset) if dataset else None)
    if audit:
        _audit(items, audit, reference, vocabulary, targets)
        return
    found = compare(items, reference, by, Plan(resamples, seed))
    for target in targets:
        write_text(target, RENDERERS[target.format](found))


def _audit(
    items: Items, judge: str, reference: str, vocabulary: Sequence[str], targets: Sequence[Target]
) -> None:
    from evalspec.compare.audit import audit
    from evalspec.compare.comparison import choose_reference
    from evalspec.report.audit import RENDERERS
    from evalspec.vocabulary.load import load_lexicon

    choose_reference(items, judge)
    lexicon = load_lexicon(vocabulary, None, None).lexicon
    found = list(audit(items, judge, choose_reference(items, reference), lexicon))
    for target in targets:
        write_text(target, RENDERERS[target.format](found))
