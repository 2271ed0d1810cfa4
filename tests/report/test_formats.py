"""What pipelines read: JUnit, SARIF, annotations, job summaries, exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.cli import group

PLAN = """## Day 1
**Lunch**
- Barley soup: 300 kcal
- Rye bread: 150 kcal
"""
SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - id: days
    check: count(day) = 1
  - id: energy
    check: "each day: calories >= 500 kcal"
  - id: brunch
    check: 'calories of meal named "brunch" <= 1 kcal'
  - id: short
    check: words <= 2
    severity: warning
"""

Run = Callable[..., Result]
SARIF = json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(
        *options: str, spec: str = SPEC, response: str = PLAN, name: str = "plan.md"
    ) -> Result:
        Path("plan.yaml").write_text(spec, encoding="utf-8")
        if name != "-":
            Path(name).write_text(response, encoding="utf-8")
        given = response if name == "-" else None
        return CliRunner().invoke(group, ["check", name, "-s", "plan.yaml", *options], input=given)

    return call


def sarif(result: Result) -> dict[str, Any]:
    """Read a run that is valid by the published schema."""
    log: dict[str, Any] = json.loads(result.stdout)
    jsonschema.Draft4Validator(SARIF).validate(log)
    (only,) = log["runs"]
    return dict(only)


# -- annotations ----------------------------------------------------------------------
def test_annotations_stand_where_the_response_fails(run: Run) -> None:
    result = run("-f", "github")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "::error file=plan.md,line=1,endLine=1,col=1,endColumn=9,title=evalspec energy::"
        "energy: each day: calories >= 500 kcal — Day 1: 450 kcal, needs >= 500",
        "::error file=plan.md,line=1,endLine=1,title=evalspec brunch::"
        'brunch: calories of meal named "brunch" <= 1 kcal — undetermined: '
        "no label of the response surely has this name: brunch",
        "::warning file=plan.md,line=1,endLine=1,col=4,endColumn=7,title=evalspec short::"
        "short: words <= 2 — 11, needs <= 2",
    ]


def test_annotations_of_standard_input_stand_at_the_constraint(run: Run) -> None:
    line = run("-f", "github", name="-").stdout.splitlines()[0]
    assert line.startswith("::error file=plan.yaml,line=6,endLine=7,title=evalspec energy::")


def test_nothing_in_a_text_ends_an_annotation(run: Run) -> None:
    spec = 'evalspec: 1\nconstraints:\n  - check: |\n      contains "50%0A::error::a\\nb"\n'
    result = run("-f", "github", spec=spec, name="a,b:c%.md")
    (line,) = result.stdout.splitlines()
    assert line.startswith("::error file=a%2Cb%3Ac%25.md,line=1,")
    assert "50%250A::error::a" in line


# -- SARIF ----------------------------------------------------------------------------
def test_sarif(run: Run) -> None:
    found = sarif(run("-f", "sarif"))
    assert [rule["id"] for rule in found["tool"]["driver"]["rules"]] == [
        "days", "energy", "brunch", "short",
    ]  # fmt: skip
    energy, brunch, short = found["results"]
    assert (energy["ruleId"], energy["ruleIndex"]) == ("energy", 1)
    assert (energy["kind"], energy["level"]) == ("fail", "error")
    assert (brunch["kind"], brunch["level"]) == ("open", "none")
    assert (short["kind"], short["level"]) == ("fail", "warning")
    place = energy["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "plan.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 9}
    parts = [related["message"]["text"] for related in energy["relatedLocations"]]
    assert parts == ["300 kcal calories Barley soup", "150 kcal calories Rye bread",
                     "the constraint"]  # fmt: skip


