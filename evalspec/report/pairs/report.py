"""The preferences on one pair, with what is needed to show them and what a gate makes of them."""

from __future__ import annotations

from typing import Literal

from evalspec.core.pair import Pair, Preference, Side, Winner
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Reason, ScopeResult, Verdict
from evalspec.report.report import Report

Demand = Literal["decided", "not-worse", "better"]
"""What must hold of A: that anything is decided, that B is not better, that A is."""

_HOLDS: dict[Demand, dict[Winner, bool]] = {
    "decided": {Winner.A: True, Winner.B: True, Winner.TIE: True},
    "not-worse": {Winner.A: True, Winner.B: False, Winner.TIE: True},
    "better": {Winner.A: True, Winner.B: False, Winner.TIE: False},
}
_WORDS: dict[Demand, str] = {
    "decided": "it is decided which is better",
    "not-worse": "A is not worse than B",
    "better": "A is better than B",
}


class PairReport(Record, frozen=True):
    """All preferences on one pair."""

    name_a: str
    """Path of A, `-`, or empty."""
    name_b: str
    pair: Pair
    spec: str
    title: str
    preferences: tuple[Preference, ...]
    """One a criterion, in the order of the spec; those that another one names come before it."""
    asked: tuple[str, ...]
    """Ids of the criteria that count: those of the scenario, or those that no other one names."""

    def count(self, winner: Winner) -> int:
        """Return how many of the criteria that count have an outcome."""
        return sum(one.outcome is winner for one in self.counting)

    @property
    def counting(self) -> tuple[Preference, ...]:
        return tuple(one for one in self.preferences if one.criterion in self.asked)

    @property
    def by_id(self) -> dict[str, Preference]:
        """Return the preferences by the ids of their criteria."""
        return {one.criterion: one for one in self.preferences}


def gated(report: PairReport, demand: Demand) -> Report:
    """Return what a gate asks of A as verdicts, one a criterion that counts.

    An undetermined preference satisfies a demand that holds whatever it may come to.
    """
    return Report(
        name=report.name_a,
        response=report.pair.a,
        spec=report.spec,
        title=report.title,
        verdicts=tuple(_verdict(one, demand) for one in report.counting),
    )


def _verdict(preference: Preference, demand: Demand) -> Verdict:
    outcome = Outcome.of(_holds(preference, demand))
    decided = outcome is not Outcome.UNDETERMINED
    return Verdict(
        constraint=preference.criterion,
        outcome=outcome,
        reason=Reason.NONE if decided else preference.reason or Reason.UNSUPPORTED,
        method=preference.method,
        canonical=preference.canonical,
        scopes=tuple(_scopes(preference, outcome)),
        detail="" if decided else preference.detail,
        severity=preference.severity,
        at=preference.at,
        text=f"{_WORDS[demand]}: {preference.text}",
    )


def _holds(preference: Preference, demand: Demand) -> bool | None:
    holds = _HOLDS[demand]
    if preference.outcome is not Winner.UNDETERMINED:
        return holds[preference.outcome]
    truths = {holds[one] for one in preference.possible}
    return truths.pop() if len(truths) == 1 and demand != "decided" else None


def _scopes(preference: Preference, outcome: Outcome) -> list[ScopeResult]:
    """Return the ledger of A against the value of B."""
    a, b = preference.a, preference.b
    if a is None or b is None:
        return []
    bound = f"B: {b.value}"
    return [
        ScopeResult(
            "A", (), outcome, preference.canonical, a.value, bound, a.unit, a.operands, a.excluded
        )
    ]


def value_of(side: Side) -> str:
    """Write the value of a side with its unit."""
    return f"{side.value} {side.unit}".strip()
