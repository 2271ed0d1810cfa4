"""docs/rewards.md shows what is earned."""

from __future__ import annotations

import doctest

from tests.docs.rewards import PAGE, parts, table


def test_the_table_is_what_attacks_earn() -> None:
    assert parts()[1] == table(), "python -m tests.docs.rewards writes it anew"


def test_the_examples_give_what_they_show() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.failed == 0
    assert found.attempted
