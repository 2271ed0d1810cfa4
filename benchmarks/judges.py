"""Judgements a second against a scripted endpoint, beside the ideal and a bare loop."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.config import Judge
from evalspec.judge.decide import Task
from evalspec.judge.prompts import Question, ask, load_prompt
from evalspec.judge.session import Options, Session

DELAY = 0.8
CONCURRENCY = 64
NUMBER = 1280
_SCENARIO = """
capture: {marker: "VERDICT [0-9a-f]{12}"}
replies: [{reply: "Looked.\\n{marker}\\nyes", delay: DELAY}]
"""


@contextmanager
def endpoint() -> Iterator[str]:
    """Run the scripted endpoint as a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = Path(folder, "scenario.yaml")
        scenario.write_text(_SCENARIO.replace("DELAY", str(DELAY)))
        command = [sys.executable, "-m", "evalspec", "serve", str(scenario)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
            server.kill()


def _question(number: int) -> Question:
    return Question(f"Constraint {number} must hold.", "A response of a few words. " * 40)


def ours(url: str) -> float:
    """Return judgements a second."""
    judge = Judge("local", "zero-shot", model="scripted", base_url=url, concurrency=CONCURRENCY)
    open_one = Verdict("c", Outcome.UNDETERMINED, Reason.NOT_COMPILED, Method.SYMBOLIC, "")
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        with Session(Options(cache=Path(folder, "replies.sqlite"))) as session:
            tasks = session.judged(range(NUMBER), lambda n: Task(judge, _question(n), open_one))
            decided = sum(v is not None and v.outcome is Outcome.SATISFIED for _, v in tasks)
        taken = time.perf_counter() - started
    assert decided == NUMBER
    return NUMBER / taken


async def _bare(url: str) -> float:
    import openai

    client = openai.AsyncOpenAI(api_key="none", base_url=url, max_retries=0)
    slots = asyncio.Semaphore(CONCURRENCY)
    prompt = load_prompt("zero-shot")

    async def one(number: int) -> None:
        asked = ask(prompt, _question(number))
        messages = [{"role": role, "content": content} for role, content in asked.messages]
        async with slots:
            await client.chat.completions.create(model="scripted", messages=messages)

    started = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(NUMBER)))
    taken = time.perf_counter() - started
    await client.close()
    return NUMBER / taken


def main() -> None:
    """Print judgements a second, and the memory that was used."""
    ideal = CONCURRENCY / DELAY
    with endpoint() as url:
        import openai  # noqa: F401 - its import is no part of the rate

        bare = asyncio.run(_bare(url))
        rate = ours(url)
    print(
        f"judgements a second at concurrency {CONCURRENCY}, replies after {DELAY} s: {rate:.1f}; "
        f"ideal {ideal:.1f} ({rate / ideal:.0%}, target 85 %); "
        f"bare loop {bare:.1f} ({rate / bare:.0%}, target 90 %)"
    )
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
