"""Which answers fit: every answer of the space put to every constraint that applies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from evalspec.bench.planned.plan import Plan
from evalspec.bench.proven.space import Answers, NothingError
from evalspec.check.partial import Partial
from evalspec.check.partial_values import Answer
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language.given.files import read_data
from evalspec.language.given.values import typed_data
from evalspec.language.ir import Constraint


class UndecidedError(Exception):
    """A constraint leaves an answer undetermined: nothing is proven."""


class Proof(Record, frozen=True):
    """What trying every answer showed."""

    answers: int
    """How many there are."""
    possible: int
    """How many of them are possible at all."""
    feasible: tuple[Any, ...]
    """Those that break nothing but preferences, in order."""
    best: tuple[Any, ...]
    """Those that break nothing."""
    first_broken: tuple[tuple[str, int], ...]
    """The first constraint that each answer breaks (empty: none), in runs."""
    near: dict[str, tuple[Any, ...]]
    """Constraint → the answers that break it and, preferences aside, as little else as any."""

    @property
    def constrainedness(self) -> Fraction | None:
        """Return 1 - feasible / possible."""
        return 1 - Fraction(len(self.feasible), self.possible) if self.possible else None


class Prover:
    """The constraints of a plan for one set of data."""

    def __init__(self, plan: Plan, data: dict[str, Any]) -> None:
        """Compile what applies. Raises `UndecidedError` when that is not known."""
        program = plan.program
        given = {name: value for name, value in data.items() if value is not None}
        values = typed_data(program.data, given, plan.types, program.lexicon.units)
        self.plan = plan
        self.partial = Partial(program, values)
        self.applying = [one for one in program.constraints if self.applies(one)]
        self.tests = [
            (one.id, self.decides(one)) for one in self.applying if one.id not in plan.preferences
        ]
        self.preferences = [
            (one.id, self.decides(one)) for one in self.applying if one.id in plan.preferences
        ]

    def applies(self, constraint: Constraint) -> bool:
        """Tell whether a constraint is asked of answers to these data."""
        if constraint.group in self.plan.apart:
            return False
        if constraint.when is None:
            return True
        truth = self.partial.run.truth(constraint.when, None).truth
        if truth is None:
            raise UndecidedError(f"whether `{constraint.id}` applies")
        return truth

    def decides(self, constraint: Constraint) -> Callable[[Answer], bool | None]:
        if len(constraint.readings) != 1:
            raise UndecidedError(f"`{constraint.id}` has no formula of its own")
        return self.partial.decides(constraint.readings[0])

    def broken(self, answer: Answer) -> tuple[str, ...]:
        """Return the constraints that an answer breaks. Raises `UndecidedError`."""
        return tuple(self._broken(answer, self.tests)) + tuple(
            self._broken(answer, self.preferences)
        )

    def _broken(self, answer: Answer, tests: list[tuple[str, Any]]) -> Iterator[str]:
        for name, test in tests:
            truth = test(answer)
            if truth is None:
                raise UndecidedError(f"`{name}` leaves an answer undetermined")
            if not truth:
                yield name

    def _first_broken(self, answer: Answer, most: int) -> tuple[str, ...]:
        """Return what an answer breaks, up to one more than is of use."""
        return tuple(islice(self._broken(answer, self.tests), most + 1))

    def answers(self, number: int | None = None) -> Answers:
        """Return the answers of the space, or of one of those beside it."""
        space = self.plan.space if number is None else self.plan.beside[number]
        at = self.plan.places["space" if number is None else "beside"]
        return Answers(space, self.partial.run, at)

    def every(self) -> Iterator[Answer]:
        """Yield every answer of the space and beside it."""
        yield from self.answers()
        for number in range(len(self.plan.beside)):
            yield from self.answers(number)

    def proof(self) -> Proof:
        """Try every answer. Raises `UndecidedError` when one stays undetermined."""
        possible = self.plan.possible
        is_possible = None if possible is None else self.partial.decides(possible)
        near = _Near([name for name, _ in self.tests])
        feasible, best = [], []
        runs: list[tuple[str, int]] = []
        count = counted = 0
        for answer in self.answers():
            count += 1
            likely = is_possible is None or is_possible(answer) is True
            counted += likely
            broken = self._first_broken(answer, near.limit)
            runs.append((broken[0] if broken else "", 1))
            if broken:
                near.add(answer, broken, likely)
                continue
            feasible.append(answer)
            disliked = tuple(self._broken(answer, self.preferences))
            if disliked:
                near.add(answer, disliked)
            else:
                best.append(answer)
        for number in range(len(self.plan.beside)):
            for answer in self.answers(number):
                near.add(answer, self._first_broken(answer, near.limit))
        return Proof(count, counted, tuple(feasible), tuple(best), _runs(runs), near.found())


class _Near:
    """For each constraint the answers that break it and little else."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.least: dict[str, tuple[int, bool]] = {}
        self.answers: dict[str, list[Any]] = {}
        self.limit = len(names)
        """What breaks more than so many is near no constraint."""

    def add(self, answer: Any, broken: tuple[str, ...], likely: bool = True) -> None:
        """Take an answer; one that is possible goes before one that is not."""
        number = len(broken)
        if number > self.limit:
            return
        rank = number, not likely
        for name in broken:
            least = self.least.get(name)
            if least is None or rank < least:
                self.least[name], self.answers[name] = rank, [answer]
                every = len(self.names), False
                self.limit = max(self.least.get(one, every)[0] for one in self.names)
            elif rank == least:
                self.answers[name].append(answer)

    def found(self) -> dict[str, tuple[Any, ...]]:
        return {name: tuple(answers) for name, answers in self.answers.items()}


def proven(plan: Plan, path: str) -> Proof:
    """Prove the data of a file. Raises `InputError` for what is no data of the problem."""
    program = plan.program
    given = read_data(Path(path), program.given, program.lexicon.units, program.data)
    try:
        return Prover(plan, given).proof()
    except (UndecidedError, NothingError) as error:
        message = f"nothing can be proven: {error}"
        raise InputError.of("undetermined", message, At(path)) from None


def _runs(single: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    made: list[tuple[str, int]] = []
    for name, number in single:
        if made and made[-1][0] == name:
            made[-1] = (name, made[-1][1] + number)
        else:
            made.append((name, number))
    return tuple(made)


def rounded(share: Fraction | None) -> str | None:
    """Write a share with four digits."""
    if share is None:
        return None
    return f"{Decimal(share.numerator) / Decimal(share.denominator):.4f}"
