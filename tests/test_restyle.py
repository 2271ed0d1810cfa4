"""Rewriting a response in ways that keep its meaning keeps every verdict and value."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.core.verdict import Verdict

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


DAYS = ("**Day {n}**", "## Day {n}", "Day {word}:", "### **Day {n}:**", "# DAY {n}", "**Day {n}:**")
MEALS = ("**{meal}**", "### {meal}", "{meal}:", "* **{meal}**", "**Meal {n}: {meal}**", "- {meal}:")
FOODS = (
    "- {food} ({kcal} {energy}, {protein}g protein)",
    "* {food}: {kcal} {energy}, {protein} g protein",
    "{n}. {food} - {kcal} {energy} - {protein} g of protein",
    "- **{food}** – Calories: {kcal}, Protein: {protein} g",
    "+ {food} ({kcal} {energy} | {protein} grams of protein)",
    "table",
)
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
    st.sampled_from(["", "Here is your 2000-calorie plan with 150g protein.\n\n"]),
    st.sampled_from(["", "Total: 9999 kcal"]),
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
        lines += [style.day.format(n=number, word=NUMBERS[number - 1]), ""]
        for meal_number, foods in enumerate(meals):
            lines.append(style.meal.format(meal=NAMES[meal_number], n=meal_number + 1))
            if style.food == "table":
                lines += ["", "| Food | Calories | Protein (g) |", "|---|---|---|"]
            nested = "    " if style.meal.startswith(("*", "-")) and style.meal[1] == " " else ""
            for place, (food, kcal, protein) in enumerate(foods, start=1):
                if style.food == "table":
                    lines.append(f"| {food} | {kcal} | {protein} |")
                else:
                    lines.append(
                        nested
                        + style.food.format(
                            food=food, kcal=kcal, protein=protein, energy=style.energy, n=place
                        )
                    )
            lines.append("")
        if style.total:
            lines += [f"**Day {number} total:** 9999 kcal", ""]
    return style.newline.join(lines)


def summary(verdict: Verdict) -> tuple[str, list[tuple[str, str]]]:
    """Return what must not change: the outcome and every value computed."""
    return verdict.outcome.value, [(s.computed, s.unit) for s in verdict.scopes]


@given(PLAN, STYLE)
@settings(max_examples=150, deadline=None)
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
    "table",
)


def clock(minutes: int, style: str) -> str:
    """Write a time of day."""
    hour, minute = divmod(minutes % 1440, 60)
    if style == "24":
        return f"{hour:02d}:{minute:02d}"
    half = "AM" if hour < 12 else "PM"
    return f"{(hour - 1) % 12 + 1}:{minute:02d}{style}{half}"


@given(
    st.builds(
        TimeStyle,
        st.sampled_from(["24", " ", ""]),
        st.sampled_from(LINES),
        st.sampled_from(["\n", "\n\n", "\r\n"]),
    )
)
@settings(max_examples=40, deadline=None)
def test_schedules(style: TimeStyle) -> None:
    lines = []
    if style.line == "table":
        lines += ["| Time | Activity |", "|---|---|"]
    for start, end, name in BLOCKS:
        times = {"start": clock(start, style.clock), "end": clock(end, style.clock)}
        shape = "| {start} - {end} | {name} |" if style.line == "table" else style.line
        lines.append(shape.format(name=name, **times))
    newline = style.newline if style.line != "table" else style.newline[-1:]
    response = newline.join(lines)
    verdicts = [summary(v) for v in SCHEDULE.check(response).verdicts]
    assert [v[0] for v in verdicts] == ["satisfied"] * 4, response
    assert [v[1][0][0] for v in verdicts] == ["8", "90", "8", "1"], response
