"""What every page is made of: a template, one script, data that no parser takes for markup."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from evalspec.report.html.markup import Markup, clean, element, join

_ESCAPES = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026",
            "\u2028".encode(): b"\\u2028", "\u2029".encode(): b"\\u2029"}  # fmt: skip
"""Characters that stand only in strings of JSON, and how JSON writes them otherwise."""


@cache
def beside(module: str, name: str) -> str:
    """Return the text of a file that stands beside a module."""
    return Path(module).with_name(name).read_text(encoding="utf-8")


def filled(template: str, parts: Mapping[str, str]) -> str:
    """Put parts where the template names them: `{{title}}`."""
    first, *rest = template.split("{{")
    pieces = [first]
    for piece in rest:
        name, _, after = piece.partition("}}")
        pieces += [parts[name], after]
    return "".join(pieces)


def one_function(scripts: Iterable[str]) -> str:
    """Join scripts so that nothing of them is global."""
    body = "\n".join(scripts)
    return f'"use strict";\n(() => {{\n{body}}})();\n'


def embedded(data: Any) -> str:
    """Write data as JSON that no HTML parser can read as the end of its element."""
    written = msgspec.json.encode(data)
    for character, escape in _ESCAPES.items():
        written = written.replace(character, escape)
    return written.decode()


def policy(style: str, script: str = "") -> str:
    """Return the content policy: this style, this script if any, nothing else."""
    scripts = f"script-src '{_hash(script)}'; " if script else ""
    allowed = f"style-src '{_hash(style)}'; {scripts}"
    return f"default-src 'none'; {allowed}base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def document(title: str, style: str, *body: Markup) -> str:
    """Write a page under its title: its own style, no script, no network."""
    head = (
        '<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{clean(policy(style))}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{clean(title)}</title><style>{style}</style>"
    )
    content = join(element("h1", title), *body)
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>{content}</body></html>\n'
