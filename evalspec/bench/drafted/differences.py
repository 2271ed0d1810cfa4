"""Where two specs part: what each says of the same answers to the same instances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from evalspec.bench.evaluated.evaluate import score_line
from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.score import Scored
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import program_of
from evalspec.bench.proven.proof import Prover
from evalspec.bench.verified.verify import certified, values_of
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.language.given.files import described
from evalspec.language.given.values import typed_values
from evalspec.language.program import Program

ALL = "pass all"
"""What stands beside the metrics: all of them."""


class Difference(Record, frozen=True):
    """One metric of one answer, on which two specs part."""

    instance: str
    response: str
    metric: str
    first: Outcome | None
    second: Outcome | None
    """None where the metric does not apply."""
    why: str
    """What the spec that fails it says."""


class Compared(Record, frozen=True):
    """Two specs on one answer."""

    instance: str
    metrics: tuple[str, ...]
    """Those that apply for one of them."""
    differences: tuple[Difference, ...]


def probes(plan: Plan, lines: Iterable[dict[str, Any]]) -> Iterator[Response]:
    """Yield the answers of the certificates, in the first way of writing."""
    first = next(iter(plan.writings), "")
    if plan.write is not None:
        message = f"the instances of {plan.name} were written and have no certificates"
        raise InputError.of("no-answers", message, hint="give RESPONSES")
    for line in lines:
        for one in certified(plan, line, Prover(plan, values_of(line))):
            if one.writing == first:
                yield Response(line["id"], one.response)


def compared(
    plan: Plan, other: Plan, lines: dict[str, dict[str, Any]], responses: Iterable[Response]
) -> Iterator[Compared]:
    """Compare two specs on every answer. Raises `InputError` for data that the other cannot read."""
    readable: set[str] = set()
    for one in responses:
        line = lines[one.instance]
        if one.instance not in readable:
            _check(other, line)
            readable.add(one.instance)
        first, second = score_line(plan, line, one.text), score_line(other, line, one.text)
        every = {**_said(first), **_said(second)}
        sides = (program_of(plan, line), first), (program_of(other, line), second)
        found = tuple(_differences(one, tuple(every), *sides))
        yield Compared(one.instance, tuple(every), found)


def _check(other: Plan, line: dict[str, Any]) -> None:
    program = other.program
    units = program.lexicon.units
    _, wrong = typed_values({**program.data, **line["data"]}, program.given, units)
    if wrong:
        raise InputError(
            [Problem("wrong-data", f"{line['id']}: {described(one)}") for one in wrong[:5]]
        )


def _said(scored: Scored) -> dict[str, Outcome]:
    return {**scored.apart, **scored.metrics, ALL: scored.passed}


def _differences(
    one: Response,
    metrics: tuple[str, ...],
    first: tuple[Program, Scored],
    second: tuple[Program, Scored],
) -> Iterator[Difference]:
    for name in metrics:
        outcomes = _said(first[1]).get(name), _said(second[1]).get(name)
        if outcomes[0] is not outcomes[1]:
            why = _why(*(second if outcomes[0] is Outcome.SATISFIED else first), name)
            yield Difference(one.instance, one.text, name, *outcomes, why)


def _why(program: Program, scored: Scored, metric: str) -> str:
    """Return what a spec holds against an answer in one metric, or in all of them."""
    constraints = program.constraints
    asked = [one.id for one in constraints if metric in (ALL, one.group or one.id)]
    return "; ".join(f"{name}: {scored.why[name]}" for name in asked if scored.why.get(name))
