"""Verdicts as text for people: a table, then the ledger of what is not satisfied."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from evalspec.core.lookup import grouped
from evalspec.core.places import Places
from evalspec.core.verdict import (
    Cited,
    Excluded,
    Judgement,
    Operand,
    Outcome,
    Reason,
    ScopeResult,
    Verdict,
)
from evalspec.core.visible import visible
from evalspec.report.folding import folded
from evalspec.report.report import Report, apart
from evalspec.report.rounding import shown_value, without_long
from evalspec.report.wording import cut, excluded_reason, reason_text, said, with_unit

MARKS = {Outcome.SATISFIED: "✓", Outcome.UNSATISFIED: "✗", Outcome.UNDETERMINED: "?"}
_PLAIN_MARKS = {Outcome.SATISFIED: "+", Outcome.UNSATISFIED: "x", Outcome.UNDETERMINED: "?"}
_COLORS = {Outcome.SATISFIED: "32", Outcome.UNSATISFIED: "31", Outcome.UNDETERMINED: "33"}
_MOST = 12
"""Lines of one list shown without `-v`."""
_WIDTH = 60
"""Columns of a constraint in its row; fewer in a narrow terminal, where others need room."""
_NARROW, _BESIDE = 20, 34
_RATIONALE = 4
"""Last lines of a judge's rationale shown without `-v`."""


def render(
    reports: Sequence[Report],
    *,
    verbose: bool = False,
    quiet: bool = False,
    color: bool = False,
    columns: int = 0,
) -> str:
    """Write reports one after another, with a line of totals for several.

    `columns` is the width of the terminal, into which lines are folded; 0 folds none.
    Control characters of texts are written as escapes.
    """
    page = _Page(verbose, quiet, color, columns)
    for report in reports:
        page.report(report, named=len(reports) > 1)
    if len(reports) > 1:
        page.totals(reports)
    text = visible("\n".join(page.lines) + "\n", own=color)
    return folded(text, columns) if columns else text


def ledger(report: Report, verdict: Verdict) -> list[str]:
    """Write what stands behind one verdict of a report, line by line."""
    page = _Page(verbose=False, quiet=False, color=False)
    page.places = Places(report.response)
    page.ledger(verdict)
    return page.lines[2:]


