"""What is wrong with a vocabulary is said with its place; the shipped ones have none of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from evalspec.core.errors import SpecError
from evalspec.document.wording import Wording
from evalspec.source import files
from evalspec.vocabulary import load
from evalspec.vocabulary.faults import faults
from evalspec.vocabulary.layer import Layer
from evalspec.vocabulary.lexicon import Costs, Lexicon
from evalspec.vocabulary.load import load_lexicon
from evalspec.vocabulary.merge import merge
from tests import quick_yaml

CASES = quick_yaml.load((Path(__file__).parent / "faults.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_faults(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(f"vocabulary: 1\n{case['file']}", encoding="utf-8")
    found = []
    try:
        load_lexicon(["mine.yaml"], None, tmp_path)
    except SpecError as error:
        for p in error.problems:
            hint = f" ({p.hint})" if p.hint else ""
            found.append(f"{p.at.line}:{p.at.column}: {p.message}{hint}")
            assert p.excerpt
    assert found == case["found"]


@pytest.mark.parametrize("name", files.names("vocabularies"))
def test_shipped_vocabularies(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    merged: list[Layer] = []

    def noted(layers: Sequence[Layer], costs: Costs) -> Lexicon:
        merged.extend(layers)
        return merge(layers, costs)

    monkeypatch.setattr(load, "merge", noted)
    load._shipped_lexicon.cache_clear()
    lexicon = load_lexicon([name], None, None).lexicon
    assert merged
    assert all(layer.shipped for layer in merged)
    assert [p.message for layer in merged for p in faults(layer, lexicon, merged)] == []


def test_the_order_of_a_file_does_not_matter(tmp_path: Path) -> None:
    for name in files.names("vocabularies"):
        content = (files.root() / "specs" / "vocabularies" / f"{name}.yaml").read_text("utf-8")
        given = quick_yaml.load(content)
        turned = {
            key: dict(reversed(value.items())) if isinstance(value, dict) else value
            for key, value in reversed(given.items())
        }
        for file, written in (("there.yaml", given), ("back.yaml", turned)):
            (tmp_path / file).write_text(yaml.safe_dump(written, sort_keys=False), "utf-8")
        if name == "general":
            continue
        there, back = (
            load_lexicon([file], None, tmp_path).lexicon for file in ("there.yaml", "back.yaml")
        )
        assert back.item_rank == there.item_rank
        assert (back.ranks, back.measures, back.categories, back.units) == (
            there.ranks, there.measures, there.categories, there.units,
        )  # fmt: skip
        wordings = Wording(back), Wording(there)
        assert wordings[0].ranks == wordings[1].ranks
        assert wordings[0].members == wordings[1].members
        assert wordings[0].default_measure == wordings[1].default_measure


def _load(text: str, folder: Path) -> Lexicon:
    (folder / "mine.yaml").write_text(f"vocabulary: 1\n{text}", encoding="utf-8")
    return load_lexicon(["mine.yaml"], None, folder).lexicon


def test_only_what_comes_with_evalspec_is_read_once(tmp_path: Path) -> None:
    assert load_lexicon(["meal-plan"], None, None) is load_lexicon(["meal-plan"], None, tmp_path)
    before = _load("extends: [meal-plan]\nnumbers: {umpteen: 17}", tmp_path)
    after = _load("extends: [meal-plan]\nnumbers: {umpteen: 18}", tmp_path)
    assert (before.numbers["umpteen"], after.numbers["umpteen"]) == ("17", "18")
    defined = load_lexicon(["meal-plan"], {"numbers": {"umpteen": 19}}, None).lexicon
    assert defined.numbers["umpteen"] == "19"
    assert "umpteen" not in load_lexicon(["meal-plan"], None, None).lexicon.numbers


def test_words_are_taken_away_and_added(tmp_path: Path) -> None:
    lexicon = _load(
        """
ranks:
  plan: {words: {add: [rota], remove: [recipe, agenda]}}
measures:
  price: {dimension: currency, words: {add: [wage], remove: [budget, fare]}}
units:
  page: {dimension: "count:page", words: {remove: [pp]}}
currencies:
  INR: {remove: [rs]}
roles:
  note: {remove: [instructions, Shopping List]}
  optional: {add: [prn], remove: [bonus]}
  rest: [away]
""",
        tmp_path,
    )
    plan, price = lexicon.ranks["plan"], lexicon.measures["price"]
    assert plan.plan
    assert {"rota", "plan", "project"} <= set(plan.words)
    assert not {"recipe", "agenda"} & set(plan.words)
    assert {"price", "cost", "wage"} <= set(price.words)
    assert not {"budget", "fare"} & set(price.words)
    assert price.default_for
    assert ("pp" in lexicon.units, "pg" in lexicon.units, "rs" in lexicon.units) == (
        False, True, False,
    )  # fmt: skip
    roles = lexicon.roles
    assert not {"instruction", "shopping list"} & set(roles["note"])
    assert ("tip" in roles["note"], "prn" in roles["optional"], "bonus" in roles["optional"]) == (
        True, True, False,
    )  # fmt: skip
    assert {"off", "away"} <= set(roles["rest"])


def test_what_is_not_said_again_is_inherited(tmp_path: Path) -> None:
    lexicon = _load(
        """
extends: [schedule]
measures:
  speed: {dimension: speed, words: [tempo]}
  hours: {dimension: time, unit: h, default_for: true}
categories:
  work: {words: {add: [gig]}}
""",
        tmp_path,
    )
    speed, work = lexicon.measures["speed"], lexicon.categories["work"]
    assert (speed.words, speed.unit, speed.adds) == (("speed", "tempo"), "km/h", False)
    assert lexicon.time_measure == "hours"
    assert not lexicon.measures["duration"].default_for
    assert {"gig", "office"} <= set(work.words)
    assert "start work" in work.starts
    assert work.holds == ("meeting",)
