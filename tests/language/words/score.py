"""How many words of the known sentences could be changed without changing the formula.

    python -m tests.language.words.score [--vocabulary X] [--sample N --seed S] [--tested] [--show N]

Tested sentences and those of the public sets (`EVALSPEC_DATA`, or `../shared/data`). Prints for
each kind of change how often it was tried and how often the formula stayed, and lists these
violations; those of `allowed.yaml` are counted apart.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import Counter

from tests.language.words.changes import Violation, data, tried
from tests.language.words.corpus import NO_DATA, Sentence, known_sentences, public_sentences


def digest(sentence: Sentence) -> str:
    """Return a short name of a sentence that must not be written down here."""
    return hashlib.sha256(f"{sentence.vocabulary}: {sentence.text}".encode()).hexdigest()[:12]


def allowed(violation: Violation) -> bool:
    """Tell whether a violation is on the list."""
    sentence = violation.sentence
    return any(
        entry["kind"] == violation.kind
        and (entry.get("sentence") == sentence.text or entry.get("digest") == digest(sentence))
        and entry["word"] == violation.word
        and entry.get("other", "") == violation.other
        for entry in data("allowed")["allowed"]
    )


def line(violation: Violation) -> str:
    """Write a violation in one line."""
    sentence, kind, word, other, formula, becomes = violation
    change = f"{word} → {other}" if other else word
    name = "" if sentence.source == "tested" else f" [{digest(sentence)}]"
    stays = "" if becomes == formula else f"\n    {becomes}"
    return (
        f"{kind}: {change}\n    {sentence.vocabulary}{name}: {sentence.text}\n    {formula}{stays}"
    )


def main() -> None:
    """Print the counts and the violations."""
    options = _options()
    found = known_sentences() + ([] if options.tested else public_sentences())
    if not options.tested and not any(s.source != "tested" for s in found):
        print(NO_DATA)
    if options.vocabulary:
        found = [s for s in found if s.vocabulary == options.vocabulary]
    if options.sample and options.sample < len(found):
        found = random.Random(options.seed).sample(found, options.sample)
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[Violation] = []
    compiled: Counter[str] = Counter()
    for sentence in found:
        result = tried(sentence)
        compiled[sentence.source] += bool(sum(result.counts.values()))
        counts.update({(sentence.source, k): n for k, n in result.counts.items()})
        wrong += result.violations
    _print(found, compiled, counts, wrong, options.show)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.language.words.score")
    parser.add_argument("--vocabulary", help="only sentences of this vocabulary")
    parser.add_argument("--sample", type=int, default=0, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--tested", action="store_true", help="only the tested sentences")
    parser.add_argument("--show", type=int, default=1000, help="list so many of each kind")
    return parser.parse_args()


def _print(
    found: list[Sentence],
    compiled: Counter[str],
    counts: Counter[tuple[str, str]],
    wrong: list[Violation],
    show: int,
) -> None:
    unlisted = [violation for violation in wrong if not allowed(violation)]
    for kind in ("nonsense", "swap", "left out", "idle"):
        listed = [violation for violation in unlisted if violation.kind == kind]
        for violation in listed[:show]:
            print(line(violation))
    print()
    print(f"{'':14}sentences compiled " + "".join(f"{k:>16}" for k in _KINDS))
    for source in dict.fromkeys(s.source for s in found):
        row = f"{source:14}{sum(s.source == source for s in found):9} {compiled[source]:8} "
        for kind in _KINDS:
            bad = sum(v.kind == kind and v.sentence.source == source for v in unlisted)
            row += f"{f'{bad} of {counts[source, kind]}':>16}"
        print(row)
    print(f"unchanged formulas: {len(unlisted)}, and {len(wrong) - len(unlisted)} allowed")


_KINDS = ("nonsense", "swap", "left out", "idle")

if __name__ == "__main__":
    main()
