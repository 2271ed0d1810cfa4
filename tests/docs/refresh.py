"""Write the outputs of worked examples in docs/ anew: `python -m tests.docs.refresh`."""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path

from tests.docs.test_comparing import DATA
from tests.docs.worked import BLOCK, ROOT, commands, printed

PAGES = ("comparing.md", "pairs.md", "people.md")


def block(found: re.Match[str]) -> str:
    """Write the file of a block, or its outputs."""
    kind, name, body = found[1], found[2], found[3]
    if kind != "console":
        Path(name).write_text(body, encoding="utf-8")
        return found[0]
    if name == "shared" and not DATA.exists():
        return found[0]
    shown = "".join(f"$ {one}\n{printed(one, name)}" for one, _ in commands(body))
    return f"```{kind}{' ' if name else ''}{name}\n{shown}```"


def main() -> None:
    """Rewrite the pages."""
    for path in (ROOT / "docs" / name for name in PAGES):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            Path("data").symlink_to(DATA)
            made = BLOCK.sub(block, path.read_text("utf-8"))
        path.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
