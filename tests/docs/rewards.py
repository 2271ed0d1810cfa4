"""`python -m tests.docs.rewards`: write the table of docs/rewards.md anew."""

from __future__ import annotations

from pathlib import Path

import evalspec
from evalspec.source import files
from tests.api.attacks import ATTACKS

PAGE = Path(__file__).parent.parent.parent / "docs" / "rewards.md"
DOMAINS = ("meal", "schedule", "strength", "trip", "text")
START, END = "<!-- table: start -->\n", "<!-- table: end -->\n"


def table() -> str:
    """Return what every attack earns on every shipped example."""
    specs = files.root() / "specs"
    rewards = {name: evalspec.reward(specs / f"{name}.yaml") for name in DOMAINS}
    honest = {name: (specs / "examples" / f"{name}.md").read_text("utf-8") for name in DOMAINS}
    lines = [f"| response | {' | '.join(DOMAINS)} |", f"| --- |{' --- |' * len(DOMAINS)}"]
    lines.append(_row("the honest one", [rewards[n](honest[n]) for n in DOMAINS]))
    for name, attack in ATTACKS.items():
        gamed = {n: attack(honest[n], rewards[n].spec) for n in DOMAINS}
        lines.append(_row(name, [rewards[n](gamed[n]) for n in DOMAINS]))
    return "\n".join(lines) + "\n"


def _row(name: str, earned: list[object]) -> str:
    return f"| {name} | {' | '.join(f'{value:.2f}' for value in earned)} |"


def parts() -> tuple[str, str, str]:
    """Return the page before, in and behind the table."""
    head, start, rest = PAGE.read_text("utf-8").partition(START)
    body, end, tail = rest.partition(END)
    return head + start, body, end + tail


def main() -> None:
    """Write the page."""
    head, _, tail = parts()
    PAGE.write_text(f"{head}{table()}{tail}", "utf-8")


if __name__ == "__main__":
    main()
