"""How many golden values the reader and the check engine find exactly.

    python -m tests.golden.score

The values in `acs_dev.yaml` were worked out by reading the responses; each is asked for with
a formal constraint (or, for the blocks of a schedule, looked up in the facts). The responses
themselves are not part of the project: folder `EVALSPEC_DATA`, or `../shared/data`.
"""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import evalspec
from evalspec.document.facts import Entry, EntryKind, Facts
from evalspec.document.read import read_facts
from tests import quick_yaml

HERE = Path(__file__).parent
UNITS = {"calories": "kcal", "protein": "g", "fat": "g", "duration": "min", "tonnage": "kg"}


class Value(NamedTuple):
    """One golden value (or list of them) and how to ask for it."""

    row: int
    kind: str
    """What it is, for the counts: `day protein`, `exercises`, `blocks`, `total sleep`."""
    vocabulary: str
    check: str
    """A formal constraint whose computed values are wanted; empty for `blocks`."""
    expected: list[Any]
    admissible: bool = False
    """The list holds admissible readings of one value."""
    per_side: str = "once"
    """Policy of amounts per hand or side."""


def responses() -> list[str] | None:
    """Return the response of every row, or None where the data is not there."""
    folder = Path(os.environ.get("EVALSPEC_DATA") or HERE.parents[2] / "shared" / "data")
    path = folder / "acs" / "dev.csv"
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as file:
        return [row["agent_response"] for row in csv.DictReader(file)]


def golden_values() -> Iterator[Value]:
    """Yield every golden value."""
    for entry in quick_yaml.load((HERE / "acs_dev.yaml").read_text("utf-8")):
        if "days" in entry:
            yield from _meal_values(entry)
        elif "sessions" in entry:
            yield from _workout_values(entry)
        else:
            yield from _schedule_values(entry)


def _meal_values(entry: dict[str, Any]) -> Iterator[Value]:
    row, vocabulary = entry["row"], "meal-plan"
    yield Value(row, "days", vocabulary, "count(day) >= 0", [entry["days"]])
    yield Value(row, "meals", vocabulary, "each day: count(meal) >= 0", entry["meals"])
    for measure, sums in entry["day_sums"].items():
        check = f"sum({measure}) >= 0 {UNITS[measure]}"
        yield Value(row, f"day {measure}", vocabulary, f"each day: {check}", sums)
        by_meal = [value for day in entry["meal_sums"][measure] for value in day]
        yield Value(row, f"meal {measure}", vocabulary, f"each meal: {check}", by_meal)


def _workout_values(entry: dict[str, Any]) -> Iterator[Value]:
    row, vocabulary = entry["row"], "workout"
    yield Value(row, "sessions", vocabulary, "count(session) >= 0", [entry["sessions"]])
    counted = "each session: count(exercise) >= 0"
    yield Value(row, "exercises", vocabulary, counted, entry["exercises"])
    if "distinct_exercises" in entry:
        distinct = [entry["distinct_exercises"]]
        yield Value(row, "distinct", vocabulary, "distinct(exercise) >= 0", distinct)
    for measure in ("duration", "calories", "tonnage"):
        if measure in entry:
            check = f"each session: {measure} >= 0 {UNITS[measure]}"
            yield Value(row, measure, vocabulary, check, entry[measure])
    if "tonnage_doubled" in entry:
        check, sums = "each session: tonnage >= 0 kg", entry["tonnage_doubled"]
        yield Value(row, "tonnage, both hands", vocabulary, check, sums, False, "doubled")


def _schedule_values(entry: dict[str, Any]) -> Iterator[Value]:
    row, vocabulary = entry["row"], "schedule"
    yield Value(row, "blocks", vocabulary, "", entry["blocks"])
    for activity, total in entry["totals"].items():
        values = total if isinstance(total, list) else [total]
        check = f'duration(block("{activity}")) >= 0 min'
        yield Value(row, f"total {activity}", vocabulary, check, values, len(values) > 1)


def found(value: Value, response: str) -> list[Any]:
    """Return what the tool finds in place of a golden value; bounds of intervals below."""
    spec = {
        "evalspec": 1,
        "vocabulary": value.vocabulary,
        "policy": {"profile": "acs", "per_side_amounts": value.per_side},
        "constraints": [{"check": value.check or "count(block) >= 0"}],
    }
    compiled = evalspec.compile(json.dumps(spec))
    if not value.check:
        return _blocks(read_facts(response, compiled.program.lexicon))
    verdict = compiled.check(response).verdicts[0]
    return [_number(scope.computed) for scope in verdict.scopes]


def _number(computed: str) -> float | None:
    low = computed.strip("[](").split(",")[0]
    return float(low) if low else None


def _blocks(facts: Facts) -> list[list[int]]:
    blocks = [entry for entry in facts.entries if entry.kind is EntryKind.BLOCK]
    return [_times(entry) for entry in blocks if entry.starts and entry.ends]


def _times(entry: Entry) -> list[int]:
    start, end = entry.starts[0].minutes, entry.ends[0].minutes
    return [start, end if end > start else end + 1440]


def agrees(value: Value, got: list[Any]) -> bool:
    """Tell whether what was found is the golden value."""
    if value.admissible:
        return len(got) == 1 and got[0] in value.expected
    return got == value.expected


def main() -> None:
    """Print what was found by kind, and every miss."""
    texts = responses()
    if texts is None:
        print("the responses are not here; EVALSPEC_DATA may name their folder")
        return
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for value in golden_values():
        got = found(value, texts[value.row])
        total[value.kind] += 1
        right[value.kind] += agrees(value, got)
        if not agrees(value, got):
            print(f"row {value.row}, {value.kind}: expected {value.expected}, found {got}")
    for kind, number in total.items():
        print(f"{kind}: {right[kind]} of {number}")
    print(f"all: {right.total()} of {total.total()}")


if __name__ == "__main__":
    main()
