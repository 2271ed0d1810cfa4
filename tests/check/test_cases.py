"""Constraints decided on hand-built facts: outcome, values, operands and what was left out.

The cases stand in `cases/*.yaml`; see `outline.py` for how an outline is written. The cases
in `ledgers/*.yaml` give a response instead, which is read as any other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.verdict import Verdict
from evalspec.source import yaml
from tests.check import outline

FOLDER = Path(__file__).parent


def load() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*/*.yaml")):
        for group in yaml.read_file(path).value:
            for number, given in enumerate(group["checks"], 1):
                found.append(
                    pytest.param(group, given, id=f"{path.stem}: {group['name']} {number}")
                )
    return found


@pytest.mark.parametrize(("group", "given"), load())
def test_verdict(group: dict[str, Any], given: dict[str, Any]) -> None:
    words = outline.lexicon(group.get("vocabulary", ""))
    rules = outline.policy(**{**group.get("policy", {}), **given.get("policy", {})})
    program = outline.program([given["check"]], words, rules, data=group.get("data", {}))
    facts = None
    case = Case(group.get("response", ""))
    if "outline" in group:
        case, facts = outline.build(group["outline"], words)
    (verdict,) = check(program, case, facts)
    check_places(verdict, case.response)
    assert seen(verdict, given) == {
        k: plain(v) for k, v in given.items() if k not in ("check", "policy")
    }


def seen(verdict: Verdict, given: dict[str, Any]) -> dict[str, Any]:
    """Return of a verdict what the case names."""
    scopes = verdict.scopes
    operands = [o for s in scopes for o in s.operands]
    excluded = [e for s in scopes for e in s.excluded]
    all_of = {
        "outcome": verdict.outcome.value,
        "reason": verdict.reason.value,
        "detail": verdict.detail,
        "values": {s.label: s.computed for s in scopes},
        "outcomes": {s.label: s.outcome.value for s in scopes},
        "bound": scopes[0].bound if scopes else "",
        "unit": scopes[0].unit if scopes else "",
        "operands": [f"{o.label}: {o.value}" for o in operands],
        "cited": [o.cited.text if o.cited else "" for o in operands],
        "notes": [o.note for o in operands if o.note],
        "excluded": [f"{e.cited.text} {e.reason}" for e in excluded if e.reason != "other-measure"],
        "others": [e.cited.text for e in excluded if e.reason == "other-measure"],
        "details": [e.detail for e in excluded if e.reason != "other-measure"],
        "readings": [f"{', '.join(r.assumptions)}: {r.outcome.value}" for r in verdict.readings],
        "assumptions": list(verdict.assumptions),
        "offending": [c.text for s in scopes for c in s.offending],
        "doubts": [c.text for c in verdict.doubts],
    }
    return {name: all_of[name] for name in given if name in all_of}


def plain(value: Any) -> Any:
    """Compare numbers written in YAML as text."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return str(value)


def check_places(verdict: Verdict, response: str) -> None:
    cited = [o.cited for s in verdict.scopes for o in s.operands if o.cited]
    cited += [e.cited for s in verdict.scopes for e in s.excluded]
    cited += [c for s in verdict.scopes for c in s.offending]
    for one in [*cited, *verdict.doubts]:
        assert response[one.span.start : one.span.end] == one.text
