"""`evalspec schema`: what the schema of an editor knows, and that it refuses nothing sound."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from evalspec.author.schemas import editor_schema
from evalspec.cli import group
from evalspec.cli.schema import KINDS
from evalspec.core.policy import SWITCHES
from evalspec.source import files, yaml

SPECS = Path(__file__).parent.parent.parent / "specs"


def printed(kind: str) -> dict[str, Any]:
    result = CliRunner().invoke(group, ["schema", kind])
    assert result.exit_code == 0, result.output
    schema: dict[str, Any] = json.loads(result.stdout)
    return schema


@pytest.mark.parametrize("kind", KINDS)
def test_every_schema_is_valid(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(printed(kind))


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [("spec", "*.yaml"), ("vocabulary", "vocabularies/*.yaml"), ("rules", "rules/*.yaml"),
     ("policy", "policies/*.yaml"), ("dataset", "benchmarks/*.yaml")],
)  # fmt: skip
def test_shipped_files_fit(kind: str, pattern: str) -> None:
    validator = jsonschema.Draft202012Validator(editor_schema(kind))
    paths = list(SPECS.glob(pattern))
    assert paths
    for path in paths:
        assert [e.message for e in validator.iter_errors(yaml.read_file(path).value)] == []


def test_every_switch_is_described_with_its_values() -> None:
    switches = editor_schema()["properties"]["policy"]["properties"]
    assert set(switches) == {*SWITCHES, "profile", "equality_tolerance", "about_tolerance"}
    assert all(switch["description"] for switch in switches.values())
    assert switches["sleep_wraps"]["enum"] == [True, False, "open"]
    assert switches["nested_blocks"]["enum"] == ["carve", "keep", "open"]


def test_every_shipped_name_is_offered() -> None:
    schema = editor_schema()
    known = schema["properties"]["vocabulary"]["anyOf"][0]
    assert known["enum"] == files.names("vocabularies")
    assert all(known["enumDescriptions"])
    rules = schema["$defs"]["constraint"]["properties"]["use"]["anyOf"][0]
    assert "text/max-words" in rules["enum"]
    assert all(rules["enumDescriptions"])


@pytest.mark.parametrize(
    ("given", "sound"),
    [({"limit": 3}, True), ({"limit": "3"}, False), ({"limits": 3}, False), ({}, False)],
)
def test_parameters_of_a_rule(given: dict[str, Any], sound: bool) -> None:
    spec = {"evalspec": 1, "constraints": [{"use": "text/max-words", "with": given}]}
    assert jsonschema.Draft202012Validator(editor_schema()).is_valid(spec) is sound
