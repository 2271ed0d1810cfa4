"""Filters of a scope: by name, position, heading, time, length, order, size, date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

from evalspec.check import durations
from evalspec.check.evaluation import Run
from evalspec.check.index import Index, day_number, label_words
from evalspec.check.result import text_of
from evalspec.check.schedule import Times, absolute, times
from evalspec.check.value import Found, Piece
from evalspec.core.quantity import compare
from evalspec.core.times import DAY
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, plain_words, stems

Keep = Callable[[Run, Any, tuple[Piece, ...]], "Sorted"]
Sorted = tuple[list[Piece], list[Piece]]
"""Pieces that pass, and pieces that may pass."""
_Date = tuple[int, int, int]


def apply(run: Run, scope: ir.Scope, found: Found) -> Found:
    """Apply the filters of a scope in order; the rest of `found` is kept."""
    chosen = scope.kind == "category"
    for wanted in scope.filters:
        if not found.pieces and not found.maybe:
            return found
        keep = KEEP[type(wanted)]
        if not isinstance(wanted, ir.Ordinal):
            chosen = True
        elif chosen:  # the second snack is not the second meal
            keep = _place
        kept, unsure = keep(run, wanted, found.pieces)
        if found.maybe:
            also, still = keep(run, wanted, found.maybe)
            unsure = unsure + also + still
        if not kept and not unsure:
            return _none_left(run, wanted, scope)
        reason, detail = found.reason, found.detail
        if unsure and not reason:
            reason, detail = _unsure(wanted)
        found = Found(tuple(kept), tuple(unsure), reason, detail)
    return found


def _unsure(wanted: ir.Filter) -> tuple[Reason, str]:
    """Say why some pieces may or may not pass a filter."""
    if isinstance(wanted, ir.Except):
        return _unsure(wanted.given)
    if isinstance(wanted, ir.Named):
        return Reason.NAME_NOT_FOUND, ", ".join(wanted.names)
    timed = isinstance(wanted, (ir.DuringPart, ir.TimeWindow, ir.Lasting, ir.OnDate))
    return (Reason.MISSING_AMOUNT, "time") if timed else (Reason.INTERVAL, "")


def _none_left(run: Run, wanted: ir.Filter, scope: ir.Scope) -> Found:
    """Say what it means that a filter left nothing."""
    if isinstance(wanted, ir.Named):
        folded = [fold(name) for name in wanted.names]
        family = frozenset(folded).union(*(run.words.family_named(name) for name in folded))
        known = all(_known_name(run, name) for name in folded) and not run.index.speaks_of(family)
        return Found(reason=Reason.NAME_NOT_FOUND, detail=", ".join(wanted.names), known=known)
    if isinstance(wanted, ir.Heading):
        return Found(reason=Reason.NAME_NOT_FOUND, detail=wanted.text)
    if isinstance(wanted, ir.Ordinal):
        detail = f"{scope.name} {wanted.low}".strip()
        return Found(reason=Reason.NAME_NOT_FOUND, detail=detail, known=True)
    return Found(reason=Reason.EMPTY_SCOPE, detail=text_of(scope), known=True)


def _known_name(run: Run, name: str) -> bool:
    folded = fold(name)
    return folded in run.words.category_of or folded in run.words.members or run.index.has(folded)


# -- names and headings ------------------------------------------------------------------
def _named(run: Run, wanted: ir.Named, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what goes by a name: its own or its category's, else what holds the words.

    A name of the lexicon that only stands inside a label, a label that begins with a word of
    its kind (`Meditate` for meditation), or one that only shares a category with the name
    (`supper` and a `dinner`), may be meant or not.
    """
    folded = [fold(name) for name in wanted.names]
    words = run.words
    resting = not words.resting.isdisjoint(folded)
    own = [_has_name(p, folded) or (resting and _is_rest(p)) for p in pieces]
    named = list(compress(pieces, own))
    family = frozenset().union(*(words.family_named(name) for name in folded))
    if family:
        named = [
            p for p, is_own in zip(pieces, own, strict=True) if is_own or _in_family(run, p, family)
        ]
    if named or family:
        others = _without(pieces, named)
        maybe = (
            [p for p in others if p.entry and may_be_of(run, p.entry, family)]
            if family
            else _sharing_words(run, wanted, others, folded)
        )
        if named or maybe:
            return named, maybe
    holding = _holding(pieces, folded)
    if not any(_known_name(run, name) for name in folded):
        return holding or _sharing_stems(run, wanted, pieces), []
    if any(name in words.members for name in folded):
        return [], holding
    kind = frozenset().union(*(words.narrowest(name) for name in folded))
    holding = holding or [p for p in pieces if kind and words.begins(_words(p), kind)]
    if holding:
        return [], holding
    related = words.wider if family else words.narrowest
    akin = frozenset().union(*(related(name) for name in folded))
    return [], [p for p in pieces if _in_family(run, p, akin)]


