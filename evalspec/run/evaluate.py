"""Evaluate a data set: rows in, one result a constraint out, in order and streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import InputError, Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Outcome, Verdict
from evalspec.run.adapter import Adapter, Row
from evalspec.run.variants import edited
from evalspec.spec.ir import Constraint, Refusal
from evalspec.spec.policy import load_policy
from evalspec.spec.program import Answer, Program
from evalspec.spec.segmented import segmented
from evalspec.spec.single import SingleCompiler
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

_MOST_KEPT = 50_000
"""Compiled constraints kept in memory; after that they are compiled again."""


class Judged(Record, frozen=True):
    """A label and the outcome that stands against it."""

    label: bool
    outcome: Outcome


class Result(Record, frozen=True):
    """One constraint of one row, decided."""

    line: int
    """Line of the row in the file, from 1."""
    index: int
    """Number of the constraint in the row, from 0."""
    id: str
    text: str
    """The sentence, formula or rule."""
    groups: dict[str, str]
    labels: dict[str, Judged]
    """Label columns that hold a label."""
    verdict: Verdict
    response: str
    request: str = ""


class _Given(NamedTuple):
    """One constraint of a row, as the data set holds it."""

    line: int
    number: int
    """Number of the constraint in the row, from 0."""
    row: Row
    fields: dict[str, Any]
    values: dict[str, Any]
    """The row's columns with those of the constraint over them."""


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
        self.skipped = 0

    def results(self, rows: Iterable[tuple[int, Row]], source: str) -> Iterator[Result]:
        """Yield one result for every constraint of every row that is not skipped.

        Consecutive rows on the same response are read once. Raises `InputError` for a row
        without a response or a constraint.
        """
        waiting: list[_Given] = []
        for line, row in rows:
            if self.adapter.skips(row):
                self.skipped += 1
                continue
            given = self._given(line, row, source)
            if waiting and given and not self._same_case(waiting[-1].row, row):
                yield from self._decided(waiting)
                waiting = []
            waiting += given
        if waiting:
            yield from self._decided(waiting)

    def _same_case(self, one: Row, other: Row) -> bool:
        adapter = self.adapter
        columns = (adapter.response, adapter.data, adapter.request, adapter.vocabulary.column)
        return all(one.get(column) == other.get(column) for column in columns if column)

    # -- what a row holds -----------------------------------------------------------------
    def _given(self, line: int, row: Row, source: str) -> list[_Given]:
        adapter = self.adapter
        if not isinstance(row.get(adapter.response), str):
            self._missing(adapter.response, "the response", row, line, source)
        listed: Any = row.get(adapter.constraints) if adapter.constraints else [row]
        if not isinstance(listed, list):
            self._missing(adapter.constraints, "a list of constraints", row, line, source)
        found = []
        for index, item in enumerate(listed):
            values = {**row, **item} if isinstance(item, Mapping) else dict(row)
            if adapter.constraints and isinstance(item, Mapping) and adapter.skips(item):
                self.skipped += 1
                continue
            fields = self._fields(values)
            if not fields:
                self._missing(_column(adapter), "the constraint", values, line, source)
            found.append(_Given(line, index, row, fields, values))
        return found

    def _fields(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the constraint of a row as a spec would write it; empty when there is none."""
        adapter = self.adapter
        for surface, column in (("text", adapter.text), ("check", adapter.check)):
            if column and isinstance(values.get(column), str) and values[column].strip():
                return {surface: values[column]}
        use = adapter.use.of(values)
        if not use:
            return {}
        arguments = values.get(adapter.arguments) if adapter.arguments else None
        kept = {k: v for k, v in arguments.items() if v is not None} if arguments else {}
        return {"use": use, "with": kept} if kept else {"use": use}

    def _missing(self, column: str, what: str, row: Row, line: int, source: str) -> None:
        at = At(file=source, line=line, column=1)
        state = "is empty or of the wrong type" if column in row else "is not there"
        message = f"the column `{column}` should hold {what}, but it {state}"
        hint = f"columns: {', '.join(map(str, row))}"
        raise InputError([Problem("missing-column", message, at, hint=hint)])

    # -- deciding -------------------------------------------------------------------------
    def _decided(self, waiting: list[_Given]) -> Iterator[Result]:
        adapter = self.adapter
        row = waiting[0].row
        name = adapter.vocabulary.of(row)
        constraints = tuple(self._compile(given, name) for given in waiting)
        data = row.get(adapter.data) if adapter.data else None
        case = Case(
            response=row[adapter.response],
            request=str(row.get(adapter.request) or ""),
            data=data if isinstance(data, dict) else {},
            name=str(waiting[0].line),
        )
        verdicts = self._check(constraints, case, name)
        varied = {
            variants: self._varied(variants, constraints, verdicts, case, name)
            for variants in {label.variants for label in adapter.labels if label.variants}
        }
        for number, (given, verdict) in enumerate(zip(waiting, verdicts, strict=True)):
            labels = {}
            for label in adapter.labels:
                value = label.of(given.values)
                outcome = varied[label.variants][number] if label.variants else verdict.outcome
                if value is not None:
                    labels[label.name] = Judged(value, outcome)
            yield Result(
                line=given.line,
                index=given.number,
                id=str(given.values.get(adapter.id) or "") if adapter.id else "",
                text=verdict.text,
                groups={g: str(given.values.get(g) or "") for g in adapter.groups},
                labels=labels,
                verdict=verdict,
                response=case.response,
                request=case.request,
            )

    def _check(
        self, constraints: tuple[Constraint, ...], case: Case, vocabulary: str
    ) -> tuple[Verdict, ...]:
        lexicon = self._lexicon(vocabulary)
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

    # -- compiling ------------------------------------------------------------------------
    def _lexicon(self, name: str) -> Lexicon:
        if name not in self._lexicons:
            self._lexicons[name] = load_lexicon([name] if name else [], None, self.base).lexicon
        return self._lexicons[name]

    def _compile(self, given: _Given, vocabulary: str) -> Constraint:
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
            self._compilers[vocabulary] = SingleCompiler(self._lexicon(vocabulary), self.base)
        try:
            made = self._compilers[vocabulary].compile(fields)
            return segmented(made, self.adapter.segmentation) if "text" in fields else made
        except SpecError as error:
            surface: Any = next(iter(fields))
            refusal = Refusal(tuple(problem.message for problem in error.problems))
            return Constraint("", str(fields[surface]), surface, (), "", refusal=refusal)


def _column(adapter: Adapter) -> str:
    return adapter.text or adapter.check or adapter.use.column


def _either(one: Outcome, other: Outcome) -> Outcome:
    """Kleene's `or` of two outcomes."""
    if Outcome.SATISFIED in (one, other):
        return Outcome.SATISFIED
    return Outcome.UNDETERMINED if Outcome.UNDETERMINED in (one, other) else Outcome.UNSATISFIED
