"""What the compiler knows by name is what the checker and the segmentation define."""

from __future__ import annotations

from pkgutil import iter_modules

from evalspec.check import measures
from evalspec.check.forms import FORMS
from evalspec.check.measures import PRIMITIVES, SEGMENTS
from evalspec.document.segment import SEGMENTATIONS
from evalspec.language import names


def test_forms() -> None:
    assert set(names.FORMS) == {*FORMS, "request-repeated"}


def test_segmentations() -> None:
    assert set(names.SEGMENTATIONS) == set(SEGMENTATIONS)


def test_measures() -> None:
    modules = {one.name for one in iter_modules(measures.__path__)} - {"marks"}
    assert set(names.TEXT_MEASURES) > SEGMENTS.keys()
    assert {name.replace("-", "_") for name in PRIMITIVES} == modules
