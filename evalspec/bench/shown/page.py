"""Figures as one HTML file: tables and plots as SVG, no script, no network."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.bench.evaluated.evaluate import Figures
from evalspec.bench.evaluated.voices import Voices
from evalspec.bench.shown.plots import document, percent, rates, table
from evalspec.bench.shown.voices_text import beside
from evalspec.bench.shown.wording import rate_text
from evalspec.compare.conflicts import Conflict
from evalspec.report.compare import Grid
from evalspec.report.conflicts import view
from evalspec.report.html.markup import Markup, element
from evalspec.report.rounding import many


def render(found: list[Figures], name: str, voices: Voices | None = None) -> str:
    """Write the figures of each model, and how voices agree where there are several."""
    own = () if voices is None else map(table, beside(voices))
    differ = () if voices is None else disagreements(voices.conflicts)
    return document(name, *compared(found), *own, *map(model, found), *differ)


def compared(found: list[Figures]) -> Iterator[Markup]:
    """Yield the models, or voices, beside each other when there are several."""
    if len(found) < 2:
        return
    names = list(dict.fromkeys(name for one in found for name in one.metrics))
    rows = [
        (
            one.who or "All answers", rate_text(one.passed), percent(one.fraction),
            *(rate_text(one.metrics[n]) if n in one.metrics else "" for n in names),
        )
        for one in found
    ]  # fmt: skip
    yield table(Grid(("", "pass all", "fraction", *names), tuple(rows)))


def model(found: Figures) -> Markup:
    """Write the figures of one model by one voice."""
    refusals = found.refusals
    opened = f", {percent(found.fraction_open)} open" if found.fraction_open else ""
    about = (
        f"{found.answers} answers, {found.unanswered} unanswered."
        f" Mean fraction passed {percent(found.fraction)}{opened}."
    )
    said = (
        f"Refusals: {refusals.right} right, {refusals.wrong} where something fits,"
        f" {refusals.missed} missed; precision {percent(refusals.precision)},"
        f" recall {percent(refusals.recall)}."
    )
    metrics = {"pass all": found.passed, **found.metrics}
    metrics |= {f"apart: {name}": rate for name, rate in found.apart.items()}
    charts = [
        rates(shares, f"pass all by {what.replace('_', ' ')}") for what, shares in found.by.items()
    ]
    pairs = {" + ".join(pair): rate for pair, rate in sorted(found.pairs.items())}
    return element(
        "section",
        element("h2", found.who or "All answers"),
        element("p", about, class_="about"),
        *([element("p", said, class_="about")] if "fits" in found.by else []),
        rates(metrics, "share of answers that pass, with bootstrap intervals"),
        element("div", *charts, class_="charts"),
        *([rates(pairs, "pass all where both are asked")] if pairs else []),
    )


def disagreements(conflicts: list[Conflict]) -> Iterator[Markup]:
    """Yield every disagreement, folded: what each voice says, why, and the response."""
    if not conflicts:
        return
    yield element("h2", many(len(conflicts), "disagreement"))
    for one in conflicts:
        said = ", ".join(f"{voice}: {outcome.value}" for voice, outcome in one.said.items())
        head = element("summary", element("strong", one.item.text), f" {said}")
        text = next((str(row.get("response_text", "")) for row in one.item.evidence.values()), "")
        response = [element("h3", "The response"), element("pre", text)] if text else []
        yield element("details", head, element("pre", "\n".join(view(one))), *response)
