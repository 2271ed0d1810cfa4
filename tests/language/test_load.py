"""Specs compile to programs: ids, rules, vocabularies, policies, places, cases."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.errors import SpecError
from evalspec.core.verdict import Outcome
from evalspec.language import ir
from evalspec.language.load import compile_spec, load_cases, load_program

HEAD = "evalspec: 1\nvocabulary: meal-plan\n"


def test_program() -> None:
    program = compile_spec(
        HEAD
        + """
title: Plan
request: Make a plan.
data: {days: 3}
answer: {after: "Answer:"}
policy: {profile: strict, equality_tolerance: 5 %}
constraints:
  - id: fat
    check: "each day: sum(fat) <= 90 g"
    severity: warning
    weight: 2.5
    judge: default
  - check: count(day) = 3
""",
        "plan.yaml",
    )
    fat, days = program.constraints
    assert (fat.id, fat.surface, fat.severity, fat.weight, fat.judge) == (
        "fat", "check", "warning", Decimal("2.5"), "default",
    )  # fmt: skip
    assert fat.canonical == fat.text == "each day: sum(fat) <= 90 g"
    assert fat.reading_texts == (fat.canonical,)
    assert isinstance(fat.readings[0], ir.Quantified)
    assert (fat.at.file, fat.at.line, fat.at.column) == ("plan.yaml", 10, 5)
    assert (days.id, days.severity, days.weight) == ("c2", "error", Decimal(1))
    assert (program.title, program.request, program.data) == ("Plan", "Make a plan.", {"days": 3})
    assert program.answer.after == "Answer:"
    assert (program.policy.profile, program.policy.equality_tolerance) == (
        "strict", Decimal("0.05"),
    )  # fmt: skip
    assert program.policy.parts_of_day["morning"] == (300, 720)
    names = [name for name, _ in program.sources]
    assert names[0] == program.source == "plan.yaml"
    assert "specs/vocabularies/meal-plan.yaml" in names
    assert "specs/policies/strict.yaml" in names


def test_vocabulary_can_be_extended_in_the_spec() -> None:
    program = compile_spec(
        """
evalspec: 1
define:
  ranks: {chapter: {level: 30, words: [chapter]}}
  measures: {ink: {dimension: volume, unit: ml, words: [ink]}}
constraints:
  - check: "each chapter: ink <= 2 l"
"""
    )
    assert program.constraints[0].canonical == "each chapter: ink <= 2 l"


def test_vocabulary_file_next_to_the_spec(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "base.yaml").write_text("vocabulary: 1\nranks: {act: {level: 20}}\n")
    (tmp_path / "mine.yaml").write_text(
        "vocabulary: 1\nextends: [a/base.yaml]\nranks: {scene: {level: 30}}\n"
    )
    spec = tmp_path / "spec.yaml"
    spec.write_text(
        "evalspec: 1\nvocabulary: [mine.yaml, a/base.yaml]\nconstraints:\n"
        '  - check: "each act: count(scene) = 3"\n'
    )
    program = load_program(spec, cache=False)
    assert program.constraints[0].canonical == "each act: count(scene) = 3"


RULES = {
    "{use: text/max-words, with: {limit: 300}}": "words <= 300",
    "{use: text/max-words-per-paragraph}": "each paragraph: words <= 100",
    "{use: text/max-words-per-paragraph, with: {limit: 50}}": "each paragraph: words <= 50",
    "{use: plan/budget, with: {limit: '$1,500.50'}}": "sum(price) <= 1500.5 USD",
    "{use: plan/time, with: {limit: 2 hours}}": "sum(duration) <= 2 h",
    "{use: plan/time, with: {limit: 90}}": "sum(duration) <= 90 min",
    "{use: fat, with: {limit: 90 g, of: meal}}": "each meal: sum(fat) <= 90 g",
    "{use: words, with: {any: [a, 'b\"c']}}": 'contains any of ["a", "b\\"c"]',
    "{use: late, with: {by: 9:05}}": "exists meal ending 09:05",
    "{use: text-of, with: {text: '3 or words = 1'}}": 'occurrences of "3 or words = 1" = 1',
}

DEFINED = """
rules:
  fat:
    parameters: {limit: quantity, of: scope}
    check: "each $of: sum(fat) <= $limit"
  words: {parameters: {any: list}, check: contains any of $any}
  late: {parameters: {by: time}, check: exists meal ending $by}
  text-of: {parameters: {text: text}, check: occurrences of $text = 1}
