"""What people ask of the form of a text, combined from closed tables, and what comes back.

    python -m tests.language.wordings.forms [--show refused,misread,open] [--only DEMAND]

Prints by demand how many of its wordings, for every thing, come back as what they mean.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from tests.language.wordings.back import OUTCOMES, back
from tests.language.wordings.generate import Saying
from tests.language.wordings.writer import data, in_words

WORD = '"moss"'


def combined() -> Iterator[Saying]:
    """Yield every demand of the tables, of each of its things, in each wording."""
    tables = data("forms")
    for kind, demand in tables["demands"].items():
        of = demand["of"] if isinstance(demand["of"], list) else tables["groups"][demand["of"]]
        for place, name in enumerate(of):
            for number, wording in enumerate(demand["say"]):
                yield _saying(kind, demand, tables["things"][name], wording, place + number)
    yield from _joined(tables)


def _saying(
    kind: str, demand: dict[str, Any], thing: dict[str, str], wording: str, turn: int
) -> Saying:
    size = 2 + turn % 8
    slots = {"scope": "word", "counts": "", **thing, "w": WORD, "n": str(size), "m": "20"}
    said = {**slots, "n": in_words(size)} if turn % 2 else slots
    text = wording.format_map(said)
    formulas = [demand["formula"].format_map(slots)]
    if "also" in demand and ("scope" in thing or "{scope}" not in demand["also"]):
        formulas.append(demand["also"].format_map(slots))
    return Saying("text", text[0].upper() + text[1:], formulas[0], kind, (), tuple(formulas[1:]))


def _joined(tables: dict[str, Any]) -> Iterator[Saying]:
    """Yield two demands in one sentence, or in two short ones."""
    for turn, (one, other) in enumerate(permutations(tables["joined"], 2)):
        joint = tables["joints"][turn % len(tables["joints"])]
        slots = {"n": str(3 + turn % 9)}
        a, b = (said.format_map(slots) for said, _ in (one, other))
        text = joint.format_map({"a": a, "b": b, "B": b[0].upper() + b[1:]})
        formula = " and ".join(meant.format_map(slots) for _, meant in (one, other))
        yield Saying("text", text[0].upper() + text[1:], formula, f"two: {joint}", ())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.language.wordings.forms")
    parser.add_argument("--show", default="misread,open")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for saying in combined():
        if options.only and not saying.kind.startswith(options.only):
            continue
        found = back(saying)
        for key in (saying.kind, "~all"):
            counts[key][found.outcome] += 1
        if found.outcome in options.show.split(","):
            print(f"{found.outcome}: {saying.kind}: {saying.text}")
            print(f"    meant: {saying.formula}\n    back: {found.text}")
    print(f"\n{'':30}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES))
    for key in sorted(counts):
        print(f"{key:30}" + "".join(f"{counts[key][outcome]:9}" for outcome in OUTCOMES))


if __name__ == "__main__":
    main()
