"""Whether a text is well-formed in a format of data: YAML, CSV, XML, a Markdown table, JSON Schema.

A text may stand alone or in one code fence. Each format is parsed by a library; the libraries
are imported when a constraint asks for one.
"""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from functools import lru_cache
from typing import Any

from evalspec.core.regex import regex

_SEPARATOR = regex(r":?-+:?")
_CELLS = regex(r"(?<!\\)\|")
_FEWEST_ROWS = 2
_LONG = 4300
"""Digits of a whole number that is read as a `Decimal`."""
NO_JSON = object()


def unfenced(content: str) -> str:
    """Return a text without the code fence that it stands in as a whole."""
    return _unfenced(content)[1]


def _unfenced(content: str) -> tuple[int, str]:
    """Return a text without its code fence, and where that begins."""
    text = content.strip()
    start = len(content) - len(content.lstrip())
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        head, end, body = text[3:-3].partition("\n")
        if head.strip().isalnum() or not head.strip():
            return start + 3 + len(head) + len(end), body
        return start + 3, text[3:-3]
    return start, text


def json_value(content: str) -> Any:
    """Return the JSON value that a text is; `NO_JSON` when it is none.

    Raises `RecursionError` for one that is nested too deeply to be read.
    """
    try:
        return _loaded(unfenced(content))
    except ValueError:
        return NO_JSON


def json_fault(content: str) -> tuple[int, str] | None:
    """Return where a text stops being JSON, and why; None where it does not."""
    start, text = _unfenced(content)
    try:
        _loaded(text)
    except json.JSONDecodeError as error:
        return start + error.pos, f"{error.msg[:1].lower()}{error.msg[1:]}"
    except ValueError as error:
        word = str(error)
        return start + max(0, text.find(word)), f"{word} is no JSON"
    return None


def _loaded(text: str) -> Any:
    return json.loads(text, parse_constant=_refused, parse_int=_integer)


def _refused(word: str) -> Any:
    """Refuse `NaN` and `Infinity`, which Python reads and JSON does not have."""
    raise ValueError(word)


def _integer(digits: str) -> int | Decimal:
    """Read a whole number of any length; Python limits how long an `int` may be."""
    return int(digits) if len(digits) < _LONG else Decimal(digits)


def is_yaml(content: str) -> bool:
    """Tell whether a text is a YAML mapping or list; any line of prose would be a YAML text."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        found = list(yaml.load_all(unfenced(content), Loader=loader))
    except (yaml.YAMLError, RecursionError, ValueError):
        return False
    return bool(found) and all(isinstance(one, dict | list) for one in found)


def is_csv(content: str) -> bool:
    """Tell whether a text has at least two rows of the same number of two or more cells."""
    try:
        rows = list(csv.reader(io.StringIO(unfenced(content)), strict=True, skipinitialspace=True))
    except csv.Error:
        return False
    rows = [row for row in rows if row]
    return len(rows) >= _FEWEST_ROWS and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1


def is_xml(content: str) -> bool:
    """Tell whether a text is well-formed XML; one that declares entities is not taken for it."""
    from xml.parsers import expat

    parser = expat.ParserCreate()

    def refuse(*_: Any) -> None:
        raise ValueError("an entity is declared")

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(unfenced(content), True)
    except (expat.ExpatError, ValueError):
        return False
    return True


def is_markdown_table(content: str) -> bool:
    """Tell whether a text is one Markdown table: a header, dashes below it, rows as wide."""
    rows = [_cells(line) for line in unfenced(content).splitlines() if line.strip()]
    if len(rows) < _FEWEST_ROWS or any(row is None for row in rows):
        return False
    dashes = all(_SEPARATOR.fullmatch(cell.strip()) for cell in rows[1] or ())
    return dashes and len({len(row or ()) for row in rows}) == 1


def _cells(line: str) -> list[str] | None:
    if "|" not in line:
        return None
    return _CELLS.split(line.strip().removeprefix("|").removesuffix("|"))


# -- JSON Schema -------------------------------------------------------------------------------
def conforms(value: Any, schema: str) -> tuple[bool, str]:
    """Tell whether a JSON value is of a schema, and else where and why it is not."""
    errors = sorted(_validator(schema).iter_errors(value), key=lambda e: list(map(str, e.path)))
    if not errors:
        return True, ""
    place = ".".join(map(str, errors[0].absolute_path))
    return False, f"{place}: {errors[0].message}" if place else str(errors[0].message)


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    """Return a validator that fetches nothing and runs patterns in linear time."""
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

    from evalspec.check.patterns import find

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Any:
        if isinstance(instance, str) and not any(find(wanted, instance, 0, len(instance), True)):
            yield ValidationError(f"{instance!r} does not match {wanted!r}")

    extend: Any = validators.extend
    kind = extend(Draft202012Validator, {"pattern": pattern})
    return kind(json.loads(schema), registry=Registry())
