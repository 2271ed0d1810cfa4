"""Our rules against the published IFEval checker on the same rows: `python -m benchmarks ifeval`.

The published code comes with the wheel of lm-eval (`lm_eval/tasks/ifeval`), which must be
importable, with nltk, immutabledict and langdetect. nltk's trained sentence model is a
download; where it is not there, the same tokenizer runs untrained, at the same cost. Start-up
(imports, our compiled specs) is shown apart.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from evalspec.check.engine import check
from evalspec.check.language import identify
from evalspec.core.case import Case
from evalspec.language.program import Program
from tests.rules.agreement import FLAGS, rows
from tests.rules.agreement import program as compiled_rule

REPEAT = 5


def main() -> None:
    """Print the time of each and the ratio."""
    data = rows("ifeval")
    if data is None:
        print("ifeval: ../shared/data is not there (EVALSPEC_DATA names it)")
        return
    try:
        official, loading = _timed(_official)
    except ImportError as error:
        print(f"ifeval: the published checker is not installed: {error}")
        return
    ours, compiling = _timed(lambda: _compiled(data))
    theirs = [partial(_follows, official, row, given) for row in data for given in _sound(row)]
    checks = [partial(check, rule, case) for case, rule in ours]
    slow = min(_timed(lambda: [run() for run in theirs])[1] for _ in range(REPEAT))
    fast = min(_timed(lambda: _fresh(checks))[1] for _ in range(REPEAT))
    count = len(checks)
    print(f"{len(theirs)} constraints of {count} responses, best of {REPEAT}")
    print(f"  published checker  {slow * 1e3 / count:8.4f} ms a response  start-up {loading:.2f} s")
    print(
        f"  evalspec           {fast * 1e3 / count:8.4f} ms a response  compiling {compiling:.2f} s"
    )
    print(f"  ratio {slow / fast:.1f}x, target >= 20x")


def _fresh(checks: Sequence[Callable[[], Any]]) -> None:
    """Run all checks; no language that an earlier run told is remembered."""
    identify.cache_clear()
    for run in checks:
        run()


def _timed(run: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    result = run()
    return result, time.process_time() - start


def _sound(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [c for c in row["constraints"] if not any(c.get(flag) for flag in FLAGS)]


def _compiled(data: list[dict[str, Any]]) -> list[tuple[Case, Program]]:
    """Return each response with one program of its constraints; they share a lexicon."""
    found: list[tuple[Case, Program]] = []
    for row in data:
        programs = [
            compiled_rule(
                f"ifeval/{given['instruction_id']}", json.dumps(given["kwargs"], sort_keys=True)
            )
            for given in _sound(row)
        ]
        constraints = tuple(p.constraints[0] for p in programs if p is not None)
        shared = found[0][1] if found else next(p for p in programs if p is not None)
        program = msgspec.structs.replace(shared, constraints=constraints)
        found.append((Case(row["response"], row["prompt"]), program))
    return found


def _official() -> dict[str, Any]:
    """Return the published registry of instructions."""
    nltk = import_module("nltk")
    punkt = import_module("nltk.tokenize.punkt")
    try:
        nltk.data.find("tokenizers/punkt_tab")
    except LookupError:
        print("(nltk's sentence model is not here; its tokenizer runs untrained)")
        untrained = punkt.PunktSentenceTokenizer()
        nltk.data.find = lambda *_, **__: ""
        nltk.data.load = lambda *_, **__: untrained
        vars(import_module("nltk.tokenize"))["_get_punkt_tokenizer"] = lambda *_, **__: untrained
    registry = import_module("lm_eval.tasks.ifeval.instructions_registry")
    found: dict[str, Any] = registry.INSTRUCTION_DICT
    return found


def _follows(official: dict[str, Any], row: dict[str, Any], given: dict[str, Any]) -> bool:
    kind = given["instruction_id"]
    instruction = official[kind](kind)
    instruction.build_description(**given["kwargs"])
    arguments = instruction.get_instruction_args()
    if arguments and "prompt" in arguments:
        instruction.build_description(prompt=row["prompt"])
    response = row["response"]
    return bool(response.strip() and instruction.check_following(response))
