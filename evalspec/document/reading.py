"""The state of reading one response: its text, mentions, and what was found so far."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import chain, groupby
from typing import TypeVar

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, LINES, LIST_DEPTH, NAMED_DEPTH, Block, BlockKind
from evalspec.document.container_names import Named
from evalspec.document.facts import EACH, Amount, Doubt, EntryKind, LineRole, Origin, Unread
from evalspec.document.headers import Column, of_lengths
from evalspec.document.labelling import Labelling
from evalspec.document.line_amounts import HEADER, amounts, is_base, is_pace, is_ratio, recurs
from evalspec.document.mention import DateMention, Mentions, QuantityMention, TimeMention
from evalspec.document.mentions.passed import COUNT, SINCE_ZERO
from evalspec.document.records import titled_fields
from evalspec.document.tree import Draft, carried
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold, words_of_key

_M = TypeVar("_M", QuantityMention, TimeMention, DateMention)


_HOURS_OF_DAY = 24
_JOINT = regex(r"\s[-–—|·]\s|:\s|\s\((?=[^()]*\)$)")
_SAID_LAST = regex(r"\s(?:[-–—|·]\s[^-–—|·()]*|\([^()]*\))$")
_AROUND = " *_(:–—-"
_MARKS = regex(r"[*_]{1,3}(?=\S)")
ALSO_ITEM = "also an item"
"""What a measure and a thing that is nothing else are both called: sugar."""
_WORDS = regex(r"[^\W\d_]+")
_NEAR = 9
"""Containers of a list that are looked at."""
_IN_BRACKETS = regex(r"\(([^()]*)\)")
_AT = regex(r"(?i:\b(?:at|for)\s+(?:around|about|roughly|approx\.?|[~≈])?\s*[*_]*)$")
_BEFORE = 20
COUNTED_NIGHT = regex(r"(?i:night) (\d{1,2})")
_COUNTED = regex(r"[^\W\d_]+ #?\d{1,3}\b")


class PendingClaim:
    """A claim whose entry has no number yet."""

    __slots__ = ("amount", "draft", "per", "words")

    def __init__(self, draft: Draft, amount: Amount, words: Span, per: str) -> None:
        self.draft = draft
        self.amount = amount
        self.words = words
        self.per = per


_SENTENCE_WORDS = 4
"""Fewer words are a name."""


class Held:
    """The parts of a container by rank, those of none by what their parts carry, as they are read."""

    def __init__(self, holder: Draft) -> None:
        """Begin with nothing of what it holds."""
        self.holder = holder
        self._taken = 0
        self._ranked: dict[str, list[Draft]] = {}
        self._carrying: dict[str, list[Draft]] = {}
        self._called: dict[str, list[Draft]] = {}

    def take(self, stack: Sequence[Draft]) -> None:
        """Note the parts behind those noted before that nothing is read into any more."""
        parts = self.holder.parts
        while self._taken < len(parts) and parts[self._taken] not in stack:
            part = parts[self._taken]
            self._taken += 1
            if part.rank:
                self._ranked.setdefault(part.rank, []).append(part)
                for name in _names_of(part):
                    self._called.setdefault(name, []).append(part)
            for measure in () if part.rank else carried(part.parts):
                self._carrying.setdefault(measure, []).append(part)

    def called(self, name: str) -> Draft | None:
        """Return the only container that goes by a name: `session 1: push`, `push`, `1`, `s1`."""
        rest = (p for p in self.holder.parts[self._taken :] if p.rank and name in _names_of(p))
        found = [part for part in (*self._called.get(name, ()), *rest) if part.parts]
        return found[0] if len(found) == 1 else None

    def alike(self, rank: str, measures: set[str]) -> Iterator[Draft]:
        """Yield the parts of a rank; without one those of none whose parts carry some measures."""
        if rank:
            yield from self._ranked.get(rank, ())
        for measure in () if rank else measures:
            yield from self._carrying.get(measure, ())
        for part in self.holder.parts[self._taken :]:
            if part.rank == rank and (rank or carried(part.parts) & measures):
                yield part


def _words_of_keys(text: str, blocks: Sequence[Block]) -> dict[Span, str]:
    """Return the words of the keys that are written as one."""
    headers = (b.cells for b in blocks if b.kind is BlockKind.TABLE_HEADER)
    labels = (b.label for b in blocks if b.label is not None)
    keys = ((span, text[span.start : span.end]) for span in chain(labels, *headers))
    return {span: words for span, key in keys if (words := words_of_key(key)) != key}


def _names_of(draft: Draft) -> list[str]:
    """Return the names of a container, its number or letter, and that behind the letter of its rank."""
    found = list(draft.names)
    for name in draft.names:
        rank, _, last = name.rpartition(" ")
        if rank and " " not in rank and (last.isdigit() or len(last) == 1):
            found += [last, rank[0] + last]
    return found


class Reading:
    """One response being read."""

    def __init__(
        self, text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
    ) -> None:
        self.text = text
        self.blocks = blocks
        self.wording = wording
        self.mentions = mentions
        self._quantity_starts = [m.span.start for m in mentions.quantities]
        self._time_starts = [m.span.start for m in mentions.times]
        self._date_starts = [m.span.start for m in mentions.dates]
        self.labelling = Labelling(text, wording, self._measured_lines())
        self.timed_ranks: dict[BlockKind, set[str]] = {}
        """Ranks that headings with a time name, by their kind of block; filled when first asked for."""
        self.counted_heads: set[str] | None = None
        """Ranks that headings count behind other words; filled when first asked for."""
        self.among: dict[int, bool] | None = None
        """Where the lines begin that are, or may be, one of several things whatever their words say."""
        self.legend: list[Draft] | None = None
        """What lines tell the times of, one behind the other; None before anyone asked."""
        self.total_cells: dict[Span, bool] = {}
        """Cells that were looked at, and whether they say that their row or column holds totals."""
        self.alike: dict[int, bool] = {}
        """Where lines begin that are read as those of their shape beside them, and whether that is sure."""
        self.is_json = bool(blocks) and (
            text[: blocks[0].span.start].rstrip(' \t\r\n"')[-1:] in ("{", "[")
            or (blocks[0].span.end - blocks[0].span.start == 1 and blocks[0].cells != ())
        )
        """The answer is a JSON document, read as keyed blocks."""
        self._keys = _words_of_keys(text, blocks) if self.is_json else {}
        """What the keys of a JSON document say, where they are written as one word."""
        self.at = 0
        """Number of the block being read."""
        self.begin()

    def begin(self) -> None:
        """Forget what was read; what is known of the lines stays."""
        self.plan = Draft(EntryKind.PLAN, "", Span(0, len(self.text)))
        self.plan.level = -1
        self.stack: list[Draft] = [self.plan]
        self.amounts: dict[Span, list[Amount]] = {}
        """Amounts of the spans that were looked at."""
        self.claims: list[PendingClaim] = []
        self.named_lines: list[tuple[Draft, Block]] = []
        self.for_each: list[tuple[Draft, Span]] = []
        """What is told once for each of several containers, and the label that says of which."""
        """Lines such as `Rent: €900` outside of containers of a rank, each a claim for now."""
        self.put_away: list[tuple[Draft, Block]] = []
        """Plain lines that are no sentences, and yet were not read as items."""
        self.doubts: list[tuple[Draft, Doubt]] = []
        self.unread: list[Unread] = []
        self.lines: list[LineRole] = []
        self.repeats: list[tuple[Draft, Span]] = []
        """Containers with a line below their parts that tells to do them again."""
        self._lines: dict[int, str] = {}
        self._held: dict[int, Held] = {}
        self.references: list[tuple[Draft, Span]] = []
        """Containers with a line that says that they are the same as others."""
        self.settled: set[int] = set()
        """Ids of containers that hold what they refer to."""
        self.last_item: Draft | None = None
        self.ordered: dict[int, int] = {}
        """Ids of blocks that do not go on in the order of their lines, and where each is to stand."""

    def emphasis(self, at: int) -> str:
        """Return the marks of emphasis that the line of a place begins with."""
        marks = _MARKS.match(self.text, self.text.rfind("\n", 0, at) + 1)
        return marks[0] if marks else ""

    def quantities(self, span: Span) -> list[QuantityMention]:
        """Return the quantities inside a span."""
        return _inside(self.mentions.quantities, self._quantity_starts, span)

    def times(self, span: Span) -> list[TimeMention]:
        """Return the clock times inside a span."""
        starts = self._time_starts
        return _inside(self.mentions.times, starts, span) if starts else []

    def settle_time(self, time: TimeMention) -> None:
        """Take a clock time as another place tells it: `7:00` below `7:00 p.m.`."""
        every = (time if one.span == time.span else one for one in self.mentions.times)
        self.mentions = replace(self.mentions, times=tuple(every))

    def dates(self, span: Span) -> list[DateMention]:
        """Return the dates inside a span."""
        starts = self._date_starts
        return _inside(self.mentions.dates, starts, span) if starts else []

    def measured(
        self, span: Span, header: Column | None = None, origin: Origin = Origin.ITEM
    ) -> list[Amount]:
        """Return the amounts written in a span, below a header; what says one again is noted."""
        lasting = (self._lasting(quantity, header) for quantity in self.quantities(span))
        quantities = [quantity for quantity in lasting if quantity is not None]
        if not quantities:
            return list(self._length(span, header, origin))
        found, again = amounts(self.text, span, quantities, self.labelling, header, origin)
        for amount in again:
            self.leave(amount.span, "duplicate")
        return found

    def _lasting(self, quantity: QuantityMention, header: Column | None) -> QuantityMention | None:
        """Take minutes and seconds since all began for how long something lasts, or for when it is.

        They are when it is below a header of no measure: `Start`; and where the length is told beside.
        """
        if header is not None and not header.measure:
            count = COUNT.fullmatch(self.text, quantity.span.start, quantity.span.end)
            if count is None:
                return quantity
            minutes = EXACT.divide(Decimal(count[2]), Decimal(60)) + int(count[1])
            return replace(quantity, value=exactly(minutes), qualifier="")
        if is_base(self.text, quantity):
            self.leave(quantity.span, "what a share is of")
            return None
        if quantity.qualifier == SINCE_ZERO or recurs(self.text, quantity):
            self.leave(quantity.span, quantity.qualifier or "how often")
            return None
        if is_ratio(quantity, self.wording) or is_pace(self.text, quantity):
            self.leave(quantity.span, "rate")
            return None
        return quantity

    def _length(self, span: Span, header: Column | None, origin: Origin) -> Iterator[Amount]:
        """Yield what `3:51` below `Length` says: minutes and seconds, or hours and minutes.

        Both may be meant unless some count in the response is more than a day has hours.
        """
        wording = self.wording
        unit = wording.lexicon.units.get("min")
        found = COUNT.fullmatch(self.text, span.start, span.end)
        if found is None or header is None or unit is None or not of_lengths(header, wording):
            return
        long, short = Decimal(found[1]), Decimal(found[2])
        minutes = long + EXACT.divide(short, Decimal(60))
        hours = minutes if self._counts_minutes else long * 60 + short
        value = Interval(min(minutes, hours), max(minutes, hours))
        yield Amount(header.measure, value, unit, span, origin, because=HEADER)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Labels that come again while what follows them does not: `Dish: Soup`, `Dish: Stew`.

        They say what kind of thing their lines are, or whose; the names stand behind them.
        """
        named: dict[str, list[str]] = {}
        for block in self.blocks:
            if block.kind in LINES and block.label is not None and block.rest is not None:
                measured = self.quantities(block.rest)[:1]
                end = measured[0].span.start if measured else block.rest.start
                name = self.text[block.rest.start : end].strip(_AROUND)
                label = fold(self.string(block.label))
                if name[:1].isupper() and not self.wording.is_measure(label):
                    named.setdefault(label, []).append(fold(name))
        if len(named) * 2 > sum(map(len, named.values())):
            return frozenset()
        return frozenset(n for n, names in named.items() if 1 < len(names) == len(set(names)))

    @cached_property
    def label_counts(self) -> Counter[tuple[BlockKind, str]]:
        """How often each kind of line has a label: two of `Day 1: Session 1`, `Day 1: Session 2`."""
        return Counter((b.kind, fold(self.string(b.label))) for b in self.blocks if b.label)

    @cached_property
    def titled(self) -> dict[int, Span]:
        """Where lines begin that are fields of records with titles, with those."""
        return titled_fields(self.text, self.blocks, self.wording)

    @cached_property
    def days_asked(self) -> frozenset[Span]:
        """Headings of questions that each name another day: `What about Friday?`."""
        heads = [b for b in self.blocks if b.kind in HEADS]
        asked = [b for b in heads if self.string(b.text).rstrip("*_ ").endswith("?")]
        dated = [(b, self.dates(b.text)) for b in asked]
        days = {b.span: dates[0].weekdays for b, dates in dated if len(dates) == 1}
        apart = len(set(days.values())) == len(days) > 1
        return frozenset(days) if apart and all(len(d) == 1 for d in days.values()) else frozenset()

    @cached_property
    def counts_nights(self) -> bool:
        """Several headings count nights, and none names a day."""
        heads = [self.string(b.label or b.text) for b in self.blocks if b.kind in HEADS]
        named = (self.wording.named(head) for head in heads)
        nights = sum(COUNTED_NIGHT.fullmatch(head) is not None for head in heads)
        return nights > 1 and not any(n is not None and n.rank == self.wording.day for n in named)

    @cached_property
    def ranks_in_brackets(self) -> dict[tuple[BlockKind, str], set[str]]:
        """What stands in brackets in each kind of line, by rank: `lunch` of `**Leek soup** (lunch)`."""
        found: dict[tuple[BlockKind, str], set[str]] = {}
        for block in self.blocks:
            named = self.wording.named_aside(self.string(block.text))
            if named is not None:
                found.setdefault((block.kind, named.rank), set()).add(named.stem)
        return found

    @cached_property
    def numbered_otherwise(self) -> frozenset[str]:
        """Ranks that brackets give another number than their line has: `week` of `Session 2 (Week 1)`."""
        found: set[str] = set()
        for text in {self.string(b.text) for b in self.blocks if b.kind in HEADS}:
            asides = _IN_BRACKETS.findall(text)
            own = self.wording.named(text) if asides else None
            told = (self.wording.named(aside) for aside in asides if own is not None)
            found.update(n.rank for n in told if n and own and n.ordinals != own.ordinals)
        return frozenset(found)

    def behind_theme(self, span: Span) -> tuple[str, Named | None]:
        """Part the theme of a heading from which of several it is: `Push – Day 1`, `Push (Day 1)`."""
        text = self.string(span).strip("*_ :")
        if (said := _SAID_LAST.search(text)) and any(
            m.unit is not None and m.span.start >= span.start + said.start()
            for m in self.quantities(span)
        ):
            text = text[: said.start()].strip("*_ :")  # `Push (Day 1) – 40 min`
        *themes, last = _JOINT.split(text)
        named = self.wording.named(last.removesuffix(")"))
        counted = named is not None and named.rank and named.ordinals != (0,) and not named.title
        held = counted and named is not None and named.rank not in self.wording.item_ranks
        return fold(" – ".join(themes)), named if held else None

    @cached_property
    def counted_heads_at(self) -> Counter[tuple[str, tuple[int, ...]]]:
        """How many headings tell at their ends that they are one of several, or those."""
        heads = (b.text for b in self.blocks if b.kind in HEADS)
        named = (self.behind_theme(head)[1] for head in heads)
        return Counter((n.rank, n.ordinals) for n in named if n is not None)

    @cached_property
    def listed_things(self) -> frozenset[Span]:
        """Labels called like a measure among names of things: `Salt: 10 g` below `Flour: 500 g`.

        A list that names another measure as well (`Protein: 3 g`) tells what is in one thing.
        """
        found: set[Span] = set()
        for _, lines in groupby(self.blocks, key=lambda block: (block.kind, block.level)):
            plain = (b for b in lines if b.kind in LINES)
            labelled = [(b.label, b.rest) for b in plain if b.label is not None]
            named = {label: fold(self.string(label)) for label, _ in labelled}
            things = {n for n, name in named.items() if self.wording.role(name, ALSO_ITEM)}
            others = [(n, rest) for n, rest in labelled if rest is not None and n not in things]
            measured = [n for n, rest in others if self.quantities(rest)]
            known = any(self.wording.is_measure(named[n]) for n, _ in others)
            if not known and len(measured) >= len(things):
                found |= things
        return frozenset(found)

    @cached_property
    def first_words(self) -> dict[str, int]:
        """Where each word of the response ends for the first time."""
        found: dict[str, int] = {}
        for word in _WORDS.finditer(self.text):
            found.setdefault(word[0], word.end())
        return found

    @cached_property
    def months(self) -> frozenset[str]:
        """The months that labels name; a single `- March – 4 min` is something else."""
        labels = (self.string(b.label or b.text) for b in self.blocks if not b.cells)
        named = (self.wording.month_named(label) for label in labels)
        return frozenset(month.stem for month in named if month is not None)

    @cached_property
    def _counts_minutes(self) -> bool:
        return any(int(found[1]) > _HOURS_OF_DAY for found in COUNT.finditer(self.text))

    def _measured_lines(self) -> Iterator[tuple[Span, Sequence[QuantityMention]]]:
        """Yield the lines and cells that hold amounts."""
        for block in self.blocks:
            for span in block.cells or (block.text,):
                if quantities := self.quantities(span):
                    yield span, quantities

    def string(self, span: Span) -> str:
        """Return the text of a span; the words of a key."""
        if self._keys and (words := self._keys.get(span)) is not None:
            return words
        return self.text[span.start : span.end]

    @cached_property
    def objects(self) -> frozenset[int]:
        """Where the objects of a JSON answer begin, and the names that they go by."""
        opened = [b for b in self.blocks if self.is_json and self.text[b.span.start] == "{"]
        return frozenset(at for b in opened for at in (b.span.start, b.text.start))

    def behind(self) -> Iterator[Block]:
        """Yield the blocks behind the one being read."""
        return (self.blocks[at] for at in range(self.at + 1, len(self.blocks)))

    @property
    def top(self) -> Draft:
        """The container that the next line belongs to."""
        return self.stack[-1]

    def ranked(self) -> Draft | None:
        """Return the innermost container with a rank."""
        return next((d for d in reversed(self.stack) if d.rank), None)

    def section(self) -> str:
        """Return note, claim or definition when inside such a section."""
        for draft in reversed(self.stack):
            if draft.section:
                return draft.section
        return ""

    def open(self, draft: Draft, line: str = "") -> Draft:
        """Begin a container below the innermost one that can hold it.

        With the line that names it, it may go on with the one before.
        """
        while any(d.rank == draft.rank and d.depth >= draft.depth for d in self.stack if d.rank):
            self.stack.pop()
        while len(self.stack) > 1 and not self._holds(self.stack[-1], draft):
            if self._inverted(draft):
                break
            self.stack.pop()
        draft = (line and self._again(draft, line)) or self.top.add(draft)
        self._list_on(draft)
        self._lines[id(draft)] = line
        self.stack.append(draft)
        self.last_item = None
        return draft

    def _list_on(self, draft: Draft) -> None:
        """Let a heading list what the one above it does, or the one before that stands over others.

        `**Ingredients**`, then `**For the dough**` and `**For the filling**` with a list each.
        """
        holder = draft.parent
        if draft.rank or draft.section or holder is None:
            return
        before = holder.parts[-2] if len(holder.parts) > 1 else None
        if holder.lists and (draft.depth >= LIST_DEPTH or not draft.lists):
            draft.lists = holder.lists
        elif before is not None and not draft.lists and before.depth == draft.depth:
            name = " ".join(before.names[:1])
            told = self.wording.rank_below(name, counted=bool(before.ordinal))
            apart = told and before.parts and not draft.label.lower().startswith("for ")
            draft.lists = "" if apart else before.lists
            below = self.blocks[self.at + 1 : self.at + 2]
            said = self.string(below[0].text) if below else ""
            if draft.lists and len(said.split()) > _SENTENCE_WORDS and said.endswith("."):
                draft.lists = self.wording.item_rank  # no ingredient is told in a sentence

    def _holds(self, outer: Draft, inner: Draft) -> bool:
        """Tell whether a container may hold another; a lunch on its own line ends the breakfast."""
        members = self.wording.members
        if outer.section and inner.rank and self._begins_plan(outer, inner):
            return False
        if outer.lists and not inner.rank and min(outer.depth, inner.depth) >= NAMED_DEPTH:
            if inner.lists not in ("", outer.lists):
                return False  # `Method:` behind `**Filling**` of the ingredients
            if not (inner.lists or inner.section) and _groups(outer, inner):
                return True
        beside = outer.rank == inner.rank != "" and inner.depth < LIST_DEPTH
        if beside and not {n for n in outer.names if n in members}.isdisjoint(inner.names):
            return False
        ended = outer.depth > NAMED_DEPTH or (
            outer.parts and any(n in members for n in inner.names)
        )
        if beside and ended and self._stands_beside(outer, inner):
            return False
        if self._ends_list(outer, inner):
            return False
        called = {name for name in outer.names if name in members}
        named = called and any(name in members for name in inner.names)
        other = called.isdisjoint(inner.names) and fold(inner.label) in members
        told = outer.parts or (outer.amounts and LIST_DEPTH <= outer.depth + 1 == inner.depth)
        if called and other and outer.rank == inner.rank and told:
            return False  # `- Lunch: soup` in a list below `### Breakfast`, or behind `- Breakfast: 300 kcal`
        alike = inner.depth == outer.depth == NAMED_DEPTH and not inner.rank and not inner.ordinal
        if alike and outer.rank and not self._goes_on(outer):
            return False
        return not (beside and named) and _holds(outer, inner)

    def _stands_beside(self, outer: Draft, inner: Draft) -> bool:
        """Tell whether a line is written as one that ended before: `Block A`, `3 rounds:`, `Block B`."""
        before = outer.parent.parts if outer.parent is not None else []
        return any(p.rank == inner.rank and p.depth == inner.depth for p in before)

    def _ends_list(self, outer: Draft, inner: Draft) -> bool:
        """Tell whether a line no further in ends one that names things itself, as those before it do.

        `- Monday: Session 1`, `- Friday: Session 2`, then `**Session 1**`, or `- **Session 1**` with a list.
        """
        if outer.depth < LIST_DEPTH or inner.depth > outer.depth or not inner.rank:
            return False
        before = outer.parent.parts[-_NEAR:-1] if outer.parent is not None else []
        listed = [p for p in before if p.rank == outer.rank and p.depth == outer.depth]
        own = all(q.depth > outer.depth for p in listed for q in p.parts)
        return bool(listed) and own and (inner.depth < LIST_DEPTH or bool(outer.whole))

    def heads_one_thing(self) -> bool:
        """Tell whether the innermost container is one of several headings of a thing with its amounts.

        `### 3. Rowing` above `Duration: 10 min`, as `### 2. Squats` before it.
        """
        top = self.top
        before = top.parent.parts[-_NEAR:-1] if top.parent is not None else []
        alike = [p for p in before if p.depth == top.depth and not (p.rank or p.section)]
        told = top.amounts and not (top.rank or top.section or top.parts) and top.depth < LIST_DEPTH
        return bool(told and alike) and all(p.amounts and not p.parts for p in alike)

    def _begins_plan(self, section: Draft, inner: Draft) -> bool:
        """Tell whether a numbered container is no part of an overview, or of a guide, above it.

        So is the first of a rank behind the sentences that a section consists of.
        """
        first = all(part.rank != inner.rank for part in self.plan.parts)
        told = [p for part in section.parts for p in (part, *part.parts)]
        again = any((p.rank, p.ordinal) == (inner.rank, inner.ordinal) for p in told)
        if section.parts:
            guide = section.section == "definition" and first
            return bool(inner.ordinal) and (again or (guide and inner.depth < LIST_DEPTH))
        said = bool(self.lines) and self.lines[-1].role in ("prose", "note")
        return said and first and inner.depth < LIST_DEPTH

    def _goes_on(self, outer: Draft) -> bool:
        """Tell whether a bold line may be a part of the bold one above: right below it, over no advice."""
        below = self.blocks[self.at + 1 : self.at + 2]
        said = self.string(below[0].text).rstrip(" *_") if below else ""
        right = outer.parts or (self.at and self.blocks[self.at - 1].span in outer.spans)
        return bool(right and said) and said[-1] not in ".!?"

    def _again(self, draft: Draft, line: str) -> Draft | None:
        """Return the container just before that goes by the same number: `Day 1 – Lunch` goes on.

        The same line once more is another one.
        """
        last = self.top.parts[-1] if self.top.parts else None
        same = last is not None and (last.rank, last.ordinal, last.weekday, last.date) == (
            draft.rank, draft.ordinal, draft.weekday, draft.date
        )  # fmt: skip
        if last is None or not same or not draft.rank or last.kind is not EntryKind.CONTAINER:
            return None
        if self._lines.get(id(last)) == line:
            return None
        shared = any(part.parts is last.parts for part in self.top.parts[-9:-1])
        month = self.wording.month_named(draft.label)
        other = self.wording.month_named(last.label)
        if month is not None and (other is None or month.stem != other.stem):
            return None
        if shared or not (draft.ordinal or draft.weekday or draft.date or month):
            return None
        last.spans += draft.spans
        last.name(*draft.names)
        last.depth = draft.depth
        return last

    def _inverted(self, draft: Draft) -> bool:
        """Tell whether the innermost container holds larger ones: `Breakfast: Day 1 …`."""
        outer = self.top
        if draft.depth <= outer.depth or not 0 < draft.level < outer.level:
            return False
        below = (part for part in outer.parts if not outer.spans[0].covers(part.span))
        alike = all(part.rank == draft.rank for part in below)
        return alike and all(above.rank != draft.rank for above in self.stack)

    def put(self, item: Draft) -> None:
        """Add an item to the innermost container; lines below may tell more of it."""
        self.last_item = self.top.add(item)

    def close_lists(self, depth: int) -> None:
        """Leave list containers that stand as deep as the next line, or deeper."""
        while len(self.stack) > 1 and self.top.depth >= max(depth, LIST_DEPTH):
            self.stack.pop()

    def leave_notes(self, depth: int) -> None:
        """Leave list items that hold notes alone, at one that stands as deep: it is none of them."""
        while self.top.section == "note" and self.top.depth >= max(depth, LIST_DEPTH):
            self.stack.pop()

    def claim(self, draft: Draft, amounts: Sequence[Amount], words: Span, per: str = "") -> None:
        """Note stated goals or totals that decide nothing while parts exist; what no part has is of all."""
        for amount in amounts:
            before = self.text[max(0, amount.span.start - _BEFORE) : amount.span.start]
            counted = _AT.search(before) is not None  # `three rides at around €4 each`
            if amount.qualifier in EACH and not counted:
                unknown = Interval(amount.value.low, None)  # of who knows how many
                amount = replace(amount, value=unknown)
            whole = self.wording.role(fold(amount.measure), "of the whole")
            self.claims.append(PendingClaim(self.plan if whole else draft, amount, words, per))

    def held(self, holder: Draft) -> Held:
        """Return what a container holds so far, while blocks are read into it."""
        found = self._held.setdefault(id(holder), Held(holder))
        found.take(self.stack)
        return found

    def called(self, name: str) -> Draft | None:
        """Return the container above that goes by a folded name, in the innermost that holds one."""
        found = (self.held(holder).called(name) for holder in reversed(self.stack))
        return next((draft for draft in found if draft is not None), None)

    def doubt(self, draft: Draft, doubt: Doubt) -> None:
        """Note a place that may have been misread; the entry gets its number later."""
        self.doubts.append((draft, doubt))

    def leave(self, span: Span, reason: str) -> None:
        """Note a line that is not used."""
        self.unread.append(Unread(span, reason))

    def per(self, label: str) -> str:
        """Return the rank a stated number is per: `per session`, `daily`, `each day`."""
        words = fold(label).split()
        for before, word in zip(["", *words], words, strict=False):
            if before in ("per", "each", "every", "a") and fold(word) in self.wording.ranks:
                return self.wording.ranks[fold(word)]
            if word in self.wording.rates:
                return self.wording.rates[word]
        return ""


