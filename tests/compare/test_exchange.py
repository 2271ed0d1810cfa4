"""Tasks for Label Studio 1.23 and Argilla 2.8, and what these exported of them.

The files in exports/ were written by the two packages, after the tasks below had been answered there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalspec.compare.people.exchange import (
    argilla_records,
    label_studio_config,
    label_studio_tasks,
    read_export,
)
from evalspec.compare.people.question import Question
from evalspec.core.errors import InputError

EXPORTS = Path(__file__).parent / "exports"
SINGLE = [
    Question("0000000001", "The answer is warm.", ("Welcome!",), "Greet."),
    Question("0000000002", "The answer is <short>.", ('Room 12. & "q"',)),
    Question("0000000003", "x", ("y",), "z"),
]
PAIR = [Question("0000000004", "Which is more helpful?", ("one", "two"), "Help.", order="BA")]
YES, NO, OPEN = "satisfied", "unsatisfied", "undetermined"


@pytest.mark.parametrize(
    ("tool", "file", "expected"),
    [
        ("label-studio", "label-studio", [
            (SINGLE[0], YES, "ann", "friendly"), (SINGLE[0], NO, "ann", ""), (SINGLE[1], OPEN, "ann", "")]),
        ("label-studio", "label-studio-min", [
            (SINGLE[0], NO, "ann", ""), (SINGLE[0], YES, "ann", "friendly"), (SINGLE[1], OPEN, "ann", "")]),
        ("label-studio", "label-studio-pair", [(PAIR[0], "B", "ann", "")]),
        ("argilla", "argilla", [
            (SINGLE[0], YES, "ben", "friendly"),
            (SINGLE[0], NO, "argilla-6d6d6d6d-0000-4000-8000-000000000002", ""),
            (SINGLE[1], OPEN, "ben", "")]),
        ("argilla", "argilla-pair", [(PAIR[0], "B", "ben", "")]),
    ],
)  # fmt: skip
def test_real_exports(tool: str, file: str, expected: list[tuple[Question, str, str, str]]) -> None:
    names = {"1": "ann", "6d6d6d6d-0000-4000-8000-000000000001": "ben"}
    found = read_export(tool, EXPORTS / f"{file}.json", names)
    assert [(one.item, one.digest, one.label, one.person, one.note) for one in found] == [
        (asked.item, asked.digest, label, person, note) for asked, label, person, note in expected
    ]
    assert {one.order for one in found} == {asked.order for asked, *_ in expected}
    assert all((one.time > "2026-01-01") == (tool == "label-studio") for one in found)


def test_tasks_are_those_that_were_answered() -> None:
    told = json.loads((EXPORTS / "label-studio.json").read_text())
    assert json.loads(label_studio_tasks(SINGLE)) == [{"data": task["data"]} for task in told]
    for asked, name in ((SINGLE, "argilla"), (PAIR, "argilla-pair")):
        kept = json.loads((EXPORTS / f"{name}.json").read_text())
        assert json.loads(argilla_records(asked)) == [
            {key: record[key] for key in ("id", "fields", "metadata")} for record in kept
        ]
    assert (
        label_studio_config(PAIR)
        == """\
<View>
  <Text name="request" value="$request"/>
  <Text name="response_1" value="$response_1"/>
  <Text name="response_2" value="$response_2"/>
  <Text name="asked" value="$asked"/>
  <Choices name="label" toName="asked" choice="single" required="true">
    <Choice value="the first is better" hotkey="1"/>
    <Choice value="the second is better" hotkey="2"/>
    <Choice value="as good as each other" hotkey="0"/>
    <Choice value="cannot tell" hotkey="?"/>
  </Choices>
  <TextArea name="note" toName="asked" maxSubmissions="1"/>
</View>
"""
    )


def test_one_project_shows_one_kind() -> None:
    for asked in ([*SINGLE, *PAIR], []):
        with pytest.raises(InputError):
            argilla_records(asked)


@pytest.mark.parametrize("tool", ["label-studio", "argilla"])
@pytest.mark.parametrize(
    "content",
    ["{", "3", "[3]", '[{"id": 1}]', '{"labels": []}',
     '[{"data": {"text": "x"}, "annotations": [{"result": [], "was_cancelled": false}]}]',
     '[{"metadata": {}, "responses": {"label": [{"value": "yes", "user_id": "u"}]}}]',
     '[{"metadata": {"item": "1", "digest": "2", "order": "BA"},'
     ' "responses": {"label": [{"value": "yes", "user_id": "u"}]}}]'],
)  # fmt: skip
def test_other_files_are_refused(tool: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"export\.json"):
        read_export(tool, path, {})
