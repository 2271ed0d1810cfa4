"""Faults planted in good benchmarks: each is found, by its name and at its place; nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.bench.review.reviews import REVIEWS, reviewed
from evalspec.cli import group
from evalspec.core.errors import Problem
from evalspec.source import files

MORE = "  - {id: duration,"
ROTA_MORE = "  - {id: most,"
ASKED = "of {data.length} on"
BUFFER = (
    "      - {when: data.buffer > 0 min,"
    ' text: "Everybody must also be free for {data.buffer} before and after it."}\n'
)


def found_in(folder: Path, name: str, written: str, instead: str) -> list[Problem]:
    source = files.find("bench", name, None)
    assert source is not None
    text = source.read_text(encoding="utf-8")
    assert written in text
    path = folder / "b.yaml"
    path.write_text(text.replace(written, instead, 1), encoding="utf-8")
    return reviewed(path)


def constraint(before: str, more: str) -> tuple[str, str]:
    return before, f"  - {{{more}}}\n{before}"


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["ba-calendar", "ba-text", "rota"])
def test_nothing_is_found_in_what_is_shipped(name: str) -> None:
    source = files.find("bench", name, None)
    assert source is not None
    assert reviewed(source) == []


# fmt: off
Planted = tuple[str, str, tuple[str, str], int, str]
"""Name of the fault, benchmark, what is written otherwise, and where and what is said of it."""
PLANTED: tuple[Planted, ...] = (
    ("unknown-unit", "ba-calendar", ("length: amount min\n", "length: amount furlongs\n"), 12,
     "`furlongs` is not a unit"),
    ("contradiction", "ba-calendar",
     constraint(MORE, 'id: none, group: days, check: "each meeting: not when overlaps data.days"'),
     32, "`none` is kept by none of"),
    ("unbounded-range", "ba-calendar", ("type: number, from: 2, to: 10", "type: number, from: 2"),
     42, "the range has no `to`: nothing bounds it"),
    ("vacuous", "ba-calendar",
     constraint(MORE, 'id: lasts, group: lengths, check: "each meeting: length(when) >= 0 min"'),
     32, "`lasts` always holds: no change of an answer breaks it"),
    ("unbreakable", "ba-calendar",
     constraint(MORE, 'id: asked, group: days, check: "each meeting: when within data.days"'),
     32, "breaks `asked`, though changes of right ones do"),
    ("answer-leaked", "ba-calendar", (ASKED, "of {data.length} (say {data.planted}) on"), 105,
     "names `data.planted`, which rests on what is to fit"),
    ("duplicate", "ba-calendar",
     constraint(MORE, 'id: free, group: free,'
                ' check: "each p in data.people: each meeting: when within p"'),
     32, "`free` decides as `availability` on all of"),
    ("wrong-group", "ba-calendar", ("late, group: time limits", "late, group: time limit"), 36,
     "the group `time limit` is almost called as the group `time limits`"),
    ("unreadable-prompt", "ba-calendar", (BUFFER, ""), 105,
     "wording `plain`: the prompt says another `buffer` than the data"),
    ("template-code", "ba-calendar", (ASKED, "of {open('notes').read()} on"), 105,
     "`{open('notes').read()}` is code"),
)
MORE_PLANTED: tuple[Planted, ...] = (
    ("unknown-unit", "rota", (">= data.rest", ">= 9 hurs"), 25, "`hurs` is not a unit"),
    ("contradiction", "ba-calendar",
     constraint(MORE, 'id: short, group: lengths, check: "each meeting: length(when) < data.length"'),
     33, "`duration` excludes `short`: no answer keeps both"),
    ("contradiction", "rota",
     constraint(ROTA_MORE, 'id: nobody, group: staff, check: "count(duty) = 0"'),
     26, "`nobody` is kept by none of"),
    ("unbounded-range", "rota", ("from: 3, to: 5", "from: 3, to: 1000000000"), 31,
     "holds more than 100000 values"),
    ("unbreakable", "ba-calendar",
     constraint(MORE, 'id: long, group: days, when: data.length > 300 min,'
                ' check: "each meeting: begins(when) >= 09:00"'),
     32, "`long` applies to none of"),
    ("answer-leaked", "ba-calendar", (ASKED, "of {data.length} (say {earliest(fits)}) on"), 105,
     "says the right answer, such as"),
    ("wrong-group", "ba-calendar",
     ("duration, group: duration", "duration, group: availability"), 32,
     "`duration` is counted in the group `availability`"),
    ("wrong-group", "ba-calendar", ("    group: format\n", "    group: form\n"), 28,
     "`format` asks how an answer is written"),
    ("wrong-group", "ba-calendar", ("apart: [format]", "apart: [format, forms]"), 102,
     "no constraint is in the group `forms`"),
    ("unreadable-prompt", "rota",
     ('each: data.shifts, text: "- {it}"', 'each: data.shifts, text: "- {begins(it)}"'), 56,
     "is not one span of time"),
    ("template-code", "ba-calendar", (ASKED, "of {{ data.length }} on"), 105, "is code"),
    ("template-code", "ba-calendar", ('"- {key}: {it}"', '"{% for p in people %}- {key}: {it}"'),
     107, "`{%` is code"),
    ("template-code", "ba-calendar", ("length(when) = data.length", "length(when) = __import__('os')"),
     32, "`__import__` is code"),
    ("undetermined", "rota",
     constraint(ROTA_MORE, 'id: away, group: away, check: "each p in data.people: each duty'
                ' where (person = p.name): not when overlaps p.leave"'),
     26, "`away` leaves an answer undetermined"),
    ("never-drawn", "ba-calendar", ("from: 1, to: 7}", "from: 0, to: 0}"), 42,
     "no draw is possible: planted: nothing to choose from"),
    ("too-many", "ba-calendar", ('meeting: {fields: {when: "starts(data.days',
     'meeting: {each: data.names, fields: {when: "starts(data.days'), 95, "are too many to try"),
)
POOLED = '          - {text: "Use at least {n} sections.", check: "sections >= {n}"'


def pooled(text: str, check: str) -> tuple[str, str]:
    return POOLED, f"          - {{text: {text}, check: '{check}'}}\n{POOLED}"


PLANTED_IN_POOLS: tuple[Planted, ...] = (
    ("unknown-unit", "ba-text", pooled("Be quick.", "duration(document) <= 10 minits"), 104,
     "`minits` is not a unit"),
    ("contradiction", "ba-text", pooled("Be very short.", "words < 20"), 104,
     "`words < 20` cannot hold together with `words >= 30` of `written`"),
    ("unbounded-range", "ba-text", ("with: {n: {from: 3, to: 5}}", "with: {n: {from: 3}}"), 104,
     "the range has no `to`"),
    ("vacuous", "ba-text", pooled("Write words.", "words >= 0"), 104, "every value meets `words >= 0`"),
    ("unbreakable", "ba-text", pooled("Keep to reason.", "words <= 9000000"), 104,
     "small responses that were tried fails"),
    ("duplicate", "ba-text",
     pooled("Name the readers.", 'judged("it says for whom it is written")'), 111,
     "`Say for whom the text is written.` comes to the same formula as `Name the readers.`"),
    ("wrong-group", "ba-text", pooled("Name no salt.", 'not contains "salt"'), 104,
     'is negative, and a positive one is asked for'),
    ("unreadable-prompt", "ba-text", ('      - "Topic: {data.topic}"\n', ""), 206,
     "the prompt says another `topic` than the instance"),
    ("template-code", "ba-text", ("Topic: {data.topic}", "Topic: {data.topic.upper()}"), 211,
     "`{data.topic.upper()}` is code"),
)
# fmt: on


def is_found(folder: Path, fault: Planted) -> None:
    code, name, planted, line, message = fault
    found = [one for one in found_in(folder, name, *planted) if one.code == code]
    assert any(one.at.line == line and message in one.message for one in found), found


@pytest.mark.heavy
@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault[0])
def test_a_planted_fault_is_found_and_named(tmp_path: Path, fault: Planted) -> None:
    is_found(tmp_path, fault)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", MORE_PLANTED, ids=lambda fault: fault[0])
def test_so_are_others_of_its_kind(tmp_path: Path, fault: Planted) -> None:
    is_found(tmp_path, fault)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", PLANTED_IN_POOLS, ids=lambda fault: fault[0])
def test_so_are_those_of_what_is_written(tmp_path: Path, fault: Planted) -> None:
    is_found(tmp_path, fault)


def test_a_response_of_a_case_is_no_part_of_a_prompt(tmp_path: Path) -> None:
    text = """evalspec: 1
