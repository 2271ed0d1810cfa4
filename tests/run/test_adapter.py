"""Adapters: every mistake of a file at once, with its place; shipped ones load."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.core.errors import SpecError
from evalspec.run.adapter import load_adapter
from evalspec.run.columns import value_of

SHIPPED = ("acs", "natural-plan-calendar", "ifeval", "ifeval-english", "ifbench", "structflow")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_adapters_load(name: str) -> None:
    adapter = load_adapter(name)
    assert adapter.name == name
    assert adapter.labels


def test_every_mistake_is_reported_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(
        "dataset: 2\nname: x\nrespons: answer\nconstraint: {text: t, use: 3}\n"
        "labels:\n  human: {satisfied: [y]}\n"
    )
    with pytest.raises(SpecError) as caught:
        load_adapter("a.yaml")
    lines = [line for line in str(caught.value).splitlines() if line.startswith("a.yaml:")]
    assert lines == [
        "a.yaml:1:1: a data set adapter needs `response` or `messages`",
        "a.yaml:1:10: `dataset` must be 1, not 2",
        "a.yaml:3:1: `respons` is not a key of a data set adapter (did you mean `response`?)",
        'a.yaml:4:28: `use` must be text or a mapping, not a number (write `"3"` in quotes)',
        "a.yaml:6:3: a label needs `column`",
    ]


def test_unknown_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(
        "dataset: 1\nname: x\nresponse: a\nconstraint: {text: t}\n"
        "labels: {loose: {column: l, variants: lose}}\nvariants: {loose: [[without-first-line]]}\n"
    )
    with pytest.raises(SpecError) as caught:
        load_adapter("a.yaml")
    assert "a.yaml:5:39: no variants are named `lose` (known: loose)" in str(caught.value)


def test_an_unknown_name() -> None:
    with pytest.raises(SpecError, match="no adapter named 'asc'"):
        load_adapter("asc")


def test_columns_may_be_paths() -> None:
    row = {"a": {"b": {"c": 1}}, "a.b": 2, "d": 3}
    assert value_of(row, "a.b") == 2
    assert value_of({"a": {"b": {"c": 1}}}, "a.b.c") == 1
    assert value_of(row, "d.e") is None
    assert value_of(row, "x") is None
