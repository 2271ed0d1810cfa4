"""Faults of what is written for instances: the texts of pools with their formulas, and the prompts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalspec.author.examples.search import examples
from evalspec.bench.planned.parts import Group, Write
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import WrittenConstraint, compiled, compiler_of
from evalspec.bench.planned.source import TOPIC
from evalspec.bench.proven.draw import ImpossibleError, drawing_of, drawn
from evalspec.bench.review.subject import Subject
from evalspec.bench.written.pool import Taken, taken
from evalspec.bench.written.screen import Screen
from evalspec.bench.written.writing import make_written
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject as Decided
from evalspec.core.case import Case
from evalspec.core.chance import Chance
from evalspec.core.errors import InputError, Problem, SpecError
from evalspec.core.record import walk
from evalspec.core.verdict import Outcome
from evalspec.language import ir

_DRAWS = 8
"""Draws for which every text of the pools is written out."""
_MADE = 4
"""Instances that are made."""
_LONGEST = 20
"""Characters from which on a response that a prompt holds is no accident."""
_CODES = {
    "contradicts another one": "contradiction",
    "can never hold": "contradiction",
    "repeats another one": "duplicate",
    "is vacuous": "vacuous",
    "has a condition that never holds": "unbreakable",
    "is of another group": "wrong-group",
}
"""Why a constraint would not be kept → what that is called here."""
_TEXTS = (
    "Yes.",
    "# One\n\nA first sentence. Why a second one? It is short!\n\n- one\n- two\n- three\n\n"
    "# Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n1. Take it.\n2. Leave it.\n",
)
"""Two texts that have little in common."""


def pool(subject: Subject) -> Iterator[Problem]:
    """A text of a pool does not go with its formula or its group, or with the constraints of the spec."""
    for group, one, written, plan in _every(subject):
        for wrong in Screen(plan).unfit(written, group):
            unit = "is not a unit" in wrong.message
            code = "unknown-unit" if unit else _CODES.get(wrong.reason, "pool")
            yield _problem(subject, code, f"`{group.name}`: {one.text} – {wrong.message}", one)


def pool_duplicate(subject: Subject) -> Iterator[Problem]:
    """Two texts of a pool come to the same formula."""
    for first, second in _pairs(subject):
        message = f"`{second.text}` comes to the same formula as `{first.text}`"
        yield _problem(subject, "duplicate", message, second)


def _pairs(subject: Subject) -> Iterator[tuple[Taken, Taken]]:
    known: dict[str, Taken] = {}
    for _, one, written, plan in _every(subject):
        if _compiles(plan, written):
            other = known.setdefault(_compiled(plan, written).canonical, one)
            if other.pooled is not one.pooled:
                yield other, one


def pool_unbreakable(subject: Subject) -> Iterator[Problem]:
    """No small response breaks what a text of a pool comes to, though some keep it."""
    for group, one, written, plan in _every(subject):
        if not _compiles(plan, written):
            continue
        made = _compiled(plan, written)
        if any(isinstance(node, (ir.Judged, ir.Quoted)) for node in walk(made.readings)):
            continue
        if all(_keeps(plan, made, text) for text in _TEXTS):
            found = examples(plan.program, made)
            if found.failing is None:
                message = f"`{group.name}`: {one.text} – {found.reason or 'nothing breaks it'}"
                yield _problem(subject, "unbreakable", message, one)


def _keeps(plan: Plan, constraint: ir.Constraint, text: str) -> bool:
    case = plan.program.completed(Case(text))
    return decide(constraint, Decided(plan.program, case)).outcome is Outcome.SATISFIED


def made(subject: Subject) -> Iterator[Problem]:
    """Instances cannot be written, or their prompts cannot be read back (`unreadable-prompt`)."""
    write = _write(subject)
    if subject.plan is None or write is None:
        return
    fitting = bool(write.topic) or not write.topic_prompt
    for number in range(_MADE if fitting else 0):
        try:
            make_written(subject.plan, 0, number)
        except InputError as error:
            for one in error.problems:
                code = "unreadable-prompt" if one.code == "wrong-prompt" else one.code
                yield Problem(code, one.message, one.at, one.excerpt, one.hint)


def told_response(subject: Subject) -> Iterator[Problem]:
    """A prompt holds the response of a case (`answer-leaked`)."""
    cases = subject.located.get(("cases",))
    responses = [
        " ".join(str(case["response"]).split())
        for case in (cases if isinstance(cases, list) else ())
        if isinstance(case, dict) and "response" in case
    ]
    for path, text in subject.texts("prompts"):
        shown = " ".join(text.split())
        if any(len(one) >= _LONGEST and one in shown for one in responses):
            message = "this holds the response of a case: an answer to copy"
            yield subject.problem("answer-leaked", message, path)


# -- what is written ---------------------------------------------------------------------------
def _write(subject: Subject) -> Write | None:
    return None if subject.plan is None else subject.plan.write


def _every(subject: Subject) -> Iterator[tuple[Group, Taken, WrittenConstraint, Plan]]:
    """Yield each text of the pools with its group, written out for the first draw that it fits."""
    plan, write = subject.plan, _write(subject)
    if plan is None or write is None:
        return
    seen: set[int] = set()
    for number in range(_DRAWS):
        chance = Chance(f"review/{number}")
        try:
            plain: dict[str, Any] = drawn(plan, chance, True)
        except ImpossibleError:
            continue
        drawing = drawing_of(plan, chance, plain)
        topics = taken(write.topic, drawing, Chance(f"review/{number}/{TOPIC}"))
        drawing.keep(TOPIC, next((one.text for one in topics), TOPIC))
        for group in write.groups.values():
            left = tuple(one for one in group.pool if id(one) not in seen)
            for one in taken(left, drawing, Chance(f"review/{number}/{group.name}")):
                seen.add(id(one.pooled))
                yield group, one, WrittenConstraint("this", group.name, one.text, one.check), plan


def _compiled(plan: Plan, written: WrittenConstraint) -> ir.Constraint:
    return compiled(compiler_of(plan), written)


def _compiles(plan: Plan, written: WrittenConstraint) -> bool:
    try:
        _compiled(plan, written)
    except SpecError:
        return False
    return True


def _problem(subject: Subject, code: str, message: str, one: Taken) -> Problem:
    at = one.pooled.at
    if at.file != subject.located.source.name:
        return Problem(code, message, at)
    return subject.located.source.problem(code, message, at)
