"""Preferences as JSON, JSON lines, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from evalspec.core.pair import Preference, Winner
from evalspec.report.cells import csv_of, escaped, fenced
from evalspec.report.json import SCHEMA_VERSION, fields, plain, versioned
from evalspec.report.pairs.report import PairReport, value_of
from evalspec.report.pairs.text import SIGNS, render, said, summary

_COLUMNS = ("a", "b", "id", "outcome", "reason", "severity", "text", "canonical", "value_a",
            "value_b", "counts")  # fmt: skip


def json(reports: Sequence[PairReport], *, with_responses: bool = False) -> str:
    """Write all reports as one JSON document, indented."""
    pairs = [
        {
            "pair": _names(report),
            "spec": report.spec,
            "title": report.title,
            "summary": {winner.value: report.count(winner) for winner in Winner},
            "counting": list(report.asked),
            "preferences": [preference_data(one) for one in report.preferences],
            **_texts(report, with_responses),
        }
        for report in reports
    ]
    return versioned({"pairs": pairs})


def lines(reports: Sequence[PairReport], *, with_responses: bool = False) -> str:
    """Write one JSON line a preference."""
    written = [
        msgspec.json.encode(
            {
                "schema_version": SCHEMA_VERSION,
                "pair": _names(report),
                "spec": report.spec,
                "counts": one.criterion in report.asked,
                **preference_data(one),
                **_texts(report, with_responses),
            }
        ).decode()
        for report in reports
        for one in report.preferences
    ]
    return "".join(f"{line}\n" for line in written)


def _names(report: PairReport) -> dict[str, str]:
    return {"a": report.name_a, "b": report.name_b}


def _texts(report: PairReport, wanted: bool) -> dict[str, str]:
    if not wanted:
        return {}
    return {"text_a": report.pair.a, "text_b": report.pair.b, "request": report.pair.request}


_FIELDS = ("criterion", "text", "canonical", "outcome", "reason", "detail", "possible", "method",
           "severity", "at", "a", "b", "order", "seed")  # fmt: skip


def preference_data(one: Preference) -> dict[str, Any]:
    """Return one preference as plain data; every field is present."""
    return {
        **fields(one, *_FIELDS),
        "judgements": [{"first": slot, **plain(said)} for slot, said in one.judgements],
        "parts": [part.criterion for part in one.parts],
        "also": [preference_data(other) for other in one.also],
    }


def csv_text(reports: Sequence[PairReport]) -> str:
    """Write one row a preference."""
    rows = (
        (report.name_a, report.name_b, one.criterion, one.outcome.value, one.reason.value,
         one.severity, one.text, one.canonical,
         *(value_of(side) if side is not None else "" for side in (one.a, one.b)),
         "yes" if one.criterion in report.asked else "no")
        for report in reports
        for one in report.preferences
    )  # fmt: skip
    return csv_of(_COLUMNS, rows)


def markdown(reports: Sequence[PairReport]) -> str:
    """Write one table a pair, the evidence of both sides folded below."""
    written: list[str] = []
    for report in reports:
        written += [
            f"### {escaped(report.name_a)} against {escaped(report.name_b)}", "", summary(report),
            "", "| better | criterion | why |", "|---|---|---|",
        ]  # fmt: skip
        written += [
            f"| {SIGNS[one.outcome]} | {escaped(one.criterion)}: {escaped(one.text)} "
            f"| {escaped(said(one))} |"
            for one in report.preferences
        ]
        shown = fenced(render([report]).rstrip().splitlines())
        written += ["", "<details><summary>Evidence</summary>", "", *shown, "</details>", ""]
    return "\n".join(written)
