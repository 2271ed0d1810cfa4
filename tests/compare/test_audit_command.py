"""`evalspec compare --audit` from files to a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group

PLAN = (
    "## Day 1\n- Oats: 300 kcal\n- Soup: 400 kcal\n\n## Day 2\n- Rice: 500 kcal\n- Nuts: 350 kcal\n"
)
ADAPTER = """
dataset: 1
name: judged
response: answer
row: id
constraint: {text: rule}
labels:
  judge: {column: said, rationale: reason}
vocabulary: meal-plan
"""
RULE = "Each day must have at most 800 calories."
ROWS = [
    {"id": "a", "said": "no", "reason": "Day 1: 300 + 400 = 700. Day 2: 500 + 350 = 850 kcal."},
    {
        "id": "b",
        "said": "yes",
        "reason": "Day 1: 300 + 400 = 700. Day 2: 500 + 350 = 750 kcal, fine.",
    },
    {"id": "c", "said": "yes", "reason": "| <b>Looks fine</b>"},
    {"id": "d", "said": "yes", "reason": ""},
]


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    return audit_as(tmp_path, monkeypatch, "json")


def audit_as(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> Result:
    monkeypatch.chdir(tmp_path)
    Path("adapter.yaml").write_text(ADAPTER)
    lines = [json.dumps({"answer": PLAN, "rule": RULE, **row}) + "\n" for row in ROWS]
    Path("rows.jsonl").write_text("".join(lines))
    run = ["run", "rows.jsonl", "-d", "adapter.yaml", "-o", "rules.jsonl"]
    assert CliRunner().invoke(group, run).exit_code == 0
    options = ["--reference=rules", "--audit=judge", "--vocabulary=meal-plan", "-f", form]
    files = ["compare", "rules.jsonl", "rows.jsonl", "-d", "adapter.yaml"]
    found = CliRunner().invoke(group, [*files, *options])
    assert found.exit_code == 0, found.output
    return found


def test_classes_with_their_evidence(compare: Result) -> None:
    data = json.loads(compare.stdout)
    found = {audit["key"][0]: audit for audit in data["audits"]}
    assert {key: audit["result"] for key, audit in found.items()} == {
        "a": "right-reason", "b": "calculation", "c": "unclear", "d": "unclear",
    }  # fmt: skip
    (finding,) = [f for f in found["b"]["findings"] if f["fault"] == "calculation"]
    assert finding["message"] == "comes to 850, not 750 kcal"
    assert (finding["scope"], finding["text"]) == ("Day 2", "500 + 350 = 750 kcal")
    assert found["d"]["why"] == "there is no rationale"
    assert data["classes"]["unclear"] == 2


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_other_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    shown = audit_as(tmp_path, monkeypatch, form).stdout
    assert "comes to 850, not 750 kcal" in shown
    assert "no number shows what went wrong" in shown
    assert form != "markdown" or "<b>" not in shown
