"""The cases of a spec: responses with what its constraints must say about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalspec.core.case import Case
from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.core.verdict import Outcome
from evalspec.source import files, schema, yaml

MAX_RESPONSE = 16 << 20
"""Largest response file of a case, in bytes."""


class Expectation(Record, frozen=True):
    """What one constraint must say."""

    outcome: Outcome
    values: tuple[str, ...] = ()
    """Computed values of the scopes, as decimal text; empty when not given."""
    reason: str = ""
    """Reason code of an undetermined outcome; empty when not given."""
    at: At = NOWHERE


class SpecCase(Record, frozen=True):
    """One case of a spec."""

    name: str
    case: Case
    expect: dict[str, Expectation]
    """Constraint id → what it must say."""
    at: At = NOWHERE


def read_cases(name: str) -> tuple[SpecCase, ...]:
    """Return the cases of a spec file.

    Raises `SpecError` when the spec does not fit the schema or a response cannot be read.
    """
    located = yaml.read(files.read_bytes(Path(name)), name)
    problems = schema.check(located)
    if problems:
        raise SpecError(problems)
    spec = located.value
    cases: list[SpecCase] = []
    for index, fields in enumerate(spec.get("cases", ())):
        response = _response(located, index, Path(name).parent, problems)
        label = fields.get("name", fields.get("response_file", f"case {index + 1}"))
        data = {**spec.get("data", {}), **fields.get("data", {})}
        case = Case(response, spec.get("request", ""), data, label)
        expect = {
            key: _expectation(value, located.at(("cases", index, "expect", key)))
            for key, value in fields["expect"].items()
        }
        cases.append(SpecCase(label, case, expect, located.at(("cases", index))))
    if problems:
        raise SpecError(problems)
    return tuple(cases)


def _response(located: yaml.Located, index: int, base: Path, problems: list[Problem]) -> str:
    fields = located.value["cases"][index]
    if "response" in fields:
        return str(fields["response"])
    path: Path = base / fields["response_file"]
    message = ""
    try:
        with path.open("rb") as stream:
            content: bytes = stream.read(MAX_RESPONSE + 1)
        if len(content) <= MAX_RESPONSE:
            return content.decode("utf-8")
        message = f"`{fields['response_file']}` is larger than {MAX_RESPONSE >> 20} MiB"
    except UnicodeDecodeError:
        message = f"`{fields['response_file']}` is not UTF-8"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable path"
        message = f"`{fields['response_file']}` cannot be read: {reason}"
    steps = ("cases", index, "response_file")
    problems.append(located.problem("no-response", message, steps))
    return ""


def _expectation(value: Any, at: At) -> Expectation:
    if isinstance(value, str):
        return Expectation(Outcome(value), at=at)
    values = value.get("value", [])
    listed = values if isinstance(values, list) else [values]
    return Expectation(
        Outcome(value["outcome"]), tuple(str(v) for v in listed), value.get("reason", ""), at
    )
