"""`evalspec formalise`: for sentences that do not compile, or not to one formula, a model proposes one.

A proposal counts when it parses, has the right dimensions, says itself in words, holds every
number of the sentence, and gives what the spec's cases expect. It is stored as `check:` beside
the sentence; no other character of the file changes, and later runs need no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from evalspec.author.cases import run_case
from evalspec.author.draft import Proposal, answer, compiled, unusable
from evalspec.author.edits import Edit, applied, is_flow, key_span, span
from evalspec.core.record import Record
from evalspec.judge.config import Judge
from evalspec.judge.prompts import Question
from evalspec.judge.session import Session
from evalspec.language.cases import SpecCase
from evalspec.language.english.amounts import lacking
from evalspec.language.ir import Constraint
from evalspec.language.program import Program
from evalspec.language.single import SingleCompiler
from evalspec.source import files, yaml
from evalspec.source.source_text import quoted
from evalspec.source.yaml import Located
from evalspec.vocabulary.lexicon import Lexicon

_WORD = re.compile(r"[^\W\d_]{4,}")
"""Shorter words say too little to be missed."""
_STEM = 4
"""Letters that two forms of one word have in common."""


class Formalised(Record, frozen=True):
    """A sentence of a spec and the formula that a model proposes for it."""

    id: str
    proposal: Proposal
    left_out: tuple[str, ...] = ()
    """Words of the sentence that stand neither in the formula nor in what it says."""
    index: int = 0
    """Place among the constraints of the spec."""

    @property
    def sound(self) -> bool:
        """Tell whether the formula may be stored."""
        return bool(self.proposal.canonical) and not self.proposal.problem


def formalised(
    program: Program, cases: Sequence[SpecCase], judge: Judge, session: Session
) -> list[Formalised]:
    """Return what a model proposes for every sentence without one meaning.

    Raises `InputError` when a reply cannot be used.
    """
    compiler = SingleCompiler(program.lexicon)
    open_ones = [
        (place, constraint)
        for place, constraint in enumerate(program.constraints)
        if constraint.surface == "text" and len(constraint.readings) != 1
    ]
    return [
        _formalised(place, constraint, program, compiler, cases, judge, session)
        for place, constraint in open_ones
    ]


def _formalised(
    place: int,
    constraint: Constraint,
    program: Program,
    compiler: SingleCompiler,
    cases: Sequence[SpecCase],
    judge: Judge,
    session: Session,
) -> Formalised:
    text = constraint.text
    check = _proposed(constraint, program.lexicon, judge, session)
    if not check:
        problem = "the model says that no formula means this"
        return Formalised(constraint.id, Proposal(text, problem=problem), (), place)
    made = msgspec.structs.replace(compiled(check, compiler, "check"), text=text, check=check)
    if not made.problem:
        problem = next(_faults(made, constraint, program, compiler, cases), "")
        made = msgspec.structs.replace(made, problem=problem)
    return Formalised(constraint.id, made, _left_out(made), place)


def _proposed(constraint: Constraint, lexicon: Lexicon, judge: Judge, session: Session) -> str:
    known: dict[str, Iterable[str]] = {
        "scopes": lexicon.ranks,
        "measures": lexicon.measures,
        "activities": lexicon.categories,
    }
    vocabulary = "\n".join(f"  {name}: {', '.join(words)}" for name, words in known.items())
    question = Question(constraint=constraint.text, vocabulary=vocabulary)
    value = answer("formal", question, judge, session)
    check = value.get("check") if isinstance(value, dict) else None
    if not isinstance(check, str):
        raise unusable(judge, "it is not an object with `check`")
    return " ".join(check.split())


def _faults(
    made: Proposal,
    constraint: Constraint,
    program: Program,
    compiler: SingleCompiler,
    cases: Sequence[SpecCase],
) -> Iterator[str]:
    """Say why a formula that compiles cannot stand for a sentence."""
    if not made.sentence:
        yield "no sentence says what the formula means"
    missing = lacking(made.text, made.check, program.lexicon)
    if missing:
        yield f"the formula does not hold {', '.join(missing)}"
    stored = compiler.compile({"check": made.check, "text": made.text})
    stored = msgspec.structs.replace(stored, id=constraint.id)
    alone = msgspec.structs.replace(program, constraints=(stored,))
    for case in cases:
        if constraint.id not in case.expect:
            continue
        wanted = {constraint.id: case.expect[constraint.id]}
        for miss in run_case(alone, msgspec.structs.replace(case, expect=wanted)).misses:
            given, expected = miss.verdict.outcome.value, miss.expected.outcome.value
            yield f"case {case.name!r} expects {expected}; the formula gives {given}"


def _left_out(made: Proposal) -> tuple[str, ...]:
    said = f"{made.check} {made.sentence}".lower()
    words = dict.fromkeys(_WORD.findall(made.text.lower()))
    return tuple(word for word in words if word[:_STEM] not in said)


# -- storing -----------------------------------------------------------------------------------
def changes(path: str, found: Sequence[Formalised]) -> tuple[str, tuple[Edit, ...]]:
    """Return the text of a spec file and the edits that store every sound formula in it."""
    content = files.read_bytes(Path(path))
    located = yaml.read(content, path)
    sound = [one for one in found if one.sound]
    edits = tuple(e for one in sound for e in beside(located, one.index, one.proposal.canonical))
    text = yaml.decode(content, path)
    result = yaml.read(applied(text, edits), path)
    for index, item in enumerate(located.value["constraints"]):
        formula = next((one.proposal.canonical for one in sound if one.index == index), None)
        wanted = {"text": item} if formula and isinstance(item, str) else item
        if formula is not None:
            wanted = {**wanted, "check": formula}
        if result.get(("constraints", index)) != wanted:
            raise ValueError(f"{path}: storing a formula would change more than that")
    return text, edits


def beside(located: Located, index: int, formula: str) -> list[Edit]:
    """Return the edits that put a formula as `check:` before the sentence of a constraint."""
    path = ("constraints", index)
    check = f"check: {quoted(formula)}"
    if not isinstance(located.get(path), str):
        start = key_span(located, (*path, "text"))[0]
        indent = " " * (located.at((*path, "text"), key=True).column - 1)
        between = ", " if is_flow(located, path) else f"\n{indent}"
        return [Edit(start, start, check + between)]
    start, end = span(located, path)
    at = located.at(path)
    written = located.source.text[start:end]
    text = written if at.line == at.end_line else quoted(str(located.get(path)))
    if is_flow(located, path[:1]):
        return [Edit(start, end, f"{{{check}, text: {text}}}")]
    return [Edit(start, end, f"{check}\n{' ' * (at.column - 1)}text: {text}")]
