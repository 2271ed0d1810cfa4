"""Errors come back from a pool of workers as they were."""

from __future__ import annotations

import copy
import pickle
from multiprocessing import get_context

import pytest

import evalspec
from evalspec.core.errors import EvalspecError, InputError, Problem, SpecError
from evalspec.core.span import At
from evalspec.language.grammar import LanguageError

PROBLEMS = (
    Problem(
        "unknown-key", "no such key", At("spec.yaml", 3, 5, 3, 9), "excerpt", "hint", (At("x", 1),)
    ),
    Problem("other", "another"),
)


@pytest.mark.parametrize("kind", [EvalspecError, SpecError, InputError, LanguageError])
def test_an_error_is_the_same_again(kind: type[EvalspecError]) -> None:
    error = kind(PROBLEMS)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is kind
        assert again.problems == error.problems
        assert str(again) == str(error)


def test_a_pool_is_told() -> None:
    with get_context("spawn").Pool(1) as pool, pytest.raises(SpecError, match="no such"):
        pool.apply_async(evalspec.load, ("no-such-spec.yaml",)).get(timeout=120)