class _Page:
    def __init__(self, verbose: bool, quiet: bool, color: bool, columns: int = 0) -> None:
        self.verbose = verbose
        self.quiet = quiet
        self.color = color
        self.columns = columns
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.marks = MARKS if _can_show("✓✗…", encoding) else _PLAIN_MARKS
        self.lines: list[str] = []
        self.places = Places("")

    def report(self, report: Report, named: bool) -> None:
        self.places = Places(report.response)
        if named:
            self.lines += [self.bold(report.name)]
        shown = [v for v in report.verdicts if not self.quiet or v.outcome is not Outcome.SATISFIED]
        every = (*shown, *report.inapplicable)
        width = max((len(v.constraint) for v in every), default=0)
        for verdict in shown:
            self.row(verdict, width)
        for verdict in () if self.quiet else report.inapplicable:
            text = cut(verdict.text or verdict.canonical, _WIDTH)
            said_of = f"does not apply: {verdict.detail}"
            self.lines.append(f"- {verdict.constraint:<{width}}  {text:<{_WIDTH}}  {said_of}")
        for verdict in shown:
            if self.verbose or verdict.outcome is not Outcome.SATISFIED:
                self.ledger(verdict)
        self.lines += ["", self.summary(report), *_by_group(report), *_others(report)]
        if named:
            self.lines.append("")

    def row(self, verdict: Verdict, width: int) -> None:
        room = min(_WIDTH, max(_NARROW, self.columns - width - _BESIDE)) if self.columns else _WIDTH
        text = cut(verdict.text or verdict.canonical, room)
        mark = self.paint(self.marks[verdict.outcome], verdict.outcome)
        flag = " (warning)" if verdict.severity == "warning" else ""
        judged = f" [{verdict.judgement.judge}]" if verdict.judgement else ""
        line = (
            f"{mark} {verdict.constraint:<{width}}  {text:<{room}}  {said(verdict)}{judged}{flag}"
        )
        self.lines.append(line.rstrip())
        if verdict.outcome is Outcome.SATISFIED and not self.verbose:  # its ledger is not shown
            self.lines += self.read_as(verdict, " " * (width + 4))

    def read_as(self, verdict: Verdict, indent: str) -> list[str]:
        """Say which formula decides a constraint that is written otherwise."""
        said_otherwise = verdict.canonical and verdict.canonical != verdict.text
        return [f"{indent}read as  {verdict.canonical}"] if said_otherwise else []

    def ledger(self, verdict: Verdict) -> None:
        mark = self.paint(self.marks[verdict.outcome], verdict.outcome)
        self.lines += ["", f"{mark} {self.bold(verdict.constraint)}: {verdict.text}"]
        self.lines += self.read_as(verdict, "  ")
        if verdict.outcome is Outcome.UNDETERMINED:
            self.lines.append(f"  {reason_text(verdict.reason, verdict.detail)}")
        if verdict.judgement is not None:
            self.judgement(verdict.judgement)
        for other in verdict.also:
            self.also(other)
        for reading in verdict.readings:
            self.lines.append(
                f"  {self.marks[reading.outcome]} if {', '.join(reading.assumptions)}"
            )
        for doubt in verdict.doubts:
            self.lines.append(f"  may be misread: {self.cite(doubt)}")
        scopes = verdict.scopes
        if not self.verbose:
            scopes = tuple(s for s in scopes if s.outcome is verdict.outcome) or scopes
        for scope in scopes if self.verbose else scopes[:_MOST]:
            self.scope(scope)
        if len(scopes) > _MOST and not self.verbose:
            self.lines.append(f"  … {len(scopes) - _MOST} more, -v shows all")
        if verdict.assumptions and self.verbose:
            self.lines.append(f"  by policy: {', '.join(verdict.assumptions)}")

    def judgement(self, judgement: Judgement[Any]) -> None:
        """Say who judged, and what it gave as reason."""
        given = ", ".join(filter(None, (judgement.model, judgement.prompt, judgement.kind)))
        self.lines.append(f"  judged by {judgement.judge} ({given})")
        for member in judgement.members:
            self.member(member)
        rationale = judgement.rationale.strip().splitlines()
        shown = rationale if self.verbose else rationale[-_RATIONALE:]
        if len(shown) < len(rationale):
            self.lines.append("    … -v shows all")
        self.lines += [f"    {line}".rstrip() for line in shown]
        self.lines += [f"    not in the response: {quote!r}" for quote in judgement.dropped]
        self.lines += [f"    left out by the judge: {quote!r}" for quote in judgement.left_out]

    def member(self, member: Judgement[Any]) -> None:
        """Say what one of several said; of a debate, in which round, and what was struck from it."""
        mark = self.paint(self.marks[member.outcome], member.outcome)
        turn = f"round {member.round}: " if member.round else ""
        given = member.model or member.detail
        line = f"    {mark} {turn}{member.judge} ({given}) {member.reason.value}"
        self.lines.append(line.rstrip())
        for struck in member.struck:
            self.lines.append(f"        struck: {struck.text!r}; counted: {struck.proof}")
        if member.rests_on:
            self.lines.append("        does not count: it rests on what was struck before")

    def also(self, other: Verdict) -> None:
        """Say what another method decided."""
        mark = self.paint(self.marks[other.outcome], other.outcome)
        who = other.judgement.judge if other.judgement else "the rules"
        why = (
            f": {reason_text(other.reason, other.detail)}"
            if other.reason is not Reason.NONE
            else ""
        )
        self.lines.append(
            f"  {mark} {who} say{'s' if other.judgement else ''} {other.outcome.value}{why}"
        )

    def scope(self, scope: ScopeResult) -> None:
        label = scope.label or "the response"
        mark = self.paint(self.marks[scope.outcome], scope.outcome)
        bound = without_long(with_unit(scope.bound, scope.unit))
        computed = shown_value(scope)
        if not computed and bound:
            computed = "no value"
        said = " = " if bound else ": "
        measured = said.join(filter(None, (scope.measure, computed)))
        needs = f"   needs {bound}" if bound else ""
        self.lines.append(f"  {mark} {label}: {measured}{needs}")
        if scope.reason is not Reason.NONE:
            self.lines.append(f"      {reason_text(scope.reason, scope.detail)}")
        self.operands(scope.operands)
        word = "may be" if scope.outcome is Outcome.UNDETERMINED else "found"
        self.listed([f"{word} {self.cite(c)}" for c in scope.offending], scope.unlisted)
        self.listed([self.excluded(e) for e in scope.excluded])

    def operands(self, operands: Sequence[Operand]) -> None:
        """Write the numbers used; a line before those that went into one part of the value."""
        lines: list[str] = []
        above: tuple[str, ...] = ()
        for operand in operands:
            text = "  " * len(operand.sides) + self.operand(operand)
            lines.append("\n".join([*_headings(above, operand.sides), text]))
            above = operand.sides
        self.listed(lines)

    def listed(self, lines: list[str], unlisted: int = 0) -> None:
        """Write a list; `unlisted` things more were counted, and are in no list."""
        shown = lines if self.verbose else lines[:_MOST]
        self.lines += [f"      {line}" for given in shown for line in given.split("\n")]
        held = len(lines) - len(shown)
        if held:
            which = f"{held} of them" if unlisted else "all"
            self.lines.append(f"      … {held + unlisted} more, -v shows {which}")
        elif unlisted:
            self.lines.append(f"      … {unlisted} more, counted and not listed")

    def operand(self, operand: Operand) -> str:
        value = f"{without_long(operand.value)} {operand.unit}".strip()
        nowhere = "" if operand.origin == "counted" else "not written"
        place = self.cite(operand.cited) if operand.cited is not None else nowhere
        told = operand.cited is not None and operand.written == operand.cited.text
        written = f" = {operand.written}" if operand.written and not told else ""
        extra = [word for word in (operand.note,) if word]
        if operand.origin not in ("item", "written", "counted"):
            extra.insert(0, operand.origin)
        notes = f"  [{', '.join(extra)}]" if extra else ""
        role = f" {operand.role}" if operand.role else ""
        return f"{value:>12}{role}  {cut(operand.label, 40)}  {place}{written}{notes}".rstrip()

    def excluded(self, excluded: Excluded) -> str:
        detail = f" ({excluded.detail})" if excluded.detail else ""
        return f"not used: {self.cite(excluded.cited)}  {excluded_reason(excluded.reason)}{detail}"

    def cite(self, cited: Cited) -> str:
        line, column = self.places.of(cited.span.start)
        return f'{line}:{column} "{cut(" ".join(cited.text.split()), 50)}"'

    def summary(self, report: Report) -> str:
        counted = ((outcome, report.count(outcome)) for outcome in Outcome)
        parts = [self.paint(f"{count} {one.value}", one) for one, count in counted if count]
        return ", ".join([*parts, *apart(report)]) or "no constraints"

    def totals(self, reports: Sequence[Report]) -> None:
        counted = ((one, sum(report.count(one) for report in reports)) for one in Outcome)
        said = ", ".join(f"{count} {outcome.value}" for outcome, count in counted)
        self.lines.append(f"{len(reports)} responses: {said}")

    def paint(self, text: str, outcome: Outcome) -> str:
        return f"\x1b[{_COLORS[outcome]}m{text}\x1b[0m" if self.color else text

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.color else text


