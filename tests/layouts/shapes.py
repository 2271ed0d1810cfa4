"""What else than lists a plan is written as: tables, lines, prose, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.layouts.amounts import AMOUNTS
from tests.layouts.groups import as_list, elapsed, heading_of, sums_of
from tests.layouts.items import listed_with_and, on_its_line, time_of
from tests.layouts.plans import Item, Measure, Part, Plan
from tests.layouts.style import Choice, Choices, Style


def _total_row(name: str, off: int = 0) -> Choice:
    """A row with the sums of the columns that add."""

    def rows(plan: Plan, items: Sequence[Item], width: int, style: Style) -> list[list[str]] | None:
        sums = {measure.name: value + off for measure, value in sums_of(plan, items)}
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
        plain = Style(AMOUNTS, {})
        cell = plain("unit", number=str(value), measure=measure) if unit_in_cell else str(value)
        return header.format(label=measure.label, unit=measure.spelled[0]), cell

    return column


def _unit_alone(measure: Measure, value: int) -> tuple[str, str] | None:
    """Write a header that is nothing but the unit, where that tells the measure."""
    if measure.counted:
        return measure.label, str(value)
    return (measure.spelled[0].capitalize(), str(value)) if measure.bare else None


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
        head = heading_of(plan, group, style.without("heading"))
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
            cells = [", ".join(on_its_line(i, "", inner)[0] for i in p.items) for p in group.parts]
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
            told = "; ".join(on_its_line(item, "", inner)[0] for item in group.items)
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
        when = time_of(Item("", (), *span), style.without("span"))
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
        head = heading_of(plan, group, style.without("heading"))
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
            items = [on_its_line(item, "", inner)[0] for item in part.items]
            lines.append(f"{lead} there is {listed_with_and(items)}.")
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


SHAPES: Choices = {
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
        "5–15 min: name": elapsed,
        "JSON": _json(_with_unit),
        "JSON in a fence": _json(_with_unit, fenced=True),
        "JSON, bare numbers": _json(_bare),
        "JSON, units in keys": _json(_unit_in_key),
        "JSON, units apart": _json(_unit_apart),
        "prose": _prose,
    },
    "beside": {
        "nothing": lambda item: ([], []),
        "Owner": lambda item: (["Owner"], ["Ben"]),
        "Notes": lambda item: (["Notes"], ["as usual"]),
        "Notes, with other amounts": lambda item: (["Notes"], ["wait 5 minutes, tip €2"]),
        "#": lambda item: (["#"], [str(len(item.name))]),
        "No.": lambda item: (["No."], [str(len(item.name))]),
        "Status": lambda item: (["Status"], ["✅"]),
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
        "Min, €": lambda measure, value, style: _unit_alone(measure, value),
    },
    "time columns": {
        "Time": lambda start, end: (["Time"], [f"{start}–{end}"]),
        "Start, End": lambda start, end: (["Start", "End"], [start, end]),
        "Begins, Finish": lambda start, end: (["Begins", "Finish"], [start, end]),
        "From, To": lambda start, end: (["From", "To"], [start, end]),
    },
}  # fmt: skip
"""What the plan is written as, and what the columns of a table are."""
