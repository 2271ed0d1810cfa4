"""`evalspec compare`: verdicts of several methods and labels, set beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from evalspec.cli import options
from evalspec.cli.output import Target, parse_targets, write_forms, write_text
from evalspec.compare.agents import AGENT
from evalspec.compare.audit import Audit, audit
from evalspec.compare.bootstrap import Plan
from evalspec.compare.changes import changes
from evalspec.compare.comparison import check_fields, choose_reference, compare
from evalspec.compare.conflicts import conflicts
from evalspec.compare.items import DECIDED, Items
from evalspec.compare.load import load
from evalspec.compare.pairs.comparison import compare_pairs
from evalspec.compare.pairs.items import PairItems
from evalspec.compare.pairs.load import are_pairs, load_pairs
from evalspec.compare.people.label import read_labels
from evalspec.compare.people.subject import Subjects
from evalspec.compare.people.voices import add_people, sort_labels
from evalspec.report.audit import RENDERERS as AUDITS
from evalspec.report.changes import RENDERERS as CHANGES
from evalspec.report.compare import RENDERERS as FIGURES
from evalspec.report.conflicts import RENDERERS as CONFLICTS
from evalspec.report.pairs.compare import written
from evalspec.report.people import told_labels
from evalspec.run.adapter import Adapter, load_adapter
from evalspec.vocabulary.load import load_lexicon

FORMATS = ("text", "json", "markdown", "csv", "html")


@click.command("compare")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@options.dataset
@click.option("--reference", "-r", default="", metavar="VOICE",
              help="Label or method to compare with (default: the first label).")  # fmt: skip
@click.option("--by", multiple=True, metavar="FIELD",
              help="Figures by group too: a field of the data set, `kind`, or `agent` (each"
              " agent of a panel by constraint, with base rates); of pairs, several"
              " fields at once (a,b). Repeatable.")  # fmt: skip
@options.forms(f"How to write them: {', '.join(FORMATS)}; with a file after a colon.")
@click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True,
              metavar="N", help="Resamples for the intervals; 0 for none.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="Seed of the resamples.")  # fmt: skip
@options.labels("(see `evalspec label`): each a voice, together the reference.")
@click.option("--disagreements", is_flag=True,
              help="List every item on which they differ, with the evidence of each, instead.")  # fmt: skip
@click.option("--changes", is_flag=True,
              help="What became better and worse from the first run to the second, instead.",
              )  # fmt: skip
@click.option("--fail-on-regression", is_flag=True,
              help="With --changes: status 1 when more became worse than better, beyond chance.",
              )  # fmt: skip
@click.option("--alpha", type=click.FloatRange(0, 1), default=0.05, show_default=True,
              metavar="P", help="What counts as chance; 1 for none.")  # fmt: skip
@click.option("--audit", "audits", multiple=True, metavar="JUDGE",
              help="Audit the arithmetic in the rationales of a judge instead. Repeatable.")  # fmt: skip
@click.option("--vocabulary", multiple=True, metavar="NAME",
              help="Words of a domain, for rationales. Repeatable.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    runs: tuple[Path, ...],
    dataset: str | None,
    reference: str,
    by: tuple[str, ...],
    formats: tuple[str, ...],
    resamples: int,
    seed: int,
    labels: tuple[Path, ...],
    disagreements: bool,
    changes: bool,
    fail_on_regression: bool,
    alpha: float,
    audits: tuple[str, ...],
    vocabulary: tuple[str, ...],
) -> None:
    """Compare verdicts of rules, judges and people on the same constraints.

    RUN is what `evalspec run -o` wrote, or any table of verdicts that --dataset describes.
    Every file is a method, called by its name; every label column is one too. What was left
    undetermined is not right, and is no part of kappa and AC1.

    Of pairs it writes agreement with ties as a class and of sides alone, ranks of the systems,
    and what each voice does whatever is right (docs/pairs.md).
    """
    targets = parse_targets(formats or ("text",), FORMATS)
    adapter = load_adapter(dataset) if dataset else None
    if are_pairs(runs, adapter):
        if changes or fail_on_regression or audits or disagreements:
            raise click.UsageError("pairs are compared by their figures alone")
        pairs = load_pairs(runs, adapter)
        reference = chosen_reference(pairs, reference, labels)
        _pairs(pairs, adapter, reference, by, Plan(resamples, seed), targets)
        return
    if any(target.format == "html" for target in targets):
        raise click.UsageError("-f html shows pairs; `evalspec report` shows single responses")
    items = load(runs, adapter, agents=AGENT in by)
    reference = chosen_reference(items, reference, labels)
    if changes or fail_on_regression:
        regressed = _changed(items, reference, alpha, targets)
        ctx.exit(1 if fail_on_regression and regressed else 0)
    if audits:
        _audited(items, audits, reference, vocabulary, by, targets)
        return
    if disagreements:
        _listed(items, reference, vocabulary, targets)
        return
    write_forms(targets, FIGURES, compare(items, reference, by, Plan(resamples, seed)))


def _pairs(
    items: PairItems, adapter: Adapter | None, reference: str, by: Sequence[str], plan: Plan,
    targets: Sequence[Target],
) -> None:  # fmt: skip
    """Write the figures of voices on pairs."""
    published = adapter.published if adapter is not None else ()
    found = compare_pairs(items, reference, by, plan, published)
    for target in targets:
        write_text(target, written(target.format, found, list(items.by_key.values())))


def chosen_reference(items: Subjects, name: str, labels: Sequence[Path]) -> str:
    """Return the voice to compare with; what people decided stands over it."""
    if not labels:
        return choose_reference(items, name)
    found = sort_labels(items, read_labels(labels))
    is_person = name in {label.person for label in found.labels} - {""}
    reference = "" if is_person else choose_reference(items, name)
    differ = add_people(items, found.labels, reference)
    for line in told_labels(found, differ):
        click.echo(line, err=True)
    return name if is_person else DECIDED


def _changed(items: Items, reference: str, alpha: float, targets: Sequence[Target]) -> bool:
    """Write what changed from one run to the other; return whether it became worse."""
    found = changes(items, reference)
    write_forms(targets, CHANGES, found)
    return found.regressed(alpha)


def _audited(
    items: Items, judges: Sequence[str], reference: str, vocabulary: Sequence[str],
    by: Sequence[str], targets: Sequence[Target],
) -> None:  # fmt: skip
    """Write the audit of judges, counted by groups where that is asked for."""
    lexicon = load_lexicon(vocabulary, None, None).lexicon
    check_fields(items, by)
    found: list[Audit] = []
    for judge in dict.fromkeys(judges):
        choose_reference(items, judge)
        found += audit(items, judge, reference, lexicon, by)
    write_forms(targets, AUDITS, found, by)


def _listed(
    items: Items, reference: str, vocabulary: Sequence[str], targets: Sequence[Target]
) -> None:
    """Write what the voices disagree on."""
    listed = list(conflicts(items, reference, load_lexicon(vocabulary, None, None).lexicon))
    write_forms(targets, CONFLICTS, listed)
