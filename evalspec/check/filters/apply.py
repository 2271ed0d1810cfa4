"""The filters of a scope, applied in order; those by position, size and formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.filters.absence import are_others, is_another, is_nowhere, without_spans
from evalspec.check.filters.dates import on_date
from evalspec.check.filters.kinds import names_none, of_kind
from evalspec.check.filters.names import known_name, named, standing_in, under, without
from evalspec.check.filters.order import beside
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.filters.times import lasting, part_of_day, window
from evalspec.check.result import text_of
from evalspec.check.value import Found, Piece
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, only_lists, plain_words

Keep = Callable[[Run, Any, tuple[Piece, ...]], Sorted]


def apply(run: Run, scope: ir.Scope, found: Found) -> Found:
    """Apply the filters of a scope in order; the rest of `found` is kept."""
    chosen = scope.kind == "category"
    for number, wanted in enumerate(scope.filters):
        if not found.pieces and not found.maybe:
            return found
        keep = KEEP[type(wanted)]
        if not isinstance(wanted, ir.Ordinal):
            chosen = True
        elif chosen:  # the second snack is not the second meal
            keep = _place
        if isinstance(wanted, ir.Ordinal) and found.maybe:
            kept, unsure = _among(run, wanted, found, keep)
        else:
            kept, unsure = keep(run, wanted, found.pieces)
        if isinstance(wanted, ir.Except) and isinstance(wanted.given, ir.Named):
            dropped = without(found.pieces, [*kept, *unsure])
            also, still = _besides(run, scope, wanted.given, dropped)
            kept, unsure = kept + also, unsure + still
        if found.maybe and not isinstance(wanted, ir.Ordinal):
            also, still = keep(run, wanted, found.maybe)
            unsure = unsure + also + still
        if not kept and not unsure:
            inner = number or (run.holder and run.holder.entry and run.holder.entry.id)
            return _none_left(run, wanted, scope, (*found.pieces, *found.maybe) if inner else ())
        reason, detail = found.reason, found.detail
        if unsure and not reason:
            reason, detail = _unsure(wanted)
        some = isinstance(wanted, ir.Ordinal) and bool(found.pieces) and not kept
        found = Found(tuple(kept), tuple(unsure), reason, detail, some=some)
    return found


def _among(run: Run, wanted: ir.Ordinal, found: Found, keep: Keep) -> Sorted:
    """Keep what has a position whichever of the unsure pieces belong; one that may have it is unsure."""
    ordered = sorted(
        (*found.pieces, *found.maybe), key=lambda p: p.spans[0].start if p.spans else -1
    )
    doubtful = {id(piece) for piece in found.maybe}
    sets = [ordered, [p for p in ordered if id(p) not in doubtful]]
    sets += [
        [p for p in ordered if p is one or id(p) not in doubtful] for one in found.maybe[:_TRIED]
    ]
    chosen = [keep(run, wanted, tuple(pieces))[0] for pieces in sets]
    every = {id(piece): piece for pieces in chosen for piece in pieces}
    always = [p for p in chosen[0] if all(any(p is q for q in pieces) for pieces in chosen)]
    return always, without(list(every.values()), always)


_TRIED = 20
"""Most unsure pieces that are tried one by one."""


def _unsure(wanted: ir.Filter) -> tuple[Reason, str]:
    """Say why some pieces may or may not pass a filter."""
    if isinstance(wanted, ir.Except):
        return _unsure(wanted.given)
    if isinstance(wanted, ir.Named):
        return Reason.NAME_NOT_FOUND, ", ".join(wanted.names)
    if isinstance(wanted, (ir.DuringPart, ir.TimeWindow)) and wanted.by == "either":
        return Reason.READINGS_DIFFER, "lies only in part in the time asked for"
    timed = isinstance(wanted, (ir.DuringPart, ir.TimeWindow, ir.Lasting, ir.OnDate))
    return (Reason.MISSING_AMOUNT, "time") if timed else (Reason.INTERVAL, "")


def _none_left(run: Run, wanted: ir.Filter, scope: ir.Scope, among: tuple[Piece, ...]) -> Found:
    """Say what it means that a filter left nothing of what others before it had chosen, if any."""
    if isinstance(wanted, ir.Named):
        names = all(_is_known(run, fold(name)) for name in wanted.names)
        family = run.words.families_of(wanted.names)
        told = any(_says(run, p, family) for p in among) if among else run.index.speaks_of(family)
        known = names and not told
        return Found(reason=Reason.NAME_NOT_FOUND, detail=", ".join(wanted.names), known=known)
    if isinstance(wanted, ir.Heading):
        return Found(reason=Reason.NAME_NOT_FOUND, detail=wanted.text)
    if isinstance(wanted, ir.Ordinal):
        detail = f"{scope.name} {wanted.low}".strip()
        return Found(reason=Reason.NAME_NOT_FOUND, detail=detail, known=True)
    known = not (_told(run, wanted, scope) or _is_headed(run, wanted))
    reason = Reason.EMPTY_SCOPE if known else Reason.NAME_NOT_FOUND
    return Found(reason=reason, detail=text_of(scope), known=known)


def _is_known(run: Run, name: str) -> bool:
    """Tell whether a name is known, or that of a kind of which the response names nothing."""
    kind = run.words.kind_named(name)
    return known_name(run, name) or (kind is not None and names_none(run, kind))


def _says(run: Run, piece: Piece, family: frozenset[str]) -> bool:
    """Tell whether any line of a piece holds a word of a kind, besides parts that are of it themselves."""
    spans = piece.spans
    if piece.entry is not None:
        inner = run.index.below(piece.entry)
        own = sorted(s for e in inner if run.index.matches(e, family) for s in e.spans)
        spans = tuple(without_spans(run.subject.extent(piece.entry), own))
    text = f" {plain_words(' '.join(span.of(run.index.text) for span in spans))} "
    return any(f" {word} " in text for word in family)


def _told(run: Run, wanted: ir.Filter, scope: ir.Scope) -> bool:
    """Tell whether a line that passes a filter names what is meant behind its label: `Home; snack: figs`."""
    given = (one.names for one in scope.filters if isinstance(one, ir.Named))
    named = [run.words.families_of(names) for names in given]
    if scope.kind == "category":
        named.append(run.words.family(scope.name))
    telling = tuple(Piece.of(e) for f in named for e in run.index.telling(f).values())
    return any(KEEP[type(wanted)](run, wanted, telling))


def _is_headed(run: Run, wanted: ir.Filter) -> bool:
    """Tell whether a heading says what is sought in the text of things, which may be those below it.

    Headings of other containers than the one asked about say nothing of it.
    """
    if not isinstance(wanted, ir.Where) or not isinstance(wanted.formula, ir.TextTest):
        return False
    if wanted.formula.relation != "contains" or wanted.formula.mode == "none":
        return False
    heads = _heads_that_say(run, wanted.formula)  # asked of each day that has no such thing
    holder = run.holder.entry if run.holder else None
    if holder is None:
        return bool(heads)
    line = run.index.line
    return any(head in line(holder) or holder in line(head) for head in heads)


@once_a_response
def _heads_that_say(run: Run, formula: ir.Formula) -> list[Entry]:
    heads = (e for e in run.index.entries[1:] if e.kind is EntryKind.CONTAINER)
    return [e for e in heads if run.holds(formula, Piece("", (e.span,)))]


# -- position ---------------------------------------------------------------------------


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


# -- size and formulas --------------------------------------------------------------------
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
    if isinstance(given, ir.Named):
        headed = standing_in(run, given, pieces)
        kept, unsure = [*without(kept, headed), *headed], without(unsure, headed)
    if (
        not kept
        and not unsure
        and isinstance(given, ir.Named)
        and not _has_none(run, given, pieces)
    ):
        return [], list(pieces)
    if isinstance(given, ir.Named):  # what else `Soup and water` is, is no water
        unsure += [p for p in kept if only_lists(p.label, given.names)]
    return without(pieces, [*kept, *unsure]), unsure


def _besides(run: Run, scope: ir.Scope, given: ir.Named, dropped: Sequence[Piece]) -> Sorted:
    """Return what is of a kind that was asked for by other words than those excepted.

    `cod with bacon` is meat other than fish.
    """
    asked = (run.words.kind_named(fold(name)) for name in (scope.name, *scope.names))
    kind = next((one for one in asked if one is not None), None)
    if kind is None or kind.lacked or not dropped:
        return [], []
    others = (run.words.kind_named(fold(name)) for name in given.names)
    rest = kind.besides(given.names, (other for other in others if other is not None))
    return of_kind(run, rest, dropped)


def _has_none(run: Run, given: ir.Named, pieces: tuple[Piece, ...]) -> bool:
    """Tell whether none of some pieces is what a name means, which no label of theirs holds."""
    if all(known_name(run, name) or is_another(run, name) for name in given.names):
        return True
    spans = tuple(span for piece in pieces for span in piece.spans)
    return are_others(run, given.names, spans) or is_nowhere(run, given.names, spans)


KEEP: dict[type, Keep] = {
    ir.Named: named,
    ir.Heading: under,
    ir.Ordinal: lambda run, wanted, pieces: _at(wanted, pieces, _numbered(pieces)),
    ir.Separated: lambda run, wanted, pieces: (list(pieces), []),  # they were cut there
    ir.DuringPart: part_of_day,
    ir.TimeWindow: window,
    ir.Lasting: lasting,
    ir.BeforeEntry: beside,
    ir.Extreme: _extreme,
    ir.Where: lambda run, wanted, pieces: sorted_by(
        pieces, lambda piece: run.holds(wanted.formula, piece)
    ),
    ir.While: _while,
    ir.OnDate: on_date,
    ir.Except: _except,
}
"""One function for each filter of the language."""
