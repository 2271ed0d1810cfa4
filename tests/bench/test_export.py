"""What other tools get: every instance with a right answer, a card that counts, the benchmark itself."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
import yaml

import evalspec
from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.shown.export import FORMS, export
from evalspec.core.errors import InputError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    made = Folder(tmp_path_factory.mktemp("made") / "rota")
    generate(load_plan("rota"), made, 4, 8, Counts())
    return made


def test_a_line_for_each_instance(folder: Folder, tmp_path: Path) -> None:
    assert export(folder, "jsonl", tmp_path / "rota.jsonl") == 4
    rows = [json.loads(line) for line in (tmp_path / "rota.jsonl").read_text("utf-8").splitlines()]
    benchmark = evalspec.Benchmark(folder.path)
    for row, line in zip(rows, folder.instances(), strict=True):
        assert (row["id"], row["prompt"], row["data"]) == (line["id"], line["prompt"], line["data"])
        assert row["target"] == row["right"][0]
        assert all(benchmark.score(row["id"], text)["pass"] == 1 for text in row["right"])
        assert benchmark.score(row["id"], "It depends.")["pass"] == 0
    (nothing,) = [row for row in rows if not row["feasible"]]
    assert nothing["right"] == ["No rota fits."]
    assert benchmark.score(rows[0]["id"], "No rota fits.")["fraction"] == 0


def test_scores_are_those_of_the_metrics(folder: Folder) -> None:
    benchmark = evalspec.Benchmark(folder.path)
    line = next(iter(folder.instances()))
    (miss,) = [one for one in line["certificate"]["near"] if one["constraint"] == "leave"]
    answer = "\n".join(f"{duty['when']}: {duty['person']}" for duty in miss["answer"]["duty"])
    found = benchmark.score(line["id"], answer)
    assert (found["leave"], found["staffing"], found["pass"]) == (0, 1, 0)
    assert found["fraction"] == pytest.approx(
        1 - 1 / sum(v is not None for v in list(found.values())[3:])
    )
    assert found["undetermined"] == 0
    with pytest.raises(KeyError):
        benchmark.score("rota-0-0", answer)


def test_the_card_counts_what_was_drawn(folder: Folder, tmp_path: Path) -> None:
    export(folder, "huggingface", tmp_path / "hub", "cc-by-4.0")
    _, head, body = (tmp_path / "hub" / "README.md").read_text("utf-8").split("---\n", 2)
    about = yaml.safe_load(head)
    assert (about["license"], about["size_categories"]) == ("cc-by-4.0", ["n<1K"])
    assert (tmp_path / "hub" / about["configs"][0]["data_files"][0]["path"]).is_file()
    lines = list(folder.instances())
    rests = sorted(line["data"]["rest"] for line in lines)
    said = ", ".join(f"{value}: {rests.count(value)}" for value in dict.fromkeys(rests))
    assert f"| rest | {said} |" in body
    skilled = sum("skill" in line["applies"] for line in lines)
    assert f"| skill | skills | {skilled} | `each duty where" in body
    assert "In 1 of them nothing\nfits" in body
    tried = sum(line["proof"]["answers"] for line in lines)
    assert f"({tried:,} in all)".replace(",", " ") in body
    rows = [
        json.loads(row)
        for row in (tmp_path / "hub" / "data" / "test.jsonl").read_text("utf-8").splitlines()
    ]
    assert [json.loads(row["data"]) for row in rows] == [line["data"] for line in lines]
    assert list(evalspec.Benchmark(tmp_path / "hub" / "benchmark").instances)


@pytest.mark.parametrize("form", ["inspect", "lm-eval"])
def test_tasks_are_python_and_yaml(folder: Folder, tmp_path: Path, form: str) -> None:
    export(folder, form, tmp_path / form)
    for made in (tmp_path / form).glob("*.py"):
        ast.parse(made.read_text("utf-8"))
    for made in (tmp_path / form).glob("*.yaml"):
        shown = made.read_text("utf-8").replace("!function ", "")
        names = [one["metric"] for one in yaml.safe_load(shown)["metric_list"]]
        assert names == ["pass", "fraction", "undetermined", "staffing", "leave", "rest", "hours",
                         "skills"]  # fmt: skip


@pytest.mark.parametrize("form", FORMS[1:])
def test_a_folder_in_use_is_left_alone(folder: Folder, tmp_path: Path, form: str) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is no empty folder"):
        export(folder, form, tmp_path)


def test_a_benchmark_that_was_changed_is_not_exported(tmp_path: Path) -> None:
    made = Folder(tmp_path / "rota")
    generate(load_plan("rota"), made, 1, 8, Counts())
    with (tmp_path / "rota" / "rota.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# weaker\n")
    with pytest.raises(InputError, match="changed after the instances were made"):
        export(made, "jsonl", tmp_path / "out.jsonl")
