"""Small charts as inline SVG: bars of counts and of shares. The numbers stand beside them."""

from __future__ import annotations

from collections.abc import Mapping

from evalspec.core.verdict import Outcome
from evalspec.report.html.markup import Markup, element, join

ORDER = (Outcome.SATISFIED, Outcome.UNDETERMINED, Outcome.UNSATISFIED)
"""From left to right: what is undetermined lies between."""
_WIDTH = 1000
_GAP = 4


def outcome_bar(counts: Mapping[Outcome, int], height: int = 20) -> Markup:
    """Draw the share of each outcome, side by side."""
    whole = sum(counts.values())
    shown = [(outcome, counts[outcome]) for outcome in ORDER if counts[outcome]]
    room = _WIDTH - _GAP * (len(shown) - 1)
    parts, left = [], 0.0
    for outcome, count in shown:
        width = room * count / whole
        parts.append(_rect(left, width, height, outcome.value))
        left += width + _GAP
    said = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome)
    return _svg(join(*parts), height, said)


def share_bar(share: float, said: str, height: int = 20) -> Markup:
    """Draw a share of one as a bar on a track."""
    bar = _rect(0, _WIDTH * share, height, "share")
    return _svg(join(_rect(0, _WIDTH, height, "track"), bar), height, said)


def _rect(left: float, width: float, height: int, kind: str) -> Markup:
    return element(
        "rect", x=f"{left:.1f}", y="0", width=f"{width:.1f}", height=str(height), class_=kind
    )


def _svg(content: Markup, height: int, said: str) -> Markup:
    return element(
        "svg", content, viewBox=f"0 0 {_WIDTH} {height}", preserveAspectRatio="none",
        role="img", aria_label=said, class_="bar",
    )  # fmt: skip
