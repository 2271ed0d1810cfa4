"""Files of given data: read as they are, or refused with a place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import evalspec

SPEC = """
evalspec: 1
given: {people: {map of: times}, rest: {type: amount h, optional: true}}
constraints:
  - {id: all, check: common(data.people) is not empty}
"""


@pytest.fixture
def spec() -> evalspec.Spec:
    return evalspec.compile(SPEC)


def test_json_and_yaml_say_the_same(spec: evalspec.Spec, tmp_path: Path) -> None:
    data = {"people": {"Ann": "Monday 9:00-10:00", "Bo": {"Monday": ["9:30-11:00"]}}, "rest": 11}
    (tmp_path / "week.json").write_text(json.dumps(data))
    (tmp_path / "week.yaml").write_text(
        "people: {Ann: Monday 9:00-10:00, Bo: {Monday: [9:30-11:00]}}\nrest: 11\n"
    )
    assert spec.read_data(tmp_path / "week.json") == spec.read_data(tmp_path / "week.yaml") == data
    assert spec.check("", data=data).ok


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", '{"people": {"Ann": "Monday 25:00-26:00"}}',
         "a.json:1:20: `people.Ann`: `25:00` is no time of day: hours end at 24:00"),
        ("a.json", '{"people": {"Ann": ' + "[" * 100 + "]" * 100 + "}}",
         "a.json: `people.Ann`: expected spans such as `Monday 9:00-10:00`, not a list"),
        ("a.json", '{"people": {"Ann": ' + "[" * 100_000 + "]" * 100_000 + "}}",
         "a.json:1:1: the data are nested too deep"),
        ("a.json", '{"people": {}, "people": {}}',
         "a.json:1:1: the key `people` stands twice in one mapping"),
        ("a.json", '{"people": {',
         "a.json:1:13: expected JSON: Expecting property name enclosed in double quotes"),
        ("a.json", "[]", "a.json:1:1: expected a mapping of data: names and their values"),
        ("a.yaml", "people: {}\nrests: 3\n",
         "a.yaml:2:1: `rests` is not declared under `given:` (did you mean `rest`?)"),
        ("a.yaml", "rest: 3\n", "a.yaml:1:1: `people` is missing: expected map of times"),
        ("a.yaml", "people:\n" + "  x: Monday\n" * 100_000,
         "a.yaml: YAML data are at most 1 MiB: write larger ones as JSON"),
    ],
    ids=range(9),
)  # fmt: skip
def test_what_is_wrong_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content)
    with pytest.raises(evalspec.InputError) as caught:
        evalspec.compile(SPEC).read_data(name)
    assert str(caught.value).partition("\n")[0] == message


def test_what_is_declared_and_given_nowhere(spec: evalspec.Spec) -> None:
    with pytest.raises(evalspec.InputError, match="`people` is missing: expected map of times"):
        spec.read_data(None)
