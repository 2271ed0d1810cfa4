"""Meetings minute by minute, without a line of the project: what fits, and how constrained it is.

python -m tests.bench.oracle 2000       the instances of the shipped benchmark
python -m tests.bench.oracle --recorded recorded instances, if EVALSPEC_DATA holds them
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Slot = tuple[int, int]
"""Day and minute of its beginning."""


def minutes_of(text: str) -> dict[int, set[int]]:
    """Read `Monday 09:00-10:00, 11:00-12:00; Tuesday 09:00-09:30`."""
    found: dict[int, set[int]] = {}
    for part in text.split("; "):
        day, _, spans = part.partition(" ")
        for low, high in re.findall(r"(\d\d:\d\d)-(\d\d:\d\d)", spans):
            found.setdefault(DAYS.index(day), set()).update(range(_clock(low), _clock(high)))
    return found


def _clock(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def solved(data: dict[str, Any], step: int = 5) -> tuple[list[Slot], int]:
    """Return every slot that fits but for priority, and how many have somebody free."""
    length, buffer = data["length"], data["buffer"]
    calendars = [minutes_of(text) for text in data["people"].values()]
    forbidden = {
        minute
        for name in ("early", "late", "avoided")
        for low, high in [(data.get(name) or "00:00-00:00").split("-")]
        for minute in range(_clock(low), _clock(high))
    }
    fits, possible = [], 0
    for day in sorted(DAYS.index(name) for name in data["days"]):
        weekend = bool(data.get("weekend")) and day >= 5
        for start in range(0, 1440 - length + 1, step):
            meeting = range(start, start + length)
            around = range(start - buffer, start + length + buffer)
            free = [one.get(day, set()) for one in calendars]
            possible += any(all(minute in one for minute in meeting) for one in free)
            if weekend or any(minute in forbidden for minute in meeting):
                continue
            if all(all(minute in one for minute in around) for one in free):
                fits.append((day, start))
    return fits, possible


def recorded(limit: int | None = None) -> list[dict[str, Any]]:
    """Return recorded instances with the number of their slots that fit."""
    path = Path(os.environ.get("EVALSPEC_DATA", "../shared/data"))
    path = path / "ba_calendar" / "public_scorer_dev.jsonl.gz"
    if not path.is_file():
        return []
    rows: dict[int, dict[str, Any]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            rows.setdefault(row["instance"], row)
    return [
        {"data": _data(row), "feasible": row["feasible_slots"]}
        for row in list(rows.values())[:limit]
    ]


def _data(row: dict[str, Any]) -> dict[str, Any]:
    asked = row["constraints"]
    data: dict[str, Any] = {
        "length": asked["meeting_duration"],
        "buffer": asked["buffer_time_before_and_after_meeting"] or 0,
        "priority": asked["high_priority_meeting"],
        "days": row["params"]["days_of_week"],
        "people": {
            name: "; ".join(f"{day} {', '.join(spans)}" for day, spans in week.items())
            for name, week in row["availability"].items()
        },
    }
    if asked["no_meetings_on_weekends"]:
        data["weekend"] = "Saturday; Sunday"
    if asked["no_meetings_before"]:
        data["early"] = f"00:00-{asked['no_meetings_before']:02d}:00"
    if asked["no_meetings_after"]:
        data["late"] = f"{asked['no_meetings_after']:02d}:00-24:00"
    if asked["no_meetings_during_specific_times"]:
        data["avoided"] = asked["no_meetings_during_specific_times"]
    return data


def proven(plan: Any, data: dict[str, Any]) -> tuple[list[Slot], list[Slot], int]:
    """Return what the project says: what fits, what is best, how many are possible."""
    from evalspec.bench.proven.proof import Prover

    proof = Prover(plan, data).proof()
    starts = [
        [divmod(answer["meeting"][0]["when"].start, 1440) for answer in answers]
        for answers in (proof.feasible, proof.best)
    ]
    return starts[0], starts[1], proof.possible


def agrees(plan: Any, data: dict[str, Any]) -> bool:
    """Tell whether both say the same of an instance."""
    fits, possible = solved(data)
    ours, best, ours_possible = proven(plan, data)
    wanted = fits[:1] if data["priority"] else fits
    return (ours, best, ours_possible) == (fits, wanted, possible)


def main(argument: str) -> None:
    """Compare, and print what differs."""
    from evalspec.bench.planned.reading import load_plan
    from evalspec.bench.proven.instance import make

    plan = load_plan("ba-calendar")
    if argument == "--recorded":
        rows = recorded()
        counts = [len(proven(plan, row["data"])[0]) == row["feasible"] for row in rows]
        both = [agrees(plan, row["data"]) for row in rows]
        print(f"{sum(counts)} of {len(rows)} feasible counts, {sum(both)} agree with the oracle")
        return
    number = int(argument)
    same = sum(agrees(plan, make(plan, 2027, n).line["data"]) for n in range(number))
    print(f"{same} of {number} instances: same feasible sets, best answers, constrainedness")


if __name__ == "__main__":
    main(sys.argv[1])
