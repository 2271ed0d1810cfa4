"""Small charts as inline SVG: bars of counts and of shares. The numbers stand beside them."""

from __future__ import annotations

from collections.abc import Mapping

from evalspec.core.verdict import Outcome
from evalspec.report.html.markup import Markup, element, join

ORDER = (Outcome.SATISFIED, Outcome.UNDETERMINED, Outcome.UNSATISFIED)
"""From left to right: what is undetermined lies between."""
_WIDTH = 1000
_HEIGHT = 20
_GAP = 4


def outcome_bar(counts: Mapping[Outcome, int]) -> Markup:
    """Draw the share of each outcome, side by side."""
    whole = sum(counts.values())
    shown = [(outcome, counts[outcome]) for outcome in ORDER if counts[outcome]]
    room = _WIDTH - _GAP * (len(shown) - 1)
    parts, left = [], 0.0
    for outcome, count in shown:
        width = room * count / whole
        parts.append(_rect(left, width, outcome.value))
        left += width + _GAP
    said = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome)
    return _svg(join(*parts), said)


def share_bar(share: float, said: str) -> Markup:
    """Draw a share of one as a bar on a track."""
    bar = _rect(0, _WIDTH * share, "share")
    return _svg(join(_rect(0, _WIDTH, "track"), bar), said)


def _rect(left: float, width: float, kind: str) -> Markup:
    return element(
        "rect", x=f"{left:.1f}", y="0", width=f"{width:.1f}", height=str(_HEIGHT), class_=kind
    )


def _svg(content: Markup, said: str) -> Markup:
    return element(
        "svg", content, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", preserveAspectRatio="none",
        role="img", aria_label=said, class_="bar",
    )  # fmt: skip
