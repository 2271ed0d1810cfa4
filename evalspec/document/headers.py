"""What the header of a column says of its cells: measure, unit, how often."""

from __future__ import annotations

import re
from itertools import groupby

from msgspec import structs

from evalspec.core.quantity import UNITLESS, Unit
from evalspec.core.regex import regex
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.mentions.words import currency
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_RATED = regex(r"(\S+)\s*(?:/|\bper\b|\ban?\b|\beach\b|\bevery\b)\s*([a-z]+)")
"""`€ / month`, `Cost/week`."""
_NUMBER = regex(r"\d")
_LETTER = regex(r"[^\W\d_]|[%€$£]")
_FEWEST_ROWS = 3
"""Rows, the first among them, that make a table without a rule below its header."""
_SHORT = 3
"""Letters of units that are words of their own too: `min`."""

_LIMITS = ("at-least", "at-most")
"""Roles of what begins the name of a limit: `Min qty` beside `Qty`."""


class Column:
    """What a column header or a label says of the numbers below or after it."""

    __slots__ = ("measure", "name", "unit")

    def __init__(self, name: str, measure: str, unit: Unit | None) -> None:
        self.name = name
        """The folded header."""
        self.measure = measure
        """Lexicon measure, or empty."""
        self.unit = unit
        """Unit written in the header, or None."""


def column(header: str, wording: Wording) -> Column:
    """Read a header such as `Duration (min)` or `Weight [kg]`."""
    plain = fold(header)
    unit = None
    inner = re.search(r"[(\[]\s*([^()\[\]]+?)\s*[)\]]", header)
    if inner is not None:
        unit = unit_of(fold(inner[1]), wording)
    name = fold(re.sub(r"[(\[][^()\[\]]*[)\]]", " ", header)) or plain
    told, last = wording.lexicon.priced_in(name)
    if last:
        plain = name = fold(told)
        unit = unit or unit_of(last, wording)
    if rated := _RATED.fullmatch(plain) or _RATED.fullmatch(name):
        of = column(rated[1], wording)
        if _often(rated[1], of, wording):
            return Column(name, "", None)
        unit = unit or of.unit or unit_of(rated[1], wording)
        measure = of.measure or wording.usual_measure(unit.dimension if unit else "")
        if measure or wording.role(f"per {rated[2]}", "per period"):
            return Column(f"{rated[1]} per {rated[2]}", measure, unit)
    bare = wording.without_role(name, "per head")
    a_head = bare != name and wording.role(name.removeprefix(bare).strip(), "per person")
    if a_head and not rated and name != (said := f"{bare} per person"):
        return column(said, wording)  # `Cost pp`
    measure = wording.measures.get(plain) or wording.measures.get(name, "")
    keyed = wording.lexicon.units.get(name.rpartition(" ")[2]) if "_" in header else None
    measure = measure or _inside(bare, unit or keyed, wording)
    share = wording.lexicon.measures.get(wording.measures.get(name.partition(" of ")[0], measure))
    sign = "" if plain[:1].isalnum() else plain.partition(" ")[0]
    signed = unit_of(sign, wording) if sign else None
    if signed is not None and (not measure or signed.dimension == "fraction"):
        return Column(name, wording.usual_measure(signed.dimension), signed)  # `£`, `% of income`
    if share is not None and share.dimension == "fraction":  # `Share of costs`
        return Column(name, share.name, unit)
    if not measure and wording.role(name, "repeat"):  # `Repeats` of each exercise
        measure = next(iter(wording.factors[:1]), "")
    if unit is None and not measure and "_" in header:  # `break_min`, `total_km`
        told, last = name.rpartition(" ")[::2]
        unit = wording.lexicon.units.get(last) if told else None
        name = told if unit is not None else name
    if unit is None and measure:
        named = wording.without_role(bare, "qualifier").split()  # `hours each`
        unit = wording.lexicon.units.get(fold(named[-1]) if named else "")
    return Column(name, measure, unit)


def _often(word: str, told: Column, wording: Wording) -> bool:
    """Tell whether a word in the plural says how often, as a measure how long: `Times per week`."""
    counted = word != fold(word) and wording.role(fold(word), "times")
    return bool(counted) and told.unit is None and told.measure == wording.usual_measure("time")


def unit_of(word: str, wording: Wording) -> Unit | None:
    """Return the unit or the currency that a word is."""
    code = wording.lexicon.currencies.get(word)
    return currency(code) if code else wording.lexicon.units.get(word)


def of_lengths(header: Column, wording: Wording) -> bool:
    """Tell whether times under a header are lengths: `Length`, `Running time`, but not `Time`."""
    measure = wording.lexicon.measures.get(header.measure)
    timed = measure is not None and measure.dimension == "time"
    return timed and not wording.role(header.name, "time property")


