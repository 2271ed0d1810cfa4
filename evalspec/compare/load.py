"""Result files of `run` and `check`, or verdicts recorded in a data set → items to compare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from evalspec.compare.agents import speaking
from evalspec.compare.debates import debate_of
from evalspec.compare.items import Items, Occurrences
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.core.verdict import Outcome, Reason
from evalspec.language.constraints import call_text
from evalspec.language.ir import Constraint
from evalspec.language.load import load_program
from evalspec.run.adapter import Adapter
from evalspec.run.columns import text_as_is, value_of
from evalspec.run.folder import lines_of
from evalspec.run.given import (
    Given,
    Unseen,
    case_of,
    label_problems,
    name_of,
    per_constraint,
    read_given,
)
from evalspec.run.rows import Numbered, holds_objects, read_rows

_METHODS = {"symbolic": "rules"}
"""How a method is called when only one run is compared."""
_SHARED = ("row", "name", "groups", "labels", "response", "response_text", "file", "line", "index")
"""What holds of every verdict on a line."""
_SHOWN = 10


def load(paths: Sequence[Path], adapter: Adapter | None = None, *, agents: bool = False) -> Items:
    """Read result files, and data sets through the adapter, which holds for all of them.

    With `agents` each member of a panel, a jury or a debate is a voice of its own as well.

    Raises `InputError` for a file that is neither.
    """
    items = Items()
    runs = [path for path in paths if is_run(path)]
    names = names_of(runs)
    for path in paths:
        if path in names:
            add_rows(items, rows_of(path), str(path), names[path], agents)
        elif adapter is None:
            message = "this is no result of `evalspec run -o` or `check -f jsonl`"
            hint = "`--dataset ADAPTER` says which columns of another file hold verdicts"
            raise InputError([Problem("not-a-result", message, At(file=str(path)), hint=hint)])
        else:
            _load_recorded(items, adapter, path)
    return items


def rows_of(path: Path) -> Iterator[Numbered]:
    """Yield the rows of a file; results are told by their content, not by their name."""
    kept = lines_of(path)
    if kept is not None:
        return enumerate(map(json.loads, kept), start=1)
    return read_rows(path, "jsonl" if holds_objects(path) else "")


def is_run(path: Path) -> bool:
    """Tell whether a file holds results, by its first row that can be read."""
    for _, row in rows_of(path):
        if not isinstance(row, Problem):
            return "schema_version" in row and ("outcome" in row or "problem" in row)
    return False


# -- recorded verdicts ----------------------------------------------------------------------
def _load_recorded(items: Items, adapter: Adapter, path: Path) -> None:
    """Read every label column, without deciding anything."""
    problems: list[Problem] = []
    seen = Occurrences()
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


def _add_labels(items: Items, seen: Occurrences, adapter: Adapter, given: Given) -> None:
    values = given.values
    row = name_of(adapter, values, case_of(adapter, given.line, given.row).response)
    surface, written = next((k, v) for k, v in given.fields.items() if k != "id")
    text = call_text(written, given.fields.get("with", {})) if surface == "use" else str(written)
    name = given.fields.get("id", "")
    if adapter.id:
        name = text_as_is(value_of(values, adapter.id))
    groups = {field: text_as_is(value_of(values, field)) for field in adapter.fields}
    item = items.item(seen.key(row, name or text), text, groups)
    for label in adapter.labels:
        truth = label.of(values)
        if truth is not None:
            items.label(item, label.name, Outcome.of(truth))
            if label.rationale:
                item.rationales[label.name] = text_as_is(value_of(values, label.rationale))


# -- results ----------------------------------------------------------------------------------
def names_of(paths: Sequence[Path]) -> dict[Path, str]:
    """Return how to call each run: by its file when there are several."""
    if len(paths) == 1:
        return {paths[0]: ""}
    stems = [path.name.removesuffix(".gz").rpartition(".")[0] or path.name for path in paths]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in paths]
    return dict(zip(paths, names, strict=True))


def add_rows(
    items: Items, rows: Iterable[Numbered], file: str, name: str = "", agents: bool = False
) -> None:
    """Add results as a run writes them; `name` tells their voices from those of other files."""
    seen = Occurrences()
    voices: dict[str, str] = {}
    for line, row in rows:
        if isinstance(row, Problem):
            raise InputError([row])
        if "problem" in row:
            items.unread += 1
            continue
        if row.get("outcome") == Reason.DOES_NOT_APPLY.value:
            continue
        try:
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
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            message = "this line is not a result of `evalspec run -o` or `check -f jsonl`"
            at = At(file=file, line=line, column=1)
            raise InputError([Problem("not-a-result", message, at)]) from error


def _by_rules(row: dict[str, Any]) -> str:
    """Return what the rules say on a line; undetermined where they do not speak."""
    said = (one for one in (row, *row.get("also", ())) if one["method"] == "symbolic")
    return str(next(said, {"outcome": Outcome.UNDETERMINED.value})["outcome"])


def method_of(row: dict[str, Any]) -> str:
    """Return who decided: a judge by its name."""
    judgement = row.get("judgement") or {}
    return str(judgement.get("judge") or row["method"])


def _rationale(judgement: dict[str, Any] | None) -> str:
    """Return what a judge wrote; of a vote, what the first member on the winning side wrote."""
    if not judgement:
        return ""
    agreeing = [m for m in judgement["members"] if m["outcome"] == judgement["outcome"]]
    return str(judgement["rationale"]) or (_rationale(agreeing[0]) if agreeing else "")


def voice_of(voices: dict[str, str], method: str, name: str) -> str:
    """Return how to call a method of a file: by the file, then by file and method."""
    if method not in voices:
        own = _METHODS.get(method, method)
        voices[method] = f"{name}/{own}" if name and voices else name or own
    return voices[method]


def _add_result(items: Items, seen: Occurrences, row: dict[str, Any], voice: str) -> None:
    if voice not in items.methods:
        items.methods.append(voice)
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
