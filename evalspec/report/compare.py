"""A comparison as text, Markdown, CSV and JSON; the first two are the same tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from evalspec.compare.agents import AGENT
from evalspec.compare.bootstrap import FEWEST
from evalspec.compare.comparison import Comparison, Paired, Several
from evalspec.compare.debates import Course
from evalspec.compare.pairs.comparison import PairComparison
from evalspec.compare.pairs.scores import PairScores
from evalspec.compare.scores import Scores
from evalspec.compare.statistics import Figure
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.report.cells import csv_of, row
from evalspec.report.json import versioned

_NAMES = {
    "accuracy": "accuracy",
    "f1_satisfied": "F1 satisfied",
    "f1_unsatisfied": "F1 unsatisfied",
    "precision_satisfied": "precision satisfied",
    "recall_satisfied": "recall satisfied",
    "precision_unsatisfied": "precision unsatisfied",
    "recall_unsatisfied": "recall unsatisfied",
    "coverage": "coverage",
    "accuracy_decided": "accuracy of the decided",
    "kappa": "Cohen's kappa of the decided",
    "ac1": "Gwet's AC1 of the decided",
}
_COEFFICIENTS = ("kappa", "kappa_of_sides", "ac1")
"""Figures that are no shares: written as they are, not in per cent."""
_IN_GROUPS = ("accuracy", "f1_satisfied", "f1_unsatisfied", "coverage", "accuracy_decided",
              "kappa", "ac1")  # fmt: skip


_WIDE = 6
"""More voices than this stand one a row, with the figures that rank them."""
_RANKING = ("accuracy", "coverage", "kappa")


class Grid(Record, frozen=True):
    """A table to show: cells are text, the first column names the row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def text(comparison: Comparison) -> str:
    """Write the tables for a terminal."""
    return written(comparison, f"{comparison.items} items", map(aligned, grids(comparison)))


def markdown(comparison: Comparison) -> str:
    """Write the tables as Markdown."""
    return written(comparison, f"{comparison.items} items", map(marked, grids(comparison)))


def csv_text(comparison: Comparison | PairComparison) -> str:
    """Write one row a figure, of all items and of every group."""
    heads = ("reference", "voice", "field", "group", "n", "undetermined", "figure", "value",
             "low", "high", "reason")  # fmt: skip
    rows = (
        (comparison.reference, voice, field, group, found.n, found.undetermined, name,
         *("" if one is None else repr(one) for one in (figure.value, figure.low, figure.high)),
         figure.reason)
        for field, group, voice, found in _blocks(comparison)
        for name, figure in found.figures.items()
    )  # fmt: skip
    return csv_of(heads, rows)


RENDERERS: dict[str, Callable[[Comparison], str]] = {
    "text": text,
    "markdown": markdown,
    "json": versioned,
    "csv": csv_text,
}


def _blocks(
    comparison: Comparison | PairComparison,
) -> Iterator[tuple[str, str, str, Scores | PairScores]]:
    for voice, found in comparison.scores.items():
        yield "", "", voice, found
    for field, groups in comparison.groups.items():
        for group, voices in groups.items():
            for voice, found in voices.items():
                yield field, group, voice, found


# -- tables -------------------------------------------------------------------------------
def grids(comparison: Comparison) -> Iterator[Grid]:
    """Yield the tables of a comparison that have rows."""
    made = [_figures(comparison), _confusions(comparison)]
    made += [
        _by_agent(comparison) if field == AGENT else _grouped(comparison, field)
        for field in comparison.groups
    ]
    made += [_pairs(comparison), _several(comparison), debates(comparison.debates)]
    return (grid for grid in made if grid.rows)


def _figures(comparison: Comparison) -> Grid:
    scores = comparison.scores
    rows, every, notes = voice_rows(comparison, "responses", _NAMES)
    if not notes and scores and max(found.clusters for found in scores.values()) < FEWEST:
        notes.append(f"no intervals: fewer than {FEWEST} responses")
    if len(scores) > _WIDE:
        notes.append("all figures: `-f json`, `-f csv`")
        return _ranked(comparison, (*notes, *reasons_of(every)))
    heads = (f"against {comparison.reference}", *scores)
    return Grid(heads, tuple(rows) if scores else (), (*notes, *reasons_of(every)))


