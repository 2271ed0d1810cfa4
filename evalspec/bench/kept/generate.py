"""Instances into a folder: as many as are asked for, going on where an earlier run stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import CONSTRAINTS
from evalspec.bench.proven.instance import Made, data_key, make
from evalspec.bench.written.asking import Writer, prompts_of
from evalspec.bench.written.writing import key_of, make_written, reasons
from evalspec.core.errors import InputError


class Counts:
    """What a benchmark holds, and what it took to draw it."""

    def __init__(self) -> None:
        self.instances = self.infeasible = self.repeated = 0
        self.impossible: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        """Why what was proposed for an instance was not kept."""
        self.dropped: Counter[str] = Counter()
        """Why an instance has fewer constraints than were drawn."""
        self.written: Counter[str] = Counter()
        """Who wrote how many constraints."""

    def add(self, line: dict[str, Any]) -> None:
        self.instances += 1
        if "written" in line:
            refused, dropped = reasons(line)
            self.refused += refused
            self.dropped += dropped
            self.written.update(line["written"][CONSTRAINTS].values())
        else:
            self.infeasible += not line["certificate"]["right"]
        self.repeated += line["draws"]["repeated"]
        self.impossible.update(line["draws"]["impossible"])


def generate(
    plan: Plan, folder: Folder, number: int, seed: int, counts: Counts,
    writers: tuple[Writer, ...] = (),
) -> None:  # fmt: skip
    """Make instances 0 to `number` - 1, adding each to the counts.

    Raises `InputError` for a folder of something else, and when an instance cannot be drawn.
    """
    _check_sources(plan, writers)
    folder.begin(plan, seed, _written_by(plan, writers))
    seen: set[str] = set()
    with folder.opened() as stream:
        for line in folder.instances():
            counts.add(line)
            seen.add(data_key(line["data"]) if plan.write is None else key_of(plan, line))
        for made in _made(plan, seed, range(counts.instances, number), seen, writers):
            seen.add(made.key)
            stream.write(json.dumps(made.line, ensure_ascii=False) + "\n")
            stream.flush()
            counts.add(made.line)
    folder.end(counts.instances)


def rehearsed(plan: Plan, number: int, seed: int, writers: tuple[Writer, ...]) -> None:
    """Write instances in a dry run, and keep none: their sessions plan what would be asked."""
    _check_sources(plan, writers)
    for index in range(number):
        make_written(plan, seed, index, writers)


def _check_sources(plan: Plan, writers: tuple[Writer, ...]) -> None:
    """Raise `InputError` where there is neither a pool nor a model to write something."""
    groups = plan.write.groups.values() if plan.write is not None else ()
    lacking = [group.name for group in groups if not group.pool and not (writers and group.asked)]
    if lacking:
        message = f"`{lacking[0]}` has no pool: its constraints come from a model"
        hint = "name one: --judge NAME"
        raise InputError.of("no-model", message, plan.places["write"], hint=hint)


def _made(
    plan: Plan, seed: int, numbers: range, seen: set[str], writers: tuple[Writer, ...]
) -> Iterator[Made]:
    """Yield instances in order; a model writes several at once."""
    if plan.write is None:
        yield from (make(plan, seed, number, seen) for number in numbers)
        return
    at_once = sum(writer.judge.concurrency for writer in writers)
    if not at_once:
        yield from (make_written(plan, seed, number, (), seen) for number in numbers)
        return
    with ThreadPoolExecutor(at_once) as pool:
        waiting = [pool.submit(make_written, plan, seed, number, writers) for number in numbers]
        try:
            for number, one in zip(numbers, waiting, strict=True):
                made = one.result()
                again = made.key in seen
                yield make_written(plan, seed, number, writers, seen) if again else made
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _written_by(plan: Plan, writers: tuple[Writer, ...]) -> dict[str, Any]:
    """Say what else instances rest on: models and the versions of their prompts."""
    if not writers or plan.write is None:
        return {}
    prompts = prompts_of(plan.write, writers[0].base)
    return {
        "models": [writer.name for writer in writers],
        "prompts": [prompt.label for prompt in prompts],
    }
