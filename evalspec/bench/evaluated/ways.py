"""Answers decided in several ways, so that the ways can be compared.

rules  what is decided without a model; they are silent where a question is left to one
atoms  a model answers the questions inside a constraint, and the logic is ours
whole  a model decides the constraint by its words

What a way takes is counted for it alone: every question once, whether its reply came from
the endpoint, a transcript or the store. So the count is the same when a run is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.score import verdicts_on
from evalspec.bench.kept.lines import fits
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import program_of
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.verdict import Judgement, Method, Outcome, Verdict
from evalspec.judge.atoms import decided_by_atoms, has_atoms
from evalspec.judge.config import Judge
from evalspec.judge.decide import Task
from evalspec.judge.exchange import Answer, Reply, Request, Usable, cost_of, most_of
from evalspec.judge.prompts import Question, in_words
from evalspec.judge.session import Session
from evalspec.language.ir import Constraint
from evalspec.language.program import Program
from evalspec.run.evaluate import Judged, Result

Kind = Literal["rules", "atoms", "whole"]
WAYS: tuple[Kind, ...] = ("rules", "atoms", "whole")
PEOPLE = "people"
"""The voice of the labels that answers carry."""


class Way(Record, frozen=True):
    """A way of deciding."""

    name: str
    kind: Kind
    judge: Judge | None = None


def ways_of(kinds: Iterable[str], judges: Sequence[Judge]) -> tuple[Way, ...]:
    """Return the ways of deciding, in order; those that ask a model once for each judge."""
    wanted = set(kinds)
    found = [Way("rules", "rules")] if wanted & {"rules", "all"} else []
    for kind in WAYS[1:]:
        if wanted & {kind, "all"}:
            names = [f"{kind} by {one.name}" if len(judges) > 1 else kind for one in judges]
            found += [Way(name, kind, one) for name, one in zip(names, judges, strict=True)]
    return tuple(found)


class Asked(Record, frozen=True):
    """A constraint on an answer, with what the rules say."""

    response: Response
    case: Case
    program: Program
    """Of this constraint alone."""
    rules: Verdict
    index: int
    refused: bool | None
    """The answer says that nothing fits; None where that is open, or no answer would be right."""

    @property
    def constraint(self) -> Constraint:
        return self.program.constraints[0]

    @property
    def silent(self) -> bool:
        """Tell whether the rules leave this to a model."""
        left = not self.constraint.readings or has_atoms(self.constraint)
        return left and self.rules.outcome is Outcome.UNDETERMINED


def asked_of(
    plan: Plan, program: Program, response: Response, line: dict[str, Any]
) -> Iterator[Asked]:
    """Yield the constraints that apply to an answer. Raises `InputError` for a label of none."""
    case = Case(response.text, request=line["prompt"], data=line["data"], name=line["id"])
    verdicts, refused = verdicts_on(plan, program, response.text, line["data"], fits(line))
    known = {constraint.id: constraint for constraint in program.constraints}
    strange = [name for name in response.labels if name not in known]
    if strange:
        message = f"{line['id']} has no constraint `{strange[0]}`, which is labelled"
        hint = f"constraints: {', '.join(known)}"
        raise InputError.of("unknown-label", message, response.at, hint=hint)
    for index, verdict in enumerate(verdicts):
        single = replace(program, constraints=(known[verdict.constraint],))
        whether = refused if plan.space else None
        yield Asked(response, program.completed(case), single, verdict, index, whether)


# -- what it takes -----------------------------------------------------------------------------
class Taken:
    """The questions of one way, and what they took."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Judge, Request, Reply]] = {}

    def through(self, session: Session) -> Answer:
        """Return how to ask a session, counting."""

        async def answer(judge: Judge, requests: Sequence[Request], usable: Usable) -> Reply | None:
            reply = await session.answer(judge, requests, usable)
            if reply is not None:
                self._found[requests[0].key] = judge, requests[0], reply
            return reply

        return answer

    @property
    def calls(self) -> int:
        return len(self._found)

    @property
    def unanswered(self) -> int:
        return sum(bool(reply.error) for _, _, reply in self._found.values())

    @property
    def tokens_in(self) -> int:
        return sum(reply.tokens_in for _, _, reply in self._found.values())

    @property
    def tokens_out(self) -> int:
        return sum(reply.tokens_out for _, _, reply in self._found.values())

    @property
    def cost(self) -> Decimal | None:
        """Return what all of it costs; None when a judge has no price."""
        found = self._found.values()
        return _sum(cost_of(j.price, reply.tokens_in, reply.tokens_out) for j, _, reply in found)

    @property
    def most(self) -> Decimal | None:
        """Return what all of it can cost at most, before anything is sent."""
        return _sum(
            None if judge.price is None else most_of(judge.price, request)
            for judge, request, _ in self._found.values()
        )


