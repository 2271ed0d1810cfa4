"""Forms of data on texts made to crash, to hang or to fill the memory: a verdict, whatever it is.

A text that goes beyond what is read is undetermined (`too-large`), never a crash.
"""

from __future__ import annotations

import csv
import json

import pytest

from evalspec.check.engine import check
from evalspec.check.forms import FORMS
from evalspec.check.markup import MAX_DEPTH
from evalspec.core.case import Case
from evalspec.core.verdict import Reason, Verdict
from tests.check import outline

pytestmark = pytest.mark.heavy

WORDS = outline.lexicon("")
DEEP = MAX_DEPTH + 1
MERGES = "a0: &a0 {k: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 20)
)
LAUGHS = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 30)
)
ENTITIES = '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>'
REPEATED = f'<!DOCTYPE a [<!ENTITY b "{"x" * 50_000}">]><a>{"&b;" * 10_000}</a>'

CASES = {
    "yaml: a tag on an empty text": ('- !!int ""', "is yaml", "satisfied"),
    "yaml: a scalar with a tag": ('!!int ""', "is yaml", "unsatisfied"),
    "yaml: a tag that makes objects": ("- !!python/object:os.system x", "is yaml", "satisfied"),
    "yaml: no date of any year": ("- 2024-99-99", "is yaml", "satisfied"),
    "yaml: a key that is a list": ("? [a, b]\n: c", "is yaml", "satisfied"),
    "yaml: merged again and again": (MERGES, "is yaml", "satisfied"),
    "yaml: repeated again and again": (LAUGHS, "is yaml", "satisfied"),
    "yaml: an alias of nothing": ("- &a x\n- *b", "is yaml", "unsatisfied"),
    "yaml: an alias of another document": ("- &a x\n---\n- *a", "is yaml", "unsatisfied"),
    "yaml: half a surrogate pair": ("- \ud800", "is yaml", "unsatisfied"),
    "yaml: as deep as is read": ("[" * MAX_DEPTH + "]" * MAX_DEPTH, "is yaml", "satisfied"),
    "yaml: open brackets": ("[" * 30_000, "is yaml", "too-large"),
    "yaml: brackets": ("[" * 30_000 + "]" * 30_000, "is yaml", "too-large"),
    "yaml: bullets": ("- " * 30_000, "is yaml", "too-large"),
    "yaml: question marks": ("? " * 30_000, "is yaml", "too-large"),
    "json: as deep as is read": ("[" * MAX_DEPTH + "]" * MAX_DEPTH, "is json", "satisfied"),
    "json: deeper": ("[" * DEEP + "]" * DEEP, "is json", "too-large"),
    "json: objects": ('{"a":' * 30_000, "is json-object", "too-large"),
    "json: brackets in quotes": ('["' + "[" * 30_000 + '"]', "is json-array", "satisfied"),
    "json: quotes": ('"' * 50_000, "is json", "unsatisfied"),
    "json: escaped quotes": ("[" * 201 + '"' + '\\"' * 50_000, "is json", "too-large"),
    "json: a number without end": ("9" * 100_000, "is json", "satisfied"),
    "csv: a cell beyond the library's": ("a,b\n" + "x" * 200_000 + ",c", "is csv", "too-large"),
    "csv: an open quote": ('a,"' + "b\n" * 40_000, "is csv", "unsatisfied"),
    "xml: nested": ("<a>" * 14_000 + "</a>" * 14_000, "is xml", "satisfied"),
    "xml: entities": (ENTITIES, "is xml", "too-large"),
    "xml: one long entity": (REPEATED, "is xml", "too-large"),
    "xml: a file": ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///b">]><a>&b;</a>', "is xml", "satisfied"),
    "xml: half a surrogate pair": ("<a>\ud800</a>", "is xml", "unsatisfied"),
    "table: pipes": ("|" * 100_000, "is markdown-table", "unsatisfied"),
}  # fmt: skip

SCHEMAS = {
    "many different members": (
        json.dumps([{"a": n} for n in range(10_000)]), {"uniqueItems": True}, "satisfied"),
    "members alike": ('[[1, {"a": 2}], [1.0, {"a": 2.0}]]', {"uniqueItems": True}, "unsatisfied"),
    "a number and a truth": ("[1, true]", {"uniqueItems": True}, "satisfied"),
    "a multiple of a decimal fraction": ("0.3", {"multipleOf": 0.1}, "satisfied"),
    "a multiple of 5000 digits": ("9" * 5000, {"multipleOf": 0.3}, "satisfied"),
    "no multiple": ("0.35", {"multipleOf": 0.1}, "unsatisfied"),
    "a multiple beyond all numbers": ("1e400", {"multipleOf": 3}, "too-large"),
    "a schema of itself": ("[]", {"$ref": "#"}, "too-large"),
    "a list of lists": (
        "[" * 64 + "]" * 64,
        {"$ref": "#/$defs/x", "$defs": {"x": {"items": {"$ref": "#/$defs/x"}}}}, "satisfied"),
    "deeper than schemas are followed": ("[" * 66 + "]" * 66, {"type": "array"}, "too-large"),
    "references that double": (
        "[]",
        {"$ref": "#/$defs/d0", "$defs": {
            **{f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)},
            "d40": {"type": "array"}}}, "too-large"),
    "nested too deeply": ("[" * 30_000, {"type": "array"}, "too-large"),
}  # fmt: skip


def decided(formula: str, response: str) -> Verdict:
    (verdict,) = check(outline.program([formula], WORDS), Case(response))
    return verdict


@pytest.mark.parametrize("name", CASES)
def test_form(name: str) -> None:
    response, formula, wanted = CASES[name]
    verdict = decided(formula, response)
    assert wanted in (verdict.outcome.value, verdict.reason.value)


def test_what_reads_data_sets_changes_no_verdict() -> None:
    before = csv.field_size_limit(1 << 27)
    try:
        response, formula, wanted = CASES["csv: a cell beyond the library's"]
        assert decided(formula, response).reason.value == wanted
        assert csv.field_size_limit() == 1 << 27
    finally:
        csv.field_size_limit(before)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema(name: str) -> None:
    response, schema, wanted = SCHEMAS[name]
    text = json.dumps(json.dumps(schema))
    verdict = decided(f"conforms to {text}", response)
    assert wanted in (verdict.outcome.value, verdict.reason.value)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_takes_every_hostile_text(form: str) -> None:
    program = outline.program([f'is "{form}"', f'not is "{form}"'], WORDS)
    for response, _, _ in CASES.values():
        one, other = check(program, Case(response))
        assert one.reason in (Reason.NONE, Reason.TOO_LARGE)
        assert (one.outcome is other.outcome) is (one.reason is not Reason.NONE)
