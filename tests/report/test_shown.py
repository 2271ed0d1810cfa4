"""What people read: rounded numbers, folded lines, advice once, evidence of what is forbidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import COMMANDS, group
from evalspec.report.folding import folded
from evalspec.report.rounding import shown, without_long

NUMBERS = [
    ("31.4583333333333", ">= 30", "31.46"),
    ("36.3636363636364", "<= 20", "36.36"),
    ("1234.56789", "", "1234.57"),
    ("0.00123456", "", "0.001235"),
    ("0.3333333333", "", "0.3333"),
    ("-2.6666666667", "", "-2.667"),
    ("2.5", "", "2.5"),
    ("420.50", "", "420.50"),
    ("1700", "<= 1500", "1700"),
    ("2.0000001", "", "2"),
    ("30.00004", "<= 30", "30.00004"),
    ("30.0000412", "<= 30", "30.00004"),
    ("29.9999", ">= 30", "29.9999"),
    ("[1496.854821, inf)", ">= 1400", "[1496.85, inf)"),
    ("[0.66666667, 1.33333333]", "", "[0.6667, 1.333]"),
    ("18:30", "", "18:30"),
    ('"3.14159265"', "", '"3.14159265"'),
    ("not found", "", "not found"),
    ("2 of 3", "", "2 of 3"),
    ("", "", ""),
    ("9" * 60 + ".123456", "", "9" * 60 + ".12"),
]


@pytest.mark.parametrize(("computed", "bound", "text"), NUMBERS)
def test_numbers_are_rounded_but_never_across_the_bound(
    computed: str, bound: str, text: str
) -> None:
    assert shown(computed, bound) == text


@pytest.mark.parametrize(
    ("written", "text"),
    [("<= 0.12345", "<= 0.12345"), ("45.359237", "45.359237"), ("0.6666666666666667", "0.6667")],
)
def test_what_a_person_may_have_written_stays(written: str, text: str) -> None:
    assert without_long(written) == text


FOLDED = [
    ("one two three", 20, "one two three"),
    ("  one two three four", 12, "  one two\n      three\n      four"),
    ("a-hyphened-word-that-is-long yes", 10, "a-hyphened-word-that-is-long\n    yes"),
    ("\x1b[32m✓\x1b[0m one two", 9, "\x1b[32m✓\x1b[0m one two"),
    ("a    b", 4, "a\n    b"),
    ("", 4, ""),
]


@pytest.mark.parametrize(("text", "columns", "lines"), FOLDED)
def test_lines_break_between_words(text: str, columns: int, lines: str) -> None:
    assert folded(text, columns) == lines


# -- commands ----------------------------------------------------------------------------------
PLAN = """## Day 1
- Breakfast: Oats with pork: 400 kcal
- Soup: 700 kcal
"""
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("plan.md").write_text(PLAN)

    def call(*constraints: str, form: str = "text", command: str = "check") -> Result:
        lines = "".join(f"  - {one}\n" for one in constraints)
        Path("s.yaml").write_text(f"evalspec: 1\nvocabulary: meal-plan\nconstraints:\n{lines}")
        given = ["plan.md", "-s", "s.yaml"] if command == "check" else ["s.yaml"]
        return CliRunner().invoke(group, [command, *given, "-f", form])

    return call


SHARE = "check: 'share(calories of meal named \"breakfast\", calories) <= 20 %'"


def test_people_see_rounded_numbers_and_machines_all_digits(run: Run) -> None:
    for form in ("text", "markdown", "github", "junit", "sarif"):
        assert "36.36 %" in run(SHARE, form=form).output.replace("%25", "%")
        assert "36.363" not in run(SHARE, form=form).output
    (verdict,) = json.loads(run(SHARE, form="json").output)["reports"][0]["verdicts"]
    assert verdict["scopes"][0]["computed"].startswith("36.36363636")
    assert "36.36363636" in run(SHARE, form="csv").output


FORBIDDEN = {
    "a text": (
        "check: 'no word: contains \"pork\"'",
        ['  ✗ word 6: not contains "pork": found', '      found 2:24 "pork"'],
    ),
    "things": (
        "check: 'no day: exists item named \"soup\"'",
        ['  ✗ Day 1: not exists item named "soup" = 1   needs = 0', '      found 3:3 "Soup"'],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("constraint", "evidence"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_what_is_forbidden_is_cited(constraint: str, evidence: list[str], run: Run) -> None:
    lines = run(constraint).output.splitlines()
    start = lines.index(evidence[0])
    assert lines[start : start + len(evidence)] == evidence


REFUSED = ("text: Somebody must be frobnicated.", "text: Everyone must be frobnicated.")


def test_annotations_of_a_refused_sentence_point_at_the_spec(run: Run) -> None:
    lines = run(*REFUSED, "check: words <= 3", form="github").output.splitlines()
    places = [line.partition(" ")[2].partition(",")[0:1][0] for line in lines]
    assert places == ["file=s.yaml", "file=s.yaml", "file=plan.md"]
    assert "line=4," in lines[0]


def test_advice_is_given_once(run: Run) -> None:
    output = run(*REFUSED, command="lint").output
    assert output.count("[not-compiled]") == 2
    assert output.count("name a `judge:`") == 1


def test_a_page_without_a_name_says_where_it_is(run: Run) -> None:
    result = run("check: words <= 3", form="html")
    assert (result.stdout, result.stderr) == ("", "wrote report.html\n")
    assert Path("report.html").read_text("utf-8").rstrip().endswith("</html>")
    assert run("check: words <= 3", form="html:-").stdout.rstrip().endswith("</html>")
    assert run("check: words <= 3", form="html:mine.html").stderr == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_holds_text_alone(command: str) -> None:
    result = CliRunner().invoke(group, [command, "--help"], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    assert "\\b" not in result.output
    assert not [sign for sign in result.output if ord(sign) < 32 and sign != "\n"]
    assert max(map(len, result.output.splitlines())) <= 100
