"""What words and phrases mean: the values that the rules of the grammar combine.

Scopes, measures and formulas are held as formal text (docs/language.md): it is compact, compares
by equality, and what a sentence comes to is compiled as any formula is, dimensions included.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.language.english.chart import UnfitError


class Amount(Record, frozen=True):
    """A number or a range with its unit: `150 g`, `20-30`, `an hour and a half`."""

    low: Decimal
    high: Decimal
    unit: str = ""
    """As in formulas; empty for a bare number."""
    dimension: str = "one"
    attached: bool = False
    """Written as an adjective: `2-hour`, `a 30 minute`."""
    definite: bool = False
    """`the three`."""

    @property
    def exact(self) -> bool:
        """Whether this is one number."""
        return self.low == self.high

    @property
    def bare(self) -> bool:
        """Whether no unit is written."""
        return not self.unit


class Clock(Record, frozen=True):
    """A time of day, in minutes since midnight."""

    minutes: int
    half: bool = False
    """Said without a half of the day: `by nine`."""

    @property
    def text(self) -> str:
        """As in formulas."""
        return f"{self.minutes // 60:02d}:{self.minutes % 60:02d}"


def ordered(low: Clock, high: Clock) -> bool:
    """Tell whether two times are the ends of one stretch: of hours said alone, the shortest."""
    length = (high.minutes - low.minutes) % 1440 or high.minutes - low.minutes
    others = [length + 720 * step for step in (-1, 1)] if low.half or high.half else []
    return all(other % 1440 == 0 or length <= other % 1440 for other in others) and length > 0


class Times(Record, frozen=True):
    """What a time of day is held to: `at 9:00`, `between 9:00 and 17:00`, `by noon`."""

    tests: tuple[tuple[str, Clock], ...]
    """Comparators with their times."""
    kind: str
    """at, by, until, before, after, le, ge, lt, gt, between, from, about, either."""
    denied: bool = False


class Limit(Record, frozen=True):
    """One comparison with what stands left of it: `>= 150 g`."""

    comparator: str
    """`between` with a range; `mod` of a multiple."""
    amount: Amount
    about: bool = False
    slack: Amount | None = None
    """`± 50`, `± 5 %`."""
    firm: bool = False
    """Said to be exact: `exactly 5`."""
    lax: bool = False
    """Only allowed: `as little as 200`."""
    when: bool = False
    """Said of when something is: `no later than an hour before`."""
    long: bool = False
    """Said of how long something is, without a unit: `longer than 45`."""


class Bound(Record, frozen=True):
    """What an amount is held to: one limit, or several joined."""

    limits: tuple[Limit, ...]
    link: Literal["and", "or"] = "and"

    @property
    def amount(self) -> Amount:
        """The amount of the first limit, whose unit the others share."""
        return self.limits[0].amount

    @property
    def plain(self) -> bool:
        """Whether only a number is said, without a comparator."""
        return (
            len(self.limits) == 1
            and self.limits[0].comparator in ("=", "between")
            and not (self.limits[0].about or self.limits[0].slack)
        )

    @property
    def numbers(self) -> Bound:
        """The same bound of numbers alone: `at least 4` of `at least 4 weeks`."""
        bare = (changed(one.amount, unit="", dimension="one") for one in self.limits)
        limits = (changed(one, amount=by) for one, by in zip(self.limits, bare, strict=True))
        return changed(self, limits=tuple(limits))


T = TypeVar("T")

ANY = "?any"
"""Stands in a filter for the measure that is asked of a thing: `the largest meal`."""

FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class Over(Record, frozen=True):
    """A quantifier over a scope: `each day`, `on day 2`, `no meal`, `at least 2 of session`;
    `together` is of all at once: `over the weekend`.
    """

    scope: str
    """Formal text of the scope."""
    level: int
    """Of its rank: the smaller one stands outside."""
    quantifier: str = "each"
    rank: str = ""
    also: tuple[str, ...] = ()
    """More scopes that the same is asked of: `day 3` of `days 1 and 3`."""
    anyone: bool = False
    """Said with `any`, which only fits what is forbidden."""
    item: bool = False
    """Of the smallest parts, whose amounts need no sum."""
    open: bool = False
    """Said of any one: `a day`, so that a condition is asked of each by itself."""
    several: bool = False
    """Of several by their places: `the weekend`, `the first two weeks`."""
    number: int = 0
    """How many there are said to be: `over the four weeks`."""
    every: Any = None
    """The things that are said with `all`: what is added up is added up over them."""
    same: bool = False
    """Said of one and the same: `rice and pasta on the same day`."""
    some: bool = False
    """Said of several days as one: `at the weekend`, on which of them what is counted may be on one."""
    whole: bool = False
    """Said of all there are: `for all three days`, with what is in none of them."""
    that: bool = False
    """Said of the one that a condition is asked of: `that day`."""


class Window(Record, frozen=True):
    """A stretch of time or an order that narrows a thing: `in the morning`, `after dinner`."""

    text: str
    """As a filter, with a space before it."""
    kind: str = ""
    """before, after, at, from, between, part or relative."""
    low: Clock | None = None
    high: Clock | None = None


class Sorting(Record, frozen=True):
    """In which order several stand: by a measure, how each relates to the one before it."""

    measure: str
    """`any` where only the direction is told."""
    way: str
    """`>=`, `<=`, or nothing where either will do."""


COUNTED = 40
"""A plan holds no more things of one name: a greater number without a unit says how much."""


class Noun(Record, frozen=True):
    """A thing that can be counted, holds amounts or lasts: `meal`, `day 2`, `work in morning`."""

    scope: str
    """Formal text: `meal named "snack"`, `work`, `"Deadlifts"`."""
    kind: Literal[
        "rank", "item", "member", "category", "block", "name", "text", "entry", "plan", "several",
        "literal", "mark", "keys",
    ]  # fmt: skip
    """`category`: of an activity or a kind of thing, without a rank; `name`: known to the response
    alone; `block`: any piece of a schedule."""
    rank: str = ""
    level: int = 99
    name: str = ""
    """Of the category, the member or the label."""
    filters: str = ""
    """What narrows it, as formal text with a space before it: ` in morning`."""
    front: str = ""
    """A position, which stands before the name: `first 2 `."""
    plural: bool = False
    article: Literal["", "a", "the"] = ""
    overs: tuple[Over, ...] = ()
    """What it is said of: `of each day`, `on day 2`."""
    placed: bool = False
    """One of several by its place or size: `the first meal`, `the longest session`."""
    measures: tuple[str, ...] = ()
    """What its amounts are of where no word says it."""
    members: tuple[str, ...] = ()
    """Names of a list: `lunch and dinner`."""
    counts: str = ""
    """The measure of text that counts it: `words`, `occurrences of "tofu"`."""
    also: tuple[str, ...] = ()
    """More filters, each of a thing of its own: ` 3` of `days 1 and 3`."""
    window: Window | None = None
    """The window that narrows it, the last of its filters."""
    several: tuple[Noun, ...] = ()
    """Of a list of unlike things: each of them."""
    cited: bool = False
    """A name in quotes."""
    known: bool = False
    """A name behind `the` or `my`: in the singular one thing, and none of a kind."""

    @property
    def text(self) -> str:
        """The scope as formal text; raises `UnfitError` for several scopes."""
        if self.also or self.several:
            raise UnfitError
        return f"{self.front}{self.scope}{self.filters}"


class Theme(Record, frozen=True):
    """What is measured: `protein`, `total calories of day 2`, `number of meals`."""

    measure: str
    """Formal text of an expression in the scope in force, not summed: `calories`, `sets * reps`;
    of counts and text the whole expression: `count(meal)`, `words`."""
    kind: Literal["measure", "whole", "time"] = "measure"
    """`measure`: to be summed; `whole`: complete as it stands; `time`: of a schedule, `duration`."""
    dimension: str = ""
    unit: str = ""
    """Of bare numbers."""
    of: Noun | None = None
    """What it is of: `calories of lunch`."""
    total: bool = False
    """Said to be a total."""
    mean: bool = False
    """Said to be an average."""
    overs: tuple[Over, ...] = ()
    adds: bool = True
    limit: str = ""
    """Of `budget`, `limit`, `minimum`: the comparator that it means."""
    extreme: bool = False
    """Of `minimum`, `maximum`: what it equals is a limit too."""
    stated: str = ""
    """The word for what there is to spend, which a response states beside its parts: `budget`."""
    bare: bool = False
    """Named by a unit alone: `kcal`."""
    label: str = ""
    """The word that names it where that tells it of some things only: `entrance fee`."""


class Names(Record, frozen=True):
    """Texts that are listed without quotes: `Summary, Costs and Outlook`."""

    texts: tuple[str, ...]
    link: Literal["and", "or"] = "and"

    @property
    def written_large(self) -> bool:
        """Whether each begins with a capital, a figure or a sign, as names do."""
        return not any(text[0].islower() for text in self.texts)

    @property
    def sure(self) -> bool:
        """Whether it can be nothing else: `the words quickly and well` are no list."""
        return self.written_large or len(self.texts) > 2


def named_list(text: str) -> Names | None:
    """Read a list of names: at least two, of a few words each, nothing else."""
    *rest, last = (part.strip() for part in text.strip(" .!").split(","))
    match = _LAST_NAME.fullmatch(last)
    texts = [*rest, *filter(None, (match["before"], match["last"]))] if match else [*rest, last]
    texts = [part.strip(" \"'") for part in texts]
    fits = all(_NAME.fullmatch(part) and len(part.split()) <= MOST_WORDS for part in texts)
    fits = fits and not any(_GOES_ON.search(part) for part in texts)
    either = match is not None and match["link"] == "or"
    return Names(tuple(texts), "or" if either else "and") if fits and len(texts) > 1 else None


MOST_WORDS = 5
"""Of a name in a list."""
_GOES_ON = re.compile(
    r"\s(?:in|at|on|with|for|from|by|as|each|per|once|twice|times|anywhere|somewhere|must|should|may|can|are|is|be|appear|used|mentioned|included)\b"
)
"""What goes on behind a name: `rain, snow or hail in the letter`."""
_LAST_NAME = re.compile(r"(?:(?P<before>.+)\s)?(?P<link>and|or)\s+(?P<last>.+)")
_NAME = re.compile(r"[#@]?[^\W_][^,;:.!?()\[\]\"]*")


class Ask(Record, frozen=True):
    """What is asked of a subject: an amount of something, a count, or that something is there."""

    kind: Literal["amount", "count", "there", "test", "same", "all", "any", "time", "share"]
    bound: Bound | None = None
    theme: Theme | None = None
    """Of an amount; None where the unit or the subject says it."""
    noun: Noun | None = None
    """What is counted or there; of a share the part, where it is not the subject."""
    whole: Theme | Noun | None = None
    """What a share is of."""
    absent: bool = False
    each: bool = False
    """Of each one by itself: `300 kcal each`."""
    total: bool = False
    """Of all together."""
    mean: bool = False
    """On average."""
    text: str = ""
    """Of a test: a formula about the subject; of a time: start, end or be; of an average: whether
    it is over the `members` of the subject; of an amount: whether it is a `size`, or somebody's `deed`."""
    strength: int = 3
    """Of a test: how tightly its formula binds."""
    times: Times | None = None
    choice: int = 0
    """Of a time with several readings: which one, from 1."""
    overs: tuple[Over, ...] = ()
    """In which this one is asked, besides the others: `3 meals per day`."""
    parts: tuple[Ask, ...] = ()
    """Of `all` and `any`: what is joined."""


