"""`evalspec test -U`: expectations rewritten in place to what was computed.

Only expectations that are missed change, and only the parts they name: an outcome, a
value, a reason. A reason is removed when the outcome is no longer undetermined.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from evalspec.author.cases import Miss, SpecTest, Tested, computed, same_value
from evalspec.author.edits import Edit, applied, is_flow, key_span, rewrite, span, without_key
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import ScopeResult, Verdict
from evalspec.language.cases import Expectation
from evalspec.report.rounding import shown
from evalspec.source import files, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located


class Update(Record, frozen=True):
    """What became of the missed expectations of a spec."""

    changed: tuple[Miss, ...]
    """Those that were rewritten."""
    kept: tuple[Miss, ...]
    """Those that cases share by an alias but would have to differ in."""


def update(test: SpecTest) -> Update:
    """Rewrite what a spec's cases expect.

    Raises `InputError` when the file cannot be written.
    """
    located = yaml.read(files.read_bytes(Path(test.path)), test.path)
    shared = _torn(located, test.cases)
    changed: list[Miss] = []
    kept: list[Miss] = []
    edits: list[Edit] = []
    for index, tested in enumerate(test.cases):
        for miss in tested.misses:
            path: Steps = ("cases", index, "expect", miss.verdict.constraint)
            if span(located, path) in shared:
                kept.append(miss)
                continue
            changed.append(miss)
            edits += _edits(located, path, miss)
    if edits:
        _check(located, applied(located.source.text, edits))
        rewrite(test.path, edits)
    return Update(tuple(changed), tuple(kept))


def _torn(located: Located, cases: Sequence[Tested]) -> set[tuple[int, int]]:
    """Return the places that several cases share and that cannot serve them all."""
    users = grouped(
        (span(located, ("cases", index, "expect", verdict.constraint)), _named(expected, verdict))
        for index, tested in enumerate(cases)
        for verdict in tested.report.verdicts
        if (expected := tested.case.expect.get(verdict.constraint)) is not None
    )
    return {place for place, wanted in users.items() if len(set(wanted)) > 1}


def _named(expected: Expectation, verdict: Verdict) -> tuple[object, ...]:
    """Return of a verdict what an expectation names."""
    values = computed(verdict) if expected.values else ()
    return verdict.outcome, values, verdict.reason if expected.reason else ""


def _edits(located: Located, path: Steps, miss: Miss) -> Iterator[Edit]:
    verdict = miss.verdict
    if isinstance(located.get(path), str):
        yield _text(located, path, verdict.outcome.value)
        return
    if "outcome" in miss.differs:
        yield _text(located, (*path, "outcome"), verdict.outcome.value)
    if "value" in miss.differs:
        yield from _values(located, (*path, "value"), verdict)
    if "reason" in miss.differs:
        reason, at = verdict.reason.value, (*path, "reason")
        yield _text(located, at, reason) if reason else without_key(located, at)


def _text(located: Located, path: Steps, word: str) -> Edit:
    """Replace a word, in the quotes it has."""
    style = located.scalars[path][0]
    start, end = span(located, path)
    if style in "|>":
        return Edit(start, end, f"{word}\n")
    return Edit(start, end, f"{style}{word}{style}" if style in "'\"" else word)


def _values(located: Located, path: Steps, verdict: Verdict) -> Iterator[Edit]:
    scopes = [scope for scope in verdict.scopes if scope.computed]
    old = located.get(path)
    listed = old if isinstance(old, list) else [old]
    if not scopes:
        yield without_key(located, path)
    elif isinstance(old, list) and len(old) == len(scopes):
        for index, (value, scope) in enumerate(zip(old, scopes, strict=True)):
            if not same_value(str(value), scope):
                yield Edit(*span(located, (*path, index)), _scalar(scope, value))
    else:
        texts = [_scalar(scope, listed[0]) for scope in scopes]
        start, end = span(located, path)
        text = texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
        yield Edit(start, end, _deeper(located, path, start) + text)


def _deeper(located: Located, path: Steps, start: int) -> str:
    """Return the space that brings text in the place of a block list below its key."""
    if not isinstance(located.get(path), list) or is_flow(located, path):
        return ""
    source = located.source
    key, value = source.at(key_span(located, path)[0]), source.at(start)
    return "  " if value.line != key.line and value.column <= key.column else ""


def _scalar(scope: ScopeResult, old: object) -> str:
    """Write a value as it is shown, as YAML that reads back as the same digits.

    It has its unit when `old` had one.
    """
    value = shown(scope.computed, scope.bound)
    if scope.unit and isinstance(old, str) and old.endswith(scope.unit):
        return json.dumps(f"{value} {scope.unit}", ensure_ascii=False)
    read = yaml.read(f"value: {value}\n").value["value"] if _plain(value) else ""
    return value if str(read) == value else json.dumps(value)


def _plain(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdecimal() and len(text) <= 18


def _check(located: Located, text: str) -> None:
    """Make sure that nothing but expectations changes."""
    before, after = located.value, yaml.read(text, located.source.name).value
    for value in (before, after):
        for case in value["cases"]:
            case.pop("expect")
    if before != after:
        raise ValueError("rewriting the expectations would change more than them")