constraints: [{id: long, group: length, check: words >= 3}]
cases: [{name: good, response: "Cook the lentils for an hour.", expect: {long: satisfied}}]
bench:
  draw: {who: {type: text, one of: [Ann, Ben]}}
  write: {groups: {style: {number: 1, pool: [{text: Be brief., check: words <= 90}]}}}
  prompts:
    plain:
      - "For {data.who}, such as: Cook the lentils for an hour."
      - {each: data.constraints, text: "- {it}"}
"""
    path = tmp_path / "b.yaml"
    path.write_text(text, encoding="utf-8")
    assert [(one.code, one.at.line) for one in reviewed(path)] == [("answer-leaked", 9)]


@pytest.mark.heavy
def test_few_ways_of_writing_are_not_enough(tmp_path: Path) -> None:
    source = files.find("bench", "rota", None)
    assert source is not None
    text = source.read_text(encoding="utf-8")
    cut = text[text.index("    sentences:\n") : text.index("  refusals:\n")]
    found = found_in(tmp_path, "rota", cut, "")
    assert [(one.code, one.message[:43]) for one in found] == [
        ("few-writings", "the scorer is tried on 1 way of writing an ")
    ]


@pytest.mark.heavy
def test_cases_that_fail_and_constraints_that_notice_nothing_are_findings(tmp_path: Path) -> None:
    case = (
        'cases:\n  - name: far too late\n    response: "Monday 23:00-24:00"\n'
        "    data: {people: {Ann: Monday}, days: Monday, length: 60, buffer: 0, priority: false}\n"
        "    expect: {duration: unsatisfied}\nbench:\n"
    )
    found = found_in(tmp_path, "ba-calendar", "bench:\n", case)
    assert [(one.code, one.message) for one in found] == [
        (
            "missed-expectation",
            "case 'far too late': `duration`: expected unsatisfied; computed satisfied",
        )
    ]


def test_every_review_has_a_name_a_page_and_a_line_in_the_docs() -> None:
    page = (files.root() / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name, review in REVIEWS.items():
        assert review.__doc__
        assert f"| `{name}` |" in page


def test_the_command_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    found_in(tmp_path, "rota", "from: 3, to: 5", "from: 3")
    done = CliRunner().invoke(group, ["bench", "review", str(tmp_path / "b.yaml")])
    assert done.exit_code == 1
    assert "b.yaml:31:33: the range has no `to`: nothing bounds it [unbounded-range]" in done.stdout
    assert done.stdout.endswith("2 findings in 1 spec\n")


def test_what_is_no_yaml_is_said(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text("bench: {draw: [", encoding="utf-8")
    assert [one.code for one in reviewed(path)] == ["yaml"]
