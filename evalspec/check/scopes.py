"""Members of a scope: which entries or pieces of text a formula ranges over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, takewhile

from msgspec.structs import replace

from evalspec.check import attributes, carried, stated, told
from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_away, is_elsewhere, is_unsaid
from evalspec.check.filters.apply import apply
from evalspec.check.filters.dates import is_all
from evalspec.check.filters.kinds import entries_of_kind, has_part_called
from evalspec.check.filters.names import called, is_headed, is_titled, may_be_of
from evalspec.check.index import HIDDEN, THINGS, Index, label_words
from evalspec.check.value import Found, Piece
from evalspec.core.regex import regex
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Except, Filter, Named, OnDate, Ordinal, Scope, Separated, Where
from evalspec.vocabulary.fold import announces, denies, fold, mentions, plain_words, says, stem
from evalspec.vocabulary.kinds import KindWords

_NUMBERED = regex(r"(?:[^\W\d_]+['’\w-]* ){0,4}?([^\W\d_]+) #?\d{1,2}\b")
UNCUT = ("response", "line", "character")
"""Text scopes that every segmentation cuts alike."""

_FEWEST = 2
"""Parts that are told apart."""
_ROW = 1
"""How `Index.mark` tells the row of a table."""

Select = Callable[[Run, Entry, Scope], list[Entry]]


def root(run: Run) -> Piece:
    """Return the plan, the scope in force at first."""
    return piece_of(run, run.index.entries[0], None)


def piece_of(run: Run, entry: Entry, holder: Piece | None) -> Piece:
    """Make a piece of an entry found in another piece; it is named with what holds it."""
    if holder is not None and holder.entry is not None and holder.entry.id != 0:
        path: tuple[str, ...] = (*holder.path, holder.label)
    else:
        index = run.index
        above = [index.entries[a].label for a in index.ancestors(entry.id) if a != 0]
        path = tuple(reversed(above))
    return Piece(entry.label, entry.spans, entry, path=path)


def entry_of(run: Run, piece: Piece | None) -> Entry | None:
    """Return the entry of a piece, or that stands in it; the plan for the whole response."""
    if piece is None or (piece.entry is None and piece.kind == "response"):
        return run.index.entries[0]
    if piece.entry is None and len(piece.spans) == 1:
        return run.index.alone_in(piece.spans[0])
    return piece.entry


def members(run: Run, scope: Scope, piece: Piece | None, counting: bool) -> Found:
    """Return the members of a scope below the scope in force, as `Run.members` says."""
    if scope.kind == "variable":
        bound = run.variables.get(scope.name)
        if bound is None:
            return Found(
                reason=Reason.MISSING_DATA, detail=scope.name, known=scope.name == "previous"
            )
        found = apply(run, scope, Found((bound,)))
        return _settled(run, scope, bound, found, counting)
    if scope.kind == "told":
        return told.members(run, scope)
    if scope.within is None:
        if scope.kind == "text":
            return _text_pieces(run, scope, piece)
        return _below(run, scope, piece if piece is not None else root(run), counting)
    holders = run.members(scope.within, piece)
    if not holders.pieces and not holders.maybe:
        return holders
    return _joined(run, scope, holders, counting)


def _joined(run: Run, scope: Scope, holders: Found, counting: bool) -> Found:
    pieces: list[Piece] = []
    maybe: list[Piece] = []
    last = Found()
    known = True
    for holder, sure in [(p, True) for p in holders.pieces] + [(p, False) for p in holders.maybe]:
        if scope.kind == "text":
            last = _text_pieces(run, scope, holder)
        else:
            last = _below(run, scope, holder, counting)
        known = known and (last.known or bool(last.pieces))
        (pieces if sure else maybe).extend(last.pieces)
        maybe += last.maybe
    if pieces or maybe:
        return Found(_once(pieces), _once(maybe), holders.reason, holders.detail)
    return Found(reason=last.reason, detail=last.detail, known=known)


def _once(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Keep each entry once: two people may share a shift."""
    return tuple({p.entry.id if p.entry is not None else p.spans: p for p in pieces}.values())


