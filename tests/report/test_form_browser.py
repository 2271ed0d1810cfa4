"""The form of a person in a real Chromium: keys alone, hostile texts, labels that survive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalspec.compare.people.label import Label, read_labels
from evalspec.compare.people.question import Question, Rationale
from evalspec.report.form.page import render
from tests.report.browser import NoBrowserError, chromium

pytestmark = pytest.mark.heavy

HOSTILE = [
    "<script>document.title = 'broken'</script>",
    "</script><script>document.title = 'broken'</script>",
    "</SCRIPT ><img src=x onerror=\"document.title='broken'\">",
    "<!-- <script>",
    "<!--<script>document.title='broken'</script>-->",
    "]]><script>document.title='broken'</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<a href=javascript:alert(1) autofocus onfocus=alert(1)>x</a>",
    "</title></style></textarea><script>alert(1)</script>",
    "</main></body></html><h1>broken</h1>",
    "<meta http-equiv=refresh content='0;url=https://example.invalid'>",
    "<base href=https://example.invalid/>",
    "<form action=https://example.invalid><button>y</button></form>",
    "<style>* { display: none }</style>",
    "<link rel=stylesheet href=https://example.invalid/x.css>",
    "<details open ontoggle=alert(1)>",
    "${alert(1)} {{person}} {{script}} #{1} <%= 1 %>",
    "'\"><script>alert(1)</script>",
    '\\"},"person":"broken"}',
    "&lt;script&gt; &amp; &#60;script&#62;",
    "\u202egnp.exe\u202c and \u2066isolated\u2069 \u200f",
    "مرحبا <b>שלום</b> 123",
    "line\u2028separator\u2029paragraph\x85next\x0bvertical\x0cform",
    "nul \x00 bell \x07 escape \x1b[31m delete \x7f",
    "👩\u200d👩\u200d👧 e\u0301 \U000e0041 \ufeff \ufffe",
    "x" * 200_000,
    "<div>" * 20_000,
]
"""Texts that must be shown and do nothing."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        with chromium() as found:
            yield found
    except NoBrowserError as error:
        pytest.skip(str(error))


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a form; nothing may go wrong in it, and nothing be fetched."""
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 1000, "height": 800})

    def fetched(address: str) -> None:
        if "form.html" not in address and not address.startswith("blob:"):
            wrong.append(address)

    def call(asked: list[Question], person: str = "ann", **changes: Any) -> Any:
        path = tmp_path / "form.html"
        path.write_text(render(asked, Label("", "", person, **changes)), encoding="utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on("request", lambda request: fetched(request.url))
        page.goto(path.as_uri())
        return page

    yield call
    context.close()
    assert wrong == []


def many(number: int) -> list[Question]:
    return [
        Question(f"item{n}", f"Rule {n}?", (f"text {n // 5}",), "Do it.") for n in range(number)
    ]


def downloaded(page: Any, path: Path) -> list[Label]:
    with page.expect_download() as found:
        page.keyboard.press("d")
    found.value.save_as(path)
    return [placed.label for placed in read_labels([path])]


def count(page: Any) -> str:
    text: str = page.locator("#count").inner_text()
    return text


_TEXT = """(body) => [...body.childNodes].map((node) => node.nodeType === 3
  ? node.data : String.fromCodePoint(parseInt(node.textContent.slice(2), 16))).join("")"""
"""The text that is shown; characters that are not seen stand as their numbers."""


def test_hostile_texts_do_nothing(opened: Callable[..., Any], tmp_path: Path) -> None:
    asked = [
        Question(f"item{n}", text, (text,), text, (Rationale(text),))
        for n, text in enumerate(HOSTILE)
    ]
    assert len(asked) == 30
    page = opened(asked, "<script>alert(1)</script>", seen=("rationales",))
    number = page.locator("script").count()
    for text in HOSTILE:
        body = page.locator("#shown .body")
        assert [body.nth(n).evaluate(_TEXT) for n in range(3)] == [text] * 3
        assert page.locator("#shown *:not(section, div, h3, span)").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 1000
        page.keyboard.press("?")
    assert count(page) == "30 of 30 labelled"
    assert page.locator("script").count() == number == 2
    found = downloaded(page, tmp_path / "got.jsonl")
    assert {label.label for label in found} == {"undetermined"}
    assert {label.person for label in found} == {"<script>alert(1)</script>"}
    assert [label.digest for label in found] == [one.digest for one in asked]


def test_characters_that_turn_text_around_are_shown(opened: Callable[..., Any]) -> None:
    page = opened([Question("item", "Rule", ("a\u202eb\x1b",))])
    assert page.locator(".unseen").all_inner_texts() == ["U+202E", "U+001B"]


def test_pairs_by_keyboard(opened: Callable[..., Any], tmp_path: Path) -> None:
    orders = ["AB", "BA", "AB", "BA"]
    page = opened(
        [Question(f"item{n}", "Which?", (f"alpha {n}", f"beta {n}"), order=order)
         for n, order in enumerate(orders)]
    )  # fmt: skip
    firsts = []
    for key in "110?":
        firsts.append(page.locator("#shown .body").first.inner_text().split()[0])
        page.keyboard.press(key)
    assert firsts == ["alpha", "beta", "alpha", "beta"]
    found = downloaded(page, tmp_path / "got.jsonl")
    assert [label.label for label in found] == ["A", "B", "tie", "undetermined"]
    assert [label.order for label in found] == orders


def test_five_hundred_by_keyboard_alone(opened: Callable[..., Any], tmp_path: Path) -> None:
    page = opened(many(500))
    for n in range(500):
        page.keyboard.press("yn?"[n % 3])
    assert count(page) == "500 of 500 labelled"
    assert "All are labelled" in page.locator("#status").inner_text()
    found = downloaded(page, tmp_path / "got.jsonl")
    assert [label.item for label in found] == [f"item{n}" for n in range(500)]
    assert [label.label for label in found[:3]] == ["satisfied", "unsatisfied", "undetermined"]
    assert found[0].seen == ("request", "response")


def test_labels_survive_a_reload(opened: Callable[..., Any], tmp_path: Path) -> None:
    page = opened(many(500))
    for key in "yyn":
        page.keyboard.press(key)
    page.keyboard.press("m")
    page.keyboard.type("not y, n or x")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.reload()
    assert count(page) == "4 of 500 labelled"
    assert page.locator("#place").inner_text() == "Question 5 of 500"
    page.keyboard.press("ArrowLeft")
    assert page.locator("#note").input_value() == "not y, n or x"
    assert page.locator("[aria-pressed=true]").inner_text().startswith("cannot tell")
    page.keyboard.press("x")
    assert count(page) == "3 of 500 labelled"
    page.keyboard.press("Y")
    assert [label.label for label in downloaded(page, tmp_path / "got.jsonl")] == [
        "satisfied", "satisfied", "unsatisfied", "satisfied",
    ]  # fmt: skip


_CHOOSER = """addEventListener("click", (event) => {
  event.preventDefault();
  window.asked = event.target.id;
})"""
"""The dialog of the browser is not for a test; that it is asked for, is."""


def test_a_file_of_labels_is_loaded(opened: Callable[..., Any], tmp_path: Path) -> None:
    page = opened(many(5))
    one, other, *_ = many(5)
    label = {"item": "item0", "label": "satisfied", "person": "ann", "digest": one.digest,
             "time": "2024-01-01T00:00:00+00:00", "note": "<b>"}  # fmt: skip
    lines: list[Any] = [
        label, {**label, "item": "item1"}, {**label, "person": "ben"}, {**label, "item": "none"},
        {**label, "item": "item1", "digest": other.digest, "label": "A"}, [], None,
    ]  # fmt: skip
    path = tmp_path / "kept.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "{broken\n")
    page.evaluate(_CHOOSER)
    page.keyboard.press("l")
    assert page.evaluate("window.asked") == "file"
    page.set_input_files("#file", path)
    page.locator(
        "#count", has_text="1 of 5 labelled"
    ).wait_for()  # the page forbids to evaluate text
    assert page.locator("#status").inner_text() == (
        "kept.jsonl: 1 taken, 2 of other questions, 1 of somebody else, 1 made on another text, "
        "3 no labels."
    )
    page.reload()
    assert count(page) == "1 of 5 labelled"
    (kept,) = downloaded(page, tmp_path / "got.jsonl")
    assert (kept.item, kept.label, kept.note) == ("item0", "satisfied", "<b>")


def test_every_control_can_be_reached_and_has_a_name(opened: Callable[..., Any]) -> None:
    page = opened(many(3))
    reached = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.textContent || document.activeElement.id")
        )
    named = page.locator("button").all_text_contents()
    assert set(named) <= reached
    for size in (360, 390, 1400):
        page.set_viewport_size({"width": size, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= size
