"""The instances of a benchmark in the forms that other tools take.

jsonl        one line an instance: its prompt, a right answer, data, what was proven
huggingface  a folder for the Hub: a card with parameters and coverage, and the data
inspect      a folder with a task for Inspect
lm-eval      a folder with a task for the LM Evaluation Harness

A task holds the benchmark itself, so its scorer is the spec, and runs without a network.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

import yaml

from evalspec.bench.kept.folder import INSTANCES, MANIFEST, Folder
from evalspec.bench.kept.lines import order, tenth_of
from evalspec.bench.planned.plan import Plan
from evalspec.bench.proven.proof import Prover
from evalspec.bench.shown.card import parameters_of
from evalspec.bench.shown.card_text import parameters
from evalspec.bench.verified.verify import certified, values_of
from evalspec.core.errors import InputError
from evalspec.source.whole import write_whole

_FORMS = Path(__file__).parent / "exports"
_BENCHMARK, _ROWS = "benchmark", "test.jsonl"


def export(folder: Folder, form: str, output: Path, licence: str = "unknown") -> int:
    """Write the instances in a form; returns how many. Raises `InputError` for a folder in use."""
    changed = folder.changed()
    if changed:
        raise InputError(changed)
    plan = folder.plan()
    rows = [_row(plan, line) for line in folder.instances()]
    if form == "jsonl":
        write_whole(output, _json_lines(rows))
        return len(rows)
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise InputError.of("not-empty", f"{output} is there, and is no empty folder")
    for name, content in {**_FOLDERS[form](folder, plan, rows, licence), **_whole(folder)}.items():
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(output / name, content)
    return len(rows)


def _row(plan: Plan, line: dict[str, Any]) -> dict[str, Any]:
    """Return an instance with its right answers in words, or with how to say that nothing fits.

    Of one that was written nothing is proven: its constraints are there instead.
    """
    if plan.write is not None:
        return {
            "id": line["id"],
            "prompt": line["prompt"],
            "target": "",
            "feasible": None,
            "topic": line["topic"],
            "constraints": line["constraints"],
            "constrainedness": float(line["constrainedness"]),
            "applies": [one["id"] for one in line["constraints"]],
            "data": line["data"],
            "parameters": line["parameters"],
        }
    first = next(iter(plan.writings), "")
    share = line["proof"]["constrainedness"]
    written = list(certified(plan, line, Prover(plan, values_of(line))))
    right = [one.response for one in written if not one.meant and one.writing == first]
    if not line["certificate"]["right"]:
        right = list(dict.fromkeys(one.response for one in written if one.refuses))[:1]
    return {
        "id": line["id"],
        "prompt": line["prompt"],
        "target": right[0] if right else "",
        "right": right,
        "feasible": bool(line["certificate"]["right"]),
        "constrainedness": None if share is None else float(share),
        "fitting": line["proof"]["feasible"],
        "applies": line["applies"],
        "data": line["data"],
        "parameters": line["parameters"],
    }


def _json_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


# -- folders -----------------------------------------------------------------------------------
Rows = list[dict[str, Any]]
Contents = dict[str, bytes]
"""Name of a file → what it holds."""


def _hub(folder: Folder, plan: Plan, rows: Rows, licence: str) -> Contents:
    # One table for all: a mapping of names would be another column for each name.
    texts = ("data", "parameters", "constraints")
    flat = [{key: json.dumps(value, ensure_ascii=False) if key in texts else value
             for key, value in row.items()} for row in rows]  # fmt: skip
    return {"data/" + _ROWS: _json_lines(flat), "README.md": _card(folder, plan, licence)}


def _inspect(_: Folder, plan: Plan, rows: Rows, __: str) -> Contents:
    return {f"{_module(plan)}.py": _filled("inspect.txt", name=plan.name), _ROWS: _json_lines(rows)}


def _harness(_: Folder, plan: Plan, rows: Rows, __: str) -> Contents:
    shown = ("pass", "fraction", "undetermined", *plan.metrics)
    task = {
        "metric_list": [
            {"metric": name, "aggregation": "mean", "higher_is_better": name != "undetermined"}
            for name in shown
        ]
    }
    head = _filled("lm_eval_yaml.txt", name=_module(plan)).decode()
    listed = yaml.safe_dump(task, sort_keys=False, allow_unicode=True)
    return {
        f"{_module(plan)}.yaml": (head + listed).encode(),
        f"{_module(plan)}_task.py": _filled("lm_eval.txt", name=plan.name),
        _ROWS: _json_lines(rows),
    }


_FOLDERS: dict[str, Callable[[Folder, Plan, Rows, str], Contents]] = {
    "huggingface": _hub,
    "inspect": _inspect,
    "lm-eval": _harness,
}
FORMS = ("jsonl", *_FOLDERS)
"""What a benchmark can be exported to."""


def _module(plan: Plan) -> str:
    return plan.name.replace("-", "_")


def _filled(form: str, **values: str) -> bytes:
    return Template((_FORMS / form).read_text(encoding="utf-8")).substitute(values).encode()


def _whole(folder: Folder) -> Contents:
    """Return the files of the benchmark itself."""
    names = [MANIFEST, INSTANCES, *folder.manifest()["files"]]
    return {f"{_BENCHMARK}/{name}": (folder.path / name).read_bytes() for name in names}


# -- the card ----------------------------------------------------------------------------------
def _card(folder: Folder, plan: Plan, licence: str) -> bytes:
    about, lines = folder.manifest(), list(folder.instances())
    n = len(lines)
    size = "n<1K" if n < 1000 else "1K<n<10K" if n < 10_000 else "10K<n<100K"
    head = {
        "license": licence,
        "language": ["en"],
        "pretty_name": plan.program.title or plan.name,
        "task_categories": ["text-generation"],
        "size_categories": [size],
        "tags": ["benchmark", "constraints", "evalspec"],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": f"data/{_ROWS}"}]}],
    }  # fmt: skip
    return _filled(
        "card.txt",
        head=yaml.safe_dump(head, sort_keys=False, allow_unicode=True).strip(),
        title=plan.program.title or plan.name,
        name=plan.name,
        seed=str(about["seed"]),
        version=str(about.get("evalspec", "")),
        instances=str(len(lines)),
        proven=_proven(plan, lines),
        columns=(_WRITTEN_COLUMNS if plan.write is not None else _PROVEN_COLUMNS).strip(),
        constraints="\n".join(_constraints(plan, lines)),
        parameters="\n".join(_parameters(plan, lines)),
        constrainedness="\n".join(_tenths(lines)),
        spec=about["spec"],
    )


def _proven(plan: Plan, lines: Rows) -> str:
    """Say what is known of the instances."""
    if plan.write is not None:
        number = sum(len(line["constraints"]) for line in lines)
        return (
            f"Each has a topic and constraints of its own, {number} in all, that no rule finds to\n"
            "contradict each other. Whether a text can meet all of them is not proven."
        )
    infeasible = sum(not line["certificate"]["right"] for line in lines)
    tried = f"{sum(line['proof']['answers'] for line in lines):,}".replace(",", " ")
    return (
        f"In {infeasible} of them nothing\n"
        "fits, and to say so is the right answer. For each instance every answer of its space was tried\n"
        f"({tried} in all): how many fit is proven, and so is that none does."
    )


_PROVEN_COLUMNS = """
| `target`, `right` | a right answer in words, and further ones; not the only ones |
| `feasible`, `fitting` | whether an answer fits, and how many do |
| `constrainedness` | 1 - fitting answers / possible ones |
| `applies` | ids of the constraints that apply |
"""
_WRITTEN_COLUMNS = """
| `topic`, `constraints` | what the text is about, and what it must keep to: in words and as a formula |
| `constrainedness` | constraints / those that there may be |
| `applies` | ids of the constraints |
"""


def _constraints(plan: Plan, lines: Rows) -> Iterator[str]:
    own = [one.id for one in plan.program.constraints]
    count = Counter(name for line in lines for name in line.get("applies", own))
    groups = Counter(one["group"] for line in lines for one in line.get("constraints", ()))
    for name, number in groups.items():
        yield f"| {name}-… | {name} | {number} | of each instance |"
    for one in plan.program.constraints:
        if one.id in count:
            yield f"| {one.id} | {one.group or one.id} | {count[one.id]} | `{one.text}` |"


def _parameters(plan: Plan, lines: Rows) -> Iterator[str]:
    for name, came, _ in parameters(parameters_of(plan, lines).values()).rows:
        yield f"| {name} | {came} |"


def _tenths(lines: Rows) -> Iterator[str]:
    found = Counter(map(tenth_of, lines))
    for tenth in sorted(found, key=order):
        yield f"| {tenth} | {found[tenth]} |"