def _text_pieces(run: Run, scope: Scope, piece: Piece | None) -> Found:
    if scope.name == "field":
        rest = tuple(f for f in scope.filters if not isinstance(f, Named))
        return apply(run, replace(scope, filters=rest), attributes.fields(run, scope, piece))
    separator = next((f.separator for f in scope.filters if isinstance(f, Separated)), "")
    if not separator and scope.name not in UNCUT:
        run.cut()
    if scope.name == "section" and any(isinstance(f, Named) for f in scope.filters):
        return _sections_named(run, scope, piece)
    return apply(run, scope, run.text.pieces(scope.name, piece, separator))


def _sections_named(run: Run, scope: Scope, piece: Piece | None) -> Found:
    """Return sections by their headings; else by bold lines and labels; any short line may be one."""
    by_name = replace(scope, filters=tuple(f for f in scope.filters if isinstance(f, Named)))
    for pieces in (run.text.titled(piece), run.text.titled(piece, named=True)):
        named = apply(run, by_name, pieces)
        if named.pieces or named.maybe:
            return apply(run, scope, pieces)
    unsure = apply(run, scope, run.text.short_lines(piece))
    return unsure if unsure.maybe else apply(run, scope, pieces)


def _below(run: Run, scope: Scope, holder: Piece, counting: bool) -> Found:
    outer, run.holder = run.holder, holder
    found = _selected(run, scope, holder, counting)
    run.holder = outer
    return _settled(run, scope, holder, found, counting)


def _settled(run: Run, scope: Scope, holder: Piece, found: Found, counting: bool) -> Found:
    """Tell of a name that was not found whether it is used elsewhere or, in counting, nowhere."""
    entry = holder.entry
    if found.reason is not Reason.NAME_NOT_FOUND or found.pieces or found.known or entry is None:
        return found
    if _is_of_all(run, scope, entry):
        return Found((holder,))
    if not found.maybe and is_elsewhere(run, scope, entry):
        return replace(found, known=True)
    of_all = fold(scope.name) in run.words.lexicon.roles.get("kind of all", ())
    unsaid = counting and not (of_all or found.doubts) and is_unsaid(run, scope, entry)
    return replace(found, maybe=(), known=True) if unsaid else found


def _is_of_all(run: Run, scope: Scope, entry: Entry) -> bool:
    """Tell whether the title of a plan says of which kind its parts are, and none goes by another kind."""
    word, roles = fold(scope.name), run.words.lexicon.roles
    part = scope.kind == "label" and not scope.filters and entry.kind is EntryKind.CONTAINER
    if not part or word not in roles.get("kind of all", ()):
        return False
    labels = {
        kind: [label_words(e) for e in run.index.entries if e.kind is kind] for kind in _WHOLE
    }
    others = (fold(one) for one in roles.get("kind of its own", ()) if fold(one) != word)
    apart = any(f" {one} " in label for one in others for row in labels.values() for label in row)
    wider = [*labels[EntryKind.PLAN], *(label_words(e) for e in run.index.above(entry))]
    return not apart and any(f" {word} " in label for label in wider)


_WHOLE = (EntryKind.PLAN, EntryKind.CONTAINER)


def _selected(run: Run, scope: Scope, holder: Piece, counting: bool) -> Found:
    entry = holder.entry
    if entry is None:
        if holder.kind not in ("", "response"):
            return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name)
        entry = run.index.entries[0]
        holder = piece_of(run, entry, None)
    if scope.kind == "stated":
        return apply(run, scope, stated.members(run, scope.name, entry, holder))
    if scope.kind == "measured":
        return apply(run, scope, carried.members(run, scope.name, entry, holder))
    if scope.kind == "value":
        return _valued(run, scope, entry, holder)
    kind = run.words.kind_named(fold(scope.name)) if scope.kind == "label" else None
    if kind is not None and not has_part_called(run, entry, scope.name):
        return _of_kind(run, scope, holder, kind)
    entries = SELECT[scope.kind](run, entry, scope)
    holders, unsure = _holders(run, entry, scope, entries)
    if holders:
        entries = sorted([*entries, *holders], key=lambda e: e.span.start)
    elif scope.kind == "item" and not unsure:
        unsure = _itemless(run.index, entry)
    if entry.id in run.index.perhaps:
        return _in_group(run, scope, entry, holder, entries, counting)
    if scope.kind == "label":
        entries, unsure = _not_twice(run.index, entries)
    picked = any(isinstance(f, (OnDate, Ordinal)) for f in scope.filters)
    if not counting and scope.kind == "rank" and not picked:
        entries = [e for e in entries if e.kind != EntryKind.REST]
    if not entries:
        return _empty(run, scope, holder, counting)
    others = {"category": _maybe_of, "label": _longer}.get(scope.kind)
    if others is not None:
        unsure = [*unsure, *others(run, entry, scope, [*entries, *unsure])]
    found = _found(run, holder, entries, unsure, scope.name if others is not None else "")
    if scope.kind == "label" and (counting or fold(scope.name) == scope.name.lower()):
        lines = (line for p in found.pieces for line in _lines_below(run, scope, p) or (p,))
        found = replace(found, pieces=tuple(lines))
    return _without_options(run, entry, apply(run, scope, found))