def voice_rows(
    comparison: Comparison | PairComparison, clusters: str, names: Mapping[str, str]
) -> tuple[list[tuple[str, ...]], list[Figure], list[str]]:
    """Return a row for every count and figure, all figures, and a note on their intervals."""
    scores: Collection[Scores | PairScores] = comparison.scores.values()
    rows = [
        ("n", *(str(found.n) for found in scores)),
        ("undetermined", *(str(found.undetermined) for found in scores)),
        (clusters, *(str(found.clusters) for found in scores)),
    ]
    rows += [
        (title, *(cell(name, found.figures[name], interval=True) for found in scores))
        for name, title in names.items()
    ]
    every = [figure for found in scores for figure in found.figures.values()]
    shown = any(figure.low is not None for figure in every)
    said = f"in brackets: {100 * comparison.level:g} % intervals, {clusters} resampled"
    return rows, every, [said] if shown else []


def _ranked(comparison: Comparison, notes: tuple[str, ...]) -> Grid:
    """Return three figures of every voice, the most accurate first."""
    found = sorted(
        comparison.scores.items(), key=lambda one: -(one[1].figures["accuracy"].value or 0.0)
    )
    rows = [
        (voice, str(one.n), *(cell(name, one.figures[name], interval=True) for name in _RANKING))
        for voice, one in found
    ]
    heads = (f"against {comparison.reference}", "n", *(_NAMES[name] for name in _RANKING))
    return Grid(heads, tuple(rows), notes)


def _confusions(comparison: Comparison) -> Grid:
    rows = [
        (f"{voice}, {comparison.reference} {truth}", *map(str, counts.values()))
        for voice, found in comparison.scores.items()
        for truth, counts in found.confusion.items()
    ]
    return Grid(("confusion", "satisfied", "unsatisfied", "undetermined"), tuple(rows))


def _grouped(comparison: Comparison, field: str) -> Grid:
    several = len(comparison.scores) > 1
    rows = []
    figures: list[Figure] = []
    for group, voices in comparison.groups[field].items():
        for voice, found in voices.items():
            figures += [found.figures[name] for name in _IN_GROUPS]
            broken = found.confusion[Outcome.UNSATISFIED.value]
            passed = (str(sum(broken.values())), str(broken[Outcome.SATISFIED.value]))
            cells = (cell(name, found.figures[name]) for name in _IN_GROUPS)
            title = f"{group or '(none)'}, {voice}" if several else group or "(none)"
            rows.append((title, str(found.n), str(found.undetermined), *passed, *cells))
    heads = (f"by {field}", "n", "undetermined", "violations", "passed", "accuracy",
             "F1 satisfied", "F1 unsatisfied",
             "coverage", "decided", "kappa", "AC1")  # fmt: skip
    return Grid(heads, tuple(rows), reasons_of(figures))


def _by_agent(comparison: Comparison) -> Grid:
    """Write for each constraint the share that is right of every voice that speaks to it."""
    voices = list(comparison.scores)
    rows = []
    for name, found in comparison.groups[AGENT].items():
        base = comparison.bases.get(name)
        if base is not None:
            shown = (f"{100 * share:.1f}" for share in (base.satisfied, base.chance))
            rows.append((name, str(base.n), *shown, *(_right(found[voice]) for voice in voices)))
    heads = ("right, by agent", "n", "satisfied", "chance", *voices)
    notes = (
        f"per cent; satisfied: share that {comparison.reference} finds so; chance: an answer drawn"
        " at that rate; in brackets: left undetermined, which is not right",
    )
    return Grid(heads, tuple(rows), notes)


def _right(found: Scores) -> str:
    share = found.figures["accuracy"].value
    if not found.n or share is None:
        return "-"
    return f"{100 * share:.1f}" + (f" ({found.undetermined})" if found.undetermined else "")


def debates(found: Sequence[Course]) -> Grid:
    """Write what debates took as they were held, and would have taken by other rules."""
    rows = [
        (one.start, str(one.calls), str(one.tokens), f"{one.cost:.4f}", str(one.decided),
         str(one.person), cell("same", one.same))
        for one in found
    ]  # fmt: skip
    heads = ("debates, by start", "calls", "tokens", "cost", "decided", "person", "same verdicts")
    notes = ("same verdicts: per cent of what the debates as held decide",) if rows else ()
    return Grid(heads, tuple(rows), notes)


