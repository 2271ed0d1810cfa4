"""Cases → mutants → which constraint noticed which of them.

Every constraint is tried on every case that passes and in which it is satisfied. A
mutant is *caught* when the constraint is no longer satisfied, *harmless* when it
computed something else and rightly holds still, *missed* when it should have noticed
and computed the same as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from evalspec.author.cases import SpecTest, Tested
from evalspec.author.mutate import amounts, texts, things
from evalspec.author.mutate.concern import Concern, concern
from evalspec.author.mutate.mutant import Mutant
from evalspec.author.mutate.page import Page
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.core.case import Case
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.ir import Constraint
from evalspec.language.load import load_program
from evalspec.language.program import Program

CHANGES = (
    amounts.amounts,
    things.counted,
    things.named,
    things.clocks,
    things.swapped,
    texts.tested,
    texts.lengths,
    texts.pieces,
)
"""What can be changed, in the order in which it is tried."""
MOST = 80
"""Mutants of one case that one constraint is tried on; beyond it every n-th is taken."""

LARGEST = 1 << 26
"""Most characters that the mutants of one case have together."""


class Missed(Record, frozen=True):
    """A mutant that a constraint did not notice."""

    case: str
    mutant: Mutant


class Noticed(Record, frozen=True):
    """What one constraint noticed."""

    constraint: Constraint
    cases: int
    """In how many passing cases it is satisfied."""
    caught: int
    harmless: int
    missed: tuple[Missed, ...]
    reason: str = ""
    """Why nothing was caught; empty when something was."""

    @property
    def share(self) -> tuple[int, int]:
        """Return how many it caught, of how many; never noticing anything counts as one missed."""
        return self.caught, max(1, self.caught + len(self.missed))


class Mutation(Record, frozen=True):
    """What the constraints of one spec noticed."""

    path: str
    constraints: tuple[Noticed, ...]

    @property
    def share(self) -> tuple[int, int]:
        """Return how many mutants were caught, of how many."""
        shares = [noticed.share for noticed in self.constraints]
        return sum(caught for caught, _ in shares), sum(tried for _, tried in shares)


def mutate(test: SpecTest) -> Mutation:
    """Try every constraint of a spec on mutants of its passing cases."""
    program = load_program(test.path)
    passing = [tested for tested in test.cases if not tested.misses]
    found = (_noticed(program, constraint, passing) for constraint in program.constraints)
    return Mutation(test.path, tuple(found))


def _noticed(program: Program, constraint: Constraint, passing: list[Tested]) -> Noticed:
    tally: Counter[str] = Counter()
    missed: list[Missed] = []
    cases = 0
    for tested in passing:
        before = next(v for v in tested.report.verdicts if v.constraint == constraint.id)
        if before.outcome is not Outcome.SATISFIED:
            continue
        cases += 1
        for mutant, effect in _tried(program, constraint, tested.case.case, before):
            tally[effect] += 1
            if effect == "missed":
                missed.append(Missed(tested.case.name, mutant))
    reason = "" if tally["caught"] else _why(constraint, cases, tally)
    return Noticed(constraint, cases, tally["caught"], tally["harmless"], tuple(missed), reason)


def _why(constraint: Constraint, cases: int, tally: Counter[str]) -> str:
    if not constraint.readings:
        return "it is not decided by rules"
    if not cases:
        return "no passing case satisfies it"
    if not tally.total():
        return "nothing that it looks at was found in the responses"
    if tally["harmless"]:
        return "its value moved, but no single change breaks its bound"
    return "no change made a difference to it"


def _tried(
    program: Program, constraint: Constraint, case: Case, before: Verdict
) -> Iterator[tuple[Mutant, str]]:
    """Yield mutants with their effect; changes of several places only when nothing else helps."""
    made = list(mutants(program, constraint, case.response))
    caught = False
    for mutant in _some([mutant for mutant in made if not mutant.last]):
        effect = _effect(program, constraint, case, mutant, before)
        caught |= effect == "caught"
        yield mutant, effect
    if not caught:
        for mutant in _some([mutant for mutant in made if mutant.last]):
            yield mutant, _effect(program, constraint, case, mutant, before)


def mutants(program: Program, constraint: Constraint, response: str) -> Iterator[Mutant]:
    """Yield responses with one thing changed that the constraint looks at."""
    page = Page(response)
    seen = {response}
    room = LARGEST
    for formula in constraint.readings[:1]:
        about: Concern = concern(formula, program.lexicon)
        for changes in CHANGES:
            for mutant in changes(about, page, program.lexicon):
                room -= len(mutant.response)
                if room < 0:
                    return
                if mutant.response not in seen:
                    seen.add(mutant.response)
                    yield mutant


def _some(made: list[Mutant]) -> list[Mutant]:
    step = -(-len(made) // MOST) or 1
    return made[::step]


def _effect(
    program: Program, constraint: Constraint, case: Case, mutant: Mutant, before: Verdict
) -> str:
    """Return caught, harmless, missed, or untouched: nothing moved, and need not have."""
    changed = Case(mutant.response, case.request, case.data, case.name)
    after = decide(constraint, Subject(program, changed))
    if after.outcome is not Outcome.SATISFIED:
        return "caught"
    if _ledger(after) != _ledger(before):
        return "harmless"
    return "missed" if mutant.sure else "untouched"


def _ledger(verdict: Verdict) -> tuple[object, ...]:
    """Return what a verdict rests on, without the places."""
    return tuple(
        (
            scope.label,
            scope.outcome,
            scope.computed,
            scope.unit,
            tuple((operand.value, operand.unit) for operand in scope.operands),
            tuple(cited.text for cited in scope.offending),
        )
        for scope in verdict.scopes
    )
