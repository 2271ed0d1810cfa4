"""Evaluate a data set: rows in, one result a constraint out, in order and streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from evalspec.check.engine import WHOLE, check, open_atoms, undecided, whole_verdict
from evalspec.core.case import Atom, Atoms, Case
from evalspec.core.errors import InputError, Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.given.files import described
from evalspec.language.given.values import typed_values
from evalspec.language.ir import Constraint, Refusal
from evalspec.language.load import load_program
from evalspec.language.policy import load_policy
from evalspec.language.program import Answer, Program
from evalspec.language.segmented import segmented
from evalspec.language.single import SingleCompiler
from evalspec.run.adapter import Adapter, Choice, Label
from evalspec.run.batches import batches
from evalspec.run.columns import Row, text_in
from evalspec.run.given import (
    Given,
    Skipped,
    Unseen,
    case_of,
    given_data,
    label_problems,
    name_of,
    per_constraint,
    read_given,
)
from evalspec.run.rows import Placed, is_table
from evalspec.run.variants import edited
from evalspec.run.workers import Lost
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
    spec: str = ""
    """The spec that the constraint comes from; empty when the row gives it."""
    data: dict[str, Any] = {}
    """Given with the row."""
    pool: tuple[str, ...] = ()
    """Responses to the same request, as the row holds them."""


class _Origin(NamedTuple):
    """Where constraints come from: a spec, or the row and a vocabulary."""

    vocabulary: str
    spec: str


class Evaluator:
    """Compiles constraints once a vocabulary and checks the rows of one data set."""

    def __init__(self, adapter: Adapter) -> None:
        """Take the adapter. Raises `SpecError` for an unknown policy, or one spec that is invalid."""
        self.adapter = adapter
        self.base = Path(adapter.base)
        self._answer = Answer(**{**adapter.answer, "none": tuple(adapter.answer.get("none", ()))})
        self._policy, _ = load_policy({"profile": adapter.policy}, self.base)
        self._lexicons: dict[str, Lexicon] = {}
        self._specs: dict[str, Program | SpecError] = {}
        self._compilers: dict[str, SingleCompiler] = {}
        self._compiled: dict[tuple[str, bytes], Constraint] = {}
        self._unseen = Unseen(adapter)
        self.skipped = 0
        one = adapter.spec != Choice() and not adapter.spec.column
        self.program = self._spec(adapter.spec.default) if one else None
        """The one spec that decides all rows, when there is one."""

    def results(
        self, rows: Iterable[Placed], lost: Lost | None = None
    ) -> Iterator[Result | Problem]:
        """Yield a result for every constraint that is not skipped, or what is wrong with a row.

        Consecutive rows on the same response are read once. With `lost` nothing is decided: a
        worker was lost over these rows. Raises `InputError` for a table that lacks a column which the
        adapter asks for.
        """
        for batch in batches(self.adapter, rows):
            waiting: list[Given] = []
            for file, line, row in batch:
                for one in [row] if isinstance(row, Problem) else self._given(file, line, row):
                    if isinstance(one, Given):
                        waiting.append(one)
                    elif isinstance(one, Skipped):
                        self.skipped += 1
                    else:
                        yield from self._decided(waiting, lost)
                        waiting = []
                        yield one
            yield from self._decided(waiting, lost)

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

    def decide(self, result: Result, response: str) -> Verdict:
        """Decide the constraint of a result on another response."""
        if result.constraint is None:
            return result.verdict
        case = Case(response, result.request, result.data, result.row)
        return check(self._program((result.constraint,), result), case)[0]

    def other(self, result: Result, name: str) -> Verdict | None:
        """Decide another constraint of the spec of a result; None when there is none."""
        known = self._spec(result.spec).constraints if result.spec else ()
        found = next((one for one in known if one.id == name), None)
        if found is None:
            return None
        return self.decide(replace(result, constraint=found), result.response)

    def by_atoms(self, result: Result, atoms: Atoms) -> tuple[Verdict, tuple[Atom, ...]]:
        """Decide the constraint of a result by what judges answered inside it."""
        if result.constraint is None:
            return result.verdict, ()
        case = Case(result.response, result.request, result.data, result.row, result.pool, atoms)
        verdicts, wanted = open_atoms(self._program((result.constraint,), result), case)
        return verdicts[0], wanted

    def lexicon_of(self, result: Result) -> Lexicon:
        """Return the lexicon that the constraint of a result was compiled with."""
        return self._spec(result.spec).lexicon if result.spec else self.lexicon(result.vocabulary)

    # -- deciding -------------------------------------------------------------------------
    def _decided(self, waiting: list[Given], lost: Lost | None) -> Iterator[Result | Problem]:
        if not waiting:
            return
        adapter, first = self.adapter, waiting[0]
        origin = _Origin(adapter.vocabulary.of(first.row), adapter.spec.of(first.row))
        try:
            constraints = self._constraints(waiting, origin)
        except SpecError as error:
            at = At(file=first.file, line=first.line, column=1)
            cause = error.problems[0]
            yield Problem("bad-row", cause.message, at, hint=cause.hint)
            return
        program = self._program(constraints, origin)
        problems = _data_problems(adapter, first, program)
        if problems:
            yield from problems
            return
        case = program.completed(case_of(adapter, first.line, first.row, program.given))
        verdicts = check(program, case) if lost is None else undecided(program, *lost)
        varied = {
            variants: self._varied(variants, program, verdicts, case)
            for variants in {label.variants for label in adapter.labels if label.variants}
            if lost is None
        }
        if origin.spec:
            waiting = per_constraint(adapter, first, constraints)
        for number, (given, verdict) in enumerate(zip(waiting, verdicts, strict=True)):
            if not verdict.applies:
                continue
            yield from label_problems(adapter, given)
            outcomes = {name: of_all[number] for name, of_all in varied.items()}
            found = self._result(given, case, verdict, outcomes)
            yield replace(
                found,
                id=given.fields["id"] if origin.spec else found.id,
                constraint=constraints[number],
                vocabulary=origin.vocabulary,
                spec=origin.spec,
            )
        if origin.spec and any(label.constraint == WHOLE for label in adapter.labels):
            whole = whole_verdict(program.title or adapter.name, verdicts)
            last = first._replace(number=len(verdicts), fields={"id": WHOLE})
            yield replace(self._result(last, case, whole, {}), id=WHOLE, spec=origin.spec)

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
            id=text_in(values, adapter.id),
            text=verdict.text,
            groups={
                **adapter.grouped(values),
                **({"group": verdict.group} if verdict.group else {}),
            },
            labels={
                label.name: Judged(truth, outcomes.get(label.variants, verdict.outcome))
                for label, truth in truths.items()
                if truth is not None and _judges(label, given)
            },
            verdict=verdict,
            response=case.response,
            request=case.request,
            data=case.data,
            pool=case.pool,
        )

    def _program(self, constraints: tuple[Constraint, ...], origin: _Origin | Result) -> Program:
        """Return the program of constraints that come from one place."""
        if origin.spec:
            return replace(self._spec(origin.spec), constraints=constraints)
        lexicon = self.lexicon(origin.vocabulary)
        parts = {**lexicon.parts_of_day, **self._policy.parts_of_day}
        return Program(
            title=self.adapter.name,
            constraints=constraints,
            lexicon=lexicon,
            policy=replace(self._policy, parts_of_day=parts),
            answer=self._answer,
        )

    def _varied(
        self, variants: str, program: Program, verdicts: tuple[Verdict, ...], case: Case
    ) -> list[Outcome]:
        """Return for each constraint whether it holds of one of the variants of the response."""
        outcomes = [verdict.outcome for verdict in verdicts]
        for edits in self.adapter.variants[variants]:
            open_ones = [n for n, o in enumerate(outcomes) if o is not Outcome.SATISFIED]
            response = edited(case.response, edits)
            if not open_ones or not response.strip():
                continue
            other = replace(case, response=response)
            left = tuple(program.constraints[n] for n in open_ones)
            again = check(replace(program, constraints=left), other)
            for number, verdict in zip(open_ones, again, strict=True):
                outcomes[number] = _either(outcomes[number], verdict.outcome)
        return outcomes

    # -- compiling ------------------------------------------------------------------------
    def _constraints(self, waiting: list[Given], origin: _Origin) -> tuple[Constraint, ...]:
        """Return the constraints of rows. Raises `SpecError` for an unusable spec or vocabulary."""
        if origin.spec:
            return self._spec(origin.spec).constraints
        self.lexicon(origin.vocabulary)
        return tuple(self._compile(given, origin.vocabulary) for given in waiting)

    def _spec(self, name: str) -> Program:
        found = self._specs.get(name)
        if found is None:
            try:
                found = load_program(self.base / name)
                if not found.constraints:
                    message = (
                        "the spec has criteria, which compare two responses, and no constraints"
                    )
                    hint = "an adapter with `pair:` says which columns hold them"
                    problem = Problem(
                        "no-constraints", message, At(str(self.base / name)), hint=hint
                    )
                    raise SpecError([problem])
            except SpecError as error:
                found = error
            self._specs[name] = found
        if isinstance(found, SpecError):
            raise found
        return found

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
        return replace(found, id=f"{given.line}.{given.number}")

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


def _judges(label: Label, given: Given) -> bool:
    """Tell whether a label is about a constraint of a spec, or of a row."""
    name = given.fields.get("id", "")
    return label.constraint == name or (not label.constraint and name != WHOLE)


def _data_problems(adapter: Adapter, given: Given, program: Program) -> list[Problem]:
    if adapter.read is None and not program.given:
        return []
    at = At(file=given.file, line=given.line, column=1)
    data, problems = given_data(adapter, given.row, at, program.given)
    _, wrong = typed_values({**program.data, **data}, program.given, program.lexicon.units)
    return [*problems, *(Problem("wrong-data", described(one), at) for one in wrong)]


def _either(one: Outcome, other: Outcome) -> Outcome:
    """Kleene's `or` of two outcomes."""
    if Outcome.SATISFIED in (one, other):
        return Outcome.SATISFIED
    return Outcome.UNDETERMINED if Outcome.UNDETERMINED in (one, other) else Outcome.UNSATISFIED
