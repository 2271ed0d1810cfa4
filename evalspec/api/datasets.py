"""Data sets from Python: every constraint decided and compared with the labels.

import evalspec
run = evalspec.run_dataset("acs", "plans.csv")
run.figures.labels["human"].accuracy, run.results[0].verdict.outcome
"""

from __future__ import annotations

import os
from itertools import chain, islice

from msgspec.structs import replace

from evalspec.api.runs import Run, Settings
from evalspec.core.errors import Problem
from evalspec.run.adapter import Adapter, load_adapter, spec_adapter
from evalspec.run.rows import find_files, read_files

__all__ = ["DatasetRun", "adapter_of", "run_dataset", "spec_adapter"]


class DatasetRun:
    """Every result of a data set, and how far they agree with its labels."""

    def __init__(self, run: Run, files: list[str], limit: int | None) -> None:
        """Decide it; use `run_dataset` to get one."""
        answers = list(run.answers(islice(read_files(find_files(files)), limit)))
        if limit is None:
            run.check_columns()
        self.results = tuple(chain.from_iterable(answer.results for answer in answers))
        """One result a constraint, in the order of the file."""
        found = chain.from_iterable(answer.found for answer in answers)
        self.problems = tuple(one for one in found if isinstance(one, Problem))
        """Rows that could not be read."""
        self.figures = run.counted.figures()
        """The figures of every label column."""


def run_dataset(
    dataset: str | os.PathLike[str],
    *files: str | os.PathLike[str],
    spec: str | os.PathLike[str] = "",
    policy: str | None = None,
    limit: int | None = None,
    workers: int = 1,
) -> DatasetRun:
    """Decide every constraint of a data set and compare with its labels.

    `dataset` is an adapter: a path, or a shipped name such as `acs`; `spec` is the spec to check
    against where the adapter names none (`inspect`, `promptfoo`, `lm-eval`, `chat`); `files` are data sets,
    folders of them, or patterns such as `logs/*.jsonl`; `workers` is the number of processes.
    Raises `evalspec.SpecError` for the adapter, `evalspec.InputError` for a file that cannot be read
    and for a column that the adapter asks for and no row has.
    """
    settings = Settings(adapter_of(os.fspath(dataset), policy, os.fspath(spec)), whole=True)
    return DatasetRun(Run(settings, workers), [os.fspath(file) for file in files], limit)


def adapter_of(dataset: str, policy: str | None = None, spec: str = "") -> Adapter:
    """Read an adapter, with another policy when one is given, and a spec where it names none."""
    adapter = load_adapter(dataset, spec)
    return replace(adapter, policy=policy) if policy else adapter
