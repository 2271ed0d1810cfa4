"""Ways to write a plan: small tables of choices, put together at random.

Each table of `CHOICES` is one matter of layout (how a group is headed, where amounts stand …);
its keys show the choice by an example, and the first is the plain one, which every reader must
read. A choice that does not fit what is written gives None; the plain one is then taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.layouts import contents
from tests.layouts.amounts import AMOUNTS, CLOCKS
from tests.layouts.around import AROUND
from tests.layouts.groups import GROUPS
from tests.layouts.items import ITEMS
from tests.layouts.plans import Plan
from tests.layouts.shapes import SHAPES
from tests.layouts.style import Choice, Choices, Style


def draw_style(random: Random, avoid: Sequence[tuple[str, str]] = ()) -> Style:
    """Draw a style: of each matter, one in three times, another choice than the plain one."""
    chosen: dict[str, str] = {}
    others: dict[str, str] = {}
    for table, choices in CHOICES.items():
        names = [name for name in list(choices)[1:] if (table, name) not in avoid]
        for drawn in (chosen, others):
            if random.randint(0, 2) == 2 and names:
                drawn[table] = random.choice(names)
    mixed = random.randint(0, 4) == 4
    varied = {t: c for t, c in others.items() if t in LINES} if mixed else None
    return Style(CHOICES, chosen, varied)


def write(plan: Plan, style: Style) -> tuple[Plan, str]:
    """Write a plan, with what the style says more or other of it; return that plan and the text.

    `style.used` then says which choices were made.
    """
    plan = style("names", plan=plan)
    if style.chosen.get("shape", "list") == "list":
        plan = style("content", plan=plan)
    text: str = style("shape", plan=plan, style=style)
    return plan, str(style("around", text=text, plan=plan))


NAMES: dict[str, Choice] = {
    "Rye toast": lambda plan: plan,
    "Rye toast, toasted": contents.renamed("{}, toasted"),
    "Rye toast (large)": contents.renamed("{} (large)"),
    "Rye toast & more": contents.renamed("{} & more"),
    "Rye toast and more": contents.renamed("{} and more"),
    "Rye toast for two": contents.renamed("{} for two"),
    "Route 66 rye toast": contents.renamed("Route 66 {}"),
    "Rye toast 2.0": contents.renamed("{} 2.0"),
    "17-Mile rye toast": contents.renamed("17-Mile {}"),
    "Noon rye toast": contents.renamed("Noon {}"),
    "Sunday rye toast": contents.renamed("Sunday {}"),
    "Night rye toast": contents.renamed("Night {}"),
    "Rye toast – plain": contents.renamed("{} – plain"),
    "Hearty: rye toast": contents.renamed("Hearty: {}"),
    "“Rye toast”": contents.renamed("“{}”"),
    "Pound rye toast": contents.renamed("Pound {}"),
    "Total rye toast": contents.renamed("Total {}"),
    "Free rye toast": contents.renamed("Free {}"),
    "Rye toast of the day": contents.renamed("{} of the day"),
    "Éclair of rye toast": contents.renamed("Éclair of {}"),
}
CONTENTS: dict[str, Choice] = {
    "items alone": lambda plan: plan,
    "a limit behind": contents.limit,
    "a remark behind": contents.behind(" – a favourite!"),
    "(chapters 3 and 4)": contents.behind(" (chapters 3 and 4)"),
    "(Pos. 4)": contents.behind(" (Pos. 4)"),
    "(see page 12)": contents.behind(" (see page 12)"),
    "(see step 2)": contents.behind(" (see step 2)"),
    "(since 1998)": contents.behind(" (since 1998)"),
    "(4.5/5)": contents.behind(" (4.5/5)"),
    "a note below": contents.below("Take your time"),
    "a note with an amount below": contents.below("Tip: wait 10 minutes and keep €5 ready"),
    "of which": contents.of_which,
    "40–50 kcal": contents.ranges("{}–{}"),
    "40-50 kcal": contents.ranges("{}-{}"),
    "40 to 50 kcal": contents.ranges("{} to {}"),
    "40 or 50 kcal": contents.ranges("{} or {}"),
    "between 40 and 50 kcal": contents.ranges("between {} and {}"),
    "an amount is missing": contents.missing,
    "90 min (1.5 h)": contents.restated,
    "€20 (€10 per person for 2)": contents.per_person,
    "(room 204)": contents.behind(" (room 204)"),
    "(call 555-0134)": contents.behind(" (call 555-0134)"),
    "(bus 42)": contents.behind(" (bus 42)"),
    "#3": contents.behind(" #3"),
    "[1]": contents.behind("[1]"),
    "a link": contents.behind(" ([more](https://example.org/a/12-min?p=3))"),
    "Choose one:": contents.options,
    "free": contents.free(""),
    "free (normally €15)": contents.free(" (normally €15)"),
    "Rest 60 s between sets": contents.lines_after("- Rest 60 s between sets", "strength"),
    "Rest 2 minutes": contents.lines_after("Rest 2 minutes between exercises.", "strength"),
    "Perform this routine two times.": contents.repeated("Perform this routine two times."),
    "Repeat twice:": contents.repeated("Repeat the following twice:"),
    "2 rounds of:": contents.repeated("2 rounds of:"),
    "Same as Day 1.": contents.same_as_first,
    "an introduction in each group": contents.lines_before("This is a calm one with 2 highlights."),
    "a sentence after each group": contents.lines_after("You will be done within 3 hours."),
    "- Aim for at least 9 hours.": contents.lines_after("- Aim for at least 9 hours."),
    "- Tip: an amount": contents.lines_after("- Tip: keep 20 minutes in reserve"),
    "- Note: an amount": contents.lines_after("- Note: at most 30 minutes late"),
    "Serves 4": contents.lines_before("Serves 4"),
    "an empty list in each group": contents.lines_after("- Notes:"),
}
_TABLES: Choices = {
    "names": NAMES, "content": CONTENTS,
    **SHAPES, **GROUPS, **ITEMS, **CLOCKS, **AMOUNTS, **AROUND,
}  # fmt: skip
_ORDER = (
    "names", "content", "shape", "title", "heading", "part", "mark", "details", "line", "owner",
    "beside", "separator", "label", "unit", "number", "lift", "factor", "clock", "span", "when",
    "total row", "column", "time columns", "total in heading", "total", "grand total", "around",
)  # fmt: skip
"""The order in which a style is drawn: another one draws other styles from the same seeds."""
CHOICES: Choices = {name: _TABLES[name] for name in _ORDER}
"""Every matter of layout with its choices; the first is the plain one."""
LINES = {"mark", "details", "line", "separator", "label", "unit", "number", "span", "when", "part"}
"""What may change from group to group in a text of mixed styles."""
