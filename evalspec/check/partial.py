"""Formulas over records, decided for many answers with the same data.

An answer is a set of records, as it would tell them (`told:`). What a formula asks of the
data alone is decided once, by the engine; what is left becomes functions of the records,
which give the engine's truth without its evidence. A form that has none here is decided by
the engine itself, answer by answer, so both agree on every formula.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.check import data
from evalspec.check.evaluation import Run, Subject
from evalspec.check.formulas import QUANTIFIED
from evalspec.check.readings import TABLES, agreed, read
from evalspec.check.timevalues import related
from evalspec.check.value import Value
from evalspec.core import timeset
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, TimesError
from evalspec.document.told import Telling, Told, ToldValue
from evalspec.language import ir
from evalspec.language.asked import free_variables, over_data
from evalspec.language.program import Program
from evalspec.vocabulary.fold import fold

Fields = Mapping[str, Any]
"""Fields of one record: texts, `Clock`, `Times`, whole numbers (minutes of an amount)."""
Answer = Mapping[str, Sequence[Fields]]
"""Kind of record → the records that an answer tells, in order."""
Truth = Callable[[Answer, "Fields | None", "Fields | None"], "bool | None"]
"""Decides for an answer, the record in force and the one before it."""
_Function = Callable[[Answer, "Fields | None", "Fields | None"], Any]
"""The same for a value; None where it is not known."""


class _Form(Record, frozen=True):
    """A value that rests on the records."""

    kind: str
    """times, slots, text, or the dimension of a number."""
    function: Any


class _OtherError(Exception):
    """The form is decided by the engine."""


class Partial:
    """The formulas of a program for one set of typed data."""

    def __init__(self, program: Program, values: dict[str, Any]) -> None:
        """Take the data of a case as their types."""
        self.program = program
        self.values = values
        self.run = Run(TABLES, Subject.of_values(program, values, (Telling(()),)), {})
        self.known: dict[int, tuple[bool, frozenset[str]]] = {}
        """Of nodes by their identity: asks of data alone, free variables."""
        self.shared: dict[int, _Form] = {}
        """Of nodes that stand in each part of a quantifier over data and are the same there."""

    def decides(self, formula: ir.Formula) -> Callable[[Answer], bool | None]:
        """Return what decides a formula for an answer."""
        try:
            truth = self.formula(formula)
        except _OtherError:
            return lambda answer: self.slowly(formula, answer)
        return lambda answer: truth(answer, None, None)

    def slowly(self, formula: ir.Formula, answer: Answer) -> bool | None:
        """Decide a formula by the engine, as if the records stood in a response."""
        subject = Subject.of_values(self.program, self.values, (telling(answer),))
        return agreed([reading.outcome for reading in read(formula, subject).readings])

    def value(self, node: ir.Expr) -> Value:
        """Return the value of an expression over data alone."""
        return self.run.value(node, None)

    # -- formulas ----------------------------------------------------------------------------
    def formula(self, node: ir.Formula) -> Truth:
        if self.closed(node):
            truth = self.run.holds(node, None)
            return lambda answer, record, before: truth
        make = _FORMULAS.get(type(node))
        if make is None:
            raise _OtherError
        return make(self, node)

    def closed(self, node: Any) -> bool:
        """Tell whether a node asks of the data alone, with every variable bound to data."""
        if id(node) not in self.known:
            self.known[id(node)] = over_data(node), free_variables(node)
        alone, free = self.known[id(node)]
        return alone and free <= self.run.variables.keys()

    def all_of(self, node: ir.And) -> Truth:
        return _kleene([self.formula(part) for part in node.parts], False)

    def any_of(self, node: ir.Or) -> Truth:
        return _kleene([self.formula(part) for part in node.parts], True)

    def negated(self, node: ir.Not) -> Truth:
        part = self.formula(node.part)

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            truth = part(answer, record, before)
            return None if truth is None else not truth

        return decide

    def conditional(self, node: ir.If) -> Truth:
        test, then = self.formula(node.test), self.formula(node.then)
        other: Truth = lambda answer, record, before: True  # noqa: E731
        if node.otherwise is not None:
            other = self.formula(node.otherwise)

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            truth = test(answer, record, before)
            if truth is not None:
                return (then if truth else other)(answer, record, before)
            first, second = then(answer, record, before), other(answer, record, before)
            return first if first == second else None

        return decide

    def no_answer(self, node: ir.NoAnswer) -> Truth:
        return lambda answer, record, before: None if not any(answer.values()) else False

    def exists(self, node: ir.Exists) -> Truth:
        members = self.members(node.scope)

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            found = members(answer, record, before)
            if found is None or not any(answer.values()):
                return None
            return bool(found)

        return decide

    def quantified(self, node: ir.Quantified) -> Truth:
        if isinstance(node.scope, ir.Data):
            return self.over_members(node, node.scope)
        if node.variable and not node.next:
            raise _OtherError
        members, body = self.members(node.scope), self.formula(node.body)
        decide = QUANTIFIED[node.quantifier]
        first = int(node.next)
        single = not node.next and node.quantifier in ("each", "any")

        def decided(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            found = members(answer, record, before)
            if found is None or len(found) <= first:
                return None
            if single and len(found) == 1:
                return body(answer, found[0], before)
            if node.next:
                pairs = zip(found, found[1:], strict=False)
                truths = [body(answer, one, earlier) for earlier, one in pairs]
            else:
                truths = [body(answer, one, before) for one in found]
            return decide(truths, node.number)

        return decided

    def over_members(self, node: ir.Quantified, scope: ir.Data) -> Truth:
        """Write a quantifier over data out, one part a member."""
        if node.next or not self.closed(scope):
            raise _OtherError
        found = data.each(scope, self.run, None)
        if not found.pieces:
            return lambda answer, record, before: None
        saved = self.run.variables.get(node.variable)
        parts = []
        for member in found.pieces:
            self.run.bind(node.variable, member)
            parts.append(self.formula(node.body))
        self.run.bind(node.variable, saved)
        if node.quantifier in ("each", "any"):
            return _kleene(parts, node.quantifier == "any")
        decide = QUANTIFIED[node.quantifier]
        return lambda *given: decide([part(*given) for part in parts], node.number)

    def compared(self, node: ir.Compare) -> Truth:
        if node.about or node.slack is not None or node.tolerance is not None:
            raise _OtherError
        left, right = self.expression(node.left), self.expression(node.right)
        test = _OPERATORS[node.comparator]
        kind = left.kind
        if kind != right.kind or kind in ("clock", "slots"):
            raise _OtherError
        if kind in ("times", "text") and node.comparator not in ("=", "!="):
            raise _OtherError
        exact = kind in ("one", "times", "text") or not self.program.policy.equality_tolerance
        if not exact and node.comparator in ("=", "!="):
            raise _OtherError
        first, second = left.function, right.function
        same = _SAME.get(kind)

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            one, other = first(answer, record, before), second(answer, record, before)
            if one is None or other is None:
                return None
            if same is None:
                return bool(test(one, other))
            equal = same(one, other)
            return None if equal is None else equal is (node.comparator == "=")

        return decide

    def inside(self, node: ir.Inside) -> Truth:
        return self.of_times(node.value, node.ranges, "within")

    def overlapping(self, node: ir.Overlapping) -> Truth:
        return self.of_times(node.left, node.right, "overlaps")

    def of_times(self, left: ir.Expr, right: ir.Expr, word: str) -> Truth:
        first, second = self.times(left), self.times(right)
        if self.closed(right):
            return _beside_set(word, first, second({}, None, None))

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            one, other = first(answer, record, before), second(answer, record, before)
            return None if one is None or other is None else _related(word, one, other)

        return decide

    def is_empty(self, node: ir.IsEmpty) -> Truth:
        value = self.times(node.value)

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            found = value(answer, record, before)
            return None if found is None else not found.stretches

        return decide

    def among(self, node: ir.Among) -> Truth:
        if not self.closed(node.of):
            raise _OtherError
        held = self.value(node.of)
        forms = [self.expression(value) for value in node.values]
        if held.kind != "data" or any(form.kind != "text" for form in forms):
            raise _OtherError
        known: dict[tuple[str, ...], bool] = {}

        def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
            names = tuple(form.function(answer, record, before) for form in forms)
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
            raise _OtherError
        if not all(isinstance(one, ir.Where) for one in scope.filters):
            raise _OtherError
        tests = [self.formula(one.formula) for one in scope.filters if isinstance(one, ir.Where)]
        name = scope.name
        if not tests:
            return lambda answer, record, before: answer.get(name, ())
        test = _kleene(tests, False)

        def chosen(
            answer: Answer, record: Fields | None, before: Fields | None
        ) -> list[Fields] | None:
            every = answer.get(name, ())
            truths = [test(answer, one, before) for one in every]
            if None in truths:
                return None
            return [one for one, truth in zip(every, truths, strict=True) if truth]

        return chosen

    # -- values ------------------------------------------------------------------------------
    def expression(self, node: ir.Expr) -> _Form:
        if self.closed(node):
            return _constant(self.value(node))
        if id(node) in self.shared:
            return self.shared[id(node)]
        make = _EXPRESSIONS.get(type(node))
        if make is None:
            raise _OtherError
        form = make(self, node)
        if not self.known[id(node)][1] - {"data"} and isinstance(node, ir.Call):
            form = self.shared[id(node)] = _Form(form.kind, _once(form.function))
        return form

    def times(self, node: ir.Expr) -> _Function:
        form = self.expression(node)
        if form.kind != "times":
            raise _OtherError
        function: _Function = form.function
        return function

    def field(self, node: ir.Field) -> _Form:
        name = node.name
        if node.dimension == "?":
            raise _OtherError
        if node.dimension == "clock":
            return _Form("clock", lambda answer, record, before: _minutes(record, name))
        return _Form(
            node.dimension,
            lambda answer, record, before: None if record is None else record.get(name),
        )

    def of(self, node: ir.Of) -> _Form:
        form = self.expression(node.value)
        function = form.function
        if node.scope.kind == "variable" and not node.scope.filters:
            if node.scope.name == "previous":
                return _Form(
                    form.kind, lambda answer, record, before: function(answer, before, None)
                )
            raise _OtherError
        members = self.members(node.scope)

        def gathered(answer: Answer, record: Fields | None, before: Fields | None) -> Any:
            found = [function(answer, one, before) for one in members(answer, record, before) or ()]
            if not found or None in found or (len(found) > 1 and form.kind == "text"):
                return None
            if len(found) == 1:
                return found[0]
            return _either(found) if form.kind == "times" else sum(found)

        if form.kind in ("clock", "slots"):
            raise _OtherError
        return _Form(form.kind, gathered)

    def call(self, node: ir.Call) -> _Form:
        if node.function not in _CALLS:
            raise _OtherError
        kind, made = _CALLS[node.function]
        forms = [self.expression(argument) for argument in node.arguments]
        if any(form.kind not in ("times", "time") for form in forms):
            raise _OtherError
        functions = [form.function for form in forms]

        def called(answer: Answer, record: Fields | None, before: Fields | None) -> Any:
            values = [function(answer, record, before) for function in functions]
            if any(value is None for value in values):
                return None
            try:
                return made(*values)
            except TimesError:
                return None

        return _Form(kind, called)

    def arithmetic(self, node: ir.Arithmetic) -> _Form:
        left, right = self.expression(node.left), self.expression(node.right)
        kind = _SUMS.get((left.kind, node.operator, right.kind))
        if kind is None:
            raise _OtherError
        apply = operator.add if node.operator == "+" else operator.sub
        first, second = left.function, right.function

        def summed(answer: Answer, record: Fields | None, before: Fields | None) -> Any:
            one, other = first(answer, record, before), second(answer, record, before)
            return None if one is None or other is None else apply(one, other)

        return _Form(kind, summed)

    def count(self, node: ir.Count) -> _Form:
        members = self.members(node.scope)
        if node.distinct:
            raise _OtherError

        def counted(answer: Answer, record: Fields | None, before: Fields | None) -> int | None:
            found = members(answer, record, before)
            return None if found is None or not any(answer.values()) else len(found)

        return _Form("one", counted)

    def looked_up(self, node: ir.Data) -> _Form:
        """Follow a path that a record's names lead along: `data.nurses[nurse].leave`."""
        if node.root != "data":
            raise _OtherError
        steps = [
            step if isinstance(step, (str, int)) else self.expression(step) for step in node.path
        ]
        if any(isinstance(step, _Form) and step.kind != "text" for step in steps):
            raise _OtherError
        known: dict[tuple[Any, ...], Any] = {}
        kinds: list[str] = []

        def found(answer: Answer, record: Fields | None, before: Fields | None) -> Any:
            path = tuple(
                step.function(answer, record, before) if isinstance(step, _Form) else step
                for step in steps
            )
            if None in path:
                return None
            if path not in known:
                known[path] = self.constant_at(path, kinds)
            return known[path]

        kind = self.kind_below(node)
        kinds.append(kind)
        return _Form(kind, found)

    def constant_at(self, path: tuple[Any, ...], kinds: list[str]) -> Any:
        try:
            form = _constant(self.value(ir.Data("data", path)))
        except _OtherError:
            return None
        return form.function({}, None, None) if form.kind == kinds[0] else None

    def kind_below(self, node: ir.Data) -> str:
        """Return the kind of what a path leads to, by the declared types."""
        from evalspec.core.given import GivenType

        current: GivenType | None = GivenType("record", fields=self.program.given)
        for step in node.path:
            if current is None:
                break
            if current.kind == "record":
                current = current.fields.get(str(step))
            elif current.kind == "table" and current.of is not None:
                current = GivenType("map", current.of)
            else:
                current = current.of
        if current is None:
            raise _OtherError
        if current.kind == "amount" and current.unit is not None:
            return current.unit.dimension
        kind = {"text": "text", "number": "one", "clock": "clock"}.get(current.kind)
        kind = kind or ("times" if current.kind in ("times", "span", "days") else None)
        if kind is None:
            raise _OtherError
        return kind


