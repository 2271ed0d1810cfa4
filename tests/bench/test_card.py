"""The card of a benchmark: coverage, near duplicates, difficulty, what was dropped, costs, the page."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.bench.kept.folder import Folder
from evalspec.bench.shown import card_page, card_text
from evalspec.bench.shown.card import Card, card_of
from evalspec.bench.shown.duplicates import _alike, _ranked, _runs, near_duplicates
from evalspec.bench.verified.verify import CHECKS
from evalspec.cli import group
from tests.bench import letters

pytestmark = pytest.mark.heavy

NUMBER = 24


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(group, ["bench", *arguments], standalone_mode=False)
    assert done.exception is None, done.exception
    return done


@pytest.fixture(scope="module")
def calendar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("card") / "calendar"
    run("generate", "ba-calendar", "-n", str(NUMBER), "--seed", "7", "-o", str(path))
    return path


@pytest.fixture(scope="module")
def card(calendar: Path) -> Card:
    return card_of(Folder(calendar))


def test_parameters_are_covered(card: Card) -> None:
    found = {one.name: one for one in card.parameters}
    for one in card.parameters:
        assert not one.counts or sum(one.counts.values()) == NUMBER
    assert list(found["number_of_days"].counts) == [str(n) for n in range(1, 8)]
    opens = found["opens"]
    assert sorted({*opens.counts, *opens.absent}) == ["06:00", "07:00", "08:00", "09:00"]
    assert set(found["wording"].counts) <= {"plain", "letter", "table"}
    assert (found["people"].counts, found["people"].different) == ({}, NUMBER)


def test_pairs_of_values_are_counted(card: Card, calendar: Path) -> None:
    pair = next(one for one in card.pairs if (one.first, one.second) == ("opens", "closes"))
    lines = list(Folder(calendar).instances())
    came = {(line["parameters"]["opens"], line["parameters"]["closes"]) for line in lines}
    assert (pair.found, pair.possible) == (len(came), 16)
    assert set(pair.absent).isdisjoint(came)
    assert len(pair.absent) == 16 - len(came)


def test_what_it_took_and_holds(card: Card, calendar: Path) -> None:
    lines = list(Folder(calendar).instances())
    assert card.unfit == sum(not line["certificate"]["right"] for line in lines)
    assert card.asked["availability"] == NUMBER
    assert sum(card.constrainedness.values()) == NUMBER
    drawn = sum(sum(line["draws"]["impossible"].values()) for line in lines)
    assert sum(card.dropped["draws"].values()) == drawn
    assert card.checks is None


def test_near_duplicates_are_those_of_a_comparison_of_all() -> None:
    chance = random.Random(5)
    words = [str(number) for number in range(40)]
    texts = [" ".join(chance.choice(words) for _ in range(12)) for _ in range(120)]
    texts += [" ".join([*text.split()[1:], "x"]) for text in texts[:60]]
    chance.shuffle(texts)
    for least in (0.5, 0.6, 0.8):
        every = _ranked([_runs(text) for text in texts])
        first: list[int] = []
        expected = []
        for number, one in enumerate(every):
            if any(_alike(one, every[other]) >= least for other in first):
                expected.append(number)
            else:
                first.append(number)
        assert expected
        assert [one.number for one in near_duplicates(texts, least)] == expected


def test_a_text_is_near_the_first_that_it_is_like() -> None:
    long = " ".join(f"word{number}" for number in range(60))
    found = near_duplicates([long, "else", f"{long} more", "", long.upper(), ""])
    assert [(one.number, one.first) for one in found] == [(2, 0), (4, 0), (5, 3)]
    assert [one.alike == 1 for one in found] == [False, True, True]


def test_written_ones(tmp_path: Path) -> None:
    folder = letters.folder(tmp_path / "bench", 6)
    found = card_of(Folder(folder))
    assert found.unfit is None
    assert found.asked == {"positive": 6, "negative": 6, "conditional": 6, "sequencing": 4}
    assert found.written["sequencing"] == {"pool": 4}
    assert found.dropped == {"proposals": {"repeats another one": 1 + 2 + 3 + 4 + 5 + 6}}
    assert [one.instance for one in found.alike][:2] == ["letters-7-2", "letters-7-4"]
    assert found.mean_constrainedness == pytest.approx((4 * 0.5 + 2 * 0.375) / 6)


def test_difficulty_and_costs(tmp_path: Path) -> None:
    folder = letters.folder(tmp_path / "bench")
    answers = letters.answers(tmp_path / "answers.jsonl")
    exchange = {
        "request": {"base_url": "http://here", "model": "m", "messages": [["user", "?"]],
                    "parameters": {}, "prompt": "zero-shot@1"},
        "reply": {"text": "yes", "tokens_in": 1000, "tokens_out": 500},
    }  # fmt: skip
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(json.dumps({"key": _key(exchange), **exchange}) + "\n", encoding="utf-8")
    out = tmp_path / "card.json"
    run("report", str(folder), str(answers), "--transcript", str(transcript), "-f", f"json:{out}")
    found = json.loads(out.read_text("utf-8"))
    assert found["costs"] == [
        {"what": "zero-shot@1", "model": "m", "calls": 1, "tokens_in": 1000, "tokens_out": 500,
         "cost": 0.002}
    ]  # fmt: skip
    (model,) = found["figures"]
    assert model["metrics"]["negative"]["passed"] == 2
    assert list(model["by"]["constrainedness"]) == ["0.3-0.4", "0.5-0.6"]


def _key(exchange: dict[str, object]) -> str:
    import msgspec

    from evalspec.judge.exchange import Request

    return msgspec.convert(exchange["request"], Request).key


def test_the_page_needs_nothing_else_and_escapes(calendar: Path, tmp_path: Path) -> None:
    answers = tmp_path / "a.jsonl"
    rows = [{"id": n, "response": "Monday 10:00-11:00", "model": "<i>m"} for n in range(NUMBER)]
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page, text = tmp_path / "c.html", tmp_path / "c.md"
    run("report", str(calendar), str(answers), "-f", f"html:{page}", "-f", f"markdown:{text}")
    shown = page.read_text("utf-8")
    assert not re.search(r"<script|https?:|url\(|@import|<i>m", shown)
    assert "&lt;i&gt;m" in shown
    assert '<meta name="viewport"' in shown
    assert shown.count("<polyline") == 1
    for title in ("Coverage of parameters", "Coverage of pairs of values", "Near duplicates",
                  "Kept and dropped", "Checks", "Answers"):  # fmt: skip
        assert f"<h2>{title}</h2>" in shown
        assert f"## {title}" in text.read_text("utf-8")


def test_what_was_verified_stands_on_the_card(tmp_path: Path) -> None:
    path = tmp_path / "calendar"
    run("generate", "ba-calendar", "-n", "3", "--seed", "7", "-o", str(path))
    run("verify", str(path), "--limit", "2")
    assert Folder(path).verified() is None
    run("verify", str(path))
    checks = card_of(Folder(path)).checks
    assert checks is not None
    assert checks["rows"] == [[name, "3 of 3"] for name in CHECKS]
    assert "right answers pass" in checks["notes"][0]


def test_the_same_twice(card: Card, calendar: Path) -> None:
    again = card_of(Folder(calendar))
    assert card_page.render(again) == card_page.render(card)
    assert card_text.markdown(again) == card_text.markdown(card)


def test_what_was_verified_holds_for_these_instances_only(tmp_path: Path) -> None:
    folder = Folder(letters.folder(tmp_path / "bench", 2))
    folder.keep_verified({"heads": ["check", "by"], "rows": [["clarity", "a model"]], "notes": []})
    assert "| clarity | a model |" in card_text.markdown(card_of(folder))
    folder.end(2)
    path = folder.path / "bench.json"
    changed = {**json.loads(path.read_text("utf-8")), "sha256": "0"}
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert folder.verified() is None
