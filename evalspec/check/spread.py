"""Which entries below another one decide a measure: those that carry it at the deepest place."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.index import THINGS
from evalspec.check.leaves import Key
from evalspec.check.schedule import times
from evalspec.core.record import Record
from evalspec.document.facts import Entry, EntryKind


class Spread(Record, frozen=True):
    """Which entries below another one decide a measure."""

    deepest: tuple[int, ...]
    """Those that carry it at the deepest place."""
    missing: tuple[int, ...]
    """Those beside them that do not carry it."""
    inner: tuple[int, ...]
    """Those passed on the way down."""
    aside: tuple[int, ...]
    """Rest between items that does not count, and what is said again of a total."""


def spread(run: Run, entry: Entry, key: Key) -> Spread:
    """Find the deepest entries that carry a measure."""
    index, timed = run.index, key.timed
    carrying, above = index.carriers((key.all_names, timed))
    deepest: list[int] = []
    missing: list[int] = []
    inner: list[int] = []
    aside: list[int] = []
    if entry.id not in above or (timed and _by_the_clock(run, entry)):
        return Spread((entry.id,) if entry.id in carrying else (), (), (), ())
    stack = _listed(run, entry.id, carrying, above)
    while stack:
        part, expected = stack.pop()
        kind = index.entries[part].kind
        if kind == EntryKind.DEFINITION or kind == EntryKind.MARKER:
            continue
        if part in above and not (timed and _by_the_clock(run, index.entries[part])):
            inner.append(part)
            stack += _listed(run, part, carrying, above)
        elif kind == EntryKind.REST:
            if part in carrying:
                counts = not timed or run.switch("rest_counts_time") == "true"
                (deepest if counts else aside).append(part)
        elif part in index.said_again and entry.id not in index.said_again:
            aside.append(part)
        elif part in carrying:
            deepest.append(part)
        elif expected and (kind in THINGS or index.entries[part].rank):
            missing.append(part)
    return Spread(tuple(deepest), tuple(missing), tuple(inner), tuple(aside))


def _listed(
    run: Run, holder: int, carrying: frozenset[int], above: frozenset[int]
) -> list[tuple[int, bool]]:
    """List the parts of an entry, the last first, and whether each is to carry the measure too.

    It is not where it is listed in another way than all that do: bullets of advice below a
    table of prices.
    """
    index = run.index
    parts = index.parts[holder]
    measured = (p for p in parts if p in above or (p in carrying and p not in index.unlisted))
    marks = {index.mark(part) for part in measured}
    return [(part, not (m := index.mark(part)) or m in marks) for part in reversed(parts)]


def _by_the_clock(run: Run, entry: Entry) -> bool:
    """Tell whether a piece of a schedule gives its own length, so that its parts do not add up to it."""
    scheduled = entry.kind == EntryKind.BLOCK and "block" in run.words.item_ranks
    return scheduled and times(run, entry).stretch is not None
