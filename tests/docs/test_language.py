"""Every example of the language reference compiles and prints back to itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.vocabulary.load import load_lexicon

PAGE = Path(__file__).parent.parent.parent / "docs" / "language.md"
EXAMPLES = [
    (vocabulary, line)
    for vocabulary, body in re.findall(r"```check (\S+)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    for line in body.splitlines()
]


@pytest.mark.parametrize(("vocabulary", "text"), EXAMPLES)
def test_example(vocabulary: str, text: str) -> None:
    lexicon = load_lexicon([vocabulary], None, None).lexicon
    formula = compile_formula(text, lexicon).formula
    assert compile_formula(canonical(formula), lexicon).formula == formula


def test_commands() -> None:
    shown = re.findall(r"```console\n\$ evalspec (.*)\n((?:.*\n)*?)```", PAGE.read_text())
    assert shown
    for command, output in shown:
        assert CliRunner().invoke(group, shlex.split(command)).output == output


def test_shipped_vocabularies_are_listed() -> None:
    assert "meal-plan\n" in CliRunner().invoke(group, ["vocabulary"]).output
