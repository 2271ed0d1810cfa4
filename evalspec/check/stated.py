"""Totals that a response writes itself: `stated(price) = sum(price)`, `exists stated(price)`."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.leaves import Key, key_of, named_key
from evalspec.check.value import Found, Piece, Term, Value, unknown
from evalspec.core.quantity import Interval
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.verdict import Reason
from evalspec.document.facts import Amount, Entry, Origin
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

_MARKS = regex(r"[^\w-]+")


def value_of(node: ir.Stated, run: Run, piece: Piece | None) -> Value:
    """Return the total that is written for the scope in force; several that differ leave it open."""
    if piece is not None and piece.entry is None and piece.kind not in ("", "response"):
        return unknown(Reason.UNSUPPORTED, "stated")
    entry = piece.entry if piece is not None and piece.entry else run.index.entries[0]
    totals, others = _stated(run, entry, key_of(run, node.measure))
    if not totals:
        goals = ", ".join(amount.span.of(run.index.text) for amount in others)
        reason = Reason.INTERVAL if others else Reason.MISSING_AMOUNT
        return unknown(reason, goals or f"stated {node.measure.name}")
    intervals = [_interval(run, amount) for amount in totals]
    first = totals[0]
    if any(amount.unit.dimension != first.unit.dimension for amount in totals):
        return unknown(Reason.DIMENSION, node.measure.name)
    value = intervals[0]
    for other in intervals[1:]:
        value = value.hull(other)
    terms = tuple(
        Term(entry.label, node.measure.name, interval, amount.unit,
             run.index.cite(amount.span), "stated", amount)
        for amount, interval in zip(totals, intervals, strict=True)
    )  # fmt: skip
    return Value(value, first.unit.dimension, first.unit, terms=terms)


def _interval(run: Run, amount: Amount) -> Interval:
    """Return an amount in base units; what is written as approximate may be more or less."""
    value = amount.value.scaled(amount.unit.factor, amount.unit.offset)
    return value.widened(run.policy.about_tolerance) if amount.about else value


def members(run: Run, measure: str, entry: Entry, holder: Piece) -> Found:
    """Return the places where a total of a measure is written for an entry."""
    label = measure.startswith('"')
    key = named_key(run, fold(measure.strip('"')) if label else measure)
    totals, others = _stated(run, entry, key)
    pieces, maybe = (
        tuple(
            Piece(f"stated {measure}", (a.span,), None, "", "stated", path=(*holder.path,))
            for a in amounts
        )
        for amounts in (totals, others)
    )
    if pieces:
        return Found(pieces)
    if maybe:
        return Found((), maybe, Reason.INTERVAL, maybe[0].spans[0].of(run.index.text))
    unread = any(_totals(run, one.span) for one in run.index.facts.unread)
    return Found(reason=Reason.MISSING_AMOUNT, detail=f"stated {measure}", known=not unread)


def _stated(run: Run, entry: Entry, key: Key) -> tuple[list[Amount], list[Amount]]:
    """Return the amounts written as totals of an entry, and those that may be goals of it."""
    index = run.index
    totals = [a for a in index.amounts(entry, key.names) if a.origin is Origin.STATED]
    claims = [c for c in index.claims.get(entry.id, ()) if not c.per]
    for above in (entry.id, *index.ancestors(entry.id)):
        claims += [c for c in index.claims.get(above, ()) if c.per and c.per in entry.ranks]
    claims = [c for c in claims if c.amount.called(key.names)]
    totals += [c.amount for c in claims if _totals(run, c.words)]
    others = [c.amount for c in claims if not _totals(run, c.words)]
    parts = [index.entries[part] for part in index.parts[entry.id]]
    if not totals and not others and len(parts) == 1 and parts[0].parts:
        return _stated(run, parts[0], key)  # a plan of one day
    return totals, others


def _totals(run: Run, words: Span) -> bool:
    """Tell whether a line speaks of a total."""
    line = f" {_MARKS.sub(' ', fold(words.of(run.index.text)))} "
    return any(f" {word} " in line for word in run.words.totals)
