"""How many wordings of known meaning come back as that meaning.

    python -m tests.language.wordings [-n 2000] [--seed 1] [--vocabulary X] [--show N] [--refused N]

Prints right, open (several readings, one of them right), refused and misread, by kind of wording,
by phrase and by vocabulary, with each misread sentence, what was meant and what came back.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable

from tests.language.wordings.back import OUTCOMES, Back, back
from tests.language.wordings.generate import sayings
from tests.language.wordings.writer import data


def main() -> None:
    """Print the figures."""
    options = _options()
    found = [back(s) for s in sayings(options.n, options.seed, options.vocabulary)]
    _examples([b for b in found if b.outcome == "misread"], options.show, "misread")
    _examples([b for b in found if b.outcome == "refused"], options.refused, "refused")
    _table("kind of wording", found, lambda b: [b.saying.kind])
    _table("phrase", found, lambda b: sorted({p for p in b.saying.phrases if p}))
    _table("vocabulary", found, lambda b: [b.saying.vocabulary])
    _table("all", found, lambda b: [f"{len(found)} sentences, seed {options.seed}"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.language.wordings")
    parser.add_argument("-n", type=int, default=2000, help="how many sentences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vocabulary", default="", choices=list(data("subjects")))
    parser.add_argument("--show", type=int, default=1000, help="show so many misread sentences")
    parser.add_argument("--refused", type=int, default=0, help="show so many refused ones")
    return parser.parse_args()


def _examples(found: list[Back], number: int, outcome: str) -> None:
    for one in found[:number]:
        print(f"{outcome}: {one.saying.kind}; {one.saying.vocabulary}")
        print(f"    {one.saying.text}\n    meant: {one.saying.formula}\n    came back: {one.text}")


def _table(title: str, found: list[Back], keys: Callable[[Back], list[str]]) -> None:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in found:
        for key in keys(one):
            counts[key][one.outcome] += 1
    print(f"\n{title:50}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES))
    for key in sorted(counts):
        print(f"{key:50}" + "".join(f"{counts[key][outcome]:9}" for outcome in OUTCOMES))


if __name__ == "__main__":
    main()
