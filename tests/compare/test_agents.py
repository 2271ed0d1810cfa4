"""Agents of a panel as voices, and what debates would have taken by other rules."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.compare.agents import AGENT, CONSTANT, speaking
from evalspec.compare.comparison import compare
from evalspec.compare.debates import Debate, Statement, courses
from evalspec.compare.load import load
from evalspec.judge.server import Server, load_scenario
from evalspec.source import files

SPECS = files.root() / "specs"
SCRIPT = (SPECS / "examples" / "script.md").read_text("utf-8")
PLAIN = "1. Put soil into the pot.\n2. Lift the plant out.\n3. Set it into the pot.\n4. Water it.\n"
ALL_GOOD = {"no-missing": 1, "no-redundant": 1, "no-duplicate": 1, "executable": 1,
            "constraint-met": 1, "goal-reached": 1, "order-right": 1}  # fmt: skip
ROWS = [
    {"name": "roots", "script": SCRIPT, "labels": {**ALL_GOOD, "no-redundant": 0}},
    {"name": "plain", "script": PLAIN, "labels": ALL_GOOD},
    {"name": "twice", "script": f"{PLAIN}5. Water it.\n", "labels": {**ALL_GOOD, "no-duplicate": 0}},
    {"name": "late", "script": PLAIN + "5. Cut it with a knife.\n",
     "labels": {**ALL_GOOD, "constraint-met": 0, "no-redundant": 0}},
]  # fmt: skip


@pytest.fixture
def scripted() -> Iterator[str]:
    """Play the roles of the shipped panel."""
    with Server(load_scenario(SPECS / "examples" / "judges" / "script-panel.yaml")) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


@pytest.fixture
def run(tmp_path: Path, scripted: str) -> Path:
    spec = SPECS / "script.yaml"
    (tmp_path / "d.yaml").write_text(
        f"dataset: 1\nname: d\nresponse: script\nrow: name\nspec: {json.dumps(str(spec))}\n"
        "labels: {human: labels}\n"
    )
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    command = ["run", str(tmp_path / "rows.jsonl"), "-d", str(tmp_path / "d.yaml"), "--judge",
               "script", "--judge-url", scripted, "--judge-model", "m", "--no-judge-cache",
               "-o", str(tmp_path / "run.jsonl")]  # fmt: skip
    done = CliRunner().invoke(group, command)
    assert done.exit_code == 0, done.output
    return tmp_path / "run.jsonl"


def test_agents_stand_beside_the_constant_answer(run: Path) -> None:
    found = compare(load([run], agents=True), by=[AGENT])
    base = found.bases["no-redundant"]
    assert (base.n, base.satisfied, base.constant.value, base.right, base.chance) == (
        4, 0.5, "satisfied", 0.5, 0.5,
    )  # fmt: skip
    right = {
        name: {voice: one.figures["accuracy"].value for voice, one in voices.items() if one.n}
        for name, voices in found.groups[AGENT].items()
    }
    assert right["no-duplicate"][CONSTANT] == 0.75
    assert right["no-duplicate"]["script/critic"] == 0.75
    assert right["no-duplicate"]["script/rules"] == 0.25  # it refutes the one, and nothing else
    assert right["no-duplicate"]["script"] == 1.0
    assert right["constraint-met"]["script"] == 1.0
    assert "script/critic" not in right["executable"]
    assert {right[name]["rules"] for name in found.bases} == {0.0}  # they leave all seven open
    assert "script/synthesize" not in found.scores


def test_the_table_by_agent(run: Path) -> None:
    done = CliRunner().invoke(group, ["compare", str(run), "--by", "agent", "--resamples", "0"])
    assert done.exit_code == 0, done.output
    table = done.output.partition("right, by agent")[2].partition("\n\n")[0]
    rows = {line.split()[0]: line.split()[1:] for line in table.splitlines()[1:] if "." in line}
    assert rows["no-redundant"][:3] == ["4", "50.0", "50.0"]
    assert rows["goal-reached"][:3] == ["4", "100.0", "100.0"]


def test_only_the_last_round_of_a_debate_speaks_and_twins_have_numbers() -> None:
    said = {"kind": "zero-shot", "outcome": "satisfied", "reason": "", "detail": ""}
    members = [{**said, "judge": "a", "round": n} for n in (1, 1, 2, 2)]
    talk = {"kind": "debate", "round": 2, "members": members}
    assert [(who, one["round"]) for who, one in speaking(talk)] == [("a", 2), ("a#2", 2)]
    assert list(speaking({"kind": "vote", "members": members})) == []


# -- debates ------------------------------------------------------------------------------------
def debate(*rounds: str, rules: str | None = None) -> Debate:
    said = tuple(
        tuple(Statement(None if one == "-" else one, 10, Decimal("0.5")) for one in votes)
        for votes in rounds
    )
    return Debate(said, rules)


def test_what_debates_would_have_taken() -> None:
    held = [
        debate("yyy", rules="y"),
        debate("yyn", "yyy", rules="n"),
        debate("yn-", "ynn", "ynn"),
        debate("yyn", "ynn", rules="y"),
        debate("y--", "y-n"),
    ]
    found = {one.start: one for one in courses(held)}
    table = {
        name: (one.calls, one.tokens, one.cost, one.decided, one.person, one.same.value)
        for name, one in found.items()
    }
    assert table == {
        "as held": (30, 300, Decimal(15), 4, 1, 1.0),
        "rules-differ": (27, 270, Decimal("13.5"), 4, 1, 0.75),
        "split": (24, 240, Decimal(12), 4, 1, 0.75),
        "no debate": (15, 150, Decimal("7.5"), 3, 2, 0.5),
    }


def test_no_debate_has_no_table() -> None:
    assert courses([]) == ()
