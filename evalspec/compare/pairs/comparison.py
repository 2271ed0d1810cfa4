"""Everything `evalspec compare` computes of pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from evalspec.compare.bootstrap import NO_INTERVALS, Plan
from evalspec.compare.comparison import check_fields, choose_reference
from evalspec.compare.debates import Course, courses
from evalspec.compare.pairs.habits import Habits, habits
from evalspec.compare.pairs.items import CRITERION, PairItem, PairItems, Rereading
from evalspec.compare.pairs.published import Table, tables
from evalspec.compare.pairs.ranks import Duel, duel, leads, mode
from evalspec.compare.pairs.scores import FIGURES, PairScores, score
from evalspec.compare.statistics import NOTHING, Figure, fleiss_kappa, krippendorff_alpha, share
from evalspec.core.lookup import grouped
from evalspec.core.pair import Winner
from evalspec.core.record import Record


class Voices(Record, frozen=True, omit_defaults=False):
    """Two voices on the same pairs."""

    first: str
    second: str
    n: int
    figures: dict[str, Figure]


class SystemLevel(Record, frozen=True, omit_defaults=False):
    """Whether a voice sees the same system lead as the reference, of two systems by a criterion."""

    same: Figure
    n: int
    """Systems and criteria for which both have a leader."""
    undecided: int
    """Those for which one of them has two."""


class PairComparison(Record, frozen=True, omit_defaults=False):
    """The figures of a comparison of pairs."""

    reference: str
    """Empty when nothing was chosen and no label is there."""
    items: int
    requests: int
    unread: int
    scores: dict[str, PairScores]
    """Voice → figures against the reference."""
    groups: dict[str, dict[str, dict[str, PairScores]]]
    """Field → its value → voice → figures."""
    system_level: dict[str, SystemLevel]
    habits: dict[str, Habits]
    pairs: tuple[Voices, ...]
    n_fleiss: int
    """Items that all voices decide."""
    fleiss_kappa: Figure
    n_krippendorff: int
    """Items that at least two voices decide."""
    krippendorff_alpha: Figure
    rereadings: tuple[Rereading, ...]
    published: tuple[Table, ...]
    level: float = Plan().level
    debates: tuple[Course, ...] = ()
    """What the debates took, and would have taken."""


def compare_pairs(
    items: PairItems,
    reference: str = "",
    by: Sequence[str] = (),
    plan: Plan = NO_INTERVALS,
    published: Iterable[Mapping[str, Any]] = (),
) -> PairComparison:
    """Compare all voices. Raises `InputError` for an unknown reference or field."""
    chosen = choose_reference(items, reference)
    everything = list(items.by_key.values())
    voices = items.voices
    others = [voice for voice in voices if voice != chosen] if chosen else []
    members = items.members.get(chosen, ())
    check_fields(items, [part.strip() for field in by for part in field.split(",")], CRITERION)
    independent = [voice for voice in voices if voice not in items.members]
    ratings = [_decided(item, independent) for item in everything]
    complete = [found for found in ratings if len(found) == len(independent)]
    return PairComparison(
        reference=chosen,
        items=len(everything),
        requests=len({item.request for item in everything}),
        unread=items.unread,
        scores={voice: score(everything, voice, chosen, members, plan) for voice in others},
        groups={field: _grouped(everything, field, others, chosen, members) for field in by},
        system_level={voice: _system_level(everything, voice, chosen) for voice in others},
        habits={
            voice: habits(everything, voice, items.spent.get(voice, Counter()), plan)
            for voice in voices
        },
        pairs=tuple(_voices(everything, *two) for two in combinations(voices, 2)),
        n_fleiss=len(complete),
        fleiss_kappa=fleiss_kappa(complete) if len(independent) > 2 else Figure(None, NOTHING),
        n_krippendorff=sum(len(found) > 1 for found in ratings),
        krippendorff_alpha=krippendorff_alpha(ratings),
        rereadings=tuple(items.rereadings),
        published=tables(everything, published),
        level=plan.level,
        debates=courses(items.debates),
    )


def _grouped(
    items: Iterable[PairItem], field: str, voices: Sequence[str], reference: str,
    members: Sequence[str],
) -> dict[str, dict[str, PairScores]]:  # fmt: skip
    found = grouped((item.field(field), item) for item in items)
    return {
        value: {voice: score(some, voice, reference, members, NO_INTERVALS) for voice in voices}
        for value, some in sorted(found.items())
    }


def _decided(item: PairItem, voices: Sequence[str]) -> list[Winner]:
    said = (item.said.get(voice) for voice in voices)
    return [one for one in said if one is not None and one is not Winner.UNDETERMINED]


def _voices(items: Iterable[PairItem], first: str, second: str) -> Voices:
    cells: Counter[tuple[Winner, Winner]] = Counter()
    for item in items:
        if first in item.said and second in item.said:
            cells[item.said[first], item.said[second]] += 1
    kept = ("agreement", "agreement_of_sides", "kappa", "kappa_of_sides")
    return Voices(first, second, cells.total(), {name: FIGURES[name](cells) for name in kept})


def _system_level(items: Iterable[PairItem], voice: str, reference: str) -> SystemLevel:
    """Compare who leads, of two systems by each criterion."""
    found: dict[str, tuple[Counter[Duel], Counter[Duel]]] = {}
    for item in items:
        if not all(item.systems):
            continue
        own, theirs = found.setdefault(item.key.criterion, (Counter(), Counter()))
        for counts, name in ((own, voice), (theirs, reference)):
            said = item.said.get(name, Winner.UNDETERMINED)
            if said is not Winner.UNDETERMINED:
                counts[duel(item.systems, said)] += 1
    n = same = undecided = 0
    for own, theirs in found.values():
        leading, wanted = leads(own), leads(theirs)
        for two in leading.keys() & wanted.keys():
            modes = mode(leading[two]), mode(wanted[two])
            if "" in modes:
                undecided += 1
                continue
            n += 1
            same += modes[0] == modes[1]
    return SystemLevel(share(same, n, "nobody leads"), n, undecided)
