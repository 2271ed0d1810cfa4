"""What a response says of a thing under a name of its own: `Owner: Ben`, a column `Room`.

`field("Owner")` is the text at each place; `value("Owner")` is each different text, together
with the things of which it is said.
"""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.filters.absence import is_away
from evalspec.check.index import THINGS
from evalspec.check.persons import JOINED, PERSON, named_in
from evalspec.check.said import Said, called, own_fields, said_inside, said_of
from evalspec.check.shifts import shifts_of
from evalspec.check.value import Found, Piece
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language.ir import Named, Scope
from evalspec.vocabulary.fold import fold

ABOVE = "above"
"""Where a text stands that is said of what holds a thing."""
_OR = regex(r"\s+or\s+")
_REMARK = regex(r"\s*\([^()]*\)")
_NUMBER = regex(r"[^\w\s]?\d[\d.,]*")
_FEWEST = 2
"""Dates that are told apart."""


# -- fields: the text at each place ---------------------------------------------------------
def fields(run: Run, scope: Scope, piece: Piece | None) -> Found:
    """Return the texts given under a name in the scope in force, else of what holds it."""
    names = wanted_names(scope)
    found, above = _fields(run, names, piece)
    path = (*piece.path, piece.label) if piece is not None and piece.label else ()
    from_where = ABOVE if above else None
    pieces = tuple(
        Piece(s.name, (s.span,), None, "", "field", data=from_where, path=path) for s in found
    )
    written = tuple(p for p in pieces if _is_said(run, p.spans[0]))
    if written:
        return Found(written)
    detail = ", ".join(names) or scope.name
    return Found(reason=Reason.NAME_NOT_FOUND, detail=detail, known=bool(pieces))


def wanted_names(scope: Scope) -> tuple[str, ...]:
    """Return the names that a scope of fields asks for; none asks for all."""
    return next((wanted.names for wanted in scope.filters if isinstance(wanted, Named)), ())


def _fields(run: Run, names: tuple[str, ...], piece: Piece | None) -> tuple[list[Said], bool]:
    """Return what is said in the scope in force, or of what holds it, and whether it is the latter."""
    entry = piece.entry if piece is not None else None
    if entry is None or entry.id == 0:
        return said_inside(run, names, run.text.bounds(piece)), False
    own = own_fields(run, entry, names)
    if own:
        return own, False
    inside = said_inside(run, names, run.text.bounds(piece)) if entry.parts else []
    if inside:
        return inside, False
    above = (own_fields(run, run.index.entries[a], names) for a in run.index.ancestors(entry.id))
    return next(filter(None, above), []), True


def _is_said(run: Run, span: Span) -> bool:
    """Tell whether a place holds anything: a dash, null and `to be decided` say nothing."""
    seen = run.text.seen
    if fold(span.of(seen).strip(" *_.()")) in run.words.lexicon.roles.get("undecided", ()):
        return False
    null = span.of(seen) == "null" and seen[span.start - 1 : span.start] != '"'
    return not null and any(character.isalnum() for character in span.of(seen))


def listed(run: Run, pieces: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], int]:
    """Return a piece for each thing that fields list, and how many more they may be.

    `["Rome", "Naples"]` lists two; `Rome, Naples` does where one of them stands alone elsewhere, and
    may where all are short; a sentence with a comma is one text.
    """
    found: list[Piece] = []
    more = 0
    for piece in pieces:
        elements = run.text.elements.get(piece.spans[0])
        if elements is not None:
            found += [replace(piece, spans=(span,)) for span in elements]
            continue
        text = piece.spans[0].of(run.text.seen)
        sure, perhaps = readings(run, piece.label, text)
        found += [replace(piece, text=part) for part in sure]
        if perhaps and all(len(part.split()) <= _NAME for part in perhaps):
            more += len(perhaps) - 1
    return tuple(found), more


_NAME = 3
"""Most words of a name in a list that may as well be one text."""


