"""The block scanner: the cases of blocks.yaml, and what must hold for any text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.span import Span
from evalspec.document.blocks import Block
from evalspec.document.scan import scan
from tests import quick_yaml

CASES: list[dict[str, Any]] = quick_yaml.load(
    Path(__file__).with_name("blocks.yaml").read_text(encoding="utf-8")
)
PIECES = st.sampled_from(
    [
        "* ",
        "- ",
        "**",
        "__",
        "1. ",
        "a) ",
        "# ",
        "## ",
        "|",
        "---",
        "===",
        ">",
        "```",
        "~~~",
        "json",
        ": ",
        " - ",
        "–",
        "(",
        ")",
        "\n",
        "\n\n",
        "\r\n",
        "\t",
        "    ",
        "\xa0",
        "\u200b",
        "\ufeff",
        "🍳",
        "1️⃣",
        "Day 1",
        "8:00 AM",
        "10 - 12",
        "{",
        "}",
        "[",
        "]",
        '"',
        ",",
        "\\",
        "x",
        "Ａ：",
        "<think>",
        "[ ] ",
    ]
)
TEXTS = st.one_of(st.text(max_size=150), st.lists(PIECES, max_size=40).map("".join))


def described(block: Block, text: str) -> str:
    line = f"{block.kind.name} {block.level}"
    if block.cells:
        return line + "".join(f" [{cell.of(text)}]" for cell in block.cells)
    line += f" no.{block.number}" if block.number else ""
    line += " bold" if block.bold else ""
    line += f" {block.text.of(text)}"
    if block.label is not None and block.rest is not None:
        line += f" | {block.label.of(text)} -> {block.rest.of(text)}"
    return line


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["response"])[:20])
def test_battery(case: dict[str, Any]) -> None:
    text = case["response"]
    assert [described(block, text) for block in scan(text)] == case["blocks"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["response"])[:20])
def test_line_ends_do_not_matter(case: dict[str, Any]) -> None:
    for text in (case["response"].replace("\n", "\r\n"), "\ufeff" + case["response"]):
        assert [described(block, text) for block in scan(text)] == case["blocks"]


def test_groups_tie_lines_of_one_paragraph_list_or_table() -> None:
    text = "one\ntwo\n\nthree\n- a\n- b\n\n**Head**\n- c\n| x | y |\n| 1 | 2 |"
    groups = [block.group for block in scan(text)]
    assert groups[0] == groups[1] != groups[2]
    assert groups[3] == groups[4] != groups[2]
    assert groups[6] not in (groups[4], groups[5])
    assert groups[7] == groups[8] != groups[6]


def test_an_indented_line_belongs_to_the_item_above() -> None:
    text = "* Burpees\n  10 minutes\n* Run\n\nAfter the list."
    assert [(b.kind.name, b.level) for b in scan(text)] == [
        ("BULLET", 0), ("PARAGRAPH", 1), ("BULLET", 0), ("PARAGRAPH", 0)
    ]  # fmt: skip


def test_only_the_given_spans_are_read() -> None:
    text = "<!-- no -->- one\n- two"
    blocks = scan(text, (Span(11, len(text)),))
    assert [described(block, text) for block in blocks] == ["BULLET 0 one", "BULLET 0 two"]


def test_deep_nesting_and_long_lines_are_read() -> None:
    deep = "\n".join("  " * level + "- x" for level in range(2000))
    assert scan(deep)[-1].level == 1999
    assert len(scan("word " * 200_000)) == 1
    wide = "|".join("c" for _ in range(1000))
    assert len(scan(f"|{wide}|\n|{wide}|")[0].cells) == 1000


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_blocks_are_in_order_and_in_range(text: str) -> None:
    end = 0
    for block in scan(text):
        assert end <= block.span.start <= block.span.end <= len(text)
        end = block.span.end
        parts = [part for part in (block.label, block.rest) if part is not None]
        assert all(block.text.covers(part) or part.start == part.end for part in parts)
        assert (block.label is None) == (block.rest is None)
        assert all(0 <= cell.start <= cell.end <= len(text) for cell in block.cells)


@settings(max_examples=60, deadline=None)
@given(TEXTS.filter(lambda text: "\r" not in text))
def test_line_ends_never_change_the_content(text: str) -> None:
    other = text.replace("\n", "\r\n")
    content = [" ".join(block.text.of(text).split()) for block in scan(text)]
    assert [" ".join(block.text.of(other).split()) for block in scan(other)] == content
