"""The responses and specs that are measured: made here, in no file of anyone else."""

from __future__ import annotations

MEALS = ("Breakfast", "Lunch", "Dinner", "Snack")
FOODS = ("Oat porridge with pear", "Barley soup and rye bread", "Baked trout with leeks", "Plum")


def meal_plan(words: int) -> str:
    """Return a meal plan of about `words` words."""
    lines = ["# Meal plan for a quiet week", ""]
    count = day = 0
    while count < words:
        day += 1
        lines += [f"## Day {day}", ""]
        for number, (meal, food) in enumerate(zip(MEALS, FOODS, strict=True)):
            lines += [
                f"**{meal}**",
                f"- {food}: {300 + 20 * number} kcal, {15 + number} g protein, {9 + number} g fat",
                "  Serve it warm and take your time with every bite of this simple plate.",
                "",
            ]
            count += 28
    return "\n".join(lines)


TEXT_CHECKS = (
    "words >= 100",
    "words <= 100000",
    "sentences >= 3",
    "paragraphs >= 2",
    "lines >= 10",
    'contains "porridge"',
    'not contains "chocolate"',
    'contains any of ["trout", "salmon"]',
    'occurrences of "bread" >= 1',
    'starts with "# Meal plan"',
    'ends with "plate."',
    '"porridge" before "trout"',
)
FACT_CHECKS = (
    "each day: count(meal) = 4",
    "each day: sum(calories) between 1200 and 1400 kcal",
    "each day: sum(protein) >= 60 g",
    "each day: sum(fat) <= 60 g",
)


def spec(checks: tuple[str, ...], vocabulary: str) -> str:
    """Return a spec with these checks."""
    lines = ["evalspec: 1", f"vocabulary: {vocabulary}", "constraints:"]
    lines += [f"  - check: >-\n      {check}" for check in checks]
    return "\n".join(lines) + "\n"
