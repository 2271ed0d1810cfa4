"""A measure written in one entry itself: which amount decides, and what a qualifier asks for.

Own amounts come before referenced ones, those before stated ones. Conventions (per hand,
body weight, between sets) are policy; `per night` multiplies by the nights written nearby.
"""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec.structs import replace

from evalspec.check.dimensions import comparable, is_count
from evalspec.check.evaluation import Run
from evalspec.check.schedule import lasting, times
from evalspec.check.value import CLOCK, MINUTE, Term
from evalspec.core.quantity import EXACT, ONE, UNKNOWN_AMOUNT, ZERO, Interval, Unit, exactly
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.verdict import Excluded
from evalspec.document.facts import (
    EACH,
    EXTENTS,
    OF_EACH,
    OPTIONAL,
    OR_BEHIND,
    PERHAPS_EACH,
    PERHAPS_IN_TOTAL,
    PERHAPS_PER_SET,
    Amount,
    Entry,
    EntryKind,
    Origin,
    of_each,
)
from evalspec.language.ir import Measure
from evalspec.language.names import OPEN_MEASURE
from evalspec.vocabulary.fold import fold, words_of_key
from evalspec.vocabulary.nouns import singular

NIL = exactly(0)
ONCE, DOUBLED = exactly(1), exactly(2)
HOUR = 60
_WORD = regex(r"[^\W\d_]+")
_FOR_SO_MANY = regex(
    r"[*_]*[ \xa0]+\(?for[ \xa0](?:the[ \xa0])?(\w+)(?:[ \xa0](\w+))?", re.IGNORECASE
)
_JOINED = regex(r"[,;/+&]|\b(?:and|or)\b", re.IGNORECASE)
_BETWEEN = "between sets"
_RESTING = "between sets and behind"
"""Of a rest that is a measure of its own, and comes once where no sets are told."""
_PER = ("per ", "each ", "a ")


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
    if not measure.quoted and measure.name == OPEN_MEASURE:
        return _open_key(run, measure)
    if not measure.quoted:
        return named_key(run, measure.name, measure.unit)
    words = run.words
    folded = fold(measure.name)
    spaced = fold(words.lexicon.priced_in(fold(words_of_key(measure.name)))[0])
    each = of_each(spaced)
    if run.index.carriers(((each,), False))[0]:  # beside a column of what so many come to
        return Key(measure.name, (each,), measure.unit.dimension, measure.unit)
    known = words.measure_of.get(folded) or words.measure_of.get(spaced)
    names = (measure.name, folded, spaced, *((known,) if known else ()))
    timed = known == words.time_measure
    return Key(
        measure.name, tuple(dict.fromkeys(names)), measure.unit.dimension, measure.unit, timed
    )


def _open_key(run: Run, measure: Measure) -> Key:
    """Resolve `amount`, once its unit is settled: by whatever names amounts have in that unit."""
    unit = measure.unit
    written = (a for entry in run.index.entries for a in entry.amounts if a.unit == unit)
    names = tuple(dict.fromkeys(amount.measure for amount in written))
    return Key(measure.name, names, unit.dimension, unit, run.words.time_measure in names)


def named_key(run: Run, name: str, unit: Unit | None = None) -> Key:
    """Resolve a measure of the lexicon by its name."""
    words = run.words
    known, timed = words.lexicon.measures.get(name), name == words.time_measure
    if known is None:
        shown_in = unit or Unit("", "?")
        return Key(name, (name,), shown_in.dimension, shown_in, timed)
    written = words.lexicon.units.get(fold(known.unit)) or Unit(known.unit, known.dimension)
    product = tuple(named_key(run, factor) for factor in known.product if factor != name)
    return Key(name, (name,), known.dimension, unit or written, timed, product)


