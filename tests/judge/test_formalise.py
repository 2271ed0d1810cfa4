"""Formulas that a model proposes for sentences: what is accepted, refused, shown and stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
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
  - Shortly said, in 40 words or so.
  - Sad sailors sing.
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
AGAIN = "cannot be stored:"
SECOND = "as a person wrote it:"
SAID: dict[str, dict[str, object]] = {
    f"{SECOND}\\s+Sad": {"same": False, "difference": "the sea is left out"},
    SECOND: {"same": True},
    rf"{AGAIN}\s+FENCE [0-9a-f]+ begins\s+- the formula does not hold 40": {"check": "words <= 40"},
    AGAIN: {"check": "words > 7"},
    "constraint:\\s+A fresh herb": {"check": "", "why": "taste"},
    "constraint:\\s+One would": {
        "check": 'contains "soup"',
        "left_out": [{"words": "of 300 kcal", "why": "idle"}],
    },
    "constraint:\\s+Calm": {"check": 'contains  "soup"'},
    "constraint:\\s+Brave": {"check": 'contains "pepper"'},
    "constraint:\\s+Short": {"check": "words <= 20"},
    ".*": {"check": "count(dragon) ="},
}
"""What a model says of each sentence, at first and when its formula comes back; the first that fits."""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC, "utf-8")
    return path


def formalise(
    spec: Path, tmp_path: Path, *more: str, said: dict[str, dict[str, object]] = SAID
) -> Result:
    rows = [
        {"when": when, "reply": f"Hm.\n{{marker}}\n{json.dumps(value)}"}
        for when, value in said.items()
    ]
    with serving(tmp_path, yaml.safe_dump({"replies": rows})) as endpoint:
        arguments = ["formalise", str(spec), "--judge", "zero-shot", "--judge-url", endpoint.url,
                     "--judge-model", "m", *more]  # fmt: skip
        return CliRunner().invoke(group, arguments, standalone_mode=False)


def test_what_is_proposed_is_tried_and_shown(spec: Path, tmp_path: Path) -> None:
    done = formalise(spec, tmp_path)
    assert spec.read_text("utf-8") == SPEC
    told = dict(part.split(": ", 1) for part in done.stdout.partition("---")[0].split("\n\n")[:-1])
    assert "refused   the model says that no formula means this: taste" in told["c1"]
    assert "left out  “of 300 kcal” (idle)\n  not said  would, wish, warming" in told["c2"]
    assert "not said  calm, strangers, admire" in told["c3"]
    assert "proposed  words <= 40" in told["c4"]
    assert "means something else: the sea is left out" in told["c5"]
    assert told["dragons"].endswith(
        "means     The number of words is more than 7.\n  not said  tame, dragons, greet"
    )
    assert "proposed  words > 7" in told["spicy"]
    assert "three meals" not in done.stdout.partition("---")[0]
    assert "+  - check: 'contains \"soup\"'\n" in done.stdout


def test_a_formula_that_stays_wrong_is_refused(spec: Path, tmp_path: Path) -> None:
    done = formalise(spec, tmp_path, said={**SAID, AGAIN: {"check": 'contains "pepper"'}})
    assert "refused   case 'mild' expects unsatisfied; the formula gives satisfied" in done.stdout


def test_only_the_formula_is_stored(spec: Path, tmp_path: Path) -> None:
    before = spec.read_text("utf-8")
    done = formalise(spec, tmp_path, "--write")
    after = spec.read_text("utf-8")
    assert done.exception is None
    for line, check in [
        ("One would wish a warming soup of 300 kcal.", "'contains \"soup\"'"),
        ("Calm strangers\n    admire soup.", "'contains \"soup\"'"),
        ("Shortly said, in 40 words or so.", '"words <= 40"'),
    ]:
        text = " ".join(line.split())
        text = text if "\n" not in line else f'"{text}"'
        before = before.replace(f"  - {line}", f"  - check: {check}\n    text: {text}")
    before = before.replace("dragons, text:", 'dragons, check: "words > 7", text:')
    before = before.replace("    text: >\n", '    check: "words > 7"\n    text: >\n')
    assert after == before
    made = {c.id: c.canonical for c in evalspec.load(spec).program.constraints}
    assert made["c3"] == 'contains "soup"'
    assert made["c1"] == made["c5"] == ""
    assert formalise(spec, tmp_path).stdout.startswith("c1: ")


def test_sentences_that_compile_are_reviewed(spec: Path, tmp_path: Path) -> None:
    done = formalise(
        spec, tmp_path, "--review", said={"wrote it:\\s+Each": {"same": False}, **SAID}
    )
    assert "c8: Each day has three meals.\n  compiles  each day: count(meal) = 3\n" in done.stdout
    assert "three meals" not in formalise(spec, tmp_path, "--review").stdout.partition("---")[0]


def test_a_dry_run_counts_every_round(spec: Path, tmp_path: Path) -> None:
    done = formalise(spec, tmp_path, "--dry-run")
    assert done.stdout == ""
    assert "dry run: 14 to 42 calls" in done.stderr


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
        ("three talks a week, between 12 and 1.30", "count(talk) = 3; 12:00 to 13:30", ()),
        ("an hour and a half before 8", "18:30", ("an", "8")),
        ("one soup of half an hour", "exists soup lasting 30 min", ()),
    ],
)
def test_numbers_that_a_formula_lacks(text: str, formula: str, missing: tuple[str, ...]) -> None:
    lexicon = load_lexicon(["meal-plan"], None, None).lexicon
    assert lacking(text, formula, lexicon) == missing
