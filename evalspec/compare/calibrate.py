"""A labelled comparison → who should decide which kind of constraint.

For every kind, the cheapest method whose error is below the target comes first; what it
leaves undetermined goes to the next, and in the end to a person. An error is below the target
when the upper end of its exact one-sided interval is (C. J. Clopper and E. S. Pearson (1934),
The use of confidence or fiducial limits illustrated in the case of the binomial, Biometrika
26, 404-413). The expected figures are those of verdicts that were not used for choosing:
responses are divided in folds, and each fold is decided as the others say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from evalspec.compare.items import DECIDED, KIND, Item, Items
from evalspec.compare.libraries import library
from evalspec.core.errors import InputError
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Method, Outcome
from evalspec.run.routing import RULES, Step

FOLDS = 5
_FEWEST_OF_A_VOTE = 3


class Goal(Record, frozen=True):
    """What is allowed."""

    target_error: float = 0.05
    confidence: float = 0.9
    field: str = KIND
    prices: dict[str, float] = {}
    """Voice → cost of a verdict, over what its results say."""


class Expected(Record, frozen=True, omit_defaults=False):
    """What comes of a choice."""

    n: int
    accuracy: float | None
    """Share of right verdicts among those a person is not asked for."""
    error_at_most: float | None
    coverage: float | None
    """Share of verdicts that a person is not asked for."""
    cost: float | None
    """Mean cost of a verdict, without the person's."""


class Choice(Record, frozen=True):
    """Who decides a kind."""

    steps: tuple[Step, ...]
    """Without the person, who comes last."""
    expected: Expected


class Calibration(Record, frozen=True):
    """Who decides what, and what to expect."""

    reference: str
    goal: Goal
    kinds: dict[str, Choice]
    expected: Expected


class Candidate:
    """One who may decide: what it says of an item, and what that costs."""

    def __init__(self, step: Step, voices: Sequence[str], goal: Goal) -> None:
        """Take the voices, several for a vote."""
        self.step, self.voices, self.prices = step, voices, goal.prices

    def said(self, item: Item, reference: str) -> Outcome:
        """Return the verdict, or that of the majority."""
        counts = Counter(item.said(voice, reference) for voice in self.voices)
        outcome, number = counts.most_common(1)[0]
        return outcome if outcome and 2 * number > len(self.voices) else Outcome.UNDETERMINED

    def cost(self, item: Item) -> float:
        return sum(self._price(item, voice) for voice in self.voices)

    def _price(self, item: Item, voice: str) -> float:
        if voice in self.prices:
            return self.prices[voice]
        judgement = item.evidence.get(voice, {}).get("judgement") or {}
        return float(judgement.get("cost") or 0)


def calibrate(items: Items, reference: str, goal: Goal) -> Calibration:
    """Choose for every kind. Raises `InputError` without a label or a method."""
    if not reference:
        message = "calibrating needs a reference: a label, or `--labels` of people"
        raise InputError.of("no-reference", message)
    known = [item for item in items.by_key.values() if _truth(item, reference)]
    candidates = _candidates(items, reference, goal)
    groups = grouped((item.field(goal.field), item) for item in known)
    kinds = {}
    for kind, members in sorted(groups.items()):
        chosen = choose(members, candidates, reference, goal)
        steps = tuple(candidate.step for candidate in chosen)
        kinds[kind] = Choice(steps, expected(members, [chosen], reference, goal))
    return Calibration(reference, goal, kinds, _held_out(groups, candidates, reference, goal))


def _truth(item: Item, reference: str) -> bool:
    return item.said(reference) in (Outcome.SATISFIED, Outcome.UNSATISFIED)


