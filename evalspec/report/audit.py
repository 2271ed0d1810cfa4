"""The audit of a judge as text, Markdown, CSV and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from evalspec.compare.audit import Audit, Class
from evalspec.report.cells import cell, csv_of, flat, row
from evalspec.report.json import SCHEMA_VERSION, indented

NAMES = {
    Class.RIGHT: "right for the right reason",
    Class.LUCK: "right by luck",
    Class.EXTRACTION: "wrong: extraction",
    Class.COUNTING: "wrong: counting",
    Class.SCHEDULE: "wrong: schedule understanding",
    Class.CALCULATION: "wrong: calculation",
    Class.OTHER: "wrong: other",
    Class.UNCLEAR: "unclear",
}


def text(audits: Sequence[Audit], by: Sequence[str] = ()) -> str:
    """Write the number of every class, and what was found in each rationale."""
    heads, rows = _counts(audits)
    wide = max(6, *(len(head) + 2 for head in heads)) if len(heads) > 1 else 6
    lines = [] if len(heads) < 2 else ["".join(head.rjust(wide) for head in heads)]
    lines += ["".join(str(n).rjust(wide) for n in found) + f"  {name}" for name, found in rows]
    for field, group, found in _grouped(audits, by):
        lines += ["", f"{field} {group or '(none)'}"]
        lines += ["".join(str(n).rjust(wide) for n in each) + f"  {name}" for name, each in found]
    for audit in audits:
        if audit.findings or audit.why:
            lines += ["", _title(audit, len(heads) > 1), f"  {_verdict(audit)}"]
            lines += [f"  {line}" for line in _findings(audit)]
    return "\n".join(lines) + "\n"


def markdown(audits: Sequence[Audit], by: Sequence[str] = ()) -> str:
    """Write the same as tables."""
    heads, rows = _counts(audits)
    lines = [f"| class | {' | '.join(heads if len(heads) > 1 else ('n',))} |"]
    lines += ["|---|" + "---:|" * len(heads)]
    lines += [f"| {name} | {' | '.join(map(str, found))} |" for name, found in rows]
    for field, group, each in _grouped(audits, by):
        title = cell(f"{field} {group or '(none)'}")
        lines += ["", f"| {title} | {' | '.join(heads if len(heads) > 1 else ('n',))} |"]
        lines += ["|---|" + "---:|" * len(heads)]
        lines += [f"| {name} | {' | '.join(map(str, found))} |" for name, found in each]
    lines += ["", "| item | constraint | verdict | evidence |", "|---|---|---|---|"]
    for audit in audits:
        key = f"{audit.voice}: {audit.key}" if len(heads) > 1 else audit.key
        cells = (key, audit.text, _verdict(audit), "; ".join(_findings(audit)))
        lines.append(row(cells))
    return "\n".join(lines) + "\n"


def csv_text(audits: Sequence[Audit], by: Sequence[str] = ()) -> str:
    """Write one row a verdict."""
    heads = ("item", "constraint", "judge", "truth", "class", "why", "evidence", "voice")
    rows = (
        (audit.key, audit.text, audit.judge.value, audit.truth.value, audit.result.value,
         audit.why, "; ".join(_findings(audit)), audit.voice,
         *(audit.groups.get(field, "") for field in by))
        for audit in audits
    )  # fmt: skip
    return csv_of((*heads, *by), rows)


def json(audits: Sequence[Audit], by: Sequence[str] = ()) -> str:
    """Write everything, with places in the rationale."""
    data: dict[str, object] = {"schema_version": SCHEMA_VERSION, "classes": _classes(audits)}
    voices = _voices(audits)
    data["voices"] = {v: _classes([a for a in audits if a.voice == v]) for v in voices}
    data["groups"] = {
        field: {
            group: _classes([audit for audit in audits if audit.groups.get(field, "") == group])
            for group in groups
        }
        for field in by
        if (groups := list(_groups_of(audits, field)))
    }
    data["audits"] = [msgspec.to_builtins(audit) for audit in audits]
    return indented(data)


RENDERERS: dict[str, Callable[[Sequence[Audit], Sequence[str]], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": csv_text,
    "json": json,
}


Counts = list[tuple[str, list[int]]]
"""Each class with its number for every judge."""


def _voices(audits: Sequence[Audit]) -> list[str]:
    return list(dict.fromkeys(audit.voice for audit in audits))


def _classes(audits: Sequence[Audit]) -> dict[str, int]:
    counts = Counter(audit.result for audit in audits)
    return {name.value: counts[name] for name in Class}


def _counts(audits: Sequence[Audit], voices: Sequence[str] = ()) -> tuple[tuple[str, ...], Counts]:
    """Return the judges, and for each class its number for each of them."""
    voices = voices or _voices(audits) or [""]
    counts = Counter((audit.voice, audit.result) for audit in audits)
    rows = [(title, [counts[voice, name] for voice in voices]) for name, title in NAMES.items()]
    return tuple(voices), rows


def _groups_of(audits: Sequence[Audit], field: str) -> list[str]:
    return sorted({audit.groups.get(field, "") for audit in audits})


def _grouped(audits: Sequence[Audit], by: Sequence[str]) -> Iterator[tuple[str, str, Counts]]:
    voices = _voices(audits)
    for field in by:
        for group in _groups_of(audits, field):
            inside = [audit for audit in audits if audit.groups.get(field, "") == group]
            yield field, group, _counts(inside, voices)[1]


def _title(audit: Audit, named: bool) -> str:
    known = audit.text in audit.key
    who = f"{audit.voice}: " if named else ""
    return who + flat(audit.key if known else f"{audit.key}: {audit.text}")


def _verdict(audit: Audit) -> str:
    why = f" ({audit.why})" if audit.why else ""
    return f"{NAMES[audit.result]}{why}; judge {audit.judge.value}, truth {audit.truth.value}"


def _findings(audit: Audit) -> list[str]:
    found = []
    for finding in audit.findings:
        place = f"{finding.scope}: " if finding.scope else ""
        found.append(f"{place}{finding.message} [{flat(finding.text)}]")
    return found
