"""The IR: what every surface of the language compiles to.

Formal text (`check:`), English (`text:`) and named rules (`use:`) all lower to these
nodes; `printer` writes them canonically; `check` evaluates them. Every name is
resolved and every unit converted here, so evaluating needs no grammar and no pint.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, Union

from evalspec.core.quantity import Interval, Unit
from evalspec.core.record import Node, Record
from evalspec.core.span import NOWHERE, At

Comparator = Literal["<", "<=", "=", "!=", ">=", ">"]
OPPOSITE: dict[str, Comparator] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
"""What holds of two values where a comparator does not."""
TextScope = Literal[
    "response", "section", "paragraph", "sentence", "line", "bullet", "numbered", "table",
    "row", "column", "cell", "code", "link", "quotation", "word", "character",
]  # fmt: skip


# -- scopes ---------------------------------------------------------------------------
class Scope(Node, frozen=True):
    """A set of pieces of a response, in order: `day`, `meal named "lunch" of day 2`."""

    kind: Literal[
        "rank", "entry", "item", "block", "category", "label", "text", "value", "stated", "measured",
        "variable", "told",
    ]  # fmt: skip
    """`rank`: a rank of the lexicon. `item`: smallest parts of any rank. `block`: pieces of a
    schedule. `category`: entries of a lexicon category (sleep, meals). `label`: entries found by a
    name of the response itself. `text`: a text scope; `field` is one too, of the texts under a
    name. `value`: groups of things of which the same is said. `stated`: totals that the response
    writes of a measure. `measured`: what has an amount of a measure. `variable`: bound by a
    quantifier. `told`: records that the vocabulary's phrases find.
    `entry`: any entry."""
    name: str
    """Rank, category, text scope or variable name; a label, or whose values, as the user writes it."""
    filters: tuple[Filter, ...] = ()
    within: Scope | None = None
    """`of` another scope; None means the scope now in force (or the whole response)."""
    at: At = NOWHERE

    def narrowed(self, *added: Filter) -> Scope:
        """Return the scope with more filters."""
        return Scope(self.kind, self.name, (*self.filters, *added), self.within, self.at)

    def widened(self) -> Scope:
        """Return the scope without its filters: what its members are among."""
        return Scope(self.kind, self.name, (), self.within)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its filters ask for."""
        return tuple(n for one in self.filters if isinstance(one, Named) for n in one.names)


class Named(Node, frozen=True):
    """`named "lunch"` or `(meditation)`: by label, member or category name."""

    names: tuple[str, ...]
    """As written by the user; any may match."""
    quoted: bool = False
    """In quotes although the vocabulary knows a word of it by another name: `named "jogging"`."""


class Ordinal(Node, frozen=True):
    """`day 2`, `first 3`, `last`, `every 2nd`, `word 2 from end`: by position (or written number)."""

    kind: Literal["number", "first", "last", "every", "range", "from-end"]
    low: int = 1
    high: int = 1


class Heading(Node, frozen=True):
    """`under "Ingredients"`: below a heading with this text."""

    text: str


class Separated(Node, frozen=True):
    """`paragraph separated by "***"`: what stands between the places of a text."""

    separator: str


class DuringPart(Node, frozen=True):
    """`in morning`: starts within a part of the day."""

    part: str
    by: Literal["whole", "any", "either"] = "whole"
    """As of a window; `whole` is by the start."""


class TimeWindow(Node, frozen=True):
    """`before 12:00`, `after 17:00`, `from 10:00 to 12:00`, `starting 08:00`, `ending 17:00`."""

    kind: Literal[
        "before", "after", "from-to", "starting", "ending", "at", "starting-by", "ending-by"
    ]
    low: int
    """Minutes since midnight."""
    high: int = 0
    by: Literal["whole", "any", "either"] = "whole"
    """What of a thing lies in it: of what is denied (`not exists block after 17:00`) `any` part; of
    what is to be few (`count(block after 17:00) <= 2`) one as the other."""


class Lasting(Node, frozen=True):
    """`lasting 30 min`, `lasting at least 1 h`."""

    comparator: Comparator
    minutes: Interval


class BeforeEntry(Node, frozen=True):
    """`before block(bedtime)`, `after block(dinner)`: by order or by time."""

    relation: Literal["before", "after", "between", "immediately-before", "immediately-after"]
    other: Scope
    other_end: Scope | None = None


class Extreme(Node, frozen=True):
    """`with max duration`: the one (or ones) that is longest, dearest, heaviest."""

    kind: Literal["max", "min"]
    by: Expr


class Where(Node, frozen=True):
    """`where calories > 500 kcal`: those for which a formula holds."""

    formula: Formula


