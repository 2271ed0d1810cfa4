"""Rewards: what a response earns in training, where saying nothing earns nothing.

Some constraints hold of an empty text (`words <= 50`), and restating a request satisfies those
that ask for words. So a spec is first checked on answers that say nothing; what they satisfy is
paid only together with something that they do not. A case with a request or data of its own is
measured against answers that say nothing to it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from evalspec.api import Spec, compile, load
from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import FAILURES, Outcome, Verdict
from evalspec.report.report import Report, Undetermined
from evalspec.source import shipped

Mode = Literal["fraction", "strict", "vector"]
"""`fraction`: the weighted share of satisfied constraints. `strict`: 1 when all are satisfied,
else 0. `vector`: a value for each constraint, in the order of the spec."""

MAX_CHARACTERS = 65_536
"""Longer responses earn 0 unless the limit is set otherwise."""
_KEPT = 1024
"""Requests and data whose null answers are kept."""

Value = float | tuple[float | None, ...] | None


class Earned(Record, frozen=True):
    """What one response earns, with what to log beside it."""

    value: Value
    """None when the fault is not that of the response: a rule crashed, or the time ran out."""
    coverage: float
    """Share of the constraints that were decided, by weight."""
    characters: int
    """Length of the response."""
    report: Report | None
    """The verdicts; None for a response that is too long to be checked."""


class Reward:
    """A spec as a reward function. It pickles, and threads may share it."""

    def __init__(
        self,
        spec: Spec,
        mode: Mode = "fraction",
        undetermined: Undetermined = "fail",
        max_characters: int = MAX_CHARACTERS,
    ) -> None:
        """Check the spec on answers that say nothing; see `reward`."""
        if mode not in ("fraction", "strict", "vector"):
            raise ValueError(f"mode is 'fraction', 'strict' or 'vector', not {mode!r}")
        if undetermined not in ("fail", "skip", "none"):
            raise ValueError(f"undetermined is 'fail', 'skip' or 'none', not {undetermined!r}")
        self.spec = spec
        self.mode = mode
        self.undetermined: Undetermined = undetermined
        self.max_characters = max_characters
        self._known: dict[bytes, frozenset[str]] = {}
        self.free = _free(spec, Case(""))
        """Constraints that an answer which says nothing satisfies."""
        if self.free.issuperset(c.id for c in spec.program.constraints if c.weight):
            message = "answers that say nothing satisfy every constraint, so nothing can be earned"
            hint = "add a constraint that an empty answer and a restated request do not satisfy"
            at = At(file=spec.program.source)
            raise InputError.of("no-reward", message, at, hint=hint)

    def __call__(
        self, response: str, *, request: str = "", data: Mapping[str, Any] | None = None
    ) -> Value:
        """Return what a response earns."""
        return self.earned(Case(response, request, dict(data or {}))).value

    def earned(self, case: Case) -> Earned:
        """Return what a response earns, and what to log beside it.

        Raises `InputError` for data that are not of the types which the spec declares.
        """
        if len(case.response) > self.max_characters:
            return self._too_long(case)
        return self._earned(self.spec.check_case(case), self._free(case))

    def many(
        self, responses: Iterable[str | Case], *, workers: int | None = None, seconds: float = 60
    ) -> Iterator[Earned]:
        """Return what many responses earn, in order; see `Spec.check_many`."""
        given: list[Case] = []  # those read ahead, which are few

        def short() -> Iterator[Case]:
            for one in responses:
                case = one if isinstance(one, Case) else Case(one)
                given.append(case)
                long = len(case.response) > self.max_characters
                yield Case("", case.request, case.data, case.name) if long else case

        for report in self.spec.check_many(short(), workers=workers, seconds=seconds):
            case = given.pop(0)
            long = len(case.response) > self.max_characters
            yield self._too_long(case) if long else self._earned(report, self._free(case))

    def _free(self, case: Case) -> frozenset[str]:
        """Return what answers that say nothing satisfy; of what many cases share, once."""
        if not (case.request or case.data or self.spec.program.given):
            return self.free
        key = pickle.dumps((case.request, case.data))
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self.spec.check_data(case.data)
            self._known[key] = _free(self.spec, case)
        return self._known[key]

    def _too_long(self, case: Case) -> Earned:
        nothing = tuple(0.0 for _ in self.spec.program.constraints)
        return Earned(nothing if self.mode == "vector" else 0.0, 0.0, len(case.response), None)

    def _earned(self, report: Report, free: frozenset[str]) -> Earned:
        """Return what a report earns: what is free pays beside something that is not."""
        counted = [v for v in report.verdicts if v.weight]
        decided = [v for v in counted if v.outcome is not Outcome.UNDETERMINED]
        held = [v for v in decided if v.outcome is Outcome.SATISFIED]
        pays = any(v.constraint not in free for v in held)
        whole = _weight(counted)
        coverage = float(_weight(decided) / whole) if whole else 0.0
        value: Value = None
        if not self._has_none(counted, len(decided), free):
            if self.mode == "vector":
                value = self._vector(report, pays)
            else:
                asked = decided if self.undetermined == "skip" else counted
                earned = _weight(held) / (_weight(asked) or 1) if pays else 0
                value = float(earned if self.mode == "fraction" else earned == 1)
        return Earned(value, coverage, len(report.response), report)

    def _has_none(self, counted: list[Verdict], decided: int, free: frozenset[str]) -> bool:
        """Tell whether there is no reward: a fault of ours, or of the case; no signal."""
        if decided < len(counted) and (
            self.undetermined == "none" or any(v.reason in FAILURES for v in counted)
        ):
            return True
        return bool(counted) and all(v.constraint in free for v in counted)

    def _vector(self, report: Report, pays: bool) -> Value:
        verdicts = report.by_id
        constraints = self.spec.program.constraints
        return tuple(self._single(verdicts[one.id], pays) for one in constraints)

    def _single(self, verdict: Verdict, pays: bool) -> float | None:
        is_open = verdict.outcome is Outcome.UNDETERMINED and self.undetermined != "fail"
        if is_open or not verdict.applies:
            return None
        return float(pays and verdict.outcome is Outcome.SATISFIED)


def reward(
    spec: str | os.PathLike[str] | Mapping[str, Any] | Spec,
    mode: Mode = "fraction",
    *,
    undetermined: Undetermined = "fail",
    max_characters: int = MAX_CHARACTERS,
) -> Reward:
    """Return a reward function: text → number, None when the fault is not that of the text.

    `spec` is a path, a mapping or a compiled spec; what an undetermined constraint does is said
    by `undetermined` (see `Report.score`). Raises `SpecError` for an unusable spec, `InputError`
    for one whose every constraint is satisfied by an answer that says nothing.
    """
    if isinstance(spec, Mapping):
        spec = compile(spec)
    return Reward(
        spec if isinstance(spec, Spec) else load(spec), mode, undetermined, max_characters
    )


def _weight(verdicts: Iterable[Verdict]) -> Decimal:
    return sum([v.weight for v in verdicts], Decimal())


def _free(spec: Spec, case: Case) -> frozenset[str]:
    """Return the ids of the constraints that answers which say nothing to a case satisfy."""
    return frozenset(
        verdict.constraint
        for text in _nothings(spec, case)
        for verdict in spec.check_case(Case(text, case.request, case.data)).verdicts
        if verdict.outcome is Outcome.SATISFIED
    )


def _nothings(spec: Spec, case: Case) -> Iterator[str]:
    """Yield answers that say nothing: empty, refusals, the request, the constraints restated."""
    constraints = spec.program.constraints
    texts = [c.text for c in constraints]
    sentences = [c.sentence or c.canonical or c.text for c in constraints]
    said = [" ".join(texts), " ".join(sentences)]
    listed = ["\n".join(f"- {line}" for line in lines) for lines in (texts, sentences)]
    yield from (*_shipped(), spec.program.request, case.request)
    yield from (*said, *listed, "\n\n".join([*said, *listed]))


@cache
def _shipped() -> tuple[str, ...]:
    return tuple(shipped.table("null-answers.yaml")["answers"])