class Asks(Record, frozen=True):
    """Several demands on one subject."""

    parts: tuple[Ask, ...]
    link: Literal["and", "or"] = "and"
    overs: tuple[Over, ...] = ()
    """What stands beside them: `per day`."""
    permit: bool = False
    """Only allowed: `may`."""
    both: bool = False
    """Said with `both`, which cannot be denied one by one."""
    told: bool = False
    """Said without a duty, so that it may only tell how things are."""


class Subject(Record, frozen=True):
    """Who a clause speaks of: each meal, no day, at least 2 of the sessions, lunch and dinner."""

    noun: Noun | None = None
    """None for the whole response."""
    quantifier: str = ""
    """`each`, `no`, `at least 2 of` …; empty for a noun alone."""
    total: bool = False
    """All together."""
    mean: bool = False
    """On average."""
    anyone: bool = False
    """Said with `any`, which only fits what is forbidden."""
    overs: tuple[Over, ...] = ()
    pronoun: str = ""
    count: int = 0
    """How many there are said to be: `the three items`."""
    spoken: bool = True
    """Whether words name it: an imperative has no subject."""
    somebody: bool = False
    """`I`, `we`: who may only tell what they do."""
    inner: bool = False
    """One of several, which the formula around it goes over."""


Made = tuple[str, int]
"""A formula and how tightly it binds."""


