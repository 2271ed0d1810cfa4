"""Typed tokens → phrases, by `grammars/english.lark`."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from evalspec.core.quantity import UNITLESS, Interval, Unit
from evalspec.core.record import Record
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.tokens import Amount, Token
from evalspec.spec.tables import load_parser

if TYPE_CHECKING:
    from lark import Lark

FLIPPED = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<=", "": "!="}
"""Comparator → what its negation is; a bare amount is an equality."""

_OPERATORS = {
    "GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "NE": "!=", "MINIMUM": ">=", "MAXIMUM": "<=",
    "OR_MORE": ">=", "OR_LESS": "<=", "WITHIN": "<=", "DOWN_TO": ">=",
}  # fmt: skip
_EXACT = ("EQ", "ONLY")


class Phrase(Record, frozen=True):
    """A row of tokens with one role; single tokens have their token type as kind."""

    kind: str
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The words as written."""
        return " ".join(t.text for t in self.tokens if t.text)

    @property
    def first(self) -> Token:
        """The first token."""
        return self.tokens[0]

    def has(self, *types: str) -> bool:
        """Tell whether a token is of one of these types."""
        return any(t.type in types for t in self.tokens)


class Bound(Record, frozen=True):
    """What an amount is compared with."""

    comparator: str
    """Empty when bare."""
    value: Interval
    unit: Unit = UNITLESS
    high: Interval | None = None
    """Upper end of `between`."""
    about: bool = False
    tolerance: Decimal | None = None
    slack: Amount | None = None
    attached: bool = False
    only: bool = False
    text: str = ""
    definite: bool = False
    """Said with `the`."""
    down: bool = False
    """The least that is allowed: `as little as 200`."""

    @property
    def bare(self) -> bool:
        """Tell whether nothing says how to compare."""
        return not self.comparator and self.high is None


class Multiple(Record, frozen=True):
    """How often the amount of another thing is meant: `at least twice as long`."""

    comparator: str
    """Empty when bare."""
    factor: Decimal
    measure: str = ""
    """What an adjective is about: `duration` of `as long`."""
    about: bool = False
    text: str = ""


@cache
def _parser() -> Lark:
    return load_parser("english.lark")


def phrases(tokens: list[Token]) -> list[Phrase] | Token:
    """Group tokens into phrases; return the token at which no phrase goes on."""
    from lark import Token as LarkToken
    from lark.exceptions import UnexpectedToken

    parser = _parser().parse_interactive()
    token = Token("", "")
    try:
        for number, token in enumerate(tokens):
            parser.feed_token(LarkToken(token.type, str(number)))
        tree = parser.feed_token(LarkToken("$END", ""))
    except UnexpectedToken:
        return token
    return _described([_phrase(child, tokens) for child in tree.children])


def _described(row: list[Phrase]) -> list[Phrase]:
    """Join an unknown word and the noun it describes, where both are a label: `art museum`."""
    made: list[Phrase] = []
    for phrase in row:
        before = made[-1] if made else Phrase("", (Token("", ""),))
        senses = {s.kind for s in phrase.tokens[-1].senses} if phrase.kind == "noun" else set()
        unknown = before.kind == "name" and before.first.type == "UNKNOWN"
        bare = not (phrase.first.definite or phrase.first.indefinite)
        if unknown and bare and senses and senses <= {"category", "measure"}:
            made[-1] = Phrase("described", (*before.tokens, *phrase.tokens))
        else:
            made.append(phrase)
    return made


def _phrase(tree: Any, tokens: list[Token]) -> Phrase:
    found = tuple(tokens[int(leaf)] for leaf in tree.scan_values(lambda _: True))
    kind = str(tree.data)
    return Phrase(found[0].type if kind == "word" else kind, found)


def bound_of(phrase: Phrase) -> Bound:
    """Read a phrase of kind bound, between or slack."""
    amounts = [t.value for t in phrase.tokens if isinstance(t.value, Amount)]
    first, last = amounts[0], amounts[-1]
    unit = last.unit if first.unit == UNITLESS else first.unit
    if phrase.kind == "between":
        low, high = first.value, last.value
        if len(amounts) == 1:
            low, high = (Interval(v, v) for v in (first.value.low, first.value.high))
        elif first.unit not in (UNITLESS, unit) or last.unit not in (UNITLESS, unit):
            scale = first.unit.factor / last.unit.factor
            low, unit = low.scaled(scale), last.unit
        return Bound("", low, unit, high, text=phrase.text)
    if phrase.kind == "slack":
        return _slack(phrase, first, last)
    comparator, exact = "", False
    for token in phrase.tokens:
        following = _OPERATORS.get(token.type, comparator)
        if comparator and following[0] != comparator[0]:
            raise RefusedError(phrase.text)
        comparator = following
        exact = exact or token.type in _EXACT
    value = first.value
    top: Interval | None = None
    if not value.exact and not comparator:
        value, top = (Interval(v, v) for v in (first.value.low, first.value.high))
    return Bound(
        comparator or ("=" if exact and top is None else ""), value, first.unit, top,
        about=phrase.has("ABOUT"), attached=first.attached and phrase.first.type != "TOTAL",
        only=phrase.has("ONLY"), text=phrase.text, definite=phrase.first.definite,
        down=phrase.has("DOWN_TO"),
    )  # fmt: skip


def multiple_of(phrase: Phrase) -> Multiple:
    """Read a phrase of kind multiple."""
    comparator = ""
    for token in phrase.tokens[:-1]:
        following = _OPERATORS.get(token.type, comparator)
        if comparator:
            raise RefusedError(phrase.text)
        comparator = following
    factor, measure = phrase.tokens[-1].value
    return Multiple(comparator, factor, measure, phrase.has("ABOUT"), phrase.text)


def _slack(phrase: Phrase, first: Amount, last: Amount) -> Bound:
    center, slack = (last, first) if phrase.first.type == "WITHIN" else (first, last)
    if slack.unit.dimension == "fraction":
        part = (slack.value.low or Decimal(0)) * slack.unit.factor
        return Bound("=", center.value, center.unit, tolerance=part, text=phrase.text)
    unit = slack.unit if center.unit == UNITLESS else center.unit
    if slack.unit == UNITLESS:
        slack = Amount(slack.value, unit)
    return Bound("=", center.value, unit, slack=slack, text=phrase.text)


_CLOCKS = {
    "GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "BY": "<=", "BEFORE": "<", "AFTER": ">",
    "OR_MORE": ">=", "OR_LESS": "<=", "FROM": ">=", "TO": "<=",
}  # fmt: skip


def clock_of(phrase: Phrase) -> tuple[str, int]:
    """Read a window phrase as a comparator and minutes: `no later than 21:00` is <= 1260."""
    comparator, minutes = "=", 0
    for token in phrase.tokens:
        comparator = _CLOCKS.get(token.type, comparator)
        if token.type == "TIME":
            minutes = token.value
    return comparator, minutes


def span_of(phrase: Phrase) -> tuple[int, int]:
    """Read a span phrase as two times."""
    times: list[int] = []
    for token in phrase.tokens:
        if token.type == "SPAN":
            times += token.value
        elif token.type == "TIME":
            times.append(token.value)
    return times[0], times[1]