def _inside(name: str, unit: Unit | None, wording: Wording) -> str:
    """Find the longest measure word at the end or start of a header: `Avg price`, `rest_seconds`.

    The `unit` of `unit_value_eur` counts nothing.
    """
    words = name.split()
    told = " ".join(words[:-1])
    if told and not _LETTER.search(told):
        return ""  # `15,000 km` heads what is done then
    if words[-1:] and words[-1] in wording.lexicon.units and (
        found := wording.measures.get(fold(told))
    ):  # fmt: skip
        return found
    for size in range(len(words) - 1, 0, -1):
        first = words[0].rstrip(".")
        short = len(first) <= _SHORT and first in wording.lexicon.units  # `min_stock`, `Min. stock`
        for part in (words[-size:], words[:size] if not short else ()):
            found = wording.measures.get(fold(" ".join(part)))
            if found and (unit in (None, UNITLESS) or not _counts(found, wording)):
                return found
    return ""


def _counts(measure: str, wording: Wording) -> bool:
    """Tell whether a measure is told in plain numbers."""
    known = wording.lexicon.measures.get(measure)
    return known is not None and known.dimension == UNITLESS.dimension


def with_headers(text: str, blocks: tuple[Block, ...], wording: Wording) -> tuple[Block, ...]:
    """Take the first row of a table without a rule below it for its header, where it heads numbers."""
    found = list(blocks)
    for _, places in groupby(
        range(len(blocks)), key=lambda n: (blocks[n].group, bool(blocks[n].cells))
    ):
        rows = [*places]
        table = [blocks[n] for n in rows]
        plain = all(row.kind is BlockKind.TABLE_ROW for row in table)
        if plain and len(table) >= _FEWEST_ROWS and _is_header(text, table, wording):
            found[rows[0]] = structs.replace(table[0], kind=BlockKind.TABLE_HEADER)
    return tuple(found)


def _is_header(text: str, rows: list[Block], wording: Wording) -> bool:
    """Tell whether a row has no numbers, names measures above numbers in most rows."""
    names = [text[cell.start : cell.end] for cell in rows[0].cells]
    if not all(names) or any(map(_NUMBER.search, names)):
        return False
    told = [column(name, wording) for name in names]
    below = [[text[cell.start : cell.end] for cell in row.cells] for row in rows[1:]]
    numbers = [
        sum(len(r) > n and bool(_NUMBER.search(r[n])) for r in below) for n in range(len(names))
    ]
    measured = [bool(c.measure or c.unit) for c in told]
    return any(measured) and all(
        2 * n > len(below) for n, m in zip(numbers, measured, strict=True) if m
    )


def joined(above: list[str], below: list[str]) -> list[str]:
    """Give each column both of its headers; one that is empty goes on from the left."""
    found: list[str] = []
    last = ""
    for number, header in enumerate(above):
        last = header or last
        own = below[number] if number < len(below) else ""
        found.append(f"{last} {own}".strip() if number else own or header)
    return found


def by_own_names(columns: list[Column]) -> list[Column]:
    """Let columns that share a measure go by their own names: `Planned cost`, `Actual cost`."""
    measures = [c.measure for c in columns]
    return [Column(c.name, "", c.unit) if measures.count(c.measure) > 1 else c for c in columns]


def limits_of(columns: list[Column], wording: Wording) -> set[int]:
    """Return the columns of `Min` and `Max`, no minutes where both stand there, or a number of things."""
    found = [{n for n, c in enumerate(columns) if wording.role(c.name, role)} for role in _LIMITS]
    known = (wording.lexicon.measures.get(c.measure) for c in columns)
    counted = any(measure and measure.dimension == UNITLESS.dimension for measure in known)
    return set().union(*found) if all(found) or counted else set()


def unmeasured(columns: list[Column], left: set[int]) -> list[Column]:
    """Let what is left over go by its own name: `Remaining calories`."""
    return [Column(c.name, "", c.unit) if n in left else c for n, c in enumerate(columns)]


def distinct(columns: list[Column], wording: Wording) -> list[Column]:
    """Two columns of one measure (`Unit price`, `Total price`) keep only their own names.

    Of `Cost per month` and `Cost per year` neither is the cost; beside `Cost` that is.
    """
    columns = [
        own if own.measure != c.measure and is_of_period(c, wording) else c
        for c, own in zip(columns, by_own_names(columns), strict=True)
    ]
    heads = {c.measure for c in columns if wording.ends_with_role(c.name, "per head")}
    limits = {n for n, c in enumerate(columns) if wording.begins_with_role(c.name, *_LIMITS)}
    told = {c.measure for n, c in enumerate(columns) if n not in limits}
    columns = unmeasured(columns, {n for n in limits if columns[n].measure in told})
    for number, header in enumerate(columns):
        if header.measure in heads and wording.ends_with_role(header.name, "per head"):
            continue  # beside what it is for all of them
        rivals = [c for c in columns if c.measure == header.measure and c is not header]
        if header.measure and rivals and header.name != header.measure:
            columns[number] = Column(header.name, "", header.unit)
    return columns


def is_of_period(header: Column, wording: Wording) -> bool:
    """Tell whether a column says what something comes to in a time: `€ per month`, `Annual cost`."""
    return "per period" in wording.roles_at_ends(header.name)[0]
