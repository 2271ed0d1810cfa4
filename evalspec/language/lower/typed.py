"""Given data in formulas: the type of a path, calls on sets of times, named values."""

from __future__ import annotations

from typing import Any

from evalspec.core.given import GivenType
from evalspec.core.quantity import Unit
from evalspec.language import dimension as dim
from evalspec.language import ir
from evalspec.language.grammar import LanguageError, parse_expression
from evalspec.language.lower.scopes import Scopes
from evalspec.language.lower.tokens import before_last, trees
from evalspec.language.names import near

ARITY = {"common": (1, 9), "either": (1, 9), "starts": (3, 3), "stretches": (3, 3), "most": (3, 3)}
"""Fewest and most arguments; others take one."""
_VISITED = {"place": ("text",), "window": ("span", "times"), "length": ("amount",)}
_START = {"place": ("text",), "time": ("clock",)}


class Typed(Scopes):
    """Lowering of given data."""

    def given_type(self, node: ir.Expr) -> GivenType | None:
        """Return the declared type of a path; None where nothing is declared."""
        if not isinstance(node, ir.Data):
            return None
        current = self.root_type(node)
        for step in node.path:
            current = None if current is None else current.below(step)
        return current

    def root_type(self, node: ir.Data) -> GivenType | None:
        """Return the declared type of what a path begins at."""
        if node.root != "data":
            return self.types.get(node.root)
        given = self.environment.given
        return GivenType("record", fields=given) if given else None

    def check_path(self, node: ir.Data, tree: Any) -> None:
        """Note a field that is not declared."""
        current = self.root_type(node)
        name = node.root
        for step in node.path:
            if current is None:
                return
            if current.kind == "record" and isinstance(step, str) and step not in current.fields:
                known = list(current.fields)
                hint = near(step, known, f"fields: {', '.join(known)}")
                self.problem("unknown-field", f"`{name}` has no field `{step}`", tree, hint)
                return
            if current.kind not in ("record", "map", "list", "table"):
                self.problem(
                    "unknown-field", f"`{name}` is a {current.text()}: it has no parts", tree
                )
                return
            current = current.below(step)
            name += f".{step}" if isinstance(step, str) else "[…]"

    def member_type(self, node: ir.Data) -> GivenType | None:
        """Return the type of each member that a quantifier over data binds."""
        found = self.given_type(node)
        if found is None:
            return None
        if found.kind in ("span", "times", "days"):
            return GivenType("span")
        return found.of

    def given_dimension(self, node: ir.Data) -> str:
        """Return the dimension of a path; `?` where nothing is declared."""
        found = self.given_type(node)
        return dim.UNKNOWN if found is None else found.dimension

    # -- sets of times -----------------------------------------------------------------------
    def times(self, tree: Any) -> ir.Expr:
        """Lower what must be a set of times."""
        node = self.expression(tree)
        found = self.dimension(node)
        given = self.given_type(node)
        listed = (
            given is not None
            and given.of is not None
            and given.of.kind in ("span", "times", "days")
        )
        if found not in ("times", dim.UNKNOWN) and not listed:
            from evalspec.language.printer import canonical

            said = given.text() if given is not None else found
            self.problem(
                "wrong-dimension", f"`{canonical(node)}` is no set of times: it is {said}", tree
            )
        return node

    def expression_of_times(self, tree: Any) -> ir.Expr:
        word, *rest = tree.children
        function: Any = str(word).lower()
        of = rest[-1] if before_last(tree) == "OF" else None
        arguments = [child for child in rest if hasattr(child, "data") and child is not of]
        low, high = ARITY.get(function, (1, 1))
        if not low <= len(arguments) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            self.problem(
                "wrong-arguments", f"`{function}` takes {wanted}, not {len(arguments)}", tree
            )
            return ir.Call(function, (ir.Words(""),), self.at(tree))
        if function == "most":
            nodes = [self.expression(one) for one in arguments]
            self.check_visits(nodes, tree)
        else:
            nodes = [self.times(arguments[0])]
            if function in ("common", "either"):
                nodes += [self.times(one) for one in arguments[1:]]
            else:
                nodes += [self.minutes_of(one) for one in arguments[1:]]
        return self.of(ir.Call(function, tuple(nodes), self.at(tree)), of, tree)

    def check_visits(self, nodes: list[ir.Expr], tree: Any) -> None:
        """Check what `most` searches: visits with place, window and length, a start, a table."""
        visits, start, table = map(self.given_type, nodes)
        wanted = ((visits.of if visits else None, _VISITED, "visit"), (start, _START, "start"))
        for found, fields, what in wanted:
            if found is None:
                continue
            for name, kinds in fields.items():
                field = found.fields.get(name)
                if field is None or field.kind not in kinds:
                    message = f"each {what} of `most` needs a field `{name}` ({' or '.join(kinds)})"
                    self.problem("wrong-arguments", message, tree)
        if table is not None and table.kind != "table":
            self.problem("wrong-arguments", "the third part of `most` is a table of times", tree)

    def minutes_of(self, tree: Any) -> ir.Expr:
        """Lower a length of time."""
        node = self.expression(tree)
        if isinstance(node, ir.Number) and node.unit.dimension == "one":
            unit = self.lexicon.units.get("min")
            node = ir.Number(node.value, unit, node.at) if unit is not None else node
        if self.dimension(node) not in ("time", dim.UNKNOWN):
            self.problem("wrong-dimension", "expected a length of time", tree)
        return node

    def expression_collected(self, tree: Any) -> ir.Expr:
        """Lower `each x in EXPR where (FORMULA): EXPR`; `x` is bound in the last two."""
        _, word, over, _, where, value = tree.children
        name = str(word).split()[0]
        members = self.expression(over)
        outer, types = len(self.variables), dict(self.types)
        self.variables.append(name)
        span = GivenType("span")
        self.types[name] = self.member_type(members) if isinstance(members, ir.Data) else span
        made = ir.Collected(
            name, members, ir.Data(name) if value is None else self.expression(value),
            None if where is None else self.formula(where), self.at(tree),
        )  # fmt: skip
        del self.variables[outer:]
        self.types = types
        return made

    def expression_over_members(self, tree: Any) -> ir.Expr:
        word, members = tree.children
        made = self.expression(members)
        if word.type == "COUNT":
            return ir.Call("size", (made,), self.at(tree))
        name: Any = {"average": "mean"}.get(str(word).lower(), str(word).lower())
        return ir.Aggregate(name, made, at=self.at(tree))

    def expression_widened(self, tree: Any) -> ir.Expr:
        value, by = trees(tree)
        return ir.Call("widened", (self.times(value), self.minutes_of(by)), self.at(tree))

    # -- names ------------------------------------------------------------------------------
    def held(self, tree: Any) -> ir.Expr | None:
        """Return what `count` counts when it is given data or times, not a scope."""
        if tree.data in ("reference", "of_times", "collected"):
            return self.expression(tree)
        inner = tree.children[0] if tree.data == "scope" else tree
        tokens = [t for t in getattr(inner, "children", ()) if t is not None]
        if len(tokens) == 1 and str(tokens[0]) in self.environment.values:
            return self.named_value(str(tokens[0]), tree)
        return None

    def named_value(self, name: str, tree: Any) -> ir.Expr:
        """Lower the expression that a name stands for."""
        if name in self.naming:
            chain = " → ".join((*self.naming, name))
            self.problem("value-cycle", f"values stand for each other: {chain}", tree)
            return ir.Measure(name, Unit("", dim.UNKNOWN), True)
        self.naming.append(name)
        before = len(self.problems)
        try:
            node = self.expression(parse_expression(self.environment.values[name]))
        except LanguageError as error:
            self.problem("wrong-value", error.problems[0].message, tree)
            node = ir.Measure(name, Unit("", dim.UNKNOWN), True)
        if len(self.problems) > before and len(self.naming) == 1:
            first = self.problems[before]
            del self.problems[before:]
            self.problem(first.code, f"in the value `{name}`: {first.message}", tree, first.hint)
        self.naming.pop()
        return node
