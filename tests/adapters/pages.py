"""What the pages of docs/adapters show, for the tests that run it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SPECS = ROOT / "specs"
MEAL = (SPECS / "examples" / "meal.md").read_text("utf-8")
VAGUE = "## Day 1\n**Lunch**\n- Soup: some kcal\n"


def block(page: str, title: str) -> str:
    """Return a block of code of a page by what follows its three ticks."""
    text = (ROOT / "docs" / "adapters" / f"{page}.md").read_text("utf-8")
    found = re.search(rf"^```{re.escape(title)}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def command(page: str) -> list[str]:
    """Return the words of the first command that a page shows."""
    return shlex.split(
        block(page, "console").removeprefix("$ ").replace("\\\n", " ").splitlines()[0]
    )
