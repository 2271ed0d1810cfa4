"""What a row of a data set holds: the case and its constraints, as the adapter says."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from evalspec.core.case import Case
from evalspec.core.errors import Problem
from evalspec.core.span import At
from evalspec.language.ir import Constraint
from evalspec.run.adapter import Adapter, Choice
from evalspec.run.chat import Chat, asked, read_chat
from evalspec.run.columns import Row, has_column, text_as_is, text_in, value_of
from evalspec.run.prompt_data import read_prompt


class Given(NamedTuple):
    """One constraint of a row, as the data set holds it."""

    file: str
    line: int
    number: int
    """Number of the constraint in the row, from 0."""
    row: Row
    fields: dict[str, Any]
    """The constraint as a spec would write it."""
    values: Row
    """The row's columns with those of the constraint over them."""


class Skipped(NamedTuple):
    """A constraint that the adapter leaves out."""

    line: int


def read_given(
    adapter: Adapter, file: str, line: int, row: Row
) -> Iterator[Given | Skipped | Problem]:
    """Yield every constraint of a row, or what is wrong with it."""
    at = At(file=file, line=line, column=1)
    if adapter.skips(row):
        yield Skipped(line)
        return
    problem = _case_problem(adapter, row, at)
    if problem is not None:
        yield problem
        return
    if adapter.spec != Choice():
        yield Given(file, line, 0, row, {}, row)
        return
    listed = structured(value_of(row, adapter.constraints)) if adapter.constraints else [{}]
    if not isinstance(listed, list):
        yield _expected("a list of constraints", adapter.constraints, row, at)
        return
    for number, item in enumerate(listed):
        yield _constraint(adapter, Given(file, line, number, row, {}, row), item, at)


def _constraint(adapter: Adapter, given: Given, item: Any, at: At) -> Given | Skipped | Problem:
    inner = item if isinstance(item, Mapping) else {adapter.text: item}
    if adapter.constraints and adapter.skips(inner):
        return Skipped(given.line)
    values = {**given.row, **inner} if inner else given.row
    fields = _fields(adapter, values)
    if fields:
        return given._replace(values=values, fields=fields)
    column = adapter.text or adapter.check or adapter.use.column
    place = f"constraint {given.number} of `{adapter.constraints}`" if adapter.constraints else ""
    return _expected("the constraint", column, values, at, place)


def _fields(adapter: Adapter, values: Row) -> dict[str, Any]:
    """Return the constraint as a spec would write it; empty when there is none."""
    for surface, column in (("text", adapter.text), ("check", adapter.check)):
        written = value_of(values, column) if column else None
        if isinstance(written, str) and written.strip():
            return {surface: written}
    use = adapter.use.of(values)
    if not use:
        return {}
    arguments = structured(value_of(values, adapter.arguments)) if adapter.arguments else None
    if not isinstance(arguments, Mapping):
        return {"use": use}
    kept = {name: value for name, value in arguments.items() if value is not None}
    return {"use": use, "with": kept} if kept else {"use": use}


def _case_problem(adapter: Adapter, row: Row, at: At) -> Problem | None:
    chat = chat_of(adapter, row)
    if isinstance(chat, str):
        return _expected("chat messages", adapter.messages, row, at, chat)
    if chat is None and not isinstance(value_of(row, adapter.response), str):
        return _expected("the response as text", adapter.response, row, at)
    if isinstance(adapter.data, str) and adapter.data:
        data = structured(value_of(row, adapter.data))
        if data is not None and data != "" and not isinstance(data, dict):
            return _expected("a mapping of data", adapter.data, row, at)
    if adapter.read is not None and not isinstance(value_of(row, adapter.read.column), str):
        return _expected("a prompt as text", adapter.read.column, row, at)
    return None