def _found(
    run: Run, holder: Piece, sure: Sequence[Entry], unsure: Sequence[Entry], name: str = ""
) -> Found:
    """Return entries as members; those that are unsure may be meant by a name, else by their own."""
    pieces, maybe = (tuple(piece_of(run, e, holder) for e in each) for each in (sure, unsure))
    reason = Reason.NAME_NOT_FOUND if maybe else Reason.NONE
    return Found(pieces, maybe, reason, name or maybe[0].label if maybe else "")


def _of_kind(run: Run, scope: Scope, holder: Piece, kind: KindWords) -> Found:
    """Return the things of a kind; what others lack, a part without them is known not to be."""
    entry = holder.entry or run.index.entries[0]
    sure, unsure = entries_of_kind(run, kind, entry)
    if not sure and not unsure:
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=bool(kind.lacked))
    found = _found(run, holder, sure, unsure, scope.name)
    return _without_options(run, entry, apply(run, scope, found))


def _holders(
    run: Run, entry: Entry, scope: Scope, entries: list[Entry]
) -> tuple[list[Entry], list[Entry]]:
    """Return what has a name that no item has: a heading `Morning visit` above its tasks, `Diesel` in no day.

    One that holds an item of another of the names may be meant, or that item alone.
    """
    names = scope.names
    if not names or not (scope.kind in ("item", "block") or scope.name in run.words.item_ranks):
        return [], []
    things = tuple(map(Piece.of, entries))
    borne = {name: called(run, name, things)[0] for name in names}
    containers = [
        e
        for e in run.index.below(entry)
        if e not in entries
        and (e.kind is EntryKind.CONTAINER or _stands_alone(run.index, e, scope))
    ]
    lost = [name for name in names if not borne[name]]
    found = {
        id(p.entry) for name in lost for p in called(run, name, tuple(map(Piece.of, containers)))[0]
    }
    holders = deepest(run.index, [e for e in containers if id(e) in found])
    inner = [p.entry.id for pieces in borne.values() for p in pieces if p.entry is not None]
    above = {number for one in inner for number in run.index.ancestors(one)}
    return [e for e in holders if e.id not in above], [e for e in holders if e.id in above]


def _stands_alone(index: Index, entry: Entry, scope: Scope) -> bool:
    """Tell whether a thing of no rank stands in a list of its own: what costs something beside the stops."""
    alone = entry.kind is EntryKind.ITEM and index.entries[entry.parent].kind not in THINGS
    return alone and scope.kind == "item"


def _itemless(index: Index, entry: Entry) -> list[Entry]:
    """Return headings that tell an amount and hold nothing, beside such with items: `Wrap-up (3 min)`."""
    heads = [e for e in index.below(entry) if e.kind is EntryKind.CONTAINER and not e.rank]
    parents = {e.parent for e in heads if index.parts[e.id]}
    return [e for e in heads if e.amounts and not index.parts[e.id] and e.parent in parents]


def _longer(run: Run, entry: Entry, scope: Scope, sure: list[Entry]) -> list[Entry]:
    """Return items that hold a name among other words, beside those that are called by it."""
    index = run.index
    known = {n for e in sure for n in (e.id, *index.walk(e.id), *index.ancestors(e.id))}
    return [
        e
        for e in index.below(entry)
        if e.id not in known
        and e.kind in THINGS
        and says(e.label, scope.name)
        and not mentions(e.label, scope.name, run.words.placing)
    ]


def _valued(run: Run, scope: Scope, entry: Entry, holder: Piece) -> Found:
    """Return the groups of things of which the same is said."""
    sure, unsure = attributes.values(run, scope.name, entry)
    if not sure and not unsure:
        known = attributes.are_told(run, scope.name)
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
    return apply(run, scope, _found(run, holder, sure, unsure, scope.name))


