"""Every rule of English is listed, with an example that uses it."""

from __future__ import annotations

from functools import cache

import pytest

import evalspec.language.english.rules  # noqa: F401
from evalspec.language.english.rule import DECLARED, Declared
from evalspec.language.english.sentence import parse
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests.docs.english_rules import PAGE, page

VOCABULARIES = ("meal-plan", "schedule", "text", "workout", "trip", "expedition", "calendar", "reading", "general", "script", "roster")  # fmt: skip


@cache
def _lexicon(vocabulary: str) -> Lexicon:
    return load_lexicon([vocabulary], None, None).lexicon


def _uses(one: Declared, vocabulary: str) -> bool:
    """Tell whether the rule makes something of its example."""
    _, chart = parse(one.example, _lexicon(vocabulary))
    made = (entry for row in chart.entries.values() for entry in row.values())
    return any(entry.rule is rule for entry in made for rule in one.rules)


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.patterns[0])
def test_example(one: Declared) -> None:
    assert one.example
    assert any(_uses(one, vocabulary) for vocabulary in VOCABULARIES)


def test_page() -> None:
    assert PAGE.read_text("utf-8") == page()
