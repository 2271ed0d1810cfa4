from __future__ import annotations

import pytest

from evalspec.core.pair import Winner
from evalspec.core.settling import settle, settle_rounds


@pytest.mark.parametrize(
    ("statements", "agreement", "position"),
    [
        ("111", "unanimous", "1"),
        ("112", "majority", "1"),
        ("1-1", "majority", "1"),
        ("120", "open", None),
        ("1-2", "open", None),
        ("1--", "open", None),
        ("---", "open", None),
        ("00-", "majority", "0"),
        ("1122", "open", None),
        ("12", "open", None),
        ("", "open", None),
    ],
)
def test_a_round_settles_by_its_members(
    statements: str, agreement: str, position: str | None
) -> None:
    settled = settle([None if one == "-" else one for one in statements])
    assert (settled.agreement, settled.position) == (agreement, position)


def test_a_debate_settles_in_its_first_unanimous_round_else_in_the_last() -> None:
    assert settle_rounds(["112", "222", "111"]).round == 1
    last = settle_rounds(["112", "122", "120"])
    assert (last.agreement, last.position, last.round) == ("open", None, 2)


def test_a_winner_changes_sides_with_the_responses() -> None:
    assert [one.swapped for one in Winner] == [Winner.B, Winner.A, Winner.TIE, Winner.UNDETERMINED]