# -- one entry ------------------------------------------------------------------------
def leaf(run: Run, entry: Entry, key: Key, once: bool = False, alone: bool = False) -> Leaf:
    """Return what an entry itself says of a measure; `once` takes one value, not a sum.

    `alone` asks for nothing that comes behind it, as rest before the next one does.
    """
    if key.timed:
        timed = _timed(run, entry, key)
        if timed is not None and timed.interval is not None:
            left_out = entry.optional and not once
            return replace(timed, interval=timed.interval.hull(NIL)) if left_out else timed
    usable, excluded = _usable(run, entry, key)
    rests = _rests(run, entry, key, alone) if usable and key.timed and not once else []
    if rests and run.switch("between_set_rest") == "count":
        usable += rests
    if not usable:
        empty = Leaf(excluded=tuple(excluded))
        return _product(run, entry, key, excluded) if key.product else empty
    interval: Interval | None = None
    terms = []
    for amount in usable:
        value, note = _convention(run, entry, key, amount, once, alone)
        terms.append(_term(run, entry, key, amount, value, note))
        one = (once and amount.qualifier != OPTIONAL) or amount.unit.dimension in run.words.scales
        joined = Interval.hull if one else Interval.__add__
        interval = value if interval is None else joined(interval, value)
    if key.product and interval is not None:
        interval, factors = _worked_out(run, entry, key, interval)
        terms += factors
    if entry.optional and interval is not None and not once:
        interval = interval.hull(NIL)
    unit = usable[0].unit
    return Leaf(interval, unit.dimension, unit, tuple(terms), tuple(excluded))


def _worked_out(
    run: Run, entry: Entry, key: Key, written: Interval
) -> tuple[Interval, tuple[Term, ...]]:
    """Settle a written product that its own factors do not give: theirs, or either one."""
    if not all(any(a.called(factor.names) for a in entry.amounts) for factor in key.product):
        return written, ()
    computed = _product(run, entry, key, [])
    if computed.interval is None or computed.interval == written:
        return written, ()
    by_sides = any(term.note.startswith("per_side_amounts") for term in computed.terms)
    if by_sides and written == computed.interval * DOUBLED:
        return written, ()  # it says itself that it counts both hands
    if run.switch("written_products") == "factors":
        return computed.interval, computed.terms
    return written.hull(computed.interval), computed.terms


def _each_time(run: Run, amount: Amount) -> bool:
    """Tell whether what is for each of several is none that adds up: one thing rests so long each time."""
    measure = run.words.lexicon.measures.get(amount.measure)
    return measure is not None and not measure.adds and bool(_per_measure(run, amount.qualifier))


def _rests(run: Run, entry: Entry, key: Key, alone: bool) -> list[Amount]:
    """Return the rest that an entry tells beside its length: `40 s, rest 20 s`."""
    if alone and not _times_over(run, entry, "set"):
        return []
    known = run.words.lexicon.measures
    lengths = [amount for amount in entry.amounts if amount.called(key.names)]
    each = any(_per_measure(run, amount.qualifier) for amount in lengths)
    return [
        replace(
            amount,
            value=_in_rounds(run, entry, amount),
            qualifier=_BETWEEN if alone or amount.between_sets else _RESTING,
        )
        for amount in entry.amounts
        if (measure := known.get(amount.measure)) is not None
        and not (measure.adds or amount in lengths)
        and (each or not amount.between_sets)  # `6 min, rest 60 s between sets` is 6 min
        and (measure.dimension, amount.unit.dimension) == ("time", "time")
    ]


def _in_rounds(run: Run, entry: Entry, amount: Amount) -> Interval:
    """Return what a rest comes to in all rounds; behind the last one nobody knows."""
    word = _per_measure(run, amount.qualifier)
    often = _times_over(run, entry, word) if word else None
    if often is None:
        return amount.value
    return (amount.value * often).hull(amount.value * (often - exactly(1)))


def _usable(run: Run, entry: Entry, key: Key) -> tuple[list[Amount], list[Excluded]]:
    """Pick the amounts that decide: own before referenced before stated."""
    held = [amount for amount in entry.amounts if amount.called(key.names)]
    if not held:
        return held, []
    first = held[0]
    plainly = first.origin == Origin.ITEM and first.unit.dimension == key.dimension
    if len(held) == 1 and plainly and not (key.timed and first.between_sets):
        return held, []
    return _chosen(run, held, key)


