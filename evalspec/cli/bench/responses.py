"""Answers that the commands of `evalspec bench` are given."""

from __future__ import annotations

from typing import Any

from evalspec.bench.evaluated.responses import read_responses


def responses_of(path: str | None, lines: dict[str, dict[str, Any]]) -> list[Any]:
    """Read answers to some instances, by their names or numbers."""
    numbers = {str(line["instance"]): name for name, line in lines.items()}
    known = {**numbers, **{name: name for name in lines}}
    return [] if path is None else read_responses(path, known)
