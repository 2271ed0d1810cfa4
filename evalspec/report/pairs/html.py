"""Preferences as one HTML file: the two texts side by side, with what was counted marked in each.

The page runs no script and loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from evalspec.core.pair import Preference, Side, Winner
from evalspec.core.span import Span
from evalspec.report.html.markup import Markup, element, join
from evalspec.report.html.template import document
from evalspec.report.pairs.report import PairReport
from evalspec.report.pairs.text import SIGNS, said, summary
from evalspec.report.wording import excluded_reason, reason_text

_STYLE = """\
:root{color-scheme:light dark;--line:light-dark(#dfe2e6,#333a43);--used:light-dark(#fdf0b5,#4a4113);
--unused:light-dark(#e9ebee,#323841);--muted:light-dark(#5a636e,#a0a9b4)}
body{margin:0 auto;padding:1.5rem;max-width:110rem;font:15px/1.5 system-ui,sans-serif}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line);
overflow-wrap:anywhere}
.texts{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.texts>div{min-width:0;border:1px solid var(--line);border-radius:6px;padding:.6rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:13px/1.5 ui-monospace,monospace}
mark{background:var(--used);color:inherit}
mark.unused{background:var(--unused);text-decoration:line-through}
.muted{color:var(--muted)}
.sign{font-weight:700}
section{margin-bottom:2rem}
@media (max-width:50rem){.texts{grid-template-columns:1fr}}
"""


def render(reports: Sequence[PairReport], title: str = "") -> str:
    """Write all reports as one page."""
    named = title or next((one.title for one in reports if one.title), "") or "Preferences"
    return page(named, *(_pair(report) for report in reports))


def page(title: str, *content: Markup) -> str:
    """Write a page that runs no script and loads nothing."""
    return document(title, _STYLE, *content)


def _pair(report: PairReport) -> Markup:
    rows = [_row(report, one) for one in report.preferences]
    heads = ("", "criterion", "A", "B", "why")
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    columns = [
        _text("A", report.name_a, report.pair.a, [one.a for one in report.preferences]),
        _text("B", report.name_b, report.pair.b, [one.b for one in report.preferences]),
    ]
    request = report.pair.request
    asked = element("p", element("span", "Request: ", class_="muted"), request)
    return element(
        "section",
        element("h2", f"{report.name_a or 'A'} against {report.name_b or 'B'}"),
        element("p", summary(report)),
        asked if request else Markup(),
        element("table", element("thead", head), element("tbody", *rows)),
        element("div", *columns, class_="texts"),
    )


def _row(report: PairReport, one: Preference) -> Markup:
    values = [
        "" if side is None else f"{side.value} {side.unit}".strip() for side in (one.a, one.b)
    ]
    why = said(one)
    if one.outcome is Winner.UNDETERMINED:
        why = reason_text(one.reason, one.detail)
    counts = "" if one.criterion in report.asked else " (counts through another one)"
    judged = [
        element(
            "details",
            element("summary", f"{said.judge}, {slot} first: {said.outcome.value}"),
            element("pre", said.rationale or said.reply or said.reason.value),
        )
        for slot, said in one.judgements
    ]
    return element(
        "tr",
        element("td", SIGNS[one.outcome], class_="sign", title=one.outcome.value),
        element("th", f"{one.criterion}: {one.text}{counts}", scope="row"),
        *(element("td", value) for value in values),
        element("td", why, *judged),
    )


def _text(name: str, called: str, text: str, sides: Iterable[Side | None]) -> Markup:
    known = [side for side in sides if side is not None]
    used = [o.cited.span for side in known for o in side.operands if o.cited is not None]
    for side in known:
        scopes = [scope for verdict in side.verdicts for scope in verdict.scopes]
        used += [o.cited.span for s in scopes for o in s.operands if o.cited is not None]
        used += [cited.span for scope in scopes for cited in scope.offending]
    unused = {e.cited.span: excluded_reason(e.reason) for side in known for e in side.excluded}
    title = element("h3", f"{name}  {called}".strip())
    return element("div", title, element("pre", marked(text, used, unused)))


def marked(text: str, used: Sequence[Span], unused: Mapping[Span, str]) -> Markup:
    """Return a text with its spans marked; of two that overlap, the one that begins first."""
    spans = sorted({*used, *unused}, key=lambda span: (span.start, -span.end))
    pieces: list[str] = []
    at = 0
    chosen = set(used)
    for span in spans:
        if span.start < at or span.end <= span.start:
            continue
        pieces.append(text[at : span.start])
        inner = text[span.start : span.end]
        if span in chosen:
            pieces.append(element("mark", inner))
        else:
            pieces.append(element("mark", inner, class_="unused", title=unused[span]))
        at = span.end
    return join(*pieces, text[at:])
