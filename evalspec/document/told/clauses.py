"""The answer in clauses: sentences, lines, rows of tables, innermost objects of JSON."""

from __future__ import annotations

from typing import NamedTuple

from evalspec.core.regex import regex

_OBJECT = regex(r"\{(?:[^{}]|\{[\d:\s.-]*\})*\}")
_KEYED = regex(r"[A-Za-z][\w -]*:")
_RULE = regex(r"[ \t]*\|?[ \t]*:?-{2,}[-|: \t]*")
"""The line below the header of a table."""
_SENTENCE = regex(r"(?<=[.!?;])\s+(?=[^\sa-z])")
_HEADER = regex(r"\s*(?:#{1,6}\s.*|[-+•]?\s*\d{0,2}[.)]?\s*[^.]{1,90}:\s*)$")
_BOLD = regex(r"\s*(?:[-+•]|\d{1,2}[.)])?\s*(?:\*\*|__)[^*\n]{1,90}(?:\*\*|__)[:.]?\s*$")


class Clause(NamedTuple):
    """One clause."""

    start: int
    end: int
    line: int
    """Number of the line it begins on."""
    indent: int
    header: bool
    """It introduces what follows."""
    keyed: bool
    """It is an object of JSON."""
    fresh: bool
    """A blank line, a header or the edge of a list of objects stands before it."""
    cells: tuple[tuple[str, tuple[int, int]], ...] = ()
    """Of a row of a table: the header of each cell, and where the cell stands."""


def clauses_of(masked: str, response: str) -> list[Clause]:
    """Cut a masked text; offsets are those of the response."""
    found: list[Clause] = []
    objects = [m.span() for m in _OBJECT.finditer(masked) if _KEYED.search(m[0])]
    at = 0
    line = 0
    fresh = True
    for start, end in [*objects, (len(masked), len(masked))]:
        between, line, fresh = _lines(masked, response, at, start, line, fresh)
        found += between
        if start < end:
            found.append(Clause(start, end, line, 0, False, True, fresh))
            fresh = False
        at = end
    return found


def _lines(
    masked: str, response: str, start: int, end: int, line: int, fresh: bool
) -> tuple[list[Clause], int, bool]:
    found: list[Clause] = []
    at = start
    heads: list[str] = []
    while at < end:
        stop = masked.find("\n", at, end)
        stop = end if stop < 0 else stop
        text = masked[at:stop]
        if text.count("|") < 2:
            heads = []
        elif heads:
            if not _RULE.fullmatch(response[at:stop]):
                cells = tuple(zip(heads, _cells(response, at, stop), strict=False))
                found.append(Clause(at, stop, line, 0, False, True, fresh, cells))
                fresh = False
            at, line = stop + 1, line + 1
            continue
        elif _RULE.match(response, stop + 1):
            heads = [
                response[low:high].strip(" *_").lower() for low, high in _cells(response, at, stop)
            ]
            fresh = True
            at, line = stop + 1, line + 1
            continue
        if not text.strip(" {}[],|-"):
            fresh = fresh or not response[at:stop].strip()
        else:
            written = response[at:stop]
            header = bool(_HEADER.match(text) or _BOLD.match(written))
            fresh = fresh or header
            indent = len(written) - len(written.lstrip(" \t"))
            for low, high in _sentences(text):
                found.append(Clause(at + low, at + high, line, indent, header, False, fresh))
                fresh = False
        at = stop + 1
        line += 1
    return found, line, fresh


def _cells(response: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where the cells of a row stand."""
    bars = [n for n in range(start, end) if response[n] == "|"]
    edges = [start - 1, *bars, end]
    spans = [(low + 1, high) for low, high in zip(edges, edges[1:], strict=False)]
    led = not response[spans[0][0] : spans[0][1]].strip()
    closed = not response[spans[-1][0] : spans[-1][1]].strip()
    return spans[1 if led else 0 : len(spans) - 1 if closed else len(spans)]


def _sentences(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(gap.end() for gap in _SENTENCE.finditer(text)), len(text)]
    return [
        (low, high) for low, high in zip(cuts, cuts[1:], strict=False) if text[low:high].strip()
    ]
