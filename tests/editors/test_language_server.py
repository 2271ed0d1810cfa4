"""What an editor offers and marks in a spec, through the YAML language server itself."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from evalspec.author.schemas import editor_schema
from tests.editors.server import Server, command

PROGRAM = command()
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(PROGRAM is None, reason="yaml-language-server (npm) is not installed"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run the server with the settings of docs/editors.md."""
    folder = tmp_path_factory.mktemp("editor")
    schema = folder / "evalspec.schema.json"
    schema.write_text(json.dumps(editor_schema()), encoding="utf-8")
    settings = {
        "schemas": {schema.as_uri(): "*.spec.yaml"},
        "validate": True, "completion": True, "schemaStore": {"enable": False},
    }  # fmt: skip
    assert PROGRAM is not None
    running = Server(PROGRAM, folder, settings)
    yield running
    running.close()


@pytest.mark.parametrize(
    ("text", "label", "described"),
    [
        ("evalspec: 1\n|\n", "constraints", "What must hold."),
        ("evalspec: 1\nvocabulary: |\n", "meal-plan", "Days, meals and foods"),
        ("evalspec: 1\nvocabulary: [|]\n", "workout", "Sessions of exercises"),
        ("evalspec: 1\npolicy: |\n", "strict", "Leaves every convention open."),
        ("evalspec: 1\npolicy:\n  |\n", "nested_blocks", "Whether a block inside another"),
        ("evalspec: 1\npolicy:\n  nested_blocks: |\n", "carve", "Whether a block inside another"),
        ("evalspec: 1\nconstraints:\n  - id: a\n    |\n", "severity", "error (the default)"),
        ("evalspec: 1\nconstraints:\n  - use: |\n", "text/max-words", "The response has at most"),
        ("evalspec: 1\nconstraints:\n  - use: text/max-words\n    with:\n      |\n", "limit",
         "whole"),
        ("evalspec: 1\nrules:\n  mine:\n    check: words > 3\n    |\n", "parameters",
         "Parameters by name."),
        ("evalspec: 1\ncases:\n  - |\n", "response_file", "Path of the response"),
    ],
)  # fmt: skip
def test_completion(server: Server, text: str, label: str, described: str) -> None:
    offered = server.complete(text)
    assert label in offered
    assert offered[label].startswith(described)


def test_values_of_a_switch_are_all_that_is_offered(server: Server) -> None:
    assert set(server.complete("evalspec: 1\npolicy:\n  nested_blocks: |\n")) == {
        "carve", "keep", "open",
    }  # fmt: skip


def test_mistakes_are_marked(server: Server) -> None:
    text = """evalspec: 1
vocabulary: meal-plan
constraints:
  - check: words > 3
    severity: fatal
  - use: text/max-words
    with: {limt: 3}
  - {check: words > 3, use: text/no-commas}
"""
    found = server.problems(text)
    assert {line for line, _ in found} == {5, 7, 8}
    assert (7, 'Missing property "limit".') in found


def test_a_sound_spec_is_clean(server: Server) -> None:
    text = """evalspec: 1
vocabulary: [meal-plan, ./mine.yaml]
policy: {profile: ./ours.yaml, snacks_are_meals: false, equality_tolerance: 5 %}
constraints:
  - The plan is for 2 days.
  - {use: mine.yaml/short, with: {limit: 3}}
  - {text: At most 300 words., check: words <= 300, weight: 2}
"""
    assert server.problems(text) == []
