"""`evalspec run` on pairs: two columns, rows compared with each other, judges, what is refused."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from evalspec.cli import group
from evalspec.core.errors import EvalspecError
from evalspec.source import schema
from tests.judge.endpoint import serving

SPEC = """\
evalspec: 1
constraints: [{id: soup, check: contains "soup"}]
criteria:
  - {id: short, prefer: lower, measure: words}
  - {id: fits, prefer: satisfied}
  - {id: nice, scale: helpfulness, judge: j}
scenarios: {plain: [short], judged: [nice], both: [short, fits]}
"""
TWO = """\
dataset: 1
name: two
pair: {a: left, b: right, system_a: sa, system_b: sb, scenario: kind, request: [q]}
request: q
spec: spec.yaml
groups: [kind]
labels: {person: says}
"""
ROWS: list[dict[str, Any]] = [
    {"q": "1", "left": "soup", "right": "a long stew", "sa": "x", "sb": "y", "says": "A"},
    {"q": "2", "left": "a very long stew", "right": "soup", "sa": "x", "sb": "y", "says": "tie"},
    {"q": "3", "left": "same soup", "right": "same soup", "sa": "y", "sb": "x", "says": "y"},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "two.yaml").write_text(TWO)
    return tmp_path


def written(folder: Path, rows: list[dict[str, Any]], kind: str = "both") -> str:
    lines = (json.dumps({"kind": kind, **row}) for row in rows)
    (folder / "rows.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return "rows.jsonl"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["run", *arguments])


def results(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def said(result: Result) -> str:
    assert result.exit_code
    return str(result.exception) if isinstance(result.exception, EvalspecError) else result.output


def test_two_columns_by_the_criteria_of_a_scenario(folder: Path) -> None:
    data = written(folder, ROWS)
    result = run(data, "-d", "two.yaml", "-o", "out.jsonl", "--summary", "s.json")
    assert result.exit_code == 0, result.output
    found = results("out.jsonl")
    assert [(r["line"], r["criterion"], r["outcome"]) for r in found] == [
        (1, "short", "A"), (1, "fits", "A"), (2, "short", "B"), (2, "fits", "B"),
        (3, "short", "tie"), (3, "fits", "tie"),
    ]  # fmt: skip
    assert found[0]["pair"] == {"a": "x", "b": "y"}
    assert found[0]["labels"] == {"person": "A"}
    assert found[4]["labels"] == {"person": "A"}, "the name of a system names its side"
    assert "text_a" not in found[0]
    figures = json.loads(Path("s.json").read_text())
    assert (figures["results"], figures["winners"]) == (6, 4)
    assert figures["labels"]["person"] == {"same": 2, "tie": 2, "opposite": 0, "undetermined": 0}
    assert "3 pairs, 6 results, 6 decided, 4 with a winner" in result.output


def test_results_of_pairs_are_compared(folder: Path) -> None:
    data = written(folder, ROWS)
    run(data, "-d", "two.yaml", "-o", "out.jsonl", "--with-responses")
    result = CliRunner().invoke(group, ["compare", "out.jsonl", "-f", "json", "--by", "criterion"])
    assert result.exit_code == 0, said(result)
    found = json.loads(result.output)
    assert (found["reference"], found["items"], found["requests"]) == ("person", 6, 3)
    # short: A B tie, fits: A B tie; the person says A tie A of both
    assert found["scores"]["rules"]["figures"]["agreement"]["value"] == pytest.approx(1 / 3)
    assert found["habits"]["rules"]["longer"]["value"] == 0
    page = CliRunner().invoke(group, ["compare", "out.jsonl", "-f", "html:p.html"])
    assert page.exit_code == 0
    assert "a very long stew" in Path("p.html").read_text()
    report = CliRunner().invoke(group, ["report", "out.jsonl", "-o", "-"])
    assert "<mark>soup</mark>" in report.output


def test_pairs_and_single_responses_share_no_table(folder: Path) -> None:
    run(written(folder, ROWS), "-d", "two.yaml", "-o", "pairs.jsonl")
    run("rows.jsonl", "--spec", "spec.yaml", "--response", "left", "-o", "single.jsonl")
    result = CliRunner().invoke(group, ["compare", "pairs.jsonl", "single.jsonl"])
    assert "some files are about pairs and some about single responses" in said(result)


def test_what_is_written_follows_its_schema(folder: Path) -> None:
    schemas = [schema.load(f"{name}.schema.json") for name in ("verdict", "result")]
    registry = Registry().with_resources(
        (one["$id"], Resource.from_contents(one)) for one in schemas
    )
    valid = Draft202012Validator(schema.load("preference.schema.json"), registry=registry)
    data = written(folder, [*ROWS, {**ROWS[0], "says": "perhaps"}], "judged")
    replies = 'replies: [{reply: "{marker}\\n1"}]\n'
    with serving(folder, replies) as endpoint:
        known = f"judges: {{j: {{model: m, base_url: {endpoint.url}}}}}\n"
        (folder / "spec.yaml").write_text(SPEC + known)
        judged = ("--judge", "j", "--judge-url", endpoint.url)
        run(data, "-d", "two.yaml", "-o", "out.jsonl", "--with-responses", *judged)
    written(folder, ROWS)
    run(data, "-d", "two.yaml", "-o", "more.jsonl")
    Path("a.md").write_text("a soup")
    Path("b.md").write_text("a long soup")
    for form in ("json", "jsonl"):
        preferred = ["prefer", "a.md", "b.md", "-s", "spec.yaml", "-f", f"{form}:p.{form}"]
        CliRunner().invoke(group, [*preferred, "--exit-zero"])
    lines = [*results("out.jsonl"), *results("more.jsonl"), *results("p.jsonl")]
    for one in (*lines, json.loads(Path("p.json").read_text())):
        assert not list(valid.iter_errors(one)), valid.iter_errors(one)
    assert len(lines) == 3 + 1 + 6 + 3


BY = """\
dataset: 1
name: by
response: text
pair: {by: q, system: model, against: AGAINST}
spec: spec.yaml
"""


@pytest.mark.parametrize(
    ("against", "pairs"),
    [
        ("all", [("x", "y"), ("x", "z"), ("y", "z"), ("x", "z")]),
        ("z", [("x", "z"), ("y", "z"), ("x", "z")]),
        ("x", [("y", "x"), ("z", "x"), ("z", "x")]),
        ("w", []),
    ],
)
def test_rows_that_agree_are_compared(
    folder: Path, against: str, pairs: list[tuple[str, str]]
) -> None:
    (folder / "by.yaml").write_text(BY.replace("AGAINST", against))
    rows = [
        {"q": q, "model": m, "text": f"{m} soup"} for q, m in ("1x", "1y", "2x", "1z", "2z", "2z")
    ]
    data = written(folder, rows[:5])
    result = run(data, "-d", "by.yaml", "-o", "out.jsonl")
    assert result.exit_code == 0, said(result)
    shorts = [one for one in results("out.jsonl") if one["criterion"] == "short"]
    assert [(one["pair"]["a"], one["pair"]["b"]) for one in shorts] == pairs


def test_rows_by_their_own_constraints(folder: Path) -> None:
    (folder / "own.yaml").write_text("""\
