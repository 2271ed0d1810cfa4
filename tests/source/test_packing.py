"""Packing: every program comes back equal, from plain data alone."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.core.quantity import Interval, Unit
from evalspec.core.span import At
from evalspec.language.load import compile_spec
from evalspec.source.packing import pack, unpack

SPEC = """
evalspec: 1
vocabulary: meal-plan
data: {people: [{name: Ada, from: 9.5}], empty: {}}
constraints:
  - check: "each day: count(meal) = 3"
  - check: "if contains \\"soup\\" then words >= 3 else lines <= 4"
  - check: "each day: sum(calories) between 1900 and 2100 kcal"
  - "The meal plan must be for 2 days."
"""
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text() | st.decimals()
    | st.floats(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
)  # fmt: skip


def test_a_program_comes_back_equal() -> None:
    program = compile_spec(SPEC)
    assert unpack(pack(program)) == program


@given(PLAIN)
def test_plain_data_comes_back_as_it_was(value: Any) -> None:
    assert repr(unpack(pack(value))) == repr(value)


@given(st.builds(Unit, st.text(), st.text(), st.decimals(allow_nan=False)))
def test_records_come_back_equal(unit: Unit) -> None:
    assert unpack(pack((unit, At("a", 1)))) == (unit, At("a", 1))


def test_fields_that_are_defaults_are_not_written() -> None:
    assert pack(Unit("g", "mass")) == b'[["evalspec.core.quantity.Unit"],[0,"g","mass"]]'
    assert unpack(pack(Interval(Decimal(1), None))) == Interval(Decimal(1), None)


@pytest.mark.parametrize("value", [{1: 2}, object(), {"a", "b"}, b"bytes"])
def test_other_data_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be packed"):
        pack(value)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"[[],[0]]", b"[[],[9]]", b'[["os.system"],[0,"true"]]',
        b'[["evalspec.core.span.At"],[0,1,2,3,4,5,6,7]]', b'[["no.such.Type"],[0]]', b"[[],[]]",
        b'[[],["d","x"]]',
    ],
)  # fmt: skip
def test_damaged_content_is_a_value_error(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        unpack(content)
