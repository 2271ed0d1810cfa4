"""What the YAML parser says, in words that help who wrote the file.

Most YAML errors in specs come from a sentence or formula that needs quotes, so the
messages show the line with quotes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from evalspec.core.errors import Problem
from evalspec.core.span import At
from evalspec.source.source_text import SourceText, quoted

if TYPE_CHECKING:
    import yaml

_COLON = "a colon followed by a space starts a value: text that holds one needs quotes"
_AFTER_VALUE = "text goes on after a closing quote or bracket: quote all of it"
_NO_QUOTE = "the closing quote is missing"
_INDENT = "this line does not fit the indentation of the lines above it"
_KEY = "a key cannot stand here: check its indentation, and the line above it"
_TAB = "a tab cannot indent or start a value: use spaces"

_TOO_FAR = "this line is indented more than the lines above it"

MESSAGES: tuple[tuple[str, str, str, bool], ...] = (
    ("", "mapping values are not allowed here", _COLON, True),
    ("", "sequence entries are not allowed here", "a list starts on a line of its own, "
     "and text that starts with `- ` needs quotes", False),
    ("", "mapping keys are not allowed here", "text that starts with `? ` needs quotes", True),
    ("simple key", "could not find expected ':'", "a key needs a colon after it (`key: value`), "
     "a list item a space after its dash (`- value`), and text over several lines that holds "
     "a colon needs quotes", False),
    ("", "'\\t' that cannot start", _TAB, False),
    ("", "that cannot start any token", "text cannot start with {found} without quotes", True),
    ("alias", "expected alphabetic", "text that starts with `*` needs quotes", True),
    ("anchor", "expected alphabetic", "text that starts with `&` needs quotes", True),
    ("quoted", "unexpected end of stream", _NO_QUOTE, False),
    ("quoted", "unexpected document separator", _NO_QUOTE, False),
    ("double-quoted", "unknown escape", "a backslash in double quotes starts an escape: "
     "use single quotes, or write `\\\\`", False),
    ("double-quoted", "escape sequence of", "an escape lacks hexadecimal digits", False),
    ("block scalar", "", "after `|` or `>` the text starts on the next line", False),
    ("tag", "", "text that starts with `!` needs quotes", True),
    ("node", "undefined tag handle", "text that starts with `!` needs quotes", True),
    ("directive", "", "text that starts with `%` needs quotes", True),
    ("flow sequence", "expected ',' or ']'", "a `[` starts a list: `,` or `]` is missing, "
     "or the text needs quotes", True),
    ("flow mapping", "expected ',' or '}'", "a `{{` starts a mapping: `,` or `}}` is missing, "
     "or the text needs quotes", True),
    ("block mapping", "'<scalar>'", _AFTER_VALUE, True),
    ("block mapping", "'<block mapping start>'", _TOO_FAR, False),
    ("block mapping", "'-'", "a list item cannot stand among keys", False),
    ("block mapping", "", "this does not fit after the value before it", True),
    ("block collection", "'<scalar>'", _AFTER_VALUE, True),
    ("block collection", "'?'", "this key stands where a list item (`- `) was expected: "
     "check the indentation", False),
    ("block collection", "'<block mapping start>'", _TOO_FAR, False),
    ("block collection", "", "this does not fit after the list item before it", True),
    ("block node", "", "a value was expected here", True),
    ("flow node", "", "a value was expected here", True),
    ("", "expected '<document start>'", "this stands after the end of the document: "
     "check the quotes and the indentation", True),
    ("", "duplicate YAML directive", "`%YAML` is given twice", False),
    ("", "incompatible YAML document", "`%YAML` asks for a version other than 1", False),
    ("", "duplicate tag handle", "a `%TAG` is given twice", False),
)  # fmt: skip
"""Part of the parser's context, part of its problem, our message, whether to show quotes.

The first row whose parts both occur is taken.
"""

_LEAD = re.compile(r"\s*(?:- +)*(?:[\w.-]+:[ \t]+)?")


def translate(error: yaml.MarkedYAMLError, source: SourceText) -> Problem:
    """Return the problem behind an error of PyYAML's Python parser."""
    context, problem = str(error.context or ""), str(error.problem or "")
    at = _place(error.problem_mark or error.context_mark, source)
    opened = _place(error.context_mark, source)
    message, quotes = _message(context, problem)
    related: tuple[At, ...] = ()
    before = source.line(at.line)[: at.column - 1]
    if message is _COLON and re.fullmatch(r"\s*[\w.-]+", before):
        message, quotes = _KEY, False
        at = At(at.file, at.line, len(before) - len(before.lstrip()) + 1, at.line, at.column)
    elif context.startswith("while parsing a block") and quotes and not before.strip():
        message, quotes = _INDENT, False
    elif message is _NO_QUOTE or "simple key" in context or "while parsing a flow" in context:
        quotes = quotes and opened.line == at.line
        at = opened
    if message is _INDENT or "indent" in message:
        related = (opened,) if opened.line not in (0, at.line) else ()
    found = source.line(at.line)[at.column - 1 : at.column]
    hint = _with_quotes(source.line(at.line)) if quotes else ""
    shown = "a backtick" if found == "`" else f"`{found}`"
    return source.problem("yaml", message.format(found=shown), at, hint, related)


def _message(context: str, problem: str) -> tuple[str, bool]:
    for in_context, in_problem, message, quotes in MESSAGES:
        if in_context in context and in_problem in problem:
            return message, quotes
    return f"not valid YAML: {problem or context}", False


def _place(mark: Any, source: SourceText) -> At:
    if mark is None:
        return At(source.name)
    line, column = mark.line + 1, mark.column + 1
    return At(source.name, line, column, line, column + 1)


def _with_quotes(line: str) -> str:
    """Show the line with its text in quotes: `check: "…"`."""
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    text = line[start:].strip()
    if not text or len(text) > 200:
        return ""
    written = f"{line[:start].strip()} {quoted(text)}".strip()
    return f"write `{written}`"
