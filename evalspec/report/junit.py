"""Verdicts as JUnit XML: one suite a response, one test a constraint.

Of the constraints that count, an unsatisfied one is a failure and an undetermined one an
error; of those that do not, either is a skipped test, so a pipeline that reads the file
agrees with the exit status.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from evalspec.core.verdict import Outcome, Verdict
from evalspec.report.findings import Finding, message, titled
from evalspec.report.gate import Gate
from evalspec.report.report import Report
from evalspec.report.text import render as ledger

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""
_COUNTED = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}


def render(reports: Sequence[Report], gate: Gate, unread: Sequence[Finding] = ()) -> str:
    """Write all reports as one document, and what could not be read as errors."""
    root = ElementTree.Element("testsuites", name="evalspec")
    for report in reports:
        _suite(root, report, gate)
    if unread:
        _unread(root, unread)
    _count(root)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _suite(root: ElementTree.Element, report: Report, gate: Gate) -> None:
    name = _fit(report.name or report.title or "response")
    suite = ElementTree.SubElement(root, "testsuite", name=name)
    for verdict in report.verdicts:
        test = _test(suite, name, _fit(titled(verdict)))
        if report.at.line:
            test.attrib |= {"file": report.at.file, "line": str(report.at.line)}
        elif report.name not in ("", "-"):
            test.set("file", name)
        if verdict.outcome is not Outcome.SATISFIED:
            _miss(test, report, verdict, gate)
    for verdict in report.inapplicable:
        test = _test(suite, name, _fit(titled(verdict)))
        ElementTree.SubElement(test, "skipped", message=_fit(f"does not apply: {verdict.detail}"))
    _count(suite)


def _test(suite: ElementTree.Element, of: str, name: str) -> ElementTree.Element:
    given = {"classname": of, "name": name, "time": "0"}
    return ElementTree.SubElement(suite, "testcase", given)


def _unread(root: ElementTree.Element, unread: Sequence[Finding]) -> None:
    suite = ElementTree.SubElement(root, "testsuite", name="unreadable rows")
    for finding in unread:
        file, line = _fit(finding.at.file), str(finding.at.line)
        test = _test(suite, file, f"line {line}")
        test.attrib |= {"file": file, "line": line}
        said = {"message": _fit(finding.message), "type": finding.rule.id}
        ElementTree.SubElement(test, "error", said)
    _count(suite)


def _miss(test: ElementTree.Element, report: Report, verdict: Verdict, gate: Gate) -> None:
    undetermined = verdict.outcome is Outcome.UNDETERMINED
    tag = "error" if undetermined else "failure"
    tag = tag if gate.counts(verdict.severity) else "skipped"
    miss = ElementTree.SubElement(test, tag, message=_fit(message(verdict)))
    if tag != "skipped":
        miss.set("type", verdict.reason.value if undetermined else verdict.outcome.value)
    one = Report(report.name, report.response, report.spec, "", (verdict,))
    miss.text = _fit(ledger([one], verbose=True))


def _count(element: ElementTree.Element) -> None:
    for name, tag in _COUNTED.items():
        element.set(name, str(sum(1 for _ in element.iter(tag))))
    element.set("time", "0")


def _fit(text: str) -> str:
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)
