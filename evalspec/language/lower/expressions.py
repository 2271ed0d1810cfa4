"""Expressions: quantities, measures, aggregates, properties, references."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evalspec.core.quantity import UNITLESS, Unit, exactly
from evalspec.language import dimension as dim
from evalspec.language import ir
from evalspec.language.lower.tokens import before_last, number_of, padded, unquoted, word_of
from evalspec.language.lower.typed import Typed
from evalspec.language.names import ARGUMENTS, OPEN_MEASURE, TEXT_MEASURES, near
from evalspec.language.operands import pattern_faults
from evalspec.vocabulary.fold import fold


class Expressions(Typed):
    """Lowering of expressions."""

    def expression(self, tree: Any) -> ir.Expr:
        result: ir.Expr = getattr(self, "expression_" + tree.data)(tree)
        return result

    def expression_sum(self, tree: Any) -> ir.Expr:
        left, sign, right = tree.children
        if sign.type == "WITHOUT":
            parts = (self.times(left), self.times(right))
            return ir.Call("minus", parts, self.at(tree))
        operator: Any = "+" if sign.type == "PLUS" else "-"
        first, second = self.expression(left), self.expression(right)
        if {self.dimension(first), self.dimension(second)} != {"clock", "time"}:
            first, second = self.matched(first, second, tree)
        return ir.Arithmetic(operator, first, second, self.at(tree))

    def expression_product(self, tree: Any) -> ir.Expr:
        left, sign, right = tree.children
        operator: Any = {"TIMES": "*", "DIVIDED": "/", "MOD": "mod"}[sign.type]
        first, second = self.expression(left), self.expression(right)
        if operator == "mod":
            first, second = self.matched(first, second, tree)
        return ir.Arithmetic(operator, first, second, self.at(tree))

    def expression_quantity(self, tree: Any) -> ir.Expr:
        return self.quantity(tree)

    def expression_aggregate(self, tree: Any) -> ir.Expr:
        function, value, _, per, _, of = padded(tree.children, 6)
        name: Any = {"average": "mean"}.get(str(function).lower(), str(function).lower())
        over = None if per is None else self.scope(per)
        inner = self.expression(value)
        if over is None:
            inner, over = self.told_apart(name, inner, tree)
        return self.of(ir.Aggregate(name, inner, over, self.at(tree)), of, tree)

    def told_apart(self, name: str, value: ir.Expr, tree: Any) -> tuple[ir.Expr, ir.Scope | None]:
        """Return what an aggregate without `per` measures, and of what.

        `max(duration(work))` is of each block of work, `mean(calories of day)` of each day; what is
        one value, `max(words)`, has no members to be told apart.
        """
        adding = name == "sum"
        match value:
            case ir.Of(inner, scope) if not adding or _of_field(inner):
                return inner, scope
            case ir.Property(which, (scope,)) if which in _OF_EACH and not adding:
                windows = any(isinstance(f, ir.TimeWindow) for f in scope.filters)
                if not (which == "duration" and windows):  # what lies outside is cut off
                    return self.property_in_force(which, tree), scope
        if _of_field(value) or not (adding or _has_members(value)):
            from evalspec.language.printer import canonical

            text = canonical(value)
            self.problem("missing-members", f"`{name}({text})` does not say of what: `{text}` is one value",
                         tree, f"name its members: `{name}({text} per …)`")  # fmt: skip
        return value, None

    def expression_count(self, tree: Any) -> ir.Expr:
        word, scope, _, of = padded(tree.children, 4)
        held = self.held(scope)
        if held is not None:
            return self.of(ir.Call("size", (held,), self.at(tree)), of, tree)
        counted = self.scope(scope)
        node = self.of(ir.Count(counted, word.type == "DISTINCT", self.at(tree)), of, tree)
        if isinstance(node, ir.Of):
            self.check_holder(node.scope, counted.name, of)
        return node

    def expression_call(self, tree: Any) -> ir.Expr:
        word = tree.children[0]
        name: Any = str(word).lower()
        of = tree.children[-1] if before_last(tree) == "OF" else None
        inner = [c for c in tree.children[1:] if hasattr(c, "data") and c is not of]
        scopes: list[ir.Scope] = []
        for part in inner:
            if part.data in ("scope", "entry"):
                scopes.append(self.scope(part))
            else:
                last = scopes.pop()
                scopes.append(last.narrowed(self.filter(part)))
        if not scopes and name in self.names.fields:
            return self.of(ir.Field(name, self.names.fields[name], self.at(tree)), of, tree)
        if name == "slot":
            return self.of(ir.Data("slot", at=self.at(tree)), of, tree)
        if not scopes:
            return self.of(self.property_in_force(name, tree), of, tree)
        return self.of(ir.Property(name, tuple(scopes), self.at(tree)), of, tree)

    def property_in_force(self, name: Any, tree: Any) -> ir.Expr:
        """Return a property of the scope in force; `duration` may be a measure of the vocabulary."""
        if name == "duration" and self.names.measures.get("duration"):
            return self.measure_named("duration", tree, tree)
        return ir.Property(name, at=self.at(tree))

    def expression_share(self, tree: Any) -> ir.Expr:
        word, first_tree, second_tree = tree.children
        first, second = self.expression(first_tree), self.expression(second_tree)
        first, second = self.matched(first, second, tree)
        if word.type == "SHARE":
            return ir.Share(first, second, self.at(tree))
        return ir.Arithmetic("difference", first, second, self.at(tree))

    def expression_range_end(self, tree: Any) -> ir.Expr:
        word, value, _, of = padded(tree.children, 4)
        end: Any = str(word).lower()
        return self.of(ir.RangeEnd(end, self.expression(value), self.at(tree)), of, tree)

    def expression_occurrences(self, tree: Any) -> ir.Expr:
        word, _, pattern, operands, inside, case, _, of = tree.children
        mode, texts = self.operands(operands)
        if pattern is not None:
            self.check_operands(texts, pattern_faults, operands)
        if mode != "any":
            self.problem("wrong-mode", f"`occurrences` counts any of its texts, not {mode} of them",
                         operands)  # fmt: skip
        distinct = str(word).lower().startswith("distinct")
        if distinct and pattern is not None:
            self.problem("wrong-mode", "`distinct occurrences` takes texts, no pattern", operands)
        name = "matches" if pattern is not None else "occurrences"
        name = "distinct-occurrences" if distinct else name
        whole = pattern is None and inside is None
        node = ir.TextMeasure(name, texts, whole, case is not None, self.at(tree))
        return self.of(node, of, tree)

    def expression_measure(self, tree: Any) -> ir.Expr:
        word, *rest = tree.children
        given = rest.pop(0) if len(rest) == 3 else None
        name = str(word)
        if name.lower() in ("occurrence", "occurrences"):
            self.problem("missing-text", '`occurrences` needs a text: occurrences of "tofu"', tree)
            return ir.TextMeasure("occurrences", ("",), at=self.at(tree))
        return self.of(self.measure_named(name, word, tree, given), rest[-1], tree)

    def measure_named(self, name: str, word: Any, tree: Any, given: Any = None) -> ir.Expr:
        if name.lower() == "field" and given is not None:
            names = tuple(word_of(token) for token in given.children)
            field = ir.Scope("text", "field", (ir.Named(names),), at=self.at(tree))
            return ir.Property("text", (field,), self.at(tree))
        if name.lower() == "stated" and given is not None:
            return self.stated(given, tree)
        if given is None and name in self.names.fields:
            return ir.Field(name, self.names.fields[name], self.at(tree))
        if given is None and self.types.get(name) is not None:
            return ir.Data(name, at=self.at(tree))
        if given is None and name in self.environment.values:
            return self.named_value(name, tree)
        found = self.names.measures.get(fold(name))
        if found is not None and given is None:
            return ir.Measure(found, self.canonical_unit(found), at=self.at(tree))
        lowered = name.lower()
        if lowered == OPEN_MEASURE and given is None:
            return ir.Measure(OPEN_MEASURE, Unit("", dim.UNKNOWN), at=self.at(tree))
        plural = next((m for m in TEXT_MEASURES if fold(m) == fold(lowered)), None)
        if plural is not None:
            texts = () if given is None else tuple(word_of(token) for token in given.children)
            low, high = ARGUMENTS.get(plural, (0, 0))
            if not low <= len(texts) <= high:
                message = f"`{plural}` takes {_between(low, high)}, not {len(texts)}"
                self.problem("wrong-arguments", message, tree)
            return ir.TextMeasure(plural, texts, at=self.at(tree))
        if found is not None and given is not None:
            hint = f"write `{name} of {', '.join(map(str, given.children))}`"
            self.problem("wrong-arguments", f"`{name}` takes nothing in brackets", tree, hint)
        else:
            hint = near(name, self.names.known_measures()) or 'quote a name of the response: "Qty"'
            self.problem("unknown-measure", f"no measure `{name}` in this vocabulary", word, hint)
        return self.quoted(name, tree)

    def quoted(self, name: str, tree: Any) -> ir.Measure:
        """Return a measure that the response calls so, in whatever unit."""
        return ir.Measure(name, Unit("", dim.UNKNOWN), True, self.at(tree))

    def stated_measure(self, given: Any) -> str:
        """Return the measure in the brackets of `stated(price)` as a formula writes it."""
        from evalspec.language.printer import canonical

        return canonical(self.stated(given, given).measure)

    def stated(self, given: Any, tree: Any) -> ir.Stated:
        """Lower the one measure in the brackets of `stated(price)`."""
        word = given.children[0]
        if len(given.children) > 1:
            self.problem("wrong-arguments", "`stated` takes one measure", given)
        name = word_of(word)
        if word.type == "STRING" and fold(name) not in self.names.measures:
            return ir.Stated(self.quoted(name, tree), self.at(tree))
        measure = self.measure_named(name, word, tree)
        if not isinstance(measure, ir.Measure):
            self.problem("wrong-arguments", f"`{name}` counts text: it is never stated", given)
            measure = self.quoted(name, tree)
        return ir.Stated(measure, self.at(tree))

    def canonical_unit(self, measure: str) -> Unit:
        entry = self.lexicon.measures[measure]
        unit = self.lexicon.units.get(fold(entry.unit) or entry.unit)
        return unit or Unit(entry.unit, entry.dimension)

    def expression_label(self, tree: Any) -> ir.Expr:
        token, _, of = padded(tree.children, 3)
        name = unquoted(token)
        found = self.names.measures.get(fold(name))
        if found is not None and found == name:
            return self.of(
                ir.Measure(found, self.canonical_unit(found), at=self.at(tree)), of, tree
            )
        return self.of(self.quoted(name, tree), of, tree)

    def expression_moment(self, tree: Any) -> ir.Expr:
        return ir.Moment(self.minutes(tree.children[0]), self.at(tree))

    def expression_date(self, tree: Any) -> ir.Expr:
        return ir.DateLiteral(self.date(tree.children[0]), self.at(tree))

    def expression_reference(self, tree: Any) -> ir.Expr:
        return self.reference(tree)

    def reference(self, tree: Any) -> ir.Data:
        root, *fields = str(tree.children[0]).split(".")
        if root not in ("data", "slot", *self.variables) and root not in self.names.told:
            known = [v for v in self.variables if v]
            self.problem("unknown-variable", f"no variable `{root}` is bound here", tree,
                         f"bound ones: {', '.join(known)}" if known else "")  # fmt: skip
        path: list[str | int | ir.Expr] = list(fields)
        for part in tree.children[1:]:
            if part is None:
                continue
            if hasattr(part, "data"):
                path.append(self.expression(part))
            elif part.type == "MEMBER":
                path.append(str(part)[1:])
            else:
                path.append(unquoted(part) if part.type == "STRING" else int(number_of(part)))
        node = ir.Data(root, tuple(path), self.at(tree))
        self.check_path(node, tree)
        return node

    def expression_parameter(self, tree: Any) -> ir.Expr:
        name = str(tree.children[0])[1:]
        value = self.parameters[name]
        if isinstance(value, tuple):
            return ir.Number(exactly(value[0]), self.unit(str(value[1]), tree), self.at(tree))
        if isinstance(value, (int, Decimal)):
            return ir.Number(exactly(value), UNITLESS, self.at(tree))
        if isinstance(value, ir.Moment):
            return ir.Moment(value.minutes, self.at(tree))
        return ir.Words(str(value), self.at(tree))

    def of(self, node: ir.Expr, of: Any, tree: Any) -> ir.Expr:
        return node if of is None else ir.Of(node, self.scope(of), self.at(tree))


def _between(low: int, high: int) -> str:
    if high == 0:
        return "no text"
    return "one text" if low == high == 1 else f"{low} to {high} texts"


_OF_EACH = ("duration", "start", "end")
"""Properties that an aggregate asks of each member of their scope: `max(start(meal))`."""


def _of_field(node: ir.Expr) -> bool:
    """Tell whether an expression is the text of a field."""
    return isinstance(node, ir.Property) and node.name == "text"


def _has_members(node: ir.Expr) -> bool:
    """Tell whether an expression is measured of items, or ranges over members itself."""
    match node:
        case ir.Arithmetic(_, left, right):
            return _has_members(left) or _has_members(right)
        case ir.RangeEnd(_, value):
            return _has_members(value)
        case ir.Property(name):
            return name == "gap"
        case ir.Count() | ir.TextMeasure() | ir.Share() | ir.Stated() | ir.Of() | ir.Aggregate():
            return False
    return True
