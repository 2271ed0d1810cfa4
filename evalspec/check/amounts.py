"""A measure in an entry: the total of its parts, with every number and why others are left out.

Below the entry, go down as long as some descendant carries the measure; what carries it
at the deepest place is an operand. What an inner node carries besides is a stated total.
"""

from __future__ import annotations

from collections.abc import Callable

from evalspec.check.dimensions import comparable, is_count
from evalspec.check.run import Run
from evalspec.check.schedule import length, times, union
from evalspec.check.value import Term, Value, shown, unknown
from evalspec.core.quantity import ONE, UNKNOWN_AMOUNT, ZERO, Interval, Unit, exactly
from evalspec.core.record import Record
from evalspec.core.verdict import Cited, Excluded, Reason
from evalspec.document.facts import Amount, Entry, EntryKind, Origin
from evalspec.spec.ir import Measure
from evalspec.vocabulary.fold import fold

MINUTE = Unit("min", "time")
NIL = exactly(0)
DOUBLED = exactly(2)
_PER = ("per ", "each ", "a ", "/")


class Key(Record, frozen=True):
    """What to look for: the names an amount may carry, and what it must be comparable with."""

    name: str
    names: tuple[str, ...]
    dimension: str
    """`?` when the response decides."""
    unit: Unit
    timed: bool = False
    """Clock times give it too."""
    product: tuple[Key, ...] = ()
    """Factors that define it per item where it is not written."""
    joint: bool = False
    """Several measures of one expression: an amount of one of them is none of the whole."""

    @property
    def all_names(self) -> tuple[str, ...]:
        """Its names and those of its factors."""
        return self.names + tuple(name for factor in self.product for name in factor.names)


class Leaf(Record, frozen=True):
    """A measure written in one entry itself."""

    interval: Interval | None = None
    dimension: str = ""
    unit: Unit | None = None
    terms: tuple[Term, ...] = ()
    excluded: tuple[Excluded, ...] = ()


def key_of(run: Run, measure: Measure) -> Key:
    """Resolve a measure of the IR."""
    if not measure.quoted:
        return named_key(run, measure.name, measure.unit)
    words = run.words
    folded = fold(measure.name)
    known = words.measure_of.get(folded)
    names = (measure.name, folded, known) if known else (measure.name, folded)
    timed = known == words.time_measure
    return Key(
        measure.name, tuple(dict.fromkeys(names)), measure.unit.dimension, measure.unit, timed
    )


def named_key(run: Run, name: str, unit: Unit | None = None) -> Key:
    """Resolve a measure of the lexicon by its name."""
    words = run.words
    known = words.lexicon.measures.get(name)
    if known is None:
        shown_in = unit or Unit("", "?")
        return Key(name, (name,), shown_in.dimension, shown_in, name == words.time_measure)
    shown_in = (
        unit or words.lexicon.units.get(fold(known.unit)) or Unit(known.unit, known.dimension)
    )
    product = tuple(named_key(run, factor) for factor in known.product if factor != name)
    return Key(name, (name,), known.dimension, shown_in, name == words.time_measure, product)


# -- one entry ------------------------------------------------------------------------
def leaf(run: Run, entry: Entry, key: Key, once: bool = False) -> Leaf:
    """Return what an entry itself says of a measure; `once` takes one value, not a sum."""
    if key.timed:
        timed = _timed(run, entry, key)
        if timed is not None:
            return timed
    usable, excluded = _usable(run, entry, key)
    if not usable:
        if key.product:
            return _product(run, entry, key, excluded)
        return Leaf(excluded=tuple(excluded))
    dimension = usable[0].unit.dimension
    interval: Interval | None = None
    terms = []
    for amount in usable:
        value, note = _convention(run, entry, amount)
        terms.append(_term(run, entry, key, amount, value, note))
        interval = value if interval is None else _joined(interval, value, once)
    if entry.optional and interval is not None and not once:
        interval = interval.hull(NIL)
    return Leaf(interval, dimension, usable[0].unit, tuple(terms), tuple(excluded))


def _joined(first: Interval, second: Interval, once: bool) -> Interval:
    return first.hull(second) if once else first + second


