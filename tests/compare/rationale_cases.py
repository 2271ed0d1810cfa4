"""Rationales with known faults, and what the audit makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

from evalspec.check.engine import check
from evalspec.compare.audit import audit_rationale
from evalspec.core.case import Case
from evalspec.core.verdict import Outcome
from evalspec.language.compile import compile_text
from evalspec.rationale.findings import Finding
from evalspec.rationale.ledger import read_ledger
from evalspec.report.json import verdict_data
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

FOLDER = Path(__file__).parent / "rationales"
GROUPS = [
    (f"{path.stem}-{number}", group)
    for path in sorted(FOLDER.glob("*.yaml"))
    for number, group in enumerate(quick_yaml.load(path.read_text("utf-8")))
]
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (f"{name}-{place}", group, case)
    for name, group in GROUPS
    for place, case in enumerate(group["rationales"])
]


def audited(group: dict[str, Any], case: dict[str, Any]) -> tuple[str, str, tuple[Finding, ...]]:
    spec = {"evalspec": 1, "vocabulary": group["vocabulary"],
            "constraints": [{"check": group["check"]}]}  # fmt: skip
    (verdict,) = check(compile_text(yaml.safe_dump(spec), "s.yaml")[0], Case(group["response"]))
    assert verdict.outcome is not Outcome.UNDETERMINED
    lexicon = load_lexicon([group["vocabulary"]], None, None).lexicon
    row = msgspec.json.decode(msgspec.json.encode(verdict_data(verdict)))
    ledger = read_ledger(row, lexicon)
    result, why, findings = audit_rationale(case["text"], ledger, Outcome(case["says"]), lexicon)
    return result.value, why, findings
