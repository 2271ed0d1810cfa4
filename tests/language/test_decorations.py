"""Words that change nothing, put into sentences that are understood: the formula stays, or there is none."""

from __future__ import annotations

from functools import cache

import pytest

from evalspec.language.english import compile_sentence
from evalspec.language.printer import canonical
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

SEEDS = (
    ("schedule", "The warm-up should last {before}six minutes{behind}."),
    ("schedule", "There should be {before}two hours of {kind}work every day{behind}."),
    ("meal-plan", "Each day must have {before}three {kind}meals{behind}."),
    ("meal-plan", "Breakfast should have {before}20 grams of protein{behind}."),
    ("trip", "The {kind}hotel must cost less than {before}100 euros{behind}."),
    ("general", "Include a {kind}break of {before}10 minutes{behind}."),
    ("workout", "Every session should start with a {kind}warm-up{behind}."),
    ("text", "Write {before}three {kind}paragraphs{behind}."),
    ("text", "The text must mention the {kind}price{behind}."),
    ("roster", "Each {kind}person works {before}two shifts a week{behind}."),
    ("general", "No {kind}item may take longer than {before}45 minutes{behind}."),
)
"""Sentences with places for words: a vocabulary, and the sentence."""
KEPT = {
    "kind": ("proper", "actual", "real", "decent", "nice", "lovely", "good", "little"),
    "behind": (
        ", please", " somewhere", " overall", " altogether", " too", " as well", " for sure", " for once",
        " in any case", " whatever happens", " without exception", ", no excuses", ", really",
        ", obviously", ", of course", ", mind you", ", I'm afraid", ", just so you know", ", to be safe",
    ),
    "lead": (
        "Also, ", "Oh and ", "Ok so ", "Ideally ", "And ", "Well, ", "Make sure that ", "I want ", "We need ",
        "Remember that ", "Basically, ", "Rule one: ", "First of all, ", "Most importantly, ",
        "It's important that ", "I insist that ", "Note that ", "What matters is that ",
    ),
}  # fmt: skip
"""By place, what most sentences are understood with as without it."""
REFUSED = {
    "kind": ("usual", "normal", "particular", "specific", "given", "respective", "entire", "complete"),
    "behind": (" by the end", " in the end", " again", " from the start", " at all times"),
    "lead": ("Under no circumstances forget: ",),
}  # fmt: skip
"""By place, what may mean something: nothing says it, so that it may not be left out silently."""
AT_LEAST = ("a full ", "a good ", "a solid ", "a clear ", "a minimum of ", "at the very least ")


@cache
def _lexicon(name: str) -> Lexicon:
    return load_lexicon([name], None, None).lexicon


def _formulas(vocabulary: str, sentence: str) -> list[str]:
    return [canonical(one) for one in compile_sentence(sentence, _lexicon(vocabulary)).readings]


def _said(seed: str, place: str, words: str) -> str:
    slots = {"before": "", "kind": "", "behind": ""}
    if place == "lead":
        plain = seed.format(**slots)
        return words + plain[0].lower() + plain[1:]
    return seed.format(**slots | {place: words})


def _pairs(place: str, words: str) -> list[tuple[str, list[str], list[str]]]:
    """Return the sentences with the words, with their formulas without and with them."""
    fitting = [one for one in SEEDS if place == "lead" or f"{{{place}}}" in one[1]]
    said = [(name, _said(seed, "", ""), _said(seed, place, words)) for name, seed in fitting]
    return [(full, _formulas(name, bare), _formulas(name, full)) for name, bare, full in said]


@pytest.mark.parametrize(
    ("place", "words"), [(place, one) for place, rows in KEPT.items() for one in rows]
)
def test_what_changes_nothing_leaves_the_formula_as_it_is(place: str, words: str) -> None:
    rows = _pairs(place, words + " " if place == "kind" else words)
    changed = [row for row in rows if row[2] and row[1] != row[2] and not row[0].startswith("No ")]
    assert not changed
    assert sum(row[1] == row[2] for row in rows) >= len(rows) * 2 / 3


@pytest.mark.parametrize(
    ("place", "words"), [(place, one) for place, rows in REFUSED.items() for one in rows]
)
def test_what_may_mean_something_is_no_part_of_a_name(place: str, words: str) -> None:
    rows = _pairs(place, words + " " if place == "kind" else words)
    cited = "The text must mention"  # any words may be what a text mentions
    assert not [row for row in rows if row[2] not in ([], row[1]) and not row[0].startswith(cited)]


@pytest.mark.parametrize("words", AT_LEAST)
def test_a_good_number_is_at_least_that_many(words: str) -> None:
    rows = _pairs("before", words)
    read = [row for row in rows if row[2]]
    assert len(read) >= len(rows) * 2 / 3
    for said, (plain,), full in read:
        bound = plain.replace(" < ", " = ").replace(" = ", " >= ")
        assert full == [bound], said
