"""The HTML report without a browser: what it holds, what it counts, and that nothing gets out."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.core.errors import InputError
from evalspec.core.verdict import Judgement, Method, Outcome, Reason, Verdict
from evalspec.report.html.page import render
from evalspec.report.html.read import read_run, run_of
from evalspec.report.report import Report
from tests.report.material import HOSTILE, PLAN, cited, label, line, many, protein, scope, write


class Page(HTMLParser):
    """The elements of a page, with the text inside."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.texts.append((self.elements[-1][0] if self.elements else "", data))

    def inside(self, tag: str, **attributes: str) -> str:
        """Return the text that follows the only such element."""
        found = [e for e in self.elements if e[0] == tag and attributes.items() <= e[1].items()]
        assert len(found) == 1
        return "".join(text for name, text in self.texts if name == tag)


def page_of(folder: Path, *files: list[dict[str, Any]], title: str = "") -> str:
    runs = [read_run(write(folder / f"run{n}.jsonl", lines)) for n, lines in enumerate(files)]
    return render(runs, title)


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    told = re.search(r'<script type="text/plain" id="ledgers">(.*?)</script>', page, re.S)
    assert told is not None
    for item, given in zip(content["items"], told[1].split("\n"), strict=bool(content["items"])):
        for said, scopes in zip(item["said"], json.loads(given), strict=True):
            if scopes:
                said["scopes"] = scopes
    return content


def hostile_lines(text: str) -> list[dict[str, Any]]:
    named = {"human": {"label": "satisfied", "verdict": "unsatisfied"}}
    broken = scope(
        "unsatisfied", label=text, measure=text, computed=text, bound=text, unit=text, detail=text,
        offending=[{"text": text, "span": [0, len(text)]}],
    )  # fmt: skip
    judgement: dict[str, Any] = {
        "judge": text, "kind": "jury", "model": text, "rationale": text, "reply": text + "!",
        "dropped": [text], "detail": text, "outcome": "satisfied", "reason": text,
    }  # fmt: skip
    judgement["members"] = [dict(judgement)]
    verdict = line(
        "unsatisfied", row=text, name=text, text=text, canonical=text, detail=text,
        groups={text: text}, labels={text: named["human"], **named}, assumptions=[text],
        method=text, scopes=[broken], doubts=[{"text": text, "span": [0, 1]}],
        response_text=text, request=text, judgement=judgement, reason=text,
    )  # fmt: skip
    other = {**verdict, "row": "other", "groups": {text: "b"}, "outcome": "undetermined"}
    unread = {"schema_version": 1, "line": 3, "problem": {"code": "x", "message": text, "hint": ""}}
    return [verdict, other, {**verdict, "row": "third"}, unread]


def test_nothing_in_a_result_becomes_markup(tmp_path: Path) -> None:
    plain = Page(page_of(tmp_path, hostile_lines("plain"), title="plain"))
    page = page_of(tmp_path, hostile_lines(HOSTILE), title=HOSTILE)
    hostile = Page(page)
    assert [name for name, _ in hostile.elements] == [name for name, _ in plain.elements]
    assert [list(a) for _, a in hostile.elements] == [list(a) for _, a in plain.elements]
    assert page.count("</script>") == 3  # the data, the ledgers, the script
    assert "<!-- <script>" not in page
    shown = HOSTILE.replace("\x00", "\ufffd")
    assert hostile.inside("h1") == shown
    data = data_of(page)
    assert data["responses"][0] == {"name": HOSTILE, "text": HOSTILE, "request": HOSTILE}
    assert data["items"][0]["said"][0]["judgement"]["rationale"] == HOSTILE


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    page = page_of(tmp_path, [line("satisfied", response_text=PLAN)])
    elements = Page(page).elements
    assert {name for name, _ in elements}.isdisjoint({"link", "img", "iframe", "base", "object"})
    places = [a[key] for _, a in elements for key in ("src", "href", "action") if key in a]
    assert all(place.startswith("#") for place in places)
    assert "http" not in page.replace("http-equiv", "")
    assert "style=" not in page


def test_the_policy_allows_this_script_and_this_style_only(tmp_path: Path) -> None:
    page = page_of(tmp_path, [line("satisfied")])
    (policy,) = (a["content"] for n, a in Page(page).elements if a.get("http-equiv"))
    script = page[page.rindex("<script>") + 8 : page.rindex("</script>")]
    style = page[page.index("<style>") + 7 : page.index("</style>")]
    for content, kind in ((script, "script"), (style, "style")):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_the_same_results_give_the_same_page(tmp_path: Path) -> None:
    lines = list(many(20))
    assert page_of(tmp_path, lines) == page_of(tmp_path, lines)