def _chosen(run: Run, held: list[Amount], key: Key) -> tuple[list[Amount], list[Excluded]]:
    by_origin: dict[Origin, list[Amount]] = {}
    excluded: list[Excluded] = []
    for amount in held:
        if key.dimension != "?" and not comparable(amount.unit.dimension, key.dimension):
            excluded.append(Excluded(run.index.cite(amount.span), "other-dimension"))
        elif key.timed and amount.between_sets and run.switch("between_set_rest") == "ignore":
            excluded.append(Excluded(run.index.cite(amount.span), "between-sets"))
        else:
            by_origin.setdefault(amount.origin, []).append(amount)
    if Origin.REFERENCED in by_origin and run.switch("referenced_items") == "ignore":
        excluded += set_aside(run, by_origin.pop(Origin.REFERENCED), "definition")
    excluded += set_aside(run, by_origin.pop(Origin.CLAIMED, []), "claim")
    chosen: list[Amount] = []
    for origin in (Origin.ITEM, Origin.REFERENCED, Origin.COMPUTED, Origin.STATED):
        amounts = by_origin.get(origin, [])
        if not chosen:
            chosen = amounts
        elif amounts:
            reason = "stated-total" if origin == Origin.STATED else "definition"
            excluded += set_aside(run, amounts, reason)
    return chosen, excluded


def set_aside(run: Run, amounts: list[Amount], reason: str, detail: str = "") -> list[Excluded]:
    """List amounts under what was left out."""
    return [Excluded(run.index.cite(amount.span), reason, detail) for amount in amounts]


def _convention(
    run: Run, entry: Entry, key: Key, amount: Amount, once: bool, alone: bool
) -> tuple[Interval, str]:
    """Apply what a qualifier asks for, by policy; return base value and a note."""
    value = amount.value.scaled(amount.unit.factor, amount.unit.offset)
    qualifier = amount.qualifier
    if alone and _each_time(run, amount):
        return value, qualifier
    if qualifier in EACH and not (once or _as_written(key, amount, once)):
        of_each = _of_each(run, entry, key, amount, value)
        if of_each is not None:
            return of_each
    if run.persons is not None and _of_some(run, entry, key, amount):
        return value.hull(value * run.persons), "of some of the persons"
    whole = _as_written(key, amount, once)
    counted = "" if whole or amount.between_sets else _per_measure(run, qualifier)
    over = _times_over(run, entry, counted) if counted else None
    nights = over if over and qualifier not in run.words.lexicon.roles.get("per head", ()) else ONCE
    for_whom = _for_persons(run, key, value * nights, qualifier)
    if for_whom is not None and not _is_for_them(run, amount):
        return for_whom
    if not qualifier or whole or _is_break(run, key, amount):
        return value, "about" if amount.about else ""
    if qualifier in run.words.lexicon.roles.get("bodyweight", ()) or qualifier == "bodyweight":
        zero = run.switch("bodyweight_loads") == "zero"
        return (NIL if zero else value), f"bodyweight_loads={'zero' if zero else 'stated'}"
    if qualifier in (OPTIONAL, PERHAPS_IN_TOTAL):
        return value.hull(NIL), qualifier
    if qualifier == PERHAPS_EACH:
        many = _how_many(run, entry, amount) or _how_long(entry)
        return value.hull(value * (many or ONCE)), qualifier
    if qualifier == PERHAPS_PER_SET:
        return value.hull(value * (_times_over(run, entry, "set") or ONCE)), qualifier
    if amount.between_sets:
        note = "between_set_rest=count"
        often = _times_over(run, entry, "set")
        if qualifier != _RESTING:
            often = often or _times_over(run, entry, "round")
        if qualifier in (_RESTING, OR_BEHIND):  # behind the last set nobody knows
            once_less = value * (often - ONCE) if often else value
            return once_less.hull(value * often if often else value), note
        return value * (often - ONCE if often else Interval(ONE, None)), note
    if over:
        return value * over, f"times {over.text()}"
    if _per_side(amount):
        doubled = run.switch("per_side_amounts") == "doubled"
        note = f"per_side_amounts={'doubled' if doubled else 'once'}"
        return (value * DOUBLED if doubled else value), note
    unknown = not once and _of_unknown_number(run, qualifier)
    return (UNKNOWN_AMOUNT if unknown else value), qualifier


