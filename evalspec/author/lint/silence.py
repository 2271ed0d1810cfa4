"""Findings that a spec silences in place: `# lint: ignore CODE reason`.

A comment behind something silences findings in what begins on its line, a comment on a line
of its own findings in what begins below it: a key, a value, a whole constraint. The reason is
required, and a comment that silences nothing is itself a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from evalspec.author.lint.codes import CODES
from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source.yaml import Located

_COMMENT = re.compile(r"(?:(?<=\s)|^)#[ \t]*lint:[ \t]*ignore\b[ \t]*([^\n\r]*)", re.MULTILINE)


class Silence(Record, frozen=True):
    """One comment."""

    code: str
    reason: str
    lines: tuple[int, int]
    """First and last line on which it silences."""
    at: At


def silenced(problems: Iterable[Problem], located: Located) -> list[Problem]:
    """Return the findings that no comment silences, and what is wrong with the comments."""
    silences = _silences(located)
    used: set[int] = set()
    left: list[Problem] = []
    for problem in problems:
        by = [n for n, silence in enumerate(silences) if _covers(silence, problem)]
        used.update(by)
        left += [] if by else [problem]
    for number, silence in enumerate(silences):
        message = _wrong(silence, number in used)
        if message:
            left.append(located.source.problem("bad-ignore", message, silence.at))
    return left


def _covers(silence: Silence, problem: Problem) -> bool:
    first, last = silence.lines
    return bool(silence.reason) and silence.code == problem.code and (
        first <= problem.at.line <= last
    )  # fmt: skip


def _wrong(silence: Silence, used: bool) -> str:
    if silence.code not in CODES:
        return f"`{silence.code}` is not a code of the linter" if silence.code else "name a code"
    if not silence.reason:
        return f"say why `{silence.code}` is ignored: the reason comes after the code"
    return "" if used else f"there is no `{silence.code}` to ignore here"


def _silences(located: Located) -> list[Silence]:
    text = located.source.text
    found = []
    for match in _COMMENT.finditer(text):
        if any(start <= match.start() < end for _, start, end in located.scalars.values()):
            continue
        at = located.source.at(match.start(), match.end())
        code, _, reason = match.group(1).strip().partition(" ")
        found.append(Silence(code.rstrip(":"), reason.strip(" -–—:"), _lines(at, located), at))
    return found


def _lines(at: At, located: Located) -> tuple[int, int]:
    begun = at.line
    if not located.source.line(at.line)[: at.column - 1].strip():
        begun += 1
        while located.source.line(begun).lstrip().startswith("#"):
            begun += 1
    ends = [_end(place) for place in located.places.values() if place.line == begun]
    return at.line, max([begun, *ends])


def _end(at: At) -> int:
    return at.end_line - 1 if at.end_column <= 1 and at.end_line > at.line else at.end_line
