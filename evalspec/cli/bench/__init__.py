"""`evalspec bench`: benchmarks drawn, proven and scored by one spec; one module a command."""

from __future__ import annotations

import click

from evalspec.cli.lazy import LazyGroup

COMMANDS = {
    "plan": "Draft the spec of a benchmark, with a model or from another one.",
    "edits": "Show how much a developer changed a draft.",
    "review": "Find what is wrong with the spec of a benchmark.",
    "generate": "Draw instances of a benchmark, each with its proof.",
    "prove": "Tell which answers to a problem of your own fit.",
    "verify": "Prove instances again, and test the scorer on them.",
    "evaluate": "Score answers to instances.",
    "differences": "Show where two specs part on the same answers.",
    "report": "Write the card of a benchmark: coverage, duplicates, difficulty, costs.",
    "export": "Write instances for other tools.",
}
"""Every command with its line in the help; `evalspec.cli.bench.NAME` holds it."""


@click.group("bench", cls=LazyGroup, package=__name__, lines=COMMANDS)
def command() -> None:
    """Draw instances of a problem, prove them, and score answers to them.

    One spec does all of it: its constraints prove which answers fit, name right ones and
    decide what is wrong with others. docs/benchmarks.md tells how to write one.
    """