def _usable(run: Run, entry: Entry, key: Key) -> tuple[list[Amount], list[Excluded]]:
    """Pick the amounts that decide: own before referenced before stated."""
    held = [amount for amount in entry.amounts if amount.called(key.names)]
    if not held:
        return held, []
    first = held[0]
    plainly = first.origin == Origin.ITEM and first.unit.dimension == key.dimension
    if len(held) == 1 and plainly and not _between_sets(first):
        return held, []
    return _chosen(run, held, key)


def _chosen(run: Run, held: list[Amount], key: Key) -> tuple[list[Amount], list[Excluded]]:
    by_origin: dict[Origin, list[Amount]] = {}
    excluded: list[Excluded] = []
    for amount in held:
        if key.dimension != "?" and not _fits(amount.unit.dimension, key.dimension):
            excluded.append(Excluded(run.index.cite(amount.span), "other-dimension"))
        elif _between_sets(amount) and run.switch("between_set_rest") == "ignore":
            excluded.append(Excluded(run.index.cite(amount.span), "between-sets"))
        else:
            by_origin.setdefault(amount.origin, []).append(amount)
    if Origin.REFERENCED in by_origin and run.switch("referenced_items") == "ignore":
        excluded += _set_aside(run, by_origin.pop(Origin.REFERENCED), "definition")
    excluded += _set_aside(run, by_origin.pop(Origin.CLAIMED, []), "claim")
    chosen: list[Amount] = []
    for origin in (Origin.ITEM, Origin.REFERENCED, Origin.COMPUTED, Origin.STATED):
        amounts = by_origin.get(origin, [])
        if not chosen:
            chosen = amounts
        elif amounts:
            reason = "stated-total" if origin == Origin.STATED else "definition"
            excluded += _set_aside(run, amounts, reason)
    return chosen, excluded


def _fits(dimension: str, wanted: str) -> bool:
    return (
        comparable(dimension, wanted)
        or dimension == "one"
        or (is_count(dimension) and wanted == "one")
    )


def _set_aside(run: Run, amounts: list[Amount], reason: str, detail: str = "") -> list[Excluded]:
    return [Excluded(run.index.cite(amount.span), reason, detail) for amount in amounts]


def _between_sets(amount: Amount) -> bool:
    return amount.qualifier.startswith("between")


def _convention(run: Run, entry: Entry, amount: Amount) -> tuple[Interval, str]:
    """Apply what a qualifier asks for, by policy; return base value and a note."""
    value = amount.value.scaled(amount.unit.factor, amount.unit.offset)
    qualifier = amount.qualifier
    if not qualifier:
        return value, "about" if amount.about else ""
    if qualifier in run.words.lexicon.roles.get("bodyweight", ()) or qualifier == "bodyweight":
        zero = run.switch("bodyweight_loads") == "zero"
        return (NIL if zero else value), f"bodyweight_loads={'zero' if zero else 'stated'}"
    if qualifier == "optional":
        return value.hull(NIL), "optional"
    if _between_sets(amount):
        sets = _times_over(run, entry, "set")
        return value * (
            sets - exactly(1) if sets else Interval(ONE, None)
        ), "between_set_rest=count"
    counted = _per_measure(run, qualifier)
    if counted:
        over = _times_over(run, entry, counted)
        return (value * over, f"times {over.text()}") if over else (value, qualifier)
    if _per_side(amount):
        doubled = run.switch("per_side_amounts") == "doubled"
        note = f"per_side_amounts={'doubled' if doubled else 'once'}"
        return (value * DOUBLED if doubled else value), note
    return value, qualifier


def _per_measure(run: Run, qualifier: str) -> str:
    """Return `set` of `per set`, when a measure has that name."""
    for start in _PER:
        if qualifier.startswith(start):
            word = fold(qualifier[len(start) :])
            return word if word in run.words.measure_of or word in run.words.lexicon.units else ""
    return ""


def _per_side(amount: Amount) -> bool:
    """Tell whether an amount is for one of two hands or sides, not a price for one of many."""
    dimension = amount.unit.dimension
    return dimension in ("mass", "time", "length", "one") or dimension.startswith("count:")


