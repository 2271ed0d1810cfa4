"""Result files of `run` and `check`, or labels of a data set → items to compare."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalspec.compare.items import Items, Occurrences
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.run.adapter import Adapter, text_as_is, value_of
from evalspec.run.given import Given, label_problems, name_of, read_given
from evalspec.run.rows import read_rows

_METHODS = {"symbolic": "rules"}
"""How a method is called when only one run is compared."""


def load_runs(paths: Sequence[Path]) -> Items:
    """Read result files. Raises `InputError` for a line that is no result."""
    items = Items()
    names = _names(paths)
    for path, name in zip(paths, names, strict=True):
        _load_run(items, path, name)
    return items


def load_labels(adapter: Adapter, paths: Sequence[Path]) -> Items:
    """Read the labels of data sets, without deciding anything."""
    items = Items()
    problems: list[Problem] = []
    for path in paths:
        seen = Occurrences()
        for line, row in read_rows(path):
            found = [row] if isinstance(row, Problem) else read_given(adapter, line, row, str(path))
            for one in found:
                if isinstance(one, Problem):
                    items.unread += 1
                    problems.append(one)
                elif isinstance(one, Given):
                    problems += label_problems(adapter, one, str(path))
                    _add_labels(items, seen, adapter, one)
    if not items.by_key and problems:
        raise InputError(problems[:10])
    return items


def _add_labels(items: Items, seen: Occurrences, adapter: Adapter, given: Given) -> None:
    values = given.values
    row = name_of(adapter, values, value_of(given.row, adapter.response))
    text = str(next(iter(given.fields.values())))
    name = text_as_is(value_of(values, adapter.id)) if adapter.id else ""
    groups = {group: text_as_is(value_of(values, group)) for group in adapter.groups}
    item = items.item(seen.key(row, name or text), text, groups)
    for label in adapter.labels:
        truth = label.of(values)
        if truth is not None:
            items.label(item, label.name, Outcome.of(truth))


def _names(paths: Sequence[Path]) -> list[str]:
    """Return how to call each run: by its file when there are several."""
    if len(paths) == 1:
        return [""]
    stems = [path.name.removesuffix(".gz").rpartition(".")[0] or path.name for path in paths]
    return stems if len(set(stems)) == len(stems) else [str(path) for path in paths]


def _load_run(items: Items, path: Path, name: str) -> None:
    seen = Occurrences()
    for line, row in read_rows(path):
        if isinstance(row, Problem):
            raise InputError([row])
        if "problem" in row:
            items.unread += 1
            continue
        try:
            _add_result(items, seen, row, name)
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            message = "this line is not a result of `evalspec run -o` or `check -f jsonl`"
            at = At(file=str(path), line=line, column=1)
            raise InputError([Problem("not-a-result", message, at)]) from error


def _add_result(items: Items, seen: Occurrences, row: dict[str, Any], name: str) -> None:
    method = name or _METHODS.get(row["method"], row["method"])
    if method not in items.methods:
        items.methods.append(method)
    text = str(row["text"] or row["canonical"])
    response = str(row["row"] if "row" in row else row["response"])
    constraint = row.get("name") if "row" in row else row["id"]
    key = seen.key(response, str(constraint or text))
    item = items.item(key, text, dict(row.get("groups", {})))
    item.outcomes[method] = Outcome(row["outcome"])
    item.evidence[method] = row
    for label, given in row.get("labels", {}).items():
        items.label(item, label, Outcome(given["label"]))
        if given["outcome"] != row["outcome"]:
            item.special[method, label] = Outcome(given["outcome"])