def _for_persons(
    run: Run, key: Key, value: Interval, qualifier: str
) -> tuple[Interval, str] | None:
    """Return what an amount comes to for the persons who are asked about; None for what it says."""
    if run.persons is None or key.timed:
        return None
    roles = run.words.lexicon.roles
    heads = roles.get("per head", ())
    if qualifier in heads:
        return value * run.persons, f"times {run.persons.text()}"
    if run.of_each:
        own = fold(key.name) in roles.get("of one person", ()) or _all_of_one(run, key)
        return None if own else (value.hull(NIL), "of all persons, or of one")
    if _all_of_one(run, key, OF_EACH):
        return value * run.persons, f"times {run.persons.text()}"
    if run.index.heads_untold:
        return value.hull(value * run.persons), "of one person, or of all"
    return None


def _is_for_them(run: Run, amount: Amount) -> bool:
    """Tell whether an amount is said to be for as many as are asked about: `about €45 for two`."""
    said = _FOR_SO_MANY.match(run.index.text, amount.span.end)
    words = run.words.lexicon
    if said is None or run.persons is None:
        return False
    counted = words.units.get(fold(said[2] or "person"))
    number = words.numbers.get(said[1].lower(), said[1])
    whom = counted is None or counted.dimension == "count:person"
    many = number.isdigit() and run.persons == exactly(int(number))
    return whom and (many or number.lower() == "both")


def _of_each(
    run: Run, entry: Entry, key: Key, amount: Amount, value: Interval
) -> tuple[Interval, str] | None:
    """Return what `€12 each` comes to: as often as things are counted, else once for each person.

    How many `Tickets`, or of `Museum and tower`, the persons asked about need nobody knows.
    """
    if _is_factor(run, amount):
        return None
    if number := _how_many(run, entry, amount):
        value = value * number
        return _for_persons(run, key, value, "") or (value, f"times {number.text()}")
    if run.persons is None or key.timed:
        return None
    label = run.index.text[entry.span.start : min(entry.span.end, amount.span.start)]
    if _names_several(label or entry.label):
        return value * Interval(ONE, None), "each of an unknown number"
    return value * run.persons, f"times {run.persons.text()}"


def _names_several(label: str) -> bool:
    """Tell whether a label may be of several things: a word in the plural, or two joined."""
    label = label.strip(" ,;:([–—-*_")
    plural = any(singular(word) != word for word in _WORD.findall(label.lower()))
    return plural or _JOINED.search(label) is not None


def _of_some(run: Run, entry: Entry, key: Key, amount: Amount) -> bool:
    """Tell whether a line tells prices of other persons too: `€15 per adult, €7.50 for Mateo`."""
    if key.timed or not amount.qualifier.startswith("per "):
        return False
    index = run.index
    heads = run.words.lexicon.roles.get("per head", ())
    inner = entry.parent >= 0 and index.entries[entry.parent].kind is EntryKind.ITEM
    beside = [index.entries[e] for e in index.parts[entry.parent]] if inner else [entry]
    alike = [
        a
        for other in beside
        for a in other.amounts
        if a.called(key.names) and (other.span == entry.span or a.qualifier.startswith("per "))
    ]
    told = {a.qualifier for a in alike}
    return amount in alike and len(told) > 1 and any(qualifier in heads for qualifier in told)


def _all_of_one(run: Run, key: Key, *told: str) -> bool:
    """Tell whether a sentence of the response says that all amounts of a measure are for one person."""
    return any(
        doubt.code == "per-head"
        and doubt.detail in (told or ("", OF_EACH))
        and doubt.measure in key.names
        for doubt in run.index.doubts
    )


def _of_unknown_number(run: Run, qualifier: str) -> bool:
    """Tell whether an amount is for one of some things that nothing counts: `80 kcal per slice`.

    What is said for a person, a serving or a day is for one of them.
    """
    said = qualifier in run.words.lexicon.roles.get("qualifier", ())
    word = fold(qualifier.removeprefix("per "))
    return word != qualifier and not said and word not in run.words.rank_of


