"""What is of a kind: a thing that its line names, or a part of the response that lacks what others have."""

from __future__ import annotations

from collections.abc import Iterable

from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted
from evalspec.check.index import HIDDEN, THINGS
from evalspec.check.value import Piece
from evalspec.document.facts import Entry, EntryKind
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.kinds import KindWords, Told

_RECIPE = 3
"""Parts with amounts by which a dish is told whole."""


def of_kind(run: Run, kind: KindWords, pieces: Iterable[Piece]) -> Sorted:
    """Keep the pieces that tell a thing of a kind; those that may hold one are unsure."""
    told = [(piece, _told(run, kind, piece)) for piece in pieces]
    unsure = [p for p, t in told if t is Told.PERHAPS and not _lists_its_parts(run, p)]
    return [p for p, t in told if t is Told.YES], unsure


def _lists_its_parts(run: Run, piece: Piece) -> bool:
    """Tell whether what a dish is made of stands below it, each with how much: it holds nothing else."""
    entry = piece.entry
    if entry is None or entry.kind is not EntryKind.CONTAINER:
        return False
    parts = [e for e in run.index.held(entry) if e.kind in THINGS]
    return len(parts) >= _RECIPE and all(e.amounts for e in parts)


def _told(run: Run, kind: KindWords, piece: Piece) -> Told:
    """Tell whether a piece is of a kind; a remark alone settles nothing of what a part lacks."""
    if piece.entry is None or not kind.lacked:
        return kind.told(_text(run, piece))
    index = run.index
    below = [index.entries[e] for e in (piece.entry.id, *index.walk(piece.entry.id))]
    things = [Piece.of(e) for e in below if e.kind in THINGS]
    whole = kind.told("\n".join(span.of(index.text) for span in index.extent(piece.entry.id)))
    named = kind.told("\n".join(_text(run, thing) for thing in things)) if things else whole
    return min(named, max(whole, Told.PERHAPS))


def entries_of_kind(run: Run, kind: KindWords, entry: Entry) -> tuple[list[Entry], list[Entry]]:
    """Return what is of a kind in a part of the response, and what may be: the part itself if it lacks.

    Of a line and what stands in it the innermost is meant.
    """
    index = run.index
    below = index.below(entry)
    things = [e for e in below if e.kind not in HIDDEN and e.kind is not EntryKind.PLAN]
    if kind.lacked or not things:
        things = [entry]
    sure, maybe = of_kind(run, kind, map(Piece.of, things))
    found, unsure = ([p.entry for p in each if p.entry is not None] for each in (sure, maybe))
    known = {e.id for e in found}
    around = {a for e in (*found, *unsure) for a in index.ancestors(e.id)}
    unsure = [e for e in unsure if e.id not in around and known.isdisjoint(index.ancestors(e.id))]
    return [e for e in found if e.id not in around], unsure


def names_none(run: Run, kind: KindWords) -> bool:
    """Tell whether, by policy, a response that names things says nothing of things of a kind."""
    index = run.index
    if run.switch("absent_names") != "absent":
        return False
    dishes = sorted(e.span for e in index.entries if _lists_its_parts(run, Piece.of(e)))
    starts, ends = (0, *(s.end for s in dishes)), (*(s.start for s in dishes), len(index.text))
    text = " ".join(index.text[a:b] for a, b in zip(starts, ends, strict=True))
    return any(e.kind in THINGS for e in index.entries) and kind.told(text) is Told.NO


def has_part_called(run: Run, entry: Entry, name: str) -> bool:
    """Tell whether a part of the response is called by a name, which then holds what is of it: `Legs`."""
    below = run.index.below(entry)
    folded = fold(name)
    return any(e.kind is EntryKind.CONTAINER and e.parts and folded in e.names for e in below)


def _text(run: Run, piece: Piece) -> str:
    """Return what says of what kind a piece is: of things all their text, of others the label."""
    spans = "\n".join(span.of(run.index.text) for span in piece.spans)
    if piece.entry is None:
        return spans
    return f"{piece.label}\n{spans}" if piece.entry.kind in THINGS else piece.entry.label
