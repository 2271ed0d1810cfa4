"""What the commands of `evalspec bench` say."""

from __future__ import annotations

from evalspec.bench.generate import Counts
from evalspec.bench.verify import CHECKS, Verified

_SHOWN = 5
_MOST = 20
"""Faults that are shown."""


def counts_text(counts: Counts, folder: str) -> str:
    """Say what was generated."""
    lines = [
        f"{counts.instances} instances in {folder}: {counts.infeasible} that nothing fits",
        f"drawn again: {counts.impossible.total()} impossible, {counts.repeated} repeated",
    ]
    lines += [f"  {number:5}  {why}" for why, number in counts.impossible.most_common(_SHOWN)]
    return "\n".join(lines) + "\n"


def verified_text(found: Verified) -> str:
    """Say what was verified, and what is wrong."""
    width = max(map(len, CHECKS))
    lines = [
        f"{'✗' if found.failed[check] else '✓'} {check:<{width}}  "
        f"{found.instances - found.failed[check]} of {found.instances} instances"
        for check in CHECKS
    ]
    lines.append(
        f"{found.right} right answers, {found.near} near misses that break one constraint alone,"
        f" {found.wider} that break more; each in {found.writings} writings"
    )
    width = max(map(len, found.applied), default=0)
    for name, number in found.applied.items():
        wrong = sum(fault.constraint == name for fault in found.faults)
        said = f"; the scorer is wrong on {wrong} written answers" if wrong else ""
        lines.append(
            f"  {name:<{width}}  applies to {number}: broken alone by {found.tested[name]},"
            f" with others by {found.touched[name]}{said}"
        )
    lines += [f"✗ {one.instance}: {one.check}: {one.message}" for one in found.faults[:_MOST]]
    if len(found.faults) > _MOST:
        lines.append(f"… {len(found.faults) - _MOST} more faults")
    lines += [f"! no answer breaks `{name}`: nothing tests it" for name in found.untested]
    return "\n".join(lines) + "\n"
