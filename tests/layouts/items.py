"""How an item is written: its mark, its name, its amounts, its time."""

from __future__ import annotations

from tests.layouts.amounts import amounts_of
from tests.layouts.plans import Item
from tests.layouts.style import Choice, Choices, Style


def _marked(form: str) -> Choice:
    return lambda number: form.format(n=number, letter="abcdefghijklmn"[number - 1])


def item_lines(item: Item, number: int, style: Style) -> list[str]:
    """Write an item: one line, or its name with details below."""
    if not style.alone:
        return _item_lines(item, number, style)
    turned = style.turned
    style.turned = turned or style.alone == item.name
    lines = _item_lines(item, number, style)
    style.turned = turned
    return lines


def _item_lines(item: Item, number: int, style: Style) -> list[str]:
    mark = style("mark", number=number)
    indent = " " * max(2, len(mark))
    if item.options:
        told = [on_its_line(option, indent + "- ", style)[0] for option in item.options]
        return [f"{mark}Choose one:", *told]
    if item.start >= 0:
        lines = [mark + style("when", name=item.name, when=time_of(item, style))]
    else:
        lines = style("details", item=item, mark=mark, style=style)
    first, *others = lines
    return [first + item.behind, *others, *(f"{indent}- {line}" for line in item.below)]


def time_of(item: Item, style: Style) -> str:
    def clock(minutes: int) -> str:
        return str(style("clock", minutes=minutes))

    return str(style("span", start=item.start, end=item.end, clock=clock))


def on_its_line(item: Item, mark: str, style: Style) -> list[str]:
    if item.start >= 0:
        return [mark + style("when", name=item.name, when=time_of(item, style))]
    joined = style("separator", amounts=amounts_of(item, style))
    line = style("line", name=item.name, joined=joined, noun=_noun(item))
    return [mark + style("owner", line=line)]


def _noun(item: Item) -> str:
    """What a line may call an item before its name, by what is measured of it."""
    measures = [measure.name for measure, _ in item.amounts]
    kinds = {"pages": "Book", "calories": "Dish", "sets": "Exercise", "price": "Stop"}
    return next((kinds[name] for name in measures if name in kinds), "Task")


def _below(each: str, bold: bool = False, first: bool = False) -> Choice:
    """Details below the name: each on a line of its own, or all on one; `first` stays above."""

    def lines(item: Item, mark: str, style: Style) -> list[str] | None:
        name = f"**{item.name}**" if bold else item.name
        indent = " " * max(2, len(mark))
        told = amounts_of(item, style)
        if first:
            name = style("line", name=name, joined=told.pop(0), noun=_noun(item))
        if not told:
            return None
        if "{all}" in each:
            joined = style("separator", amounts=told)
            return [mark + name, indent + each.format(all=joined)]
        return [mark + name, *(indent + each.format(one=one) for one in told)]

    return lines


def _record(item: Item, mark: str, style: Style) -> list[str]:
    """A line for the name and each amount, all of them labelled."""
    inner = style.without("label")
    inner.chosen["label"] = "Protein: 10 g"
    return [f"Name: {item.name}", *amounts_of(item, inner), ""]


def _joined(mark: str) -> Choice:
    return lambda amounts: mark.join(amounts)


def listed_with_and(amounts: list[str]) -> str:
    return " and ".join([", ".join(amounts[:-1]), amounts[-1]] if amounts[1:] else amounts)


ITEMS: Choices = {
    "mark": {
        "-": _marked("- "),
        "*": _marked("* "),
        "•": _marked("• "),
        "1.": _marked("{n}. "),
        "1)": _marked("{n}) "),
        "(1)": _marked("({n}) "),
        "a)": _marked("{letter}) "),
        "- [ ]": _marked("- [ ] "),
        "[ ]": _marked("[ ] "),
        "・": _marked("・"),
        "–": _marked("– "),
        "plain lines": _marked(""),
        "indented lines": _marked("    "),
    },
    "details": {
        "on the line": on_its_line,
        "a bullet for each": _below("- {one}"),
        "a bullet for each below bold": _below("- {one}", bold=True),
        "one bullet for all": _below("- {all}"),
        "a line below": _below("{all}"),
        "the first on the line, a bullet for the others": _below("- {all}", first=True),
        "the first on the line, a bullet for each other": _below("- {one}", first=True),
        "a line for each": _below("{one}"),
        "Name: …": _record,
    },
    "line": {
        "name (amounts)": "{name} ({joined})",
        "name: amounts": "{name}: {joined}",
        "name – amounts": "{name} – {joined}",
        "name - amounts": "{name} - {joined}",
        "name, amounts": "{name}, {joined}",
        "name | amounts": "{name} | {joined}",
        "name [amounts]": "{name} [{joined}]",
        "name = amounts": "{name} = {joined}",
        "name → amounts": "{name} → {joined}",
        "name amounts": "{name} {joined}",
        "name ..... amounts": "{name} ..... {joined}",
        "**name**: amounts": "**{name}**: {joined}",
        "**name:** amounts": "**{name}:** {joined}",
        "*name* (amounts)": "*{name}* ({joined})",
        "__name__ (amounts)": "__{name}__ ({joined})",
        "**name** – amounts": "**{name}** – {joined}",
        "Task: name (amounts)": "{noun}: {name} ({joined})",
        "**Task:** name (amounts)": "**{noun}:** {name} ({joined})",
        "name (amounts).": "{name} ({joined}).",
        "name / amounts": "{name} / {joined}",
        "name; amounts": "{name}; {joined}",
        "name · amounts": "{name} · {joined}",
        "name with amounts": "{name} with {joined}",
        "amounts – name": "{joined} – {name}",
        "amounts: name": "{joined}: {name}",
    },
    "owner": {
        "none": "{line}",
        "line (Ben)": "{line} (Ben)",
        "line – Ben": "{line} – Ben",
        "line, Ben": "{line}, Ben",
        "line @Ben": "{line} @Ben",
        "line – Owner: Ben": "{line} – Owner: Ben",
        "Ben: line": "Ben: {line}",
        "[Ben] line": "[Ben] {line}",
    },
    "separator": {
        ",": _joined(", "),
        ";": _joined("; "),
        "|": _joined(" | "),
        "/": _joined(" / "),
        "·": _joined(" · "),
        "–": _joined(" – "),
        "+": _joined(" + "),
        "and": listed_with_and,
        "spaces": _joined("  "),
    },
    "when": {
        "time: name": "{when}: {name}",
        "time name": "{when} {name}",
        "time – name": "{when} – {name}",
        "time | name": "{when} | {name}",
        "**time** name": "**{when}** {name}",
        "**time:** name": "**{when}:** {name}",
        "[time] name": "[{when}] {name}",
        "name: time": "{name}: {when}",
        "name (time)": "{name} ({when})",
        "name, time": "{name}, {when}",
        "**name** – time": "**{name}** – {when}",
    },
}  # fmt: skip
"""How an item is written."""