def _in_group(
    run: Run, scope: Scope, group: Entry, holder: Piece, entries: list[Entry], counting: bool
) -> Found:
    """Return the members of a scope in a group: below its parts, or around them."""
    index = run.index
    rank = run.words.lexicon.ranks.get(scope.name) if scope.kind == "rank" else None
    free: list[Entry] = []
    if rank is not None and not entries and not rank.item:
        empty = counting and any(map(_holds_of_nothing, scope.filters))
        around = attributes.of_rank(run, group, scope.name, empty)
        unsure = [e for e in around if not e.parts and index.perhaps[e.id]]
        sure = [e for e in around if e not in unsure]
        free = [e for e in sure if not e.parts]
    else:
        others = index.gather(replace(group, label=""), group.id, index.perhaps[group.id], ())
        sure, unsure = entries, SELECT[scope.kind](run, others, scope)
    if not sure and not unsure:
        found = _empty(run, scope, holder, counting)
        nowhere = rank is not None and not rank.item and not found.pieces
        return replace(found, known=False) if nowhere else found  # no day is told of them
    found = apply(run, scope, _found(run, holder, sure, unsure))
    maybe = tuple(
        p for p in found.maybe if p.entry not in free
    )  # nothing is there that it might be
    return _without_options(run, group, replace(found, maybe=maybe))


def _holds_of_nothing(given: Filter) -> bool:
    """Tell whether a filter may hold of a day on which there is nothing: `except where (exists block)`."""
    return isinstance(given.given if isinstance(given, Except) else given, Where)


def _without_options(run: Run, entry: Entry, found: Found) -> Found:
    """Take what is one option of a choice as what may or may not belong."""
    if not run.index.choices:
        return found
    options = [
        p for p in found.pieces if p.entry and run.index.option(p.entry.id, entry.id) is not None
    ]
    if not options:
        return found
    sure = tuple(p for p in found.pieces if p not in options)
    reason = found.reason or Reason.INTERVAL
    return Found(sure, (*options, *found.maybe), reason, found.detail or options[0].label)


def _empty(run: Run, scope: Scope, holder: Piece, counting: bool) -> Found:
    """Say what it means that no entry is of this kind; a day that is a session is its own."""
    entry = holder.entry
    if scope.kind == "rank" and entry is not None and scope.name in entry.ranks:
        return apply(run, scope, Found((holder,)))
    if entry is not None and (run.index.sets_aside(entry) or _told_whole(run, scope, entry)):
        return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name or scope.kind)
    rank = run.words.lexicon.ranks.get(scope.name) if scope.kind == "rank" else None
    if rank is not None and "date" in rank.calendar and entry and scope.name not in run.index.ranks:
        days = attributes.days_of_things(run, scope.name, entry)
        if days:
            return apply(run, scope, Found(tuple(piece_of(run, day, holder) for day in days)))
    stands_in = rank is not None and rank.implicit and not counting
    stands_in = stands_in and (entry is None or not _parted(run, entry, scope))
    picked = any(isinstance(wanted, (Named, Ordinal)) for wanted in scope.filters)
    if stands_in and not picked and scope.name not in run.index.ranks:
        found = apply(run, scope, Found((holder,)))
        dated = [wanted for wanted in scope.filters if isinstance(wanted, OnDate)]
        if found.pieces or not dated:
            return found
        if dated == [*scope.filters] and all(is_all(run, wanted) for wanted in dated):
            return Found((holder,))
    around = _around(run, scope, entry) if entry is not None else None
    if around is not None:
        return apply(run, scope, Found((piece_of(run, around, None),)))
    if scope.kind == "label":
        known = fold(scope.name) in run.words.members and run.index.has_items
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
    if scope.kind == "category":
        holding = _holding(run, holder, scope)
        if holding:
            return apply(run, scope, Found((), holding, Reason.NAME_NOT_FOUND, scope.name))
        known = scope.name in run.words.lexicon.categories and run.index.has_items
        family = run.words.family(scope.name)
        below = {*run.index.walk(entry.id), entry.id} if entry is not None else frozenset()
        known = known and run.index.telling(family).keys().isdisjoint(below)
        known = known and not run.index.titled(family) and not run.index.speaks_of(family)
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
    known = scope.name in run.index.ranks or (
        scope.kind in ("item", "block") and run.index.has_items
    )
    return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name or scope.kind, known=known)


