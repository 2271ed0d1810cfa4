"""What the linter says of two formulas, put to the engine on many small responses."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.author.lint.linting import lint_text
from evalspec.core.verdict import Outcome

pytestmark = pytest.mark.heavy

LINES = (
    "tofu",
    "Beans and tofu.",
    "one two three four",
    "# Beans",
    "- tofu\n- rice",
    "Tofu? Rice!",
)
RESPONSES = (
    "",
    *("\n\n".join(parts) for parts in product(LINES, repeat=2)),
    *LINES,
    "\n\n".join(LINES),
)

NUMBERS = st.integers(0, 6)
SIGNS = st.sampled_from(["<", "<=", "=", "!=", ">=", ">"])
MEASURES = st.sampled_from(
    ["words", "sentences", "paragraphs", "bullets", "words mod 2", 'occurrences of "tofu"',
     "count(paragraph)", "difference(words, sentences)", "words of paragraph 1"],
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(["tofu", "beans", "rice", "Beans", "and tofu"]), min_size=1,
                 max_size=2, unique=True).map(json.dumps)  # fmt: skip
COMPARISONS = st.builds("{} {} {}".format, MEASURES, SIGNS, NUMBERS)
BETWEEN = st.builds("{} between {} and {}".format, MEASURES, NUMBERS, NUMBERS)
CONTAINS = st.builds(
    "contains {} of {}{}".format,
    st.sampled_from(["any", "none", "all"]),
    TEXTS,
    st.sampled_from(["", " inside words", " exactly as written"]),
)
EDGES = st.builds(
    "{} {}".format,
    st.sampled_from(["starts with", "ends with", "equals"]),
    st.sampled_from(['"tofu"', '"Beans"', '"rice"', '"# Beans"']),
)
ORDERS = st.builds("{} {} {}".format, st.sampled_from(['"tofu"', '"rice"']),
                   st.sampled_from(["before", "after"]), st.sampled_from(['"beans"', '"tofu"']))  # fmt: skip
ATOMS = st.one_of(COMPARISONS, BETWEEN, CONTAINS, EDGES, ORDERS, st.just("is lowercase"))
QUANTIFIERS = st.sampled_from(
    ["each paragraph", "any paragraph", "no paragraph", "at least 2 of paragraph",
     "exactly 1 of paragraph", "at most 1 of sentence", "exactly 0 of paragraph", "each next line"],
)  # fmt: skip
# -- plans ----------------------------------------------------------------------------
MEALS = ("**Lunch**\n- Soup: 300 kcal\n- Bread: 200 kcal\n", "**Dinner**\n- Stew: 500 kcal\n",
         "**Lunch**\n- Rice: 700 kcal\n", "**Snack**\n- Apple\n")  # fmt: skip
PLANS = tuple(
    f"## Day 1\n{one}## Day 2\n{two}{three}"
    for one, two, three in product(MEALS, (*MEALS, ""), ("", MEALS[1]))
)
AMOUNTS = st.sampled_from(["0 kcal", "300 kcal", "2092 kJ", "700 kcal", "1000 kcal"])
ENERGIES = st.sampled_from(
    ["calories", "sum(calories)", "calories of day 2", 'calories of meal named "lunch"',
     "max(calories per meal)", "min(calories per food)", "mean(calories per day)",
     "difference(calories of day 1, calories of day 2)", "calories + calories"],
)  # fmt: skip
PLAN_ATOMS = st.one_of(
    st.builds("{} {} {}".format, ENERGIES, SIGNS, AMOUNTS),
    st.builds("{1} {2} {0}".format, ENERGIES, AMOUNTS, SIGNS),
    st.builds("count({}) {} {}".format, st.sampled_from(["day", "meal", "food"]), SIGNS, NUMBERS),
    st.builds('share(calories of meal named "lunch", calories) {} {} %'.format, SIGNS,
              st.sampled_from([0, 40, 100, 120])),
    st.sampled_from(['exists meal named "lunch"', "calories of day 1 < calories of day 2",
                     "calories > calories of day 1", "calories = about 500 kcal",
                     "calories = 500 kcal ± 20 %", "calories = 500 kcal ± 100 kcal"]),
)  # fmt: skip
PLAN_QUANTIFIERS = st.sampled_from(
    ["each day", "any day", "no day", "each meal", "any meal", "at least 2 of day", "last day of plan",
     "each meal of day 2", "exactly 1 of day"],
).map(lambda text: text.replace("last day of plan", "each day 2"))  # fmt: skip


def formulas(
    atoms: st.SearchStrategy[str], quantifiers: st.SearchStrategy[str]
) -> st.SearchStrategy[str]:
    """Return formulas of so many kinds of comparisons and scopes."""
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds("({} and {})".format, inner, inner),
            st.builds("({} or {})".format, inner, inner),
            st.builds("not ({})".format, inner),
            st.builds("({}: ({}))".format, quantifiers, inner),
            st.builds("(if {} then {})".format, inner, inner),
            st.builds("(if {} then {} else {})".format, inner, inner, inner),
        ),
        max_leaves=3,
    )


def outcomes(spec: str, responses: tuple[str, ...]) -> list[tuple[Outcome, Outcome]]:
    compiled = evalspec.compile(spec)
    found = [[v.outcome for v in compiled.check(response).verdicts] for response in responses]
    return [(first, second) for first, second in found]


TEXT_FORMULAS = formulas(ATOMS, QUANTIFIERS)
PLAN_FORMULAS = formulas(PLAN_ATOMS, PLAN_QUANTIFIERS)


@settings(max_examples=40, deadline=None)
@given(TEXT_FORMULAS, TEXT_FORMULAS)
def test_no_text_refutes_a_finding(first: str, second: str) -> None:
    refute(first, second, "text", RESPONSES)


@settings(max_examples=25, deadline=None)
@given(PLAN_FORMULAS, PLAN_FORMULAS)
def test_no_plan_refutes_a_finding(first: str, second: str) -> None:
    refute(first, second, "meal-plan", PLANS)


def refute(first: str, second: str, vocabulary: str, responses: tuple[str, ...]) -> None:
    checks = "".join(f"  - check: {json.dumps(formula)}\n" for formula in (first, second))
    spec = f"evalspec: 1\nvocabulary: {vocabulary}\nconstraints:\n{checks}"
    problems = lint_text(spec)
    pairs = outcomes(spec, responses) if problems else []
    yes, no = Outcome.SATISFIED, Outcome.UNSATISFIED
    for problem in problems:
        here = problem.at.line - 4
        alone = [pair[here] for pair in pairs]
        match problem.code:
            case "contradiction":
                both = "of `c" in problem.message
                assert not any(pair == (yes, yes) if both else pair[here] is yes for pair in pairs)
            case "duplicate":
                assert not any(set(pair) == {yes, no} for pair in pairs)
            case "implied":
                assert not any(pair[1 - here] is yes and pair[here] is no for pair in pairs)
            case "cannot-fail":
                assert no not in alone
            case "always-holds" if "(" not in (first, second)[here]:
                assert no not in alone
            case "never-holds" if "(" not in (first, second)[here]:
                assert yes not in alone
