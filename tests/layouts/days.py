"""Days, weeks and rosters with clock times in every way in which they are written.

What is asked of each has its truth by construction: no mark, form of a time or order of a table changes when
something is done, for how long, on which day, and by whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

Asked = tuple[tuple[str, bool], ...]
Piece = tuple[int, int, str]
"""Start and end in minutes, and what is done."""


class Page(NamedTuple):
    """A plan in one layout, and formulas with whether they hold."""

    vocabulary: str
    choices: tuple[str, ...]
    text: str
    asked: Asked


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _short(minutes: int) -> str:
    return _clock(minutes).removeprefix("0")


def _half(minutes: int) -> str:
    """Return a time without am or pm."""
    return f"{(minutes // 60 - 1) % 12 + 1}:{minutes % 60:02d}"


def _am(minutes: int) -> str:
    return f"{_half(minutes)} {'AM' if minutes < 720 else 'PM'}"


TIMES: dict[str, Callable[[int, int], str]] = {
    "9:00–9:30": lambda start, end: f"{_short(start)}–{_short(end)}",
    "09:00 - 09:30": lambda start, end: f"{_clock(start)} - {_clock(end)}",
    "09.00–09.30": lambda start, end: f"{_clock(start)}–{_clock(end)}".replace(":", "."),
    "9h00–9h30": lambda start, end: f"{_short(start)}–{_short(end)}".replace(":", "h"),
    "0900-0930": lambda start, end: f"{_clock(start)}-{_clock(end)}".replace(":", ""),
    "9:00 to 9:30": lambda start, end: f"{_short(start)} to {_short(end)}",
    "9:00 AM – 9:30 AM": lambda start, end: f"{_am(start)} – {_am(end)}",
    "9:00–9:30, 1:00–2:00": lambda start, end: f"{_half(start)}–{_half(end)}",
}
PLACES = {
    "behind a blank": "{time} {name}", "behind a dash": "{time} – {name}",
    "behind bold": "**{time}** {name}", "behind a bar": "{time} | {name}", "in brackets": "{name} ({time})",
    "in front": "{name} – {time}",
}  # fmt: skip
MARKS = {
    "bullet": "- {text}", "number": "{n}. {text}", "bracket": "{n}) {text}", "box": "- [ ] {text}",
    "heading": "### {text}", "numbered heading": "### {n}. {text}", "bold": "**{text}**", "table": "",
}  # fmt: skip
_LISTS = ("bullet", "number", "bracket", "box")
BELOW: dict[str, Callable[[str], list[str]]] = {
    "nothing": lambda said: [],
    "text": lambda said: [said],
    "bullets": lambda said: [f"- {said}", "- Leave the phone in the drawer."],
    "labels": lambda said: [f"- **Aim:** {said}", "- **Bring:** a pencil"],
}
_DAY: tuple[Piece, ...] = (
    (480, 510, "Stretching"), (510, 600, "Team meeting"), (615, 720, "Writing letters"),
    (720, 765, "Lunch"), (780, 930, "Site visit"), (930, 960, "Paperwork"),
)  # fmt: skip
_SAID = ("Loosen the neck.", "Go through the open points.", "Answer what came in.", "Soup and bread.",
         "Look at the new roof.", "Sort the receipts.")  # fmt: skip
_OF_A_DAY: Asked = (
    ("count({item}) = 6", True), ("sum(duration) = 450 min", True), ("each {item}: duration > 30 min", False),
    ("no {item}: duration >= 150 min", False), ('end("team meeting") = 10:00', True),
    ('start("site visit") < 13:00', False), ('gap("lunch", "site visit") = 15 min', True),
    ("end(last {item}) = 16:00", True),
)  # fmt: skip
_WEEK: dict[str, tuple[Piece, ...]] = {
    "Monday": ((540, 630, "Team meeting"), (660, 720, "Client call"), (840, 960, "Writing letters")),
    "Tuesday": ((510, 600, "Site visit"), (600, 720, "Paperwork")),
    "Wednesday": ((540, 690, "Workshop"), (720, 765, "Lunch"), (810, 900, "Review"), (900, 1020, "Training")),
}  # fmt: skip
TITLES: dict[str, Callable[[int, str], str]] = {
    "weekday": lambda n, day: day,
    "short": lambda n, day: day[:3],
    "number": lambda n, day: f"Day {n}",
    "both": lambda n, day: f"Day {n} – {day}",
    "date": lambda n, day: f"{day}, {n + 2} March",
    "title": lambda n, day: f"{day} – All on the roof",
}
DAYS = {
    "heading": "## {day}", "bold": "**{day}**", "label": "{day}:", "list": "- **{day}**",
    "line": "- {day}:", "bold line": "**{day}:**", "rows": "", "columns": "", "cells": "",
}  # fmt: skip
_OF_A_WEEK: Asked = (
    ("count(day) = 3", True), ("each day: count({item}) >= 3", False), ("sum(duration) = 885 min", True),
    ("each day: sum(duration) <= 400 min", False), ("each day 2: count({item}) = 2", True),
    ("each day: start(first {item}) >= 8:45", False), ("each day: end(last {item}) <= 17:00", True),
    ('each day 3: gap("lunch", "review") = 45 min', True),
)  # fmt: skip
_SHIFTS = {
    ("Ana", 0): 0,
    ("Ben", 0): 1,
    ("Ana", 1): 0,
    ("Cleo", 1): 0,
    ("Ben", 1): 1,
    ("Cleo", 2): 0,
    ("Ana", 2): 1,
}
"""Who has the early and the late shift on each day."""
_PEOPLE = ("Ana", "Ben", "Cleo")
SHIFTS = {
    "named": ("Early (6:00–14:00)", "Late (14:00–22:00)"), "hours": ("6:00–14:00", "14:00–22:00"),
    "am and pm": ("Early (6 am – 2 pm)", "Late (2 pm – 10 pm)"), "legend": ("Early", "Late"),
}  # fmt: skip
AWAY = {"off": "off", "capitals": "OFF", "day": "Day off", "dash": "–"}
ROSTERS = (
    "people by days", "days by people", "days by shifts", "shifts by days", "days of people",
    "line of people", "people of days", "people of days below bold", "line of days", "shifts of days",
    "bold shifts of days",
)  # fmt: skip
_OF_A_ROSTER: Asked = (
    ('count(value("person")) = 3', True), ("count(day) = 3", True),
    ('each day: count(value("person")) >= 3', False), ('each day 2: count(value("person")) = 3', True),
    ('each value("person") named "Ana": sum(duration) = 24 h', True),
    ('each value("person"): sum(duration) >= 17 h', False),
    ('each value("person"): count(day where (exists {item})) >= 3', False),
)  # fmt: skip
_OF_NAMED_SHIFTS: Asked = (
    ('each value("person") named "Ana": count(day where (exists "early")) = 2', True),
    ('each value("person") named "Cleo": count(day where (exists "late")) = 0', True),
    (
        'each value("person"): no adjacent day: (exists "late" and exists "early" of previous)',
        False,
    ),
)
_STEP = 7
"""Of all combinations each so-manyth is tried: it shares no factor with the number of any choice."""


def pages() -> Iterator[Page]:
    """Yield days, weeks and rosters, each in some of the layouts that its choices have together."""
    vocabularies = {"general": "item", "schedule": "block"}
    days = product(vocabularies, MARKS, TIMES, PLACES, BELOW)
    weeks = product(vocabularies, TITLES, DAYS, TIMES, PLACES)
    rosters = product(vocabularies, ROSTERS, SHIFTS, AWAY, ("weekday", "short", "number"))
    tried = [_day(*choices) for choices in islice(days, 0, None, _STEP)]
    tried += [_week(*choices) for choices in islice(weeks, 0, None, _STEP)]
    tried += [_roster(*choices) for choices in islice(rosters, 0, None, _STEP)]
    for page in filter(None, tried):
        item = vocabularies[page.vocabulary]
        asked = tuple((check.replace("{item}", item), holds) for check, holds in page.asked)
        yield page._replace(asked=asked)


def _day(vocabulary: str, mark: str, time: str, place: str, below: str) -> Page | None:
    table = mark == "table"
    if table and (place != "behind a blank" or below not in ("nothing", "text")):
        return None
    if "**" in PLACES[place] and mark in ("heading", "numbered heading", "bold"):
        return None
    rows, lines = [], ["# A day at the office", "", "Here is a plan.", ""]
    for n, ((start, end, name), said) in enumerate(zip(_DAY, _SAID, strict=True), 1):
        when = TIMES[time](start, end)
        rows.append([when, name, *([said] if below == "text" else [])])
        margin = "   " if mark in _LISTS else ""
        lines += [MARKS[mark].format(n=n, text=PLACES[place].format(time=when, name=name))]
        lines += [margin + line for line in BELOW[below](said)]
        lines += [] if margin else [""]
    head = ["Time", "Activity", "Notes"][: len(rows[0])]
    text = "\n".join(lines[:4] + _table(head, rows) if table else lines)
    return Page(vocabulary, (mark, time, place, below), text, _OF_A_DAY)


def _week(vocabulary: str, title: str, layout: str, time: str, place: str) -> Page | None:
    told = {TITLES[title](n, day): pieces for n, (day, pieces) in enumerate(_WEEK.items(), 1)}
    written = {
        day: [
            PLACES[place].format(time=TIMES[time](start, end), name=name)
            for start, end, name in pieces
        ]
        for day, pieces in told.items()
    }
    lines = ["# The week", ""]
    if layout in ("rows", "columns") and place != "behind a blank":
        return None
    if layout == "rows":
        rows = [
            [day, TIMES[time](s, e), name] for day, pieces in told.items() for s, e, name in pieces
        ]
        lines += _table(["Day", "Time", "Activity"], rows)
    elif layout == "columns":
        spans = sorted({piece[:2] for pieces in told.values() for piece in pieces})
        names = {(day, s, e): name for day, pieces in told.items() for s, e, name in pieces}
        rows = [
            [TIMES[time](s, e), *(names.get((day, s, e), "") for day in told)] for s, e in spans
        ]
        lines += _table(["Time", *told], rows)
    elif layout == "cells":
        if place == "behind a bar":
            return None
        lines += _table(["Day", "Plan"], [[day, "; ".join(own)] for day, own in written.items()])
    else:
        for day, own in written.items():
            head = DAYS[layout].format(day=day)
            if "line" in layout:
                lines += [f"{head} {'; '.join(own)}", *([] if head.startswith("-") else [""])]
                continue
            margin = "   " if head.startswith("-") else ""
            lines += [head, *(f"{margin}- {piece}" for piece in own), *([] if margin else [""])]
    return Page(vocabulary, (title, layout, time, place), "\n".join(lines), _OF_A_WEEK)


def _roster(vocabulary: str, layout: str, shift: str, away: str, title: str) -> Page:
    names, off = SHIFTS[shift], AWAY[away]
    days = [TITLES[title](n, day) for n, day in enumerate(_WEEK, 1)]
    lines = ["# Rota for the shop", ""]
    lines += ["Early = 6:00–14:00, Late = 14:00–22:00", ""] if shift == "legend" else []
    has = {key: names[which] for key, which in _SHIFTS.items()}

    def who(day: int, which: int) -> str:
        return ", ".join(person for person in _PEOPLE if _SHIFTS.get((person, day)) == which)

    if layout == "people by days":
        rows = [[p, *(has.get((p, d), off) for d in range(3))] for p in _PEOPLE]
        lines += _table(["Name", *days], rows)
    elif layout == "days by people":
        rows = [[day, *(has.get((p, d), off) for p in _PEOPLE)] for d, day in enumerate(days)]
        lines += _table(["Day", *_PEOPLE], rows)
    elif layout == "days by shifts":
        lines += _table(
            ["Day", *names], [[day, who(d, 0), who(d, 1)] for d, day in enumerate(days)]
        )
    elif layout == "shifts by days":
        rows = [[name, *(who(d, which) for d in range(3))] for which, name in enumerate(names)]
        lines += _table(["Shift", *days], rows)
    elif layout == "line of days":
        for d, day in enumerate(days):
            lines.append(f"- **{day}:** {names[0]}: {who(d, 0)}; {names[1]}: {who(d, 1)}")
    elif layout == "line of people":
        for p in _PEOPLE:
            own = (f"{day} {has[p, d]}" for d, day in enumerate(days) if (p, d) in has)
            lines.append(f"- {p}: {', '.join(own)}")
    elif layout == "days of people":
        for p in _PEOPLE:
            own = (f"- {day}: {has.get((p, d), off)}" for d, day in enumerate(days))
            lines += [f"### {p}", *own, ""]
    else:
        for d, day in enumerate(days):
            mark = "- **{}:** {}" if layout.startswith("bold") else "- {}: {}"
            told = zip(names, (who(d, 0), who(d, 1)), strict=True)
            if layout.startswith("people"):
                told = zip(_PEOPLE, (has.get((p, d), off) for p in _PEOPLE), strict=True)
            head = "**{}**" if layout.endswith("bold") else "### {}"
            lines += [head.format(day), *(mark.format(*pair) for pair in told), ""]
    asked = _OF_A_ROSTER + (() if shift == "hours" else _OF_NAMED_SHIFTS)
    return Page(vocabulary, (layout, shift, away, title), "\n".join(lines), asked)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    told = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(row) + " |" for row in told]
