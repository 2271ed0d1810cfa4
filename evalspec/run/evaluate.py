"""Evaluate a data set: rows in, one result a constraint out, in order and streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import InputError, Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.ir import Constraint, Refusal
from evalspec.language.policy import load_policy
from evalspec.language.program import Answer, Program
from evalspec.language.segmented import segmented
from evalspec.language.single import SingleCompiler
from evalspec.run.adapter import Adapter, Row, text_as_is, value_of
from evalspec.run.given import (
    Given,
    Skipped,
    Unseen,
    case_of,
    label_problems,
    name_of,
    read_given,
)
from evalspec.run.rows import Placed, is_table
from evalspec.run.variants import edited
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

_MOST_KEPT = 50_000
"""Compiled constraints kept in memory; after that they are compiled again."""


class Judged(Record, frozen=True):
    """A label and the verdict that stands against it."""

    label: bool
    verdict: Outcome
    """Of the response, or of its variants where the label was given to these too."""


class Result(Record, frozen=True):
    """One constraint of one row, decided."""

    file: str
    line: int
    """Line of the row in the file, from 1; in Parquet its number."""
    index: int
    """Number of the constraint in the row, from 0."""
    row: str
    """Name of the response; a digest of its text when the data set names none."""
    id: str
    text: str
    """The sentence, formula or rule."""
    groups: dict[str, str]
    labels: dict[str, Judged]
    """Label columns that hold a label."""
    verdict: Verdict
    response: str
    request: str = ""
    constraint: Constraint | None = None
    """As it compiled."""
    vocabulary: str = ""


class Evaluator:
    """Compiles constraints once a vocabulary and checks the rows of one data set."""

    def __init__(self, adapter: Adapter) -> None:
        """Take the adapter. Raises `SpecError` for an unknown policy."""
        self.adapter = adapter
        self.base = Path(adapter.base)
        self._policy, _ = load_policy({"profile": adapter.policy}, self.base)
        self._lexicons: dict[str, Lexicon] = {}
        self._compilers: dict[str, SingleCompiler] = {}
        self._compiled: dict[tuple[str, bytes], Constraint] = {}
        self._unseen = Unseen(adapter)
        self.skipped = 0

    def results(self, rows: Iterable[Placed]) -> Iterator[Result | Problem]:
        """Yield a result for every constraint that is not skipped, or what is wrong with a row.

        Consecutive rows on the same response are read once. Raises `InputError` for a table
        that lacks a column which the adapter asks for.
        """
        waiting: list[Given] = []
        for file, line, row in rows:
            for one in [row] if isinstance(row, Problem) else self._given(file, line, row):
                if isinstance(one, Skipped):
                    self.skipped += 1
                    continue
                if isinstance(one, Problem) or not self._same_case(waiting, one.row):
                    yield from self._decided(waiting)
                    waiting = []
                if isinstance(one, Problem):
                    yield one
                else:
                    waiting.append(one)
        yield from self._decided(waiting)

    def absent(self, file: str) -> list[Problem]:
        """Return the columns that the adapter asks for and that no row has had."""
        return self._unseen.problems(file)

    def _given(self, file: str, line: int, row: Row) -> Iterator[Given | Skipped | Problem]:
        for one in read_given(self.adapter, file, line, row):
            if isinstance(one, Given):
                self._unseen.see(one.values)
                absent = self.absent(file)
                if absent and is_table(Path(file)) and not self.adapter.constraints:
                    raise InputError(absent)
            yield one

    def _same_case(self, waiting: list[Given], row: Row) -> bool:
        if not waiting or waiting[-1].row is row:
            return True
        adapter, before = self.adapter, waiting[-1].row
        columns = (adapter.response, adapter.messages, adapter.data, adapter.request,
                   adapter.vocabulary.column)  # fmt: skip
        return all(value_of(before, name) == value_of(row, name) for name in columns if name)

    def decide(self, result: Result, response: str) -> Verdict:
        """Decide the constraint of a result on another response."""
        if result.constraint is None:
            return result.verdict
        case = Case(response, result.request, name=result.row)
        return self._check((result.constraint,), case, result.vocabulary)[0]

    # -- deciding -------------------------------------------------------------------------
    def _decided(self, waiting: list[Given]) -> Iterator[Result | Problem]:
        if not waiting:
            return
        adapter, first = self.adapter, waiting[0]
        name = adapter.vocabulary.of(first.row)
        problem = self._unknown_vocabulary(name, first)
        if problem is not None:
            yield problem
            return
        constraints = tuple(self._compile(given, name) for given in waiting)
        case = case_of(adapter, first.line, first.row)
        verdicts = self._check(constraints, case, name)
        varied = {
            variants: self._varied(variants, constraints, verdicts, case, name)
            for variants in {label.variants for label in adapter.labels if label.variants}
        }
        for number, (given, verdict) in enumerate(zip(waiting, verdicts, strict=True)):
            yield from label_problems(adapter, given)
            outcomes = {"": verdict.outcome, **{v: found[number] for v, found in varied.items()}}
            found = self._result(given, case, verdict, outcomes)
            compiled = constraints[number]
            yield msgspec.structs.replace(found, constraint=compiled, vocabulary=name)

    def _result(
        self, given: Given, case: Case, verdict: Verdict, outcomes: dict[str, Outcome]
    ) -> Result:
        """Put a verdict beside the labels of its row; `outcomes` are those of each variants."""
        adapter, values = self.adapter, given.values
        truths = {label: label.of(values) for label in adapter.labels}
        return Result(
            file=given.file,
            line=given.line,
            index=given.number,
            row=name_of(adapter, values, case.response),
            id=text_as_is(value_of(values, adapter.id)) if adapter.id else "",
            text=verdict.text,
            groups={name: text_as_is(value_of(values, name)) for name in adapter.fields},
            labels={
                label.name: Judged(truth, outcomes[label.variants])
                for label, truth in truths.items()
                if truth is not None
            },
            verdict=verdict,
            response=case.response,
            request=case.request,
        )

    def _check(
        self, constraints: tuple[Constraint, ...], case: Case, vocabulary: str
    ) -> tuple[Verdict, ...]:
        lexicon = self.lexicon(vocabulary)
        parts = {**lexicon.parts_of_day, **self._policy.parts_of_day}
        program = Program(
            title=self.adapter.name,
            constraints=constraints,
            lexicon=lexicon,
            policy=msgspec.structs.replace(self._policy, parts_of_day=parts),
            answer=Answer(**self.adapter.answer),
        )
        return check(program, case)

    def _varied(
        self,
        variants: str,
        constraints: tuple[Constraint, ...],
        verdicts: tuple[Verdict, ...],
        case: Case,
        vocabulary: str,
    ) -> list[Outcome]:
        """Return for each constraint whether it holds of one of the variants of the response."""
        outcomes = [verdict.outcome for verdict in verdicts]
        for edits in self.adapter.variants[variants]:
            open_ones = [n for n, o in enumerate(outcomes) if o is not Outcome.SATISFIED]
            response = edited(case.response, edits)
            if not open_ones or not response.strip():
                continue
            other = msgspec.structs.replace(case, response=response)
            again = self._check(tuple(constraints[n] for n in open_ones), other, vocabulary)
            for number, verdict in zip(open_ones, again, strict=True):
                outcomes[number] = _either(outcomes[number], verdict.outcome)
        return outcomes

    def _unknown_vocabulary(self, name: str, given: Given) -> Problem | None:
        try:
            self.lexicon(name)
        except SpecError as error:
            at = At(file=given.file, line=given.line, column=1)
            return Problem("bad-row", error.problems[0].message, at, hint=error.problems[0].hint)
        return None

    # -- compiling ------------------------------------------------------------------------
    def lexicon(self, name: str) -> Lexicon:
        """Return the lexicon of a vocabulary; empty for none."""
        if name not in self._lexicons:
            self._lexicons[name] = load_lexicon([name] if name else [], None, self.base).lexicon
        return self._lexicons[name]

    def _compile(self, given: Given, vocabulary: str) -> Constraint:
        key = (vocabulary, msgspec.json.encode(given.fields))
        found = self._compiled.get(key)
        if found is None:
            if len(self._compiled) >= _MOST_KEPT:
                self._compiled.clear()
            found = self._compiled[key] = self._new(given.fields, vocabulary)
        return msgspec.structs.replace(found, id=f"{given.line}.{given.number}")

    def _new(self, fields: dict[str, Any], vocabulary: str) -> Constraint:
        """Compile a constraint; one that cannot be is refused with the reason."""
        if vocabulary not in self._compilers:
            self._compilers[vocabulary] = SingleCompiler(self.lexicon(vocabulary), self.base)
        try:
            made = self._compilers[vocabulary].compile(fields)
            return segmented(made, self.adapter.segmentation) if "text" in fields else made
        except SpecError as error:
            surface: Any = next(iter(fields))
            refusal = Refusal(tuple(problem.message for problem in error.problems))
            return Constraint("", str(fields[surface]), surface, (), "", refusal=refusal)


def _either(one: Outcome, other: Outcome) -> Outcome:
    """Kleene's `or` of two outcomes."""
    if Outcome.SATISFIED in (one, other):
        return Outcome.SATISFIED
    return Outcome.UNDETERMINED if Outcome.UNDETERMINED in (one, other) else Outcome.UNSATISFIED
