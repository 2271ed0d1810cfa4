"""`evalspec bench` as it is called: a model is asked once for each answer, exit statuses, formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.bench.kept.folder import Folder
from evalspec.cli import group
from evalspec.judge import client
from tests.judge.endpoint import serving

NUMBER = 5


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["bench", *arguments], standalone_mode=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("bench") / "calendar")
    done = bench("generate", "ba-calendar", "-n", str(NUMBER), "--seed", "7", "-o", path)
    assert done.exception is None
    return path


@pytest.mark.heavy
def test_a_model_is_asked_once_for_each_answer(
    made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    first = next(Folder(made).instances())
    right = first["certificate"]["right"][0]["meeting"][0]["when"]
    name = next(iter(first["data"]["people"]))
    free = first["data"]["people"][name]
    scenario = "replies: " + json.dumps(
        [
            {
                "when": f"{name}: {free}",
                "reply": f"Everybody is free then.\n\nFinal answer: {right}",
            },
            {"reply": "Final answer: No common time slot available"},
        ]
    )
    faults = (
        "\nfaults: [{fault: error, rate: 0.3, status: 503}, {fault: drop, rate: 0.2}]\nseed: 3\n"
    )
    answers, figures = tmp_path / "answers.jsonl", tmp_path / "figures.json"
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    with serving(tmp_path, scenario + faults) as endpoint:
        arguments = ("evaluate", made, str(answers), "--model", "zero-shot", "--judge-url",
                     endpoint.url, "--judge-model", "m", "-f", f"json:{figures}")  # fmt: skip
        assert bench(*arguments).exception is None
        billed = endpoint.bill()
        again = json.loads(figures.read_text("utf-8"))
        assert bench(*arguments).exception is None
        assert endpoint.bill() == billed
    assert json.loads(figures.read_text("utf-8")) == again
    rows = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [f"ba-calendar-7-{n}" for n in range(NUMBER)]
    (model,) = again["models"]
    fits = sum(bool(line["certificate"]["right"]) for line in Folder(made).instances())
    assert (model["model"], model["answers"]) == ("m", NUMBER)
    assert model["refusals"]["right"] == NUMBER - fits
    assert model["refusals"]["wrong"] == fits - 1
    assert model["pass_all"]["passed"] == 1 + NUMBER - fits


def test_nothing_is_sent_by_a_dry_run(made: str) -> None:
    done = bench("evaluate", made, "--model", "zero-shot", "--judge-url", "http://127.0.0.1:9/v1",
                 "--judge-model", "m", "--dry-run")  # fmt: skip
    assert done.exception is None
    assert f"{NUMBER} calls" in done.stderr


def test_right_answers_of_certificates_pass(made: str, tmp_path: Path) -> None:
    answers, scored = tmp_path / "a.jsonl", tmp_path / "s.jsonl"
    assert bench("verify", made, "--answers", str(answers)).return_value == 0
    rows = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
    for writing in ("bold", "json"):
        right = [r for r in rows if r["writing"] == writing and not r["meant"]]
        kept = {row["id"]: row for row in right}
        path = tmp_path / f"{writing}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in kept.values()), encoding="utf-8")
        assert bench("evaluate", made, str(path), "-o", str(scored)).exception is None
        lines = [json.loads(line) for line in scored.read_text("utf-8").splitlines()]
        assert [line["pass_all"] for line in lines] == ["satisfied"] * NUMBER


def test_a_page_and_figures_beside_each_other(made: str, tmp_path: Path) -> None:
    answers, page = tmp_path / "a.jsonl", tmp_path / "p.html"
    answers.write_text('{"instance": 0, "response": "Hm."}\n', encoding="utf-8")
    done = bench("evaluate", made, str(answers), "-f", "text", "-f", f"html:{page}")
    assert done.stdout.startswith("ba-calendar: 1 answers, 4 unanswered\n")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("generate", "nothing", "-o", "x"), "no benchmark is called `nothing`"),
        (("generate", "rota", "-o", "MADE"), "holds another benchmark: its name differs"),
        (("generate", "ba-calendar", "--seed", "8", "-o", "MADE"), "its seed differs"),
        (("verify", "/"), "is no benchmark: it has no bench.json"),
        (("evaluate", "MADE", "absent.jsonl"), "cannot read the data set: No such file"),
        (("evaluate", "MADE"), "give RESPONSES, or --model NAME"),
    ],
)
def test_what_cannot_be_done(made: str, arguments: tuple[str, ...], message: str) -> None:
    done = bench(*(made if one == "MADE" else one for one in arguments))
    assert message in str(done.exception)


def test_data_of_ones_own_are_proven(tmp_path: Path) -> None:
    # Both are free 9:30-11 and 13-14:30; five minutes before and after leave five starts each,
    # somebody is free for an hour from 9:00 to 15:00: 73 starts, or 13 at half hours.
    path = tmp_path / "data.yaml"
    text = (
        "{length: 60, buffer: 5, priority: true, days: Monday, step: STEP, people:"
        " {Ann: 'Monday 09:00-11:00, 13:00-16:00', Bob: 'Monday 09:30-14:30'}}"
    )
    for step, numbers, first in ((5, (10, 73), "09:35-10:35"), (30, (0, 13), None)):
        path.write_text(text.replace("STEP", str(step)), encoding="utf-8")
        done = bench("prove", "ba-calendar", str(path), "-f", "json")
        found = json.loads(done.stdout)
        assert (found["feasible"], found["possible"]) == numbers
        assert found["constrainedness"] == f"{1 - numbers[0] / numbers[1]:.4f}"
        assert found["best"] == ([{"meeting": [{"when": f"Monday {first}"}]}] if first else [])
    path.write_text(text.replace("09:30-14:30", "14:30-09:30"), encoding="utf-8")
    done = bench("prove", "ba-calendar", str(path))
    assert "data.yaml:1:" in str(done.exception)
    assert "a span ends before it begins" in str(done.exception)
