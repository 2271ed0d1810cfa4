"""The facts of one response, turned round for lookups; built once, in linear time."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain, pairwise

from msgspec.structs import replace

from evalspec.check.words import WordIndex
from evalspec.core.lookup import grouped, memoized
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.core.verdict import Cited
from evalspec.document.facts import (
    IN_FORCE,
    IN_TOTAL,
    PERHAPS_IN_TOTAL,
    Amount,
    Doubt,
    Entry,
    EntryKind,
    Facts,
)
from evalspec.vocabulary.fold import fold, plain_words

HIDDEN = (EntryKind.REST, EntryKind.DEFINITION, EntryKind.MARKER)
"""Kinds that are no parts to be measured or counted."""
THINGS = (EntryKind.ITEM, EntryKind.BLOCK)
"""Kinds that are things of their own."""
_LINES_LEFT = ("note", "prose", "code")
_DAYS = (EntryKind.CONTAINER, EntryKind.REST)
_MARK = regex(r"[ \t>]*(?:(\|)|([-*•+–◦▪☐☑☒]|\[[ xX]?\])[ \t]|(\d{1,3})[.)][ \t])")
"""What begins a row of a table, a bullet, a numbered line."""
_LONGEST_NAME = 10
"""Most words of a name."""


class Index:
    """Lookups over the entries of one response."""

    def __init__(self, facts: Facts, text: str, words: WordIndex) -> None:
        """Order the outline and collect claims and doubts by entry."""
        self.facts = facts
        self.text = text
        self.words = words
        self.entries = facts.entries
        self.parts = _acyclic(facts.entries)
        self.parents = grouped(
            (part, holder) for holder, parts in enumerate(self.parts) for part in parts
        )
        self.claims = grouped((claim.entry, claim) for claim in facts.claims)
        self.doubts = facts.doubts
        self.ranks = frozenset(rank for entry in facts.entries for rank in entry.ranks)
        self.perhaps: dict[int, tuple[int, ...]] = {}
        """Of each gathered group, what may also belong to it."""
        self._gathered: dict[tuple[object, ...], Entry] = {}
        self._group_doubts: dict[int, tuple[Doubt, ...]] = {}

    @memoized
    def cite(self, span: Span) -> Cited:
        """Cite a span; the same span is cited by the same object."""
        return Cited(self.text[span.start : span.end], span)

    def walk(self, entry_id: int) -> tuple[int, ...]:
        """List what lies below an entry, in order; a shared part once for each holder."""
        return tuple(self._below(entry_id)) if entry_id else self._all

    @cached_property
    def _all(self) -> tuple[int, ...]:
        return tuple(self._below(0))

    def below(self, entry: Entry) -> list[Entry]:
        """List the entries below another one, in order."""
        return [self.entries[number] for number in self.walk(entry.id)]

    def held(self, entry: Entry) -> list[Entry]:
        return [self.entries[number] for number in self.parts[entry.id]]

    def line(self, entry: Entry) -> Iterator[Entry]:
        """Yield an entry and all that holds it, up to the plan."""
        yield entry
        yield from self.above(entry)

    def above(self, entry: Entry) -> Iterator[Entry]:
        """Yield all that holds an entry, up to the plan."""
        return (self.entries[number] for number in self.ancestors(entry.id))

    def gather(
        self, like: Entry, holder: int, parts: tuple[int, ...], perhaps: tuple[int, ...]
    ) -> Entry:
        """Make a container of things that stand in different places, once.

        It has no place in the outline: it is found only by who gathered it.
        """
        key = (like.label, like.span, holder, parts, perhaps)
        found = self._gathered.get(key)
        if found is not None:
            return found
        number = len(self.parts)
        found = self._gathered[key] = replace(like, id=number, parts=parts, parent=-1)
        self.parts.append(parts)
        for part in filter(None, parts):  # the plan may be gathered, but nothing holds it
            self.parents.setdefault(part, []).append(number)
        self.perhaps[number] = perhaps
        self.carriers.clear()
        self.extent[number] = found.spans
        self.day_of[number] = self.day_of(holder)
        self._group_doubts[number] = (
            *self._doubts_of_group(holder, parts),
            *(
                Doubt("not-said", amount.span, (number,), amount.measure, amount=amount)
                for entry_id in perhaps
                for inner in (entry_id, *self._below(entry_id))
                for amount in self.entries[inner].amounts
            ),
        )
        return found

    def _doubts_of_group(self, holder: int, parts: tuple[int, ...]) -> Iterator[Doubt]:
        """Yield the doubts about a holder that may concern some of the things in it."""
        inside = {*parts, *(e for part in parts for e in self._below(part))}
        for doubt in self.doubts_below(holder):
            if any(e in inside or e >= len(self.entries) or self.parts[e] for e in doubt.entries):
                yield doubt

    def _below(self, entry_id: int) -> Iterator[int]:
        stack = list(reversed(self.parts[entry_id]))
        while stack:
            part = stack.pop()
            yield part
            if self.parts[part]:
                stack.extend(reversed(self.parts[part]))

    @memoized
    def extent(self, entry_id: int) -> tuple[Span, ...]:
        """Return all the text of an entry: its own lines, its parts, and what stands between them.

        Parts of other entries between them cut it into several spans.
        """
        entry = self.entries[entry_id]
        below = set(self.walk(entry.id)) | {entry.id}
        if len(below) == 1 or (len(entry.spans) > 1 and self._is_column(entry, below)):
            return entry.spans
        own = sorted(span for e in below for span in self.entries[e].spans)
        joined = own[:1]
        for span in own[1:]:
            last = joined[-1]
            if span.start > last.end and self._foreign(last.end, span.start, below):
                joined.append(span)
            else:
                joined[-1] = Span(last.start, max(last.end, span.end))
        return tuple(joined)

    def _is_column(self, entry: Entry, own: set[int]) -> bool:
        """Tell whether an entry is a column, whose cells are all of it: others begin on its line."""
        line = line_at(self.text, entry.spans[0].start)
        return self._foreign(line.start, line.end, own)

    def _foreign(self, start: int, end: int, own: set[int]) -> bool:
        """Tell whether an entry other than these begins between two places."""
        starts = self.starts
        between = starts[bisect_left(starts, (start, -1)) : bisect_left(starts, (end, -1))]
        return any(entry_id not in own for _, entry_id in between)

    def sets_aside(self, entry: Entry) -> bool:
        """Tell whether lines below a heading that holds nothing were set aside, as those of `Objectives`."""
        below = set(self.walk(entry.id)) - {entry.id}
        if entry.kind is EntryKind.ITEM or not entry.id:
            return False
        if any(self.entries[e].kind != EntryKind.CONTAINER for e in below):
            return False
        start = entry.spans[-1].end
        following = bisect_left(self.starts, (start, -1))
        while following < len(self.starts) and self.starts[following][1] in below:
            following += 1
        end = self.starts[following][0] if following < len(self.starts) else len(self.text)
        left = self._left
        return bisect_left(left, start) < bisect_left(left, end)

    @cached_property
    def _left(self) -> list[int]:
        """Where the lines begin that no part was made of."""
        return sorted(u.span.start for u in self.facts.unread if u.reason in _LINES_LEFT)

    def alone_in(self, place: Span) -> Entry | None:
        """Return the entry that stands in a piece of text with all its parts, if it is one."""
        starts = self._labels
        low, high = bisect_left(starts, (place.start, -1)), bisect_left(starts, (place.end, -1))
        inside = {entry_id for _, entry_id in starts[low:high]}
        outer = {e for e in inside if self.entries[e].parent not in inside}
        if len(outer) != 1:
            return None
        found = outer.pop()
        return self.entries[found] if inside.issuperset(self.walk(found)) else None

    @cached_property
    def _labels(self) -> list[tuple[int, int]]:
        """Where the labels of all entries but the plan begin, in order."""
        return sorted((e.span.start, e.id) for e in self.entries if e.id)

    @cached_property
    def starts(self) -> list[tuple[int, int]]:
        """Where the texts of all entries but the plan begin, in order."""
        return sorted((s.start, e.id) for e in self.entries if e.id for s in e.spans)

    @cached_property
    def heads_untold(self) -> bool:
        """Whether the text says `per person` beside no amount that is read as one person's."""
        heads = self.words.lexicon.roles.get("per head", ())
        every = [a for entry in self.entries for a in entry.amounts if a.qualifier in heads]
        told = {line_at(self.text, a.span.start) for a in every}
        # a column is headed once for all of its amounts
        headed = any(a.name.endswith(a.qualifier) for a in every)
        found = regex(rf"(?i)(?:^|\W)(?:{'|'.join(map(re.escape, heads))})(?:\W|$)").finditer(
            self.text.replace("_", " ")
        )
        lines = {line_at(self.text, match.start() + 1) for match in found} - told
        return any(not (headed and "|" in line.of(self.text)) for line in lines)

    def ancestors(self, entry_id: int) -> Iterator[int]:
        """Climb from an entry to the plan along first parents."""
        above = self.parents.get(entry_id)
        while above:
            yield above[0]
            above = self.parents.get(above[0])

    @cached_property
    def shared(self) -> frozenset[int]:
        """The entries that stand in several places: what is told to be the same as elsewhere."""
        several = [e for e, above in self.parents.items() if len(above) > 1]
        return frozenset(below for e in several for below in (e, *self._below(e)))

    def position(self, entry_id: int) -> int:
        """Return which part of its first holder an entry is, from 1."""
        return self._positions.get(entry_id, 1)

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {
            part: number
            for parts in reversed(self.parts)
            for number, part in reversed([*enumerate(parts, 1)])
        }

    @memoized
    def carriers(self, key: tuple[tuple[str, ...], bool]) -> tuple[frozenset[int], frozenset[int]]:
        """Return the entries that carry a measure themselves, and those above such entries.

        The key holds the names of the measure, and whether clock times give it too.
        """
        names, timed = key
        starting = (e.id for e in self.entries if timed and e.starts and e.kind != EntryKind.MARKER)
        carrying = frozenset(starting).union(*(self._held.get(name, ()) for name in names))
        return carrying, self._above(carrying)

    @cached_property
    def _held(self) -> dict[str, list[int]]:
        return grouped(
            (name, entry.id)
            for entry in self.entries
            if entry.kind != EntryKind.DEFINITION
            for amount in entry.amounts
            for name in {amount.measure, amount.name or amount.measure}
        )

    @cached_property
    def said_again(self) -> frozenset[int]:
        """Entries that give a subtotal, what is paid of a total, how long a thing holds: they add nothing.

        So are lines that tell it beside other things: `Deposit of €50, balance on the day`.
        """
        again = self._qualified(IN_TOTAL) | self._qualified(IN_FORCE)
        held = ((line, part) for part in again for line in self.parents.get(part, ()))
        return again | {line for line, part in held if self._begins_with(line, part)}

    def _begins_with(self, line: int, part: int) -> bool:
        """Tell whether a line is called after the first of the things that it lists."""
        held, told = self.entries[line], self.entries[part].names[:1]
        named = bool(told) and bool(held.names) and told[0] in held.names[0]
        return named and held.kind is EntryKind.ITEM and self.parts[line][0] == part

    @cached_property
    def unlisted(self) -> frozenset[int]:
        """Entries whose amounts are, or may be, of something else than what stands beside them."""
        return self.said_again | self._qualified(PERHAPS_IN_TOTAL)

    def _qualified(self, by: str) -> frozenset[int]:
        return frozenset(e.id for e in self.entries if any(a.qualifier == by for a in e.amounts))

    def _above(self, below: Iterable[int]) -> frozenset[int]:
        marked: set[int] = set()
        waiting = list(below)
        while waiting:
            for parent in self.parents.get(waiting.pop(), ()):
                if parent not in marked:
                    marked.add(parent)
                    waiting.append(parent)
        return frozenset(marked)

    @memoized
    def mark(self, entry_id: int) -> int:
        """Tell how the line of an entry is marked: a row, a bullet, a number; 0 for anything else."""
        start = line_at(self.text, self.entries[entry_id].spans[0].start).start
        mark = _MARK.match(self.text, start)
        return mark.lastindex or 0 if mark is not None else 0

    @memoized
    def day_of(self, entry_id: int) -> int | None:
        """Return the number of the day an entry stands in; None when nothing says."""
        days = (self._own_day(entry) for entry in self.line(self.entries[entry_id]))
        return next((day for day in days if day is not None), None)

    def once_a_day(self, first: Entry, second: Entry) -> bool:
        """Tell whether two entries go by one name that nothing else on their days goes by."""
        days = [self.day_of(entry.id) for entry in (first, second)]
        shared = set(first.names[:1]) & set(second.names[:1])
        return bool(shared) and all(self._timed_names[day, n] == 1 for day in days for n in shared)

    @cached_property
    def _timed_names(self) -> Counter[tuple[int | None, str]]:
        """How many entries with a time go by each name on each day."""
        timed = (e for e in self.entries if e.starts)
        return Counter((self.day_of(e.id), name) for e in timed for name in e.names[:1])

    def last_day_of(self, entry_id: int) -> int | None:
        """Return the number of the last day of a thing that has several; None for one."""
        line = self.line(self.entries[entry_id])
        last = next((e.until for e in line if self._own_day(e) is not None), None)
        return None if last is None else last.number

    def timed_on(self, day: int | None) -> list[Entry]:
        """Return the pieces of a schedule on one day."""
        return self._timed.get(day, [])

    @cached_property
    def _timed(self) -> dict[int | None, list[Entry]]:
        timed = (e for e in self.entries if e.starts and e.kind in THINGS)
        return grouped((self.day_of(entry.id), entry) for entry in timed)

    @cached_property
    def begins(self) -> int:
        """The first minute of a day that anything is told of."""
        return min((e.starts[0].minutes for e in self.entries if e.starts), default=0)

    @cached_property
    def marked(self) -> frozenset[Span]:
        """Where markers such as `Wake up` and `End work` tell their times."""
        return frozenset(e.starts[0].span for e in self.entries
                         if e.kind is EntryKind.MARKER and e.starts)  # fmt: skip

    def starting(self, day: int | None, start: int, end: int) -> list[Entry]:
        """Return the pieces of a schedule that begin between two minutes of one day, in order."""
        order = self._by_start[day]
        first, last = bisect_left(order, (start, -1)), bisect_left(order, (end, -1))
        return [self.entries[e] for e in sorted(e for _, e in order[first:last])]

    @memoized
    def _by_start(self, day: int | None) -> list[tuple[int, int]]:
        return sorted((e.starts[0].minutes, e.id) for e in self.timed_on(day))

    def _own_day(self, entry: Entry) -> int | None:
        if entry.date is not None and entry.date.month and entry.date.day:
            return entry.date.number
        if entry.weekday:
            return entry.weekday + 7 * self._weeks_before(entry)
        rank = self.words.lexicon.ranks.get(entry.rank)
        if rank is not None and "weekday" in rank.calendar and entry.ordinal:
            again = self._written[entry.rank, entry.ordinal] > 1
            return entry.ordinal + (7 * self._weeks_before(entry) if again else 0)
        return None

    def _weeks_before(self, entry: Entry) -> int:
        """Return how many weeks come before that of a day: Monday of week 2 is the eighth day.

        Where no week is numbered, days go on with the next week behind their Sunday.
        """
        week = self._week_of(entry)
        return week - 1 if week else self._turns.get(entry.id, 0)

    def _week_of(self, entry: Entry) -> int:
        return next((one.ordinal for one in self.above(entry) if one.rank == "week"), 0)

    @cached_property
    def _written(self) -> Counter[tuple[str, int]]:
        """How often each number of each rank is written."""
        return Counter((entry.rank, entry.ordinal) for entry in self.entries)

    @cached_property
    def _turns(self) -> dict[int, int]:
        """Of days that have weekdays more than once, the weeks that are over before them."""
        days = [e for e in self.entries if e.weekday and e.kind in _DAYS and not self._week_of(e)]
        if len({day.weekday for day in days}) == len(days):
            return {}
        over = accumulate(b.weekday <= a.weekday for a, b in pairwise(days))
        return dict(zip((day.id for day in days), (0, *over), strict=True))

    def unclear(self, entry_ids: Iterable[int]) -> bool:
        """Tell whether some things are on days of which no week says how far they are apart."""
        lines = [(e, *self.ancestors(e)) for e in entry_ids]
        days = {next((n for n in line if n in self._turns), -1) for line in lines}
        if len(days) < 2 or days == {-1}:
            return False
        held = {self.entries[day].parent for day in days if day >= 0}
        return -1 in days or len(held) > 1

    def partly_dated(self, entry_ids: Iterable[int]) -> bool:
        """Tell whether the days of some things with times are known, and those of others are not."""
        days = {self.day_of(e) for e in entry_ids if self.entries[e].starts}
        return None in days and len(days) > 1

    def doubts_below(self, entry_id: int) -> tuple[Doubt, ...]:
        """Return the doubts about an entry or anything below it."""
        if entry_id in self._group_doubts:
            return self._group_doubts[entry_id]
        if not self.doubts:
            return ()
        if entry_id == 0:
            return self.doubts
        inside = (entry_id, *self.walk(entry_id))
        found = {number for entry in inside for number in self._doubts_of.get(entry, ())}
        return tuple(self.doubts[number] for number in sorted(found))

    def doubts_about(self, entry_id: int, code: str = "") -> list[Doubt]:
        """Return the doubts about an entry itself, all or those of a kind."""
        found = (self.doubts[number] for number in self._doubts_of.get(entry_id, ()))
        return [doubt for doubt in found if not code or doubt.code == code]

    @cached_property
    def rests_in_doubt(self) -> bool:
        """Whether any doubt is about rest between others."""
        return any(d.amount is not None and d.amount.between_sets for d in self.doubts)

    @cached_property
    def _doubts_of(self) -> dict[int, list[int]]:
        """Which doubts, by number, are about each entry."""
        return grouped(
            (e, number) for number, doubt in enumerate(self.doubts) for e in doubt.entries
        )

    def carries(self, entry_id: int, span: Span) -> bool:
        """Tell whether an amount at this place belongs to an entry below another one."""
        return entry_id in self._above(self._carriers_at.get(span, ()))

    @cached_property
    def _carriers_at(self) -> dict[Span, list[int]]:
        """The entries with an amount at each place."""
        return grouped(
            (amount.span, entry.id) for entry in self.entries for amount in entry.amounts
        )

    @cached_property
    def choices(self) -> dict[int, list[int]]:
        return grouped((entry.choice, entry.id) for entry in self.entries if entry.choice)

    def option(self, entry_id: int, within: int) -> Entry | None:
        """Return the option of a choice that an entry is or stands in, below another entry."""
        if not self.choices:
            return None
        for candidate in (entry_id, *self.ancestors(entry_id)):
            if candidate == within:
                return None
            if self.entries[candidate].choice:
                return self.entries[candidate]
        return None

    def holds(self, entry_id: int, span: Span) -> bool:
        """Tell whether an entry with its label at this place stands below another one."""
        return entry_id in self._above(self._labelled.get(span, ()))

    @cached_property
    def _labelled(self) -> dict[Span, list[int]]:
        return grouped((entry.span, entry.id) for entry in self.entries)

    @cached_property
    def _alike(self) -> dict[tuple[str, ...], list[int]]:
        return grouped((self._called(entry.id), entry.id) for entry in self.entries)

    def _called(self, entry_id: int) -> tuple[str, ...]:
        return tuple(self.entries[e].label for e in (entry_id, *self.parts[entry_id]))

    def alike(self, entry_id: int) -> list[int]:
        """Return the entries that are called like one, with parts that are called like its parts."""
        return self._alike[self._called(entry_id)]

    @cached_property
    def _names(self) -> frozenset[str]:
        things = (entry for entry in self.entries if entry.kind != EntryKind.DEFINITION)
        return frozenset(name for entry in things for name in entry.names)

    def has(self, name: str) -> bool:
        """Tell whether anything in the response goes by a folded name, and not only tells what it means."""
        return name in self._names

    @cached_property
    def _spoken(self) -> tuple[str, str, frozenset[str]]:
        """Return the words of the text and of the labels, and the names of what is measured.

        A whole sentence that stands for a name may tell of more: `Drive to Bari, where you see the museum`.
        """
        said = {entry.span: label_words(entry) for entry in self.entries}
        labels = " ".join(label for label in said.values() if label.count(" ") <= _LONGEST_NAME)
        names = (e.names for e in self.entries if e.kind != EntryKind.DEFINITION)
        return f" {plain_words(self.text)} ", labels, frozenset(chain.from_iterable(names))

    @cached_property
    def has_items(self) -> bool:
        """Tell whether the response was read as having items or blocks at all."""
        return any(e.kind in THINGS for e in self.entries)

    @memoized
    def speaks_of(self, family: frozenset[str]) -> bool:
        """Tell whether the text names a kind that no entry is of: it was read as something else.

        What a label says was weighed when entries were looked up: `Run errands` is no run.
        """
        text, labels, names = self._spoken
        kind = [f" {word} " for word in family if names.isdisjoint(family)]
        return any(text.count(word) > labels.count(word) for word in kind)

    @memoized
    def titled(self, family: frozenset[str]) -> bool:
        """Tell whether the response, or a part that holds others, is itself of a kind.

        Of a `Lesson plan` every part belongs to the lesson, though none is called so.
        """
        holders = (EntryKind.PLAN, EntryKind.CONTAINER)
        labels = [label_words(entry) for entry in self.entries if entry.kind in holders]
        return any(f" {word} " in label for label in labels for word in family)

    @memoized
    def telling(self, family: frozenset[str]) -> dict[int, Entry]:
        """Return the items and blocks of other kinds whose lines name a kind behind their labels."""
        kind = [f" {word} " for word in family]
        return {
            entry.id: entry
            for entry, words in self._lines
            if any(word in words for word in kind) and not self.matches(entry, family)
        }

    @cached_property
    def _lines(self) -> list[tuple[Entry, str]]:
        """Return the items and blocks with the words of their lines that stand behind their labels."""
        return [
            (entry, f" {plain_words(self.text[entry.span.end : entry.spans[0].end])} ")
            for entry in self.entries
            if entry.kind in THINGS and entry.spans
        ]

    def matches(self, entry: Entry, families: frozenset[str]) -> bool:
        """Tell whether one of an entry's names belongs to a set of words."""
        return any(name in families for name in entry.names)

    def amounts(self, entry: Entry, names: tuple[str, ...]) -> list[Amount]:
        return [amount for amount in entry.amounts if amount.called(names)]


