"""The card of a benchmark as tables: Markdown, and what its page shows beside the plots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.bench.shown.card import Card, Pairing, Parameter
from evalspec.bench.shown.duplicates import ALIKE
from evalspec.bench.shown.wording import figures_data, rate_text
from evalspec.report.cells import flat
from evalspec.report.compare import Grid, marked
from evalspec.report.json import SCHEMA_VERSION
from evalspec.report.rounding import many

_SHOWN = 12
"""Rows of what there may be very many of."""


def markdown(card: Card) -> str:
    """Write the card as Markdown."""
    parts = [f"# {flat(card.title)}", " ".join(summary(card))]
    for title, grids in sections(card):
        parts += [f"## {title}", *map(_marked, grids)]
    return "\n\n".join(parts) + "\n"


def _marked(grid: Grid) -> str:
    return marked(grid) if grid.rows else "\n\n".join(grid.notes)


def data(card: Card) -> dict[str, Any]:
    """Return the card as plain data."""
    found = msgspec.to_builtins(replace(card, figures=()))
    return {"schema_version": SCHEMA_VERSION, **found,
            "figures": figures_data(list(card.figures), card.name)["models"]}  # fmt: skip


def summary(card: Card) -> Iterator[str]:
    """Yield what is to be known first, in a sentence each."""
    by = f" and written by {', '.join(card.models)}" if card.models else ""
    yield f"{many(card.instances, 'instance')} of {card.name}, drawn with the seed {card.seed}{by}."
    if card.unfit is not None:
        yield f"Every answer to each was tried: nothing fits {card.unfit} of them."
    if card.mean_constrainedness is not None:
        yield f"Mean constrainedness {card.mean_constrainedness:.2f}."
    found = sum(pair.found for pair in card.pairs)
    possible = sum(pair.possible for pair in card.pairs)
    if possible:
        yield f"{found / possible:.0%} of the pairs of values occur."
    if card.alike:
        yield f"{many(len(card.alike), 'instance')} nearly repeat another one."
    else:
        yield "No instance nearly repeats another one."


def sections(card: Card) -> Iterator[tuple[str, list[Grid]]]:
    """Yield the parts of a card that have something to show, each with its tables."""
    every = [
        ("Constraints", [_asked(card)]),
        ("Who wrote them", [_written(card.written)]),
        ("Constrainedness", [_counts("constrainedness", card.constrainedness)]),
        ("Coverage of parameters", [parameters(card.parameters)]),
        ("Coverage of pairs of values", [_pairs(card)]),
        ("Near duplicates", [_alike(card)]),
        ("Kept and dropped", [_dropped(card)]),
        ("Checks", checks(card)),
        ("Answers", [_figures(card)]),
        ("Costs", [costs(card)]),
    ]
    for title, grids in every:
        shown = [grid for grid in grids if grid.rows or grid.notes]
        if shown:
            yield title, shown


# -- tables ------------------------------------------------------------------------------------
def _asked(card: Card) -> Grid:
    rows = [(name, str(number), card.texts.get(name, "")) for name, number in card.asked.items()]
    head = "constraint" if any(card.texts.get(name) for name in card.asked) else "group"
    if head == "group":
        return Grid((head, "instances"), tuple(row[:2] for row in rows))
    return Grid((head, "instances", "as it is written"), tuple(rows))


def _written(written: Mapping[str, Mapping[str, int]]) -> Grid:
    writers = list(dict.fromkeys(name for counts in written.values() for name in counts))
    rows = [
        (part, *(str(counts.get(name, 0)) for name in writers)) for part, counts in written.items()
    ]
    return Grid(("part", *writers), tuple(rows))


def _counts(head: str, counts: Mapping[str, int]) -> Grid:
    return Grid((head, "instances"), tuple((name, str(n)) for name, n in counts.items()))


def parameters(found: Iterable[Parameter]) -> Grid:
    """Return how often each value came, and which never did."""
    rows = []
    for one in found:
        came = ", ".join(f"{value}: {number}" for value, number in one.counts.items())
        rows.append(
            (one.name, came or many(one.different, "different value"), ", ".join(one.absent))
        )
    return Grid(("drawn", "value: instances", "never came"), tuple(rows))


def _pairs(card: Card) -> Grid:
    least = sorted(card.pairs, key=lambda pair: pair.share)
    rows = [
        (f"{pair.first}, {pair.second}", f"{pair.found} of {pair.possible}", absent_text(pair))
        for pair in least[:_SHOWN]
        if pair.absent
    ]
    whole = sum(not pair.absent for pair in card.pairs)
    if not card.pairs:
        return Grid((), ())
    notes = (
        f"{whole} of {many(len(card.pairs), 'pair')} of parameters have every pair of their values;"
        " some pairs may be impossible by the plan",
    )
    return Grid(("least covered", "pairs of values", "never came"), tuple(rows), notes)


def absent_text(pair: Pairing) -> str:
    """Name some pairs of values that never came."""
    shown = "; ".join(f"{one} with {other}" for one, other in pair.absent[:3])
    more = len(pair.absent) - 3
    return shown + (f"; {more} more" if more > 0 else "")


def _alike(card: Card) -> Grid:
    rows = [(one.instance, one.other, f"{one.alike:.0%}") for one in card.alike[:_SHOWN]]
    shown = f"; {len(card.alike) - _SHOWN} more" if len(card.alike) > _SHOWN else ""
    notes = (
        f"{len(card.alike)} of {card.instances} prompts share {ALIKE:.0%} or more of their runs of"
        f" three words with an earlier one{shown}",
    )
    return Grid(("instance", "is nearly", "alike"), tuple(rows), notes)


_WHAT = {"draws": "drawn again", "proposals": "proposed and not kept", "constraints": "left out"}


def _dropped(card: Card) -> Grid:
    rows = [
        (_WHAT[what], reason, str(number))
        for what, reasons in card.dropped.items()
        for reason, number in reasons.items()
    ]
    kept = (f"{many(card.instances, 'instance')} kept",)
    return Grid(("what", "why", "how often"), tuple(rows), kept)


def checks(card: Card) -> list[Grid]:
    """Return what was verified."""
    if card.checks is None:
        return [
            Grid((), (), ("not verified since the instances were made: `evalspec bench verify`",))
        ]
    heads = tuple(card.checks["heads"])
    return [Grid(heads, tuple(map(tuple, card.checks["rows"])), tuple(card.checks["notes"]))]


def _figures(card: Card) -> Grid:
    rows = [
        (one.who or "all answers", str(one.answers), rate_text(one.passed), f"{one.fraction:.1%}",
         "; ".join(f"{name} {rate_text(rate)}" for name, rate in one.metrics.items()))
        for one in card.figures
    ]  # fmt: skip
    return Grid(("who", "answers", "pass all", "fraction", "by metric"), tuple(rows))


def costs(card: Card) -> Grid:
    """Return what models were asked for."""
    rows = [
        (f"{one.what}, {one.model}", str(one.calls), str(one.tokens_in), str(one.tokens_out),
         "no price" if one.cost is None else f"{one.cost:.4f}")
        for one in card.costs
    ]  # fmt: skip
    return Grid(("prompt, model", "calls", "tokens sent", "in reply", "cost"), tuple(rows))
