"""The ledger as people read it: nothing is cut silently, no cell is without meaning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from evalspec import api
from evalspec.cli import group
from evalspec.report import json, text
from evalspec.report.report import Report

Check = Callable[..., Report]


def spec_of(folder: Path, vocabulary: str, *formulas: str, **more: object) -> str:
    """Write a spec of formulas; return its path."""
    spec = {"evalspec": 1, "vocabulary": vocabulary, **more,
            "constraints": [{"check": formula} for formula in formulas]}  # fmt: skip
    path = folder / "spec.yaml"
    path.write_bytes(msgspec.json.encode(spec))
    return str(path)


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Return a function that decides formulas on a response."""

    def run(response: str, *formulas: str, vocabulary: str = "text") -> Report:
        path = spec_of(tmp_path, vocabulary, *formulas)
        return api.load(path, cache=False).check(response)

    return run


def lines(report: Report, *, verbose: bool = False) -> list[str]:
    """Return the lines of the text report."""
    return text.render([report], verbose=verbose).splitlines()


def test_counted_words_say_how_many_are_not_listed(check: Check) -> None:
    report = check(" ".join(["tea"] * 23), "words <= 5")
    assert "      … 11 more, -v shows 8 of them" in lines(report)
    assert "      … 3 more, counted and not listed" in lines(report, verbose=True)
    (scope,) = json.verdict_data(report.verdicts[0])["scopes"]
    assert (len(scope["offending"]), scope["unlisted"]) == (20, 3)


@pytest.mark.parametrize(
    ("formula", "total"),
    [
        ("commas <= 5", 1100),
        ('occurrences of "tea" <= 5', 1100),
        ('not contains "tea"', 1100),
        ('not matches "tea"', 1100),
        ("lines <= 5", 1100),
        ("is uppercase", 1100),
    ],
)
def test_listed_and_unlisted_make_the_whole(check: Check, formula: str, total: int) -> None:
    report = check("tea,\n" * 1100, formula)
    (scope,) = json.verdict_data(report.verdicts[0])["scopes"]
    assert (len(scope["offending"]), len(scope["offending"]) + scope["unlisted"]) == (1000, total)


@pytest.mark.parametrize(
    ("response", "formula", "said"),
    [
        ('{"a": [1, 2,\n 3\n "b"]}', "is json", "no JSON at 3:2: expecting ',' delimiter"),
        ('Here:\n```json\n{"a": 1}\n```', "is json", "no JSON at 1:1: expecting value"),
        ('```json\n{"a": NaN}\n```', "is json", "no JSON at 2:7: NaN is no JSON"),
        ("[1, 2", "is json", "no JSON, ends at 1:6: expecting ',' delimiter"),
        ("[1, 2]", "is json-object", "JSON, but a list"),
        ("3", "is json-array", "JSON, but a number"),
        ("Tea.", """conforms to '{"type": "object"}'""", "no JSON at 1:1: expecting value"),
        ("Only tea.", 'contains "gull"', "not found"),
        ("Only tea.", 'contains all of ["gull", "tea"]', '1 of 2, without "gull", needs all'),
        ("Only tea.", 'starts with "However"', 'starts "Only tea."'),
        ("So it is. " * 9, 'ends with "However"', 'ends "… So it is. So it is. So it is."'),
        ("OK, tea now", "is uppercase", "2 words are not so"),
    ],
)
def test_the_headline_says_what_is_wrong(
    check: Check, response: str, formula: str, said: str
) -> None:
    assert lines(check(response, formula))[0].endswith(f"  {said}")


def test_a_long_number_is_json(check: Check) -> None:
    assert lines(check("[" + "9" * 5000 + "]", "is json"))[0].startswith("✓")


def test_json_nested_too_deeply_is_open(check: Check) -> None:
    assert "nested more than 200 levels deep" in "\n".join(lines(check("[" * 200_000, "is json")))


