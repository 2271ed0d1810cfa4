"""`evalspec explain`: how each constraint compiled, in data and in words, with examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalspec.author.examples.search import Example, Examples, examples
from evalspec.author.lint.unused import reads_facts
from evalspec.core.policy import OPEN
from evalspec.core.record import walk
from evalspec.language.criterion import Criterion, Scale
from evalspec.language.english import derivation
from evalspec.language.ir import Constraint, Refusal
from evalspec.language.printer import canonical
from evalspec.language.program import Program
from evalspec.report.json import fields

_WIDTH = 76
_MOST = 12
"""Lines of an example that are shown, and characters of each."""


def explain(
    program: Program, *, with_examples: bool = False, with_derivations: bool = False
) -> dict[str, Any]:
    """Return how every constraint of a program was understood, as plain data.

    With examples, a small response that passes and one that fails stand beside each; with
    derivations, the tree by which each sentence came to its formula.
    """
    constraints = [constraint_data(constraint) for constraint in program.constraints]
    if with_derivations:
        for data, constraint in zip(constraints, program.constraints, strict=True):
            if constraint.surface == "text" and constraint.readings:
                data["derivation"] = list(derivation(constraint.text, program.lexicon))
    if with_examples:
        for data, constraint in zip(constraints, program.constraints, strict=True):
            data["examples"] = examples_data(examples(program, constraint))
    return {
        "title": program.title,
        "vocabulary": program.lexicon.name,
        "policy": program.policy.profile,
        "open": [name for name, value in program.policy.switches.items() if value == OPEN],
        "constraints": constraints,
        **(
            {"criteria": [criterion_data(one) for one in program.criteria]}
            if program.criteria
            else {}
        ),
        **({"scenarios": program.scenarios} if program.scenarios else {}),
    }


def criterion_data(criterion: Criterion) -> dict[str, Any]:
    """Return how one criterion was understood."""
    scale = criterion.by if isinstance(criterion.by, Scale) else None
    return {
        "id": criterion.id,
        "line": criterion.at.line,
        **fields(criterion, "text", "canonical"),
        "asks": scale.about if scale else "",
        "levels": list(scale.levels) if scale else [],
        "judge": criterion.judge,
        "order": criterion.order if scale else "",
        "severity": criterion.severity,
    }


def constraint_data(constraint: Constraint) -> dict[str, Any]:
    """Return how one constraint was understood."""
    refusal = constraint.refusal or Refusal(())
    return {
        "id": constraint.id,
        "line": constraint.at.line,
        **fields(constraint, "surface", "text", "canonical"),
        "readings": list(constraint.reading_texts) if len(constraint.readings) > 1 else [],
        **fields(constraint, "sentence", "notes"),
        "refused": list(refusal.words),
        "refused_because": refusal.because,
        **fields(refusal, "nearest", "understood", "formulas"),
        **fields(constraint, "judge", "severity"),
        **({"when": canonical(constraint.when)} if constraint.when is not None else {}),
        **({"group": constraint.group} if constraint.group else {}),
    }


def examples_data(found: Examples) -> dict[str, Any]:
    """Return the examples of one constraint."""
    return {
        "passes": _example_data(found.passing),
        "fails": _example_data(found.failing),
        "reason": found.reason,
    }


def _example_data(example: Example | None) -> dict[str, Any] | None:
    if example is None:
        return None
    scopes = [scope for scope in example.verdict.scopes if scope.computed]
    computed = [f"{scope.computed} {scope.unit}".strip() for scope in scopes]
    return {"response": example.response, "computed": computed}


def explain_text(
    program: Program, *, with_examples: bool = False, with_derivations: bool = False
) -> str:
    """Write the explanation for people."""
    data = explain(program, with_examples=with_examples, with_derivations=with_derivations)
    lines = [data["title"]] if data["title"] else []
    lines.append(f"vocabulary {data['vocabulary']}, policy {data['policy']}")
    if data["open"] and _reads_facts(program):
        lines.append(f"left open, so tried both ways where it matters: {', '.join(data['open'])}")
    for given in data["constraints"]:
        lines += ["", f"{given['id']} (line {given['line']}): {given['text']}"]
        lines += [f"  {name:<9} {text}" for name, text in _told(given) if text]
        lines += [f"  {name:<9} {given[name]}" for name in ("when", "group") if name in given]
        lines += _example_lines(given.get("examples"))
    for given in data.get("criteria", ()):
        lines += ["", f"{given['id']} (line {given['line']}): {given['text']}"]
        lines += [f"  {name:<9} {given[name]}" for name in ("canonical", "asks") if given[name]]
        lines += [f"  level {n}   {level}" for n, level in enumerate(given["levels"], start=1)]
        lines += [f"  {name:<9} {given[name]}" for name in ("judge", "order") if given[name]]
    lines += [
        f"\nscenario {name}: {', '.join(ids)}" for name, ids in data.get("scenarios", {}).items()
    ]
    return "\n".join(lines) + "\n"


def _told(given: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is told of a constraint: what it says or why it was refused, who decides it."""
    yield from (("reading", reading) for reading in given["readings"])
    yield "canonical", "" if given["readings"] else given["canonical"]
    yield "means", given["sentence"]
    yield from (("note", note) for note in given["notes"])
    yield "refused", given["refused_because"]
    yield "refused", f"in the way: {', '.join(given['refused'])}" if given["refused"] else ""
    yield "so far", given["understood"]
    yield from (("formula", formula) for formula in given["formulas"])
    yield "nearest", given["nearest"]
    yield from (("why", line) for line in given.get("derivation", ()))
    yield "judge", given["judge"]
    yield "severity", "warning" if given["severity"] == "warning" else ""


def _reads_facts(program: Program) -> bool:
    """Tell whether a constraint asks for more than text: switches are about what was read."""
    formulas = [reading for one in program.constraints for reading in one.readings]
    return any(reads_facts(node) for formula in formulas for node in walk(formula))


def _example_lines(found: dict[str, Any] | None) -> list[str]:
    """Write the examples of one constraint, each line of a response behind a bar."""
    if found is None:
        return []
    lines = []
    for name in ("passes", "fails"):
        if found[name] is None:
            continue
        rows = found[name]["response"].rstrip("\n").split("\n")
        cut = [row if len(row) <= _WIDTH else row[: _WIDTH - 1] + "…" for row in rows[:_MOST]]
        if len(rows) > _MOST:
            cut.append(f"… {len(rows) - _MOST} more lines")
        computed = ", ".join(found[name]["computed"])
        lines.append(f"  {name:<9} {computed}".rstrip())
        lines += [f"    | {row}".rstrip() for row in cut]
    if found["reason"]:
        lines.append(f"  example   {found['reason']}")
    return lines
