"""IR → one plain English sentence that says the same, for `explain`."""

from __future__ import annotations

import re
from typing import assert_never

from evalspec.core.quantity import plain
from evalspec.language import ir
from evalspec.language.printer import amount_text, expression_text, scope_text
from evalspec.vocabulary.nouns import plural, singular

_COMPARED = {
    "<": "is less than",
    "<=": "is at most",
    "=": "is exactly",
    "!=": "is not",
    ">=": "is at least",
    ">": "is more than",
}
_QUANTIFIED = {
    "each": "For each {scope}, {body}",
    "any": "For at least one {scope}, {body}",
    "no": "For no {scope} is it true that {body}",
    "exactly": "For exactly {number} of the {scope}s, {body}",
    "at-least": "For at least {number} of the {scope}s, {body}",
    "at-most": "For at most {number} of the {scope}s, {body}",
}
_AGGREGATES = {
    "sum": "the total {value}",
    "mean": "the average {value}",
    "min": "the smallest {value}",
    "max": "the largest {value}",
    "median": "the median {value}",
    "range": "the difference between the largest and the smallest {value}",
}
_FUNCTIONS = {
    "start": "the start of {0}",
    "end": "the end of {0}",
    "duration": "the total time of {0}",
    "position": "the position of {0}",
    "name": "the name of {0}",
    "date": "the date of {0}",
    "weekday": "the weekday of {0}",
    "text": "the text of {0}",
    "streak": "the most in a row of {0}",
    "gap": "the time between {0} and {1}",
    "overlap": "the overlap of {0} and {1}",
}
_RELATIONS = {
    "contains": "contains",
    "starts-with": "starts with",
    "ends-with": "ends with",
    "equals": "is",
    "matches": "matches the pattern",
    "is": "is",
    "written-in": "is written in",
    "conforms-to": "is JSON of the schema",
}

_SAID = re.compile(r'\b(field|value|stated|measured)\(("(?:[^"\\]|\\.)*"|\w+)\)')
"""What stands in brackets in a formula: `field("Owner")`."""


def sentence(formula: ir.Formula) -> str:
    """Write a formula as one English sentence."""
    text = _clause(formula)
    return text[:1].upper() + text[1:] + "."


def _clause(node: ir.Formula) -> str:
    match node:
        case ir.Compare():
            return _comparison(node)
        case ir.Between(value, low, high):
            return f"{_noun(value)} is between {_noun(low)} and {_noun(high)}"
        case ir.Exists(scope):
            return f"there is a {_scope(scope)}"
        case ir.TextTest():
            return f"the text {_text_test(node)}"
        case ir.Ordered(first, relation, second):
            return f"{_place(first)} comes {relation.replace('-', ' ')} {_place(second)}"
        case ir.Inside(value, ranges):
            return f"{_noun(value)} lies within {_noun(ranges)}"
        case ir.Overlapping(left, right):
            return f"{_noun(left)} overlaps {_noun(right)}"
        case ir.IsEmpty(value):
            return f"{_noun(value)} is empty"
        case ir.IsGiven(value):
            return f"{_noun(value)} is given"
        case ir.Among(values, of):
            return f"{' and '.join(map(_noun, values))} is one of {_noun(of)}"
        case ir.NoAnswer():
            return "the answer says that there is none"
        case ir.Judged(text):
            return f'a judge finds that "{text}" holds'
        case ir.Quoted():
            return f"there is {_place(node)}"
        case ir.Quantified():
            over = _scope(node.scope) if isinstance(node.scope, ir.Scope) else _noun(node.scope)
            shape = _QUANTIFIED[node.quantifier]
            body = _clause(node.body)
            if node.adjacent:
                over += ", with the one right before it,"
            elif node.next:
                over += f" after {'another' if node.quantifier == 'each' else 'the first'}"
            text = shape.format(scope=over, body=body, number=node.number)
            return text[:1].lower() + text[1:]
        case ir.Using(segmentation, body):
            return f'with the text cut by "{segmentation}", {_clause(body)}'
        case ir.Shared(persons, body, each):
            whom = f"{persons or 'all'} person{'s' * (persons != 1)} together"
            return f"for {'each person' if each else whom}, {_clause(body)}"
        case ir.And(parts):
            return ", and ".join(map(_clause, parts))
        case ir.Or(parts):
            return ", or ".join(map(_clause, parts))
        case ir.Not(ir.Exists(scope)):
            return f"there is no {_scope(scope)}"
        case ir.Not(part):
            return f"it is not true that {_clause(part)}"
        case ir.If(test, then, otherwise):
            text = f"if {_clause(test)}, then {_clause(then)}"
            return text if otherwise is None else f"{text}; otherwise {_clause(otherwise)}"
    assert_never(node)


