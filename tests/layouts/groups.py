"""How the groups of a plan are written as lists, with their headings, parts and totals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.layouts.amounts import AMOUNTS, WORDS, amount_text
from tests.layouts.items import item_lines, on_its_line
from tests.layouts.plans import Group, Item, Measure, Part, Plan
from tests.layouts.style import Choice, Choices, Style

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def elapsed(plan: Plan, style: Style) -> str | None:
    """Lines that say when in a session something is done: `5–15 min: Jump rope`."""
    if plan.domain.name != "cardio" or len(plan.items[0].amounts) != 1:
        return None
    lines: list[str] = []
    for group in plan.groups:
        at = 0
        lines += [heading_of(plan, group, style), ""]
        for item in group.items:
            lines.append(f"- {at}–{at + item.amounts[0][1]} min: {item.name}")
            at += item.amounts[0][1]
        lines.append("")
    return "\n".join(lines)


def _title(template: str, days: bool = False) -> Choice:
    """The title of a group; `days` says that it fits days alone."""

    def title(noun: str, number: int, title: str) -> str | None:
        if days and noun != "Day":
            return None
        return template.format(
            noun=noun, n=number, title=title, word=WORDS[number].capitalize(),
            weekday=WEEKDAYS[number - 1], upper=noun.upper(), date=number + 2,
        )  # fmt: skip

    return title


def _indent(head: str) -> str:
    """Return how far what stands below a heading is indented: below a list mark, by its width."""
    found = re.match(r"\s*([-*•] |\d+[.)] )", head)
    return " " * len(found[0]) if found else ""


def _blank(head: str) -> list[str]:
    """A blank line below headings, none below labels and list marks."""
    return [] if _indent(head) or head.endswith((":", ":**")) else [""]


def as_list(plan: Plan, style: Style) -> str:
    """Write groups one below the other, each with its items."""
    lines: list[str] = []
    for group in plan.groups:
        style.turn(group.number, group.title)
        lines += [*_group_lines(plan, group, style), ""]
    style.turned = False
    lines += style("grand total", plan=plan, amounts=sums_of(plan, plan.items), style=style)
    return "\n".join(lines).strip("\n") + "\n"


def heading_of(plan: Plan, group: Group, style: Style) -> str:
    title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
    sums = sums_of(plan, group.items)
    return str(style("heading", title=title + style("total in heading", amounts=sums)))


def _group_lines(plan: Plan, group: Group, style: Style) -> list[str]:
    head = heading_of(plan, group, style)
    inside: list[str] = [*group.before, ""] if group.before else []
    if group.same_as:
        inside += [f"Same as {plan.domain.noun} {group.same_as}."]
    else:
        for part in group.parts:
            inside += _part_lines(part, style)
        inside += group.after
        sums = sums_of(plan, group.items)
        inside += style("total", noun=plan.domain.noun, number=group.number, amounts=sums)
    indent = _indent(head)
    return [*head.split("\n"), *_blank(head), *(indent + line if line else "" for line in inside)]


def _part_lines(part: Part, style: Style) -> list[str]:
    if not part.name:
        return _items_lines(part.items, style)
    return list(style("part", part=part, style=style))


def _items_lines(items: Sequence[Item], style: Style) -> list[str]:
    return [line for n, item in enumerate(items, 1) for line in item_lines(item, n, style)]


def _part_headed(template: str) -> Choice:
    def lines(part: Part, style: Style) -> list[str]:
        head = template.format(part.name)
        indent = _indent(head)
        below = [indent + line for line in _items_lines(part.items, style)]
        return [head, *below] if indent else [head, *_blank(head), *below, ""]

    return lines


_WHEN = {"Breakfast": "7:30", "Lunch": "12:30", "Dinner": "18:45"}
"""When the parts are that have their hour."""


def _part_plain(template: str) -> Choice:
    """A part above its items on plain lines, with when it is."""

    def lines(part: Part, style: Style) -> list[str] | None:
        if "{when}" in template and part.name not in _WHEN:
            return None
        inner = style.without("mark")
        inner.chosen["mark"] = "plain lines"
        head = template.format(name=part.name, upper=part.name.upper(), when=_WHEN.get(part.name))
        return [head, *_items_lines(part.items, inner), ""]

    return lines


def _part_inline(template: str, between: str) -> Choice:
    """A part with its items behind it on one line."""

    def lines(part: Part, style: Style) -> list[str] | None:
        if any(item.options or item.below or item.behind for item in part.items):
            return None
        inner = style.without("separator", "line", "label", "details", "owner")
        told = [on_its_line(item, "", inner)[0] for item in part.items]
        return [template.format(name=part.name, items=between.join(told)), ""]

    return lines


def sums_of(plan: Plan, items: Sequence[Item]) -> list[tuple[Measure, int]]:
    """Return the sums of the measures that add; none where the text leaves them open."""
    if not items or any(item.options or item.spread or item.missing for item in items):
        return []
    return [
        (m, sum(item.amounts[place][1] for item in items))
        for place, (m, _) in enumerate(items[0].amounts)
        if m.adds
    ]


def sums_text(amounts: Sequence[tuple[Measure, int]], off: int) -> str:
    plain = Style(AMOUNTS, {})
    return ", ".join(amount_text(m, value + off, plain, False) for m, value in amounts)


def _total(template: str, off: int = 0) -> Choice:
    """A line with the sums of a group, or with false ones."""
    return lambda noun, number, amounts: (
        ["", template.format(sums=sums_text(amounts, off), noun=noun, n=number)]
        if amounts
        else None
    )


def _total_in_heading(template: str, off: int = 0) -> Choice:
    return lambda amounts: template.format(sums_text(amounts, off)) if amounts else None


def _grand_total(template: str, off: int = 0) -> Choice:
    return lambda plan, amounts, style: (
        [template.format(sums=sums_text(amounts, off))] if amounts else None
    )


def _overview(template: str, head: str) -> Choice:
    """The sums of every group said again."""

    def lines(plan: Plan, amounts: list[tuple[Measure, int]], style: Style) -> list[str] | None:
        sums = [(group.number, sums_of(plan, group.items)) for group in plan.groups]
        if not amounts:
            return None
        noun = plan.domain.noun
        return [
            head,
            *(template.format(noun=noun, n=n, sums=sums_text(told, 0)) for n, told in sums),
        ]

    return lines


def _overview_line(
    plan: Plan, amounts: list[tuple[Measure, int]], style: Style
) -> list[str] | None:
    told = _overview("{noun} {n} {sums}", "")(plan=plan, amounts=amounts, style=style)  # type: ignore[operator]
    return ["Overview: " + "; ".join(told[1:])] if told else None


GROUPS: Choices = {
    "title": {
        "Day 1": _title("{noun} {n}"),
        "Day 1 – Old town": _title("{noun} {n} – {title}"),
        "Day 1: Old town": _title("{noun} {n}: {title}"),
        "Day 1 (Old town)": _title("{noun} {n} ({title})"),
        "Day One": _title("{noun} {word}"),
        "DAY 1": _title("{upper} {n}"),
        "Day 01": _title("{noun} 0{n}"),
        "Monday": _title("{weekday}", days=True),
        "Day 1 (Monday)": _title("{noun} {n} ({weekday})", days=True),
        "Monday – Old town": _title("{weekday} – {title}", days=True),
        "3 March": _title("{date} March", days=True),
    },
    "heading": {
        "## Day 1": "## {title}",
        "### Day 1:": "### {title}:",
        "# **Day 1**": "# **{title}**",
        "**Day 1**": "**{title}**",
        "**Day 1:**": "**{title}:**",
        "__Day 1__": "__{title}__",
        "Day 1:": "{title}:",
        "Day 1": "{title}",
        "- Day 1": "- {title}",
        "- **Day 1**": "- **{title}**",
        "1. Day 1": "1. {title}",
        "Day 1 / =====": "{title}\n=====",
        "Day 1 / ~~~~~": "{title}\n~~~~~",
        "=== Day 1 ===": "=== {title} ===",
        "🌞 Day 1": "🌞 {title}",
        "### 🌞 Day 1": "### 🌞 {title}",
        "Day 1 / -----": "{title}\n-----",
        "[Day 1]": "[{title}]",
        "Day 1.": "{title}.",
        "*Day 1*": "*{title}*",
        "***Day 1***": "***{title}***",
        "<b>Day 1</b>": "<b>{title}</b>",
        "➤ Day 1": "➤ {title}",
        "* **Day 1:**": "* **{title}:**",
    },
    "part": {
        "### Lunch": _part_headed("### {}"),
        "**Lunch**": _part_headed("**{}**"),
        "**Lunch:**": _part_headed("**{}:**"),
        "Lunch:": _part_headed("{}:"),
        "- Lunch": _part_headed("- {}"),
        "- **Lunch:**": _part_headed("- **{}:**"),
        "Lunch: a, b": _part_inline("{name}: {items}", ", "),
        "- Lunch: a; b": _part_inline("- {name}: {items}", "; "),
        "Lunch, plain lines below": _part_plain("{name}"),
        "LUNCH, plain lines below": _part_plain("{upper}"),
        "12:30 Lunch, plain lines below": _part_plain("{when} {name}"),
        "Lunch (12:30), plain lines below": _part_plain("{name} ({when})"),
        "**12:30 Lunch**, plain lines below": _part_plain("**{when} {name}**"),
        "**Lunch** – a + b": _part_inline("**{name}** – {items}", " + "),
    },
    "total in heading": {
        "none": lambda amounts: "",
        "Day 1 (900 kcal)": _total_in_heading(" ({})"),
        "Day 1 – 900 kcal": _total_in_heading(" – {}"),
        "Day 1 (950 kcal), wrong": _total_in_heading(" ({})", 50),
    },
    "total": {
        "none": lambda noun, number, amounts: [],
        "Total: 900 kcal": _total("Total: {sums}"),
        "Total: 950 kcal, wrong": _total("Total: {sums}", 50),
        "**Total:** 900 kcal": _total("**Total:** {sums}"),
        "**Day 1 total:** 900 kcal": _total("**{noun} {n} total:** {sums}"),
        "**Day 1 total:** 950 kcal, wrong": _total("**{noun} {n} total:** {sums}", 50),
        "Total for Day 1: 900 kcal": _total("Total for {noun} {n}: {sums}"),
        "*Subtotal – 900 kcal*": _total("*Subtotal – {sums}*"),
        "**Estimated total: 900 kcal**": _total("**Estimated total: {sums}**"),
        "**Estimated daily total: 900 kcal**": _total("**Estimated daily total: {sums}**"),
        "**Summary:** 900 kcal": _total("**Summary:** {sums}"),
        "Day 1: 900 kcal": _total("{noun} {n}: {sums}"),
        "- Total: 900 kcal": _total("- Total: {sums}"),
        "- **Total:** 950 kcal, wrong": _total("- **Total:** {sums}", 50),
        "That makes 900 kcal in all.": _total("That makes {sums} in all."),
        "(900 kcal)": _total("({sums})"),
        "Sum = 950 kcal, wrong": _total("Sum = {sums}", 50),
        "= 900 kcal": _total("= {sums}"),
    },
    "grand total": {
        "none": lambda plan, amounts, style: [],
        "**Total: 900 kcal**": _grand_total("**Total: {sums}**"),
        "Grand total: 950 kcal, wrong": _grand_total("Grand total: {sums}", 50),
        "## Total: 900 kcal": _grand_total("## Total\n\n{sums}"),
        "## Summary: a line for each group": _overview("- {noun} {n}: {sums}", "## Summary\n"),
        "Overview: Day 1 900 kcal; …": _overview_line,
        "Overall that makes 950 kcal., wrong": _grand_total("Overall that makes {sums}.", 50),
    },
}  # fmt: skip
"""How a group is headed, and what is told of its sums."""