def _times_over(run: Run, entry: Entry, word: str) -> Interval | None:
    """Return how often an amount per set (night, person) counts: written here or just above."""
    name = run.words.measure_of.get(word, word)
    unit = run.words.lexicon.units.get(word)
    index = run.index
    holders = [entry.id, *list(index.ancestors(entry.id))[:2]]
    for holder in holders:
        for amount in index.entries[holder].amounts:
            same_unit = unit is not None and amount.unit.dimension == unit.dimension != "one"
            if not amount.qualifier and (amount.measure == name or same_unit):
                return amount.value
    return None


def _term(run: Run, entry: Entry, key: Key, amount: Amount, value: Interval, note: str) -> Term:
    cited = run.index.cite(amount.span)
    return Term(
        entry.label,
        key.name,
        value,
        amount.unit,
        cited,
        amount.origin.name.lower(),
        amount,
        note,
    )


def _timed(run: Run, entry: Entry, key: Key) -> Leaf | None:
    """Return the length that clock times give, when both ends are known."""
    if not entry.starts or entry.kind == EntryKind.MARKER:
        return None
    chosen = times(run, entry)
    stretch = chosen.stretch
    if stretch is None or chosen.start is None or chosen.end is None:
        return None
    excluded = [
        Excluded(run.index.cite(amount.span), "clock-times")
        for amount in entry.amounts
        if amount.called(key.names) and amount.span != chosen.end.span
    ]
    return Leaf(
        exactly(stretch[1] - stretch[0]),
        "time",
        MINUTE,
        time_terms(run, entry),
        tuple(excluded),
    )


def time_terms(run: Run, entry: Entry) -> tuple[Term, ...]:
    """Return the start and the end of an entry as operands."""
    chosen = times(run, entry)
    clock = Unit("clock", "clock")
    return tuple(
        Term(
            entry.label,
            role,
            exactly(point.minutes),
            clock,
            run.index.cite(point.span),
            point.origin,
        )
        for role, point in (("start", chosen.start), ("end", chosen.end))
        if point is not None
    )


def _product(run: Run, entry: Entry, key: Key, excluded: list[Excluded]) -> Leaf:
    """Multiply the factors that define a measure (tonnage = sets * reps * weight)."""
    leaves = [leaf(run, entry, factor, once=True) for factor in key.product]
    if all(part.interval is None for part in leaves):
        return Leaf(excluded=tuple(excluded))
    interval = exactly(1)
    terms: list[Term] = []
    for factor, part in zip(key.product, leaves, strict=True):
        if part.interval is None:
            terms.append(missing_term(run, entry, factor))
        interval = interval * (part.interval or _missing_amount(run))
        terms += part.terms
        excluded += part.excluded
    return Leaf(interval, key.dimension, key.unit, tuple(terms), tuple(excluded))


def _missing_amount(run: Run) -> Interval:
    return NIL if run.switch("missing_amounts") == "zero" else UNKNOWN_AMOUNT


def missing_term(run: Run, entry: Entry, key: Key) -> Term:
    """Return the operand that stands for a number that is not written."""
    zero = run.switch("missing_amounts") == "zero"
    note = "missing_amounts=zero" if zero else ""
    value = NIL if zero else UNKNOWN_AMOUNT
    unit = key.unit if key.dimension != "?" else Unit("", "one")
    return Term(entry.label, key.name, value, unit, None, "missing", None, note)


# -- an entry with its parts ----------------------------------------------------------
class Spread(Record, frozen=True):
    """Which entries below another one decide a measure."""

    deepest: tuple[int, ...]
    """Those that carry it at the deepest place."""
    missing: tuple[int, ...]
    """Those beside them that do not carry it."""
    inner: tuple[int, ...]
    """Those passed on the way down."""
    rest: tuple[int, ...]
    """Rest between items that does not count."""


