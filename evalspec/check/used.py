"""Things that a list names, and the steps that only use them: `3 eggs`, then `Beat the eggs`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_unsaid
from evalspec.check.value import MINUTE, Found, Piece, Term, Value, unknown
from evalspec.core.quantity import UNKNOWN_AMOUNT, exactly
from evalspec.core.regex import regex
from evalspec.core.verdict import Reason
from evalspec.document.facts import Amount, Entry
from evalspec.language import ir
from evalspec.vocabulary.fold import ends_in, fold, plain_words, stem


def things(run: Run, found: Found) -> Found:
    """Leave out what uses the things that a list names, if any is in one."""
    listed = run.words.listed
    kept = tuple(p for p in found.pieces if _is_of(p, listed))
    if not kept:
        return found
    maybe = tuple(p for p in found.maybe if _is_of(p, listed))
    if maybe:
        return replace(found, pieces=kept, maybe=maybe)
    return Found(kept, doubts=found.doubts)


def in_no_list(run: Run, scope: ir.Scope, holder: Entry) -> bool:
    """Tell whether things are listed, and none goes by a name, nor may: none of it is used."""
    return bool(run.words.listed & run.index.ranks) and is_unsaid(run, scope, holder)


def named(run: Run, name: str, piece: Piece | None) -> Found:
    """Return the steps that use a thing; what is called after it (`the egg wash`) only where none does."""
    if run.words.step not in run.index.ranks:
        return Found()
    steps = ir.Scope("rank", run.words.step, (ir.Named((name,)),))
    found = run.members(steps, piece, counting=True)
    whole = tuple(p for p in found.pieces if ends_in(p.label, name))
    return Found(whole or found.pieces) if found.pieces else found


def unlisted(run: Run, found: Found) -> Found:
    """Leave out what a list only names: when it is used is not told there."""
    kept, maybe = (
        tuple(p for p in pieces if not _is_of(p, run.words.listed))
        for pieces in (found.pieces, found.maybe)
    )
    return replace(found, pieces=kept, maybe=maybe)


def lasting(run: Run, scope: ir.Scope) -> Value | None:
    """Return how long a thing is done in all steps: `Bake for 25 minutes`; None for what is no known verb.

    A time is of the last verb before it in its sentence; of several that stand together each may be.
    """
    if scope.kind != "label":
        return None
    roles = run.words.lexicon.roles
    asked = frozenset(map(stem, roles.get(f"by {fold(scope.name)}") or (fold(scope.name),)))
    known = frozenset(map(stem, roles.get("done", ())))
    verbs = asked | known
    terms: list[Term] = []
    for entry in run.index.entries:
        if run.words.step not in entry.ranks:
            continue
        before = len(terms)
        below = run.index.below(entry)
        for part in (entry, *(one for one in below if run.words.step not in one.ranks)):
            times = (a for a in part.amounts if a.measure == run.words.time_measure)
            terms += (term for a in times if (term := _done_for(run, part, a, asked, verbs)))
        untold = len(terms) == before and asked.intersection(
            _words(entry.spans[0].of(run.text.response))
        )
        if untold:
            terms.append(Term(entry.label, "duration", UNKNOWN_AMOUNT, MINUTE, None, "missing"))
    if not any(term.amount for term in terms):
        return unknown(Reason.NAME_NOT_FOUND, scope.name) if asked <= known else None
    missing = [term.label for term in terms if term.amount is None]
    return Value(
        sum((term.value for term in terms), exactly(0)), "time", MINUTE, terms=tuple(terms),
        reason=Reason.MISSING_AMOUNT if missing else Reason.NONE, detail=", ".join(missing),
    )  # fmt: skip


def _done_for(
    run: Run, entry: Entry, amount: Amount, asked: frozenset[str], verbs: frozenset[str]
) -> Term | None:
    """Return a time of a step that is, or may be, how long what is asked for is done."""
    done = _verbs(run, entry, amount, verbs)
    if asked.isdisjoint(done):
        return None
    value = amount.value.scaled(amount.unit.factor)
    value = value if asked >= done and not entry.optional else value.hull(exactly(0))
    cited = run.index.cite(amount.span)
    return Term(entry.label, "duration", value, amount.unit, cited, amount=amount)


def _verbs(run: Run, entry: Entry, amount: Amount, verbs: frozenset[str]) -> frozenset[str]:
    """Return of which verbs a time is told: the last one before it, and those between its parts."""
    text, line = run.text.response, entry.spans[0]
    before = text[line.start : amount.span.start]
    told = [v for v in _words(_SENTENCE.split(before)[-1]) if v in verbs]
    told = told or [v for v in _words(before) if v in verbs]
    within = amount.span.of(text)
    parts = (_words(within[: time.start()]) for time in _TIMES.finditer(within))
    inside = (v for part in parts for v in [one for one in part if one in verbs][-1:])
    return frozenset((*told[-1:], *inside))


def _words(text: str) -> list[str]:
    """Return the stems of what a sentence may tell to do: words in their plain form, `continue baking`."""
    words = plain_words(text).split()
    kept = (
        word
        for before, word in pairwise(("", *words))
        if not word.endswith("ed")
        and (not word.endswith("ing") or before in _GOING_ON or word in _PLAIN)
    )
    return [stem(word) for word in kept]


_GOING_ON = ("continue", "keep")
_PLAIN = ("bring",)
_TIMES = regex(r"(?<![\d/.,–-])\d[\d/.,–-]*(?: (?:to|more|and|or)|[ \d/.,–-])*(?:sec|min|hour|hr)")
_SENTENCE = regex(r"[.!?;](?!\w)")


def are_steps(run: Run, pieces: Sequence[Piece]) -> bool:
    """Tell whether some pieces are all steps."""
    return bool(pieces) and all(_is_of(piece, frozenset((run.words.step,))) for piece in pieces)


def _is_of(piece: Piece, ranks: frozenset[str]) -> bool:
    return piece.entry is not None and not ranks.isdisjoint(piece.entry.ranks)
