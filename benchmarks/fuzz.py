"""Any response over all shipped specs, named rules and forms: no exception, no crash, no long time.

    python -m benchmarks.fuzz [NUMBER] [SEED] [WORKERS]

Seeds count up from the first one, so that several runs add up: `1000 0`, then `1000 1000`.

Each response is checked by a worker (`evalspec.run.workers`), so that one that ends its process is
counted and the others go on. Most are short; one in fifty has 100 kB.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import evalspec
from evalspec.check.forms import FORMS
from evalspec.core.verdict import Reason, Verdict
from evalspec.run.workers import Job, supervised
from evalspec.source import yaml

ROOT = Path(__file__).resolve().parent.parent
LONG = 100_000
"""Characters of a long response."""
LIMIT = 5.0
"""Seconds of processor time for one spec; of rules that nobody asks for together, for each of them."""
PIECES = (
    "## Day 1\n", "**Lunch**\n", "- Soup: 300 kcal\n", "| a | b |\n", "|---|---|\n", "8:00 AM - ", "Work\n",
    "3 x 10 @ 50 kg\n", "Total: ", "1,200", "½", "–", "\r\n", "\t", "    * ", "```\n", '{"a": [1, ', "}", "]",
    "€5", "<think>", "</think>", "<a b='", ">", "\u00a0", "\ufeff", "１２", "Mon/Wed", ":", "(", ")", "|",
    "1.", "10-", "about ", "per side", "é\u0301", "👩‍🍳", "Session A", "Rest", "Day 1 and 3:",
    "\x00", "\ud7ff",
    "- [ ] ", "!!int \"\"", "&a [*a, *a]", "<<: *b", "?: ", '"', "“", "a, b; c. ",
    "March 3, 2025 ", "日本語。", "\u202e",
    "[" * 9, "\n\n", "> ", "  ", "word ", "however, ", "0.", "1e999", "NaN", "-", "…",
    "#", "*", "_", "`", "~", "\\",
)  # fmt: skip
HANGS = 600.0
"""Seconds on the clock after which a response is given up: a busy machine may be ten times as slow."""
_SPECS: dict[str, evalspec.Spec] = {}
_RULES = ("ifeval", "ifbench")


def specs() -> dict[str, evalspec.Spec]:
    """Return every shipped spec, one with all named rules, and one with all forms."""
    if not _SPECS:
        for path in sorted((ROOT / "specs").glob("*.yaml")):
            _SPECS[path.stem] = evalspec.load(path)
        for name in _RULES:
            _SPECS[name] = _compiled(_rules(name))
        _SPECS["forms"] = _compiled([{"check": f"is {form}"} for form in sorted(FORMS)])
    return _SPECS


def _rules(book: str) -> Iterator[dict[str, Any]]:
    seen = set()
    for case in yaml.read_file(ROOT / "tests" / "rules" / f"{book}.yaml").value:
        name = case.get("rule")
        if name and name not in seen:
            seen.add(name)
            given = {"with": case["with"]} if case.get("with") else {}
            yield {"use": f"{book}/{name}", **given}


def _compiled(constraints: Any) -> evalspec.Spec:
    return evalspec.compile({"evalspec": 1, "constraints": list(constraints)})


def response(seed: int) -> str:
    """Return a response: pieces in any order, one piece again and again, or any characters."""
    dice = random.Random(seed)
    most = LONG if dice.random() < 0.02 else dice.choice((10, 100, 1000))
    kind = dice.random()
    if kind < 0.2:
        return "".join(chr(_point(dice)) for _ in range(dice.randrange(most)))
    if kind < 0.4:
        unit = "".join(dice.choices(PIECES, k=dice.randint(1, 3)))
        return (unit * (most // len(unit) + 1))[:most]
    parts: list[str] = []
    size = 0
    while size < most:
        parts.append(dice.choice(PIECES))
        size += len(parts[-1])
    return "".join(parts)


def _point(dice: random.Random) -> int:
    point = dice.choice((dice.randrange(128), dice.randrange(0x3000), dice.randrange(0x110000)))
    return point if not 0xD800 <= point < 0xE000 else 0x20


def tried(seed: int) -> list[str]:
    """Check one response with every spec; return what went wrong."""
    text = response(seed)
    found = []
    for name, spec in specs().items():
        verdicts, took = _timed(spec, text)
        slow = {name: took} if took > LIMIT else {}
        if slow and name in _RULES:
            slow = {rule["use"]: _timed(_compiled([rule]), text)[1] for rule in _rules(name)}
        found += [
            f"{what}: {took:.1f} s for {len(text)} characters, seed {seed}"
            for what, took in slow.items()
            if took > LIMIT
        ]
        crashed = (verdict for verdict in verdicts if verdict.reason is Reason.CRASHED)
        found += [f"{name}: {one.constraint}: {one.detail}, seed {seed}" for one in crashed]
    return found


def _timed(spec: evalspec.Spec, text: str) -> tuple[Sequence[Verdict], float]:
    before = time.process_time()
    verdicts = spec.check(text).verdicts
    return verdicts, time.process_time() - before


def worker(_: None) -> Any:
    """Return what each process does with a seed."""
    return tried


def main(number: int, first: int, workers: int) -> int:
    """Try so many responses; print what went wrong, then one line of figures."""
    from benchmarks import fuzz  # by its name, which other processes can import

    wrong: Counter[str] = Counter()
    before, done = time.monotonic(), 0
    job = Job(fuzz.worker, None, HANGS)
    for seed, answer in supervised(job, range(first, first + number), workers):
        done += 1
        if not isinstance(answer, list):
            answer = [f"{answer.reason.value}: {answer.detail}, seed {seed}"]
        for line in answer:
            wrong["slow" if " s for " in line else "wrong"] += 1
            print(line, flush=True)
    took = time.monotonic() - before
    print(f"{done} responses, {len(specs())} specs, {took:.0f} s: {dict(wrong) or 'nothing wrong'}")
    return bool(wrong)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*given, *(20_000, 0, 2)[len(given) :]))
