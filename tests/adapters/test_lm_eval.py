"""The LM Evaluation Harness runs a task whose scores are ours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import evalspec
from tests.adapters.pages import block, command

pytestmark = pytest.mark.heavy
pytest.importorskip("lm_eval", reason="python -m tests.adapters lm_eval installs it")

SPEC = """
evalspec: 1
given: {most: {type: number}, limits: {type: list of number, missing: empty}}
constraints:
  - {id: short, check: words <= data.most}
  - {id: protein, check: "each n in data.limits: words >= n"}
  - {id: long, check: words >= 9}
"""


def test_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "meal.yaml").write_text(SPEC)
    for name, title in (("meal_task.py", "python"), ("meal_task.yaml", "yaml")):
        (tmp_path / name).write_text(block("lm-eval", f"{title} {name}"))
    rows: list[dict[str, Any]] = [
        {"prompt": "Say it.", "most": 1, "limits": [1]},
        {"prompt": "Say it.", "most": 0, "limits": []},  # each of nothing is undetermined
    ]
    (tmp_path / "prompts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    program, *arguments = command("lm-eval")
    program = str(Path(sys.executable).with_name(program))
    subprocess.run([program, *arguments], cwd=tmp_path, check=True)
    (made,) = tmp_path.glob("out/**/results_*.json")
    found = json.loads(made.read_text())["results"]["meal"]
    assert {name: found[f"{name},none"] for name in ("(score)", "(coverage)", "protein")} == {
        "(score)": (2 / 3 + 0) / 2, "(coverage)": (1 + 2 / 3) / 2, "protein": 1.0,
    }  # fmt: skip
    (samples,) = tmp_path.glob("out/**/samples_meal_*.jsonl")
    first = json.loads(samples.read_text().splitlines()[0])
    assert (first["short"], first["protein"], first["long"]) == (1.0, 1.0, 0.0)
    run = evalspec.run_dataset("lm-eval", samples, spec=tmp_path / "meal.yaml")
    assert not run.problems
    assert [one.verdict.outcome.value for one in run.results] == [
        "satisfied", "satisfied", "unsatisfied", "unsatisfied", "undetermined", "unsatisfied",
    ]  # fmt: skip


def test_the_task_of_a_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from evalspec.bench.kept.folder import Folder
    from evalspec.bench.kept.generate import Counts, generate
    from evalspec.bench.planned.reading import load_plan
    from evalspec.bench.shown.export import export

    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    made = Folder(tmp_path / "rota")
    generate(load_plan("rota"), made, 3, 8, Counts())
    export(made, "lm-eval", tmp_path / "task")
    program = str(Path(sys.executable).with_name("lm_eval"))
    options = [
        "--model",
        "dummy",
        "--tasks",
        "rota",
        "--include_path",
        "task",
        "--output_path",
        "out",
    ]
    subprocess.run([program, *options], cwd=tmp_path, check=True)
    (results,) = tmp_path.glob("out/**/results_*.json")
    found = json.loads(results.read_text())["results"]["rota"]
    # what the dummy says tells no rota
    assert {found[f"{name},none"] for name in ("pass", "fraction", "staffing", "leave")} == {0.0}
