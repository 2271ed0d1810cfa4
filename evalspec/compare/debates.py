"""What debates cost, and what they would have cost and decided if fewer had been held."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.compare.statistics import Figure, share
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.settling import Conduct, Start, settle_rounds

NONE = "no debate"
"""The course that ends after the first round."""
_SILENT = "undetermined"


class Statement(Record, frozen=True):
    """What a member said in a round, and what it took."""

    vote: Hashable | None
    """None where it says nothing."""
    tokens: int = 0
    cost: Decimal = Decimal(0)


class Debate(Record, frozen=True):
    """One debate as it was held."""

    rounds: tuple[tuple[Statement, ...], ...]
    rules: Hashable | None = None
    """What the rules say; None where they leave it open."""

    @property
    def votes(self) -> list[list[Hashable | None]]:
        """Return what was said, round by round."""
        return [[one.vote for one in said] for said in self.rounds]


class Course(Record, frozen=True, omit_defaults=False):
    """All debates, held by one rule of when they go on."""

    start: str
    calls: int
    tokens: int
    cost: Decimal
    decided: int
    """Debates in which a majority agrees at the end."""
    person: int
    """Those in which none does: a person settles them."""
    same: Figure
    """Share of the verdicts that are those of the debates as they were held."""


def debate_of(judgement: Mapping[str, Any], rules: str = "") -> Debate | None:
    """Return a debate from its judgement in a result line; None for another kind of judge."""
    if judgement.get("kind") != "debate" or not judgement.get("members"):
        return None
    rounds = grouped((int(one["round"]), _statement(one)) for one in judgement["members"])
    return Debate(
        tuple(tuple(rounds[number]) for number in sorted(rounds)),
        rules if rules != _SILENT else None,
    )


def _statement(one: Mapping[str, Any]) -> Statement:
    vote = None if one["outcome"] == _SILENT or one.get("rests_on") else one["outcome"]
    tokens = int(one["tokens_in"]) + int(one["tokens_out"])
    return Statement(vote, tokens, Decimal(str(one["cost"] or 0)))


def courses(debates: Sequence[Debate]) -> tuple[Course, ...]:
    """Return what other rules would have come to, beside the debates as they were held.

    Only rules that hold fewer rounds can be told: what was not said cannot be counted.
    """
    if not debates:
        return ()
    ends = [settle_rounds(one.votes).position for one in debates]
    starts: list[Start] = ["split"]
    if any(one.rules is not None for one in debates):
        starts = ["rules-differ", "split"]
    return (
        _course("as held", debates, ends),
        *(_course(start, [_held(one, start) for one in debates], ends) for start in starts),
        _course(NONE, [Debate(one.rounds[:1], one.rules) for one in debates], ends),
    )


def _held(debate: Debate, start: Start) -> Debate:
    """Return the part of a debate that another rule of when it starts would have held."""
    on = Conduct(start=start, rounds=len(debate.rounds)).goes_on(debate.votes[:1], debate.rules)
    return debate if on else Debate(debate.rounds[:1], debate.rules)


def _course(start: str, held: Sequence[Debate], ends: Sequence[Hashable | None]) -> Course:
    said = [one for debate in held for each in debate.rounds for one in each]
    found = [settle_rounds(debate.votes).position for debate in held]
    decided = [(own, end) for own, end in zip(found, ends, strict=True) if end is not None]
    return Course(
        start=start,
        calls=len(said),
        tokens=sum(one.tokens for one in said),
        cost=sum((one.cost for one in said), Decimal(0)),
        decided=sum(own is not None for own in found),
        person=sum(own is None for own in found),
        same=share(sum(own == end for own, end in decided), len(decided)),
    )
