"""Dataset adapters: which column of a data set holds what, as YAML.

An adapter names the columns of the response, the request, the constraint (or a list of
constraints), the labels, the group, and how a row chooses its vocabulary and policy.
`docs/datasets.md` is its reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source import yaml
from evalspec.vocabulary.fold import fold


class Label(Record, frozen=True):
    """One column of labels."""

    name: str
    column: str
    satisfied: tuple[str, ...] = ("1", "true", "yes", "satisfied")
    """Values, as text in lower case, that mean satisfied."""
    unsatisfied: tuple[str, ...] = ("0", "false", "no", "unsatisfied")


class Choice(Record, frozen=True):
    """A value given for all rows, or chosen by a column."""

    value: str = ""
    column: str = ""
    values: dict[str, str] = {}

    def of(self, row: Mapping[str, Any]) -> str:
        """Return the value for a row; unknown column values give the default `value`."""
        return self.values.get(str(row.get(self.column, "")), self.value)


class Skip(Record, frozen=True):
    """Rows or constraints to leave out: those whose column holds one of the values."""

    column: str
    values: tuple[str, ...]


class Adapter(Record, frozen=True):
    """How to read one kind of data set."""

    name: str
    response: str
    constraint: str
    """Column of the English sentence, in the row or in each element of `constraints`."""
    constraints: str = ""
    """Column with a list of constraints; empty when a row holds one."""
    request: str = ""
    group: str = ""
    data: str = ""
    """Column with data given with the case, as a mapping; empty for none."""
    labels: tuple[Label, ...] = ()
    vocabulary: Choice = Choice()
    policy: str = "default"
    answer: dict[str, str] = {}
    skip: tuple[Skip, ...] = ()
    published: tuple[dict[str, Any], ...] = ()
    """Published results to print beside ours: name, accuracy, f1_satisfied, f1_unsatisfied."""


_REQUIRED = ("name", "response", "constraint")


def load_adapter(path: Path) -> Adapter:
    """Read an adapter file. Raises `SpecError` with every problem."""
    located = yaml.read_file(path)
    content = located.value
    at = At(file=str(path), line=1, column=1)
    if not isinstance(content, dict) or content.get("dataset") != 1:
        raise SpecError([Problem("not-an-adapter", "an adapter starts with `dataset: 1`", at)])
    problems = [
        Problem("missing-key", f"an adapter needs `{key}`", at)
        for key in _REQUIRED
        if not isinstance(content.get(key), str)
    ]
    known = {*Adapter.__struct_fields__, "dataset", "about"}
    problems += [
        Problem("unknown-key", f"an adapter has no field {key!r}", located.places.get((key,), at))
        for key in content
        if key not in known
    ]
    if problems:
        raise SpecError(problems)
    return Adapter(
        name=content["name"],
        response=content["response"],
        constraint=content["constraint"],
        constraints=content.get("constraints", ""),
        request=content.get("request", ""),
        group=content.get("group", ""),
        data=content.get("data", ""),
        labels=tuple(_label(name, given) for name, given in content.get("labels", {}).items()),
        vocabulary=_choice(content.get("vocabulary", "")),
        policy=content.get("policy", "default"),
        answer=content.get("answer", {}),
        skip=tuple(
            Skip(given["column"], tuple(_text(v) for v in given["values"]))
            for given in content.get("skip", ())
        ),
        published=tuple(content.get("published", ())),
    )


def _label(name: str, given: Any) -> Label:
    if isinstance(given, str):
        return Label(name, given)
    words = {
        key: tuple(_text(v) for v in given[key])
        for key in ("satisfied", "unsatisfied")
        if key in given
    }
    return Label(name, given["column"], **words)


def _choice(given: Any) -> Choice:
    if isinstance(given, str):
        return Choice(given)
    return Choice(given.get("default", ""), given["column"], dict(given.get("values", {})))


def _text(value: Any) -> str:
    return str(value).strip().lower()


def label_of(label: Label, row: Mapping[str, Any]) -> bool | None:
    """Read a label; None when the row has none."""
    text = _text(row.get(label.column, ""))
    return True if text in label.satisfied else False if text in label.unsatisfied else None


def skipped(adapter: Adapter, row: Mapping[str, Any]) -> bool:
    """Tell whether a row (or a constraint) is left out."""
    return any(fold(_text(row.get(s.column, ""))) in map(fold, s.values) for s in adapter.skip)
