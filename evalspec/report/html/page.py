"""The page: template, style, script, and the results as one block of JSON."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from evalspec import __version__
from evalspec.core.verdict import Reason
from evalspec.report.html.collect import Collection, collect
from evalspec.report.html.data import item_data
from evalspec.report.html.markup import Markup, clean, element
from evalspec.report.html.read import Run
from evalspec.report.html.sources import base_name
from evalspec.report.html.summary import summary
from evalspec.report.wording import excluded_reason, reason_text

_HERE = Path(__file__).parent
_SCRIPTS = (
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
_ESCAPES = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026",
            "\u2028".encode(): b"\\u2028", "\u2029".encode(): b"\\u2029"}  # fmt: skip
"""Characters that stand only in strings of JSON, and how JSON writes them otherwise."""


def render(runs: Sequence[Run], title: str = "") -> str:
    """Write results of `run` and `check` as one HTML file that needs nothing else."""
    found = collect(runs, title)
    style, script = _asset("page.css"), _script()
    parts = {
        "policy": _policy(style, script),
        "title": clean(found.title),
        "about": _about(found, runs),
        "summary": summary(found),
        "style": style,
        "data": embedded(page_data(found)),
        "script": script,
    }
    first, *rest = _asset("page.html").split("{{")
    pieces = [first]
    for piece in rest:
        name, _, after = piece.partition("}}")
        pieces += [parts[name], after]
    return "".join(pieces)


def page_data(found: Collection) -> dict[str, Any]:
    """Return what the script shows."""
    items = [item_data(item, found.responses) for item in found.items]
    return {
        "sources": [source.name for source in found.sources],
        "labels": found.labels,
        "groups": found.groups,
        "responses": [msgspec.to_builtins(response) for response in found.responses],
        "items": items,
        "reasons": {reason.value: reason_text(reason) for reason in Reason if reason.value},
        "excluded": {code: excluded_reason(code) for code in sorted(_excluded(items))},
    }


def embedded(data: Any) -> str:
    """Write data as JSON that no HTML parser can read as the end of its element."""
    written = msgspec.json.encode(data)
    for character, escape in _ESCAPES.items():
        written = written.replace(character, escape)
    return written.decode()


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
    counted = f"{_many(len(found.items), 'verdict')} on {_many(len(found.responses), 'response')}"
    apart = ", ".join(name for run in runs for name in run.inapplicable)
    apart = f"does not apply everywhere: {apart}" if apart else ""
    parts = (counted, apart, files, f"evalspec {__version__}")
    return element("p", " · ".join(part for part in parts if part), class_="about")


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _policy(style: str, script: str) -> str:
    """Return the content policy: this style, this script, nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


@cache
def _script() -> str:
    body = "\n".join(_asset(name) for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{body}}})();\n'


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
