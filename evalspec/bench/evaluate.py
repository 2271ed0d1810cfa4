"""Answers to the instances of a benchmark → figures: by metric, by how hard, by what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from evalspec.bench.plan import Plan
from evalspec.bench.score import Scored, score
from evalspec.compare.bootstrap import Plan as Resampling
from evalspec.compare.bootstrap import mean_interval
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.run.rows import read_rows

MOST_PROBLEMS = 20
_MOST_VALUES = 8
"""Values of a parameter that are told apart; more are put into bins."""


class Response(Record, frozen=True):
    """An answer to an instance."""

    instance: str
    text: str
    model: str = ""


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
    """What the answers of one model come to."""

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
    """Two constraints that both apply → all metrics."""


# -- answers ---------------------------------------------------------------------------------
def read_responses(path: str, known: Mapping[str, str], model: str = "") -> list[Response]:
    """Read answers: rows with `id` (or `instance`), `response` and perhaps `model`.

    `known` are the names of the instances. Raises `InputError` with the place of every row
    that is no answer to one of them.
    """
    problems: list[Problem] = []
    found: dict[tuple[str, str], Response] = {}
    for number, row in read_rows(Path(path)):
        at = At(path, number, 1, number, 1)
        if isinstance(row, Problem):
            problems.append(row)
            continue
        name = known.get(str(row.get("id", row.get("instance", ""))).strip())
        text = row.get("response")
        by = str(row.get("model") or model)
        if name is None:
            said = row.get("id", row.get("instance"))
            message = "expected `id` or `instance`" if said is None else f"no instance `{said}`"
            problems.append(Problem("unknown-instance", message, at))
        elif not isinstance(text, str):
            problems.append(Problem("no-response", "expected a text under `response`", at))
        elif (name, by) in found:
            message = f"a second answer to {name}" + (f" by {by}" if by else "")
            problems.append(Problem("second-answer", message, at))
        else:
            found[name, by] = Response(name, text, by)
    if problems:
        raise InputError(problems[:MOST_PROBLEMS])
    return list(found.values())


def answered(
    plan: Plan, lines: Mapping[str, dict[str, Any]], responses: Iterable[Response]
) -> Iterator[Answered]:
    """Score every answer."""
    for one in responses:
        line = lines[one.instance]
        feasible = bool(line["certificate"]["right"])
        yield Answered(one, score(plan, one.text, line["data"], feasible), line)


# -- figures ---------------------------------------------------------------------------------
def figures(
    plan: Plan, every: list[Answered], instances: int, resampling: Resampling | None = None
) -> list[Figures]:
    """Return the figures of each model, in the order of their first answers."""
    models: dict[str, list[Answered]] = {}
    for one in every:
        models.setdefault(one.response.model, []).append(one)
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
        order = dict.fromkeys(c.group or c.id for c in self.plan.program.constraints)
        order |= dict.fromkeys(c.id for c in self.plan.program.constraints)
        found: dict[str, list[Outcome]] = {name: [] for name in order}
        for one in every:
            for name, outcome in of(one.scored).items():
                found[name].append(outcome)
        return {name: self.rate(outcomes) for name, outcomes in found.items() if outcomes}

    def told_apart(self, every: list[Answered]) -> Iterator[tuple[str, dict[str, Rate]]]:
        """Yield what instances differ in, each with the answers to those alike."""
        yield "constrainedness", self.grouped(every, _constrainedness)
        yield (
            "fits",
            self.grouped(every, lambda one: "nothing" if _infeasible(one) else "something"),
        )
        for name in self.plan.draws:
            values = [_value(one, name) for one in every]
            if all(isinstance(value, _SIMPLE) or value is None for value in values):
                label = _labels(values)
                if 1 < len(set(map(label, values))) <= _MOST_VALUES:
                    yield name, self.grouped(every, lambda one: label(_value(one, name)))  # noqa: B023
        wordings = {one.line["wording"] for one in every}
        if len(wordings) > 1:
            yield "wording", self.grouped(every, lambda one: one.line["wording"])

    def grouped(self, every: list[Answered], of: Callable[[Answered], str]) -> dict[str, Rate]:
        found: dict[str, list[Outcome]] = {}
        for one in every:
            found.setdefault(of(one), []).append(one.scored.passed)
        return {name: self.rate(found[name]) for name in sorted(found, key=_order)}

    def pairs(self, every: list[Answered]) -> dict[tuple[str, str], Rate]:
        found: dict[tuple[str, str], list[Outcome]] = {}
        for one in every:
            for pair in combinations(one.line["applies"], 2):
                found.setdefault(pair, []).append(one.scored.passed)
        return {pair: self.rate(outcomes) for pair, outcomes in found.items()}


_SIMPLE = (str, int, float, bool)


def _infeasible(one: Answered) -> bool:
    return not one.line["certificate"]["right"]


def _refusals(every: list[Answered]) -> Refusals:
    said = [(one.scored.refused is True, _infeasible(one)) for one in every]
    counted = Counter(said)
    return Refusals(counted[True, True], counted[True, False], counted[False, True])


def _constrainedness(one: Answered) -> str:
    share = one.line["proof"]["constrainedness"]
    if share is None:
        return "none"
    tenth = min(9, int(float(share) * 10))
    return f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"


def _value(one: Answered, name: str) -> Any:
    parameters, data = one.line["parameters"], one.line["data"]
    return parameters.get(name, data.get(name))


def _labels(values: list[Any]) -> Callable[[Any], str]:
    """Return how values of a parameter are called: as they are, or by the quarter they lie in."""
    numbers = sorted(v for v in values if isinstance(v, (int, float)) and not isinstance(v, bool))
    if len(set(values)) <= _MOST_VALUES or not numbers:
        return lambda value: "none" if value is None else str(value)
    cuts = sorted({numbers[len(numbers) * quarter // 4] for quarter in (1, 2, 3)})

    def label(value: Any) -> str:
        if not isinstance(value, (int, float)):
            return "none"
        low = max((cut for cut in cuts if cut <= value), default=numbers[0])
        above = min((cut for cut in cuts if cut > value), default=numbers[-1] + 1)
        return f"{low}-{max(number for number in numbers if number < above)}"

    return label


def _order(label: str) -> tuple[float, str]:
    """Order labels by the number they begin with, words behind."""
    head = label.partition("-")[0]
    try:
        return float(head), label
    except ValueError:
        return float("inf"), label
