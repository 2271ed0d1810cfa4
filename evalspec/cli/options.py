"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Option = Callable[[Any], Any]


def forms(told: str) -> Option:
    """Return `-f FORMAT[:FILE]` with what its help says of the formats."""
    return click.option("--format", "-f", "formats", multiple=True, metavar="FORMAT[:FILE]",
                        help=f"{told} Repeatable.")  # fmt: skip


def labels(told: str) -> Option:
    """Return `--labels FILE` with what its help says of labels of people."""
    from pathlib import Path

    return click.option("--labels", multiple=True, metavar="FILE",
                        type=click.Path(path_type=Path, exists=True, dir_okay=False),
                        help=f"Labels of people {told} Repeatable.")  # fmt: skip


dataset = click.option("--dataset", "-d", metavar="ADAPTER",
                       help="How to read verdicts in files that `run` did not write.")  # fmt: skip
limit = click.option("--limit", type=click.IntRange(1), metavar="N",
                     help="Only the first N instances.")  # fmt: skip
progress = click.option("--progress/--no-progress", default=None,
                        help="Show progress (default: at a terminal).")  # fmt: skip
resamples = click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True,
                         help="Of the bootstrap; 0 for no intervals.")  # fmt: skip
