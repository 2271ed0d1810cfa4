"""`evalspec lint`: what it finds, what it must not find, its page and its formats."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.author.lint.codes import CODES
from evalspec.author.lint.linting import lint, lint_text
from evalspec.author.lint.report import text
from evalspec.cli import group
from evalspec.core.errors import Problem, SpecError
from tests import quick_yaml

ROOT = Path(__file__).parent.parent.parent.parent
FAULTS = quick_yaml.load((Path(__file__).parent / "faults.yaml").read_text(encoding="utf-8"))
SOUND = quick_yaml.load((Path(__file__).parent / "sound.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
SARIF = ROOT / "tests" / "report" / "sarif-2.1.0-rtm.5.json"


def found(spec: str) -> list[Problem]:
    """Lint a text; what keeps it from compiling is found too."""
    try:
        return lint_text(spec, "plan.yaml")
    except SpecError as error:
        return list(error.problems)


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case["name"])
def test_fault(case: dict[str, Any]) -> None:
    places = [f"{p.at.line}:{p.at.column} {p.code}" for p in found(case["spec"])]
    assert places == case["found"]


def test_there_is_a_fault_for_every_code() -> None:
    assert len(FAULTS) >= 40
    assert {place.split()[1] for case in FAULTS for place in case["found"]} >= set(CODES)


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case["name"])
def test_nothing_is_wrong_with(case: dict[str, Any]) -> None:
    spec: dict[str, Any] = {
        "evalspec": 1,
        "vocabulary": case.get("vocabulary", "text"),
        "constraints": [{"check": check} for check in case["constraints"]],
        **{key: case[key] for key in ("criteria", "judges") if key in case},
    }
    assert [p.message for p in lint_text(json.dumps(spec), "plan.json")] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("specs/*.yaml")), ids=lambda path: path.stem)
def test_shipped_specs_are_clean(path: Path) -> None:
    assert [p.message for p in lint(path)] == []


# -- the page -------------------------------------------------------------------------
SECTIONS = dict(re.findall(r"^### (\S+)\n(.*?)(?=^### |\Z)", PAGE, re.MULTILINE | re.DOTALL))
EXAMPLE = re.compile(r"```yaml lint\n(.*?)```\n+```text\n(.*?)```", re.DOTALL)


def test_every_code_has_a_section() -> None:
    assert list(SECTIONS) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_example_of_the_page(code: str) -> None:
    ((spec, shown),) = EXAMPLE.findall(SECTIONS[code])
    problems = lint_text(spec, "plan.yaml")
    assert text(problems, (), 1).rpartition("\n")[0].rpartition("\n")[0] + "\n" == shown
    assert {problem.code for problem in problems} == {code}


def test_the_command_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ((arguments, shown),) = re.findall(r"\$ evalspec (lint .*)\n(.*\n)```", PAGE)
    assert CliRunner().invoke(group, arguments.split()).output == shown


def test_the_silenced_example_is_silent() -> None:
    (spec,) = re.findall(r"```yaml lint\n(.*?)```", PAGE.partition("## Codes")[0], re.DOTALL)
    assert lint_text(spec) == []
    assert [p.code for p in lint_text(re.sub("#.*", "", spec))] == ["implied"]


# -- silencing ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "constraint",
    [
        "- check: words >= 0 # lint: ignore always-holds a reason",
        "# lint: ignore always-holds a reason\n- check: words >= 0",
        "# lint: ignore always-holds a reason\n# another comment\n- id: a\n  check: words >= 0",
        "- id: a # lint: ignore always-holds a reason\n  check: words >= 0",
        "- id: a\n  # lint: ignore always-holds a reason\n  check: words >= 0",
        "- id: a\n  check: >-\n    words\n    >= 0\n  # lint: ignore bad-ignore it is odd",
    ],
)
def test_silence(constraint: str) -> None:
    spec = f"evalspec: 1\nconstraints:\n{constraint}\n"
    codes = [problem.code for problem in lint_text(spec)]
    assert codes == (["always-holds", "bad-ignore"] if ">-" in constraint else [])


def test_a_comment_in_a_text_is_no_comment() -> None:
    spec = "evalspec: 1\ntitle: 'x # lint: ignore nothing'\nabout: |\n  # lint: ignore no\n"
    assert lint_text(f"{spec}constraints: [check: words > 3]") == []


# -- soundness ------------------------------------------------------------------------
BOUND = st.tuples(st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), st.integers(0, 8))
OPERATIONS = {
    "<": int.__lt__, "<=": int.__le__, "=": int.__eq__,
    "!=": int.__ne__, ">=": int.__ge__, ">": int.__gt__,
}  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(BOUND, min_size=2, max_size=2), st.booleans())
def test_findings_about_two_bounds_are_true(bounds: list[tuple[str, int]], negate: bool) -> None:
    formulas = [f"words {sign} {number}" for sign, number in bounds]
    sets = [{n for n in range(20) if OPERATIONS[sign](n, number)} for sign, number in bounds]
    if negate:
        formulas[1], sets[1] = f"not {formulas[1]}", set(range(20)) - sets[1]
    spec = "".join(f"  - check: {formula}\n" for formula in formulas)
    codes = {problem.code for problem in lint_text(f"evalspec: 1\nconstraints:\n{spec}")}
    settled = any(len(one) in (0, 20) for one in sets)
    assert ("contradiction" in codes) == (not settled and not sets[0] & sets[1])
    assert ("never-holds" in codes) == (set() in sets)
    assert ("always-holds" in codes) == (set(range(20)) in sets)
    if not settled:
        assert ("duplicate" in codes) == (sets[0] == sets[1])
        assert ("implied" in codes) == (sets[0] < sets[1] or sets[1] < sets[0])


# -- the command ----------------------------------------------------------------------
FAULTY = "evalspec: 1\nconstraints:\n  - check: words >= 0\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty.yaml").write_text(FAULTY)
    (tmp_path / "sound.yaml").write_text("evalspec: 1\nconstraints: [check: words > 3]\n")
    (tmp_path / "broken.yaml").write_text("evalspec: 1\nconstraints: [check: wrds > 3]\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status", "last"),
    [
        (["sound.yaml"], 0, "no findings in 1 spec"),
        (["sound.yaml", "faulty.yaml"], 1, "1 finding in 2 specs"),
        (["faulty.yaml", "--exit-zero"], 0, "1 finding in 1 spec"),
        (["broken.yaml", "faulty.yaml", "--exit-zero"], 2, "2 findings in 2 specs"),
        (["nowhere.yaml"], 2, "1 finding in 1 spec"),
    ],
)
def test_command(folder: Path, arguments: list[str], status: int, last: str) -> None:
    result = CliRunner().invoke(group, ["lint", *arguments])
    assert result.exit_code == status
    assert result.stdout.splitlines()[-1] == last


def test_formats(folder: Path) -> None:
    names = ["lint", "faulty.yaml", "broken.yaml", "-f"]
    lines = CliRunner().invoke(group, [*names, "github"]).stdout.splitlines()
    assert lines[0].startswith("::error file=broken.yaml,line=2,endLine=2,col=22,")
    assert lines[1] == (
        "::warning file=faulty.yaml,line=3,endLine=3,col=12,endColumn=22,"
        "title=evalspec always-holds::every value meets `words >= 0`"
    )
    log = json.loads(CliRunner().invoke(group, [*names, "sarif"]).stdout)
    jsonschema.Draft4Validator(json.loads(SARIF.read_text())).validate(log)
    assert [result["level"] for result in log["runs"][0]["results"]] == ["error", "warning"]
    data = json.loads(CliRunner().invoke(group, [*names, "json"]).stdout)
    assert [one["code"] for one in data["findings"]] == ["always-holds"]
    assert data["findings"][0]["at"]["column"] == 12
    assert len(data["errors"]) == 1
