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
    """Settle a debate: by what was said last. A recording may go on where we would have stopped."""
    return settle(rounds[-1], len(rounds) - 1)


Accept = Literal["unanimous", "majority"]
Start = Literal["always", "split", "rules-differ"]


class Conduct(Record, frozen=True):
    """How a debate is held."""

    rounds: int = 3
    """Rounds at most; in the first one everybody speaks alone."""
    stop: Accept = "unanimous"
    """What ends it early."""
    accept: Accept = "majority"
    """What decides; the rest is left to a person."""
    start: Start = "always"
    """When there is a second round: always, where the first does not decide, or there and where the
    rules say otherwise than the first."""

    def decides(self, settled: Settlement[P]) -> P | None:
        """Return the position that a settlement decides on; None leaves it open."""
        return settled.position if _reaches(settled, self.accept) else None

    def goes_on(self, rounds: Sequence[Sequence[P | None]], rules: P | None = None) -> bool:
        """Tell whether another round is held after these; `rules` is what the rules say."""
        settled = settle_rounds(rounds)
        if len(rounds) >= self.rounds:
            return False
        first = len(rounds) == 1
        differ = rules != settled.position and None not in (rules, settled.position)
        if first and differ and self.start != "split":
            return True
        if first and self.start != "always":
            return self.decides(settled) is None
        return not _reaches(settled, self.stop)


def _reaches(settled: Settlement[P], wanted: Accept) -> bool:
    return settled.agreement in ("unanimous", wanted)
