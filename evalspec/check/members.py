"""A measure of several members of a scope: those that add to a total, with what is unsure about it."""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.check import amounts
from evalspec.check.evaluation import Run
from evalspec.check.leaves import NIL, Key, key_of, leaf
from evalspec.check.result import place
from evalspec.check.spread import spread
from evalspec.check.value import Found, Piece, Value, sided
from evalspec.core.quantity import UNKNOWN_AMOUNT
from evalspec.core.verdict import Reason
from evalspec.document.facts import PERHAPS_IN_TOTAL, Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, only_lists, says
from evalspec.vocabulary.kinds import Told


def measured(
    node: ir.Expr,
    run: Run,
    pieces: tuple[Piece, ...],
    *,
    names: tuple[str, ...] = (),
    told: bool = False,
    adds: bool = True,
    beside: bool = False,
) -> list[Value]:
    """Measure the members of a scope, of several only those that are to have an amount.

    Each number says which member it is of, where these are `told` apart. What says that it has
    none only `adds` nothing: nobody knows whether it counts in a mean. What is told of a thing of
    some `names` and others together is anything up to it. Of members that only may be meant,
    `beside` such as surely are, none has to have an amount.
    """
    values = [run.value(node, piece) for piece in pieces]
    summed = node.value if isinstance(node, ir.Aggregate) and node.over is None else node
    keys = measures_in(run, summed)
    if names and len(keys) == 1 and is_split(run, keys[0]):
        plain = len(values) == 1 and isinstance(node, ir.Measure)
        values = [
            _shared(value)
            if _of_several(run, value, piece, names)
            else _of_meant(run, _itself(value, plain=plain), piece, names)
            for value, piece in zip(values, pieces, strict=True)
        ]
    if len(keys) == 1 and (len(values) > 1 or beside):
        pairs = [(_doubted(run, keys[0], v, p), p) for v, p in zip(values, pieces, strict=True)]
        pairs = _adding(run, keys[0], pairs, adds) or ([] if beside else pairs)
        values, pieces = [v for v, _ in pairs], tuple(p for _, p in pairs)
    if told and any(len(value.terms) > 1 for value in values):
        values = [sided(v, place(p)[0]) for v, p in zip(values, pieces, strict=True)]
    return values


def undivided(node: ir.Of, run: Run, piece: Piece | None, found: Found) -> list[Value]:
    """Measure what is told as a whole where members may be in it: `Week 2 – 105 pages`, beside weeks of days.

    All of it belongs to them, unless they are picked.
    """
    scope, ranks, index = node.scope, run.words.lexicon.ranks, run.index
    rank = ranks.get(scope.name) if scope.kind == "rank" else None
    picked = [f for f in scope.filters if not _of_measured(f)]
    if rank is None or rank.item or rank.plan or not all(_runs_on(f, found) for f in picked):
        return []
    known = {n for p in found.pieces if p.entry for n in (p.entry.id, *index.ancestors(p.entry.id))}
    holders = run.members(scope.within, piece).pieces if scope.within is not None else (piece,)
    tops = [index.entries[0] if one is None else one.entry for one in holders]
    whole: list[Value] = []
    for entry in (e for top in tops if top is not None for e in (top, *index.below(top))):
        above = ranks.get(entry.rank)
        wider = above is not None and not above.plan and above.level < rank.level
        if wider and entry.kind is EntryKind.CONTAINER and entry.id not in known:
            whole.append(_or_stated(run.value(node.value, Piece.of(entry)), run, node.value, entry))
            known.update(index.walk(entry.id))
    told = [value for value in whole if value.kind == "amount" and value.interval is not None]
    return [perhaps(value) for value in told] if picked else told


def _or_stated(value: Value, run: Run, node: ir.Expr, entry: Entry) -> Value:
    """Return what a container comes to, or what it says of itself."""
    summed = node.value if isinstance(node, ir.Aggregate) and node.over is None else node
    keys = measures_in(run, summed)
    interval = value.interval
    for amount in run.index.amounts(entry, keys[0].all_names) if len(keys) == 1 else ():
        same = amount.unit.dimension == value.dimension and interval is not None
        if same and interval is not None and amount in entry.amounts:
            interval = interval.hull(amount.value.scaled(amount.unit.factor, amount.unit.offset))
    return replace(value, interval=interval)


def _runs_on(given: ir.Filter, found: Found) -> bool:
    """Tell whether more are asked for than there are: `day 1 to 27` of seven."""
    if not isinstance(given, ir.Ordinal) or given.kind not in ("first", "range"):
        return False
    first = given.kind == "first"
    asked = max(given.low, given.high) if first else given.high - given.low + 1
    return asked > len(found.pieces)


def _of_measured(given: ir.Filter) -> bool:
    """Tell whether a filter only asks that something is told: `where (exists measured(pages))`."""
    formula = given.formula if isinstance(given, ir.Where) else None
    return isinstance(formula, ir.Exists) and formula.scope.kind == "measured"


def _itself(value: Value, *, plain: bool) -> Value:
    """Return the amount of a thing that is asked for by its name, perhaps in no total: tax, a discount."""
    amount = value.terms[0].amount if len(value.terms) == 1 else None
    if amount is None or not amount.unit.dimension.startswith("currency:"):
        return value
    whole = amount.value.scaled(amount.unit.factor, amount.unit.offset)
    if plain and whole.high is not None and whole.high < 0:
        whole = -whole  # a discount of €50 takes off €50
    elif amount.qualifier != PERHAPS_IN_TOTAL:
        return value
    return replace(value, interval=whole, terms=(replace(value.terms[0], value=whole),))


