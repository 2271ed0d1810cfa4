"""How often the rules agree with the verdicts of published checkers: `python -m tests.rules.agreement`.

The rows are not part of the project: folder `EVALSPEC_DATA`, or `../shared/data`. A constraint
that its checker marks as random or failing is left out. "Loose" also accepts the response
without its first line, its last line, both, and each of these with asterisks removed.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import SpecError
from evalspec.core.verdict import Outcome
from evalspec.language.compile import compile_text
from evalspec.language.program import Program

LABELS = {"ifeval": "official", "ifbench": "published"}
FLAGS = ("nondeterministic_checker_args", "unstable_langdetect", "error")
PROTOCOLS = ("strict", "loose")


class Compared(NamedTuple):
    """One constraint of one row under one protocol."""

    row: str
    kind: str
    protocol: str
    expected: bool
    outcome: Outcome | None
    """None when no rule of this name takes these arguments."""

    @property
    def agrees(self) -> bool:
        return self.outcome is Outcome.of(self.expected)


def rows(name: str) -> list[dict[str, Any]] | None:
    """Return the rows of a data set; None when the data is not here."""
    folder = Path(os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data")
    path = folder / name / "dev.jsonl.gz"
    if not path.is_file():
        return None
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@cache
def program(use: str, arguments: str) -> Program | None:
    """Compile one use of a rule."""
    constraint: dict[str, Any] = {"id": "rule", "use": use}
    if arguments != "{}":
        constraint["with"] = json.loads(arguments)
    try:
        spec = {"evalspec": 1, "constraints": [constraint]}
        return compile_text(json.dumps(spec), "spec.json")[0]
    except SpecError:
        return None


def variants(response: str) -> list[str]:
    """Return the forms of a response that the loose protocol accepts; blank ones are left out."""
    lines = response.split("\n")
    parts = (lines[1:], lines[:-1], lines[1:-1])
    whole = [response, *("\n".join(part).strip() for part in parts)]
    return [text for text in (*whole, *(text.replace("*", "") for text in whole)) if text.strip()]


def outcome(compiled: Program, request: str, texts: list[str]) -> Outcome:
    """Return the best outcome of several texts."""
    found = {check(compiled, Case(text, request))[0].outcome for text in texts}
    for wanted in (Outcome.SATISFIED, Outcome.UNDETERMINED):
        if wanted in found:
            return wanted
    return Outcome.UNSATISFIED


def compare(name: str) -> Iterator[Compared]:
    """Compare every constraint of a data set under both protocols."""
    for row in rows(name) or []:
        response, request = row["response"], row["prompt"]
        for given in row["constraints"]:
            if any(given.get(flag) for flag in FLAGS):
                continue
            kind = given["instruction_id"]
            values = {key: value for key, value in given["kwargs"].items() if value is not None}
            compiled = program(f"{name}/{kind}", json.dumps(values, sort_keys=True))
            for protocol, texts in zip(PROTOCOLS, ([response], variants(response)), strict=True):
                found = None if compiled is None else outcome(compiled, request, texts)
                expected = bool(given[f"{LABELS[name]}_{protocol}"])
                yield Compared(row["response_id"], kind, protocol, expected, found)


def main() -> None:
    """Print the agreement of each data set and every difference."""
    for name in sys.argv[1:] or LABELS:
        found = list(compare(name))
        for protocol in PROTOCOLS:
            decided = [c for c in found if c.protocol == protocol and c.outcome is not None]
            agree = sum(c.agrees for c in decided)
            share = agree / max(1, len(decided))
            print(f"{name} {protocol}: {agree} of {len(decided)} = {share:.2%}")
        for c in found:
            if c.outcome is not None and not c.agrees:
                print(f"  {c.row} {c.kind} {c.protocol}: {c.outcome.value}, theirs {c.expected}")
        missing = sorted({c.kind for c in found if c.outcome is None})
        print(f"  no rule: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()
