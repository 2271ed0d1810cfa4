"""A spec of a benchmark as its reviews see it: its text, what it compiles to, what was drawn of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.review.trials import Trials
from evalspec.core.errors import EvalspecError, Problem
from evalspec.source import files, yaml
from evalspec.source.compose import Path as Steps


class Subject:
    """A spec that is valid YAML."""

    def __init__(self, path: str) -> None:
        """Read and compile it. Raises `SpecError` for what is no YAML."""
        self.path = path
        self.located = yaml.read(files.read_bytes(Path(path)), path)
        self.plan: Plan | None = None
        self.problems: tuple[Problem, ...] = ()
        """What keeps it from compiling."""
        self.untried: tuple[Problem, ...] = ()
        """What keeps its answers from being tried."""
        try:
            self.plan = load_plan(path)
        except EvalspecError as error:
            self.problems = error.problems

    @cached_property
    def bench(self) -> dict[str, Any]:
        """What stands under `bench:`, as far as it is a mapping."""
        return _mapping(_mapping(self.located.value).get("bench"))

    @cached_property
    def constraints(self) -> tuple[tuple[Steps, dict[str, Any]], ...]:
        """Every constraint that is a mapping, with its place."""
        given = _mapping(self.located.value).get("constraints")
        listed = given if isinstance(given, list) else []
        return tuple(
            (("constraints", number), one)
            for number, one in enumerate(listed)
            if isinstance(one, dict)
        )

    @cached_property
    def trials(self) -> Trials | None:
        """Instances that were drawn and tried; None where there is nothing to try."""
        if self.plan is None or not self.plan.space or not self.plan.draws:
            return None
        try:
            return Trials(self.plan)
        except EvalspecError as error:
            self.untried = error.problems
            return None

    def place(self, name: str) -> Steps:
        found = (path for path, one in self.constraints if one.get("id") == name)
        return next(found, ("constraints",))

    def problem(self, code: str, message: str, path: Steps, hint: str = "") -> Problem:
        """Return a finding with its place."""
        return self.located.problem(code, message, path, hint=hint)

    def of_constraint(
        self, code: str, message: str, name: str, other: str = "", hint: str = ""
    ) -> Problem:
        """Return a finding about a constraint, and perhaps about another one beside it."""
        related = (self.located.at(self.place(other)),) if other else ()
        return self.located.problem(code, message, self.place(name), hint=hint, related=related)

    def texts(self, *under: str) -> Iterator[tuple[Steps, str]]:
        """Yield every text below some keys of `bench:`, with its place."""
        for key in under:
            yield from texts_below(self.bench.get(key), ("bench", key))


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def below(value: Any, path: Steps) -> Iterator[tuple[Steps, Any]]:
    """Yield a value and every value in it, with its place."""
    yield path, value
    if isinstance(value, (dict, list)):
        for step, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from below(one, (*path, step))


def texts_below(value: Any, path: Steps) -> Iterator[tuple[Steps, str]]:
    """Yield every text in a value, with its place."""
    return ((at, one) for at, one in below(value, path) if isinstance(one, str))
