"""What several voices say of the same answers → figures of each, and how far they agree by group.

A voice is a way of deciding, or people. It stands in results as `evalspec run` writes them, so
what was recorded once is compared again without a model, here or by `evalspec compare`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.bench.evaluated.evaluate import Answered, Figures, figures
from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.score import Scored, joint
from evalspec.bench.evaluated.ways import WAYS, Taken
from evalspec.bench.planned.plan import Plan
from evalspec.compare.bootstrap import Plan as Resampling
from evalspec.compare.comparison import Comparison, Paired, compare, paired
from evalspec.compare.conflicts import Conflict, conflicts
from evalspec.compare.items import Item, Items, Key
from evalspec.compare.load import add_rows, load
from evalspec.core.errors import InputError
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.report.results import record_line
from evalspec.run.evaluate import Result

EVERY = "all groups"


class Agreeing(Record, frozen=True):
    """How far two voices agree on a group."""

    group: str
    constraints: Paired
    """On the constraints of the group."""
    passing: Paired
    """On whether an answer passes the group."""


class Voices(Record, frozen=True):
    """What several voices come to."""

    name: str
    """Of the benchmark."""
    figures: list[Figures]
    taken: dict[str, Taken]
    """Voice → what it asked; nothing of those that were recorded."""
    agreeing: list[Agreeing]
    conflicts: list[Conflict]
    against: Comparison | None
    """All voices against people, where answers carry labels."""


def items_of(results: Iterable[Result]) -> Items:
    """Return results as items to compare."""
    items = Items()
    lines = (msgspec.json.decode(record_line(one, with_response=True)) for one in results)
    add_rows(items, enumerate(lines, 1), "")
    return _in_order(items)


def _in_order(items: Items) -> Items:
    """Put the voices in the order of the ways, those of a model last."""
    kinds = list(enumerate(WAYS))
    items.methods.sort(key=lambda v: next((n for n, kind in kinds if kind in v), len(WAYS)))
    return items


def recorded(paths: Iterable[str], lines: Mapping[str, Any]) -> Items:
    """Read what was recorded. Raises `InputError` for results of something else."""
    items = load([Path(path) for path in paths])
    strange = next((one for one in items.by_key.values() if _instance(one) not in lines), None)
    if strange is not None:
        message = f"{strange.key.row} is no answer to an instance of this benchmark"
        raise InputError.of("unknown-instance", message)
    return _in_order(items)


def gathered(
    plan: Plan, items: Items, taken: dict[str, Taken], lines: Mapping[str, dict[str, Any]],
    resampling: Resampling,
) -> Voices:  # fmt: skip
    """Return everything that is shown of several voices."""
    return Voices(
        plan.name,
        voiced_figures(plan, items, lines, resampling),
        taken,
        agreements(items) if len(items.voices) > 1 else [],
        list(conflicts(items, "", plan.program.lexicon)),
        compare(items, by=["group"], plan=resampling) if items.labels else None,
    )


# -- figures -----------------------------------------------------------------------------------
def voiced_figures(
    plan: Plan, items: Items, lines: Mapping[str, dict[str, Any]], resampling: Resampling
) -> list[Figures]:
    """Return the figures of each model by each voice; a model's stand together."""
    made = [
        replace(one, voice=voice)
        for voice in items.voices
        for one in figures(plan, list(voiced(plan, items, voice, lines)), len(lines), resampling)
    ]
    models = list(dict.fromkeys(one.model for one in made))
    return sorted(made, key=lambda one: models.index(one.model))


def voiced(
    plan: Plan, items: Items, voice: str, lines: Mapping[str, dict[str, Any]]
) -> Iterator[Answered]:
    """Yield the answers as one voice scores them; what it is silent on is undetermined."""
    for answer in _answers(items):
        said = {one.key.constraint: one.outcomes.get(voice) for one in answer}
        if not any(said.values()):
            continue
        first = answer[0]
        response = Response(_instance(first), _text(first), first.groups.get("model", ""))
        metrics = {name: _joint(voice, ones) for name, ones in _by_group(answer).items()}
        yield Answered(
            response,
            Scored(
                {name: outcome or Outcome.UNDETERMINED for name, outcome in said.items()},
                {name: one for name, one in metrics.items() if name not in plan.apart},
                {name: one for name, one in metrics.items() if name in plan.apart},
                {"yes": True, "no": False}.get(first.groups.get("refused", "")),
                {one.key.constraint: _why(one, voice) for one in answer
                 if said[one.key.constraint] is not Outcome.SATISFIED},
            ),
            lines[response.instance],
        )  # fmt: skip


def _answers(items: Items) -> list[list[Item]]:
    return list(grouped((item.key.row, item) for item in items.by_key.values()).values())


def _by_group(answer: Iterable[Item]) -> dict[str, list[Item]]:
    return grouped((item.groups["group"], item) for item in answer)


def _joint(voice: str, ones: Iterable[Item]) -> Outcome:
    return joint([one.outcomes.get(voice, Outcome.UNDETERMINED) for one in ones])


def _instance(item: Item) -> str:
    return item.groups.get("instance", "")


def _text(item: Item) -> str:
    return next((str(row.get("response_text", "")) for row in item.evidence.values()), "")


def _why(item: Item, voice: str) -> str:
    row = item.evidence.get(voice)
    if row is None:
        return "left to a model" if voice not in item.outcomes else ""
    wrong = next((one for one in row["scopes"] if one["outcome"] == row["outcome"]), None)
    if row["outcome"] == Outcome.UNSATISFIED.value and wrong is not None and not row["judgement"]:
        return f"{wrong['computed']} {wrong['unit']}".strip() + f", needs {wrong['bound']}"
    return str(row["detail"] or row["reason"])


# -- agreement ---------------------------------------------------------------------------------
def agreements(items: Items) -> list[Agreeing]:
    """Return how far each two voices agree on each group, then on all."""
    groups = _by_group(items.by_key.values())
    passing = Items()
    for answer in _answers(items):
        for name, ones in _by_group(answer).items():
            whole = passing.item(Key(ones[0].key.row, name), name, {"group": name})
            whole.outcomes = {
                voice: _joint(voice, ones)
                for voice in items.voices
                if any(voice in one.outcomes for one in ones)
            }
    passed = _by_group(passing.by_key.values())
    every = list(items.by_key.values()), list(passing.by_key.values())
    return [
        Agreeing(name, paired(ones, *pair, ""), paired(wholes, *pair, ""))
        for name, ones, wholes in (
            *((name, ones, passed[name]) for name, ones in groups.items()),
            (EVERY, *every),
        )
        for pair in combinations(items.voices, 2)
        if any(set(pair) <= one.outcomes.keys() for one in ones)
    ]
