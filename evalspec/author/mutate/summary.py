"""The results of `evalspec test --mutate`, as text and as data."""

from __future__ import annotations

from typing import Any

from evalspec.author.mutate.trial import Mutation, Noticed

_MOST = 3
"""Missed mutants of one constraint that are shown without `-v`."""


def mutation_text(mutation: Mutation, *, verbose: bool = False) -> str:
    """Write for people: what each constraint noticed, what it missed, and the share caught."""
    width = max(len(noticed.constraint.id) for noticed in mutation.constraints)
    lines = [f"{mutation.path}: mutants caught by each constraint"]
    for noticed in mutation.constraints:
        lines += _lines(noticed, width, verbose)
    return "\n".join([*lines, "", share_text(mutation)]) + "\n"


def share_text(mutation: Mutation) -> str:
    """Write the share caught and which constraints never noticed anything."""
    caught, tried = mutation.share
    never = [noticed.constraint.id for noticed in mutation.constraints if not noticed.caught]
    said = f"; never noticed anything: {', '.join(never)}" if never else ""
    return f"{caught} of {tried} mutants caught ({percent(mutation):.1f} %){said}"


def percent(mutation: Mutation) -> float:
    """Return the share caught in per cent."""
    caught, tried = mutation.share
    return 100 * caught / tried


def _lines(noticed: Noticed, width: int, verbose: bool) -> list[str]:
    mark = "✗" if noticed.reason else "!" if noticed.missed else "✓"
    caught, tried = noticed.share
    parts = [f"{caught} of {tried}"] if noticed.cases else []
    if noticed.harmless:
        parts.append(f"{noticed.harmless} harmless")
    if noticed.reason:
        parts.append(f"never noticed: {noticed.reason}")
    lines = [f"{mark} {noticed.constraint.id:<{width}}  {', '.join(parts)}"]
    shown = noticed.missed if verbose else noticed.missed[:_MOST]
    for missed in shown:
        mutant = missed.mutant
        lines.append(f"    missed {mutant.kind}, {missed.case} line {mutant.line}: {mutant.what}")
    if len(shown) < len(noticed.missed):
        lines.append(f"    … {len(noticed.missed) - len(shown)} more, -v shows all")
    return lines


def mutation_data(mutation: Mutation) -> dict[str, Any]:
    """Return the results as plain data."""
    caught, tried = mutation.share
    return {
        "spec": mutation.path,
        "caught": caught,
        "tried": tried,
        "percent": round(percent(mutation), 2),
        "constraints": [
            {
                "id": noticed.constraint.id,
                "cases": noticed.cases,
                "caught": noticed.caught,
                "harmless": noticed.harmless,
                "never_noticed": noticed.reason,
                "missed": [
                    {
                        "case": missed.case,
                        "kind": missed.mutant.kind,
                        "line": missed.mutant.line,
                        "change": missed.mutant.what,
                    }
                    for missed in noticed.missed
                ],
            }
            for noticed in mutation.constraints
        ],
    }
