"""Result files of `run` and `check`, or verdicts recorded in a data set → items to compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from evalspec.compare.agents import speaking
from evalspec.compare.debates import debate_of
from evalspec.compare.files import Wanted, each_file, each_result, method_of, rows_of, voice_of
from evalspec.compare.items import Items, Key, Occurrences
from evalspec.core.errors import InputError, Problem
from evalspec.core.verdict import Outcome, Reason
from evalspec.language.constraints import call_text
from evalspec.language.ir import Constraint
from evalspec.language.load import load_program
from evalspec.run.adapter import Adapter
from evalspec.run.columns import text_in
from evalspec.run.given import (
    Given,
    Unseen,
    case_of,
    label_problems,
    name_of,
    per_constraint,
    read_given,
)
from evalspec.run.rows import Numbered, read_rows

_WANTED = Wanted("result of `evalspec run -o` or `check -f jsonl`", "verdicts")
_SHARED = ("row", "name", "groups", "labels", "response", "response_text", "file", "line", "index")
"""What holds of every verdict on a line."""
_SHOWN = 10


def load(paths: Sequence[Path], adapter: Adapter | None = None, *, agents: bool = False) -> Items:
    """Read result files, and data sets through the adapter, which holds for all of them.

    With `agents` each member of a panel, a jury or a debate is a voice of its own as well.

    Raises `InputError` for a file that is neither.
    """
    items = Items()
    each_file(
        paths, _WANTED,
        lambda path, name: add_rows(items, rows_of(path), str(path), name, agents),
        None if adapter is None else partial(_load_recorded, items, adapter),
    )  # fmt: skip
    return items


# -- recorded verdicts ----------------------------------------------------------------------
def _load_recorded(items: Items, adapter: Adapter, path: Path) -> None:
    """Read every label column, without deciding anything."""
    problems: list[Problem] = []
    seen = Occurrences(Key)
    unseen = Unseen(adapter)
    specs: dict[str, tuple[Constraint, ...]] = {}
    found = 0
    for line, row in read_rows(path):
        for one in [row] if isinstance(row, Problem) else read_given(adapter, str(path), line, row):
            if isinstance(one, Problem):
                problems.append(one)
            elif isinstance(one, Given):
                found += 1
                unseen.see(one.values)
                spec = adapter.spec.of(one.row)
                if spec and spec not in specs:
                    specs[spec] = load_program(Path(adapter.base) / spec).constraints
                for each in per_constraint(adapter, one, specs[spec]) if spec else [one]:
                    problems += label_problems(adapter, each)
                    _add_labels(items, seen, adapter, each)
    items.unread += len(problems)
    if problems and not found:
        raise InputError(problems[:_SHOWN])
    if absent := unseen.problems(str(path)):
        raise InputError(absent)


def _add_labels(items: Items, seen: Occurrences[Key], adapter: Adapter, given: Given) -> None:
    values = given.values
    row = name_of(adapter, values, case_of(adapter, given.line, given.row).response)
    surface, written = next((k, v) for k, v in given.fields.items() if k != "id")
    text = call_text(written, given.fields.get("with", {})) if surface == "use" else str(written)
    name = given.fields.get("id", "")
    if adapter.id:
        name = text_in(values, adapter.id)
    groups = adapter.grouped(values)
    item = items.item(seen.key(row, name or text), text, groups)
    for label in adapter.labels:
        truth = label.of(values)
        if truth is not None:
            items.label(item, label.name, Outcome.of(truth))
            if label.rationale:
                item.rationales[label.name] = text_in(values, label.rationale)


# -- results ----------------------------------------------------------------------------------
def add_rows(
    items: Items, rows: Iterable[Numbered], file: str, name: str = "", agents: bool = False
) -> None:
    """Add results as a run writes them; `name` tells their voices from those of other files."""
    seen = Occurrences(Key)
    voices: dict[str, str] = {}

    def add(row: dict[str, Any]) -> None:
        if row.get("outcome") == Reason.DOES_NOT_APPLY.value:
            return
        for said in (row, *row.get("also", ())):
            shared = {key: row[key] for key in _SHARED if key in row}
            voice = voice_of(voices, method_of(said), name)
            whole = {**said, **shared, "beside": said is not row}
            _add_result(items, seen, whole, voice)
            judgement = said.get("judgement") or {}
            items.debates += filter(None, [debate_of(judgement, _by_rules(row))])
            for who, member in speaking(judgement) if agents else ():
                one = {**whole, "outcome": member["outcome"], "judgement": member}
                _add_result(items, seen, one, f"{voice}/{who}")

    each_result(items, rows, file, _WANTED, add)


def _by_rules(row: dict[str, Any]) -> str:
    """Return what the rules say on a line; undetermined where they do not speak."""
    said = (one for one in (row, *row.get("also", ())) if one["method"] == "symbolic")
    return str(next(said, {"outcome": Outcome.UNDETERMINED.value})["outcome"])


def _rationale(judgement: dict[str, Any] | None) -> str:
    """Return what a judge wrote; of a vote, what the first member on the winning side wrote."""
    if not judgement:
        return ""
    agreeing = [m for m in judgement["members"] if m["outcome"] == judgement["outcome"]]
    return str(judgement["rationale"]) or (_rationale(agreeing[0]) if agreeing else "")


def _add_result(items: Items, seen: Occurrences[Key], row: dict[str, Any], voice: str) -> None:
    items.add_method(voice)
    text = str(row["text"] or row["canonical"])
    response = str(row["row"] if "row" in row else row["response"])
    constraint = row.get("name") if "row" in row else row["id"]
    key = seen.key(response, str(constraint or text), voice)
    item = items.item(key, text, dict(row.get("groups", {})))
    item.outcomes[voice] = Outcome(row["outcome"])
    item.evidence[voice] = row
    rationale = _rationale(row.get("judgement"))
    if rationale:
        item.rationales[voice] = rationale
    for label, given in row.get("labels", {}).items():
        items.label(item, label, Outcome(given["label"]))
        symbolic = row.get("method") == "symbolic" and not row.get("beside")
        if symbolic and given["verdict"] != row["outcome"]:
            item.special[voice, label] = Outcome(given["verdict"])
