"""Days of meals in every way in which a day and a meal are marked, foods written, sums told.

As in `pieces.py` the truth of what is asked is that of the foods, whichever way they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Told(NamedTuple):
    """A name with its calories and protein."""

    name: str
    calories: int
    protein: int


class Meal(NamedTuple):
    """A meal, what it is, and its foods."""

    name: str
    dish: str
    foods: tuple[Told, ...]

    @property
    def sum(self) -> Told:
        """What its foods come to."""
        return _sum(self.name, self.foods)


class Page(NamedTuple):
    """Days in one layout."""

    choices: tuple[str, ...]
    text: str


def _sum(name: str, parts: tuple[Told, ...]) -> Told:
    return Told(name, sum(p.calories for p in parts), sum(p.protein for p in parts))


_DAYS = (
    (Meal("Breakfast", "Porridge bowl", (Told("60 g rolled oats", 230, 8), Told("1 cup blueberries", 85, 1))),
     Meal("Morning snack", "Nuts", (Told("30 g almonds", 170, 6), Told("1 small apple", 75, 0))),
     Meal("Lunch", "Lentil plate", (Told("200 g lentil soup", 310, 20), Told("2 slices rye bread", 160, 5)))),
    (Meal("Breakfast", "Skyr cup", (Told("200 g skyr", 130, 22), Told("1/2 pear", 45, 0))),
     Meal("Morning snack", "Toast", (Told("1 slice toast", 90, 3), Told("20 g peanut butter", 120, 5))),
     Meal("Lunch", "Tofu curry", (Told("180 g tofu", 250, 24), Told("70 g coconut rice", 300, 6)))),
)  # fmt: skip
_SUMS = tuple(_sum("", tuple(meal.sum for meal in day)) for day in _DAYS)
_WEEKDAYS = ("Monday", "Tuesday")
OF_MEALS = (
    ("count(day) = 2", True), ("each day: count(meal) = 3", True), ("sum(calories) = 1965 kcal", True),
    ("sum(calories) <= 1964 kcal", False), ("each day: sum(calories) <= 1029 kcal", False),
    ("each day: sum(protein) >= 40 g", True), ("no meal: calories > 549 kcal", False),
    ("each meal: protein >= 7 g", False), ('each meal named "lunch": calories <= 550 kcal', True),
    ("difference(calories of first day, calories of last day) = 95 kcal", True),
    ('sum(calories) of meal named "morning snack" = 455 kcal', True),
)  # fmt: skip
OF_FOODS = (
    ("each meal: count(food) = 2", True), ("count(food) = 12", True),
    ("no food: calories > 310 kcal", True), ("no food: calories > 309 kcal", False),
)  # fmt: skip

_DAY_MARKS = {
    "heading": "## Day {n}", "bold": "**Day {n}**", "label": "Day {n}:", "weekday": "### {weekday}",
    "numbered": "{n}. **{weekday}**", "bullet": "- **Day {n}**", "titled": "# Day {n} – Light",
}  # fmt: skip
_MEAL_MARKS = {
    "heading": "#### {meal}", "heading (sum)": "#### {meal} ({told})", "bold": "**{meal}**",
    "bold: dish": "**{meal}: {dish}**", "bold – sum": "**{meal} – {told}**", "bullet": "- **{meal}**",
    "bullet:": "- {meal}:", "bullet: dish – sum": "- **{meal}: {dish}** – {told}",
    "number": "{n}. **{meal}:** {dish}",
    "sum: dish": "- **{meal} ({told}):** {dish}",
}  # fmt: skip
_ALONE = {
    "label: dish (sum)": "- **{meal}:** {dish} ({told})", "dashes": "- {meal} – {dish} – {told}",
    "plain": "{meal}: {dish} – {told}", "bold, sums below": "**{meal} – {dish}**\n- {told}",
    "foods in line": "- **{meal}:** {first} ({told1}); {second} ({told2})",
    "foods joined": "- **{meal}:** {first} ({told1}) + {second} ({told2})",
}  # fmt: skip
_FOODS = {
    "brackets": "- {name} ({told})", "colon": "- {name}: {told}", "bar": "- {name} | {told}",
    "labels": "- {name} – Calories: {calories}, Protein: {protein} g", "names": "- {name}",
}  # fmt: skip
_TOTALS = ("none", "line", "own line", "target", "in the heading", "list", "table")
_SHAPES = ("meals beside", "meals once", "meals above", "meals with sums above", "dishes")
_COLUMNS = {"units": ("Calories", "Protein"), "headers": ("Calories (kcal)", "Protein (g)")}


def pages() -> Iterator[tuple[Page, bool]]:
    """Yield days in each layout, and whether it tells amounts of foods."""
    for day, meal, food, total in product(_DAY_MARKS, _MEAL_MARKS, _FOODS, _TOTALS):
        nested = day not in ("numbered", "bullet") or _MEAL_MARKS[meal][0] in "-{"
        if nested and (food != "names" or "{told}" in _MEAL_MARKS[meal]):
            lines = _days(day, total, _MEAL_MARKS[meal], _FOODS[food])
            yield Page((day, meal, food, total), "\n".join(lines)), food != "names"
    for day, meal, total in product(_DAY_MARKS, _ALONE, _TOTALS):
        if day not in ("numbered", "bullet") or _ALONE[meal][0] == "-":
            lines = _days(day, total, _ALONE[meal], "")
            yield Page((day, meal, total), "\n".join(lines)), "foods" in meal
    for day, shape, columns, total in product(
        _DAY_MARKS, _SHAPES, _COLUMNS, ("none", "row", "list")
    ):
        if day not in ("numbered", "bullet"):
            lines = _tables(day, shape, columns, total)
            yield Page((day, shape, columns, total), "\n".join(lines)), shape != "dishes"
    for cells, total in product(("({told})", "– {told}", "<br>{told}"), ("none", "column", "list")):
        yield Page(("days by meals", cells, total), "\n".join(_grid(cells, total))), False


def _told(told: Told) -> str:
    return f"{told.calories:,} kcal, {told.protein} g protein"


def _day(mark: str, n: int, total: str) -> str:
    line = _DAY_MARKS[mark].format(n=n, weekday=_WEEKDAYS[n - 1])
    bare = line.rstrip("*:")
    return (
        f"{bare} ({_told(_SUMS[n - 1])}){line[len(bare) :]}" if total == "in the heading" else line
    )


def _name(mark: str, n: int) -> str:
    return _WEEKDAYS[n - 1] if "weekday" in _DAY_MARKS[mark] else f"Day {n}"


def _days(mark: str, total: str, meal: str, food: str) -> list[str]:
    lines = ["# Meal plan", ""]
    for n, day in enumerate(_DAYS, start=1):
        margin = "   " if mark in ("numbered", "bullet") else ""
        own = [f"{'- ' if margin else ''}Target: 1,600 kcal"] if total == "target" else []
        for place, one in enumerate(day, start=1):
            own += _meal(meal, food, one, place)
        said = {
            "line": f"**Total: {_told(_SUMS[n - 1])}**",
            "own line": f"*{_name(mark, n)} total: {_SUMS[n - 1].calories:,} kcal*",
        }
        own += ["", said[total]] if total in said else []
        lines += [
            _day(mark, n, total),
            *([] if margin else [""]),
            *(margin + line if line else line for line in own),
            "",
        ]
    return lines + _summary(mark, total)


def _meal(meal: str, food: str, one: Meal, place: int) -> list[str]:
    first, second = one.foods
    line = meal.format(
        n=place, meal=one.name, dish=one.dish, told=_told(one.sum), first=first.name, second=second.name,
        told1=_told(first), told2=_told(second),
    )  # fmt: skip
    listed = line[0] in "-0123456789"
    below = [food.format(told=_told(f), **f._asdict()) for f in one.foods] if food else []
    return [
        *line.split("\n"),
        *(("   " if listed else "") + b for b in below),
        *([] if listed else [""]),
    ]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _summary(mark: str, total: str) -> list[str]:
    rows = [(_name(mark, n), told) for n, told in enumerate(_SUMS, start=1)]
    if total == "list":
        return ["**Daily totals**", "", *(f"- {name}: {_told(told)}" for name, told in rows)]
    if total == "table":
        cells = [_row(name, f"{told.calories:,} kcal", f"{told.protein} g") for name, told in rows]
        return ["## Summary", "", _row("Day", "Calories", "Protein"), "|---|---|---|", *cells]
    return []


def _tables(mark: str, shape: str, columns: str, total: str) -> list[str]:
    def amounts(told: Told, bold: str = "") -> list[str]:
        units = (" kcal", " g") if columns == "units" else ("", "")
        return [f"{bold}{n:,}{u}{bold}" for n, u in zip(told[1:], units, strict=True)]

    first = ["Meal", "Food"] if shape in ("meals beside", "meals once", "dishes") else ["Food"]
    header = [*first, *_COLUMNS[columns]]
    lines = ["# Meal plan", ""]
    for n, day in enumerate(_DAYS, start=1):
        lines += [_day(mark, n, total), "", _row(*header), "|" + "---|" * len(header)]
        for meal in day:
            if "above" in shape:
                lines.append(
                    _row(
                        f"**{meal.name}**",
                        *(amounts(meal.sum, "**") if "sums" in shape else ["", ""]),
                    )
                )
            for place, food in enumerate(
                (_sum(meal.dish, meal.foods),) if shape == "dishes" else meal.foods
            ):
                name = "" if shape == "meals once" and place else meal.name
                lines.append(_row(*([name] if first[1:] else []), food.name, *amounts(food)))
        if total == "row":
            lines.append(
                _row("**Total**", *first[1:1], *([""] * (len(first) - 1)), *amounts(_SUMS[n - 1]))
            )
        lines.append("")
    return lines + _summary(mark, total)


def _grid(cells: str, total: str) -> list[str]:
    header = ["Day", *(meal.name for meal in _DAYS[0]), *(["Total"] if total == "column" else [])]
    lines = ["# Meal plan", "", _row(*header), "|" + "---|" * len(header)]
    for n, day in enumerate(_DAYS, start=1):
        told = [f"{meal.dish} {cells.format(told=_told(meal.sum))}" for meal in day]
        lines.append(_row(f"Day {n}", *told, *([_told(_SUMS[n - 1])] if total == "column" else [])))
    return [*lines, "", *_summary("heading", total)]
