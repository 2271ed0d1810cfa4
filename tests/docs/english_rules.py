"""The rules of English as a page, from their declarations: `python -m tests.docs.english_rules`."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

import evalspec.language.english.rules  # noqa: F401
from evalspec.language.english.rule import DECLARED, Declared

PAGE = Path(__file__).parents[2] / "docs" / "english-rules.md"
HEAD = """# The rules of English

Made from the declarations in `evalspec/language/english/rules` by `python -m tests.docs.english_rules`;
[Constraints in English](english.md) says how they work together.

`A -> B C` makes an A of a B and a C that stand beside each other. Types in capitals are words
(`grammars/english.yaml`, or made from the vocabulary) and what counts as one (`MUST` is any duty that
neither only allows nor forbids, `IS` the same with `be`), the others are made by rules. `B|C` is either,
`B?` may be absent, a star marks a word whose meaning counts. Every example is parsed by a test, which
asks that the rule is used in it.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for module, rules in groupby(DECLARED, key=lambda one: one.module):
        title = (sys.modules[module].__doc__ or "").split("\n", 1)[0].rstrip(".")
        rows = [_row(one) for one in rules]
        parts.append(
            "\n".join((f"## {title}\n", "| rule | example | not |", "|---|---|---|", *rows))
        )
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _row(one: Declared) -> str:
    patterns = "<br>".join(f"`{_cell(pattern)}`" for pattern in one.patterns)
    return f"| {patterns} | {_cell(one.example)} | {_cell(one.against)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
