"""The rules agree with the verdicts of published checkers."""

from __future__ import annotations

import pytest

from tests.rules.agreement import PROTOCOLS, compare, rows

pytestmark = pytest.mark.heavy

FLOORS = {"ifeval": 0.997, "ifbench": 0.98}
"""Data set → least share of constraints that agree, under each protocol."""


@pytest.mark.parametrize("name", FLOORS)
def test_agreement(name: str) -> None:
    pytest.importorskip("langdetect", reason="evalspec[language] is not installed")
    if rows(name) is None:
        pytest.skip("../shared/data is not there (EVALSPEC_DATA names it)")
    found = [c for c in compare(name) if c.outcome is not None]
    for protocol in PROTOCOLS:
        agreeing = [c.agrees for c in found if c.protocol == protocol]
        assert sum(agreeing) >= FLOORS[name] * len(agreeing)
