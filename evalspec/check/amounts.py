"""A measure in an entry: the total of its parts, with every number and why others are left out.

What carries it at the deepest place is an operand (`check/spread.py`). What an inner node carries
besides is a stated total, which says of parts whose amount is not written what they come to.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from decimal import Decimal

from evalspec.check.debated import may_be_left_out
from evalspec.check.dimensions import comparable
from evalspec.check.evaluation import Run
from evalspec.check.index import THINGS
from evalspec.check.leaves import NIL, Key, Leaf, leaf, missing_term, set_aside
from evalspec.check.remaining import told_alone, told_by_totals
from evalspec.check.schedule import length, times, union
from evalspec.check.shifts import somebody
from evalspec.check.spread import Spread, spread
from evalspec.check.value import MINUTE, Term, Value, shown, unknown
from evalspec.core.lookup import grouped
from evalspec.core.quantity import UNKNOWN_AMOUNT, ZERO, Interval, Unit, exactly, hull
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Excluded, Reason
from evalspec.document.facts import IN_ALL, IN_FORCE, Amount, Doubt, Entry, EntryKind, Origin
from evalspec.document.mentions.passed import SINCE_ZERO
from evalspec.vocabulary.fold import fold, plain_words

_SECOND = 1 / Decimal(60)
_ROUNDING = Decimal("0.02")
"""Share of a total by which it may be rounded."""
_ALIKE = 20
"""Most things of one name of which one is looked for that is known to have no amount."""
_MOST_OF_IT = Decimal("0.8")
"""Share of a length that its pieces come to where they are all of it."""


def has_none(run: Run, part: int, key: Key) -> bool:
    """Tell whether an entry, or all that it holds, says that it has none of a measure."""
    entry = run.index.entries[part]
    if not set(key.all_names).isdisjoint(entry.without):
        return True
    if key.dimension.startswith("currency") and _costs_nothing(run, entry, key):
        return True
    if _is_done_by_time(run, entry, key) or _has_no_such(run, entry, key):
        return True
    if key.dimension.startswith("count:") and may_be_left_out(run, entry):
        return True
    entries, parts = run.index.entries, run.index.parts[part]
    held = [inner for inner in parts if entries[inner].kind is not EntryKind.DEFINITION]
    return bool(held) and all(has_none(run, inner, key) for inner in held)


def _has_no_such(run: Run, entry: Entry, key: Key) -> bool:
    """Tell whether a vocabulary says that a thing has none of a measure: the distance of a lunch."""
    measure = run.words.lexicon.measures.get(key.name)
    if measure is None or not measure.had_by or entry.kind not in THINGS:
        return False
    told = {word for line in _unmeasured(run, entry) for word in fold(plain_words(line)).split()}
    if told.union(entry.ranks).intersection(measure.had_by):
        return False
    kinds = (run.words.family(n) for n in measure.had_by if n in run.words.lexicon.categories)
    return not any(run.index.matches(entry, kind) for kind in kinds)


def _unmeasured(run: Run, entry: Entry) -> Iterator[str]:
    """Yield what the lines of an entry say between its amounts: `Lunch, €28 to €36` says `Lunch`."""
    for span in entry.spans:
        last = span.start
        for amount in sorted(a.span for a in entry.amounts if span.covers(a.span)):
            yield run.index.text[last : amount.start]
            last = amount.end
        yield run.index.text[last : span.end]


def _is_done_by_time(run: Run, entry: Entry, key: Key) -> bool:
    """Tell whether a thing with only a length is asked for what is multiplied: the load of rowing.

    It may be one set all the same.
    """
    made = [m for m in run.words.lexicon.measures.values() if m.product]
    factors = {name for measure in made for name in (measure.name, *measure.product)}
    asked = factors.intersection(key.all_names).difference(m.product[0] for m in made)
    if not asked or entry.kind is not EntryKind.ITEM:
        return False
    told = {amount.measure for amount in entry.amounts}
    timed = any(amount.unit.dimension == "time" for amount in entry.amounts)
    return timed and told.isdisjoint(factors)


def _costs_nothing(run: Run, entry: Entry, key: Key) -> bool:
    """Tell whether a thing is done for no money, and no total of what holds it says otherwise."""
    if not run.words.begins_with_role(entry.label, "unpriced"):
        return False
    holder = run.index.entries[entry.parent]
    told = any(claim.amount.called(key.names) for claim in run.index.claims.get(holder.id, ()))
    return not holder.id or not (told or run.index.amounts(holder, key.names))


class _Sums:
    """What entries come to, by dimension; of a choice each option by itself."""

    def __init__(self, scales: frozenset[str]) -> None:
        self.scales = scales
        self.by_dimension: dict[str, Interval] = {}
        self.units: dict[str, Unit] = {}
        self.options: dict[int, dict[int, Interval]] = {}
        """Choice → option → what it comes to."""
        self.terms: list[Term] = []
        self.excluded: list[Excluded] = []

    def add(self, found: Leaf, option: tuple[int, int] | None, unit: Unit) -> None:
        """Add what one entry carries, itself part of an option of a choice or of none."""
        self.excluded += found.excluded
        if found.interval is None:
            return
        added, dimension = found.interval, found.dimension
        if option is not None:
            options = self.options.setdefault(option[0], {})
            options[option[1]] = options.get(option[1], NIL) + added
            added = NIL
        known = self.by_dimension.get(dimension)
        joined = Interval.hull if dimension in self.scales else Interval.__add__
        self.by_dimension[dimension] = added if known is None else joined(known, added)
        self.units.setdefault(dimension, found.unit or unit)
        self.terms += found.terms


def total(run: Run, entry: Entry, key: Key, *, added: bool = True) -> Value:
    """Return a measure of an entry: the total of its parts, or its own amount.

    Where nobody asks for a sum, what does not add up is not `added` over the sets of an exercise.
    """

    def own(part: Entry) -> Leaf:
        return leaf(run, part, key, alone=part.id == entry.id)

    return reduced(run, entry, key, own, added=added)


def reduced(
    run: Run,
    entry: Entry,
    key: Key,
    measure: Callable[[Entry], Leaf],
    *,
    added: bool = True,
    inner: dict[int, Interval | None] | None = None,
) -> Value:
    """Add what `measure` gives for each deepest entry that carries one of the names of a key.

    `inner` keeps what the items passed on the way come to, of which nobody asks what is left out:
    each is asked for by all that hold it.
    """
    index, timed = run.index, key.timed
    parts = spread(run, entry, key)
    known = {} if inner is None else inner
    beside = list(_own_beside_parts(run, parts, key, measure, known))
    parts = _whole(run, parts, {item for item, _, more in beside if timed and (more.low or 0) > 0})
    sums = _Sums(run.words.scales)
    missing = lacking(run, entry, key, parts, measure)
    missing = [part for part in missing if not has_none(run, part.id, key)]
    missing += _only_told(run, entry, parts, key.all_names)
    for part in parts.deepest:
        found = measure(index.entries[part])
        option = index.option(part, entry.id)
        each = (option.choice, option.id) if option is not None else None
        if each is None and not added:
            each = _set_of(run, index.entries[part], key)
        sums.add(found, each, key.unit)
        if found.interval is None and not any(o.reason == "between-sets" for o in found.excluded):
            missing.append(index.entries[part])
    terms, excluded = sums.terms, sums.excluded
    if not sums.by_dimension:
        return _nothing(run, entry, key, parts, excluded)
    dimension, *others = sums.by_dimension
    if others:
        several = ", ".join(sums.by_dimension)
        return unknown(Reason.DIMENSION, several, terms=tuple(terms), excluded=tuple(excluded))
    interval = sums.by_dimension[dimension]
    for choice, options in sums.options.items():
        count = len(index.choices.get(choice, options))
        every = list(options.values())  # one without an amount may come to nothing
        interval = interval + hull(every if len(every) == count else (NIL, *every))
    if timed:
        interval, more = _without_overlap(run, [index.entries[p] for p in parts.deepest], interval)
        terms += more
    if missing and dimension not in sums.scales:
        told, untold = told_by_totals(run, entry, key, parts, missing, measure)
        added_terms = [*told, *(missing_term(run, item, key) for item in untold)]
        terms += added_terms
        interval = sum((term.value for term in added_terms), interval)
    unit = key.unit if key.dimension != "?" and key.unit.name else sums.units[dimension]
    if inner is None:
        used = {term.cited for term in terms}
        beside_it = _beside(run, entry, key, parts, interval, unit)
        excluded += [one for one in beside_it if one.cited not in used]
    value, doubts = in_doubt(run, entry, key, key.all_names, interval)
    for item, cited, further in beside:
        if item in parts.inner:
            value, doubts = value + further.hull(NIL), (*doubts, cited)
    unsure = any(term.origin == "missing" and term.value.high is None for term in terms)
    return Value(
        value,
        dimension,
        unit,
        terms=tuple(terms),
        excluded=tuple(excluded),
        reason=Reason.MISSING_AMOUNT if unsure else Reason.NONE,
        detail=", ".join(dict.fromkeys(t.label for t in terms if t.origin == "missing")),
        doubts=doubts,
        sure=interval if doubts else None,
    )


def _set_of(run: Run, line: Entry, key: Key) -> tuple[int, int] | None:
    """Return the exercise and the line of one of its sets: 12, 10 and 8 repetitions are 8 to 12, not 30."""
    known = run.words.lexicon.measures.get(key.name)
    if known is None or known.adds or line.rank or line.parent < 0:
        return None
    made = (m.product for m in run.words.lexicon.measures.values() if key.name in m.product)
    often = next((product[0] for product in made), key.name)
    item = run.index.entries[line.parent]
    alone = item.kind is EntryKind.ITEM and item.rank in run.words.item_ranks
    counted = often != key.name and any(a.measure == often for a in line.amounts)
    return (-item.id, line.id) if alone and counted else None


def lacking(
    run: Run, entry: Entry, key: Key, parts: Spread, measure: Callable[[Entry], Leaf]
) -> list[Entry]:
    """List the parts whose amount is missing: not those of what the others come to as it is stated.

    What is known to have none so (`Coffee` on Monday) has none on another day, whose total is wrong.
    """
    index = run.index
    whole: dict[int, bool] = {}
    bill = _bill(run, entry, key, parts)

    def needs_none(part: int, within: frozenset[int]) -> bool:
        """Tell whether a part stands in something that states the total of its other parts."""
        for holder in index.ancestors(part):
            if holder in within and holder not in whole:
                whole[holder] = _is_whole(run, index.entries[holder], key, measure)
        return any(whole[holder] for holder in index.ancestors(part) if holder in within)

    carrying, above = index.carriers((key.all_names, key.timed))
    found: list[Entry] = []
    for part in parts.missing:
        if bill is not None and bill not in (part, *index.ancestors(part)):
            continue
        others = [p for p in index.alike(part)[:_ALIKE] if p not in carrying and p not in above]
        if not needs_none(part, frozenset((entry.id, *parts.inner))) and not any(
            needs_none(other, above) for other in others
        ):
            found.append(index.entries[part])
    return found


def _bill(run: Run, entry: Entry, key: Key, parts: Spread) -> int | None:
    """Return the one section that tells a measure of everything, and is called after it: `What it costs`.

    So is an offer that all prices stand in: `Quotation` above a table, and remarks behind.
    """
    index = run.index
    above = [{part, *index.ancestors(part)} for part in parts.deepest]
    holders = set.intersection(*above) - {entry.id, *index.ancestors(entry.id)} if above else set()
    for holder in sorted(holders):
        words = fold(index.entries[holder].label).split()
        offers = run.words.lexicon.roles.get("offer", ()) if key.dimension == "currency" else ()
        if any(run.words.measure_of.get(fold(w)) in key.names or w in offers for w in words):
            return holder if index.parts[holder] else None
    return None


def _is_whole(run: Run, holder: Entry, key: Key, measure: Callable[[Entry], Leaf]) -> bool:
    """Tell whether an entry states the total that its measured parts come to: nothing is missing.

    So does a table of totals below, as `Friday | €41.90`, where it says of each just that.
    """
    stated = [a for a in run.index.amounts(holder, key.names) if a.origin is Origin.STATED]
    if not stated:
        claims = run.index.claims.get(holder.id, ()) if holder.id else ()
        stated = [c.amount for c in claims if not c.per and c.amount.called(key.names)]
    stated = [] if key.joint else stated
    below = spread(run, holder, key).deepest if stated else ()
    found = [measure(run.index.entries[part]).interval for part in below]
    known = [interval for interval in found if interval is not None]
    total = sum(known, NIL)
    every = {a.value.scaled(a.unit.factor, a.unit.offset) for a in stated}
    written = {a.value.scaled(a.unit.factor, a.unit.offset) for a in stated if not a.about}
    amid = not total.exact and bool(every) and all(value.hull(total) == total for value in every)
    rounded = {a.value for a in stated if a.about}
    near = bool(rounded) and all(_rounds_to(total, a) for a in stated)
    return bool(known) and (written == {total} or amid or near)


def _rounds_to(total: Interval, stated: Amount) -> bool:
    """Tell whether a total is told in round numbers: `about €220` for 218.40."""
    told, exact = stated.value.low, total.low
    if told is None or exact is None or not (stated.value.exact and total.exact):
        return False
    sum_ = exact / stated.unit.factor
    places = Decimal(1).scaleb(int(told.normalize().as_tuple().exponent))
    return abs(sum_ - told) * 2 <= places and abs(sum_ - told) <= abs(told) * _ROUNDING


def _only_told(run: Run, entry: Entry, parts: Spread, names: tuple[str, ...]) -> list[Entry]:
    """List sections of which only their prose tells an amount: `4 stations, 6 minutes each`.

    That is no total of the whole, which other sections have parts of.
    """
    index = run.index
    said = index.claims.get(entry.id, ())
    items = ("", *run.words.item_ranks)
    told = [c.words for c in said if c.per in items and c.amount.called(names)]
    if not told:
        return []
    told.sort()
    carrying = {a for part in parts.deepest for a in (part, *index.ancestors(part))}
    found: list[Entry] = []
    taken: set[Span] = set()
    for part in index.walk(entry.id):
        section = index.entries[part]
        if section.kind is not EntryKind.CONTAINER or part in carrying:
            continue
        inside = {
            words
            for span in index.extent(section.id)
            for words in told[
                bisect_left(told, Span(span.start, 0)) : bisect_left(told, Span(span.end, 0))
            ]
            if words.end <= span.end
        } - taken
        if inside:
            found.append(section)
            taken |= inside
    return found


def _own_beside_parts(
    run: Run,
    parts: Spread,
    key: Key,
    measure: Callable[[Entry], Leaf],
    known: dict[int, Interval | None],
) -> Iterator[tuple[int, Cited, Interval]]:
    """Yield items whose own amount is not what their details come to, and how much it may be more.

    `Omelette: 300 kcal` above `Eggs: 150 kcal` may be a detail of the dish, or all there is to it.
    """
    for part in parts.inner:
        item = run.index.entries[part]
        own = [a for a in item.amounts if a.called(key.names) and a.origin is Origin.ITEM]
        clocked = key.timed and times(run, item).stretch is not None
        if item.kind is not EntryKind.ITEM or len(own) != 1 or own[0].qualifier or clocked:
            continue
        if part not in known:
            value = reduced(run, item, key, measure, inner=known)
            known[part] = value.interval
        below = known[part]
        written = own[0].value.scaled(own[0].unit.factor, own[0].unit.offset)
        if below is None or not (below.exact and written.exact) or below == written:
            continue
        if key.product and run.switch("written_products") == "factors":
            continue
        if key.timed and (below.low or 0) >= (written.low or 0) * _MOST_OF_IT:
            continue  # a length is rounded, or leaves room between its pieces
        yield part, run.index.cite(own[0].span), written - below


def _whole(run: Run, parts: Spread, items: set[int]) -> Spread:
    """Take items whole that last longer than their pieces: `Sprints: 10 min`, then `30 s fast, 30 s slow`."""
    if not items:
        return parts
    index = run.index

    def kept(found: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(p for p in found if items.isdisjoint((p, *index.ancestors(p))))

    outer = (item for item in items if items.isdisjoint(index.ancestors(item)))
    deepest = sorted((*kept(parts.deepest), *outer))
    return Spread(tuple(deepest), kept(parts.missing), kept(parts.inner), kept(parts.aside))


def _nothing(run: Run, entry: Entry, key: Key, parts: Spread, excluded: list[Excluded]) -> Value:
    """Say why a measure has no value here; one that no part can have is what is said of the whole."""
    whole = fold(key.name) in run.words.lexicon.roles.get("of the whole", ())
    said = [c.amount for c in run.index.claims.get(entry.id, ()) if c.amount.called(key.names)]
    values = {amount.value.scaled(amount.unit.factor, amount.unit.offset) for amount in said}
    if whole and len(values) == 1:
        value, told = values.pop(), said[0]
        cited = run.index.cite(told.span)
        term = Term(entry.label, key.name, value, told.unit, cited, "stated", told)
        return Value(value, told.unit.dimension, told.unit, terms=(term,))
    if (stated := told_alone(run, entry, key, parts)) is not None:
        return stated
    excluded += _beside(run, entry, key, parts, None, key.unit)
    other = any(e.reason == "other-dimension" for e in excluded)
    reason = Reason.DIMENSION if other else Reason.MISSING_AMOUNT
    unwritten = Term(entry.label, key.name, UNKNOWN_AMOUNT, key.unit, None, "missing")
    terms = (unwritten,) if entry.label and reason is Reason.MISSING_AMOUNT else ()
    missing = entry.label if terms else key.name
    return unknown(reason, missing, unit=key.unit, terms=terms, excluded=tuple(excluded))


def _without_overlap(
    run: Run, entries: list[Entry], interval: Interval
) -> tuple[Interval, list[Term]]:
    """Count the time that several entries share once, where policy carves; that of two people is no less."""
    by_day = grouped(
        ((run.index.day_of(entry.id), somebody(run, entry)), stretch)
        for entry in entries
        if entry.starts and (stretch := times(run, entry).stretch)
    )
    shared = sum(length(found) - length(union(found)) for found in by_day.values())
    if not shared or run.switch("nested_blocks") == "keep":
        return interval, []
    note = "nested_blocks=carve"
    term = Term("", "carved", exactly(-shared), MINUTE, None, "computed", note=note)
    return interval - exactly(shared), [term]


# -- what was left out ----------------------------------------------------------------
def _beside(
    run: Run, entry: Entry, key: Key, parts: Spread, interval: Interval | None, unit: Unit
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
            found += set_aside(run, stated, "stated-total", _parts_text(run, part, key, unit))
    for part in parts.aside:
        told = index.amounts(index.entries[part], key.names)
        reason = "stated-total" if part in index.said_again else "rest"
        lasting = any(amount.qualifier == IN_FORCE for amount in told)
        found += set_aside(run, told, "other-measure" if lasting else reason)
    found += _claims(run, entry, key, computed, unit)
    resting = [d.amount for d in index.doubts_below(entry.id) if d.amount and d.amount.between_sets]
    if key.timed and resting and run.switch("between_set_rest") == "ignore":
        found += set_aside(run, resting, "between-sets")
    names = key.all_names
    for part in parts.deepest:
        for amount in index.entries[part].amounts:
            if not amount.called(names) and amount.unit.dimension == key.dimension:
                found.append(Excluded(index.cite(amount.span), "other-measure", amount.measure))
    return found


def _parts_text(run: Run, part: int, key: Key, unit: Unit) -> str:
    """Write the sum of the parts of an inner container, to set beside its stated total."""
    below = spread(run, run.index.entries[part], key)
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
    kinds = run.words.lexicon.categories
    return [
        Excluded(index.cite(claim.amount.span), "claim", detail)
        for claim in about
        if claim.amount.called(key.names) and claim.per not in kinds
    ]


def _may_be(amount: Amount | None, key: Key) -> bool:
    """Tell whether an amount that no rule used could be one of a measure; a time has a length."""
    return key.timed if amount is None else comparable(amount.unit.dimension, key.dimension)


def taken_by_head(run: Run, doubt: Doubt) -> bool:
    """Tell whether a doubt about prices for one person asks what was settled: they are taken so."""
    settled = run.persons is not None and (bool(doubt.detail) or run.of_each)
    return doubt.code == "per-head" and settled


def in_time(interval: Interval, doubt: Doubt) -> Interval:
    """Widen a length by a doubt about times: by what it may be less or more, else by anything.

    Times told from 0:00 on are hours and minutes, or minutes and seconds.
    """
    amount = doubt.amount
    if amount is not None and doubt.detail == IN_ALL:
        return interval + amount.value.scaled(amount.unit.factor)
    if amount is not None and not amount.between_sets:
        return interval + amount.value.scaled(amount.unit.factor).hull(NIL)
    if doubt.detail == SINCE_ZERO:
        return interval.hull(interval.scaled(_SECOND))
    return Interval(ZERO, None)


def in_doubt(
    run: Run, entry: Entry, key: Key, names: tuple[str, ...], interval: Interval
) -> tuple[Interval, tuple[Cited, ...]]:
    """Widen a total by amounts that may or may not belong to it; by anything for a factor."""
    cited: list[Cited] = []
    for doubt in run.index.doubts_below(entry.id):
        measure = doubt.measure or (doubt.amount.measure if doubt.amount else "")
        if not (_may_be(doubt.amount, key) if doubt.code == "unread" else measure in names):
            continue
        resting = doubt.amount is not None and doubt.amount.between_sets
        if resting and run.switch("between_set_rest") == "ignore":
            continue
        timed = doubt.code == "ambiguous-time"
        plain = doubt.amount is not None and not (resting or timed)
        if (plain and run.index.carries(entry.id, doubt.span)) or taken_by_head(run, doubt):
            continue
        cited.append(run.index.cite(doubt.span))
        if doubt.code == "per-head":
            interval = interval if run.persons is not None else interval + UNKNOWN_AMOUNT
        elif (timed or doubt.detail == IN_ALL) and not key.joint:
            interval = in_time(interval, doubt)
        elif (
            doubt.amount is None
            or key.joint
            or not (doubt.code == "unread" or measure in key.names)
        ):
            interval = Interval(ZERO, None)
        elif resting:  # as often as there are sets, exercises or rounds
            interval = interval + UNKNOWN_AMOUNT
        else:
            interval = interval + doubt.amount.value.scaled(doubt.amount.unit.factor).hull(NIL)
    return interval, tuple(cited)
