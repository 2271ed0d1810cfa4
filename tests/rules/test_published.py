"""The rules of IFEval equal the published checker on texts made to tell them apart."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any

import pytest

from evalspec.core.verdict import Outcome
from tests.rules import published
from tests.rules.agreement import outcome, program
from tests.rules.ifeval_texts import KINDS, text

TEXTS = 120


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_kind(number: int, caplog: pytest.LogCaptureFixture) -> None:
    try:
        published.registry()
    except ImportError as error:
        pytest.skip(f"the published checker is not installed: {error}")
    caplog.set_level(logging.CRITICAL)
    kind, arguments = KINDS[number]
    rule = program(f"ifeval/{kind}", json.dumps(arguments, sort_keys=True))
    assert rule is not None
    random = Random(number)
    for _ in range(TEXTS):
        response = text(random, arguments)
        if _ends_in_a_bare_mark(kind, response):
            continue
        wanted = Outcome.of(published.follows(kind, arguments, response))
        assert outcome(rule, "", [response]) is wanted, repr(response)


def _ends_in_a_bare_mark(kind: str, response: str) -> bool:
    """Blank lines at the end are no part of an answer here; there they make `*` a bullet."""
    return kind == "detectable_format:number_bullet_lists" and response.rstrip().endswith("*")


@pytest.mark.parametrize(
    ("kind", "arguments", "response", "wanted"),
    [
        ("punctuation:no_comma", {}, "soup， 、bread", True),
        ("startend:quotation", {}, "“soup”", False),
        ("startend:quotation", {}, ' "soup" ', True),
        ("startend:quotation", {}, '"', False),
        ("startend:end_checker", {"end_phrase": "soup"}, "My *soup*", False),
        ("startend:end_checker", {"end_phrase": "soup"}, 'My "Soup"', True),
        ("keywords:existence", {"keywords": ["it's"]}, "it’s", False),
        ("keywords:forbidden_words", {"forbidden_words": ["two words"]}, "two\nwords", True),
        ("detectable_content:postscript", {"postscript_marker": "P.S."}, "soup p. s. bread", True),
        ("detectable_format:constrained_response", {}, "My  answer is yes.", False),
        ("length_constraints:nth_paragraph_first_word",
         {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "it"}, "It's", True),
    ],
)  # fmt: skip
def test_where_they_are_strict(
    kind: str, arguments: dict[str, Any], response: str, wanted: bool
) -> None:
    rule = program(f"ifeval/{kind}", json.dumps(arguments, sort_keys=True))
    assert rule is not None
    assert outcome(rule, "", [response]) is Outcome.of(wanted)
