"""Scores for a task of the LM Evaluation Harness.

Its `mean` spreads NaN, so what is undetermined is left out of a document's results instead, and
each mean is over the documents for which the constraint was decided.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalspec.api import load
from evalspec.api.benchmarks import Benchmark
from evalspec.api.grading import given_of, summary


def process_results(
    spec: str | os.PathLike[str],
) -> Callable[[Mapping[str, Any], Sequence[Any]], dict[str, float]]:
    """Return a task's `process_results`; a document's columns give what the spec declares."""
    loaded = load(spec)

    def process(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
        report = loaded.check(results[0], data=given_of(loaded.program, doc))
        return {name: value for name, value in summary(report).items() if value is not None}

    return process


def process_benchmark(
    folder: str | os.PathLike[str],
) -> Callable[[Mapping[str, Any], Sequence[Any]], dict[str, float]]:
    """Return the `process_results` of a benchmark's task; a document's `id` names the instance."""
    benchmark = Benchmark(folder)

    def process(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
        found = benchmark.score(doc["id"], results[0])
        return {name: value for name, value in found.items() if value is not None}

    return process
