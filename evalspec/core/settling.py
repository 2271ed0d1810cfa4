"""Statements of several members, round by round → what they settle on.

A pure function, the same for a debate that is under way and for a recorded one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Generic, Literal, TypeVar

from evalspec.core.record import Record

P = TypeVar("P", bound=Hashable)

Agreement = Literal["unanimous", "majority", "open"]
"""All members say the same; more than half of them do; neither."""


class Settlement(Record, Generic[P], frozen=True):
    """What a round comes to."""

    agreement: Agreement
    position: P | None
    """The position that has all voices, or more than half of them; None when none has."""
    round: int
    """Number of the round it rests on, from 0."""


def settle(statements: Sequence[P | None], number: int = 0) -> Settlement[P]:
    """Settle one round. A member that says nothing (None) agrees with nobody.

    A majority is of all members, also of those that say nothing.
    """
    counts = Counter(one for one in statements if one is not None)
    position, most = counts.most_common(1)[0] if counts else (None, 0)
    if counts and most == len(statements):
        return Settlement("unanimous", position, number)
    if 2 * most > len(statements):
        return Settlement("majority", position, number)
    return Settlement("open", None, number)


def settle_rounds(rounds: Sequence[Sequence[P | None]]) -> Settlement[P]:
    """Settle a debate: the first round that is unanimous, else the last one."""
    settled = [settle(statements, number) for number, statements in enumerate(rounds)]
    unanimous = (one for one in settled if one.agreement == "unanimous")
    return next(unanimous, settled[-1])
