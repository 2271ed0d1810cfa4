"""What the CSV and the Markdown of every report are made of: cells, rows, fences."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_TICKS = re.compile("`+")
_MARKUP = re.compile(r"[\\`*_\[\]|~]")


def csv_of(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return stream.getvalue()


def flat(text: str) -> str:
    """Write a text on one line."""
    return " ".join(text.split())


def cell(text: str) -> str:
    """Write a text as a cell of a Markdown table; its own markup holds."""
    return flat(text).replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")


def row(cells: Iterable[str]) -> str:
    """Write a row of a Markdown table."""
    return f"| {' | '.join(map(cell, cells))} |"


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is, on one line."""
    plain = _MARKUP.sub(r"\\\g<0>", flat(text))
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def fenced(lines: Sequence[str]) -> list[str]:
    """Return lines in a fence that none of them can close."""
    longest = max((len(found) for line in lines for found in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *lines, fence, ""]
