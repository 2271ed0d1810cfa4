"""Rows of a data set → pairs of responses, with their labels; what was decided of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from evalspec.check.pairs import counted
from evalspec.core.case import Case
from evalspec.core.errors import InputError, Problem
from evalspec.core.pair import Pair, Preference, Winner
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language.criterion import Criterion, Satisfied
from evalspec.run.adapter import Adapter
from evalspec.run.columns import Row, text_in, value_of
from evalspec.run.evaluate import Evaluator, Result
from evalspec.run.given import Unseen, case_of, name_of, read_given
from evalspec.run.pairing import Library, Pairing, matched
from evalspec.run.rows import Placed, read_rows


class PairRow(NamedTuple):
    """One pair of a data set."""

    file: str
    line: int
    """Line of the row, or of the row of A."""
    row: str
    """Name of the pair."""
    asked: str
    """Name of the request."""
    pair: Pair
    groups: dict[str, str]
    labels: dict[str, Winner]
    scenario: str = ""


class PairResult(Record, frozen=True):
    """One criterion of one pair, decided."""

    of: PairRow
    index: int
    """Number of the criterion."""
    preference: Preference
    counts: bool = True
    """No other criterion names this one."""


# -- pairs for a spec -----------------------------------------------------------------------------
def pair_rows(adapter: Adapter, rows: Iterable[Placed]) -> Iterator[PairRow | Problem]:
    """Yield every pair of a data set, or what is wrong with a row.

    Rows that are compared with each other are held until all are read. Raises `InputError` for a
    column that no row has.
    """
    pairing = adapter.pair
    assert pairing is not None  # noqa: S101
    unseen = Unseen(adapter)
    libraries: dict[str, Library | None] = {}
    held: list[_Held] = []
    file = ""
    for file, line, row in rows:
        if isinstance(row, Problem):
            yield row
            continue
        if adapter.skips(row):
            continue
        unseen.see(row)
        if pairing.by:
            found = _held(adapter, file, line, row)
            if isinstance(found, Problem):
                yield found
            else:
                held.append(found)
            continue
        if file not in libraries:
            libraries[file] = _library(pairing, file)
        yield from _told(adapter, pairing, libraries[file], file, line, row)
    if absent := unseen.problems(file):
        raise InputError(absent)
    for one, other in matched(pairing, [each.row for each in held]):
        yield _together(adapter, pairing, held[one], held[other])


def _library(pairing: Pairing, file: str) -> Library | None:
    texts = pairing.texts
    if texts is None:
        return None
    beside = Path(file).parent
    return Library(texts, beside, read_rows(beside / texts.file))


def _told(
    adapter: Adapter, pairing: Pairing, library: Library | None, file: str, line: int, row: Row
) -> Iterator[PairRow | Problem]:
    """Yield the pair of a row that holds both responses, or names who wrote them."""
    at = At(file, line, 1)
    problems = [
        Problem("bad-row", f"label `{label.name}` is none of {label.menu}: {label.column}", at)
        for label in adapter.pair_labels
        if label.is_unknown(row, pairing)
    ]
    systems = pairing.systems(row)
    texts: list[Any] = []
    for name, column, system in zip("AB", (pairing.a, pairing.b), systems, strict=True):
        text = value_of(row, column) if column else library.of(row, system) if library else None
        texts.append(text)
        if not isinstance(text, str):
            where = f"column `{column}`" if column else f"`{system}`"
            problems.append(Problem("bad-row", f"{where} holds no text: there is no {name}", at))
    if problems:
        yield from problems
        return
    request = text_in(row, adapter.request)
    if library is not None and not request:
        request = library.request(row)
    # The data of a pair are given with both of its responses.
    plain = replace(adapter, response=pairing.a, messages="", request="")
    data = case_of(plain, line, row).data if pairing.a else {}
    name = text_in(row, adapter.row)
    asked = pairing.name(row)
    labels = {label.name: label.of(row, pairing) for label in adapter.pair_labels}
    yield PairRow(
        file, line, name or _named(asked, systems, f"{file}:{line}"), asked,
        Pair(texts[0], texts[1], request, data, "", *systems),
        adapter.grouped(row),
        {label: winner for label, winner in labels.items() if winner is not None},
        text_in(row, pairing.scenario),
    )  # fmt: skip


def _named(asked: str, systems: tuple[str, str], place: str) -> str:
    told = " vs ".join(systems) if all(systems) else ""
    return f"{asked} / {told}" if asked and told else place


class _Held(NamedTuple):
    """A row that waits for the others."""

    file: str
    line: int
    row: Row
    case: Case


def _held(adapter: Adapter, file: str, line: int, row: Row) -> _Held | Problem:
    for given in read_given(adapter, file, line, row):
        if isinstance(given, Problem):
            return given
    return _Held(file, line, row, case_of(adapter, line, row))


def _together(adapter: Adapter, pairing: Pairing, one: _Held, other: _Held) -> PairRow:
    """Return two rows as a pair."""
    names = [name_of(adapter, each.row, each.case.response) for each in (one, other)]
    systems = [text_in(each.row, pairing.system) for each in (one, other)]
    case = one.case
    pair = Pair(case.response, other.case.response, case.request, case.data, "", *systems)
    scenario = text_in(one.row, pairing.scenario)
    return PairRow(
        one.file, one.line, " vs ".join(names), pairing.name(one.row), pair,
        _shared(adapter, one.row, other.row), {}, scenario,
    )  # fmt: skip


def _shared(adapter: Adapter, one: Row, other: Row) -> dict[str, str]:
    """Return the groups on which both rows agree."""
    found = adapter.grouped(one)
    return {f: told for f, told in found.items() if told == text_in(other, f)}


# -- pairs by the constraints of their rows -------------------------------------------------------
class _Decided(NamedTuple):
    """A row with its constraints decided."""

    row: Row
    results: list[Result]


def by_constraints(adapter: Adapter, rows: Iterable[Placed]) -> Iterator[PairResult | Problem]:
    """Yield which of two rows satisfies more of its constraints, for all rows that are compared.

    Labels of constraints say which row they find better: the one with more that are satisfied.
    """
    pairing = adapter.pair
    assert pairing is not None  # noqa: S101
    evaluator = Evaluator(adapter)
    kept: dict[tuple[str, int], _Decided] = {}

    def read() -> Iterator[Placed]:
        for placed in rows:
            if not isinstance(placed.row, Problem):
                kept[placed.file, placed.line] = _Decided(placed.row, [])
            yield placed

    for found in evaluator.results(read()):
        if isinstance(found, Problem):
            yield found
        else:
            kept[found.file, found.line].results.append(found)
    for file in {file for file, _ in kept}:
        if absent := evaluator.absent(file):
            raise InputError(absent)
    decided = [one for one in kept.values() if one.results]
    for first, second in matched(pairing, [one.row for one in decided]):
        yield _compared(adapter, pairing, decided[first], decided[second])


def _compared(adapter: Adapter, pairing: Pairing, one: _Decided, other: _Decided) -> PairResult:
    first, second = one.results[0], other.results[0]
    systems = [text_in(each.row, pairing.system) for each in (one, other)]
    texts = tuple(result.text for result in one.results)
    name = texts[0] if len(texts) == 1 else "satisfied"
    canonical = first.verdict.canonical if len(texts) == 1 else "satisfied"
    criterion = Criterion(name, "; ".join(texts), Satisfied(texts), canonical)
    a, b = (tuple(result.verdict for result in each.results) for each in (one, other))
    labels = {label.name: _preferred(label.name, one, other) for label in adapter.labels}
    pair = Pair(first.response, second.response, first.request, {}, "", *systems)
    row = PairRow(
        first.file, first.line, f"{first.row} vs {second.row}", pairing.name(one.row), pair,
        _shared(adapter, one.row, other.row),
        {label: winner for label, winner in labels.items() if winner is not None},
    )  # fmt: skip
    return PairResult(row, 0, counted(criterion, a, b))


def _preferred(label: str, one: _Decided, other: _Decided) -> Winner | None:
    """Return which of two rows a label of constraints finds better; None when it lacks on one."""
    held = [
        [result.labels[label].label for result in each.results if label in result.labels]
        for each in (one, other)
    ]
    if any(
        len(labels) < len(each.results) for labels, each in zip(held, (one, other), strict=True)
    ):
        return None
    a, b = map(sum, held)
    return Winner.TIE if a == b else Winner.A if a > b else Winner.B
