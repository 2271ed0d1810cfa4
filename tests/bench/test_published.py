"""Figures that BenchAgents prints, as counts: what its samples can tell. The page shows the same."""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from evalspec.compare.statistics import wilson
from tests.docs.worked import page

DATA = Path(os.environ.get("EVALSPEC_DATA", Path(__file__).parents[3] / "shared" / "data"))
TABLES = DATA / "papers" / "benchagents_tables.json"
needs_tables = pytest.mark.skipif(not TABLES.is_file(), reason=f"needs {TABLES}")
ROW = re.compile(
    r"^\| ([\w, -]+) \| (\d\.\d\d) \| (\d+) of (\d+) \| (\d\.\d\d)-(\d\.\d\d) \|$", re.M
)


def _count_behind(printed: Decimal, whole: int) -> int:
    """Return how many of `whole` a share is that was printed rounded, where one number is."""
    places = Decimal(1).scaleb(int(printed.as_tuple().exponent))
    (found,) = (
        part for part in range(whole + 1)
        if abs(Decimal(part) / whole - printed) <= places / 2
    )  # fmt: skip
    return found


def _fisher(first: int, of_first: int, second: int, of_second: int) -> float:
    """Return the exact two-sided p-value that two shares of independent samples are one."""
    table = [[first, of_first - first], [second, of_second - second]]
    return float(pytest.importorskip("scipy.stats").fisher_exact(table).pvalue)


def _shown() -> dict[str, tuple[Decimal, int, int, str, str]]:
    return {
        name: (Decimal(printed), int(part), int(whole), low, high)
        for name, printed, part, whole, low, high in ROW.findall(page("evaluating.md"))
    }


def _printed(tables: dict[str, Any]) -> dict[str, tuple[Decimal, int]]:
    checks = tables["table3_model_checks_accuracy_against_people"]
    found = {
        f"{data_set}, {check}": (Decimal(f"{share:.2f}"), 50)
        for data_set in ("BA-Calendar", "BA-Text")
        for check, share in checks[data_set].items()
        if share is not None
    }
    groups = tables["table18_model_evaluation_accuracy_against_people"]
    return found | {
        name: (Decimal(f"{share:.2f}"), 20) for name, share in groups.items() if name != "note"
    }


@needs_tables
def test_the_page_shows_what_was_printed() -> None:
    printed = _printed(json.loads(TABLES.read_text("utf-8")))
    assert {name: (share, whole) for name, (share, _, whole, *_) in _shown().items()} == printed


def test_printed_shares_are_these_counts() -> None:
    shown = _shown()
    assert len(shown) == 14
    for printed, part, whole, low, high in shown.values():
        assert _count_behind(printed, whole) == part
        found = wilson(part, whole)
        assert found.low is not None
        assert found.high is not None
        assert (f"{found.low:.2f}", f"{found.high:.2f}") == (low, high)


def test_what_they_can_tell() -> None:
    text, shown = page("evaluating.md"), _shown()
    said = {
        ("topic", "conditional"): "0.047", ("topic", "iterative"): "0.020",
        ("positional", "iterative"): "0.24",
        ("BA-Text, consistency", "BA-Text, completeness"): "0.0076",
        ("BA-Text, feasibility", "BA-Text, completeness"): "0.0076",
        ("BA-Text, clarity", "BA-Text, completeness"): "0.028",
        ("BA-Text, clarity", "BA-Calendar, clarity"): "0.028",
        ("BA-Text, consistency", "BA-Calendar, consistency"): "0.31",
    }  # fmt: skip
    for (first, second), p in said.items():
        _, one, of_one, *_ = shown[first]
        _, other, of_other, *_ = shown[second]
        found = _fisher(one, of_one, other, of_other)
        assert f"{found:.{len(p) - 2}f}" == p
        assert f"p = {p}" in text
    groups = [
        "topic",
        "positive",
        "negative",
        "positional",
        "sequencing",
        "conditional",
        "iterative",
    ]
    apart = {
        (a, b)
        for a in groups
        for b in groups
        if a < b and _fisher(shown[a][1], 20, shown[b][1], 20) < 0.05
    }
    assert apart == {("conditional", "topic"), ("iterative", "topic")}
