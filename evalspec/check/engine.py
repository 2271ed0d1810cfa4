"""Program and case in, one verdict for each constraint out.

Facts and text pieces are read lazily, once per response; a spec of text rules reads
no facts. Nothing here raises for any response: a rule that fails leaves its constraint
undetermined (`crashed`), and the others are decided.
"""

from __future__ import annotations

import msgspec

from evalspec.check.evaluation import Subject
from evalspec.check.readings import Read, agreed, outcomes, read, run_once, why
from evalspec.check.result import Result
from evalspec.core.case import Atom, Case
from evalspec.core.errors import fault_text
from evalspec.core.verdict import Method, Outcome, Reading, Reason, Verdict
from evalspec.document.facts import Facts
from evalspec.language.ir import Constraint
from evalspec.language.printer import canonical
from evalspec.language.program import Program


def check(program: Program, case: Case, facts: Facts | None = None) -> tuple[Verdict, ...]:
    """Decide every constraint of a program on one response, in order.

    `facts` are those that were read elsewhere; without them the response is read.
    """
    subject = Subject(program, case, facts)
    return tuple(decide(constraint, subject) for constraint in program.constraints)


def undecided(program: Program, reason: Reason, detail: str = "") -> tuple[Verdict, ...]:
    """Return the verdicts on a response that could not be looked at, and why."""
    return tuple(
        _verdict(constraint, Outcome.UNDETERMINED, reason, detail=detail)
        for constraint in program.constraints
    )


def open_atoms(program: Program, case: Case) -> tuple[tuple[Verdict, ...], tuple[Atom, ...]]:
    """Decide every constraint; return also what a judge has still to answer inside them."""
    subject = Subject(program, case)
    verdicts = tuple(decide(constraint, subject) for constraint in program.constraints)
    return verdicts, tuple(subject.open_atoms)


def decide(constraint: Constraint, subject: Subject) -> Verdict:
    """Decide one constraint under every admissible reading; a fault of ours is no verdict."""
    try:
        return _decided_beside(constraint, subject) or _decided(constraint, subject)
    except Exception as error:
        detail = fault_text(error)
        return _verdict(constraint, Outcome.UNDETERMINED, Reason.CRASHED, detail=detail)


WHOLE = "all"
"""Id of the verdict on all constraints together."""


def whole_verdict(title: str, verdicts: tuple[Verdict, ...]) -> Verdict:
    """Return whether all constraints of severity error that apply hold; one that does not decides."""
    asked = [v for v in verdicts if v.severity == "error" and v.applies]
    broken = next((v for v in asked if v.outcome is Outcome.UNSATISFIED), None)
    open_one = next((v for v in asked if v.outcome is Outcome.UNDETERMINED), None)
    decisive = broken or open_one
    if decisive is None:
        outcome = Outcome.SATISFIED if asked else Outcome.UNDETERMINED
        reason = Reason.NONE if asked else Reason.EMPTY_SCOPE
        return Verdict(WHOLE, outcome, reason, Method.SYMBOLIC, "", text=title)
    return msgspec.structs.replace(
        decisive, constraint=WHOLE, text=title, detail=decisive.constraint, readings=()
    )


_UNTOLD = (
    Reason.NAME_NOT_FOUND, Reason.MISSING_AMOUNT, Reason.EMPTY_SCOPE, Reason.NOT_COMPILED,
)  # fmt: skip
"""What another vocabulary may know."""


def _decided_beside(constraint: Constraint, subject: Subject) -> Verdict | None:
    """Decide by the vocabulary that the headings of the response are of, where its own does not.

    What speaks of things that only that one knows, such as steps, is decided by it alone.
    """
    other = constraint.beside
    if other is None or subject.beside is None:
        return None
    own = None if constraint.borrows else _decided(constraint, subject)
    if own is not None and own.reason not in _UNTOLD:
        return own
    meant = msgspec.structs.replace(
        constraint, readings=other.readings, reading_texts=other.reading_texts,
        canonical=other.canonical, refusal=None,
    )  # fmt: skip
    found = _decided(meant, subject.beside)
    if own is not None and found.outcome is Outcome.UNDETERMINED:
        return own
    read_by = f"vocabulary={subject.beside.program.lexicon.name}"
    return msgspec.structs.replace(found, assumptions=(*found.assumptions, read_by))


