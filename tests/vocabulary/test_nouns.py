"""Nouns come back from the plural, and what is no plural stays."""

from __future__ import annotations

import pytest

from evalspec.vocabulary.nouns import plural, singular

PAIRS = (
    "axe axes,bus buses,bonus bonuses,house houses,quiz quizzes,box boxes,menu menus,taxi taxis,"
    "shelf shelves,bookshelf bookshelves,knife knives,olive olives,fireman firemen,headache headaches,"
    "beach beaches,potato potatoes,toe toes,horseshoe horseshoes,calorie calories,party parties,"
    "woman women,gateau gateaus,crisis crises,phase phases,canvas canvases,"
    "valve valves,excuse excuses,lens lenses,person people"
)
SINGULAR = "analysis bus campus tennis iris ramen specimen abdomen boss gas this is canvas".split()


@pytest.mark.parametrize("pair", PAIRS.split(","))
def test_plurals(pair: str) -> None:
    one, many = pair.split()
    assert singular(many) == one == singular(one)
    assert singular(plural(one)) == one


@pytest.mark.parametrize("word", SINGULAR)
def test_no_plurals(word: str) -> None:
    assert singular(word) == word