def spread(run: Run, entry: Entry, names: tuple[str, ...], timed: bool) -> Spread:
    """Find the deepest entries that carry any of some measures."""
    index = run.index
    carrying, above = index.carriers(names, timed)
    deepest: list[int] = []
    missing: list[int] = []
    inner: list[int] = []
    rest: list[int] = []
    if entry.id not in above:
        return Spread((entry.id,) if entry.id in carrying else (), (), (), ())
    stack = list(reversed(index.parts[entry.id]))
    while stack:
        part = stack.pop()
        kind = index.entries[part].kind
        if kind == EntryKind.DEFINITION or kind == EntryKind.MARKER:
            continue
        if part in above:
            inner.append(part)
            stack.extend(reversed(index.parts[part]))
        elif kind == EntryKind.REST:
            if part in carrying:
                counts = not timed or run.switch("rest_counts_time") == "true"
                (deepest if counts else rest).append(part)
        elif part in carrying:
            deepest.append(part)
        elif kind == EntryKind.ITEM or kind == EntryKind.BLOCK or index.entries[part].rank:
            missing.append(part)
    return Spread(tuple(deepest), tuple(missing), tuple(inner), tuple(rest))


def total(run: Run, entry: Entry, key: Key) -> Value:
    """Return a measure of an entry: the total of its parts, or its own amount."""
    return reduced(run, entry, key, key.all_names, key.timed, lambda e: leaf(run, e, key))


def reduced(
    run: Run,
    entry: Entry,
    key: Key,
    names: tuple[str, ...],
    timed: bool,
    measure: Callable[[Entry], Leaf],
) -> Value:
    """Add what `measure` gives for each deepest entry that carries one of the names."""
    index = run.index
    parts = spread(run, entry, names, timed)
    sums: dict[str, Interval] = {}
    units: dict[str, Unit] = {}
    terms: list[Term] = []
    excluded: list[Excluded] = []
    missing: list[Entry] = [index.entries[part] for part in parts.missing]
    for part in parts.deepest:
        found = measure(index.entries[part])
        excluded += found.excluded
        if found.interval is None:
            missing.append(index.entries[part])
            continue
        dimension = found.dimension
        sums[dimension] = sums[dimension] + found.interval if dimension in sums else found.interval
        units.setdefault(dimension, found.unit or key.unit)
        terms += found.terms
    if not sums:
        return _nothing(run, entry, key, parts, excluded)
    dimension, problem = _one_dimension(sums, key)
    if problem:
        return unknown(Reason.DIMENSION, problem, terms=tuple(terms), excluded=tuple(excluded))
    interval = sums[dimension]
    if timed:
        interval, more = _without_overlap(run, [index.entries[p] for p in parts.deepest], interval)
        terms += more
    if missing:
        terms += [missing_term(run, item, key) for item in missing]
        interval = interval + (NIL if run.switch("missing_amounts") == "zero" else UNKNOWN_AMOUNT)
    unit = key.unit if key.dimension != "?" and key.unit.name else units[dimension]
    excluded += _beside(run, entry, key, parts, interval, unit)
    value, doubts = in_doubt(run, entry, key, names, interval)
    return Value(
        value,
        dimension,
        unit,
        terms=tuple(terms),
        excluded=tuple(excluded),
        reason=Reason.MISSING_AMOUNT if _unsure(terms) else Reason.NONE,
        detail=", ".join(dict.fromkeys(t.label for t in terms if t.origin == "missing")),
        doubts=doubts,
        sure=interval if doubts else None,
    )


def _unsure(terms: list[Term]) -> bool:
    return any(term.origin == "missing" and term.value.high is None for term in terms)


def _nothing(run: Run, entry: Entry, key: Key, parts: Spread, excluded: list[Excluded]) -> Value:
    """Say why a measure has no value here."""
    excluded += _beside(run, entry, key, parts, None, key.unit)
    other = any(e.reason == "other-dimension" for e in excluded)
    reason = Reason.DIMENSION if other else Reason.MISSING_AMOUNT
    return unknown(reason, key.name, unit=key.unit, excluded=tuple(excluded))


def _one_dimension(sums: dict[str, Interval], key: Key) -> tuple[str, str]:
    """Choose the one dimension of a sum; bare numbers join a single other one."""
    dimensions = [d for d in sums if d != "one"]
    if len(dimensions) > 1:
        return "", ", ".join(dimensions)
    if not dimensions:
        if key.dimension not in ("?", "one") and not key.dimension.startswith("count:"):
            if key.dimension == "currency":
                return "one", ""
            sums[key.dimension] = sums["one"].scaled(key.unit.factor, key.unit.offset)
            return key.dimension, ""
        return "one", ""
    chosen = dimensions[0]
    if "one" in sums:
        factor = key.unit.factor if key.unit.dimension == chosen else ONE
        sums[chosen] = sums[chosen] + sums["one"].scaled(factor)
    return chosen, ""


