"""Several voices beside each other as tables: figures, what they took, how far they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from evalspec.bench.evaluated.evaluate import Figures, Rate
from evalspec.bench.evaluated.voices import EVERY, Agreeing, Voices
from evalspec.bench.evaluated.ways import Taken
from evalspec.bench.shown.wording import figures_text, rate_text
from evalspec.compare.statistics import Figure
from evalspec.judge.budget import amount
from evalspec.report.compare import Grid, aligned, grids
from evalspec.report.rounding import many


def text(found: Voices) -> str:
    """Write all tables for a terminal."""
    if len(found.figures) == len({one.model for one in found.figures}):  # one voice
        costs = [aligned(_costs(found)) + "\n"] if found.taken else []
        return "\n".join([figures_text(found.figures, found.name), *costs])
    blocks = [aligned(grid) for grid in tables(found)]
    differ = many(len(found.conflicts), "disagreement")
    blocks.append(f"{differ}: `--disagreements` lists what each voice says and why")
    return "\n\n".join(blocks) + "\n"


def data(found: Voices) -> dict[str, Any]:
    """Return what the voices took and how far they agree as plain data."""
    return {
        "taken": {voice: taken_data(taken) for voice, taken in found.taken.items()},
        "agreement": [msgspec.to_builtins(one) for one in found.agreeing],
        "against": None if found.against is None else msgspec.to_builtins(found.against),
        "disagreements": [
            {
                "item": one.item.key.short,
                "row": one.item.key.row,
                "text": one.item.text,
                "constraint": one.item.key.constraint,
                "group": one.item.groups["group"],
                "said": {voice: outcome.value for voice, outcome in one.said.items()},
            }
            for one in found.conflicts
        ],
    }


def taken_data(taken: Taken) -> dict[str, Any]:
    """Return what a way took as plain data."""
    cost = taken.cost
    return {
        "calls": taken.calls, "unanswered": taken.unanswered, "tokens_in": taken.tokens_in,
        "tokens_out": taken.tokens_out, "cost": None if cost is None else float(cost),
    }  # fmt: skip


def planned(name: str, taken: Mapping[str, Taken]) -> str:
    """Say what each way would ask, where nothing was sent."""
    rows = [
        (voice, str(one.calls), "no prices" if one.most is None else amount(one.most))
        for voice, one in taken.items()
    ]
    return aligned(Grid((f"{name}: dry run", "calls", "cost at most"), tuple(rows))) + "\n"


# -- tables ------------------------------------------------------------------------------------
def tables(found: Voices) -> Iterator[Grid]:
    """Yield the tables: figures of each model, what the ways took, agreement."""
    for model in dict.fromkeys(one.model for one in found.figures):
        ones = [one for one in found.figures if one.model == model]
        yield _metrics(found.name, ones)
        yield _by_constrainedness(ones)
    yield from beside(found)


def beside(found: Voices) -> Iterator[Grid]:
    """Yield what voices took, how far they agree, and how far with people."""
    if found.taken:
        yield _costs(found)
    if found.agreeing:
        yield _agreement(found.agreeing)
    if found.against is not None:
        yield from (one for one in grids(found.against) if one.heads[0] not in _OWN)


_OWN = ("pairs",)
"""Tables of a comparison that stand here in our own form."""


def _metrics(name: str, ones: Sequence[Figures]) -> Grid:
    first = ones[0]
    rows: list[tuple[str, ...]] = [
        ("pass all", *(rate_text(one.passed) for one in ones)),
        ("fraction passed", *map(_fraction, ones)),
    ]
    rows += _rates("  ", [one.metrics for one in ones])
    rows += _rates("apart: ", [one.apart for one in ones])
    who = f"{first.model} on {name}" if first.model else name
    counted = {str(one.answers) for one in ones}
    head = f"{who}: {' or '.join(sorted(counted))} answers"
    notes = ("open: undetermined, which is neither passed nor failed",)
    shown = notes if any("open" in cell for row in rows for cell in row) else ()
    return Grid((head, *(one.voice for one in ones)), tuple(rows), shown)


def _by_constrainedness(ones: Sequence[Figures]) -> Grid:
    rows = _rates("  ", [one.by["constrainedness"] for one in ones])
    return Grid(("pass all by constrainedness", *(one.voice for one in ones)), tuple(rows))


def _costs(found: Voices) -> Grid:
    answers = sum({one.model: one.answers for one in found.figures}.values())
    rows = []
    for voice, one in found.taken.items():
        cost = one.cost
        money = ("-", "-") if cost is None else (amount(cost), amount(cost / max(1, answers)))
        unanswered = str(one.unanswered) if one.unanswered else ""
        rows.append((voice, str(one.calls), unanswered, str(one.tokens_in), str(one.tokens_out),
                     *money))  # fmt: skip
    heads = ("what it took", "calls", "unanswered", "tokens sent", "in reply", "cost", "an answer")
    return Grid(heads, tuple(rows))


def _agreement(agreeing: Sequence[Agreeing]) -> Grid:
    rows = []
    for one in agreeing:
        of, passing = one.constraints, one.passing
        rows.append(
            (f"{one.group}: {of.first}, {of.second}", str(of.n), str(of.both_decided),
             _share(of.same), _number(of.kappa), str(passing.both_decided), _share(passing.same))
        )  # fmt: skip
    heads = ("agreement", "constraints", "both decide", "same", "kappa", "groups both decide",
             "pass alike")  # fmt: skip
    notes = (f"kappa: Cohen's; `{EVERY}`: all constraints, and every group of every answer",)
    return Grid(heads, tuple(rows), notes)


def _rates(before: str, found: Sequence[Mapping[str, Rate]]) -> list[tuple[str, ...]]:
    """Return a row for each name that one of them has, with what stands before it."""
    return [
        (f"{before}{name}", *(rate_text(one[name]) if name in one else "-" for one in found))
        for name in dict.fromkeys(name for one in found for name in one)
    ]


def _fraction(one: Figures) -> str:
    opened = f" ({one.fraction_open:.1%} open)" if one.fraction_open else ""
    return f"{one.fraction:.1%}{opened}"


def _share(figure: Figure) -> str:
    return "-" if figure.value is None else f"{figure.value:.1%}"


def _number(figure: Figure) -> str:
    return "-" if figure.value is None else f"{figure.value:.2f}"