# -- what one text says ---------------------------------------------------------------------
def readings(run: Run, name: str, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the texts that a field means, and those that it may mean.

    `Ben and Ann` means both where one of them stands alone somewhere; `Paris, France` may be one.
    """
    if others := alternatives(text):
        return (text,), others
    parts = tuple(part for part in JOINED.split(text) if part)
    if len(parts) < 2:
        return (text,), ()
    if any(fold(part) in _alone(run, name) for part in parts):
        return parts, ()
    return (text,), parts


def alternatives(text: str) -> tuple[str, ...]:
    """Return the names of which one is meant: `Dee or Gus (to be confirmed)`."""
    names = tuple(map(str.strip, _OR.split(_REMARK.sub("", text))))
    return names if len(names) > 1 and all(map(PERSON.fullmatch, names)) else ()


@once_a_response
def _alone(run: Run, name: str) -> frozenset[str]:
    """Return the folded texts under a name that are not joined ones."""
    said = called(run, _everywhere(run), (name,))
    texts = (one.span.of(run.text.seen) for one in said)
    return frozenset(fold(text) for text in texts if not JOINED.search(text))


def _everywhere(run: Run) -> list[Said]:
    own = [Said(header, span) for entry in run.index.entries for header, span in entry.fields]
    return own + said_of(run, run.text.named_texts)


# -- values: each different text with the things of which it is said --------------------------
def values(run: Run, name: str, holder: Entry) -> tuple[list[Entry], list[Entry]]:
    """Return a group of things for each text under a name, and groups that there may be.

    Of a thing of the same kind of which nothing is said, any text may hold. What has no parts has
    what is said of itself, or of what holds it.
    """
    below = [run.index.entries[e] for e in dict.fromkeys(run.index.walk(holder.id))]
    if below:
        own = [holder] if holder.id else []  # `Owner: Ben` above what the thing is made of
        carrying = _told(run, name, below) or _told(run, name, own) or _named(run, name, below)
    else:
        carrying = _carrying(run, name, _own_or_above(run, name, holder))
    sure: dict[str, _Group] = {}
    unsure: dict[str, _Group] = {}
    open_ones: list[tuple[Entry, Span]] = []
    for entry, said in carrying:
        for one in said:
            if not _is_said(run, one.span):
                continue
            text = one.span.of(run.text.seen)
            if alternatives(text):
                open_ones.append((entry, one.span))
                continue
            known, possible = readings(run, one.name, text)
            for part in () if possible else known:
                sure.setdefault(fold(part), _Group(part, one.span)).parts.append(entry.id)
            for part in (text, *possible) if possible else ():
                unsure.setdefault(fold(part), _Group(part, one.span)).perhaps.append(entry.id)
    for entry, span in open_ones:
        _of_one(run, entry, span, sure, unsure)
    silent = _silent(run, below, [entry for entry, _ in carrying])
    for key in sure.keys() & unsure.keys():
        sure[key].perhaps.extend(unsure.pop(key).perhaps)
    if sure or unsure:
        for entry in silent:
            unsure[f"\0{entry.id}"] = _Group(entry.label, entry.span, [entry.id])
    return (
        [_gathered(run, holder, group, silent) for group in sure.values()],
        [_gathered(run, holder, group, silent) for group in unsure.values()],
    )


def _of_one(
    run: Run, entry: Entry, span: Span, sure: dict[str, _Group], unsure: dict[str, _Group]
) -> None:
    """Let a thing of one of several perhaps be of each; where none has another, whoever it is counts once."""
    text = span.of(run.text.seen)
    others = alternatives(text)
    if all(fold(name) not in sure for name in others):
        sure.setdefault(fold(text), _Group(text, span)).parts.append(entry.id)
        return
    for name in others:
        groups = sure if fold(name) in sure else unsure
        groups.setdefault(fold(name), _Group(name, span)).perhaps.append(entry.id)


def _carrying(run: Run, name: str, entries: list[Entry]) -> list[tuple[Entry, list[Said]]]:
    """Return the things of which something is said under a name; `person` stands for all words for one."""
    return _told(run, name, entries) or _named(run, name, entries)


def _named(run: Run, name: str, entries: list[Entry]) -> list[tuple[Entry, list[Said]]]:
    """Return the things in whose names somebody is named."""
    there = (e for e in entries if fold(name) == "person" and not is_away(run, e))
    return [(e, s) for e in there if (s := [Said("person", w) for w in named_in(run, e)])]


def _told(run: Run, name: str, entries: list[Entry]) -> list[tuple[Entry, list[Said]]]:
    """Return the things of which fields and labels say something under a name."""
    entries = [entry for entry in entries if not is_away(run, entry)]
    told = [(entry, said) for entry in entries if (said := own_fields(run, entry, (name,)))]
    if told or fold(name) != "person":
        return told
    persons = run.words.persons
    named = ((e, [s for s in own_fields(run, e, ()) if s.name in persons]) for e in entries)
    shifts = [(shift, [Said("person", who)]) for shift, who in shifts_of(run, entries)]
    return shifts or [(entry, said) for entry, said in named if said]


def _own_or_above(run: Run, name: str, leaf: Entry) -> list[Entry]:
    """Return a thing without parts, or the nearest one around it, of which something is said."""
    around = (leaf, *(run.index.entries[a] for a in run.index.ancestors(leaf.id) if a))
    return next(([entry] for entry in around if _carrying(run, name, [entry])), [])


@once_a_response
def are_told(run: Run, name: str) -> bool:
    """Tell whether something is said under a name of anything in the response."""
    return bool(_carrying(run, name, list(run.index.entries[1:])))


class _Group(Record, frozen=True):
    """The things of which one text is said, and those of which it may be."""

    label: str
    span: Span
    parts: list[int] = []
    perhaps: list[int] = []


def _silent(run: Run, below: list[Entry], carrying: list[Entry]) -> list[Entry]:
    """Return the things of a kind with others that carry an attribute, of which it is not said."""
    kinds = {(entry.kind, entry.rank) for entry in carrying}
    known = {entry.id for entry in carrying}
    around = {a for entry in carrying for a in (*run.index.ancestors(entry.id), entry.id)}
    return [
        entry
        for entry in below
        if (entry.kind, entry.rank) in kinds
        and entry.id not in around
        and known.isdisjoint(run.index.ancestors(entry.id))
    ]


def _gathered(run: Run, holder: Entry, group: _Group, silent: list[Entry]) -> Entry:
    """Make a container of the things of a group."""
    whole = frozenset(group.parts)  # a month holds what says its month too
    parts = [e for e in group.parts if whole.isdisjoint(run.index.ancestors(e))]
    perhaps = [*group.perhaps, *(e.id for e in silent)]
    perhaps = [e for e in dict.fromkeys(perhaps) if e not in whole]
    entries = [run.index.entries[e] for e in parts] or [holder]
    like = Entry(
        0, EntryKind.CONTAINER, "", (), group.label, group.span, (fold(group.label),),
        tuple(span for entry in entries for span in entry.spans), -1,
    )  # fmt: skip
    return run.index.gather(like, holder.id, tuple(dict.fromkeys(parts)), tuple(perhaps))


def of_rank(run: Run, group: Entry, rank: str, empty: bool = False) -> list[Entry]:
    """Return the part of a group that stands in each container of a rank: the days of one person.

    Where the group only rests it has nothing. `empty` adds the containers beside in which it has nothing.
    """
    index = run.index
    every = (*group.parts, *index.perhaps[group.id])
    every = tuple(e for e in every if index.entries[e].kind is not EntryKind.REST)
    holders = {
        above: index.entries[above]
        for part in every
        for above in index.ancestors(part)
        if rank in index.entries[above].ranks
    }
    if empty:
        around = {entry.parent for entry in holders.values()}
        beside = (e for e in index.entries if rank in e.ranks and e.parent in around)
        holders |= {entry.id: entry for entry in beside}
    found = []
    for number in sorted(holders):
        below = frozenset(index.walk(number))
        parts = tuple(p for p in group.parts if p in below)
        perhaps = tuple(p for p in index.perhaps[group.id] if p in below)
        told = tuple(span for p in (*parts, *perhaps) for span in index.extent[p])
        spans = told or (holders[number].span,)  # what others do that day is none of it
        like = replace(holders[number], amounts=(), starts=(), ends=(), fields=(), spans=spans)
        found.append(index.gather(like, number, parts, perhaps))
    return found


def days_of_things(run: Run, rank: str, holder: Entry) -> list[Entry]:
    """Return the days on which the things of a container are: each says its own, no heading does.

    What says none may be on any of them; where most say none there are no such days.
    """
    below = [e for e in run.index.below(holder) if e.kind in THINGS]
    dated: dict[int, list[Entry]] = {}
    for entry in below:
        if entry.date is not None and entry.until is None:
            dated.setdefault(run.index.day_of(entry.id) or 0, []).append(entry)
    known = {e.id for entries in dated.values() for e in entries}
    held = known | {part for number in known for part in run.index.walk(number)}
    loose = tuple(e.id for e in below if e.id not in held and not run.index.parts[e.id])
    if len(dated) < _FEWEST or len(loose) > len(known):
        return []
    days = []
    for _, entries in sorted(dated.items()):
        first = entries[0]
        day = Entry(
            0, EntryKind.CONTAINER, rank, (rank,), first.date.text() if first.date else "", first.span, (),
            tuple(span for entry in entries for span in entry.spans), -1,
            date=first.date, weekday=first.weekday,
        )  # fmt: skip
        days.append(run.index.gather(day, holder.id, tuple(e.id for e in entries), loose))
    return days
