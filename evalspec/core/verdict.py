"""What a check returns: an outcome, the reason, and the ledger behind it.

The types hold data only; wording lives in `evalspec.report`. Wherever a piece of
the response is cited it is a `Cited`, so `response[span.start:span.end] == text`.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Generic, TypeVar

from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At, Span

Said = TypeVar("Said", bound=Enum)
"""What a judge decides: the outcome of a constraint, or the winner of a pair."""


class Outcome(str, Enum):
    """The three outcomes of a constraint, with Kleene's logic."""

    SATISFIED = "satisfied"
    UNSATISFIED = "unsatisfied"
    UNDETERMINED = "undetermined"

    @staticmethod
    def of(truth: bool | None) -> Outcome:
        """Map True, False, None to an outcome."""
        if truth is None:
            return Outcome.UNDETERMINED
        return Outcome.SATISFIED if truth else Outcome.UNSATISFIED


class Method(str, Enum):
    """Who decided."""

    SYMBOLIC = "symbolic"
    JUDGE = "judge"
    HYBRID = "hybrid"


class Reason(str, Enum):
    """Why a verdict is undetermined (or how a decided one came about)."""

    NONE = ""
    NOT_COMPILED = "not-compiled"
    """An English sentence that the grammar refused."""
    NEEDS_JUDGE = "needs-judge"
    """The constraint is marked for a model and no judge ran."""
    NEEDS_PERSON = "needs-person"
    """A routing file leaves it to a person."""
    EMPTY_SCOPE = "empty-scope"
    """A quantifier or an aggregate over nothing."""
    NAME_NOT_FOUND = "name-not-found"
    """A name that no label of the response matches."""
    MISSING_AMOUNT = "missing-amount"
    """A number the constraint needs is not written, and it matters."""
    INTERVAL = "interval"
    """A range or an approximate number straddles the bound."""
    READINGS_DIFFER = "readings-differ"
    """Admissible readings give different verdicts."""
    TOO_MANY_READINGS = "too-many-readings"
    """More than 32 combinations of open policy switches."""
    DOUBT = "doubt"
    """The reader may have misread a place that this constraint rests on."""
    MISSING_DATA = "missing-data"
    """The case gives no such data."""
    DIMENSION = "dimension"
    """Only amounts of another dimension are written."""
    SEVERAL_MEASURES = "several-measures"
    """A bound without a unit, and amounts of several measures or in several units."""
    NO_ANSWER = "no-answer"
    """The selected answer part does not stand in the response."""
    TOO_LARGE = "too-large"
    """The input is larger than the limits allow."""
    UNSUPPORTED = "unsupported"
    """The rules cannot decide this form."""
    CRASHED = "crashed"
    """The rule failed on this response: a fault of evalspec, of which the detail tells the place."""
    DOES_NOT_APPLY = "does-not-apply"
    """The condition of the constraint (`when:`) does not hold for this case: it counts nowhere."""
    TIMEOUT = "timeout"
    """The response took longer than a batch allows each of its responses."""
    JUDGE_REFUSED = "judge-refused"
    """The judge declined to decide."""
    JUDGE_EMPTY = "judge-empty"
    """The judge's reply is empty."""
    JUDGE_CUT_OFF = "judge-cut-off"
    """The judge's reply ends before its verdict."""
    JUDGE_CONTRADICTORY = "judge-contradictory"
    """The judge's last verdict says two things."""
    JUDGE_OFF_MENU = "judge-off-menu"
    """The judge's reply holds no verdict of the menu."""
    JUDGE_ORDER = "judge-order"
    """The judge says another thing when the two responses change places."""
    JUDGE_SPLIT = "judge-split"
    """Samples or judges disagree, and no side has a majority."""
    JUDGE_UNREACHABLE = "judge-unreachable"
    """The endpoint gave no usable reply within the retries."""
    JUDGE_BUDGET = "judge-budget"
    """The budget of calls or cost was spent before this constraint."""
    JUDGE_QUOTES = "judge-quotes"
    """What the judge quoted does not stand in the response."""


FAILURES = frozenset(
    {Reason.CRASHED, Reason.TIMEOUT, Reason.JUDGE_UNREACHABLE, Reason.JUDGE_BUDGET}
)
"""Reasons that lie with us or with the machine: they say nothing of the response."""


class Cited(Record, frozen=True):
    """A piece of the response."""

    text: str
    """The characters as written."""
    span: Span
    """Where they stand."""


class Operand(Record, frozen=True):
    """One number (or counted thing) that went into a value."""

    label: str
    """What it belongs to, such as the item's label."""
    role: str
    """The measure or part it plays, such as `protein`, `sets`, `start`, `item`."""
    value: str
    """The value used, in `unit`, as exact decimal text; an interval is `[low, high]`."""
    unit: str
    """Unit of `value` after conversion; empty for counts."""
    cited: Cited | None
    """The characters it was read from; None for a missing amount."""
    origin: str = "item"
    """item, stated, referenced, claimed, missing, counted (pieces of text), or for times: written,
    next-entry, past-midnight."""
    written: str = ""
    """The number and unit as read, before conversion (`2 lb`); empty when the same."""
    note: str = ""
    """A convention applied to it, in words of the policy switch."""
    sides: tuple[str, ...] = ()
    """What it went into where a value is made of several, the outermost first: `calories = 900 kcal`."""


