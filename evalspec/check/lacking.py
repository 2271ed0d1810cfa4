"""What it means that no entry is of the kind of a scope: none, one that is its own, or unknown."""

from __future__ import annotations

from evalspec.check import attributes
from evalspec.check.entries import piece_of
from evalspec.check.evaluation import Run
from evalspec.check.filters.apply import apply
from evalspec.check.filters.dates import is_all
from evalspec.check.index import HIDDEN, THINGS, label_words
from evalspec.check.value import Found, Piece
from evalspec.core.regex import regex
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Named, OnDate, Ordinal, Scope
from evalspec.vocabulary.fold import fold, says

_NUMBERED = regex(r"(?:[^\W\d_]+['’\w-]* ){0,4}?([^\W\d_]+) #?\d{1,2}\b")
_FEWEST = 2
"""Parts that are told apart."""


def lacking(run: Run, scope: Scope, holder: Piece, counting: bool) -> Found:
    """Say what it means that no entry is of this kind; a day that is a session is its own."""
    entry = holder.entry
    if scope.kind == "rank" and entry is not None and scope.name in entry.ranks:
        return apply(run, scope, Found((holder,)))
    if entry is not None and entry.kind is EntryKind.REST and entry.rank:
        return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name or scope.kind, known=True)
    if entry is not None and (run.index.sets_aside(entry) or _told_whole(run, scope, entry)):
        return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name or scope.kind)
    rank = run.words.lexicon.ranks.get(scope.name) if scope.kind == "rank" else None
    if rank is not None and "date" in rank.calendar and entry and scope.name not in run.index.ranks:
        days = attributes.days_of_things(run, scope.name, entry)
        if days:
            return apply(run, scope, Found(tuple(piece_of(run, day, holder) for day in days)))
    stands_in = rank is not None and rank.implicit and not counting
    stands_in = stands_in and (entry is None or not _parted(run, entry, scope))
    picked = any(isinstance(wanted, (Named, Ordinal)) for wanted in scope.filters)
    if stands_in and not picked and scope.name not in run.index.ranks:
        found = apply(run, scope, Found((holder,)))
        dated = [wanted for wanted in scope.filters if isinstance(wanted, OnDate)]
        if found.pieces or not dated:
            return found
        if dated == [*scope.filters] and all(is_all(run, wanted) for wanted in dated):
            return Found((holder,))
    around = _around(run, scope, entry) if entry is not None else None
    if around is not None:
        return apply(run, scope, Found((piece_of(run, around, None),)))
    if scope.kind == "label":
        known = fold(scope.name) in run.words.members and run.index.has_items
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
    if scope.kind == "category":
        holding = _holding(run, holder, scope)
        if holding:
            return apply(run, scope, Found((), holding, Reason.NAME_NOT_FOUND, scope.name))
        known = scope.name in run.words.lexicon.categories and run.index.has_items
        family = run.words.family(scope.name)
        below = {*run.index.walk(entry.id), entry.id} if entry is not None else frozenset()
        known = known and run.index.telling(family).keys().isdisjoint(below)
        known = known and not run.index.titled(family) and not run.index.speaks_of(family)
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
    known = scope.name in run.index.ranks or (
        scope.kind in ("item", "block") and run.index.has_items
    )
    return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name or scope.kind, known=known)


def _parted(run: Run, entry: Entry, scope: Scope) -> bool:
    """Tell whether a container holds nothing but parts that are alike, each of which may be meant.

    `Circuit A`, `Circuit B` and nothing else may be two sessions or one, as may `Trip 1`, `Trip 2` and
    `HIIT`, `Endurance`; `Part 1`, `Part 2` or a warm-up and a main set are one. A day or a week may only be
    what is told apart by numbers and letters.
    """
    parts = run.index.held(entry)
    while len(parts) == 1 and parts[0].kind is EntryKind.CONTAINER and not parts[0].rank:
        parts = run.index.held(parts[0])  # led to by a line
    if len(parts) < _FEWEST:
        return False
    lexicon = run.words.lexicon
    pieces = {"", *lexicon.roles.get("piece", ()), *run.words.members}
    alike = all(p.kind is EntryKind.CONTAINER and p.rank == parts[0].rank for p in parts)
    held = all(run.index.parts[p.id] for p in parts)
    counted = [_NUMBERED.match(p.label) for p in parts]
    heads = {fold(m[1]) if m else fold(p.label) for m, p in zip(counted, parts, strict=True)}
    if not lexicon.ranks[scope.name].stands_for:
        words = [fold(p.label).split() for p in parts]
        shared = ({name[end] if len(name) == 2 else "" for name in words} for end in (0, 1))
        told = (len(each) == 1 and each.isdisjoint(pieces) for each in (heads, *shared))
        return alike and not parts[0].rank and any(told)
    return alike and held and heads.isdisjoint(pieces)


def _told_whole(run: Run, scope: Scope, entry: Entry) -> bool:
    """Tell whether nothing says what is in a thing: it is an item itself, or only its amounts are told.

    `| 12 | 8 h |` below `Week`; nobody knows the items of `Ada`, who is one.
    """
    asked = scope.kind in ("item", "block") or scope.name in run.words.item_ranks
    single = entry.kind in THINGS
    amounts = any(amount.value.low != 0 for amount in entry.amounts)
    told = amounts and entry.kind is not EntryKind.PLAN and not run.index.parts[entry.id]
    return asked and (single or told)


def _around(run: Run, scope: Scope, entry: Entry) -> Entry | None:
    """Return what of a rank has a thing in it: the shift of a person is the one that lists them."""
    above = run.index.above(entry) if scope.kind == "rank" else ()
    return next((e for e in above if scope.name in e.ranks), None)


def _holding(run: Run, holder: Piece, scope: Scope) -> tuple[Piece, ...]:
    """Return what may be of a category: its label holds the name or begins with its kind."""
    if holder.entry is None:
        return ()
    name, index = fold(scope.name), run.index
    wider = run.words.wider(name)
    below = [e for e in index.below(holder.entry) if e.kind not in HIDDEN]
    kind = run.words.family(scope.name)
    holding = [e for e in below if says(e.label, name) or run.words.begins(label_words(e), kind)]
    return tuple(
        piece_of(run, e, holder) for e in holding or below if holding or index.matches(e, wider)
    )
