"""Routing: chosen from labelled verdicts, written, and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.compare.calibrate import Calibration, Goal, calibrate, error_bound
from evalspec.compare.items import Items, Key
from evalspec.core.errors import InputError, SpecError
from evalspec.core.verdict import Outcome
from evalspec.report.routing import table, yaml_text
from evalspec.run.routing import PERSON, RULES, Step, load_routing
from tests.compare.test_compare import small, write

LETTERS = {"s": Outcome.SATISFIED, "u": Outcome.UNSATISFIED, "?": Outcome.UNDETERMINED}
JUDGES = ("one", "two", "three")


def items(kind: str, rules: str, human: str, **judges: str) -> Items:
    """Return items with a letter for what each says; a label each hundred times over."""
    made = Items()
    made.methods = ["rules"]
    made.labels = ["human", *judges]
    for number in range(100):
        for place, label in enumerate(human):
            key = Key(f"r{number}", f"{kind}{place}")
            item = made.item(key, "", {"topic": kind})
            item.outcomes = {"rules": LETTERS[rules[place]], "human": LETTERS[label]}
            item.outcomes |= {name: LETTERS[said[place]] for name, said in judges.items()}
            item.evidence = {"rules": {"method": "symbolic", "canonical": "words = 1"}}
    return made


def route(made: Items, **prices: float) -> tuple[Step, ...]:
    goal = Goal(field="topic", prices=prices)
    (choice,) = calibrate(made, "human", goal).kinds.values()
    return choice.steps


def test_rules_that_are_right_decide() -> None:
    assert route(items("a", "su", "su", judge="su")) == (RULES,)


def test_what_rules_leave_open_goes_to_a_judge() -> None:
    judge = Step("judge", ("judge",))
    assert route(items("a", "su??", "susu", judge="susu"), judge=0.01) == (RULES, judge)


def test_a_vote_of_judges_that_are_wrong_alone() -> None:
    made = items("a", "?????", "sssss", one="usuuu", two="ssssu", three="sssus")
    assert route(made) == ()
    made = items("a", "????", "ssss", one="ussss"[:4], two="suss", three="ssus")
    assert route(made) == (Step("vote", JUDGES),)


def test_a_person_where_nobody_is_right_often_enough() -> None:
    assert route(items("a", "ssu", "usu", judge="uuu")) == ()


def test_the_cheaper_of_two_good_judges() -> None:
    made = items("a", "??", "su", one="su", two="su")
    assert route(made, one=2.0, two=1.0) == (Step("judge", ("two",)),)


def test_few_labels_are_not_enough() -> None:
    assert error_bound(0, 10, 0.9) == pytest.approx(1 - 0.1 ** (1 / 10))
    assert error_bound(0, 0, 0.9) is None
    assert error_bound(3, 3, 0.9) == 1


def found() -> Calibration:
    made = items("a: 1", "su?", "sus", judge="sus")
    return calibrate(made, "human", Goal(field="topic", prices={"judge": 0.5}))


def test_what_to_expect_is_measured_on_other_responses() -> None:
    expected = found().expected
    assert (expected.n, expected.accuracy, expected.coverage) == (300, 1, 1)
    assert expected.cost == pytest.approx(0.5 / 3)


def test_a_routing_file_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "routing.yaml"
    path.write_text(yaml_text(found()), encoding="utf-8")
    routing = load_routing(str(path))
    assert routing.steps("a: 1") == (RULES, Step("judge", ("judge",)), PERSON)
    assert routing.steps("unknown") == (PERSON,)
    assert routing.field == "topic"
    assert "rules, then judge, then a person" in table(found())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("routing: 1\nkinds: {text: {decide: [guess]}}\n", "rules, person, or a mapping with"),
        ("routing: 1\nkinds: {text: {decide: [{}]}}\n", "exactly one of `judge` or `vote`"),
        ("routing: 2\nkinds: {}\n", "r.yaml:1:10"),
        ("routing: 1\nkinds: {text: {decides: [rules]}}\n", "`decides` is not a key of a kind"),
    ],
)
def test_a_routing_file_with_mistakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.yaml").write_text(content)
    with pytest.raises(SpecError) as raised:
        load_routing("r.yaml")
    assert message in str(raised.value)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small("run.jsonl", "su" * 40, "su" * 40)
    done = CliRunner().invoke(group, ["calibrate", "run.jsonl"])
    assert done.exit_code == 0, done.output
    content = yaml.safe_load(done.stdout)
    assert content["kinds"]["text-count"]["decide"] == ["rules", "person"]
    assert content["expected"]["n"] == 80
    shown = CliRunner().invoke(group, ["calibrate", "run.jsonl", "-o", "routing.yaml"]).stdout
    assert shown.startswith("target error 5 %, at confidence 90 %, against human")
    assert load_routing("routing.yaml").steps("text-count") == (RULES, PERSON)


def test_without_a_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["calibrate", small("run.jsonl", "su")])
    assert isinstance(done.exception, InputError)
    assert "calibrating needs a reference" in str(done.exception)
    unknown = CliRunner().invoke(group, ["calibrate", write("none.jsonl")])
    assert isinstance(unknown.exception, InputError)
