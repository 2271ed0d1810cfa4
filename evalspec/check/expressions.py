"""Values of expressions: one function for each node of the language."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from evalspec.check import amounts, data, durations, moments
from evalspec.check.amounts import Key, Leaf
from evalspec.check.dimensions import combine, comparable, convert
from evalspec.check.run import Run
from evalspec.check.scopes import members, root, without_snacks
from evalspec.check.value import CLOCK, Found, Piece, Term, Value, cite, unknown
from evalspec.core.quantity import EXACT, ONE, ZERO, Interval, Unit, exactly
from evalspec.core.verdict import Cited, Excluded, Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.spec import ir
from evalspec.vocabulary.fold import fold

Evaluate = Callable[[Any, Run, "Piece | None"], Value]
COUNTED = Unit("", "one")


def evaluate(node: ir.Expr, run: Run, piece: Piece | None) -> Value:
    """Return the value of an expression in the scope in force (None: the whole response)."""
    return EVALUATE[type(node)](node, run, piece)


# -- literals --------------------------------------------------------------------------
def _number(node: ir.Number, run: Run, piece: Piece | None) -> Value:
    unit = node.unit
    return Value(node.value.scaled(unit.factor, unit.offset), unit.dimension, unit, literal=True)


def _moment(node: ir.Moment, run: Run, piece: Piece | None) -> Value:
    return Value(exactly(node.minutes), "clock", CLOCK, "clock", literal=True)


def _date(node: ir.DateLiteral, run: Run, piece: Piece | None) -> Value:
    return moments.date_literal(node.text)


def _words(node: ir.Words, run: Run, piece: Piece | None) -> Value:
    return Value(kind="text", dimension="text", content=node.text, literal=True)


def _data(node: ir.Data, run: Run, piece: Piece | None) -> Value:
    return data.value_of(node, run, piece)


def _text_measure(node: ir.TextMeasure, run: Run, piece: Piece | None) -> Value:
    from evalspec.check.measures import measure

    return measure(node, run, piece)


# -- measures of entries ------------------------------------------------------------------
def entry_of(run: Run, piece: Piece | None) -> Entry | None:
    """Return the entry of a piece; the plan when the whole response is in force."""
    if piece is None or (piece.entry is None and piece.kind == "response"):
        return run.index.entries[0]
    return piece.entry


def _measure(node: ir.Measure, run: Run, piece: Piece | None) -> Value:
    entry = entry_of(run, piece)
    if entry is None:
        return unknown(Reason.UNSUPPORTED, node.name)
    return amounts.total(run, entry, amounts.key_of(run, node))


def _aggregate(node: ir.Aggregate, run: Run, piece: Piece | None) -> Value:
    if node.over is not None:
        found = members(run, node.over, piece)
        if not found.pieces:
            return _empty_value(found)
        values = [evaluate(node.value, run, p) for p in found.pieces]
        return _aggregated(node.function, values, found)
    entry = entry_of(run, piece)
    if entry is None:
        return unknown(Reason.UNSUPPORTED, node.function)
    keys = measures_in(run, node.value)
    if not keys:
        return evaluate(node.value, run, piece)
    if node.function == "sum":
        return _sum(node.value, run, entry, keys)
    return _aggregated(node.function, _per_item(node.value, run, entry, keys), Found())


def _sum(value: ir.Expr, run: Run, entry: Entry, keys: list[Key]) -> Value:
    if isinstance(value, ir.Measure):
        return amounts.total(run, entry, keys[0])
    names = tuple(name for key in keys for name in key.all_names)
    dimension = _product_dimension(value, run)
    joint = Key(
        " * ".join(key.name for key in keys), names, dimension, Unit("", dimension), joint=True
    )
    timed = any(key.timed for key in keys)
    return amounts.reduced(run, entry, joint, names, timed, _leafwise(value, run))


def _leafwise(value: ir.Expr, run: Run) -> Callable[[Entry], Leaf]:
    def measure(entry: Entry) -> Leaf:
        found = per_entry(value, run, entry)
        return Leaf(found.interval, found.dimension, found.unit, found.terms, found.excluded)

    return measure


def _per_item(value: ir.Expr, run: Run, entry: Entry, keys: list[Key]) -> list[Value]:
    names = tuple(name for key in keys for name in key.all_names)
    parts = amounts.spread(run, entry, names, any(key.timed for key in keys))
    entries = [run.index.entries[part] for part in parts.deepest]
    if parts.deepest == (entry.id,):
        return [evaluate(value, run, Piece(entry.label, entry.spans, entry))]
    kept = [e for e in entries if e.kind != EntryKind.REST]
    return [per_entry(value, run, e) for e in kept]


def per_entry(node: ir.Expr, run: Run, entry: Entry) -> Value:
    """Evaluate an expression on the amounts of one entry; a missing factor is [0, inf)."""
    if isinstance(node, ir.Measure):
        key = amounts.key_of(run, node)
        found = amounts.leaf(run, entry, key, once=True)
        if found.interval is None:
            term = amounts.missing_term(run, entry, key)
            dimension = key.dimension if key.dimension != "?" else "one"
            return Value(term.value, dimension, key.unit, terms=(term,), excluded=found.excluded,
                         reason=Reason.MISSING_AMOUNT, detail=entry.label)  # fmt: skip
        unit = found.unit or key.unit
        return Value(found.interval, found.dimension or unit.dimension, unit, terms=found.terms,
                     excluded=found.excluded)  # fmt: skip
    if isinstance(node, ir.Arithmetic):
        left, right = per_entry(node.left, run, entry), per_entry(node.right, run, entry)
        return combined(node.operator, left, right)
    return evaluate(node, run, Piece(entry.label, entry.spans, entry))


def measures_in(run: Run, node: ir.Expr) -> list[Key]:
    """List the measures an expression multiplies, adds or divides."""
    waiting: list[ir.Expr] = [node]
    found: list[Key] = []
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Measure):
            found.append(amounts.key_of(run, part))
        elif isinstance(part, ir.Arithmetic):
            waiting += [part.right, part.left]
    return found


def _product_dimension(node: ir.Expr, run: Run) -> str:
    if isinstance(node, ir.Measure):
        return amounts.key_of(run, node).dimension
    if isinstance(node, ir.Number):
        return node.unit.dimension
    if isinstance(node, ir.Arithmetic):
        left, right = _product_dimension(node.left, run), _product_dimension(node.right, run)
        if "?" in (left, right):
            return "?"
        if node.operator in "*/":
            return combine(_plain(left), _plain(right), 1 if node.operator == "*" else -1)
        return left
    return "?"


def _plain(dimension: str) -> str:
    return "one" if dimension.startswith("count:") else dimension


# -- aggregates ------------------------------------------------------------------------
def _aggregated(function: str, values: list[Value], found: Found) -> Value:
    missing = next((v for v in values if v.interval is None), None)
    if missing is not None:
        return missing
    if not values:
        return unknown(Reason.EMPTY_SCOPE, found.detail)
    first = values[0]
    if any(not comparable(v.dimension, first.dimension) for v in values):
        return unknown(Reason.DIMENSION, first.dimension, terms=_terms(values))
    intervals = [convert(v.interval, v.dimension, first.dimension) for v in values if v.interval]
    if found.maybe and function != "sum":
        return unknown(found.reason or Reason.INTERVAL, found.detail, terms=_terms(values))
    return Value(
        REDUCE[function](intervals),
        first.dimension,
        first.unit,
        first.kind,
        terms=_terms(values),
        excluded=_excluded(values),
        reason=next((v.reason for v in values if v.reason), Reason.NONE),
        detail=", ".join(dict.fromkeys(v.detail for v in values if v.detail)),
        doubts=tuple(d for v in values for d in v.doubts),
        sure=REDUCE[function]([v.sure or v.interval for v in values if v.interval])
        if any(v.doubts for v in values)
        else None,
        offending=tuple(c for v in values for c in v.offending),
    )


def _terms(values: list[Value]) -> tuple[Term, ...]:
    return tuple(term for value in values for term in value.terms)


def _excluded(values: list[Value]) -> tuple[Excluded, ...]:
    return tuple(e for value in values for e in value.excluded)


def _ends(intervals: list[Interval], pick: Callable[[list[Decimal]], Decimal]) -> Interval:
    lows = [i.low for i in intervals if i.low is not None]
    highs = [i.high for i in intervals if i.high is not None]
    return Interval(
        pick(lows) if len(lows) == len(intervals) else None,
        pick(highs) if len(highs) == len(intervals) else None,
    )


def _added(intervals: list[Interval]) -> Interval:
    result = exactly(0)
    for interval in intervals:
        result = result + interval
    return result


def _averaged(intervals: list[Interval]) -> Interval:
    return _added(intervals) / exactly(len(intervals)) or Interval(None, None)


def _greatest(intervals: list[Interval]) -> Interval:
    lows = [i.low for i in intervals if i.low is not None]
    high = _ends(intervals, max).high
    return Interval(max(lows) if lows else None, high)


def _least(intervals: list[Interval]) -> Interval:
    return -_greatest([-interval for interval in intervals])


def _middle(numbers: list[Decimal]) -> Decimal:
    ordered = sorted(numbers)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return EXACT.divide(EXACT.add(ordered[half - 1], ordered[half]), Decimal(2))


def _spread(intervals: list[Interval]) -> Interval:
    if len(intervals) == 1:
        return exactly(0)
    gap = _greatest(intervals) - _least(intervals)
    return Interval(max(ZERO, gap.low) if gap.low is not None else ZERO, gap.high)


REDUCE: dict[str, Callable[[list[Interval]], Interval]] = {
    "sum": _added,
    "mean": _averaged,
    "min": _least,
    "max": _greatest,
    "median": lambda intervals: _ends(intervals, _middle),
    "range": _spread,
}
"""What each aggregate does with a list of intervals."""


# -- counting ----------------------------------------------------------------------------
def _count(node: ir.Count, run: Run, piece: Piece | None) -> Value:
    found = members(run, node.scope, piece, counting=True)
    sure = (
        without_snacks(run, node.scope, found.pieces) if node.scope.kind == "rank" else found.pieces
    )
    if not sure and not found.maybe and not found.known:
        if node.scope.kind == "text":
            return Value(exactly(0), "one", COUNTED)
        return unknown(found.reason or Reason.EMPTY_SCOPE, found.detail)
    if node.scope.kind == "text":
        return Value(
            Interval(Decimal(len(sure)), Decimal(len(sure) + len(found.maybe))), "one", COUNTED,
            offending=tuple(cite(run.text.response, s) for p in sure[:20] for s in p.spans[:1]),
        )  # fmt: skip
    sure = _distinct(sure) if node.distinct else _repeated(run, node, piece, sure)
    low = Decimal(sum(1 for p in sure if p.entry is None or not p.entry.optional))
    high = Decimal(len(sure) + len(found.maybe))
    terms = tuple(_thing(run, p, node.scope) for p in (*sure, *found.maybe))
    value, doubts = _count_in_doubt(run, node, piece, Interval(low, high))
    return Value(
        value, "one", COUNTED, terms=terms, detail=found.detail, reason=found.reason,
        doubts=doubts, sure=Interval(low, high) if doubts else None,
    )  # fmt: skip


def _thing(run: Run, piece: Piece, scope: ir.Scope) -> Term:
    cited = None
    if piece.entry is not None:
        cited = run.index.cite(piece.entry.span)
    elif piece.spans:
        cited = cite(run.text.response, piece.spans[0])
    return Term(piece.label, scope.name or scope.kind, exactly(1), COUNTED, cited)


def _distinct(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    seen: dict[str, Piece] = {}
    for piece in pieces:
        seen.setdefault(fold(piece.label), piece)
    return tuple(seen.values())


def _repeated(
    run: Run, node: ir.Count, piece: Piece | None, pieces: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """Count an item that several containers repeat once or again, in a count over the plan."""
    entry = entry_of(run, piece)
    if entry is None or entry.id != 0 or not _of_items(run, node.scope):
        return pieces
    holders = {p.entry.parent for p in pieces if p.entry is not None}
    different = _distinct(pieces)
    if len(holders) < 2 or len(different) == len(pieces):
        return pieces
    return different if run.switch("repeated_items") == "once" else pieces


def _of_items(run: Run, scope: ir.Scope) -> bool:
    return scope.kind == "item" or (scope.kind == "rank" and scope.name in run.words.item_ranks)


def _count_in_doubt(
    run: Run, node: ir.Count, piece: Piece | None, value: Interval
) -> tuple[Interval, tuple[Cited, ...]]:
    entry = entry_of(run, piece)
    if entry is None or value.low is None or value.high is None or not run.index.doubts:
        return value, ()
    cited = []
    low, high = value.low, value.high
    for doubt in run.index.doubts_below(entry.id):
        if doubt.measure or doubt.amount is not None or not _counts(run, node.scope, doubt.entries):
            continue
        cited.append(run.index.cite(doubt.span))
        low += min(0, doubt.count) if doubt.count else -len(doubt.entries)
        high += max(0, doubt.count) if doubt.count else len(doubt.entries)
    return Interval(max(ZERO, low), high), tuple(cited)


def _counts(run: Run, scope: ir.Scope, touched: tuple[int, ...]) -> bool:
    """Tell whether a doubt about entries may change how many members a scope has."""
    if scope.kind != "rank":
        return True
    level = run.words.lexicon.ranks.get(scope.name)
    if level is None:
        return True
    for number in touched:
        if not 0 <= number < len(run.index.entries):
            continue
        entry = run.index.entries[number]
        own = run.words.lexicon.ranks.get(entry.rank)
        if scope.name in entry.ranks or own is None or own.level < level.level:
            return True
    return False


# -- properties, arithmetic, shares ---------------------------------------------------------
def _property(node: ir.Property, run: Run, piece: Piece | None) -> Value:
    if node.name == "duration":
        if not node.scopes:
            entry = entry_of(run, piece)
            if entry is None:
                return unknown(Reason.UNSUPPORTED, "duration")
            return duration_of(run, (piece if piece is not None else root(run),))
        found = members(run, node.scopes[0], piece)
        return durations.of_scope(run, node.scopes[0], found, piece)
    return moments.property_of(node, run, piece)


def duration_of(run: Run, pieces: tuple[Piece, ...]) -> Value:
    """Return how long some pieces last together."""
    return durations.of_scope(run, None, Found(pieces), None)


def _arithmetic(node: ir.Arithmetic, run: Run, piece: Piece | None) -> Value:
    entry = piece.entry if piece is not None else None
    if node.operator in "*/" and entry is not None and not run.index.parts[entry.id]:
        return per_entry(node, run, entry) if measures_in(run, node) else _binary(node, run, piece)
    return _binary(node, run, piece)


def _binary(node: ir.Arithmetic, run: Run, piece: Piece | None) -> Value:
    return combined(
        node.operator, evaluate(node.left, run, piece), evaluate(node.right, run, piece)
    )


def combined(operator: str, left: Value, right: Value) -> Value:
    """Add, subtract, multiply, divide two values, or take their absolute difference."""
    for side in (left, right):
        if side.interval is None:
            return unknown(side.reason, side.detail, terms=_terms([left, right]),
                           excluded=_excluded([left, right]), doubts=side.doubts)  # fmt: skip
    assert left.interval is not None and right.interval is not None  # noqa: S101, PT018
    if operator in "*/":
        dimension = combine(
            _plain(left.dimension), _plain(right.dimension), 1 if operator == "*" else -1
        )
        unit = left.unit if dimension == left.dimension else Unit("", dimension)
        unit = right.unit if operator == "*" and dimension == right.dimension else unit
    else:
        if not comparable(left.dimension, right.dimension) and not _clocks(left, right):
            return unknown(Reason.DIMENSION, f"{left.dimension}, {right.dimension}")
        dimension, unit = _sum_dimension(operator, left, right)
    result = _apply(operator, left, left.interval, right, right.interval)
    if result is None:
        return unknown(Reason.MISSING_AMOUNT, "division by zero", terms=_terms([left, right]))
    doubts = left.doubts + right.doubts
    sure = _apply(operator, left, left.sure or left.interval, right, right.sure or right.interval)
    return Value(
        result, dimension, unit,
        kind="clock" if dimension == "clock" else "amount",
        terms=_terms([left, right]),
        excluded=_excluded([left, right]),
        reason=left.reason or right.reason,
        detail=", ".join(dict.fromkeys(d for d in (left.detail, right.detail) if d)),
        doubts=doubts,
        sure=sure if doubts else None,
    )  # fmt: skip


def _clocks(left: Value, right: Value) -> bool:
    return {left.dimension, right.dimension} <= {"clock", "time"}


def _sum_dimension(operator: str, left: Value, right: Value) -> tuple[str, Unit]:
    if left.dimension == right.dimension == "clock":
        return "time", amounts.MINUTE
    if "clock" in (left.dimension, right.dimension):
        return "clock", CLOCK
    return left.dimension, left.unit


def _apply(
    operator: str, left: Value, first: Interval, right: Value, second: Interval
) -> Interval | None:
    if operator in "+-" or operator == "difference":
        if not _clocks(left, right):
            second = convert(second, right.dimension, left.dimension)
        if operator == "+":
            return first + second
        gap = first - second
        return gap if operator == "-" else _absolute(gap)
    return first * second if operator == "*" else first / second


def _absolute(value: Interval) -> Interval:
    if value.low is not None and value.low >= 0:
        return value
    if value.high is not None and value.high <= 0:
        return -value
    mirror = -value
    if value.high is None or mirror.high is None:
        return Interval(ZERO, None)
    return Interval(ZERO, max(value.high, mirror.high))


def _share(node: ir.Share, run: Run, piece: Piece | None) -> Value:
    part, whole = evaluate(node.part, run, piece), evaluate(node.whole, run, piece)
    value = combined("/", part, whole)
    if value.interval is None or value.dimension != "one":
        return value
    interval = value.interval
    if interval.high is None or interval.high > ONE:
        interval = Interval(interval.low, ONE) if _inside(part, whole) else interval
    percent = Unit("%", "fraction", Decimal("0.01"))
    return Value(interval, "fraction", percent, terms=value.terms, excluded=value.excluded,
                 reason=value.reason, detail=value.detail, doubts=value.doubts)  # fmt: skip


def _inside(part: Value, whole: Value) -> bool:
    """Tell whether the part is made of numbers of the whole, so that it cannot exceed it."""
    cited = {term.cited for term in whole.terms if term.cited is not None}
    return all(term.cited in cited for term in part.terms if term.cited is not None)


def _of(node: ir.Of, run: Run, piece: Piece | None) -> Value:
    found = members(run, node.scope, piece)
    if not found.pieces or found.maybe:
        return _empty_value(found)
    values = [evaluate(node.value, run, p) for p in found.pieces]
    if len(values) == 1:
        return values[0]
    if values[0].kind in ("text", "date", "weekday", "clock"):
        return unknown(Reason.UNSUPPORTED, f"{len(values)} {node.scope.name}")
    return _aggregated("sum", values, found)


def _empty_value(found: Found) -> Value:
    if found.maybe:
        return unknown(found.reason or Reason.INTERVAL, found.detail)
    return unknown(found.reason or Reason.EMPTY_SCOPE, found.detail)


EVALUATE: dict[type, Evaluate] = {
    ir.Number: _number,
    ir.Moment: _moment,
    ir.DateLiteral: _date,
    ir.Words: _words,
    ir.Measure: _measure,
    ir.Aggregate: _aggregate,
    ir.Count: _count,
    ir.Property: _property,
    ir.Arithmetic: _arithmetic,
    ir.Share: _share,
    ir.Of: _of,
    ir.Data: _data,
    ir.TextMeasure: _text_measure,
}
"""One function for each expression of the language."""
