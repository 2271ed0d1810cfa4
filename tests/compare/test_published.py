"""The confusion matrices behind a published table give back its accuracy and F1s."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evalspec.cli import group

DATA = Path(os.environ.get("EVALSPEC_DATA", Path(__file__).parents[3] / "shared" / "data"))
TABLE = DATA / "papers" / "acs_table1_confusions.json"
ADAPTER = """
dataset: 1
name: published
response: answer
row: number
constraint: {text: sentence}
labels:
  human: label
  judge: verdict
"""
CELLS = {"tp": (1, 1), "fn": (1, 0), "fp": (0, 1), "tn": (0, 0)}
pytestmark = pytest.mark.skipif(
    not TABLE.exists(), reason=f"the published table is not at {TABLE}; set EVALSPEC_DATA"
)


def published() -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = json.loads(TABLE.read_text()) if TABLE.exists() else []
    return content


def rows(confusion: dict[str, int]) -> list[dict[str, Any]]:
    pairs = [pair for name, pair in CELLS.items() for _ in range(confusion[name])]
    return [
        {"number": n, "answer": "-", "sentence": "-", "label": label, "verdict": verdict}
        for n, (label, verdict) in enumerate(pairs)
    ]


def test_the_table_is_whole() -> None:
    assert len(published()) == 16


@pytest.mark.parametrize("cell", published(), ids=lambda cell: f"{cell['model']} {cell['config']}")
def test_published_figures_come_out(
    cell: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (confusion,) = cell["confusion"]
    lines = [json.dumps(row) + "\n" for row in rows(confusion)]
    Path("verdicts.jsonl").write_text("".join(lines))
    Path("adapter.yaml").write_text(ADAPTER)
    arguments = ["compare", "verdicts.jsonl", "-d", "adapter.yaml", "-f", "json", "--resamples=0"]
    found = CliRunner().invoke(group, arguments)
    scores = json.loads(found.stdout)["scores"]["judge"]
    assert scores["n"] == 405
    for name in ("accuracy", "f1_satisfied", "f1_unsatisfied"):
        assert round(100 * scores["figures"][name]["value"], 2) == cell[name], name
