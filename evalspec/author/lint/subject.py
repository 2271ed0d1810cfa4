"""A compiled spec with its text, as the checks of the linter see it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from evalspec.author.lint.claims import Claim, Claims, claims_of
from evalspec.author.lint.normal import plain_sums
from evalspec.author.lint.truth import truth
from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language import ir
from evalspec.language.compile import compile_text
from evalspec.language.printer import canonical
from evalspec.language.program import Program
from evalspec.language.rules import Definition, RuleBook
from evalspec.source import yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located

_COUNTED = ("words", "characters", "digits", "commas", "questions", "exclamations")
_PIECES = ("section", "paragraph", "sentence", "line", "bullet")
"""Pieces of a text whose words are words of the text too."""


class Entry(Record, frozen=True):
    """One constraint."""

    constraint: ir.Constraint
    path: Steps
    """Where it stands in the spec."""
    rule: Definition | None
    """The rule it uses."""

    @property
    def condition(self) -> str:
        """Return the formal text of what it applies under; empty when it always applies."""
        return canonical(self.constraint.when) if self.constraint.when is not None else ""


class Subject:
    """A spec that is sound, about to be looked at for what makes no sense."""

    def __init__(self, content: str | bytes, name: str, program: Program | None = None) -> None:
        """Compile a spec, unless it is compiled. Raises `SpecError` with every problem."""
        self.program: Program = program or compile_text(content, name)[0]
        self.located: Located = yaml.read(content, name)
        self.base = Path(name).parent
        self.book = RuleBook(self.located, self.base)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every constraint, in the order of the spec."""
        return tuple(
            Entry(constraint, ("constraints", number), self._rule(("constraints", number)))
            for number, constraint in enumerate(self.program.constraints)
        )

    def _rule(self, path: Steps) -> Definition | None:
        use = self.located.get((*path, "use"))
        found = self.book.find(use) if isinstance(use, str) else None
        return found if isinstance(found, Definition) else None

    @cached_property
    def _claims(self) -> dict[str, Claims]:
        return {entry.constraint.id: self._all(entry.constraint) for entry in self.entries}

    def _all(self, constraint: ir.Constraint) -> Claims:
        """Return what every reading claims: a constraint must hold under each."""
        found = [self.claims_in(reading) for reading in constraint.readings]
        claims = tuple(claim for one in found for claim in one.all)
        return Claims(claims, bool(found) and all(one.exact for one in found))

    def claims_in(self, formula: ir.Formula) -> Claims:
        """Return what a formula claims, knowing which measures add up."""
        found = claims_of(self.plain(formula), self.program.policy)
        return Claims(tuple(map(self._growing, found.all)), found.exact)

    def _growing(self, claim: Claim) -> Claim:
        grows = claim.subject in self._adding or (
            claim.subject in _COUNTED and all(level.text in _PIECES for level in claim.levels)
        )
        return replace(claim, grows=grows)

    def plain(self, formula: ir.Formula) -> ir.Formula:
        """Return a formula with sums written as the measures that they are."""
        simple: ir.Formula = plain_sums(formula, self._adding)
        return simple

    @cached_property
    def _adding(self) -> frozenset[str]:
        measures = self.program.lexicon.measures.values()
        return frozenset(measure.name for measure in measures if measure.adds)

    def claims(self, entry: Entry) -> Claims:
        return self._claims[entry.constraint.id]

    def settled(self, entry: Entry) -> bool:
        """Tell whether no response can change the outcome of a constraint."""
        policy = self.program.policy
        return any(truth(reading, policy) is not None for reading in entry.constraint.readings)

    # -- places -----------------------------------------------------------------------
    def value(self, entry: Entry) -> Steps:
        """Return the path of what a constraint was compiled from."""
        constraint, path = entry.constraint, entry.path
        if isinstance(self.located.get(path), str):
            return path
        return (*path, constraint.surface)

    def at(self, entry: Entry, node: Any = None) -> At:
        """Return where a node of a constraint stands; of a rule or a sentence, its use."""
        path = self.value(entry)
        part = getattr(node, "at", None)
        if entry.constraint.surface == "check" and part is not None and part.line:
            return self.located.inside(path, part)
        return self.located.at(path)

    def places(self, entry: Entry, node: Any = None) -> Iterator[At]:
        """Yield where a node stands, and in the definition of a rule too."""
        yield self.at(entry, node)
        if entry.rule is not None:
            path = (*entry.rule.path, "check")
            part = getattr(node, "at", None)
            yield (
                entry.rule.located.inside(path, part)
                if part is not None and part.line
                else entry.rule.located.at(path)
            )

    def problem(
        self,
        code: str,
        message: str,
        entry: Entry,
        node: Any = None,
        *,
        hint: str = "",
        related: tuple[At, ...] = (),
    ) -> Problem:
        """Return a finding about a node of a constraint."""
        at, *inside = self.places(entry, node)
        return self.located.source.problem(code, message, at, hint, (*related, *inside))
