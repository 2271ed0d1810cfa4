"""The closed tables of what people ask of the form of a text come back as they are meant."""

from __future__ import annotations

import pytest

from tests.language.wordings.back import back
from tests.language.wordings.forms import combined
from tests.language.wordings.generate import Saying
from tests.language.wordings.writer import data
from tests.sampling import one_in

SAYINGS = [(saying.text, saying) for saying in combined()]


@pytest.mark.parametrize(("text", "saying"), one_in(8, SAYINGS))
def test_meaning_back_is_meaning_in(text: str, saying: Saying) -> None:
    expected = "refused" if text in data("forms")["not yet"] else "right"
    found = back(saying)
    assert (found.outcome, found.text) == (expected, found.text)


def test_what_is_not_yet_understood_is_in_the_tables() -> None:
    assert set(data("forms")["not yet"]) <= {text for text, _ in SAYINGS}