dataset: 1
name: own
response: text
constraint: {check: rule}
pair: {by: [q, rule], system: model}
labels: {judge: good}
""")
    rows = [
        {"q": "1", "rule": "words <= 2", "model": "x", "text": "a soup", "good": 1},
        {"q": "1", "rule": "words <= 2", "model": "y", "text": "a long soup", "good": 1},
        {"q": "1", "rule": 'contains "soup"', "model": "x", "text": "a soup", "good": 0},
        {"q": "1", "rule": 'contains "soup"', "model": "y", "text": "a long soup", "good": 1},
    ]
    result = run(written(folder, rows), "-d", "own.yaml", "-o", "out.jsonl")
    assert result.exit_code == 0, said(result)
    assert [(r["criterion"], r["outcome"], r["labels"]["judge"]) for r in results("out.jsonl")] == [
        ("words <= 2", "A", "tie"),
        ('contains "soup"', "tie", "B"),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"right": None}, "column `right` holds no text: there is no B"),
        ({"says": "perhaps"}, "label `person` is none of"),
    ],
)
def test_a_row_that_is_no_pair_is_reported(
    folder: Path, change: dict[str, Any], message: str
) -> None:
    data = written(folder, [ROWS[0], {**ROWS[1], **change}])
    result = run(data, "-d", "two.yaml", "-o", "out.jsonl")
    assert result.exit_code == 0
    assert message in result.output
    assert results("out.jsonl")[-1]["problem"]["code"] == "bad-row"
    assert message in said(run(written(folder, [{**ROWS[1], **change}]), "-d", "two.yaml"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-f", "junit"), "pairs are written with -o OUT"),
        (("-o", "out/"), "not to a folder"),
        (("--judge", "zero-shot", "--both"), "--both is about constraints"),
    ],
)
def test_what_is_not_for_pairs(folder: Path, options: tuple[str, ...], message: str) -> None:
    assert message in said(run(written(folder, ROWS), "-d", "two.yaml", *options))


def test_a_spec_of_criteria_alone_decides_no_single_response(folder: Path) -> None:
    (folder / "c.yaml").write_text("evalspec: 1\ncriteria: [{id: a, scale: helpfulness}]\n")
    result = run(written(folder, ROWS), "--spec", "c.yaml", "--response", "left")
    assert "an adapter with `pair:`" in said(result)
    assert "the adapter names no spec" in said(run("rows.jsonl", "-d", "scaleeval"))


def test_an_unknown_scenario_ends_the_run(folder: Path) -> None:
    assert "no scenario 'none'" in said(run(written(folder, ROWS, "none"), "-d", "two.yaml"))


def test_judges_are_asked_once_however_often_a_run_is_begun(folder: Path) -> None:
    scenario = 'replies: [{when: "Submission 1:\\\\s+FENCE \\\\w+ begins\\\\s+soup", reply: "{marker}\\n1"}, {reply: "{marker}\\n2"}]\n'  # noqa: E501
    data = written(folder, [{**row, "right": row["right"] + "!"} for row in ROWS[:1]], "judged")
    with serving(folder, scenario) as endpoint:
        spec = SPEC + f"judges: {{j: {{model: m, base_url: {endpoint.url}}}}}\n"
        (folder / "spec.yaml").write_text(spec)
        options = ("--judge", "j", "--judge-url", endpoint.url, "-o", "out.jsonl")
        for _ in range(2):
            assert run(data, "-d", "two.yaml", *options).exit_code == 0
        assert endpoint.counts()["reply"] == 2
    (found,) = results("out.jsonl")
    assert (found["outcome"], found["method"]) == ("A", "judge")
    assert [one["first"] for one in found["judgements"]] == ["A", "B"]
    shown = CliRunner().invoke(group, ["compare", "out.jsonl", "-f", "json"])
    habits = json.loads(shown.output)["habits"]["j"]
    assert (habits["swap"]["value"], habits["swap_n"], habits["first_slot"]["value"]) == (1, 1, 0.5)


@pytest.mark.heavy
def test_structflow_as_pairs_is_what_its_single_verdicts_give(folder: Path) -> None:
    place = os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data"
    data = Path(place) / "structflow" / "dev.jsonl.gz"
    if not data.is_file():
        pytest.skip("../shared/data is not there (EVALSPEC_DATA names it)")
    run(str(data), "-d", "structflow", "--limit", "150", "-o", "single.jsonl")
    run(str(data), "-d", "structflow-pairs", "--limit", "150", "--summary", "s.json")
    answers: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for one in results("single.jsonl"):
        turn = one["row"].partition("/")[2]
        answers.setdefault((turn, one["text"]), []).append(
            (one["outcome"], one["labels"]["judge"]["label"])
        )
    counts: Counter[str] = Counter()
    for members in answers.values():
        for (mine, good), (theirs, well) in combinations(members, 2):
            counts["all"] += 1
            if "undetermined" in (mine, theirs):
                continue
            counts["decided"] += 1
            if mine != theirs:
                counts["tie" if good == well else "same" if good == mine else "opposite"] += 1
    figures = json.loads(Path("s.json").read_text())
    judge = figures["labels"]["judge"]
    assert (figures["results"], figures["decided"]) == (counts["all"], counts["decided"])
    assert judge == {**{n: counts[n] for n in ("same", "tie", "opposite")}, "undetermined": 0}
    assert judge["same"] > judge["opposite"] > 0
