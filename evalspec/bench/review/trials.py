"""A few instances of a plan, drawn and tried: which answers keep and break which constraints.

Draws are taken until every constraint was broken by some answer, and until constraints that were
never kept together had several chances to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from evalspec.bench.planned.plan import Plan
from evalspec.bench.proven.draw import ImpossibleError, drawn
from evalspec.bench.proven.proof import Prover, UndecidedError
from evalspec.bench.proven.space import NothingError
from evalspec.check.partial_values import Answer
from evalspec.core.chance import Chance
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times

_ATTEMPTS = 60
"""Draws at most."""
_LEAST = 3
"""Draws of which all answers are tried at least, and chances that two constraints get."""
_MOST = 4_000
"""Answers that are tried; the draw that goes over it is the last one."""
_UNKNOWN = "nobody at all"
"""A name that no problem knows."""

Truths = dict[str, tuple[bool | None, ...]]
"""Constraint → whether each of some answers keeps it."""


class Trial:
    """One draw, and what each answer does to each constraint that applies."""

    def __init__(self, plan: Plan, plain: dict[str, Any], prover: Prover) -> None:
        self.plain = plain
        self.prover = prover
        self.answers = tuple(prover.answers())
        beside = (prover.answers(number) for number in range(len(plan.beside)))
        self.beside = tuple(answer for answers in beside for answer in answers)
        self.truths = self.decided((*self.answers, *self.beside))
        self.right = tuple(self._right())
        changed = (change for answer in self.models() for change in changes(answer))
        self.changed = self.decided(tuple(changed))
        """Of answers that are changed so that they need not be of the space any more."""

    def decided(self, answers: tuple[Answer, ...]) -> Truths:
        tests = (*self.prover.tests, *self.prover.preferences)
        return {name: tuple(test(answer) for answer in answers) for name, test in tests}

    def _right(self) -> Iterator[Answer]:
        for number, answer in enumerate(self.answers):
            if all(truths[number] for truths in self.truths.values()):
                yield answer

    def models(self) -> tuple[Answer, ...]:
        """Return answers to change: a right one, else any."""
        return self.right[:1] or self.answers[:1]


class Trials:
    """What was drawn and tried."""

    def __init__(self, plan: Plan) -> None:
        """Draw. Raises `InputError` where answers are too many to try."""
        self.plan = plan
        self.tried: list[Trial] = []
        self.impossible: Counter[str] = Counter()
        self.applied: Counter[str] = Counter()
        """Constraint → draws that it applies to."""
        self.drawn = 0
        self._open = {c.id for c in plan.program.constraints if c.group not in plan.apart}
        self._chances: Counter[tuple[str, str]] = Counter()
        """Two constraints → draws in which both were asked."""
        self._kept: set[tuple[str, str]] = set()
        """Two constraints that some answer kept together."""
        spent = 0
        for attempt in range(_ATTEMPTS):
            if self.tried and not self._open and not any(self._wanted()):
                break
            made = self._draw(attempt)
            if made is None or (len(self.tried) >= _LEAST and not self._helps(made[1])):
                continue
            if spent < _MOST:
                trial = Trial(plan, *made)
                spent += len(trial.answers) + len(trial.beside)
                self.tried.append(trial)
                self._learn(trial)

    def _draw(self, attempt: int) -> tuple[dict[str, Any], Prover] | None:
        try:
            plain = drawn(self.plan, Chance(f"review/{attempt}"), True)
            prover = Prover(self.plan, plain)
        except (ImpossibleError, UndecidedError, NothingError) as error:
            self.impossible[str(error)] += 1
            return None
        self.drawn += 1
        self.applied.update(constraint.id for constraint in prover.applying)
        return plain, prover

    def _wanted(self) -> Iterator[tuple[str, str]]:
        """Yield pairs that may exclude each other, or did so by chance."""
        for pair, number in self._chances.items():
            if pair not in self._kept and number < _LEAST:
                yield pair

    def _helps(self, prover: Prover) -> bool:
        """Tell whether trying a draw may show what is still open."""
        applying = {constraint.id for constraint in prover.applying}
        return bool(applying & self._open) or any(applying >= {*pair} for pair in self._wanted())

    def _learn(self, trial: Trial) -> None:
        self._open -= {name for name, truths in trial.truths.items() if False in truths}
        for pair in combinations(trial.truths, 2):
            self._chances[pair] += 1
            if together(trial.truths, pair):
                self._kept.add(pair)

    def apart(self) -> Iterator[tuple[str, str]]:
        """Yield two constraints that no answer keeps together, in as many draws as show it."""
        least = min(_LEAST, len(self.tried))
        for pair, number in self._chances.items():
            if pair not in self._kept and number >= least:
                yield pair

    def of(self, *names: str) -> list[Trial]:
        """Return the trials in which all of these constraints were asked."""
        return [trial for trial in self.tried if all(name in trial.truths for name in names)]


def together(truths: Truths, pair: tuple[str, str]) -> bool:
    """Tell whether some answer keeps both of two constraints."""
    first, second = (truths[name] for name in pair)
    return any(one and other for one, other in zip(first, second, strict=True))


# -- changes -----------------------------------------------------------------------------------
def changes(answer: Answer) -> Iterator[Answer]:
    """Yield an answer changed in one thing: a record left out or told twice, a field otherwise."""
    for kind, records in answer.items():
        for number, record in enumerate(records):
            before, after = records[:number], records[number + 1 :]
            for some in ((*before, *after), (*before, record, record, *after)):
                yield {**answer, kind: tuple(some)}
            for field, value in record.items():
                for other in _others(value):
                    yield {**answer, kind: (*before, {**record, field: other}, *after)}


def _others(value: Any) -> Iterable[Any]:
    """Return values of the same type that are not this one."""
    match value:
        case Times():
            day = -DAY if value.stretches and value.start >= DAY else DAY
            shifted = [_moved(value, by, by) for by in (day, 3 * day, 5, -5, 360, -360)]
            return [*shifted, _moved(value, 0, 25), _moved(value, 0, 600), Times(value.calendar)]
        case Clock():
            return [replace(value, minutes=m) for m in _near(value.minutes)]
        case int():
            return [value + 1, value + 1000, 0]
        case str():
            return [_UNKNOWN]
        case _:
            return []


def _near(minutes: int) -> Iterator[int]:
    yield from ((minutes + by) % DAY for by in (5, 360, 720))


def _moved(value: Times, begin: int, end: int) -> Times:
    """Move the ends of all stretches; none begins before the first day."""
    moved = ((max(0, low + begin), high + end) for low, high in value.stretches)
    return Times(value.calendar, tuple(pair for pair in moved if pair[0] < pair[1]))
