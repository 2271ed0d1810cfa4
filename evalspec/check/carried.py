"""Things that a response gives an amount of: `exercise where (exists measured(sets))`."""

from __future__ import annotations

from evalspec.check.amounts import in_doubt
from evalspec.check.evaluation import Run
from evalspec.check.leaves import NIL, Key, named_key
from evalspec.check.value import Found, Piece
from evalspec.core.quantity import UNKNOWN_AMOUNT
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry
from evalspec.language.names import EDGES
from evalspec.vocabulary.fold import fold


def members(run: Run, measure: str, entry: Entry, holder: Piece) -> Found:
    """Return what an entry is or holds that has an amount of a measure of its own."""
    if measure in EDGES:
        return _timed(run, measure, entry, holder)
    label = measure.startswith('"')
    key = named_key(run, fold(measure.strip('"')) if label else measure)
    carrying, _ = run.index.carriers((key.names, key.timed))
    inside = (run.index.entries[e] for e in (entry.id, *run.index.walk(entry.id)) if e in carrying)
    told = (e for e in inside if not _is_to_come(e, key))
    pieces = tuple(Piece(e.label, e.spans, e, path=holder.path) for e in told)
    if pieces:
        return Found(pieces)
    _, doubts = in_doubt(run, entry, key, key.names, NIL)
    detail = doubts[0].text if doubts else f"measured {measure}"
    return Found(reason=Reason.MISSING_AMOUNT, detail=detail, known=not doubts)


def _is_to_come(entry: Entry, key: Key) -> bool:
    """Tell whether a thing only says that its amount is still to come: `on request`, `null`."""
    own = [amount.value for amount in entry.amounts if amount.called(key.names)]
    return bool(own) and all(value == UNKNOWN_AMOUNT for value in own)


def _timed(run: Run, edge: str, entry: Entry, holder: Piece) -> Found:
    """Return what an entry is or holds of which the response writes when it starts, or when it ends."""
    inside = (run.index.entries[e] for e in (entry.id, *run.index.walk(entry.id)))
    pieces = tuple(Piece(e.label, e.spans, e, path=holder.path) for e in inside if _has(e, edge))
    known = any(_has(other, edge) for other in run.index.entries)
    if pieces:
        return Found(pieces)
    return Found(reason=Reason.MISSING_AMOUNT, detail=entry.label, known=known)


def _has(entry: Entry, edge: str) -> bool:
    points = entry.starts if edge == "start" else entry.ends
    return any(point.origin == "written" for point in points)
