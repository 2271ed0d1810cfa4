"""What stands in the quotes of a text test, checked when it is compiled: patterns, JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Fault = tuple[str, str]
"""Code and message of a problem."""


def pattern_faults(pattern: str) -> Iterator[Fault]:
    """Yield why the linear-time engine cannot run a pattern."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        reason = reason.decode() if isinstance(reason, bytes) else reason
        yield "bad-pattern", f"the pattern {pattern!r} is not supported: {reason}"


def schema_faults(text: str) -> Iterator[Fault]:
    """Yield what is wrong with a JSON Schema given as text, and with the patterns in it."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    if "patternProperties" in text:
        yield "bad-schema", "patternProperties is not supported in a schema"
        return
    try:
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
    except (ValueError, RecursionError) as error:
        yield "bad-schema", f"the schema is not JSON: {error}"
    except SchemaError as error:
        yield "bad-schema", f"not a JSON Schema: {error.message}"
    else:
        for pattern in _patterns(schema):
            yield from pattern_faults(pattern)


def _patterns(schema: Any) -> Iterator[str]:
    """Yield the patterns of a JSON Schema."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(node.get("pattern"), str):
                yield node["pattern"]
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