def _as_written(key: Key, amount: Amount, once: bool) -> bool:
    """Tell whether a column `Rate per night` is asked for itself, or multiplied by the formula."""
    name = amount.name
    headed = name.endswith(amount.qualifier) or name.startswith("unit ")
    return bool(name) and headed and (once or name == fold(key.name))


def _is_break(run: Run, key: Key, amount: Amount) -> bool:
    """Tell whether a break is asked for by its own name, whatever it adds to the time: `max(rest)`."""
    measure = run.words.lexicon.measures.get(key.name)
    renamed = amount.between_sets or amount.measure not in key.names
    return renamed and measure is not None and not measure.adds


def _is_factor(run: Run, amount: Amount) -> bool:
    """Tell whether a product takes an amount: dumbbells of 10 kg each are a matter of policy."""
    measures = run.words.lexicon.measures.values()
    return any(amount.measure in measure.product for measure in measures)


def _how_many(run: Run, entry: Entry, amount: Amount) -> Interval | None:
    """Return how many things an amount is for one of: `2 eggs: 70 kcal each`, a column of numbers.

    Of several columns that of its own things (`Boxes | Price per box`), else nobody knows which.
    """
    lexicon = run.words.lexicon
    first = fold(entry.label).split(" ", 1)[0].rstrip("x×")
    number = lexicon.numbers.get(first, first)
    if number.isdecimal() and amount.span.start > entry.span.start:
        return exactly(int(number))
    numbers = [
        other
        for other in entry.amounts
        if other.measure != amount.measure and not other.qualifier and _is_number(other)
    ]
    of = amount.name.rpartition("per ")[2]
    counted = [n for n in numbers if n.measure == of] or [
        n
        for n in numbers
        if n.measure in lexicon.measures  # not `Priority`
    ]
    counts = {n.value for n in counted or numbers}
    if len(counts) > 1:
        return Interval(ZERO, None) if amount.name else None
    return counts.pop() if counts else None


def _how_long(entry: Entry) -> Interval | None:
    """Return in how many hours a thing is done whose price may be of one of them: `3 h at €40`."""
    timed = [other.value for other in entry.amounts if other.unit.dimension == "time"]
    return timed[0] if len(timed) == 1 else None


def _is_number(amount: Amount) -> bool:
    """Tell whether an amount says how many things there are."""
    low = amount.value.low
    whole = amount.value.exact and low is not None and low == low.to_integral_value()
    return whole and (amount.unit.dimension == "one" or is_count(amount.unit.dimension))


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
    key = (entry.id, word)
    if key not in run.often:
        run.often[key] = _written_times(run, entry, word)
    return run.often[key]


def _written_times(run: Run, entry: Entry, word: str) -> Interval | None:
    name = run.words.measure_of.get(word, word)
    unit = run.words.lexicon.units.get(word)
    index = run.index
    holders = [entry.id, *list(index.ancestors(entry.id))[:2]]
    for holder in holders:
        for amount in index.entries[holder].amounts:
            outer = _per_measure(run, amount.qualifier) if amount.qualifier else ""
            if outer and outer != word and unit is not None and _counts(amount.unit, unit):
                over = _times_over(run, entry, outer)
                return amount.value * over if over else None
            if amount.qualifier:
                continue
            if unit is not None and _counts(amount.unit, unit):
                often = amount.value.scaled(EXACT.divide(amount.unit.factor, unit.factor))
                return often * (_times_within(run, entry, amount.measure) or ONCE)
            if amount.measure == name:
                return amount.value
    return None


def _times_within(run: Run, entry: Entry, name: str) -> Interval | None:
    """Return how many sets there are of so many repetitions: what is for one of these is done in all sets."""
    products = (measure.product for measure in run.words.lexicon.measures.values())
    within = next((made[0] for made in products if made[1:2] == (name,)), "")
    own = [a.value for a in entry.amounts if a.measure == within and not a.qualifier]
    return own[0] if len(own) == 1 else None


