"""`evalspec test -U`: what changes in the file, and that nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.author.cases import run_cases
from evalspec.author.update import update
from evalspec.cli import group

HEAD = """\
# A plan.
evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: energy, check: "each day: calories <= 500 kcal"}   # the limit
  - {id: brunch, check: 'calories of meal named "brunch" <= 100 kcal'}
  - {id: days, check: count(day) = 2}
cases:
  - name: two days
    response: &plan |
      ## Day 1
      **Lunch**
      - Barley soup: 300 kcal

      ## Day 2
      **Lunch**
      - Bean stew: 420.5 kcal
"""

REWRITTEN = {
    "flow": (
        "    expect: {energy: unsatisfied,  days: satisfied} # why\n",
        "    expect: {energy: satisfied,  days: satisfied} # why\n",
    ),
    "block with comments and quotes": (
        "    expect:\n      # first\n      energy: 'undetermined'   # odd\n\n      days: \"unsatisfied\"\n",
        "    expect:\n      # first\n      energy: 'satisfied'   # odd\n\n      days: \"satisfied\"\n",
    ),
    "one value of a list": (
        "    expect: {energy: {outcome: satisfied, value: [300, 7]}}\n",
        "    expect: {energy: {outcome: satisfied, value: [300, 420.5]}}\n",
    ),
    "units are kept": (
        "    expect: {energy: {value: [1 kcal, 7], outcome: satisfied}}\n",
        '    expect: {energy: {value: ["300 kcal", 420.5], outcome: satisfied}}\n',
    ),
    "a block list": (
        "    expect:\n      energy:\n        value:\n        - 300 # one\n        - 2\n"
        "        outcome: satisfied\n",
        "    expect:\n      energy:\n        value:\n        - 300 # one\n        - 420.5\n"
        "        outcome: satisfied\n",
    ),
    "a block list of another length": (
        "    expect:\n      energy:\n        value:\n        - 300\n        outcome: satisfied\n",
        "    expect:\n      energy:\n        value:\n          [300, 420.5]\n        outcome: satisfied\n",
    ),
    "a list for one value": (
        "    expect: {days: {outcome: satisfied, value: [1, 2]}}\n",
        "    expect: {days: {outcome: satisfied, value: 2}}\n",
    ),
    "a reason": (
        "    expect: {brunch: {outcome: undetermined, reason: interval}}\n",
        "    expect: {brunch: {outcome: undetermined, reason: name-not-found}}\n",
    ),
    "a reason that no longer holds": (
        "    expect: {days: {reason: interval, outcome: undetermined}}\n",
        "    expect: {days: {outcome: satisfied}}\n",
    ),
    "a last reason that no longer holds": (
        "    expect: {days: {outcome: undetermined, reason: interval}}\n",
        "    expect: {days: {outcome: satisfied}}\n",
    ),
    "a reason on a line": (
        "    expect:\n      days:\n        reason: interval  # gone\n        outcome: undetermined\n",
        "    expect:\n      days:\n        outcome: satisfied\n",
    ),
    "a value that is none": (
        "    expect: {brunch: {outcome: undetermined, value: 3}, days: satisfied}\n",
        "    expect: {brunch: {outcome: undetermined}, days: satisfied}\n",
    ),
    "anchors": (
        "    expect: &all {days: &no unsatisfied, energy: *no}\n"
        "  - {name: again, response: *plan, expect: *all}\n",
        "    expect: &all {days: &no satisfied, energy: *no}\n"
        "  - {name: again, response: *plan, expect: *all}\n",
    ),
}


@pytest.mark.parametrize("name", REWRITTEN)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_rewritten(name: str, newline: str, mark: str, tmp_path: Path) -> None:
    before, after = ((mark + HEAD + text).replace("\n", newline) for text in REWRITTEN[name])
    path = tmp_path / "plan.yaml"
    path.write_bytes(before.encode())
    done = update(run_cases(path))
    assert done.changed
    assert not done.kept
    assert path.read_bytes().decode() == after
    assert not run_cases(path).misses


def test_an_alias_that_cannot_serve_both(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    text = HEAD + "    expect: &all {days: satisfied}\n  - {response: '', expect: *all}\n"
    path.write_text(text)
    result = CliRunner().invoke(group, ["test", "-U", str(path)])
    assert result.exit_code == 1
    assert "an alias shares this expectation" in result.output
    assert path.read_text() == text


def test_status_and_message(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(HEAD + "    expect: {energy: {outcome: unsatisfied, value: [300, 7]}}\n")
    result = CliRunner().invoke(group, ["test", "--update", str(path)])
    assert result.exit_code == 0
    change = "unsatisfied, value [300, 7] → satisfied, value [300, 420.5]"
    assert f"{path}:18:22: energy: {change}\n" in result.stderr
    assert "1 of 1 expectation met" in result.stdout


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    spec = (
        '{"evalspec": 1, "constraints": [{"id": "n", "check": "words = 2"}],\n'
        ' "cases": [{"response": "one", "expect": {"n": EXPECT}}]}\n'
    )
    path.write_text(spec.replace("EXPECT", '{"outcome": "satisfied", "value": "3"}'))
    assert update(run_cases(path)).changed
    assert path.read_text() == spec.replace("EXPECT", '{"outcome": "unsatisfied", "value": 1}')