def test_a_piece_has_a_place_only_where_it_stands(tmp_path: Path) -> None:
    moved = protein()
    moved["operands"][0]["cited"]["span"] = [0, 4]
    moved["operands"][1]["cited"]["span"] = [-4, 9999]
    moved["spans"] = [[5, 2], [0, 8]]
    page = page_of(tmp_path, [line("unsatisfied", scopes=[moved], response_text=PLAN)])
    (found,) = data_of(page)["items"][0]["said"][0]["scopes"]
    assert [o.get("at") for o in found["operands"]] == [None, None]
    assert [o["cited"] for o in found["operands"]] == ["20 g", "61 g"]
    assert found["spans"] == [[0, 8]]
    start = PLAN.index("99 g")
    assert found["excluded"] == [
        {"reason": "stated-total", "detail": "81 g", "at": [start, start + 4]}
    ]


def test_without_the_response_the_pieces_are_quoted(tmp_path: Path) -> None:
    page = page_of(tmp_path, [line("unsatisfied", scopes=[protein()])])
    data = data_of(page)
    assert data["responses"] == [{"name": "r1", "text": None}]
    (found,) = data["items"][0]["said"][0]["scopes"]
    assert [o["cited"] for o in found["operands"]] == ["20 g", "61 g"]
    assert "spans" not in found


def test_several_files_stand_side_by_side(tmp_path: Path) -> None:
    rules = [
        line("unsatisfied", labels=label("unsatisfied", "unsatisfied"), response_text=PLAN),
        line("satisfied", text="Other.", canonical="", response_text=PLAN),
        line("satisfied", text="Other.", canonical="", response_text=PLAN),
    ]
    judge = [
        line("undetermined", text="Other.", canonical="", method="judge", reason="needs-judge"),
        line("satisfied", method="judge", judgement={"rationale": "Adds up.", "model": "m"}),
    ]
    page = page_of(tmp_path, rules, judge)
    data = data_of(page)
    assert data["sources"] == ["rules", "judge"]
    assert len(data["responses"]) == 1  # the judge's file holds no text: it is that of the rules
    outcomes = [[said and said["outcome"] for said in item["said"]] for item in data["items"]]
    assert outcomes == [["unsatisfied", "satisfied"], ["satisfied", "undetermined"],
                        ["satisfied", None]]  # fmt: skip
    first = data["items"][0]["said"][1]
    assert first["judgement"] == {"name": "m", "rationale": "Adds up."}
    assert first["labels"] == {"human": ["unsatisfied", "satisfied"]}
    assert "The same outcome on 0 of 2 (0.0 %)." in page
    assert re.search(r"Cohen(?:'|&#\w+;)s kappa of the 1 that both decide: 0\.000\.", page)


def test_methods_of_one_file_stand_side_by_side(tmp_path: Path) -> None:
    judged = line("satisfied", method="judge", judgement={"rationale": "Fine."}, row="", id="")
    ruled = line("unsatisfied", row="", scopes=[protein()])
    both = [
        {**ruled, "row": "r1", "also": [judged], "labels": label("unsatisfied", "unsatisfied")},
        {**judged, "row": "r2", "also": [{**ruled, "outcome": "undetermined"}]},
        line("satisfied", row="r3"),
    ]
    page = page_of(tmp_path, [{**one, "response_text": PLAN} for one in both])
    data = data_of(page)
    assert data["sources"] == ["verdict", "rules", "judge"]
    first, second, third = (item["said"] for item in data["items"])
    assert first[0] == 1  # what stands is what the rules say
    assert first[1]["scopes"][0]["operands"][0]["at"] == cited(PLAN, "20 g")["span"]
    assert first[2]["labels"] == {"human": ["unsatisfied", "satisfied"]}
    assert (second[0], second[1]["outcome"], second[2]["outcome"]) == (
        2, "undetermined", "satisfied",
    )  # fmt: skip
    assert (third[0], third[2]) == (1, None)
    assert page.count('<table class="confusion"><caption>Rows: rules; columns: judge') == 1
    assert "Rows: verdict" not in page


