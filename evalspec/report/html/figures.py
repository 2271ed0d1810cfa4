"""The figures of the page, each counted from its items: numbers, no wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from evalspec.compare.agreement import Agreement, Tally
from evalspec.compare.audit import Class
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.report.html.collect import Collection, Item, Said
from evalspec.report.html.sources import Source

MOST_ROWS = 60
"""Groups in one table; a field with more values than this gets none."""


class Part(Record, frozen=True):
    """The verdicts of one group."""

    name: str
    counts: dict[Outcome, int]
    accuracy: dict[str, float | None]
    """Label → share of right verdicts; absent for a label that the group does not have."""


class Breakdown(Record, frozen=True):
    """One file's verdicts by one field."""

    field: str
    """Name of a group; empty for the constraint."""
    parts: tuple[Part, ...]


class SourceFigures(Record, frozen=True):
    """What one file comes to."""

    name: str
    counts: dict[Outcome, int]
    reasons: dict[str, int]
    """Why verdicts are undetermined, most frequent first."""
    agreement: dict[str, Agreement]
    """Label → how far the verdicts agree with it."""
    breakdowns: tuple[Breakdown, ...]
    audits: dict[Class, int] = {}
    """What audits of its rationales say, in the order of the classes."""


class Crossing(Record, frozen=True):
    """How often two files say the same."""

    first: str
    second: str
    same: int
    n: int
    counts: dict[Outcome, dict[Outcome, int]]
    """Outcome of the first → outcome of the second → number."""


Voice = tuple[Item, Said]


def source_figures(found: Collection) -> list[SourceFigures]:
    """Return the figures of every file."""
    return [_of_source(found, number) for number in range(len(found.sources))]


def crossings(found: Collection) -> list[Crossing]:
    """Compare every two sources on what both say, but no verdict with a part of itself."""
    return [
        _crossing(found, one, other)
        for one, other in combinations(range(len(found.sources)), 2)
        if not _is_part(found.sources[one], found.sources[other])
    ]


def _is_part(one: Source, other: Source) -> bool:
    return one.file == other.file and not (one.part and other.part)


def _of_source(found: Collection, number: int) -> SourceFigures:
    voices = [(item, said) for item in found.items if (said := item.said[number]) is not None]
    undetermined = [said for _, said in voices if said.line.outcome is Outcome.UNDETERMINED]
    return SourceFigures(
        found.sources[number].name,
        _counts(voices),
        dict(Counter(said.line.reason for said in undetermined).most_common()),
        {label: _tally(voices, label).agreement() for label in found.labels},
        tuple(_breakdowns(found, voices)),
        _audits(voices),
    )


def _audits(voices: list[Voice]) -> dict[Class, int]:
    counts = Counter(said.audit.result for _, said in voices if said.audit is not None)
    return {result: counts[result] for result in Class if counts[result]}


def _counts(voices: list[Voice]) -> dict[Outcome, int]:
    counts = Counter(said.line.outcome for _, said in voices)
    return {outcome: counts[outcome] for outcome in Outcome}


def _tally(voices: list[Voice], label: str) -> Tally:
    tally = Tally()
    for _, said in voices:
        if label in said.labels:
            judged = said.labels[label]
            tally.add("", judged.label is Outcome.SATISFIED, judged.verdict)
    return tally


def _breakdowns(found: Collection, voices: list[Voice]) -> Iterator[Breakdown]:
    fields: dict[str, Callable[[Item], str]] = {
        name: lambda item, name=name: item.groups.get(name, "")  # type: ignore[misc]
        for name in found.groups
    }
    if len({said.response for _, said in voices}) > 1:
        fields[""] = lambda item: item.text
    for name, value in fields.items():
        split = grouped((value(voice[0]), voice) for voice in voices)
        if 1 < len(split) <= MOST_ROWS and len(split) < len(voices):
            yield Breakdown(name, tuple(_part(key, split[key], found) for key in sorted(split)))


def _part(name: str, voices: list[Voice], found: Collection) -> Part:
    agreed = {label: _tally(voices, label).agreement() for label in found.labels}
    return Part(name, _counts(voices), {label: a.accuracy for label, a in agreed.items() if a.n})


def _crossing(found: Collection, one: int, other: int) -> Crossing:
    pairs: Counter[tuple[Outcome | None, Outcome | None]] = Counter()
    for item in found.items:
        first, second = item.said[one], item.said[other]
        if first is not None and second is not None and first.response == second.response:
            pairs[first.line.outcome, second.line.outcome] += 1
    table = {a: {b: pairs[a, b] for b in Outcome} for a in Outcome}
    same = sum(table[outcome][outcome] for outcome in Outcome)
    return Crossing(found.sources[one].name, found.sources[other].name, same, pairs.total(), table)


def total(counts: Mapping[Outcome, int]) -> int:
    """Return how many there are."""
    return sum(counts.values())
