"""English sentences and what they compile to; whatever the words, a reading or a refusal."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.language.english import English, compile_sentence
from evalspec.language.english.lexicon import words_of
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml
from tests.sampling import one_in

FOLDER = Path(__file__).parent / "english"
GLUE = (
    "3 two 100 g|2 hours|9 am|8-10|$20|5 %|each|no|not|must|at least|at most|between|and|or|of|the|a"
    "|,|.|if|then|zorb|'x'|per|before|after|with|than|is"
).split("|")


def _sentences() -> list[Any]:
    found: list[Any] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        content = quick_yaml.load(path.read_text("utf-8"))
        found += [
            pytest.param(content["vocabulary"], case, id=f"{path.stem}: {case['say']}")
            for case in content["sentences"]
        ]
    return found


def _with_gaps() -> list[Any]:
    """Return the sentences, those that are known gaps as strict xfails: what they mean is `means`."""
    return [
        pytest.param(
            *one.values,
            id=one.id,
            marks=pytest.mark.xfail(strict=True, reason=one.values[1]["gap"]),
        )
        if "gap" in one.values[1]
        else one
        for one in _sentences()
    ]


def _refused() -> list[Any]:
    """Return the sentences of `refusals.yaml`, each with its vocabulary."""
    content = quick_yaml.load((FOLDER.parent / "refusals.yaml").read_text("utf-8"))
    return [pytest.param(case["vocabulary"], case, id=case["say"]) for case in content]


@cache
def _lexicon(name: str) -> Lexicon:
    return load_lexicon([name], None, None).lexicon


@cache
def _phrases(vocabulary: str) -> list[str]:
    return [" ".join(phrase) for phrase, _ in words_of(_lexicon(vocabulary)).phrases.own()]


@cache
def _compiled(sentence: str, vocabulary: str) -> English:
    """Compile a sentence that several tests look at."""
    return compile_sentence(sentence, _lexicon(vocabulary))


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


@pytest.mark.parametrize(("vocabulary", "case"), one_in(4, _with_gaps()))
def test_sentence(vocabulary: str, case: dict[str, Any]) -> None:
    made = compile_sentence(case["say"], _lexicon(vocabulary))
    if "refused" in case:
        assert made.refusal is not None, [canonical(r) for r in made.readings]
        assert not made.readings
        return
    assert made.refusal is None, made.refusal
    assert [canonical(reading) for reading in made.readings] == _listed(case["means"])


def test_there_are_at_least_400_sentences() -> None:
    assert len(_sentences()) >= 400


@pytest.mark.parametrize(("vocabulary", "case"), one_in(4, _sentences()))
def test_every_reading_is_formal(vocabulary: str, case: dict[str, Any]) -> None:
    for text in _listed(case.get("means", [])):
        assert canonical(compile_formula(text, _lexicon(vocabulary)).formula) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The day must contain more than 2000 kcal.",
            "The day must not contain more than 2000 kcal.",
        ),
        ("The day must exceed 2000 kcal.", "The day must never exceed 2000 kcal."),
        ("Each day must have a snack.", "Each day must have no snack."),
        ("Every day has 3 meals or more.", "Every day has 3 meals or less."),
        ("At least two days have 3 meals.", "At most two days have 3 meals."),
        ("Lunch comes before dinner.", "Lunch comes after dinner."),
        ("Dinner has more kcal than lunch.", "Dinner has less kcal than lunch."),
        ("All meals must have 300 kcal.", "All meals together must have 300 kcal."),
        ("If a day has a snack, it has 3 meals.", "Unless a day has a snack, it has 3 meals."),
    ],
)
def test_near_opposites_differ(one: str, other: str) -> None:
    lexicon = _lexicon("meal-plan")
    first, second = compile_sentence(one, lexicon), compile_sentence(other, lexicon)
    assert first.readings
    assert second.readings
    assert not {canonical(r) for r in first.readings} & {canonical(r) for r in second.readings}


@pytest.mark.parametrize(("vocabulary", "case"), _refused())
def test_a_refusal_says_what_to_do(vocabulary: str, case: dict[str, Any]) -> None:
    refusal = _compiled(case["say"], vocabulary).refusal
    assert refusal is not None
    assert list(refusal.words) == _listed(case["words"])
    assert refusal.nearest == case.get("nearest", "")
    assert refusal.understood == case.get("understood", "")
    assert list(refusal.formulas) == _listed(case.get("formulas", []))
    for formula in refusal.formulas:
        compile_formula(formula, _lexicon(vocabulary))


@pytest.mark.parametrize(("vocabulary", "case"), _refused())
def test_the_words_in_the_way_stand_in_the_sentence(vocabulary: str, case: dict[str, Any]) -> None:
    refusal = _compiled(case["say"], vocabulary).refusal
    assert refusal is not None
    assert all(words in case["say"] for words in (*refusal.words, refusal.understood))
    near = refusal.nearest
    assert not near or compile_sentence(near, _lexicon(vocabulary)).readings


def test_an_illustration_is_set_aside_and_shown() -> None:
    made = compile_sentence(
        "Each day must include a snack, such as an apple or nuts.", _lexicon("meal-plan")
    )
    assert [canonical(r) for r in made.readings] == ['each day: exists meal named "snack"']
    assert any("apple or nuts" in note for note in made.notes)


_BEFORE = {"meal-plan": "No pork", "schedule": "Two walks a day", "trip": "At most 100 euros a day"}
"""A demand that stands before another; in other vocabularies one of texts."""


@pytest.mark.parametrize(
    ("vocabulary", "case"), one_in(12, [one for one in _sentences() if "means" in one.values[1]])
)
def test_no_demand_behind_another_is_set_aside(vocabulary: str, case: dict[str, Any]) -> None:
    """Whatever is asked for stays asked for behind a comma: both compile, or the sentence is refused."""
    if any("set aside" in note for note in _compiled(case["say"], vocabulary).notes):
        return  # it holds what is told itself
    said = f"{_BEFORE.get(vocabulary, 'At most 300 words')}, {case['say'][:1].lower()}{case['say'][1:]}"
    made = compile_sentence(said, _lexicon(vocabulary))
    assert not [note for note in made.notes if "set aside as a reason" in note]


@pytest.mark.parametrize("said", ["", " ", "."])
def test_nothing_said_is_refused(said: str) -> None:
    assert compile_sentence(said, _lexicon("schedule")).refusal is not None


def test_more_than_can_be_understood_at_once_is_refused() -> None:
    made = compile_sentence("At most 3 hours on Monday, " * 30, _lexicon("schedule"))
    assert made.refusal is not None
    assert "several constraints" in made.refusal.because


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_words_compile_or_are_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["meal-plan", "schedule", "workout", "trip", "text"]))
    known = _phrases(name)
    words = data.draw(st.lists(st.sampled_from(known) | st.sampled_from(GLUE), max_size=10))
    made = compile_sentence(" ".join(words), _lexicon(name))
    assert bool(made.readings) is (made.refusal is None)
    for reading in made.readings:
        text = canonical(reading)
        assert canonical(compile_formula(text, _lexicon(name)).formula) == text


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_compiles_or_is_refused(text: str) -> None:
    made = compile_sentence(text, _lexicon("general"))
    assert bool(made.readings) is (made.refusal is None)


@pytest.mark.parametrize(
    ("vocabulary", "sentence", "idle"),
    [
        ("schedule", "Wake up at 6 AM.", {"up", "AM"}),
        ("meal-plan", "The plan may contain up to 3 snacks.", {"The plan", "contain"}),
        ("meal-plan", "From Friday to Monday, lunch must have 500 kcal.", set()),
    ],
)
def test_words_without_a_meaning_of_their_own(
    vocabulary: str, sentence: str, idle: set[str]
) -> None:
    assert idle <= set(compile_sentence(sentence, _lexicon(vocabulary)).idle)