def _parted(run: Run, entry: Entry, scope: Scope) -> bool:
    """Tell whether a container holds nothing but parts that are alike, each of which may be meant.

    `Circuit A`, `Circuit B` and nothing else may be two sessions or one, as may `Trip 1`, `Trip 2` and
    `HIIT`, `Endurance`; `Part 1`, `Part 2` or a warm-up and a main set are one. A day or a week may only be
    what is told apart by numbers and letters.
    """
    parts = run.index.held(entry)
    while len(parts) == 1 and parts[0].kind is EntryKind.CONTAINER and not parts[0].rank:
        parts = run.index.held(parts[0])  # led to by a line
    if len(parts) < _FEWEST:
        return False
    lexicon = run.words.lexicon
    pieces = {"", *lexicon.roles.get("piece", ()), *run.words.members}
    alike = all(p.kind is EntryKind.CONTAINER and p.rank == parts[0].rank for p in parts)
    held = all(run.index.parts[p.id] for p in parts)
    counted = [_NUMBERED.match(p.label) for p in parts]
    heads = {fold(m[1]) if m else fold(p.label) for m, p in zip(counted, parts, strict=True)}
    if not lexicon.ranks[scope.name].stands_for:
        words = [fold(p.label).split() for p in parts]
        shared = ({name[end] if len(name) == 2 else "" for name in words} for end in (0, 1))
        told = (len(each) == 1 and each.isdisjoint(pieces) for each in (heads, *shared))
        return alike and not parts[0].rank and any(told)
    return alike and held and heads.isdisjoint(pieces)


def _told_whole(run: Run, scope: Scope, entry: Entry) -> bool:
    """Tell whether nothing says what is in a thing: it is an item itself, or only its amounts are told.

    `| 12 | 8 h |` below `Week`; nobody knows the items of `Ada`, who is one.
    """
    asked = scope.kind in ("item", "block") or scope.name in run.words.item_ranks
    single = entry.kind in THINGS
    amounts = any(amount.value.low != 0 for amount in entry.amounts)
    told = amounts and entry.kind is not EntryKind.PLAN and not run.index.parts[entry.id]
    return asked and (single or told)


def _around(run: Run, scope: Scope, entry: Entry) -> Entry | None:
    """Return what of a rank has a thing in it: the shift of a person is the one that lists them."""
    above = run.index.above(entry) if scope.kind == "rank" else ()
    return next((e for e in above if scope.name in e.ranks), None)


def _holding(run: Run, holder: Piece, scope: Scope) -> tuple[Piece, ...]:
    """Return what may be of a category: its label holds the name or begins with its kind."""
    if holder.entry is None:
        return ()
    name, index = fold(scope.name), run.index
    wider = run.words.wider(name)
    below = [e for e in index.below(holder.entry) if e.kind not in HIDDEN]
    kind = run.words.family(scope.name)
    holding = [e for e in below if says(e.label, name) or run.words.begins(label_words(e), kind)]
    return tuple(
        piece_of(run, e, holder) for e in holding or below if holding or index.matches(e, wider)
    )


def _maybe_of(run: Run, entry: Entry, scope: Scope, sure: list[Entry]) -> list[Entry]:
    """Return what may be of a category beside what is, in nothing that is."""
    kind, index = run.words.family(scope.name), run.index
    known = {e.id for e in sure}
    return [
        e
        for e in index.below(entry)
        if may_be_of(run, e, kind) and known.isdisjoint((e.id, *index.ancestors(e.id)))
    ]


