"""Answers to the instances of a benchmark → figures: by metric, by how hard, by what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.score import Scored, scored, verdicts_on
from evalspec.bench.kept.lines import (
    MOST_VALUES,
    SIMPLE,
    asked_in,
    fits,
    labels,
    order,
    tenth_of,
    value_of,
)  # fmt: skip
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import program_of
from evalspec.compare.bootstrap import Plan as Resampling
from evalspec.compare.bootstrap import mean_interval
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome


class Answered(Record, frozen=True):
    """An answer, scored, with what was asked."""

    response: Response
    scored: Scored
    line: dict[str, Any]
    """The instance."""


class Rate(Record, frozen=True):
    """How many passed, of how many."""

    passed: int
    failed: int
    undetermined: int
    interval: tuple[float, float] | None = None
    """Of the share that passed, by bootstrap."""

    @property
    def number(self) -> int:
        return self.passed + self.failed + self.undetermined

    @property
    def share(self) -> float | None:
        """Return the share that passed; what is undetermined did not."""
        return self.passed / self.number if self.number else None


class Refusals(Record, frozen=True):
    """Answers that say that nothing fits, against what does."""

    right: int
    wrong: int
    missed: int
    """Instances that nothing fits, and the answer says otherwise or nothing clear."""

    @property
    def precision(self) -> float | None:
        said = self.right + self.wrong
        return self.right / said if said else None

    @property
    def recall(self) -> float | None:
        due = self.right + self.missed
        return self.right / due if due else None


class Figures(Record, frozen=True):
    """What the answers of one model come to, as one way of deciding finds."""

    model: str
    answers: int
    unanswered: int
    passed: Rate
    """All metrics."""
    fraction: float
    """Mean share of the metrics that an answer passes."""
    fraction_interval: tuple[float, float] | None
    metrics: dict[str, Rate]
    apart: dict[str, Rate]
    constraints: dict[str, Rate]
    refusals: Refusals
    by: dict[str, dict[str, Rate]]
    """What is told apart (constrainedness, a parameter) → its value → all metrics."""
    pairs: dict[tuple[str, str], Rate]
    """Two constraints that both apply, or groups of written ones → all metrics."""
    voice: str = ""
    """Who decides, where several do."""
    fraction_open: float = 0.0
    """Mean share of the metrics that are undetermined."""

    @property
    def who(self) -> str:
        """Return who answers and who decides; empty where neither is told."""
        return ", ".join(filter(None, (self.model, f"by {self.voice}" if self.voice else "")))


# -- answers ---------------------------------------------------------------------------------
def answered(
    plan: Plan, lines: Mapping[str, dict[str, Any]], responses: Iterable[Response]
) -> Iterator[Answered]:
    """Score every answer."""
    for one in responses:
        line = lines[one.instance]
        yield Answered(one, score_line(plan, line, one.text), line)


def score_line(plan: Plan, line: Mapping[str, Any], text: str) -> Scored:
    """Score an answer to an instance, by the constraints of the spec and its own."""
    program = program_of(plan, line)
    return scored(plan, *verdicts_on(plan, program, text, line["data"], fits(line)))


# -- figures ---------------------------------------------------------------------------------
def figures(
    plan: Plan, every: list[Answered], instances: int, resampling: Resampling | None = None
) -> list[Figures]:
    """Return the figures of each model, in the order of their first answers."""
    models = grouped((one.response.model, one) for one in every)
    making = _Making(plan, resampling or Resampling())
    return [making.figures(model, answers, instances) for model, answers in models.items()]


class _Making:
    def __init__(self, plan: Plan, resampling: Resampling) -> None:
        self.plan = plan
        self.resampling = resampling

    def figures(self, model: str, every: list[Answered], instances: int) -> Figures:
        fractions = [float(one.scored.fraction) for one in every]
        return Figures(
            model,
            len(every),
            instances - len(every),
            self.rate(one.scored.passed for one in every),
            sum(fractions) / len(fractions),
            mean_interval(fractions, self.resampling),
            self.named(every, lambda one: one.metrics),
            self.named(every, lambda one: one.apart),
            self.named(every, lambda one: one.outcomes),
            _refusals(every),
            dict(self.told_apart(every)),
            self.pairs(every),
            fraction_open=sum(_open_share(one) for one in every) / len(every),
        )

    def rate(self, outcomes: Iterable[Outcome]) -> Rate:
        found = list(outcomes)
        counted = Counter(found)
        passed = [float(one is Outcome.SATISFIED) for one in found]
        return Rate(
            counted[Outcome.SATISFIED], counted[Outcome.UNSATISFIED], counted[Outcome.UNDETERMINED],
            mean_interval(passed, self.resampling),
        )  # fmt: skip

    def named(
        self, every: list[Answered], of: Callable[[Scored], dict[str, Outcome]]
    ) -> dict[str, Rate]:
        constraints = self.plan.program.constraints
        names = (*(c.group or c.id for c in constraints), *(c.id for c in constraints))
        found = grouped(pair for one in every for pair in of(one.scored).items())
        return {
            name: self.rate(found[name])
            for name in dict.fromkeys((*names, *found))
            if name in found
        }

    def told_apart(self, every: list[Answered]) -> Iterator[tuple[str, dict[str, Rate]]]:
        """Yield what instances differ in, each with the answers to those alike."""
        yield "constrainedness", self.grouped(every, lambda one: tenth_of(one.line))
        if any("certificate" in one.line for one in every):
            what = lambda one: "nothing" if _infeasible(one) else "something"  # noqa: E731
            yield "fits", self.grouped(every, what)
        for name in self.plan.draws:
            values = [value_of(one.line, name) for one in every]
            if all(isinstance(value, SIMPLE) or value is None for value in values):
                label = labels(values)
                if 1 < len(set(map(label, values))) <= MOST_VALUES:
                    yield name, self.grouped(every, lambda one: label(value_of(one.line, name)))  # noqa: B023
        wordings = {one.line["wording"] for one in every}
        if len(wordings) > 1:
            yield "wording", self.grouped(every, lambda one: one.line["wording"])

    def grouped(self, every: list[Answered], of: Callable[[Answered], str]) -> dict[str, Rate]:
        found = grouped((of(one), one.scored.passed) for one in every)
        return {name: self.rate(found[name]) for name in sorted(found, key=order)}

    def pairs(self, every: list[Answered]) -> dict[tuple[str, str], Rate]:
        found = grouped(
            (pair, one.scored.passed)
            for one in every
            for pair in combinations(asked_in(one.line), 2)
        )
        return {pair: self.rate(outcomes) for pair, outcomes in found.items()}


def _open_share(one: Answered) -> float:
    found = list(one.scored.metrics.values())
    return found.count(Outcome.UNDETERMINED) / len(found) if found else 0.0


def _infeasible(one: Answered) -> bool:
    return "certificate" in one.line and not fits(one.line)


def _refusals(every: list[Answered]) -> Refusals:
    counted = Counter([(one.scored.refused is True, _infeasible(one)) for one in every])
    return Refusals(counted[True, True], counted[True, False], counted[False, True])
