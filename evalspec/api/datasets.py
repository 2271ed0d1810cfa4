"""Data sets from Python: every constraint decided and compared with the labels.

import evalspec
run = evalspec.run_dataset("acs", "plans.csv")
run.figures.labels["human"].accuracy, run.results[0].verdict.outcome
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

import msgspec

from evalspec.compare.counting import CountedRun
from evalspec.core.errors import Problem
from evalspec.run.adapter import load_adapter
from evalspec.run.evaluate import Result
from evalspec.run.rows import find_files, read_files


class DatasetRun:
    """Every result of a data set, and how far they agree with its labels."""

    def __init__(self, found: Iterable[Result | Problem], counted: CountedRun) -> None:
        """Take what passes by; use `run_dataset` to get one."""
        records = tuple(found)
        self.results = tuple(record for record in records if isinstance(record, Result))
        """One result a constraint, in the order of the file."""
        self.problems = tuple(record for record in records if isinstance(record, Problem))
        """Rows that could not be read."""
        self.figures = counted.figures()
        """The figures of every label column."""


def run_dataset(
    dataset: str | os.PathLike[str],
    *files: str | os.PathLike[str],
    policy: str | None = None,
    limit: int | None = None,
) -> DatasetRun:
    """Decide every constraint of a data set and compare with its labels.

    `dataset` is an adapter: a path, or a shipped name such as `acs`; `files` are data sets,
    folders of them, or patterns such as `logs/*.jsonl`. Raises `evalspec.SpecError` for the
    adapter, `evalspec.InputError` for a file that cannot be read and for a column that the
    adapter asks for and no row has.
    """
    counted = open_run(dataset, policy)
    paths = find_files([os.fspath(file) for file in files])
    run = DatasetRun(counted.results(islice(read_files(paths), limit)), counted)
    if limit is None:
        counted.check_columns(", ".join(map(str, paths)))
    return run


def open_run(dataset: str | os.PathLike[str], policy: str | None = None) -> CountedRun:
    """Make a run whose results are read one after another."""
    adapter = load_adapter(os.fspath(dataset))
    return CountedRun(msgspec.structs.replace(adapter, policy=policy) if policy else adapter)