def test_what_check_writes_of_a_judge_is_read() -> None:
    judgement = Judgement("j", "vote", "m", "zero-shot@1", Outcome.SATISFIED, Reason.NONE,
                          "Fine.", "Fine. YES", cost=Decimal("0.01"), agreement=1.0)  # fmt: skip
    ruled = Verdict("c", Outcome.UNDETERMINED, Reason.DOUBT, Method.SYMBOLIC, "words = 1")
    judged = Verdict("c", Outcome.SATISFIED, Reason.NONE, Method.JUDGE, "words = 1",
                     judgement=judgement, also=(ruled,))  # fmt: skip
    run = run_of([Report("a.md", "one", "s.yaml", "", (judged,))])
    data = data_of(render([run]))
    assert data["sources"] == ["verdict", "rules", "judge"]
    (item,) = data["items"]
    assert item["said"][0] == 2
    assert item["said"][1]["reason"] == "doubt"
    assert item["said"][2]["judgement"] == {
        "name": "j vote m", "outcome": "satisfied", "rationale": "Fine.", "reply": "Fine. YES",
        "agreement": 1.0,
    }  # fmt: skip


def test_two_answers_of_one_name_stay_apart(tmp_path: Path) -> None:
    old = [line("unsatisfied", response_text="old", labels=label("unsatisfied", "unsatisfied"))]
    new = [line("satisfied", response_text="new")]
    data = data_of(page_of(tmp_path, old, new))
    assert data["sources"] == ["run0", "run1"]
    assert [response["text"] for response in data["responses"]] == ["old", "new"]
    assert "labels" not in data["items"][0]["said"][1]


def test_figures_are_those_of_the_run(tmp_path: Path) -> None:
    lines = [
        line("satisfied", labels=label("satisfied", "satisfied"), groups={"kind": "a"}),
        line("satisfied", row="r2", labels=label("unsatisfied", "satisfied"), groups={"kind": "b"}),
        line("undetermined", row="r3", labels=label("satisfied", "undetermined"),
             groups={"kind": "a"}, reason="doubt"),
        line("unsatisfied", row="r4", labels=label("unsatisfied", "unsatisfied"),
             groups={"kind": "a"}),
        line("satisfied", row="r5", groups={"kind": "b"}),
    ]  # fmt: skip
    page = page_of(tmp_path, lines)
    text = re.sub(r"<[^>]*>", " ", page[page.index("<main>") : page.index("<noscript>")])
    words = " ".join(text.split())
    assert "5 verdicts ✓ 3 satisfied 60.0 % ✗ 1 unsatisfied 20.0 % ? 1 undetermined" in words
    assert "Against the label human, n = 4 Accuracy 50.0 % F1 satisfied 50.0 %" in words
    assert "F1 unsatisfied 66.7 % Coverage 75.0 % Accuracy, decided 66.7 %" in words
    assert "Accuracy, decided 66.7 % 95 % interval 15.0 – 85.0 % Kappa 0.400" in words
    assert "labelled satisfied 1 1 0 labelled unsatisfied 1 0 1" in words
    assert "By kind kind verdicts outcomes accuracy, human a 3 66.7 % b 2 0.0 %" in words


def test_rows_that_could_not_be_read_are_named(tmp_path: Path) -> None:
    unread = {
        "schema_version": 1, "line": 7,
        "problem": {"code": "bad-row", "message": "no response", "hint": ""},
    }  # fmt: skip
    page = page_of(tmp_path, [line("satisfied"), unread])
    assert "<summary>1 row could not be read</summary><ul><li>line 7: no response</li>" in page


BAD = [
    ("", "r.jsonl: there is no result in this file"),
    ('{"a": 1}\n', "r.jsonl:1:1: this line is no result: it has no `outcome`"),
    ('{"outcome": "maybe"}\n', "r.jsonl:1:1: this line is no result: Invalid enum value 'maybe'"),
    ("[1]\n", "r.jsonl:1:1: this line is no result: Expected `object`, got `array`"),
    ("\xff", "r.jsonl: this is no result of `evalspec run -o` or `evalspec check -f json`"),
    ("a,b\n1,2\n", "r.jsonl: this is no result of `evalspec run -o` or `evalspec check -f json`"
     " (`evalspec compare --dataset ADAPTER` reads verdicts of other files)"),
    ('{"outcome": "satisfied", "text": "\\ud800"}\n', "r.jsonl:1:1: this line is no result: "),
    ('{"schema_version": 9, "outcome": "satisfied"}\n',
     "r.jsonl:1:1: results of version 9; this evalspec reads version 1"),
    ('{"reports": [{"response": 3, "verdicts": []}]}',
     "r.jsonl: this is no result of `evalspec check -f json`: Expected `str`, got `int`"),
    ("[" * 100_000, "r.jsonl:1:1: this line is no result: "),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), BAD)
