"""Panels of judges as they are written: what agents see, and what they speak to, is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from evalspec.core.errors import Problem
from evalspec.source.compose import Path
from evalspec.source.yaml import Located

_SEEN = ("request", "response", "constraint", "pool")
"""What an agent may see beside data and other agents."""


def panel_problems(located: Located, constraints: Collection[str] | None = None) -> list[Problem]:
    """Return what is wrong with the panels of a spec or a file of judges.

    `constraints` are the ids of the spec; None where none are known.
    """
    judges = located.value.get("judges", {})
    return [
        problem
        for name, judge in judges.items()
        if judge.get("kind") == "panel"
        for problem in _panel(located, ("judges", name, "agents"), judge["agents"], constraints)
    ]


def _panel(
    located: Located, path: Path, agents: Mapping[str, Any], constraints: Collection[str] | None
) -> Iterator[Problem]:
    writers = [name for name, agent in agents.items() if "judge" in agent]
    for name, agent in agents.items():
        for number, seen in enumerate(agent.get("sees", ())):
            place = (*path, name, "sees", number)
            if seen in writers or seen in _SEEN or seen.startswith("data."):
                continue
            hint = f"known: {', '.join((*_SEEN, 'data.NAME', *writers))}"
            yield located.problem("unknown-sees", f"`{seen}` is nothing to see", place, hint=hint)
        if reaches(agents, name, name):
            message = f"agent `{name}` sees what itself has written, by way of others"
            yield located.problem("circular-sees", message, (*path, name, "sees"))
        yield from _fields(located, (*path, name), agent, constraints)


def _fields(
    located: Located, path: Path, agent: Mapping[str, Any], constraints: Collection[str] | None
) -> Iterator[Problem]:
    gives, rules = agent.get("gives", "text"), agent.get("rules", {})
    if isinstance(gives, Mapping):
        for field, given in gives.items():
            quotes = given.get("quotes", "response")
            if quotes != "nothing" and quotes not in agent.get("sees", ()):
                message = f"`{field}` quotes `{quotes}`, which the agent does not see"
                yield located.problem("unseen-quotes", message, (*path, "gives", field))
            yield from _known(located, (*path, "gives", field, "constraint"), given["constraint"],
                              constraints)  # fmt: skip
    if isinstance(rules, Mapping):
        for name, rule in rules.items():
            for one in (name, rule):
                yield from _known(located, (*path, "rules", name), one, constraints)
        return
    for number, rule in enumerate(rules):
        yield from _known(located, (*path, "rules", number), rule, constraints)


def _known(
    located: Located, path: Path, name: str, constraints: Collection[str] | None
) -> Iterator[Problem]:
    if constraints is not None and name not in constraints:
        hint = f"known: {', '.join(constraints)}"
        message = f"no constraint has the id `{name}`"
        yield located.problem("unknown-constraint", message, path, hint=hint)


def reaches(agents: Mapping[str, Any], start: str, goal: str) -> bool:
    """Tell whether one agent sees another, by way of others too."""
    met: set[str] = set()
    ahead = [start]
    while ahead:
        for seen in agents.get(ahead.pop(), {}).get("sees", ()):
            if seen == goal:
                return True
            if seen not in met:
                met.add(seen)
                ahead.append(seen)
    return False
