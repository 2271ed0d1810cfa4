"""Questions to a judge inside a formula: rules hold the logic, the judge answers the questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import evalspec
from evalspec.api.judging import Bench, Plan, judged_reports
from evalspec.check.engine import open_atoms
from evalspec.core.case import Atom, Case
from evalspec.core.verdict import Judgement, Outcome, Reason, Verdict
from evalspec.judge.atoms import agreed, verified
from evalspec.judge.session import Options
from tests.judge.endpoint import Endpoint, serving

RESPONSE = """# One
Roll the mat out. Then work. In short: rest.
# Two
Revise it all. In short: rest.
"""
CHECKS = {
    "condition": 'if judged("it has meat") then judged("the meat is marinated")',
    "each": 'each section: judged("it ends with a summary")',
    "order": 'quote("the warm-up") before quote("the review")',
    "absent": 'not quote("an apology") and words <= 50',
    "known": 'judged("it has meat") or words <= 50',
}
SCENARIO = """replies:
  - {when: "Look for:\\\\s+the warm-up", reply: "{marker}\\n{\\"quotes\\": [\\"Roll the mat\\"]}"}
  - {when: "Look for:\\\\s+the review", reply: "{marker}\\n{\\"quotes\\": [\\"Revise it all\\"]}"}
  - {when: "Look for:\\\\s+an apology", reply: "{marker}\\n{\\"quotes\\": []}"}
  - {when: "The constraint:\\\\s+it has meat", reply: "{marker}\\nno"}
  - {when: "The constraint:\\\\s+the meat is marinated", reply: "{marker}\\nno"}
  - {when: "# Two", reply: "{marker}\\nno"}
  - {when: "# One", reply: "{marker}\\nyes"}
"""


def _spec(url: str = "http://127.0.0.1:9/v1") -> evalspec.Spec:
    return evalspec.compile({
        "evalspec": 1,
        "constraints": [{"id": name, "check": check} for name, check in CHECKS.items()],
        "judges": {"one": {"model": "m", "base_url": url},
                   "three": {"kind": "vote", "samples": 3, "model": "m", "base_url": url}},
    })  # fmt: skip


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    with serving(tmp_path_factory.mktemp("atoms"), SCENARIO) as found:
        yield found


def _judged(endpoint: Endpoint, name: str = "one", **options: object) -> dict[str, Verdict]:
    spec = _spec(endpoint.url)
    known = {n: {k: v for k, v in g.items() if k != "declared_in"} for n, g in spec.judges.items()}
    with Bench(Plan.of([name], known), Options(**options)) as bench:  # type: ignore[arg-type]
        [report] = judged_reports(spec, [Case(RESPONSE)], bench)
        if options.get("dry_run"):
            assert bench.summary().startswith("dry run: 7 calls")
    return {verdict.constraint: verdict for verdict in report.verdicts}


def test_without_a_judge_only_what_needs_one_is_open() -> None:
    verdicts = {v.constraint: v for v in _spec().check(RESPONSE).verdicts}
    assert [v.reason for v in verdicts.values()] == [Reason.NEEDS_JUDGE] * 4 + [Reason.NONE]
    assert verdicts["known"].outcome is Outcome.SATISFIED


def test_formulas_come_back_as_written() -> None:
    assert [c.canonical for c in _spec().program.constraints] == list(CHECKS.values())


def test_a_question_is_about_its_part_and_answers_decide() -> None:
    spec = _spec()
    _, asked = open_atoms(spec.program, Case(RESPONSE))
    parts = [atom.of for atom in asked if atom.text == "it ends with a summary"]
    assert [part.splitlines()[0] for part in parts] == ["# One", "# Two"]
    meat, marinated = (Atom("judged", text, RESPONSE) for text in
                       ("it has meat", "the meat is marinated"))  # fmt: skip
    for answers, outcome in (({meat: False}, "satisfied"), ({marinated: True}, "satisfied"),
                             ({meat: True, marinated: False}, "unsatisfied"),
                             ({meat: True}, "undetermined")):  # fmt: skip
        verdicts, _ = open_atoms(spec.program, Case(RESPONSE, atoms=answers))
        assert verdicts[0].outcome.value == outcome


def test_a_judge_answers_the_questions_and_rules_decide(endpoint: Endpoint) -> None:
    found = _judged(endpoint)
    outcomes = {name: verdict.outcome.value for name, verdict in found.items()}
    assert outcomes == {"condition": "satisfied", "each": "unsatisfied", "order": "satisfied",
                        "absent": "satisfied", "known": "satisfied"}  # fmt: skip
    order = found["order"]
    assert order.method.value == "hybrid"
    assert [c.text for c in order.scopes[0].offending] == ["Roll the mat", "Revise it all"]
    assert order.judgement is not None
    assert [one.detail for one in order.judgement.members] == [
        "quote: the warm-up", "quote: the review"]  # fmt: skip
    assert found["known"].judgement is None


def test_a_vote_decides_each_question(endpoint: Endpoint) -> None:
    found = _judged(endpoint, "three")
    assert found["order"].outcome is Outcome.SATISFIED
    assert found["each"].outcome is Outcome.UNSATISFIED


def test_a_dry_run_counts_every_question(endpoint: Endpoint) -> None:
    assert _judged(endpoint, dry_run=True)["order"].outcome is Outcome.UNDETERMINED


def _said(*quotes: str, members: tuple[Judgement[Outcome], ...] = ()) -> Judgement[Outcome]:
    return Judgement("j", "jury", "m", "", Outcome.SATISFIED, quotes=quotes, members=members)


def test_a_quote_that_does_not_stand_in_the_text_leaves_the_question_open() -> None:
    made = verified(_said(), ["Roll the mat", "Roll the rug"], RESPONSE)
    assert (made.outcome, made.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_QUOTES)
    assert made.dropped == ("Roll the rug",)
    assert verified(_said(), ["oll the mat"], RESPONSE).dropped == ("oll the mat",)
    assert verified(_said(), [], RESPONSE).outcome is Outcome.UNSATISFIED


def test_several_judges_must_quote_the_same_words() -> None:
    members = (_said("a", "b"), _said("a"), _said("c"))
    assert agreed(_said(members=members)).quotes == ("a",)
    split = agreed(_said(members=(_said("a"), _said("b"))))
    assert (split.outcome, split.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_SPLIT)


def test_a_question_says_something() -> None:
    with pytest.raises(evalspec.SpecError, match="what is a judge to find"):
        evalspec.compile({"evalspec": 1, "constraints": [{"check": 'judged(" ")'}]})


def test_data_sets_are_decided_so_too(endpoint: Endpoint, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from evalspec.cli import group

    (tmp_path / "d.jsonl").write_text(json.dumps({"response": RESPONSE}) + "\n")
    lines = "".join(f"  - {{id: {name}, check: '{check}'}}\n" for name, check in CHECKS.items())
    judges = f"judges: {{one: {{model: m, base_url: '{endpoint.url}'}}}}\n"
    (tmp_path / "s.yaml").write_text(f"evalspec: 1\n{judges}constraints:\n{lines}")
    done = CliRunner().invoke(
        group, ["run", str(tmp_path / "d.jsonl"), "--spec", str(tmp_path / "s.yaml"),
                "--judge", "one", "--judge-url", endpoint.url, "--no-judge-cache",
                "-o", str(tmp_path / "out.jsonl")],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["outcome"] for row in rows] == [
        "satisfied", "unsatisfied", "satisfied", "satisfied", "satisfied"]  # fmt: skip
