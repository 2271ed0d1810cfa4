"""Data files, and the places of what is wrong in them.

A JSON file of data may be large: it is read as JSON, and read again with places only when
something in it is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalspec.core.errors import InputError, Problem, SpecError
from evalspec.core.given import GivenType
from evalspec.core.quantity import Unit
from evalspec.core.span import At
from evalspec.language.given.values import Misfit, typed_values
from evalspec.source import MAX_BYTES, files, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located

MAX_DATA = 64 << 20
"""Largest data file."""


def read_data(
    path: Path,
    types: Mapping[str, GivenType],
    units: Mapping[str, Unit],
    beside: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Read a YAML or JSON file of data and check it against its types.

    `beside` holds data that are given elsewhere and need not stand in the file.
    Raises `SpecError` or `InputError` with every problem and its place.
    """
    name = files.display(path)
    content = _content(path, name)
    if len(content) <= MAX_BYTES and not name.endswith(".json"):
        located = yaml.read(content, name)
        value = located.value
    else:
        located = None
        value = _json(content, name)
    if not isinstance(value, dict):
        message = "expected a mapping of data: names and their values"
        raise _error("wrong-type", message, At(name, 1, 1))
    elsewhere = {name for name in beside or () if name not in value}
    asked = {name: one for name, one in types.items() if name not in elsewhere}
    _, wrong = typed_values(value, asked, units) if types else ({}, [])
    if wrong:
        located = located or _located(content, name)
        found = [_placed(one, located, name) for one in wrong]
        raise InputError(sorted(found, key=lambda one: (one.at.line, one.at.column)))
    return value


def misfits(
    located: Located, value: Any, types: Mapping[str, GivenType], units: Mapping[str, Unit],
    above: Steps = (),
) -> list[Problem]:  # fmt: skip
    """Return what is wrong with data that stand in a file, at its place."""
    if not isinstance(value, dict):
        return []
    _, wrong = typed_values(value, types, units)
    return [
        located.problem("wrong-data", one.message, (*above, *one.path), key=one.key, hint=one.hint)
        for one in wrong
    ]


def described(wrong: Misfit) -> str:
    """Say what is wrong where no place is known."""
    return f"{wrong.message} ({wrong.hint})" if wrong.hint else wrong.message


def _placed(one: Misfit, located: Located | None, name: str) -> Problem:
    if located is None:
        return Problem("wrong-data", one.message, At(name), hint=one.hint)
    return located.problem("wrong-data", one.message, one.path, key=one.key, hint=one.hint)


def _error(code: str, message: str, at: At) -> InputError:
    return InputError([Problem(code, message, at)])


def _content(path: Path, name: str) -> bytes:
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_DATA + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable path"
        raise _error("no-data", f"the data cannot be read: {reason}", At(name)) from None
    if len(content) > MAX_DATA:
        message = f"the data are larger than {MAX_DATA >> 20} MiB"
        raise _error("too-large", message, At(name))
    return content


class _TwiceError(Exception):
    """A key stands twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in made if names.count(key) > 1))
    return made


def _json(content: bytes, name: str) -> Any:
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except _TwiceError as error:
        message = f"the key `{error}` stands twice in one mapping"
        raise _error("duplicate-key", message, At(name, 1, 1)) from None
    except RecursionError:
        raise _error("too-deep", "the data are nested too deep", At(name, 1, 1)) from None
    except UnicodeDecodeError as error:
        message = f"byte 0x{content[error.start]:02x} is not UTF-8"
        raise _error("not-utf-8", message, At(name, 1, 1)) from None
    except json.JSONDecodeError as error:
        if not name.endswith(".json"):
            message = f"YAML data are at most {MAX_BYTES >> 20} MiB: write larger ones as JSON"
            raise _error("too-large", message, At(name)) from None
        at = At(name, error.lineno, error.colno, error.lineno, error.colno + 1)
        raise _error("bad-json", f"expected JSON: {error.msg}", at) from None


def _located(content: bytes, name: str) -> Located | None:
    try:
        return yaml.read(content, name) if len(content) <= MAX_BYTES else None
    except SpecError:
        return None
