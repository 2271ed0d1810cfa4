"""Named rules: for each a response that satisfies it and one that does not, and hard inputs.

A case whose `pass` is null only shows another response that must not pass.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.compile import compile_text
from evalspec.language.program import Program
from evalspec.source.files import root
from tests import quick_yaml

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.yaml"))
CASES: list[tuple[str, dict[str, Any]]] = [
    (path.stem, case) for path in FILES for case in quick_yaml.load(path.read_text("utf-8"))
]
IDS = [f"{file}/{case['rule']} {number}" for number, (file, case) in enumerate(CASES)]
NOISE = "\u200b\ufeff‮Ωмега 東京 🚲 \ud83d\x00\t<<[**\"'`"


@cache
def program(use: str, arguments: str) -> Program:
    constraint: dict[str, Any] = {"id": "rule", "use": use}
    if arguments != "{}":
        constraint["with"] = json.loads(arguments)
    spec = {"evalspec": 1, "constraints": [constraint]}
    return compile_text(json.dumps(spec), "spec.json")[0]


def decide(file: str, case: dict[str, Any], response: str) -> Verdict:
    use, arguments = f"{file}/{case['rule']}", json.dumps(case.get("with", {}))
    (verdict,) = check(program(use, arguments), Case(response, case.get("request", "")))
    for scope in verdict.scopes:
        for cited in scope.offending:
            assert response[cited.span.start : cited.span.end] == cited.text
    return verdict


@pytest.mark.parametrize(("file", "case"), CASES, ids=IDS)
def test_passes_and_fails(file: str, case: dict[str, Any]) -> None:
    if case["pass"] is not None:
        assert decide(file, case, case["pass"]).outcome is Outcome.SATISFIED
    failed = decide(file, case, case["fail"])
    assert failed.outcome is Outcome.UNSATISFIED
    wrong = [scope for scope in failed.scopes if scope.outcome is Outcome.UNSATISFIED]
    if "computed" in case:
        assert str(case["computed"]) in [scope.computed for scope in wrong]
    if "found" in case:
        cited = [c.text for scope in failed.scopes for c in scope.offending]
        assert cited == case["found"]


@pytest.mark.parametrize(("file", "case"), CASES, ids=IDS)
@pytest.mark.heavy
def test_hard_inputs(file: str, case: dict[str, Any]) -> None:
    for response in ("", " \n\t\n", "\ufeff"):
        assert decide(file, case, response).outcome is not Outcome.SATISFIED
    if case["pass"] is not None and case.get("line_ends", True):
        windows = case["pass"].replace("\n", "\r\n")
        assert decide(file, case, windows).outcome is Outcome.SATISFIED
    decide(file, case, case["fail"] + NOISE)
    decide(file, case, (case["fail"] + "\n\n") * (20_000 // len(case["fail"])))


def test_every_rule_has_both() -> None:
    for path in FILES:
        rules = quick_yaml.load((root() / "specs" / "rules" / path.name).read_text("utf-8"))[
            "rules"
        ]
        passing = {case["rule"] for file, case in CASES if file == path.stem and case["pass"]}
        assert passing == set(rules)