class While(Node, frozen=True):
    """`while (end <= 17:00)`: those from the first on, up to one for which a formula fails.

    `previous` is the one before; of the first there is none.
    """

    formula: Formula


class OnDate(Node, frozen=True):
    """`on monday`, `on 2025-03-04`, `on weekend`, `on march`, `before March 4`."""

    weekdays: tuple[int, ...] = ()
    """1 Monday … 7 Sunday."""
    low: str = ""
    """ISO date, `03-04` without a year, or empty."""
    high: str = ""
    open: bool = False
    """All before `high` or all after `low`, which do not belong to it."""
    months: tuple[int, ...] = ()


class Except(Node, frozen=True):
    """`except named "snack"`, `except on sunday`, `except 3`: those that another filter drops."""

    given: Filter


Filter = Union[
    Named, Ordinal, Heading, Separated, DuringPart, TimeWindow, Lasting, BeforeEntry, Extreme,
    Where, While, OnDate, Except,
]  # fmt: skip


# -- expressions ----------------------------------------------------------------------
class Number(Node, frozen=True):
    """A literal amount: `150 g`, `10-12`, `5 %`."""

    value: Interval
    """In `unit` as written."""
    unit: Unit
    at: At = NOWHERE


class Moment(Node, frozen=True):
    """A literal clock time, `17:00`."""

    minutes: int
    at: At = NOWHERE


class DateLiteral(Node, frozen=True):
    """A literal date, `2025-03-04`, `03-04` without a year, or a weekday."""

    text: str
    at: At = NOWHERE


class Words(Node, frozen=True):
    """A literal text."""

    text: str
    at: At = NOWHERE


class Measure(Node, frozen=True):
    """An amount of the scope now in force: `calories`; of a container, the sum of its parts."""

    name: str
    """Measure of the lexicon, or a column header or label of the response when `quoted`."""
    unit: Unit
    """Unit for output; dimension `?` for a quoted name whose dimension the response decides."""
    quoted: bool = False
    at: At = NOWHERE

    @property
    def left_open(self) -> bool:
        """Whether it is `amount`: the one measure that the members of the scope in force carry."""
        return not self.quoted and self.unit.dimension == "?"


class Stated(Node, frozen=True):
    """`stated(price)`: the total that the response itself writes for the scope now in force."""

    measure: Measure
    at: At = NOWHERE


class Aggregate(Node, frozen=True):
    """`sum(fat)`, `mean(calories) of day`, `max(duration) of exercise`, `sum(sets * reps * weight)`."""

    function: Literal["sum", "mean", "min", "max", "median", "range"]
    value: Expr
    """Evaluated once for each member of `over` (default: the items of the scope now in force)."""
    over: Scope | None = None
    at: At = NOWHERE


class Count(Node, frozen=True):
    """`count(meal)`, `distinct(exercise)`: how many, or how many different names."""

    scope: Scope
    distinct: bool = False
    at: At = NOWHERE


class Property(Node, frozen=True):
    """`start(work)`, `end(X)`, `duration(X)`, `position(X)`, `name(X)`, `date(X)`, `weekday(X)`,
    `gap(A, B)`, `overlap(A, B)`, `streak(X)`; with no scope: of the scope now in force.
    """

    name: Literal[
        "start", "end", "duration", "position", "name", "date", "weekday", "gap", "overlap", "text",
        "streak",
    ]  # fmt: skip
    scopes: tuple[Scope, ...] = ()
    at: At = NOWHERE


class Arithmetic(Node, frozen=True):
    """`a + b`, `a - b`, `a * b`, `a / b`, `a mod b`; `difference` is the absolute difference."""

    operator: Literal["+", "-", "*", "/", "mod", "difference"]
    left: Expr
    right: Expr
    at: At = NOWHERE


class Share(Node, frozen=True):
    """`share(calories of meal named "dinner", calories)`: part over whole, as a fraction."""

    part: Expr
    whole: Expr
    at: At = NOWHERE


class RangeEnd(Node, frozen=True):
    """`upper(reps)`, `lower(duration)`: one end of a range such as `8-12 reps`."""

    end: Literal["upper", "lower"]
    value: Expr
    at: At = NOWHERE


class Of(Node, frozen=True):
    """`calories of day 2`: an expression evaluated in one other scope."""

    value: Expr
    scope: Scope
    at: At = NOWHERE


class Data(Node, frozen=True):
    """`data.availability`, or a field of a variable bound to data: `p["end"]`, `p[slot.day]`."""

    root: str
    """`data` or a variable name."""
    path: tuple[Union[str, int, Expr], ...] = ()
    at: At = NOWHERE


