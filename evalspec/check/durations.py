"""How long the members of a scope last together.

Lengths are the union of clock times, so overlapping blocks count once. By policy a block
of another kind that lies inside is carved out, and a compound block counts whole or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from evalspec.check import amounts
from evalspec.check.evaluation import Run
from evalspec.check.index import title_of
from evalspec.check.leaves import named_key, time_terms
from evalspec.check.said import own_fields
from evalspec.check.schedule import (
    Stretch,
    clipped,
    common,
    holder,
    lasting,
    length,
    times,
    union,
    wrapped,
)
from evalspec.check.shifts import somebody
from evalspec.check.value import MINUTE, Found, Piece, Term, Value, shown, unknown
from evalspec.core.lookup import grouped
from evalspec.core.quantity import Interval, exactly
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.times import DAY
from evalspec.core.verdict import Excluded, Reason
from evalspec.document.facts import Doubt, Entry, EntryKind
from evalspec.language.ir import Scope, TimeWindow
from evalspec.vocabulary.fold import fold, says


def of_scope(run: Run, scope: Scope | None, found: Found, piece: Piece | None) -> Value:
    """Add the lengths of the members; a known kind of which there is none lasts 0 minutes."""
    window = _window(scope)
    if window is not None and scope is not None:
        found = _overlapping(run, scope, piece, found)
    if not found.pieces and not found.maybe:
        if found.known:
            return Value(exactly(0), "time", MINUTE, detail=found.detail)
        return unknown(found.reason or Reason.EMPTY_SCOPE, found.detail)
    if scope is not None:
        left = tuple(p for p in found.pieces if p.entry and _may_be_less(scope, p.entry))
        firm = tuple(piece for piece in found.pieces if piece not in left)
        found = replace(found, pieces=firm, maybe=(*found.maybe, *left))
    sure = _together(run, scope, [p.entry for p in found.pieces if p.entry is not None], window)
    if scope is not None and run.index.claims and window is None:
        sure = _beside_claims(run, scope, piece, sure)
    if not found.maybe:
        return sure
    every = [p.entry for p in (*found.pieces, *found.maybe) if p.entry is not None]
    widest = _together(run, scope, every, window)
    base = sure.interval if found.pieces else exactly(0)
    if base is None or widest.interval is None:
        return widest
    return Value(
        base.hull(widest.interval), "time", MINUTE, terms=widest.terms, excluded=widest.excluded,
        reason=found.reason or Reason.INTERVAL, detail=found.detail,
    )  # fmt: skip


def _may_be_less(scope: Scope, entry: Entry) -> bool:
    """Tell whether a block is optional, or goes by a name only behind other things that its line tells."""
    if entry.starts and entry.optional:
        return True
    folded = [fold(name) for name in _names(scope)]
    if not entry.starts or any(says(entry.label, name) or name in entry.names for name in folded):
        return False
    title = title_of(entry)
    return any(_ANOTHER.search(title.split(name)[0]) for name in folded if name in title)


_ANOTHER = regex(r"[.,;]\s")


def of_piece(run: Run, piece: Piece) -> Value:
    """Return how long one piece lasts."""
    if piece.entry is not None and run.index.perhaps.get(piece.entry.id):
        return unknown(Reason.NAME_NOT_FOUND, f"duration of {piece.label}")
    return of_scope(run, None, Found((piece,)), None)


def _beside_claims(run: Run, scope: Scope, piece: Piece | None, value: Value) -> Value:
    """List what the response itself says of the total: `Total work: 8 h 45 min`."""
    families = run.words.families_of(_names(scope))
    holder = piece.entry.id if piece is not None and piece.entry is not None else 0
    said = [c for c in run.index.claims.get(holder, ()) if c.per and fold(c.per) in families]
    if not said:
        return value
    summed = f"parts {shown(value.interval, MINUTE)} {MINUTE.name}" if value.interval else ""
    listed = [Excluded(run.index.cite(c.amount.span), "claim", summed) for c in said]
    return replace(value, excluded=(*value.excluded, *listed))


def _window(scope: Scope | None) -> tuple[int, int] | None:
    windows = (f for f in (scope.filters if scope is not None else ()) if isinstance(f, TimeWindow))
    for wanted in windows:
        if wanted.kind == "before":
            return 0, wanted.low
        if wanted.kind == "after":
            return wanted.low, _EVER
        if wanted.kind == "from-to":
            high = wanted.high if wanted.high > wanted.low else wanted.high + DAY
            return wanted.low, high
    return None


_EVER = 1 << 30


def _cuts(stretch: Stretch, window: tuple[int, int] | None) -> list[Stretch]:
    """Return what of a stretch lies in a window, which comes again in the night that follows."""
    if window is None:
        return [stretch]
    shifts = (0,) if window[1] == _EVER else (-DAY, 0, DAY)
    nights = ((window[0] + shift, window[1] + shift) for shift in shifts)
    return [cut for night in nights if (cut := clipped(stretch, night)) is not None]


def _overlapping(run: Run, scope: Scope, piece: Piece | None, found: Found) -> Found:
    """Take every member, not only those wholly inside the window: lengths are cut to it."""
    filters = tuple(f for f in scope.filters if not isinstance(f, TimeWindow))
    wide = run.members(Scope(scope.kind, scope.name, filters, scope.within), piece)
    return wide if wide.pieces else found


def _together(
    run: Run, scope: Scope | None, entries: list[Entry], window: tuple[int, int] | None
) -> Value:
    by_day: dict[int | None, list[tuple[Stretch, Entry]]] = {}
    terms: list[Term] = []
    excluded: list[Excluded] = []
    interval = exactly(0)
    missing: list[str] = []
    doubts: list[Doubt] = []
    told: list[Value] = []
    for entry in entries:
        doubted = _doubts(run, entry)
        doubts += [d for d in doubted if d.amount is None or times(run, entry).stretch is not None]
        if _half(run, scope, entry):
            excluded.append(Excluded(run.index.cite(entry.span), "compound", entry.label))
            continue
        if entry.kind == EntryKind.MARKER:
            continue
        stretch = lasting(run, entry)
        if stretch is None:
            value = amounts.total(run, entry, named_key(run, run.words.time_measure))
            terms += value.terms
            excluded += value.excluded
            if value.interval is None:
                missing.append(entry.label)
            else:
                told.append(value)
            continue
        cuts = _cuts(stretch, window)
        by_day.setdefault(run.index.day_of(entry.id), []).extend((cut, entry) for cut in cuts)
        terms += time_terms(run, entry) if cuts else ()
    wraps = _wraps(run, scope)
    for day, found in by_day.items():
        lanes: dict[_Lane, list[Stretch]] = {}
        for stretch, entry in found:
            cuts = wrapped([stretch]) if wraps else [stretch]
            lanes.setdefault(_lane(run, entry), []).extend(cuts)
        people = grouped((somebody(run, entry), stretch) for stretch, entry in found)
        apart = [union(beside) for beside in lanes.values()]
        lasts = sum(map(length, apart))
        interval = interval + exactly(lasts)
        shared, inside = _nested(run, day, lanes, [e for _, e in found])
        shared += lasts - sum(length(union(told)) for told in people.values())
        if shared and run.switch("nested_blocks") == "carve":
            interval = interval - exactly(shared)
            terms += inside
    sure = sum((value.sure or value.interval or exactly(0) for value in told), interval)
    interval = sum((value.interval or exactly(0) for value in told), interval)
    if missing and run.switch("missing_amounts") != "zero":
        interval, sure = Interval(interval.low, None), Interval(sure.low, None)
    for doubt in doubts:
        interval = amounts.in_time(interval, doubt)
    cited = tuple(cited for value in told for cited in value.doubts)
    cited += tuple(run.index.cite(doubt.span) for doubt in doubts)
    return Value(
        interval, "time", MINUTE, terms=tuple(terms), excluded=tuple(excluded),
        reason=Reason.MISSING_AMOUNT if missing else Reason.NONE, detail=", ".join(missing),
        doubts=cited, sure=sure if cited else None,
    )  # fmt: skip


def _doubts(run: Run, entry: Entry) -> list[Doubt]:
    """List places where the times of an entry may have been misread."""
    time = (run.words.time_measure, "start", "end", "time")
    ignored = run.index.rests_in_doubt and run.switch("between_set_rest") == "ignore"
    return [
        d
        for d in run.index.doubts_about(entry.id)
        if (d.measure in time or d.code == "ambiguous-time")
        and not (ignored and d.amount is not None and d.amount.between_sets)
    ]


def _half(run: Run, scope: Scope | None, entry: Entry) -> bool:
    """Tell whether a compound block belongs only in part and this reading leaves it out."""
    if not entry.compound or scope is None:
        return False
    told = named_parts(run, scope, entry)
    if all(told) or not run.words.families_of(_names(scope)):
        return False
    return run.switch("compound_blocks") == "none"


def named_parts(run: Run, scope: Scope, entry: Entry) -> list[bool]:
    """Tell of each part of a compound block whether it goes by a name of a scope."""
    families, names = run.words.families_of(_names(scope)), _names(scope)
    if any(run.words.company_in(name) for name in names):
        return [True]  # `Bath and stories with the kids`
    return [
        fold(part) in families or any(says(part, name) for name in names)
        for part in entry.compound[: entry.heads or None]
    ]


def _names(scope: Scope) -> list[str]:
    own = scope.kind in ("category", "label") or scope.name != scope.kind
    return [*scope.names, scope.name] if own else list(scope.names)


def _wraps(run: Run, scope: Scope | None) -> bool:
    if scope is None:
        return False
    family = run.words.families_of(_names(scope))
    return any(c.wraps and fold(c.name) in family for c in run.words.lexicon.categories.values())


class _Lane(Record, frozen=True):
    """Whose a block is, as far as is told: what stands in other lanes lies beside it."""

    heading: int
    """The container that is called by no kind of activity: `Ana`, `Hall 2`; 0 for none."""
    people: frozenset[str]
    name: str
    """What it is called, unless it is of a known kind: of such nothing lies inside another."""

    def beside(self, other: _Lane) -> bool:
        """Tell whether two blocks at one time are of different people, rooms or teams."""
        told = self.people and other.people and self.people.isdisjoint(other.people)
        headed = self.heading and other.heading and self.heading != other.heading
        return bool(told or headed or (self.name and other.name))


def _lane(run: Run, entry: Entry) -> _Lane:
    lexicon, index = run.words.lexicon, run.index
    told = (s for s in own_fields(run, entry, ()) if s.name in run.words.persons)
    said = (s.span.of(run.text.seen) for s in told)
    people = {fold(text) for text in said} - {fold(w) for w in lexicon.roles.get("who", ())}
    above = (e for e in index.above(entry) if e.kind is EntryKind.CONTAINER and not e.rank)
    heading = next(above, None)
    if heading is None or _is_of_kind(run, heading) or _is_timely(run, heading):
        heading = index.entries[0]
    name = "" if not lexicon.categories or _is_of_kind(run, entry) else entry.label
    return _Lane(heading.id, frozenset(people), name)


def _is_timely(run: Run, entry: Entry) -> bool:
    return any(fold(word) in run.words.lexicon.parts_of_day for word in entry.label.split())


def _is_of_kind(run: Run, entry: Entry) -> bool:
    return any(name in run.words.category_of for name in entry.names)


def _nested(
    run: Run, day: int | None, lanes: dict[_Lane, list[Stretch]], members: list[Entry]
) -> tuple[int, list[Term]]:
    """Find the time of other blocks that lie inside the members, and cite it."""
    own = {entry.id for entry in members} | _subdividing(run, members)
    holding = {a for entry in members for a in run.index.ancestors(entry.id)}
    holders = {lane: union(stretches) for lane, stretches in lanes.items()}
    merged = union([s for held in holders.values() for s in held])
    inside: list[Stretch] = []
    terms: list[Term] = []
    for other in (e for low, high in merged for e in run.index.starting(day, low, high)):
        outer = next(iter(run.index.above(other)), other)
        of_others = outer.kind is EntryKind.BLOCK and outer.id not in own
        if other.id in own or other.id in holding or (of_others and _lane(run, outer).name):
            continue  # a break of somebody else is none of theirs
        stretch = times(run, other).stretch
        if stretch is None or stretch[0] == stretch[1] or holder(merged, stretch) is None:
            continue
        lane = _lane(run, other)
        held = (h for mine, h in holders.items() if not mine.beside(lane))
        if any(holder(one, stretch) is not None for one in held):
            inside.append(stretch)
            shared = exactly(stretch[0] - stretch[1])
            cited = run.index.cite(other.span)
            terms.append(Term(other.label, "carved", shared, MINUTE, cited, "computed"))
    shared_minutes = common(merged, union(inside))
    for entry in {entry.id: entry for entry in members}.values():
        for minutes, term in _lengths_inside(run, entry, own):
            shared_minutes += minutes
            terms.append(term)
    return shared_minutes, terms


def _subdividing(run: Run, members: list[Entry]) -> set[int]:
    """Return what members that are told in parts from end to end do: parts of no known kind."""
    found: set[int] = set()
    for entry in members:
        whole = times(run, entry).stretch
        parts = run.index.held(entry)
        told = union([s for part in parts if (s := times(run, part).stretch) is not None])
        if whole is not None and len(parts) > 1 and told == [whole]:
            found |= {part.id for part in parts if not _has_kind(run, part)}
    return found


def _has_kind(run: Run, entry: Entry) -> bool:
    """Tell whether a block belongs to a category that no other one holds: lunch, a break."""
    return any(run.index.matches(entry, family) for family in run.words.apart)


def _lengths_inside(run: Run, entry: Entry, own: set[int]) -> Iterator[tuple[int, Term]]:
    """Yield the lengths of other things in an entry's line that stand at no clock time."""
    for part in run.index.held(entry):
        between = run.index.text[entry.span.end : part.span.start]
        if part.rank != "item" or part.starts or part.id in own or "\n" in between:
            continue
        lasting = amounts.total(run, part, named_key(run, run.words.time_measure)).interval
        if lasting is not None and lasting.exact and lasting.low is not None:
            cited = run.index.cite(part.span)
            yield int(lasting.low), Term(part.label, "carved", -lasting, MINUTE, cited, "computed")
