"""Answers to the instances of a benchmark, as rows of a file, perhaps with what people say of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.run.rows import read_rows

MOST_PROBLEMS = 20


class Response(Record, frozen=True):
    """An answer to an instance."""

    instance: str
    text: str
    model: str = ""
    labels: dict[str, bool] = {}
    """Constraint → whether a person finds that it holds."""
    at: At = NOWHERE


def read_responses(path: str, known: Mapping[str, str]) -> list[Response]:
    """Read answers: rows with `id` (or `instance`), `response`, perhaps `model` and `labels`.

    `known` are the names of the instances. Raises `InputError` with the place of every row
    that is no answer to one of them.
    """
    problems: list[Problem] = []
    found: dict[tuple[str, str], Response] = {}
    for number, row in read_rows(Path(path)):
        at = At(path, number, 1, number, 1)
        if isinstance(row, Problem):
            problems.append(row)
            continue
        name = known.get(str(row.get("id", row.get("instance", ""))).strip())
        text = row.get("response")
        by = str(row.get("model") or "")
        if name is None:
            said = row.get("id", row.get("instance"))
            message = "expected `id` or `instance`" if said is None else f"no instance `{said}`"
            problems.append(Problem("unknown-instance", message, at))
        elif not isinstance(text, str):
            problems.append(Problem("no-response", "expected a text under `response`", at))
        elif (name, by) in found:
            message = f"a second answer to {name}" + (f" by {by}" if by else "")
            problems.append(Problem("second-answer", message, at))
        else:
            labels = labels_of(row.get("labels"), at, problems)
            found[name, by] = Response(name, text, by, labels, at)
    if problems:
        raise InputError(problems[:MOST_PROBLEMS])
    return list(found.values())


_SAID = {"satisfied": True, "unsatisfied": False, "yes": True, "no": False, "1": True, "0": False,
         "true": True, "false": False}  # fmt: skip


def labels_of(given: Any, at: At, problems: list[Problem]) -> dict[str, bool]:
    """Read what a person says of constraints: a mapping, or one written as JSON in a cell."""
    if isinstance(given, str) and given.strip():
        try:
            given = json.loads(given)
        except ValueError as error:
            problems.append(Problem("wrong-labels", f"`labels` is no JSON: {error}", at))
            return {}
    if given in (None, ""):
        return {}
    if not isinstance(given, dict):
        message = "expected `labels` as a mapping of constraints to satisfied or unsatisfied"
        problems.append(Problem("wrong-labels", message, at))
        return {}
    found = {}
    for name, value in given.items():
        said = _SAID.get(str(value).strip().lower())
        if said is None:
            message = f"`labels`: expected satisfied or unsatisfied for `{name}`, not `{value}`"
            problems.append(Problem("wrong-labels", message, at))
        else:
            found[str(name)] = said
    return found
