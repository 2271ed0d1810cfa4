"""Benchmarks whose instances are written: the plan, and the program of one instance."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import program_of
from evalspec.bench.planned.reading import load_plan
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import SpecError

SPEC = """\
evalspec: 1
vocabulary: text
constraints:
  - {id: answered, group: format, check: words >= 2}
bench:
  draw:
    user: {type: text, one of: [cook, gardener]}
    many: {type: number, from: 1, to: 2}
  write:
    shows: [user]
    topic:
      pool:
        - {text: "a soup for {n} guests", with: {n: {from: 2, to: 9}}, when: data.user = "cook"}
        - {text: a hedge, when: data.user = "gardener"}
    groups:
      length:
        number: data.many
        most: 2
        pool:
          - {text: "Use at most {n} words.", check: "words <= {n}", with: {n: {from: 20, to: 30, step: 5}}}
          - {text: "Write {n} paragraphs.", check: "paragraphs = {n}", with: {n: {from: 2, to: 4}}}
      naming:
        number: 1
        pool:
          - text: "Name {thing}."
            check: 'contains "{thing}"'
            with: {thing: {one of: ['the "soil"', water]}}
  prompts:
    list:
      - "Write for a {data.user} about {data.topic}."
      - {each: data.constraints, text: "- {it}"}
"""
LINE = {
    "prompt": "Write for a cook.",
    "constraints": [
        {"id": "length-1", "group": "length", "text": "Be brief.", "check": "words <= 3"},
        {"id": "tone-1", "group": "tone", "text": "Be kind.", "check": 'judged("it is kind")'},
    ],
}


def plan_of(folder: Path, text: str = SPEC) -> Plan:
    path = folder / "spec.yaml"
    path.write_text(text)
    return load_plan(str(path))


def test_a_plan_says_what_is_written(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    assert plan.write is not None
    assert plan.write.most == 3
    assert plan.metrics == ("format", "length", "naming")


def test_an_instance_has_constraints_of_its_own(tmp_path: Path) -> None:
    program = program_of(plan_of(tmp_path), LINE)
    assert program.request == "Write for a cook."
    assert [(one.id, one.group) for one in program.constraints] == [
        ("answered", "format"), ("length-1", "length"), ("tone-1", "tone"),
    ]  # fmt: skip
    found = {one.constraint: one.outcome.value for one in check(program, Case("Thank you so much"))}
    assert found == {"answered": "satisfied", "length-1": "unsatisfied", "tone-1": "undetermined"}


WRONG = {
    "both kinds": (
        "  write:\n", "  refusals: {a: none}\n  write:\n", "`refusals` goes with `space`",
    ),
    "no number of all": ("        most: 2\n", "", "`length` needs `most`"),
    "nothing is drawn so": ("shows: [user]", "shows: [reader]", "nothing called `reader` is drawn"),
    "no formula": (', check: "words <= {n}"', "", "a text of this pool has a `check`"),
    "an unknown name": ('"words <= {n}"', '"words <= {m}"', "`{m}` is no value"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_faults_have_a_place(name: str, tmp_path: Path) -> None:
    old, new, message = WRONG[name]
    assert old in SPEC
    with pytest.raises(SpecError) as raised:
        plan_of(tmp_path, SPEC.replace(old, new))
    problem = next(one for one in raised.value.problems if message in one.message)
    assert problem.at.line > 5
