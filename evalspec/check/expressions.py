"""Values of expressions: one function for each node of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from evalspec.check import (
    amounts,
    data,
    durations,
    gaps,
    measures,
    members,
    moments,
    stated,
    timevalues,
    told,
    used,
)
from evalspec.check.combining import aggregated, combined, plain_dimension, shared_once
from evalspec.check.counting import count, more_in_doubt
from evalspec.check.dimensions import combine
from evalspec.check.entries import entry_of, piece_of, root
from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_elsewhere, names_of
from evalspec.check.filters.names import called
from evalspec.check.leaves import Key, Leaf, key_of, leaf, missing_term
from evalspec.check.members import measures_in
from evalspec.check.on_days import counted_on
from evalspec.check.result import text_of
from evalspec.check.sole_measure import beside_name, leaves_open, settled
from evalspec.check.spread import spread
from evalspec.check.streaks import streak
from evalspec.check.value import CLOCK, Found, Piece, Term, Value, sided, unknown
from evalspec.core.quantity import ONE, UNITLESS, UNKNOWN_AMOUNT, Interval, Unit, exactly
from evalspec.core.record import walk
from evalspec.core.verdict import Reason
from evalspec.document.facts import OPTIONAL, Entry, EntryKind, of_each
from evalspec.language import ir
from evalspec.language.asked import constant
from evalspec.vocabulary.fold import fold

Evaluate = Callable[[Any, Run, "Piece | None"], Value]


# -- literals --------------------------------------------------------------------------
def _number(node: ir.Number, run: Run, piece: Piece | None) -> Value:
    unit = node.unit
    return Value(node.value.scaled(unit.factor, unit.offset), unit.dimension, unit, literal=True)


# -- measures of entries ------------------------------------------------------------------
def _measure(node: ir.Measure, run: Run, piece: Piece | None) -> Value:
    entry = entry_of(run, piece)
    if entry is None:
        return unknown(Reason.UNSUPPORTED, node.name)
    if leaves_open(node):
        return _settled(node, run, piece, (piece or root(run),))
    return amounts.total(run, entry, key_of(run, node), added=False)


def _settled(node: ir.Expr, run: Run, piece: Piece | None, pieces: tuple[Piece, ...]) -> Value:
    """Evaluate what is measured by the one measure that is written of some things."""
    found = settled(node, run, pieces)
    return found if isinstance(found, Value) else run.value(found, piece)


def _once(evaluate: Evaluate) -> Evaluate:
    """Evaluate what asks of the data alone once a case."""

    def evaluated(node: Any, run: Run, piece: Piece | None) -> Value:
        if not constant(node):
            return evaluate(node, run, piece)
        known = run.subject.constants
        if node not in known:
            known[node] = evaluate(node, run, piece)
        return known[node]

    return evaluated


def _aggregate(node: ir.Aggregate, run: Run, piece: Piece | None) -> Value:
    if isinstance(node.value, ir.Collected):
        held = run.value(node.value, piece)
        if held.reason:
            return held
        if node.function == "sum" and not held.content:
            return Value(exactly(0), "one")
        return aggregated(node.function, list(held.content), Found())
    if leaves_open(node):
        over = run.members(node.over, piece).pieces if node.over is not None else ()
        return _settled(node, run, piece, over or (piece or root(run),))
    if node.over is not None:
        found = _used(run, node.value, node.over, node.function, piece)
        if not found.pieces:
            if node.function == "sum" and _of_text(node, found):
                return Value(exactly(0), "one", UNITLESS)
            return _stated_as(node.value, node.over, run, piece, found) or _empty_value(found)
        adds = node.function == "sum"
        values = members.measured(
            node.value, run, found.pieces, names=names_of(node.over), told=True, adds=adds
        )
        if node.function == "sum" and found.maybe:
            return _perhaps_more(node.value, run, found, values)
        return aggregated(node.function, values, found)
    if isinstance(node.value, ir.Property) and node.value.name == "gap":
        return _of_gaps(node, node.value, run, piece)
    entry = entry_of(run, piece)
    if entry is None:
        return unknown(Reason.UNSUPPORTED, node.function)
    keys = measures_in(run, node.value)
    if not keys:
        return run.value(node.value, piece)
    if node.function == "sum":
        return _sum(node.value, run, entry, keys)
    return aggregated(node.function, _per_item(node.value, run, entry, keys), Found())


def _of_gaps(node: ir.Aggregate, value: ir.Property, run: Run, piece: Piece | None) -> Value:
    found = moments.members_of(value, run, piece)
    every = found if isinstance(found, Value) else gaps.gaps(run, found)
    if isinstance(every, Value):
        return every
    return aggregated(node.function, [gap.value for gap in every], Found())


def _of_text(node: ir.Aggregate, found: Found) -> bool:
    """Tell whether pieces of a text that are not there are measured: words of headings."""
    over = node.over
    if over is None or over.kind != "text" or over.within is not None:
        return False
    plain = isinstance(node.value, ir.TextMeasure) and found.reason is Reason.EMPTY_SCOPE
    return plain and not any(isinstance(f, ir.Heading) for f in over.filters)


def _sum(value: ir.Expr, run: Run, entry: Entry, keys: list[Key]) -> Value:
    if isinstance(value, ir.Measure):
        return amounts.total(run, entry, keys[0])
    return amounts.reduced(run, entry, _joint(value, run, keys), _leafwise(value, run))


def _joint(value: ir.Expr, run: Run, keys: list[Key]) -> Key:
    """Return what to look for where several measures make one expression."""
    names = tuple(name for key in keys for name in key.all_names)
    dimension = _product_dimension(value, run)
    name, timed = " * ".join(key.name for key in keys), any(key.timed for key in keys)
    return Key(name, names, dimension, Unit("", dimension), timed, joint=True)


def _leafwise(value: ir.Expr, run: Run) -> Callable[[Entry], Leaf]:
    def measure(entry: Entry) -> Leaf:
        found = per_entry(value, run, entry)
        return Leaf(found.interval, found.dimension, found.unit, found.terms, found.excluded)

    return measure


def _per_item(value: ir.Expr, run: Run, entry: Entry, keys: list[Key]) -> list[Value]:
    joint = _joint(value, run, keys)
    parts = spread(run, entry, joint)
    if parts.deepest == (entry.id,):
        return [run.value(value, Piece.of(entry))]
    entries = [run.index.entries[part] for part in parts.deepest]
    told = {a.name for e in entries for a in run.index.amounts(e, joint.names)} - {""}
    silent = [run.index.entries[part] for part in parts.missing]
    entries += [e for e in silent if _is_worded(run, e, told | set(joint.names))]
    return [
        per_entry(value, run, e, alone=True)
        for e in entries
        if not (joint.timed and e.kind == EntryKind.REST)
    ]


def _is_worded(run: Run, entry: Entry, headers: set[str]) -> bool:
    """Tell whether a cell says in words how much there is: `as heavy as you can control`."""
    words = run.words
    nothing = words.lexicon.roles.get("bodyweight", ())
    told = (s for n, s in entry.fields if not headers.isdisjoint((n, words.measure_of.get(n, n))))
    cells = (span.of(run.index.text) for span in told)
    return any(c.isalpha() for cell in cells if fold(cell) not in nothing for c in cell)


def per_entry(
    node: ir.Expr, run: Run, entry: Entry, *, alone: bool = False, factor: bool = False
) -> Value:
    """Evaluate an expression on the amounts of one entry; a missing factor is [0, inf).

    `alone` asks for one amount as it is told, which is no factor and adds to nothing; a `factor` of
    another measure is what one of so many comes to, where that is told.
    """
    if isinstance(node, ir.Measure):
        key = key_of(run, node)
        if factor and any(a.measure == of_each(key.name) for a in entry.amounts):
            key = msgspec.structs.replace(key, names=(of_each(key.name),))
        found = leaf(run, entry, key, once=True, alone=alone)
        if found.interval is None:
            term = missing_term(run, entry, key)
            dimension = key.dimension if key.dimension != "?" else "one"
            return Value(term.value, dimension, key.unit, terms=(term,), excluded=found.excluded,
                         reason=Reason.MISSING_AMOUNT, detail=entry.label)  # fmt: skip
        unit = found.unit or key.unit
        return Value(found.interval, found.dimension or unit.dimension, unit, terms=found.terms,
                     excluded=found.excluded)  # fmt: skip
    if isinstance(node, ir.RangeEnd):
        return _end_of(node.end, per_entry(node.value, run, entry))
    if isinstance(node, ir.Arithmetic):
        sides = (node.left, node.right)
        both = node.operator == "*" and all(isinstance(side, ir.Measure) for side in sides)
        left, right = (per_entry(side, run, entry, factor=both) for side in sides)
        return combined(node.operator, left, right)
    return run.value(node, Piece.of(entry))


def _product_dimension(node: ir.Expr, run: Run) -> str:
    if isinstance(node, ir.Measure):
        return key_of(run, node).dimension
    if isinstance(node, ir.Number):
        return node.unit.dimension
    if isinstance(node, ir.RangeEnd):
        return _product_dimension(node.value, run)
    if isinstance(node, ir.Arithmetic):
        left, right = _product_dimension(node.left, run), _product_dimension(node.right, run)
        if "?" in (left, right):
            return "?"
        if node.operator in "*/":
            return combine(
                plain_dimension(left), plain_dimension(right), 1 if node.operator == "*" else -1
            )
        return left
    return "?"


# -- properties, arithmetic, shares ---------------------------------------------------------
def _property(node: ir.Property, run: Run, piece: Piece | None) -> Value:
    if node.name == "duration":
        if not node.scopes:
            entry = entry_of(run, piece)
            if entry is None:
                return unknown(Reason.UNSUPPORTED, "duration")
            return durations.of_piece(run, piece if piece is not None else root(run))
        found = run.members(node.scopes[0], piece)
        others = used.unlisted(run, found).pieces
        in_steps = run.words.step and (not others or used.are_steps(run, others))
        lasting = used.lasting(run, node.scopes[0]) if in_steps else None
        if lasting is not None:
            return lasting
        return durations.of_scope(run, node.scopes[0], found, piece)
    if node.name == "streak" and node.scopes:
        return streak(node.scopes[0], run, piece)
    return moments.property_of(node, run, piece)


def _arithmetic(node: ir.Arithmetic, run: Run, piece: Piece | None) -> Value:
    entry = piece.entry if piece is not None else None
    alone = node.operator in "*/" and entry is not None and not run.index.parts[entry.id]
    if alone and entry is not None and measures_in(run, node):
        return per_entry(node, run, entry)
    left, right = _both(node.left, node.right, run, piece)
    value = combined(node.operator, left, right)
    adds = node.operator == "+" and node.left != node.right
    return shared_once(value, left, right) if adds else value


def _both(first: ir.Expr, second: ir.Expr, run: Run, piece: Piece | None) -> tuple[Value, Value]:
    """Evaluate two sides; where both rest on numbers, these say which side they are of."""
    left, right = run.value(first, piece), run.value(second, piece)
    left, right = counted_on(run, first, second, _told(left, first), _told(right, second))
    counted = all(term.origin == "counted" for term in left.terms + right.terms)
    if left.terms and right.terms and not counted:
        return sided(left, text_of(first)), sided(right, text_of(second))
    return left, right


def _told(value: Value, node: ir.Expr) -> Value:
    """Give a count of text, which rests on no amounts, a line of its own in the ledger."""
    if not isinstance(node, ir.TextMeasure) or value.interval is None:
        return value
    term = Term(text_of(node), "", value.interval, value.unit, None, "counted")
    return msgspec.structs.replace(value, terms=(term,))


def _share(node: ir.Share, run: Run, piece: Piece | None) -> Value:
    part, whole = _both(node.part, node.whole, run, piece)
    value = combined("/", part, whole)
    if value.interval is None or value.dimension != "one":
        return value
    interval = value.interval
    if interval.high is None or interval.high > ONE:
        interval = Interval(interval.low, ONE) if _inside(part, whole) else interval
    percent = Unit("%", "fraction", Decimal("0.01"))
    return Value(interval, "fraction", percent, terms=value.terms, excluded=value.excluded,
                 reason=value.reason, detail=value.detail, doubts=value.doubts,
                 offending=part.offending, unlisted=part.unlisted)  # fmt: skip


def _inside(part: Value, whole: Value) -> bool:
    """Tell whether the part is made of numbers of the whole, so that it cannot exceed it."""
    cited = {term.cited for term in whole.terms if term.cited is not None}
    parts = [term.cited for term in part.terms if term.cited is not None]
    return bool(parts) and cited.issuperset(parts)


def _end_of(end: str, value: Value) -> Value:
    """Return one end of a written range; what is wide because something is unknown stays wide.

    What is optional adds nothing to the lower end, whatever it comes to.
    """
    missing = [t for t in value.terms if t.origin == "missing"]
    without = end == "lower" and bool(missing) and all(t.note == OPTIONAL for t in missing)
    known = value.reason is Reason.MISSING_AMOUNT if without else not (value.reason or missing)
    if value.interval is None or value.doubts or not known:
        return value
    edge = value.interval.high if end == "upper" else value.interval.low
    if edge is None:
        return unknown(Reason.INTERVAL, f"no {end} end", terms=value.terms)
    return msgspec.structs.replace(value, interval=Interval(edge, edge))


def _of(node: ir.Of, run: Run, piece: Piece | None) -> Value:
    found = _used(run, node.value, node.scope, _joining(node.value), piece)
    if leaves_open(node.value):
        return _of_open(node, run, piece, found)
    if not found.pieces and not found.maybe:
        said = _none_of(node, run, piece) or _stated_as(node.value, node.scope, run, piece, found)
        return said or _empty_value(found)
    function = _joining(node.value)
    values = members.measured(node.value, run, found.pieces, names=names_of(node.scope))
    if function == "sum" and values and values[0].kind == "amount":
        values += members.undivided(node, run, piece, found)
    if found.maybe and function == "sum":
        return _perhaps_more(node.value, run, found, values)
    if function == "sum" and values and values[0].kind == "amount":
        added = values[0] if len(values) == 1 else aggregated(function, values, found)
        return _as_the_whole(added, node, run, piece)
    if len(values) == 1 and not found.maybe:
        return values[0]
    if values and all(value.kind == "times" for value in values):
        return timevalues.together(values)
    if not function or not values or values[0].kind in ("text", "date", "weekday", "clock"):
        return unknown(Reason.UNSUPPORTED, f"{len(values)} {node.scope.name}")
    return aggregated(function, values, found)


def _used(run: Run, value: ir.Expr, scope: ir.Scope, function: str, piece: Piece | None) -> Found:
    """Leave out what would be added twice, and steps that use what a list names.

    A block within another is a part of what that one comes to.
    """
    found, known = run.members(scope, piece), run.words.lexicon.measures
    asked = [node.name for node in walk(value) if isinstance(node, ir.Measure)]
    adds = all(
        name != run.words.time_measure and known[name].adds for name in asked if name in known
    )
    if not asked or not adds:
        return found
    if function == "sum":
        holders = [p.entry.id for p in found.pieces if p.entry]
        inside = {part for holder in holders for part in run.index.walk(holder)}
        sure, maybe = (
            tuple(p for p in each if p.entry is None or p.entry.id not in inside)
            for each in (found.pieces, found.maybe)
        )
        pieces = tuple(part for piece in sure for part in _without_others(run, scope, piece))
        found = msgspec.structs.replace(found, pieces=pieces, maybe=maybe)
    return used.things(run, found) if names_of(scope) else found


def _without_others(run: Run, scope: ir.Scope, piece: Piece) -> Sequence[Piece]:
    """Return the parts of a thing beside those that are left out by name: a visit `except named "soup"`."""
    excepted = [f.given for f in scope.filters if isinstance(f, ir.Except)]
    names = [name for given in excepted if isinstance(given, ir.Named) for name in given.names]
    if not names or piece.entry is None or piece.entry.amounts:
        return (piece,)
    parts = tuple(piece_of(run, part, piece) for part in run.index.held(piece.entry))
    out = [part for name in names for part in called(run, name, parts)[0]]
    return [part for part in parts if part not in out] if out else (piece,)


def _as_the_whole(value: Value, node: ir.Of, run: Run, piece: Piece | None) -> Value:
    """Leave open what all things come to where there may be more, or what holds them comes to another sum."""
    scope = node.scope
    whole_rank = scope.kind == "item" or scope.name in run.words.item_ranks
    total = node.value if isinstance(node.value, ir.Aggregate) else ir.Aggregate("sum", node.value)
    measured = measures_in(run, total.value) if total.over is None else []
    if value.interval is None or not whole_rank or scope.filters or not measured:
        return value
    held = [piece] if scope.within is None else run.members(scope.within, piece).pieces
    if more := tuple(cited for one in held for cited in more_in_doubt(run, scope, one)):
        return msgspec.structs.replace(
            value, interval=value.interval + UNKNOWN_AMOUNT, sure=value.sure or value.interval,
            doubts=value.doubts + more,
        )  # fmt: skip
    if any(key.timed for key in measured):
        return value
    whole = run.value(total if scope.within is None else ir.Of(total, scope.within), piece)
    if whole.interval is None or value.interval == whole.interval:
        return value
    return msgspec.structs.replace(
        value, interval=value.interval.hull(whole.interval), reason=Reason.READINGS_DIFFER
    )


def _of_open(node: ir.Of, run: Run, piece: Piece | None, found: Found) -> Value:
    """Evaluate `amount` of a scope: by the measure of its members, or by the number beside its name."""
    value = settled(node.value, run, found.pieces + found.maybe)
    if not isinstance(value, Value):
        return _of(ir.Of(value, node.scope, node.at), run, piece)
    alone = value.reason is Reason.MISSING_AMOUNT
    beside = beside_name(node, run, piece, found) if alone else None
    return beside or (value if found.pieces or found.maybe else _empty_value(found))


def _stated_as(
    node: ir.Expr, scope: ir.Scope, run: Run, piece: Piece | None, found: Found
) -> Value | None:
    """Return what a line that states a total says of a name that nothing else has."""
    summed = isinstance(node, ir.Aggregate) and node.function == "sum" and node.over is None
    plain = node.value if isinstance(node, ir.Aggregate) and summed else node
    within = run.members(scope.within, piece).pieces if scope.within is not None else (piece,)
    entry = entry_of(run, within[0]) if len(within) == 1 else None
    if found.maybe or entry is None or not isinstance(plain, ir.Measure):
        return None
    return stated.called(run, names_of(scope), key_of(run, plain), entry)


def _none_of(node: ir.Of, run: Run, piece: Piece | None) -> Value | None:
    """Return what the things of another part come to in one without them: Ben's hours on his day off."""
    entry = entry_of(run, piece)
    summed = isinstance(node.value, ir.Aggregate) and node.value.function == "sum"
    keys = measures_in(run, node.value.value) if isinstance(node.value, ir.Aggregate) else []
    if not (summed and len(keys) == 1 and entry is not None) or node.scope.within is not None:
        return None
    away = keys[0].dimension != "?" and (
        is_elsewhere(run, node.scope, entry) or used.in_no_list(run, node.scope, entry)
    )
    return Value(exactly(0), keys[0].dimension, keys[0].unit) if away else None