def _decided(constraint: Constraint, subject: Subject) -> Verdict:
    if constraint.when is not None:
        condition = run_once(constraint.when, subject)
        if condition.truth is None:
            return _verdict(constraint, Outcome.UNDETERMINED, condition.reason, result=condition,
                            detail=condition.detail)  # fmt: skip
        if not condition.truth:
            return _verdict(
                constraint, Outcome.UNDETERMINED, Reason.DOES_NOT_APPLY, result=condition,
                detail=canonical(constraint.when),
            )  # fmt: skip
    reason = _not_decidable(constraint, subject)
    if reason is not None:
        detail = constraint.refusal.text if constraint.refusal else ""
        if reason is Reason.NEEDS_JUDGE:
            detail = constraint.judge
        return _verdict(constraint, Outcome.UNDETERMINED, reason, detail=detail)
    every = [read(formula, subject) for formula in constraint.readings]
    kept = _admissible(every)
    alternatives = [every[number] for number in kept]
    results = [result for one in alternatives for result in one.values]
    settled = {name: value for one in alternatives for name, value in one.settled.items()}
    readings = _readings(constraint, kept, alternatives)
    complete = all(one.complete for one in alternatives)
    truth = agreed(results) if complete else None
    reported = _reported(truth, results, complete)
    return _verdict(
        constraint,
        Outcome.of(truth),
        Reason.NONE if truth is not None else reported.reason,
        result=reported,
        detail=reported.detail if truth is None else "",
        assumptions=tuple(f"{name}={value}" for name, value in settled.items()),
        readings=tuple(readings) if len(readings) > 1 else (),
    )


def _not_decidable(constraint: Constraint, subject: Subject) -> Reason | None:
    if not constraint.readings:
        return Reason.NEEDS_JUDGE if constraint.judge else Reason.NOT_COMPILED
    return subject.unreadable


def _admissible(alternatives: list[Read[Result]]) -> list[int]:
    """Return which alternatives count: not those about a name that the response does not have.

    A sentence may say either of two things by a name; when only one of them is about
    something the response holds, that one is meant. All count when none is.
    """
    found = [
        number
        for number, one in enumerate(alternatives)
        if any(result.reason is not Reason.NAME_NOT_FOUND for result in one.values)
    ]
    return found or list(range(len(alternatives)))


def _readings(
    constraint: Constraint, kept: list[int], alternatives: list[Read[Result]]
) -> list[Reading]:
    """Name each reading by its alternative, when there are several, and its switches."""
    if len(alternatives) == 1:
        return list(outcomes(alternatives[0]))
    texts = constraint.reading_texts or tuple(
        f"reading {n}" for n in range(1, len(constraint.readings) + 1)
    )
    return [
        Reading((text, *reading.assumptions), reading.outcome)
        for text, one in zip((texts[number] for number in kept), alternatives, strict=True)
        for reading in outcomes(one)
    ]


def _reported(truth: bool | None, results: list[Result], complete: bool) -> Result:
    """Choose the reading whose ledger is shown: the first, or one that is undetermined."""
    first = results[0]
    if truth is not None:
        return first
    if not complete:
        return Result(None, Reason.TOO_MANY_READINGS, "", first.scopes, first.doubts)
    cause = why(results)
    if cause.reason is Reason.READINGS_DIFFER:
        return Result(None, cause.reason, "", first.scopes, first.doubts)
    return cause


def _verdict(
    constraint: Constraint,
    outcome: Outcome,
    reason: Reason,
    *,
    result: Result | None = None,
    detail: str = "",
    assumptions: tuple[str, ...] = (),
    readings: tuple[Reading, ...] = (),
) -> Verdict:
    return Verdict(
        constraint.id,
        outcome,
        reason,
        Method.SYMBOLIC,
        constraint.canonical,
        result.scopes if result is not None else (),
        assumptions,
        readings,
        detail,
        result.doubts if result is not None and outcome is Outcome.UNDETERMINED else (),
        constraint.severity,
        constraint.weight,
        constraint.at,
        constraint.text,
        group=constraint.group,
    )
