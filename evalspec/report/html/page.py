"""The page: template, style, script, and the results as one block of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec

from evalspec import __version__
from evalspec.core.verdict import Reason
from evalspec.report.audit import NAMES
from evalspec.report.html.audited import audited
from evalspec.report.html.collect import Collection, collect
from evalspec.report.html.data import item_data
from evalspec.report.html.markup import Markup, clean, element
from evalspec.report.html.read import Run
from evalspec.report.html.sources import base_name
from evalspec.report.html.summary import summary
from evalspec.report.html.template import beside, embedded, filled, one_function, policy
from evalspec.report.rounding import many
from evalspec.report.wording import excluded_reason, reason_text
from evalspec.vocabulary.lexicon import Lexicon

_asset = partial(beside, __file__)
_SCRIPTS = (
    "element.js",
    "page.js",
    "text.js",
    "filter.js",
    "list.js",
    "detail.js",
    "response.js",
    "print.js",
    "main.js",
)
"""In the order in which they run; together they are one function."""


def render(runs: Sequence[Run], title: str = "", lexicon: Lexicon | None = None) -> str:
    """Write results of `run` and `check` as one HTML file that needs nothing else.

    With a lexicon the rationales of judges are audited.
    """
    found = collect(runs, title)
    if lexicon is not None:
        found = audited(found, lexicon)
    style, script = _asset("page.css"), _script()
    data, ledgers = page_data(found)
    parts = {
        "policy": policy(style, script),
        "title": clean(found.title),
        "about": _about(found, runs),
        "summary": summary(found),
        "style": style,
        "data": embedded(data),
        "ledgers": "\n".join(map(embedded, ledgers)),
        "script": script,
    }
    return filled(_asset("page.html"), parts)


def page_data(found: Collection) -> tuple[dict[str, Any], list[Any]]:
    """Return what the script reads at once, and the ledgers of each item: read when it is shown."""
    items = [item_data(item, found.responses) for item in found.items]
    excluded = sorted(_excluded(items))
    ledgers = [
        [said.pop("scopes", None) if isinstance(said, dict) else None for said in item["said"]]
        for item in items
    ]
    data = {
        "sources": [source.name for source in found.sources],
        "labels": found.labels,
        "groups": found.groups,
        "responses": [msgspec.to_builtins(response) for response in found.responses],
        "items": items,
        "reasons": {reason.value: reason_text(reason) for reason in Reason if reason.value},
        "audits": {one.value: name for one, name in NAMES.items()},
        "excluded": {code: excluded_reason(code) for code in excluded},
    }
    return data, ledgers


def _excluded(items: Sequence[dict[str, Any]]) -> set[str]:
    return {
        excluded["reason"]
        for item in items
        for said in item["said"]
        if isinstance(said, dict)
        for scope in said.get("scopes", ())
        for excluded in scope.get("excluded", ())
        if "reason" in excluded
    }


def _about(found: Collection, runs: Sequence[Run]) -> Markup:
    files = ", ".join(base_name(run.file) for run in runs if run.file)
    counted = f"{many(len(found.items), 'verdict')} on {many(len(found.responses), 'response')}"
    apart = ", ".join(name for run in runs for name in run.inapplicable)
    apart = f"does not apply everywhere: {apart}" if apart else ""
    parts = (counted, apart, files, f"evalspec {__version__}")
    return element("p", " · ".join(part for part in parts if part), class_="about")


@cache
def _script() -> str:
    return one_function(map(_asset, _SCRIPTS))
