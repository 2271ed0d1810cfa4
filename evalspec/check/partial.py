"""Formulas over records, decided for many answers with the same data.

What a formula asks of the data alone is decided once, by the engine; what is left becomes
functions of the records (`partial_values.py`), which give the engine's truth without its
evidence. A form that has none here is decided by the engine itself, answer by answer, so both
agree on every formula.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress, pairwise
from typing import Any

from evalspec.check import data
from evalspec.check.evaluation import Run, Subject
from evalspec.check.formulas import QUANTIFIED
from evalspec.check.partial_values import (
    CALLS,
    OPERATORS,
    SAME,
    SUMS,
    Answer,
    At,
    Fields,
    Form,
    Function,
    OtherError,
    Truth,
    beside_set,
    both,
    constant,
    either,
    kleene,
    lying,
    minutes,
    once,
    telling,
)
from evalspec.check.readings import TABLES, agreed, read
from evalspec.check.result import opposite
from evalspec.check.value import Value
from evalspec.core.given import GivenType
from evalspec.core.timeset import TimesError
from evalspec.document.told import Telling
from evalspec.language import ir
from evalspec.language.asked import free_variables, over_data
from evalspec.language.program import Program
from evalspec.vocabulary.fold import fold


class Partial:
    """The formulas of a program for one set of typed data."""

    def __init__(self, program: Program, values: dict[str, Any]) -> None:
        """Take the data of a case as their types."""
        self.program = program
        self.values = values
        self.run = Run(TABLES, Subject.of_values(program, values, (Telling(()),)), {})
        self.known: dict[int, tuple[bool, frozenset[str]]] = {}
        """Of nodes by their identity: asks of data alone, free variables."""
        self.shared: dict[int, Form] = {}
        """Of nodes that stand in each part of a quantifier over data and are the same there."""

    def decides(self, formula: ir.Formula) -> Callable[[Answer], bool | None]:
        """Return what decides a formula for an answer."""
        try:
            truth = self.formula(formula)
        except OtherError:
            return lambda answer: self.slowly(formula, answer)
        return lambda answer: truth((answer, None, None))

    def slowly(self, formula: ir.Formula, answer: Answer) -> bool | None:
        """Decide a formula by the engine, as if the records stood in a response."""
        subject = Subject.of_values(self.program, self.values, (telling(answer),))
        return agreed(read(formula, subject).values)

    def value(self, node: ir.Expr) -> Value:
        """Return the value of an expression over data alone."""
        return self.run.value(node, None)

    # -- formulas ----------------------------------------------------------------------------
    def formula(self, node: ir.Formula) -> Truth:
        if self.closed(node):
            truth = self.run.holds(node, None)
            return lambda at: truth
        make = _FORMULAS.get(type(node))
        if make is None:
            raise OtherError
        return make(self, node)

    def closed(self, node: Any) -> bool:
        """Tell whether a node asks of the data alone, with every variable bound to data."""
        if id(node) not in self.known:
            self.known[id(node)] = over_data(node), free_variables(node)
        alone, free = self.known[id(node)]
        return alone and free <= self.run.variables.keys()

    def joined(self, node: ir.And | ir.Or) -> Truth:
        return kleene([self.formula(part) for part in node.parts], isinstance(node, ir.Or))

    def negated(self, node: ir.Not) -> Truth:
        part = self.formula(node.part)
        return lambda at: opposite(part(at))

    def conditional(self, node: ir.If) -> Truth:
        test, then = self.formula(node.test), self.formula(node.then)
        other: Truth = lambda at: True  # noqa: E731
        if node.otherwise is not None:
            other = self.formula(node.otherwise)

        def decide(at: At) -> bool | None:
            truth = test(at)
            if truth is not None:
                return (then if truth else other)(at)
            first, second = then(at), other(at)
            return first if first == second else None

        return decide

    def no_answer(self, node: ir.NoAnswer) -> Truth:
        return lambda at: False if any(at[0].values()) else None

    def exists(self, node: ir.Exists) -> Truth:
        members = self.members(node.scope)

        def decide(at: At) -> bool | None:
            found = members(at)
            return None if found is None or not any(at[0].values()) else bool(found)

        return decide

    def quantified(self, node: ir.Quantified) -> Truth:
        if isinstance(node.scope, ir.Data):
            return self.over_members(node, node.scope)
        if (node.variable and not node.next) or node.adjacent:
            raise OtherError
        members, body = self.members(node.scope), self.formula(node.body)
        decide = QUANTIFIED[node.quantifier]
        first = int(node.next)
        single = not node.next and node.quantifier in ("each", "any")

        def decided(at: At) -> bool | None:
            found, (answer, _, before) = members(at), at
            if found is None or len(found) <= first:
                return None
            if single and len(found) == 1:
                return body((answer, found[0], before))
            if node.next:
                truths = [body((answer, one, earlier)) for earlier, one in pairwise(found)]
            else:
                truths = [body((answer, one, before)) for one in found]
            return decide(truths, node.number)

        return decided

    def over_members(self, node: ir.Quantified, scope: ir.Data) -> Truth:
        """Write a quantifier over data out, one part a member."""
        if node.next or not self.closed(scope):
            raise OtherError
        found = data.each(scope, self.run, None)
        if not found.pieces:
            return lambda at: None
        saved = self.run.variables.get(node.variable)
        parts = []
        for member in found.pieces:
            self.run.bind(node.variable, member)
            parts.append(self.formula(node.body))
        self.run.bind(node.variable, saved)
        if node.quantifier in ("each", "any"):
            return kleene(parts, node.quantifier == "any")
        decide = QUANTIFIED[node.quantifier]
        return lambda at: decide([part(at) for part in parts], node.number)

    def compared(self, node: ir.Compare) -> Truth:
        if node.about or node.slack is not None or node.tolerance is not None:
            raise OtherError
        left, right = self.expression(node.left), self.expression(node.right)
        test = OPERATORS[node.comparator]
        kind = left.kind
        if kind != right.kind or kind in ("clock", "slots"):
            raise OtherError
        if kind in ("times", "text") and node.comparator not in ("=", "!="):
            raise OtherError
        exact = kind in ("one", "times", "text") or not self.program.policy.equality_tolerance
        if not exact and node.comparator in ("=", "!="):
            raise OtherError
        same = SAME.get(kind)
        if same is not None and node.comparator == "=":
            test = same
        elif same is not None:
            test = lambda one, other: opposite(same(one, other))  # noqa: E731
        return both(left.function, right.function, test)

    def inside(self, node: ir.Inside) -> Truth:
        return self.of_times(node.value, node.ranges, "within")

    def overlapping(self, node: ir.Overlapping) -> Truth:
        return self.of_times(node.left, node.right, "overlaps")

    def of_times(self, left: ir.Expr, right: ir.Expr, word: str) -> Truth:
        first, second = self.times(left), self.times(right)
        if self.closed(right):
            return beside_set(word, first, second(({}, None, None)))
        return both(first, second, partial(lying, word))

    def is_empty(self, node: ir.IsEmpty) -> Truth:
        value = self.times(node.value)
        return lambda at: None if (found := value(at)) is None else not found.stretches

    def among(self, node: ir.Among) -> Truth:
        if not self.closed(node.of):
            raise OtherError
        held = self.value(node.of)
        forms = [self.expression(value) for value in node.values]
        if held.kind != "data" or any(form.kind != "text" for form in forms):
            raise OtherError
        known: dict[tuple[str, ...], bool] = {}

        def decide(at: At) -> bool | None:
            names = tuple(form.function(at) for form in forms)
            if None in names:
                return None
            if names not in known:
                known[names] = data.holds(held.content, [fold(name) for name in names])
            return known[names]

        return decide

    # -- records -----------------------------------------------------------------------------
    def members(self, scope: ir.Scope) -> Callable[..., Sequence[Fields] | None]:
        """Return what gives the records of a scope; only `where` chooses among them here."""
        if scope.kind != "told" or scope.within is not None:
            raise OtherError
        if not all(isinstance(one, ir.Where) for one in scope.filters):
            raise OtherError
        tests = [self.formula(one.formula) for one in scope.filters if isinstance(one, ir.Where)]
        name = scope.name
        if not tests:
            return lambda at: at[0].get(name, ())
        test = kleene(tests, False)

        def chosen(at: At) -> list[Fields] | None:
            answer, _, before = at
            every = answer.get(name, ())
            truths = [test((answer, one, before)) for one in every]
            if None in truths:
                return None
            return list(compress(every, truths))

        return chosen

    # -- values ------------------------------------------------------------------------------
    def expression(self, node: ir.Expr) -> Form:
        if self.closed(node):
            return constant(self.value(node))
        if id(node) in self.shared:
            return self.shared[id(node)]
        make = _EXPRESSIONS.get(type(node))
        if make is None:
            raise OtherError
        form = make(self, node)
        if not self.known[id(node)][1] - {"data"} and isinstance(node, ir.Call):
            form = self.shared[id(node)] = Form(form.kind, once(form.function))
        return form

    def times(self, node: ir.Expr) -> Function:
        form = self.expression(node)
        if form.kind != "times":
            raise OtherError
        function: Function = form.function
        return function

    def field(self, node: ir.Field) -> Form:
        name = node.name
        if node.dimension == "?":
            raise OtherError
        if node.dimension == "clock":
            return Form("clock", lambda at: minutes(at[1], name))
        return Form(node.dimension, lambda at: None if at[1] is None else at[1].get(name))

    def of(self, node: ir.Of) -> Form:
        form = self.expression(node.value)
        function = form.function
        if node.scope.kind == "variable" and not node.scope.filters:
            if node.scope.name == "previous":
                return Form(form.kind, lambda at: function((at[0], at[2], None)))
            raise OtherError
        members = self.members(node.scope)

        def gathered(at: At) -> Any:
            found = [function((at[0], one, at[2])) for one in members(at) or ()]
            if not found or None in found or (len(found) > 1 and form.kind == "text"):
                return None
            if len(found) == 1:
                return found[0]
            return either(found) if form.kind == "times" else sum(found)

        if form.kind in ("clock", "slots"):
            raise OtherError
        return Form(form.kind, gathered)

    def call(self, node: ir.Call) -> Form:
        if node.function not in CALLS:
            raise OtherError
        kind, made = CALLS[node.function]
        forms = [self.expression(argument) for argument in node.arguments]
        if any(form.kind not in ("times", "time") for form in forms):
            raise OtherError
        functions = [form.function for form in forms]

        def called(at: At) -> Any:
            values = [function(at) for function in functions]
            if any(value is None for value in values):
                return None
            try:
                return made(*values)
            except TimesError:
                return None

        return Form(kind, called)

    def arithmetic(self, node: ir.Arithmetic) -> Form:
        left, right = self.expression(node.left), self.expression(node.right)
        kind = SUMS.get((left.kind, node.operator, right.kind))
        if kind is None:
            raise OtherError
        apply = operator.add if node.operator == "+" else operator.sub
        return Form(kind, both(left.function, right.function, apply))

    def count(self, node: ir.Count) -> Form:
        members = self.members(node.scope)
        if node.distinct:
            raise OtherError

        def counted(at: At) -> int | None:
            found = members(at)
            return None if found is None or not any(at[0].values()) else len(found)

        return Form("one", counted)

    def looked_up(self, node: ir.Data) -> Form:
        """Follow a path that a record's names lead along: `data.nurses[nurse].leave`."""
        if node.root != "data":
            raise OtherError
        steps = [
            step if isinstance(step, (str, int)) else self.expression(step) for step in node.path
        ]
        if any(isinstance(step, Form) and step.kind != "text" for step in steps):
            raise OtherError
        known: dict[tuple[Any, ...], Any] = {}
        kind = self.kind_below(node)

        def found(at: At) -> Any:
            path = tuple(step.function(at) if isinstance(step, Form) else step for step in steps)
            if None in path:
                return None
            if path not in known:
                known[path] = self.constant_at(path, kind)
            return known[path]

        return Form(kind, found)

    def constant_at(self, path: tuple[Any, ...], kind: str) -> Any:
        try:
            form = constant(self.value(ir.Data("data", path)))
        except OtherError:
            return None
        return form.function(({}, None, None)) if form.kind == kind else None

    def kind_below(self, node: ir.Data) -> str:
        """Return the kind of what a path leads to, by the declared types."""
        current: GivenType | None = GivenType("record", fields=self.program.given)
        for step in node.path:
            current = None if current is None else current.below(step)
        if current is None or current.kind not in _LOOKED_UP:
            raise OtherError
        return current.dimension


_LOOKED_UP = ("text", "number", "clock", "times", "span", "days", "amount")
"""Kinds of given data whose values a record's names may lead to."""


_FORMULAS: dict[type, Callable[[Partial, Any], Truth]] = {
    ir.And: Partial.joined,
    ir.Or: Partial.joined,
    ir.Not: Partial.negated,
    ir.If: Partial.conditional,
    ir.NoAnswer: Partial.no_answer,
    ir.Exists: Partial.exists,
    ir.Quantified: Partial.quantified,
    ir.Compare: Partial.compared,
    ir.Inside: Partial.inside,
    ir.Overlapping: Partial.overlapping,
    ir.IsEmpty: Partial.is_empty,
    ir.Among: Partial.among,
}
"""What makes each formula a function of the records."""

_EXPRESSIONS: dict[type, Callable[[Partial, Any], Form]] = {
    ir.Field: Partial.field,
    ir.Of: Partial.of,
    ir.Call: Partial.call,
    ir.Arithmetic: Partial.arithmetic,
    ir.Count: Partial.count,
    ir.Data: Partial.looked_up,
}
