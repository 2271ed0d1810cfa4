"""Spans of time at random within others: calendars, leave, opening hours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from evalspec.core.chance import Chance
from evalspec.core.timeset import Stretch

_TRIES = 20
"""Tries to place the blocks of one stretch before the draw is given up."""


def placed_blocks(
    within: Stretch, lengths: Callable[[], list[int]], gap: int, step: int,
    around: Sequence[Stretch], chance: Chance,
) -> list[Stretch] | None:  # fmt: skip
    """Return blocks of drawn lengths in a stretch, at least a gap apart; None when they do not fit.

    Each of `around`, which rise, lies in one of them. All begin at a multiple of `step` from the
    stretch on.
    """
    for _ in range(_TRIES):
        made = _placed(within, lengths(), gap, step, around, chance)
        if made is not None:
            return made
    return None


def _placed(
    within: Stretch, lengths: list[int], gap: int, step: int, around: Sequence[Stretch],
    chance: Chance,
) -> list[Stretch] | None:  # fmt: skip
    """Place a block about the first span, others before it, and go on behind it."""
    if not around:
        return _spread(within, lengths, gap, step, chance)
    first = around[0]
    long = [n for n, length in enumerate(lengths) if length >= first[1] - first[0]]
    if not long:
        return None
    chosen = chance.among(long)
    length = lengths[chosen]
    low, high = max(within[0], first[1] - length), min(within[1] - length, first[0])
    starts = [at for at in range(low, high + 1) if not (at - within[0]) % step]
    if not starts:
        return None
    start = chance.among(starts)
    end = start + length
    before = _spread((within[0], start - gap), lengths[:chosen], gap, step, chance)
    left = [span for span in around if span[1] > end]
    after = _placed((end + gap, within[1]), lengths[chosen + 1 :], gap, step, left, chance)
    if before is None or after is None:
        return None
    return [*before, (start, end), *after]


def _spread(
    within: Stretch, lengths: list[int], gap: int, step: int, chance: Chance
) -> list[Stretch] | None:
    """Share what is left over of a stretch out among the gaps, every way being as likely."""
    if not lengths:
        return []
    spare = (within[1] - within[0] - sum(lengths) - gap * (len(lengths) - 1)) // step
    if spare < 0:
        return None
    cuts = sorted(chance.below(spare + 1) for _ in lengths)
    return list(_laid(within[0], lengths, gap, [cut * step for cut in cuts]))


def _laid(start: int, lengths: list[int], gap: int, cuts: list[int]) -> Iterator[Stretch]:
    for length, cut in zip(lengths, cuts, strict=True):
        yield start + cut, start + cut + length
        start += length + gap
