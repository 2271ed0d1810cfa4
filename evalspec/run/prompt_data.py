"""`read:` of an adapter: patterns that turn a prompt into given data.

A part of the prompt is chosen with `in:`; the patterns of `each:` must cover it but for what
stands `between:` them. What they leave over is a problem with its place, so that no
sentence of a prompt is passed over in silence. Patterns run on a linear-time engine (RE2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import field

from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located

BETWEEN = r"[\s,;.]+"
"""What may stand between two matches unless the adapter says otherwise."""
NEXT = "next"
"""Group of what follows a match and is left to the next one: the engine does not look ahead."""
_SHOWN = 60
_MOST_MATCHES = 100_000


class Like(Record, frozen=True):
    """One pattern and what its groups are."""

    pattern: str = field(name="like")
    into: str = ""
    """List, or with `key` mapping, that a match adds a record to; the data itself when empty."""
    key: str = ""
    """Group that names the record in a mapping."""
    value: str = ""
    """Group that is the whole value, in place of a record of all groups."""
    both: tuple[str, str] = ("", "")
    """Two groups: a second record is added with these exchanged."""
    once: bool = False
    """The record stands by itself, not in a list."""
    fixed: dict[str, Any] = field(name="set", default_factory=dict)
    """Fields that a match sets by itself."""


class Part(Record, frozen=True):
    """A part of the prompt and what covers it."""

    within: str = field(name="in", default="")
    """Its first group, or all of its last match, is the part; the whole prompt when empty."""
    each: tuple[Like, ...] = ()
    between: str = BETWEEN
    optional: bool = False
    """The prompt need not have it."""


class Reading(Record, frozen=True):
    """How the data of a row are read from one of its columns."""

    column: str
    parts: tuple[Part, ...]


@lru_cache(maxsize=512)
def compiled(pattern: str) -> Any:
    """Compile a pattern; `^` and `$` match at lines. Raises `re2.error`."""
    import re2

    options = re2.Options()
    options.log_errors = False
    return re2.compile("(?m)" + pattern, options)


def pattern_problems(given: dict[str, Any], located: Located) -> Iterator[Problem]:
    """Yield what is wrong with the patterns, at their places."""
    import re2

    for number, part in enumerate(given["parts"]):
        path: Steps = ("read", "parts", number)
        named: list[tuple[Steps, str]] = [
            ((*path, name), part[name]) for name in ("in", "between") if name in part
        ]
        named += [((*path, "each", n, "like"), one["like"]) for n, one in enumerate(part["each"])]
        for where, pattern in named:
            try:
                compiled(pattern)
            except re2.error as error:
                yield located.problem("wrong-pattern", f"not a pattern: {error}", where)
        for n, one in enumerate(part["each"]):
            yield from _group_problems(one, (*path, "each", n), located)


def _group_problems(one: dict[str, Any], path: Any, located: Located) -> Iterator[Problem]:
    import re2

    try:
        known = set(compiled(one["like"]).groupindex)
    except re2.error:
        return
    asked = [("key", one.get("key")), ("value", one.get("value"))]
    asked += [("both", name) for name in one.get("both", ())]
    for setting, name in asked:
        if name is not None and name not in known:
            message = f"the pattern has no group `{name}`"
            yield located.problem("unknown-group", message, (*path, setting))


def read_prompt(reading: Reading, text: str, at: At) -> tuple[dict[str, Any], list[Problem]]:
    """Return the data that a prompt holds, and what no pattern covers."""
    data: dict[str, Any] = {}
    problems: list[Problem] = []
    for part in reading.parts:
        bounds = _bounds(part, text)
        if bounds is None:
            if not part.optional:
                message = f"column `{reading.column}`: nothing matches `{part.within[:_SHOWN]}`"
                problems.append(Problem("unread-prompt", message, at))
            continue
        start, end = bounds
        problems += [
            _left_over(reading.column, text, start + low, start + high, at)
            for low, high in _cover(part, text[start:end], data)
        ]
    return data, problems


def _bounds(part: Part, text: str) -> tuple[int, int] | None:
    """Return the part of a prompt: of its last match, since prompts begin with examples."""
    if not part.within:
        return 0, len(text)
    last = None
    for match in compiled(part.within).finditer(text):
        last = match
    if last is None:
        return None
    group = 1 if last.re.groups else 0
    return last.start(group), last.end(group)


def _cover(part: Part, text: str, data: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Apply the patterns from the start to the end; yield what they leave over."""
    patterns = [(like, compiled(like.pattern)) for like in part.each]
    between = compiled(part.between)
    at, end = 0, len(text)
    gap = -1
    for _ in range(_MOST_MATCHES):
        skipped = between.match(text, at)
        if gap < 0 and skipped is not None:
            at = skipped.end()
        if at >= end:
            break
        found = ((like, engine.match(text, at)) for like, engine in patterns)
        like, match = next(
            ((k, m) for k, m in found if m is not None and _end(m) > at), (None, None)
        )
        if like is None or match is None:
            gap = at if gap < 0 else gap
            at += 1
            continue
        if gap >= 0:
            yield gap, at
            gap = -1
        names = [n for n in sorted(match.re.groupindex, key=match.re.groupindex.get) if n != NEXT]
        _take(like, {name: match.group(name) for name in names}, data)
        at = _end(match)
    if gap >= 0:
        yield gap, end


def _end(match: Any) -> int:
    """Return where a match ends for the next one."""
    group = match.re.groupindex.get(NEXT)
    following = -1 if group is None else match.start(group)
    return int(following if following >= 0 else match.end())


def _take(like: Like, groups: dict[str, str | None], data: dict[str, Any]) -> None:
    """Put what a match says into the data."""
    said = {name: text.strip() for name, text in groups.items() if text is not None}
    if not like.into:
        data.update({**said, **like.fixed})
        return
    if like.key:
        held = data.setdefault(like.into, {})
        name = said[like.key]
        if like.value:
            held[name] = _more(held.get(name), said[like.value])
            return
        record = held.setdefault(name, {})
        for field, value in {**said, **like.fixed}.items():
            record[field] = _more(record.get(field), value)
        return
    record = {**said, **like.fixed}
    if like.once:
        data[like.into] = record
        return
    listed = data.setdefault(like.into, [])
    listed.append(said[like.value] if like.value else record)
    first, second = like.both
    if first:
        listed.append({**record, first: said[second], second: said[first]})


def _more(before: Any, value: Any) -> Any:
    """Join what two sentences say of the same field."""
    if isinstance(before, str) and isinstance(value, str) and before != value:
        return f"{before}; {value}"
    return value


def _left_over(column: str, text: str, start: int, end: int, at: At) -> Problem:
    line = text.count("\n", 0, start) + 1
    place = start - (text.rfind("\n", 0, start) + 1) + 1
    said = " ".join(text[start:end].split())[:_SHOWN]
    message = f"column `{column}`, line {line}:{place}: no pattern covers `{said}`"
    return Problem("unread-prompt", message, at)
