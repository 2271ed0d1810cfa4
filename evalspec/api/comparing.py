"""Verdicts of rules, judges and labels compared from Python.

import evalspec
found = evalspec.compare_runs("rules.jsonl", "judge.jsonl", reference="human")
found.scores["judge"].figures["accuracy"].value
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from evalspec.compare.bootstrap import Plan
from evalspec.compare.comparison import Comparison, compare
from evalspec.compare.load import load
from evalspec.run.adapter import load_adapter


def compare_runs(
    *runs: str | os.PathLike[str],
    dataset: str | os.PathLike[str] = "",
    reference: str = "",
    by: Sequence[str] = (),
    resamples: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Compare results of `run`, or tables of verdicts that the adapter `dataset` describes.

    Raises `evalspec.InputError` for files, voices or fields that are not there, and when the
    extra `compare` is not installed; `evalspec.SpecError` for the adapter.
    """
    adapter = load_adapter(os.fspath(dataset)) if dataset else None
    items = load([Path(run) for run in runs], adapter)
    return compare(items, reference, by, Plan(resamples, seed))
