"""The audit on real plans: no rationale is given a wrong class, most are given the right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from zlib import crc32

import msgspec
import pytest

from evalspec.api.datasets import run_dataset
from evalspec.compare.audit import audit_rationale
from evalspec.core.verdict import Outcome
from evalspec.rationale.ledger import read_ledger
from evalspec.report.results import result_data
from evalspec.run.adapter import load_adapter
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests.compare.faults import Written, rationales
from tests.compare.test_published import DATA

pytestmark = pytest.mark.heavy

PLANS = DATA / "acs" / "dev.csv"


@cache
def lexicon(vocabulary: str) -> Lexicon:
    return load_lexicon([vocabulary], None, None).lexicon


def audits(step: int = 1) -> Iterator[tuple[Written, str]]:
    """Yield the rationales on every so-many-th constraint with the class each is given."""
    choice = load_adapter("acs").vocabulary
    for number, result in enumerate(run_dataset("acs", PLANS).results[::step]):
        if result.verdict.outcome is Outcome.UNDETERMINED:
            continue
        words = lexicon(choice.of(result.groups))
        row = msgspec.json.decode(msgspec.json.encode(result_data(result)))
        ledger = read_ledger(row, words)
        seed = crc32(f"{number}".encode())
        for written in rationales(ledger, seed):
            yield written, audit_rationale(written.text, ledger, written.says, words)[0].value


@pytest.mark.skipif(not PLANS.exists(), reason=f"the plans are not at {PLANS}; set EVALSPEC_DATA")
def test_no_rationale_is_given_a_wrong_class() -> None:
    found = list(audits(step=4))
    wrong = [(w.wanted, given, w.text) for w, given in found if given not in (w.wanted, "unclear")]
    assert not wrong, wrong[0]
    pairs = Counter((written.wanted, given == written.wanted) for written, given in found)
    for name in ("right-reason", "extraction", "calculation", "schedule"):
        right, missed = pairs[name, True], pairs[name, False]
        assert right > 10 * missed, (name, right, missed)
