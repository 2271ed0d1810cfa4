"""Drafts of specs, with and without a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.author.draft import Proposal, left_out, spec_text
from evalspec.cli import group
from tests.judge.endpoint import serving

REQUEST = """Design a meal plan for two adults with at least 90 g of protein per day.
Each day must have three meals. # "Really" cosy, yes: cosy. Breakfast should not exceed 500 calories.
"""


def draft(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["draft", *arguments], standalone_mode=False)


@pytest.fixture
def request_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "request.txt"
    path.write_text(REQUEST, "utf-8")
    return path


def test_the_sentences_of_a_request_that_compile(request_file: Path) -> None:
    done = draft(str(request_file), "-v", "meal-plan")
    program = evalspec.compile(done.stdout).program
    assert [c.canonical for c in program.constraints] == [
        "each day: sum(protein) >= 90 g",
        "each day: count(meal) = 3",
        'each meal named "breakfast": sum(calories) <= 500 kcal',
    ]
    assert program.request.strip() == REQUEST.strip()


def test_what_a_model_finds(request_file: Path, tmp_path: Path) -> None:
    found = ["Each day must have three meals.", "It should: feel # warm.", '"Soup" is "there".']
    reply = json.dumps("Thinking.\n{marker}\n" + json.dumps(found))
    with serving(tmp_path, f"replies: [{{reply: {reply}}}]") as endpoint:
        done = draft(str(request_file), "-v", "meal-plan", "--judge", "zero-shot",
                     "--judge-url", endpoint.url, "--judge-model", "m")  # fmt: skip
    assert [c.text for c in evalspec.compile(done.stdout).program.constraints] == found
    assert "  # reads as each day: count(meal) = 3\n" in done.stdout
    assert "  # not understood: " in done.stdout


@pytest.mark.parametrize(
    ("request_text", "texts", "missing"),
    [
        ("Plan two days. Each day has 3 meals.", ["Each day has 3 meals."], ["Plan two days."]),
        ("Each day has 3 meals and 90 g of fat.", ["Each day has 3 meals."],
         ["Each day has 3 meals and 90 g of fat."]),
        ("Each day has 3 meals.", ["Each day has 3 meals."], []),
        ("It should taste like summer.", [], ["It should taste like summer."]),
    ],
)  # fmt: skip
def test_what_is_left_out_of_a_request_is_said(
    request_text: str, texts: list[str], missing: list[str]
) -> None:
    proposals = [Proposal(text) for text in texts]
    assert left_out(request_text, proposals) == missing
    written = spec_text(request_text, "", proposals)
    assert ("# left out of the request" in written) == bool(missing)
    assert all(f"#   {sentence}\n" in written for sentence in missing)


@pytest.mark.parametrize(
    ("reply", "message"),
    [("Nothing.", "judge-off-menu"), ("{marker} {}", "not a list"), ("", "judge-empty")],
)
def test_an_unusable_reply(request_file: Path, tmp_path: Path, reply: str, message: str) -> None:
    with serving(tmp_path, f"replies: [{{reply: {json.dumps(reply)}}}]") as endpoint:
        done = draft(str(request_file), "--judge", "zero-shot", "--judge-url", endpoint.url,
                     "--judge-model", "m")  # fmt: skip
    assert message in str(done.exception)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing parameter"),
        (("/nowhere/request.txt",), "cannot read"),
    ],
)
def test_options_that_make_no_sense(arguments: tuple[str, ...], message: str) -> None:
    assert message in str(draft(*arguments).exception)
