"""The schema of specs: valid as a schema, described throughout, same verdicts as the loader."""

from __future__ import annotations

from typing import Any

import jsonschema

from evalspec.source import schema, yaml


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(schema.load())


def test_every_field_of_a_spec_is_described() -> None:
    parts: list[tuple[str, Any]] = [("", schema.load()), *schema.load()["$defs"].items()]
    for name in ("", "constraint", "rule", "parameter", "case"):
        fields = dict(parts)[name]["properties"]
        assert [key for key, field in fields.items() if not field.get("description")] == []


def test_every_mapping_is_closed_or_open_on_purpose() -> None:
    open_on_purpose = {"data", "with", "judges"}
    work: list[tuple[str, Any]] = [("spec", schema.load())]
    while work:
        name, part = work.pop()
        if not isinstance(part, dict):
            continue
        work += [(key, value) for key, value in part.items() if key != "if"]
        if "properties" in part and name != "properties":
            assert "additionalProperties" in part, name
        elif part.get("type") == "object" and name not in open_on_purpose:
            assert "additionalProperties" in part or name == "additionalProperties", name


def test_a_full_spec_fits() -> None:
    text = """
evalspec: 1
title: t
about: a
vocabulary: [meal-plan]
define: {ranks: {course: {level: 35, words: [course]}}}
request: r
policy: {profile: default, equality_tolerance: 5 %}
data: {people: {A: [1]}}
answer: {after: "Answer:", before: END, under: Plan, json_path: a.b}
constraints:
  - A sentence.
  - {id: a, text: A sentence., severity: warning, weight: 2, judge: default}
  - {check: words >= 3}
  - {use: text/max-words, with: {limit: 3}}
rules:
  short: {about: b, parameters: {n: whole, m: {type: text, default: x}}, check: words < $n}
cases:
  - {name: n, response: r, data: {}, expect: {a: satisfied}}
  - {response_file: r.md, expect: {a: {outcome: unsatisfied, value: 3, reason: x}}}
judges: {default: {model: m}}
"""
    assert schema.check(yaml.read(text)) == []
