"""Pages that are one worked example: their files are written, their commands run in order.

A block is "```yaml FILE" (written as it stands), "```console" (commands and what they print), and
"```console keys:yn" (the same, with keys that are pressed meanwhile). Others are only shown.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from evalspec.cli import group

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"```(\w+) ?(\S*)\n(.*?)```", re.DOTALL)


def page(name: str) -> str:
    """Return the text of a page of docs/."""
    return (ROOT / "docs" / name).read_text("utf-8")


def commands(body: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block and what the page shows of each."""
    for one in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, shown = one.partition("\n")
        yield command, shown


def printed(command: str, name: str = "") -> str:
    """Run a command and return what it prints; raise when it fails."""
    keys = name.removeprefix("keys:") if name.startswith("keys:") else None
    made = CliRunner().invoke(group, shlex.split(command)[1:], input=keys)
    assert made.exit_code == 0, made.output
    return made.stdout


def check(body: str, name: str = "") -> None:
    """Run the commands of a block and compare what they print."""
    for command, shown in commands(body):
        assert printed(command, name) == shown, command


def play(text: str) -> None:
    """Write the files of a page and run its commands, in order; not those that need shared data."""
    for kind, name, body in BLOCK.findall(text):
        if kind != "console" and name:
            Path(name).write_text(body, encoding="utf-8")
        elif kind == "console" and name != "shared":
            check(body, name)