def test_what_is_no_result_is_refused(
    content: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.jsonl").write_text(content, encoding="latin-1")
    with pytest.raises(InputError) as error:
        read_run(Path("r.jsonl"))
    assert str(error.value).startswith(message)


SPEC = "evalspec: 1\ntitle: A <plan>\nvocabulary: text\nconstraints:\n  - check: words <= 2\n"


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(SPEC)
    Path("a.md").write_text("one two three")
    Path("b.md").write_text("one two")
    return CliRunner()


def test_check_writes_the_page_itself(checked: CliRunner) -> None:
    result = checked.invoke(group, ["check", "a.md", "b.md", "-s", "s.yaml", "-f", "html:o.html"])
    assert result.exit_code == 1
    page = Path("o.html").read_text(encoding="utf-8")
    assert "<h1>A &lt;plan&gt;</h1>" in page
    data = data_of(page)
    assert [r["text"] for r in data["responses"]] == ["one two three", "one two"]
    assert [item["said"][0]["outcome"] for item in data["items"]] == ["unsatisfied", "satisfied"]


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_report_reads_what_check_wrote(form: str, checked: CliRunner) -> None:
    check = ["check", "a.md", "b.md", "-s", "s.yaml", "-f", f"{form}:o.{form}"]
    checked.invoke(group, [*check, "--with-responses"])
    direct = checked.invoke(group, ["check", "a.md", "b.md", "-s", "s.yaml", "-f", "html:-"])
    result = checked.invoke(group, ["report", f"o.{form}", "-o", "o.html"])
    assert (result.exit_code, result.output) == (0, "")
    assert data_of(Path("o.html").read_text(encoding="utf-8")) == data_of(direct.stdout)
    checked.invoke(group, check)
    bare = checked.invoke(group, ["report", f"o.{form}", "-o", "-"])
    assert [r["text"] for r in data_of(bare.stdout)["responses"]] == [None, None]


def test_report_reads_what_run_wrote(checked: CliRunner) -> None:
    adapter = "dataset: 1\nname: n\nresponse: a\nrequest: q\nconstraint: {check: c}\n"
    Path("d.yaml").write_text(adapter)
    Path("d.jsonl").write_text('{"a": "one two", "q": "Say two words.", "c": "words = 2"}\n')
    run = ["run", "d.jsonl", "-d", "d.yaml", "-o", "o.jsonl", "--with-responses"]
    assert checked.invoke(group, run).exit_code == 0
    page = checked.invoke(group, ["report", "o.jsonl", "-o", "-", "--title", "Mine"]).stdout
    assert "<title>Mine</title>" in page
    (response,) = data_of(page)["responses"]
    assert (response["text"], response["request"]) == ("one two", "Say two words.")


def test_places_are_cited_once(tmp_path: Path) -> None:
    page = page_of(tmp_path, [line("unsatisfied", scopes=[protein()], response_text=PLAN)])
    start, end = cited(PLAN, "20 g")["span"]
    (found,) = data_of(page)["items"][0]["said"][0]["scopes"]
    assert found["operands"][0] == {
        "label": "Soup", "role": "protein", "value": "20", "unit": "g", "at": [start, end],
    }  # fmt: skip


def test_rationales_are_audited_when_that_is_asked_for(tmp_path: Path) -> None:
    def said(rationale: str) -> dict[str, Any]:
        judgement = {"judge": "j", "outcome": "satisfied", "rationale": rationale}
        return line("satisfied", method="judge", judgement=judgement)

    wrong, right = "Day 1: 20 g + 71 g = 91 g, that is enough.", "No number at all."
    rules = write(tmp_path / "rules.jsonl", [line("unsatisfied", scopes=[protein()])] * 2)
    judge = write(tmp_path / "judge.jsonl", [said(wrong), said(right)])
    page = tmp_path / "page.html"
    made = CliRunner().invoke(group, ["report", str(rules), str(judge), "-o", str(page), "--audit",
                                      "--vocabulary", "meal-plan"])  # fmt: skip
    assert made.exit_code == 0, made.output
    text = page.read_text("utf-8")
    data = data_of(text)
    first, second = (item["said"][1]["audit"] for item in data["items"])
    assert first["result"] == "extraction"
    assert [cited for _, cited in first["findings"]] == ["20 g + 71 g = 91 g", "91 g"]
    assert "adds 71" in first["findings"][0][0]
    assert second == {"result": "unclear"}
    assert "Audit of 2 rationales" in text
    assert "source=judge&amp;audit=extraction" in text
    plain = CliRunner().invoke(group, ["report", str(rules), str(judge), "-o", "-"]).stdout
    assert "Audit of" not in plain
