"""Named forms of a text: `is json`, `is uppercase`, `is a-question`."""

from __future__ import annotations

import re
from collections.abc import Callable

from evalspec.check.markup import NO_JSON, is_csv, is_markdown_table, is_xml, is_yaml, json_value
from evalspec.core.regex import regex
from evalspec.vocabulary.languages import SCRIPTS

_QUOTE_PAIRS = {'"': '"', "\u201c": "\u201d", "'": "'", "\u2018": "\u2019", "\u00ab": "\u00bb"}
DOUBLE_QUOTES = '"\u201c\u201d'
_SMALL = frozenset("a an and as at but by for from if in nor of on or so the to with".split())


def _script(name: str) -> Callable[[str], bool]:
    """Return the test that every letter of a text, and at least one, is of a script."""
    inside = regex(f"[{SCRIPTS[name]}]")

    def test(content: str) -> bool:
        letters = [c for c in content if c.isalpha()]
        return bool(letters) and all(inside.match(letter) for letter in letters)

    return test


def _titlecase(content: str) -> bool:
    """Tell whether every word but small ones begins with a capital."""
    words = [w.strip("*_\"'()[]:,.;!?") for w in content.split()]
    words = [w for w in words if w[:1].isalpha()]
    return bool(words) and all(
        not w[0].islower() or (n > 0 and w in _SMALL) for n, w in enumerate(words)
    )


def _quoted(content: str) -> bool:
    """Tell whether the whole text stands in one pair of quotation marks."""
    text = content.strip()
    return len(text) > 1 and _QUOTE_PAIRS.get(text[0]) == text[-1]


def _double_quoted(content: str) -> bool:
    text = content.strip()
    return len(text) > 1 and text[0] in DOUBLE_QUOTES and text[-1] in DOUBLE_QUOTES


def _bold(content: str) -> bool:
    text = content.strip()
    return len(text) > 4 and text[:2] == text[-2:] and text[:2] in ("**", "__")


def _numeric(content: str) -> bool:
    text = content.strip().replace(",", "").lstrip("+-")
    whole, _, fraction = text.partition(".")
    return (whole + fraction).isdigit()


def _palindrome(content: str) -> bool:
    letters = [c for c in content.lower() if c.isalnum()]
    return len(letters) > 1 and letters == letters[::-1]


def _words_with(content: str, breaks: Callable[[str], bool]) -> list[tuple[int, int]]:
    words = (match for match in re.finditer(r"\S+", content) if breaks(match[0]))
    return [match.span() for match in words]


FAULTS: dict[str, Callable[[str], list[tuple[int, int]]]] = {
    "lowercase": lambda content: _words_with(content, lambda word: word != word.lower()),
    "uppercase": lambda content: _words_with(content, lambda word: word != word.upper()),
}
"""Form → the places where a text departs from it."""

FORMS: dict[str, Callable[[str], bool]] = {
    "json": lambda content: json_value(content) is not NO_JSON,
    "json-object": lambda content: isinstance(json_value(content), dict),
    "json-array": lambda content: isinstance(json_value(content), list),
    "uppercase": str.isupper,
    "lowercase": str.islower,
    "titlecase": _titlecase,
    "empty": lambda content: not content.strip(),
    "quoted": _quoted,
    "double-quoted": _double_quoted,
    "bold": _bold,
    "numeric": _numeric,
    "palindrome": _palindrome,
    "a-question": lambda content: content.rstrip(" \t\r\n*_\"'\u201d)").endswith("?"),
    "yaml": is_yaml,
    "csv": is_csv,
    "xml": is_xml,
    "markdown-table": is_markdown_table,
    "ascii": str.isascii,
    **{f"{name}-script": _script(name) for name in SCRIPTS},
}
"""Each named form as a test of a text."""
