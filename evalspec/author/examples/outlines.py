"""Small outlines: the ranks of a formula, one in another, with items that have its measures."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice, product
from typing import Any

from msgspec import Struct

from evalspec.author.mutate.concern import Concern
from evalspec.core.quantity import plain
from evalspec.core.record import Record, walk
from evalspec.language import ir
from evalspec.language.names import WEEKDAYS
from evalspec.vocabulary.lexicon import Lexicon, Rank

MOST = 600
"""Outlines that are offered."""
LARGEST = 40
"""Most members of one rank."""
NAMES = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth",
)  # fmt: skip


Pair = tuple[Decimal, Decimal]
"""The amount of the first item, and that of every other."""


class Level(Record, frozen=True):
    """One rank of an outline."""

    titles: tuple[str, ...]
    """What its members are called, the first ones first; then `word` and a number."""
    word: str
    counts: tuple[int, ...]
    """How many members to try."""

    named: int = 0
    """How many of the titles the formula itself names."""

    def variants(self) -> list[Level]:
        """Return this rank with the named members first, without them, and with nothing else."""
        if not self.named:
            return [self]
        own, others = self.titles[: self.named], self.titles[self.named :]
        repeated = tuple(own[n % len(own)] for n in range(max(self.counts)))
        return [
            self,
            Level(others, self.word, self.counts),
            Level(repeated, self.word, self.counts),
        ]

    def title(self, number: int) -> str:
        """Return the title of a member, counted from 0."""
        return (
            self.titles[number] if number < len(self.titles) else f"{self.word} {number + 1}"
        ).strip()


def outlines(formula: ir.Formula, concern: Concern, lexicon: Lexicon) -> Iterator[str]:
    """Yield outlines of growing size, as lists and as tables."""
    nodes = list(walk(formula))
    scopes = [node for node in nodes if isinstance(node, ir.Scope)]
    levels = _levels(scopes, concern, lexicon)
    items = _items(nodes, scopes, concern, lexicon)
    columns = _columns(nodes, concern, lexicon)
    if levels or columns or concern.counted:
        yield from islice(_all([*levels, items], columns), MOST)


def _all(levels: list[Level], columns: list[Column]) -> Iterator[str]:
    """Yield every size with the likeliest amounts and names first, then all that is left."""
    sizes = sorted(product(*(level.counts for level in levels)), key=_size)[:60]
    named = list(product(*(level.variants() for level in levels)))
    few = list(islice(_values(columns), 3))
    for size, names, values in product(sizes, named, few):
        yield _Writer(names, columns, values).text(size)
    for size, values in product(sizes, few):
        yield _Writer(named[0], columns, values, more=1).text(size)
    for size, names, values in product(sizes, named, _values(columns)):
        for table in (False, True) if columns else ():
            yield _Writer(names, columns, values, table=table).text(size)


def _size(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


# -- ranks ----------------------------------------------------------------------------
def _levels(scopes: list[ir.Scope], concern: Concern, lexicon: Lexicon) -> list[Level]:
    """Return the ranks of the formula from the outermost in, without the items."""
    names = {s.name for s in scopes if s.kind == "rank"} & set(lexicon.ranks)
    ranks = [lexicon.ranks[name] for name in names]
    ranks = [rank for rank in ranks if not rank.item and not rank.plan]
    labels = [s for s in scopes if s.kind == "label"]
    levels = [
        _level(rank, scopes, concern)
        for rank in sorted(ranks, key=lambda rank: (rank.level, rank.name))
    ]
    return [Level((), label.name, (1, 2)) for label in labels] + levels


def _level(rank: Rank, scopes: list[ir.Scope], concern: Concern) -> Level:
    own = [s for s in scopes if s.kind == "rank" and s.name == rank.name]
    named = [name for s in own for f in s.filters if isinstance(f, ir.Named) for name in f.names]
    dated = [name for s in own for f in s.filters if isinstance(f, ir.OnDate) for name in _days(f)]
    titles = dict.fromkeys(map(_title, (*named, *dated, *rank.members)))
    asked = len(dict.fromkeys((*named, *dated)))
    counts = _counts(own, rank.name, concern, asked)
    return Level(tuple(titles), _title(rank.name), counts, asked)


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _days(given: ir.OnDate) -> list[str]:
    names = {number: name for name, number in reversed(WEEKDAYS.items()) if name.endswith("day")}
    return [given.low] if given.low else [names[number] for number in given.weekdays]


def _counts(own: list[ir.Scope], name: str, concern: Concern, named: int = 0) -> tuple[int, ...]:
    """Return how many to try: what is counted, the ordinals, the names, else one and two."""
    wanted = {1, 2, named + 1}
    for scope in own:
        for given in scope.filters:
            if isinstance(given, ir.Ordinal):
                wanted |= {given.low, given.high, given.high + 1}
    if any(thing.name == name for thing in concern.counted) or concern.most > 1:
        wanted |= {concern.most - 1, concern.most, concern.most + 1}
    return tuple(sorted(n for n in wanted if 0 < n <= LARGEST))


def _texts(nodes: list[Any]) -> list[str]:
    tested = [text for node in nodes if isinstance(node, ir.TextTest) for text in node.operands]
    tested += [node.text for node in nodes if isinstance(node, ir.Words)]
    return [*tested, *(node.name for node in nodes if _is_text(node, nodes))]


def _is_text(node: Any, nodes: list[Any]) -> bool:
    """Tell whether a quoted name is what a name is compared with, and no measure."""
    quoted = isinstance(node, ir.Measure) and node.quoted
    return quoted and any(isinstance(one, ir.Property) and one.name == "name" for one in nodes)


def _items(nodes: list[Any], scopes: list[ir.Scope], concern: Concern, lexicon: Lexicon) -> Level:
    kinds = [
        s for s in scopes
        if s.kind in ("item", "entry")
        or (s.kind == "rank" and s.name in lexicon.ranks and lexicon.ranks[s.name].item)
    ]  # fmt: skip
    titles = [n for s in scopes if s.kind == "category" for n in (s.name,)]
    titles += [n for s in kinds for f in s.filters if isinstance(f, ir.Named) for n in f.names]
    usual = {rank.name for rank in lexicon.ranks.values() if rank.default}
    told = next((s.name for s in kinds if s.kind == "rank" and usual - {s.name}), "")
    if told and not titles:  # what is called `First` is one of the usual kind
        return Level((), _title(told), _counts(kinds, "", concern))
    names = dict.fromkeys(map(_title, (*titles, *_texts(nodes), *NAMES)))
    counted = any(thing.item for thing in concern.counted)
    counts = _counts(kinds, "", concern) if counted or kinds else (1, 2, 3)
    return Level(tuple(names), "Number", counts, len(names) - len(NAMES))


# -- amounts --------------------------------------------------------------------------
class Column(Record, frozen=True):
    """A measure that every item has."""

    name: str
    """How it is named beside the amount; empty when the unit says it."""
    header: str
    unit: str
    values: tuple[Decimal, ...]
    """Amounts to try, in `unit`."""
    counts: bool = False
    """The unit is a noun: two of it are `sets`."""

    def unit_of(self, value: Decimal) -> str:
        return f"{self.unit}s" if self.counts and value != 1 else self.unit


def _columns(nodes: list[Any], concern: Concern, lexicon: Lexicon) -> list[Column]:
    numbers = [node for node in nodes if isinstance(node, ir.Number)]
    measures = {m.name: m for m in nodes if isinstance(m, ir.Measure)}
    texts = {node.name for node in nodes if _is_text(node, nodes)}
    columns = []
    for amount in concern.amounts:
        if amount.name in texts:
            continue
        word = lexicon.measures.get(amount.name)
        if word is not None and word.product:
            continue  # its factors are written instead
        measure = measures.get(amount.name)
        known = (measure.unit.dimension if measure else "", amount.dimension)
        beside = [n for n in _beside(nodes, amount.name) if n.unit.dimension in known]
        same = beside or [
            n for n in numbers if n.unit.dimension in known or _money(n, amount.dimension)
        ]
        unit = same[0].unit.name if same else word.unit if word else ""
        default = word is not None and word.default_for
        name = "" if default else amount.name
        counts = amount.dimension == f"count:{unit}"
        columns.append(Column(name, amount.name, unit, _amounts(same, numbers), counts))
    return columns


def _beside(nodes: list[Any], measure: str) -> list[ir.Number]:
    """Return the amounts that a measure is compared with."""
    compared = [list(walk(node)) for node in nodes if isinstance(node, (ir.Compare, ir.Between))]
    return [
        node
        for part in compared
        if any(isinstance(one, ir.Measure) and one.name == measure for one in part)
        for node in part
        if isinstance(node, ir.Number)
    ]


def _money(number: ir.Number, dimension: str) -> bool:
    return dimension == "currency" and number.unit.dimension.startswith("currency:")


def _amounts(same: list[ir.Number], numbers: list[ir.Number]) -> tuple[Decimal, ...]:
    """Return amounts about the bounds, and plain ones."""
    ends = [end for n in same for end in (n.value.low, n.value.high) if end is not None]
    others = [n.value.high for n in numbers if n.value.high is not None]
    values = dict.fromkeys(
        [*ends, *(end + 1 for end in ends), *(max(end - 1, end * 0) for end in ends)]
    )
    plain_ones = (Decimal(10), Decimal(1), Decimal(100), Decimal(0))
    return tuple(dict.fromkeys((*values, *plain_ones, *others)))[:10]


def _values(columns: list[Column]) -> Iterator[tuple[Pair, ...]]:
    """Yield for each column the amount of the first item and that of the others."""
    if not columns:
        yield ()
        return
    alike = [[(value, value) for value in column.values] for column in columns]
    mixed = [[(a, b) for a in column.values for b in column.values if a != b] for column in columns]
    yield from islice(product(*alike), 60)
    yield from islice(product(*mixed), 60)


# -- writing --------------------------------------------------------------------------
class _Writer(Struct):
    """Writes one outline; the first item of all has the first amounts, the others the second."""

    ranks: tuple[Level, ...]
    """The items last."""
    columns: list[Column]
    values: tuple[Pair, ...]
    table: bool = False
    more: int = 0
    """Items that the first container has beyond what is asked for."""
    lines: list[str] = []
    first: bool = True

    def text(self, sizes: tuple[int, ...]) -> str:
        """Return the outline with so many members of each rank."""
        self.level(0, sizes)
        return "\n".join(self.lines).strip().replace("\n\n\n", "\n\n") + "\n"

    def level(self, depth: int, sizes: tuple[int, ...]) -> None:
        """Write the members of a rank with everything below them."""
        if depth == len(self.ranks) - 1:
            self.members(sizes[-1] + (self.more if self.first else 0))
            return
        for number in range(sizes[depth]):
            self.lines.append(f"{'#' * (depth + 2)} {self.ranks[depth].title(number)}")
            self.level(depth + 1, sizes)
            self.lines.append("")

    def members(self, count: int) -> None:
        """Write the items below one heading."""
        if self.table:
            headers = " | ".join(map(_header, self.columns))
            self.lines += ["", f"| Name | {headers} |", "|---" * (len(self.columns) + 1) + "|"]
        for number in range(count):
            amounts = [pair[0 if self.first else 1] for pair in self.values]
            self.lines.append(
                _item(self.ranks[-1].title(number), self.columns, amounts, self.table)
            )
            self.first = False


def _header(column: Column) -> str:
    return f"{column.header} ({column.unit})" if column.unit else column.header


def _item(name: str, columns: list[Column], amounts: list[Decimal], table: bool) -> str:
    if table:
        return f"| {name} | {' | '.join(map(plain, amounts))} |"
    told = ", ".join(
        " ".join(part for part in (plain(value), column.unit_of(value), column.name) if part)
        for column, value in zip(columns, amounts, strict=True)
    )
    return f"- {name}: {told}" if told else f"- {name}"
