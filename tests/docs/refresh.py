"""Write the outputs of worked examples in docs/ anew: `python -m tests.docs.refresh`."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from pathlib import Path

from tests.docs import test_afternoon, test_evaluating
from tests.docs.test_comparing import DATA
from tests.docs.worked import BLOCK, ROOT, commands, printed
from tests.judge.endpoint import serving

PAGES = {
    "comparing.md": "", "pairs.md": "", "people.md": "",
    "afternoon.md": test_afternoon.REPLIES, "evaluating.md": test_evaluating.REPLIES,
}  # fmt: skip
"""Page → what the models on it say; empty for pages without any."""


_NOTHING = 'replies: [{reply: "Nothing."}]\n'


def block(found: re.Match[str]) -> str:
    """Write the file of a block, or its outputs."""
    kind, name, body = found[1], found[2], found[3]
    if kind != "console":
        if name:
            Path(name).write_text(body, encoding="utf-8")
        return found[0]
    if name == "shared" and not DATA.exists():
        return found[0]
    shown = "".join(f"$ {one}\n{printed(one, name)}" for one, _ in commands(body))
    return f"```{kind}{' ' if name else ''}{name}\n{shown}```"


def main() -> None:
    """Rewrite the pages."""
    for name, replies in PAGES.items():
        path = ROOT / "docs" / name
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
            serving(Path(folder), replies or _NOTHING) as endpoint,
        ):
            Path("data").symlink_to(DATA)
            os.environ |= {"EVALSPEC_CACHE_DIR": f"{folder}/cache"}
            if replies:
                os.environ |= {"EVALSPEC_JUDGE_URL": endpoint.url}
            made = BLOCK.sub(block, path.read_text("utf-8"))
        path.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
