"""Members of a scope: which entries or pieces of text a formula ranges over."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.check import attributes, carried, stated, told
from evalspec.check.entries import piece_of, root
from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_elsewhere, is_unsaid
from evalspec.check.filters.apply import apply
from evalspec.check.filters.kinds import entries_of_kind, has_part_called, names_none
from evalspec.check.filters.names import called, may_be_of
from evalspec.check.index import THINGS, Index, label_words
from evalspec.check.labelled import deepest, leads_to, not_twice
from evalspec.check.lacking import lacking
from evalspec.check.said import told_as
from evalspec.check.selected import SELECT
from evalspec.check.value import Found, Piece
from evalspec.core.regex import regex
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Except, Filter, Named, OnDate, Ordinal, Scope, Separated, Where
from evalspec.vocabulary.fold import fold, mentions, says
from evalspec.vocabulary.kinds import KindWords

UNCUT = ("response", "line", "character")
"""Text scopes that every segmentation cuts alike."""


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
    if _is_of_all(run, scope, entry) or _is_titled(run, scope, entry):
        return Found((holder,))
    gathered = entry.id in run.index.perhaps  # a day of a person's, who may be free
    free = gathered and not (entry.parts or run.index.perhaps[entry.id])
    if free or (not found.maybe and is_elsewhere(run, scope, entry)):
        return replace(found, maybe=(), known=True)
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


def _is_titled(run: Run, scope: Scope, entry: Entry) -> bool:
    """Tell whether a day or the like goes by a name that nothing in it has: `Day 2 – Sintra`."""
    plain = scope.kind == "label" and not scope.filters and entry.kind is EntryKind.CONTAINER
    if not plain or not entry.rank or entry.rank in run.words.item_ranks:
        return False
    title = _TITLE.split(entry.label, maxsplit=1)[-1]
    said = title != entry.label and says(title, scope.name)
    return said and not mentions(title, scope.name, run.words.placing)


_TITLE = regex(r"\s*[:–—|]\s*|\s-\s")
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
    if kind is not None and not _is_told(run, entry, scope.name):
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
        entries, unsure = not_twice(run.index, entries)
    picked = any(isinstance(f, (OnDate, Ordinal)) for f in scope.filters)
    if not counting and scope.kind == "rank" and not picked:
        entries = [e for e in entries if e.kind != EntryKind.REST]
    if not entries:
        return lacking(run, scope, holder, counting)
    others = {"category": _maybe_of, "label": _longer}.get(scope.kind)
    if others is not None:
        unsure = [*unsure, *others(run, entry, scope, [*entries, *unsure])]
    found = _found(run, holder, entries, unsure, scope.name if others is not None else "")
    if scope.kind == "label" and (counting or fold(scope.name) == scope.name.lower()):
        lines = (line for p in found.pieces for line in _lines_below(run, scope, p) or (p,))
        found = replace(found, pieces=tuple(lines))
    return _without_options(run, entry, apply(run, scope, found))


def _is_told(run: Run, entry: Entry, name: str) -> bool:
    """Tell whether a part of the response, or a column, says what is of a kind."""
    below = run.index.below(entry)
    return has_part_called(run, entry, name) or bool(told_as(run, below, fold(name)))


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
        known = bool(kind.lacked) or names_none(run, kind)
        return Found(reason=Reason.NAME_NOT_FOUND, detail=scope.name, known=known)
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
    own = set(map(id, entries))
    containers = [
        e
        for e in run.index.below(entry)
        if id(e) not in own
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
        found = lacking(run, scope, holder, counting)
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


def _maybe_of(run: Run, entry: Entry, scope: Scope, sure: list[Entry]) -> list[Entry]:
    """Return what may be of a category beside what is, in nothing that is."""
    kind, index = run.words.family(scope.name), run.index
    known = {e.id for e in sure}
    return [
        e
        for e in index.below(entry)
        if may_be_of(run, e, kind) and known.isdisjoint((e.id, *index.ancestors(e.id)))
    ]


def _lines_below(run: Run, scope: Scope, piece: Piece) -> tuple[Piece, ...]:
    """Return the list items below a heading in the plural that no part was made of: `Assumptions`."""
    entry = piece.entry
    if entry is None or not leads_to(run.index, entry, fold(scope.name)):
        return ()
    text, path = run.text, (*piece.path, piece.label)
    spans = (s for b in text.inside("list-item", piece) for s in text.segments.of("list-item", b))
    return tuple(Piece(s.of(text.seen), (s,), None, "", "list-item", path=path) for s in spans)
