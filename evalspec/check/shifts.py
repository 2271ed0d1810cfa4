"""Shifts of a roster: the lines that tell who is there from when to when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.index import THINGS
from evalspec.check.persons import JOINED, PERSON
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Entry, EntryKind
from evalspec.document.plain import trim
from evalspec.vocabulary.fold import fold

_JOINED = regex(rf"\s*<br\s*/?>\s*|{JOINED.pattern}|\s*\n[\s*•-]*")
"""Between names on one line, or on lines of their own."""
_PLAIN = ("", "item", "block")
"""Ranks that say nothing of what a thing is."""
_BEHIND = regex(r"[\s*_)\]]*[:|=–—-]+[\s*_]*")
"""Between a shift and who has it."""


def shifts_of(run: Run, entries: list[Entry]) -> list[tuple[Entry, Span]]:
    """Return what of a roster stands in some entries, by who has it."""
    everyone = _roster(run, None)
    below = {entry.id for entry in entries}
    found = [shift for shift in everyone if shift[0] in below]
    found = found or ([] if everyone else list(_shifts(run, entries)))
    return [(shift, who) for _, shift, who in found]


def somebody(run: Run, entry: Entry) -> str:
    """Return who it is that a thing says to be there; empty for what is done, or where."""
    said = [span for name, span in entry.fields if name in run.words.persons]
    several = sum(name == "person" for name, _ in entry.fields) > 1  # who is at each post
    return fold(entry.label) if entry.span in said and not several else ""


@once_a_response
def _roster(run: Run, _: None) -> list[tuple[int, Entry, Span]]:
    return list(_shifts(run, run.index.entries[1:]))


def _shifts(run: Run, below: Sequence[Entry]) -> Iterator[tuple[int, Entry, Span]]:
    """Yield the lines of a roster that says no more of each than a name, its shifts, and who has them.

    Every label is a name that no category knows, and some name comes again: `Ben 9–13`, a column
    for each person, names below hours.
    """
    known = {word for c in run.words.lexicon.categories.values() for word in (c.name, *c.words)}
    placed = [e for e in below if e.starts]
    days = _on_days(run, below)
    timeless = _timeless(run, below, placed or days)
    leaves = [e for e in below if not e.parts and e.kind in THINGS]
    leaves = [e for e in leaves if timeless.isdisjoint(run.index.ancestors(e.id))]
    shifts: list[tuple[int, Entry, Span]] = []
    for leaf in leaves:
        last = fold(leaf.label).rpartition(" ")[2]
        if leaf.amounts and last in known and len(run.index.parts[leaf.parent]) > 1:
            continue  # an unpaid break of a shift
        above = run.index.above(leaf)
        shift = leaf if leaf.starts else next((e for e in above if e.starts), None)
        shift = shift or (leaf if leaf in days else None)
        who = list(_who(run, leaf))
        texts = [span.of(run.text.seen) for span in who]
        if shift is None or not who or any(fold(text) in known for text in texts):
            return
        if not all(map(PERSON.fullmatch, texts)):
            return
        shifts += [(leaf.id, shift, span) for span in who]
    if len({fold(span.of(run.text.seen)) for *_, span in shifts}) < len(shifts):
        yield from shifts


def _on_days(run: Run, below: Sequence[Entry]) -> list[Entry]:
    """Return the things of days or weeks, of which no time is told: `| Mon | Ann | Bo |`."""
    ranks = run.words.lexicon.ranks
    days = {e.id for e in run.index.entries if e.rank in ranks and ranks[e.rank].calendar}
    leaves = (e for e in below if not e.parts and e.kind in THINGS)
    plain = (e for e in leaves if e.rank in _PLAIN)  # foods are nobody
    return [e for e in plain if not days.isdisjoint(run.index.ancestors(e.id))]


def _timeless(run: Run, below: Sequence[Entry], placed: Sequence[Entry]) -> set[int]:
    """Return the sections beside a roster that tell no time: what it comes to, a check of it.

    What stands on a day beside its shifts is one of them, whose time is not told.
    """
    around = {a for entry in placed for a in (entry.id, *run.index.ancestors(entry.id)) if a}
    every = (run.index.entries[a] for a in around)
    days = {e.id for e in every if e.kind is EntryKind.CONTAINER and e.rank}
    days -= {a for day in days for a in run.index.ancestors(day)}  # weeks
    sections = [e for e in below if e.kind is EntryKind.CONTAINER and not e.rank]
    sections = [e for e in sections if days.isdisjoint(run.index.ancestors(e.id))]
    return {e.id for e in sections if e.id not in around} if placed else set()


def _who(run: Run, leaf: Entry) -> Iterator[Span]:
    """Yield where a shift says whose it is: by its label, or behind one that is only called `Early`."""
    behind = leaf.span
    label, shifts = fold(leaf.label), set(run.words.lexicon.roles.get("shift", ()))
    coded = (name.partition(" (")[0] for name in leaf.names if name.endswith(f" ({label}"))
    if any(set(name.split()) <= shifts for name in (label, *coded)):
        line, cells = leaf.spans[0], leaf.spans[1:2]
        ends = [t.span.end for t in (*leaf.starts, *leaf.ends) if line.covers(t.span)]
        joint = _BEHIND.match(run.text.seen, max((leaf.span.end, *ends)), line.end)
        behind = cells[0] if cells else Span(joint.end() if joint else line.end, line.end)
    elif leaf.span.of(run.text.seen) != leaf.label and leaf.spans[-1].start == leaf.span.start:
        behind = leaf.spans[-1]  # names on lines of their own below a time
    at = behind.start
    for joint in (*_JOINED.finditer(run.text.seen, behind.start, behind.end), None):
        piece = trim(run.text.seen, at, joint.start() if joint is not None else behind.end)
        if piece.start < piece.end:
            yield piece
        at = joint.end() if joint is not None else at