"""


@pytest.mark.parametrize("use", RULES)
def test_rule(use: str) -> None:
    program = compile_spec(HEAD + f"constraints:\n  - {use}\n" + DEFINED)
    (constraint,) = program.constraints
    assert constraint.canonical == RULES[use]
    assert constraint.surface == "use"


def test_rule_is_written_with_its_arguments() -> None:
    use = "{use: text/words-between, with: {low: 3, high: 5}}"
    (constraint,) = compile_spec(HEAD + f"constraints:\n  - {use}\n").constraints
    assert constraint.text == "text/words-between(low: 3, high: 5)"
    assert constraint.canonical == "words between 3 and 5"


def test_rule_file_next_to_the_spec(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("rules: {short: {check: words < 9}}\n")
    (tmp_path / "spec.yaml").write_text(
        "evalspec: 1\nconstraints:\n  - use: rules.yaml/short\n  - use: ./rules.yaml/short\n"
    )
    program = load_program(tmp_path / "spec.yaml", cache=False)
    assert [c.canonical for c in program.constraints] == ["words < 9", "words < 9"]
    assert str(tmp_path / "rules.yaml") in dict(program.sources)


def test_a_comment_after_a_sentence_is_a_comment() -> None:
    program = compile_spec("evalspec: 1\nconstraints:\n  - check: words > 3   # three\n")
    assert program.constraints[0].text == "words > 3"


def test_json_spec() -> None:
    program = compile_spec(
        '{\n\t"$schema": "x",\n\t"evalspec": 1, "constraints": [{"check": "words > 3"}]\n}\n',
        "spec.json",
    )
    assert program.constraints[0].canonical == "words > 3"


CASES = """evalspec: 1
request: r
data: {a: 1, b: 1}
constraints:
  - {id: short, check: words < 9}
cases:
  - {name: it is short, response: one two, data: {b: 2}, expect: {short: satisfied}}
  - response_file: long.md
    expect: {short: {outcome: unsatisfied, value: 12}}
"""


def test_cases(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(CASES)
    (tmp_path / "long.md").write_bytes("é ".encode() * 12)
    first, second = load_cases(tmp_path / "spec.yaml")
    assert (first.name, first.case.response) == ("it is short", "one two")
    assert (first.case.request, first.case.data) == ("r", {"a": 1, "b": 2})
    assert first.expect["short"].outcome is Outcome.SATISFIED
    assert first.at.line == 7
    assert (second.name, second.case.response) == ("long.md", "é " * 12)
    assert second.expect["short"].values == ("12",)
    assert second.expect["short"].at.line == 9


def test_case_without_its_file(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(CASES)
    with pytest.raises(SpecError, match=r"8:20: `long.md` cannot be read: No such file"):
        load_cases(tmp_path / "spec.yaml")


SOUND = HEAD + 'constraints:\n  - {id: a, check: "each day: sum(fat) <= 90 g"}\n' + DEFINED


@given(st.binary(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_bytes_compile_or_are_refused(content: bytes) -> None:
    compile_or_refuse(content)


@given(st.integers(0, len(SOUND) - 1), st.integers(0, 6), st.text(max_size=6))
@settings(max_examples=100, deadline=None)
def test_a_spec_with_any_change_compiles_or_is_refused(at: int, cut: int, text: str) -> None:
    compile_or_refuse(SOUND[:at] + text + SOUND[at + cut :])


TOP = [
    "title", "vocabulary", "define", "request", "policy", "data", "answer", "constraints",
    "rules", "cases",
]  # fmt: skip
KEYS = [
    "id", "text", "check", "use", "with", "rules", "parameters", "type", "default", "limit",
    "any", "of", "cases", "expect", "response", "define", "ranks", "measures", "units", "words",
    "level", "dimension", "policy", "profile",
]  # fmt: skip
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["day", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(TOP),
        ODD,
        max_size=5,
    )
)
@settings(max_examples=100, deadline=None)
def test_any_shape_compiles_or_is_refused(spec: dict[str, object]) -> None:
    compile_or_refuse(json.dumps({"evalspec": 1, **spec}))


def compile_or_refuse(content: str | bytes) -> None:
    """Compile; any exception but a `SpecError` fails the test."""
    with suppress(SpecError):
        compile_spec(content)


@pytest.mark.parametrize("formula", ["check: words <= 3", "use: text/max-words, with: {limit: 3}"])
def test_a_sentence_beside_a_formula_is_what_reports_show(formula: str) -> None:
    program = compile_spec(
        f"evalspec: 1\nconstraints:\n  - {{{formula}, text: Keep it very short.}}\n"
    )
    (constraint,) = program.constraints
    assert constraint.text == "Keep it very short."
    assert constraint.canonical == "words <= 3"
    assert constraint.refusal is None
