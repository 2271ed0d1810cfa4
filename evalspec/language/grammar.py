"""Formal text → parse tree, with errors a person can act on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from evalspec.core.errors import EvalspecError, Problem, near
from evalspec.core.regex import regex
from evalspec.core.span import At
from evalspec.language.tables import load_parser

if TYPE_CHECKING:
    from lark import Lark, Tree

MAX_LENGTH = 10_000
"""Longest formula, in code points."""
MAX_DEPTH = 60
"""Deepest nesting of parentheses."""
MAX_LEVELS = 100
"""Deepest nesting of parts of any kind: `not not …`, `a + b + …`, `each day: each meal: …`."""

KEYWORDS = (
    "and or not if then else each any no exactly at least most of per about between within "
    "exists absent contains starts ends with equals matches is before after immediately starting "
    "ending lasting preceding following where on in under named first last every from to sum mean "
    "median min max range count distinct share difference start end duration position name date "
    "weekday gap overlap text words sentences paragraphs characters lines"
).split()

_EXPECTED = {
    "COMPARATOR": "a comparator such as `<=`",
    "NUMBER": "a number",
    "NAME": "a name",
    "STRING": "a text in quotes",
    "COLON": "`:`",
    "RPAR": "`)`",
    "LPAR": "`(`",
    "RSQB": "`]`",
    "MOMENT": "a time such as `17:00`",
    "DATE": "a date such as `2025-03-04`",
    "UNIT": "a unit",
    "BETWEEN": "`between`",
    "CONTAINS": "`contains`",
    "$END": "the end",
}
"""Terminals worth naming in a message, most helpful first."""


_EXISTS = regex(r"(?i)\b(exists|absent|each|no)\s+((any|all|none)\s+of\s*)?$")
"""Stands before a list of names that says of nothing what bears them."""


class LanguageError(EvalspecError):
    """A formula that does not parse or does not mean anything. Places are within its text."""


@cache
def parser() -> Lark:
    """Return the parser of the formal language, built once."""
    return load_parser("constraint.lark")


def parse_expression(text: str) -> Tree[Any]:
    """Parse an expression: what stands on one side of a comparison. Raises `LanguageError`."""
    return parse(text, "value")


def parse(text: str, rule: str = "start") -> Tree[Any]:
    """Parse a formula. Raises `LanguageError` with the place and what was expected."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    if not text.strip():
        raise _error("empty-formula", "the formula is empty", text, 0)
    if len(text) > MAX_LENGTH:
        message = f"the formula is longer than {MAX_LENGTH} characters"
        raise _error("too-long", message, text, MAX_LENGTH)
    _check_depth(text)
    try:
        tree = parser().parse(text, start=rule)
    except UnexpectedCharacters as error:
        start = error.pos_in_stream or 0
        message = f"unexpected character {text[start]!r}{_wanted(error.allowed)}"
        raise _error("syntax", message, text, start) from None
    except UnexpectedToken as error:
        raise _unexpected(error.token, error.accepts or error.expected, text) from None
    except UnexpectedEOF as error:
        message = f"the formula ends too early{_wanted(set(error.expected))}"
        raise _error("syntax", message, text, len(text)) from None
    _check_levels(tree, text)
    return tree


def _unexpected(token: Any, expected: Any, text: str) -> LanguageError:
    wanted = _wanted(set(expected))
    if token.type == "$END":
        return _error("syntax", f"the formula ends too early{wanted}", text, len(text))
    word = str(token)
    hint = "" if word.lower() in KEYWORDS else near(word.lower(), KEYWORDS, cutoff=0.75)
    start = token.start_pos or 0
    if word == "[" and _EXISTS.search(text, 0, start):
        hint = 'say what bears the names: `exists item named any of ["…"]`'
    return _error("syntax", f"unexpected `{word}`{wanted}", text, start, len(word), hint)


def _wanted(terminals: set[str] | None) -> str:
    names = [words for name, words in _EXPECTED.items() if name in (terminals or ())]
    return f"; expected {' or '.join(names[:3])}" if names else ""


def _check_depth(text: str) -> None:
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth > MAX_DEPTH:
            raise _error("too-deep", f"more than {MAX_DEPTH} nested brackets", text, place)


def _check_levels(tree: Tree[Any], text: str) -> None:
    """Refuse what would be too deep for those that walk down a formula."""
    level = [tree]
    for _ in range(MAX_LEVELS):
        level = [child for node in level for child in node.children if hasattr(child, "children")]
        if not level:
            return
    message = f"more than {MAX_LEVELS} parts nested in each other"
    start = level[0].meta.start_pos if not level[0].meta.empty else 0
    raise _error("too-deep", message, text, start, hint="split it into several constraints")


def _error(
    code: str, message: str, text: str, start: int, length: int = 1, hint: str = ""
) -> LanguageError:
    return LanguageError([Problem(code, message, place(text, start, start + length), hint=hint)])


def place(text: str, start: int, end: int) -> At:
    """Return the line and column of a range of offsets in `text`."""
    line, column = _line_column(text, start)
    end_line, end_column = _line_column(text, min(end, len(text)))
    return At("", line, column, end_line, end_column)


def _line_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1
