"""What was verified of a benchmark as a table, kept in its folder for the card."""

from __future__ import annotations

from typing import Any

from evalspec.bench.verified.checks import Tally
from evalspec.bench.verified.verify import CHECKS, Verified


def of_proven(found: Verified) -> dict[str, Any]:
    """Return the checks of proven instances."""
    rows = [
        [check, f"{found.instances - found.failed[check]} of {found.instances}"] for check in CHECKS
    ]
    tested = (
        f"certificates: {found.right} right answers pass, {found.near + found.wider} near misses fail,"
        f" each in {found.writings} ways of writing"
    )
    notes = [tested] if not found.failed["certificate"] else []
    notes += [f"no answer breaks {name}" for name in found.untested]
    return {"heads": ["holds", "by rule"], "rows": rows, "notes": notes}


def of_written(found: Tally) -> dict[str, Any]:
    """Return the checks of written instances, and how far rules and a model agree."""
    rows = []
    for name in found.checks:
        rule, model, alike = found.rule[name], found.model[name], found.alike[name]
        silent = model.total() - model["yes"] - model["no"]
        said = f"{model['yes']} of {model.total() - silent}" if model.total() > silent else ""
        rows.append(
            [
                name,
                f"{rule[True]} of {rule.total()}" if rule.total() else "",
                said + (f", {silent} open" if silent else ""),
                f"{alike[True]} of {alike.total()}" if alike.total() else "",
            ]
        )
    asked = [] if found.asked else ["no model was asked"]
    return {"heads": ["holds", "by rule", "by a model", "alike"], "rows": rows, "notes": asked}
