"""What was read in a response, as an indented table and as JSON."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from evalspec.core.span import Span
from evalspec.core.times import Clock
from evalspec.document.facts import (
    Account,
    Amount,
    Doubt,
    Entry,
    EntryKind,
    Facts,
    LineRole,
    Origin,
    TimePoint,
    Unread,
)
from evalspec.report.json import fields, plain

SCHEMA_VERSION = 1
_Cited = Amount | TimePoint | Doubt | Unread | Account | LineRole
"""What stands at one place of a response."""
LineOf = Callable[[Span], int]


def facts_text(facts: Facts, response: str, time_measure: str) -> str:
    """Write entries as an indented table, then claims, doubts and what was not used."""
    lines: list[str] = []
    line_of = _numbering(response)
    _write_entry(facts, line_of, lines, time_measure)
    for title, rows in (
        ("claims (checked against the parts, decide nothing while parts exist)",
         [f"{line_of(c.words)}: {_amount(c.amount)}{f' per {c.per}' if c.per else ''}"
          for c in facts.claims]),
        ("doubts (places that may have been misread)",
         [f"{line_of(d.span)}: {d.code} {_quote(response, d.span)} {d.detail}".rstrip()
          for d in facts.doubts]),
        ("not used",
         [f"{line_of(u.span)}: {u.reason} {_quote(response, u.span)}"
          for u in facts.unread]),
    ):  # fmt: skip
        if rows:
            lines += ["", title, *(f"  line {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def why_text(facts: Facts, response: str) -> str:
    """Write what became of each line, and below it of each number, time and date, with the rule."""
    lines: list[str] = []
    line_of = _numbering(response)
    waiting = list(reversed(facts.accounts))
    for line in facts.lines:
        while waiting and waiting[-1].span.start < line.span.start:
            lines.append(_account(facts, response, waiting.pop()))
        why = f"  ({line.because})" if line.because else ""
        lines.append(f"{line_of(line.span):>5}  {line.role}{why}")
        while waiting and waiting[-1].span.end <= line.span.end:
            lines.append(_account(facts, response, waiting.pop()))
    lines += [_account(facts, response, account) for account in reversed(waiting)]
    return "\n".join(["", "why", *lines]) + "\n"


def _account(facts: Facts, response: str, account: Account) -> str:
    whose = facts.entries[account.entry].label if account.entry > 0 else ""
    of = f" of {whose}" if whose and account.kind not in ("name", "date") else ""
    words = f"{account.kind} {account.what}".strip()
    told = f": {account.because}" if account.because else ""
    return f"         {_quote(response, account.span)} {words}{of}{told}"


def _write_entry(facts: Facts, line_of: LineOf, lines: list[str], time_measure: str) -> None:
    stack = [(0, 0)]
    seen = [0] * len(facts.entries)
    while stack:
        number, depth = stack.pop()
        entry = facts.entries[number]
        lines.append(f"{line_of(entry.span):>5}  {'  ' * depth}{_entry(entry, time_measure)}")
        if seen[number]:
            continue
        seen[number] = 1
        stack.extend((part, depth + 1) for part in reversed(entry.parts))


def ends_of(entry: Entry, time_measure: str) -> tuple[TimePoint, ...]:
    """Return the candidates of an end; one that follows from a written length comes first."""
    lasting = entry.lasting_end(time_measure)
    known = entry.kind == EntryKind.MARKER or any(p.origin != "next-entry" for p in entry.ends)
    return entry.ends if lasting is None or known else (lasting,)


def _entry(entry: Entry, time_measure: str) -> str:
    words = [entry.kind.name.lower()]
    if entry.ranks:
        words.append("/".join(entry.ranks))
    if entry.label:
        words.append(f'"{" ".join(entry.label.split())}"')
    if entry.starts or entry.ends:
        ends = ends_of(entry, time_measure)
        words.append("-".join(filter(None, (_times(entry.starts), _times(ends)))))
    words += [_amount(amount) for amount in entry.amounts]
    words += [f"no {measure}" for measure in entry.without]
    if entry.optional:
        words.append("(optional)")
    if entry.choice:
        words.append("(one of several)")
    return "  ".join(words)


def _times(points: tuple[TimePoint, ...]) -> str:
    return "|".join(
        Clock(p.minutes).text() + ("" if p.origin == "written" else f" ({p.origin})")
        for p in points
    )


def _amount(amount: Amount) -> str:
    text = f"{amount.measure} {amount.value.text()} {amount.unit.name}".strip()
    extra = [amount.origin.name.lower()] if amount.origin is not Origin.ITEM else []
    extra += ["about"] if amount.about else []
    extra += [amount.qualifier] if amount.qualifier else []
    extra += [f"under {amount.name}"] if amount.name not in ("", amount.measure) else []
    return f"{text} ({', '.join(extra)})" if extra else text


def _numbering(response: str) -> LineOf:
    """Return what tells the number of the line in which a span begins."""
    ends = [found.start() for found in re.finditer("\n", response)]
    return lambda span: bisect_left(ends, span.start) + 1


def _quote(response: str, span: Span) -> str:
    text = " ".join(response[span.start : span.end].split())
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


def facts_data(facts: Facts, response: str, time_measure: str) -> dict[str, Any]:
    """Return the facts as plain data; every citation is an object with text and span."""

    def cited(span: Span) -> dict[str, Any]:
        return {"text": response[span.start : span.end], "span": [span.start, span.end]}

    def told(given: _Cited, *names: str) -> dict[str, Any]:
        return {**fields(given, *names), "cited": cited(given.span)}

    def amount(given: Amount) -> dict[str, Any]:
        return {
            "measure": given.measure,
            "value": given.value.text(),
            "unit": given.unit.name,
            "origin": given.origin.name.lower(),
            **told(given, "about", "qualifier", "name", "because"),
        }

    def entry_data(entry: Entry) -> dict[str, Any]:
        return {
            "id": entry.id,
            "kind": entry.kind.name.lower(),
            "ranks": list(entry.ranks),
            "label": cited(entry.span) if entry.label else None,
            **fields(entry, "names", "parent", "parts", "ordinal", "weekday"),
            "date": entry.date.text() if entry.date else None,
            "until": entry.until.text() if entry.until else None,
            "starts": [told(point, "minutes", "origin") for point in entry.starts],
            "ends": [told(point, "minutes", "origin") for point in ends_of(entry, time_measure)],
            "amounts": [amount(a) for a in entry.amounts],
            **fields(entry, "without", "optional", "choice"),
        }

    return {
        "schema_version": SCHEMA_VERSION,
        "answer": plain(facts.answer),
        "entries": [entry_data(entry) for entry in facts.entries],
        "claims": [
            {"entry": c.entry, "per": c.per, "words": cited(c.words), "amount": amount(c.amount)}
            for c in facts.claims
        ],
        "doubts": [told(d, "code", "entries", "measure", "detail") for d in facts.doubts],
        "unread": [told(u, "reason") for u in facts.unread],
        "accounts": [told(a, "kind", "what", "entry", "because") for a in facts.accounts],
        "lines": [told(line, "role", "because") for line in facts.lines],
    }
