"""Rewriting a response in ways that keep its meaning keeps every verdict and value."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.core.verdict import Verdict

pytestmark = pytest.mark.heavy

Food = tuple[str, int, int]
"""Name, kcal, grams of protein."""


class MealStyle(NamedTuple):
    day: str
    meal: str
    food: str
    energy: str
    intro: str
    total: str
    newline: str


DAYS = (
    "**Day {n}**", "## Day {n}", "Day {word}:", "### **Day {n}:**", "# DAY {n}", "**Day {n}:**",
    "## Day {n} ({weekday})", "Day {n}:", "**Day {word} – {weekday}**", "## Day {wide}", "## {weekday}",
)  # fmt: skip
MEALS = (
    "**{meal}**", "### {meal}", "{meal}:", "* **{meal}**", "**Meal {n}: {meal}**", "- {meal}:",
    "**{meal} ({hour}:00 AM)**", "#### {n}. {meal}", "### {meal}:",
)  # fmt: skip
FOODS = (
    "- {food} ({kcal} {energy}, {protein}g protein)",
    "* {food}: {kcal} {energy}, {protein} g protein",
    "{n}. {food} - {kcal} {energy} - {protein} g of protein",
    "- **{food}** – Calories: {kcal}, Protein: {protein} g",
    "+ {food} ({kcal} {energy} | {protein} grams of protein)",
    "- {food}\n{nested}  - Calories: {kcal} {energy}\n{nested}  - Protein: {protein} g",
    "{n}) {food}: protein {protein}g; {kcal} {energy}",
    "- {food} ({half} {energy} each × 2; Protein: {protein} g)",
    "- {food}: 2 x {half} {energy}, {protein}g protein",
    "- {food}: {wide} {energy}, {protein} g protein",
    "table",
    "bare table",
)
INTROS = (
    "",
    "Here is your 2000-calorie plan with 150g protein.\n\n",
    "# Meal plan\n\nEach day has about 1,800-2,200 kcal and at least 120 g of protein.\n\n",
)
TOTALS = (
    "",
    "**Day {n} total:** 9999 kcal",
    "Total: 9999 kcal, 999 g protein",
    "*Daily total: ~9,999 calories | Protein: 999 g*",
    "**Total for Day {n}:** 9999 kcal",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday")
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
NUMBERS = ("One", "Two", "Three", "Four")
NAMES = ("Breakfast", "Lunch", "Dinner")

PLAN = st.lists(
    st.lists(
        st.lists(
            st.tuples(
                st.sampled_from(["Oat porridge", "Pea soup", "Rye toast", "Baked leek", "Pear"]),
                st.integers(10, 900),
                st.integers(0, 60),
            ),
            min_size=1,
            max_size=3,
            unique_by=lambda food: food[0],
        ),
        min_size=3,
        max_size=3,
    ),
    min_size=1,
    max_size=3,
)
STYLE = st.builds(
    MealStyle,
    st.sampled_from(DAYS),
    st.sampled_from(MEALS),
    st.sampled_from(FOODS),
    st.sampled_from(["kcal", "cal", "calories"]),
    st.sampled_from(INTROS),
    st.sampled_from(TOTALS),
    st.sampled_from(["\n", "\r\n"]),
)
SPEC = evalspec.compile(
    """
evalspec: 1
vocabulary: meal-plan
constraints:
  - check: "count(day) = 2"
  - check: "each day: count(meal) = 3"
  - check: "each day: calories <= 2000 kcal"
  - check: "each day: protein >= 60 g"
  - check: "each meal: calories <= 900 kcal"
