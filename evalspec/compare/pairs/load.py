"""Result files of `run` on pairs, or labels and debates recorded in a data set → items."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from evalspec.compare.debates import Debate, Statement, debate_of
from evalspec.compare.files import (
    Wanted,
    each_file,
    each_result,
    is_run,
    method_of,
    rows_of,
    voice_of,
)
from evalspec.compare.items import Occurrences
from evalspec.compare.pairs.items import Asked, PairItem, PairItems, PairKey, Rereading
from evalspec.core.errors import InputError, Problem
from evalspec.core.pair import Winner
from evalspec.core.span import At
from evalspec.run.adapter import Adapter
from evalspec.run.columns import text_in, value_of
from evalspec.run.given import Unseen
from evalspec.run.pairing import Library, Pairing, PairLabel
from evalspec.run.rows import read_rows

_SHOWN = 10
_MILLION = 1_000_000
_WANTED = Wanted("result of `evalspec run` on pairs", "pairs")


def are_pairs(paths: Sequence[Path], adapter: Adapter | None) -> bool:
    """Tell whether files are about pairs. Raises `InputError` when only some of them are.

    Pairs and single responses share no table.
    """
    runs = [path for path in paths if is_run(path)]
    told = {path: _first(path) for path in runs}
    found = ["pair" in row for row in told.values()]
    if adapter is not None and len(runs) < len(paths):
        found.append(adapter.pair is not None and not adapter.pair.by)
    if len(set(found)) > 1:
        message = "some files are about pairs and some about single responses"
        raise InputError.of("mixed-results", message, hint="compare them apart")
    return bool(found) and found[0]


def hold_pairs(paths: Sequence[Path]) -> bool:
    """Tell whether files are results on pairs; others may be of any kind of results."""
    try:
        return are_pairs(paths, None)
    except InputError as error:
        if error.problems[0].code == "mixed-results":
            raise
        return False


def _first(path: Path) -> dict[str, Any]:
    rows = (row for _, row in rows_of(path))
    return next((row for row in rows if not isinstance(row, Problem) and "problem" not in row), {})


def load_pairs(paths: Sequence[Path], adapter: Adapter | None = None) -> PairItems:
    """Read result files on pairs, and data sets of pairs through the adapter.

    Raises `InputError` for a file that is neither.
    """
    items = PairItems()
    recorded = None
    if adapter is not None and adapter.pair is not None:
        recorded = partial(_load_recorded, items, adapter, adapter.pair)
    each_file(paths, _WANTED, partial(_load_run, items), recorded)
    return items


# -- recorded labels ----------------------------------------------------------------------------
def _load_recorded(items: PairItems, adapter: Adapter, pairing: Pairing, path: Path) -> None:
    texts = pairing.texts
    library = None
    if texts is not None and (path.parent / texts.file).is_file():
        library = Library(texts, path.parent, read_rows(path.parent / texts.file))
    problems: list[Problem] = []
    unseen = Unseen(adapter)
    counts: dict[str, Counter[str]] = {}
    seen = Occurrences(PairKey)
    for line, row in read_rows(path):
        if isinstance(row, Problem):
            problems.append(row)
            continue
        if adapter.skips(row):
            continue
        unseen.see(row)
        off_menu = list(off_menu_problems(adapter, pairing, row, At(str(path), line, 1)))
        problems += off_menu
        if off_menu:
            continue
        item = _recorded(items, seen, adapter, pairing, row, f"{path}:{line}")
        item.texts = _texts(pairing, library, row)
        for label in adapter.pair_labels:
            _add_label(items, item, label, row, pairing, counts)
    items.unread += len(problems)
    if problems and not items.by_key:
        raise InputError(problems[:_SHOWN])
    if absent := unseen.problems(str(path)):
        raise InputError(absent)
    items.rereadings += [
        Rereading(
            name, n.total(), n["ties_of_nothing"], n["sides_of_nothing"], n["off_menu"], n["others"]
        )
        for name, n in counts.items()
    ]


def off_menu_problems(
    adapter: Adapter, pairing: Pairing, row: Mapping[str, Any], at: At
) -> list[Problem]:
    """Return the labels of a row that are off the menu."""
    return [
        Problem(
            "bad-row",
            f"label `{label.name}` holds {json.dumps(value_of(row, label.column), default=str)[:60]},"
            f" expected one of {label.menu}",
            at,
        )
        for label in adapter.pair_labels
        if label.is_unknown(row, pairing)
    ]


def _recorded(
    items: PairItems, seen: Occurrences[PairKey], adapter: Adapter, pairing: Pairing, row: Mapping[str, Any],
    place: str,
) -> PairItem:  # fmt: skip
    groups = adapter.grouped(row)
    request = pairing.name(row)
    systems = pairing.systems(row)
    name = text_in(row, adapter.row)
    if not name:
        name = " / ".join(filter(None, (request, " vs ".join(filter(None, systems))))) or place
    criterion = text_in(row, pairing.criterion)
    item = items.item(seen.key(name, criterion), systems, groups, request or name)
    item.slot = pairing.slot(row)
    return item


def _texts(
    pairing: Pairing, library: Library | None, row: Mapping[str, Any]
) -> tuple[str, str] | None:
    a: Any = value_of(row, pairing.a) if pairing.a else None
    b: Any = value_of(row, pairing.b) if pairing.b else None
    if library is not None:
        a, b = (library.of(row, system) for system in pairing.systems(row))
    return (a, b) if isinstance(a, str) and isinstance(b, str) else None


def _add_label(
    items: PairItems, item: PairItem, label: PairLabel, row: Mapping[str, Any], pairing: Pairing,
    counts: dict[str, Counter[str]],
) -> None:  # fmt: skip
    if label.members:
        items.members[label.name] = label.members
        rounds = label.rounds(row, pairing)
        statements = (tuple(map(Statement, votes)) for votes in rounds)
        items.debates += [Debate(tuple(statements))] if rounds else []
    said = label.of(row, pairing)
    if said is not None:
        items.label(item, label.name, said)
    for reading, place in label.readings.items():
        other = label.of(row, pairing, reading)
        if other is not None:
            item.readings.setdefault(reading, {})[label.name] = other
        for one in label.statements(row):
            taken, meant = (label.read(one.get(key), row, pairing) for key in (place, label.value))
            kind = _difference(taken, meant)
            counts.setdefault(reading, Counter())[kind] += 1


def _difference(taken: Winner | None, meant: Winner | None) -> str:
    """Say how what one reading takes for a verdict differs from what is said."""
    if taken in (None, Winner.UNDETERMINED):
        return "off_menu"
    if meant in (None, Winner.UNDETERMINED):
        return "ties_of_nothing" if taken is Winner.TIE else "sides_of_nothing"
    return "same" if taken is meant else "others"


# -- results --------------------------------------------------------------------------------------
def _load_run(items: PairItems, path: Path, name: str) -> None:
    voices: dict[str, str] = {}
    seen = Occurrences(PairKey)

    def add(row: dict[str, Any]) -> None:
        for said in (row, *row.get("also", ())):
            _add_result(items, seen, row, said, voice_of(voices, _method(said), name))

    each_result(items, rows_of(path), str(path), _WANTED, add)


def _method(row: dict[str, Any]) -> str:
    """Return who decided: a judge by its name."""
    judgements = row.get("judgements") or [{}]
    return method_of({**row, "judgement": judgements[0]})


def _add_result(
    items: PairItems,
    seen: Occurrences[PairKey],
    row: dict[str, Any],
    said: dict[str, Any],
    voice: str,
) -> None:
    items.add_method(voice)
    pair = row["pair"]
    key = seen.key(str(row["row"]), str(said["criterion"]), voice)
    systems = (str(pair["a"]), str(pair["b"]))
    item = items.item(key, systems, dict(row.get("groups", {})), str(row.get("asked") or key.row))
    item.said[voice] = Winner(said["outcome"])
    item.evidence[voice] = {**row, **said}
    if "text_a" in row:
        item.texts = (str(row["text_a"]), str(row["text_b"]))
    judgements = said.get("judgements") or []
    if judgements:
        item.asked[voice] = tuple(Asked(one["first"], Winner(one["outcome"])) for one in judgements)
    items.debates += filter(None, map(debate_of, judgements))
    for one in judgements:
        spent = items.spent.setdefault(voice, Counter())
        spent["tokens_in"] += int(one["tokens_in"])
        spent["tokens_out"] += int(one["tokens_out"])
        spent["cost"] += int(Decimal(str(one["cost"] or 0)) * _MILLION)
        spent["calls"] += int(one["attempts"])
    for name, label in row.get("labels", {}).items():
        items.label(item, name, Winner(label))