PLAN = """## Day 1
- Breakfast
  - Porridge: 500 kcal
- Dinner
  - Rice: 800 kcal
  - Soup: 300 kcal
## Day 2
- Dinner
  - Stew: 900 kcal
"""


def sides(report: Report) -> list[tuple[str, ...]]:
    """Return every number used by the first verdict, with what it went into."""
    (scope,) = report.verdicts[0].scopes
    return [(*operand.sides, operand.label) for operand in scope.operands]


@pytest.mark.parametrize(
    ("formula", "parts"),
    [
        (
            'share(calories of meal named "breakfast", calories) <= 20 %',
            [
                ('calories of meal named "breakfast" = 500 kcal', "Porridge"),
                ("calories = 2500 kcal", "Porridge"),
                ("calories = 2500 kcal", "Rice"),
                ("calories = 2500 kcal", "Soup"),
                ("calories = 2500 kcal", "Stew"),
            ],
        ),
        (
            "calories of day 2 = max(calories per day)",
            [
                ("calories of day 2 = 900 kcal", "Stew"),
                ("max(calories per day) = 1600 kcal", "Day 1 = 1600 kcal", "Porridge"),
                ("max(calories per day) = 1600 kcal", "Day 1 = 1600 kcal", "Rice"),
                ("max(calories per day) = 1600 kcal", "Day 1 = 1600 kcal", "Soup"),
                ("max(calories per day) = 1600 kcal", "Day 2 = 900 kcal", "Stew"),
            ],
        ),
        ("max(calories per food) <= 1 kcal", [("Porridge",), ("Rice",), ("Soup",), ("Stew",)]),
        ("sum(calories) <= 1 kcal", [("Porridge",), ("Rice",), ("Soup",), ("Stew",)]),
    ],
)
def test_a_number_says_what_it_went_into(
    check: Check, formula: str, parts: list[tuple[str, ...]]
) -> None:
    assert sides(check(PLAN, formula, vocabulary="meal-plan")) == parts


def test_what_numbers_went_into_is_written_above_them(check: Check) -> None:
    report = check(PLAN, "calories of day 2 = max(calories per day)", vocabulary="meal-plan")
    assert lines(report)[3:11] == [
        "  ✗ the response: calories of day 2 = 900 kcal   needs = 1600 kcal",
        "      calories of day 2 = 900 kcal",
        '            900 kcal calories  Stew  9:11 "900 kcal"',
        "      max(calories per day) = 1600 kcal",
        "        Day 1 = 1600 kcal",
        '              500 kcal calories  Porridge  3:15 "500 kcal"',
        '              800 kcal calories  Rice  5:11 "800 kcal"',
        '              300 kcal calories  Soup  6:11 "300 kcal"',
    ]


DAY = "- 9:00-12:00 Work\n- 12:00-13:00 Lunch\n- 13:00-15:00 Work\n- 18:00-19:00 Gym\n"


@pytest.mark.parametrize(
    ("formula", "outcome", "times"),
    [
        ("block(lunch) before block(gym)", "✓", ["12:00 Lunch", "13:00 Lunch", "18:00 Gym"]),
        ("block(gym) before block(work)", "✗", ["18:00 Gym", "19:00 Gym", "13:00 Work"]),
        ("block(work) before block(lunch)", "?", ["13:00 Work", "15:00 Work", "12:00 Lunch"]),
        ("block(work) immediately before block(gym)", "✓", ["13:00 Work", "15:00 Work"]),
        ("each block(gym): duration within data.free", "✗", ["18:00 Gym", "19:00 Gym"]),
    ],
)
def test_order_is_shown_by_the_times_that_decide(
    tmp_path: Path, formula: str, outcome: str, times: list[str]
) -> None:
    path = spec_of(tmp_path, "schedule", formula, data={"free": ["06:00-08:00"]})
    report = api.load(path, cache=False).check(DAY)
    (scope,) = report.verdicts[0].scopes
    assert [f"{o.value} {o.label}" for o in scope.operands][: len(times)] == times
    assert lines(report)[0][0] == outcome


