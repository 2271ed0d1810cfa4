"""Precision and recall of the audit on the rationales with known faults: `… audit`."""

from __future__ import annotations

from collections import Counter

from tests.compare.rationale_cases import CASES, audited


def main() -> None:
    """Print one line a class."""
    pairs = Counter((case["class"], audited(group, case)[0]) for _, group, case in CASES)
    classes = sorted({name for pair in pairs for name in pair})
    print(f"{'class':<16}{'n':>5}{'given':>7}{'precision':>11}{'recall':>8}")
    for name in classes:
        n = sum(count for (true, _), count in pairs.items() if true == name)
        given = sum(count for (_, said), count in pairs.items() if said == name)
        right = pairs[name, name]
        precision = f"{100 * right / given:.1f}" if given else "n/a"
        print(f"{name:<16}{n:>5}{given:>7}{precision:>11}{100 * right / n if n else 0:>8.1f}")