def _candidates(items: Items, reference: str, goal: Goal) -> list[Candidate]:
    """Return the rules, every judge, and the vote of all judges."""
    rules = [voice for voice in items.methods if _is_rules(items, voice)]
    people = items.members.get(DECIDED, ())
    judges = [v for v in items.voices if v not in (*rules, *people, reference, DECIDED)]
    found = [Candidate(RULES, (voice,), goal) for voice in rules[:1] if voice != reference]
    found += [Candidate(Step("judge", (voice,)), (voice,), goal) for voice in judges]
    if len(judges) >= _FEWEST_OF_A_VOTE:
        found.append(Candidate(Step("vote", tuple(judges)), judges, goal))
    if not found:
        raise InputError.of("no-method", f"there is nothing to compare with {reference}")
    return found


def _is_rules(items: Items, voice: str) -> bool:
    rows = (item.evidence.get(voice) for item in items.by_key.values())
    first = next((row for row in rows if row is not None), {})
    return first.get("method") == Method.SYMBOLIC.value


# -- choosing ---------------------------------------------------------------------------------
def choose(
    members: Iterable[Item], candidates: Sequence[Candidate], reference: str, goal: Goal
) -> list[Candidate]:
    """Return who is asked, in order: the cheapest that is good enough, then for the rest."""
    left, waiting, chosen = list(members), list(candidates), []
    while left and waiting:
        good = [one for one in waiting if _is_good(left, one, reference, goal)]
        if not good:
            break
        best = min(
            good,
            key=lambda one: (sum(map(one.cost, left)) / len(left), -_right(left, one, reference)),
        )
        chosen.append(best)
        waiting.remove(best)
        left = [item for item in left if best.said(item, reference) is Outcome.UNDETERMINED]
    return chosen


def _is_good(items: Sequence[Item], one: Candidate, reference: str, goal: Goal) -> bool:
    decided = [i for i in items if one.said(i, reference) is not Outcome.UNDETERMINED]
    wrong = len(decided) - _right(decided, one, reference)
    bound = error_bound(wrong, len(decided), goal.confidence)
    return bound is not None and bound <= goal.target_error


def _right(items: Iterable[Item], one: Candidate, reference: str) -> int:
    return sum(one.said(item, reference) is item.said(reference) for item in items)


def error_bound(wrong: int, n: int, confidence: float) -> float | None:
    """Return the upper end of the exact one-sided interval of an error; None of nothing."""
    if not n:
        return None
    test = library("scipy.stats").binomtest(wrong, n, alternative="less")
    return float(test.proportion_ci(confidence_level=confidence, method="exact").high)


# -- expecting --------------------------------------------------------------------------------
def expected(
    items: Sequence[Item], routes: Sequence[Sequence[Candidate]], reference: str, goal: Goal
) -> Expected:
    """Return the figures of items, each decided by its own route, or all by the only one."""
    ways = routes if len(routes) == len(items) else list(routes) * len(items)
    decided = right = 0
    cost = 0.0
    for item, route in zip(items, ways, strict=True):
        for one in route:
            cost += one.cost(item)
            outcome = one.said(item, reference)
            if outcome is not Outcome.UNDETERMINED:
                decided += 1
                right += outcome is item.said(reference)
                break
    n = len(items)
    bound = error_bound(decided - right, decided, goal.confidence)
    return Expected(
        n, right / decided if decided else None, bound,
        decided / n if n else None, cost / n if n else None,
    )  # fmt: skip


def _held_out(
    groups: Mapping[str, Sequence[Item]], candidates: Sequence[Candidate], reference: str,
    goal: Goal,
) -> Expected:  # fmt: skip
    items: list[Item] = []
    routes: list[list[Candidate]] = []
    for members in groups.values():
        folds = [(sha256(item.key.row.encode()).digest()[0] % FOLDS) for item in members]
        for fold in sorted(set(folds)):
            others = [i for i, at in zip(members, folds, strict=True) if at != fold]
            route = choose(others, candidates, reference, goal)
            held = [i for i, at in zip(members, folds, strict=True) if at == fold]
            items += held
            routes += [route] * len(held)
    return expected(items, routes, reference, goal)