def test_sarif_columns_count_code_points(run: Run) -> None:
    spec = 'evalspec: 1\nconstraints:\n  - check: not contains "soup"\n'
    found = sarif(run("-f", "sarif", spec=spec, response="one\r\n🍲🍲 soup\n", name="a b#é.md"))
    place = found["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b%23%C3%A9.md"
    assert place["region"] == {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 8}
    assert found["columnKind"] == "unicodeCodePoints"


def test_sarif_without_findings(run: Run) -> None:
    assert (
        sarif(run("-f", "sarif", spec="evalspec: 1\nconstraints: [check: words > 1]"))["results"]
        == []
    )


def test_a_fingerprint_outlives_an_edit_elsewhere(run: Run) -> None:
    before = sarif(run("-f", "sarif"))["results"][0]
    after = sarif(run("-f", "sarif", response=f"# New title\n\n{PLAN}"))["results"][0]
    assert before["locations"] != after["locations"]
    assert before["partialFingerprints"] == after["partialFingerprints"]


# -- JUnit ----------------------------------------------------------------------------
def test_junit(run: Run) -> None:
    root = ElementTree.fromstring(run("-f", "junit").stdout.encode())
    assert root.attrib == {"name": "evalspec", "tests": "4", "failures": "1", "errors": "1",
                           "skipped": "1", "time": "0"}  # fmt: skip
    days, energy, brunch, short = root.iter("testcase")
    assert days.attrib["name"] == "days: count(day) = 1"
    assert not list(days)
    failure = energy.find("failure")
    assert failure is not None
    assert failure.attrib["message"].endswith("Day 1: 450 kcal, needs >= 500")
    assert '300 kcal calories  Barley soup  3:16 "300 kcal"' in (failure.text or "")
    error = brunch.find("error")
    assert error is not None
    assert error.attrib["type"] == "name-not-found"
    assert short.find("skipped") is not None


@pytest.mark.parametrize("bad", ["\x00", "\x0b", "￾", "]]>", "<&\"'>", "\x1b[31m"])
def test_junit_holds_any_response(run: Run, bad: str) -> None:
    spec = 'evalspec: 1\nconstraints:\n  - check: not contains "soup"\n'
    result = run("-f", "junit", spec=spec, response=f"{bad} soup {bad}")
    root = ElementTree.fromstring(result.stdout.encode())
    assert root.attrib["failures"] == "1"


# -- job summary ----------------------------------------------------------------------
def test_markdown_shows_what_is_written(run: Run) -> None:
    spec = "evalspec: 1\nconstraints:\n  - check: 'contains \"a|b `c` <i> \\\\ [x](y)\"'\n"
    text = run("-f", "markdown", spec=spec, response="````\n</details>\n").stdout
    assert "0 satisfied, 1 unsatisfied, 0 undetermined" in text
    assert r'| ✗ | contains "a\|b \`c\` &lt;i&gt; \\\\ \[x\](y)" |' in text
    assert "<details><summary>Ledger of what is not satisfied</summary>\n\n```" in text


def test_markdown_of_several_responses_begins_with_a_table(run: Run) -> None:
    Path("other.md").write_text("words")
    result = run("other.md", "-f", "markdown")
    assert result.stdout.startswith("| response | satisfied | unsatisfied | undetermined |\n")
    assert "\n| plan.md | 1 | 2 | 1 |\n| other.md | " in result.stdout


# -- exit status ----------------------------------------------------------------------
TWO_OF_FOUR = """evalspec: 1
vocabulary: meal-plan
constraints:
  - check: count(day) = 1
  - check: words > 1
  - check: words > 1000
  - check: 'calories of meal named "brunch" <= 1 kcal'
"""


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 1),
        (("--exit-zero",), 0),
        (("--fail-on", "never"), 0),
        (("--min-pass-rate", "50%"), 0),
        (("--min-pass-rate", "0.5"), 0),
        (("--min-pass-rate", "75 %"), 3),
        (("--min-pass-rate", "76%"), 1),
        (("--min-pass-rate", "100%", "--exit-zero"), 0),
        (("--min-pass-rate", "101%"), 2),
        (("--min-pass-rate", "nan"), 2),
        (("--min-pass-rate", "50"), 2),
    ],
)
def test_exit_status(run: Run, options: tuple[str, ...], status: int) -> None:
    assert run(*options, spec=TWO_OF_FOUR).exit_code == status


def test_a_missed_rate_is_said(run: Run) -> None:
    result = run("--min-pass-rate", "76%", spec=TWO_OF_FOUR)
    assert result.stderr == "2 of 4 satisfied (50 %), needs 76 %\n"


def test_warnings_count_when_asked(run: Run) -> None:
    spec = "evalspec: 1\nconstraints:\n  - {check: words > 1000, severity: warning}\n"
    assert run(spec=spec).exit_code == 0
    result = run("--fail-on", "warning", "-f", "junit", spec=spec)
    assert result.exit_code == 1
    assert 'failures="1"' in result.stdout


def test_exit_status_in_python() -> None:
    report = evalspec.compile(TWO_OF_FOUR).check(PLAN)
    assert evalspec.exit_status([report]) == 1
    assert evalspec.exit_status([report], min_pass_rate=0.75) == 3
    assert evalspec.exit_status([report], "never") == 0