_FORMULAS: dict[type, Callable[[Partial, Any], Truth]] = {
    ir.And: Partial.all_of,
    ir.Or: Partial.any_of,
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

_EXPRESSIONS: dict[type, Callable[[Partial, Any], _Form]] = {
    ir.Field: Partial.field,
    ir.Of: Partial.of,
    ir.Call: Partial.call,
    ir.Arithmetic: Partial.arithmetic,
    ir.Count: Partial.count,
    ir.Data: Partial.looked_up,
}

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne,
    ">=": operator.ge, ">": operator.gt,
}  # fmt: skip

_SUMS = {
    ("time", "+", "time"): "time", ("time", "-", "time"): "time",
    ("one", "+", "one"): "one", ("one", "-", "one"): "one",
    ("clock", "-", "clock"): "time", ("clock", "+", "time"): "clock", ("clock", "-", "time"): "clock",
}  # fmt: skip
"""What may be added here, and what the sum is."""


def telling(answer: Answer) -> Telling:
    """Return an answer as if it had been read in a response."""
    nowhere = Span(0, 0)
    return Telling(
        tuple(
            Told(kind, {name: ToldValue(value) for name, value in one.items()}, nowhere)
            for kind, records in answer.items()
            for one in records
        )
    )


def _once(function: _Function) -> _Function:
    """Keep the last value of a function: several parts of a formula ask for it in turn."""
    last: list[Any] = [None, None, None, None]

    def kept(answer: Answer, record: Fields | None, before: Fields | None) -> Any:
        if answer is not last[0] or record is not last[1] or before is not last[2]:
            last[:] = answer, record, before, function(answer, record, before)
        return last[3]

    return kept


