"""Data sets checked against one spec, by any number of workers, as files and as tables."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from click.testing import CliRunner, Result

import evalspec
import evalspec.tables
from evalspec.api.runs import Run as DataRun
from evalspec.api.runs import Settings, Work
from evalspec.cli import group
from evalspec.run.adapter import spec_adapter
from evalspec.run.rows import Placed

SPEC = """evalspec: 1
vocabulary: meal-plan
request: Two days of meals.
constraints:
  - {id: days, check: count(day) = 2}
  - {id: fat, text: Each day must have at most 60 g of fat., severity: warning}
"""
PLAN = "## Day 1\n- Soup: 20 g fat\n## Day 2\n- Curry: {} g fat"
ROWS: list[dict[str, Any]] = [{"id": f"r{n}", "response": PLAN.format(50 + n)} for n in range(40)]

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("spec.yaml").write_text(SPEC)
    _write(ROWS)

    def call(*more: str) -> Result:
        return CliRunner().invoke(group, ["run", "d.jsonl", "-o", "out.jsonl", *more])

    return call


def _write(rows: list[dict[str, Any]]) -> None:
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def _lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]


def test_an_invalid_spec_is_an_error_of_the_spec_and_not_of_each_row(run: Run) -> None:
    Path("spec.yaml").write_text(SPEC.replace("constraints", "constraint"))
    error = run("--spec", "spec.yaml").exception
    assert isinstance(error, evalspec.SpecError)
    assert "spec.yaml:4:1" in str(error)
    assert "d.jsonl" not in str(error)


def test_each_row_has_a_verdict_a_constraint(run: Run) -> None:
    assert run("--spec", "spec.yaml").stdout.splitlines() == [
        "80 verdicts, 0 skipped",
        "",
        "                                              satisfied  unsatisfied  undetermined",
        "days: count(day) = 2                                 40            0             0",
        "fat: Each day must have at most 60 g of fat.         11           29             0",
        "all                                                  51           29             0",
    ]
    found = _lines()
    assert [(one["line"], one["index"], one["id"], one["name"]) for one in found[:3]] == [
        (1, 0, "days", "days"), (1, 1, "fat", "fat"), (2, 0, "days", "days")]  # fmt: skip
    assert [one["outcome"] for one in found if one["id"] == "fat"] == (
        ["satisfied"] * 11 + ["unsatisfied"] * 29
    )
    assert found[1]["severity"] == "warning"


@pytest.mark.parametrize("given", [["texts"], ["texts/*.md", "texts/c.txt"]])
def test_each_text_of_a_folder_is_a_response(given: list[str], run: Run) -> None:
    Path("texts/deep").mkdir(parents=True)
    for name in ("texts/a.md", "texts/c.txt", "texts/deep/d.md"):
        Path(name).write_text("Day 1\n- Soup: 10 g fat\n")
    done = CliRunner().invoke(group, ["run", *given, "--spec", "spec.yaml", "-o", "out.jsonl"])
    assert done.exit_code == 0
    files = ["texts/a.md", "texts/c.txt", *(["texts/deep/d.md"] if given == ["texts"] else [])]
    assert [one["file"] for one in _lines() if one["id"] == "fat"] == files


def test_a_folder_of_data_sets_keeps_its_notes_out(run: Run) -> None:
    Path("data").mkdir()
    Path("data/README.md").write_text("what the columns mean")
    Path("d.jsonl").rename("data/d.jsonl")
    done = CliRunner().invoke(group, ["run", "data", "--spec", "spec.yaml"])
    assert done.stdout.startswith("80 verdicts, ")


def test_a_text_that_is_not_utf_8_is_reported(run: Run) -> None:
    Path("a.txt").write_bytes(b"\xff")
    error = CliRunner().invoke(group, ["run", "a.txt", "--spec", "spec.yaml"]).exception
    assert "a.txt:1:1: byte 0xff is not UTF-8" in str(error)


@pytest.mark.heavy
def test_workers_change_nothing(run: Run) -> None:
    outputs = set()
    for workers in "123":
        run("--spec", "spec.yaml", "--workers", workers)
        outputs.add(Path("out.jsonl").read_bytes())
    assert len(outputs) == 1


def test_a_chat_log_and_other_columns(run: Run) -> None:
    chat = [{"role": "user", "content": "Plan."}, {"role": "assistant", "content": PLAN.format(1)}]
    _write([{"log": chat, "text": "nothing"}])
    run("--spec", "spec.yaml", "--messages", "log")
    assert [one["outcome"] for one in _lines()] == ["satisfied", "satisfied"]
    run("--spec", "spec.yaml", "--response", "text")
    assert [one["outcome"] for one in _lines()] != ["satisfied", "satisfied"]


def test_an_adapter_may_name_a_spec_by_a_column_and_map_labels(run: Run) -> None:
    Path("short.yaml").write_text("evalspec: 1\nconstraints: [{id: short, check: words <= 3}]\n")
    Path("a.yaml").write_text(
        "dataset: 1\nname: a\nresponse: response\nrow: id\n"
        "spec: {column: kind, values: {short: short.yaml}, default: spec.yaml}\n"
        "labels: {human: labels}\n"
    )
    _write([{**ROWS[0], "kind": "short", "labels": {"short": 0}},
            {**ROWS[30], "kind": "", "labels": {"fat": 1}}])  # fmt: skip
    done = run("-d", "a.yaml")
    assert [(one["row"], one["id"], one["labels"]) for one in _lines()] == [
        ("r0", "short", {"human": {"label": "unsatisfied", "verdict": "unsatisfied"}}),
        ("r30", "days", {}),
        ("r30", "fat", {"human": {"label": "satisfied", "verdict": "unsatisfied"}}),
    ]
    assert "50.00" in done.stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "give --dataset ADAPTER or --spec SPEC"),
        (("-d", "acs", "--response", "r"), "--response goes with --spec"),
        (("--spec", "spec.yaml", "--policy", "strict"), "--policy goes with --dataset"),
        (("--spec", "spec.yaml", "--messages", "m", "--request", "r"), "stands in place of"),
    ],
)
def test_options_that_do_not_go_together(more: tuple[str, ...], said: str, run: Run) -> None:
    done = run(*more)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_missing_column_is_named(run: Run) -> None:
    done = run("--spec", "spec.yaml", "--response", "answer")
    assert "column `answer` is not there" in str(done.exception)
    assert not Path("out.jsonl").exists()


@pytest.mark.parametrize(
    ("adapter", "said"),
    [
        ("response: r", "needs `constraint` or `spec`"),
        (
            "response: r\nspec: s.yaml\nconstraint: {text: t}",
            "`spec` stands in place of `constraint`",
        ),
    ],
)
def test_constraints_are_told_in_one_way(adapter: str, said: str, run: Run) -> None:
    Path("a.yaml").write_text(f"dataset: 1\nname: a\n{adapter}\n")
    assert said in str(run("-d", "a.yaml").exception)


class _Deadly(Work):
    """Dies of one row."""

    def __call__(self, batch: Any) -> Any:
        if "r33" in str(batch):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(batch)


@pytest.mark.heavy
def test_a_row_that_ends_its_worker_costs_only_itself(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalspec.api.runs.Work", _Deadly)
    rows = [Placed("d.jsonl", n, row) for n, row in enumerate(ROWS, start=1)]
    made = DataRun(Settings(spec_adapter("spec.yaml")), workers=2)
    answers = list(made.answers(rows))
    assert [n for n, answer in enumerate(answers) if answer.lost] == [33]
    assert answers[33].lines.count('"reason":"crashed"') == 2
    assert made.counted.figures().verdicts == 80


# -- tables --------------------------------------------------------------------------------------
def test_tables_have_one_schema(run: Run) -> None:
    run("--spec", "spec.yaml")
    given = pyarrow.RecordBatch.from_pylist(ROWS)
    found = list(evalspec.tables.check_batches([given[:7], given[7:]], spec="spec.yaml"))
    assert {batch.schema for batch in found} == {evalspec.tables.schema()}
    whole = pyarrow.Table.from_batches(found)
    assert whole.column("outcome").to_pylist() == [one["outcome"] for one in _lines()]
    assert whole.column("line").to_pylist() == [one["line"] for one in _lines()]
    records = [json.loads(one) for one in whole.column("record").to_pylist()]
    assert [{**one, "file": "d.jsonl"} for one in records] == _lines()


def test_unreadable_rows_stand_in_tables(run: Run) -> None:
    given = pyarrow.RecordBatch.from_pylist([{"response": None}, ROWS[0]])
    (found,) = evalspec.tables.check_batches([given], spec="spec.yaml")
    assert found.column("outcome").to_pylist() == [None, "satisfied", "satisfied"]
    assert "expected the response as text" in found.column("problem").to_pylist()[0]


def test_tables_need_a_spec_or_an_adapter() -> None:
    with pytest.raises(evalspec.InputError, match="give `spec` or `dataset`"):
        list(evalspec.tables.check_batches([], spec=None))