def _by_group(report: Report) -> list[str]:
    """Say how many constraints of each group are satisfied, where the spec has groups."""
    return [
        f"{name}: {counts[Outcome.SATISFIED]} of {counts.total()} satisfied"
        for name, counts in report.groups.items()
    ]


def _others(report: Report) -> list[str]:
    """Say on what another method comes to another outcome; the constraints are named."""
    found = grouped(
        (what, verdict.constraint)
        for verdict in report.verdicts
        for other in verdict.also
        if (what := _difference(verdict, other))
    )
    return [f"{what} {len(ids)}: {_named(ids)}" for what, ids in found.items()]


def _difference(verdict: Verdict, other: Verdict) -> str:
    if other.outcome is verdict.outcome or verdict.outcome is Outcome.UNDETERMINED:
        return ""
    if other.judgement is None:
        return "" if other.outcome is Outcome.UNDETERMINED else "the rules disagree on"
    says = "leaves open" if other.outcome is Outcome.UNDETERMINED else "disagrees on"
    return f"{other.judgement.judge} {says}"


def _named(ids: list[str]) -> str:
    more = f" and {len(ids) - _MOST} more" if len(ids) > _MOST else ""
    return ", ".join(ids[:_MOST]) + more


def _headings(above: tuple[str, ...], sides: tuple[str, ...]) -> list[str]:
    """Return the lines that say what the next numbers went into, as far as it is another part."""
    pairs = zip(above, sides, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [f"{'  ' * depth}{sides[depth]}" for depth in range(same, len(sides))]


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