"""
)


def rendered(plan: list[list[list[Food]]], style: MealStyle) -> str:
    """Write a plan in a style."""
    lines = [style.intro]
    for number, meals in enumerate(plan, start=1):
        day = {"n": number, "word": NUMBERS[number - 1], "weekday": WEEKDAYS[number - 1]}
        lines += [style.day.format(**day, wide=str(number).translate(WIDE)), ""]
        for meal_number, foods in enumerate(meals):
            name = NAMES[meal_number]
            lines.append(style.meal.format(meal=name, n=meal_number + 1, hour=meal_number + 8))
            if style.food == "table":
                lines += ["", "| Food | Calories | Protein (g) |", "|---|---|---|"]
            elif style.food == "bare table":
                lines += ["", "Food | Energy (kcal) | Protein", "--- | --- | ---"]
            nested = "    " if style.meal.startswith(("*", "-")) and style.meal[1] == " " else ""
            for place, (food, kcal, protein) in enumerate(foods, start=1):
                if style.food == "table":
                    lines.append(f"| {food} | {kcal} | {protein} |")
                elif style.food == "bare table":
                    lines.append(f"{food} | {kcal} | {protein} g")
                else:
                    amounts = {"kcal": kcal, "protein": protein, "half": kcal / 2, "n": place}
                    wide = str(kcal).translate(WIDE)
                    line = style.food.format(
                        food=food, energy=style.energy, nested=nested, wide=wide, **amounts
                    )
                    lines += (nested + line).split("\n")
            lines.append("")
        if style.total:
            lines += [style.total.format(n=number), ""]
    return style.newline.join(lines)


def summary(verdict: Verdict) -> tuple[str, list[tuple[str, str]]]:
    """Return what must not change: the outcome and every value computed."""
    return verdict.outcome.value, [(s.computed, s.unit) for s in verdict.scopes]


@given(PLAN, STYLE)
@settings(max_examples=250, deadline=None)
def test_meal_plans(plan: list[list[list[Food]]], style: MealStyle) -> None:
    response = rendered(plan, style)
    verdicts = [summary(v) for v in SPEC.check(response).verdicts]
    kcal = [sum(f[1] for meal in meals for f in meal) for meals in plan]
    protein = [sum(f[2] for meal in meals for f in meal) for meals in plan]
    assert verdicts[0][1] == [(str(len(plan)), "")], response
    assert [value for value, _ in verdicts[1][1]] == ["3"] * len(plan), response
    assert [value for value, _ in verdicts[2][1]] == [str(k) for k in kcal], response
    assert [value for value, _ in verdicts[3][1]] == [str(p) for p in protein], response
    meal_kcal = [str(sum(f[1] for f in meal)) for meals in plan for meal in meals]
    assert [value for value, _ in verdicts[4][1]] == meal_kcal, response


class TimeStyle(NamedTuple):
    clock: str
    line: str
    newline: str
    claim: str


SCHEDULE = evalspec.compile(
    """
evalspec: 1
vocabulary: schedule
constraints:
  - check: "duration(work) = 8 h"
  - check: "duration(meals) = 90 min"
  - check: "duration(sleep) = 8 h"
  - check: "exists block(gym) after 15:00"
