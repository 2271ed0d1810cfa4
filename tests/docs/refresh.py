"""Write the outputs of docs/comparing.md anew: `python -m tests.docs.refresh`."""

from __future__ import annotations

import contextlib
import re
import shlex
import tempfile
from pathlib import Path

from click.testing import CliRunner

from evalspec.cli import group
from tests.docs.test_comparing import DATA, ROOT

PAGE = ROOT / "docs" / "comparing.md"


def outputs(body: str) -> str:
    """Run the commands of a block and return them with what they print."""
    commands = re.findall(r"^\$ (.*)$", body, re.MULTILINE)
    shown = (CliRunner().invoke(group, shlex.split(one)[1:]).stdout for one in commands)
    return "".join(f"$ {one}\n{out}" for one, out in zip(commands, shown, strict=True))


def block(found: re.Match[str]) -> str:
    """Write the file of a block, or its outputs."""
    kind, name, body = found[1], found[2], found[3]
    if kind != "console":
        Path(name).write_text(body, encoding="utf-8")
        return found[0]
    if name and not DATA.exists():
        return found[0]
    return f"```{kind}{' ' if name else ''}{name}\n{outputs(body)}```"


def main() -> None:
    """Rewrite the page."""
    page = PAGE.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("data").symlink_to(DATA)
        made = re.sub(r"```(\w+) ?(\S*)\n(.*?)```", block, page, flags=re.DOTALL)
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