class Field(Node, frozen=True):
    """`city`, `start`: a field of a record that the answer tells."""

    name: str
    dimension: str
    """`text`, `clock`, `time`, `one`, `times`, or `?` when kinds of records differ in it."""
    at: At = NOWHERE


class Call(Node, frozen=True):
    """`common(data.people)`, `starts(fits, 30 min, 5 min)`, `A minus B`, `A widened by 10 min`."""

    function: Literal[
        "common", "either", "minus", "widened", "starts", "stretches", "earliest", "latest", "first",
        "last", "begins", "ends", "length", "days", "size", "most",
    ]  # fmt: skip
    arguments: tuple[Expr, ...]
    at: At = NOWHERE


class Collected(Node, frozen=True):
    """`each p in data.people where (…): starts(p.free, 30 min, 5 min)`: a value of each member."""

    variable: str
    over: Expr
    value: Expr
    """The variable itself where none is written."""
    where: Formula | None = None
    at: At = NOWHERE


class TextMeasure(Node, frozen=True):
    """A length, count or frequency of text in the scope now in force: `words`, `sentences`,
    `occurrences of "tofu"`; see `evalspec.check.measures`.
    """

    name: str
    """words, characters, sentences, paragraphs, lines, letters, unique-words, occurrences, matches
    (occurrences of a pattern) …"""
    arguments: tuple[Union[str, int], ...] = ()
    """Of occurrences and matches: the texts or patterns; all of them are counted."""
    whole_words: bool = True
    """False: also inside words."""
    case_sensitive: bool = False
    at: At = NOWHERE


Expr = Union[
    Number, Moment, DateLiteral, Words, Measure, Stated, Aggregate, Count, Property, Arithmetic, Share,
    RangeEnd, Of, Data, Field, Call, Collected, TextMeasure,
]  # fmt: skip


# -- formulas -------------------------------------------------------------------------
class Compare(Node, frozen=True):
    """`sum(fat) <= 90 g`, `calories = 2000 kcal ± 5 %`, `start(work) = 09:00`."""

    left: Expr
    comparator: Comparator
    right: Expr
    tolerance: Decimal | None = None
    """Relative tolerance as a fraction; None means the policy's (`=` only)."""
    about: bool = False
    """`about`: the policy's tolerance for approximate bounds."""
    slack: Number | None = None
    """Absolute tolerance: `± 50 kcal`."""
    at: At = NOWHERE


class Between(Node, frozen=True):
    """`x between low and high`, both ends included."""

    value: Expr
    low: Expr
    high: Expr
    at: At = NOWHERE


class Exists(Node, frozen=True):
    """`exists block(meditation) lasting 30 min in morning`."""

    scope: Scope
    at: At = NOWHERE


class TextTest(Node, frozen=True):
    """A predicate on the text of the scope now in force: `starts with "However"`,
    `contains any of ["beans", "tofu"]`, `is json`.
    """

    relation: str
    """contains, starts-with, ends-with, equals, matches (a pattern), is (a named form),
    written-in (a language), conforms-to (a JSON Schema)."""
    operands: tuple[str, ...]
    mode: Literal["any", "all", "none"] = "any"
    whole_words: bool = True
    case_sensitive: bool = False
    at: At = NOWHERE


class Judged(Node, frozen=True):
    """`judged("it ends with a summary")`: a judge answers whether that holds of the scope in force."""

    text: str
    at: At = NOWHERE


class Quoted(Node, frozen=True):
    """`quote("the warm-up")`: words of the scope in force that a judge quotes for it."""

    text: str
    at: At = NOWHERE


class Ordered(Node, frozen=True):
    """`"chop" before "cook"`, `block(lunch) before block(gym)`, `quote("a") before quote("b")`."""

    first: Union[Scope, Words, Quoted]
    relation: Literal["before", "after", "immediately-before", "immediately-after"]
    second: Union[Scope, Words, Quoted]
    at: At = NOWHERE


class Inside(Node, frozen=True):
    """`slot within p[slot.day]`: an interval of time lies inside one of several."""

    value: Expr
    ranges: Expr
    at: At = NOWHERE


class Overlapping(Node, frozen=True):
    """`when overlaps data.closed`: two sets of times share a minute."""

    left: Expr
    right: Expr
    at: At = NOWHERE


class IsEmpty(Node, frozen=True):
    """`common(data.people) is empty`: a set of times, a list or a map holds nothing."""

    value: Expr
    at: At = NOWHERE


class IsGiven(Node, frozen=True):
    """`data.buffer is given`: data that may be absent are there."""

    value: Data
    at: At = NOWHERE


class Among(Node, frozen=True):
    """`person is one of data.people`, `pair(a, b) in data.flights`."""

    values: tuple[Expr, ...]
    """One, or the two of a pair."""
    of: Expr
    at: At = NOWHERE


