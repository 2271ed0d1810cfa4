"""Whether a text is well-formed in a format of data: YAML, CSV, XML, a Markdown table, JSON Schema.

A text may stand alone or in one code fence. Each format is parsed by a library; the libraries
are imported when a constraint asks for one. None of them recurses over a response or builds
more of it than it is long.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Hashable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from evalspec.core.regex import regex

_SEPARATOR = regex(r":?-+:?")
_CELLS = regex(r"(?<!\\)\|")
_LONGEST_CELL = 131_072
_FEWEST_ROWS = 2
_AMPLIFIED = 43
"""What expat says of entities whose text is a hundred times the document."""
_LONG = 4300
"""Digits of a whole number that is read as a `Decimal`."""
NO_JSON = object()
MAX_DEPTH = 200
"""Deepest nesting that is read, the same wherever and however it is run."""
MAX_LEVELS = 64
"""Deepest nesting of what is compared with a JSON Schema; the library recurses over both."""
MAX_STEPS = 50_000
"""Most references of a JSON Schema that are followed for one text."""
MAX_DIGITS = 10_000
"""Most digits of a number of which multiples are asked."""
TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep"
_BRACKETS = regex(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[][{}]', re.DOTALL)


class TooLargeError(Exception):
    """A text goes beyond what is read of a form; the words say what."""


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

    Raises `TooLargeError` for one that is nested too deeply.
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
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth(text) > MAX_DEPTH:
        raise TooLargeError(TOO_DEEP)
    return json.loads(text, parse_constant=_refused, parse_int=_integer)


def _depth(text: str) -> int:
    """Return how many brackets are open at once at most, outside texts in quotes."""
    depth = deepest = 0
    for token in _BRACKETS.finditer(text):
        mark = token[0][0]
        if mark != '"':
            depth += 1 if mark in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


def _refused(word: str) -> Any:
    """Refuse `NaN` and `Infinity`, which Python reads and JSON does not have."""
    raise ValueError(word)


def _integer(digits: str) -> int | Decimal:
    """Read a whole number of any length; Python limits how long an `int` may be."""
    return int(digits) if len(digits) < _LONG else Decimal(digits)


def is_yaml(content: str) -> bool:
    """Tell whether a text is a YAML mapping or list; any line of prose would be a YAML text.

    Only the grammar is looked at: no object is made of a tag, nothing is merged or
    repeated for an alias. Raises `TooLargeError` for one that is nested too deeply.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _collections(yaml.parse(unfenced(content), Loader=loader))
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in str(error.problem):  # newer versions of the library have a limit too
            raise TooLargeError(TOO_DEEP) from None
        return False
    except (yaml.YAMLError, UnicodeError):
        return False


def _collections(events: Iterator[Any]) -> bool:
    """Tell whether each document is a mapping or list, with an anchor for every alias."""
    anchors: set[str] = set()
    depth = documents = 0
    for event in events:
        name = type(event).__name__
        if name == "DocumentStartEvent":
            documents += 1
            anchors.clear()
            continue
        opens = name in ("MappingStartEvent", "SequenceStartEvent")
        if (name == "ScalarEvent" and not depth) or (
            name == "AliasEvent" and event.anchor not in anchors
        ):
            return False
        if getattr(event, "anchor", None) is not None:
            anchors.add(event.anchor)
        depth += opens - (name in ("MappingEndEvent", "SequenceEndEvent"))
        if depth > MAX_DEPTH:
            raise TooLargeError(TOO_DEEP)
    return documents > 0


def is_csv(content: str) -> bool:
    """Tell whether a text has at least two rows of the same number of two or more cells.

    Commas, semicolons or tabs are between them. Raises `TooLargeError` for a cell that is longer
    than the library reads.
    """
    return any(_is_csv(unfenced(content), delimiter) for delimiter in ",;\t")


def _is_csv(content: str, delimiter: str) -> bool:
    lines = io.StringIO(content)
    limit = csv.field_size_limit(
        _LONGEST_CELL
    )  # of the whole process: data sets are read with another
    try:
        rows = list(csv.reader(lines, strict=True, skipinitialspace=True, delimiter=delimiter))
    except csv.Error as error:
        if "field limit" in str(error):
            raise TooLargeError(f"a cell is longer than {_LONGEST_CELL} characters") from None
        return False
    finally:
        csv.field_size_limit(limit)
    rows = [row for row in rows if row]
    return len(rows) >= _FEWEST_ROWS and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1


