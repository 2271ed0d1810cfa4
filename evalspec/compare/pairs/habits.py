"""What a voice on pairs does whatever is right: places, lengths, ties, what it leaves open, cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from evalspec.compare.bootstrap import Plan, with_intervals
from evalspec.compare.pairs.items import PairItem
from evalspec.compare.pairs.ranks import (
    Duel,
    Duels,
    bradley_terry,
    cycles,
    duel,
    leads,
    mode,
    newman,
)
from evalspec.compare.pairs.scores import SIDES
from evalspec.compare.statistics import NOTHING, Figure, share
from evalspec.core.pair import Winner
from evalspec.core.record import Record

LONGER = 1.1
"""A response is longer than another one when it has a tenth more words."""
_BOTH = 2


class Rank(Record, frozen=True, omit_defaults=False):
    """One system by one voice."""

    system: str
    wins: int
    losses: int
    ties: int
    bradley_terry: Figure
    """Logarithm of the strength, around a mean of zero; ties are left out."""
    newman: Figure
    """The same by a model in which ties count."""


class Lead(Record, frozen=True, omit_defaults=False):
    """Two systems by one voice."""

    a: str
    b: str
    counts: dict[str, int]
    mode: str
    """A, B or tie; empty where two of them lead."""


class Habits(Record, frozen=True, omit_defaults=False):
    """What is told of one voice without a reference."""

    n: int
    outcomes: dict[str, int]
    open: Figure
    """Share that it leaves to people."""
    first_slot: Figure
    """Share of the one shown first among the sides named."""
    first_slot_n: int
    swap: Figure
    """Share of equal answers among pairs asked in both orders."""
    swap_n: int
    longer: Figure
    """Share of the longer one among the sides named, where one has a tenth more words."""
    longer_n: int
    ranks: tuple[Rank, ...]
    leads: tuple[Lead, ...]
    cycles: tuple[tuple[str, str, str], ...]
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    cost: float = 0.0


def habits(items: Sequence[PairItem], voice: str, spent: Counter[str], plan: Plan) -> Habits:
    """Return what a voice does on all items."""
    said = [(item, item.said[voice]) for item in items if voice in item.said]
    asked = [one for item, _ in said for one in item.saw(voice) if one.said in SIDES]
    chosen = sum(one.said.value == one.first for one in asked)
    swaps = [item.saw(voice) for item, _ in said if len(item.saw(voice)) == _BOTH]
    known = [two for two in swaps if all(one.said is not Winner.UNDETERMINED for one in two)]
    longer = [_is_longer(item, winner) for item, winner in said]
    told = [one for one in longer if one is not None]
    outcomes = Counter(winner.value for _, winner in said)
    duels, ranked = _ranked(said, plan)
    return Habits(
        n=len(said),
        outcomes={winner.value: outcomes[winner.value] for winner in Winner},
        open=share(outcomes[Winner.UNDETERMINED.value], len(said), NOTHING),
        first_slot=share(chosen, len(asked), "no order is told"),
        first_slot_n=len(asked),
        swap=share(sum(one.said is other.said for one, other in known), len(known),
                   "nothing was asked in both orders"),
        swap_n=len(known),
        longer=share(sum(told), len(told), "no lengths are told"),
        longer_n=len(told),
        ranks=ranked,
        leads=tuple(
            Lead(*systems, dict(counts), mode(counts))
            for systems, counts in sorted(leads(duels).items())
        ),
        cycles=cycles(duels),
        tokens_in=spent["tokens_in"],
        tokens_out=spent["tokens_out"],
        calls=spent["calls"],
        cost=spent["cost"] / 1_000_000,
    )  # fmt: skip


def _is_longer(item: PairItem, winner: Winner) -> bool | None:
    """Tell whether the longer response won; None where neither did, or neither is longer."""
    if item.words is None or winner not in SIDES:
        return None
    a, b = item.words
    if max(a, b) < LONGER * min(a, b) or a == b:
        return None
    return (winner is Winner.A) == (a > b)


def _ranked(said: Iterable[tuple[PairItem, Winner]], plan: Plan) -> tuple[Duels, tuple[Rank, ...]]:
    clusters: dict[str, Counter[Duel]] = {}
    for item, winner in said:
        if all(item.systems) and winner is not Winner.UNDETERMINED:
            clusters.setdefault(item.request, Counter())[duel(item.systems, winner)] += 1
    total, found = with_intervals(clusters.values(), _strengths, plan)
    none = Figure(None, NOTHING)
    ranks = [
        Rank(
            name, *_record(total, name),
            found.get(f"bt {name}", none), found.get(f"newman {name}", none),
        )
        for name in sorted({name for one, other, _ in total for name in (one, other)})
    ]  # fmt: skip
    return total, tuple(sorted(ranks, key=lambda rank: -(rank.bradley_terry.value or 0.0)))


def _strengths(duels: Duels) -> dict[str, Figure]:
    found = {f"bt {name}": figure for name, figure in bradley_terry(duels).items()}
    return found | {f"newman {name}": figure for name, figure in newman(duels).items()}


def _record(duels: Duels, system: str) -> tuple[int, int, int]:
    """Return wins, losses and ties."""
    wins = losses = ties = 0
    for (one, other, said), number in duels.items():
        if system not in (one, other):
            continue
        if said == Winner.TIE.value:
            ties += number
        elif (said == Winner.A.value) == (system == one):
            wins += number
        else:
            losses += number
    return wins, losses, ties
