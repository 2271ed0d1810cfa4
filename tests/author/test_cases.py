"""`evalspec test`: what is met, what is missed, what is said and with which status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.author.cases import run_cases
from evalspec.cli import group

SPEC = """\
evalspec: 1
vocabulary: meal-plan
constraints:
  - id: energy
    check: "each day: calories <= 500 kcal"
  - id: brunch
    check: 'calories of meal named "brunch" <= 100 kcal'
  - id: days
    check: count(day) = 2
cases:
  - name: two days
    response: |
      ## Day 1
      **Lunch**
      - Barley soup: 300 kcal

      ## Day 2
      **Lunch**
      - Bean stew: 420.5 kcal
    expect:
      EXPECT
"""


def written(folder: Path, expect: str) -> str:
    path = folder / "plan.yaml"
    path.write_text(SPEC.replace("EXPECT", expect))
    return str(path)


@pytest.mark.parametrize(
    ("expect", "differs"),
    [
        ("energy: satisfied", ()),
        ("energy: unsatisfied", ("outcome",)),
        ("energy: {outcome: satisfied, value: [300, 420.5]}", ()),
        ("energy: {outcome: satisfied, value: [300.0, '420.50 kcal']}", ()),
        ("energy: {outcome: satisfied, value: [300, 420.5 g]}", ("value",)),
        ("energy: {outcome: satisfied, value: 300}", ("value",)),
        ("energy: {outcome: unsatisfied, value: [300, 421]}", ("outcome", "value")),
        ("brunch: {outcome: undetermined, reason: name-not-found}", ()),
        ("brunch: {outcome: undetermined, reason: interval}", ("reason",)),
        ("days: {outcome: satisfied, value: 2}", ()),
        ("days: {outcome: satisfied, value: many}", ("value",)),
        ("days: {outcome: satisfied, reason: interval}", ("reason",)),
    ],
)
def test_what_an_expectation_compares(
    tmp_path: Path, expect: str, differs: tuple[str, ...]
) -> None:
    result = run_cases(written(tmp_path, expect))
    assert [miss.differs for miss in result.misses] == ([differs] if differs else [])


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["test", *arguments])


@pytest.mark.parametrize(
    ("value", "met"),
    [
        ("41.64 %", True),
        ("41.64", True),
        ("41.6378", True),
        ("41.6377515614", True),
        ("41.6377", False),
        ("41.6", False),
        ("42", False),
    ],
)
def test_a_value_may_be_given_as_it_is_shown(value: str, met: bool, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    share = SPEC.replace("count(day) = 2", "share(calories of day 1, calories) <= 50 %")
    path.write_text(share.replace("EXPECT", f"days: {{outcome: satisfied, value: {value}}}"))
    assert (run_cases(path).misses == ()) is met
    invoke(str(path), "-U")
    rewritten = {"41.6377": "41.64", "41.6": "41.64", "42": "41.64"}.get(value, value)
    assert f"value: {rewritten}}}" in path.read_text()


def test_a_miss_says_what_was_computed(tmp_path: Path) -> None:
    path = written(tmp_path, "energy: {outcome: unsatisfied, value: [300, 7]}")
    result = invoke(path)
    assert result.exit_code == 1
    assert f"{path}:21:15: energy: each day: calories <= 500 kcal" in result.output
    assert "expected unsatisfied, value [300, 7]\n" in result.output
    assert "computed satisfied, value [300, 420.5]\n" in result.output
    assert '420.5 kcal calories  Bean stew  7:14 "420.5 kcal"' in result.output
    assert "no case expects anything of: brunch, days" in result.output
    assert "0 of 1 case passed, 0 of 1 expectation met" in result.output


def test_json(tmp_path: Path) -> None:
    result = invoke(written(tmp_path, "energy: unsatisfied"), "-f", "json")
    (spec,) = json.loads(result.output)["specs"]
    (miss,) = spec["cases"][0]["misses"]
    assert (miss["constraint"], miss["differs"]) == ("energy", ["outcome"])
    assert miss["computed"] == {"outcome": "satisfied", "value": ["300", "420.5"], "reason": ""}


def test_annotations(tmp_path: Path) -> None:
    path = written(tmp_path, "energy: {outcome: unsatisfied, value: [300, 7]}")
    result = invoke(path, "-f", "github", "--mutate")
    assert result.exit_code == 1
    place = f"file={path},line=21,endLine=21,col=15,endColumn=54"
    assert result.output.startswith(
        f"::error {place},title=evalspec missed-expectation::two days: energy: expected "
        "unsatisfied, value [300, 7]; computed satisfied, value [300, 420.5]\n"
    )
    never = (
        "title=evalspec never-noticed::brunch never noticed a change: no passing case satisfies it"
    )
    assert never in result.output


def test_sarif(tmp_path: Path) -> None:
    path = written(tmp_path, "energy: unsatisfied")
    (run,) = json.loads(invoke(path, "-f", "sarif").output)["runs"]
    (found,) = run["results"]
    assert found["ruleId"] == "missed-expectation"
    region = found["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (21, 15)


def test_status_of_several_specs(tmp_path: Path) -> None:
    good = written(tmp_path, "energy: satisfied")
    bad = tmp_path / "bad.yaml"
    bad.write_text("evalspec: 1\nconstraints: [{check: wurds <= 3}]\n")
    assert invoke(good).exit_code == 0
    result = invoke(good, str(bad), str(tmp_path / "absent.yaml"))
    assert result.exit_code == 2
    assert "1 of 1 case passed" in result.output
    assert "wurds" in result.output
    assert "absent.yaml: no such file" in result.output


def test_no_cases_test_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("evalspec: 1\nconstraints: [{check: words <= 3}]\n")
    result = invoke(str(path))
    assert result.exit_code == 2
    assert "nothing was tested" in result.output


def test_a_spec_that_cannot_be_read_has_no_totals(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text("evalspec: 1\n")
    result = CliRunner().invoke(group, ["test", str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a spec needs `constraints`" in result.stderr
