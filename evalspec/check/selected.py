"""Entries of each kind of scope: those of a rank, items, blocks, of a category, called by a name."""

from __future__ import annotations

from collections.abc import Callable

from evalspec.check.evaluation import Run
from evalspec.check.index import HIDDEN, THINGS, Index
from evalspec.check.labelled import deepest, is_plural, labelled
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Named, Scope
from evalspec.vocabulary.fold import fold

Select = Callable[[Run, Entry, Scope], list[Entry]]


def _rank(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    rank = run.words.lexicon.ranks[scope.name]
    if rank.plan:
        return [run.index.entries[0]]
    if rank.item and scope.name not in run.index.ranks:
        told = scope.name in run.words.headed and run.words.headed & run.index.ranks
        usual = {r.name for r in run.words.lexicon.ranks.values() if r.default} & run.index.ranks
        apart = told or usual  # ingredients are no steps, stops no drives
        return [] if apart else items(run, entry)
    below = run.index.below(entry)
    found = [e for e in below if scope.name in e.ranks and e.kind not in HIDDEN]
    resting = [e for e in below if e.kind == EntryKind.REST]
    if rank.item:
        resting = [e for e in resting if not e.parts]
    else:
        resting = [e for e in resting if scope.name in e.ranks]
    if resting and (not rank.item or run.switch("rest_is_item") == "true"):
        found = sorted([*found, *resting], key=lambda e: e.span.start)
    if any(isinstance(f, Named) for f in scope.filters):
        return found
    # beside a list called `Stops`, what stands in none is no stop
    holders = (e for e in below if e.kind is EntryKind.CONTAINER and not e.rank and e.parts)
    lists = filter(is_plural, holders)
    beside = {e.parent for e in lists if fold(e.label) == scope.name}
    return [e for e in found if e.parent not in beside]


def items(run: Run, entry: Entry) -> list[Entry]:
    """Return the smallest parts that are things of their own, by rank or else by kind."""
    index = run.index
    ranks = run.words.item_ranks
    below = index.below(entry)
    ranked = [e for e in below if e.kind not in HIDDEN and any(r in ranks for r in e.ranks)]
    chosen = ranked or [
        e
        for e in below
        if e.kind in THINGS
        and (e.parent in (-1, entry.id) or index.entries[e.parent].kind != EntryKind.ITEM)
    ]
    resting = [e for e in below if e.kind == EntryKind.REST and not e.parts]
    if resting and run.switch("rest_is_item") == "true":
        chosen = sorted([*chosen, *resting], key=lambda e: e.span.start)
    return chosen


def _blocks(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    """Return pieces of a schedule; what has no length or time only when it is asked for by name."""
    index = run.index
    below = index.below(entry)
    blocks = [e for e in below if e.kind == EntryKind.BLOCK or "block" in e.ranks]
    blocks = [e for e in blocks if e.kind not in HIDDEN and not _is_inner(index, e)]
    if scope.names:
        inner = [e for e in below if e.kind not in HIDDEN and _is_inner(index, e)]
        blocks = sorted([*blocks, *inner], key=lambda e: e.id) if inner else blocks
        others = [e for e in below if e.kind in (EntryKind.MARKER, EntryKind.ITEM)]
        family = run.words.families_of(scope.names)
        if others and not any(index.matches(e, family) for e in blocks):
            known = {e.id for e in blocks}
            return sorted([*blocks, *(e for e in others if e.id not in known)], key=lambda e: e.id)
    return blocks


def _is_inner(index: Index, entry: Entry) -> bool:
    """Tell whether an entry stands in the line of a block: no block, but found by its kind."""
    within = entry.parent >= 0 and index.entries[entry.parent].kind == EntryKind.BLOCK
    return within and entry.rank == "item"


def _category(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    index = run.index
    below = [entry] if entry.kind == EntryKind.REST else []  # a day of rest holds its rest
    below += index.below(entry)
    visible = [e for e in below if e.kind != EntryKind.DEFINITION]
    found = of_category(run, visible, scope.name)
    lasting = [e for e in found if e.kind != EntryKind.MARKER]
    inner = {e.id for e in deepest(index, lasting)}
    # a block lasts from its start to its end, whatever of its kind stands in it
    kept = [e for e in lasting if e.id in inner or (e.kind is EntryKind.BLOCK and e.starts)]
    return kept or found


def of_category(run: Run, entries: list[Entry], name: str) -> list[Entry]:
    """Keep the entries of a category of the lexicon."""
    families = run.words.family(name)
    rests = not run.words.resting.isdisjoint(families)
    ranked = run.words.lexicon.categories[name].rank if name in run.words.lexicon.categories else ""
    # `Warm-up jog` is an exercise, and of the kind that a part of a session is called by
    parted = frozenset() if ranked else run.words.members & families
    kept = [
        e
        for e in entries
        if run.index.matches(e, families)
        or (rests and e.kind == EntryKind.REST)
        or (
            parted and e.kind is EntryKind.ITEM and "".join(e.names[:1]).partition(" ")[0] in parted
        )
    ]
    for switch, debated in run.words.debated:
        among = debated < families and any(run.index.matches(e, debated) for e in kept)
        if among and run.switch(switch) == "false":
            kept = [e for e in kept if not run.index.matches(e, debated)]
    return kept


SELECT: dict[str, Select] = {
    "rank": _rank,
    "entry": lambda run, entry, scope: [e for e in run.index.below(entry) if e.kind not in HIDDEN],
    "item": lambda run, entry, scope: items(run, entry),
    "block": _blocks,
    "category": _category,
    "label": labelled,
}
"""How each kind of scope finds its entries below another entry."""
