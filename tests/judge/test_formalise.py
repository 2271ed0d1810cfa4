"""Formulas that a model proposes for sentences: what is accepted, refused, shown and stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.cli import group
from evalspec.language.english.amounts import lacking
from evalspec.vocabulary.load import load_lexicon
from tests.judge.endpoint import serving

SPEC = """evalspec: 1
vocabulary: meal-plan
# What the user wants.
constraints:
  - A fresh herb garnishes every dinner.   # a taste
  - One would wish a warming soup of 300 kcal.
  - Calm strangers
    admire soup.
  - {id: dragons, text: Tame dragons greet us.}
  - id: spicy
    weight: 2
    text: >
      Brave tongues tingle at
      spicy pepper.
  - Each day has three meals.
cases:
  - name: mild
    response: "Lunch: rice with pepper"
    expect: {spicy: unsatisfied}
"""
REPLIES = r"""
replies:
- {when: "herb", reply: "Hm.\n{marker}\n{\"check\": \"\"}"}
- {when: "wish", reply: "Hm.\n{marker}\n{\"check\": \"contains \\\"soup\\\"\"}"}
- {when: "Calm", reply: "Hm.\n{marker}\n{\"check\": \"contains  \\\"soup\\\"\"}"}
- {when: "spicy", reply: "Hm.\n{marker}\n{\"check\": \"contains \\\"pepper\\\"\"}"}
- {when: ".*", reply: "Hm.\n{marker}\n{\"check\": \"count(dragon) =\"}"}
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC, "utf-8")
    return path


def formalise(spec: Path, tmp_path: Path, *more: str, replies: str = REPLIES) -> Result:
    with serving(tmp_path, replies) as endpoint:
        arguments = ["formalise", str(spec), "--judge", "zero-shot", "--judge-url", endpoint.url,
                     "--judge-model", "m", *more]  # fmt: skip
        return CliRunner().invoke(group, arguments, standalone_mode=False)


def test_what_is_proposed_is_tried_and_shown(spec: Path, tmp_path: Path) -> None:
    done = formalise(spec, tmp_path)
    assert spec.read_text("utf-8") == SPEC
    assert "the model says that no formula means this" in done.stdout
    assert "refused   the formula does not hold 300" in done.stdout
    assert "left out  calm, strangers, admire" in done.stdout
    assert "refused   case 'mild' expects unsatisfied; the formula gives satisfied" in done.stdout
    assert done.stdout.count("refused") == 4
    assert "three meals" not in done.stdout.partition("---")[0]
    assert "+  - check: 'contains \"soup\"'\n" in done.stdout


def test_only_the_formula_is_stored(spec: Path, tmp_path: Path) -> None:
    spec.write_text(SPEC.replace("spicy: unsatisfied", "spicy: satisfied"), "utf-8")
    before = spec.read_text("utf-8")
    done = formalise(
        spec, tmp_path, "--write", replies=REPLIES.replace("count(dragon) =", "words > 0")
    )
    after = spec.read_text("utf-8")
    assert done.exception is None
    expected = before.replace(
        "  - Calm strangers\n    admire soup.\n",
        '  - check: \'contains "soup"\'\n    text: "Calm strangers admire soup."\n',
    )
    expected = expected.replace("dragons, text:", 'dragons, check: "words > 0", text:')
    expected = expected.replace("    text: >\n", "    check: 'contains \"pepper\"'\n    text: >\n")
    assert after == expected
    made = {c.id: c.canonical for c in evalspec.load(spec).program.constraints}
    assert made["c3"] == 'contains "soup"'
    assert made["c1"] == made["c2"] == ""
    assert formalise(spec, tmp_path).stdout.startswith("c1: ")


def test_a_list_in_brackets(tmp_path: Path, spec: Path) -> None:
    spec.write_text("evalspec: 1\nconstraints: [Calm strangers admire soup.]\n", "utf-8")
    formalise(spec, tmp_path, "--write")
    assert spec.read_text("utf-8") == (
        "evalspec: 1\nconstraints: [{check: 'contains \"soup\"', text: Calm strangers admire soup.}]\n"
    )


def test_nothing_to_do(spec: Path, tmp_path: Path) -> None:
    spec.write_text(
        "evalspec: 1\nvocabulary: meal-plan\nconstraints: [Each day has three meals.]\n"
    )
    assert formalise(spec, tmp_path).stdout == "every sentence compiles to one formula\n"


def test_a_judge_is_needed(spec: Path) -> None:
    done = CliRunner().invoke(group, ["formalise", str(spec)], standalone_mode=False)
    assert "needs --judge NAME" in str(done.exception)


@pytest.mark.parametrize(
    ("text", "formula", "missing"),
    [
        ("2 hours and three meals by 5 pm", "duration(x) >= 120 min; count(meal) = 3; 17:00", ()),
        ("31 g, four meals, by 6 pm", "30 g; count(meal) = 3; 17:00", ("31", "four", "6 pm")),
        ("one soup of half an hour", "exists soup lasting 30 min", ()),
    ],
)
def test_numbers_that_a_formula_lacks(text: str, formula: str, missing: tuple[str, ...]) -> None:
    lexicon = load_lexicon(["meal-plan"], None, None).lexicon
    assert lacking(text, formula, lexicon) == missing