def _pairs(comparison: Comparison) -> Grid:
    heads = ("pairs", "n", "both decided", "same", "kappa", "AC1", "only first right",
             "only second right", "McNemar p")  # fmt: skip
    rows = [_pair(pair) for pair in comparison.pairs]
    figures = [f for pair in comparison.pairs for f in (pair.same, pair.kappa, pair.ac1)]
    figures += [pair.mcnemar for pair in comparison.pairs if pair.mcnemar is not None]
    return Grid(heads, tuple(rows), reasons_of(figures))


def _pair(pair: Paired) -> tuple[str, ...]:
    right = ("" if n is None else str(n) for n in (pair.only_first_right, pair.only_second_right))
    p = "" if pair.mcnemar is None else _probability(pair.mcnemar)
    return (
        f"{pair.first}, {pair.second}", str(pair.n), str(pair.both_decided),
        cell("same", pair.same), cell("kappa", pair.kappa), cell("ac1", pair.ac1), *right, p,
    )  # fmt: skip


def _several(comparison: Comparison) -> Grid:
    found = comparison.several
    if found is None:
        return Grid((), ())
    notes = reasons_of([found.fleiss_kappa, found.krippendorff_alpha])
    return several(f"{len(found.voices)} voices", found, notes)


def several(who: str, found: Several | PairComparison, notes: tuple[str, ...] = ()) -> Grid:
    """Write how far more than two voices agree."""
    rows = (
        ("Fleiss' kappa", str(found.n_fleiss), cell("kappa", found.fleiss_kappa)),
        ("Krippendorff's alpha", str(found.n_krippendorff),
         cell("kappa", found.krippendorff_alpha)),
    )  # fmt: skip
    return Grid((who, "n", "value"), rows, notes)


# -- words ----------------------------------------------------------------------------------
def written(comparison: Comparison | PairComparison, counted: str, tables: Iterable[str]) -> str:
    """Write what was compared, and the tables below."""
    return "\n\n".join([opening(comparison, counted), *tables]) + "\n"


def opening(comparison: Comparison | PairComparison, counted: str) -> str:
    """Say what was compared with what."""
    unread = f", {comparison.unread} rows unread" if comparison.unread else ""
    reference = comparison.reference or "none: there is no label, and none was chosen"
    return f"{counted}{unread}; reference: {reference}"


def cell(name: str, figure: Figure, *, interval: bool = False) -> str:
    """Write a figure: a coefficient as it is, a share in per cent."""
    if figure.value is None:
        return "n/a"
    scale, form = (1, ".3f") if name in _COEFFICIENTS else (100, ".2f")
    shown = format(scale * figure.value, form)
    if interval and figure.low is not None and figure.high is not None:
        shown += f" [{format(scale * figure.low, form)}, {format(scale * figure.high, form)}]"
    return shown


def _probability(figure: Figure) -> str:
    if figure.value is None:
        return "n/a"
    return "< 0.0001" if figure.value < 0.0001 else f"{figure.value:.4f}"


def reasons_of(figures: Sequence[Figure]) -> tuple[str, ...]:
    """Return a note on why figures have no value; none when all have one."""
    reasons = dict.fromkeys(figure.reason for figure in figures if figure.value is None)
    return (f"n/a: {'; '.join(reasons)}",) if reasons else ()


def aligned(grid: Grid) -> str:
    """Write a table for a terminal."""
    lines = [grid.heads, *grid.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(grid.heads))]
    shown = [
        line[0].ljust(widths[0])
        + "".join(f"  {cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True))
        for line in lines
    ]
    return "\n".join([*(line.rstrip() for line in shown), *(f"  {note}" for note in grid.notes)])


def marked(grid: Grid) -> str:
    """Write a table as Markdown."""
    rule = "|---|" + "---:|" * (len(grid.heads) - 1)
    lines = [row(grid.heads), rule, *map(row, grid.rows)]
    return "\n".join(lines) + "".join(f"\n\n{note}" for note in grid.notes)
