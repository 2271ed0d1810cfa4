"""Formulas, and compiling the text of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.core.given import GivenType
from evalspec.core.quantity import UNITLESS
from evalspec.core.record import Record, walk
from evalspec.language import ir
from evalspec.language.binding import bind
from evalspec.language.grammar import LanguageError, parse, parse_expression
from evalspec.language.lower.base import NO_DATA, Environment
from evalspec.language.lower.denials import marked
from evalspec.language.lower.expressions import Expressions
from evalspec.language.lower.scopes import PREVIOUS, THIS
from evalspec.language.lower.tokens import FLIPPED, ORDERS, trees, unquoted
from evalspec.language.names import FORMS, SEGMENTATIONS, near
from evalspec.language.operands import pattern_faults, schema_faults
from evalspec.vocabulary.languages import load_languages
from evalspec.vocabulary.lexicon import Lexicon

_RELATIONS = {
    "CONTAINS": "contains",
    "STARTS_WITH": "starts-with",
    "ENDS_WITH": "ends-with",
    "EQUALS": "equals",
    "MATCHES": "matches",
    "WRITTEN_IN": "written-in",
    "CONFORMS_TO": "conforms-to",
}

_NOT_SHARED = ("time", "one")
"""What is no amount that persons share: a time, a number."""


class Compiled(Record, frozen=True):
    """A formula of the language, compiled."""

    formula: ir.Formula
    notes: tuple[str, ...] = ()
    """Unit conversions and defaults, for `explain`."""


def compile_formula(
    text: str,
    lexicon: Lexicon,
    *,
    parameters: Mapping[str, Any] | None = None,
    environment: Environment = NO_DATA,
) -> Compiled:
    """Compile formal text to IR.

    `parameters` gives a value for each `$name`: a Decimal or int, a text, a list of texts, a
    tuple (Decimal, unit word), an `ir.Moment` or an `ir.Scope`. Raises `LanguageError` with
    every problem; places are within `text`.
    """
    tree = parse(text)
    lowering = Formulas(text, lexicon, parameters or {}, environment)
    if "$" in text:
        problems = bind(tree, lowering.parameters, lowering.at)
        if problems:
            raise LanguageError(problems)
    lowering.check_texts(tree)
    formula = lowering.formula(tree)
    if lowering.problems:
        raise LanguageError(lowering.problems)
    formula = marked(formula, denied=False)
    return Compiled(formula, tuple(dict.fromkeys(lowering.notes)))


def compile_expression(
    text: str,
    lexicon: Lexicon,
    environment: Environment = NO_DATA,
    bound: Mapping[str, GivenType | None] | None = None,
) -> ir.Expr:
    """Compile what stands on one side of a comparison; `bound` are variables over data.

    Raises `LanguageError` with every problem; places are within `text`.
    """
    tree = parse_expression(text)
    lowering = Formulas(text, lexicon, {}, environment)
    lowering.variables += bound or ()
    lowering.types.update(bound or {})
    lowering.check_texts(tree)
    expression = lowering.expression(tree)
    if lowering.problems:
        raise LanguageError(lowering.problems)
    return expression


class Formulas(Expressions):
    """Lowers one tree, from its formula down."""

    def formula(self, tree: Any) -> ir.Formula:
        result: ir.Formula = getattr(self, "formula_" + tree.data)(tree)
        return result

    def formula_conditional(self, tree: Any) -> ir.Formula:
        parts = [c for c in tree.children if c is not None and hasattr(c, "data")]
        lowered = [self.formula(part) for part in parts]
        otherwise = lowered[2] if len(lowered) > 2 else None
        return ir.If(lowered[0], lowered[1], otherwise, self.at(tree))

    def formula_disjunction(self, tree: Any) -> ir.Formula:
        return ir.Or(tuple(map(self.formula, trees(tree))), self.at(tree))

    def formula_conjunction(self, tree: Any) -> ir.Formula:
        return ir.And(tuple(map(self.formula, trees(tree))), self.at(tree))

    def formula_negation(self, tree: Any) -> ir.Formula:
        return ir.Not(self.formula(trees(tree)[0]), self.at(tree))

    def formula_quantified(self, tree: Any) -> ir.Formula:
        quantifier, variable, over, body = tree.children
        word = quantifier.children[0].type
        kinds = {"EACH": "each", "ANY": "any", "NO": "no",
                 "EXACTLY": "exactly", "AT_LEAST": "at-least", "AT_MOST": "at-most"}  # fmt: skip
        beside = getattr(
            quantifier.children[-1], "type", ""
        )  # of `next` or `adjacent`, if one is there
        number = self.whole(quantifier.children[1]) if word not in ("EACH", "ANY", "NO") else 0
        name = "" if variable is None else str(variable).split()[0]
        scope = self.reference(over) if over.data == "reference" else self.scope(over)
        outer, types = len(self.variables), dict(self.types)
        self.variables += [name, THIS, PREVIOUS] if beside else [name]
        self.types[name] = self.member_type(scope) if isinstance(scope, ir.Data) else None
        lowered = self.formula(body)
        del self.variables[outer:]
        self.types = types
        kind: Any = kinds[word]
        adjacent = beside == "ADJACENT"
        if adjacent and not isinstance(scope, ir.Scope):
            self.problem("no-neighbours", "given data has no neighbours in time; `next` goes over it",
                         quantifier.children[-1])  # fmt: skip
        return ir.Quantified(
            kind, scope, lowered, number, name, bool(beside), adjacent, self.at(tree)
        )

    def formula_using(self, tree: Any) -> ir.Formula:
        _, token, body = tree.children
        name = unquoted(token)
        if name not in SEGMENTATIONS:
            hint = near(name, SEGMENTATIONS, f"known ones: {', '.join(SEGMENTATIONS)}")
            self.problem("unknown-segmentation", f"no segmentation `{name}`", token, hint)
        return ir.Using(name, self.formula(body), self.at(tree))

    def formula_shared(self, tree: Any) -> ir.Formula:
        token, body = tree.children
        word, number, *_ = str(token).split()
        each = word.lower() == "per"
        lowered = self.formula(body)
        measures = [node for node in walk(lowered) if isinstance(node, ir.Measure)]
        dimensions = {node.unit.dimension for node in measures}
        if not any(d.startswith("currency") or (each and d not in _NOT_SHARED) for d in dimensions):
            self.problem("wrong-dimension", "no amount of which each person has a part", token)
        persons = int(number) if number.isdecimal() else int(each)
        return ir.Shared(persons, lowered, each, self.at(tree))

    def formula_compared(self, tree: Any) -> ir.Formula:
        _, left_tree, sign, right_tree = tree.children
        left, right = self.expression(left_tree), self.expression(right_tree)
        left, right = self.matched(left, right, tree)
        comparator: Any = FLIPPED.get(str(sign), str(sign))
        return ir.Compare(left, comparator, right, at=self.at(tree))

    def formula_comparison(self, tree: Any) -> ir.Formula:
        left_tree, sign, right_tree, _, slack_tree = tree.children
        left, right = self.expression(left_tree), self.expression(right_tree)
        if self.is_text(left):
            right = _as_text(right)
        left, right = self.matched(left, right, tree)
        comparator: Any = "="
        about = any(t.type == "ABOUT" for t in sign.children if t is not None)
        for token in sign.children:
            if token is not None and token.type == "COMPARATOR":
                comparator = FLIPPED.get(str(token), str(token))
        tolerance, slack = None, None
        if slack_tree is not None:
            amount = self.quantity(slack_tree)
            if amount.unit.dimension == "fraction" and amount.value.low is not None:
                tolerance = amount.value.low * amount.unit.factor
            else:
                slack = self.fitted(amount, left)
        return ir.Compare(left, comparator, right, tolerance, about, slack, self.at(tree))

    def is_text(self, node: ir.Expr) -> bool:
        """Tell whether an expression is a text of the answer or of given data."""
        return isinstance(node, ir.Field | ir.Data) and self.dimension(node) == "text"

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

    def formula_overlapping(self, tree: Any) -> ir.Formula:
        left, right = trees(tree)
        return ir.Overlapping(self.times(left), self.times(right), self.at(tree))

    def formula_emptiness(self, tree: Any) -> ir.Formula:
        value, word = tree.children
        made = self.empty_text(value, tree)
        return self.denied(made or ir.IsEmpty(self.expression(value), self.at(tree)), word, tree)

    def formula_givenness(self, tree: Any) -> ir.Formula:
        value, word = tree.children
        return self.denied(ir.IsGiven(self.reference(value), self.at(tree)), word, tree)

    def denied(self, made: ir.Formula, word: Any, tree: Any) -> ir.Formula:
        """Return a formula, or where the word for it says `not` its negation."""
        return ir.Not(made, self.at(tree)) if "not" in str(word).lower().split() else made

    def empty_text(self, value: Any, tree: Any) -> ir.Formula | None:
        """Lower `response is empty`: a scope of text that holds nothing."""
        name = str(value.children[0]) if value.data == "measure" else ""
        told = name in self.names.fields or name in self.environment.values
        if value.data != "measure" or told or len([c for c in value.children if c]) > 1:
            return None
        kind, known = self.kind(value.children[0])
        scope = ir.Scope(kind, known, at=self.at(value))  # type: ignore[arg-type]
        test = ir.TextTest("is", ("empty",), at=self.at(tree))
        if kind == "text" and known == "response":
            return test
        return ir.Quantified("each", scope, test, at=self.at(tree))

    def formula_membership(self, tree: Any) -> ir.Formula:
        value, word, of = tree.children
        pair = value.data == "pair"
        values = [_as_text(self.expression(one)) for one in (trees(value) if pair else [value])]
        held = self.expression(of)
        given = self.given_type(held)
        if given is not None:
            wanted = ("pairs", "table") if pair else ("list", "map")
            plain = pair or given.kind != "list" or given.of is None or given.of.kind != "record"
            if given.kind not in wanted or not plain:
                said = (
                    "a pair is looked up in pairs or a table"
                    if pair
                    else "expected a list or a map"
                )
                self.problem("wrong-dimension", f"{said}, not {given.text()}", of)
        return self.denied(ir.Among(tuple(values), held, self.at(tree)), word, tree)

    def formula_no_answer(self, tree: Any) -> ir.Formula:
        return ir.NoAnswer(self.at(tree))

    def formula_truth(self, tree: Any) -> ir.Formula:
        """Lower given data that are true or false: `data.priority is true`."""
        return self.denied(self.formula_alone(trees(tree)[0]), tree.children[-1], tree)

    def formula_alone(self, tree: Any) -> ir.Formula:
        """Lower a condition that is one field: `data.priority`."""
        node = self.reference(trees(tree)[0] if tree.data == "alone" else tree)
        if self.given_dimension(node) not in ("truth", "?"):
            self.problem("wrong-dimension", "only data that are true or false stand alone", tree)
        return ir.Compare(node, "=", ir.Words("true"), at=self.at(tree))

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
        name = unquoted(form) if form.type == "STRING" else str(form).lower()
        if name not in FORMS:
            hint = near(name, FORMS, f"known ones: {', '.join(FORMS)}")
            self.problem("unknown-form", f"no text form `{name}`", form, hint)
        return self.subject(subject, ir.TextTest("is", (name,), at=self.at(tree)), tree)

    def subject(self, subject: Any, test: ir.TextTest, tree: Any) -> ir.Formula:
        if subject is None:
            return test
        scope = self.scope(subject)
        if scope.kind == "text" and scope.name == "response" and not scope.filters:
            return test
        return ir.Quantified("each", scope, test, at=self.at(tree))

    def formula_judged(self, tree: Any) -> ir.Formula:
        return ir.Judged(self.asked(tree), self.at(tree))

    def formula_quoted(self, tree: Any) -> ir.Quoted:
        return ir.Quoted(self.asked(tree), self.at(tree))

    def asked(self, tree: Any) -> str:
        """Return what a judge is asked inside a formula."""
        text = unquoted(tree.children[-1]).strip()
        if not text:
            self.problem("empty-question", "what is a judge to find? say it in the quotes", tree)
        return text

    def formula_ordered(self, tree: Any) -> ir.Formula:
        first, order, second = tree.children
        relation: Any = ORDERS[order.children[0].type]
        return ir.Ordered(self.place(first), relation, self.place(second), self.at(tree))

    def place(self, node: Any) -> ir.Scope | ir.Words | ir.Quoted:
        if hasattr(node, "data"):
            if node.data == "quoted":
                return self.formula_quoted(node)
            return self.scope(node)
        return ir.Words(unquoted(node), self.at(node))

    def languages(self, texts: tuple[str, ...], node: Any) -> tuple[str, ...]:
        """Return the codes of languages given by code or English name."""
        languages = load_languages()
        known = {w: code for code, each in languages.items() for w in (code, each.name.lower())}
        for text in texts:
            if text.lower() not in known:
                hint = near(text, known, f"known ones: {', '.join(languages)}")
                self.problem("unknown-language", f"no language `{text}`", node, hint)
        return tuple(known.get(text.lower(), text) for text in texts)


def _as_text(node: ir.Expr) -> ir.Expr:
    """Take what stands in quotes as a text where a text is asked for, not as a name."""
    return ir.Words(node.name, node.at) if isinstance(node, ir.Measure) and node.quoted else node
