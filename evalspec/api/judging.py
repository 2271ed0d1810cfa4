"""Judges from Python: the verdicts of rules handed on to models where that was asked for.

import evalspec
from evalspec.api.judging import Bench, Plan, judged_reports
spec = evalspec.load("meal.yaml")
with Bench(Plan.of(["local"], spec.judges)) as bench:
    reports = judged_reports(spec, [evalspec.Case(response)], bench)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from evalspec.api import Spec
from evalspec.core.case import Case
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.verdict import Method, Verdict
from evalspec.judge.atoms import Decide, decided_by_atoms, has_atoms
from evalspec.judge.config import Agent, Judge, Overrides, judge_named
from evalspec.judge.decide import Task
from evalspec.judge.modes import Mode, asks, standing
from evalspec.judge.prompts import Question, in_words, load_prompt
from evalspec.judge.session import Options, Session
from evalspec.language.ir import Constraint
from evalspec.language.kinds import kind_of
from evalspec.report.report import Report
from evalspec.run.evaluate import Evaluator, Judged, Result
from evalspec.run.routing import Routing, Step
from evalspec.vocabulary.lexicon import Lexicon


class Plan(Record, frozen=True):
    """Which judges are asked, and about what."""

    judges: tuple[Judge, ...]
    """Those named by the user; the first one is asked unless a constraint is marked for another."""
    mode: Mode = "fallback"
    routing: Routing | None = None
    """Who decides which kind of constraint, in mode `routed`."""

    @staticmethod
    def of(
        names: Sequence[str],
        known: Mapping[str, Any],
        mode: Mode = "fallback",
        overrides: Overrides | None = None,
        routing: Routing | None = None,
    ) -> Plan:
        """Find judges by name. Raises `InputError` for an unknown one, `SpecError` for a prompt."""
        if routing is not None:
            _check_named(routing, names)
            mode = "routed"
        elif not names:
            raise InputError.of("no-judge", "name a judge: none is chosen for you")
        overrides = overrides or Overrides()
        judges = tuple(judge_named(name, known, overrides) for name in names)
        for judge in judges:
            _load_prompts(judge)
        return Plan(judges, mode, routing)

    def judge_of(self, marked: str) -> Judge:
        """Return the judge of a constraint: the one it is marked for if that was named."""
        return next((judge for judge in self.judges if judge.name == marked), self.judges[0])

    def route(self, kind: str) -> tuple[Judge | None, ...]:
        """Return who is asked about a kind of constraint, in order; None stands for the rules."""
        steps = self.routing.steps(kind) if self.routing else ()
        return tuple(self._asked(step) for step in steps if step.by != "person")

    def _asked(self, step: Step) -> Judge | None:
        if step.by == "rules":
            return None
        if step.by == "judge":
            return self.judge_of(step.judges[0])
        return Judge("vote", "jury", members=tuple(map(self.judge_of, step.judges)))


def _check_named(routing: Routing, names: Sequence[str]) -> None:
    """Raise for a judge that a routing file asks and the user did not name."""
    routes = [*routing.kinds.values(), routing.default]
    asked = {name for steps in routes for step in steps for name in step.judges}
    missing = sorted(asked.difference(names))
    if missing:
        message = f"the routing file asks {', '.join(missing)}, which --judge does not name"
        hint = "add " + " ".join(f"--judge {name}" for name in missing)
        raise InputError.of("unnamed-judge", message, hint=hint)


def _load_prompts(judge: Judge) -> None:
    for member in judge.members:
        _load_prompts(member)
    for number, prompt in enumerate(judge.prompts):
        if prompt:
            load_prompt(prompt, ("statements",) if number else ())
    for agent in judge.agents:
        if agent.judge is not None:
            _load_agent_prompt(agent)
    if not judge.members and not judge.agents:
        load_prompt(judge.prompt or (judge.of if judge.kind == "vote" else judge.kind))


def _load_agent_prompt(agent: Agent) -> None:
    """Raise for a prompt that does not ask for what the agent gives."""
    wanted = "findings" if agent.gives else "text"
    if load_prompt(agent.prompt).menu != wanted:
        message = f"agent {agent.name!r}: prompt {agent.prompt!r} is not one for {wanted}"
        raise InputError.of("wrong-prompt", message, hint=f"its `menu:` must be {wanted}")


class Bench(Session):
    """A session of judges with a plan."""

    def __init__(self, plan: Plan, options: Options | None = None) -> None:
        """Take the plan, and where replies come from and go to."""
        super().__init__(options)
        self.plan = plan

    def task(
        self,
        constraint: Constraint,
        case: Case,
        rules: Verdict,
        again: Any,
        groups: Mapping[str, str] | None = None,
        lexicon: Lexicon | None = None,
        other: Callable[[str], Verdict | None] = lambda name: None,
        by_atoms: Decide | None = None,
    ) -> Task | None:
        """Return what to ask about a constraint; None when the plan asks nothing.

        `groups` are the fields of a row, which a routing file may go by; `other` returns what the
        rules say of another constraint.
        """
        plan = self.plan
        if plan.mode != "routed" and not asks(plan.mode, rules, bool(constraint.judge)):
            return None
        question = Question(in_words(constraint), case.response, case.request,
                            constraint.canonical)  # fmt: skip
        decides = again if constraint.readings else None
        if plan.mode == "only" or not has_atoms(constraint):
            by_atoms = None
        if plan.routing is None:
            judge = plan.judge_of(constraint.judge)
            return Task(judge, question, rules, decides, lexicon, case, other, by_atoms=by_atoms)
        field = plan.routing.field
        kind = kind_of(constraint.canonical) if field == "kind" else (groups or {}).get(field, "")
        route = plan.route(kind)
        return Task(None, question, rules, decides, lexicon, case, other, route, by_atoms)


# -- check -----------------------------------------------------------------------------------
def judged_reports(spec: Spec, cases: Iterable[Case], bench: Bench) -> Iterator[Report]:
    """Check responses with rules and judges; one report a response, in order."""
    constraints = {constraint.id: constraint for constraint in spec.program.constraints}
    unasked: list[Report] = []

    def asked() -> Iterator[tuple[Report, Case, Constraint, Verdict]]:
        for case in map(spec.program.completed, cases):
            report = spec.check_case(case)
            unasked.extend([] if report.verdicts else [report])
            for verdict in report.verdicts:
                yield report, case, constraints[verdict.constraint], verdict

    def task_of(item: tuple[Report, Case, Constraint, Verdict]) -> Task | None:
        report, case, constraint, verdict = item
        single = Spec(replace(spec.program, constraints=(constraint,)))
        return bench.task(
            constraint, case, verdict, _again(single, case), None, spec.program.lexicon,
            _others(report.verdicts), partial(decided_by_atoms, single.program, case),
        )  # fmt: skip

    verdicts: list[Verdict] = []
    for (report, _, _, rules), judged in bench.judged(asked(), task_of):
        verdicts.append(
            rules if judged is None or bench.dry_run else standing(bench.plan.mode, rules, judged)
        )
        if len(verdicts) == len(report.verdicts):
            yield replace(report, verdicts=tuple(verdicts))
            verdicts = []
    yield from unasked


def _others(verdicts: Iterable[Verdict]) -> Callable[[str], Verdict | None]:
    return {verdict.constraint: verdict for verdict in verdicts}.get


def _again(single: Spec, case: Case) -> Any:
    """Return how the rules decide one constraint on another text."""
    return lambda text: single.check_case(replace(case, response=text)).verdicts[0]


# -- data sets --------------------------------------------------------------------------------
def judged_results(
    results: Iterator[Result | Problem], evaluator: Evaluator, bench: Bench
) -> Iterator[Result | Problem]:
    """Ask judges about the results of a data set; rows that cannot be read pass by."""

    def task_of(found: Result | Problem) -> Task | None:
        if isinstance(found, Problem) or found.constraint is None:
            return None
        case = Case(found.response, found.request, found.data, found.row, found.pool)
        again = lambda text: evaluator.decide(found, text)  # noqa: E731
        lexicon = evaluator.lexicon_of(found)
        other = lambda name: evaluator.other(found, name)  # noqa: E731
        by_atoms = partial(evaluator.by_atoms, found)
        return bench.task(
            found.constraint, case, found.verdict, again, found.groups, lexicon, other, by_atoms
        )

    for found, judged in bench.judged(results, task_of):
        if judged is None or bench.dry_run or isinstance(found, Problem):
            yield found
            continue
        verdict = standing(bench.plan.mode, found.verdict, judged)
        labels = found.labels
        if verdict.method is not Method.SYMBOLIC or verdict.outcome is not found.verdict.outcome:
            # who is not the rules saw the response as it is, no variant of it
            labels = {name: Judged(one.label, verdict.outcome) for name, one in labels.items()}
        yield replace(found, verdict=verdict, labels=labels)
