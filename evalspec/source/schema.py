"""JSON Schema validation, in our own words and with places.

`jsonschema` finds the errors; each is said again as what was expected, on the key or the
value it concerns. Schemas name their objects by `title` ("a constraint") and explain
patterns by `x-expected`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from evalspec.core.errors import Problem, near
from evalspec.source import MAX_PROBLEMS, files
from evalspec.source.compose import Path
from evalspec.source.source_text import quoted
from evalspec.source.yaml import Located

SPEC = "spec"
VOCABULARY = "vocabulary_file"
POLICY = "policy_file"
RULES = "rules_file"
DATASET = "dataset"
ROUTING = "routing"
JUDGES = "judges_file"
PROMPT = "prompt_file"
SCENARIO = "scenario_file"
CRITERION = "criterion_file"
QUESTIONS = "questions_file"

_OWN = (SPEC, DATASET, ROUTING)
"""What has a schema of its own; the others are parts of that of a spec."""
_TYPES = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "null": "empty",
}


def check(located: Located, part: str = SPEC) -> list[Problem]:
    """Return every way in which a file differs from its schema, in the order of the file."""
    return [problem for _, problem in errors(located, part)]


def errors(located: Located, part: str = SPEC) -> list[tuple[Path, Problem]]:
    """Return every way in which a file differs from its schema, with the path to each."""
    found: dict[Any, tuple[Path, Problem]] = {}
    for error in _validator(part).iter_errors(located.value):
        path: Path = tuple(error.absolute_path)
        for problem in _WORDING.get(str(error.validator), _plain)(error, path, located):
            place = (problem.at.line, problem.at.column)
            found[(*place, problem.code, problem.message)] = (path, problem)
        if len(found) >= MAX_PROBLEMS:
            break
    return [found[key] for key in sorted(found)]


@cache
def load(name: str = "spec.schema.json") -> dict[str, Any]:
    """Return a packaged schema."""
    content: dict[str, Any] = json.loads(files.grammar(name).read_text(encoding="utf-8"))
    return content


@cache
def _validator(part: str) -> Any:
    from jsonschema import Draft202012Validator

    schema = load(f"{part if part in _OWN else SPEC}.schema.json")
    if part not in _OWN:
        schema = {"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"}
    return Draft202012Validator(schema)


def _unknown_keys(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    known = list(error.schema.get("properties", ()))
    extra = [key for key in error.instance if key not in known]
    if not _is_bare(error, extra, known):
        for key in extra:
            hint = near(key.lower(), known, f"known keys: {', '.join(known)}")
            message = f"`{key}` is not a key of {_title(error.schema)}"
            yield located.problem("unknown-key", message, (*path, key), key=True, hint=hint)
        return
    at, end = located.at((*path, extra[0]), key=True), located.at((*path, extra[0]))
    written = _between(located, at.line, at.column, end.end_line, end.end_column)
    message = "the colon makes this sentence a mapping: quote it"
    hint = f"write `- {quoted(written)}`"
    yield located.problem("bare-mapping", message, (*path, extra[0]), key=True, hint=hint)


def _is_bare(error: Any, extra: list[str], known: list[str]) -> bool:
    """Tell whether a mapping is a sentence that holds a colon."""
    types = error.schema.get("type", ())
    if "string" not in types or "array" in types or len(error.instance) != 1 or not extra:
        return False
    return " " in extra[0].strip() or not near(extra[0].lower(), known)


def _between(located: Located, line: int, column: int, end_line: int, end_column: int) -> str:
    if line == end_line:
        return located.source.line(line)[column - 1 : end_column - 1].strip()
    lines = [located.source.line(n) for n in range(line, end_line + 1)]
    lines[0], lines[-1] = lines[0][column - 1 :], lines[-1][: end_column - 1]
    return " ".join(part.strip() for part in lines).strip()


def _missing_key(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    if not isinstance(error.instance, dict):
        return
    for key in error.validator_value:
        if key not in error.instance:
            message = f"{_title(error.schema)} needs `{key}`"
            described = error.schema.get("properties", {}).get(key, {})
            hint = f"write `{key}: {described['const']}`" if "const" in described else ""
            yield located.problem("missing-key", message, path, key=True, hint=hint)


def _any_of(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    wanted = [f"`{key}`" for choice in error.validator_value for key in choice["required"]]
    message = f"{_title(error.schema)} needs {_or(wanted)}"
    yield located.problem("missing-key", message, path, key=True)


def _type(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    wanted = error.validator_value
    wanted = [wanted] if isinstance(wanted, str) else wanted
    given = _given(error.instance)
    message = f"{_name(path, error.schema)} must be {_or([_TYPES[t] for t in wanted])}"
    hint = ""
    is_number = isinstance(error.instance, (int, float)) and not isinstance(error.instance, bool)
    if "string" in wanted and is_number:
        at = located.at(path)
        written = located.source.line(at.line)[at.column - 1 : at.end_column - 1]
        hint = f"write `{quoted(written)}` in quotes"
    yield located.problem("wrong-type", f"{message}, not {given}", path, hint=hint)


def _choice(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    choices = [str(choice) for choice in error.validator_value]
    hint = near(str(error.instance).lower(), choices)
    if not isinstance(error.instance, str):
        message = f"{_name(path, error.schema)} must be one of {', '.join(choices)}"
        message += f", not {_given(error.instance)}"
    else:
        shown = error.instance if len(error.instance) <= 40 else error.instance[:40] + "…"
        message = f"{_name(path, error.schema)} must be one of {', '.join(choices)}, not `{shown}`"
    yield located.problem("wrong-value", message, path, hint=hint)


def _constant(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    given, wanted = error.instance, error.validator_value
    shown = f"the text `{given}`" if isinstance(given, str) else f"{given}"
    not_this = f", not {shown}" if isinstance(given, str | int) else f", not {_given(given)}"
    message = f"{_name(path, error.schema)} must be {wanted}{not_this}"
    yield located.problem("wrong-value", message, path)


def _one_of(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    if not isinstance(error.instance, dict):
        return
    choices = [c["required"][0] for c in error.validator_value if "required" in c]
    given = [f"`{key}`" for key in choices if key in error.instance]
    names = [f"`{key}`" for key in choices]
    if not given and _explained(error, choices):
        return
    message = f"{_title(error.schema)} needs exactly one of {_or(names)}"
    if given:
        message += f", this has {_or(given, 'and')}"
    yield located.problem("one-of", message, path)


def _explained(error: Any, choices: list[str]) -> bool:
    """Tell whether an unknown key, reported by itself, is why none of the choices is there."""
    known = list(error.schema["properties"])
    extra = [key for key in error.instance if key not in known]
    misspelt = any(near(key.lower(), choices) for key in extra)
    return misspelt or _is_bare(error, extra, known)


def _dependent(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    for key, needed in error.validator_value.items():
        if key not in error.instance:
            continue
        for other in needed:
            if other not in error.instance:
                message = f"`{key}` goes with `{other}`, which is missing"
                yield located.problem("missing-key", message, (*path, key), key=True)


def _pattern(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    expected = error.schema.get("x-expected", "another form")
    if error.absolute_schema_path and "propertyNames" in error.absolute_schema_path:
        name = str(error.instance)
        message = f"the name `{name}` must consist of {expected}"
        yield located.problem("wrong-value", message, (*path, name), key=True)
        return
    verb = "be" if expected.startswith("a ") else "consist of"
    message = f"{_name(path, error.schema)} must {verb} {expected}, not `{error.instance}`"
    yield located.problem("wrong-value", message, path)


def _plain(error: Any, path: Path, located: Located) -> Iterator[Problem]:
    """Say what a keyword wants that holds a number; of any other what the validator says."""
    if error.validator in _AMOUNTS:
        code, said = "wrong-value", _AMOUNTS[error.validator].format(error.validator_value)
        if error.validator in _LEAST and error.validator_value == 1:
            code, said = "empty", "is empty"
        yield located.problem(code, f"{_name(path, error.schema)} {said}", path)
    else:
        yield located.problem("wrong-value", str(error.message)[:200], path)


_LEAST = ("minLength", "minProperties", "minItems")
_AMOUNTS = {
    **dict.fromkeys(_LEAST, "has fewer than {} parts"),
    "maxItems": "has more than {} parts",
    "maxLength": "is longer than {} characters",
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
}
_WORDING: dict[str, Callable[[Any, Path, Located], Iterator[Problem]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_key,
    "type": _type,
    "enum": _choice,
    "const": _constant,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "dependentRequired": _dependent,
    "pattern": _pattern,
}
"""Schema keyword → how to say that it does not hold."""


def _name(path: Path, schema: dict[str, Any]) -> str:
    """Return how to call the value at a path in a message."""
    if not path:
        return str(schema.get("title", "the file"))
    last = path[-1]
    if isinstance(last, str):
        return f"`{last}`"
    title = schema.get("title")
    if title:
        return str(title)
    keys = [step for step in path if isinstance(step, str)]
    return f"item {last + 1} of `{keys[-1]}`" if keys else f"item {last + 1}"


def _title(schema: dict[str, Any]) -> str:
    return str(schema.get("title", "this mapping"))


def _given(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    kinds = {str: "text", int: "a number", float: "a number", list: "a list", dict: "a mapping"}
    return kinds[type(value)]


def _or(names: list[str], word: str = "or") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
