"""Parse tree → IR: names resolved, units converted, dimensions checked.

One method a grammar rule, in the order of the grammar. Problems are gathered, so one
formula reports all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Context, Decimal
from typing import Any

from evalspec.core.errors import Problem
from evalspec.core.quantity import UNITLESS, Interval, Unit, exactly
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.spec import dimension as dim
from evalspec.spec import ir
from evalspec.spec.binding import bind
from evalspec.spec.grammar import LanguageError, parse, place
from evalspec.spec.names import (
    ARGUMENTS,
    FORMS,
    GENERIC,
    SEGMENTATIONS,
    TEXT_MEASURES,
    TEXT_SCOPES,
    WEEKDAYS,
    Names,
    near,
)  # fmt: skip
from evalspec.spec.operands import Fault, pattern_faults, schema_faults
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.languages import load_languages
from evalspec.vocabulary.lexicon import Lexicon

_FLIPPED = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
_NOTED = Context(prec=15)
"""Digits of a conversion in a note."""
_RELATIONS = {
    "CONTAINS": "contains",
    "STARTS_WITH": "starts-with",
    "ENDS_WITH": "ends-with",
    "EQUALS": "equals",
    "MATCHES": "matches",
    "WRITTEN_IN": "written-in",
    "CONFORMS_TO": "conforms-to",
}
_WINDOWS = {
    "BEFORE_TIME": "before",
    "AFTER_TIME": "after",
    "STARTING": "starting",
    "STARTING_BY": "starting-by",
    "ENDING": "ending",
    "ENDING_BY": "ending-by",
    "AT": "at",
}
_ORDERS = {
    "BEFORE": "before",
    "AFTER": "after",
    "RIGHT_BEFORE": "immediately-before",
    "RIGHT_AFTER": "immediately-after",
    "PRECEDING": "before",
    "FOLLOWING": "after",
    "RIGHT_PRECEDING": "immediately-before",
    "RIGHT_FOLLOWING": "immediately-after",
}


PREVIOUS = "previous"
"""The variable that `each next` binds to the member before."""


class Compiled(Record, frozen=True):
    """A formula of the language, compiled."""

    formula: ir.Formula
    notes: tuple[str, ...] = ()
    """Unit conversions and defaults, for `explain`."""


def compile_formula(
    text: str,
    lexicon: Lexicon,
    at: At = NOWHERE,
    *,
    parameters: Mapping[str, Any] | None = None,
) -> Compiled:
    """Compile formal text to IR.

    `parameters` gives a value for each `$name`: a Decimal or int, a text, a list of texts, a
    tuple (Decimal, unit word), an `ir.Moment` or an `ir.Scope`. Raises `LanguageError` with
    every problem; places are within `text`.
    """
    tree = parse(text)
    lowering = Lowering(text, lexicon, parameters or {})
    if "$" in text:
        problems = bind(tree, lowering.parameters, lowering.at)
        if problems:
            raise LanguageError(problems)
    formula = lowering.formula(tree)
    if lowering.problems:
        raise LanguageError(lowering.problems)
    return Compiled(formula, tuple(dict.fromkeys(lowering.notes)))


class Lowering:
    """Lowers one tree; holds the problems and notes met on the way."""

    def __init__(self, text: str, lexicon: Lexicon, parameters: Mapping[str, Any]) -> None:
        self.text = text
        self.lexicon = lexicon
        self.names = Names(lexicon)
        self.parameters = parameters
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.variables: list[str] = []

    def problem(self, code: str, message: str, node: Any, hint: str = "") -> None:
        self.problems.append(Problem(code, message, self.at(node), hint=hint))

    def at(self, node: Any) -> At:
        meta = getattr(node, "meta", node)
        start = getattr(meta, "start_pos", None)
        if start is None:
            return NOWHERE
        return place(self.text, start, getattr(meta, "end_pos", start + 1) or start + 1)

    # -- formulas ---------------------------------------------------------------------
    def formula(self, tree: Any) -> ir.Formula:
        result: ir.Formula = getattr(self, "formula_" + tree.data)(tree)
        return result

    def formula_conditional(self, tree: Any) -> ir.Formula:
        parts = [c for c in tree.children if c is not None and hasattr(c, "data")]
        lowered = [self.formula(part) for part in parts]
        otherwise = lowered[2] if len(lowered) > 2 else None
        return ir.If(lowered[0], lowered[1], otherwise, self.at(tree))

    def formula_disjunction(self, tree: Any) -> ir.Formula:
        return ir.Or(tuple(map(self.formula, _trees(tree))), self.at(tree))

    def formula_conjunction(self, tree: Any) -> ir.Formula:
        return ir.And(tuple(map(self.formula, _trees(tree))), self.at(tree))

    def formula_negation(self, tree: Any) -> ir.Formula:
        return ir.Not(self.formula(_trees(tree)[0]), self.at(tree))

    def formula_quantified(self, tree: Any) -> ir.Formula:
        quantifier, variable, over, body = tree.children
        word = quantifier.children[0].type
        kinds = {"EACH": "each", "EACH_NEXT": "each-next", "ANY": "any", "NO": "no",
                 "EXACTLY": "exactly", "AT_LEAST": "at-least", "AT_MOST": "at-most"}  # fmt: skip
        number = 0
        if len(quantifier.children) > 1:
            number = self.whole(quantifier.children[1])
        name = "" if variable is None else str(variable).split()[0]
        scope = self.reference(over) if over.data == "reference" else self.scope(over)
        outer = len(self.variables)
        self.variables += [name, PREVIOUS] if word == "EACH_NEXT" else [name]
        lowered = self.formula(body)
        del self.variables[outer:]
        kind: Any = kinds[word]
        return ir.Quantified(kind, scope, lowered, number, name, self.at(tree))

    def formula_using(self, tree: Any) -> ir.Formula:
        _, token, body = tree.children
        name = _unquoted(token)
        if name not in SEGMENTATIONS:
            self.problem("unknown-segmentation", f"no segmentation `{name}`", token,
                         near(name, list(SEGMENTATIONS))
                         or f"known ones: {', '.join(SEGMENTATIONS)}")  # fmt: skip
        return ir.Using(name, self.formula(body), self.at(tree))

    def formula_compared(self, tree: Any) -> ir.Formula:
        _, left_tree, sign, right_tree = tree.children
        left, right = self.expression(left_tree), self.expression(right_tree)
        left, right = self.matched(left, right, tree)
        comparator: Any = _FLIPPED.get(str(sign), str(sign))
        return ir.Compare(left, comparator, right, at=self.at(tree))

    def formula_comparison(self, tree: Any) -> ir.Formula:
        left_tree, sign, right_tree, _, slack_tree = tree.children
        left, right = self.expression(left_tree), self.expression(right_tree)
        left, right = self.matched(left, right, tree)
        comparator: Any = "="
        about = any(t.type == "ABOUT" for t in sign.children if t is not None)
        for token in sign.children:
            if token is not None and token.type == "COMPARATOR":
                comparator = _FLIPPED.get(str(token), str(token))
        tolerance, slack = None, None
        if slack_tree is not None:
            amount = self.quantity(slack_tree)
            if amount.unit.dimension == "fraction" and amount.value.low is not None:
                tolerance = amount.value.low * amount.unit.factor
            else:
                slack = self.fitted(amount, left)
        return ir.Compare(left, comparator, right, tolerance, about, slack, self.at(tree))

    def formula_between(self, tree: Any) -> ir.Formula:
        value_tree, _, low_tree, _, high_tree = tree.children
        value = self.expression(value_tree)
        low, high = self.expression(low_tree), self.expression(high_tree)
        if isinstance(low, ir.Number) and isinstance(high, ir.Number) and low.unit == UNITLESS:
            low = ir.Number(low.value, high.unit, low.at)
        value, low = self.matched(value, low, tree)
        value, high = self.matched(value, high, tree)
        return ir.Between(value, low, high, self.at(tree))

    def formula_inside(self, tree: Any) -> ir.Formula:
        value, _, ranges = tree.children
        return ir.Inside(self.expression(value), self.expression(ranges), self.at(tree))

    def formula_exists(self, tree: Any) -> ir.Formula:
        word, scope = tree.children
        exists = ir.Exists(self.scope(scope), self.at(tree))
        return exists if word.type == "EXISTS" else ir.Not(exists, self.at(tree))

    def formula_text_test(self, tree: Any) -> ir.Formula:
        subject, relation, operands, inside, case = tree.children
        name = _RELATIONS[relation.children[0].type]
        mode, texts = self.operands(operands)
        if name == "matches":
            self.check_operands(texts, pattern_faults, operands)
        if name == "written-in":
            texts = self.languages(texts, operands)
        if name == "conforms-to":
            self.check_operands(texts, schema_faults, operands)
        whole = name not in ("matches", "written-in", "conforms-to") and inside is None
        test = ir.TextTest(name, texts, mode, whole, case is not None, self.at(tree))
        return self.subject(subject, test, tree)

    def formula_form_test(self, tree: Any) -> ir.Formula:
        subject, _, form = tree.children
        name = _unquoted(form) if form.type == "STRING" else str(form).lower()
        if name not in FORMS:
            known = ", ".join(FORMS)
            self.problem("unknown-form", f"no text form `{name}`", form,
                         near(name, list(FORMS)) or f"known ones: {known}")  # fmt: skip
        return self.subject(subject, ir.TextTest("is", (name,), at=self.at(tree)), tree)

    def subject(self, subject: Any, test: ir.TextTest, tree: Any) -> ir.Formula:
        if subject is None:
            return test
        scope = self.scope(subject)
        if scope.kind == "text" and scope.name == "response" and not scope.filters:
            return test
        return ir.Quantified("each", scope, test, at=self.at(tree))

    def formula_ordered(self, tree: Any) -> ir.Formula:
        first, order, second = tree.children
        relation: Any = _ORDERS[order.children[0].type]
        return ir.Ordered(self.place(first), relation, self.place(second), self.at(tree))

    def place(self, node: Any) -> ir.Scope | ir.Words:
        if hasattr(node, "data"):
            return self.scope(node)
        return ir.Words(_unquoted(node), self.at(node))

    def operands(self, tree: Any) -> tuple[Any, tuple[str, ...]]:
        mode = "any"
        texts = []
        for token in tree.children:
            if token.type == "MODE":
                mode = str(token).split()[0].lower()
            else:
                texts.append(_unquoted(token))
        return mode, tuple(texts)

    def languages(self, texts: tuple[str, ...], node: Any) -> tuple[str, ...]:
        """Return the codes of languages given by code or English name."""
        languages = load_languages()
        known = {w: code for code, each in languages.items() for w in (code, each.name.lower())}
        for text in texts:
            if text.lower() not in known:
                hint = near(text, list(known)) or f"known ones: {', '.join(languages)}"
                self.problem("unknown-language", f"no language `{text}`", node, hint)
        return tuple(known.get(text.lower(), text) for text in texts)

    def check_operands(
        self, texts: tuple[str, ...], faults: Callable[[str], Iterable[Fault]], node: Any
    ) -> None:
        for text in texts:
            for code, message in faults(text):
                self.problem(code, message, node)

    # -- expressions ------------------------------------------------------------------
    def expression(self, tree: Any) -> ir.Expr:
        result: ir.Expr = getattr(self, "expression_" + tree.data)(tree)
        return result

    def expression_sum(self, tree: Any) -> ir.Expr:
        left, sign, right = tree.children
        operator: Any = "+" if sign.type == "PLUS" else "-"
        first, second = self.matched(self.expression(left), self.expression(right), tree)
        return ir.Arithmetic(operator, first, second, self.at(tree))

    def expression_product(self, tree: Any) -> ir.Expr:
        left, sign, right = tree.children
        operator: Any = {"TIMES": "*", "DIVIDED": "/", "MOD": "mod"}[sign.type]
        return ir.Arithmetic(operator, self.expression(left), self.expression(right), self.at(tree))

    def expression_quantity(self, tree: Any) -> ir.Expr:
        return self.quantity(tree)

    def quantity(self, tree: Any) -> ir.Number:
        numbers: list[Decimal] = []
        sign, unit = Decimal(1), UNITLESS
        for token in tree.children:
            if token is None or token.type == "RANGE":
                continue
            if token.type == "SIGN":
                sign = Decimal(-1)
            elif token.type == "NUMBER":
                numbers.append(_number(token))
            else:
                unit = self.unit(str(token), token)
        low, high = numbers[0] * sign, (numbers[-1] if len(numbers) > 1 else numbers[0] * sign)
        if low > high:
            self.problem("wrong-range", f"the range {low} to {high} runs backwards", tree)
        return ir.Number(Interval(min(low, high), max(low, high)), unit, self.at(tree))

    def unit(self, word: str, node: Any) -> Unit:
        found = self.lexicon.units.get(word) or self.lexicon.units.get(fold(word) or word)
        if found is None:
            known = [w for w in self.lexicon.units if len(w) > 1]
            self.problem("unknown-unit", f"`{word}` is not a unit", node, near(word, known))
            return UNITLESS
        return found

    def expression_aggregate(self, tree: Any) -> ir.Expr:
        function, value, _, per, _, of = _padded(tree.children, 6)
        name: Any = {"average": "mean"}.get(str(function).lower(), str(function).lower())
        over = None if per is None else self.scope(per)
        node = ir.Aggregate(name, self.expression(value), over, self.at(tree))
        return self.of(node, of, tree)

    def expression_count(self, tree: Any) -> ir.Expr:
        word, scope, _, of = _padded(tree.children, 4)
        node = ir.Count(self.scope(scope), word.type == "DISTINCT", self.at(tree))
        return self.of(node, of, tree)

    def expression_call(self, tree: Any) -> ir.Expr:
        word = tree.children[0]
        name: Any = str(word).lower()
        of = tree.children[-1] if _token_before_last(tree) == "OF" else None
        inner = [c for c in tree.children[1:] if hasattr(c, "data") and c is not of]
        scopes: list[ir.Scope] = []
        for part in inner:
            if part.data in ("scope", "entry"):
                scopes.append(self.scope(part))
            else:
                last = scopes.pop()
                scopes.append(_with_filter(last, self.filter(part)))
        if name in ("duration",) and not scopes and self.names.measures.get("duration"):
            return self.of(self.measure_named("duration", word, tree), of, tree)
        if name == "slot":
            node: ir.Expr = ir.Data("slot", at=self.at(tree))
        else:
            node = ir.Property(name, tuple(scopes), self.at(tree))
        return self.of(node, of, tree)

    def expression_share(self, tree: Any) -> ir.Expr:
        word, first_tree, second_tree = tree.children
        first, second = self.expression(first_tree), self.expression(second_tree)
        first, second = self.matched(first, second, tree)
        if word.type == "SHARE":
            return ir.Share(first, second, self.at(tree))
        return ir.Arithmetic("difference", first, second, self.at(tree))

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
        found = self.names.measures.get(fold(name))
        if found is not None and given is None:
            return ir.Measure(found, self.canonical_unit(found), at=self.at(tree))
        lowered = name.lower()
        plural = next((m for m in TEXT_MEASURES if fold(m) == fold(lowered)), None)
        if plural is not None:
            texts = () if given is None else tuple(_word(token) for token in given.children)
            low, high = ARGUMENTS.get(plural, (0, 0))
            if not low <= len(texts) <= high:
                message = f"`{plural}` takes {_between(low, high)}, not {len(texts)}"
                self.problem("wrong-arguments", message, tree)
            return ir.TextMeasure(plural, texts, at=self.at(tree))
        hint = near(name, self.names.known_measures()) or 'quote a name of the response: "Qty"'
        self.problem("unknown-measure", f"no measure `{name}` in this vocabulary", word, hint)
        return ir.Measure(name, Unit("", dim.UNKNOWN), True, self.at(tree))

    def canonical_unit(self, measure: str) -> Unit:
        entry = self.lexicon.measures[measure]
        unit = self.lexicon.units.get(fold(entry.unit) or entry.unit)
        return unit or Unit(entry.unit, entry.dimension)

    def expression_label(self, tree: Any) -> ir.Expr:
        token, _, of = _padded(tree.children, 3)
        name = _unquoted(token)
        found = self.names.measures.get(fold(name))
        if found is not None and found == name:
            node: ir.Expr = ir.Measure(found, self.canonical_unit(found), at=self.at(tree))
        else:
            node = ir.Measure(name, Unit("", dim.UNKNOWN), True, self.at(tree))
        return self.of(node, of, tree)

    def expression_moment(self, tree: Any) -> ir.Expr:
        return ir.Moment(self.minutes(tree.children[0]), self.at(tree))

    def expression_date(self, tree: Any) -> ir.Expr:
        return ir.DateLiteral(str(tree.children[0]), self.at(tree))

    def expression_reference(self, tree: Any) -> ir.Expr:
        return self.reference(tree)

    def reference(self, tree: Any) -> ir.Data:
        root, *fields = str(tree.children[0]).split(".")
        if root not in ("data", "slot", *self.variables):
            known = [v for v in self.variables if v]
            self.problem("unknown-variable", f"no variable `{root}` is bound here", tree,
                         f"bound ones: {', '.join(known)}" if known else "")  # fmt: skip
        path: list[str | int | ir.Expr] = list(fields)
        for part in tree.children[1:]:
            if part is None:
                continue
            if hasattr(part, "data"):
                path.append(self.expression(part))
            else:
                path.append(_unquoted(part) if part.type == "STRING" else int(_number(part)))
        return ir.Data(root, tuple(path), self.at(tree))

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

    # -- scopes -----------------------------------------------------------------------
    def scope(self, tree: Any) -> ir.Scope:
        if tree.data == "scope" and hasattr(tree.children[0], "data"):
            return self.scope(tree.children[0])
        of = tree.children[-1] if _token_before_last(tree) == "OF" else None
        within = None if of is None else self.scope(of)
        filters: list[ir.Filter] = []
        kind, name = "", ""
        for part in tree.children:
            if part is None or part is of or getattr(part, "type", "") == "OF":
                continue
            if not hasattr(part, "data"):
                kind, name = self.kind(part)
            elif part.data == "position":
                filters.append(self.position(part))
            elif part.data == "arguments":
                filters.append(ir.Named(tuple(self.argument(t) for t in part.children)))
            else:
                filters.append(self.filter(part))
        known: Any = kind
        return ir.Scope(known, name, tuple(filters), within, self.at(tree))

    def argument(self, token: Any) -> str:
        """Return the name in brackets: of a category, or in quotes as it is written."""
        return _word(token) if token.type == "STRING" else self.activity(_word(token))

    def activity(self, name: str) -> str:
        """Return the category that a name belongs to, else the name."""
        return self.names.categories.get(fold(name), name)

    def kind(self, token: Any) -> tuple[str, str]:
        """Resolve the head of a scope to its kind and canonical name."""
        if token.type == "STRING":
            name = _unquoted(token)
            category = self.names.categories.get(fold(name))
            if category is not None and category == name:
                return "category", category
            return "label", name
        word = str(token)
        folded = fold(word)
        if word in self.variables:
            return "variable", word
        if folded == "response":
            return "text", "response"
        if folded in GENERIC and (folded != "block" or "block" not in self.lexicon.ranks):
            return folded, folded
        if folded == "block":
            return "block", "block"
        if folded in self.names.ranks:
            return "rank", self.names.ranks[folded]
        if folded in TEXT_SCOPES:
            return "text", folded
        if folded in self.names.categories:
            return "category", self.names.categories[folded]
        if folded in self.names.members:
            return "label", word.lower()
        hint = near(word, self.names.known_scopes()) or f'quote a name of the response: "{word}"'
        self.problem("unknown-scope", f"no scope `{word}` in this vocabulary", token, hint)
        return "label", word

    def position(self, tree: Any) -> ir.Filter:
        tokens = [t for t in tree.children if t is not None]
        number = self.whole(tokens[1]) if len(tokens) > 1 else 1
        kind: Any = tokens[0].type.lower()
        return (
            ir.Ordinal(kind, 1, number) if kind != "every" else ir.Ordinal("every", number, number)
        )

    def filter(self, tree: Any) -> ir.Filter:
        result: ir.Filter = getattr(self, "filter_" + tree.data)(tree)
        return result

    def filter_ordinal(self, tree: Any) -> ir.Filter:
        numbers = [self.whole(t) for t in tree.children if t is not None and t.type == "NUMBER"]
        if len(numbers) == 1:
            return ir.Ordinal("number", numbers[0], numbers[0])
        return ir.Ordinal("range", numbers[0], numbers[1])

    def filter_from_end(self, tree: Any) -> ir.Filter:
        number = self.whole(tree.children[0])
        return ir.Ordinal("from-end", number, number)

    def filter_separated(self, tree: Any) -> ir.Filter:
        separator = _unquoted(tree.children[-1])
        if not separator:
            self.problem("missing-text", "`separated by` needs a text", tree)
        return ir.Separated(separator)

    def filter_named(self, tree: Any) -> ir.Filter:
        _, texts = self.operands(tree.children[-1])
        return ir.Named(texts)

    def filter_under(self, tree: Any) -> ir.Filter:
        return ir.Heading(_unquoted(tree.children[-1]))

    def filter_part(self, tree: Any) -> ir.Filter:
        token = tree.children[-1]
        part = str(token).lower()
        known = list(self.lexicon.parts_of_day)
        if part not in known:
            self.problem("unknown-part", f"no part of the day `{token}`", token,
                         near(part, known) or f"known ones: {', '.join(known)}")  # fmt: skip
        return ir.DuringPart(part)

    def filter_window(self, tree: Any) -> ir.Filter:
        tokens = [t for t in tree.children if t is not None]
        if tokens[0].type == "FROM":
            return ir.TimeWindow("from-to", self.minutes(tokens[1]), self.minutes(tokens[3]))
        kind: Any = _WINDOWS[tokens[0].type]
        return ir.TimeWindow(kind, self.minutes(tokens[1]))

    def filter_lasting(self, tree: Any) -> ir.Filter:
        comparator: Any = "="
        for token in tree.children:
            if getattr(token, "type", "") == "COMPARATOR":
                comparator = _FLIPPED.get(str(token), str(token))
        amount = self.quantity(tree.children[-1])
        if amount.unit.dimension not in ("time", "one"):
            message = f"`lasting` needs a length of time, not {_dimension_text(amount.unit)}"
            self.problem("wrong-dimension", message, tree)
        return ir.Lasting(comparator, amount.value.scaled(amount.unit.factor))

    def filter_relative(self, tree: Any) -> ir.Filter:
        word, scope = tree.children
        relation: Any = _ORDERS[word.type]
        return ir.BeforeEntry(relation, self.scope(scope))

    def filter_extreme(self, tree: Any) -> ir.Filter:
        kind: Any = str(tree.children[1]).lower()
        return ir.Extreme(kind, self.expression(tree.children[2]))

    def filter_where(self, tree: Any) -> ir.Filter:
        return ir.Where(self.formula(_trees(tree)[0]))

    def filter_except(self, tree: Any) -> ir.Filter:
        return ir.Except(self.filter(tree.children[-1]))

    def filter_dated(self, tree: Any) -> ir.Filter:
        tokens = [t for t in tree.children if t is not None and t.type in ("NAME", "DATE")]
        if tokens[0].type == "DATE":
            return ir.OnDate(low=str(tokens[0]), high=str(tokens[-1]))
        words = [str(t).lower() for t in tokens]
        if words == ["weekend"]:
            return ir.OnDate((6, 7))
        if fold(words[0]) == "weekday":
            return ir.OnDate((1, 2, 3, 4, 5))
        numbers = []
        for word, token in zip(words, tokens, strict=True):
            if word not in WEEKDAYS:
                hint = near(word, list(WEEKDAYS))
                self.problem("unknown-weekday", f"no weekday `{token}`", token, hint)
            numbers.append(WEEKDAYS.get(word, 1))
        if len(numbers) == 2:
            return ir.OnDate(tuple(range(numbers[0], numbers[1] + 1)))
        return ir.OnDate(tuple(numbers))

    # -- dimensions -------------------------------------------------------------------
    def matched(self, left: ir.Expr, right: ir.Expr, tree: Any) -> tuple[ir.Expr, ir.Expr]:
        """Check that two sides have one dimension; give bare numbers the other's unit."""
        if isinstance(right, ir.Number):
            right = self.fitted(right, left)
        elif isinstance(left, ir.Number):
            left = self.fitted(left, right)
        first, second = self.dimension(left), self.dimension(right)
        if not dim.agree(first, second):
            from evalspec.spec.printer import canonical

            message = (
                f"`{canonical(left)}` is {_article(first)} and `{canonical(right)}` is "
                f"{_article(second)}; they cannot be compared"
            )
            self.problem("wrong-dimension", message, tree)
        return left, right

    def fitted(self, number: ir.Number, other: ir.Expr) -> ir.Number:
        unit = self.unit_of(other)
        if unit is None or unit.dimension in ("one", dim.UNKNOWN):
            return number
        if number.unit == UNITLESS and unit.name and not unit.dimension.startswith("count:"):
            self.notes.append(
                f"{number.value.text()} is taken as {number.value.text()} {unit.name}"
            )
            return ir.Number(number.value, unit, number.at)
        same = number.unit.dimension == unit.dimension
        if same and number.unit.factor != unit.factor and unit.offset == number.unit.offset:
            exact = number.value.scaled(number.unit.factor / unit.factor)
            low, high = (
                None if end is None else _NOTED.plus(end) for end in (exact.low, exact.high)
            )
            converted = Interval(low, high)
            self.notes.append(
                f"{number.value.text()} {number.unit.name} = {converted.text()} {unit.name}"
            )
        return number

    def unit_of(self, node: ir.Expr) -> Unit | None:
        match node:
            case ir.Number() | ir.Measure():
                return node.unit
            case ir.Aggregate() | ir.Of():
                return self.unit_of(node.value)
            case ir.Arithmetic(operator=operator) if operator in ("+", "-", "difference"):
                return self.unit_of(node.left)
            case ir.Property(name=name) if name in ("duration", "gap", "overlap"):
                return self.lexicon.units.get("min")
        return None

    def dimension(self, node: ir.Expr) -> str:
        """Return the dimension of an expression by name."""
        match node:
            case ir.Number() | ir.Measure():
                return node.unit.dimension or "one"
            case ir.Moment():
                return "clock"
            case ir.DateLiteral():
                return "date"
            case ir.Words():
                return "text"
            case ir.Aggregate() | ir.Of():
                return self.dimension(node.value)
            case ir.Count() | ir.TextMeasure():
                return "one"
            case ir.Share():
                return "fraction"
            case ir.Data():
                return dim.UNKNOWN
            case ir.Arithmetic(operator="mod"):
                return self.dimension(node.left)
            case ir.Arithmetic(operator=operator) if operator in ("*", "/"):
                left, right = self.dimension(node.left), self.dimension(node.right)
                return dim.combine(left, operator, right)
            case ir.Arithmetic():
                left = self.dimension(node.left)
                return "time" if left == "clock" else left
            case ir.Property():
                return _PROPERTY_DIMENSION[node.name]
        raise AssertionError(node)

    # -- tokens -----------------------------------------------------------------------
    def whole(self, token: Any) -> int:
        number = _number(token)
        if number != number.to_integral_value() or number > 1_000_000:
            self.problem("wrong-number", f"`{token}` must be a whole number", token)
            return 1
        return int(number)

    def minutes(self, token: Any) -> int:
        """Read `17:00`, `5 pm`, `5:30 p.m.` as minutes since midnight."""
        text = str(token).lower().replace(".", "").replace(" ", "")
        half = text[-2:] if text.endswith(("am", "pm")) else ""
        hours, _, minutes = text.removesuffix(half).partition(":")
        hour, minute = int(hours), int(minutes or 0)
        if minute > 59 or hour > (12 if half else 24) or (half and hour == 0):
            self.problem("wrong-time", f"`{token}` is not a time of day", token)
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0)
        return hour * 60 + minute


