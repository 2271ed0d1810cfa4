"""Responses made worse in a known way; scales that say less."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from evalspec.author.perturb.scales import CHANGES, perturb_scale, read_scale, scale_text
from evalspec.author.perturb.steps import Steps, double, drop, insert, steps_of, swap
from evalspec.cli import group
from evalspec.compare.people.wording import load_questions
from evalspec.core.chance import Chance
from evalspec.core.errors import SpecError
from evalspec.source import schema, yaml

TEA = "1. Boil water.\n2. Put a tea bag in a cup.\n3. Pour the water over it.\n4. Take the bag out."
SHELF = """\
Here is how:

- Mark the holes
  - use a level

- Drill the holes

- Screw the shelf on

Good luck!
"""
LETTER = "**Step 7:** Write it.\n**Step 8:** Stamp it.\n**Step 9:** Post it.\n"
PROSE = "Dear all,\n\nfirst we meet.\n\nThen we walk."
SPEC = """\
evalspec: 1
title: Steps
vocabulary: text
constraints:
  - {id: no-missing, text: Nothing that is needed is left out., judge: some}
  - {id: short, check: "words <= 30"}
"""


def found(response: str) -> Steps:
    steps = steps_of(response)
    assert steps is not None
    return steps


@pytest.mark.parametrize(
    ("response", "steps", "line"),
    [
        (TEA, ["1. Boil water.\n", "2. Put a tea bag in a cup.\n", "3. Pour the water over it.\n",
               "4. Take the bag out."], 1),
        (SHELF, ["- Mark the holes\n  - use a level\n\n", "- Drill the holes\n\n",
                 "- Screw the shelf on\n"], 3),
        (LETTER, LETTER.splitlines(keepends=True), 1),
        (PROSE, ["Dear all,\n\n", "first we meet.\n\n", "Then we walk."], 1),
    ],
)  # fmt: skip
def test_steps(response: str, steps: list[str], line: int) -> None:
    assert (list(found(response).steps), found(response).line) == (steps, line)


@pytest.mark.parametrize("response", ["", "one", "- a\n- b\n", "1. a\n2. b", "# a\n\nb\n\nc"])
def test_too_few_steps(response: str) -> None:
    assert steps_of(response) is None


@given(st.text(alphabet="ab1. \n-*#|:\t", max_size=80), st.integers(0, 5))
def test_any_text(response: str, seed: int) -> None:
    steps = steps_of(response)
    if steps is not None:
        assert steps.before + "".join(steps.steps) + steps.after == response
        for change in (drop, double, swap):
            change(steps, Chance(str(seed)))
        insert(steps, Chance(str(seed)), steps_of(TEA).steps)  # type: ignore[union-attr]


def changes(response: str, name: str, number: int = 30) -> set[str]:
    """Return what comes of a change, by many seeds."""
    steps = found(response)
    foreign = found(LETTER).steps
    made = [
        insert(steps, Chance(str(n)), foreign) if name == "insert"
        else {"drop": drop, "double": double, "swap": swap}[name](steps, Chance(str(n)))
        for n in range(number)
    ]  # fmt: skip
    return {one.response for one in made if one is not None}


def test_one_step_is_dropped_and_the_others_are_numbered_anew() -> None:
    assert changes(TEA, "drop") == {
        "1. Put a tea bag in a cup.\n2. Pour the water over it.\n3. Take the bag out.",
        "1. Boil water.\n2. Pour the water over it.\n3. Take the bag out.",
        "1. Boil water.\n2. Put a tea bag in a cup.\n3. Take the bag out.",
        "1. Boil water.\n2. Put a tea bag in a cup.\n3. Pour the water over it.",
    }
    assert changes(LETTER, "drop") == {
        "**Step 7:** Stamp it.\n**Step 8:** Post it.\n",
        "**Step 7:** Write it.\n**Step 8:** Post it.\n",
        "**Step 7:** Write it.\n**Step 8:** Stamp it.\n",
    }


def test_a_step_goes_with_what_belongs_to_it() -> None:
    assert "Here is how:\n\n- Drill the holes\n\n- Screw the shelf on\n\nGood luck!\n" in changes(
        SHELF, "drop"
    )


def test_doubled_swapped_inserted() -> None:
    assert (
        "**Step 7:** Write it.\n**Step 8:** Stamp it.\n**Step 9:** Write it.\n**Step 10:** Post it.\n"
        in (changes(LETTER, "double"))
    )
    assert changes(LETTER, "swap") == {
        "**Step 7:** Stamp it.\n**Step 8:** Write it.\n**Step 9:** Post it.\n",
        "**Step 7:** Write it.\n**Step 8:** Post it.\n**Step 9:** Stamp it.\n",
        "**Step 7:** Post it.\n**Step 8:** Stamp it.\n**Step 9:** Write it.\n",
    }
    assert found(TEA).with_steps(
        [*found(TEA).steps[:1], "2. Stamp it.\n", *found(TEA).steps[1:]]
    ) in (changes(TEA, "insert"))
    assert changes(LETTER, "insert") == set()  # nothing foreign is new to it


# -- the command ------------------------------------------------------------------------------
def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, list(arguments))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        {"request": f"Task {n}.", "response": text} for n, text in enumerate((TEA, SHELF, LETTER))
    ]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("spec.yaml").write_text(SPEC)
    made = run("run", "rows.jsonl", "-s", "spec.yaml", "--request", "request", "-o", "run.jsonl",
               "--with-responses")  # fmt: skip
    assert made.exit_code == 0, made.output


def pairs(*options: str) -> list[dict[str, Any]]:
    made = run("perturb", "run.jsonl", *options)
    assert made.exit_code == 0, made.output
    return [json.loads(line) for line in made.stdout.splitlines()]


@pytest.mark.usefixtures("files")
def test_every_response_is_made_worse_in_every_way() -> None:
    made = pairs("--spec", "spec.yaml", "-n", "2")
    counts = {kind: sum(one["kind"] == kind for one in made) for kind in {m["kind"] for m in made}}
    assert counts == {"missing": 6, "redundant": 6, "duplicated": 6, "goal": 6, "order": 6,
                      "constraint": 3}  # fmt: skip
    texts = {TEA, SHELF, LETTER}
    for one in made:
        original, worse = (one["a"], one["b"]) if one["original"] == "A" else (one["b"], one["a"])
        assert original in texts
        assert worse not in texts or one["kind"] == "goal"
        assert worse != original
        assert one["better"] == (one["original"] if one["kind"] == "constraint" else "")
    assert {one["original"] for one in made} == {"A", "B"}
    assert {one["constraint"] for one in made if one["kind"] == "constraint"} == {"short"}
    assert len({one["pair"] for one in made}) == len(made)


@pytest.mark.usefixtures("files")
def test_the_same_seed_gives_the_same() -> None:
    assert pairs("--seed", "3") == pairs("--seed", "3") != pairs("--seed", "4")


@pytest.mark.usefixtures("files")
def test_the_better_side_is_known_when_people_say_so() -> None:
    arguments = ["label", "run.jsonl", "--questions", "script", "--queue", "all", "--by", "ann",
                 "--labels", "ann.jsonl"]  # fmt: skip
    asked = CliRunner().invoke(group, arguments, input="q").stdout
    assert "1 of 21" in asked
    CliRunner().invoke(group, arguments, input="y" * 21)
    labels = [json.loads(line) for line in Path("ann.jsonl").read_text().splitlines()]
    assert all(label["asked"].endswith("?") for label in labels)
    assert all(one["better"] == one["original"] for one in pairs("--labels", "ann.jsonl"))
    needed = next(label for label in labels if "serve the request" in label["asked"])
    needed["label"] = "unsatisfied"
    Path("ann.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    open_ones = {one["kind"] for one in pairs("--labels", "ann.jsonl") if not one["better"]}
    assert open_ones == {"missing", "redundant", "order"}  # they need that no step is too many


@pytest.mark.usefixtures("files")
def test_a_label_on_another_text_confirms_nothing() -> None:
    arguments = ["--questions", "script", "--queue", "all", "--by", "ann", "--labels", "ann.jsonl"]
    CliRunner().invoke(group, ["label", "run.jsonl", *arguments], input="y" * 21)
    lines = Path("run.jsonl").read_text()
    Path("run.jsonl").write_text(lines.replace("Boil water", "Boil milk"))
    known = [one["better"] != "" for one in pairs("--labels", "ann.jsonl")]
    assert (known.count(True), known.count(False)) == (10, 5)


@pytest.mark.usefixtures("files")
def test_worse_responses_with_their_verdicts() -> None:
    (one, *_) = pairs("--as", "responses", "--spec", "spec.yaml", "--kind", "constraint")
    assert one["verdicts"]["constraint-met"] == "unsatisfied"
    assert {v for name, v in one["verdicts"].items() if name != "constraint-met"} == {""}
    assert (one["constraint"], one["kind"], one["known_by"]) == ("short", "constraint", "rules")


@pytest.mark.usefixtures("files")
def test_what_cannot_be_done() -> None:
    assert run("perturb").exit_code == 2
    assert "'word' is not one of missing" in run("perturb", "run.jsonl", "--kind", "word").output
    assert "no questions named 'word'" in str(
        run("perturb", "run.jsonl", "--questions", "word").exception
    )
    assert run("perturb", "--criterion", "helpfulness").exit_code == 2


# -- questions and scales ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ("[{id: a, text: A?, needs: [b]}]", "no question has the id `b`"),
        ("[{id: a, text: A?}, {id: a, text: B?}]", "two questions have the id `a`"),
        ("[{id: a, text: A?, broken_by: {x: burn}}]", "burn"),
        ("[{id: a}]", "text"),
        ("[]", "ask"),
    ],
)
def test_questions_that_are_none(ask: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text(f"questions: q\nversion: 1\nabout: It.\nask: {ask}\n")
    with pytest.raises(SpecError, match=message):
        load_questions(str(path))


def test_the_seven_questions() -> None:
    assert [one.id for one in load_questions("script").ask] == [
        "no-missing", "no-redundant", "no-duplicate", "executable", "constraint-met",
        "goal-reached", "order-right",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("name", ["helpfulness", "reasoning"])
def test_a_changed_scale_is_a_scale(name: str, kind: str) -> None:
    scale = read_scale(name)
    made = perturb_scale(scale, kind, 1)
    located = yaml.read(scale_text(made).encode(), "made.yaml")
    assert schema.check(located, schema.CRITERION) == []
    assert located.value == made == perturb_scale(scale, kind, 1)
    assert len(made["levels"]) == len(scale["levels"])
    assert made["levels"] != scale["levels"]
    assert made["version"] != str(scale["version"])


def test_each_change_of_a_scale() -> None:
    scale: dict[str, Any] = {"criterion": "c", "version": 2, "about": "How good it is.", "levels": [
        "It is bad, and it is long.", "It is good."]}  # fmt: skip
    made = {kind: perturb_scale(scale, kind, 0) for kind in CHANGES}
    assert made["flipped"]["levels"] == scale["levels"][::-1]
    assert made["shortened"]["levels"] == ["It is bad.", "It is."]
    for kind in ("shuffled", "gibberish", "masked"):
        for before, after in zip(scale["levels"], made[kind]["levels"], strict=True):
            assert len(after.split()) == len(before.split())
    assert sorted(made["shuffled"]["levels"][1].rstrip(".").split()) == ["It", "good", "is"]
    assert not set("".join(made["gibberish"]["levels"]).split()) & {"It", "is", "good.", "bad,"}
    assert "____" in scale_text(made["masked"])
