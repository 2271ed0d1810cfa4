"""What is called by a name: by its own, in a heading, or as a line below the plural of it."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_away
from evalspec.check.filters.names import is_headed, is_titled
from evalspec.check.index import HIDDEN, Index
from evalspec.check.said import told_as
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Scope
from evalspec.vocabulary.fold import announces, denies, fold, mentions, plain_words, says, stem

_ROW = 1
"""How `Index.mark` tells the row of a table."""


def deepest(index: Index, entries: list[Entry]) -> list[Entry]:
    """Drop containers that hold other ones of the same list."""
    holding = {a for e in entries for a in index.ancestors(e.id)}
    return [e for e in entries if e.id not in holding]


def not_twice(index: Index, entries: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Part what has a name from headings of the same name around it, which may be meant instead.

    A heading above nothing but what has its name adds nothing; nor does what a line says besides of
    the thing that it names.
    """
    chosen = {e.id: e for e in entries}
    above = {e.id: chosen.keys() & set(index.ancestors(e.id)) for e in entries}
    own = [e for e in entries if all(chosen[a].span != e.span for a in above[e.id])]
    holding = {a for e in own for a in above[e.id]}
    around = [e for e in own if e.id in holding and e.kind is EntryKind.CONTAINER]
    headed = {e.id for e in around}
    inner = [e for e in own if e.id not in headed]
    named = {e.id for e in inner}
    named.update(number for e in inner for number in index.walk(e.id))

    def adds(holder: Entry) -> bool:
        below = [number for number in index.walk(holder.id) if not index.parts[number]]
        return bool(holder.amounts) or not named.issuperset(below)

    return inner, [e for e in around if adds(e)]


def labelled(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    """Return what is called so: by its own name, in a heading, by a title; else what begins so."""
    index = run.index
    folded = fold(scope.name)
    below = [
        e
        for e in index.below(entry)
        if e.kind != EntryKind.DEFINITION and not is_away(run, e, folded)
    ]
    rests = folded in run.words.resting
    exact = [e for e in below if folded in e.names or (rests and e.kind is EntryKind.REST)]
    holding = [
        e for e in below if says(e.label, folded) and not denies(e.label, folded, run.words.denying)
    ]
    headed = [e for e in holding if is_headed(run, e.label, folded)]
    found = exact or told_as(run, below, folded)
    found = found or _announced(run, headed, folded) or headed or holding
    found = found or [e for e in below if is_titled(run, e, folded)]
    things = (e for e in below if run.words.step not in e.ranks)
    found = found or [e for e in things if _begins_so(e.label, folded)]
    others = [e for e in found if not mentions(e.label, scope.name, run.words.mentioning)]
    # `Drive to the museum` may be all that a plan says of it; `After the workshop` is another part
    found = others or [e for e in found if e.kind is not EntryKind.CONTAINER]
    found = _without_borrowers(index, found, folded)
    inner = {e.id for e in deepest(index, found)}
    wider = [e for e in found if scope.name.lower() == e.label.lower() and _misses(index, e, found)]
    within = {p for e in wider for p in index.walk(e.id)}
    found = [e for e in found if e.id in inner or not is_plural(e) or e in wider]
    heads = {e.id for e in found if e.id in within or _heads_others(index, e, folded)}
    found = [e for e in found if e.id not in heads] or found
    if scope.name.lower() != folded:
        return found
    return [member for entry in found for member in _introduced(index, entry, folded)]


def _announced(run: Run, headed: list[Entry], folded: str) -> list[Entry]:
    """Return what is called by a name with the lines of lists that are led by its plural.

    `we will follow these steps` leads to as many steps as there are lines, unless some are called so.
    """
    index, found = run.index, []
    above = {number for entry in headed for number in index.ancestors(entry.id)}
    for entry in headed:
        parts = index.held(entry)
        marks = {index.mark(part.id) for part in parts}
        listed = len(marks) == 1 and not marks & {0, _ROW} and entry.kind is EntryKind.CONTAINER
        leads = listed and announces(entry.label, folded, run.words.generic)
        found += parts if leads and entry.id not in above else [entry]
    return found


def _begins_so(label: str, folded: str) -> bool:
    """Tell whether a label begins with a name in another form: `Drive: 2 h` for driving."""
    size = folded.count(" ") + 1
    *first, last = plain_words(label).split()[:size] or [""]
    told = [*first, last]
    return (
        len(told) == size and last.isalpha() and [*map(stem, told)] == [*map(stem, folded.split())]
    )


def _heads_others(index: Index, entry: Entry, folded: str) -> bool:
    """Tell whether a heading that holds nothing ends in the plural of a name: `Weeks & Chapters`."""
    held = entry.kind is not EntryKind.CONTAINER or index.parts[entry.id]
    return not held and is_plural(entry, folded)


def _without_borrowers(index: Index, found: list[Entry], folded: str) -> list[Entry]:
    """Leave out what only goes by the name of the list that holds it and others: a bare `Noon: 15 min`."""
    chosen = {e.id for e in found}
    mixed = {n for n in chosen if any(part not in chosen for part in index.parts[n])}
    return [e for e in found if e.parent not in mixed or says(e.label, folded)]


def _misses(index: Index, entry: Entry, found: list[Entry]) -> bool:
    """Tell whether a list has parts that go by other names, besides one called as the list is: `blocks`."""
    parts = index.held(entry)
    held = [p for p in parts if p.kind is EntryKind.CONTAINER]
    return is_plural(entry) and bool(held) and not all(p in found for p in held)


def is_plural(entry: Entry, folded: str = "") -> bool:
    """Tell whether a label ends in the plural, that of a name if one is given: `hives` are no hive."""
    words = entry.label.replace("_", " ")  # keys of JSON
    last = words.rstrip(" :.*").rpartition(" ")[2].lower()
    same = not folded or fold(entry.label).rpartition(" ")[2] == folded.rpartition(" ")[2]
    return last != fold(last) and same


def leads_to(index: Index, entry: Entry, folded: str) -> bool:
    """Tell whether a heading in the plural of a name holds lines that no part was made of."""
    plural = is_plural(entry, folded)
    return plural and not index.parts[entry.id] and index.sets_aside(entry)


def _introduced(index: Index, entry: Entry, folded: str) -> list[Entry]:
    """Return what a label in the plural introduces: a step is one of `these steps:`, not all."""
    parts = index.held(entry) if is_plural(entry, folded) else []
    return [part for part in parts if part.kind not in HIDDEN] or [entry]