def _counts(written: Unit, unit: Unit) -> bool:
    """Tell whether an amount says how many of a unit there are: no hours say how many days."""
    if written.dimension != unit.dimension or unit.dimension == "one":
        return False
    return written == unit or unit.dimension != "time" or unit.factor <= HOUR


def _term(run: Run, entry: Entry, key: Key, amount: Amount, value: Interval, note: str) -> Term:
    cited = run.index.cite(amount.span)
    told = amount.value != UNKNOWN_AMOUNT  # `to be confirmed` tells that it is missing
    origin = amount.origin.name.lower() if told else "missing"
    return Term(entry.label, key.name, value, amount.unit, cited, origin, amount, note)


def _timed(run: Run, entry: Entry, key: Key) -> Leaf | None:
    """Return the length that clock times give, when both ends are known."""
    if not entry.starts or entry.kind == EntryKind.MARKER:
        return None
    chosen = times(run, entry)
    stretch = lasting(run, entry)
    if stretch is None or chosen.end is None:
        return None
    excluded = [
        Excluded(run.index.cite(amount.span), "clock-times")
        for amount in entry.amounts
        if amount.called(key.names) and amount.span != chosen.end.span
    ]
    lasts = exactly(stretch[1] - stretch[0])
    if chosen.end.origin == "next-entry":
        lasts = lasts.hull(_noted(run, entry) or lasts)
    return Leaf(lasts, "time", MINUTE, time_terms(run, entry), tuple(excluded))


def _noted(run: Run, entry: Entry) -> Interval | None:
    """Return the length in a column of notes of what lasts until the next: `07:15 | Walk | 5 min heel`."""
    notes = run.words.lexicon.roles.get("note", ())
    told = [a for a in entry.amounts if a.unit.dimension == "time" and fold(a.measure) in notes]
    return told[0].value.scaled(told[0].unit.factor) if len(told) == 1 else None


def time_terms(run: Run, entry: Entry) -> tuple[Term, ...]:
    """Return the start and the end of an entry as operands."""
    chosen, cite = times(run, entry), run.index.cite
    return tuple(
        Term(entry.label, role, exactly(one.minutes), CLOCK, cite(one.span), one.origin)
        for role, one in (("start", chosen.start), ("end", chosen.end))
        if one is not None
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
        interval = interval * (part.interval or terms[-1].value)
        terms += part.terms
        excluded += part.excluded
    return Leaf(interval, key.dimension, key.unit, tuple(terms), tuple(excluded))


def _least(run: Run, entry: Entry, key: Key) -> Decimal:
    """Return how many sets there are at least: what tells repetitions is done once or more."""
    products = (m.product for m in run.words.lexicon.measures.values())
    counted = {name for product in products if product[:1] == (key.name,) for name in product[1:2]}
    told = any(a.measure in counted and (a.value.low or ZERO) > 0 for a in entry.amounts)
    return ONE if told and not entry.optional else ZERO


def _most(run: Run, entry: Entry, key: Key) -> Decimal | None:
    """Return how many sets things of which a time or a way alone is told may be: `Bike – 5 min` is one."""
    if not any(m.product[:1] == (key.name,) for m in run.words.lexicon.measures.values()):
        return None
    below = run.index.below(entry)
    done = [e for e in below if e.kind is EntryKind.ITEM] or [entry]
    once = all(
        e.amounts and all(a.unit.dimension in EXTENTS and not a.qualifier for a in e.amounts)
        for e in done
    )
    return Decimal(len(done)) if once else None


def missing_term(run: Run, entry: Entry, key: Key) -> Term:
    """Return the operand that stands for a number that is not written."""
    zero = run.switch("missing_amounts") == "zero"
    inside = (entry.id, *run.index.ancestors(entry.id))
    left_out = any(run.index.entries[number].optional for number in inside)
    note = "missing_amounts=zero" if zero else OPTIONAL if left_out else ""
    value = NIL if zero else Interval(_least(run, entry, key), _most(run, entry, key))
    unit = key.unit if key.dimension != "?" else Unit("", "one")
    return Term(entry.label, key.name, value, unit, None, "missing", None, note)
