"""A data set, decided in one process or on every core, with the same answers in the same order.

Workers get the rows on one response at a time, and write the lines of its results, so the
coordinating process only reads rows and counts.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from evalspec.compare.counting import Brief, CountedRun, brief
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Outcome
from evalspec.language.program import Program
from evalspec.report.results import record_line
from evalspec.run.adapter import Adapter
from evalspec.run.batches import Batch, batches
from evalspec.run.evaluate import Evaluator, Judged, Result
from evalspec.run.folder import Folder, parts
from evalspec.run.rows import Placed
from evalspec.run.table import packed, unpacked
from evalspec.run.workers import Job, Lost, supervised

Stage = Callable[[Iterator[Result | Problem], Evaluator], Iterator[Result | Problem]]
"""What happens to results before they are counted: judges are asked."""

_FEW = 32
"""Batches up to which starting workers takes longer than they save."""


class Settings(Record, frozen=True):
    """What a worker needs to know of a run."""

    adapter: Adapter
    with_responses: bool = False
    whole: bool = False
    """Whole results are wanted, not only what is counted of them."""


class Answer(NamedTuple):
    """What a batch of rows came to."""

    lines: str
    """One JSON line a result or unreadable row."""
    found: list[Brief | Problem]
    results: list[Result]
    """Empty unless they are wanted."""
    skipped: int
    absent: list[Problem]
    """Columns that no row of this process has had so far."""
    lost: bool = False
    """A worker was lost over these rows."""


class Work:
    """Decides batches, one after another."""

    def __init__(self, settings: Settings) -> None:
        """Make what evaluates. Raises `SpecError` for an unknown policy."""
        self.settings = settings
        self.evaluator = Evaluator(settings.adapter)

    def __call__(self, batch: Batch) -> Answer | InputError:
        """Decide the rows of a batch; an error that ends the run is returned."""
        try:
            return self.answer(batch)
        except InputError as error:
            return error

    def answer(self, batch: Batch, lost: Lost | None = None) -> Answer:
        """Decide the rows of a batch, or say that a worker was lost over them."""
        before = self.evaluator.skipped
        found = list(self.evaluator.results(batch, lost))
        skipped = self.evaluator.skipped - before
        return self.told(found, skipped, batch[-1].file)._replace(lost=lost is not None)

    def told(self, found: list[Result | Problem], skipped: int, file: str) -> Answer:
        """Write what was found."""
        lines = (record_line(one, with_response=self.settings.with_responses) for one in found)
        return Answer(
            "".join(lines),
            [one if isinstance(one, Problem) else brief(one) for one in found],
            [one for one in found if isinstance(one, Result)] if self.settings.whole else [],
            skipped,
            self.evaluator.absent(file),
        )


class Run:
    """A data set that is decided while its answers are read."""

    def __init__(self, settings: Settings, workers: int = 1, seconds: float = 60) -> None:
        """Take what to do and how many processes may do it; see `Spec.check_many`."""
        self.settings = settings
        self.workers = workers
        self.seconds = seconds
        self.counted = CountedRun(settings.adapter)
        self.absent: list[Problem] | None = None
        self._here = Work(settings)

    @property
    def program(self) -> Program | None:
        """The one spec that decides all rows; None where rows bring their own."""
        return self._here.evaluator.program

    def answers(self, rows: Iterable[Placed], stage: Stage | None = None) -> Iterator[Answer]:
        """Yield the answer of every batch of rows, in order.

        Raises `InputError` for a table that lacks a column which the adapter asks for.
        """
        found = self._decided(batches(self.settings.adapter, rows))
        for answer in found if stage is None else self._staged(found, stage):
            self.count(answer)
            yield answer

    def kept(
        self, rows: Iterable[Placed], folder: Folder, stage: Stage | None = None
    ) -> Iterator[Answer]:
        """Yield the answers of `answers`, kept in a folder: what is there already is not redone."""
        ready: list[Answer] = []
        pending: deque[tuple[int, int]] = deque()

        def missing() -> Iterator[Batch]:
            for number, part in parts(batches(self.settings.adapter, rows)):
                found = stored(folder, number)
                if found is None:
                    pending.append((number, len(part)))
                    yield from part
                else:
                    ready.append(found)

        made: list[Answer] = []
        for answer in self._decided(missing()):
            yield from self._counted(ready)
            made.append(answer)
            number, size = pending[0]
            if len(made) == size:
                pending.popleft()
                whole = made if stage is None else list(self._staged(iter(made), stage))
                write_part(folder, number, whole)
                yield from self._counted(whole)
                made = []
        yield from self._counted(ready)

    def _counted(self, answers: list[Answer]) -> Iterator[Answer]:
        for answer in answers:
            self.count(answer)
            yield answer
        answers.clear()

    def count(self, answer: Answer) -> None:
        """Count an answer."""
        self.counted.skipped += answer.skipped
        columns = {problem.message for problem in answer.absent}
        before = answer.absent if self.absent is None else self.absent
        self.absent = [problem for problem in before if problem.message in columns]
        for found in answer.found:
            self.counted.add(found)

    def check_columns(self) -> None:
        """Raise `InputError` when no row had a column that the adapter asks for."""
        if self.absent:
            raise InputError(self.absent)

    def _decided(self, cut: Iterator[Batch]) -> Iterator[Answer]:
        first = list(islice(cut, _FEW))
        if self.workers <= 1 or len(first) < _FEW:
            yield from map(self._here.answer, chain(first, cut))
            return
        job = Job(Work, self.settings, self.seconds)
        for batch, answer in supervised(job, chain(first, cut), self.workers):
            if isinstance(answer, InputError):
                raise answer
            yield self._here.answer(batch, answer) if isinstance(answer, Lost) else answer

    def _staged(self, answers: Iterator[Answer], stage: Stage) -> Iterator[Answer]:
        """Let each result pass through a stage; its answer is one of its own."""
        waiting: list[Answer] = []

        def results() -> Iterator[Result | Problem]:
            for answer in answers:
                waiting.append(answer)
                whole = iter(answer.results)
                for found in answer.found:
                    yield found if isinstance(found, Problem) else next(whole)

        for found in stage(results(), self._here.evaluator):
            told = self._here.told([found], sum(answer.skipped for answer in waiting), "")
            yield told._replace(absent=waiting[-1].absent if waiting else told.absent)
            waiting.clear()
        yield from (answer._replace(lines="", found=[], results=[]) for answer in waiting)


# -- parts in a folder --------------------------------------------------------------------------
def write_part(folder: Folder, number: int, answers: Iterable[Answer]) -> None:
    """Write the answers of a part."""
    made = list(answers)
    about = {
        "skipped": sum(answer.skipped for answer in made),
        "absent": [problem.message for problem in made[-1].absent],
        "lost": any(answer.lost for answer in made),
    }
    folder.write(folder.part(number), packed(chain.from_iterable(map(lines_of, made)), about))


def lines_of(answer: Answer) -> list[str]:
    """Return the lines of an answer; line ends of other kinds stand inside texts."""
    return [f"{line}\n" for line in answer.lines.split("\n")[:-1]]


def stored(folder: Folder, number: int) -> Answer | None:
    """Return what a part of a folder holds; None for one to be made (again).

    A part over which a worker was lost is tried again.
    """
    name = folder.part(number)
    found = unpacked(folder.read(name)) if folder.has(name) else None
    if found is None or found[1]["lost"]:
        return None
    lines, about = found
    absent = [Problem("no-column", message) for message in about["absent"]]
    return Answer("".join(lines), [told_of(line) for line in lines], [], about["skipped"], absent)


def told_of(line: str) -> Brief | Problem:
    """Return what is counted of a result from its JSON line."""
    row = json.loads(line)
    if "problem" in row:
        at = At(file=row["file"], line=row["line"], column=1)
        problem = row["problem"]
        return Problem(problem["code"], problem["message"], at, hint=problem["hint"])
    labels = {
        name: Judged(one["label"] == Outcome.SATISFIED.value, Outcome(one["verdict"]))
        for name, one in row["labels"].items()
    }
    outcome = Outcome(row["outcome"])
    return Brief(
        row["file"],
        row["line"],
        row["groups"],
        labels,
        row["severity"],
        outcome,
        row["id"],
        row["text"],
    )