def _kleene(parts: Sequence[Truth], decisive: bool) -> Truth:
    """Join truths: all of them (False decides) or any of them (True decides)."""
    if len(parts) == 1:
        return parts[0]

    def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
        joint: bool | None = not decisive
        for part in parts:
            truth = part(answer, record, before)
            if truth is decisive:
                return decisive
            if truth is None:
                joint = None
        return joint

    return decide


def _beside_set(word: str, first: _Function, whole: Times | None) -> Truth:
    """Tell whether times lie within a set that is always the same, or overlap it."""
    laid: dict[tuple[str, int, int], tuple[list[int], list[int]]] = {}

    def ends(one: Times, whole: Times) -> tuple[list[int], list[int]]:
        """Return where the set begins and ends on the days of some times."""
        same = one.calendar == whole.calendar
        key = ("", 0, 0) if same else (one.calendar, one.start // DAY, (one.end - 1) // DAY)
        if key not in laid:
            stretches = whole.stretches
            if not same:
                days = Times(one.calendar, ((key[1] * DAY, (key[2] + 1) * DAY),))
                stretches = timeset.common(days, whole).stretches
            laid[key] = [low for low, _ in stretches], [high for _, high in stretches]
        return laid[key]

    def decide(answer: Answer, record: Fields | None, before: Fields | None) -> bool | None:
        one = first(answer, record, before)
        if one is None or whole is None:
            return None
        if not one.stretches or (one.calendar != whole.calendar and one.calendar != "week"):
            return _related(word, one, whole)
        lows, highs = ends(one, whole)
        if word == "within":
            for low, high in one.stretches:
                number = bisect_right(lows, low) - 1
                if number < 0 or high > highs[number]:
                    return False
            return True
        return any(
            bisect_right(highs, low) < bisect_left(lows, high) for low, high in one.stretches
        )

    return decide


def _related(word: str, one: Times, other: Times) -> bool | None:
    try:
        return related(word, one, other)
    except TimesError:
        return None


def _constant(value: Value) -> _Form:
    """Return a value of the data as a form; None where it is not known."""
    kind, content = value.kind, value.content
    if value.reason:
        raise _OtherError
    if kind in ("times", "slots"):
        return _Form(kind, lambda answer, record, before: content)
    if kind == "text" and isinstance(content, str) and value.typed is None:
        return _Form("text", lambda answer, record, before: content)
    if kind in ("amount", "clock") and value.interval is not None and value.interval.exact:
        number = _whole(value.interval.low)
        return _Form(value.dimension, lambda answer, record, before: number)
    raise _OtherError


def _whole(number: Decimal | None) -> int | Decimal | None:
    return int(number) if number is not None and number == int(number) else number


def _minutes(record: Fields | None, name: str) -> int | None:
    found = None if record is None else record.get(name)
    return found.minutes if isinstance(found, Clock) else found


def _same_times(one: Times, other: Times) -> bool | None:
    try:
        first, second = timeset.aligned(one, other)
    except TimesError:
        return None
    return first == second


def _same_text(one: str, other: str) -> bool | None:
    return fold(one) == fold(other)


_SAME: dict[str, Callable[[Any, Any], bool | None]] = {"times": _same_times, "text": _same_text}


def _either(found: list[Times]) -> Times | None:
    try:
        joint = found[0]
        for one in found[1:]:
            joint = timeset.either(joint, one)
    except TimesError:
        return None
    return joint


_CALLS: dict[str, tuple[str, Callable[..., Any]]] = {
    "common": ("times", lambda first, *more: _folded(timeset.common, first, more)),
    "either": ("times", lambda first, *more: _folded(timeset.either, first, more)),
    "minus": ("times", timeset.minus),
    "widened": ("times", timeset.widened),
    "begins": ("clock", lambda one: one.start if one.stretches else None),
    "ends": ("clock", lambda one: one.end if one.stretches else None),
    "length": ("time", lambda one: one.minutes),
    "days": ("one", lambda one: len(one.days)),
}
"""What each call is, and makes of its arguments."""


def _folded(join: Callable[[Times, Times], Times], first: Times, more: tuple[Times, ...]) -> Times:
    for one in more:
        first = join(first, one)
    return first
