"""A run of promptfoo for the tests; `python -m tests.adapters.promptfoo` times both of its ways."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evalspec.api.listen import Server, Settings, named_specs
from tests.adapters.pages import MEAL, SPECS, VAGUE, block

PROGRAM = os.environ.get("EVALSPEC_PROMPTFOO") or shutil.which("promptfoo")
"""The program; `python -m tests.adapters promptfoo` installs it."""


def run(folder: Path, assertion: str, outputs: list[str], variables: Any = None) -> list[Any]:
    """Let promptfoo echo outputs and return what it makes of each."""
    tests = [{"vars": {"plan": f"file://{number}.md", **(variables or {})}}
             for number, _ in enumerate(outputs)]  # fmt: skip
    for number, text in enumerate(outputs):
        (folder / f"{number}.md").write_text(text)
    shutil.copy(SPECS / "meal.yaml", folder)
    config = {"prompts": ["{{plan}}"], "providers": ["echo"], "tests": tests}
    text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in config.items())
    (folder / "promptfooconfig.yaml").write_text(f"{text}\n{assertion}")
    given = {"PROMPTFOO_PYTHON": sys.executable, "PROMPTFOO_CONFIG_DIR": str(folder / ".promptfoo"),
             "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1",
             "PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path)}  # fmt: skip
    arguments = ["eval", "--no-cache", "--no-progress-bar", "--no-table", "-o", "out.json"]
    done = subprocess.run([str(PROGRAM), *arguments], cwd=folder, env={**os.environ, **given},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert (folder / "out.json").exists(), done.stdout + done.stderr
    results: list[Any] = json.loads((folder / "out.json").read_text())["results"]["results"]
    return sorted(results, key=lambda one: one["testIdx"])


@contextmanager
def webhook(*specs: Path) -> Iterator[str]:
    """Listen for requests about specs, and yield the block of the page that asks."""
    server = Server(named_specs([str(path) for path in specs], {}), Settings(workers=2))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield block("promptfoo", "yaml webhook").replace("http://127.0.0.1:8765", server.url)
    finally:
        server.stop()
        thread.join()


def main() -> None:
    """Print how long promptfoo says 20 tests take in each way."""
    ways = {"python": block("promptfoo", "yaml python")}
    with webhook(SPECS / "meal.yaml") as ways["webhook"]:
        for _ in range(3):
            for name, assertion in ways.items():
                with tempfile.TemporaryDirectory() as folder:
                    run(Path(folder), assertion, [MEAL, VAGUE] * 10)
                    made = json.loads(Path(folder, "out.json").read_text())
                    print(f"{name:<8} {made['results']['stats']['durationMs']:6} ms", flush=True)


if __name__ == "__main__":
    main()