def test_facts_and_check_agree_on_the_end_of_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "day.md"
    path.write_text(
        "- 17:30: Gym (1 hour)\n- 19:00 Dinner\n- 20:00 - 21:00 Reading\n- 21:00 Wash up"
    )
    result = CliRunner().invoke(group, ["facts", str(path), "-w", "schedule"])
    assert [line.split('"')[-1].split() for line in result.output.splitlines()[1:]] == [
        ["17:30-18:30", "duration", "1", "h"],
        ["19:00-20:00", "(next-entry)"],
        ["20:00-21:00"],
        ["21:00"],
    ]
    report = api.load(spec_of(tmp_path, "schedule", "duration(gym) = 1 h"), cache=False)
    (scope,) = report.check(path.read_text()).verdicts[0].scopes
    assert [o.value for o in scope.operands] == ["17:30", "18:30"]


def comparisons(report: Report) -> list[str]:
    """Return the lines of the first verdict that hold a comparison."""
    marks = ("  ✓ ", "  ✗ ", "  ? ")
    return [line.strip() for line in lines(report, verbose=True)[2:] if line.startswith(marks)]


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (
            "at most 1 of day: calories > 800 kcal",
            [
                "✗ the response: count(day where (calories > 800 kcal)) = 2 of 2   needs <= 1",
                "✗ Day 1: calories = 1600 kcal   needs <= 800 kcal",
                "✗ Day 2: calories = 900 kcal   needs <= 800 kcal",
            ],
        ),
        (
            "at least 2 of day: calories > 900 kcal",
            [
                "✗ the response: count(day where (calories > 900 kcal)) = 1 of 2   needs >= 2",
                "✓ Day 1: calories = 1600 kcal   needs > 900 kcal",
                "✗ Day 2: calories = 900 kcal   needs > 900 kcal",
            ],
        ),
        (
            "no day: fat > 900 g",
            [
                "? Day 1: fat = no value   needs <= 900 g",
                "? Day 2: fat = no value   needs <= 900 g",
            ],
        ),
        (
            "calories = 2500 kcal ± 5 %",
            ["✓ the response: calories = 2500 kcal   needs = 2500 kcal ± 5 %"],
        ),
        (
            "calories of day 5 <= 1000 kcal",
            ["? the response: calories of day 5 = no value   needs <= 1000 kcal"],
        ),
    ],
)
def test_each_comparison_says_what_it_needs(check: Check, formula: str, shown: list[str]) -> None:
    assert comparisons(check(PLAN, formula, vocabulary="meal-plan")) == shown


def test_what_is_not_written_is_named(check: Check) -> None:
    report = check(
        PLAN + "- Lunch\n  - Apple\n", "min(calories per meal) >= 5 kcal", vocabulary="meal-plan"
    )
    assert "  a number that matters is not written: Lunch" in lines(report)
    (scope,) = report.verdicts[0].scopes
    assert [o.label for o in scope.operands if o.origin == "missing"] == ["Lunch"]


@pytest.mark.parametrize(
    ("formula", "headline", "counts"),
    [
        ("share(commas, questions) <= 50 %", "500 %, needs <= 50", ["5 commas", "1 questions"]),
        ('share(occurrences of "tea", words) <= 5 %', "25 %, needs <= 5",
         ['1 occurrences of "tea"', "4 words"]),
        ("words mod 2 = 1", "0, needs = 1", ["4 words"]),
    ],
)  # fmt: skip
def test_counts_of_text_behind_a_value(
    check: Check, formula: str, headline: str, counts: list[str]
) -> None:
    report = check("So, a, b,, tea,?", formula)
    assert lines(report)[0].endswith(f"  {headline}")
    (scope,) = report.verdicts[0].scopes
    assert [f"{o.value} {o.label}" for o in scope.operands] == counts


def test_an_empty_scope_is_named_with_its_filters(check: Check) -> None:
    report = check(DAY, "no block(work) in evening: duration > 0 min", vocabulary="schedule")
    assert report.verdicts[0].detail == "block(work) in evening"
