"""What parts without an amount come to: the rest of a total that is stated of what holds them.

Parts outrank what is said of them, and where all are told a total adds nothing. Where one is not, the
total is all that says how much it is (switch `missing_amounts`, value `stated`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evalspec.check.evaluation import Run
from evalspec.check.leaves import NIL, Key, Leaf
from evalspec.check.spread import Spread, spread
from evalspec.check.stated import interval_of, totals_of
from evalspec.check.value import Term, Value
from evalspec.core.quantity import ZERO, Interval
from evalspec.document.facts import Amount, Entry

_NOTE = "missing_amounts=stated"


def told_by_totals(
    run: Run,
    entry: Entry,
    key: Key,
    parts: Spread,
    missing: Sequence[Entry],
    measure: Callable[[Entry], Leaf],
) -> tuple[list[Term], list[Entry]]:
    """Return an operand for the parts that each stated total says the rest of, and the parts left.

    A part goes by the nearest thing around it that states a total, if that is no less than what its
    other parts come to.
    """
    if key.timed or key.joint or run.switch("missing_amounts") != "stated":
        return [], list(missing)
    index = run.index
    # things gathered by what is said of them are no entries of the index
    known = {number: index.entries[number] for number in parts.inner if number < len(index.entries)}
    around = {entry.id: entry} | known
    totals = {number: _total(run, one, key) for number, one in around.items()}
    groups: dict[int, list[Entry]] = {}
    for part in missing:
        holder = next((n for n in index.ancestors(part.id) if totals.get(n) is not None), -1)
        groups.setdefault(holder, []).append(part)
    untold = groups.pop(-1, [])
    rests: dict[int, Interval] = {}
    terms: list[Term] = []
    innermost_first = sorted(groups, key=lambda n: -sum(1 for _ in index.ancestors(n)))
    for holder in innermost_first:
        amount = totals[holder]
        inner = [rest for n, rest in rests.items() if holder in index.ancestors(n)]
        rest = _rest(run, around[holder], key, amount, inner, measure) if amount else None
        if amount is None or rest is None:
            untold += groups[holder]
            continue
        rests[holder] = rest
        label = ", ".join(dict.fromkeys(part.label for part in groups[holder]))
        cited = index.cite(amount.span)
        terms.append(Term(label, key.name, rest, amount.unit, cited, "missing", amount, _NOTE))
    return terms, untold


def told_alone(run: Run, entry: Entry, key: Key, parts: Spread) -> Value | None:
    """Return the total of an entry of which no part tells an amount, as it is stated."""
    if parts.deepest or key.timed or key.joint:
        return None
    amount = _total(run, entry, key)
    if amount is None or run.switch("missing_amounts") != "stated":
        return None
    value, cited = interval_of(run, amount), run.index.cite(amount.span)
    term = Term(entry.label, key.name, value, amount.unit, cited, "stated", amount, _NOTE)
    return Value(value, amount.unit.dimension, amount.unit, terms=(term,))


def _total(run: Run, entry: Entry, key: Key) -> Amount | None:
    """Return the total that is stated of an entry; none where several differ."""
    found, _ = totals_of(run, entry, key)
    alike = {(interval_of(run, amount), amount.unit.dimension) for amount in found}
    return found[0] if len(alike) == 1 and found[0].unit.dimension == key.dimension else None


def _rest(
    run: Run,
    holder: Entry,
    key: Key,
    amount: Amount,
    inner: Sequence[Interval],
    measure: Callable[[Entry], Leaf],
) -> Interval | None:
    """Return what a total leaves for the parts that are not told; None where it leaves nothing sure."""
    below = spread(run, holder, key).deepest
    if any(run.index.option(part, holder.id) is not None for part in below):
        return None
    found = [measure(run.index.entries[part]).interval for part in below]
    known = sum((interval for interval in (*found, *inner) if interval is not None), NIL)
    rest = interval_of(run, amount) - known
    if rest.low is None or rest.high is None or rest.high < 0:
        return None
    return Interval(max(rest.low, ZERO), rest.high)
