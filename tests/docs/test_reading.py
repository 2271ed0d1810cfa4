"""What the page on reading shows of its responses is what `evalspec facts` prints.

`python -m tests.docs.test_reading` writes the outputs anew.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

PAGE = Path(__file__).parent.parent.parent / "docs" / "reading.md"
PAIR = re.compile(r"```response (\S+)\n(.*?)```\n```(facts|why)\n(.*?)```", re.DOTALL)


def _facts(vocabulary: str, response: str, kind: str) -> str:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("response.md").write_text(response, encoding="utf-8")
        options = ["--why"] if kind == "why" else []
        done = CliRunner().invoke(group, ["facts", "-w", vocabulary, "response.md", *options])
        return done.stdout.partition("\nwhy\n")[2] if options else done.stdout


@pytest.mark.parametrize(
    ("vocabulary", "response", "kind", "shown"), PAIR.findall(PAGE.read_text("utf-8"))
)
def test_example(vocabulary: str, response: str, kind: str, shown: str) -> None:
    assert _facts(vocabulary, response, kind) == shown


def _written(found: re.Match[str]) -> str:
    vocabulary, response, kind = found[1], found[2], found[3]
    shown = _facts(vocabulary, response, kind)
    return f"```response {vocabulary}\n{response}```\n```{kind}\n{shown}```"


if __name__ == "__main__":
    PAGE.write_text(PAIR.sub(_written, PAGE.read_text("utf-8")), encoding="utf-8")
