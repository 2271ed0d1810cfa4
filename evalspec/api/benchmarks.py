"""A benchmark whose answers are scored one by one, as other tools ask for them."""

from __future__ import annotations

import os

from evalspec.bench.evaluated.evaluate import answered
from evalspec.bench.evaluated.responses import Response
from evalspec.bench.evaluated.score import Scored
from evalspec.bench.kept.folder import Folder
from evalspec.core.errors import InputError
from evalspec.core.verdict import Outcome


class Benchmark:
    """The folder of a benchmark.

    Raises `InputError` for a folder of something else, and for files that were changed.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Read the instances and the spec."""
        place = Folder(os.fspath(folder))
        changed = place.changed()
        if changed:
            raise InputError(changed)
        self.plan = place.plan()
        self.instances = {line["id"]: line for line in place.instances()}

    def scored(self, instance: str, response: str) -> Scored:
        """Score an answer to an instance by its name. Raises `KeyError` when there is none."""
        (found,) = answered(self.plan, self.instances, [Response(instance, response)])
        return found.scored

    def score(self, instance: str, response: str) -> dict[str, float | None]:
        """Return `pass`, `fraction`, and 1 or 0 for every metric, None where it does not apply.

        What is undetermined is not passed; `undetermined` is 1 where anything was.
        """
        return values(self.scored(instance, response), self.plan.metrics)


def values(scored: Scored, metrics: tuple[str, ...]) -> dict[str, float | None]:
    """Return what an answer passes as numbers."""
    found = {**scored.metrics, **scored.apart}
    return {
        "pass": _number(scored.passed),
        "fraction": float(scored.fraction),
        "undetermined": float(Outcome.UNDETERMINED in found.values()),
        **{name: _number(found[name]) if name in found else None for name in metrics},
    }


def explanation(scored: Scored) -> str:
    """Say in a line each what is not satisfied, and why."""
    return "\n".join(f"{name}: {why}" for name, why in scored.why.items())


def _number(outcome: Outcome) -> float:
    return float(outcome is Outcome.SATISFIED)
