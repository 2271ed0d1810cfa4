"""Pieces of pages: a document that needs nothing else, tables, and plots as SVG.

Labels and numbers are text beside the plots, so a page is read on a phone as on a desk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from evalspec.bench.evaluated.evaluate import Rate
from evalspec.bench.shown.wording import rate_text
from evalspec.core.record import Record
from evalspec.report.compare import Grid
from evalspec.report.html import template
from evalspec.report.html.markup import Markup, element, join

_LONG = 16
"""Longer cells with letters in them are read as words, not as numbers."""
_WIDTH, _HEIGHT = 1000, 16
"""Of a bar, which is stretched to the room there is."""
_WIDE, _HIGH, _LEFT, _BELOW, _ABOVE = 360, 220, 40, 34, 8
"""Of a curve: its size, and the room for what stands beside it."""


def document(title: str, *body: Markup) -> str:
    """Write a page: its own style, no script, no network."""
    return template.document(title, template.beside(__file__, "page.css"), *body)


def figure(caption: str, *content: Markup) -> Markup:
    """Write a plot or a table under its caption."""
    return element("figure", element("figcaption", caption), *content)


def table(grid: Grid) -> Markup:
    """Write a table; a wide one is scrolled by itself."""
    worded = {at for row in grid.rows for at, text in enumerate(row) if at and _is_worded(text)}
    head = _table_row("th", grid.heads, worded)
    rows = [_table_row("td", row, worded) for row in grid.rows]
    notes = [element("p", note, class_="about") for note in grid.notes]
    shown = element("div", element("table", head, *rows), class_="scroll") if rows else Markup("")
    return join(shown, *notes)


def _is_worded(text: str) -> bool:
    return len(text) > _LONG and any(letter.isalpha() for letter in text)


def _table_row(kind: str, cells: Sequence[str], worded: Collection[int]) -> Markup:
    made = [
        element(kind if at else "th", text, **({"class_": "words"} if at in worded else {}))
        for at, text in enumerate(cells)
    ]
    return element("tr", *made)


# -- bars --------------------------------------------------------------------------------------
def rates(found: Mapping[str, Rate], caption: str) -> Markup:
    """Draw a bar for each share, with what is open and its interval, its numbers beside it."""
    rows = [_row(name, _rate_bar(rate), rate_text(rate)) for name, rate in found.items()]
    return figure(caption, element("div", *rows, class_="rows"))


def counts(found: Mapping[str, int], caption: str) -> Markup:
    """Draw a bar for each number, by the highest of them."""
    most = max(found.values(), default=0) or 1
    rows = [
        _row(name, _bar(number / most, str(number)), str(number)) for name, number in found.items()
    ]
    return figure(caption, element("div", *rows, class_="rows"))


def _row(name: str, bar: Markup, said: str) -> Markup:
    return element(
        "div", element("span", name, class_="name"), bar, element("span", said, class_="said"),
        class_="row",
    )  # fmt: skip


def percent(share: float | None) -> str:
    """Write a share in per cent."""
    return "-" if share is None else f"{share:.1%}"


def _rate_bar(rate: Rate) -> Markup:
    share = rate.share or 0.0
    opened = rate.undetermined / rate.number if rate.number else 0.0
    parts = [_rect(share, opened, "open")] if opened else []
    if rate.interval is not None:
        low, high = (f"{_WIDTH * end:.1f}" for end in rate.interval)
        parts.append(element("line", x1=low, x2=high, y1="8", y2="8", class_="whisker"))
    return _bar(share, rate_text(rate), *parts)


def _bar(share: float, said: str, *parts: Markup) -> Markup:
    return element(
        "svg", _rect(0, 1, "track"), _rect(0, share, "bar"), *parts,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}", preserveAspectRatio="none", role="img", aria_label=said,
        class_="strip",
    )  # fmt: skip


def _rect(start: float, width: float, kind: str) -> Markup:
    return element(
        "rect", x=f"{_WIDTH * start:.1f}", y="0", width=f"{_WIDTH * width:.1f}",
        height=str(_HEIGHT), class_=kind,
    )  # fmt: skip


# -- curves ------------------------------------------------------------------------------------
class Point(Record, frozen=True):
    """A share at a place between 0 and 1."""

    at: float
    share: float
    interval: tuple[float, float] | None = None
    said: str = ""


def curves(found: Mapping[str, Sequence[Point]], across: str, up: str) -> Markup:
    """Draw shares over a quantity from 0 to 1, a line for each name."""
    width, height = _WIDE - _LEFT - 8, _HIGH - _BELOW - _ABOVE
    parts = [*_axes(width, height, across, up)]
    for number, points in enumerate(found.values()):
        kind = f"line{number % 6}"
        places = [(_LEFT + p.at * width, _ABOVE + (1 - p.share) * height, p) for p in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        parts.append(element("polyline", points=line, class_=f"curve {kind}"))
        for x, y, point in places:
            if point.interval is not None:
                low, high = (f"{_ABOVE + (1 - end) * height:.1f}" for end in point.interval)
                parts.append(
                    element("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=low, y2=high, class_=f"curve {kind}")
                )  # fmt: skip
            dot = element("title", point.said)
            parts.append(element("circle", dot, cx=f"{x:.1f}", cy=f"{y:.1f}", r="4", class_=kind))
    drawn = element("svg", *parts, viewBox=f"0 0 {_WIDE} {_HIGH}", role="img",
                    aria_label=f"{up} by {across}", class_="plot")  # fmt: skip
    return join(drawn, _legend(found))


def _axes(width: float, height: float, across: str, up: str) -> Iterable[Markup]:
    for step in (0, 0.25, 0.5, 0.75, 1):
        x, y = _LEFT + step * width, _ABOVE + (1 - step) * height
        yield element("line", x1=str(_LEFT), x2=f"{_LEFT + width:g}", y1=f"{y:g}", y2=f"{y:g}",
                      class_="axis")  # fmt: skip
        yield element("text", f"{step:.0%}", x=str(_LEFT - 4), y=f"{y + 4:g}", class_="end")
        yield element("text", f"{step:g}", x=f"{x:g}", y=f"{_ABOVE + height + 14:g}", class_="mid")
    yield element("text", across, x=f"{_LEFT + width / 2:g}", y=str(_HIGH - 4), class_="mid")


def _legend(found: Mapping[str, object]) -> Markup:
    if len(found) < 2:
        return Markup("")
    marks = [
        element("span", element("svg", element("circle", cx="6", cy="6", r="5", class_=f"line{n % 6}"),
                viewBox="0 0 12 12", class_="mark"), name)
        for n, name in enumerate(found)
    ]  # fmt: skip
    return element("p", *marks, class_="legend")


# -- shades ------------------------------------------------------------------------------------
def shades(names: Sequence[str], share: Mapping[tuple[str, str], float], caption: str) -> Markup:
    """Write shares of pairs as a table in which a cell is the darker the more there is."""
    heads = [element("th", ""), *(element("th", str(n)) for n in range(1, len(names)))]
    rows = [element("tr", *heads)]
    for row, name in enumerate(names[1:], 2):
        cells = []
        for other in names[: row - 1]:
            found = share.get((other, name))
            kind = "none" if found is None else f"c{min(10, int(found * 10))}"
            said = f"{other} and {name}: {'not counted' if found is None else f'{found:.0%}'}"
            shown = "" if found is None else f"{found * 100:.0f}"
            cells.append(element("td", shown, class_=kind, title=said))
        rows.append(element("tr", element("th", f"{row} {name}"), *cells))
    first = element("p", f"1 {names[0]}", class_="about") if names else Markup("")
    whole = element("div", element("table", *rows, class_="shades"), class_="scroll")
    return figure(caption, first, whole)