def is_split(run: Run, key: Key) -> bool:
    """Tell whether an amount of several things is made of those of each: a price, no weight lifted."""
    known = run.words.lexicon.measures.get(key.name)
    return known is None or known.adds


def _of_several(run: Run, value: Value, piece: Piece, names: tuple[str, ...]) -> bool:
    """Tell whether the numbers of a line are of all that it lists, not of what they stand in."""
    entry = piece.entry
    if entry is None or value.interval is None:
        return False
    if not (only_lists(entry.label, names) or _only_told_of(run, entry.label, names)):
        return False
    cited = [term.cited.span for term in value.terms if term.cited is not None]
    return all(span.start >= entry.span.end or span.end <= entry.span.start for span in cited)


def _of_meant(run: Run, value: Value, piece: Piece, names: tuple[str, ...]) -> Value:
    """Leave it open whether the mince is pasta in `Spaghetti bolognese: 2 kg spaghetti, 1 kg mince`."""
    entry, index = piece.entry, run.index
    if entry is None or value.interval is None or len(value.terms) < 2:
        return value
    line = entry.spans[0]
    parts = [part for part in index.held(entry) if line.covers(part.spans[0]) and part.amounts]
    kinds = [kind for name in names if (kind := run.words.kind_named(fold(name))) is not None]
    meant = [
        any(says(part.label, name) for name in names)
        or any(kind.told(part.label) is not Told.NO for kind in kinds)
        for part in parts
    ]
    titled = any(part.label.startswith(entry.label) for part in parts)  # `Fort €15, parking €20`
    if titled or all(meant) or not any(meant):
        return value
    other = [part.spans[0] for part, is_meant in zip(parts, meant, strict=True) if not is_meant]
    more = [
        term.value
        for term in value.terms
        if term.cited is not None and any(span.covers(term.cited.span) for span in other)
    ]
    return replace(value, interval=value.interval.hull(value.interval - sum(more, NIL)))


def _only_told_of(run: Run, label: str, names: tuple[str, ...]) -> bool:
    """Tell whether a label says what somebody does with a thing: `Pupils write the homework down`."""
    words = label.split(" ")
    at = next((n for n, w in enumerate(words[1:-1], 1) if w in run.words.determining), 0)
    before, behind = " ".join(words[:at]), " ".join(words[at + 1 :])
    told = at > 1 and any(says(behind, name) for name in names)
    return told and not any(says(before, name) for name in names)


def _shared(value: Value) -> Value:
    terms = tuple(replace(term, note="of several things together") for term in value.terms)
    return perhaps(replace(value, terms=terms))


def perhaps(value: Value) -> Value:
    """Return an amount that may as well be left out."""
    if value.interval is None:
        return value
    sure = None if value.sure is None else value.sure.hull(NIL)
    return replace(value, interval=value.interval.hull(NIL), sure=sure)


def measures_in(run: Run, node: ir.Expr) -> list[Key]:
    """List the measures an expression multiplies, adds or divides."""
    waiting: list[ir.Expr] = [node]
    found: list[Key] = []
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Measure):
            found.append(key_of(run, part))
        elif isinstance(part, ir.RangeEnd):
            waiting.append(part.value)
        elif isinstance(part, ir.Arithmetic):
            waiting += [part.right, part.left]
    return found


def _adding(
    run: Run, key: Key, pairs: list[tuple[Value, Piece]], adds: bool
) -> list[tuple[Value, Piece]]:
    """Leave out what is said again of a total, and what is in no list of which others are measured."""
    index = run.index
    lacking: set[int] = set()
    if any(_is_silent(value) for value, _ in pairs):
        plan = index.entries[0]
        parts = spread(run, plan, key)
        found = amounts.lacking(run, plan, key, parts, lambda entry: leaf(run, entry, key))
        lacking = {
            entry.id for entry in found if not (adds and amounts.has_none(run, entry.id, key))
        }

    def counts(value: Value, entry: Entry | None) -> bool:
        if entry is None or entry.id in index.said_again:
            return entry is None
        inside = (entry.id, *index.ancestors(entry.id))
        return not _is_silent(value) or not lacking.isdisjoint(inside)

    return [(value, piece) for value, piece in pairs if counts(value, piece.entry)]


def _is_silent(value: Value) -> bool:
    return value.interval is None and value.reason is Reason.MISSING_AMOUNT


def _doubted(run: Run, key: Key, value: Value, piece: Piece) -> Value:
    """Widen a value by doubts about what its member stands in: `Perform this routine two times`."""
    index = run.index
    if piece.entry is None or value.interval is None or not index.doubts:
        return value
    found = [
        doubt
        for holder in index.ancestors(piece.entry.id)
        for code in ("repeated", "per-head")
        for doubt in index.doubts_about(holder, code)
        if doubt.measure in key.all_names and not (code == "per-head" and run.persons is not None)
    ]
    if not found:
        return value
    cited = tuple(index.cite(doubt.span) for doubt in found)
    return replace(
        value, interval=UNKNOWN_AMOUNT, doubts=(*value.doubts, *cited),
        sure=value.sure or value.interval,
    )  # fmt: skip
