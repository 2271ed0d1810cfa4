"""The audit gives every rationale of `rationales/` its class, or says that it is unclear."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from evalspec.check.engine import check
from evalspec.compare.audit import audit_rationale
from evalspec.compare.findings import Finding
from evalspec.compare.ledger import read_ledger
from evalspec.core.case import Case
from evalspec.core.verdict import Outcome
from evalspec.report.json import verdict_data
from evalspec.spec.compile import compile_text
from evalspec.vocabulary.load import load_lexicon

FOLDER = Path(__file__).parent / "rationales"
CASES = [
    pytest.param(group, case, id=f"{path.stem}-{number}-{place}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for number, group in enumerate(yaml.safe_load(path.read_text("utf-8")))
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


@pytest.mark.parametrize(("group", "case"), CASES)
def test_class(group: dict[str, Any], case: dict[str, Any]) -> None:
    result, why, findings = audited(group, case)
    assert result == case["class"], [finding.message for finding in findings] or why
    for finding in findings:
        assert finding.span.of(case["text"]) == finding.text


def test_there_are_enough_of_every_class() -> None:
    found = Counter(case.values[1]["class"] for case in CASES)  # type: ignore[index, call-overload]
    assert found.total() >= 60
    assert min(found.values()) >= 5
