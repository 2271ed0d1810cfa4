"""Ways to write a plan: small tables of choices, put together at random.

Each table of `CHOICES` is one matter of layout (how a group is headed, where amounts stand …);
its keys show the choice by an example, and the first is the plain one, which every reader must
read. A choice that does not fit what is written gives None; the plain one is then taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tests.layouts import contents
from tests.layouts.plans import Group, Item, Measure, Part, Plan

Choice = str | Callable[..., Any]
"""A template, or a function of the same keywords that may return None."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Style:
    """One choice of each table, and which of them a text has really used."""

    def __init__(self, chosen: Mapping[str, str], others: Mapping[str, str] | None = None) -> None:
        """Take the choices, and those of every second group when styles are mixed."""
        self.chosen = dict(chosen)
        self.others = dict(others or {})
        self.used: dict[str, str] = {}
        """The choices that show in the text."""
        self.turned = False
        """The group being written takes the other choices."""

    def __call__(self, table: str, **words: Any) -> Any:
        """Write something the chosen way."""
        choices = CHOICES[table]
        plain = next(iter(choices))
        name = (self.others if self.turned else {}).get(table) or self.chosen.get(table, plain)
        made = _made(choices[name], words)
        if made is None:
            name, made = plain, _made(choices[plain], words)
        if self.used.get(table, plain) == plain:
            self.used[table] = name
        return made

    def without(self, *tables: str) -> Style:
        """Return the same style with the plain choice of some tables."""
        return Style(
            {t: c for t, c in self.chosen.items() if t not in tables},
            {t: c for t, c in self.others.items() if t not in tables},
        )


def _made(choice: Choice, words: Mapping[str, Any]) -> Any:
    return choice.format(**words) if isinstance(choice, str) else choice(**words)


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
    return Style(chosen, {t: c for t, c in others.items() if t in LINES} if mixed else None)


def write(plan: Plan, style: Style) -> tuple[Plan, str]:
    """Write a plan, with what the style says more or other of it; return that plan and the text.

    `style.used` then says which choices were made.
    """
    plan = style("names", plan=plan)
    if style.chosen.get("shape", "list") == "list":
        plan = style("content", plan=plan)
    text: str = style("shape", plan=plan, style=style)
    return plan, str(style("around", text=text, plan=plan))


# -- numbers and units ----------------------------------------------------------------
def _thousands(mark: str) -> Choice:
    return lambda value: f"{value:,}".replace(",", mark) if value >= 1000 else None


def _spelled(place: int, template: str, currency: str) -> Choice:
    def quantity(number: str, measure: Measure) -> str | None:
        if len(measure.unit) == 3 and measure.unit.isupper():
            shown = currency if number[0].isdigit() else "{0} {1.spelled[2]}"
            return shown.format(number, measure) if currency else None
        unit = measure.spelled[place]
        one = number in ("1", "one") and len(unit) > 2
        return (
            template.format(number, unit.removesuffix("s") if one else unit) if template else None
        )

    return quantity


def _only_labelled(template: str) -> Choice:
    """A label that the plain way leaves out is left out here too."""
    return lambda quantity, number, measure: (
        None
        if measure.bare or measure.counted
        else template.format(quantity=quantity, label=measure.label.lower())
    )


