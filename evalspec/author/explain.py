"""`evalspec explain`: how each constraint compiled, in data and in words."""

from __future__ import annotations

from typing import Any

from evalspec.core.policy import OPEN
from evalspec.spec.ir import Constraint
from evalspec.spec.program import Program


def explain(program: Program) -> dict[str, Any]:
    """Return how every constraint of a program was understood, as plain data."""
    return {
        "title": program.title,
        "vocabulary": program.lexicon.name,
        "policy": program.policy.profile,
        "open": [name for name, value in program.policy.switches.items() if value == OPEN],
        "constraints": [constraint_data(constraint) for constraint in program.constraints],
    }


def constraint_data(constraint: Constraint) -> dict[str, Any]:
    """Return how one constraint was understood."""
    refusal = constraint.refusal
    return {
        "id": constraint.id,
        "line": constraint.at.line,
        "surface": constraint.surface,
        "text": constraint.text,
        "canonical": constraint.canonical,
        "readings": list(constraint.reading_texts) if len(constraint.readings) > 1 else [],
        "sentence": constraint.sentence,
        "notes": list(constraint.notes),
        "refused": list(refusal.words) if refusal else [],
        "nearest": refusal.nearest if refusal else "",
        "judge": constraint.judge,
        "severity": constraint.severity,
    }


def explain_text(program: Program) -> str:
    """Write the explanation for people."""
    data = explain(program)
    lines = [data["title"]] if data["title"] else []
    lines.append(f"vocabulary {data['vocabulary']}, policy {data['policy']}")
    if data["open"]:
        lines.append(f"left open: {', '.join(data['open'])}")
    for given in data["constraints"]:
        lines += ["", f"{given['id']} (line {given['line']}): {given['text']}"]
        if given["readings"]:
            lines += [f"  reading   {reading}" for reading in given["readings"]]
        elif given["canonical"]:
            lines.append(f"  canonical {given['canonical']}")
        if given["sentence"]:
            lines.append(f"  means     {given['sentence']}")
        lines += [f"  note      {note}" for note in given["notes"]]
        if given["refused"]:
            lines.append(f"  refused   not understood: {', '.join(given['refused'])}")
        if given["nearest"]:
            lines.append(f"  nearest   {given['nearest']}")
        if given["judge"]:
            lines.append(f"  judge     {given['judge']}")
        if given["severity"] == "warning":
            lines.append("  severity  warning")
    return "\n".join(lines) + "\n"
