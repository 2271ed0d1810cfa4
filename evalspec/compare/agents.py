"""Each agent of a panel as a voice, beside the answer that is always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from evalspec.compare.items import Items
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome

AGENT = "agent"
"""The field of `--by agent`: the constraint that agents speak to."""
CONSTANT = "constant answer"


class Base(Record, frozen=True, omit_defaults=False):
    """How the reference answers one question, and what that is worth without looking."""

    n: int
    satisfied: float
    """Share that the reference finds satisfied."""
    constant: Outcome
    """The answer that is right most often."""
    right: float
    """How often it is."""
    chance: float
    """How often an answer is right that is drawn at the same rate."""


def speaking(judgement: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the members of a panel, a jury or a debate that speak at its end, with their names.

    One that is a member twice has a number behind its name; samples of a vote are no voices.
    """
    names: Counter[str] = Counter()
    if judgement.get("kind") == "vote":
        return
    for member in judgement.get("members", ()):
        writes = member["kind"] == "agent" and not (member["reason"] or member["detail"])
        early = judgement["kind"] == "debate" and member.get("round") != judgement.get("round")
        if early or (writes and member["outcome"] == Outcome.UNDETERMINED.value):
            continue
        name = str(member["judge"])
        names[name] += 1
        yield (f"{name}#{names[name]}" if names[name] > 1 else name), member


def bases(items: Items, reference: str) -> dict[str, Base]:
    """Return what is known of the reference by constraint."""
    counts: dict[str, Counter[Outcome]] = {}
    for item in items.by_key.values():
        truth = item.said(reference)
        if truth not in (None, Outcome.UNDETERMINED):
            counts.setdefault(item.key.constraint, Counter())[truth] += 1
    return {name: _base(found) for name, found in counts.items()}


def _base(found: Counter[Outcome]) -> Base:
    n, satisfied = found.total(), found[Outcome.SATISFIED]
    share = satisfied / n
    constant = Outcome.of(2 * satisfied >= n)
    return Base(n, share, constant, max(share, 1 - share), share**2 + (1 - share) ** 2)


def add_constant(items: Items, known: Mapping[str, Base]) -> None:
    """Add the constant answer as a voice."""
    items.methods.append(CONSTANT)
    for item in items.by_key.values():
        if item.key.constraint in known:
            item.outcomes[CONSTANT] = known[item.key.constraint].constant
