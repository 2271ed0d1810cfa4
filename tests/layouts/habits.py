"""How surely plans are read in which ONE line is written unlike its siblings.

    python -m tests.layouts.habits -n 400 --seed 1        right, wrong and open values by habit
    python -m tests.layouts.habits --show 'no mark'       texts of that habit that are misread

A plan is written in a style in which it is read rightly; then one line takes another habit: an
item, or a heading. The truth stays the same, so a value may be right or open, never wrong.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tests.layouts.plans import Item, Plan, draw_plan, read_domains
from tests.layouts.score import Trial, attempt, describe
from tests.layouts.style import Style
from tests.layouts.truth import ask
from tests.layouts.writing import CHOICES

Rewrite = Callable[[str, str], str | None]
"""The line of an item and its name → the line in another habit, or None where it does not fit."""
_MARK = re.compile(r"\s*(?:[-*•–] |[-*] \[ \] |\d+[.)] |\(\d+\) |[a-z]\) )")
_BETWEEN = re.compile(r"(?:\*\*|__)?(?: \(|: | – | - |, )")
BASES = {
    "mark": ("-", "*", "•", "1.", "plain lines"),
    "line": (
        "name (amounts)", "name: amounts", "name – amounts", "name, amounts", "**name**: amounts",
        "**name** – amounts", "**name:** amounts",
    ),
    "separator": (",", ";", "|", "/"),
    "label": ("10 g protein", "Protein: 10 g", "protein 10 g"),
    "heading": ("## Day 1", "**Day 1**", "Day 1:", "### Day 1:", "**Day 1:**", "- **Day 1**"),
    "title": ("Day 1", "Day 1 – Old town", "Day 1: Old town", "Monday"),
    "part": ("### Lunch", "**Lunch**", "**Lunch:**", "Lunch:", "- **Lunch:**", "Lunch: a, b"),
    "when": ("time: name", "time – name", "**time** name", "name (time)"),
    "details": ("on the line", "on the line", "on the line", "a bullet for each", "a line below"),
}  # fmt: skip
"""Styles in which all lines but one are written."""
ODD = ("mark", "details", "line", "separator", "label", "unit", "number", "span", "when")
"""What of its style one item may have alone."""
ODD_HEADS = ("heading", "title", "part")
"""What of its style one group may have alone."""


def _unmarked(line: str, name: str) -> str | None:
    found = _MARK.match(line)
    return line[found.end() :] if found is not None else None


def _marked(mark: str) -> Rewrite:
    def rewrite(line: str, name: str) -> str | None:
        found = _MARK.match(line)
        indent = len(line) - len(line.lstrip())
        return f"{line[:indent]}{mark}{line[found.end() if found else indent :]}"

    return rewrite


def _named(template: str) -> Rewrite:
    return lambda line, name: line.replace(name, template.format(name), 1)


def _behind(words: str) -> Rewrite:
    return lambda line, name: line + words


def _parted(joint: str, end: str = "") -> Rewrite:
    def rewrite(line: str, name: str) -> str | None:
        start = line.find(name) + len(name)
        found = _BETWEEN.match(line, start)
        if found is None or line.endswith(":"):
            return None
        rest = line[found.end() :]
        rest = rest[:-1] if "(" in found[0] and rest.endswith(")") else rest
        return line[:start] + "**" * ("**" in found[0]) + joint + rest + end

    return rewrite


REWRITES: dict[str, Rewrite] = {
    "no mark": _unmarked,
    "another mark": _marked("+ "),
    "a number": _marked("4. "),
    "a check box": _marked("- [ ] "),
    "indented": lambda line, name: "  " + line,
    "a gap above": lambda line, name: "\n" + line,
    "bold name": _named("**{}**"),
    "italic name": _named("*{}*"),
    "quoted name": _named("“{}”"),
    "bold line": lambda line, name: (
        None if "**" in line else line.replace(line[line.find(name) :], f"**{line[line.find(name) :]}**")
    ),
    "capitals": lambda line, name: line.replace(name, name.upper(), 1),
    "small letters": lambda line, name: line.replace(name, name.lower(), 1),
    "a longer name": _named("{} the way we always liked it best at home on quiet days"),
    "a bracket in the name": _named("{} (my favourite)"),
    "a picture": _named("⭐ {}"),
    "a word before": _named("Simple {}"),
    "a kind before": _named("Main: {}"),
    "a verb before": _named("Finish with {}"),
    "a remark behind": _behind(" – quick and easy"),
    "a bracket behind": _behind(" (quick and easy)"),
    "a long remark": _behind(" – this one is worth the effort because it can be done ahead and never fails"),
    "a sentence behind": _behind(". This can be done ahead and never fails."),
    "a full stop": _behind("."),
    "a colon": _behind(":"),
    "a star": _behind("*"),
    "name: amounts": _parted(": "),
    "name – amounts": _parted(" – "),
    "name (amounts)": _parted(" (", ")"),
    "name | amounts": _parted(" | "),
    "name amounts": _parted(" "),
    "Budget …": _named("Budget {}"),
    "Daily …": _named("Daily {}"),
    "Goal …": _named("Goal {}"),
    "Average …": _named("Average {}"),
    "Final …": _named("Final {}"),
    "Summary …": _named("Summary {}"),
    "Notes …": _named("Notes {}"),
    "Tip …": _named("Tip {}"),
    "Extra …": _named("Extra {}"),
    "Warm-up …": _named("Warm-up {}"),
    "Leftover …": _named("Leftover {}"),
}  # fmt: skip
"""Habits of one line, by which its values do not change."""


class Odd(NamedTuple):
    """A text with one line of another habit, and how it was read."""

    habit: str
    trial: Trial


def odd(number: int, seed: int, only: str = "") -> Iterator[Odd]:
    """Yield texts of plans that are read rightly as they are, with one line of another habit.

    `only` is one of `REWRITES`; the habits of a style are drawn when it is empty.
    """
    domains = list(read_domains().values())
    for place in range(number):
        random = Random(f"{seed}/{place}")
        plan = draw_plan(domains[place % len(domains)], random)
        style = Style(CHOICES, {t: random.choice(names) for t, names in BASES.items()})
        plain = attempt(plan, style)
        if plain.worst != "right" or len(plan.items) < 3:
            continue
        yield from _rewritten(plan, plain, random, only)
        if not only:
            yield from _styled(plan, style, random)
            yield from _without_parts(plan, style, random)


def _rewritten(plan: Plan, plain: Trial, random: Random, only: str) -> Iterator[Odd]:
    lines = plain.text.split("\n")
    for habit, rewrite in REWRITES.items():
        item = random.choice(plan.items)
        if only not in ("", habit):
            continue
        places = [n for n, line in enumerate(lines) if item.name in line]
        if len(places) != 1 or _shares_line(plan, item, lines[places[0]]):
            continue
        at = places[0]
        line = rewrite(lines[at], item.name)
        if line is not None and line != lines[at]:
            text = "\n".join([*lines[:at], line, *lines[at + 1 :]])
            yield Odd(habit, Trial(plan, plain.style, text, ask(plan, text)))


def _shares_line(plan: Plan, item: Item, line: str) -> bool:
    return any(other.name in line for other in plan.items if other is not item)


def _styled(plan: Plan, style: Style, random: Random) -> Iterator[Odd]:
    for table in (*ODD, *ODD_HEADS):
        names = [name for name in CHOICES[table] if name != style.chosen.get(table)]
        name = random.choice(names)
        alone = random.choice(plan.items).name
        if table in ODD_HEADS:
            if len(plan.groups) < 3:
                continue
            alone = random.choice(plan.groups).title
        other = Style(CHOICES, style.chosen, {table: name}, alone)
        trial = attempt(plan, other)
        if trial.text != attempt(plan, style).text:
            yield Odd(f"{table}: {name}", trial)


def _without_parts(plan: Plan, style: Style, random: Random) -> Iterator[Odd]:
    """One group has its items right below its heading, where the others have parts."""
    if len(plan.groups) < 3 or not plan.groups[0].parts[0].name:
        return
    at = random.randint(0, len(plan.groups) - 1)
    group = plan.groups[at]
    bare = group._replace(parts=(group.parts[0]._replace(name="", items=group.items),))
    changed = plan._replace(groups=(*plan.groups[:at], bare, *plan.groups[at + 1 :]))
    yield Odd("no parts", attempt(changed, style))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("-n", type=int, default=400, help="number of plans")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", metavar="HABIT", help="texts of a habit that are misread")
    parser.add_argument("--open", action="store_true", help="show open ones too")
    given = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for habit, trial in odd(given.n, given.seed, given.show or ""):
        if given.show and trial.worst in ("wrong", "open" if given.open else "wrong"):
            print(describe(trial), end="\n\n")
        for key in ("all", habit):
            counts[key].update(trial.results)
            counts[key]["texts"] += 1
            counts[key]["silent"] += trial.worst == "wrong"
            counts[key]["unsure"] += trial.worst == "open"
    print(f"{'':34} texts wrong  open    values  right   wrong    open")
    for key, told in sorted(
        counts.items(), key=lambda kept: (kept[0] != "all", -kept[1]["silent"])
    ):
        total = told["right"] + told["wrong"] + told["open"]
        shares = (f"{100 * told[r] / total:6.2f}%" for r in ("right", "wrong", "open"))
        print(
            f"{key:34} {told['texts']:5} {told['silent']:5} {told['unsure']:5} {total:8} {' '.join(shares)}"
        )


if __name__ == "__main__":
    main()
