"""Does a constraint go with those that an instance has: by rule, with the reason why not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from evalspec.author.lint.bounds import bounds, conditions
from evalspec.author.lint.contradictions import contradictions, repeats
from evalspec.author.lint.orders import order_conditions, orders
from evalspec.author.lint.sentences import sentences
from evalspec.author.lint.subject import Subject
from evalspec.bench.planned.forms import forms
from evalspec.bench.planned.parts import Group
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import WrittenConstraint, compiled, compiler_of
from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import walk
from evalspec.judge.conversation import Unfit
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

LONGEST = 400
"""Characters of a constraint in words, and of its formula."""
Check = Callable[[Subject], Iterator[Problem]]
_TOGETHER: tuple[Check, ...] = (
    contradictions, orders, repeats, bounds, conditions, order_conditions,
)  # fmt: skip
_REASONS = {
    "contradiction": "contradicts another one",
    "duplicate": "repeats another one",
    "implied": "repeats another one",
    "always-holds": "is vacuous",
    "cannot-fail": "is vacuous",
    "idle-condition": "is vacuous",
    "never-holds": "can never hold",
    "dead-condition": "has a condition that never holds",
    "text-differs": "says something else than its formula",
}
"""Code of the linter → why a constraint is not kept."""
_OTHER_GROUP = "is of another group"
_ALIKE = 0.8
"""Share of their words that two constraints have in common when they say the same."""
_WORD = re.compile(r"\d+|[^\W\d_]{3,}")


class Screen:
    """The constraints of one instance, as they come."""

    def __init__(self, plan: Plan) -> None:
        """Begin with those of the spec."""
        self.plan = plan
        self.compiler = compiler_of(plan)
        self.kept: list[WrittenConstraint] = []
        self.compiled: list[ir.Constraint] = []
        self._known = {
            (problem.code, problem.message)
            for problem in self._findings(_TOGETHER, plan.program.constraints, ())
        }

    def unfit(self, one: WrittenConstraint, group: Group) -> list[Unfit]:
        """Return what is wrong with a constraint beside those that are kept."""
        found = self.unfit_alone(one, group)
        if any(wrong.reason != _OTHER_GROUP for wrong in found):
            return found
        return found + ([*self._repeats(one)] or [*self._linted(one)])

    def unfit_alone(self, one: WrittenConstraint, group: Group) -> list[Unfit]:
        """Return what is wrong with a constraint, whatever else there is."""
        for name, text in (("text", one.text), ("check", one.check)):
            if not text.strip():
                return [Unfit("is empty", f"`{name}` is empty")]
            if len(text) > LONGEST or "\n" in text:
                message = f"`{name}` is not one line of at most {LONGEST} characters"
                return [Unfit("is too long", message)]
        try:
            made = compiled(self.compiler, one)
        except SpecError as error:
            return [Unfit("does not compile", problem.said) for problem in error.problems]
        return list(self._of_form(made, group))

    def keep(self, one: WrittenConstraint) -> None:
        self.kept.append(one)
        self.compiled.append(compiled(self.compiler, one))

    def _of_form(self, made: ir.Constraint, group: Group) -> Iterator[Unfit]:
        for reading in made.readings:
            known = forms(reading)
            if group.form is not None and group.form not in known:
                said = " or ".join(sorted(known))
                message = f"`{made.canonical}` is {said}, and a {group.form} one is asked for"
                yield Unfit(_OTHER_GROUP, message)

    def _repeats(self, one: WrittenConstraint) -> Iterator[Unfit]:
        words = set(_WORD.findall(fold(one.text)))
        for other in self.kept:
            known = set(_WORD.findall(fold(other.text)))
            if len(words & known) >= _ALIKE * len(words | known):
                yield Unfit("repeats another one", f"it says nearly the same as: {other.text}")
                return

    def _linted(self, one: WrittenConstraint) -> Iterator[Unfit]:
        """Yield what the linter finds with this constraint, and not without it."""
        made = compiled(self.compiler, one)
        own = self.plan.program.constraints
        found = self._findings(_TOGETHER, (*own, *self.compiled, made), (*self.kept, one))
        if not any(isinstance(node, (ir.Judged, ir.Quoted)) for node in walk(made.readings)):
            # What a sentence means to a judge, no rule of grammar says.
            found += self._findings((sentences,), (made,), (one,))
        for problem in found:
            if (problem.code, problem.message) not in self._known:
                yield Unfit(_REASONS[problem.code], problem.said)

    def _findings(
        self, checks: Sequence[Check], compiled: tuple[ir.Constraint, ...],
        written: Sequence[WrittenConstraint],
    ) -> list[Problem]:  # fmt: skip
        """Return what checks find in constraints, of which the last ones were written."""
        own = compiled[: len(compiled) - len(written)]
        fields = [{"id": c.id, c.surface: c.text} for c in own]
        fields += [{"id": c.id, "check": c.check, "text": c.text} for c in written]
        program = replace(self.plan.program, constraints=compiled)
        subject = Subject(json.dumps({"constraints": fields}), "<written>", program)
        found = (problem for check in checks for problem in check(subject))
        return [problem for problem in found if problem.code in _REASONS]
