"""Long tables of cases: a part of them in every run, all of them under `--all`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """Mark all but each so-manyth case as heavy; they are spread over the whole table."""
    return [case if at % number == 0 else _heavy(case) for at, case in enumerate(cases)]


def _heavy(case: Any) -> Any:
    if not hasattr(case, "marks"):
        return pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.heavy
        )
    return pytest.param(*case.values, id=case.id, marks=(*case.marks, pytest.mark.heavy))
