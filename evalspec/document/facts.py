"""Facts: what a response says, before any convention is applied.

Facts form a forest of entries. Everything a scope can range over is an `Entry`:
the plan, weeks, days, meals, sessions, single items, blocks of a schedule, table
rows. Membership is explicit (`parts`), not contiguity. Candidates are kept; the
check decides by policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from evalspec.core.quantity import Interval, Unit, exactly
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.times import CalendarDate


class Origin(IntEnum):
    """How an amount came to belong to an entry."""

    ITEM = 1
    """Written in the entry itself."""
    STATED = 2
    """A total line of a container (`Total: 520 kcal`, a total row, `(45 minutes)` in its heading)."""
    REFERENCED = 3
    """Taken from a shared definition elsewhere (a table of exercises that the session only names)."""
    CLAIMED = 4
    """Prose or heading text about a scope: goals, targets, summaries. Never part of a sum."""
    COMPUTED = 5
    """A difference of clock times."""


OPTIONAL = "optional"
"""Qualifier of what may be left out of a thing."""
EACH = ("each", "apiece", "ea")
"""Qualifiers of an amount that each of several things has."""
IN_TOTAL = "in the total"
PERHAPS_IN_TOTAL = "perhaps in the total"
"""Qualifiers of what is said again of a total, or may be: a subtotal, a deposit."""
IN_FORCE = "for how long it holds"
"""Qualifier of a time that something holds and that nothing takes: `valid for 30 days`."""
PERHAPS_PER_SET = "perhaps per set"
"""Qualifier of a time that stands beside a number of sets: of each of them, or of all."""
PERHAPS_EACH = "perhaps each"
"""Qualifier of a price that stands beside a number of things: of each of them, or of all."""
OR_BEHIND = "between sets or behind"
"""Qualifier of a rest after each set or round: whether it comes behind the last one is open."""
EXTENTS = frozenset(("time", "length"))
"""Dimensions of what is made up of smaller ones: a time, a way."""


class Amount(Record, frozen=True):
    """A quantity of an entry."""

    measure: str
    """Measure name of the lexicon; else the folded column header or label as the response says."""
    value: Interval
    """In `unit`, as written."""
    unit: Unit
    span: Span
    """The characters of the number and its unit."""
    origin: Origin = Origin.ITEM
    qualifier: str = ""
    """`per side`, `each`, `bodyweight`, `between sets`, `optional`, `per serving` …; else empty."""
    about: bool = False
    """Written as approximate (`~`, `about`); `value` is the number itself, unwidened."""
    name: str = ""
    """The folded column header or label it stands under, where there is one."""
    unnamed: bool = False
    """No word says what it is an amount of; the measure is the usual one of its dimension."""
    because: str = ""
    """What told its measure: its unit, the words behind it, the label before it, its header …"""

    def called(self, names: tuple[str, ...]) -> bool:
        """Tell whether its measure or its header is one of the names."""
        return self.measure in names or (bool(self.name) and self.name in names)

    @property
    def between_sets(self) -> bool:
        """Tell whether it is rest between others, by policy a part of the time or not."""
        return self.qualifier.startswith("between")


def of_each(header: str) -> str:
    """Return what a column goes by that tells of one what another column tells of so many."""
    return f"{header} each"


class TimePoint(Record, frozen=True):
    """A candidate for a start or an end."""

    minutes: int
    """Minutes since midnight of the container day; may exceed 1440."""
    span: Span
    """Where it was read (the next entry's time, for `next-entry`)."""
    origin: str
    """written | next-entry | past-midnight | first-entry (wraps to the start of the schedule)."""


class EntryKind(IntEnum):
    """What an entry is by its place in the outline."""

    PLAN = 1
    """The response (or answer) as a whole; always entry 0."""
    CONTAINER = 2
    """Has a heading, label or column of its own and holds parts."""
    ITEM = 3
    """A smallest part: a food, an exercise, a stop, a row."""
    BLOCK = 4
    """A piece of a schedule with a start or an end."""
    MARKER = 5
    """A point in a schedule without length (`Wake up`, `End work`)."""
    REST = 6
    """Rest between items: has a duration but is not an item."""
    DEFINITION = 7
    """An entry of a shared table or list that others refer to; not itself part of any total."""


class Entry(Record, frozen=True):
    """A node of the outline with everything read about it."""

    id: int
    """Index into `Facts.entries`."""
    kind: EntryKind
    rank: str
    """Rank name of the lexicon (`day`, `meal`, `exercise`); empty when none fits."""
    ranks: tuple[str, ...]
    """Every rank it can be scoped by: its own, and those it stands for (a day that is a session)."""
    label: str
    """Its name as written: `Day 2`, `Greek yogurt with honey`."""
    span: Span
    """Where the label stands."""
    names: tuple[str, ...]
    """Folded names it can be looked up by: whole label, label without ordinal (`phase` of
    `Phase 2: Base`, and its title `base`), member and category names (`lunch`, `sleep`)."""
    spans: tuple[Span, ...]
    """All of its text; several for a table column or a shared definition."""
    parent: int
    """Id of the container, -1 for the plan."""
    parts: tuple[int, ...] = ()
    """Ids of what it holds, in order; an item may be a part of several (Day 1 and 3)."""
    amounts: tuple[Amount, ...] = ()
    """Amounts of this entry itself: own, referenced and stated; claims are in `Facts.claims`."""
    ordinal: int = 0
    """`Day 2` → 2, also by order of appearance among siblings of its rank; 0 when none."""
    weekday: int = 0
    """1 Monday … 7 Sunday; 0 when none."""
    date: CalendarDate | None = None
    until: CalendarDate | None = None
    """Its last day, where it has several."""
    starts: tuple[TimePoint, ...] = ()
    """Candidates of the start, best first."""
    ends: tuple[TimePoint, ...] = ()
    """Candidates of the end, best first; empty when nothing says."""
    compound: tuple[str, ...] = ()
    """Parts of a compound block's name: (`dinner`, `relaxation`); empty when simple."""
    heads: int = 0
    """How many of these name it as a whole, before a colon: 1 of `Dinner: soup and bread`; 0 if all."""
    fields: tuple[tuple[str, Span], ...] = ()
    """Text cells or `key: value` properties that hold no amount, by folded header."""
    optional: bool = False
    """Written as optional."""
    without: tuple[str, ...] = ()
    """Measures, else headers, below which its row says that there is none: a dash, `n/a`, `incl.`."""
    choice: int = 0
    """Number of the choice it is an option of: one of those with the same number is meant. 0 when none."""

    def lasting_end(self, time_measure: str) -> TimePoint | None:
        """Return the end that its start and an exact length written in it give.

        It comes before the start of the next entry: `5:30 PM: Gym (1 hour)` ends at 6:30 PM.
        Of several lengths nobody can say whether one follows the other.
        """
        lengths = lengths_in(self.amounts, time_measure)
        if not self.starts or len(lengths) != 1:
            return None
        (amount,) = lengths
        low = amount.value.low
        minutes = low * amount.unit.factor if amount.value.exact and low is not None else None
        if minutes is None or minutes != int(minutes):
            return None
        return TimePoint(self.starts[0].minutes + int(minutes), amount.span, "written")


_DAYS = ("day", "night", "week", "month", "year")
"""A car that is collected at 11:20 may be hired for four of them."""


def lengths_in(amounts: Sequence[Amount], time_measure: str) -> list[Amount]:
    """Return the amounts that say how long a piece of a schedule lasts: less than a day."""
    own = (time_measure, Origin.ITEM, "", "time")
    told = [a for a in amounts if (a.measure, a.origin, a.qualifier, a.unit.dimension) == own]
    several = any(a.measure == time_measure and a.qualifier == "each" for a in amounts)
    return [a for a in told if a.unit.name not in _DAYS and not several]


def come_to(parts: Sequence[Amount], totals: Sequence[Amount]) -> bool:
    """Tell whether amounts come to each of some totals."""
    return all(
        sum(
            (p.value.scaled(p.unit.factor) for p in parts if p.measure == total.measure), exactly(0)
        )
        == total.value.scaled(total.unit.factor)
        for total in totals
    )


class Claim(Record, frozen=True):
    """A stated total or goal that decides nothing while parts exist."""

    entry: int
    """Id of the entry it speaks of."""
    amount: Amount
    words: Span
    """The sentence or line it stands in."""
    per: str
    """Rank the number is per (`day`, `session`), category of which it is the total (`work`), or empty
    for the entry itself."""


OF_EACH = "of each"
"""Detail of a doubt that is none where persons are counted: all prices are said to be for one of them."""
IN_ALL = "in all"
"""Detail of a doubt whose amount is all that may be more, however often it is taken."""


class Doubt(Record, frozen=True):
    """A place the reader may have misread."""

    code: str
    """orphan-quantity | passage | unlike-siblings | gap-in-numbering | unplaced-header | ambiguous-time …"""
    span: Span
    entries: tuple[int, ...]
    """Entries whose value it could change; the check treats them and their containers as touched."""
    measure: str = ""
    """Measure it concerns; empty for structure (counts)."""
    detail: str = ""
    amount: Amount | None = None
    """The amount in doubt: resolutions either add it to the entries or leave it out."""
    count: int = 0
    """How many parts more (or fewer, negative) the entries may have; 0 when the count is sure."""


class Unread(Record, frozen=True):
    """A quantity or line that no rule used."""

    span: Span
    reason: str
    """note | prose | illustration | heading | definition | duplicate …"""


class Account(Record, frozen=True):
    """What became of one number, time or date of the response."""

    span: Span
    kind: str
    """measure | factor | name | date | time | stated total | claim | rest | property | doubt |
    repetition | set aside | unread"""
    what: str
    """The measure, the name or the reason."""
    entry: int
    """Id of the entry that it belongs to; -1 for none."""
    because: str
    """The rule."""


class LineRole(Record, frozen=True):
    """What one line of the response was read as."""

    span: Span
    role: str
    """The rule that took it."""
    because: str
    """What the rule says, in one sentence."""


class Facts(Record, frozen=True):
    """All that was read in one response with one lexicon."""

    entries: tuple[Entry, ...]
    """In order of the response; entry 0 is the plan."""
    claims: tuple[Claim, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unread: tuple[Unread, ...] = ()
    answer: tuple[Span, ...] = ()
    """The part of the response that was read."""
    accounts: tuple[Account, ...] = ()
    """One for each number, time and date, in order of the response."""
    lines: tuple[LineRole, ...] = ()
    """One for each line, in order of the response."""
