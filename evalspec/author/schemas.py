"""JSON Schemas for editors: those of the loader, with every name that is shipped.

An editor then completes the rules, their parameters, the vocabularies, the profiles and the
values of switches, each with its description. Names of one's own stay allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from evalspec.core.policy import OPEN, SWITCHES
from evalspec.source import files, schema, yaml

PARTS = {"vocabulary": schema.VOCABULARY, "rules": schema.RULES, "policy": schema.POLICY}
"""Files whose schema is a part of that of a spec."""

_VALUES: dict[str, dict[str, Any]] = {
    "quantity": {"type": ["string", "number"], "examples": ["90 g"]},
    "number": {"type": "number"},
    "whole": {"type": "integer"},
    "text": {"type": "string"},
    "list": {"type": "array", "items": {"type": "string"}},
    "options": {"type": ["array", "string"], "items": {"type": "string"}},
    "scope": {"type": "string", "examples": ["day", "paragraph", "sentence"]},
    "time": {"type": "string", "examples": ["17:00"]},
    "comparison": {"type": "string", "examples": ["at least", "at most", "exactly"]},
}
"""Type of a parameter → what an editor may offer and must refuse."""


def editor_schema(kind: str = "spec") -> dict[str, Any]:
    """Return the schema of a file of a kind, as an editor can use it."""
    if kind != "spec" and kind not in PARTS:
        return deepcopy(schema.load(f"{kind}.schema.json"))
    whole = deepcopy(schema.load())
    _name_policies(whole)
    _name_vocabularies(whole)
    _name_rules(whole["$defs"]["constraint"])
    if kind == "spec":
        return whole
    return {
        "$schema": whole["$schema"],
        "$id": whole["$id"].replace("spec.", f"{kind}."),
        "$ref": f"#/$defs/{PARTS[kind]}",
        "$defs": whole["$defs"],
    }


def _named(names: dict[str, str]) -> list[dict[str, Any]]:
    """Return a choice of names with descriptions, and any other text."""
    known = {"enum": list(names), "enumDescriptions": list(names.values())}
    return [known, {"type": "string"}]


def _abouts(kind: str) -> dict[str, str]:
    """Return what every shipped file of a kind says it is about."""
    return {name: _content(kind, name).get("about", "") for name in files.names(kind)}


def _content(kind: str, name: str) -> dict[str, Any]:
    path = files.find(kind, name, None)
    content: dict[str, Any] = yaml.read_file(path).value if path is not None else {}
    return content


def _name_policies(whole: dict[str, Any]) -> None:
    profiles = _named(_abouts("policies"))
    policy = whole["properties"]["policy"]
    policy["anyOf"] = [*profiles, {"type": "object"}]
    policy["properties"]["profile"]["anyOf"] = profiles
    switches = whole["$defs"]["switches"]["properties"]
    for name, values in SWITCHES.items():
        given = {"true": True, "false": False}
        switches[name]["enum"] = [*(given.get(value, value) for value in values), OPEN]
    del policy["allOf"]
    policy["properties"] |= switches
    policy["additionalProperties"] = False


def _name_vocabularies(whole: dict[str, Any]) -> None:
    choice = _named(_abouts("vocabularies"))
    vocabulary = whole["properties"]["vocabulary"]
    vocabulary["anyOf"] = [*choice, {"type": "array"}]
    for holder in (vocabulary, whole["$defs"]["vocabulary_file"]["properties"]["extends"]):
        holder["items"]["anyOf"] = choice


def _name_rules(constraint: dict[str, Any]) -> None:
    rules = dict(_rules())
    names = {name: rule.get("about", rule["check"]) for name, rule in rules.items()}
    constraint["properties"]["use"]["anyOf"] = _named(names)
    constraint["allOf"] = [
        {
            "if": {"type": "object", "required": ["use"], "properties": {"use": {"const": name}}},
            "then": {"properties": {"with": _parameters(rule)}},
        }
        for name, rule in rules.items()
    ]


def _rules() -> Iterator[tuple[str, dict[str, Any]]]:
    for folder in files.names("rules"):
        for name, rule in _content("rules", folder)["rules"].items():
            yield f"{folder}/{name}", rule


def _parameters(rule: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of what stands under `with:` for a rule."""
    given = {
        name: value if isinstance(value, dict) else {"type": value}
        for name, value in rule.get("parameters", {}).items()
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, value in given.items() if "default" not in value],
        "properties": {name: _parameter(value) for name, value in given.items()},
    }


def _parameter(given: dict[str, Any]) -> dict[str, Any]:
    made = {"description": given.get("about", given["type"]), **_VALUES[given["type"]]}
    return {**made, "default": given["default"]} if "default" in given else made
