"""Facts as readable text, one entry a line: what the case files expect."""

from __future__ import annotations

from evalspec.document.facts import Amount, Entry, Facts, Origin, TimePoint


def outline(facts: Facts, text: str) -> str:
    """Write the outline of the facts, then claims, doubts."""
    lines: list[str] = []
    stack = [(0, 0)]
    while stack:
        number, depth = stack.pop()
        entry = facts.entries[number]
        lines.append("  " * depth + _entry(entry))
        stack.extend((part, depth + 1) for part in reversed(entry.parts))
    for claim in facts.claims:
        per = f" per {claim.per}" if claim.per else ""
        lines.append(f"claim of {claim.entry}: {_amount(claim.amount)}{per}")
    for doubt in facts.doubts:
        cited = text[doubt.span.start : doubt.span.end]
        lines.append(f"doubt {doubt.code} of {','.join(map(str, doubt.entries))}: {cited}")
    return "\n".join(lines)


def _entry(entry: Entry) -> str:
    words = [entry.kind.name.lower(), *entry.ranks]
    if entry.ordinal:
        words.append(f"#{entry.ordinal}")
    if entry.weekday:
        words.append(f"weekday {entry.weekday}")
    if entry.date is not None:
        words.append(entry.date.text() + (f"–{entry.until.text()}" if entry.until else ""))
    words.append(f"«{entry.label}»")
    if entry.starts or entry.ends:
        words.append(f"@{_times(entry.starts)}-{_times(entry.ends)}")
    words += [_amount(amount) for amount in entry.amounts]
    words += [f"no-{measure}" for measure in entry.without]
    if entry.compound:
        words.append(f"[{' + '.join(entry.compound)}]")
    if entry.optional:
        words.append("optional")
    if entry.choice:
        words.append("one-of-several")
    return " ".join(words)


def _times(points: tuple[TimePoint, ...]) -> str:
    return "|".join(
        f"{p.minutes // 60:02d}:{p.minutes % 60:02d}"
        + ("" if p.origin == "written" else f"({p.origin})")
        for p in points
    )


def _amount(amount: Amount) -> str:
    about = "~" if amount.about else ""
    qualifier = f" {amount.qualifier}" if amount.qualifier else ""
    origin = "" if amount.origin is Origin.ITEM else f" ({amount.origin.name.lower()})"
    value = f"{about}{amount.value.text()} {amount.unit.name}".strip()
    return f"{amount.measure}={value}{qualifier}{origin}"
