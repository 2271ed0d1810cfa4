"""A comparison of pairs as text, Markdown, CSV, JSON and one HTML page; the tables are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from evalspec.compare.pairs.comparison import PairComparison
from evalspec.compare.pairs.items import PairItem
from evalspec.compare.pairs.scores import PairScores
from evalspec.compare.statistics import Figure
from evalspec.core.pair import Winner
from evalspec.core.span import Span
from evalspec.report.compare import (
    Grid,
    aligned,
    cell,
    csv_text,
    debates,
    marked,
    opening,
    reasons_of,
    several,
    voice_rows,
)
from evalspec.report.compare import written as with_opening
from evalspec.report.html.markup import Markup, element
from evalspec.report.json import versioned
from evalspec.report.pairs.html import marked as marked_text
from evalspec.report.pairs.html import page

_NAMES = {
    "agreement": "agreement, tie as a class",
    "agreement_of_all": "agreement, open is wrong",
    "agreement_of_sides": "agreement of sides",
    "coverage": "coverage",
    "kappa": "Cohen's kappa, tie as a class",
    "kappa_of_sides": "Cohen's kappa of sides",
}
_WINNERS = tuple(winner.value for winner in Winner)
_SHOWN = 20
"""Cycles and pairs of systems that a table lists."""


def text(comparison: PairComparison) -> str:
    """Write the tables for a terminal."""
    return with_opening(comparison, _counted(comparison), map(aligned, grids(comparison)))


def markdown(comparison: PairComparison) -> str:
    """Write the tables as Markdown."""
    return with_opening(comparison, _counted(comparison), map(marked, grids(comparison)))


def _counted(comparison: PairComparison) -> str:
    return f"{comparison.items} pairs on {comparison.requests} requests"


def html(comparison: PairComparison, items: Iterable[PairItem]) -> str:
    """Write the tables as a page, with both texts of every pair side by side below."""
    tables = [_table(grid) for grid in grids(comparison)]
    pairs = [_pair(item, comparison.reference) for item in items]
    return page(
        "Comparison of pairs",
        element("p", opening(comparison, _counted(comparison))),
        *tables,
        element("h2", "Pairs"),
        *pairs,
    )


def _table(grid: Grid) -> Markup:
    head = element("tr", *(element("th", one, scope="col") for one in grid.heads))
    rows = [
        element("tr", element("th", row[0], scope="row"), *(element("td", one) for one in row[1:]))
        for row in grid.rows
    ]
    table = element("table", element("thead", head), element("tbody", *rows))
    return element("section", table, *(element("p", note, class_="muted") for note in grid.notes))


def _pair(item: PairItem, reference: str) -> Markup:
    said = ", ".join(f"{voice}: {winner.value}" for voice, winner in item.said.items())
    truth = item.said.get(reference)
    differ = truth is not None and any(one is not truth for one in item.said.values())
    title = f"{item.key.row}  {item.key.criterion}".strip()
    head = element("summary", f"{'≠ ' if differ else ''}{title} — {said}")
    a, b = item.systems
    texts = Markup()
    if item.texts is not None:
        columns = [
            element(
                "div",
                element("h3", f"{name}  {system}".strip()),
                element("pre", marked_text(written, _used(item, side), {})),
            )
            for name, system, side, written in zip("AB", (a, b), "ab", item.texts, strict=True)
        ]
        texts = element("div", *columns, class_="texts")
    evidence = [
        element("pre", f"{voice}\n{rationale}")
        for voice, line in item.evidence.items()
        for rationale in [_rationales(line.get("judgements") or ())]
        if rationale
    ]
    return element("details", head, texts, *evidence)


def _used(item: PairItem, side: str) -> list[Span]:
    """Return where the numbers stand that rules counted in one of the two texts."""
    spans: list[Span] = []
    for line in item.evidence.values():
        found = line.get(side) or {}
        scopes = [scope for verdict in found.get("verdicts", ()) for scope in verdict["scopes"]]
        for ledger in (found, *scopes):
            cited = [one["cited"] for one in ledger.get("operands", ())]
            cited += ledger.get("offending", ())
            spans += [Span(*one["span"]) for one in cited if one is not None]
    return spans


def _rationales(judgements: Iterable[dict[str, object]]) -> str:
    return "\n\n".join(
        f"{one['first']} first: {one['outcome']}\n{one['rationale']}" for one in judgements
    )


# -- tables ---------------------------------------------------------------------------------------
def grids(comparison: PairComparison) -> list[Grid]:
    """Return the tables of a comparison that have rows."""
    made = [_figures(comparison), _confusions(comparison)]
    made += [_grouped(comparison, field) for field in comparison.groups]
    made += [_voices(comparison), _several(comparison), _habits(comparison), _spent(comparison)]
    made += [_ranks(comparison), _leads(comparison), _cycles(comparison)]
    made += [debates(comparison.debates), _rereadings(comparison), *_published(comparison)]
    return [grid for grid in made if grid.rows]


def _figures(comparison: PairComparison) -> Grid:
    scores = comparison.scores
    rows, figures, resampled = voice_rows(comparison, "requests", _NAMES)
    notes: list[str] = []
    if any(found.member for found in scores.values()):
        rows.append(("with the other members, where they agree", *map(_alone, scores.values())))
        notes.append("* a member of the reference: it agrees with itself as well")
    rows.append(("system level", *(_system(comparison, voice) for voice in scores)))
    notes += resampled
    heads = (f"against {comparison.reference}",
             *(f"{voice}{' *' if found.member else ''}" for voice, found in scores.items()))  # fmt: skip
    return Grid(heads, tuple(rows) if scores else (), (*notes, *reasons_of(figures)))


def _alone(found: PairScores) -> str:
    return "" if found.alone is None else f"{cell('alone', found.alone)} of {found.alone_n}"


def _system(comparison: PairComparison, voice: str) -> str:
    found = comparison.system_level[voice]
    return f"{cell('same', found.same)} of {found.n}" + (
        f" ({found.undecided} n/a)" if found.undecided else ""
    )


def _confusions(comparison: PairComparison) -> Grid:
    rows = [
        (f"{voice}, {comparison.reference} {truth}", *(str(counts[w]) for w in _WINNERS))
        for voice, found in comparison.scores.items()
        for truth, counts in found.confusion.items()
    ]
    return Grid(("confusion", *_WINNERS), tuple(rows))


def _grouped(comparison: PairComparison, field: str) -> Grid:
    rows = [
        (f"{group or '(none)'}, {voice}", str(found.n), str(found.undetermined),
         *(cell(name, found.figures[name]) for name in _NAMES))
        for group, voices in comparison.groups[field].items()
        for voice, found in voices.items()
    ]  # fmt: skip
    heads = (f"by {field}", "n", "undetermined", "agreement", "of all", "of sides", "coverage",
             "kappa", "kappa of sides")  # fmt: skip
    return Grid(heads, tuple(rows))


def _voices(comparison: PairComparison) -> Grid:
    rows = [
        (f"{one.first}, {one.second}", str(one.n),
         *(cell(name, figure) for name, figure in one.figures.items()))
        for one in comparison.pairs
    ]  # fmt: skip
    heads = ("two voices", "n", "agreement", "of sides", "kappa", "kappa of sides")
    return Grid(heads, tuple(rows))


def _several(comparison: PairComparison) -> Grid:
    if comparison.krippendorff_alpha.value is None:
        return Grid((), ())
    return several("all voices but debates", comparison)


def _habits(comparison: PairComparison) -> Grid:
    rows = [
        (voice, str(one.n), *(str(one.outcomes[winner]) for winner in _WINNERS),
         cell("open", one.open), _share(one.first_slot, one.first_slot_n),
         _share(one.swap, one.swap_n), _share(one.longer, one.longer_n))
        for voice, one in comparison.habits.items()
    ]  # fmt: skip
    heads = ("voice", "n", *_WINNERS, "left to people", "first slot", "same when swapped",
             "longer wins")  # fmt: skip
    notes = ("first slot, longer wins: shares of the sides named; longer: by a tenth of the words",)
    return Grid(heads, tuple(rows), notes)


def _share(figure: Figure, n: int) -> str:
    return "n/a" if figure.value is None else f"{100 * figure.value:.1f} % of {n}"


def _spent(comparison: PairComparison) -> Grid:
    rows = [
        (voice, str(one.calls), str(one.tokens_in), str(one.tokens_out), f"{one.cost:.4f}")
        for voice, one in comparison.habits.items()
        if one.tokens_in or one.calls
    ]
    return Grid(("spent", "calls", "tokens in", "tokens out", "cost"), tuple(rows))


def _ranks(comparison: PairComparison) -> Grid:
    rows = [
        (f"{voice}: {rank.system}", str(rank.wins), str(rank.losses), str(rank.ties),
         _strength(rank.bradley_terry), _strength(rank.newman))
        for voice, one in comparison.habits.items()
        for rank in one.ranks
    ]  # fmt: skip
    figures = [f for one in comparison.habits.values() for r in one.ranks
               for f in (r.bradley_terry, r.newman)]  # fmt: skip
    notes = ("logarithms of strengths around 0; Bradley-Terry without ties, Newman with them",)
    return Grid(("ranks", "won", "lost", "tied", "Bradley-Terry", "Newman"), tuple(rows),
                (*notes, *reasons_of(figures)))  # fmt: skip


def _strength(figure: Figure) -> str:
    if figure.value is None:
        return "n/a"
    shown = f"{figure.value:.4f}"
    if figure.low is None or figure.high is None:
        return shown
    return f"{shown} [{figure.low:.4f}, {figure.high:.4f}]"


def _leads(comparison: PairComparison) -> Grid:
    rows = [
        (f"{voice}: {lead.a}, {lead.b}", *(str(lead.counts.get(w, 0)) for w in _WINNERS[:3]),
         {"A": lead.a, "B": lead.b, "tie": "tie"}.get(lead.mode, "n/a: two lead"))
        for voice, one in comparison.habits.items()
        for lead in one.leads[:_SHOWN]
    ]  # fmt: skip
    more = any(len(one.leads) > _SHOWN for one in comparison.habits.values())
    notes = ("all of them: `-f json`",) if more else ()
    return Grid(("two systems", "first won", "second won", "tied", "leads"), tuple(rows), notes)


def _cycles(comparison: PairComparison) -> Grid:
    rows = [
        (voice, str(len(one.cycles)), "; ".join(" > ".join(each) for each in one.cycles[:_SHOWN]))
        for voice, one in comparison.habits.items()
        if one.cycles
    ]
    return Grid(("cycles of three systems", "number", "each beats the next"), tuple(rows))


def _rereadings(comparison: PairComparison) -> Grid:
    rows = [
        (one.reading, str(one.statements), str(one.ties_of_nothing), str(one.sides_of_nothing),
         str(one.off_menu), str(one.others))
        for one in comparison.rereadings
    ]  # fmt: skip
    heads = ("another reading", "statements", "ties where nothing is said",
             "sides where nothing is said", "off the menu", "another thing")  # fmt: skip
    return Grid(heads, tuple(rows))


def _published(comparison: PairComparison) -> Iterator[Grid]:
    for table in comparison.published:
        if table.missing:
            yield Grid((table.name, ""), (("not computed", table.missing),))
            continue
        rows = [
            (", ".join(values), *(
                f"{cell.same}/{cell.n} {cell.difference:+g}" if cell.n else "n/a" for cell in cells
            ))
            for values, cells in table.rows
        ]  # fmt: skip
        note = (f"items that agree, and their difference from the printed share: {table.exact} of"
                f" {table.cells} cells exact, {table.within_one} within one item")  # fmt: skip
        yield Grid((table.name, *table.voices), tuple(rows), (note,))


RENDERERS = {"text": text, "markdown": markdown, "json": versioned, "csv": csv_text}


def written(form: str, comparison: PairComparison, items: Sequence[PairItem]) -> str:
    """Write a comparison in a format."""
    return html(comparison, items) if form == "html" else RENDERERS[form](comparison)
