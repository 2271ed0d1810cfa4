"""Things with prices in groups, in every way in which groups are headed, prices written, sums told.

As in `pieces.py` the truth of what is asked is that of the things, whichever way they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Thing(NamedTuple):
    """What is bought, how many of it, and what one costs."""

    name: str
    many: int
    each: int
    unit: str
    note: str

    @property
    def all(self) -> int:
        """What all of it costs."""
        return self.many * self.each


class Domain(NamedTuple):
    """Groups of things, how money is written, and what is asked."""

    money: str
    groups: dict[str, tuple[Thing, ...]]
    asked: tuple[tuple[str, bool], ...]

    def sums(self) -> list[int]:
        """Return what each group comes to."""
        return [sum(thing.all for thing in things) for things in self.groups.values()]

    def of(self, amount: int) -> str:
        """Write an amount of money."""
        return self.money.format(amount)


class Page(NamedTuple):
    """Groups in one layout."""

    domain: Domain
    choices: tuple[str, ...]
    text: str


_PARTY = Domain(
    "€{:,}",
    {
        "Venue": (Thing("Hall hire", 1, 640, "evening", "with the yard"),
                  Thing("Cleaning", 1, 85, "hour", "on Sunday")),
        "Catering": (Thing("Buffet", 40, 18, "plates", "half of it vegan"),
                     Thing("Wine", 12, 9, "bottles", "red and white"),
                     Thing("Cake", 1, 140, "cake", "without nuts")),
        "Decoration": (Thing("Table flowers", 8, 15, "vases", "in blue"),
                       Thing("Candles", 20, 3, "pieces", "of wax")),
    },
    (("sum(price) = 1873 EUR", True), ("sum(price) <= 1872 EUR", False), ("count(item) = 7", True),
     ('price of "Catering" = 968 EUR', True), ('price of "Venue" <= 724 EUR', False),
     ("max(price per item) = 720 EUR", True), ("each item: price >= 61 EUR", False),
     ('price of "wine" = 108 EUR', True), ('count(item of "Catering") = 3', True),
     ('sum(price) of item except named "cake" = 1733 EUR', True)),
)  # fmt: skip
_QUOTE = Domain(
    "{:,}.00 GBP",
    {
        "Labour": (Thing("Tiling", 16, 45, "h", "walls and floor"),
                   Thing("Plumbing", 6, 60, "h", "moves the drain")),
        "Materials": (Thing("Tiles", 12, 28, "m²", "matt white"),
                      Thing("Adhesive", 4, 19, "bags", "quick-setting"),
                      Thing("Shower screen", 1, 310, "piece", "8 mm glass")),
        "Other": (Thing("Skip hire", 1, 180, "skip", "for one week"),
                  Thing("Parking permits", 3, 15, "days", "for the van")),
    },
    (("sum(price) = 2027 GBP", True), ("sum(price) >= 2028 GBP", False), ("count(item) = 7", True),
     ('price of "Materials" = 722 GBP', True), ('price of "Labour" <= 1079 GBP', False),
     ("no item: price > 719 GBP", False), ("each item: price >= 45 GBP", True),
     ('price of "adhesive" = 76 GBP', True), ('count(item of "Labour") = 2', True),
     ('share(price of "Labour", price) <= 53 %', False)),
)  # fmt: skip
DOMAINS = {"party": _PARTY, "quote": _QUOTE}

HEADS = {
    "heading": "## {group}", "numbered heading": "### {n}. {group}", "bold": "**{group}**",
    "label": "{group}:", "heading – sum": "## {group} – {sum}", "heading (sum)": "### {group} ({sum})",
    "bold – sum": "**{group} – {sum}**", "bullet": "- **{group}**", "bullet: sum": "- **{group}:** {sum}",
    "bullet – sum": "- {group} – {sum}", "number – sum": "{n}. **{group}** – {sum}",
}  # fmt: skip
WRITTEN = {
    "name – price": "- {name} – {all}", "name (price)": "- {name} ({all})",
    "price – name": "- {all} – {name}", "2 × 3 = 6": "- {name}: {many} {unit} × {each} = {all}",
    "2 × name at 3 each": "- {many} × {name} at {each} each",
    "price (2 × 3)": "- **{name}:** {all} ({many} × {each})",
    "a note below": "- **{name}** – {all}\n  - {note}",
    "2 at 3 below": "- **{name}:** {all}\n  - {many} {unit} at {each}",
}  # fmt: skip
BELOW = {
    "nothing": "", "subtotal": "Subtotal: {sum}", "bold": "**Subtotal {group}: {sum}**",
    "bullet": "- *Subtotal: {sum}*",
}  # fmt: skip
SHAPES = (
    "a table each",
    "a table each – sum",
    "kinds",
    "kinds once",
    "bold rows",
    "rows",
    "rows with sums",
)
COLUMNS = {
    "cost": ("Item", "Cost"), "unit price": ("Item", "Qty", "Unit price", "Total"),
    "notes": ("Product", "Notes", "Price"), "share": ("Item", "Cost", "% of budget"),
    "expense": ("Expense", "Amount", "Paid by"),
}  # fmt: skip
_SUMMED = ("Cost", "Total", "Price", "Amount")


def _nothing(domain: Domain) -> list[str]:
    return []


def _line(domain: Domain) -> list[str]:
    return [f"**Total: {domain.of(sum(domain.sums()))}**"]


def _budget(domain: Domain) -> list[str]:
    total = sum(domain.sums())
    return [*_line(domain), "", f"That leaves {domain.of(3000 - total)} of {domain.of(3000)}."]


def _summary(domain: Domain) -> list[str]:
    named = zip(domain.groups, domain.sums(), strict=True)
    rows = [_row([group, domain.of(told)]) for group, told in named]
    total = _row(["**Total**", domain.of(sum(domain.sums()))])
    return ["## Summary", "", _row(["Category", "Cost"]), "|---|---|", *rows, total]


OPEN = {("bold – sum", "a note below", "nothing", "summary")}
"""What is open, not false: what a group counts."""
TOTALS = {"nothing": _nothing, "line": _line, "budget": _budget, "summary": _summary}


def pages(domain: Domain) -> Iterator[Page]:
    """Yield the groups in each layout, as lists and as tables."""
    for head, written, below, total in product(HEADS, WRITTEN, BELOW, TOTALS):
        if below == "nothing" or "{sum}" not in HEADS[head]:
            lines = _list(domain, head, WRITTEN[written], BELOW[below])
            yield _page(domain, lines, head, written, below, total)
    for shape, columns, below, total in product(SHAPES, COLUMNS, ("nothing", "row"), TOTALS):
        if below == "nothing" or "sum" not in shape:
            lines = _tables(domain, shape, COLUMNS[columns], below)
            yield _page(domain, lines, shape, columns, below, total)


def _page(domain: Domain, lines: list[str], *choices: str) -> Page:
    text = "\n".join(["# All of it", "", *lines, "", *TOTALS[choices[-1]](domain)])
    return Page(domain, choices, text)


def _list(domain: Domain, head: str, written: str, below: str) -> list[str]:
    lines: list[str] = []
    for n, (group, things) in enumerate(domain.groups.items(), start=1):
        told = domain.of(domain.sums()[n - 1])
        line = HEADS[head].format(n=n, group=group, sum=told)
        margin = "" if line[0] in "#*" or line[-1] == ":" else "   "
        lines += [line] if margin or line[-1] == ":" else [line, ""]
        for thing in things:
            amounts = {"all": domain.of(thing.all), "each": domain.of(thing.each)}
            own = written.format(**{**thing._asdict(), **amounts})
            lines += [margin + part for part in own.split("\n")]
        said = below.format(group=group, sum=told)
        lines += [*([] if said[:1] in ("", "-") else [""]), margin + said] if said else []
        lines += [] if margin and not said else [""]
    return lines


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _tables(domain: Domain, shape: str, columns: tuple[str, ...], below: str) -> list[str]:
    kinds = shape.startswith("kinds")
    header = [*(["Category"] if kinds else []), *columns]
    at = next(header.index(name) for name in reversed(_SUMMED) if name in header)
    head = [_row(header), "|" + "---|" * len(header)]
    each = shape.startswith("a table")
    lines = [] if each else head
    for n, (group, things) in enumerate(domain.groups.items()):
        told = domain.of(domain.sums()[n])
        blank = ["" for _ in header[1:]]
        if each:
            lines = [*lines, f"## {group}" + (f" – {told}" if "sum" in shape else ""), "", *head]
        elif not kinds:
            row = [group if shape == "rows" else f"**{group}**", *blank]
            row[at] = f"**{told}**" if "sum" in shape else ""
            lines.append(_row(row))
        for place, thing in enumerate(things):
            kind = [group if shape == "kinds" or not place else ""] if kinds else []
            lines.append(_row([*kind, *_cells(domain, thing, columns)]))
        if below == "row":
            row = [f"Subtotal {group.lower()}", *blank]
            row[at] = told
            lines.append(_row(row))
        lines += [""] if each else []
    return lines


def _cells(domain: Domain, thing: Thing, columns: tuple[str, ...]) -> list[str]:
    whole = domain.of(thing.all)
    told = {
        "Qty": str(thing.many), "Unit price": domain.of(thing.each), "Notes": thing.note,
        "% of budget": f"{round(100 * thing.all / sum(domain.sums()))} %",
        "Paid by": "Ana" if thing.many % 2 else "Ben",
    }  # fmt: skip
    return [thing.name, *(told.get(column, whole) for column in columns[1:])]
