"""Print every measurement; `python -m benchmarks [SECTION...]`; see SECTIONS for their names."""

from __future__ import annotations

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import audit, ifeval, judges, report, rewards, runs
from benchmarks.material import FACT_CHECKS, SHAPES, TEXT_CHECKS, meal_plan, repeated, spec

Clock = Callable[[], float]
FLOOR = "import click, json, decimal, dataclasses"


def median_ms(run: Callable[[], object], repeat: int, clock: Clock = time.process_time) -> float:
    """Return the median time of `run` in milliseconds: of this process, unless told otherwise."""
    times = []
    for _ in range(repeat):
        start = clock()
        run()
        times.append((clock() - start) * 1000)
    return statistics.median(times)


def show(name: str, ours: float, floor: float, target: str, unit: str = "ms") -> None:
    """Print one line: ours, the floor, the ratio, the target."""
    print(
        f"{name:<52} {ours:9.3f} {unit}  floor {floor:9.3f} {unit}  {ours / floor:6.2f}x  {target}"
    )


def startup() -> None:
    """Whole processes: warm, cold and the very first run, against a bare import."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        response = Path(folder, "meal.md")
        response.write_text(meal_plan(500))
        checks = Path(folder, "meal.yaml")
        checks.write_text(spec(TEXT_CHECKS[:8] + FACT_CHECKS, "meal-plan"))
        environment["EVALSPEC_CACHE_DIR"] = str(Path(folder, "cache"))
        check = [sys.executable, "-m", "evalspec", "check", str(response), "--spec", str(checks)]

        def process(command: list[str]) -> Callable[[], object]:
            return lambda: subprocess.run(
                command, env=environment, capture_output=True, check=False
            )

        first = median_ms(process(check), 1, time.perf_counter)
        process([sys.executable, "-c", FLOOR])()
        pairs = [
            (
                median_ms(process(check), 1, time.perf_counter),
                median_ms(process([sys.executable, "-c", FLOOR]), 1, time.perf_counter),
            )
            for _ in range(15)
        ]
        warm, floor = (statistics.median(side) for side in zip(*pairs, strict=True))
        cold = median_ms(process([*check, "--no-cache"]), 5, time.perf_counter)
        show("process, warm, 12 constraints, 500 words", warm, floor, "target <= 1.6x")
        show("process, cold (spec compiled)", cold, floor, "target <= 6x")
        show("process, first run with an empty cache", first, floor, "")


def in_process() -> None:
    """Checks of one response in a running process, against orjson + regex + split."""
    import orjson

    from evalspec.api import compile

    response = meal_plan(500)
    line = orjson.dumps({"response": response})
    pattern = re.compile(r"\w+")

    def floor() -> None:
        text = orjson.loads(line)["response"]
        pattern.findall(text)
        text.split()

    text_spec = compile(spec(TEXT_CHECKS, "text"))
    mixed_spec = compile(spec(TEXT_CHECKS + FACT_CHECKS, "meal-plan"))
    base = median_ms(floor, 300)
    show(
        "12 text constraints",
        median_ms(lambda: text_spec.check(response), 200),
        base,
        "target <= 8x",
    )
    show(
        "12 text + 4 numeric",
        median_ms(lambda: mixed_spec.check(response), 100),
        base,
        "target <= 20x",
    )


def blocks() -> None:
    """Reading into blocks, against markdown-it-py."""
    from markdown_it import MarkdownIt

    from evalspec.document.scan import scan

    response = meal_plan(500)
    parser = MarkdownIt("commonmark").enable("table")
    peer = median_ms(lambda: parser.parse(response), 60)
    ours = median_ms(lambda: scan(response, None), 200)
    show(
        "blocks (markdown-it-py is the floor)", ours, peer, f"{peer / ours:.1f}x faster, target 15x"
    )


def linear() -> None:
    """Time of a check when the response doubles: a meal plan, then all of one shape."""
    from evalspec.api import compile

    checked = compile(spec(TEXT_CHECKS + FACT_CHECKS, "meal-plan"))

    def doubled(name: str, responses: list[str]) -> None:
        half, whole = (
            median_ms(lambda text=text: checked.check(text), 3)  # type: ignore[misc]
            for text in responses
        )
        show(f"check of {name} against half of it", whole, half, "target <= 2.2x")

    for words in (25_000, 50_000, 100_000):
        doubled(f"{words} words", [meal_plan(words // 2), meal_plan(words)])
    for shape in SHAPES:
        doubled(f"120 kB of {shape}", [repeated(shape, size) for size in (60_000, 120_000)])


def memory() -> None:
    """Most memory held while 100 000 responses are checked one after another."""
    from evalspec.api import compile

    checked = compile(spec(("words >= 3", 'contains "kcal"', FACT_CHECKS[0]), "meal-plan"))
    sizes = []
    for number in range(100_000):
        checked.check(meal_plan(30).replace("porridge", f"porridge {number}"))
        if number in (9_999, 99_999):
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    show("memory after 100 000 against after 10 000", sizes[1], sizes[0], "target 1.0x", "MiB")


SECTIONS = {
    "startup": startup,
    "process": in_process,
    "blocks": blocks,
    "linear": linear,
    "ifeval": ifeval.main,
    "judges": judges.main,
    "audit": audit.main,
    "memory": memory,
    "report": report.main,
    "runs": runs.main,
    "rewards": rewards.main,
}


def main() -> None:
    """Run the sections named on the command line, or all but none given."""
    chosen = sys.argv[1:] or list(SECTIONS)
    print(json.dumps({"python": sys.version.split()[0], "sections": chosen}))
    unknown = set(chosen).difference(SECTIONS)
    if unknown:
        sys.exit(f"no section {min(unknown)}; there are {', '.join(SECTIONS)}")
    for name in chosen:
        SECTIONS[name]()


if __name__ == "__main__":
    main()
