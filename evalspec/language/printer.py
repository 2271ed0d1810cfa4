"""IR → canonical text: one spelling for every meaning; parsing it gives the same IR back."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, assert_never

from evalspec.core.quantity import UNITLESS, Interval, plain
from evalspec.core.timeset import WEEKDAYS
from evalspec.language import ir
from evalspec.language.names import MONTHS, date_text

_RELATION = {
    "starts-with": "starts with",
    "ends-with": "ends with",
    "written-in": "written in",
    "conforms-to": "conforms to",
}
_COUNTED = {
    "occurrences": "occurrences of",
    "distinct-occurrences": "distinct occurrences of",
    "matches": "occurrences of pattern",
}
_QUANTIFIER = {"exactly": "exactly", "at-least": "at least", "at-most": "at most"}
_WINDOW = {"starting-by": "starting by", "ending-by": "ending by"}
_RELATIVE = {
    "before": "preceding",
    "after": "following",
    "immediately-before": "immediately preceding",
    "immediately-after": "immediately following",
}

# Binding strength, loosest first; a part is put in brackets when it binds less than its place.
# What ends in an `if` binds as loosely as one, whatever it begins with: `each day: if a then b`
# would take in all that follows.
_IF, _OR, _AND, _UNARY, _ATOM = range(5)


def canonical(node: Any) -> str:
    """Write any IR node canonically."""
    if isinstance(node, ir.Scope):
        return scope_text(node)
    if isinstance(node, ir.Formula.__args__):  # type: ignore[attr-defined]
        return formula_text(node)
    return expression_text(node)


def formula_text(node: ir.Formula, place: int = _IF) -> str:
    """Write a formula, in brackets when `place` needs it to bind more tightly."""
    text, strength = _formula(node)
    return text if strength >= place else f"({text})"


def _formula(node: ir.Formula) -> tuple[str, int]:
    match node:
        case ir.If(test, then, otherwise):
            text = f"if {formula_text(test, _OR)} then {formula_text(then, _OR)}"
            if otherwise is not None:
                text += f" else {formula_text(otherwise)}"
            return text, _IF
        case ir.Or(parts):
            return " or ".join(formula_text(part, _AND) for part in parts), _OR
        case ir.And(parts):
            return " and ".join(formula_text(part, _UNARY) for part in parts), _AND
        case ir.Not(part):
            return f"not {formula_text(part, _UNARY)}", _UNARY
        case ir.Quantified():
            return _quantified(node)
        case ir.Using(segmentation, body):
            return _headed(f"using {_quoted(segmentation)}", body)
        case ir.Shared(persons, body, each):
            whom = f"for {persons or 'all'} person{'s' * (persons != 1)}"
            return _headed("per person" if each else whom, body)
        case ir.Compare():
            return _comparison(node), _ATOM
        case ir.Between(value, low, high):
            ends = f"{expression_text(low)} and {expression_text(high)}"
            return f"{expression_text(value)} between {ends}", _ATOM
        case ir.Inside(value, ranges):
            return f"{expression_text(value)} within {expression_text(ranges)}", _ATOM
        case ir.Overlapping(left, right):
            return f"{expression_text(left)} overlaps {expression_text(right)}", _ATOM
        case ir.IsEmpty(value):
            return f"{expression_text(value)} is empty", _ATOM
        case ir.IsGiven(value):
            return f"{expression_text(value)} is given", _ATOM
        case ir.Among((value,), of):
            return f"{expression_text(value)} is one of {expression_text(of)}", _ATOM
        case ir.Among(values, of):
            names = ", ".join(map(expression_text, values))
            return f"pair({names}) in {expression_text(of)}", _ATOM
        case ir.NoAnswer():
            return "answer is none", _ATOM
        case ir.Judged(text):
            return f"judged({_quoted(text)})", _ATOM
        case ir.Quoted():
            return _place(node), _ATOM
        case ir.Exists(scope):
            return f"exists {scope_text(scope)}", _ATOM
        case ir.TextTest():
            return _text_test(node), _ATOM
        case ir.Ordered(first, relation, second):
            order = relation.replace("-", " ")
            return f"{_place(first)} {order} {_place(second)}", _ATOM
    assert_never(node)


def _quantified(node: ir.Quantified) -> tuple[str, int]:
    over = node.scope
    body = node.body
    if _of_one_text(node) and isinstance(over, ir.Scope) and isinstance(body, ir.TextTest):
        return f"{scope_text(over)} {_text_test(body)}", _ATOM
    word = node.quantifier
    head = f"{_QUANTIFIER[word]} {node.number} of" if word in _QUANTIFIER else word
    if node.next:
        head += " adjacent" if node.adjacent else " next"
    if node.variable:
        head += f" {node.variable} in"
    scope = scope_text(over) if isinstance(over, ir.Scope) else expression_text(over)
    return _headed(f"{head} {scope}", body)


def _headed(head: str, body: ir.Formula) -> tuple[str, int]:
    """Write what stands before a colon with its body; an `if` needs no brackets there."""
    text, strength = _formula(body)
    if _IF < strength < _UNARY:
        return f"{head}: ({text})", _UNARY
    return f"{head}: {text}", min(strength, _UNARY)


def _of_one_text(node: ir.Quantified) -> bool:
    """Tell whether `paragraph 2 starts with "a"` says it; of the response, nothing is quantified."""
    over = node.scope
    return (
        node.quantifier == "each"
        and not node.variable
        and not node.next
        and isinstance(over, ir.Scope)
        and over.kind != "label"
        and (over.name != "response" or bool(over.filters))
    )


def _comparison(node: ir.Compare) -> str:
    if isinstance(node.left, ir.Data) and node.right == ir.Words("true"):
        return f"{expression_text(node.left)} is {'not ' if node.comparator == '!=' else ''}true"
    sign = node.comparator + (" about" if node.about else "")
    text = f"{expression_text(node.left)} {sign} {expression_text(node.right)}"
    if node.tolerance is not None:
        text += f" ± {plain(node.tolerance * 100)} %"
    if node.slack is not None:
        text += f" ± {expression_text(node.slack)}"
    return text


def _text_test(node: ir.TextTest) -> str:
    if node.relation == "is":
        form = node.operands[0]
        return f"is {form}" if form.isalpha() else f"is {_quoted(form)}"
    relation = _RELATION.get(node.relation, node.relation)
    whole = node.whole_words or node.relation in ("matches", "written-in", "conforms-to")
    return f"{relation} {_operands(node.operands, node.mode)}{_flags(whole, node.case_sensitive)}"


def _flags(whole_words: bool, case_sensitive: bool) -> str:
    inside = "" if whole_words else " inside words"
    return inside + (" exactly as written" if case_sensitive else "")


def _operands(texts: tuple[str, ...], mode: str = "any") -> str:
    if len(texts) == 1 and mode == "any":
        return _quoted(texts[0])
    return f"{mode} of [{', '.join(map(_quoted, texts))}]"


def _place(node: ir.Scope | ir.Words | ir.Quoted) -> str:
    if isinstance(node, ir.Quoted):
        return f"quote({_quoted(node.text)})"
    return _quoted(node.text) if isinstance(node, ir.Words) else scope_text(node)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# -- expressions ----------------------------------------------------------------------
def expression_text(node: ir.Expr, inside_product: bool = False) -> str:
    """Write an expression."""
    match node:
        case ir.Number():
            return amount_text(node.value, node.unit.name if node.unit != UNITLESS else "")
        case ir.Moment(minutes):
            return _clock(minutes)
        case ir.DateLiteral(text):
            return _date(text) if text[-1:].isdigit() else _quoted(text)
        case ir.Words(text):
            return _quoted(text)
        case ir.Measure(name, _, quoted):
            return _quoted(name) if quoted or not _plain_name(name) else name
        case ir.Stated(measure):
            return f"stated({expression_text(measure)})"
        case ir.Aggregate(function, value, over):
            per = f" per {scope_text(over)}" if over is not None else ""
            return f"{function}({expression_text(value)}{per})"
        case ir.Count(scope, distinct):
            return f"{'distinct' if distinct else 'count'}({scope_text(scope)})"
        case ir.Property("text", (ir.Scope("text", "field", (ir.Named(),), None) as field,)):
            return scope_text(field)
        case ir.Property(name, scopes):
            inner = ", ".join(map(scope_text, scopes))
            return f"{name}({inner})" if scopes else name
        case ir.Arithmetic("difference", left, right):
            return f"difference({expression_text(left)}, {expression_text(right)})"
        case ir.Arithmetic(operator, left, right):
            product = operator in ("*", "/", "mod")
            first = expression_text(left, product)
            second = expression_text(right, True)
            nested = isinstance(right, ir.Arithmetic) and right.operator in ("*", "/", "mod")
            # `3 - 5` is a range
            ranged = operator == "-" and first[-1].isdigit() and second[0].isdigit()
            if ranged or nested:
                second = f"({second})"
            text = f"{first} {operator} {second}"
            return text if product or not inside_product else f"({text})"
        case ir.Share(part, whole):
            return f"share({expression_text(part)}, {expression_text(whole)})"
        case ir.RangeEnd(end, value):
            return f"{end}({expression_text(value)})"
        case ir.Of(value, scope):
            inner = expression_text(value)
            return f"{inner} of {scope_text(scope)}"
        case ir.Data(root, path):
            return _reference(root, path)
        case ir.Field(name):
            return name
        case ir.Call("minus", (left, right)):
            second = expression_text(right)
            second = f"({second})" if _compound(right) else second
            return f"{expression_text(left)} minus {second}"
        case ir.Call("widened", (value, by)):
            first, second = (
                f"({expression_text(part)})" if _compound(part) else expression_text(part)
                for part in (value, by)
            )
            return f"{first} widened by {second}"
        case ir.Call("size", (value,)):
            return f"count({expression_text(value)})"
        case ir.Call(function, arguments):
            return f"{function}({', '.join(map(expression_text, arguments))})"
        case ir.Collected():
            return _collected(node)
        case ir.TextMeasure(name, arguments) if name in _COUNTED:
            counted = _COUNTED[name]
            flags = _flags(node.whole_words or name == "matches", node.case_sensitive)
            return f"{counted} {_operands(tuple(map(str, arguments)))}{flags}"
        case ir.TextMeasure(name, arguments):
            given = f"({', '.join(_quoted(str(text)) for text in arguments)})" if arguments else ""
            return (name if _plain_name(name) else _quoted(name)) + given
    assert_never(node)


def _collected(node: ir.Collected) -> str:
    over = expression_text(node.over)
    # behind `of meal`, `where` would be of the meals
    over = f"({over})" if isinstance(node.over, ir.Of) else over
    where = "" if node.where is None else f" where ({formula_text(node.where)})"
    value = "" if node.value == ir.Data(node.variable) else f": {expression_text(node.value)}"
    return f"each {node.variable} in {over}{where}{value}"


def _compound(node: ir.Expr) -> bool:
    return isinstance(node, ir.Arithmetic) or (
        isinstance(node, ir.Call) and node.function in ("minus", "widened")
    )


def _reference(root: str, path: tuple[Any, ...]) -> str:
    text = root
    for part in path:
        if isinstance(part, str) and part.isidentifier():
            text += f".{part}"
            continue
        inner = (
            part
            if isinstance(part, int)
            else (_quoted(part) if isinstance(part, str) else expression_text(part))
        )
        text += f"[{inner}]"
    return text


def amount_text(value: Interval, unit: str) -> str:
    """Write an amount: `150 g`, `10..12 rep`, `5 %`."""
    low = plain(value.low or Decimal(0))
    text = low if value.exact else f"{low}..{plain(value.high or Decimal(0))}"
    return f"{text} {_UNIT_WORDS.get(unit, unit)}" if unit else text


_UNIT_WORDS = {"degC": "°C", "degF": "°F"}


def _plain_name(name: str) -> bool:
    return name.replace("-", "_").isidentifier()


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


# -- scopes ---------------------------------------------------------------------------
def scope_text(scope: ir.Scope) -> str:
    """Write a scope with its filters."""
    head = scope.name if scope.kind != "label" and _plain_name(scope.name) else _quoted(scope.name)
    if scope.kind == "value":
        head = f"value({_quoted(scope.name)})"
    if scope.kind in ("stated", "measured"):
        head = f"{scope.kind}({scope.name})"
    before, arguments, after = [], "", []
    for number, given in enumerate(scope.filters):
        match given:
            case ir.Ordinal(kind="first" | "last" as kind, high=high):
                before.append(kind if high == 1 else f"{kind} {high}")
            case ir.Ordinal(kind="every", high=high):
                before.append(f"every {high}")
            case ir.Named(names, quoted) if number == 0 and _heads(scope):
                written = _quoted if quoted or scope.name == "field" else _argument
                arguments = f"({', '.join(map(written, names))})"
            case _:
                after.append(_filter(given))
    text = " ".join([*before, head + arguments, *after])
    return text if scope.within is None else f"{text} of {scope_text(scope.within)}"


def _heads(scope: ir.Scope) -> bool:
    """Tell whether the first filter, a name, stands in brackets: `first meal(snack)`."""
    following = scope.filters[1:2]
    return (
        scope.kind == "block"
        or scope.name == "field"
        or any(
            isinstance(f, ir.Ordinal) and f.kind in ("first", "last", "every") for f in following
        )
    )


def _argument(name: str) -> str:
    return name if _plain_name(name) else _quoted(name)


def _filter(given: ir.Filter) -> str:
    match given:
        case ir.Named(names):
            return f"named {_operands(names)}"
        case ir.Ordinal("from-end", low):
            return f"{low} from end"
        case ir.Separated(separator):
            return f"separated by {_quoted(separator)}"
        case ir.Ordinal(kind, low, high):
            return f"{low}" if kind == "number" else f"{low} to {high}"
        case ir.Heading(text):
            return f"under {_quoted(text)}"
        case ir.DuringPart(part):
            return f"in {part}"
        case ir.TimeWindow("from-to", low, high):
            return f"from {_clock(low)} to {_clock(high)}"
        case ir.TimeWindow(kind, low):
            return f"{_WINDOW.get(kind, kind)} {_clock(low)}"
        case ir.Lasting(comparator, minutes):
            sign = "" if comparator == "=" else f"{comparator} "
            return f"lasting {sign}{amount_text(minutes, 'min')}"
        case ir.BeforeEntry(relation, other):
            return f"{_RELATIVE[relation]} {scope_text(other)}"
        case ir.Extreme(kind, by):
            return f"with {kind} {expression_text(by)}"
        case ir.Where(formula):
            return f"where ({formula_text(formula)})"
        case ir.While(formula):
            return f"while ({formula_text(formula)})"
        case ir.Except(dropped):
            return f"except {_filter(dropped)}"
        case ir.OnDate(open=True, low=low, high=high):
            return f"after {_date(low)}" if low else f"before {_date(high)}"
        case ir.OnDate(months=months) if months:
            names = tuple(MONTHS[m - 1] for m in months)
            return f"on {names[0] if len(names) == 1 else _operands(names)}"
        case ir.OnDate(weekdays, low, high):
            return f"on {_dates(weekdays, low, high)}"
    assert_never(given)


def _date(text: str) -> str:
    """Write a date; without a year by the name of its month."""
    if len(text) > len("03-04"):
        return text
    month, _, day = text.partition("-")
    return date_text(0, int(month), int(day))


def _dates(weekdays: tuple[int, ...], low: str, high: str) -> str:
    if low:
        return _date(low) if high in ("", low) else f"{_date(low)} to {_date(high)}"
    if weekdays == (6, 7):
        return "weekend"
    if weekdays == (1, 2, 3, 4, 5):
        return "weekday"
    if weekdays[-1] - weekdays[0] >= len(weekdays):
        return _operands(tuple(WEEKDAYS[day - 1].lower() for day in weekdays))
    first, last = (WEEKDAYS[day - 1].lower() for day in (weekdays[0], weekdays[-1]))
    return first if len(weekdays) == 1 else f"{first} to {last}"
