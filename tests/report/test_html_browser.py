"""The HTML report in a real Chromium: filters, keyboard, highlights, dark, print, safety."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalspec.report.html.page import render
from evalspec.report.html.read import read_run
from tests.report.browser import NoBrowserError, chromium
from tests.report.material import HOSTILE, PLAN, cited, label, line, many, protein, scope, write
from tests.report.test_html import hostile_lines

pytestmark = pytest.mark.heavy

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        with chromium() as found:
            yield found
    except NoBrowserError as error:
        pytest.skip(str(error))


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open a page of results; nothing may go wrong in it, and nothing be fetched."""
    wrong: list[str] = []
    contexts = []

    def call(*files: list[dict[str, Any]], title: str = "", hash: str = "", **options: Any) -> Any:
        runs = [read_run(write(tmp_path / f"run{n}.jsonl", lines)) for n, lines in enumerate(files)]
        path = tmp_path / "page.html"
        path.write_text(render(runs, title), encoding="utf-8")
        context = browser.new_context(viewport={"width": 1400, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on(
            "request",
            lambda request: wrong.append(request.url) if "page.html" not in request.url else None,
        )
        page.goto(path.as_uri() + hash)
        return page

    yield call
    for context in contexts:
        context.close()
    assert wrong == []


def marks(page: Any, kind: str) -> list[str]:
    found: list[str] = page.locator(f"#response mark.{kind}").all_text_contents()
    return found


PLAIN = [
    line("unsatisfied", scopes=[protein()], response_text=PLAN, request="A plan, please.",
         labels=label("unsatisfied", "unsatisfied")),
    line("satisfied", row="r2", text="Words <b>bold</b>.", response_text="one two",
         labels=label("unsatisfied", "satisfied"),
         scopes=[scope("satisfied", computed="1 of 1", offending=[cited("one two", "two")])]),
    line("undetermined", row="r3", text="Soup?", reason="doubt", response_text="x"),
]  # fmt: skip


def test_numbers_are_marked_where_they_stand(show: Open) -> None:
    page = show([PLAIN[0]])
    assert marks(page, "operand") == ["20 g", "61 g"]
    assert marks(page, "excluded") == ["99 g"]
    assert marks(page, "scope") == ["## Day 1"]
    assert page.locator("#response .text").evaluate("e => e.textContent") == PLAN
    places = page.locator("#evidence .place").all_inner_texts()
    assert places == ["2:11", "3:9", "6:8"]
    assert page.locator("#evidence .value").inner_text() == "sum(protein) = 81 g needs >= 90 g"


def test_places_are_those_of_the_text_output(show: Open) -> None:
    text = "🍲🍲 a\r\n\tb\u2028c 🍲 d\x0ce\n"
    pieces = [cited(text, piece) for piece in ("a", "b", "c 🍲 d", "e")]
    page = show(
        [line("satisfied", response_text=text, scopes=[scope("satisfied", offending=pieces)])]
    )
    assert marks(page, "supporting") == ["a", "b", "c 🍲 d", "e"]
    assert page.locator("#evidence .place").all_inner_texts() == ["1:4", "2:2", "3:1", "4:1"]
    lines = page.locator("#response .line").evaluate_all("all => all.map((e) => e.textContent)")
    assert lines == [*text.splitlines(keepends=True), ""]


def test_passages_are_marked_by_what_they_show(show: Open) -> None:
    text = "one two three"
    words = [cited(text, word) for word in text.split()]
    page = show(
        [
            line("unsatisfied", response_text=text, scopes=[
                scope("unsatisfied", computed="9", bound="<= 2", offending=words)]),
            line("unsatisfied", text="b", response_text=text, scopes=[
                scope("unsatisfied", computed="1 of 1", offending=words[:1])]),
            line("satisfied", text="c", response_text=text, doubts=words[2:], scopes=[
                scope("satisfied", computed="1 of 1", offending=words[1:2])]),
        ]
    )  # fmt: skip
    assert marks(page, "counted") == ["one", "two", "three"]
    assert "Counted, the first of 9 (3)" in page.locator("#evidence").inner_text()
    page.locator("#list").press("ArrowDown")
    assert marks(page, "offending") == ["one"]
    page.locator("#list").press("ArrowDown")
    assert (marks(page, "supporting"), marks(page, "doubt")) == (["two"], ["three"])


def test_hover_and_focus_link_ledger_and_text(show: Open) -> None:
    page = show([PLAIN[0]])
    row = page.locator("#evidence tr", has_text="Stew")
    mark = page.locator("#response mark", has_text="61 g")
    row.hover()
    assert page.locator("mark.lit").all_inner_texts() == ["61 g"]
    page.locator("h1").hover()
    assert page.locator(".lit").count() == 0
    mark.hover()
    assert page.locator("tr.lit").all_inner_texts() == [row.inner_text()]
    page.locator("h1").hover()
    row.focus()
    assert page.locator("mark.lit").all_inner_texts() == ["61 g"]
    row.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "61 g"
    assert page.locator("tr.lit").count() == 1
    page.keyboard.press("Enter")
    assert "Stew" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("ArrowUp")
    assert page.locator("mark.lit").all_inner_texts() == ["20 g"]


def test_a_mark_opens_what_is_folded_away(show: Open) -> None:
    found = protein()
    found["excluded"] = found["excluded"] * 5
    page = show([line("unsatisfied", scopes=[found], response_text=PLAN)])
    folded = page.locator("#evidence details")
    assert folded.get_attribute("open") is None
    page.locator("#response mark.excluded").focus()
    assert folded.get_attribute("open") == ""


def test_what_decides_nothing_is_folded_away(show: Open) -> None:
    passed = {**protein(), "outcome": "satisfied", "label": "Day 0"}
    page = show([line("unsatisfied", scopes=[passed, protein()], response_text=PLAN)])
    folded = page.locator("#evidence .comparison", has_text="Day 0")
    assert folded.locator("tr[data-note]:visible").count() == 0
    assert page.locator("#evidence [tabindex='0']").inner_text().startswith("20 g")
    assert folded.locator("summary").inner_text() == "Its numbers"
    page.locator("#response mark.operand").first.focus()
    assert folded.locator("tr[data-note]:visible").count() == 3


def test_the_keyboard_reaches_everything(show: Open) -> None:
    page = show(list(many(60)))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "list"
    for key, at in (("ArrowDown", 1), ("End", 59), ("ArrowDown", 59), ("ArrowUp", 58), ("Home", 0)):
        page.keyboard.press(key)
        assert page.locator("#list").get_attribute("aria-activedescendant") == f"row-{at}"
        chosen = page.locator(f"#row-{at}")
        assert chosen.get_attribute("aria-selected") == "true"
        assert chosen.get_attribute("aria-posinset") == str(at + 1)
        assert chosen.get_attribute("aria-setsize") == "60"
    page.keyboard.press("PageDown")
    assert page.locator("#list").get_attribute("aria-activedescendant") != "row-0"
    stops = []
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.tagName"))
    assert stops == ["TR", "A", "SUMMARY", "MARK"]


def test_filters(show: Open) -> None:
    page = show(PLAIN)
    count = page.locator("#count")
    assert count.inner_text() == "3 verdicts"
    page.locator("input[value=unsatisfied]").check()
    assert count.inner_text() == "1 of 3 verdicts"
    page.locator("input[value=undetermined]").check()
    assert count.inner_text() == "2 of 3 verdicts"
    page.get_by_role("button", name="Clear filters").click()
    assert count.inner_text() == "3 verdicts"
    page.get_by_label("Search").fill("BOLD words")
    assert page.locator("[role=option]").all_inner_texts()[0].startswith("✓")
    assert count.inner_text() == "1 of 3 verdicts"
    page.get_by_label("Search").fill("")
    page.get_by_label("Label human").select_option("differs")
    assert page.locator("#evidence h3").inner_text() == "✓ Words <b>bold</b>."
    page.get_by_label("Label human").select_option("none")
    assert page.locator("#evidence h3").inner_text() == "? Soup?"
    page.locator("input[value=satisfied]").check()
    assert count.inner_text() == "0 of 3 verdicts"
    assert page.locator("#evidence").inner_text() == "No verdict matches the filters."


def test_a_number_of_the_summary_shows_what_it_counts(show: Open) -> None:
    page = show(PLAIN)
    page.get_by_role("link", name="1 labelled unsatisfied, verdict satisfied").click()
    assert page.locator("#count").inner_text() == "1 of 3 verdicts"
    assert page.locator("#evidence h3").inner_text() == "✓ Words <b>bold</b>."
    assert page.get_by_label("Label human").input_value() == "unsatisfied"
    assert page.evaluate("document.activeElement.id") == "list"


def test_the_address_holds_what_is_shown(show: Open) -> None:
    page = show(PLAIN)
    page.locator("#list").press("End")
    page.get_by_label("Search").fill("soup")
    page.wait_for_url(lambda url: url.endswith("#q=soup&v=3"))
    address = page.url
    other = show(PLAIN, hash=address[address.index("#") :])
    assert other.get_by_label("Search").input_value() == "soup"
    assert other.locator("#evidence h3").inner_text() == "? Soup?"
    broken = show(PLAIN, hash="#v=99&outcome=nonesuch&label.human=x&__proto__=1&%E0%A4%A")
    assert broken.locator("#count").inner_text() == "0 of 3 verdicts"


def test_rules_judge_and_label_side_by_side(show: Open) -> None:
    member = {"judge": "b", "model": "m-2", "outcome": "unsatisfied", "rationale": "81 < 90"}
    said = {
        "judge": "a",
        "kind": "jury",
        "rationale": "20 + 61 = 90 <i>g</i>",
        "reply": "… YES",
        "dropped": ["30 g"],
        "agreement": 0.5,
        "members": [member],
    }
    judge = line("satisfied", method="judge", judgement=said, response_text=PLAN)
    page = show([PLAIN[0]], [judge])
    voices = page.locator(".voice").all_inner_texts()
    assert [voice.split("\n")[0] for voice in voices] == ["rules", "judge", "human"]
    assert "a jury · 50 % agree" in voices[1]
    quotes = page.locator("blockquote").evaluate_all("all => all.map((e) => e.textContent)")
    assert quotes == ["20 + 61 = 90 <i>g</i>", "… YES", "81 < 90"]
    assert page.locator(".voice .member summary").inner_text() == "✗ unsatisfied b m-2"
    page.get_by_label("Verdicts of").select_option("judge")
    assert "satisfied" in page.locator("#row-0").inner_text()
    assert page.locator(".voice.shown h4").inner_text() == "judge"
    assert page.locator(".borrowed").inner_text() == "The evidence of rules:"
    assert marks(page, "operand") == ["20 g", "61 g"]
    page.get_by_role("button", name="Show its evidence").click()
    assert page.locator(".voice.shown h4").inner_text() == "rules"
    page.get_by_label("rules says").select_option("same")
    assert page.locator("#count").inner_text() == "0 of 1 verdict"


def test_the_method_that_stands_is_named(show: Open) -> None:
    judged = line("satisfied", method="judge", judgement={"rationale": "Fine."})
    page = show([{**PLAIN[0], "also": [judged]}])
    voices = page.locator(".voice").all_inner_texts()
    assert [voice.split("\n")[0] for voice in voices] == ["rules", "judge", "human"]
    assert "unsatisfied stands" in voices[0]
    assert page.locator(".voice.shown h4").inner_text() == "rules"
    assert page.get_by_role("button", name="Show its evidence").count() == 0


def test_the_way_to_a_far_line(show: Open) -> None:
    text = "A line that is long enough to be broken on the screen of a telephone.\n" * 4000
    places = [{"text": "A", "span": [text.index("A", at), text.index("A", at) + 1]}
              for at in (0, 100_000, len(text) - 200)]  # fmt: skip
    found = scope("unsatisfied", offending=places)
    page = show([line("unsatisfied", response_text=text, scopes=[found])])
    for number in (2, 1, 0):
        page.locator("#evidence tr").nth(number).hover()
        page.wait_for_timeout(100)
        mark = page.locator("#response mark").nth(number).bounding_box()
        pane = page.locator("#response").bounding_box()
        assert pane["y"] <= mark["y"] <= pane["y"] + pane["height"] - mark["height"]


def test_all_verdicts_of_one_response(show: Open) -> None:
    page = show(list(many(60)))
    page.locator("#list").press("End")
    page.get_by_role("link", name="all 5 verdicts").click()
    assert page.locator("#count").inner_text() == "5 of 60 verdicts"
    assert page.locator("#row-4").get_attribute("aria-selected") == "true"
    page.locator("input[value=satisfied]").check()
    assert page.locator("#count").inner_text() == "2 of 60 verdicts"
    page.get_by_role("button", name="Response: plan-11 ×").click()
    assert page.locator("#count").inner_text() == "24 of 60 verdicts"


def test_a_long_list_draws_few_rows(show: Open) -> None:
    page = show(list(many(2_000)))
    assert page.locator("#count").inner_text() == "2000 verdicts"
    assert page.locator("[role=option]").count() < 40
    page.locator("#list").press("End")
    assert page.locator("#row-1999").is_visible()
    assert page.locator("#evidence .meta").inner_text().startswith("plan-399 ")


def test_hostile_results_do_nothing(show: Open) -> None:
    page = show(hostile_lines(HOSTILE), hostile_lines(HOSTILE), title=HOSTILE)
    for key in ("ArrowDown", "ArrowDown", "Home"):
        page.locator("#list").press(key)
    assert page.title() != "broken"
    assert page.locator("img").count() == 0
    assert page.locator("#response .text").evaluate("e => e.textContent") == HOSTILE
    assert page.locator("blockquote").first.evaluate("e => e.textContent") == HOSTILE
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#printed img, #printed script").count() == 0
    assert page.locator("script").count() == 3  # the data, the ledgers, the script


def test_dark_and_light(show: Open) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = show(PLAIN, color_scheme="dark")
    light = show(PLAIN, color_scheme="light")
    night, day = dark.evaluate(ground), light.evaluate(ground)
    assert (night, day) == ("rgb(21, 24, 28)", "rgb(246, 246, 244)")
    button = dark.locator("#theme")
    button.click()
    assert (button.inner_text(), dark.evaluate(ground)) == ("Theme: light", day)
    button.click()
    assert (button.inner_text(), dark.evaluate(ground)) == ("Theme: dark", night)


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const low = [];
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !e.checkVisibility() || e.closest(".hidden, .skip, noscript")) continue;
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push(`${e.tagName}.${e.className}: ${e.textContent}`);
  }
  return low;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(scheme: str, show: Open) -> None:
    page = show(list(many(30)), color_scheme=scheme)
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):
        page.locator("#list").press(key)
        assert page.evaluate(CONTRAST) == []