class Clause(Record, frozen=True):
    """A demand: a formula, and the scopes that it is asked in."""

    formula: str
    overs: tuple[Over, ...] = ()
    strength: int = 3
    """How tightly the formula binds: 0 if, 1 or, 2 and, 3 one."""
    test: bool = False
    """Only a condition: `any day costs more than 5 euros`."""
    nominal: bool = False
    """Without a verb."""
    topic: Noun | None = None
    """What it speaks of, which `it` may stand for."""
    things: Noun | None = None
    """Of what kind several are spoken of, which `them` may stand for."""
    asks: Asks | None = None
    """Of a clause about `it`: what is asked."""
    plural: bool = False
    """About `they`, who must be named before."""
    together: bool = False
    """Said of all together."""
    permit: bool = False
    """Only allowed: `I can do an hour`, which is no condition."""
    told: bool = False
    """May only tell how things are: `we have a toddler`, `the gym closes at 8`."""
    whole: bool = False
    """Said of a total, so that no scope of a clause beside it is meant."""
    included: bool = False
    """Says that a thing is included: in what there is, or in an amount told before it."""
    often: bool = False
    """Says how often something comes: `fish twice a week`."""

    @property
    def written(self) -> Made:
        """Its formula, with how tightly that binds."""
        return self.formula, self.strength


