"""Units of text: what each pattern finds, titles, and the answers of a list of questions."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from evalspec.document.segment import Segments
from evalspec.vocabulary.text_units import text_units


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        pytest.param(unit.name, text, number, id=f"{unit.name}: {text}")
        for unit in text_units().values()
        for texts, number in ((unit.holds, 1), (unit.misses, 0))
        for text in texts
    ],
)
def test_each_unit_is_found_in_what_it_says_it_holds(name: str, text: str, number: int) -> None:
    assert len(Segments(text).of(name)) == number


def test_every_unit_has_a_text_that_holds_it_and_one_that_does_not() -> None:
    assert all(unit.holds and unit.misses and unit.words for unit in text_units().values())


_CASES = yaml.safe_load(Path(__file__).with_name("units.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", _CASES, ids=lambda case: str(case["name"]))
def test_units_of_a_response(case: dict[str, object]) -> None:
    segments = Segments(str(case["text"]))
    found = {
        kind: [span.of(segments.text) for span in segments.of(kind)]
        for kind in case
        if kind not in ("name", "text")
    }
    assert found == {kind: case[kind] for kind in found}
