"""Excerpts: the line of a problem with carets under the place."""

from __future__ import annotations

from evalspec.core.span import At
from evalspec.source.source_text import SourceText, quoted


def test_excerpt() -> None:
    source = SourceText("s", "one\ntwo three\n")
    assert source.excerpt(At("s", 2, 5, 2, 10)) == "   2 | two three\n     |     ^^^^^"


def test_excerpt_of_a_place_over_several_lines_ends_with_its_first() -> None:
    source = SourceText("s", "one\ntwo three\nfour")
    assert source.excerpt(At("s", 2, 5, 3, 5)) == "   2 | two three\n     |     ^^^^^"


def test_excerpt_of_a_long_line_shows_the_place() -> None:
    source = SourceText("s", "x" * 500 + "HERE" + "y" * 500)
    excerpt = source.excerpt(At("s", 1, 501, 1, 505))
    text, carets = excerpt.split("\n")
    assert len(text) < 110
    start = carets.index("^")
    assert text[start : start + carets.count("^")] == "HERE"


def test_quoted() -> None:
    assert quoted("a: b") == '"a: b"'
    assert quoted('say "a"') == "'say \"a\"'"
    assert quoted('it\'s "a"') == "'it''s \"a\"'"
