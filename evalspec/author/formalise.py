"""`evalspec formalise`: for sentences that do not compile, or not to one formula, a model proposes one.

A proposal counts when it parses, has the right dimensions, says itself in words, holds every
number of the sentence or names it as left out, gives what the spec's cases expect, and means the
same to a second look of the model, which is shown the sentence and the formula and not how it came
about. What is wrong goes back to the model. A formula is stored as `check:` beside the sentence; no
other character of the file changes, and later runs need no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from evalspec.author.cases import run_case
from evalspec.author.draft import Proposal, compiled
from evalspec.author.edits import Edit, applied, is_flow, key_span, span
from evalspec.core.record import Record
from evalspec.judge.config import Judge
from evalspec.judge.conversation import UNUSABLE, Unfit, Value, converse
from evalspec.judge.prompts import Question, ask, load_prompt
from evalspec.judge.session import Session
from evalspec.language import ir
from evalspec.language.cases import SpecCase
from evalspec.language.english.amounts import lacking
from evalspec.language.program import Program
from evalspec.language.single import SingleCompiler
from evalspec.source import files, yaml
from evalspec.source.source_text import quoted
from evalspec.source.yaml import Located

ROUNDS = 4
"""Times that a model is asked for one formula: at first, and with what was wrong."""
_WORD = re.compile(r"[^\W\d_]{4,}")
"""Shorter words say too little to be missed."""
_STEM = 4
"""Letters that two forms of one word have in common."""


class LeftOut(Record, frozen=True):
    """Words of a sentence that a formula does not hold, as the model says, and why not."""

    words: str
    why: str = ""


class Formalised(Record, frozen=True):
    """A sentence of a spec and the formula that a model proposes for it."""

    id: str
    proposal: Proposal
    left_out: tuple[LeftOut, ...] = ()
    missed: tuple[str, ...] = ()
    """Other words of the sentence that stand neither in the formula nor in what it says."""
    index: int = 0
    """Place among the constraints of the spec."""
    before: str = ""
    """What the sentence compiles to without the model, when that does not mean the same."""

    @property
    def sound(self) -> bool:
        """Tell whether the formula may be stored."""
        return bool(self.proposal.canonical) and not self.proposal.problem


def formalised(
    program: Program,
    cases: Sequence[SpecCase],
    judge: Judge,
    session: Session,
    *,
    review: bool = False,
) -> list[Formalised]:
    """Return what a model proposes for every sentence without one meaning.

    With `review` the sentences that compile are looked at as well: one whose formula means
    something else to the model is proposed anew. Raises `InputError` when the model cannot be asked.
    """
    author = _Author(program, cases, judge, session)
    sentences = [(n, c) for n, c in enumerate(program.constraints) if c.surface == "text"]
    found = [author.formula(n, c) for n, c in sentences if len(c.readings) != 1]
    if review:
        settled = [(n, c) for n, c in sentences if len(c.readings) == 1]
        found += [one for one in (author.reviewed(n, c) for n, c in settled) if one is not None]
    return sorted(found, key=lambda one: one.index)


class _Author:
    """A model that writes formulas for the sentences of one spec."""

    def __init__(
        self, program: Program, cases: Sequence[SpecCase], judge: Judge, session: Session
    ) -> None:
        self.program = program
        self.cases = cases
        self.judge = judge
        self.session = session
        self.compiler = SingleCompiler(program.lexicon)
        lexicon = program.lexicon
        known: dict[str, Iterable[str]] = {
            "scopes": lexicon.ranks,
            "measures": lexicon.measures,
            "activities": lexicon.categories,
        }
        rows = ((name, ", ".join(words) or "(none)") for name, words in known.items())
        self.vocabulary = "\n".join(f"  {name}: {words}" for name, words in rows)

    def reviewed(self, place: int, constraint: ir.Constraint) -> Formalised | None:
        """Return another formula for a sentence that compiles, if it means something else."""
        made = Proposal(constraint.text, constraint.canonical, constraint.sentence)
        if not self._differs(made):
            return None
        return replace(self.formula(place, constraint), before=constraint.canonical)

    def formula(self, place: int, constraint: ir.Constraint) -> Formalised:
        """Return the formula that the model proposes for a sentence, or why there is none."""
        last = Proposal(constraint.text)
        left_out: tuple[LeftOut, ...] = ()

        def read(value: Any) -> Value[Proposal]:
            nonlocal last, left_out
            check, left_out = _reply(value)
            if check is None:
                return None, [Unfit(UNUSABLE, "expected a JSON object with the text `check`")]
            if not check:
                why = str(value.get("why", "")).strip()
                last = Proposal(constraint.text, problem=": ".join(filter(None, (_NONE, why))))
                return last, []
            made = compiled(check, self.compiler, "check")
            made = replace(made, text=constraint.text, check=check)
            problem = made.problem or next(self._faults(made, left_out, constraint), "")
            last = replace(made, problem=problem)
            return (None, [Unfit("does not fit", problem)]) if problem else (last, [])

        question = Question(
            constraint=constraint.text, request=self.program.request, vocabulary=self.vocabulary
        )
        made, refused = converse(
            self.session, self.judge, ask(load_prompt("formal"), question), read,
            again="formal-again", rounds=ROUNDS, vocabulary=self.vocabulary,
        )  # fmt: skip
        if self.session.dry_run:
            self._differs(last)
        elif made is None and not last.problem:
            last = replace(last, problem=refused[-1].message)
        return Formalised(constraint.id, last, left_out, _missed(last, left_out), place)

    def _faults(
        self, made: Proposal, left_out: Sequence[LeftOut], constraint: ir.Constraint
    ) -> Iterator[str]:
        """Say why a formula that compiles cannot stand for a sentence."""
        if not made.sentence:
            yield "no sentence says what the formula means"
        foreign = [one.words for one in left_out if one.words.lower() not in made.text.lower()]
        if foreign:
            yield f"left out, but not in the sentence: {', '.join(foreign)}"
        lexicon = self.program.lexicon
        said = lacking(" ; ".join(one.words for one in left_out), "", lexicon)
        missing = [one for one in lacking(made.text, made.check, lexicon) if one not in said]
        if missing:
            yield (
                f"the formula does not hold {', '.join(missing)}; what it need not hold, such as a"
                " reason or what another number was computed from, goes under `left_out`"
            )
        stored = self.compiler.compile({"check": made.check, "text": made.text})
        stored = replace(stored, id=constraint.id)
        if isinstance(stored.readings[0], ir.Judged):
            yield "the formula only asks a judge, who is asked about the sentence anyway"
        alone = replace(self.program, constraints=(stored,))
        for case in self.cases:
            if constraint.id not in case.expect:
                continue
            wanted = {constraint.id: case.expect[constraint.id]}
            for miss in run_case(alone, replace(case, expect=wanted)).misses:
                given, expected = miss.verdict.outcome.value, miss.expected.outcome.value
                yield f"case {case.name!r} expects {expected}; the formula gives {given}"
        differs = self._differs(made)
        if differs:
            yield f"a second look says that it means something else: {differs}"

    def _differs(self, made: Proposal) -> str:
        """Return how a formula differs from its sentence, as the model sees it; empty if it does not."""
        question = Question(
            constraint=made.text, request=self.program.request, vocabulary=self.vocabulary,
            formula=made.canonical, statements=made.sentence,
        )  # fmt: skip

        def read(value: Any) -> Value[str]:
            same = value.get("same") if isinstance(value, dict) else None
            if not isinstance(same, bool):
                return None, [Unfit(UNUSABLE, "expected a JSON object with `same`: true or false")]
            return "" if same else str(value.get("difference") or "it does not say how"), []

        sent = ask(load_prompt("formal-second"), question)
        difference, _ = converse(
            self.session, self.judge, sent, read, again="formal-again", rounds=2,
            vocabulary=self.vocabulary,
        )  # fmt: skip
        return "the second look gave no usable reply" if difference is None else difference


_NONE = "the model says that no formula means this"


def _reply(value: Any) -> tuple[str | None, tuple[LeftOut, ...]]:
    """Return the formula of a reply, and what it leaves out; None without a formula."""
    check = value.get("check") if isinstance(value, dict) else None
    if not isinstance(check, str):
        return None, ()
    rows = value.get("left_out")
    rows = rows if isinstance(rows, list) else []
    left_out = tuple(
        LeftOut(str(row["words"]), str(row.get("why", "")))
        for row in rows
        if isinstance(row, dict) and row.get("words")
    )
    return " ".join(check.split()), left_out


def _missed(made: Proposal, left_out: Sequence[LeftOut]) -> tuple[str, ...]:
    declared = " ".join(one.words for one in left_out)
    said = f"{made.check} {made.sentence} {declared}".lower()
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