def given_data(
    adapter: Adapter, row: Row, at: At, declared: Collection[str]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the data of a row, from its columns and its prompt, and what is wrong with them.

    `declared` are the names that its spec declares.
    """
    data: dict[str, Any] = {}
    problems: list[Problem] = []
    if adapter.read is not None:
        text = text_in(row, adapter.read.column)
        data, problems = read_prompt(adapter.read, text, at)
    if isinstance(adapter.data, dict):
        columns = adapter.data.items()
        held = {name: structured(value_of(row, column)) for name, column in columns}
        data |= {name: value for name, value in held.items() if value not in (None, "")}
    elif adapter.data:
        whole = structured(value_of(row, adapter.data))
        data |= whole if isinstance(whole, dict) else {}
    if adapter.given:
        held = structured(value_of(row, adapter.given))
        data |= {n: held[n] for n in declared if n in held} if isinstance(held, dict) else {}
    return data, problems


def _expected(what: str, column: str, row: Row, at: At, place: str = "") -> Problem:
    given = value_of(row, column)
    there = has_column(row, column)
    state = "is not there"
    if there:
        empty = given is None or given == ""
        state = "is empty" if empty else f"holds {json.dumps(given, default=str)[:60]}"
    where = f"{place}: " if place else ""
    message = f"{where}column `{column}` {state}, expected {what}"
    hint = f"columns: {', '.join(map(str, row))}"
    return Problem("bad-row", message, at, hint="" if there else hint)


def per_constraint(
    adapter: Adapter, given: Given, constraints: Sequence[Constraint]
) -> list[Given]:
    """Return a row as one of each constraint of its spec.

    A label column may map the ids of constraints to their labels.
    """
    labels = (one for one in adapter.labels if not one.every)
    held = {one.column: structured(value_of(given.row, one.column)) for one in labels}
    maps = {column: value for column, value in held.items() if isinstance(value, Mapping)}
    return [
        given._replace(
            number=number,
            fields={"id": constraint.id, constraint.surface: constraint.text},
            values={**given.row, **{c: labels.get(constraint.id) for c, labels in maps.items()}},
        )
        for number, constraint in enumerate(constraints)
    ]


def label_problems(adapter: Adapter, given: Given) -> Iterator[Problem]:
    """Yield the label columns whose value says neither yes, nor no, nor that there is none."""
    for label in adapter.labels:
        if label.is_unknown(given.values):
            at = At(file=given.file, line=given.line, column=1)
            expected = ", ".join((*label.satisfied, *label.unsatisfied))
            yield _expected(f"one of {expected}", label.column, given.values, at)


def name_of(adapter: Adapter, values: Row, response: str) -> str:
    """Return the name of a response; a digest of its text when the data set names none."""
    name = text_in(values, adapter.row)
    return name or "sha256:" + sha256(response.encode()).hexdigest()[:16]


def chat_of(adapter: Adapter, row: Row) -> Chat | str | None:
    """Return the conversation of a row, or what is wrong with it; None when it has none."""
    return read_chat(structured(value_of(row, adapter.messages))) if adapter.messages else None


def case_of(adapter: Adapter, line: int, row: Row, declared: Collection[str] = ()) -> Case:
    """Return the case of a row that `read_given` found sound."""
    data, _ = given_data(adapter, row, At(line=line), declared)
    chat = chat_of(adapter, row)
    if isinstance(chat, Chat):
        request, response = chat
    else:
        request = _request(value_of(row, adapter.request)) if adapter.request else ""
        response = value_of(row, adapter.response)
    pool = structured(value_of(row, adapter.pool)) if adapter.pool else ()
    return Case(response, request, data, str(line), _texts(pool))


def _request(value: Any) -> str:
    """Return what was asked: a text, or what the user says in messages."""
    return asked(value) if isinstance(value, list) else text_as_is(value)


def _texts(listed: Any) -> tuple[str, ...]:
    """Return the texts of a list, or of a mapping of systems to what they wrote."""
    texts = listed.values() if isinstance(listed, Mapping) else listed
    if not isinstance(texts, Iterable) or isinstance(texts, str):
        return ()
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


class Unseen:
    """Columns that the adapter asks for and that no row has had so far."""

    def __init__(self, adapter: Adapter) -> None:
        self._left = adapter.asked
        self._columns: dict[str, None] = {}

    def see(self, values: Row) -> None:
        """Take a row, with the columns of its constraint over its own."""
        if self._left:
            self._columns |= dict.fromkeys(map(str, values))
            for column in [name for name in self._left if has_column(values, name)]:
                del self._left[column]

    def problems(self, file: str) -> list[Problem]:
        """Return one problem a column that no row has; none when there was no row."""
        hint = f"columns: {', '.join(self._columns)}"
        return [
            Problem(
                "no-column", f"no row has the column `{column}` ({use})", At(file=file), hint=hint
            )
            for column, use in self._left.items()
            if self._columns
        ]


def structured(value: Any) -> Any:
    """Return a value; a list or mapping that a CSV field holds as JSON is read."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
