"""The card of a benchmark as one HTML file: plots where a plot says it sooner, tables below."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.bench.evaluated.evaluate import Figures
from evalspec.bench.shown.card import Card
from evalspec.bench.shown.card_text import parameters, sections, summary
from evalspec.bench.shown.page import compared
from evalspec.bench.shown.plots import Point, counts, curves, document, figure, rates, shades, table
from evalspec.bench.shown.wording import rate_text
from evalspec.report.html.markup import Markup, element

_MOST_SHADES = 24
"""Parameters that fit a table of all pairs."""


def render(card: Card) -> str:
    """Write the card."""
    body = [element("p", " ".join(summary(card)))]
    for title, grids in sections(card):
        plots = {
            "Constrainedness": _constrainedness,
            "Coverage of parameters": _parameters,
            "Coverage of pairs of values": _pairs,
            "Answers": _answers,
        }.get(title)
        drawn = list(plots(card)) if plots else []
        shown = [] if title in _DRAWN and drawn else [table(grid) for grid in grids]
        body.append(element("section", element("h2", title), *drawn, *shown))
    return document(card.title, *body)


_DRAWN = ("Constrainedness", "Coverage of parameters", "Answers")
"""Parts of which the plots say everything."""


def _constrainedness(card: Card) -> Iterator[Markup]:
    yield counts(card.constrainedness, "instances by how constrained they are")


def _parameters(card: Card) -> Iterator[Markup]:
    drawn = [
        counts({**one.counts, **dict.fromkeys(one.absent, 0)}, one.name)
        for one in card.parameters
        if one.counts
    ]
    yield element("div", *drawn, class_="charts")
    others = parameters(one for one in card.parameters if one.absent or not one.counts)
    if others.rows:
        yield table(others)


def _pairs(card: Card) -> Iterator[Markup]:
    names = list(dict.fromkeys(name for pair in card.pairs for name in (pair.first, pair.second)))
    if 1 < len(names) <= _MOST_SHADES:
        found = {(pair.first, pair.second): pair.share for pair in card.pairs}
        yield shades(names, found, "per cent of the pairs of values of two parameters that came")


def _answers(card: Card) -> Iterator[Markup]:
    yield from compared(list(card.figures))
    found = {one.who or "answers": _points(one) for one in card.figures}
    yield figure(
        "share of answers that pass all, by how constrained the instance is",
        curves(found, "constrainedness", "pass all"),
    )
    for one in card.figures:
        yield rates({"pass all": one.passed, **one.metrics}, one.who or "answers")


def _points(one: Figures) -> list[Point]:
    found = []
    for label, rate in one.by["constrainedness"].items():
        decided = rate.number - rate.undetermined
        low, _, high = label.partition("-")
        if decided and high:
            middle = (float(low) + float(high)) / 2
            said = f"{label}: {rate_text(rate)}"
            found.append(Point(middle, rate.passed / rate.number, rate.interval, said))
    return found
