"""Responses in many styles and the facts read in them, side by side in `cases/*.yaml`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.document.facts import EntryKind, Facts
from evalspec.document.read import read_facts
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml
from tests.document.outline_text import outline

CASES = Path(__file__).parent / "cases"
VOCABULARIES = {
    "workouts": ("workout",),
    "meals": ("meal-plan",),
    "schedules": ("schedule",),
    "trips": ("trip",),
    "scripts": ("script",),
    "general": (),
}


@lru_cache(maxsize=8)
def lexicon_of(names: tuple[str, ...]) -> Lexicon:
    return load_lexicon(names, None, None).lexicon


def cases() -> list[Any]:
    found = []
    for group, names in VOCABULARIES.items():
        content = quick_yaml.load((CASES / f"{group}.yaml").read_text(encoding="utf-8"))
        found += [pytest.param(names, c, id=f"{group}: {c['name']}") for c in content]
    return found


@pytest.mark.parametrize(("names", "case"), cases())
def test_outline(names: tuple[str, ...], case: dict[str, str]) -> None:
    facts = read_facts(case["response"], lexicon_of(names))
    assert outline(facts, case["response"]) == case["facts"]
    well_formed(facts, case["response"])


@pytest.mark.parametrize(("names", "case"), cases())
def test_line_ends_do_not_matter(names: tuple[str, ...], case: dict[str, str]) -> None:
    text = case["response"].replace("\n", "\r\n")
    assert outline(read_facts(text, lexicon_of(names)), text) == case["facts"]


def well_formed(facts: Facts, text: str) -> None:
    """Every span lies in the text, every amount cites a number, ids and parts agree."""
    for number, entry in enumerate(facts.entries):
        assert entry.id == number
        assert (entry.kind is EntryKind.PLAN) == (number == 0)
        assert all(0 <= s.start <= s.end <= len(text) for s in (entry.span, *entry.spans))
        assert entry.parent < number
        if number:
            assert number in facts.entries[entry.parent].parts
        for amount in entry.amounts:
            assert 0 <= amount.span.start < amount.span.end <= len(text)
    for claim in facts.claims:
        assert 0 <= claim.entry < len(facts.entries)
    for doubt in facts.doubts:
        assert all(0 <= e < len(facts.entries) for e in doubt.entries)


_LINES = st.sampled_from(
    [
        "**Day 1**", "## Day 2: Rest", "Breakfast (8 AM): eggs (100 kcal)", "- 3 x 10 @ 60 kg",
        "| Day | Calories |", "|---|---|", "| 1 | 200 |", "Total: 500 kcal", "  - Sets: 3",
        "8:00 - 9:00 Work", "10 PM Sleep", "Note:", "* **Lunch**", "1. Run: 5 km", "", "Mon/Wed:",
        "Week 1, Day 2", "{", '"day": 1', "a (b (c", "---", "Session A and B:", "= 3 kg", "(1 cup",
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=24), st.sampled_from(list(VOCABULARIES.values())))
@settings(max_examples=100, deadline=None)
def test_any_mixture_of_lines(lines: list[str], names: tuple[str, ...]) -> None:
    text = "\n".join(lines)
    well_formed(read_facts(text, lexicon_of(names)), text)


@given(st.text(max_size=300), st.sampled_from(list(VOCABULARIES.values())))
@settings(max_examples=100, deadline=None)
def test_any_text(text: str, names: tuple[str, ...]) -> None:
    well_formed(read_facts(text, lexicon_of(names)), text)


@pytest.mark.parametrize(
    "text",
    [
        "- a\n" * 20_000,
        "".join("  " * (n % 500) + "- 5 kcal\n" for n in range(5_000)),
        "(" * 20_000 + "5 kcal" + ")" * 20_000,
        "**Day 1**\n" * 5_000,
        "5 kcal, " * 20_000,
        "8:00 AM Work\n" * 5_000,
        "|" + " 5 kcal |" * 2_000 + "\n|" + "---|" * 2_000 + "\n|" + " 5 |" * 2_000,
    ],
    ids=["list", "nesting", "brackets", "headings", "amounts", "times", "table"],
)
@pytest.mark.heavy
def test_large_inputs(text: str) -> None:
    read_facts(text, lexicon_of(("meal-plan",)))


def test_a_factor_without_a_unit_is_counted() -> None:
    measures = {
        "load": {"words": ["load"], "dimension": "mass", "product": ["tries", "hits", "weight"]},
        "tries": {"words": ["try"], "dimension": "count:try"},
        "hits": {"words": ["hit"], "dimension": "count:hit"},
        "weight": {"words": ["weight"], "dimension": "mass", "unit": "kg"},
    }
    lexicon = load_lexicon((), {"measures": measures}, None).lexicon
    facts = read_facts("- Throw\n  - Try 1: 3 hits at 5 kg\n  - Try 2: 4 hits at 6 kg", lexicon)
    tries = [a.value.low for e in facts.entries for a in e.amounts if a.measure == "tries"]
    assert tries == [1, 1]


def test_a_snack_for_all_days_stands_in_days_that_share_their_parts() -> None:
    """A list that two days share is changed once."""
    words = load_lexicon(["meal-plan"], None, None).lexicon
    text = (
        "**Daily snack (same on all days):** almonds (160 kcal)\n\n**Day 1 and 3**\n"
        "- Breakfast: eggs (300 kcal)\n- Daily snack\n\n**Day 2**\n"
        "- Breakfast: oats (350 kcal)\n- Daily snack\n"
    )
    days = [entry for entry in read_facts(text, words).entries if entry.rank == "day"]
    assert [day.label for day in days] == ["Day 1 and 3", "Day 2", "Day 1 and 3"]
