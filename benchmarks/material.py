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


SHAPES = {
    "headings": "## Day {n}\n\n### Lunch\n\nBarley soup {m} kcal\n",
    "bullets": "- Barley soup {n}: {m} kcal, 12 g protein",
    "numbered": "{n}. Stir the soup for 12 minutes",
    "rows": "| {n} | Barley soup | {m} kcal | 12 g |",
    "tables": "## Day {n}\n\n| Meal | Calories |\n|---|---|\n| Lunch | {m} kcal |\n",
    "prose": "On day {n} we walk 12 km and eat soup of {m} kcal. It is good for you.\n",
    "times": "- 7:{t} Task {n}",
    "again": "7:{t} - 8:00 Reading",
    "schedules": "## Day {n}\n\n- 7:{t} - 8:00 Breakfast\n- 9:00 Work\n- 22:00 Sleep\n",
    "nested": "- Day {n}\n  - Lunch\n    - Soup: {m} kcal",
    "totals": "## Day {n}\n- Soup: {m} kcal\n- Bread: 90 kcal\n- Total: {m} kcal\n",
    "bold": "**Barley soup**\n{m} kcal, 12 g protein\n",
    "references": "## Day {n}\nSame as Day {n}.\n",
    "wrapped": "=== Day {n} ===\n---\nSoup {m} kcal",
    "daily": "## Day {n}\n\n**Lunch**\n- Soup: {m} kcal\n\n**Total: {m} kcal**\n",
    "deep": "- Dish {n}: {m} kcal\n  - Part: {m} kcal\n    - Piece: 90 kcal\n      - Bit: 40 kcal",
    "chapters": "# Part {n}\n## Chapter\n### Section\n#### Soup\n{m} kcal\n",
    "groups": "**Group {n}**\n- Soup: {m} kcal\n- Bread: 90 kcal\n",
    "labels": "Label {n}: {m} kcal",
    "people": "- 9:{t} Task {n} (Ben)",
    "rules": "---",
    "json": '{{"day": {n}, "name": "Soup {n}", "calories": {m}}}',
    "wide": "| {m} kcal",
    "rates": "{m} kcal per slice",
    "nights": "2 nights at €{m}",
    "line": "soup {n} of {m} kcal",
    "brackets": "(",
    "definitions": "## Recipes\n- Soup: 90 kcal\n\n## Day {n}\n- Soup\n",
    "hours": "## Hours per person\n- Ben: 12 h\n\n## Day {n}\n- 8:{t}-12:00 Ben\n",
}
"""What a long response may be of, once and again."""
JOINTS = {
    "json": ",\n",
    "wide": " ",
    "rates": ", ",
    "nights": ", ",
    "line": " and ",
    "brackets": "",
}
"""What stands between the pieces where they are not lines of their own."""
AROUND = {"json": "[{}]", "rates": "- Bread: {}", "nights": "- Hotel: {}"}


def repeated(shape: str, characters: int) -> str:
    """Return a response of one shape of about so many characters, with other numbers at each place."""
    size = len(SHAPES[shape])
    pieces = (
        SHAPES[shape].format(n=number, m=100 + number % 97, t=f"{number % 60:02d}")
        for number in range(1, characters // size + 1)
    )
    return AROUND.get(shape, "{}").format(JOINTS.get(shape, "\n").join(pieces))


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
