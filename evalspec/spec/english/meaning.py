"""Clauses → formulas: every meaning a clause can have.

A handler is tried for each kind of statement, in the order of `HANDLERS`; the first that
knows the statement decides, and may return several readings. Whatever it does not use
is refused, so no word that was read is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from evalspec.spec import ir
from evalspec.spec.english import counted, ranking, relative, special, texts
from evalspec.spec.english.amounts import quantity
from evalspec.spec.english.clauses import AMOUNTS, Clause, Group
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.existence import existence
from evalspec.spec.english.joining import joined_clauses, linked, quantified, together
from evalspec.spec.english.parts import Parts, Sorter
from evalspec.spec.english.phrases import bound_of
from evalspec.spec.english.sharing import carried, shared
from evalspec.spec.english.statement import Said, Statement
from evalspec.spec.english.things import Nouns

MAX_READINGS = 8


class Meaning:
    """Lowers clauses with one lexicon."""

    def __init__(self, nouns: Nouns) -> None:
        """Take what resolves nouns."""
        self.nouns = nouns
        self.sorter = Sorter(nouns)

    def formulas(self, clauses: list[Clause], question: bool) -> list[ir.Formula]:
        """Return the readings of a sentence; a condition is a question too.

        `Deep work` may be what the response calls so, or any work: the response decides.
        """
        self.sorter.asked = question
        self.nouns.particular, self.nouns.met = True, False
        made = self._formulas(clauses)
        if self.nouns.met:
            self.nouns.particular = False
            made = [*made, *self._formulas(clauses)]
        return made[:MAX_READINGS]

    def _formulas(self, clauses: list[Clause]) -> list[ir.Formula]:
        rows = []
        subject = Parts()
        for clause in clauses:
            if not clause.verbs and not clause.objects:
                clause = Clause(objects=[clause.subject])
            self.sorter.denied = clause.negated
            self.nouns.spoken = self._spoken(clause)
            subject = self.sorter.parts(clause.subject, subject=True)
            if clause.inherited and subject.bounds:
                raise RefusedError(subject.words)
            rows.append(self.clause(clause, subject))
        return [joined_clauses(choice, clauses) for choice in list(product(*rows))[:MAX_READINGS]]

    def _spoken(self, clause: Clause) -> tuple[str, ...]:
        """Return the measures that a clause names or has amounts of."""
        found: list[str] = []
        for item in (i for group in (clause.subject, *clause.objects) for i in group.items):
            found += [s.name for t in item.phrase.tokens for s in t.senses if s.kind == "measure"]
            if item.phrase.kind in AMOUNTS:
                found.append(self.nouns.measure_of(bound_of(item.phrase).unit))
        return tuple(dict.fromkeys(name for name in found if name))

    def clause(self, clause: Clause, subject: Parts) -> list[ir.Formula]:
        """Return the readings of one clause."""
        groups = clause.objects or [Group()]
        objects = [self.sorter.parts(group) for group in groups]
        shared(objects, self.nouns)
        denied = clause.negated != clause.verb("AVOID")
        links = ["AND" if denied and g.link == "OR" else g.link for g in groups]
        among = counted.among(
            clause, subject, objects, self.statement,
            lambda choice: linked(tuple(said.formula for said in choice), links),
        )  # fmt: skip
        if among is not None:
            return [quantified(said.formula, said.scopes) for said in among]
        rows = [self.statement(clause, subject, parts) for parts in objects]
        readings = [together(choice, links) for choice in product(*rows)]
        for changed in carried(objects):
            more = [self.statement(clause, subject, parts) for parts in changed]
            readings += [together(choice, links) for choice in product(*more)]
        return readings[:MAX_READINGS]

    def statement(self, clause: Clause, subject: Parts, parts: Parts) -> list[Said]:
        """Return the readings of one subject, verb and object."""
        times = _times(subject, parts)
        if times:
            return self._each_time(clause, subject, times)
        made = Statement(self.nouns, clause, subject, parts)
        for handler in HANDLERS:
            said = handler(made)
            if said is not None:
                return said
        raise RefusedError(subject.words, parts.words)

    def _each_time(self, clause: Clause, subject: Parts, times: list[Parts]) -> list[Said]:
        """Read `a break in the morning and in the afternoon` as one of each, `or` as one of them."""
        rows = [self.statement(clause, subject, one) for one in times]
        either = times[0].either and not Statement(self.nouns, clause, subject, times[0]).absent()
        made = []
        for choice in product(*rows):
            if any(said.scopes != choice[0].scopes for said in choice):
                raise RefusedError(times[0].words)
            formulas = tuple(said.formula for said in choice)
            made.append(Said(ir.Or(formulas) if either else ir.And(formulas), choice[0].scopes))
        return made


def _times(subject: Parts, parts: Parts) -> list[Parts]:
    """Return a part for each of several times that are not one window; empty when there are none."""
    several = len(set(parts.part)) > 1 and not parts.bounds[1:]
    if subject.either or (parts.either and (parts.bounds or parts.spans or parts.filters)):
        raise RefusedError(subject.words, parts.words)
    if several and not parts.clocks:
        return [_only(parts, part=[part]) for part in dict.fromkeys(parts.part)]
    kinds = {comparator for comparator, _ in parts.clocks}
    if parts.either and len(kinds) > 1 and "=" in kinds:
        raise RefusedError(parts.words)  # `by 17:00 or 18:00`
    if parts.either and len(parts.clocks) > 1 and not parts.part:
        return [_only(parts, clocks=[clock]) for clock in parts.clocks]
    if parts.either and len(parts.clocks) + len(parts.part) > 1:
        raise RefusedError(parts.words)
    return []


def _only(parts: Parts, **changed: Any) -> Parts:
    return Parts(**{name: changed.get(name, getattr(parts, name)) for name in parts.__slots__})


Handler = Callable[[Statement], "list[Said] | None"]
HANDLERS: tuple[Handler, ...] = (
    texts.text,
    special.overlap,
    special.adjacent,
    special.gap,
    special.share,
    special.same,
    special.difference,
    relative.relative,
    special.order,
    special.edges,
    special.ending,
    special.moment,
    counted.identical,
    ranking.predicate,
    quantity,
    existence,
)
"""Kinds of statements, most particular first."""
