"""Instances into a folder: as many as are asked for, going on where an earlier run stopped."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from evalspec.bench.folder import Folder
from evalspec.bench.instance import data_key, make
from evalspec.bench.plan import Plan


class Counts:
    """What a benchmark holds, and what it took to draw it."""

    def __init__(self) -> None:
        self.instances = self.infeasible = self.repeated = 0
        self.impossible: Counter[str] = Counter()

    def add(self, line: dict[str, Any]) -> None:
        self.instances += 1
        self.infeasible += not line["certificate"]["right"]
        self.repeated += line["draws"]["repeated"]
        self.impossible.update(line["draws"]["impossible"])


def generate(plan: Plan, folder: Folder, number: int, seed: int, counts: Counts) -> None:
    """Make instances 0 to `number` - 1, adding each to the counts.

    Raises `InputError` for a folder of something else, and when an instance cannot be drawn.
    """
    folder.begin(plan, seed)
    seen: set[str] = set()
    with folder.opened() as stream:
        for line in folder.instances():
            counts.add(line)
            seen.add(data_key(line["data"]))
        for index in range(counts.instances, number):
            made = make(plan, seed, index, seen)
            seen.add(made.key)
            stream.write(json.dumps(made.line, ensure_ascii=False) + "\n")
            stream.flush()
            counts.add(made.line)
    folder.end(counts.instances)
