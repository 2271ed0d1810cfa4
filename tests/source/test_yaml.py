"""Positioned YAML: values by the YAML 1.2 core schema, and the place of everything."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.errors import SpecError
from evalspec.core.span import At
from evalspec.source import yaml

SCALARS: dict[str, Any] = {
    "17:00": "17:00",
    "no": "no",
    "yes": "yes",
    "on": "on",
    "off": "off",
    "2025-03-04": "2025-03-04",
    "1_000": "1_000",
    "010": 10,
    "0o17": 15,
    "0x1F": 31,
    "-3": -3,
    "+3": 3,
    "1.50": 1.5,
    ".5": 0.5,
    "1e3": 1000.0,
    "1.": 1.0,
    "true": True,
    "False": False,
    "tRue": "tRue",
    "null": None,
    "~": None,
    "''": "",
    "'3'": "3",
    "!!str 3": "3",
    "! 3": "3",
    "=": "=",
    "<<": "<<",
    "-": None,
    "5 %": "5 %",
    "1:30:00": "1:30:00",
}


@pytest.mark.parametrize("written", SCALARS)
def test_scalar(written: str) -> None:
    text = f"a: {written}\n" if written != "-" else "a:\n"
    value = yaml.read(text).value["a"]
    assert value == SCALARS[written]
    assert type(value) is type(SCALARS[written])


def place(at: At) -> tuple[int, int, int, int]:
    return at.line, at.column, at.end_line, at.end_column


def test_places() -> None:
    located = yaml.read('a: 1\nb:\n  - x: "y z"\n  - [1, 2]\n', "s.yaml")
    assert located.value == {"a": 1, "b": [{"x": "y z"}, [1, 2]]}
    assert place(located.at(("a",))) == (1, 4, 1, 5)
    assert place(located.at(("a",), key=True)) == (1, 1, 1, 2)
    assert place(located.at(("b", 0, "x"))) == (3, 8, 3, 13)
    assert place(located.at(("b", 1))) == (4, 5, 4, 11)
    assert place(located.at(("b",))) == (3, 3, 4, 11)
    assert place(located.at(("b", 1, 7))) == (4, 5, 4, 11)
    assert located.at(("a",)).file == "s.yaml"


def test_alias_has_a_place_of_its_own_path() -> None:
    located = yaml.read("a: &x {k: 1}\nb: *x\n")
    assert located.value == {"a": {"k": 1}, "b": {"k": 1}}
    assert place(located.at(("b", "k"))) == (1, 11, 1, 12)


MERGED = """base: &base {k: 1, m: 2}
more: &more {<<: *base, n: 3}
a:
  m: 4
  <<: *more
b: {<<: [*more, {k: 9, o: 5}]}
c: {"<<": 7}
"""


def test_merged_keys_keep_their_places() -> None:
    located = yaml.read(MERGED)
    assert located.value["a"] == {"m": 4, "n": 3, "k": 1}
    assert located.value["b"] == {"n": 3, "k": 1, "m": 2, "o": 5}
    assert located.value["c"] == {"<<": 7}
    assert place(located.at(("a", "k"))) == (1, 17, 1, 18)
    assert place(located.at(("a", "n"), key=True)) == (2, 25, 2, 26)
    assert place(located.at(("a", "m"))) == (4, 6, 4, 7)
    assert place(located.at(("b", "o"))) == (6, 27, 6, 28)


@pytest.mark.parametrize("given", ["3", "[3]", "[{a: 1}, 3]", "text"])
def test_only_mappings_are_merged(given: str) -> None:
    with pytest.raises(SpecError) as caught:
        yaml.read(f"a:\n  <<: {given}\n")
    (problem,) = caught.value.problems
    assert problem.message == "`<<` takes the keys of a mapping: write `<<: *name` of an anchor"
    assert (problem.at.line, problem.at.column) == (2, 3)


def test_merging_again_and_again_ends() -> None:
    lines = ["a0: &a0 {k: 1}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 60)]
    assert yaml.read("\n".join(lines)).value["a59"] == {"k": 1}


def test_json_may_indent_with_tabs_and_escape_pairs() -> None:
    text = '{\n\t"a": ["\\ud83d\\ude00", 1.5, true, null],\n\t"b": "\\/"\n}\n'
    assert yaml.read(text, "s.json").value == json.loads(text)


def test_byte_order_mark_is_no_content() -> None:
    located = yaml.read(b"\xef\xbb\xbfa: 1\n")
    assert located.value == {"a": 1}
    assert place(located.at(("a",), key=True)) == (1, 1, 1, 2)


def test_carriage_returns() -> None:
    assert yaml.read(b"a: 1\r\nb: 2\r\n").value == {"a": 1, "b": 2}


STYLES = {
    "plain": "k: one TWO\n",
    "plain on two lines": "k: one\n   TWO\n",
    "single": "k: 'it''s one TWO'\n",
    "double": 'k: "\\u00e9\\t\\"one\\" \\\n  TWO"\n',
    "literal": "k: |\n  one\n    TWO\n",
    "literal, kept": "k: |+2\n  one\n  TWO\n\n",
    "folded": "k: >-\n  one\n\n  more\n  TWO\n",
    "in a list": "k: [zero, one TWO]\n",
}


@pytest.mark.parametrize("name", STYLES)
def test_place_inside_a_text(name: str) -> None:
    text = STYLES[name]
    located = yaml.read(text)
    path = ("k", 1) if "list" in name else ("k",)
    value = located.get(path)
    offset = value.index("TWO")
    line = value.count("\n", 0, offset) + 1
    column = offset - (value.rfind("\n", 0, offset) + 1) + 1
    at = located.inside(path, At("", line, column, line, column + 3))
    lines = text.split("\n")
    assert lines[at.line - 1][at.column - 1 : at.end_column - 1] == "TWO"


@given(st.text(st.sampled_from("ab\"'\\ \n\té寿:#-[{%"), max_size=40))
@settings(max_examples=100)
def test_place_inside_any_text(value: str) -> None:
    """Every ink character of a text is found where it is written, in every style."""
    for style in ("'", '"', "|", ">", None):
        text = pyyaml.safe_dump({"k": value}, default_style=style, allow_unicode=True)
        located = yaml.read(text)
        assert located.value == {"k": value}
        for line, row in enumerate(value.split("\n"), 1):
            for column, character in enumerate(row, 1):
                if character.isspace() or character in "\"'\\":
                    continue
                at = located.inside(("k",), At("", line, column, line, column + 1))
                found = located.source.line(at.line)[at.column - 1 : at.end_column - 1]
                assert found == character


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(VALUES)
@settings(max_examples=100)
def test_json_reads_as_json(value: Any) -> None:
    assert yaml.read(json.dumps(value)).value == value


PUNCTUATION = st.text(st.sampled_from("ab:-?[]{},&*!|>%@`'\"# \n\t~"), max_size=40)


@given(st.binary(max_size=60) | st.text(max_size=60) | PUNCTUATION)
@settings(max_examples=100)
def test_any_bytes_are_read_or_refused(content: bytes | str) -> None:
    with suppress(SpecError):
        assert () in yaml.read(content).places


@pytest.mark.parametrize("text", ["[" * 50_000, "- " * 50_000, "{a: " * 50_000, "? " * 50_000])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="nested more than 64 levels deep"):
        yaml.read(text)