def _groups(outer: Draft, inner: Draft) -> bool:
    """Tell whether a bold heading is one of the groups below a plain one: `You need:`, `**Filling**`."""
    beside = all(part.depth == inner.depth and not part.rank for part in outer.parts)
    return beside and inner.depth < outer.depth


def _holds(outer: Draft, inner: Draft) -> bool:
    """Tell whether a container may hold another: by rank first, then by markup."""
    if outer.rank and inner.rank and outer.level != inner.level:
        return outer.level < inner.level
    if outer.rank and outer.rank == inner.rank and _is_told_apart(outer):
        whole = outer.amounts and not outer.parts  # `## Block 2 (14 min)` above `**Superset**`
        return bool(whole) and outer.depth < inner.depth and not _is_told_apart(inner)
    if outer.section and inner.rank and inner.depth <= outer.depth:
        return False
    if inner.rank and not outer.rank and inner.depth < LIST_DEPTH <= outer.depth:
        return False
    deeper = outer.depth < inner.depth
    return deeper or _is_headed_plainly(outer, inner) or _is_alike_within(outer, inner)


def _is_told_apart(draft: Draft) -> bool:
    """Tell whether a container has a number or a day of its own among those of its rank."""
    return bool(draft.ordinal or draft.weekday or draft.date)


