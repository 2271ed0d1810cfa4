"""Specs made to crash or to stall: a clear error, never a traceback and never minutes of work."""

from __future__ import annotations

import pytest

from evalspec.core.errors import EvalspecError, SpecError
from evalspec.language.grammar import MAX_LEVELS
from evalspec.language.load import compile_spec
from evalspec.language.lower import compile_formula
from evalspec.source import MAX_PROBLEMS
from evalspec.vocabulary.load import load_lexicon

DEEP = MAX_LEVELS + 1
NESTED = {
    "not": "not " * DEEP + "words < 3",
    "sum": "words" + " + words" * DEEP + " < 3",
    "difference": "words" + " - words" * DEEP + " < 3",
    "product": "words" + " * 2" * DEEP + " < 3",
    "each": "each day: " * DEEP + "words < 3",
    "using": 'using "tokens/1": ' * DEEP + "words < 3",
    "if": "if words < 3 then words < 3 else " * DEEP + "words < 3",
    "of": "words of day" + " of day" * DEEP + " < 3",
    "except": "count(day " + "except " * DEEP + "2) = 1",
    "preceding": "count(item" + " preceding item" * DEEP + ") = 1",
    "where": "count(day" + " where (count(day" * 50 + ")=1)" * 50 + ") = 1",
    "as long as a formula may be": "not " * 2400 + "words < 3",
}
FLAT = {
    "and": "words < 3" + " and words < 3" * 500,
    "or": "words < 3" + " or words < 3" * 500,
    "texts": "contains any of [" + ", ".join(['"a"'] * 1500) + "]",
    "brackets": "(" * 60 + "words < 3" + ")" * 60,
    "nots": "not " * 90 + "words < 3",
    "sums": "words" + " + words" * 90 + " < 3",
}
HEAD = "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"
MANY = {
    "scopes": "".join(f"  - check: 'count(zorbl{n}) = 1'\n" for n in range(1000)),
    "measures": "".join(f"  - check: 'zorbl{n} = 1'\n" for n in range(1000)),
    "rules": "".join(f"  - use: text/no-comas{n}\n" for n in range(1000)),
    "keys": "".join(f"  - {{check: words < 3, zorbl{n}: 1}}\n" for n in range(1000)),
    "the same id": "  - {id: a, check: words < 3}\n" * 1000,
    "expectations": "  - check: words < 3\ncases:\n  - name: x\n    response: x\n    expect:\n"
    + "".join(f"      b{n}: satisfied\n" for n in range(1000)),
}


@pytest.mark.parametrize("name", NESTED)
def test_nested_too_deeply(name: str) -> None:
    with pytest.raises(EvalspecError) as caught:
        compile_formula(NESTED[name], load_lexicon(["meal-plan"], None, None).lexicon)
    assert [problem.code for problem in caught.value.problems] == ["too-deep"]


@pytest.mark.parametrize("name", FLAT)
def test_long_but_not_deep(name: str) -> None:
    program = compile_spec(f"{HEAD}  - check: '{FLAT[name]}'\n")
    assert program.constraints[0].readings


@pytest.mark.parametrize("name", MANY)
def test_a_thousand_faults_are_not_all_looked_for(name: str) -> None:
    with pytest.raises(SpecError) as caught:
        compile_spec(HEAD + MANY[name])
    assert MAX_PROBLEMS <= len(caught.value.problems) <= MAX_PROBLEMS + 2


def test_where_the_rest_begins() -> None:
    with pytest.raises(SpecError) as caught:
        compile_spec(HEAD + MANY["scopes"], "spec.yaml")
    last = caught.value.problems[-1]
    assert last.message == "200 problems and more: what follows was not looked at"
    assert (last.at.file, last.at.line) == ("spec.yaml", 204)