def _without_overlap(
    run: Run, entries: list[Entry], interval: Interval
) -> tuple[Interval, list[Term]]:
    """Count the time that several entries share once, where policy carves."""
    by_day: dict[int | None, list[tuple[int, int]]] = {}
    for entry in entries:
        stretch = times(run, entry).stretch if entry.starts else None
        if stretch:
            by_day.setdefault(run.index.day_of(entry.id), []).append(stretch)
    shared = sum(length(found) - length(union(found)) for found in by_day.values())
    if not shared or run.switch("nested_blocks") == "keep":
        return interval, []
    term = Term(
        "", "carved", exactly(-shared), MINUTE, None, "computed", None, "nested_blocks=carve"
    )
    return interval - exactly(shared), [term]


# -- what was left out ----------------------------------------------------------------
def _beside(
    run: Run,
    entry: Entry,
    key: Key,
    parts: Spread,
    interval: Interval | None,
    unit: Unit,
) -> list[Excluded]:
    """List stated totals, claims, rest and other measures of the same dimension."""
    index = run.index
    found: list[Excluded] = []
    computed = shown(interval, unit) if interval is not None else ""
    if parts.deepest != (entry.id,):
        for amount in index.amounts(entry, key.names):
            detail = f"parts {computed} {unit.name}".strip()
            found.append(Excluded(index.cite(amount.span), "stated-total", detail))
    for part in parts.inner:
        stated = index.amounts(index.entries[part], key.names)
        if stated:
            found += _set_aside(run, stated, "stated-total", _parts_text(run, part, key, unit))
    for part in parts.rest:
        found += _set_aside(run, index.amounts(index.entries[part], key.names), "rest")
    found += _claims(run, entry, key, computed, unit)
    names = key.all_names
    for part in parts.deepest:
        for amount in index.entries[part].amounts:
            if not amount.called(names) and amount.unit.dimension == key.dimension:
                found.append(Excluded(index.cite(amount.span), "other-measure", amount.measure))
    return found


def _parts_text(run: Run, part: int, key: Key, unit: Unit) -> str:
    """Write the sum of the parts of an inner container, to set beside its stated total."""
    below = spread(run, run.index.entries[part], key.all_names, key.timed)
    summed: Interval | None = None
    for deepest in below.deepest:
        found = leaf(run, run.index.entries[deepest], key)
        if found.interval is not None and found.dimension == unit.dimension:
            summed = found.interval if summed is None else summed + found.interval
    return f"parts {shown(summed, unit)} {unit.name}".strip() if summed is not None else ""


def _claims(run: Run, entry: Entry, key: Key, computed: str, unit: Unit) -> list[Excluded]:
    """List goals and summaries about this entry, or about each entry of its rank."""
    index = run.index
    if not index.claims:
        return []
    about = list(index.claims.get(entry.id, ()))
    for above in index.ancestors(entry.id):
        about += [c for c in index.claims.get(above, ()) if c.per and c.per in entry.ranks]
    detail = f"parts {computed} {unit.name}".strip() if computed else ""
    return [
        Excluded(index.cite(claim.amount.span), "claim", detail)
        for claim in about
        if claim.amount.called(key.names)
    ]


def in_doubt(
    run: Run, entry: Entry, key: Key, names: tuple[str, ...], interval: Interval
) -> tuple[Interval, tuple[Cited, ...]]:
    """Widen a total by amounts that may or may not belong to it; by anything for a factor."""
    cited: list[Cited] = []
    for doubt in run.index.doubts_below(entry.id):
        measure = doubt.measure or (doubt.amount.measure if doubt.amount else "")
        if measure not in names or not measure:
            continue
        cited.append(run.index.cite(doubt.span))
        if doubt.amount is None or key.joint or measure not in key.names:
            interval = Interval(ZERO, None)
        else:
            interval = interval + doubt.amount.value.scaled(doubt.amount.unit.factor).hull(NIL)
    return interval, tuple(cited)
