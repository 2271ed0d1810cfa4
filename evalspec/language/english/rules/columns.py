"""The values under one name, in a table or in data: columns, keys, arrays of objects."""

from __future__ import annotations

import json
from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Amount, Ask, Bound, Clause, Noun, held, negated
from evalspec.language.english.naming import AN, OWN
from evalspec.language.english.rule import rule

Tests = tuple[str, ...]
"""What is asked of each value, as formulas that hold `{}` where the field stands."""


@rule("Column -> KEY Quoted|Words", "Column -> Quoted|Words KEY", "Column -> EACH|ALL? VALUES IN|OF|UNDER_ Column|Quoted",
      "Column -> Text Quoted|Words", "Column -> Quoted|Words Text", example='the values in the column "amount"')  # fmt: skip
def column(w: Words, *parts: Any) -> str | None:
    """Return the name of a column or a key."""
    nouns = [p for p in parts if isinstance(p, Noun)]
    name = next(p for p in parts if isinstance(p, str)).strip(" -")
    if any(n.scope != "column" or n.plural or n.overs or n.filters for n in nouns):
        return None
    return name if " " not in name and w.textual else None


# -- what is asked of each value --------------------------------------------------------------------
@rule("ColumnTest -> HAVE? EQ? Num DECIMALS / WITH EQ? Num DECIMALS", example="two decimals")
def decimals(w: Words, number: Amount) -> Tests | None:
    if not number.exact or not 0 < number.low < 10:
        return None
    last = "[0-9]" * int(number.low)
    return (f"{{}} matches {quoted(f'^[^0-9]*[0-9][0-9.,]*[.,]{last}[^0-9]*$')}",)


@rule("ColumnTest -> BE? Bound / EACH|ALL? VALUES BE? Bound", example="between 0 and 99")
def within(w: Words, bound: Bound) -> Tests | None:
    if not bound.amount.bare or bound.limits[0].about or bound.limits[0].slack:
        return None
    text, strength = held("{}", bound)
    return (text if strength == 3 else f"({text})",)


@rule("ColumnTest -> NO VALUES PERMIT|MODAL? BE? Bound", "ColumnTest -> NONE BE? Bound", example="none bigger than 99")  # fmt: skip
def beyond(w: Words, bound: Bound) -> Tests | None:
    other = negated(bound) if bound.limits[0].comparator in ("<", ">", "<=", ">=") else None
    return None if other is None else within(w, other)


@rule("ColumnTest -> NO VALUES PERMIT|MODAL? BE? NEGATIVE", "ColumnTest -> NO NEGATIVE VALUES", "ColumnTest -> NONE BE? NEGATIVE",
      "ColumnTest -> NOT BE? NEGATIVE", example="no value negative")  # fmt: skip
def not_negative(w: Words) -> Tests:
    return ("{} >= 0",)


@rule("ColumnTest -> BE? DISTINCT / BE? ALL DISTINCT / NO DUPLICATES", example="all different")
def all_different(w: Words) -> Tests:
    return ("distinct",)


@rule("ColumnTest -> BE? Literal", example='either "open" or "closed"')
def one_of(w: Words, noun: Noun) -> Tests | None:
    if len(noun.members) > 1 and noun.name != "or":
        return None
    return (f"{{}} equals {noun.scope}",)


@rule("DateForm -> ISO_FORM", example="ISO format")
def iso_form(w: Words) -> str:
    return "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


@rule("ColumnTest -> BE? AS|IN|FOR FORMAT? DateForm FORMAT? / "
      "BE? SET|WRITE|HAVE|FORMAT AS|IN|FOR FORMAT? DateForm FORMAT?", example="as YYYY-MM-DD")  # fmt: skip
def dated_as(w: Words, pattern: str) -> Tests:
    return (f"{{}} matches {quoted(pattern)}",)


@rule("Clause -> ALL|EACH? DATES Duty? ColumnTest", "Clause -> DATES IN Column Duty? ColumnTest", "Clause -> SET|WRITE ALL? DATES ColumnTest", "Clause -> BE ALL? DATES ColumnTest", "Clause -> HAVE|FORMAT DATES? FORMAT DateForm FORMAT? FOR? ALL? DATES?",
      example="all dates as YYYY-MM-DD")  # fmt: skip
def dates_as(w: Words, *parts: Any) -> Clause | None:
    (test,) = parts[-1] if isinstance(parts[-1], tuple) else dated_as(w, parts[-1])
    if not test.startswith("{} matches ") or "must not" in parts or "may" in parts:
        return None
    named = [p for p in parts[:-1] if isinstance(p, str) and p != "must"]
    return Clause(f"field({quoted(named[0])}){test[2:]}" if named else f"written-date{test[2:]}")


