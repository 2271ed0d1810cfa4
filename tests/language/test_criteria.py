from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.author.explain import explain_text
from evalspec.core.errors import SpecError
from evalspec.language.compile import compile_text
from evalspec.language.criterion import Scale

HEAD = """\
evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: short, check: words <= 50}
  - {id: days, check: count(day) = 2}
criteria:
"""


def compiled(criteria: str, name: str = "spec.yaml") -> dict[str, str]:
    program, _ = compile_text(HEAD + criteria, name)
    return {one.id: one.canonical for one in program.criteria}


def test_what_criteria_compile_to() -> None:
    found = compiled(
        """\
  - {id: overall, first: [fits, lean], then: helpful}
  - {id: fits, prefer: satisfied, of: [short, days]}
  - {id: all, prefer: satisfied}
  - {id: lean, prefer: lower, measure: "sum( calories )", margin: 2 %}
  - {id: near, nearest: 2000 kcal, measure: sum(calories), margin: 10 kcal}
  - {id: helpful, scale: helpfulness, judge: someone}
"""
    )
    assert found == {
        "fits": "satisfied of short, days",
        "lean": "lower sum(calories), margin 2 %",
        "helpful": "scale helpfulness@1",
        "overall": "first fits, lean then helpful",
        "all": "satisfied of short, days",
        "near": "nearest 2000 kcal sum(calories), margin 10 kcal",
    }
    assert list(found).index("lean") < list(found).index("overall"), "what it rests on comes first"


WRONG = [
    ("{id: a}", "a criterion needs exactly one of `prefer`, `nearest`, `scale` or `first`"),
    ("{id: a, prefer: lower}", "`prefer: lower` needs `measure`, and no `of`"),
    ("{id: a, prefer: higher, of: [short]}", "`prefer: higher` needs `measure`, and no `of`"),
    ("{id: a, nearest: 3}", "`nearest` goes with `measure`, which is missing"),
    ("{id: a, first: [a2]}", "`first` goes with `then`, which is missing"),
    ("{id: a, prefer: satisfied, of: [shorts]}", "no constraint has the id `shorts`"),
    ("{id: a, prefer: satisfied, judge: x}", "`judge` goes with `scale`, which is missing"),
    ("{id: a, first: [b], then: a}", "no criterion has the id `b`"),
    ("{id: a, first: [a], then: a}", "`a` rests on itself, by way of `a`"),
    ("{id: a, scale: helpful}", "no scale named `helpful`"),
    ("{id: a, scale: {about: x, levels: [one]}}", "`levels` has fewer than 2 parts"),
    ("{id: a, prefer: lower, measure: summ(fat)}", "no measure `summ` in this vocabulary"),
    (
        "{id: a, nearest: 20 g, measure: sum(calories)}",
        "`sum(calories)` is an energy and `20 g` is a mass; they cannot be compared",
    ),
    (
        "{id: a, prefer: lower, measure: words, margin: 10-20}",
        "expected a share such as `2 %` or an amount, not `10-20`",
    ),
    ("{id: a, prefer: lower, measure: words, margin: 3 kg}", "they cannot be compared"),
]


@pytest.mark.parametrize(("criterion", "message"), WRONG)
def test_what_is_wrong_is_said_with_its_place(criterion: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        compiled(f"  - {criterion}\n")
    problem = error.value.problems[0]
    assert message in problem.message
    assert problem.at.line == 7
    assert problem.excerpt


def test_a_spec_has_constraints_or_criteria() -> None:
    with pytest.raises(SpecError, match="a spec needs `constraints` or `criteria`"):
        compile_text("evalspec: 1\n", "spec.yaml")
    program, _ = compile_text("evalspec: 1\ncriteria: [{id: a, scale: helpfulness}]\n", "s.yaml")
    assert program.criteria[0].id == "a"


def test_a_scenario_names_criteria() -> None:
    with pytest.raises(SpecError, match="no criterion has the id `b`"):
        compile_text(
            HEAD + "  - {id: a, scale: helpfulness}\nscenarios: {plan: [a, b]}\n", "s.yaml"
        )


def test_a_scale_is_read_from_a_file_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "tone.yaml").write_text(
        "criterion: tone\nversion: 3\nabout: How  it sounds.\nlevels: [rude, plain, warm]\n"
    )
    program, files = compile_text(
        HEAD + "  - {id: a, scale: tone.yaml}\n", str(tmp_path / "spec.yaml")
    )
    assert program.criteria[0].by == Scale("tone@3", "How it sounds.", ("rude", "plain", "warm"))
    assert tmp_path / "tone.yaml" in files, "the cache must see it change"


def test_criteria_are_explained() -> None:
    program, _ = compile_text(
        HEAD + "  - {id: a, scale: helpfulness, judge: j}\n  - {id: b, first: [a], then: a}\n"
        "scenarios: {plan: [b]}\n", "s.yaml",
    )  # fmt: skip
    shown = explain_text(program)
    assert "a (line 7): scale helpfulness@1" in shown
    assert "  level 1   It is about something else" in shown
    assert "b (line 8): first a then a" in shown
    assert "scenario plan: b" in shown
