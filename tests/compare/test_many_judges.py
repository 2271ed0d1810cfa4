"""Several judges at once: audits side by side and by group, a row a judge, files by content."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.rationale.read import read_rationale
from evalspec.vocabulary.load import load_lexicon

PLAN = (
    "## Day 1\n- Oats: 300 kcal\n- Soup: 400 kcal\n\n## Day 2\n- Rice: 500 kcal\n- Nuts: 350 kcal\n"
)
RULE = "Each day must have at most 800 calories."
RIGHT = "Day 1: 300 + 400 = 700. Day 2: 500 + 350 = 850 kcal."
WRONG = "Day 1: 300 + 400 = 700. Day 2: 500 + 350 = 750 kcal, fine."
VOICES = [f"judge{number}" for number in range(16)]
ADAPTER = f"""
dataset: 1
name: judged
response: answer
row: id
constraint: {{text: rule}}
keep: [topic]
labels: {{{", ".join(f"{v}: {{column: {v}, rationale: {v} says}}" for v in VOICES)}}}
vocabulary: meal-plan
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("adapter.yaml").write_text(ADAPTER)
    rows = []
    for number in range(4):
        row = {
            "id": str(number),
            "answer": PLAN,
            "rule": RULE,
            "topic": "food" if number % 2 else "drink",
        }
        for place, voice in enumerate(VOICES):
            right = place % 2 == 0
            row |= {voice: "no" if right else "yes", f"{voice} says": RIGHT if right else WRONG}
        rows.append(row)
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = CliRunner().invoke(
        group, ["run", "rows.jsonl", "-d", "adapter.yaml", "-o", "rules.jsonl"]
    )
    assert done.exit_code == 0, done.output
    return tmp_path


def compared(*options: str) -> Result:
    done = CliRunner().invoke(group, ["compare", *options])
    assert done.exit_code == 0, done.output + str(done.exception)
    return done


def test_two_audits_both_count(folder: Path) -> None:
    audits = [
        "--reference=rules",
        "--audit=judge0",
        "--audit=judge1",
        "--vocabulary=meal-plan",
        "--by=topic",
    ]
    files = ["rules.jsonl", "rows.jsonl", "-d", "adapter.yaml"]
    data = json.loads(compared(*files, *audits, "-f", "json").stdout)
    assert {
        voice: {c: n for c, n in found.items() if n} for voice, found in data["voices"].items()
    } == {
        "judge0": {"right-reason": 4},
        "judge1": {"calculation": 4},
    }
    assert data["classes"]["calculation"] == data["classes"]["right-reason"] == 4
    assert {g: found["calculation"] for g, found in data["groups"]["topic"].items()} == {
        "drink": 2,
        "food": 2,
    }
    text = compared(*files, *audits).stdout
    assert text.splitlines()[0].split() == ["judge0", "judge1"]
    assert text.splitlines()[1].split(maxsplit=2) == ["4", "0", "right for the right reason"]
    assert "\ntopic drink\n" in text
    assert (
        compared(*files, *audits, "-f", "csv")
        .stdout.splitlines()[0]
        .endswith("evidence,voice,topic")
    )


def test_many_judges_stand_one_a_row(folder: Path) -> None:
    text = compared("rules.jsonl", "rows.jsonl", "-d", "adapter.yaml", "--reference=rules").stdout
    table = text.split("\n\n")[1].splitlines()
    assert table[0].split("  ")[0] == "against rules"
    rows = [line.split()[0] for line in table if line.startswith("judge")]
    assert sorted(rows) == sorted(VOICES)
    assert rows[:8] == VOICES[::2]  # the right ones first
    assert all(len(line) <= 100 for line in table if line.startswith("judge"))


@pytest.mark.parametrize(
    "name", ["results", "results.out", "results.csv", "results.json", "packed.txt"]
)
def test_results_are_told_by_their_content(folder: Path, name: str) -> None:
    content = Path("rules.jsonl").read_bytes()
    Path(name).write_bytes(gzip.compress(content) if name.startswith("packed") else content)
    same = compared("rules.jsonl", "--reference=judge0", "-f", "csv").stdout
    assert compared(name, "--reference=judge0", "-f", "csv").stdout == same


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("300 + 400 + 512 ≈ 1200 kcal", True),
        ("300 + 400 + 512 is roughly 1200 kcal", True),
        ("300 + 400 + 512 = about 1,210 kcal", True),
        ("300 + 400 + 512 comes to approximately 1,200 kcal", True),
        ("300 + 400 + 512 ≈ 1400 kcal", False),
        ("300 + 400 + 512 = 1200 kcal", False),
        ("(300 + 400 + 500) / 3 = 400 kcal on average", True),
        ("(300 + 400 + 500) / 3 ≈ 450 kcal on average", False),
    ],
)  # fmt: skip
def test_sums_that_are_about_right(text: str, right: bool) -> None:
    lexicon = load_lexicon(["meal-plan"], None, None).lexicon
    equations = read_rationale(text, lexicon).equations
    assert [made.right for made in equations] == [right]
