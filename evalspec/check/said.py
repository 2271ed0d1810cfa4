"""What is said of each thing itself under a name: its cells, properties, label lines, keys of JSON."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.index import THINGS
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS
from evalspec.document.facts import Entry, EntryKind
from evalspec.document.named_texts import NamedText
from evalspec.vocabulary.fold import fold, words_of_key

_NUMBER = regex(r"[^\w\s]?\d[\d.,]*")


class Said(Record, frozen=True):
    """An attribute of one thing."""

    name: str
    """As the response writes it, folded."""
    span: Span
    """Its text; empty when the place for it is blank."""


def own_fields(run: Run, entry: Entry, names: tuple[str, ...]) -> list[Said]:
    """Return what is said of an entry itself: its cells and properties, and its label lines."""
    found = [Said(header, span) for header, span in entry.fields]
    known = {said.span for said in found}
    owned = [s for s in _owned(run, None).get(entry.id, ()) if s.span not in known]
    return called(run, found + owned, names)


def told_as(run: Run, entries: Iterable[Entry], name: str) -> list[Entry]:
    """Keep things of which a column or a key says that they are of a name: `Labour` below `Type`."""
    seen = run.text.seen
    return [
        entry
        for entry in entries
        if entry.kind in THINGS
        and any(
            fold(said.span.of(seen).strip(" *_")) == name for said in own_fields(run, entry, ())
        )
    ]


@once_a_response
def _owned(run: Run, _: None) -> dict[int, list[Said]]:
    """Return by entry the named texts that stand in it and in nothing below it.

    A line `Owner: Ben` that was read as a thing of its own speaks of what holds it; one that was
    read as an amount (`Hours: 3`) speaks of what has the amount.
    """
    every = (*_of_records(run), *_of_others(run))
    return grouped((owner, said) for one, owner in every for said in said_of(run, (one,)))


def _of_others(run: Run) -> Iterator[tuple[NamedText, int]]:
    """Yield each other named text with the entry that it speaks of."""
    holders = {a.span.start: e.id for e in run.index.entries for a in e.amounts}
    starts = sorted(holders)
    headed = _Headed(run)
    for one, inner in _innermost(run):
        own_label = inner.id != 0 and inner.span.start == one.name.start
        owner = max(inner.parent, 0) if own_label else inner.id
        if not own_label and (inner.id == 0 or inner.parts):
            first = bisect_left(starts, one.text.start)
            inside = starts[first : bisect_left(starts, one.text.end)]
            owner = holders[inside[0]] if len(inside) == 1 else owner
        yield one, owner or headed.holder(one.text.start)


class _Headed:
    """The things and containers that a heading, or a line in bold, begins."""

    def __init__(self, run: Run) -> None:
        self.heads = [b.span for b in run.text.blocks if b.kind in HEADS]
        begins = {
            e.span.start: e.id
            for e in reversed(run.index.entries[1:])
            if e.kind is EntryKind.CONTAINER or e.kind in THINGS
        }
        starts = sorted(begins)
        firsts = [bisect_left(starts, head.start) for head in self.heads]
        self.owners = [
            begins[starts[n]] if n < len(starts) and starts[n] < head.end else 0
            for n, head in zip(firsts, self.heads, strict=True)
        ]

    def holder(self, at: int) -> int:
        """Return the one that a line stands under, which is no part of it; else the plan."""
        before = bisect_left(self.heads, Span(at, 0))
        return self.owners[before - 1] if before else 0


def _of_records(run: Run) -> Iterator[tuple[NamedText, int]]:
    """Yield each key of a JSON answer with the entry that its object is; one of no entry is left out."""
    texts = [(one, one.record) for one in run.text.named_texts if one.record is not None]
    around = _around({record for _, record in texts})
    starts = list(around)
    named = {one.name.start: one.text for one, _ in texts}
    tops: dict[Span, list[int]] = {}
    for entry in run.index.entries[1:]:
        at = entry.span.start
        place = named.get(at)
        if place not in around:
            before = bisect_left(starts, Span(at + 1, 0))
            place = starts[before - 1] if before else None
            while place is not None and place.end <= at:
                place = around[place]
        if place is not None:
            known = tops.setdefault(place, [])
            if not any(above in known for above in run.index.ancestors(entry.id)):
                known.append(entry.id)
    for one, record in texts:
        owners = [0] if around[record] is None else tops.get(record, ())
        if len(owners) == 1:
            yield one, owners[0]


def _around(records: set[Span]) -> dict[Span, Span | None]:
    """Return JSON objects in their order, each with the one around it."""
    around: dict[Span, Span | None] = {}
    last: Span | None = None
    for record in sorted(records):
        while last is not None and last.end <= record.start:
            last = around[last]
        around[record] = last
        last = record
    return around


def _innermost(run: Run) -> Iterator[tuple[NamedText, Entry]]:
    """Yield each named text with the smallest entry that it stands in."""
    entries = run.index.entries
    places = sorted((s.start, -s.end, e.id) for e in entries[1:] for s in e.spans)
    open_places: list[tuple[int, int]] = []
    number = 0
    for one in run.text.named_texts:
        if one.record is not None:
            continue
        while number < len(places) and places[number][0] <= one.text.start:
            open_places.append((-places[number][1], places[number][2]))
            number += 1
        while open_places and open_places[-1][0] < one.text.end:
            open_places.pop()
        holding = next((e for end, e in reversed(open_places) if end >= one.text.end), 0)
        yield one, entries[holding]


def said_of(run: Run, texts: Iterable[NamedText]) -> list[Said]:
    """Return named texts as what is said, by their folded names."""
    return [Said(fold(one.name.of(run.text.seen)), one.text) for one in texts]


def said_inside(run: Run, names: tuple[str, ...], bounds: Iterable[Span]) -> list[Said]:
    """Return what is said under some names within some places."""
    return called(run, said_of(run, run.text.named_within(bounds)), names)


def called(run: Run, found: list[Said], names: tuple[str, ...]) -> list[Said]:
    """Keep the attributes of a name: called so, else with the name in what they are called.

    A number of what is a unit is of something else there: `valid_for_days: 30` is no `days`.
    """
    if not names:
        return found
    folded = [word for name in names for word in (fold(name), fold(words_of_key(name)))]
    exact = [said for said in found if said.name in folded]
    if exact:
        return exact
    units, seen = run.words.lexicon.units, run.text.seen
    worded = [name for name in folded if name not in units]
    known = [(s, worded if _NUMBER.fullmatch(s.span.of(seen)) else folded) for s in found]
    return [s for s, words in known if any(f" {name} " in f" {s.name} " for name in words)]
