"""Long tables of cases: a part of them in every run, all of them under `--all` or `--whole`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(
    number: int, cases: Iterable[Any], rest: pytest.MarkDecorator = pytest.mark.heavy
) -> list[Any]:
    """Mark all but each so-manyth case; those without the mark are spread over the whole table."""
    return [case if at % number == 0 else _marked(case, rest) for at, case in enumerate(cases)]


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    if not hasattr(case, "marks"):
        return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark)
    return pytest.param(*case.values, id=case.id, marks=(*case.marks, mark))