def label_words(entry: Entry) -> str:
    """Return the folded label between spaces, so that whole words can be searched in it."""
    return f" {plain_words(entry.label)} "


def title_of(entry: Entry) -> str:
    """Return the folded label of a thing with what stands behind it; empty where nothing does."""
    label = fold(entry.label)
    return next((n for n in entry.names if n != label and n.startswith(label)), "")


def _acyclic(entries: tuple[Entry, ...]) -> list[tuple[int, ...]]:
    """Return the parts of each entry without those that would close a circle."""
    count = len(entries)
    parts = [tuple(p for p in e.parts if 0 <= p < count and p != e.id) for e in entries]
    if all(all(p > number for p in held) for number, held in enumerate(parts)):
        return parts
    state = bytearray(count)
    for root in range(count):
        if not state[root]:
            _cut_circles(root, parts, state)
    return parts


def _cut_circles(root: int, parts: list[tuple[int, ...]], state: bytearray) -> None:
    state[root] = 1
    stack = [(root, 0)]
    while stack:
        entry, position = stack.pop()
        if position == len(parts[entry]):
            state[entry] = 2
            continue
        part = parts[entry][position]
        if state[part] == 1:
            parts[entry] = parts[entry][:position] + parts[entry][position + 1 :]
            stack.append((entry, position))
            continue
        stack.append((entry, position + 1))
        if not state[part]:
            state[part] = 1
            stack.append((part, 0))
