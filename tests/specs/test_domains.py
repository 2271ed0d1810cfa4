"""Domains that are nothing but YAML: exact values, and what is still wrong or missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import evalspec
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.verdict import Outcome
from evalspec.language.compile import compile_text
from evalspec.language.english import compile_sentence
from evalspec.language.printer import canonical
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

SPECS = Path(__file__).parent.parent.parent / "specs"
HERE = Path(__file__).parent
GAPS: dict[str, Any] = quick_yaml.load((HERE / "domain_gaps.yaml").read_text("utf-8"))
HELD: dict[str, Any] = quick_yaml.load((HERE / "domain_cases.yaml").read_text("utf-8"))


def _operands(spec: str, response: str, constraint: str) -> list[tuple[str, str]]:
    """Return label and text of every number behind a verdict, in order."""
    text = (SPECS / "examples" / response).read_text("utf-8")
    verdicts = evalspec.load(SPECS / spec).check(text).verdicts
    (verdict,) = [v for v in verdicts if v.constraint == constraint]
    return [(o.label, o.cited.text) for s in verdict.scopes for o in s.operands if o.cited]


def test_ascent_of_a_table_is_the_sum_of_its_stages() -> None:
    assert _operands("expedition.yaml", "expedition-table.md", "ascent") == [
        ("Stage 1", "480 m"),
        ("Stage 2", "950 m"),
        ("Stage 3", "560 m"),
        ("Stage 4", "210 m"),
    ]


def test_altitudes_are_those_of_the_camps() -> None:
    assert _operands("expedition.yaml", "expedition-lines.md", "camps") == [
        ("Pine Camp", "1,600 m"),
        ("Ridge Camp", "2,250 m"),
    ]


def test_pages_of_a_week_are_those_of_its_books() -> None:
    assert _operands("reading.yaml", "reading-nested.md", "weekly") == [
        ("The Long Meadow", "260"),
        ("Iron Garden", "150"),
        ("Seven Lamps", "120"),
    ]


@pytest.mark.parametrize("name", ["expedition", "reading"])
def test_most_constraints_are_english(name: str) -> None:
    constraints = quick_yaml.load((SPECS / f"{name}.yaml").read_text("utf-8"))["constraints"]
    assert len(constraints) >= 8
    assert 2 * sum("text" in c for c in constraints) > len(constraints)


def _sentences() -> list[Any]:
    wrong = pytest.mark.xfail(strict=True, raises=AssertionError, reason="see domain_gaps.yaml")
    return [
        *(pytest.param(*row, id=row[1]) for row in HELD["sentences"]),
        *(pytest.param(*row, id=row[1], marks=wrong) for row in GAPS["sentences"]),
    ]


@pytest.mark.parametrize(("vocabulary", "sentence", "means"), _sentences())
def test_sentence(vocabulary: str, sentence: str, means: str) -> None:
    made = compile_sentence(sentence, load_lexicon([vocabulary], None, None).lexicon)
    assert [canonical(reading) for reading in made.readings] == [means]


@pytest.mark.parametrize(("vocabulary", "sentence", "nearest"), HELD["refused"])
def test_refused_sentence(vocabulary: str, sentence: str, nearest: str) -> None:
    made = compile_sentence(sentence, load_lexicon([vocabulary], None, None).lexicon)
    assert made.refusal is not None
    assert made.refusal.nearest == nearest


def _responses() -> list[Any]:
    held = [
        pytest.param(case["vocabulary"], case["response"], *row, id=row[0])
        for case in HELD["responses"]
        for row in case["checks"].items()
    ]
    gaps = [
        pytest.param(
            case["vocabulary"], case["response"], gap["check"], gap["value"], id=gap["check"],
            marks=pytest.mark.xfail(strict=True, raises=AssertionError, reason=gap["reason"]),
        )
        for case in GAPS["responses"]
        for gap in case["gaps"]
    ]  # fmt: skip
    return held + gaps


@pytest.mark.parametrize(("vocabulary", "response", "formula", "values"), _responses())
def test_response(vocabulary: str, response: str, formula: str, values: list[str]) -> None:
    content = {"evalspec": 1, "vocabulary": vocabulary, "constraints": [{"check": formula}]}
    (verdict,) = check(compile_text(yaml.safe_dump(content), "spec.yaml")[0], Case(response))
    assert verdict.outcome is Outcome.SATISFIED
    assert not values or [s.computed for s in verdict.scopes] == values
