"""Formulas that say the same have one normal form; formulas that do not have two."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.language.lower import compile_formula
from tests import quick_yaml
from tests.language.normal import meaning
from tests.language.words.corpus import lexicon


def _meaning(vocabulary: str, text: str) -> tuple[str, ...]:
    return meaning(compile_formula(text, lexicon(vocabulary)).formula)


PAIRS = quick_yaml.load(Path(__file__).with_name("normal.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("vocabulary", "one", "other"), PAIRS["same"])
def test_same(vocabulary: str, one: str, other: str) -> None:
    assert _meaning(vocabulary, one) == _meaning(vocabulary, other)


@pytest.mark.parametrize(("vocabulary", "one", "other"), PAIRS["other"])
def test_other(vocabulary: str, one: str, other: str) -> None:
    assert _meaning(vocabulary, one) != _meaning(vocabulary, other)
