"""What pairs make of the systems: Bradley-Terry and Newman ranks, cycles, who leads whom.

The strengths come from evalica (extra `compare`), as logarithms around a mean of zero. Without
ties Bradley-Terry is the logistic regression on who met whom: R. A. Bradley and M. E. Terry (1952),
Biometrika 39, 324-345. Newman's model has a parameter for ties: M. E. J. Newman (2023), Journal of
Machine Learning Research 24 (238), 1-25.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from evalspec.compare.libraries import library
from evalspec.compare.statistics import NOTHING, Figure
from evalspec.core.pair import Winner

Duel = tuple[str, str, str]
"""Two systems in the order of their names, and who won: the outcome of the first as A."""
Duels = Mapping[Duel, int]
_TOLERANCE, _STEPS = 1e-13, 10_000
UNLIMITED = "a system always won or always lost: its strength has no limit"
UNSETTLED = f"no strengths after {_STEPS} steps"
_SIDES = (Winner.A.value, Winner.B.value)


def duel(systems: tuple[str, str], winner: Winner) -> Duel:
    """Return a decided pair with its systems in the order of their names."""
    one, other = systems
    if one <= other:
        return (one, other, winner.value)
    return (other, one, winner.swapped.value)


def bradley_terry(duels: Duels) -> dict[str, Figure]:
    """Return the strengths of systems from the pairs that have a winner."""
    return _strengths({d: n for d, n in duels.items() if d[2] in _SIDES and n}, "bradley_terry")


def newman(duels: Duels) -> dict[str, Figure]:
    """Return the strengths of systems by Newman's model; ties count."""
    decided = {d: n for d, n in duels.items() if n and d[2] != Winner.UNDETERMINED.value}
    if not any(said == Winner.TIE.value for _, _, said in decided):
        return bradley_terry(duels)  # the same model; evalica's steps end nowhere without a tie
    return _strengths(decided, "newman")


def _strengths(duels: Duels, model: str) -> dict[str, Figure]:
    systems = sorted({name for one, other, _ in duels for name in (one, other)})
    if len(systems) < 2:
        return {name: Figure(None, NOTHING) for name in systems}
    if not _is_connected(duels, systems):
        return {name: Figure(None, UNLIMITED) for name in systems}
    evalica = library("evalica")
    sides = {"A": evalica.Winner.X, "B": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    given = sorted(duels.items())
    found = getattr(evalica, model)(
        [one for (one, _, _), _ in given],
        [other for (_, other, _), _ in given],
        [sides[said] for (_, _, said), _ in given],
        weights=[float(n) for _, n in given],
        tolerance=_TOLERANCE,
        limit=_STEPS,
    )
    if found.iterations >= _STEPS:
        return {name: Figure(None, UNSETTLED) for name in systems}
    logs = {name: math.log(found.scores[name]) for name in systems}
    mean = sum(logs.values()) / len(logs)
    return {name: Figure(value - mean) for name, value in logs.items()}


def _is_connected(duels: Duels, systems: list[str]) -> bool:
    """Tell whether each system can be reached from each other by wins: else no strength is finite.

    L. R. Ford (1957), American Mathematical Monthly 64 (8), 28-33.
    """
    beaten: dict[str, set[str]] = {name: set() for name in systems}
    for one, other, said in duels:
        if said != Winner.B.value:
            beaten[one].add(other)
        if said != Winner.A.value:
            beaten[other].add(one)
    lost = {name: {other for other in systems if name in beaten[other]} for name in systems}
    return all(len(_reached(systems[0], edges)) == len(systems) for edges in (beaten, lost))


def _reached(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        for name in edges[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def leads(duels: Duels) -> dict[tuple[str, str], Counter[str]]:
    """Return how often each of two systems won, by the two in the order of their names."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for (one, other, said), number in duels.items():
        found.setdefault((one, other), Counter())[said] += number
    return found


def mode(counts: Mapping[str, int]) -> str:
    """Return the outcome that leads: A, B or tie; empty where two of them lead."""
    said = {name: counts.get(name, 0) for name in (*_SIDES, Winner.TIE.value)}
    most = max(said.values())
    leaders = [name for name, number in said.items() if number == most and number]
    return leaders[0] if len(leaders) == 1 else ""


def cycles(duels: Duels) -> tuple[tuple[str, str, str], ...]:
    """Return every three systems of which each beats the next one more often than it loses."""
    ahead: set[tuple[str, str]] = set()
    for (one, other), counts in leads(duels).items():
        if counts["A"] > counts["B"]:
            ahead.add((one, other))
        elif counts["B"] > counts["A"]:
            ahead.add((other, one))
    systems = sorted({name for two in ahead for name in two})
    found = []
    for a, b, c in combinations(systems, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if {(x, y), (y, z), (z, x)} <= ahead:
                found.append((x, y, z))
    return tuple(found)
