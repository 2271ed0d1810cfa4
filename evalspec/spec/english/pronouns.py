"""What `it` and `they` stand for: the thing that the condition or sentence before them speaks of.

`If there is a nap, it must last at most 30 minutes` says of the nap how long it may last. Of
two things that may be meant both are read, unless the verb decides: a plan includes, a nap lasts.
"""

from __future__ import annotations

from evalspec.spec.english.clauses import AMOUNTS, CONNECTORS, Builder, Clause, Item, statement
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase
from evalspec.spec.english.tokens import Token

_ONE, _MANY = ("it",), ("they", "them")
_HEADS = ("noun", "name", "described", "numbered", "ordinal", "extreme")
_LENGTHS = ("LAST", "OVERLAP")
"""Verbs that a thing is the subject of rather than what holds it."""
_HOLDING = ("INCLUDE", "MENTION", "AVOID")
Row = list[Phrase]


def referred(before: Row, row: Row, tested: bool = False) -> list[Row]:
    """Return the readings of a row, its pronoun replaced by what the row before speaks of.

    What is `tested` of each day by a condition is also said of each; no other row carries on so.
    """
    place = next((n for n, p in enumerate(row) if _pronoun(p)), None)
    if place is None:
        return [row]
    clauses = Builder(statement(before, tested)).run()
    if len(clauses) != 1:
        return [row]
    holder, thing = _holder(clauses[0]), _thing(clauses[0])
    subject = [i.phrase for i in clauses[0].subject.items] + before[:1]
    alone = not any(p.kind in (*_HEADS, "each", "WHO") for p in subject)
    if alone and thing is None and len(clauses[0].objects) > 1 and clauses[0].verb("BE"):
        raise RefusedError(row[place].text)
    made: list[Row] = []
    spoken = {p.kind for p in row}
    held = bool(spoken & set(_HOLDING)) and not _measured(row) and _pronoun(row[place]) == "one"
    meant = thing is not None and _number(thing) == _pronoun(row[place])
    if thing is not None and meant and (alone or not held):
        counted = any(p.kind in AMOUNTS for p in before)
        if counted or (not tested and any(p.kind == "each" for p in before)):
            raise RefusedError(row[place].text)
        made.append([*row[:place], *_said(before, thing), *row[place + 1 :]])
    if not made or not (alone or spoken & set(_LENGTHS)):
        known = [] if holder is None else [_definite(holder)]
        made.append([*row[:place], *known, *row[place + 1 :]])
    return made


def _pronoun(phrase: Phrase) -> str:
    """Return one or many for a pronoun; empty for anything else."""
    low = phrase.text.lower()
    if phrase.kind != "WHO":
        return ""
    return "one" if low in _ONE else "many" if low in _MANY else ""


def _measured(row: Row) -> bool:
    """Tell whether a row speaks of amounts, which a part may have as well as the whole."""
    return any(
        token.type in ("AMOUNT", "RANGE") or any(s.kind == "measure" for s in token.senses)
        for phrase in row
        for token in phrase.tokens
    )


def _number(thing: Phrase) -> str:
    return "many" if thing.tokens[-1].plural else "one"


def _plan(phrase: Phrase) -> bool:
    return any(s.kind == "plan" for s in phrase.tokens[-1].senses)


def _head(items: list[Item]) -> Phrase | None:
    """Return the noun that a group is about: the first one, without a preposition."""
    heads = [i for i in items if i.phrase.kind in _HEADS and not i.prep and not i.joined]
    return heads[0].phrase if len(heads) == 1 else None


def _holder(clause: Clause) -> Phrase | None:
    """Return what the subject names, where it is not the plan itself."""
    items = clause.subject.items if clause.verbs else []
    known = [i.phrase for i in items if i.phrase.kind in _HEADS and not i.prep]
    return known[0] if known and not _plan(known[0]) else None


def _thing(clause: Clause) -> Phrase | None:
    """Return the one thing that the condition says to be there."""
    if clause.negated or not clause.verb("INCLUDE", "BE", "SPEND"):
        return None
    groups = clause.objects if clause.objects else [clause.subject]
    found = _head(groups[0].items)
    if found is None or _plan(found) or len(groups) != 1 or found is _holder(clause):
        return None
    return found


def _said(before: Row, thing: Phrase) -> Row:
    """Return a thing with what describes it, as something known: `the nap in the afternoon`."""
    place = next(n for n, p in enumerate(before) if p is thing)
    return [_definite(thing), *before[place + 1 :]]


def _definite(thing: Phrase) -> Phrase:
    return Phrase(thing.kind, tuple(_known(token) for token in thing.tokens))


def _known(token: Token) -> Token:
    values = {name: getattr(token, name) for name in token.__struct_fields__}
    return Token(**{**values, "indefinite": False, "definite": True})


def resolved(row: Row) -> list[Row]:
    """Return the readings of a sentence whose second part begins with a pronoun."""
    for place in range(2, len(row)):
        if _pronoun(row[place]) and row[place - 1].kind in CONNECTORS:
            end = place - 1
            while end and row[end - 1].kind in CONNECTORS:
                end -= 1
            return [[*row[:place], *rest] for rest in referred(row[:end], row[place:])]
    return [row]