def _holding(pieces: Sequence[Piece], folded: list[str]) -> list[Piece]:
    """Keep the pieces whose label has a name among its words."""
    names = [f" {plain_words(name)} " for name in folded]
    return [piece for piece in pieces if any(name in _words(piece) for name in names)]


def _is_rest(piece: Piece) -> bool:
    """Tell whether a piece was read as rest, whatever its label says: `Day 2` above `Rest`."""
    return piece.entry is not None and piece.entry.kind == EntryKind.REST


def _without(pieces: Sequence[Piece], gone: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that are none of some others."""
    known = set(map(id, gone))
    return [piece for piece in pieces if id(piece) not in known]


def _sharing_words(
    run: Run, wanted: ir.Named, pieces: Sequence[Piece], folded: list[str]
) -> list[Piece]:
    """Keep pieces that hold a name among their words, in any form: `Skills test` for skills."""
    holding = _holding(pieces, folded)
    return holding + _sharing_stems(run, wanted, _without(pieces, holding))


def _sharing_stems(run: Run, wanted: ir.Named, pieces: Sequence[Piece]) -> list[Piece]:
    """Keep pieces whose label has every content word of the name, in any form and order."""
    generic = frozenset(run.words.lexicon.roles.get("generic", ()))
    names = [stems(name, generic) for name in wanted.names]
    return [
        piece
        for piece in pieces
        if any(name and name <= stems(_words(piece), generic) for name in names)
    ]


def _has_name(piece: Piece, folded: list[str]) -> bool:
    if piece.entry is None:
        return fold(piece.label) in folded
    return any(name in piece.entry.names for name in folded)


def _in_family(run: Run, piece: Piece, families: frozenset[str]) -> bool:
    return piece.entry is not None and run.index.matches(piece.entry, families)


def may_be_of(run: Run, entry: Entry, kind: frozenset[str]) -> bool:
    """Tell whether an entry of no kind, or only of wider ones, may be of this one by its words."""
    if entry.kind not in (EntryKind.BLOCK, EntryKind.ITEM) or run.index.matches(entry, kind):
        return False
    words = run.words
    kinds = {category for name in entry.names for category in words.category_of.get(name, ())}
    wider = all(kind < words.families[category] for category in kinds)
    return wider and words.hints(label_words(entry), kind)


def _words(piece: Piece) -> str:
    return label_words(piece.entry) if piece.entry is not None else f" {plain_words(piece.label)} "


def _under(run: Run, wanted: ir.Heading, pieces: tuple[Piece, ...]) -> Sorted:
    folded = fold(wanted.text)
    kept = []
    for piece in pieces:
        if piece.entry is not None:
            holders = [run.index.entries[a] for a in run.index.ancestors(piece.entry.id)]
            if any(folded in h.names or f" {folded} " in label_words(h) for h in holders):
                kept.append(piece)
        elif run.text.under(piece, folded):
            kept.append(piece)
    return kept, []


# -- position --------------------------------------------------------------------------
def _ordinal(run: Run, wanted: ir.Ordinal, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep pieces by their written numbers where all differ, else by their positions."""
    return _at(wanted, pieces, _numbered(pieces))


def _place(run: Run, wanted: ir.Ordinal, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep pieces by their positions among those that are left."""
    return _at(wanted, pieces, list(enumerate(pieces, 1)))


def _at(wanted: ir.Ordinal, pieces: tuple[Piece, ...], numbered: list[tuple[int, Piece]]) -> Sorted:
    amount = max(wanted.low, wanted.high, 1)
    match wanted.kind:
        case "first":
            return list(pieces[:amount]), []
        case "last":
            return list(pieces[-amount:]), []
        case "from-end":
            return list(pieces[-amount : len(pieces) - amount + 1]), []
        case "every":
            return list(pieces[amount - 1 :: amount]), []
        case "number":
            return [p for n, p in numbered if n == wanted.low], []
        case "range":
            return [p for n, p in numbered if wanted.low <= n <= wanted.high], []


def _numbered(pieces: tuple[Piece, ...]) -> list[tuple[int, Piece]]:
    """Give pieces the numbers written where all differ, else their positions."""
    written = [p.entry.ordinal if p.entry is not None else 0 for p in pieces]
    if all(written) and len(set(written)) == len(written):
        return list(zip(written, pieces, strict=True))
    return list(enumerate(pieces, 1))


def _separated(run: Run, wanted: ir.Separated, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep all: the pieces were cut at the separator when they were found."""
    return list(pieces), []


# -- time ------------------------------------------------------------------------------
def _part_of_day(run: Run, wanted: ir.DuringPart, pieces: tuple[Piece, ...]) -> Sorted:
    folded = fold(wanted.part)
    bounds = run.policy.parts_of_day.get(folded) or run.words.lexicon.parts_of_day.get(folded)
    if bounds is None:
        return [], list(pieces)
    low, high = bounds

    def starts_within(chosen: Times) -> bool | None:
        if chosen.start is None:
            return None
        minutes = chosen.start.minutes % DAY
        return low <= minutes < high or low <= minutes + DAY < high

    return _by_times(run, pieces, starts_within)


def _window(run: Run, wanted: ir.TimeWindow, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what lies in a window; `starting` and `ending` keep a whole run of pieces.

    `work ending 17:00` is the work up to 17:00 when some of it ends then, and nothing otherwise.
    """
    kept, unsure = _by_times(run, pieces, lambda chosen: _in_window(chosen, wanted))
    if wanted.kind in ("starting", "ending") and kept:
        return _by_times(run, pieces, lambda chosen: _in_run(chosen, wanted))
    return kept, unsure


def _in_window(chosen: Times, wanted: ir.TimeWindow) -> bool | None:
    start = None if chosen.start is None else chosen.start.minutes
    end = None if chosen.end is None else chosen.end.minutes
    match wanted.kind:
        case "at" | "starting":
            return None if start is None else start % DAY == wanted.low % DAY
        case "ending":
            return None if end is None else end % DAY == wanted.low % DAY
        case "starting-by":
            return None if start is None else start <= wanted.low
        case "ending-by":
            return None if end is None else end <= wanted.low
        case "before":
            return _all(start, end, lambda s, e: e <= wanted.low, lambda s: s >= wanted.low)
        case "after":
            return None if start is None else start >= wanted.low
        case "from-to":
            high = wanted.high if wanted.high > wanted.low else wanted.high + DAY
            return _all(start, end, lambda s, e: wanted.low <= s and e <= high, lambda s: s >= high)


def _all(
    start: int | None,
    end: int | None,
    inside: Callable[[int, int], bool],
    outside: Callable[[int], bool],
) -> bool | None:
    if start is None:
        return None
    if end is not None:
        return inside(start, end)
    return False if outside(start) else None


def _in_run(chosen: Times, wanted: ir.TimeWindow) -> bool | None:
    if wanted.kind == "starting":
        return None if chosen.start is None else chosen.start.minutes >= wanted.low
    return None if chosen.end is None else chosen.end.minutes <= wanted.low


def _by_times(run: Run, pieces: tuple[Piece, ...], test: Callable[[Times], bool | None]) -> Sorted:
    kept: list[Piece] = []
    unsure: list[Piece] = []
    for piece in pieces:
        holds = None if piece.entry is None else test(_times(run, piece.entry))
        if holds:
            kept.append(piece)
        elif holds is None:
            unsure.append(piece)
    return kept, unsure


def _times(run: Run, entry: Entry) -> Times:
    """Return the times of an entry; a container lasts from its first part to its last."""
    own = times(run, entry)
    if own.start is not None or not run.index.parts[entry.id]:
        return own
    parts = [times(run, run.index.entries[p]) for p in run.index.walk(entry.id)]
    starts = [t.start for t in parts if t.start is not None]
    ends = [t.end for t in parts if t.end is not None]
    return Times(
        min(starts, key=lambda t: t.minutes) if starts else None,
        max(ends, key=lambda t: t.minutes) if ends else None,
    )


def _lasting(run: Run, wanted: ir.Lasting, pieces: tuple[Piece, ...]) -> Sorted:
    kept: list[Piece] = []
    unsure: list[Piece] = []
    for piece in pieces:
        value = durations.of_piece(run, piece).interval
        holds = None if value is None else compare(value, wanted.comparator, wanted.minutes)
        if holds:
            kept.append(piece)
        elif holds is None:
            unsure.append(piece)
    return kept, unsure


# -- order -----------------------------------------------------------------------------
def _beside(run: Run, wanted: ir.BeforeEntry, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what stands before, after, between or right beside others of the same day."""
    others = run.members(wanted.other, None).pieces
    ends = run.members(wanted.other_end, None).pieces if wanted.other_end else ()
    if not others or (wanted.other_end is not None and not ends):
        return [], list(pieces)
    if wanted.relation.startswith("immediately"):
        return _right_beside(run, wanted.relation, pieces, others), []
    firsts, lasts = _outermost_by_day(run, others), _outermost_by_day(run, ends or others)
    kept: list[Piece] = []
    for piece in pieces:
        day = _day(run, piece)
        earliest = firsts.get(day, firsts[None])[0]
        latest = lasts.get(day, lasts[None])[1]
        after = wanted.relation == "before" or precedes(run, earliest, piece)
        before = wanted.relation == "after" or precedes(run, piece, latest)
        if after and before:
            kept.append(piece)
    return kept, []


def _right_beside(
    run: Run, relation: str, pieces: tuple[Piece, ...], others: tuple[Piece, ...]
) -> list[Piece]:
    if relation == "immediately-after":
        following = {f.id for o in others for f in [_next(run, o)] if f is not None}
        return [p for p in pieces if p.entry is not None and p.entry.id in following]
    beside = {o.entry.id for o in others if o.entry is not None}
    return [p for p in pieces for f in [_next(run, p)] if f is not None and f.id in beside]


def _next(run: Run, piece: Piece) -> Entry | None:
    return None if piece.entry is None else next_sibling(run.index, piece.entry)


def _day(run: Run, piece: Piece) -> int | None:
    return None if piece.entry is None else run.index.day_of(piece.entry.id)


def _outermost_by_day(run: Run, pieces: tuple[Piece, ...]) -> dict[int | None, tuple[Piece, Piece]]:
    """Return the first and the last piece of each day, and under None those of all days."""
    by_day: dict[int | None, list[Piece]] = {}
    for piece in pieces:
        by_day.setdefault(_day(run, piece), []).append(piece)
    found = {day: outermost(run, group) for day, group in by_day.items()}
    return {**found, None: outermost(run, pieces)}


def outermost(run: Run, pieces: Sequence[Piece]) -> tuple[Piece, Piece]:
    """Return the first and the last of some pieces, by time or by place."""
    low = high = pieces[0]
    for piece in pieces[1:]:
        if precedes(run, piece, low):
            low = piece
        if precedes(run, high, piece):
            high = piece
    return low, high


def precedes(run: Run, left: Piece, right: Piece) -> bool:
    """Tell whether one piece comes before another: by time where both have one, else by place."""
    if left.entry is not None and right.entry is not None:
        first, second = absolute(run, left.entry)[0], absolute(run, right.entry)[0]
        if first is not None and second is not None:
            return first < second
        if left.entry.span == right.entry.span:
            return left.entry.id < right.entry.id
    return _start(left) < _start(right)


def _start(piece: Piece) -> int:
    if piece.entry is not None:
        return piece.entry.span.start
    return piece.spans[0].start if piece.spans else 0


def adjacent(run: Run, left: Piece, right: Piece) -> bool:
    """Tell whether one piece directly follows another among the parts of one holder."""
    if left.entry is None or right.entry is None:
        return bool(left.spans and right.spans) and run.text.adjacent(left, right)
    following = next_sibling(run.index, left.entry)
    return following is not None and following.id == right.entry.id


def next_sibling(index: Index, entry: Entry) -> Entry | None:
    """Return the part that follows an entry in its holder."""
    holders = index.parents.get(entry.id)
    if not holders:
        return None
    siblings = index.parts[holders[0]]
    position = index.position(entry.id)
    return index.entries[siblings[position]] if position < len(siblings) else None


# -- size, formulas, dates ---------------------------------------------------------------
def _extreme(run: Run, wanted: ir.Extreme, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep the largest or smallest; ties all belong, overlapping intervals may."""
    sized = [(p, run.value(wanted.by, p).interval) for p in pieces]
    known = [(p, v if wanted.kind == "max" else -v) for p, v in sized if v is not None]
    if len(known) < len(sized) or not known:
        return [], list(pieces)
    floor = max((v.low for _, v in known if v.low is not None), default=None)
    near = [(p, v) for p, v in known if v.high is None or floor is None or v.high >= floor]
    if len(near) == 1 or all(v.exact for _, v in near):
        return [p for p, _ in near], []
    return [], [p for p, _ in near]


def _where(run: Run, wanted: ir.Where, pieces: tuple[Piece, ...]) -> Sorted:
    kept: list[Piece] = []
    unsure: list[Piece] = []
    for piece in pieces:
        holds = run.holds(wanted.formula, piece)
        if holds:
            kept.append(piece)
        elif holds is None:
            unsure.append(piece)
    return kept, unsure


def _while(run: Run, wanted: ir.While, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep the members up to the first for which a formula fails; unsure from a doubt on."""
    kept: list[Piece] = []
    unsure: list[Piece] = []
    saved = {name: run.variables.get(name) for name in ("this", "previous")}
    before: Piece | None = None
    for piece in pieces:
        for name, bound in (("this", piece), ("previous", before)):
            run.bind(name, bound)
        holds = run.holds(wanted.formula, piece)
        if holds is False:
            break
        (unsure if unsure or holds is None else kept).append(piece)
        before = piece
    for name, bound in saved.items():
        run.bind(name, bound)
    return kept, unsure


def _except(run: Run, wanted: ir.Except, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what another filter drops; a name that nothing goes by may be that of any piece."""
    given = wanted.given
    kept, unsure = KEEP[type(given)](run, given, pieces)
    unknown = isinstance(given, ir.Named) and not all(_known_name(run, n) for n in given.names)
    if unknown and not kept and not unsure:
        return [], list(pieces)
    return _without(pieces, [*kept, *unsure]), unsure


def _on_date(run: Run, wanted: ir.OnDate, pieces: tuple[Piece, ...]) -> Sorted:
    kept: list[Piece] = []
    unsure: list[Piece] = []
    for piece in pieces:
        holds = None if piece.entry is None else _dated(run.index, piece.entry, wanted)
        if holds:
            kept.append(piece)
        elif holds is None:
            unsure.append(piece)
    return kept, unsure


def _dated(index: Index, entry: Entry, wanted: ir.OnDate) -> bool | None:
    line = [entry, *(index.entries[a] for a in index.ancestors(entry.id))]
    if wanted.weekdays:
        weekday = next((w for w in (weekday_of(e) for e in line) if w), 0)
        return weekday in wanted.weekdays if weekday else None
    date = next((e.date for e in line if e.date is not None), None)
    if date is None:
        return None
    if wanted.months:
        return date.month in wanted.months
    low, high = _iso(wanted.low), _iso(wanted.high if wanted.open else wanted.high or wanted.low)
    yearless = any(end is not None and not end[0] for end in (low, high))
    years = {end[0] for end in (low, high) if end is not None}
    return any(
        _between_dates(day_number(year, date.month, date.day), low, high, wanted.open)
        for year in ([0] if yearless else [date.year] if date.year else sorted(years))
    )


def _between_dates(number: int, low: _Date | None, high: _Date | None, is_open: bool) -> bool:
    """Tell whether a day lies between two dates; without years it may run past the new year."""
    first = None if low is None else day_number(*low)
    last = None if high is None else day_number(*high)
    if is_open:
        return (first is None or first < number) and (last is None or number < last)
    after, before = first is None or first <= number, last is None or number <= last
    turns = (
        low is not None and not low[0] and first is not None and last is not None and first > last
    )
    return (after or before) if turns else (after and before)


def weekday_of(entry: Entry) -> int:
    """Return the weekday an entry names or its full date falls on; 0 when unknown."""
    if entry.weekday:
        return entry.weekday
    if entry.date is not None and entry.date.year and entry.date.month and entry.date.day:
        return (day_number(entry.date.year, entry.date.month, entry.date.day) + 1) % 7 + 1
    return 0


def _iso(text: str) -> _Date | None:
    """Read `2025-03-04`; the year of `03-04` is 0."""
    numbers = [int(part) for part in text.split("-") if part.isdigit()]
    if len(numbers) == 2:
        return 0, numbers[0], numbers[1]
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else None


KEEP: dict[type, Keep] = {
    ir.Named: _named,
    ir.Heading: _under,
    ir.Ordinal: _ordinal,
    ir.Separated: _separated,
    ir.DuringPart: _part_of_day,
    ir.TimeWindow: _window,
    ir.Lasting: _lasting,
    ir.BeforeEntry: _beside,
    ir.Extreme: _extreme,
    ir.Where: _where,
    ir.While: _while,
    ir.OnDate: _on_date,
    ir.Except: _except,
}
"""One function for each filter of the language."""