def is_xml(content: str) -> bool:
    """Tell whether a text is well-formed XML.

    Raises `TooLargeError` where entities hold entities: few of them may stand for a great deal.
    """
    from xml.parsers import expat

    parser = expat.ParserCreate()

    def refuse(name: str, _: bool, value: str | None, *__: Any) -> None:
        if value is not None and "&" in value:
            raise TooLargeError(f"the entity {name!r} holds entities")

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(unfenced(content), True)
    except expat.ExpatError as error:
        if error.code == _AMPLIFIED:
            raise TooLargeError("its entities stand for too much") from None
        return False
    except ValueError:
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
    """Tell whether a JSON value is of a schema, and else where and why it is not.

    Raises `TooLargeError` where the two together lead too deep.
    """
    _check_levels(value)
    try:
        return _conforms(value, schema)
    except RecursionError:
        raise TooLargeError("the schema leads too deep into the text") from None


def _check_levels(value: Any) -> None:
    level = [value]
    for _ in range(MAX_LEVELS + 1):
        level = [
            member
            for parent in level
            if isinstance(parent, dict | list)
            for member in (parent.values() if isinstance(parent, dict) else parent)
        ]
    if level:
        raise TooLargeError(f"nested more than {MAX_LEVELS} levels deep")


def _conforms(value: Any, schema: str) -> tuple[bool, str]:
    errors = _validator(schema)().iter_errors(value)
    first = min(errors, key=lambda error: list(map(str, error.path)), default=None)
    if first is None:
        return True, ""
    place = ".".join(map(str, first.absolute_path))
    return False, f"{place}: {first.message}" if place else str(first.message)


@lru_cache(maxsize=64)
def _validator(schema: str) -> Callable[[], Any]:
    """Return what makes validators that fetch nothing and take time in line with the text."""
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

    from evalspec.check.patterns import find

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Any:
        if isinstance(instance, str) and not any(find(wanted, instance, 0, len(instance), True)):
            yield ValidationError(f"{instance!r} does not match {wanted!r}")

    def unique(_: Any, wanted: bool, instance: Any, __: Any) -> Any:
        members = instance if wanted and isinstance(instance, list) else ()
        if len({_key(member) for member in members}) < len(members):
            yield ValidationError(f"{instance!r} has members that are alike")

    def multiple(_: Any, wanted: Any, instance: Any, __: Any) -> Any:
        number = isinstance(instance, int | float | Decimal) and not isinstance(instance, bool)
        if number and _exact(instance) % _exact(wanted):
            yield ValidationError(f"{instance} is not a multiple of {wanted}")

    def made() -> Any:
        left = iter(range(MAX_STEPS))

        def counted(keyword: str) -> Callable[..., Any]:
            follow: Any = Draft202012Validator.VALIDATORS[keyword]

            def reference(*given: Any) -> Any:
                if next(left, None) is None:
                    raise TooLargeError("the schema refers to itself too often")
                yield from follow(*given)

            return reference

        references = {keyword: counted(keyword) for keyword in ("$ref", "$dynamicRef")}
        own = {"pattern": pattern, "uniqueItems": unique, "multipleOf": multiple, **references}
        return extend(Draft202012Validator, own)(content, registry=Registry())

    extend: Any = validators.extend
    content = json.loads(schema)
    return made


def _exact(number: int | float | Decimal) -> Fraction:
    """Return a number as it is written, not as the nearest float."""
    exact = Decimal(str(number))
    if not exact.is_finite() or abs(exact.adjusted()) > MAX_DIGITS:
        raise TooLargeError("a number is too large")
    return Fraction(exact)


def _key(value: Any) -> Hashable:
    """Return what is equal for JSON values that are: `1` and `1.0` are, `1` and `true` are not."""
    if isinstance(value, dict):
        return "{", frozenset((name, _key(member)) for name, member in value.items())
    if isinstance(value, list):
        return "[", tuple(map(_key, value))
    return (str(value),) if isinstance(value, bool) else value
