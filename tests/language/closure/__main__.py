"""Whether a sentence means the same in other words: the tested sentences, reworded.

    python -m tests.language.closure [-n 60] [--seed 1] [--only REWRITE] [--show KIND]

Prints for each rewrite, and for each wording put in, how many sentences kept their meaning, kept it
beside others, were refused and came to mean something else; with `--show refused` or `other` those.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from tests.language.closure.changes import Outcome, changes, outcome

KINDS = ("same", "open", "refused", "other")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.language.closure")
    parser.add_argument("-n", type=int, default=60, help="sentences of each rewrite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one rewrite")
    parser.add_argument("--show", default="", help="list these: open, refused or other")
    options = parser.parse_args()
    found = [outcome(one) for one in changes(options.only, options.n, options.seed)]
    for one in found:
        if one.kind in options.show.split(","):
            _print(one)
    _table(found)


def _print(one: Outcome) -> None:
    changed = one.changed
    print(f"{one.kind}: {changed.rewrite}: {changed.pattern} [{changed.tested.vocabulary}]")
    print(f"    {changed.tested.text}\n    {changed.text}")
    print(f"    meant: {' | '.join(changed.tested.formulas)}\n    became: {one.text}")


def _table(found: list[Outcome]) -> None:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in found:
        for key in (
            one.changed.rewrite,
            f"    {one.changed.pattern} ({one.changed.rewrite})",
            "~all",
        ):
            counts[key][one.kind] += 1
    print(f"{'':70}" + "".join(f"{kind:>9}" for kind in KINDS))
    rewrites = list(dict.fromkeys(one.changed.rewrite for one in found))
    for name in rewrites:
        for key in (name, *sorted(k for k in counts if k.endswith(f" ({name})"))):
            shown = key.removesuffix(f" ({name})")
            print(f"{shown:70}" + "".join(f"{counts[key][kind]:9}" for kind in KINDS))
    print(f"{'all':70}" + "".join(f"{counts['~all'][kind]:9}" for kind in KINDS))


if __name__ == "__main__":
    main()
