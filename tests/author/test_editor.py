"""What an editor shows of a spec: findings, meanings, fixes."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.author.editor import Looked, look
from evalspec.author.edits import applied

HEAD = "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"


def fixed(text: str, title: str) -> str:
    """Return a text after the fix of which the title begins so."""
    (fix,) = [one for one in look(text, "meal.yaml").fixes if one.title.startswith(title)]
    return applied(text, fix.edits)


def test_what_is_no_spec_is_left_alone() -> None:
    assert look("name: build\nsteps: [x]\n", "ci.yaml") == Looked()
    assert look("", "empty.yaml") == Looked()


def test_mistakes_have_their_places() -> None:
    (problem,) = look(f"{HEAD}  - chek: words <= 3\n", "meal.yaml").problems[:1]
    assert (problem.at.line, problem.at.column, problem.code) == (4, 5, "unknown-key")


def test_meanings() -> None:
    text = (
        f"{HEAD}  - {{id: days, text: The meal plan must be for 2 days.}}\n  - check: words <= 3\n"
    )
    days, words = look(text, "meal.yaml").hovers
    assert days.text.startswith("**days**\n\n```\ncount(day) = 2\n```\n\n")
    assert (words.at.line, words.at.column) == (5, 5)
    assert "words <= 3" in words.text


def test_the_formula_beside_the_sentence() -> None:
    text = f"{HEAD}  - The meal plan must be for 2 days.\n"
    assert fixed(text, "Write `check: count(day) = 2`") == (
        f'{HEAD}  - check: "count(day) = 2"\n    text: The meal plan must be for 2 days.\n'
    )


def test_the_nearest_sentence() -> None:
    text = (
        f"{HEAD}  # days\n  - id: days\n    text: The daily protien intake must be at least 90 g.\n"
    )
    assert fixed(text, "Write: ") == (
        f'{HEAD}  # days\n  - id: days\n    text: "The daily protein intake must be at least 90 g."\n'
    )


def test_a_part_that_was_understood_is_no_fix() -> None:
    text = f"{HEAD}  - The meal plan must be for 2 days and be fun.\n"
    found = look(text, "meal.yaml")
    assert [one.code for one in found.findings] == ["not-compiled"]
    assert not [one for one in found.fixes if one.title.startswith("Write `check")]
    assert "undetermined on every response" in found.hovers[0].text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  - check: words <= 300\n  - check: words <= 400\n",
         "  - check: words <= 300\n  # lint: ignore implied \n  - check: words <= 400\n"),
        ("  - check: words <= 300\n  - id: long\n    check: words <= 400\n",
         "  - check: words <= 300\n  # lint: ignore implied \n  - id: long\n    check: words <= 400\n"),
        ("  - check: words <= 300\n  - check: >\n      words <=\n      400\n",
         "  - check: words <= 300\n  # lint: ignore implied \n  - check: >\n      words <=\n      400\n"),
    ],
)  # fmt: skip
def test_silence_asks_for_a_reason(before: str, after: str) -> None:
    head = "evalspec: 1\nconstraints:\n"
    silenced = fixed(head + before, "Silence `implied`")
    assert silenced == head + after
    codes = [one.code for one in look(silenced, "meal.yaml").findings]
    assert "bad-ignore" in codes
    told = silenced.replace("implied ", "implied the longer one is scored alone")
    assert look(told, "meal.yaml").findings == ()


def test_mistakes_of_a_file_that_it_names_are_said(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("vocabulary: 1\nname: mine\nmeasurs: {}\n")
    text = "evalspec: 1\nvocabulary: mine.yaml\nconstraints:\n  - check: words <= 3\n"
    (problem, *_) = look(text, str(tmp_path / "plan.yaml")).problems
    assert (problem.at.line, "mine.yaml:3:1: `measurs`" in problem.message) == (1, True)


def test_vocabularies() -> None:
    found = look("vocabulary: 1\nname: mine\nmeasures: {x: 3}\n", "mine.yaml")
    assert found.problems or found.findings
