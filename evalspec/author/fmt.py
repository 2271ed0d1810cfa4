"""`evalspec fmt`: formulas in their canonical text, everything else as it was.

Only the characters of `check:` texts change: of constraints, and of the spec's own
rules that take no parameters. A formula that differs from its canonical text in line
breaks alone is left as laid out. Comments, order, anchors and quotes elsewhere stay.
"""

from __future__ import annotations

import copy
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalspec.author.edits import Edit, applied, span
from evalspec.core.record import Record
from evalspec.language.compile import compile_text
from evalspec.language.grammar import LanguageError
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.language.program import Program
from evalspec.source import files, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.source_text import quoted
from evalspec.source.yaml import Located

WIDTH = 88
"""Code points of a line of a block text that is laid out anew."""

_HEAD = re.compile(r"[|>][-+0-9]*([^\r\n]*?)(\r\n|\r|\n)")


class Formatted(Record, frozen=True):
    """A spec file and how it should be written."""

    text: str
    """As it is, without a byte order mark."""
    edits: tuple[Edit, ...]
    """What to change; empty when it is formatted."""

    @property
    def result(self) -> str:
        return applied(self.text, self.edits)


def format_file(path: str) -> Formatted:
    """Return how a spec file should be written. Raises `SpecError` when it is invalid."""
    return format_text(files.read_bytes(Path(path)), path)


def format_text(content: bytes | str, name: str) -> Formatted:
    """Return how a spec should be written. Raises `SpecError` when it is invalid."""
    located = yaml.read(content, name)
    program, _ = compile_text(content, name)
    wanted = dict(_formulas(located, program))
    edits = {
        Edit(*span(located, path), _scalar(located, path, text))
        for path, text in wanted.items()
        if _laid_out(located, path) != text
    }
    made = Formatted(yaml.decode(content, name), tuple(sorted(edits)))
    if _values(yaml.read(made.result, name), wanted) != _values(located, wanted):
        raise ValueError(f"{name}: formatting would change more than formulas")
    return made


def _values(located: Located, wanted: dict[Steps, str]) -> Any:
    """Return the content of a spec with the formulas taken out."""
    value = copy.deepcopy(located.value)
    for kind, name, key in wanted:
        value[kind][name].pop(key)
    return value


def _formulas(located: Located, program: Program) -> Iterator[tuple[Steps, str]]:
    """Yield the path and the canonical text of every formula that has one."""
    for index, constraint in enumerate(program.constraints):
        if constraint.surface == "check" and _same(constraint.canonical, constraint.text, program):
            yield ("constraints", index, "check"), constraint.canonical
    for name, rule in (located.get(("rules",)) or {}).items():
        if "$" not in rule["check"] and (text := _canonical(rule["check"], program)):
            yield ("rules", name, "check"), text


def _canonical(text: str, program: Program) -> str:
    """Return the canonical text of a formula; empty when it needs another vocabulary."""
    try:
        written = canonical(compile_formula(text, program.lexicon).formula)
    except LanguageError:
        return ""
    return written if _same(written, text, program) else ""


def _same(first: str, second: str, program: Program) -> bool:
    try:
        one, other = (compile_formula(text, program.lexicon).formula for text in (first, second))
    except LanguageError:
        return False
    return one == other


def _laid_out(located: Located, path: Steps) -> str:
    """Return a formula as written; one of several lines without its line breaks."""
    text, at = str(located.get(path)), located.at(path)
    return text if at.line == at.end_line else " ".join(text.split())


def _scalar(located: Located, path: Steps, text: str) -> str:
    """Write a formula in the style that it has, as far as that can hold it."""
    style = located.scalars[path][0]
    if located.source.name.endswith(".json"):
        return json.dumps(text, ensure_ascii=False)
    if style in "|>":
        return _folded(located, path, text)
    if style == "plain" and _holds(text):
        return text
    if style == "'":
        return "'" + text.replace("'", "''") + "'"
    return quoted(text)


def _holds(text: str) -> bool:
    """Tell whether a text stands for itself in YAML without quotes, in a block or in brackets."""
    safe = not set(text) & set(",[]{}#\"'&*!|>%@`:\\")
    return safe and bool(text[:1].isalpha())


def _folded(located: Located, path: Steps, text: str) -> str:
    """Write a block text: its first line and what follows it stay, the formula is laid out anew."""
    start, end = span(located, path)
    written = located.source.text[start:end]
    head = _HEAD.match(written)
    comment, newline = head.groups() if head else ("", "\n")
    indent = " " * (located.at(path, key=True).column + 1)
    rows = [text]
    if "  " not in text:  # folding would make one space of several
        rows = textwrap.wrap(
            text, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
        )
    body = newline.join(indent + row for row in rows)
    return f">-{comment}{newline}{body}{written[len(written.rstrip()) :]}"
