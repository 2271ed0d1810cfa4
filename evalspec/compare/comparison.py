"""Everything `evalspec compare` computes: voices against a reference, and among each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from evalspec.compare.agents import AGENT, Base, add_constant, bases
from evalspec.compare.bootstrap import NO_INTERVALS, Plan
from evalspec.compare.debates import Course, courses
from evalspec.compare.items import DECIDED, KIND, Item, Items, Voiced
from evalspec.compare.scores import Scores, score
from evalspec.compare.statistics import (
    Figure,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    mcnemar,
    share,
)
from evalspec.core.errors import InputError
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome


class Paired(Record, frozen=True, omit_defaults=False):
    """Two voices on the same items."""

    first: str
    second: str
    n: int
    """Items on which both say something."""
    both_decided: int
    same: Figure
    """Share of equal verdicts among those both decide."""
    kappa: Figure
    ac1: Figure
    only_first_right: int | None = None
    """By the reference; `undetermined` is not right. None when one of them is the reference."""
    only_second_right: int | None = None
    mcnemar: Figure | None = None


class Several(Record, frozen=True, omit_defaults=False):
    """Three or more voices together."""

    voices: tuple[str, ...]
    n_fleiss: int
    """Items that all of them decide."""
    fleiss_kappa: Figure
    n_krippendorff: int
    """Items that at least two of them decide."""
    krippendorff_alpha: Figure


class Comparison(Record, frozen=True, omit_defaults=False):
    """The figures of a comparison."""

    reference: str
    """Empty when nothing was chosen and no label is there."""
    items: int
    unread: int
    scores: dict[str, Scores]
    """Voice → figures against the reference."""
    groups: dict[str, dict[str, dict[str, Scores]]]
    """Field → its value → voice → figures."""
    pairs: tuple[Paired, ...]
    several: Several | None
    level: float = Plan().level
    """Share of the intervals."""
    bases: dict[str, Base] = {}
    """Constraint → how the reference answers, for figures by agent."""
    debates: tuple[Course, ...] = ()
    """What the debates took, and would have taken."""


def compare(
    items: Items, reference: str = "", by: Sequence[str] = (), plan: Plan = NO_INTERVALS
) -> Comparison:
    """Compare all voices. Raises `InputError` for an unknown reference or field."""
    chosen = choose_reference(items, reference)
    known = bases(items, chosen) if AGENT in by and chosen else {}
    if known:
        add_constant(items, known)
    everything = list(items.by_key.values())
    voices = [voice for voice in items.voices if voice != DECIDED]
    members = set(items.members.get(chosen, ()))
    others = [voice for voice in items.voices if voice not in (chosen, *members)] if chosen else []
    check_fields(items, [field for field in by if field != AGENT])
    return Comparison(
        reference=chosen,
        items=len(everything),
        unread=items.unread,
        scores={voice: score(everything, voice, chosen, plan) for voice in others},
        groups={field: _by_field(everything, field, others, chosen) for field in by},
        pairs=tuple(
            paired(everything, one, other, "" if {one, other} & members else chosen)
            for one, other in combinations(voices, 2)
        ),
        several=several(everything, voices) if len(voices) > 2 else None,
        level=plan.level,
        bases=known,
        debates=courses(items.debates),
    )


def choose_reference(items: Voiced[Any, Any], name: str) -> str:
    """Return the voice to compare with: the one named, else the first label, else none."""
    if not name:
        return items.labels[0] if items.labels else ""
    if name not in items.voices:
        hint = f"there are {', '.join(items.voices) or 'none'}"
        raise InputError.of("unknown-reference", f"no label or method {name!r}", hint=hint)
    return name


def check_fields(items: Voiced[Any, Any], by: Sequence[str], own: str = KIND) -> None:
    """Raise `InputError` for a field that no item has; `own` is one that each has."""
    known = sorted({own, *(name for item in items.by_key.values() for name in item.groups)})
    for field in by:
        if field not in known:
            hint = f"there are {', '.join(known) or 'none'}"
            raise InputError.of("unknown-field", f"no group field {field!r}", hint=hint)


def _by_field(
    items: list[Item], field: str, voices: list[str], reference: str
) -> dict[str, dict[str, Scores]]:
    by_agent = field == AGENT
    members = grouped(
        (item.key.constraint if by_agent else item.field(field), item) for item in items
    )
    return {
        value: {voice: score(found, voice, reference, NO_INTERVALS) for voice in voices}
        for value, found in sorted(members.items())
    }


def paired(items: Iterable[Item], first: str, second: str, reference: str) -> Paired:
    """Compare two voices with each other, and by who is right when there is a reference."""
    n = only_first = only_second = 0
    table: dict[tuple[Outcome, Outcome], int] = {}
    for item in items:
        one, other = item.said(first, second), item.said(second, first)
        if one is None or other is None:
            continue
        n += 1
        if Outcome.UNDETERMINED not in (one, other):
            table[one, other] = table.get((one, other), 0) + 1
        truth = item.said(reference) if reference else None
        if truth not in (None, Outcome.UNDETERMINED):
            found = item.said(first, reference) is truth, item.said(second, reference) is truth
            only_first += found == (True, False)
            only_second += found == (False, True)
    decided = sum(table.values())
    same = sum(count for (one, other), count in table.items() if one is other)
    right = (only_first, only_second, mcnemar(only_first, only_second))
    return Paired(
        first, second, n, decided, share(same, decided), cohen_kappa(table), gwet_ac1(table),
        *(right if reference and reference not in (first, second) else ()),
    )  # fmt: skip


def several(items: Iterable[Item], voices: Sequence[str]) -> Several:
    """Compare three or more voices at once."""
    every = ([item.said(voice) for voice in voices] for item in items)
    ratings = [[one for one in said if one not in (None, Outcome.UNDETERMINED)] for said in every]
    complete = [found for found in ratings if len(found) == len(voices)]
    return Several(
        voices=tuple(voices),
        n_fleiss=len(complete),
        fleiss_kappa=fleiss_kappa(complete),
        n_krippendorff=sum(len(found) > 1 for found in ratings),
        krippendorff_alpha=krippendorff_alpha(ratings),
    )
