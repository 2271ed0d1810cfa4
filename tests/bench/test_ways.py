"""Answers to written instances, decided by rules, by a model's answers inside, by a model alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.cli import group
from tests.bench import letters
from tests.judge.endpoint import Endpoint, serving


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    with serving(tmp_path_factory.mktemp("letters"), letters.REPLIES) as found:
        yield found


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(letters.folder(tmp_path_factory.mktemp("letters") / "bench"))


@pytest.fixture
def answers(tmp_path: Path) -> str:
    return str(letters.answers(tmp_path / "answers.jsonl", labels=True))


def evaluate(*arguments: str) -> Result:
    done = CliRunner().invoke(group, ["bench", "evaluate", *arguments], standalone_mode=False)
    assert done.exception is None, done.exception
    return done


def refused(*arguments: str) -> str:
    done = CliRunner().invoke(group, ["bench", "evaluate", *arguments], standalone_mode=False)
    return str(done.exception)


def _asking(endpoint: Endpoint) -> tuple[str, ...]:
    return "--judge", "cheap", "--judge-url", endpoint.url


def test_each_way_beside_the_others(bench: str, answers: str, endpoint: Endpoint) -> None:
    found = json.loads(
        evaluate(bench, answers, *_asking(endpoint), "--by", "all", "-f", "json").stdout
    )
    counted = {
        one["voice"]: {
            name: (rate["passed"], rate["failed"], rate["undetermined"])
            for name, rate in one["metrics"].items()
        }
        for one in found["models"]
    }
    assert counted == {
        # Rules count words, and leave the rest to a model: neither passed nor failed.
        "rules": {"topic": (0, 0, 3), "positive": (0, 0, 3), "negative": (2, 1, 0),
                  "conditional": (0, 0, 3), "sequencing": (0, 0, 2)},
        "atoms": {"topic": (3, 0, 0), "positive": (2, 1, 0), "negative": (2, 1, 0),
                  "conditional": (2, 1, 0), "sequencing": (1, 1, 0)},
        # It counts wrong, and once it gives no verdict.
        "whole": {"topic": (3, 0, 0), "positive": (3, 0, 0), "negative": (3, 0, 0),
                  "conditional": (3, 0, 0), "sequencing": (1, 0, 1)},
        "people": {"topic": (0, 0, 3), "positive": (1, 1, 1), "negative": (1, 1, 1),
                   "conditional": (0, 1, 2), "sequencing": (1, 1, 0)},
    }  # fmt: skip
    atoms = next(one for one in found["models"] if one["voice"] == "atoms")
    assert atoms["fraction_passed"]["mean"] == pytest.approx((1 + 3 / 5 + 2 / 4) / 3)
    assert {name: rate["passed"] for name, rate in atoms["by"]["constrainedness"].items()} == {
        "0.3-0.4": 0, "0.5-0.6": 1,
    }  # fmt: skip
    # Topic and flower once each answer; greeting and name; two quotes of two answers.
    assert {voice: one["calls"] for voice, one in found["taken"].items()} == {
        "rules": 0, "atoms": 3 + 3 + 6 + 4, "whole": 14,
    }  # fmt: skip
    for voice in ("atoms", "whole"):
        one = found["taken"][voice]
        assert one["cost"] == pytest.approx((one["tokens_in"] + 2 * one["tokens_out"]) / 1e6)
    assert found["against"]["scores"]["atoms"]["figures"]["accuracy"]["value"] == 1.0
    assert found["against"]["scores"]["whole"]["n"] == 7


def test_agreement_by_group(bench: str, answers: str, endpoint: Endpoint) -> None:
    found = json.loads(
        evaluate(bench, answers, *_asking(endpoint), "--by", "all", "-f", "json").stdout
    )
    said = {
        (one["group"], one["constraints"]["first"], one["constraints"]["second"]): (
            one["constraints"]["both_decided"], one["constraints"]["same"]["value"],
            one["passing"]["both_decided"],
        )
        for one in found["agreement"]
    }  # fmt: skip
    assert said["negative", "rules", "whole"] == (3, pytest.approx(2 / 3), 3)
    assert said["sequencing", "atoms", "whole"] == (1, 1.0, 1)
    assert ("topic", "rules", "atoms") not in said
    assert said["all groups", "atoms", "whole"] == (13, pytest.approx(10 / 13), 13)


def test_every_disagreement_is_listed(
    bench: str, answers: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    arguments = (bench, answers, *_asking(endpoint), "--by", "all", "--disagreements")
    done = evaluate(*arguments, "-f", "text", "-f", f"html:{page}")
    assert done.stdout.startswith("4 disagreements\n")
    assert (
        "rules: unsatisfied, atoms: unsatisfied, whole: satisfied, people: unsatisfied"
        in done.stdout
    )
    assert "! counts 12, the ledger has 25 [twelve]" in done.stdout
    assert 'judged("it greets by name"): unsatisfied' in done.stdout
    found = json.loads(evaluate(*arguments, "-f", "json").stdout)["conflicts"]
    assert [(one["row"], one["constraint"]) for one in found] == [
        ("letters-7-2", "positive-1"), ("letters-7-2", "sequencing-1"),
        ("letters-7-3", "negative-1"), ("letters-7-3", "conditional-1"),
    ]  # fmt: skip
    text = page.read_text("utf-8")
    assert text.count("<details>") == 4
    assert not re.search(r"<script|https?:|url\(|@import", text)


def test_a_replay_is_the_same_byte_by_byte(
    bench: str, answers: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    record, first, page = (str(tmp_path / name) for name in ("t.jsonl", "1.json", "1.html"))
    same = (bench, answers, "--judge", "cheap", "--by", "all", "--no-judge-cache")
    url = ("--judge-url", endpoint.url)
    evaluate(*same, *url, "--record", record, "-f", f"json:{first}", "-f", f"html:{page}")
    sent = endpoint.counts()
    again, other = str(tmp_path / "2.json"), str(tmp_path / "2.html")
    evaluate(*same, *url, "--replay", record, "-f", f"json:{again}", "-f", f"html:{other}")
    assert endpoint.counts() == sent
    assert Path(again).read_bytes() == Path(first).read_bytes()
    assert Path(other).read_bytes() == Path(page).read_bytes()


def test_recorded_verdicts_give_the_same_figures(
    bench: str, answers: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    kept, scored = str(tmp_path / "v.jsonl"), tmp_path / "s.jsonl"
    arguments = (bench, answers, *_asking(endpoint), "--by", "all", "--verdicts", kept)
    first = json.loads(evaluate(*arguments, "-f", "json", "-o", str(scored)).stdout)
    again = json.loads(evaluate(bench, "--recorded", kept, "-f", "json").stdout)
    assert {**again, "taken": first["taken"]} == first
    lines = [json.loads(line) for line in scored.read_text("utf-8").splitlines()]
    assert [(one["voice"], one["id"]) for one in lines[:4]] == [
        ("rules", "letters-7-1"), ("rules", "letters-7-2"), ("rules", "letters-7-3"),
        ("atoms", "letters-7-1"),
    ]  # fmt: skip
    assert lines[2]["why"] == {
        "topic": "left to a model", "positive-1": "left to a model",
        "negative-1": "25, needs <= 20", "conditional-1": "left to a model",
    }  # fmt: skip
    compared = CliRunner().invoke(group, ["compare", kept, "--disagreements"])
    assert compared.stdout.startswith("4 disagreements\n")


def test_nothing_is_sent_by_a_dry_run(bench: str, answers: str) -> None:
    done = evaluate(bench, answers, "--judge", "cheap", "--judge-url", "http://127.0.0.1:9/v1",
                    "--by", "all", "--dry-run")  # fmt: skip
    rows = [line.split()[:2] for line in done.stdout.splitlines()[1:]]
    assert rows == [["rules", "0"], ["atoms", "16"], ["whole", "14"]]
    assert "dry run: 30 calls" in done.stderr


def test_what_no_money_was_left_for_is_open(bench: str, answers: str, endpoint: Endpoint) -> None:
    done = evaluate(bench, answers, *_asking(endpoint), "--max-calls", "0", "-f", "json")
    atoms = json.loads(done.stdout)["models"][0]
    assert (atoms["voice"], atoms["metrics"]["topic"]["undetermined"]) == ("atoms", 3)
    assert (atoms["metrics"]["negative"]["passed"], atoms["metrics"]["topic"]["failed"]) == (2, 0)


def test_a_model_alone_on_a_proven_benchmark(
    tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = str(tmp_path / "calendar")
    CliRunner().invoke(group, ["bench", "generate", "ba-calendar", "-n", "2", "-o", made])
    answers = tmp_path / "a.jsonl"
    refusal = "Final answer: No common time slot available"
    answers.write_text(json.dumps({"id": 0, "response": refusal}) + "\n", encoding="utf-8")
    arguments = ("--judge", "zero-shot", "--judge-url", endpoint.url, "--judge-model", "m")
    done = evaluate(made, str(answers), *arguments, "--by", "rules", "--by", "whole", "-f", "json")
    rules, whole = json.loads(done.stdout)["models"]
    assert (rules["pass_all"]["failed"], whole["pass_all"]["passed"]) == (1, 1)
    assert rules["refusals"]["wrong"] == 1


def test_rules_alone_score_written_instances_elsewhere_too(bench: str, tmp_path: Path) -> None:
    scored = evalspec.Benchmark(bench).score("letters-7-3", letters.ANSWERS[2])
    assert (scored["negative"], scored["pass"], scored["sequencing"]) == (0.0, 0.0, None)
    answers = str(letters.answers(tmp_path / "a.jsonl"))
    compared = ["bench", "differences", bench, str(Path(bench) / "letters.yaml")]
    alike = CliRunner().invoke(group, [*compared, answers])
    assert "negative: 3 of 3 alike" in alike.stdout
    without = CliRunner().invoke(group, compared, standalone_mode=False)
    assert "were written and have no certificates" in str(without.exception)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"nothing": 1}, "letters-7-1 has no constraint `nothing`, which is labelled"),
        ({"topic": "perhaps"}, "1:1: `labels`: expected satisfied or unsatisfied for `topic`"),
        ("{", "1:1: `labels` is no JSON"),
        ([1], "1:1: expected `labels` as a mapping of constraints"),
    ],
)
def test_labels_that_mean_nothing(bench: str, tmp_path: Path, labels: Any, message: str) -> None:
    path = tmp_path / "a.jsonl"
    row = {"id": "letters-7-1", "response": "x", "labels": labels}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert message in refused(bench, str(path))


def test_options_that_make_no_sense_together(bench: str, answers: str) -> None:
    assert "--by whole needs --judge NAME" in refused(bench, answers, "--by", "whole")
    assert "--dry-run needs --judge NAME" in refused(bench, answers, "--dry-run")
    assert "give nothing else to decide" in refused(bench, answers, "--recorded", answers)
    assert "no result of `evalspec run -o`" in refused(bench, "--recorded", answers)


def test_what_an_answer_holds_is_text_on_the_page(
    bench: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    path, page = tmp_path / "a.jsonl", tmp_path / "p.html"
    row = {"id": "letters-7-1", "response": "<script>alert(1)</script>", "labels": {"topic": False}}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    evaluate(bench, str(path), *_asking(endpoint), "-f", f"html:{page}")
    assert "&lt;script&gt;alert(1)" in page.read_text("utf-8")
    assert "<script>" not in page.read_text("utf-8")
