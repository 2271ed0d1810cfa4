"""A run under way: how far it is, what has passed by, and what it leaves when it is broken off."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import click

from evalspec.api.cluster import Cluster
from evalspec.api.judging import Bench
from evalspec.api.runs import Answer, Run, Stage
from evalspec.core.errors import InputError, Problem
from evalspec.report.gate import Tally
from evalspec.run.evaluate import Result
from evalspec.run.folder import Folder

T = TypeVar("T")
SHOWN = 10
"""Unusable rows named on standard error; all of them stand in the output."""


class Seen:
    """What has passed by: counted, and kept when it will be shown."""

    def __init__(self, keep: bool) -> None:
        self.keep = keep
        self.file = ""
        self.line = 0
        """Last line of the data set that is in the output, and its file."""
        self.counted: Tally = Counter()
        self.results: list[Result] = []
        self.problems: list[Problem] = []

    def add(self, answer: Answer) -> None:
        for found in answer.found:
            if isinstance(found, Problem):
                self.file, self.line = found.at.file, found.at.line
                if self.keep or len(self.problems) < SHOWN:
                    self.problems.append(found)
            else:
                self.file, self.line = found.file, found.line
                self.counted[found.severity, found.outcome] += 1
        if self.keep:
            self.results += answer.results


class Pace:
    """How far a run is, and how fast it goes."""

    def __init__(self, run: Run, seen: Seen, total: int, session: Bench | None) -> None:
        """Start the clock; `total` is about how many rows there are, 0 where nothing is shown."""
        self.run = run
        self.seen = seen
        self.total = total
        self.session = session
        self.rows = 0
        self.start = time.monotonic()
        if session is not None and total:
            session.share = lambda: self.rows / total

    def watched(self, rows: Iterator[T]) -> Iterator[T]:
        for row in rows:
            self.rows += 1
            yield row

    def said(self) -> str:
        """Say how far the run is."""
        seconds = time.monotonic() - self.start
        parts = [f"{self.run.counted.verdicts} verdicts", f"{self.rows / seconds:.0f} rows/s"]
        undetermined = sum(n for (_, out), n in self.seen.counted.items() if out == "undetermined")
        if undetermined:
            parts.append(f"{undetermined} undetermined")
        if 0 < self.rows < self.total:
            left = seconds * (self.total - self.rows) / self.rows
            parts.append(f"about {timedelta(seconds=round(left))} left")
        if self.session is not None:
            parts.append(self.session.progress())
        return ", ".join(parts)


@contextmanager
def breaking_off(seen: Seen, output: str | None) -> Iterator[None]:
    """Say, when the run is broken off, that the output is a part, and of what."""
    try:
        yield
    except (KeyboardInterrupt, InputError) as error:
        if isinstance(error, InputError) and error.problems[0].code != "judge-unusable":
            raise
        what = "interrupted" if isinstance(error, KeyboardInterrupt) else "ended"
        where = f"after line {seen.line} of {seen.file}" if seen.file else "before any row"
        click.echo(f"{what} {where}{_left(output)}", err=True)
        raise


def _left(output: str | None) -> str:
    """Say what a run that was broken off leaves, and how to go on."""
    if output in (None, "-"):
        return "; another run begins anew"
    if output.endswith("/") or os.path.isdir(output):
        return f"; the same command goes on with {output}"
    return f": {output} is as it was; with -o {output}/ a run can go on where it stopped"


class Parts:
    """A run that is kept as parts in a folder."""

    def __init__(self, folder: Folder, engine: str) -> None:
        self.folder = folder
        self.engine = engine
        self.failed: list[str] = []

    def answers(
        self,
        identity: Callable[[], dict[str, Any]],
        run: Run,
        rows: Iterator[Any],
        stage: Stage | None,
        session: Bench | None,
    ) -> Iterator[Answer]:
        """Decide what is missing; at the end say that all parts are there."""
        about = identity()
        self.folder.begin(about)
        if session is not None and self.folder.local is not None:
            session.spent.keep_in(self.folder.local / "spent.json")
        if self.engine == "local":
            yield from run.kept(rows, self.folder, stage)
        else:
            with Cluster(run.workers) as cluster:
                yield from cluster.answers(run, rows, self.folder)
                self.failed = cluster.failed
        if not self.failed:
            self.folder.end(about, identity())
