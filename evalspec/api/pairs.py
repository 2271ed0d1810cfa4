"""Which of two responses is better, from Python.

import evalspec
from evalspec.api.pairs import prefer
spec = evalspec.load("meal.yaml")
report = prefer(spec, evalspec.Pair(a=response, b=other))
report.by_id["lean"].outcome, report.by_id["lean"].a.value
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from evalspec.api import Spec
from evalspec.api.judging import Bench
from evalspec.check.pairs import EQUAL, first
from evalspec.check.pairs import prefer as by_rules
from evalspec.core.errors import InputError, Problem
from evalspec.core.pair import Order, Pair, Preference, Winner
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Reason
from evalspec.judge.pairs import PairTask
from evalspec.language.criterion import Criterion, First, Scale
from evalspec.language.load import load_program
from evalspec.language.program import Program
from evalspec.report.pairs.report import PairReport
from evalspec.run.adapter import Adapter
from evalspec.run.pairs import PairResult, PairRow, by_constraints, pair_rows
from evalspec.run.rows import Placed

T = TypeVar("T")


def prefer(spec: Spec, pair: Pair, *, scenario: str = "", bench: Bench | None = None) -> PairReport:
    """Decide every criterion of a spec on a pair: by rules, and by judges where there is a bench.

    Raises `InputError` for a spec without criteria, for an unknown scenario, and for data that are
    not of the types which the spec declares.
    """
    wanted = Wanted.of(spec.program, scenario)
    spec.check_data(pair.data)
    ((_, whole, found),) = preferred(wanted, [(None, pair)], bench)
    return report_of(wanted, whole, found)


def report_of(
    wanted: Wanted, pair: Pair, found: tuple[Preference, ...], names: tuple[str, str] = ("", "")
) -> PairReport:
    """Return the preferences on a pair as a report."""
    program = wanted.program
    return PairReport(*names, pair, program.source, program.title, found, wanted.asked)


def asked_criteria(program: Program, scenario: str = "") -> tuple[str, ...]:
    """Return the criteria that count: those of a scenario, or those that no other one names."""
    at = At(program.source)
    if not program.criteria:
        hint = "`criteria:` says by what one response is better than another"
        raise InputError.of("no-criteria", "the spec has no criteria", at, hint=hint)
    if scenario:
        if scenario not in program.scenarios:
            hint = f"there are {', '.join(program.scenarios) or 'none'}"
            raise InputError.of("unknown-scenario", f"no scenario {scenario!r}", at, hint=hint)
        return program.scenarios[scenario]
    named = {name for one in program.criteria if isinstance(one.by, First) for name in one.by.of}
    return tuple(one.id for one in program.criteria if one.id not in named)


def needed(program: Program, asked: Sequence[str]) -> Program:
    """Return a program with the criteria that are asked and those that they rest on."""
    wanted = set(asked)
    for one in reversed(program.criteria):
        if one.id in wanted and isinstance(one.by, First):
            wanted.update(one.by.of)
    return replace(program, criteria=tuple(one for one in program.criteria if one.id in wanted))


def _completed(program: Program, pair: Pair) -> Pair:
    """Return a pair with the request of the spec where it gives none."""
    return pair if pair.request or not program.request else replace(pair, request=program.request)


# -- judges ---------------------------------------------------------------------------------------
class Wanted(Record, frozen=True):
    """What is asked of pairs."""

    program: Program
    """With the criteria that are asked and those that they rest on."""
    asked: tuple[str, ...]
    order: Order | None = None
    """In which order judges see the two, in place of that of each criterion."""
    seed: int = 0

    @staticmethod
    def of(
        program: Program, scenario: str = "", order: Order | None = None, seed: int = 0
    ) -> Wanted:
        """Find the criteria. Raises `InputError` where there are none, or no such scenario."""
        asked = asked_criteria(program, scenario)
        return Wanted(needed(program, asked), asked, order, seed)


def preferred(
    wanted: Wanted, pairs: Iterable[tuple[T, Pair]], bench: Bench | None
) -> Iterator[tuple[T, Pair, tuple[Preference, ...]]]:
    """Yield what rules, and judges where there is a bench, say of each pair, in order.

    What comes with a pair comes out with it.
    """
    program = wanted.program
    steps = [one for one in program.criteria if isinstance(one.by, Scale)]
    decided = (
        (given, whole, by_rules(program, whole))
        for given, whole in ((given, _completed(program, pair)) for given, pair in pairs)
    )
    if bench is None or not steps:
        yield from decided
        return

    def task_of(item: tuple[Any, Criterion]) -> PairTask | None:
        (_, pair, rules), step = item
        if not _matters(wanted, rules, step.id):
            return None
        rule = next(one for one in rules if one.criterion == step.id)
        judge = bench.plan.judge_of(step.judge)
        return PairTask(judge, step, pair, rule, wanted.seed, wanted.order)

    said: dict[str, Preference] = {}
    items = ((one, step) for one in decided for step in steps)
    for ((given, pair, rules), step), judged in bench.preferred(items, task_of):
        if judged is not None and not bench.dry_run:
            said[step.id] = judged
        if step is steps[-1]:
            yield given, pair, settled(program, rules, said)
            said = {}


def _matters(wanted: Wanted, rules: tuple[Preference, ...], name: str) -> bool:
    """Tell whether a criterion for a judge is asked by itself, or can change one that is."""
    by_id = {one.criterion: one for one in rules}
    if by_id[name].detail == EQUAL:
        return False
    above = [one.by for one in wanted.program.criteria if isinstance(one.by, First)]
    return name in wanted.asked or any(
        _is_left(by_id, one.of[: one.of.index(name)]) for one in above if name in one.of
    )


def _is_left(by_id: dict[str, Preference], before: Sequence[str]) -> bool:
    """Tell whether the parts before one may leave the decision to it."""
    for part in (by_id[name] for name in before):
        both = {Winner.A, Winner.B} <= set(part.possible)
        if part.outcome in (Winner.A, Winner.B):
            return False
        if both and part.reason is not Reason.NEEDS_JUDGE:
            return False
    return True


def settled(
    program: Program, rules: tuple[Preference, ...], said: dict[str, Preference]
) -> tuple[Preference, ...]:
    """Return the preferences of rules with those of judges in their place."""
    found: dict[str, Preference] = {}
    for criterion, rule in zip(program.criteria, rules, strict=True):
        one = said.get(criterion.id, rule)
        if isinstance(criterion.by, First) and rule.detail != EQUAL:
            one = first(criterion, [found[name] for name in criterion.by.of])
        found[criterion.id] = one
    return tuple(found.values())


# -- data sets ------------------------------------------------------------------------------------
def run_pairs(
    adapter: Adapter,
    rows: Iterable[Placed],
    bench: Bench | None = None,
    order: Order | None = None,
    seed: int = 0,
) -> Iterator[PairResult | Problem]:
    """Decide every pair of a data set: by the criteria of its spec, or the constraints of its rows.

    Raises `InputError` for a column that no row has, and for a spec without criteria.
    """
    spec = adapter.spec.default if not adapter.spec.column else ""
    if not spec:
        if adapter.spec.column or adapter.pair is None or not adapter.pair.by:
            hint = "`spec: FILE` says by what one response is better"
            raise InputError.of("no-criteria", "the adapter names no spec", hint=hint)
        yield from by_constraints(adapter, rows)
        return
    program = load_program(Path(adapter.base) / spec)
    for scenario, found in _by_scenario(_typed(Spec(program), pair_rows(adapter, rows))):
        if isinstance(found, Problem):
            yield found
            continue
        wanted = Wanted.of(program, scenario, order, seed)
        for row, pair, preferences in preferred(wanted, found, bench):
            whole = row._replace(pair=pair, asked=row.asked or row.row)
            for index, one in enumerate(preferences):
                yield PairResult(whole, index, one, one.criterion in wanted.asked)


def _typed(spec: Spec, found: Iterator[PairRow | Problem]) -> Iterator[PairRow | Problem]:
    """Yield pairs; in place of one whose data are not of their types, what is wrong with it."""
    for one in found:
        if isinstance(one, PairRow):
            try:
                spec.check_data(one.pair.data)
            except InputError as error:
                at = At(one.file, one.line, 1)
                yield from (replace(problem, at=at) for problem in error.problems)
                continue
        yield one


def _by_scenario(
    found: Iterator[PairRow | Problem],
) -> Iterator[tuple[str, Iterator[tuple[PairRow, Pair]] | Problem]]:
    """Yield the pairs of one scenario after the other, as long as it stays the same."""
    for key, members in groupby(found, key=_scenario):
        if key is None:
            for one in members:
                if isinstance(one, Problem):
                    yield "", one
        else:
            yield key, ((one, one.pair) for one in members if isinstance(one, PairRow))


def _scenario(found: PairRow | Problem) -> str | None:
    return None if isinstance(found, Problem) else found.scenario
