"""`evalspec check` as a user runs it: output, exit status, errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.core.errors import EvalspecError
from evalspec.source import files

PLAN = """# Two quiet days

## Day 1
**Lunch**
- Barley soup: 300 kcal, 12 g protein
- Rye bread: 150 kcal, 5 g protein

## Day 2
**Lunch**
- Bean stew: 420 kcal, 21 g protein
"""


Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "plan.md").write_text(PLAN)

    def call(*checks: str, options: tuple[str, ...] = (), given: str | None = None) -> Result:
        lines = "".join(f"  - check: '{check}'\n" for check in checks)
        (tmp_path / "s.yaml").write_text(
            f"evalspec: 1\nvocabulary: meal-plan\nconstraints:\n{lines}"
        )
        name = "-" if given is not None else "plan.md"
        return CliRunner().invoke(group, ["check", name, "--spec", "s.yaml", *options], input=given)

    return call


def test_satisfied(run: Run) -> None:
    result = run("count(day) = 2")
    assert result.exit_code == 0
    assert "1 satisfied" in result.output


def test_unsatisfied_shows_scope_value_bound_and_operands(run: Run) -> None:
    result = run("each day: calories <= 440 kcal")
    assert result.exit_code == 1
    assert "✗ Day 1: calories = 450 kcal   needs <= 440 kcal" in result.output
    assert '300 kcal calories  Barley soup  5:16 "300 kcal"' in result.output
    assert '150 kcal calories  Rye bread  6:14 "150 kcal"' in result.output
    assert "Bean stew" not in result.output


def test_undetermined_is_status_3(run: Run) -> None:
    result = run("each week: calories <= 440 kcal", 'calories of meal named "brunch" <= 1 kcal')
    assert result.exit_code == 3 or result.exit_code == 1
    result = run('calories of meal named "brunch" <= 1 kcal')
    assert result.exit_code == 3
    assert "name-not-found" in result.output


def test_standard_input(run: Run) -> None:
    assert run("words = 2", given="two words").exit_code == 0


def test_a_folder_stands_for_the_responses_in_it(run: Run) -> None:
    run("words = 2")
    for name in ("a/two.md", "a/b/one.txt", "a/.git/x.md", "a/b/.x.md", "a/table.csv", "empty/x"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("one two" if "two" in name else "one")
    result = CliRunner().invoke(group, ["check", "a", "plan.md", "-s", "s.yaml", "-f", "csv"])
    assert result.exit_code == 1
    rows = [line.split(",")[:3] for line in result.output.splitlines()[1:]]
    assert rows == [
        ["a/b/one.txt", "c1", "unsatisfied"],
        ["a/two.md", "c1", "satisfied"],
        ["plan.md", "c1", "unsatisfied"],
    ]
    error = CliRunner().invoke(group, ["check", "empty", "-s", "s.yaml"]).exception
    assert isinstance(error, EvalspecError)
    assert str(error) == "empty: the folder holds no response (.md, .markdown, .txt, .json, .html)"


def test_json_is_valid_and_cites_the_response(run: Run) -> None:
    result = run("each day: calories <= 440 kcal", options=("-f", "json"))
    document = json.loads(result.output)
    schema = json.loads(files.grammar("verdict.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)
    operands = document["reports"][0]["verdicts"][0]["scopes"][0]["operands"]
    assert [operand["value"] for operand in operands] == ["300", "150"]
    for operand in operands:
        start, end = operand["cited"]["span"]
        assert PLAN[start:end] == operand["cited"]["text"]


def test_other_formats(run: Run, tmp_path: Path) -> None:
    result = run("count(day) = 3", options=("-f", "csv", "-f", "markdown:out.md", "-f", "jsonl:o"))
    assert result.exit_code == 1
    assert result.output.splitlines()[1].startswith("plan.md,c1,unsatisfied")
    assert "| ✗ | count(day) = 3 |" in (tmp_path / "out.md").read_text()
    assert json.loads((tmp_path / "o").read_text())["outcome"] == "unsatisfied"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\xff\xfe\x00", "byte 1 (0xff) is not UTF-8: save the response as UTF-8"),
        ("Tea".encode("utf-16"), "the response is UTF-16: save it as UTF-8"),
        (None, "cannot read the response: No such file or directory"),
    ],
)
def test_unreadable_response(
    run: Run,
    tmp_path: Path,
    content: bytes | None,
    message: str,
) -> None:
    path = tmp_path / "plan.md"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    result = run("count(day) = 2")
    assert isinstance(result.exception, EvalspecError)
    assert message in str(result.exception)


def test_fail_on(run: Run) -> None:
    assert run("count(day) = 3", options=("--fail-on", "never")).exit_code == 0


def test_an_empty_response_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("\n")
    assert run("each day: calories <= 440 kcal").stderr == "plan.md: the response is empty\n"


def test_a_byte_order_mark_is_no_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert run("is json-object").exit_code == 0


def test_a_sentence_for_a_judge_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(
        "evalspec: 1\nconstraints: [{text: It should feel warm., judge: mine}]\n"
    )
    (tmp_path / "plan.md").write_text("Tea.")
    arguments = ["check", str(tmp_path / "plan.md"), "-s", str(tmp_path / "spec.yaml")]
    output = CliRunner().invoke(group, arguments).output
    assert "needs a judge, and none was asked for: mine" in output