class Excluded(Record, frozen=True):
    """A number of the same kind in or next to the scope that was not used."""

    cited: Cited
    """The characters."""
    reason: str
    """stated-total, claim, other-measure, rest, note, repeated, illustration …"""
    detail: str = ""
    """For instance the sum of the parts a stated total differs from."""


class ScopeResult(Record, frozen=True):
    """The comparison in one scope (one day, one session, one paragraph)."""

    label: str
    """The scope as a person would name it: `Day 2`."""
    spans: tuple[Span, ...]
    """Where it stands; several for a table column."""
    outcome: Outcome
    """Outcome in this scope alone."""
    measure: str
    """Canonical text of what was measured."""
    computed: str
    """The value computed, exact decimal text or interval; empty when none."""
    bound: str
    """What it was compared with, with comparator: `>= 150`."""
    unit: str
    """Unit of both."""
    operands: tuple[Operand, ...] = ()
    """Every number used, in the order of the response."""
    excluded: tuple[Excluded, ...] = ()
    """Every number of the same dimension that was not used, and why."""
    reason: Reason = Reason.NONE
    """Why this scope is undetermined."""
    detail: str = ""
    """Machine-readable detail of the reason: a name, a missing measure."""
    offending: tuple[Cited, ...] = ()
    """Text that breaks (or satisfies) a text constraint."""
    unlisted: int = 0
    """How many more such places there are; only the first are in `offending`."""


class Reading(Record, frozen=True):
    """One admissible reading and what it gave."""

    assumptions: tuple[str, ...]
    """Policy switches as `name=value`, or the canonical text of the alternative."""
    outcome: Outcome
    """Its outcome."""


class Struck(Record, frozen=True):
    """A claim of a statement that the ledger of the rules proves wrong."""

    text: str
    """The words that were struck."""
    claim: str
    """What they say, the same however it is worded: `Day 2: 1850 kcal`."""
    proof: str
    """What was counted instead, from what."""


class Judgement(Record, Generic[Said], frozen=True):
    """What a model said, and what it took to ask it."""

    judge: str
    """Name of the judge."""
    kind: str
    """zero-shot, few-shot, extract, vote, jury, debate or panel; `rules` for those of a panel."""
    model: str
    """As asked for; empty for a jury, a debate or a panel, whose members name theirs."""
    prompt: str
    """Name and version of the prompt: `zero-shot@1`."""
    outcome: Said
    """What the reply says."""
    reason: Reason = Reason.NONE
    """Why it says nothing."""
    rationale: str = ""
    """The reply up to its verdict."""
    reply: str = ""
    """The reply as it came."""
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Decimal | None = None
    """In the currency of the judge's prices; None when it has none."""
    seconds: float = 0.0
    """From the request to the last byte, of the attempt that was answered."""
    cached: bool = False
    """The reply came from the cache or a transcript; it cost nothing now."""
    attempts: int = 0
    """Requests sent."""
    dropped: tuple[str, ...] = ()
    """Quotes that do not stand in the response (extract)."""
    quotes: tuple[str, ...] = ()
    """Words quoted for a question inside a formula, as they stand in the response."""
    left_out: tuple[str, ...] = ()
    """What the judge names as no part of the amounts asked for (extract)."""
    members: tuple[Judgement[Said], ...] = ()
    """The samples of a vote, the judges of a jury, the statements of a debate, the agents of a panel."""
    agreement: float | None = None
    """Share of the members on the side that won (vote, jury, debate: in its last round)."""
    round: int = 0
    """Of a statement in a debate, its round from 1; of a debate, how many were held."""
    struck: tuple[Struck, ...] = ()
    """Claims of a statement that others were not shown, since the ledger proves them wrong."""
    rests_on: tuple[str, ...] = ()
    """Claims struck before that a statement still makes: its vote does not count."""
    detail: str = ""
    """What went wrong, in a few words."""


class Verdict(Record, frozen=True):
    """One constraint decided on one response."""

    constraint: str
    """The constraint's id."""
    outcome: Outcome
    """satisfied, unsatisfied or undetermined."""
    reason: Reason
    """Reason code; empty when decided."""
    method: Method
    """Who decided."""
    canonical: str
    """The constraint in the formal language; empty when it did not compile."""
    scopes: tuple[ScopeResult, ...] = ()
    """One entry for each comparison made."""
    assumptions: tuple[str, ...] = ()
    """Policy switches that were consulted and settled, as `name=value`."""
    readings: tuple[Reading, ...] = ()
    """Given when more than one reading was evaluated."""
    detail: str = ""
    """What is missing, in a few words: the unknown words, the doubt."""
    doubts: tuple[Cited, ...] = ()
    """Places that may have been misread."""
    severity: str = "error"
    """error or warning."""
    weight: Decimal = Decimal(1)
    """Weight in scores."""
    at: At = NOWHERE
    """Where the constraint stands in the spec."""
    text: str = ""
    """The constraint as the user wrote it."""
    judgement: Judgement[Outcome] | None = None
    """What the judge said; None when the rules decided."""
    also: tuple[Verdict, ...] = ()
    """What another method says of the same constraint on the same response."""
    group: str = ""
    """What the constraint belongs to, for figures."""

    @property
    def applies(self) -> bool:
        """Tell whether the constraint is asked of this case at all."""
        return self.reason is not Reason.DOES_NOT_APPLY
