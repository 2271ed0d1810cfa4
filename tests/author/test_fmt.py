"""`evalspec fmt`: formulas become canonical, everything else stays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from evalspec.author.fmt import format_file, format_text
from evalspec.cli import group
from evalspec.language.load import compile_spec

ROOT = Path(__file__).parent.parent.parent
SPECS = sorted((ROOT / "specs").glob("*.yaml"))

FORMATTED = {
    "comments and order": (
        "  # first\n  - check:   count( day )=2   # two\n    id: days\n",
        "  # first\n  - check:   count(day) = 2   # two\n    id: days\n",
    ),
    "double quotes": (
        '  - check: "each day : kcal<=2,000"\n',
        '  - check: "each day: calories <= 2000 kcal"\n',
    ),
    "single quotes": ("  - check: 'words<3'\n", "  - check: 'words < 3'\n"),
    "quotes within quotes": (
        "  - check: \"contains 'tofu'\"\n",
        "  - check: 'contains \"tofu\"'\n",
    ),
    "an apostrophe": (
        "  - check: 'contains  \"chef''s\"'\n",
        "  - check: 'contains \"chef''s\"'\n",
    ),
    "plain text that needs quotes afterwards": (
        "  - check: day contains 'soup'\n",
        "  - check: 'day contains \"soup\"'\n",
    ),
    "brackets": ("  - {check: words<3, id: w}\n", "  - {check: words < 3, id: w}\n"),
    "anchors": (
        '  - check: &a "words<3"\n  - {check: *a, id: again}\n',
        '  - check: &a "words < 3"\n  - {check: *a, id: again}\n',
    ),
    "a layout of several lines stays": (
        "  - check: >\n      words <= 3\n      or words >= 9\n",
        "  - check: >\n      words <= 3\n      or words >= 9\n",
    ),
    "a block text": (
        "  - check: |  # long\n      words<=3\n      or words>=9\n\n  # next\n  - check: words = 2\n",
        "  - check: >-  # long\n      words <= 3 or words >= 9\n\n  # next\n  - check: words = 2\n",
    ),
    "several lines in quotes": (
        '  - check: "words<=3\n      or words>=9"\n',
        '  - check: "words <= 3 or words >= 9"\n',
    ),
    "a rule": (
        "  - use: short\nrules:\n  short: {check: words<3}  # no parameter\n"
        "  long: {check: words>$n, parameters: {n: whole}}\n",
        "  - use: short\nrules:\n  short: {check: words < 3}  # no parameter\n"
        "  long: {check: words>$n, parameters: {n: whole}}\n",
    ),
}


@pytest.mark.parametrize("name", FORMATTED)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_formatted(name: str, newline: str) -> None:
    head = "# A spec.\nevalspec: 1\nvocabulary: meal-plan\nconstraints:\n"
    before, after = ((head + text).replace("\n", newline) for text in FORMATTED[name])
    assert format_text(before.encode(), "s.yaml").result == after
    assert format_text(after.encode(), "s.yaml").edits == ()


def test_json() -> None:
    before = '{"evalspec": 1, "constraints": [{"check": "contains \'tofu\'"}]}'
    after = format_text(before, "s.json").result
    assert json.loads(after)["constraints"] == [{"check": 'contains "tofu"'}]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_shipped_specs_are_formatted(path: Path) -> None:
    assert format_file(str(path)).edits == ()


def formulas() -> dict[str, list[str]]:
    """Return every formula of the language reference, by vocabulary."""
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    found: dict[str, list[str]] = {}
    for vocabulary, block in re.findall(r"```check ([\w-]+)\n(.*?)```", page, re.DOTALL):
        found.setdefault(vocabulary, []).extend(block.strip().splitlines())
    return found


@pytest.mark.heavy
@pytest.mark.parametrize("vocabulary", formulas())
@pytest.mark.parametrize("style", ["plain", "folded", "literal"])
def test_every_formula_keeps_its_meaning(vocabulary: str, style: str) -> None:
    checks = formulas()[vocabulary]
    marks = {"folded": ">\n      ", "literal": "|\n      "}
    lines = [
        f"  - check: {marks[style] + text if style in marks else json.dumps(text)}"
        for text in checks
    ]
    before = "\n".join(
        ["evalspec: 1", f"vocabulary: {vocabulary}", "constraints:", *lines, "title: x", ""]
    )
    after = format_text(before, "s.yaml").result
    assert format_text(after, "s.yaml").edits == ()
    old, new = compile_spec(before), compile_spec(after)
    assert [c.readings for c in old.constraints] == [c.readings for c in new.constraints]
    texts = [" ".join(given["check"].split()) for given in yaml.safe_load(after)["constraints"]]
    assert texts == [c.canonical for c in new.constraints]


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("evalspec: 1\nconstraints:\n  - check: words<3\n")
    run = CliRunner().invoke
    checked = run(group, ["fmt", "--check", str(path)])
    assert (checked.exit_code, checked.output) == (
        1,
        f"{path}: 1 formula not in canonical text\n",
    )
    shown = run(group, ["fmt", "--diff", str(path)])
    assert shown.exit_code == 1
    assert "-  - check: words<3\n+  - check: words < 3\n" in shown.output
    piped = run(group, ["fmt", "-"], input=path.read_text())
    assert piped.output == "evalspec: 1\nconstraints:\n  - check: words < 3\n"
    assert run(group, ["fmt", str(path)]).exit_code == 0
    assert path.read_text() == piped.output
    assert run(group, ["fmt", "--check", str(path)]).exit_code == 0
