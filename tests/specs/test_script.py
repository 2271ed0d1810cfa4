"""The spec of scripts: what rules prove of scripts made worse, and its panel on the scripted endpoint."""

from __future__ import annotations

import json
import threading
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

import evalspec
from evalspec.api.judging import Bench, Plan, judged_reports
from evalspec.api.pairs import prefer
from evalspec.author.perturb.broken import broken
from evalspec.author.perturb.steps import double, drop, insert, steps_of, swap
from evalspec.core.case import Case
from evalspec.core.chance import Chance
from evalspec.core.pair import Pair, Winner
from evalspec.judge.server import Server, load_scenario
from evalspec.source import files

SPECS = files.root() / "specs"
STEPS = [
    "Spread a newspaper on the table.", "Put soil into the larger pot.", "Tap the old pot on all sides.",
    "Lift the plant out of the old pot.", "Shake loose soil off the roots.",
    "Set the plant into the larger pot.",
    "Fill soil around the roots.", "Press the soil down.", "Water the plant slowly.",
]  # fmt: skip
FOREIGN = [
    "Whistle a tune.", "Write a letter to a friend.", "Polish the shoes.", "Count the spoons.",
    "Cut the stems with a knife.",
]  # fmt: skip
NUMBER = 50
SPEC = evalspec.load(SPECS / "script.yaml")


def script(chance: Chance) -> list[str]:
    """Draw a script that is sound by every rule."""
    while True:
        drawn = [step for step in STEPS if chance.happens(Decimal("0.8"))]
        text = " ".join(drawn).lower()
        if 5 <= len(drawn) <= 8 and all(word in text for word in ("lift", "water the", "soil")):
            return drawn


def worse(kind: str, good: str, chance: Chance) -> str:
    """Make a script worse in one way."""
    found = steps_of(good)
    assert found is not None
    if kind == "goal":
        return numbered(list(chance.each(FOREIGN)))
    if kind == "constraint":
        _, changed = next(broken(SPEC.program, good, "", chance))
        return changed.response
    change = {"missing": drop, "duplicated": double, "order": swap}.get(kind)
    made = change(found, chance) if change else insert(found, chance, FOREIGN)
    assert made is not None
    return made.response


def numbered(steps: list[str]) -> str:
    return "".join(f"{number}. {step}\n" for number, step in enumerate(steps, 1))


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("kind", "most_ties"),
    [
        ("missing", 50),
        ("redundant", 50),
        ("duplicated", 0),
        ("order", 50),
        ("constraint", 0),
        ("goal", 0),
    ],
)
def test_rules_never_prefer_what_was_made_worse(kind: str, most_ties: int) -> None:
    chance = Chance(kind)
    found: Counter[Winner] = Counter()
    for number in range(NUMBER):
        good = numbered(script(chance))
        texts = good, worse(kind, good, chance)
        first = number % 2 == 0
        pair = Pair(*(texts if first else texts[::-1]))
        outcome = prefer(SPEC, pair).by_id["sound"].outcome
        found[outcome if first else outcome.swapped] += 1
    assert found[Winner.B] == 0
    assert found[Winner.TIE] + found[Winner.UNDETERMINED] <= most_ties
    assert sum(found.values()) == NUMBER


def test_the_panel_of_the_shipped_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = (SPECS / "examples" / "script.md").read_text("utf-8")
    with Server(load_scenario(SPECS / "examples" / "judges" / "script-panel.yaml")) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("EVALSPEC_JUDGE_URL", server.url)
        monkeypatch.setenv("EVALSPEC_JUDGE_MODEL", "scripted")
        twice = example + "7. Water the plant until some water runs out below.\n"
        with Bench(Plan.of(["script"], SPEC.judges)) as bench:
            reports = list(judged_reports(SPEC, [Case(example), Case(twice)], bench))
        server.shutdown()
        thread.join()
        assert server.counts == {"reply": 7}  # one reference serves both
    outcomes = [{v.constraint: v.outcome.value for v in report.verdicts} for report in reports]
    (redundant,) = (v for v in reports[0].verdicts if v.constraint == "no-redundant")
    assert (
        redundant.scopes[0].offending[0].text == "Loosen the outer roots gently with your fingers."
    )
    assert [one["no-redundant"] for one in outcomes] == ["unsatisfied"] * 2
    assert [one["no-duplicate"] for one in outcomes] == ["satisfied", "unsatisfied"]
    assert json.dumps(outcomes).count("undetermined") == 0
