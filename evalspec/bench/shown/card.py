"""What a benchmark holds: coverage, near duplicates, how hard it is, what was kept and dropped, costs.

Everything is counted from the files of the benchmark; answers, verdicts and transcripts are
read beside them where they are given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations, product
from pathlib import Path
from typing import Any

from evalspec.bench.evaluated.evaluate import Figures
from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.lines import (
    MOST_VALUES,
    SIMPLE,
    asked_in,
    constrainedness_of,
    fits,
    labels,
    order,
    tenth_of,
    value_of,
)  # fmt: skip
from evalspec.bench.planned.parts import Draw
from evalspec.bench.planned.plan import Plan
from evalspec.bench.shown.duplicates import near_duplicates
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.judge.config import Price
from evalspec.judge.exchange import cost_of
from evalspec.judge.transcript import exchanges

_MOST_CHOICES = 100
"""Values of a range that are counted one by one."""
Lines = Sequence[Mapping[str, Any]]


class Parameter(Record, frozen=True, omit_defaults=False):
    """How often each value of what is drawn came."""

    name: str
    counts: dict[str, int]
    """Value, or the range it lies in → instances; empty where values are no simple ones."""
    absent: tuple[str, ...]
    """Values that may be drawn and were not."""
    different: int
    """How many values came."""


class Pairing(Record, frozen=True, omit_defaults=False):
    """Which pairs of values of two parameters came."""

    first: str
    second: str
    found: int
    possible: int
    absent: tuple[tuple[str, str], ...]

    @property
    def share(self) -> float:
        return self.found / self.possible


class Alike(Record, frozen=True, omit_defaults=False):
    """An instance whose prompt is nearly that of another one."""

    instance: str
    other: str
    alike: float


class Cost(Record, frozen=True, omit_defaults=False):
    """What a model was asked for, and what it took."""

    what: str
    """Name and version of the prompt."""
    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    """None without a price."""


class Card(Record, frozen=True, omit_defaults=False):
    """A benchmark."""

    name: str
    title: str
    seed: int
    version: str
    """Of evalspec."""
    models: tuple[str, ...]
    """Those that wrote."""
    instances: int
    unfit: int | None
    """Instances that nothing fits; None where answers are not proven."""
    asked: dict[str, int]
    """Constraint, or group of written ones → instances that have it."""
    texts: dict[str, str]
    """Constraint of the spec → its words."""
    constrainedness: dict[str, int]
    mean_constrainedness: float | None
    parameters: tuple[Parameter, ...]
    pairs: tuple[Pairing, ...]
    alike: tuple[Alike, ...]
    dropped: dict[str, dict[str, int]]
    """What was not kept → reason → how often."""
    written: dict[str, dict[str, int]]
    """Topic, or group → who wrote it → how many."""
    checks: dict[str, Any] | None
    """What `bench verify` found; None where it was not asked since."""
    costs: tuple[Cost, ...] = ()
    figures: tuple[Figures, ...] = ()
    """Of answers, where they are given."""


def card_of(
    folder: Folder, figures: Iterable[Figures] = (), transcripts: Iterable[Path] = (),
    prices: Mapping[str, Price] | None = None,
) -> Card:  # fmt: skip
    """Return the card of a benchmark; `prices` are those of models, by their names."""
    about, plan, lines = folder.manifest(), folder.plan(), list(folder.instances())
    proven = [line for line in lines if "certificate" in line]
    drawn = _drawn(plan, lines)
    shares = [share for line in lines if (share := constrainedness_of(line)) is not None]
    return Card(
        name=plan.name,
        title=plan.program.title or plan.name,
        seed=about["seed"],
        version=str(about.get("evalspec", "")),
        models=tuple(about.get("models", ())),
        instances=len(lines),
        unfit=sum(not fits(line) for line in proven) if proven else None,
        asked=dict(Counter(name for line in lines for name in asked_in(line))),
        texts={one.id: one.text for one in plan.program.constraints},
        constrainedness=_counted((tenth_of(line) for line in lines), order),
        mean_constrainedness=sum(shares) / len(shares) if shares else None,
        parameters=tuple(one for one, _ in drawn.values()),
        pairs=tuple(_pairings(drawn)),
        alike=tuple(
            Alike(lines[one.number]["id"], lines[one.first]["id"], round(one.alike, 4))
            for one in near_duplicates([line["prompt"] for line in lines])
        ),
        dropped=_dropped(lines),
        written=_written(lines),
        checks=folder.verified(),
        costs=tuple(_costs(transcripts, prices or {})),
        figures=tuple(figures),
    )


def _counted(names: Iterable[str], key: Callable[[str], Any] | None = None) -> dict[str, int]:
    found = Counter(names)
    return {name: found[name] for name in sorted(found, key=key)}


# -- what was drawn ----------------------------------------------------------------------------
def parameters_of(plan: Plan, lines: Lines) -> dict[str, Parameter]:
    """Return what is drawn: parameters, fields of the data, and the wording where there are several."""
    return {name: one for name, (one, _) in _drawn(plan, lines).items()}


def _drawn(plan: Plan, lines: Lines) -> dict[str, tuple[Parameter, list[str]]]:
    """Return what is drawn with the label of its value in each instance; none of what is no value."""
    found = {}
    names = dict.fromkeys(name for line in lines for name in (*line["parameters"], *line["data"]))
    for name in names:
        values = [value_of(line, name) for line in lines]
        if not all(value is None or isinstance(value, SIMPLE) for value in values):
            different = len({repr(value) for value in values})
            found[name] = Parameter(name, {}, (), different), list[str]()
            continue
        may_be = _choices(plan.draws.get(name), values)
        found[name] = _parameter(name, values, labels([*values, *may_be]), may_be)
    wordings = [line["wording"] for line in lines]
    if len(plan.prompts) > 1:
        found.setdefault("wording", _parameter("wording", wordings, str, tuple(plan.prompts)))
    return found


def _parameter(
    name: str, values: Sequence[Any], label: Callable[[Any], str], may_be: Sequence[Any]
) -> tuple[Parameter, list[str]]:
    column = list(map(label, values))
    counts = _counted(column, order)
    absent = tuple(dict.fromkeys(one for one in map(label, may_be) if one not in counts))
    if len(counts) + len(absent) > MOST_VALUES:
        counts, absent, column = {}, (), []
    return Parameter(name, counts, absent, len(set(values))), column


def _choices(draw: Draw | None, seen: Sequence[Any]) -> Sequence[Any]:
    """Return every value that may be drawn, where the plan writes them out; else none."""
    found: Sequence[Any] = ()
    if draw is None:
        return found
    if draw.kind == "one" and draw.choices is not None:
        found = draw.choices
    elif draw.kind == "chance":
        found = (True, False)
    elif draw.kind == "range":
        found = _range(draw)
    if found and (draw.when is not None or (draw.chance is not None and draw.kind != "chance")):
        found = (*found, draw.otherwise)
    written = {str(value) for value in found}
    return found if all(str(value) in written for value in seen) else ()


def _range(draw: Draw) -> Sequence[int]:
    ends = [draw.operands.get(key, Decimal(1)) for key in ("from", "to", "step")]
    if not all(isinstance(end, Decimal) and end == int(end) for end in ends) or not ends[2]:
        return ()
    low, high, step = map(int, ends)
    found = range(low, high + 1, step)
    return found if len(found) <= _MOST_CHOICES else ()


def _pairings(drawn: Mapping[str, tuple[Parameter, list[str]]]) -> Iterator[Pairing]:
    told = {name: (*one.counts, *one.absent) for name, (one, _) in drawn.items()}
    for first, second in combinations(
        (name for name, values in told.items() if len(values) > 1), 2
    ):
        came = set(zip(drawn[first][1], drawn[second][1], strict=True))
        every = list(product(told[first], told[second]))
        absent = tuple(pair for pair in every if pair not in came)
        yield Pairing(first, second, len(every) - len(absent), len(every), absent)


# -- what became of it -------------------------------------------------------------------------
def _dropped(lines: Lines) -> dict[str, dict[str, int]]:
    """Return what was drawn, proposed or wanted in vain, by reason."""
    draws = [line.get("draws", {}) for line in lines]
    impossible, refused, missing = Counter[str](), Counter[str](), Counter[str]()
    for one in draws:
        impossible.update(one.get("impossible", {}))
        refused.update(one.get("refused", {}))
        missing.update(lost["reason"] for lost in one.get("dropped", ()))
    impossible["repeats an instance"] += sum(one.get("repeated", 0) for one in draws)
    found = {
        "draws": dict(impossible.most_common()),
        "proposals": dict(refused.most_common()),
        "constraints": dict(missing.most_common()),
    }  # fmt: skip
    counted = {what: {why: n for why, n in reasons.items() if n} for what, reasons in found.items()}
    return {what: reasons for what, reasons in counted.items() if reasons}


def _written(lines: Lines) -> dict[str, dict[str, int]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        by = line.get("written", {})
        if by.get("topic"):
            found["topic"][by["topic"]] += 1
        for one in line.get("constraints", ()):
            found[one["group"]][by["constraints"].get(one["id"], "")] += 1
    return {name: dict(sorted(counts.items())) for name, counts in found.items()}


def _costs(transcripts: Iterable[Path], prices: Mapping[str, Price]) -> Iterator[Cost]:
    """Yield what is recorded, by prompt and model."""
    recorded = (one for path in transcripts for one in exchanges(path))
    found = grouped(((one.request.prompt, one.request.model), one.reply) for one in recorded)
    for (prompt, model), replies in sorted(found.items()):
        sent, got = sum(one.tokens_in for one in replies), sum(one.tokens_out for one in replies)
        cost = cost_of(prices.get(model), sent, got)
        yield Cost(prompt, model, len(replies), sent, got, None if cost is None else float(cost))
