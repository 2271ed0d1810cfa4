"""Figures as one HTML file: tables and plots as SVG, no script, no network."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from evalspec.bench.evaluate import Figures, Rate
from evalspec.report.html.markup import Markup, clean, element, join
from evalspec.report.html.template import policy

_WIDTH, _LABEL, _ROW, _SAID = 620, 150, 24, 170
"""Of a plot: its width, the room for labels, the height of a row, the room for numbers."""


def render(found: list[Figures], name: str) -> str:
    """Write the figures of each model."""
    style = _style()
    head = join(
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{clean(policy(style, ""))}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", name),
        Markup(f"<style>{style}</style>"),
    )
    body = join(element("h1", name), _compared(found), *map(_model, found))
    return (
        f'<!DOCTYPE html>\n<html lang="en">{element("head", head)}{element("body", body)}</html>\n'
    )


@cache
def _style() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def _compared(found: list[Figures]) -> Markup:
    """Write the models beside each other, when there are several."""
    if len(found) < 2:
        return Markup("")
    names = list(dict.fromkeys(name for one in found for name in one.metrics))
    head = element(
        "tr", *(element("th", text) for text in ("model", "pass all", "fraction", *names))
    )
    rows = [
        element(
            "tr",
            element("th", one.model),
            element("td", _percent(one.passed.share)),
            element("td", _percent(one.fraction)),
            *(
                element("td", _percent(one.metrics[n].share) if n in one.metrics else "")
                for n in names
            ),
        )
        for one in found
    ]
    return element("div", element("table", head, *rows), class_="scroll")


def _model(found: Figures) -> Markup:
    refusals = found.refusals
    about = (
        f"{found.answers} answers, {found.unanswered} unanswered."
        f" Mean fraction passed {_percent(found.fraction)}."
    )
    said = (
        f"Refusals: {refusals.right} right, {refusals.wrong} where something fits,"
        f" {refusals.missed} missed; precision {_percent(refusals.precision)},"
        f" recall {_percent(refusals.recall)}."
    )
    metrics = {"pass all": found.passed, **found.metrics}
    metrics |= {f"apart: {name}": rate for name, rate in found.apart.items()}
    charts = [
        _figure(f"pass all by {what.replace('_', ' ')}", rates) for what, rates in found.by.items()
    ]
    pairs = {" + ".join(pair): rate for pair, rate in sorted(found.pairs.items())}
    return element(
        "section",
        element("h2", found.model or "All answers"),
        element("p", about, class_="about"),
        element("p", said, class_="about"),
        _figure("share of answers that pass, with bootstrap intervals", metrics),
        element("div", *charts, class_="charts"),
        _figure("pass all where both constraints apply", pairs) if pairs else Markup(""),
    )


def _figure(caption: str, rates: Mapping[str, Rate]) -> Markup:
    return element("figure", element("figcaption", caption), _bars(rates, caption))


def _bars(rates: Mapping[str, Rate], caption: str) -> Markup:
    """Draw a bar for each share, with its interval and its numbers."""
    parts = [part for at, (name, rate) in enumerate(rates.items()) for part in _row(at, name, rate)]
    return element("svg", *parts, viewBox=f"0 0 {_WIDTH} {len(rates) * _ROW}", role="img",
                   aria_label=caption)  # fmt: skip


def _row(at: int, name: str, rate: Rate) -> list[Markup]:
    top, room = at * _ROW, _WIDTH - _LABEL - _SAID
    share = rate.share or 0.0
    middle = f"{top + _ROW / 2:g}"
    parts = [
        element("text", name, x="0", y=f"{top + 16}"),
        _rect(top, room, "track"),
        _rect(top, room * share, "bar"),
    ]  # fmt: skip
    if rate.interval is not None:
        low, high = (f"{_LABEL + room * end:.1f}" for end in rate.interval)
        parts.append(element("line", x1=low, x2=high, y1=middle, y2=middle, class_="whisker"))
    opened = f" ({rate.undetermined} open)" if rate.undetermined else ""
    said = f"{_percent(rate.share)}  {rate.passed}/{rate.number}{opened}"
    return [
        *parts,
        element("text", said, x=f"{_WIDTH - _SAID + 8}", y=f"{top + 16}", class_="said"),
    ]


def _rect(top: int, width: float, kind: str) -> Markup:
    return element(
        "rect", x=str(_LABEL), y=str(top + 4), width=f"{width:.1f}", height="16", class_=kind
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