"""
)
BLOCKS = (
    (390, 420, "Meditation"),
    (420, 450, "Breakfast"),
    (480, 720, "Work"),
    (720, 780, "Lunch"),
    (780, 1020, "Work"),
    (1050, 1110, "Gym"),
    (1320, 1800, "Sleep"),
)
LINES = (
    "**{start} - {end}**: {name}",
    "- {start} – {end}: {name}",
    "{start} to {end} – {name}",
    "* **{start} - {end}** {name}",
    "{n}. {name} ({start} - {end})",
    "- **{name}**: {start} – {end}",
    "### {start} - {end}: {name}",
    "- {start}–{end} | {name}",
    "from {start} to {end}: {name}",
    "table",
    "two columns",
)
CLAIMS = (
    "",
    "Here is a day with 9 hours of work and 7 hours of sleep:\n",
    "# Schedule\n\nTotal work: 9 hours. Remember to drink water.\n\n",
)


def clock(minutes: int, style: str) -> str:
    """Write a time of day."""
    hour, minute = divmod(minutes % 1440, 60)
    if style == "24":
        return f"{hour:02d}:{minute:02d}"
    half = "AM" if hour < 12 else "PM"
    if style == ".":
        shown = f"{(hour - 1) % 12 + 1}" + (f":{minute:02d}" if minute else "")
        return f"{shown} {half[0].lower()}.m."
    return f"{(hour - 1) % 12 + 1}:{minute:02d}{style}{half}"


@given(
    st.builds(
        TimeStyle,
        st.sampled_from(["24", " ", "", "."]),
        st.sampled_from(LINES),
        st.sampled_from(["\n", "\n\n", "\r\n"]),
        st.sampled_from(CLAIMS),
    )
)
@settings(max_examples=120, deadline=None)
def test_schedules(style: TimeStyle) -> None:
    lines = []
    if style.line == "table":
        lines += ["| Time | Activity |", "|---|---|"]
    if style.line == "two columns":
        lines += ["| Start | End | Activity |", "|---|---|---|"]
    tables = {
        "table": "| {start} - {end} | {name} |",
        "two columns": "| {start} | {end} | {name} |",
    }
    for number, (start, end, name) in enumerate(BLOCKS, start=1):
        times = {"start": clock(start, style.clock), "end": clock(end, style.clock)}
        lines.append(tables.get(style.line, style.line).format(name=name, n=number, **times))
    newline = style.newline if style.line not in tables else style.newline[-1:]
    response = style.claim + newline.join(lines)
    verdicts = [summary(v) for v in SCHEDULE.check(response).verdicts]
    assert [v[0] for v in verdicts] == ["satisfied"] * 4, response
    assert [v[1][0][0] for v in verdicts] == ["8", "90", "8", "1"], response


class WorkoutStyle(NamedTuple):
    session: str
    exercise: str
    intro: str
    total: str
    newline: str


WORKOUT = evalspec.compile(
    """
evalspec: 1
vocabulary: workout
constraints:
  - check: "each session: count(exercise) >= 1"
  - check: "each session: tonnage >= 1 kg"
  - check: "each exercise: sets >= 1"
  - check: "each session: sum(sets * reps) >= 1"
"""
)
SESSIONS = (
    "**Session {n}**", "## Session {n}: {focus}", "Session {word}:", "### Session {letter}",
    "**Session {n} ({weekday}):**",
)  # fmt: skip
EXERCISES = (
    "- {name}: {sets} sets of {reps} reps at {load} kg",
    "{n}. {name} – {sets}x{reps} @ {load}kg",
    "* **{name}**: {sets} × {reps} × {load} kg",
    "- {name} ({load} kg): {sets} x {reps}",
    "- {name}\n  - Sets: {sets}\n  - Reps: {reps}\n  - Weight: {load} kg",
    "+ {name} | {sets} sets | {reps} reps | {load} kg",
    "table",
)
MOVES = st.tuples(
    st.sampled_from(["Bench press", "Deadlift", "Back squat", "Barbell row", "Overhead press"]),
    st.integers(2, 6),
    st.integers(3, 15),
    st.integers(10, 180),
)


@given(
    st.lists(
        st.lists(MOVES, min_size=1, max_size=3, unique_by=lambda move: move[0]),
        min_size=1,
        max_size=3,
    ),
    st.builds(
        WorkoutStyle,
        st.sampled_from(SESSIONS),
        st.sampled_from(EXERCISES),
        st.sampled_from(["", "Here is your plan. You will lift 99,999 kg in total.\n\n"]),
        st.sampled_from(["", "**Total tonnage:** 99,999 kg", "Total volume: 9,999 kg"]),
        st.sampled_from(["\n", "\r\n"]),
    ),
)
@settings(max_examples=150, deadline=None)
def test_workouts(plan: list[list[tuple[str, int, int, int]]], style: WorkoutStyle) -> None:
    lines = [style.intro]
    for number, moves in enumerate(plan, start=1):
        title = {"n": number, "word": NUMBERS[number - 1], "weekday": WEEKDAYS[number - 1]}
        lines += [style.session.format(**title, focus="Push", letter="ABC"[number - 1]), ""]
        if style.exercise == "table":
            lines += ["| Exercise | Sets | Reps | Weight |", "|---|---|---|---|"]
        for place, (name, sets, reps, load) in enumerate(moves, start=1):
            amounts = {"sets": sets, "reps": reps, "load": load}
            row = "| {name} | {sets} | {reps} | {load} kg |"
            shape = row if style.exercise == "table" else style.exercise
            lines += shape.format(name=name, n=place, **amounts).split("\n")
        lines += ["", style.total, ""]
    response = style.newline.join(lines)
    verdicts = [[value for value, _ in summary(v)[1]] for v in WORKOUT.check(response).verdicts]
    assert verdicts[0] == [str(len(moves)) for moves in plan], response
    assert verdicts[1] == [str(sum(s * r * w for _, s, r, w in moves)) for moves in plan], response
    assert verdicts[2] == [str(move[1]) for moves in plan for move in moves], response
    assert verdicts[3] == [str(sum(s * r for _, s, r, _ in moves)) for moves in plan], response


class TripStyle(NamedTuple):
    day: str
    stop: str
    intro: str
    total: str
    newline: str


TRIP = evalspec.compile(
    """
