"""Preferences as text for people: a table, then what stands behind it for both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.core.pair import Preference, Side, Winner
from evalspec.core.places import Places
from evalspec.core.verdict import Cited, Operand, Outcome
from evalspec.core.visible import visible
from evalspec.report.pairs.report import PairReport, value_of
from evalspec.report.rounding import without_long
from evalspec.report.text import MARKS
from evalspec.report.wording import cut, excluded_reason, reason_text

SIGNS = {Winner.A: "A", Winner.B: "B", Winner.TIE: "=", Winner.UNDETERMINED: "?"}
_WIDTH = 48
_MOST = 12
"""Lines of one list shown without `-v`."""
_RATIONALE = 4


def render(reports: Sequence[PairReport], *, verbose: bool = False, quiet: bool = False) -> str:
    """Write reports one after another; control characters of texts are written as escapes."""
    lines = (line for report in reports for line in _report(report, verbose, quiet))
    return visible("\n".join(lines) + "\n")


def _report(report: PairReport, verbose: bool, quiet: bool) -> Iterator[str]:
    yield f"A  {report.name_a or 'the first response'}"
    yield f"B  {report.name_b or 'the second response'}"
    yield ""
    shown = [one for one in report.preferences if not quiet or one.criterion in report.asked]
    width = max((len(one.criterion) for one in shown), default=0)
    for one in shown:
        counts = "" if one.criterion in report.asked else "  (counts through another one)"
        text = cut(one.text, _WIDTH)
        yield f"{SIGNS[one.outcome]}  {one.criterion:<{width}}  {text:<{_WIDTH}}  {said(one)}{counts}"
    for one in shown:
        if not quiet and (verbose or one.criterion in report.asked or one.a is not None):
            yield from _evidence(report, one, verbose)
    yield ""
    yield summary(report)


def summary(report: PairReport) -> str:
    """Count the criteria that count in one line."""
    words = {Winner.A: "A is better", Winner.B: "B is better", Winner.TIE: "tie",
             Winner.UNDETERMINED: "undetermined"}  # fmt: skip
    return ", ".join(f"{report.count(winner)} {words[winner]}" for winner in Winner)


def said(preference: Preference) -> str:
    """Say the outcome in a few words: the two values, or why it is open."""
    if preference.a is not None and preference.b is not None:
        values = f"{_shown(preference.a)} against {_shown(preference.b)}"
    else:
        values = ""
    if preference.outcome is Winner.UNDETERMINED:
        why = f"undetermined: {preference.reason.value}"
        return f"{values}, {why}" if values and preference.a and preference.a.value else why
    if preference.parts:
        return f"by {preference.detail}" if preference.detail else ""
    return values or preference.detail


def _shown(side: Side) -> str:
    return without_long(value_of(side)) or "no value"


def _evidence(report: PairReport, one: Preference, verbose: bool) -> Iterator[str]:
    yield ""
    yield f"{SIGNS[one.outcome]} {one.criterion}: {one.text}"
    if one.canonical != one.text:
        yield f"  read as  {one.canonical}"
    if one.outcome is Winner.UNDETERMINED:
        yield f"  {reason_text(one.reason, one.detail)}"
        if one.possible and len(one.possible) < 3:
            yield f"  it may still be {' or '.join(winner.value for winner in one.possible)}"
    for slot, judgement in one.judgements:
        yield f"  judged by {judgement.judge} with {slot} first: {judgement.outcome.value}" + (
            f" ({judgement.reason.value})" if judgement.reason.value else ""
        )
        rationale = judgement.rationale.strip().splitlines()
        lines = rationale if verbose else rationale[-_RATIONALE:]
        yield from (f"    {line}".rstrip() for line in lines)
        yield from (f"    {m.judge}: {m.outcome.value}" for m in judgement.members)
    for name, side, text in (("A", one.a, report.pair.a), ("B", one.b, report.pair.b)):
        if side is not None:
            yield from _side(name, side, text, verbose)
    for part in one.parts:
        yield f"  {SIGNS[part.outcome]} {part.criterion}  {said(part)}".rstrip()


def _side(name: str, side: Side, text: str, verbose: bool) -> Iterator[str]:
    places = Places(text)
    yield f"  {name}  {_shown(side)}"
    rows = [_operand(one, places) for one in side.operands]
    rows += [f"{MARKS[v.outcome]} {v.constraint}  {_why(v.outcome, v.reason.value)}".rstrip()
             for v in side.verdicts if v.applies]  # fmt: skip
    rows += [f"not used  {_cited(one.cited, places)}  {excluded_reason(one.reason)}"
             for one in side.excluded]  # fmt: skip
    rows += [f"may be misread  {_cited(cited, places)}" for cited in side.doubts]
    kept = rows if verbose else rows[:_MOST]
    yield from (f"     {row}" for row in kept)
    if len(kept) < len(rows):
        yield f"     … {len(rows) - len(kept)} more, -v shows all"
    if verbose and side.assumptions:
        yield f"     by policy: {', '.join(side.assumptions)}"


def _operand(one: Operand, places: Places) -> str:
    value = f"{without_long(one.value)} {one.unit}".strip()
    where = _cited(one.cited, places) if one.cited is not None else "not written"
    return f"{value}  {cut(one.label, _WIDTH)}  {where}"


def _cited(cited: Cited, places: Places) -> str:
    line, column = places.of(cited.span.start)
    return f"{line}:{column} {cut(cited.text, _WIDTH)!r}"


def _why(outcome: Outcome, reason: str) -> str:
    return f"{outcome.value}: {reason}" if outcome is Outcome.UNDETERMINED else outcome.value