def amount_text(amount: Amount, unit: str = "") -> str:
    """Write an amount in a formula; bare numbers take `unit`."""
    unit = amount.unit or unit
    if unit == "%" and amount.exact and amount.low != round(amount.low, 6):
        return str(Fraction(amount.low / 100).limit_denominator(100))  # a third is no decimal
    return (
        f"{plain(amount.low)} {unit}".strip()
        if amount.exact
        else (f"{plain(amount.low)}..{plain(amount.high)} {unit}".strip())
    )


def changed(value: T, **changes: object) -> T:
    """Return a value with some fields changed."""
    return msgspec.structs.replace(value, **changes)  # type: ignore[type-var]


# -- writing formulas -----------------------------------------------------------------------------
def held(expression: str, bound: Bound, unit: str = "") -> tuple[str, int]:
    """Write an expression held to a bound, and how tightly that binds."""
    texts = [f"{expression} {_limit_text(limit, unit)}" for limit in bound.limits]
    if len(texts) == 1:
        return texts[0], 3
    return f" {bound.link} ".join(texts), 2 if bound.link == "and" else 1


def _limit_text(limit: Limit, unit: str) -> str:
    amount = limit.amount
    if limit.comparator == "between":
        ends = (amount_text(changed(amount, high=amount.low), unit),
                amount_text(changed(amount, low=amount.high), unit))  # fmt: skip
        return "between {} and {}".format(*ends)
    if limit.comparator == "mod":
        nothing = amount_text(changed(amount, low=Decimal(0), high=Decimal(0)), unit)
        return f"mod {amount_text(amount, unit)} = {nothing}"
    text = f"{limit.comparator} {'about ' if limit.about else ''}{amount_text(amount, unit)}"
    if limit.slack is not None:
        text += f" ± {amount_text(limit.slack, amount.unit or unit)}"
    return text


def negated(bound: Bound) -> Bound | None:
    """Return what holds when a bound does not; None when that is no bound."""
    if len(bound.limits) == 1:
        limit = bound.limits[0]
        if limit.comparator in ("between", "mod") or limit.about or limit.slack:
            return None
        return Bound((changed(limit, comparator=FLIPPED[limit.comparator]),))
    flipped = [negated(Bound((limit,))) for limit in bound.limits]
    if any(one is None for one in flipped):
        return None
    limits = tuple(one.limits[0] for one in flipped if one is not None)
    return Bound(limits, "or" if bound.link == "and" else "and")


def joined(formulas: Sequence[Made], link: str) -> Made:
    """Join formulas by `and` or `or`, with brackets where they are needed."""
    if len(formulas) == 1:
        return formulas[0]
    own = 2 if link == "and" else 1
    texts = [text if strength >= own else f"({text})" for text, strength in formulas]
    return f" {link} ".join(texts), own


def clause_of(formulas: Sequence[Made], overs: tuple[Over, ...] = (), link: str = "and") -> Clause:
    """Return the clause of several formulas in the same scopes."""
    formula, strength = joined(formulas, link)
    return Clause(formula, overs, strength)


def negative(made: Made) -> Made:
    """Write the opposite of a formula."""
    formula, strength = made
    return (f"not {formula}" if strength == 3 else f"not ({formula})"), 3