evalspec: 1
vocabulary: trip
constraints:
  - check: "count(day) >= 1"
  - check: "each day: price <= 500 EUR"
  - check: "each day: date >= 2025-03-03"
  - check: "name(stop with max price) = \\"Castle tour\\""
"""
)
DATED = (
    "## Day {n} – {weekday}, March {date}, 2025", "**Day {n} ({date} March 2025)**",
    "### Day {n}: 2025-03-{date:02d}", "Day {word} - March {date}, 2025:", "## March {date}, 2025",
    "**Day {n}, 2025-03-{date:02d}**",
)  # fmt: skip
STOPS = (
    "- {name}: €{price}",
    "* **{name}** – {price} EUR",
    "{n}. {name} ({price} euros)",
    "- {name}: €{half} × 2",
    "- {name}: 2 x €{half}",
    "- {name} – €{half} per person for 2 people",
    "- {name}\n  - Cost: €{price}",
    "table",
    "priced",
)
PLACES = st.tuples(
    st.sampled_from(["Tram ride", "Old bridge", "Botanical garden", "Street market"]),
    st.integers(1, 90),
)


@given(
    st.lists(
        st.lists(PLACES, min_size=1, max_size=3, unique_by=lambda place: place[0]),
        min_size=1,
        max_size=3,
    ),
    st.builds(
        TripStyle,
        st.sampled_from(DATED),
        st.sampled_from(STOPS),
        st.sampled_from(["", "Your trip to Porto costs about €900 in total.\n\n"]),
        st.sampled_from(["", "**Day {n} total:** €999", "Total: €999"]),
        st.sampled_from(["\n", "\r\n"]),
    ),
)
@settings(max_examples=150, deadline=None)
def test_trips(plan: list[list[tuple[str, int]]], style: TripStyle) -> None:
    lines = [style.intro]
    plan = [[*plan[0], ("Castle tour", 100)], *plan[1:]]
    assume(all(stops[-1][1] != sum(price for _, price in stops[:-1]) for stops in plan))  # a total?
    heads = {
        "table": ["| Stop | Cost |", "|---|---|"],
        "priced": ["| Stop | Qty | Unit price |", "|---|---|---|"],
    }
    rows = {"table": "| {name} | €{price} |", "priced": "| {name} | 2 | €{half} |"}
    for number, stops in enumerate(plan, start=1):
        title = {"n": number, "word": NUMBERS[number - 1], "weekday": WEEKDAYS[number - 1]}
        lines += [style.day.format(**title, date=number + 2), "", *heads.get(style.stop, [])]
        for place, (name, price) in enumerate(stops, start=1):
            shape = rows.get(style.stop, style.stop)
            line = shape.format(name=name, price=price, half=f"{price / 2:.2f}", n=place)
            lines += line.split("\n")
        lines += ["", style.total.format(n=number), ""]
    response = style.newline.join(lines)
    verdicts = [summary(v) for v in TRIP.check(response).verdicts]
    assert verdicts[0][1] == [(str(len(plan)), "")], response
    assert [v for v, _ in verdicts[1][1]] == [str(sum(p for _, p in s)) for s in plan], response
    dates = [f"2025-03-{number + 3:02d}" for number in range(len(plan))]
    assert [v for v, _ in verdicts[2][1]] == dates, response
    assert verdicts[3][0] == "satisfied", response
