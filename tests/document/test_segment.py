"""Segmentation: words, sentences, paragraphs, sections and marks with their places."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.span import Span
from evalspec.document.answer import select_answer
from evalspec.document.segment import Segments

ESSAY = """# On Tea

Tea is old. Dr. Lee drinks it at 5 p.m. every day, e.g. with milk!
It costs 3.50 dollars…

## First

"Really?" she asked. 1. is a number.

- one item
- two items. Yes.

## Second

Last `x = 1` and [a link](https://example.org/x).

| a | b |
|---|---|
| 1 | 2 |
"""
KIND_NAMES = (
    "response section paragraph sentence line bullet numbered table row column cell code link "
    "quotation word character"
)
KINDS = KIND_NAMES.split()
MARKS = 'Dr. |e.g. |A|b|. |! |\n|\n\n|# |- |`|"|[|](|)|**|3.5|—'
TABLE_MARKS = ["|", "---"]


def texts(kind: str, text: str = ESSAY, **options: str) -> list[str]:
    return [span.of(text) for span in Segments(text, **options).of(kind)]  # type: ignore[arg-type]


WORDS = [
    ("one two", 2, 2),
    ("don't stop", 2, 3),
    ("a well-known 3,000-word text", 4, 7),
    ("a — b – c - d", 4, 4),
    ("**bold** _it_ # x", 3, 3),
    ("e.g. 8:00 and/or", 3, 6),
    ("one—two", 2, 2),
    ("", 0, 0),
    ("… !!! ***", 0, 0),
    ("\u00e9t\u00e9 na\u00efve", 2, 2),
    ("我喝茶 tea", 4, 2),
]


@pytest.mark.parametrize(("text", "words", "tokens"), WORDS, ids=[w[0] or "empty" for w in WORDS])
def test_words(text: str, words: int, tokens: int) -> None:
    assert Segments(text).word_count == len(Segments(text).words) == words
    assert Segments(text, segmentation="tokens/1").word_count == tokens


def test_sentences() -> None:
    assert texts("sentence") == [
        "Tea is old.",
        "Dr. Lee drinks it at 5 p.m. every day, e.g. with milk!",
        "It costs 3.50 dollars…",
        '"Really?"',
        "she asked.",
        "1. is a number.",
        "one item",
        "two items.",
        "Yes.",
        "Last `x = 1` and [a link](https://example.org/x).",
    ]


def test_paragraphs_have_prose_and_no_headings() -> None:
    assert [text.split()[0] for text in texts("paragraph")] == ["Tea", '"Really?"', "Last"]
    everything = texts("paragraph", segmentation="tokens/1")
    assert [text.split()[0] for text in everything] == [
        "#", "Tea", "##", '"Really?"', "-", "##", "Last", "|"
    ]  # fmt: skip


def test_sections_nest_and_count_at_their_level() -> None:
    sections = Segments(ESSAY).sections
    headings = [s.heading.of(ESSAY) for s in sections if s.heading]
    assert headings == ["On Tea", "First", "Second"]
    assert sections[0].span.end == sections[2].span.end
    assert [text.split("\n")[0] for text in texts("section")] == ["## First", "## Second"]
    bold = "**A**\none\n\n**B**\ntwo"
    assert texts("section", bold) == ["**A**\none", "**B**\ntwo"]


def test_marks() -> None:
    assert texts("bullet") == ["one item", "two items. Yes."]
    assert texts("code") == ["`x = 1`"]
    assert texts("link") == ["[a link](https://example.org/x)"]
    assert texts("quotation") == ['"Really?"']
    assert texts("row") == ["| 1 | 2 |"]
    assert texts("cell") == ["1", "2"]
    assert len(texts("table")) == 1


def test_within_a_span() -> None:
    segments = Segments(ESSAY)
    second = segments.of("paragraph")[1]
    assert [s.of(ESSAY) for s in segments.of("sentence", second)] == [
        '"Really?"', "she asked.", "1. is a number."
    ]  # fmt: skip
    assert segments.count("word", second) == len(segments.of("word", second)) == 7
    assert segments.count("character", second) == second.end - second.start


def test_what_is_set_aside_is_not_counted() -> None:
    text = "<think>many many words</think>\nTwo words <!-- not these --> here."
    segments = Segments(text, select_answer(text))
    assert segments.word_count == 3
    assert segments.count("sentence") == 1
    assert segments.character_count == len("Two words  here.")


def test_split_by_a_separator() -> None:
    text = "one\n***\ntwo\n***\n***\n three "
    assert [span.of(text) for span in Segments(text).split("***")] == ["one", "two", "three"]


@settings(max_examples=100, deadline=None)
@given(
    st.one_of(
        st.text(max_size=120),
        st.lists(
            st.sampled_from(
                MARKS.split("|") + TABLE_MARKS
            ),
            max_size=40,
        ).map("".join),
    )
)  # fmt: skip
def test_segments_are_in_order_and_in_range(text: str) -> None:
    segments = Segments(text)
    for kind in KINDS:
        if kind in ("column", "cell"):
            continue
        spans = segments.of(kind)
        assert all(0 <= span.start <= span.end <= len(text) for span in spans)
        assert all(a.end <= b.start for a, b in pairwise(spans)), kind
        assert segments.count(kind) == len(spans)
        assert segments.of(kind, Span(0, len(text))) == spans or kind == "character"
