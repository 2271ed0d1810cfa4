"""What is sent to a judge: fences that no response closes, a marker that none knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.core.errors import SpecError
from evalspec.judge.prompts import Question, ask, fenced, load_prompt
from evalspec.language.single import SingleCompiler
from evalspec.source import files
from evalspec.vocabulary.load import load_lexicon

SHIPPED = ("zero-shot", "few-shot", "extract")


@given(st.text())
def test_a_fence_is_never_closed_from_inside(text: str) -> None:
    code = fenced(text).split()[1]
    assert code not in text


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_prompts_fill_every_slot(name: str) -> None:
    asked = ask(load_prompt(name), Question("Be brief.", "Short.", "Write.", "words <= 5"))
    text = "\n".join(content for _, content in asked.messages)
    assert "{{" not in text
    assert asked.marker in asked.messages[-1][1]
    assert asked.prompt == f"{name}@{2 if name == 'extract' else 1}"


def test_what_is_filled_in_is_not_filled_again() -> None:
    asked = ask(load_prompt("zero-shot"), Question("Be {{marker}}.", "{{constraint}}"))
    assert "{{constraint}}" in asked.messages[-1][1]
    assert "Be {{marker}}." in asked.messages[-1][1]


def test_the_same_question_gives_the_same_messages() -> None:
    question = Question("Be brief.", "Short.")
    assert ask(load_prompt("few-shot"), question) == ask(load_prompt("few-shot"), question)
    other = ask(load_prompt("few-shot"), Question("Be brief.", "Short!"))
    assert other.marker != ask(load_prompt("few-shot"), question).marker


def test_worked_examples_come_before() -> None:
    asked = ask(load_prompt("few-shot"), Question("Be brief.", "Short."))
    assert [role for role, _ in asked.messages] == [
        "system", "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    verdicts = [text.splitlines()[-1] for role, text in asked.messages if role == "assistant"]
    assert verdicts == ["no", "yes"]


def test_half_a_character_can_be_sent() -> None:
    asked = ask(load_prompt("zero-shot"), Question("Be brief.", "a\ud800b"))
    asked.messages[-1][1].encode("utf-8")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("{{marker}}", ""), "{{marker}} is missing"),
        (("{{request}}", "{{answer}}"), "{{answer}} stands for nothing"),
        (("menu: yes-no", "menu: maybe"), "maybe"),
        (("version: 1\n", ""), "version"),
    ],
)
def test_errors_of_a_prompt_name_their_place(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    shipped = files.find("prompts", "zero-shot", None)
    assert shipped is not None
    path = tmp_path / "mine.yaml"
    path.write_text(shipped.read_text("utf-8").replace(*change), "utf-8")
    with pytest.raises(SpecError, match=re.escape(message)):
        load_prompt(str(path))


def test_an_unknown_prompt() -> None:
    with pytest.raises(SpecError, match="few-shot"):
        load_prompt("few-shots")


def test_every_formula_that_a_prompt_shows_compiles() -> None:
    shown = load_prompt("formal").user.partition("# The language")[2].partition("## Together")[0]
    rows = [re.split(r"\s{2,}#", row)[0].strip() for row in shown.splitlines()]
    formulas = [row for row in rows[1:] if row and not row.startswith("## ")]
    vocabularies = ("meal-plan", "schedule", "workout", "trip", "general")
    compilers = [SingleCompiler(load_lexicon([v], None, None).lexicon) for v in vocabularies]
    assert len(formulas) > 90
    assert [one for one in formulas if not any(compiles(one, c) for c in compilers)] == []


def compiles(formula: str, compiler: SingleCompiler) -> bool:
    try:
        return bool(compiler.compile({"check": formula}).readings)
    except SpecError:
        return False