_PROPERTY_DIMENSION = {
    "start": "clock",
    "end": "clock",
    "duration": "time",
    "gap": "time",
    "overlap": "time",
    "position": "one",
    "name": "text",
    "text": "text",
    "date": "date",
    "weekday": "date",
}


def _between(low: int, high: int) -> str:
    if high == 0:
        return "no text"
    return "one text" if low == high == 1 else f"{low} to {high} texts"


def _trees(tree: Any) -> list[Any]:
    return [child for child in tree.children if hasattr(child, "data")]


def _padded(children: list[Any], length: int) -> list[Any]:
    return [*children, *[None] * (length - len(children))]


def _token_before_last(tree: Any) -> str:
    return getattr(tree.children[-2], "type", "") if len(tree.children) > 1 else ""


def _with_filter(scope: ir.Scope, added: ir.Filter) -> ir.Scope:
    return ir.Scope(scope.kind, scope.name, (*scope.filters, added), scope.within, scope.at)


def _word(token: Any) -> str:
    return _unquoted(token) if token.type == "STRING" else str(token)


def _unquoted(token: Any) -> str:
    text = str(token)
    if text[0] == "'":
        return text[1:-1].replace("\\'", "'").replace("\\\\", "\\")
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text[1:-1]


def _number(token: Any) -> Decimal:
    return Decimal(str(token).replace(",", ""))


def _dimension_text(unit: Unit) -> str:
    return _article(unit.dimension)


_DIMENSION_WORDS = {
    "one": "a plain number",
    "fraction": "a share",
    "clock": "a time of day",
    "text": "a text",
    "date": "a date",
    "currency": "an amount of money",
    "time": "a length of time",
}


def _article(dimension: str) -> str:
    if dimension in _DIMENSION_WORDS:
        return _DIMENSION_WORDS[dimension]
    if dimension.startswith("currency:"):
        return f"an amount of money ({dimension[9:]})"
    if dimension.startswith("count:"):
        return f"a number of {dimension[6:]}s"
    return f"{'an' if dimension[:1] in 'aeiou' else 'a'} {dimension}"
