"""Closed classes of English words come back as what they mean wherever they may stand."""

from __future__ import annotations

import pytest

from tests.language.wordings.back import back
from tests.language.wordings.classes import swept
from tests.language.wordings.generate import Saying
from tests.language.wordings.writer import data
from tests.sampling import one_in

SAYINGS = [(f"{saying.kind}: {saying.text}", saying) for saying in dict.fromkeys(swept())]


@pytest.mark.parametrize(("said", "saying"), one_in(60, SAYINGS))
def test_meaning_back_is_meaning_in(said: str, saying: Saying) -> None:
    found = back(saying)
    waits = {saying.text, saying.phrases[0]} & set(data("classes")["not yet"])
    expected = ("right", "refused") if waits else ("right",)
    assert found.outcome in expected, found.text
