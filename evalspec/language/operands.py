"""What stands in the quotes of a text test, checked when it is compiled: patterns, JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Fault = tuple[str, str]
"""Code and message of a problem."""

_REFUSED = "patternProperties"
"""Its patterns would not run in linear time."""


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

    try:
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
    except (ValueError, RecursionError) as error:
        yield "bad-schema", f"the schema is not JSON: {error}"
    except SchemaError as error:
        yield "bad-schema", f"not a JSON Schema: {error.message}"
    else:
        if any(_REFUSED in node for node in _objects(schema)):
            yield "bad-schema", f"{_REFUSED} is not supported in a schema"
            return
        for node in _objects(schema):
            if isinstance(node.get("pattern"), str):
                yield from pattern_faults(node["pattern"])
        yield from _dangling(schema)


def _dangling(schema: Any) -> Iterator[Fault]:
    """Yield references that lead nowhere within a schema; nothing is fetched."""
    from referencing import Registry
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    base = schema.get("$id", "") if isinstance(schema, dict) else ""
    resource = DRAFT202012.create_resource(schema)
    registry: Registry[Any] = Registry().with_resource(base, resource)
    for node in _objects(schema):
        for wanted in (node.get("$ref"), node.get("$dynamicRef")):
            if not isinstance(wanted, str):
                continue
            try:
                registry.resolver(base).lookup(wanted)
            except Unresolvable:
                yield "bad-schema", f"the schema refers to `{wanted}`, which is not in it"


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a JSON Schema."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
