"""What the commands of `evalspec bench` say."""

from __future__ import annotations

from evalspec.bench.generate import Counts

_SHOWN = 5


def counts_text(counts: Counts, folder: str) -> str:
    """Say what was generated."""
    lines = [
        f"{counts.instances} instances in {folder}: {counts.infeasible} that nothing fits",
        f"drawn again: {counts.impossible.total()} impossible, {counts.repeated} repeated",
    ]
    lines += [f"  {number:5}  {why}" for why, number in counts.impossible.most_common(_SHOWN)]
    return "\n".join(lines) + "\n"
