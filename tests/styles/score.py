"""How responses in many styles fare: decided, right, silently wrong, undetermined, refused.

    python -m tests.styles.score [FOLDER] [--all]

Every case is a response with checks; a check is written in the formal language and in
English, with the outcome and the value worked out by hand. A verdict that is
right although its number is another one counts as coincidence. Formal and English are counted
separately; each silently wrong verdict is shown with its computed values and operands.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import evalspec
from evalspec.core.verdict import Outcome, Reason, Verdict
from tests import quick_yaml

HERE = Path(__file__).parent
OUTCOMES = {
    "s": Outcome.SATISFIED,
    "u": Outcome.UNSATISFIED,
    "?": Outcome.UNDETERMINED,
}


class Check(NamedTuple):
    """One constraint on one response."""

    case: str
    vocabulary: str
    response: str
    surface: str
    """`formal` or `english`."""
    text: str
    expected: Outcome
    value: Any
    """The value worked out by hand; None where there is none."""


class Scored(NamedTuple):
    """A check and what became of it."""

    check: Check
    result: str
    """right, coincidence (right, from another value), wrong, undetermined or refused."""
    verdict: Verdict | None


def read_checks(folder: Path) -> Iterator[Check]:
    """Yield every check of every file, formal and English."""
    for path in sorted(folder.glob("*.yaml")):
        if path.name == "known_gaps.yaml":
            continue
        for case in quick_yaml.load_all(path.read_text("utf-8")):
            yield from _checks_of(case)


def _checks_of(case: dict[str, Any]) -> Iterator[Check]:
    for formal, expected, *rest in case["checks"]:
        value, english = (*rest, None, None)[:2]
        for surface, text in (("formal", formal), ("english", english)):
            if text:
                yield Check(
                    case["name"], case.get("vocabulary", "general"), case["response"],
                    surface, text, OUTCOMES[expected], value,
                )  # fmt: skip


def decide(check: Check) -> Scored:
    """Compile and decide one check."""
    key = "check" if check.surface == "formal" else "text"
    spec = {"evalspec": 1, "vocabulary": check.vocabulary, "constraints": [{key: check.text}]}
    try:
        verdict = evalspec.compile(json.dumps(spec)).check(check.response).verdicts[0]
    except evalspec.SpecError:
        return Scored(check, "refused", None)
    return Scored(check, _result(check, verdict), verdict)


def _result(check: Check, verdict: Verdict) -> str:
    if verdict.reason is Reason.NOT_COMPILED:
        return "refused"
    if verdict.outcome is check.expected:
        return "right" if same_value(check, verdict) else "coincidence"
    return "undetermined" if verdict.outcome is Outcome.UNDETERMINED else "wrong"


def same_value(check: Check, verdict: Verdict) -> bool:
    """Tell whether a single computed number is the one worked out by hand (times in minutes)."""
    if (
        len(verdict.scopes) != 1
        or not isinstance(check.value, int | float)
        or "exists" in check.text
    ):
        return True
    scope = verdict.scopes[0]
    try:
        computed = float(scope.computed)
    except ValueError:
        return True
    computed *= 60 if scope.unit == "h" else 1
    return abs(computed - check.value) <= 0.002 * max(1, abs(check.value))


def describe(scored: Scored) -> str:
    """Say in a few lines what was expected, what came out, and from which numbers."""
    check, verdict = scored.check, scored.verdict
    lines = [f"{scored.result}: {check.case} | {check.text} | value {check.value}"]
    if verdict is None:
        return lines[0]
    detail = f" ({verdict.reason.value} {verdict.detail})" if verdict.reason.value else ""
    lines.append(f"    {verdict.outcome.value}{detail}, expected {check.expected.value}")
    for scope in verdict.scopes:
        used = ", ".join(f"{o.label} {o.value} {o.unit}".strip() for o in scope.operands[:8])
        lines.append(f"    {scope.label or 'plan'}: {scope.computed} {scope.unit} from [{used}]")
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Print the counts and every silently wrong verdict; with `--all`, every miss."""
    folders = [a for a in arguments if not a.startswith("--")]
    scored = [decide(check) for check in read_checks(Path(folders[0]) if folders else HERE)]
    shown = {"wrong", "coincidence"} | ({"undetermined"} if "--all" in arguments else set())
    for one in scored:
        if one.result in shown:
            print(describe(one))
    for surface in ("formal", "english"):
        counts = Counter(one.result for one in scored if one.check.surface == surface)
        total = counts.total()
        decided = sum(
            one.check.surface == surface
            and one.verdict is not None
            and one.verdict.outcome is not Outcome.UNDETERMINED
            for one in scored
        )
        print(
            f"{surface}: {total} checks, {decided} decided, {counts['right']} right, "
            f"{counts['coincidence']} right by coincidence, "
            f"{counts['wrong']} silently wrong, {counts['undetermined']} undetermined, "
            f"{counts['refused']} refused"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
