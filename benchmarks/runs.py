"""Runs over many responses: workers against one process and against independent halves."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.material import FACT_CHECKS, meal_plan, spec

ROWS = 1000
TIMES = 3


def main() -> None:
    """Print what two workers, two halves and a folder take beside one process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "spec.yaml").write_text(spec(FACT_CHECKS, "meal-plan"))
        lines = [json.dumps({"response": meal_plan(400).replace("pear", f"pear {n}")}) + "\n"
                 for n in range(ROWS)]  # fmt: skip
        for part, found in {"all": lines, "one": lines[::2], "two": lines[1::2]}.items():
            (folder / f"{part}.jsonl").write_text("".join(found))
        alone = _median(lambda: _run(folder, "all", "1"))
        halves = _median(lambda: _run(folder, "one", "1", "two"))
        both = _median(lambda: _run(folder, "all", "2"))
        print(f"{ROWS} meal plans: one process {alone:.2f} s, {ROWS / alone:.0f} a second")
        print(f"  two workers: {alone / both:.2f}x as fast as one process (target >= 1.7)")
        print(f"  two workers against two halves at once: {both / halves:.2f} (target <= 1.15)")
        (folder / "long.jsonl").write_text("".join(lines) * 4)
        own, children = _shares(folder, "long")
        print(
            f"  the coordinating process, {4 * ROWS} responses: {own / (own + children):.1%} of the CPU"
            " (target <= 5 %)"
        )
        _run(folder, "all", "2", out="all/")
        size = sum(path.stat().st_size for path in (folder / "all").glob("part-*"))
        ratio = (folder / "all.out.jsonl").stat().st_size / size
        print(f"  Parquet: 1/{ratio:.0f} of the JSON lines (target 1/8)")


def _median(run: object) -> float:
    assert callable(run)
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return median(taken)


def _command(folder: Path, part: str, workers: str, out: str = "") -> list[str]:
    return [sys.executable, "-m", "evalspec", "run", f"{folder}/{part}.jsonl", "--spec",
            f"{folder}/spec.yaml", "--workers", workers, "-o",
            f"{folder}/{out or part + '.out.jsonl'}"]  # fmt: skip


def _run(folder: Path, part: str, workers: str, *others: str, out: str = "") -> None:
    started = [subprocess.Popen(_command(folder, one, workers, out), stdout=subprocess.DEVNULL)
               for one in (part, *others)]  # fmt: skip
    statuses = [process.wait() for process in started]
    assert not any(statuses)


def _shares(folder: Path, part: str) -> tuple[float, float]:
    """Return the CPU seconds of the coordinating process and of its workers."""
    program = (
        "import resource, runpy, sys\n"
        "try:\n    runpy.run_module('evalspec', run_name='__main__')\n"
        "except SystemExit:\n    pass\n"
        "for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):\n"
        "    used = resource.getrusage(who)\n"
        "    print(used.ru_utime + used.ru_stime)\n"
    )
    _, _, _, *arguments = _command(folder, part, "2")
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    own, children = map(float, done.stdout.split()[-2:])
    return own, children
