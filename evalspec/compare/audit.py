"""The audit of a judge: was it right, and for the right reason?

The numbers and equations of its rationale are matched with the ledger of the rules. A
class is given only where the rationale shows it; all else is `unclear`, with the reason.
The classes of errors are those of the constraint-satisfaction study with labelled plans
(ACS, table 2): extraction, counting, calculation, schedule understanding, other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec.structs import replace

from evalspec.compare.items import Item, Items
from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Outcome
from evalspec.rationale.findings import Fault, Finding, Judged, judge_scope
from evalspec.rationale.ledger import Ledger, frame_of, read_ledger
from evalspec.rationale.matching import regions
from evalspec.rationale.read import Rationale, read_rationale
from evalspec.vocabulary.lexicon import Lexicon

LONGEST = 10_000
"""Characters of a rationale that is read."""


class Class(str, Enum):
    """The result of an audit."""

    RIGHT = "right-reason"
    """The verdict is right, and so are the numbers that decide it."""
    LUCK = "right-by-luck"
    """The verdict is right, its numbers are not."""
    EXTRACTION = "extraction"
    COUNTING = "counting"
    CALCULATION = "calculation"
    SCHEDULE = "schedule"
    OTHER = "other"
    UNCLEAR = "unclear"


class Audit(Record, frozen=True, omit_defaults=False):
    """One verdict of a judge, audited."""

    key: str
    text: str
    voice: str
    """Who judged."""
    groups: dict[str, str]
    """The fields by which audits may be counted."""
    judge: Outcome
    truth: Outcome
    result: Class
    why: str
    """Why it is unclear; else empty."""
    findings: tuple[Finding, ...]
    rationale: str


def audit(
    items: Items, judge: str, reference: str, lexicon: Lexicon, by: Sequence[str] = ()
) -> Iterator[Audit]:
    """Audit every verdict of a judge for which the rules have a ledger.

    `by` names the fields by which audits will be counted.
    """
    for item in items.by_key.values():
        said = item.said(judge)
        if said is not None:
            truth = item.said(reference) if reference and reference != judge else None
            found = _audited(item, said, truth, item.rationales.get(judge, ""), lexicon)
            groups = {field: item.field(field) for field in by}
            yield replace(found, voice=judge, groups=groups)


def _audited(
    item: Item, said: Outcome, label: Outcome | None, text: str,
    lexicon: Lexicon,
) -> Audit:  # fmt: skip
    ledger = read_ledger(item.ledger, lexicon) if item.ledger else None
    truth = label or (ledger.outcome if ledger else Outcome.UNDETERMINED)
    why = _unclear(ledger, said, truth, text)
    if why or ledger is None:
        return Audit(str(item.key), item.text, "", {}, said, truth, Class.UNCLEAR, why, (), text)
    result, why, findings = audit_rationale(text, ledger, said, lexicon)
    return Audit(str(item.key), item.text, "", {}, said, truth, result, why, findings, text)


def _unclear(ledger: Ledger | None, said: Outcome, truth: Outcome, text: str) -> str:
    if said is Outcome.UNDETERMINED:
        return "the judge gives no verdict"
    if ledger is None:
        return "there is no ledger"
    if Outcome.UNDETERMINED in (ledger.outcome, truth):
        return "the rules give no verdict"
    if ledger.outcome is not truth:
        return "the rules differ from the label"
    if len(text) > LONGEST:
        return f"the rationale is longer than {LONGEST} characters"
    return "" if text.strip() else "there is no rationale"


def audit_rationale(
    text: str, ledger: Ledger, said: Outcome, lexicon: Lexicon
) -> tuple[Class, str, tuple[Finding, ...]]:
    """Audit a rationale against a ledger that is right."""
    rationale = read_rationale(text, lexicon, frame_of(ledger))
    judged = [
        judge_scope(scope, region, rationale, ledger)
        for scope, region in zip(ledger.scopes, regions(rationale, ledger), strict=True)
    ]
    findings = tuple(finding for one in judged for finding in one.findings)
    findings += tuple(_wrong_bound(rationale, ledger))
    if said is ledger.outcome:
        return _when_right(ledger, judged, findings)
    return _when_wrong(rationale, judged, findings)


def _when_right(
    ledger: Ledger, judged: Sequence[Judged], findings: tuple[Finding, ...]
) -> tuple[Class, str, tuple[Finding, ...]]:
    deciding = [one for one in judged if one.scope.outcome is ledger.outcome]
    sound = [one.supported and not one.findings for one in deciding]
    bounds = [finding for finding in findings if finding.fault is Fault.OTHER]
    some = ledger.outcome is Outcome.UNSATISFIED or ledger.canonical.startswith("any ")
    if deciding and (any(sound) if some else all(sound)) and not bounds:
        return Class.RIGHT, "", findings
    if bounds or any(one.findings for one in deciding):
        return Class.LUCK, "", findings
    return Class.UNCLEAR, "the values that decide are not stated", findings


def _when_wrong(
    rationale: Rationale, judged: Sequence[Judged], findings: tuple[Finding, ...]
) -> tuple[Class, str, tuple[Finding, ...]]:
    faults = [finding.fault for finding in findings]
    for fault in Fault:
        if fault in faults and fault is not Fault.UNEXPLAINED:
            return Class(fault.value), "", findings
    if Fault.UNEXPLAINED in faults:
        return Class.UNCLEAR, "a value is wrong and nothing shows why", findings
    if judged and all(one.supported for one in judged):
        values = ", ".join(_value(one) for one in judged)
        message = f"the values are right ({values}), the verdict does not follow from them"
        whole = Span(0, len(rationale.text))
        return Class.OTHER, "", (Finding(Fault.OTHER, "", message, whole, rationale.text),)
    return Class.UNCLEAR, "no number shows what went wrong", findings


def _value(one: Judged) -> str:
    shown = "" if one.scope.computed is None else plain(one.scope.computed)
    return f"{one.scope.label} {shown}".strip()


def _wrong_bound(rationale: Rationale, ledger: Ledger) -> Iterator[Finding]:
    """Find another bound than the one that was asked for."""
    bounds = {scope.bound for scope in ledger.scopes}
    scope = ledger.scopes[0] if ledger.scopes else None
    if scope is None or scope.bound is None or len(bounds) != 1 or ledger.kind in ("presence",):
        return
    dimension = scope.unit.dimension if scope.unit else ""
    asked = [
        number
        for number in rationale.numbers
        if number.requirement
        and number.clock is None
        and (number.unit.dimension == dimension if number.unit else not dimension)
        and (number.unit is not None or number.word in ledger.nouns)
    ]
    if asked and all(number.base != scope.bound * scope.factor for number in asked):
        first = asked[0]
        message = f"compares with {plain(first.value)}, asked is {plain(scope.bound)}"
        yield Finding(Fault.OTHER, "", message, first.span, first.span.of(rationale.text))