def _joining(node: ir.Expr) -> str:
    """Return how values of several members are made one: the greatest of all is that of the greatest.

    A mean, a gap or a position of several has no one value.
    """
    if isinstance(node, ir.Aggregate) and node.function != "sum":
        return node.function if node.function in ("min", "max") else ""
    alone = isinstance(node, ir.Property) and node.name in ("gap", "position", "streak")
    return "" if alone else "sum"


def _perhaps_more(node: ir.Expr, run: Run, found: Found, sure: list[Value]) -> Value:
    """Add amounts of what surely belongs, and up to those of what may belong: any where none is known."""
    more = members.measured(node, run, found.maybe, beside=bool(sure))
    if sure and sure[0].kind == "amount":
        unknown_one = msgspec.structs.replace(sure[0], interval=UNKNOWN_AMOUNT, terms=())
        more = [unknown_one if value.interval is None else value for value in more]
    if any(value.kind != "amount" or value.interval is None for value in (*sure, *more)):
        return _empty_value(found)
    added = aggregated("sum", [*sure, *map(members.perhaps, more)], found)
    return msgspec.structs.replace(
        added, reason=added.reason or found.reason, detail=added.detail or found.detail
    )


def _empty_value(found: Found) -> Value:
    return unknown(
        found.reason or (Reason.INTERVAL if found.maybe else Reason.EMPTY_SCOPE), found.detail
    )


EVALUATE: dict[type, Evaluate] = {
    ir.Number: _number,
    ir.Moment: lambda node, run, piece: Value(
        exactly(node.minutes), "clock", CLOCK, "clock", literal=True
    ),
    ir.DateLiteral: lambda node, run, piece: moments.date_literal(node.text),
    ir.Words: lambda node, run, piece: Value(
        kind="text", dimension="text", content=node.text, literal=True
    ),
    ir.Measure: _measure,
    ir.Stated: stated.value_of,
    ir.Aggregate: _once(_aggregate),
    ir.Count: count,
    ir.Property: _property,
    ir.Arithmetic: _arithmetic,
    ir.Share: _share,
    ir.RangeEnd: lambda node, run, piece: _end_of(node.end, run.value(node.value, piece)),
    ir.Of: _of,
    ir.Data: data.value_of,
    ir.Field: told.field,
    ir.Call: _once(timevalues.call),
    ir.Collected: _once(data.collect),
    ir.TextMeasure: measures.measure,
}
"""One function for each expression of the language."""
