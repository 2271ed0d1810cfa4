"""Instances: drawn alike everywhere, read back from their prompts, kept whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.instance import make, unsaid
from evalspec.core.errors import InputError
from evalspec.source import files


@pytest.fixture(scope="module")
def plan() -> Plan:
    return load_plan("ba-calendar")


def test_an_instance_rests_on_seed_and_number_alone(plan: Plan) -> None:
    first = make(plan, 7, 3).line
    make(plan, 8, 4)
    assert make(plan, 7, 3).line == first
    assert make(plan, 7, 4).line["data"] != first["data"]


def test_a_prompt_says_all_of_the_data(plan: Plan) -> None:
    for number in range(4):
        line = make(plan, 11, number).line
        assert list(unsaid(plan, line)) == []
        dropped = {**line, "prompt": line["prompt"].replace("inal answer: ", "inal line: ", 1)}
        assert list(unsaid(plan, dropped)) == [
            f"the prompt is not of the wording `{line['wording']}`"
        ]


def test_a_run_that_was_broken_off_goes_on(plan: Plan, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    generate(plan, Folder(whole), 3, 5, Counts())
    generate(plan, Folder(broken), 1, 5, Counts())
    with (broken / "instances.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "cut off')
    counts = Counts()
    generate(plan, Folder(broken), 3, 5, counts)
    assert counts.instances == 3
    for name in ("bench.json", "instances.jsonl"):
        assert (broken / name).read_bytes() == (whole / name).read_bytes()


def test_an_edited_instance_is_refused(plan: Plan, tmp_path: Path) -> None:
    generate(plan, Folder(tmp_path / "b"), 1, 5, Counts())
    path = tmp_path / "b" / "instances.jsonl"
    line = json.loads(path.read_text(encoding="utf-8"))
    line["data"]["length"] = 20
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"instances.jsonl:1:1: .* was edited"):
        list(Folder(tmp_path / "b").instances())


def test_an_instance_that_was_left_out_is_noticed(plan: Plan, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "b")
    generate(plan, folder, 2, 5, Counts())
    lines = folder.instances_file.read_text(encoding="utf-8").splitlines(keepends=True)
    folder.instances_file.write_text(lines[1], encoding="utf-8")
    with pytest.raises(InputError, match=r"instances.jsonl: this file was changed"):
        folder.known()


def test_a_folder_of_something_else_is_left_alone(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"is not empty: it holds notes.txt"):
        generate(plan, Folder(tmp_path), 1, 5, Counts())


def test_the_files_that_a_spec_names_come_along(tmp_path: Path) -> None:
    where = files.find("vocabularies", "appointments", None)
    bench = files.find("bench", "ba-calendar", None)
    assert where is not None
    assert bench is not None
    (tmp_path / "mine" / "words").mkdir(parents=True)
    (tmp_path / "mine" / "words" / "w.yaml").write_bytes(where.read_bytes())
    text = bench.read_text(encoding="utf-8").replace(
        "vocabulary: appointments", "vocabulary: words/w.yaml"
    )
    spec = tmp_path / "mine" / "b.yaml"
    spec.write_text(text, encoding="utf-8")
    folder = Folder(tmp_path / "made")
    generate(load_plan(spec), folder, 1, 5, Counts())
    assert sorted(folder.manifest()["files"]) == ["b.yaml", "words/w.yaml"]
    assert folder.plan().name == "b"
    assert folder.changed() == []
    spec.write_text(text.replace("words/w.yaml", "../w.yaml"), encoding="utf-8")
    (tmp_path / "w.yaml").write_bytes(where.read_bytes())
    with pytest.raises(InputError, match=r"w.yaml is not below .*mine"):
        generate(load_plan(spec), Folder(tmp_path / "other"), 1, 5, Counts())


def test_a_manifest_leads_nowhere_else(plan: Plan, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "made")
    generate(plan, folder, 1, 5, Counts())
    about = {**folder.manifest(), "spec": "../../secret.yaml"}
    (tmp_path / "made" / "bench.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(InputError, match=r"names a file outside of the folder: ../../secret.yaml"):
        folder.plan()
