"""The audit of a judge as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from evalspec.compare.audit import Audit, Class
from evalspec.report.json import SCHEMA_VERSION, indented

_NAMES = {
    Class.RIGHT: "right for the right reason",
    Class.LUCK: "right by luck",
    Class.EXTRACTION: "wrong: extraction",
    Class.COUNTING: "wrong: counting",
    Class.SCHEDULE: "wrong: schedule understanding",
    Class.CALCULATION: "wrong: calculation",
    Class.OTHER: "wrong: other",
    Class.UNCLEAR: "unclear",
}


def text(audits: Sequence[Audit]) -> str:
    """Write the number of every class, and what was found in each rationale."""
    lines = [f"{number:>6}  {name}" for name, number in _counts(audits)]
    for audit in audits:
        if audit.findings or audit.why:
            lines += ["", _title(audit), f"  {_verdict(audit)}"]
            lines += [f"  {line}" for line in _findings(audit)]
    return "\n".join(lines) + "\n"


def markdown(audits: Sequence[Audit]) -> str:
    """Write the same as tables."""
    lines = ["| class | n |", "|---|---:|"]
    lines += [f"| {name} | {number} |" for name, number in _counts(audits)]
    lines += ["", "| item | constraint | verdict | evidence |", "|---|---|---|---|"]
    for audit in audits:
        cells = (audit.key, audit.text, _verdict(audit), "; ".join(_findings(audit)))
        lines.append(f"| {' | '.join(_escaped(cell) for cell in cells)} |")
    return "\n".join(lines) + "\n"


def csv_text(audits: Sequence[Audit]) -> str:
    """Write one row a verdict."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("item", "constraint", "judge", "truth", "class", "why", "evidence"))
    for audit in audits:
        writer.writerow(
            (audit.key, audit.text, audit.judge.value, audit.truth.value, audit.result.value,
             audit.why, "; ".join(_findings(audit)))
        )  # fmt: skip
    return stream.getvalue()


def json(audits: Sequence[Audit]) -> str:
    """Write everything, with places in the rationale."""
    counts = Counter(audit.result for audit in audits)
    data = {
        "schema_version": SCHEMA_VERSION,
        "classes": {name.value: counts[name] for name in Class},
        "audits": [msgspec.to_builtins(audit) for audit in audits],
    }
    return indented(data)


RENDERERS: dict[str, Callable[[Sequence[Audit]], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": csv_text,
    "json": json,
}


def _counts(audits: Sequence[Audit]) -> list[tuple[str, int]]:
    counts = Counter(audit.result for audit in audits)
    return [(title, counts[name]) for name, title in _NAMES.items()]


def _title(audit: Audit) -> str:
    known = audit.text in audit.key
    return " ".join((audit.key if known else f"{audit.key}: {audit.text}").split())


def _verdict(audit: Audit) -> str:
    why = f" ({audit.why})" if audit.why else ""
    return f"{_NAMES[audit.result]}{why}; judge {audit.judge.value}, truth {audit.truth.value}"


def _findings(audit: Audit) -> list[str]:
    found = []
    for finding in audit.findings:
        place = f"{finding.scope}: " if finding.scope else ""
        found.append(f"{place}{finding.message} [{' '.join(finding.text.split())}]")
    return found


def _escaped(text: str) -> str:
    flat = " ".join(text.split())
    return flat.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