def _hours(template: str) -> Choice:
    """Lengths of an hour and more in hours and minutes."""

    def quantity(number: str, measure: Measure) -> str | None:
        if measure.unit != "min" or not number.isdigit() or int(number) < 60:
            return None
        return template.format(h=int(number) // 60, m=int(number) % 60)

    return quantity


def _label_first(template: str, short: bool = False) -> Choice:
    def labelled(quantity: str, number: str, measure: Measure) -> str | None:
        label = measure.short if short else measure.label
        shown = number if measure.counted else quantity
        return template.format(quantity=shown, label=label) if label else None

    return labelled


def _label_behind(quantity: str, number: str, measure: Measure) -> str:
    bare = measure.bare or measure.counted
    return quantity if bare else f"{quantity} {measure.label.lower()}"


def _times(template: str) -> Choice:
    """The amount as so many times a smaller one, where it can be divided."""

    def factored(value: int, quantity: Callable[[int], str]) -> str | None:
        count = next((n for n in (3, 2) if value % n == 0 and value > n), 0)
        return template.format(n=count, one=quantity(value // count)) if count else None

    return factored


def amount_text(
    measure: Measure, value: int, style: Style, alone: bool, spread: int = 0, joint: str = ""
) -> str:
    """Write one amount; only one that stands alone may be written as a multiple."""
    if not value:
        return "free"
    if spread:
        number = joint.format(value, value + spread)
        return str(style("unit", number=number, measure=measure))

    def quantity(single: int) -> str:
        number = style("number", value=single)
        return str(style("unit", number=number, measure=measure))

    if alone and measure.adds and not measure.counted:
        whole = style("factor", value=value, quantity=quantity)
    else:
        whole = quantity(value)
    number = style("number", value=value)
    return str(style("label", quantity=whole, number=number, measure=measure))


def amounts_of(item: Item, style: Style) -> list[str]:
    """Write the amounts of an item."""
    alone = len(item.amounts) == 1
    told = [
        amount_text(measure, value, style, alone, 0 if place else item.spread, item.joint)
        for place, (measure, value) in enumerate(item.amounts)
    ]
    return list(style("lift", told=told[item.missing :], item=item))


def _told_apart(told: list[str], item: Item) -> list[str]:
    return told


def _lifted(template: str) -> Choice:
    """Sets, repetitions and weight in one: `3 x 10 @ 20 kg`."""

    def together(told: list[str], item: Item) -> list[str] | None:
        names = [measure.name for measure, _ in item.amounts]
        if names != ["sets", "reps", "weight"]:
            return None
        return [template.format(*(value for _, value in item.amounts))]

    return together


# -- clock times ----------------------------------------------------------------------
def _half(shown: str, am: str, pm: str, whole: str = "") -> Choice:
    """A clock of twelve hours; `whole` writes full hours."""

    def clock(minutes: int) -> str:
        hour, minute = divmod(minutes, 60)
        form = whole if whole and not minute else shown
        return form.format(h=(hour - 1) % 12 + 1, m=minute, half=pm if hour >= 12 else am)

    return clock


def _clock(shown: str) -> Choice:
    return lambda minutes: shown.format(h=minutes // 60, m=minutes % 60)


def _span(template: str, same_half: bool = False) -> Choice:
    def span(start: int, end: int, clock: Callable[[int], str]) -> str | None:
        first, last = clock(start), clock(end)
        if same_half:
            half = re.search(r"\s?[AaPp]\.?[Mm]?\.?$", first)
            if half is None or not last.endswith(half[0]):
                return None
            first = first[: half.start()]
        return template.format(start=first, end=last, minutes=end - start)

    return span


# -- lines ----------------------------------------------------------------------------
def _marked(form: str) -> Choice:
    return lambda number: form.format(n=number, letter="abcdefghijklmn"[number - 1])


def item_lines(item: Item, number: int, style: Style) -> list[str]:
    """Write an item: one line, or its name with details below."""
    mark = style("mark", number=number)
    indent = " " * max(2, len(mark))
    if item.options:
        told = [_on_its_line(option, indent + "- ", style)[0] for option in item.options]
        return [f"{mark}Choose one:", *told]
    if item.start >= 0:
        lines = [mark + style("when", name=item.name, when=_when(item, style))]
    else:
        lines = style("details", item=item, mark=mark, style=style)
    first, *others = lines
    return [first + item.behind, *others, *(f"{indent}- {line}" for line in item.below)]


def _when(item: Item, style: Style) -> str:
    def clock(minutes: int) -> str:
        return str(style("clock", minutes=minutes))

    return str(style("span", start=item.start, end=item.end, clock=clock))


def _on_its_line(item: Item, mark: str, style: Style) -> list[str]:
    if item.start >= 0:
        return [mark + style("when", name=item.name, when=_when(item, style))]
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


def _elapsed(plan: Plan, style: Style) -> str | None:
    """Lines that say when in a session something is done: `5–15 min: Jump rope`."""
    if plan.domain.name != "cardio" or len(plan.items[0].amounts) != 1:
        return None
    lines: list[str] = []
    for group in plan.groups:
        at = 0
        lines += [_head(plan, group, style), ""]
        for item in group.items:
            lines.append(f"- {at}–{at + item.amounts[0][1]} min: {item.name}")
            at += item.amounts[0][1]
        lines.append("")
    return "\n".join(lines)


def _joined(mark: str) -> Choice:
    return lambda amounts: mark.join(amounts)


def _and_last(amounts: list[str]) -> str:
    return " and ".join([", ".join(amounts[:-1]), amounts[-1]] if amounts[1:] else amounts)


# -- groups ---------------------------------------------------------------------------
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
        style.turned = bool(style.others) and group.number % 2 == 0
        lines += [*_group_lines(plan, group, style), ""]
    style.turned = False
    lines += style("grand total", plan=plan, amounts=_sums(plan, plan.items), style=style)
    return "\n".join(lines).strip("\n") + "\n"


def _head(plan: Plan, group: Group, style: Style) -> str:
    title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
    sums = _sums(plan, group.items)
    return str(style("heading", title=title + style("total in heading", amounts=sums)))


def _group_lines(plan: Plan, group: Group, style: Style) -> list[str]:
    head = _head(plan, group, style)
    inside: list[str] = [*group.before, ""] if group.before else []
    if group.same_as:
        inside += [f"Same as {plan.domain.noun} {group.same_as}."]
    else:
        for part in group.parts:
            inside += _part_lines(part, style)
        inside += group.after
        sums = _sums(plan, group.items)
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


def _part_inline(template: str, between: str) -> Choice:
    """A part with its items behind it on one line."""

    def lines(part: Part, style: Style) -> list[str] | None:
        if any(item.options or item.below or item.behind for item in part.items):
            return None
        inner = style.without("separator", "line", "label", "details", "owner")
        told = [_on_its_line(item, "", inner)[0] for item in part.items]
        return [template.format(name=part.name, items=between.join(told)), ""]

    return lines


# -- totals ---------------------------------------------------------------------------
def _sums(plan: Plan, items: Sequence[Item]) -> list[tuple[Measure, int]]:
    """Return the sums of the measures that add; none where the text leaves them open."""
    if not items or any(item.options or item.spread for item in items):
        return []
    return [
        (m, sum(item.amounts[place][1] for item in items))
        for place, (m, _) in enumerate(items[0].amounts)
        if m.adds
    ]


def _told(amounts: Sequence[tuple[Measure, int]], off: int) -> str:
    plain = Style({})
    return ", ".join(amount_text(m, value + off, plain, False) for m, value in amounts)


def _total(template: str, off: int = 0) -> Choice:
    """A line with the sums of a group, or with false ones."""
    return lambda noun, number, amounts: (
        ["", template.format(sums=_told(amounts, off), noun=noun, n=number)] if amounts else None
    )


def _total_in_heading(template: str, off: int = 0) -> Choice:
    return lambda amounts: template.format(_told(amounts, off)) if amounts else None


def _grand_total(template: str, off: int = 0) -> Choice:
    return lambda plan, amounts, style: (
        [template.format(sums=_told(amounts, off))] if amounts else None
    )


def _overview(template: str, head: str) -> Choice:
    """The sums of every group said again."""

    def lines(plan: Plan, amounts: list[tuple[Measure, int]], style: Style) -> list[str] | None:
        sums = [(group.number, _sums(plan, group.items)) for group in plan.groups]
        if not amounts:
            return None
        noun = plan.domain.noun
        return [head, *(template.format(noun=noun, n=n, sums=_told(told, 0)) for n, told in sums)]

    return lines


def _overview_line(
    plan: Plan, amounts: list[tuple[Measure, int]], style: Style
) -> list[str] | None:
    told = _overview("{noun} {n} {sums}", "")(plan=plan, amounts=amounts, style=style)  # type: ignore[operator]
    return ["Overview: " + "; ".join(told[1:])] if told else None


def _total_row(name: str, off: int = 0) -> Choice:
    """A row with the sums of the columns that add."""

    def rows(plan: Plan, items: Sequence[Item], width: int, style: Style) -> list[list[str]] | None:
        sums = {measure.name: value + off for measure, value in _sums(plan, items)}
        if not sums:
            return None
        cells = [
            style("column", measure=m, value=sums[m.name], style=style)[1] if m.adds else ""
            for m, _ in items[0].amounts
        ]
        named = bool(plan.groups[0].parts[0].name)
        row = [name, *[""] * named, *cells]
        return [row + [""] * (width - len(row))]

    return rows


# -- other shapes ---------------------------------------------------------------------
def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(header), _row(["---"] * len(header)), *map(_row, rows), ""]


def _columns(item: Item, style: Style) -> tuple[list[str], list[str]]:
    """Return headers and cells of what is told of an item."""
    if item.start >= 0:

        def clock(minutes: int) -> str:
            return str(style("clock", minutes=minutes))

        return style("time columns", start=clock(item.start), end=clock(item.end))  # type: ignore[no-any-return]
    told = [style("column", measure=m, value=v, style=style) for m, v in item.amounts]
    headers, cells = style("beside", item=item)
    return [*(h for h, _ in told), *headers], [*(cell for _, cell in told), *cells]


def _column(header: str, unit_in_cell: bool) -> Choice:
    def column(measure: Measure, value: int, style: Style) -> tuple[str, str] | None:
        if measure.counted:
            return measure.label, str(value)
        plain = Style({})
        cell = plain("unit", number=str(value), measure=measure) if unit_in_cell else str(value)
        return header.format(label=measure.label, unit=measure.spelled[0]), cell

    return column


def _item_row(item: Item, style: Style) -> list[str]:
    cells = _columns(item, style)[1]
    return [*cells, item.name] if item.start >= 0 else [item.name, *cells]


def _item_header(plan: Plan, style: Style) -> list[str]:
    noun = "Activity" if plan.domain.clock else plan.domain.item.capitalize()
    headers = _columns(plan.items[0], style)[0]
    return [*headers, noun] if plan.domain.clock else [noun, *headers]


def _table_per_group(plan: Plan, style: Style) -> str:
    lines: list[str] = []
    for group in plan.groups:
        head = _head(plan, group, style.without("heading"))
        part = [plan.domain.part.capitalize()] if group.parts[0].name else []
        rows = [
            [*([p.name] if part else []), *_item_row(i, style)]
            for p in group.parts
            for i in p.items
        ]
        header = [*part, *_item_header(plan, style)]
        rows += style("total row", plan=plan, items=group.items, width=len(header), style=style)
        lines += [head, "", *_table(header, rows)]
    return "\n".join(lines)


def _one_table(continued: bool) -> Choice:
    """All groups in one table; their names stand in every row, or only in their first."""

    def text(plan: Plan, style: Style) -> str:
        part = [plan.domain.part.capitalize()] if plan.groups[0].parts[0].name else []
        rows = []
        for group in plan.groups:
            title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
            told = [(above, item) for above in group.parts for item in above.items]
            for place, (above, item) in enumerate(told):
                shown = "" if place and continued else title
                rows.append([shown, *([above.name] if part else []), *_item_row(item, style)])
        header = [plan.domain.noun, *part, *_item_header(plan, style)]
        return "\n".join(_table(header, rows))

    return text


def _grid(turned: bool) -> Choice:
    """Groups against parts: a row for each group, or a column."""

    def text(plan: Plan, style: Style) -> str | None:
        if not all(len(group.parts) == len(plan.domain.parts) > 0 for group in plan.groups):
            return None
        rows = []
        for group in plan.groups:
            title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
            inner = style.without("separator", "line", "label", "details", "owner")
            cells = [", ".join(_on_its_line(i, "", inner)[0] for i in p.items) for p in group.parts]
            rows.append([title, *cells])
        rows.insert(0, [plan.domain.noun, *plan.domain.parts])
        if turned:
            rows = [list(column) for column in zip(*rows, strict=True)]
        return "\n".join(_table(rows[0], rows[1:]))

    return text


def _line_per_group(template: str) -> Choice:
    """Each group on one line with all its items."""

    def text(plan: Plan, style: Style) -> str | None:
        if plan.groups[0].parts[0].name:
            return None
        inner = style.without("separator", "line", "label", "details", "when", "span", "owner")
        lines = []
        for group in plan.groups:
            title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
            told = "; ".join(_on_its_line(item, "", inner)[0] for item in group.items)
            lines.append(template.format(title=title, items=told))
        return "\n".join(lines) + "\n"

    return text


def _group_rows(plan: Plan, style: Style) -> str | None:
    """One table in which groups are rows of their own."""
    if plan.groups[0].parts[0].name:
        return None
    header = _item_header(plan, style)
    rows = []
    for group in plan.groups:
        title = style("title", noun=plan.domain.noun, number=group.number, title=group.title)
        rows.append([f"**{title}**", *[""] * (len(header) - 1)])
        rows += [_item_row(item, style) for item in group.items]
    return "\n".join(_table(header, rows))


def _times_by_days(plan: Plan, style: Style) -> str | None:
    """A week grid: a row for each time, a column for each day."""
    if not plan.domain.clock:
        return None
    spans = sorted({(item.start, item.end) for item in plan.items})
    rows = []
    for span in spans:
        when = _when(Item("", (), *span), style.without("span"))
        found = [
            next((i.name for i in group.items if (i.start, i.end) == span), "")
            for group in plan.groups
        ]
        rows.append([when, *found])
    titles = [
        style("title", noun=plan.domain.noun, number=group.number, title=group.title)
        for group in plan.groups
    ]
    return "\n".join(_table(["Time", *titles], rows))


def _transposed(plan: Plan, style: Style) -> str | None:
    """A table for each group: a column for each item, a row for each measure."""
    if plan.domain.clock or plan.groups[0].parts[0].name:
        return None
    lines: list[str] = []
    for group in plan.groups:
        head = _head(plan, group, style.without("heading"))
        columns = [_columns(item, style) for item in group.items]
        header = ["", *(item.name for item in group.items)]
        rows = [
            [label, *(cells[place] for _, cells in columns)]
            for place, label in enumerate(columns[0][0])
        ]
        lines += [head, "", *_table(header, rows)]
    return "\n".join(lines)


def _prose(plan: Plan, style: Style) -> str:
    """Write a paragraph for each group."""
    lines: list[str] = []
    for group in plan.groups:
        title = f"{plan.domain.noun} {group.number}"
        if plan.domain.clock:

            def clock(minutes: int) -> str:
                return str(style("clock", minutes=minutes))

            told = [
                f"{item.name} is from {clock(item.start)} to {clock(item.end)}."
                for item in group.items
            ]
            lines += [f"{title} looks like this. " + " ".join(told), ""]
            continue
        inner = style.without("separator", "line", "label", "details", "owner")
        for part in group.parts:
            lead = f"For {part.name.lower()} on {title}" if part.name else f"On {title}"
            lead = lead.replace(f"{plan.domain.noun} ", f"{plan.domain.noun.lower()} ")
            items = [_on_its_line(item, "", inner)[0] for item in part.items]
            lines.append(f"{lead} there is {_and_last(items)}.")
        lines.append("")
    return "\n".join(lines)


def _json(cell: Callable[[Measure, int], tuple[str, Any]], fenced: bool = False) -> Choice:
    """An object for each group and item; `cell` gives key and value of an amount."""

    def text(plan: Plan, style: Style) -> str:
        written = _json_text(plan, style, cell)
        return f"```json\n{written}```\n" if fenced else written

    return text


def _with_unit(measure: Measure, value: int) -> tuple[str, Any]:
    return measure.name, f"{value} {measure.spelled[0]}"


def _bare(measure: Measure, value: int) -> tuple[str, Any]:
    return measure.name, value


def _unit_in_key(measure: Measure, value: int) -> tuple[str, Any]:
    return f"{measure.name}_{measure.unit.lower()}", value


def _unit_apart(measure: Measure, value: int) -> tuple[str, Any]:
    return measure.name, {"value": value, "unit": measure.unit}


def _json_text(plan: Plan, style: Style, cell: Callable[[Measure, int], tuple[str, Any]]) -> str:
    noun, item_noun = plan.domain.noun.lower(), plan.domain.item

    def clock(minutes: int) -> str:
        return str(style("clock", minutes=minutes))

    def item_object(item: Item) -> dict[str, Any]:
        if item.start >= 0:
            return {"start": clock(item.start), "end": clock(item.end), "activity": item.name}
        return {"name": item.name, **dict(cell(m, v) for m, v in item.amounts)}

    def part_object(part: Part) -> dict[str, Any]:
        items = [item_object(item) for item in part.items]
        return {"name": part.name, f"{item_noun}s": items}

    groups = [
        {noun: group.number}
        | (
            {f"{plan.domain.part}s": [part_object(part) for part in group.parts]}
            if group.parts[0].name
            else {f"{item_noun}s": [item_object(item) for item in group.items]}
        )
        for group in plan.groups
    ]
    return json.dumps({f"{noun}s": groups}, indent=2, ensure_ascii=False) + "\n"


# -- around the plan ------------------------------------------------------------------
def _before(words: str) -> Choice:
    return lambda text, plan: words + "\n\n" + text


def _after(words: str) -> Choice:
    return lambda text, plan: text.rstrip("\n") + "\n\n" + words + "\n"


def _is_json(text: str) -> bool:
    return text.startswith(("{", "```json"))


def _lines(change: Callable[[str], str]) -> Choice:
    return lambda text, plan: None if _is_json(text) else "\n".join(map(change, text.split("\n")))


def _changed(change: Callable[[str], str]) -> Choice:
    return lambda text, plan: None if _is_json(text) else change(text)


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


CHOICES: dict[str, dict[str, Choice]] = {
    "names": NAMES,
    "content": CONTENTS,
    "shape": {
        "list": as_list,
        "table for each group": _table_per_group,
        "one table": _one_table(continued=False),
        "one table, group in its first row": _one_table(continued=True),
        "grid, a row for each group": _grid(turned=False),
        "grid, a column for each group": _grid(turned=True),
        "table for each group, items as columns": _transposed,
        "one table, groups as rows": _group_rows,
        "a line for each group": _line_per_group("{title}: {items}"),
        "- a line for each group": _line_per_group("- {title}: {items}"),
        "**a line** for each group": _line_per_group("**{title}** – {items}\n"),
        "times by days": _times_by_days,
        "5–15 min: name": _elapsed,
        "JSON": _json(_with_unit),
        "JSON in a fence": _json(_with_unit, fenced=True),
        "JSON, bare numbers": _json(_bare),
        "JSON, units in keys": _json(_unit_in_key),
        "JSON, units apart": _json(_unit_apart),
        "prose": _prose,
    },
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
        "**Lunch** – a + b": _part_inline("**{name}** – {items}", " + "),
    },
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
        "on the line": _on_its_line,
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
    "beside": {
        "nothing": lambda item: ([], []),
        "Owner": lambda item: (["Owner"], ["Ben"]),
        "Notes": lambda item: (["Notes"], ["as usual"]),
        "Notes, with other amounts": lambda item: (["Notes"], ["wait 5 minutes, tip €2"]),
        "No.": lambda item: (["No."], [str(len(item.name))]),
        "Status": lambda item: (["Status"], ["✅"]),
    },
    "separator": {
        ",": _joined(", "),
        ";": _joined("; "),
        "|": _joined(" | "),
        "/": _joined(" / "),
        "·": _joined(" · "),
        "–": _joined(" – "),
        "+": _joined(" + "),
        "and": _and_last,
        "spaces": _joined("  "),
    },
    "label": {
        "10 g protein": _label_behind,
        "10 g of protein": _only_labelled("{quantity} of {label}"),
        "protein 10 g": _only_labelled("{label} {quantity}"),
        "protein: 10 g": _only_labelled("{label}: {quantity}"),
        "Protein: 10 g": _label_first("{label}: {quantity}"),
        "Protein 10 g": _label_first("{label} {quantity}"),
        "**Protein:** 10 g": _label_first("**{label}:** {quantity}"),
        "Protein = 10 g": _label_first("{label} = {quantity}"),
        "Protein (10 g)": _label_first("{label} ({quantity})"),
        "P: 10 g": _label_first("{label}: {quantity}", short=True),
        "P10 g": _label_first("{label}{quantity}", short=True),
    },
    "unit": {
        "10 g": _spelled(0, "{0} {1}", "{1.spelled[0]}{0}"),
        "10g": _spelled(0, "{0}{1}", "{0}{1.spelled[0]}"),
        "10 gr.": _spelled(1, "{0} {1}", "{0} {1.spelled[1]}"),
        "10 grams": _spelled(2, "{0} {1}", "{0} {1.spelled[2]}"),
        "1 h 30 min": _hours("{h} h {m} min"),
        "1h 30m": _hours("{h}h {m}m"),
        "1h30": _hours("{h}h{m:02d}"),
        "1:30 h": _hours("{h}:{m:02d} h"),
        "1 hour and 30 minutes": _hours("{h} hours and {m} minutes"),
        "EUR 10": _spelled(0, "", "{1.unit} {0}"),
    },
    "number": {
        "1200": "{value}",
        "1,200": _thousands(","),
        "1 200": _thousands(" "),
        "1'200": _thousands("'"),
        "1.200": _thousands("."),
        "~1200": "~{value}",
        "about 1200": "about {value}",
        "ca. 1200": "ca. {value}",
        "1200, bold": "**{value}**",
        "1200.0": "{value}.0",
        "twelve": lambda value: WORDS[value] if 0 < value < len(WORDS) else None,
    },
    "lift": {
        "3 sets, 10 reps, 20 kg": _told_apart,
        "3x10 @ 20 kg": _lifted("{}x{} @ {} kg"),
        "3 x 10 @ 20kg": _lifted("{} x {} @ {}kg"),
        "3 × 10 × 20 kg": _lifted("{} × {} × {} kg"),
        "3 sets of 10 reps at 20 kg": _lifted("{} sets of {} reps at {} kg"),
        "3 sets of 10 at 20 kg": _lifted("{} sets of {} at {} kg"),
        "3 sets × 10 reps, 20 kg": _lifted("{} sets × {} reps, {} kg"),
        "3x10, 20 kg": _lifted("{}x{}, {} kg"),
        "20 kg, 3x10": _lifted("{2} kg, {0}x{1}"),
        "3/10/20 kg": _lifted("{}/{}/{} kg"),
    },
    "factor": {
        "300 kcal": lambda value, quantity: quantity(value),
        "2 × 150 kcal": _times("{n} × {one}"),
        "2 x 150 kcal": _times("{n} x {one}"),
        "150 kcal × 2": _times("{one} × {n}"),
        "2 at 150 kcal each": _times("{n} at {one} each"),
        "2 at 150 kcal": _times("{n} at {one}"),
        "2 @ 150 kcal": _times("{n} @ {one}"),
        "×2 (150 kcal each)": _times("×{n} ({one} each)"),
        "2, 150 kcal each": _times("{n}, {one} each"),
    },
    "clock": {
        "09:00": _clock("{h:02d}:{m:02d}"),
        "9:00": _clock("{h}:{m:02d}"),
        "9:00 AM": _half("{h}:{m:02d} {half}", "AM", "PM"),
        "9:00am": _half("{h}:{m:02d}{half}", "am", "pm"),
        "9:00 a.m.": _half("{h}:{m:02d} {half}", "a.m.", "p.m."),
        "9am": _half("{h}:{m:02d}{half}", "am", "pm", "{h}{half}"),
        "9:00a": _half("{h}:{m:02d}{half}", "a", "p"),
        "9:00  AM": _half("{h}:{m:02d}  {half}", "AM", "PM"),
        "9.00": _clock("{h}.{m:02d}"),
        "09.00": _clock("{h:02d}.{m:02d}"),
        "0900": _clock("{h:02d}{m:02d}"),
        "9h00": _clock("{h}h{m:02d}"),
        "9:00 h": _clock("{h}:{m:02d} h"),
        "09:00 Uhr": _clock("{h:02d}:{m:02d} Uhr"),
        "9 AM": _half("{h}:{m:02d} {half}", "AM", "PM", "{h} {half}"),
        "0900h": _clock("{h:02d}{m:02d}h"),
        "9:00A": _half("{h}:{m:02d}{half}", "A", "P"),
        "9:00 A.M.": _half("{h}:{m:02d} {half}", "A.M.", "P.M."),
        "09:00:00": _clock("{h:02d}:{m:02d}:00"),
        "09:00 hrs": _clock("{h:02d}:{m:02d} hrs"),
    },
    "span": {
        "09:00–10:30": _span("{start}–{end}"),
        "09:00-10:30": _span("{start}-{end}"),
        "09:00 – 10:30": _span("{start} – {end}"),
        "09:00 - 10:30": _span("{start} - {end}"),
        "09:00 to 10:30": _span("{start} to {end}"),
        "from 09:00 to 10:30": _span("from {start} to {end}"),
        "09:00 until 10:30": _span("{start} until {end}"),
        "09:00 → 10:30": _span("{start} → {end}"),
        "9:00–10:30 AM": _span("{start}–{end}", same_half=True),
        "09:00 (90 min)": _span("{start} ({minutes} min)"),
        "09:00–10:30 (90 min)": _span("{start}–{end} ({minutes} min)"),
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
    "total row": {
        "none": lambda plan, items, width, style: [],
        "Total": _total_row("Total"),
        "**Total**": _total_row("**Total**"),
        "Sum, wrong": _total_row("Sum", 50),
    },
    "column": {
        "Protein (g)": _column("{label} ({unit})", unit_in_cell=False),
        "Protein, cells with units": _column("{label}", unit_in_cell=True),
        "Protein [g]": _column("{label} [{unit}]", unit_in_cell=False),
        "Protein in g": _column("{label} in {unit}", unit_in_cell=False),
        "Protein, g": _column("{label}, {unit}", unit_in_cell=False),
    },
    "time columns": {
        "Time": lambda start, end: (["Time"], [f"{start}–{end}"]),
        "Start, End": lambda start, end: (["Start", "End"], [start, end]),
        "From, To": lambda start, end: (["From", "To"], [start, end]),
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
    "around": {
        "nothing": "{text}",
        "a title": _before("# My plan"),
        "an introduction": _before("Here is your plan:"),
        "a goal": _before("Here is a plan with at most 9,000 kcal, 90 km and €9,000 in all."),
        "a title with a goal": _before("Here is your plan:\n\n**Plan with at Least 9,000 kcal**"),
        "a closing claim": _after("This plan costs at most €9,000 and takes less than 90 hours."),
        "a closing offer": _after("If you prefer an upgrade, you can add €150 and 30 minutes."),
        "a tip": _after("**Tip:** Drink 2 glasses of water and rest 10 minutes."),
        "a section of notes": _after("## Notes\n\n- Keep 20 minutes and €15 in reserve.\n- Have fun!"),
        "a closing question": _after("Would you like me to add 2 more items for €20?"),
        "rules between groups": _changed(lambda text: text.replace("\n\n#", "\n\n---\n\n#")),
        "quoted": _lines(lambda line: f"> {line}" if line else ">"),
        "a code fence": _changed(lambda text: f"```\n{text}```\n"),
        "CRLF": _changed(lambda text: text.replace("\n", "\r\n")),
        "no-break spaces": _changed(lambda t: re.sub(r"(?<=\d) (?=[a-zA-Z])", "\u00a0", t)),
        "double spaces": _lines(lambda line: re.sub(r"(?<=\S) (?=[A-Za-z0-9])", "  ", line)),
        "blank lines between": _lines(lambda line: line if line.startswith("|") else f"{line}\n"),
        "line breaks <br>": _lines(lambda line: f"{line}<br>" if line[:1].isalnum() else line),
        "trailing spaces": _lines(lambda line: f"{line}  "),
    },
}  # fmt: skip
"""Every matter of layout with its choices; the first is the plain one."""

LINES = {"mark", "details", "line", "separator", "label", "unit", "number", "span", "when", "part"}
"""What may change from group to group in a text of mixed styles."""
