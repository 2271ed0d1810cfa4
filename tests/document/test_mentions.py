"""Mentions: the battery in mentions.yaml, and what must hold for any text."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.quantity import plain
from evalspec.core.span import Span
from evalspec.document.mention import DateMention, Mentions, QuantityMention, TimeMention
from evalspec.document.mentions import find, find_all, pieces_of
from evalspec.document.plain import plain_form
from evalspec.document.scan import scan
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

CASES: dict[str, list[str]] = quick_yaml.load(
    Path(__file__).with_name("mentions.yaml").read_text(encoding="utf-8")
    .replace("\n- ", "\n").removeprefix("- ")
)  # fmt: skip
LEXICON: Lexicon = load_lexicon(("workout", "meal-plan", "schedule"), {}, None).lexicon
WORDS = (
    "1 12 1.5 1,200 ½ 1/2 -5 10-12 – - to and : / ( ) $ € ~ about g kg min h hours reps x × @ "
    "am PM AM noon Mon Fri March May 8:00 17:30 two half an hour dozen per side each | % °C + ,"
)
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(PIECES, max_size=40).map(" ".join),
    st.lists(PIECES, max_size=30).map("".join),
)


def quantity_line(mention: QuantityMention, text: str) -> str:
    line = f"{mention.span.of(text)} = {mention.value.text()}"
    if mention.unit is not None:
        line += f" {mention.unit.name}"
    line += " about" if mention.about else ""
    line += f" bound {mention.bound}" if mention.bound else ""
    return line + (f" qualifier {mention.qualifier}" if mention.qualifier else "")


def time_line(mention: TimeMention, text: str) -> str:
    def reading(start: int, end: int | None) -> str:
        return str(start) if end is None else f"{start} to {end}"

    line = f"{mention.span.of(text)} = time {reading(mention.minutes, mention.end)}"
    others = ", ".join(reading(*other) for other in mention.alternatives)
    return line if mention.sure else f"{line} or {others}"


def date_line(mention: DateMention, text: str) -> str:
    if mention.weekdays:
        what = "weekdays " + " ".join(map(str, mention.weekdays))
    else:
        what = f"date {mention.date.text() if mention.date else ''}"
        what += f" to {mention.end.text()}" if mention.end else ""
    return f"{mention.span.of(text)} = {what}" + ("" if mention.sure else " unsure")


def described(found: Mentions, text: str) -> list[str]:
    lines = [(m.span.start, quantity_line(m, text)) for m in found.quantities]
    lines += [(m.span.start, time_line(m, text)) for m in found.times]
    lines += [(m.span.start, date_line(m, text)) for m in found.dates]
    return [line for _, line in sorted(lines)]


def read(text: str) -> Mentions:
    return find(text, Span(0, len(text)), LEXICON)


@pytest.mark.parametrize("text", CASES)
def test_battery(text: str) -> None:
    assert described(read(text), text) == CASES[text]


@pytest.mark.parametrize("text", CASES)
def test_a_piece_reads_the_same_inside_a_response(text: str) -> None:
    prefix, suffix = "Some words before.\n", "\nand some after"
    whole = prefix + text + suffix
    found = find(whole, Span(len(prefix), len(prefix) + len(text)), LEXICON)
    assert described(found, whole) == CASES[text]


def test_a_narrow_space_groups_thousands() -> None:
    for space in "\u00a0\u202f\u2009":
        text = f"Snack 3{space}100 cal"
        assert described(read(text), text) == [f"3{space}100 cal = 3100 kcal"]


def test_the_24_hour_clock_settles_a_time_elsewhere() -> None:
    alone = read("8:30 breakfast").times[0]
    assert not alone.sure
    assert alone.alternatives == ((1230, None),)
    settled = read("8:30 breakfast, 19:00 dinner").times
    assert [(m.minutes, m.sure) for m in settled] == [(510, True), (1140, True)]


def test_mentions_do_not_cross_a_label() -> None:
    text = "- Day 1 - 30 min run\n- Monday - 5 km"
    index = find_all(text, pieces_of(scan(text)), LEXICON)
    written = [(m.span.of(text), m.value.text()) for m in index.all.quantities]
    assert written == [("1", "1"), ("30 min", "30"), ("5 km", "5")]


def test_within_slices_by_span() -> None:
    text = "* Oats: 300 kcal\n* Egg: 78 kcal at 8 AM on Monday"
    blocks = scan(text)
    index = find_all(text, pieces_of(blocks), LEXICON)
    second = index.within(blocks[1].text)
    assert described(second, text) == [
        "78 kcal = 78 kcal",
        "8 AM = time 480",
        "Monday = weekdays 1",
    ]
    assert index.quantities(blocks[0].text) == index.all.quantities[:1]


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_in_range(text: str) -> None:
    found = read(text)
    spans = [m.span for kind in (found.quantities, found.times, found.dates) for m in kind]
    spans.sort()
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(m.span.covers(m.number) for m in found.quantities)
    assert all(0 <= m.minutes <= 1440 for m in found.times)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**7), st.integers(0, 99), st.sampled_from(["g", "kcal", "min", "kg"]))
def test_any_decimal_is_read_exactly(whole: int, cents: int, unit: str) -> None:
    number = Decimal(f"{whole}.{cents:02d}")
    for written in (str(number), f"{number:,}"):
        text = f"Oats ({written} {unit})"
        (mention,) = read(text).quantities
        assert mention.value.low == mention.value.high == number
        assert mention.number.of(text) == written
        assert plain(number) in described(read(text), text)[0]


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_the_plain_form_has_the_same_length(text: str) -> None:
    assert len(plain_form(text)) == len(text)
