"""Precision and recall of the audit of a judge: `python -m benchmarks audit`.

First on rationales written by hand with known faults, then on rationales made from the ledgers
of real plans, where the data is there.
"""

from __future__ import annotations

from collections import Counter

from tests.compare.rationale_cases import CASES, audited
from tests.compare.test_faults import PLANS, audits


def main() -> None:
    """Print a table of each."""
    _table("by hand", Counter((case["class"], audited(g, case)[0]) for _, g, case in CASES))
    if PLANS.exists():
        made = Counter((written.wanted, given) for written, given in audits())
        _table("made from real plans", made)


def _table(title: str, pairs: Counter[tuple[str, str]]) -> None:
    print(f"{title:<24}{'n':>6}{'given':>7}{'precision':>11}{'recall':>8}{'unclear':>9}")
    for name in sorted({name for pair in pairs for name in pair}):
        n = sum(count for (true, _), count in pairs.items() if true == name)
        given = sum(count for (_, said), count in pairs.items() if said == name)
        right = pairs[name, name]
        precision = f"{100 * right / given:.1f}" if given and n else "n/a"
        recall = f"{100 * right / n:.1f}" if n else "n/a"
        print(f"  {name:<22}{n:>6}{given:>7}{precision:>11}{recall:>8}{pairs[name, 'unclear']:>9}")
