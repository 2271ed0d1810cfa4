"""Faults that stand in the text of a spec: found whether or not it compiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from evalspec.bench.review.subject import Subject, below
from evalspec.core.errors import Problem
from evalspec.source.compose import Path as Steps

_MOST_VALUES = 100_000
"""Values of one range; more are not meant."""
_CODE = re.compile(
    r"\{%|%\}|<%|\$\{"
    r"|\{\{\s*[A-Za-z_][\w.]*\s*(?:\||\}\}|\()"
    r"|\{[^{}]*(?:__\w|\blambda\b|\bimport\b|![rsa]\b|:[<>^+0-9.,]+[a-z%]?(?=\})|\bfor\b.+\bin\b"
    r"|\b(?:open|eval|exec|getattr|print|str|format|join)\s*\(|\.\w+\()[^{}]*\}?"
)
"""What template engines and languages write between braces; `{{"a": 1}}` are braces of JSON."""
_CODE_IN_FORMULA = re.compile(r"__\w+__|\blambda\b|\bimport\s+\w|\b(?:open|eval|exec|getattr)\s*\(")


def template_code(subject: Subject) -> Iterator[Problem]:
    """A wording or a formula holds code, such as `{open('notes').read()}` or `{% for … %}`.

    Wordings name values; nothing in them is run. `{{data.length}}` is no value either: it writes braces.
    """
    for path, text in subject.texts("prompts", "writings", "refusals", "write"):
        yield from _coded(subject, path, text, _CODE)
    for path, one in subject.constraints:
        for key in ("check", "when", "text"):
            if isinstance(one.get(key), str):
                yield from _coded(subject, (*path, key), one[key], _CODE_IN_FORMULA)
    for path, text in subject.texts("draw", "require", "space", "beside", "possible"):
        yield from _coded(subject, path, text, _CODE_IN_FORMULA)


def _coded(subject: Subject, path: Steps, text: str, pattern: re.Pattern[str]) -> Iterator[Problem]:
    found = pattern.search(text)
    if found:
        message = f"`{found[0].strip()}` is code: only values can be named, as `{{data.NAME}}`"
        yield subject.problem("template-code", message, path)


def unknown_unit(subject: Subject) -> Iterator[Problem]:
    """A type, a formula or a value has a unit that no vocabulary of the spec knows."""
    return (problem for problem in subject.problems if problem.code == "unknown-unit")


def unbounded_range(subject: Subject) -> Iterator[Problem]:
    """A range has one end only, or holds more values than anybody means."""
    for key in ("draw", "write"):
        for path, draw in below(subject.bench.get(key), ("bench", key)):
            ends = [end for end in ("from", "to") if isinstance(draw, dict) and end in draw]
            if len(ends) == 1:
                missing = "to" if ends == ["from"] else "from"
                message = f"the range has no `{missing}`: nothing bounds it"
                yield subject.problem("unbounded-range", message, (*path, ends[0]))
            elif ends and _number_of_values(draw) > _MOST_VALUES:
                ends_text = f"from {draw['from']} to {draw['to']}"
                message = f"the range {ends_text} holds more than {_MOST_VALUES} values"
                hint = "a `step`, or nearer ends"
                yield subject.problem("unbounded-range", message, (*path, "to"), hint)


def _number_of_values(draw: dict[str, Any]) -> float:
    ends = [_number(draw[end]) for end in ("from", "to")]
    step = _number(draw.get("step", 1))
    if None in ends or not step:
        return 0
    low, high = ends
    return abs((high or 0) - (low or 0)) / step


def _number(value: Any) -> float | None:
    if isinstance(value, str) and value.strip("+-.").lower() in ("inf", "infinity"):
        return float("inf")
    return float(value) if isinstance(value, (int, float)) else None


def wrong_group(subject: Subject) -> Iterator[Problem]:
    """A constraint is counted in a group that is not its own.

    Its id is the name of another group, its group is called as another constraint or differs from
    another group by a slip of the pen, or `apart` names a group that no constraint has.
    """
    ids = {one.get("id") for _, one in subject.constraints}
    groups = {str(one["group"]) for _, one in subject.constraints if one.get("group")}
    for path, one in subject.constraints:
        name, group = one.get("id"), one.get("group")
        if not isinstance(group, str):
            continue
        if name in groups and name != group:
            message = f"`{name}` is counted in the group `{group}`, and there is a group `{name}`"
            yield subject.problem("wrong-group", message, (*path, "group"))
        elif group in ids and group not in str(name):
            message = f"`{name}` is counted in the group `{group}`, which a constraint is called as"
            hint = "a group of its own, or a name for both"
            yield subject.problem("wrong-group", message, (*path, "group"), hint)
        near = get_close_matches(group, sorted(groups - {group}), 1, 0.85)
        if near and next(p for p, one in subject.constraints if one.get("group") == near[0]) < path:
            message = f"the group `{group}` is almost called as the group `{near[0]}`"
            yield subject.problem("wrong-group", message, (*path, "group"), f"`{near[0]}`?")
    apart = subject.bench.get("apart")
    for number, group in enumerate(apart if isinstance(apart, list) else []):
        if group not in groups:
            message = f"no constraint is in the group `{group}`"
            hint = f"groups: {', '.join(sorted(groups))}"
            yield subject.problem("wrong-group", message, ("bench", "apart", number), hint)