# -- what each kind of scope selects -----------------------------------------------------
def _rank(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    rank = run.words.lexicon.ranks[scope.name]
    if rank.plan:
        return [run.index.entries[0]]
    if rank.item and scope.name not in run.index.ranks:
        told = scope.name in run.words.headed and run.words.headed & run.index.ranks
        usual = {r.name for r in run.words.lexicon.ranks.values() if r.default} & run.index.ranks
        apart = told or usual  # ingredients are no steps, stops no drives
        return [] if apart else items(run, entry)
    below = run.index.below(entry)
    found = [e for e in below if scope.name in e.ranks and e.kind not in HIDDEN]
    resting = [e for e in below if e.kind == EntryKind.REST]
    if rank.item:
        resting = [e for e in resting if not e.parts]
    else:
        resting = [e for e in resting if scope.name in e.ranks]
    if resting and (not rank.item or run.switch("rest_is_item") == "true"):
        found = sorted([*found, *resting], key=lambda e: e.span.start)
    if any(isinstance(f, Named) for f in scope.filters):
        return found
    # beside a list called `Stops`, what stands in none is no stop
    holders = (e for e in below if e.kind is EntryKind.CONTAINER and not e.rank and e.parts)
    lists = filter(_is_plural, holders)
    beside = {e.parent for e in lists if fold(e.label) == scope.name}
    return [e for e in found if e.parent not in beside]


def items(run: Run, entry: Entry) -> list[Entry]:
    """Return the smallest parts that are things of their own, by rank or else by kind."""
    index = run.index
    ranks = run.words.item_ranks
    below = index.below(entry)
    ranked = [e for e in below if e.kind not in HIDDEN and any(r in ranks for r in e.ranks)]
    chosen = ranked or [
        e
        for e in below
        if e.kind in THINGS
        and (e.parent in (-1, entry.id) or index.entries[e.parent].kind != EntryKind.ITEM)
    ]
    resting = [e for e in below if e.kind == EntryKind.REST and not e.parts]
    if resting and run.switch("rest_is_item") == "true":
        chosen = sorted([*chosen, *resting], key=lambda e: e.span.start)
    return chosen


def _blocks(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    """Return pieces of a schedule; what has no length or time only when it is asked for by name."""
    index = run.index
    below = index.below(entry)
    blocks = [e for e in below if e.kind == EntryKind.BLOCK or "block" in e.ranks]
    blocks = [e for e in blocks if e.kind not in HIDDEN and not _is_inner(index, e)]
    if scope.names:
        inner = [e for e in below if e.kind not in HIDDEN and _is_inner(index, e)]
        blocks = sorted([*blocks, *inner], key=lambda e: e.id) if inner else blocks
        others = [e for e in below if e.kind in (EntryKind.MARKER, EntryKind.ITEM)]
        family = run.words.families_of(scope.names)
        if others and not any(index.matches(e, family) for e in blocks):
            known = {e.id for e in blocks}
            return sorted([*blocks, *(e for e in others if e.id not in known)], key=lambda e: e.id)
    return blocks


def _is_inner(index: Index, entry: Entry) -> bool:
    """Tell whether an entry stands in the line of a block: no block, but found by its kind."""
    within = entry.parent >= 0 and index.entries[entry.parent].kind == EntryKind.BLOCK
    return within and entry.rank == "item"


def _category(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    index = run.index
    below = [entry] if entry.kind == EntryKind.REST else []  # a day of rest holds its rest
    below += index.below(entry)
    visible = [e for e in below if e.kind != EntryKind.DEFINITION]
    found = of_category(run, visible, scope.name)
    lasting = [e for e in found if e.kind != EntryKind.MARKER]
    inner = {e.id for e in deepest(index, lasting)}
    # a block lasts from its start to its end, whatever of its kind stands in it
    kept = [e for e in lasting if e.id in inner or (e.kind is EntryKind.BLOCK and e.starts)]
    return kept or found


def of_category(run: Run, entries: list[Entry], name: str) -> list[Entry]:
    """Keep the entries of a category of the lexicon."""
    families = run.words.family(name)
    rests = not run.words.resting.isdisjoint(families)
    ranked = run.words.lexicon.categories[name].rank if name in run.words.lexicon.categories else ""
    # `Warm-up jog` is an exercise, and of the kind that a part of a session is called by
    parted = frozenset() if ranked else run.words.members & families
    kept = [
        e
        for e in entries
        if run.index.matches(e, families)
        or (rests and e.kind == EntryKind.REST)
        or (
            parted and e.kind is EntryKind.ITEM and "".join(e.names[:1]).partition(" ")[0] in parted
        )
    ]
    for switch, debated in run.words.debated:
        among = debated < families and any(run.index.matches(e, debated) for e in kept)
        if among and run.switch(switch) == "false":
            kept = [e for e in kept if not run.index.matches(e, debated)]
    return kept


def deepest(index: Index, entries: list[Entry]) -> list[Entry]:
    """Drop containers that hold other ones of the same list."""
    holding = {a for e in entries for a in index.ancestors(e.id)}
    return [e for e in entries if e.id not in holding]


def _not_twice(index: Index, entries: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Part what has a name from headings of the same name around it, which may be meant instead.

    A heading above nothing but what has its name adds nothing; nor does what a line says besides of
    the thing that it names.
    """
    chosen = {e.id: e for e in entries}
    above = {e.id: chosen.keys() & set(index.ancestors(e.id)) for e in entries}
    own = [e for e in entries if all(chosen[a].span != e.span for a in above[e.id])]
    holding = {a for e in own for a in above[e.id]}
    around = [e for e in own if e.id in holding and e.kind is EntryKind.CONTAINER]
    headed = {e.id for e in around}
    inner = [e for e in own if e.id not in headed]
    named = {e.id for e in inner}
    named.update(number for e in inner for number in index.walk(e.id))

    def adds(holder: Entry) -> bool:
        below = [number for number in index.walk(holder.id) if not index.parts[number]]
        return bool(holder.amounts) or not named.issuperset(below)

    return inner, [e for e in around if adds(e)]


def _labelled(run: Run, entry: Entry, scope: Scope) -> list[Entry]:
    index = run.index
    folded = fold(scope.name)
    below = [
        e for e in index.below(entry) if e.kind != EntryKind.DEFINITION and not is_away(run, e)
    ]
    rests = folded in run.words.resting
    exact = [e for e in below if folded in e.names or (rests and e.kind is EntryKind.REST)]
    holding = [
        e for e in below if says(e.label, folded) and not denies(e.label, folded, run.words.denying)
    ]
    headed = [e for e in holding if is_headed(run, e.label, folded)]
    found = exact or _announced(run, headed, folded) or headed or holding
    found = found or [e for e in below if is_titled(run, e, folded)]
    things = (e for e in below if run.words.step not in e.ranks)
    found = found or [e for e in things if _begins_so(e.label, folded)]
    others = [e for e in found if not mentions(e.label, scope.name, run.words.mentioning)]
    # `Drive to the museum` may be all that a plan says of it; `After the workshop` is another part
    found = others or [e for e in found if e.kind is not EntryKind.CONTAINER]
    found = _without_borrowers(index, found, folded)
    inner = {e.id for e in deepest(index, found)}
    wider = [e for e in found if scope.name.lower() == e.label.lower() and _misses(index, e, found)]
    within = {p for e in wider for p in index.walk(e.id)}
    found = [e for e in found if e.id in inner or not _is_plural(e) or e in wider]
    heads = {e.id for e in found if e.id in within or _heads_others(index, e, folded)}
    found = [e for e in found if e.id not in heads] or found
    if scope.name.lower() != folded:
        return found
    return [member for entry in found for member in _introduced(index, entry, folded)]


def _announced(run: Run, headed: list[Entry], folded: str) -> list[Entry]:
    """Return what is called by a name with the lines of lists that are led by its plural.

    `we will follow these steps` leads to as many steps as there are lines, unless some are called so.
    """
    index, found = run.index, []
    above = {number for entry in headed for number in index.ancestors(entry.id)}
    for entry in headed:
        parts = index.held(entry)
        marks = {index.mark(part.id) for part in parts}
        listed = len(marks) == 1 and not marks & {0, _ROW} and entry.kind is EntryKind.CONTAINER
        leads = listed and announces(entry.label, folded, run.words.generic)
        found += parts if leads and entry.id not in above else [entry]
    return found


def _begins_so(label: str, folded: str) -> bool:
    """Tell whether a label begins with a name in another form: `Drive: 2 h` for driving."""
    size = folded.count(" ") + 1
    *first, last = plain_words(label).split()[:size] or [""]
    told = [*first, last]
    return (
        len(told) == size and last.isalpha() and [*map(stem, told)] == [*map(stem, folded.split())]
    )


def _heads_others(index: Index, entry: Entry, folded: str) -> bool:
    """Tell whether a heading that holds nothing ends in the plural of a name: `Weeks & Chapters`."""
    held = entry.kind is not EntryKind.CONTAINER or index.parts[entry.id]
    return not held and _is_plural(entry, folded)


def _without_borrowers(index: Index, found: list[Entry], folded: str) -> list[Entry]:
    """Leave out what only goes by the name of the list that holds it and others: a bare `Noon: 15 min`."""
    chosen = {e.id for e in found}
    mixed = {n for n in chosen if any(part not in chosen for part in index.parts[n])}
    return [e for e in found if e.parent not in mixed or says(e.label, folded)]


def _misses(index: Index, entry: Entry, found: list[Entry]) -> bool:
    """Tell whether a list has parts that go by other names, besides one called as the list is: `blocks`."""
    parts = index.held(entry)
    held = [p for p in parts if p.kind is EntryKind.CONTAINER]
    return _is_plural(entry) and bool(held) and not all(p in found for p in held)


def _is_plural(entry: Entry, folded: str = "") -> bool:
    """Tell whether a label ends in the plural, that of a name if one is given: `hives` are no hive."""
    last = entry.label.rstrip(" :.*").rpartition(" ")[2].lower()
    same = not folded or fold(entry.label).rpartition(" ")[2] == folded.rpartition(" ")[2]
    return last != fold(last) and same


def _lines_below(run: Run, scope: Scope, piece: Piece) -> tuple[Piece, ...]:
    """Return the list items below a heading in the plural that no part was made of: `Assumptions`."""
    entry = piece.entry
    if entry is None or not leads_to(run.index, entry, fold(scope.name)):
        return ()
    text, path = run.text, (*piece.path, piece.label)
    spans = (s for b in text.inside("list-item", piece) for s in text.segments.of("list-item", b))
    return tuple(Piece(s.of(text.seen), (s,), None, "", "list-item", path=path) for s in spans)


def leads_to(index: Index, entry: Entry, folded: str) -> bool:
    """Tell whether a heading in the plural of a name holds lines that no part was made of."""
    plural = _is_plural(entry, folded)
    return plural and not index.parts[entry.id] and index.sets_aside(entry)


def _introduced(index: Index, entry: Entry, folded: str) -> list[Entry]:
    """Return what a label in the plural introduces: a step is one of `these steps:`, not all."""
    parts = index.held(entry) if _is_plural(entry, folded) else []
    return [part for part in parts if part.kind not in HIDDEN] or [entry]


SELECT: dict[str, Select] = {
    "rank": _rank,
    "entry": lambda run, entry, scope: [e for e in run.index.below(entry) if e.kind not in HIDDEN],
    "item": lambda run, entry, scope: items(run, entry),
    "block": _blocks,
    "category": _category,
    "label": _labelled,
}
"""How each kind of scope finds its entries below another entry."""


def without_debated(
    run: Run, scope: Scope, pieces: tuple[Piece, ...], within: Piece | None
) -> tuple[Piece, ...]:
    """Leave out of a rank the kinds of its members that policy does not count.

    What such a kind holds is of it too, unless it is all that there is; what says of itself that
    it is not counted needs no policy.
    """
    if scope.names:
        return pieces
    rank = run.words.lexicon.ranks[scope.name]
    for switch, debated in run.words.debated_in(rank).items():
        counted = [not _is_debated(run, p, debated, within) for p in pieces]
        kept = tuple(compress(pieces, counted))
        apart = tuple(
            piece
            for piece, counts in zip(pieces, counted, strict=True)
            if counts or not (piece.entry and piece.entry.optional)
        )
        if not kept or len(kept) == len(pieces):
            continue
        unasked = len(apart) == len(kept) or run.switch(switch) == "false"
        pieces = kept if unasked else apart
    return pieces


def _is_debated(run: Run, piece: Piece, debated: frozenset[str], within: Piece | None) -> bool:
    """Tell whether a piece is of a debated kind, or is told by a line of that kind.

    So is what a part of that kind holds beside things that stand in no part; where all stand in
    parts of their own (`Warm-up`, `Superset A`), those of one part count as those of another. What
    is asked about by its kind counts.
    """
    entry, index = piece.entry, run.index
    if entry is None or index.matches(entry, debated):
        return entry is not None
    end = within.entry.id if within is not None and within.entry is not None else 0
    above = (index.entries[a] for a in takewhile(lambda a: a != end, index.ancestors(entry.id)))
    holder = next((e for e in above if index.matches(e, debated)), None)
    if holder is None:
        return False
    line = holder.spans[0]
    beside = (index.entries[p] for p in index.parts[max(holder.parent, 0)])
    return line.start <= entry.span.start < line.end or any(e.rank == entry.rank for e in beside)
