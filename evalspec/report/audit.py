"""The audit of a judge as text, Markdown, CSV and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from evalspec.compare.audit import Audit, Class
from evalspec.rationale.findings import Finding
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
    voices = _voices(audits)
    wide = max(6, *(len(voice) + 2 for voice in voices)) if len(voices) > 1 else 6
    lines = ["".join(voice.rjust(wide) for voice in voices)] if len(voices) > 1 else []
    for title, rows in _counts(audits, by):
        lines += ["", title] if title else []
        lines += ["".join(str(n).rjust(wide) for n in found) + f"  {name}" for name, found in rows]
    for audit in audits:
        if audit.findings or audit.why:
            lines += ["", _title(audit, len(voices) > 1), f"  {_verdict(audit)}"]
            lines += [f"  {line}" for line in _findings(audit)]
    return "\n".join(lines) + "\n"


def markdown(audits: Sequence[Audit], by: Sequence[str] = ()) -> str:
    """Write the same as tables."""
    voices = _voices(audits)
    heads = " | ".join(voices if len(voices) > 1 else ("n",))
    lines: list[str] = []
    for title, rows in _counts(audits, by):
        lines += [f"| {cell(title) or 'class'} | {heads} |", "|---|" + "---:|" * len(voices)]
        lines += [f"| {name} | {' | '.join(map(str, found))} |" for name, found in rows] + [""]
    lines += ["| item | constraint | verdict | evidence |", "|---|---|---|---|"]
    for audit in audits:
        key = f"{audit.voice}: {audit.key}" if len(voices) > 1 else audit.key
        lines.append(row((key, audit.text, _verdict(audit), "; ".join(_findings(audit)))))
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
    voices = _voices(audits) if audits else []
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
    return list(dict.fromkeys(audit.voice for audit in audits)) or [""]


def _classes(audits: Sequence[Audit]) -> dict[str, int]:
    counts = Counter(audit.result for audit in audits)
    return {name.value: counts[name] for name in Class}


def _counts(audits: Sequence[Audit], by: Sequence[str]) -> Iterator[tuple[str, Counts]]:
    """Yield the number of each class for every judge: of all audits, then of each group."""
    titled: dict[str, Sequence[Audit]] = {"": audits}
    for field in by:
        for group in _groups_of(audits, field):
            titled[f"{field} {group or '(none)'}"] = [
                audit for audit in audits if audit.groups.get(field, "") == group
            ]
    for title, inside in titled.items():
        counts = Counter((audit.voice, audit.result) for audit in inside)
        yield title, [(said, [counts[voice, one] for voice in _voices(audits)])
                      for one, said in NAMES.items()]  # fmt: skip


def _groups_of(audits: Sequence[Audit], field: str) -> list[str]:
    return sorted({audit.groups.get(field, "") for audit in audits})


def _title(audit: Audit, named: bool) -> str:
    known = audit.text in audit.key
    who = f"{audit.voice}: " if named else ""
    return who + flat(audit.key if known else f"{audit.key}: {audit.text}")


def _verdict(audit: Audit) -> str:
    why = f" ({audit.why})" if audit.why else ""
    return f"{NAMES[audit.result]}{why}; judge {audit.judge.value}, truth {audit.truth.value}"


def _findings(audit: Audit) -> list[str]:
    return [found_text(finding) for finding in audit.findings]


def found_text(finding: Finding) -> str:
    """Say what is wrong in a rationale, and where."""
    place = f"{finding.scope}: " if finding.scope else ""
    return f"{place}{finding.message} [{flat(finding.text)}]"