@rule(
    "Ask -> Bound DATES AS|IN|FOR FORMAT? DateForm FORMAT?",
    example="two dates in the format YYYY-MM-DD",
)
def dates_so(w: Words, bound: Bound, pattern: str) -> Ask | None:
    told = quoted("\\b" + pattern[1:-1] + "\\b")
    counts = f"occurrences of pattern {told}"
    return Ask("count", bound, noun=Noun("", "mark", counts=counts)) if bound.amount.bare else None


@rule("ColumnTests -> ColumnTest", "ColumnTests -> ColumnTests COMMA|AND ColumnTest", "ColumnTests -> ColumnTests COMMA AND ColumnTest",
      example="two decimals, no value negative")  # fmt: skip
def column_tests(w: Words, *parts: Tests) -> Tests:
    return tuple(test for part in parts for test in part)


@rule("Clause -> Column COLON? ColumnTests", "Clause -> Column MODAL ColumnTests", "Clause -> HAVE? ColumnTests IN Column",
      example='the column "amount" must be between 0 and 99', cost=0.1)  # fmt: skip
def column_clause(w: Words, one: Any, other: Any) -> Clause:
    name, tests = (one, other) if isinstance(one, str) else (other, one)
    field = f"field({quoted(name)})"
    made = [_tested(field, test) for test in tests]
    return Clause(" and ".join(made), (), 2 if len(made) > 1 else 3)


def _tested(field: str, test: str) -> str:
    if test == "distinct":
        return f"distinct({field}) = count({field})"
    if " matches " in test or " equals " in test:
        return test.replace("{}", field)
    return f"each {field}: {test.replace('{}', field)}"


@rule(
    "Clause -> NO VALUES IN|OF|UNDER_ Column PERMIT|MODAL? BE? NEGATIVE|Bound",
    example='no value in the column "amount" may be negative',
)
def none_in(w: Words, name: str, bound: Bound | None = None) -> Clause | None:
    tests = not_negative(w) if bound is None else beyond(w, bound)
    return None if tests is None else column_clause(w, name, tests)


@rule("Clause -> NO_TWO Words|ITEMS|Text|OBJECTS|PERSON|Thing SHARED Words",
      "Clause -> NO_TWO Words|ITEMS|Text|OBJECTS|PERSON|Thing HAVE SAME Words",
      example="no two objects share an id")  # fmt: skip
def none_shared(w: Words, *parts: Any) -> Clause | None:
    name = parts[-1].strip(" -").removeprefix(AN).removeprefix(OWN)
    if not w.prose or " " in name:
        return None
    return Clause(_tested(f"field({quoted(name)})", "distinct"))


# -- arrays of objects ------------------------------------------------------------------------------
@rule("Clause -> HAVE|WRITE|SET? AS|IN? ARRAY OF|WITH Bound OBJECTS", "Clause -> HAVE|WRITE|SET? AS|IN? ARRAY OF|WITH Bound OBJECTS COMMA? EACH? WITH|HAVE Keys",
      "Clause -> HAVE? Bound OBJECTS IN ARRAY", "Clause -> ARRAY Duty? HAVE Bound OBJECTS", example="an array of 20 objects")  # fmt: skip
def array_of(w: Words, *parts: Any) -> Clause | None:
    """Ask for a JSON array by how many objects it holds, and which keys these have."""
    bound = next(p for p in parts if isinstance(p, Bound))
    keys = next((p for p in parts if isinstance(p, Noun)), None)
    sizes = [_size(limit.comparator, limit.amount) for limit in bound.limits]
    if bound.link == "or" or any(s is None for s in sizes) or not _plain_keys(keys):
        return None
    size = {k: v for s in sizes if s is not None for k, v in s.items()}
    return (
        _schema({"type": "array", **size, "items": _object(keys)})
        if "must not" not in parts
        else None
    )


def _size(sign: str, amount: Amount) -> dict[str, int] | None:
    low, high = int(amount.low), int(amount.high)
    if not amount.bare or low != amount.low or high != amount.high:
        return None
    known = {"=": {"minItems": low, "maxItems": high}, ">=": {"minItems": low}, ">": {"minItems": low + 1},
             "<=": {"maxItems": high}, "<": {"maxItems": high - 1}}  # fmt: skip
    return known["="] if sign == "between" else known.get(sign)


@rule(
    "Clause -> EACH|ALL OBJECTS MUST? HAVE Keys",
    example='each object must have the keys "id" and "name"',
)
def each_object(w: Words, keys: Noun) -> Clause | None:
    return _schema({"type": "array", "items": _object(keys)}) if _plain_keys(keys) else None


def _plain_keys(keys: Noun | None) -> bool:
    return keys is None or (keys.kind == "keys" and keys.name == "and")


def _object(keys: Noun | None) -> dict[str, Any]:
    return {"type": "object", **({"required": list(keys.members)} if keys is not None else {})}


def _schema(schema: dict[str, Any]) -> Clause:
    return Clause(f"conforms to {quoted(json.dumps(schema, ensure_ascii=False))}")