def _is_alike_within(outer: Draft, inner: Draft) -> bool:
    """Tell whether a bold line of a rank holds bold lines, and nothing else: `**Day 1**`, `**1. Soup**`.

    Other headings do so where they are counted: anew below each, or `Chapter 4` below `Week 2`.
    """
    if not outer.rank or inner.rank or outer.depth != inner.depth or outer.section or inner.section:
        return False
    last = outer.parts[-1] if outer.parts else None
    if last is not None and outer.spans[0].covers(last.span):
        last = None  # its title: `Week 1: Garden (30 min)`
    if last is not None and (last.depth != inner.depth or last.rank):
        return False
    counted = inner.ordinal == (last.ordinal if last is not None else 0) + 1
    counted = counted or (inner.depth > NAMED_DEPTH and _COUNTED.match(inner.label) is not None)
    return counted or inner.depth == NAMED_DEPTH


def _is_headed_plainly(outer: Draft, inner: Draft) -> bool:
    """Tell whether bold lines part what a plain line above them heads: `Session 1`, `**Upper**`."""
    plain = bool(outer.rank) and NAMED_DEPTH < outer.depth < LIST_DEPTH and outer.section != "rest"
    first = outer.parts[0].depth if outer.parts else inner.depth
    return plain and not (inner.rank or inner.section) and NAMED_DEPTH == first == inner.depth


def _inside(mentions: Sequence[_M], starts: list[int], span: Span) -> list[_M]:
    low = bisect_left(starts, span.start)
    high = bisect_left(starts, span.end, low)
    if low == high:
        return []
    return [m for m in mentions[low:high] if m.span.end <= span.end]