def test_every_control_has_a_name(show: Open) -> None:
    page = show(PLAIN, [{**PLAIN[0], "method": "judge"}])
    named = page.locator("input, select, button, a, summary, [role=listbox], [role=img], article")
    for control in named.all():
        assert control.evaluate("e => e.ariaLabel || e.innerText || e.labels?.[0]?.innerText")
    heads = page.locator("h1, h2, h3, h4").evaluate_all("all => all.map((e) => +e.tagName[1])")
    assert all(after - before <= 1 for before, after in zip(heads, heads[1:], strict=False))


def test_paper_shows_all_that_the_filters_leave(show: Open) -> None:
    page = show(list(many(100)), color_scheme="dark")
    page.locator("input[value=unsatisfied]").check()
    assert page.pdf()[:5] == b"%PDF-"  # runs beforeprint and afterprint
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#printed tbody tr").count() == 40
    assert page.locator("#printed h2").is_visible()
    assert not page.locator("#filters").is_visible()
    assert not page.locator("#list").is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 33, 39)"
    pane = page.locator("#response")
    assert pane.evaluate("e => e.scrollHeight <= e.clientHeight")


def test_paper_proves_a_few_verdicts(show: Open) -> None:
    page = show(PLAIN)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    proofs = page.locator("#printed .proof").all_inner_texts()
    assert [re.sub(r"\n+", "\n", proof).split("\n")[1] for proof in proofs] == [
        "✗ At least 90 g of protein a day.", "✓ Words <b>bold</b>.", "? Soup?",
    ]  # fmt: skip
    assert "61 g\tStew" in proofs[0]
    assert not page.locator("#evidence").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator("#printed *").count() == 0
    assert page.locator("#evidence").is_visible()


def test_a_narrow_screen_needs_no_sideways_scrolling(show: Open) -> None:
    page = show(list(many(20)))
    for width in (1000, 600, 360):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_script_the_figures_stand(show: Open) -> None:
    page = show(PLAIN, java_script_enabled=False)
    assert "n = 2" in page.locator(".summary").inner_text()
    assert "does not run" in page.locator(".note").inner_text()
    assert not page.locator("#verdicts").is_visible()
