"""Which constraints a judge is asked about, and which verdict stands."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from evalspec.core.verdict import Outcome, Reason, Verdict

Mode = Literal["fallback", "both", "only", "routed"]


def asks(mode: Mode, rules: Verdict, marked: bool) -> bool:
    """Tell whether a judge is asked: about everything, or what is open or marked for one."""
    if mode != "fallback":
        return True
    return marked or rules.outcome is Outcome.UNDETERMINED


def standing(mode: Mode, rules: Verdict, judged: Verdict) -> Verdict:
    """Return the verdict that stands, with the other one beside it.

    `fallback`: the judge's. `both`: that of the rules where they decide, else the judge's.
    `only`: the judge's alone. `routed`: whatever the route came to.
    """
    if mode in ("only", "routed"):
        return judged
    decided = rules.outcome is not Outcome.UNDETERMINED
    if mode == "both" and (decided or judged.outcome is Outcome.UNDETERMINED):
        return replace(rules, also=(judged,))
    if judged.outcome is Outcome.UNDETERMINED and rules.reason is Reason.NO_ANSWER:
        return replace(rules, also=(judged,))
    return replace(judged, also=(rules,))
