"""Filters by name, category and heading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import msgspec

from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.index import label_words
from evalspec.check.value import Piece
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, plain_words, says, stems


def known_name(run: Run, name: str) -> bool:
    """Tell whether a name is one of the lexicon or of the response."""
    folded = fold(name)
    return folded in run.words.category_of or folded in run.words.members or run.index.has(folded)


def named(run: Run, wanted: ir.Named, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what goes by a name: its own or its category's, else what holds the words.

    A name of the lexicon that only stands inside a label, a label that begins with a word of
    its kind (`Meditate` for meditation), or one that only shares a category with the name
    (`supper` and a `dinner`), may be meant or not.
    """
    folded = [fold(name) for name in wanted.names]
    words = run.words
    resting = not words.resting.isdisjoint(folded)
    own = [_has_name(p, folded) or (resting and _is_rest(p)) for p in pieces]
    found = list(compress(pieces, own))
    family = frozenset().union(*(words.family_named(name) for name in folded))
    if family:
        found = [
            p for p, is_own in zip(pieces, own, strict=True) if is_own or _in_family(run, p, family)
        ]
    if found and not family:
        lost = [n for n in wanted.names if not any(_has_name(p, [fold(n)]) for p in found)]
        unmet = msgspec.structs.replace(wanted, names=tuple(lost))
        others = without(pieces, found)
        found += _sharing_words(run, unmet, others, [fold(name) for name in lost])
    if found or family:
        others = without(pieces, found)
        maybe = (
            [p for p in others if p.entry and may_be_of(run, p.entry, family)]
            if family
            else _sharing_words(run, wanted, others, folded)
        )
        if found or maybe:
            return found, maybe
    holding = _holding(pieces, folded)
    if not any(known_name(run, name) for name in folded):
        return holding or _sharing_stems(run, wanted, pieces), []
    if any(name in words.members for name in folded):
        return [], holding
    kind = frozenset().union(*(words.narrowest(name) for name in folded))
    holding = holding or [p for p in pieces if kind and words.begins(_words(p), kind)]
    if holding:
        return [], holding
    related = words.wider if family else words.narrowest
    akin = frozenset().union(*(related(name) for name in folded))
    return [], [p for p in pieces if _in_family(run, p, akin)]


def _holding(pieces: Sequence[Piece], folded: list[str]) -> list[Piece]:
    """Keep the pieces whose label has a name among its words."""
    return [piece for piece in pieces if any(says(_label(piece), name) for name in folded)]


def _is_rest(piece: Piece) -> bool:
    """Tell whether a piece was read as rest, whatever its label says: `Day 2` above `Rest`."""
    return piece.entry is not None and piece.entry.kind == EntryKind.REST


def without(pieces: Sequence[Piece], gone: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that are none of some others."""
    known = set(map(id, gone))
    return [piece for piece in pieces if id(piece) not in known]


def _sharing_words(
    run: Run, wanted: ir.Named, pieces: Sequence[Piece], folded: list[str]
) -> list[Piece]:
    """Keep pieces that hold a name among their words, in any form: `Skills test` for skills."""
    holding = _holding(pieces, folded)
    return holding + _sharing_stems(run, wanted, without(pieces, holding))


def _sharing_stems(run: Run, wanted: ir.Named, pieces: Sequence[Piece]) -> list[Piece]:
    """Keep pieces whose label has every content word of the name, in any form and order."""
    generic = frozenset(run.words.lexicon.roles.get("generic", ()))
    names = [stems(name, generic) for name in wanted.names]
    return [
        piece
        for piece in pieces
        if any(name and name <= stems(_words(piece), generic) for name in names)
    ]


def _has_name(piece: Piece, folded: list[str]) -> bool:
    if piece.entry is None:
        return fold(piece.label) in folded
    return any(name in piece.entry.names for name in folded)


def _in_family(run: Run, piece: Piece, families: frozenset[str]) -> bool:
    return piece.entry is not None and run.index.matches(piece.entry, families)


def may_be_of(run: Run, entry: Entry, kind: frozenset[str]) -> bool:
    """Tell whether an entry of no kind, or only of wider ones, may be of this one by its words."""
    if entry.kind not in (EntryKind.BLOCK, EntryKind.ITEM) or run.index.matches(entry, kind):
        return False
    words = run.words
    kinds = {category for name in entry.names for category in words.category_of.get(name, ())}
    wider = all(kind < words.families[category] for category in kinds)
    return wider and words.hints(label_words(entry), kind)


def _label(piece: Piece) -> str:
    return piece.entry.label if piece.entry is not None else piece.label


def _words(piece: Piece) -> str:
    return label_words(piece.entry) if piece.entry is not None else f" {plain_words(piece.label)} "


def under(run: Run, wanted: ir.Heading, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what stands under a heading."""
    folded = fold(wanted.text)

    def stands_under(piece: Piece) -> bool:
        if piece.entry is None:
            return run.text.under(piece, folded)
        holders = [run.index.entries[a] for a in run.index.ancestors(piece.entry.id)]
        return any(folded in h.names or says(h.label, folded) for h in holders)

    return sorted_by(pieces, stands_under)