def _comparison(node: ir.Compare) -> str:
    verb = "is about" if node.about and node.comparator == "=" else _COMPARED[node.comparator]
    if node.about and node.comparator != "=":
        verb += " about"
    text = f"{_noun(node.left)} {verb} {_noun(node.right)}"
    if node.tolerance is not None:
        text += f", give or take {plain(node.tolerance * 100)} %"
    if node.slack is not None:
        text += f", give or take {_noun(node.slack)}"
    return text


def _text_test(node: ir.TextTest) -> str:
    words = [f'"{text}"' for text in node.operands]
    if node.relation == "is":
        return f"is {node.operands[0]}"
    verb = _RELATIONS[node.relation]
    if not node.whole_words and node.relation == "contains":
        verb = "contains, also inside words,"
    if len(words) == 1:
        return f"{verb} {words[0]}"
    joined = {"any": "any of ", "all": "all of ", "none": "none of "}[node.mode]
    return f"{verb} {joined}{', '.join(words)}"


def _scopes(scope: ir.Scope) -> str:
    """Write a scope in the plural: `meals named "snack"`."""
    text = _scope(scope)
    if scope.kind == "label":
        return text  # a name stays as it was given
    several = plural(singular(scope.name))
    return text.replace(scope.name, several, 1) if scope.name in text else f"{text}s"


def _noun(node: ir.Expr) -> str:
    match node:
        case ir.Count(scope, distinct):
            return f"the number of {'different ' if distinct else ''}{_scopes(scope)}"
        case ir.Aggregate(function, value, over):
            noun = _AGGREGATES[function].format(value=_noun(value).removeprefix("the "))
            return noun if over is None else f"{noun} of the {_scopes(over)}"
        case ir.Stated(measure):
            return f"the stated total of {_noun(measure).removeprefix('the ')}"
        case ir.Measure(name):
            return f"the {name}"
        case ir.TextMeasure("occurrences" | "matches" as name, arguments):
            texts = " or ".join(f'"{text}"' for text in arguments)
            pattern = "the pattern " if name == "matches" else ""
            return f"the number of times {pattern}{texts} occurs"
        case ir.TextMeasure("distinct-occurrences", arguments):
            return f"the number of these that occur: {', '.join(map(str, arguments))}"
        case ir.TextMeasure(name, arguments):
            of = " or ".join(f'"{text}"' for text in arguments)
            return f"the number of {name.replace('-', ' ')}{f' {of}' if of else ''}"
        case ir.Property("text", (ir.Scope("text", "field") as field,)):
            return f"the {_scope(field)}"
        case ir.Property(name, scopes):
            named = [_scope(scope) for scope in scopes] or ["it"]
            return _FUNCTIONS[name].format(*named, *named)
        case ir.Arithmetic("difference", left, right):
            return f"the difference between {_noun(left)} and {_noun(right)}"
        case ir.Arithmetic(operator, left, right):
            word = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "mod": "modulo"}[
                operator
            ]
            return f"{_noun(left)} {word} {_noun(right).removeprefix('the ')}"
        case ir.Share(part, whole):
            return f"the share of {_noun(part)} in {_noun(whole)}"
        case ir.RangeEnd(end, value):
            return f"the {end} end of {_noun(value)}"
        case ir.Of(value, scope):
            return f"{_noun(value)} of {_scope(scope)}"
        case ir.Field(name):
            return f"the {name.replace('_', ' ')}"
        case ir.Number(value, unit):
            return amount_text(value, unit.name)
        case _:
            return expression_text(node)


def _scope(scope: ir.Scope) -> str:
    plain = _SAID.sub(r"\1 \2", scope_text(scope)).replace("stated ", "stated total of ")
    return plain.replace("measured ", "amount of ")


def _place(node: ir.Scope | ir.Words | ir.Quoted) -> str:
    if isinstance(node, ir.Quoted):
        return f'what a judge quotes for "{node.text}"'
    return f'"{node.text}"' if isinstance(node, ir.Words) else _scope(node)