class NoAnswer(Node, frozen=True):
    """`answer is none`: the answer says that there is none."""

    at: At = NOWHERE


class Quantified(Node, frozen=True):
    """`each day: …`, `no meal: …`, `at least 2 of day: …`, `each p in data.people: …`;
    `each next sentence: …` goes over all but the first, as `this`, and `previous` is the one before;
    `each adjacent day: …` goes over all, and `previous` is the one right before in time, if there is one.
    """

    quantifier: Literal["each", "any", "no", "exactly", "at-least", "at-most"]
    scope: Union[Scope, Data]
    body: Formula
    number: int = 0
    """N of exactly/at-least/at-most."""
    variable: str = ""
    next: bool = False
    """Each beside the one before it."""
    adjacent: bool = False
    """Of `next`: beside the one right before it in time."""
    at: At = NOWHERE


class Using(Node, frozen=True):
    """`using "tokens/1": words >= 300`: a named segmentation cuts the text into pieces."""

    segmentation: str
    body: Formula
    at: At = NOWHERE


class Shared(Node, frozen=True):
    """`for 2 persons: sum(price) <= 450 EUR`: what is told for one person is for each of them;
    `per person: sum(price) <= 30 EUR`: of what is told for all, one has a part.
    """

    persons: int
    """0 for all there are, whose number nobody says."""
    body: Formula
    each: bool = False
    """Of each person."""
    at: At = NOWHERE


class And(Node, frozen=True):
    """All of the parts."""

    parts: tuple[Formula, ...]
    at: At = NOWHERE


class Or(Node, frozen=True):
    """At least one of the parts."""

    parts: tuple[Formula, ...]
    at: At = NOWHERE


class Not(Node, frozen=True):
    """The part does not hold."""

    part: Formula
    at: At = NOWHERE


class If(Node, frozen=True):
    """`if A then B else C`; without `else`, satisfied when A does not hold."""

    test: Formula
    then: Formula
    otherwise: Formula | None = None
    at: At = NOWHERE


Formula = Union[
    Compare, Between, Exists, TextTest, Ordered, Inside, Overlapping, IsEmpty, IsGiven, Among, NoAnswer,
    Judged, Quoted, Quantified, Using, Shared, And, Or, Not, If,
]  # fmt: skip


class Refusal(Record, frozen=True):
    """Why a sentence did not compile."""

    words: tuple[str, ...]
    """The words in the way, as written: no rule joins them to what was understood."""
    nearest: str = ""
    """The sentence with a slip of the pen corrected, if that would compile; may be empty."""
    understood: str = ""
    """The longest part of the sentence that was understood, as written; may be empty."""
    formulas: tuple[str, ...] = ()
    """To copy: what that part says, or the meanings of an ambiguous sentence; two at most."""
    because: str = ""
    """What is wrong with the formula that the sentence comes to, or that it is ambiguous."""

    @property
    def text(self) -> str:
        """Return all of it in one line."""
        said = [self.because, ", ".join(self.words)]
        said += [f"understood: {self.understood}"] if self.understood else []
        said += [f"nearest: {self.nearest}"] if self.nearest else []
        joint = " or ".join(self.formulas)
        said += [f"{'that part says' if self.understood else 'write'}: {joint}"] if joint else []
        return "; ".join(filter(None, said))


class Constraint(Record, frozen=True):
    """One compiled constraint of a spec."""

    id: str
    text: str
    """As the user wrote it: the sentence, the formal text, or the rule with its arguments."""
    surface: Literal["check", "text", "use"]
    readings: tuple[Formula, ...]
    """Alternatives; the verdict must hold under each. Empty when refused or for a judge only."""
    canonical: str
    """Canonical text; alternatives joined by ` | `."""
    sentence: str = ""
    """One plain English sentence that says the same."""
    words: str = ""
    """What the author says beside a formula or a rule, as `text:`."""
    refusal: Refusal | None = None
    severity: Literal["error", "warning"] = "error"
    weight: Decimal = Decimal(1)
    when: Formula | None = None
    """Over given data: where it does not hold, the constraint does not apply."""
    group: str = ""
    """Name of what it belongs to, for figures."""
    judge: str = ""
    """Judge named in the spec; empty when none."""
    reading_texts: tuple[str, ...] = ()
    """Canonical text of each reading."""
    beside: Constraint | None = None
    """What it says by the vocabulary of a response that has the headings of that one."""
    borrows: bool = False
    """It speaks of what only that vocabulary knows."""
    notes: tuple[str, ...] = ()
    """Conversions made and illustrations set aside, for `explain`."""
    at: At = NOWHERE