def _sum(costs: Iterable[Decimal | None]) -> Decimal | None:
    found = list(costs)
    known = [cost for cost in found if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(found) else None


# -- deciding ----------------------------------------------------------------------------------
def decided(
    session: Session | None, way: Way, every: Sequence[Asked], taken: Taken
) -> list[Verdict | None]:
    """Decide constraints in one way, in order; None where it is silent."""
    if way.judge is None or session is None:
        return [None if one.silent else one.rules for one in every]
    found = session.judged(every, partial(_task, way, way.judge), taken.through(session))
    return [_called(way, way.judge, one.rules if made is None else made) for one, made in found]


def _task(way: Way, judge: Judge, one: Asked) -> Task | None:
    """Return what to ask; None where nothing is left to a model."""
    by_atoms = partial(decided_by_atoms, one.program, one.case)
    if way.kind == "atoms" and not (one.silent and by_atoms({})[1]):
        return None
    question = Question(
        in_words(one.constraint), one.case.response, one.case.request, one.constraint.canonical
    )
    return Task(
        judge, question, one.rules, _rules(one), one.program.lexicon, one.case,
        by_atoms=by_atoms if way.kind == "atoms" else None,
    )  # fmt: skip


def _rules(one: Asked) -> Callable[[str], Verdict] | None:
    if not one.constraint.readings:
        return None
    return lambda text: check(one.program, replace(one.case, response=text))[0]


def _called(way: Way, judge: Judge, verdict: Verdict) -> Verdict:
    """Return a verdict under the name of its way, whoever decided it."""
    said = verdict.judgement or Judgement(
        judge.name, judge.kind, judge.model, "", verdict.outcome, verdict.reason,
        detail="decided by the rules",
    )  # fmt: skip
    method = Method.HYBRID if way.kind == "atoms" else verdict.method
    return replace(verdict, method=method, judgement=replace(said, judge=way.name), also=())


def decide_in(
    session: Session | None, plan: Plan, ways: Sequence[Way],
    lines: Mapping[str, dict[str, Any]], responses: Iterable[Response],
) -> tuple[list[Result], dict[str, Taken]]:  # fmt: skip
    """Decide answers in several ways: results with all of them, and what each way took."""
    every = [
        one
        for response in responses
        for line in [lines[response.instance]]
        for one in asked_of(plan, program_of(plan, line), response, line)
    ]
    taken = {way.name: Taken() for way in ways}
    found = [decided(session, way, every, taken[way.name]) for way in ways]
    return list(_results(every, found)), taken


def _results(every: Sequence[Asked], found: Sequence[Sequence[Verdict | None]]) -> Iterator[Result]:
    """Yield what all ways say of each constraint, as a run says it: the first one with the others."""
    for one, said in zip(every, zip(*found, strict=True), strict=True):
        spoken = [verdict for verdict in said if verdict is not None] or [one.rules]
        verdict = replace(spoken[0], also=tuple(spoken[1:]))
        response = one.response
        label = response.labels.get(verdict.constraint)
        groups = {"instance": response.instance, "group": verdict.group or verdict.constraint}
        if response.model:
            groups["model"] = response.model
        if one.refused is not None:
            groups["refused"] = "yes" if one.refused else "no"
        yield Result(
            file=response.at.file, line=response.at.line, index=one.index,
            row=" ".join(filter(None, (response.instance, response.model))),
            id=verdict.constraint, text=verdict.text, groups=groups,
            labels={} if label is None else {PEOPLE: Judged(label, verdict.outcome)},
            verdict=verdict, response=response.text, request=one.case.request,
        )  # fmt: skip
