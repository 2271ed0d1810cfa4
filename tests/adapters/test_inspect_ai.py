"""Inspect finds the scorer by its name, in new runs and for logs that exist already."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import evalspec
from tests.adapters.pages import MEAL, SPECS, VAGUE, block, command

pytestmark = pytest.mark.heavy
pytest.importorskip("inspect_ai", reason="python -m tests.adapters inspect_ai installs it")

from inspect_ai import Task, eval  # noqa: E402
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.log import read_eval_log  # noqa: E402
from inspect_ai.model import ChatMessageUser, Model, ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_ai.scorer import includes  # noqa: E402


@pytest.fixture
def model() -> Model:
    """Answer with a plan, then vaguely; its own usage, or a tokenizer would be fetched."""
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in (MEAL, VAGUE)]
    for one in outputs:
        one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=outputs)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(SPECS / "meal.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "made"))
    return tmp_path


def means(log: Any) -> dict[str, float]:
    return {score.name: score.metrics["mean"].value for score in log.results.scores
            if "mean" in score.metrics}  # fmt: skip


def test_a_log_is_scored(folder: Path, model: Model) -> None:
    samples = [Sample(input="Plan two days."), Sample(input="Plan a day.")]
    (log,) = eval(Task(dataset=samples, scorer=includes()), model=model, display="none")
    (folder / "logs").mkdir()
    shutil.copy(log.location, folder / "logs" / "plans.eval")
    program, *arguments = command("inspect")
    subprocess.run([Path(sys.executable).with_name(program), *arguments], check=True)
    scored = read_eval_log("scored.eval")
    found = means(scored)
    assert (found["days"], found["energy"]) == (0.5, 1.0)
    assert found["(coverage)"] == pytest.approx(11 / 14)
    assert found["(score)"] == pytest.approx(4 / 7)
    assert scored.samples
    vague = scored.samples[1].scores["constraints"]
    assert math.isnan(vague.value["energy"])
    assert vague.metadata["energy"] == "missing-amount"
    assert "energy" in vague.explanation


def test_a_log_is_a_data_set(folder: Path, model: Model) -> None:
    samples = [Sample(input=[ChatMessageUser(content="Plan.")], id=n) for n in ("a", "b")]
    eval(Task(dataset=samples), model=model, display="none")
    run = evalspec.run_dataset("inspect", "made", spec="meal.yaml")
    assert not run.problems
    assert [one.verdict.outcome.value for one in run.results[::7]] == ["satisfied", "unsatisfied"]
    assert [one.groups["id"] for one in run.results[::7]] == ["a", "b"]
    (folder / "torn.eval").write_bytes(next(folder.glob("made/*.eval")).read_bytes()[:900])
    with pytest.raises(evalspec.InputError, match="cannot read the data set: inspect-ai"):
        evalspec.run_dataset("inspect", "torn.eval", spec="meal.yaml")


def test_a_new_run(folder: Path, model: Model) -> None:
    task: dict[str, Any] = {}
    exec(block("inspect", "python task"), task)
    (log,) = eval(task["plans"](), model=model, display="none")
    assert log.status == "success"
    assert set(means(log).values()) == {1.0}


def test_data_come_from_the_metadata(folder: Path, model: Model) -> None:
    from evalspec.adapters.inspect_ai import constraints

    (folder / "given.yaml").write_text(
        "evalspec: 1\ngiven: {most: {type: number}}\n"
        "constraints:\n  - {id: short, check: words <= data.most}\n"
        "  - {id: long, check: words >= 1000, when: data.most > 500}\n"
    )
    samples = [Sample(input="Plan.", metadata={"most": 3, "other": 1})]
    (log,) = eval(Task(dataset=samples, scorer=constraints("given.yaml")), model=model,
                  display="none")  # fmt: skip
    value = log.samples[0].scores["constraints"].value
    assert (value["short"], value["(coverage)"], value["(score)"]) == (0.0, 1.0, 0.0)
    assert math.isnan(value["long"])


def test_the_task_of_a_benchmark(folder: Path) -> None:
    from evalspec.bench.kept.folder import Folder
    from evalspec.bench.kept.generate import Counts, generate
    from evalspec.bench.planned.reading import load_plan
    from evalspec.bench.shown.export import export

    made = Folder(folder / "rota")
    generate(load_plan("rota"), made, 4, 8, Counts())
    export(made, "inspect", folder / "task")
    rows = [
        json.loads(line)
        for line in (folder / "task" / "test.jsonl").read_text("utf-8").splitlines()
    ]
    outputs = [ModelOutput.from_content("mockllm/model", row["target"]) for row in rows[:3]]
    outputs.append(ModelOutput.from_content("mockllm/model", "I do not know."))
    for one in outputs:
        one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = eval("task/rota.py", model=model, display="none", max_connections=1)
    assert log.status == "success", log.error
    found = means(log)
    assert (found["pass"], found["staffing"]) == (0.75, 0.75)
    assert log.samples[3].scores["benchmark"].explanation
