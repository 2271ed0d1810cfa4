"""Filters by name, category and heading."""

from __future__ import annotations

from collections.abc import Sequence

from evalspec.check.evaluation import Run
from evalspec.check.filters.kinds import of_kind
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.index import THINGS, label_words, title_of
from evalspec.check.value import Piece
from evalspec.core.lookup import Memo
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import denies, fold, heads, mentions, plain_words, says, stems


def known_name(run: Run, name: str) -> bool:
    """Tell whether a name is one of the lexicon or of the response."""
    folded = fold(name)
    return folded in run.words.category_of or folded in run.words.members or run.index.has(folded)


def named(run: Run, wanted: ir.Named, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what goes by any of some names: one that is found is enough."""
    each = [called(run, name, pieces) for name in wanted.names]
    sure = {id(piece) for found, _ in each for piece in found}
    maybe = {id(piece) for _, unsure in each for piece in unsure} - sure
    return [p for p in pieces if id(p) in sure], [p for p in pieces if id(p) in maybe]


def called(run: Run, name: str, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what goes by a name; what only mentions it (`Drive to the dentist`) where nothing else does."""
    company = run.words.company_in(name)
    beside = sorted_by(pieces if company else (), lambda p: run.words.is_beside(_label(p), company))
    if beside[0]:
        return beside
    found, maybe = _called(run, name, pieces)
    over = [p for p in found if _says_its_end(run, p, name) or _is_prepared(run, p, name)]
    found, maybe = without(found, over), [*maybe, *over]
    mentioned = [p for p in (*found, *maybe) if mentions(_label(p), name, run.words.mentioning)]
    if not mentioned:
        return found, maybe
    others = without(found, mentioned), without(maybe, mentioned)
    return others if others[0] or (others[1] and not found) else (found, maybe)


def _called(run: Run, name: str, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what goes by a name: its own or its category's, else what holds the words.

    A name of the lexicon that only stands inside a label, a label that begins with a word of
    its kind (`Meditate` for meditation), one that only shares a category with the name
    (`supper` and a `dinner`), or that tells something else of it (`Toast rack` beside `Toast by
    Ann`), may be meant or not.
    """
    folded, words = fold(name), run.words
    family = words.family_named(folded)
    resting = folded in words.resting
    found = [
        p
        for p in pieces
        if _has_name(p, folded) or (resting and _is_rest(p)) or _in_family(run, p, family)
    ]
    others = without(pieces, found)
    covered = None if family else words.kind_named(folded)
    if family:
        maybe = [p for p in others if p.entry and may_be_of(run, p.entry, family)]
    elif covered is not None:
        sure, maybe = of_kind(run, covered, others)
        found, maybe = (found, [*sure, *maybe]) if found else (sure, maybe)
    else:
        maybe = _sharing_words(run, name, others) if found else []
        alike = [p for p in maybe if _is_such_a_block(run, p, folded)]
        found, maybe = [*found, *alike], without(maybe, alike)  # `Online gaming` beside `Gaming`
    if found or maybe or covered is not None:
        return found, maybe
    holding = _holding(pieces, folded)
    if not known_name(run, name):
        denied = [p for p in holding if denies(_label(p), folded, words.denying)]
        holding = without(holding, denied)
        headed = [p for p in holding if is_headed(run, _label(p), folded)]
        if headed:
            return headed, [*without(holding, headed), *denied]
        found = holding or _sharing_stems(run, name, without(pieces, denied))
        if found or denied:
            return found, denied
        return _titled(run, name, pieces)
    kind = words.narrowest(folded)
    if not holding and folded not in words.members:
        holding = [p for p in pieces if kind and words.begins(_words(p), kind)]
    if holding or folded in words.members:
        return [], holding
    akin = words.wider(folded) if family else kind
    return [], [p for p in pieces if _in_family(run, p, akin)]


def is_headed(run: Run, label: str, folded: str) -> bool:
    """Tell whether a label says that something is what a name means, and does not only mention it."""
    words = run.words
    return heads(label, folded, words.generic) and not mentions(label, folded, words.mentioning)


def _is_such_a_block(run: Run, piece: Piece, folded: str) -> bool:
    """Tell whether a block of a schedule is headed by a name, and does not say that there is none."""
    timed = piece.entry is not None and bool(piece.entry.starts)
    headed = timed and is_headed(run, piece.label, folded)
    return headed and not denies(piece.label, folded, run.words.denying)


def _says_its_end(run: Run, piece: Piece, name: str) -> bool:
    """Tell whether a label names a thing to say that it is over: `Screens off` for screen time."""
    *_, last = plain_words(_label(piece)).split() or [""]
    return last in run.words.over and last not in plain_words(name).split()


def _is_prepared(run: Run, piece: Piece, name: str) -> bool:
    """Tell whether a label says what somebody does before what it names: `Get ready for chess`."""
    label = f"{plain_words(_label(piece))} "
    return label.startswith(run.words.led_to) and not f"{plain_words(name)} ".startswith(
        run.words.led_to
    )


def _holding(pieces: Sequence[Piece], folded: str) -> list[Piece]:
    """Keep the pieces whose label has a name among its words."""
    return [piece for piece in pieces if says(_label(piece), folded)]


def _is_rest(piece: Piece) -> bool:
    """Tell whether a piece was read as rest, whatever its label says: `Day 2` above `Rest`."""
    return piece.entry is not None and piece.entry.kind == EntryKind.REST


def without(pieces: Sequence[Piece], gone: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that are none of some others."""
    known = set(map(id, gone))
    return [piece for piece in pieces if id(piece) not in known]


def _sharing_words(run: Run, name: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Keep pieces that hold a name among their words, in any form: `Skills test` for skills."""
    holding = _holding(pieces, fold(name))
    return holding + _sharing_stems(run, name, without(pieces, holding))


def _sharing_stems(run: Run, name: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Keep pieces whose label has every content word of the name, in any form and order."""
    *_, last = name.split() or [""]
    meant = stems(name, run.words.generic)
    if len(last) == 1 and last.isupper():  # `Project B` is no `Project A`
        pieces = [p for p in pieces if says(_label(p), last)]
    return [p for p in pieces if meant and meant <= stems(_words(p), run.words.generic)]


def _titled(run: Run, name: str, pieces: Sequence[Piece]) -> Sorted:
    """Keep what names a thing behind its label; what only mentions or denies it there may be meant."""
    meant = stems(name, run.words.generic)
    holding = [
        p
        for p in pieces
        if meant and p.entry and meant <= stems(title_of(p.entry), run.words.generic)
    ]
    return sorted_by(holding, lambda p: (p.entry and is_titled(run, p.entry, fold(name))) or None)


def is_titled(run: Run, entry: Entry, folded: str) -> bool:
    """Tell whether a thing goes by a name that stands behind its label: `Starter: Pumpkin soup`."""
    title, words = title_of(entry), run.words
    told = says(title, folded) and not mentions(title, folded, words.mentioning)
    return told and not denies(title, folded, words.denying)


def _has_name(piece: Piece, folded: str) -> bool:
    if piece.entry is None:
        return fold(piece.label) == folded
    return folded in piece.entry.names or fold(piece.label.rstrip("#0123456789")) == folded


def _in_family(run: Run, piece: Piece, families: frozenset[str]) -> bool:
    return piece.entry is not None and run.index.matches(piece.entry, families)


def may_be_of(run: Run, entry: Entry, kind: frozenset[str]) -> bool:
    """Tell whether an entry of no kind, or only of wider ones, may be of this one by its words."""
    if entry.kind not in THINGS or run.index.matches(entry, kind):
        return False
    words = run.words
    kinds = {category for name in entry.names for category in words.category_of.get(name, ())}
    wider = all(kind < words.families[category] for category in kinds)
    return wider and words.hints(label_words(entry), kind)


def _label(piece: Piece) -> str:
    return piece.entry.label if piece.entry is not None else piece.label


def _words(piece: Piece) -> str:
    return label_words(piece.entry) if piece.entry is not None else f" {plain_words(piece.label)} "


def standing_in(run: Run, wanted: ir.Named, pieces: tuple[Piece, ...]) -> list[Piece]:
    """Return what stands in a part of the response that goes by one of some names alone: below `Warm-up`."""
    family = run.words.families_of(wanted.names)
    heads = Memo[int, bool](lambda number: run.index.matches(run.index.entries[number], family))
    return [p for p in pieces if p.entry and any(map(heads, run.index.ancestors(p.entry.id)))]


def under(run: Run, wanted: ir.Heading, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what stands under a heading."""
    folded = fold(wanted.text)

    def stands_under(piece: Piece) -> bool:
        if piece.entry is None:
            return run.text.under(piece, folded)
        holders = [*run.index.above(piece.entry)]
        return any(folded in h.names or says(h.label, folded) for h in holders)

    return sorted_by(pieces, stands_under)
