"""`amount`: the one measure of what is spoken of, whatever it is: `sum(amount) of "leisure" <= 120`.

Who names no unit leaves it to the response: its amounts decide if all of them are of one measure in
one unit. Shares are of something else. Where nothing carries an amount, the number decides that stands
alone beside the name: `Leisure: 110`.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.value import Found, Piece, Value, unknown
from evalspec.core.quantity import Unit
from evalspec.core.verdict import Reason
from evalspec.document.facts import Amount, Entry, Origin
from evalspec.language import ir
from evalspec.language.names import OPEN_MEASURE
from evalspec.vocabulary.fold import fold

_PARTS = (Origin.ITEM, Origin.REFERENCED, Origin.COMPUTED)
_SHARE, _MONEY = "fraction", "currency:"


@lru_cache(maxsize=1024)
def leaves_open(node: ir.Expr) -> bool:
    """Tell whether an expression measures `amount` in the scope now in force."""
    match node:
        case ir.Measure():
            return node.left_open
        case ir.Aggregate(_, value) | ir.RangeEnd(_, value):
            return leaves_open(value)
        case ir.Arithmetic(_, left, right):
            return leaves_open(left) or leaves_open(right)
    return False


def settled(node: ir.Expr, run: Run, pieces: tuple[Piece, ...]) -> ir.Expr | Value:
    """Return an expression with the measure that its members carry, or why there is none."""
    entries = _entries(run, pieces)
    written = [_written(entry, _PARTS) for entry in entries]
    if not any(written):
        written = [_written(entry, (Origin.STATED,)) for entry in entries]
    amounts = [amount for row in written for amount in row]
    if not amounts:
        return unknown(Reason.MISSING_AMOUNT, pieces[0].label if pieces else "")
    bare = [a for a in amounts if not a.unit.name]
    if bare and not any(a.unit.dimension.startswith(_MONEY) for a in amounts):
        amounts = bare  # a bare bound is of the number of them; of money it may be too
        written = [[a for a in row if not a.unit.name] for row in written]
    known = {a.measure for a in amounts if a.measure in run.words.lexicon.measures}
    beside = next((m for row in written if len(m := {a.measure for a in row}) > 1), set())
    kinds = beside or known
    units = {a.unit.name: a.unit for a in amounts}
    if len(kinds) > 1 or len(units) > 1:
        return unknown(
            Reason.SEVERAL_MEASURES, ", ".join(sorted(kinds if len(kinds) > 1 else units))
        )
    (unit,) = units.values()
    return _filled(node, ir.Measure(OPEN_MEASURE, unit))


def beside_name(node: ir.Of, run: Run, piece: Piece | None, found: Found) -> Value | None:
    """Return what a name tells of itself, where no amount is written of a thing that is called so: the
    number beside it (`Leisure: 110`), or the amounts of a column.
    """
    scope = node.scope
    if (
        scope.kind != "label"
        or scope.filters
        or scope.within
        or len(found.pieces) > 1
        or found.maybe
    ):
        return None
    field = ir.Scope("text", "field", (ir.Named((scope.name,)),))
    beside = run.value(ir.Property("text", (field,)), piece).typed
    if beside is not None or found.pieces:
        return beside
    column = ir.Measure(scope.name, Unit("", "?"), True)
    headed = any(a.called((fold(scope.name),)) for e in run.index.entries for a in e.amounts)
    return run.value(_filled(node.value, column), piece) if headed else None


def _entries(run: Run, pieces: tuple[Piece, ...]) -> list[Entry]:
    """List things and what they hold."""
    index = run.index
    held = (p.entry.id for p in pieces if p.entry)
    return [index.entries[n] for part in held for n in (part, *index.walk(part))]


def _written(entry: Entry, origins: tuple[Origin, ...]) -> list[Amount]:
    return [a for a in entry.amounts if a.origin in origins and a.unit.dimension != _SHARE]


def _filled(node: ir.Expr, measure: ir.Measure) -> ir.Expr:
    """Return an expression with a measure in the place that was left open."""
    if isinstance(node, ir.Measure):
        return measure if node.left_open else node
    if not isinstance(node, ir.Aggregate | ir.RangeEnd | ir.Arithmetic):
        return node
    inner = ("left", "right") if isinstance(node, ir.Arithmetic) else ("value",)
    return replace(node, **{name: _filled(getattr(node, name), measure) for name in inner})
