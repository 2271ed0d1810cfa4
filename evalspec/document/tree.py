"""Entries under construction: the outline as it grows, and its finished form."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from evalspec.core.span import Span
from evalspec.core.times import CalendarDate
from evalspec.document.facts import Amount, Entry, EntryKind, Origin, TimePoint


class Draft:
    """An entry while its parts are still being read."""

    __slots__ = (
        "amounts", "choice", "compound", "date", "depth", "ends", "fields", "heads", "id", "kind", "label",
        "level", "lists", "measured", "names", "optional", "ordinal", "parent", "parts", "rank", "ranks",
        "section", "span", "spans", "starts", "titled", "until", "weekday", "whole", "without",
    )  # fmt: skip

    def __init__(
        self, kind: EntryKind, label: str, span: Span, *, rank: str = "", depth: int = 0
    ) -> None:
        self.id = -1
        self.kind = kind
        self.label = label
        self.span = span
        self.rank = rank
        self.ranks: list[str] = [rank] if rank else []
        self.level = 0
        """Level of its rank; 0 when it has none."""
        self.depth = depth
        """How deep its markup stands: headings 1-6, bold lines 7, labels 8, lists from 10."""
        self.section = ""
        """note, claim, total or definition for sections that hold no parts; breakdown for parts by kind."""
        self.lists = ""
        """Item rank of the lines below, where a heading tells it: steps, below `Directions`."""
        self.names: list[str] = []
        self.titled = 0
        """Where its number or day ends and a title follows in its label; 0 when none does."""
        self.spans: list[Span] = [span]
        self.parent: Draft | None = None
        self.parts: list[Draft] = []
        self.amounts: list[Amount] = []
        self.ordinal = 0
        self.weekday = 0
        self.date: CalendarDate | None = None
        self.until: CalendarDate | None = None
        self.starts: list[TimePoint] = []
        self.ends: list[TimePoint] = []
        self.compound: tuple[str, ...] = ()
        self.heads = 0
        self.fields: list[tuple[str, Span]] = []
        self.optional = False
        self.without: list[str] = []
        """Measures and headers of which its row says that there is none."""
        self.choice = 0
        """Number of the choice it is an option of; 0 when none."""
        self.whole = False
        """All of it stands on its own line or row, so that line is not to be taken apart."""
        self.measured = False
        """Lines below give its amounts."""

    def add(self, part: Draft) -> Draft:
        """Hold a part."""
        self.parts.append(part)
        if part.parent is None:
            part.parent = self
        return part

    def move(self, part: Draft) -> None:
        """Hold a part that another one held."""
        part.parent = None
        self.add(part)

    def state(self, amounts: Iterable[Amount], *spans: Span) -> None:
        """Have amounts as stated totals, which some lines tell."""
        self.amounts += [replace(amount, origin=Origin.STATED) for amount in amounts]
        self.spans += spans

    def take_rank(self, rank: str, level: int) -> None:
        """Be one of a rank, and of no other."""
        self.rank, self.ranks, self.level = rank, [rank], level

    def name(self, *names: str) -> None:
        """Add folded names it can be looked up by."""
        for name in names:
            if name and name not in self.names:
                self.names.append(name)


def carried(drafts: Iterable[Draft]) -> set[str]:
    """Return the measures that things carry themselves."""
    return {a.measure for d in drafts for a in d.amounts if a.origin is Origin.ITEM}


def only_lasts(draft: Draft) -> bool:
    """Tell whether all that is told of a thing is how long it lasts, and no time of day."""
    told = [(a.unit.dimension, a.qualifier) for a in draft.amounts]
    return told == [("time", "")] and not draft.starts


def finished(plan: Draft) -> tuple[Entry, ...]:
    """Number the drafts in order of the response and freeze them."""
    order: list[Draft] = []
    stack: list[tuple[Draft, Draft | None]] = [(plan, None)]
    while stack:
        draft, holder = stack.pop()
        if draft.id >= 0:
            continue
        draft.id = len(order)
        draft.parent = holder
        order.append(draft)
        stack.extend((part, draft) for part in reversed(draft.parts))
    for draft in order:
        draft.parts.sort(key=lambda part: part.id)
    entries = tuple(_frozen(draft) for draft in order)
    for draft in order:  # what nothing holds in a circle needs no search for garbage
        draft.parent, draft.parts = None, []
    return entries


def _frozen(draft: Draft) -> Entry:
    return Entry(
        id=draft.id,
        kind=draft.kind,
        rank=draft.rank,
        ranks=tuple(dict.fromkeys(draft.ranks)),
        label=draft.label,
        span=draft.span,
        names=tuple(draft.names),
        spans=tuple(draft.spans),
        parent=-1 if draft.parent is None else draft.parent.id,
        parts=tuple(part.id for part in draft.parts),
        amounts=tuple(draft.amounts),
        ordinal=draft.ordinal,
        weekday=draft.weekday,
        date=draft.date,
        until=draft.until,
        starts=tuple(draft.starts),
        ends=tuple(draft.ends),
        compound=draft.compound,
        heads=draft.heads,
        fields=tuple(draft.fields),
        optional=draft.optional,
        without=tuple(dict.fromkeys(draft.without)),
        choice=draft.choice,
    )
