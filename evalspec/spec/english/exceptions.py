"""What `except` leaves out: `every day except Sunday`, `all meals except snacks`."""

from __future__ import annotations

from evalspec.spec import ir
from evalspec.spec.english.dates import on_dates
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase
from evalspec.spec.english.things import Nouns, Thing

_NAMED = ("category", "member", "name")


def exception(nouns: Nouns, scope: ir.Scope, phrase: Phrase) -> ir.Except:
    """Return the filter that leaves a phrase out of a scope; raise where it is no part of it."""
    if phrase.kind == "dated":
        return ir.Except(_on_days(nouns, scope, phrase))
    if phrase.kind == "ORDINAL":
        return ir.Except(_placed(phrase, phrase.first.value, phrase.first.value))
    if phrase.kind not in ("noun", "name", "described", "numbered", "ordinal"):
        raise RefusedError(phrase.text)
    thing = nouns.thing(phrase)
    if thing.unclear:
        raise RefusedError(thing.unclear)
    if thing.scope is None or scope.kind in ("label", "category"):
        raise RefusedError(phrase.text)
    return ir.Except(_part(nouns.block(thing.scope), thing, scope, phrase))


def _on_days(nouns: Nouns, scope: ir.Scope, phrase: Phrase) -> ir.OnDate:
    ranks = nouns.lexicon.ranks
    wide = scope.kind == "rank" and ranks[scope.name].level < ranks["day"].level
    if wide or scope.kind == "text":
        raise RefusedError(phrase.text)
    return on_dates(phrase)


def _part(own: ir.Scope, thing: Thing, scope: ir.Scope, phrase: Phrase) -> ir.Filter:
    """Return what a thing is among the members of a scope: by its name or its place."""
    alike = (own.kind, own.name, own.within) == (scope.kind, scope.name, scope.within)
    if alike and len(own.filters) == 1:
        given = own.filters[0]
        if not isinstance(given, ir.Ordinal):
            return given
        low, high = (given.high, given.low) if given.kind == "last" else (given.low, given.high)
        return _placed(phrase, -low if given.kind == "last" else low, high)
    named = own.name if own.kind in ("category", "label") else ""
    if thing.kind not in _NAMED or not named or own.filters or scope.kind == "text":
        raise RefusedError(phrase.text)
    return ir.Named((named,))


def _placed(phrase: Phrase, low: int, high: int) -> ir.Ordinal:
    """Return a place as a filter behind the noun; -1 is the last."""
    if low == -1:
        return ir.Ordinal("from-end", 1, 1)
    if low < 1:
        raise RefusedError(phrase.text)
    return ir.Ordinal("number" if low == high else "range", low, high)
