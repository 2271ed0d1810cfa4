"""Facts quoted by a model → the parts of the response that stand there, as a response to check.

The model only quotes. Every quote is looked up in the response; what does not stand there is
dropped and reported. The rest is laid out plainly (headings, one line an item), the rules
decide on that, and every place in their ledger is led back to the response.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import msgspec

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, ScopeResult, Verdict

_MOST_ITEMS = 2000


class Layout(Record, frozen=True):
    """Quotes laid out for the rules."""

    text: str
    places: tuple[tuple[int, int, int], ...]
    """(start in the layout, start in the response, length) of each quote, in order."""
    dropped: tuple[str, ...]
    """Quotes that do not stand in the response."""
    kept: int
    """Items with at least one quote that does."""


def is_facts(value: Any) -> bool:
    """Tell whether a reply has the shape that was asked for."""
    items = value.get("items") if isinstance(value, dict) else None
    return isinstance(items, list) and all(_is_item(item) for item in items[:_MOST_ITEMS])


def _is_item(item: Any) -> bool:
    if not isinstance(item, dict):
        return False
    lists = (item.get("under", []), item.get("quotes", []))
    texts = all(isinstance(one, list) and all(isinstance(t, str) for t in one) for one in lists)
    return texts and isinstance(item.get("name", ""), str)


def lay_out(facts: dict[str, Any], response: str) -> Layout:
    """Find every quote, from where the one before stands on, and write them plainly."""
    writer = _Writer(response)
    for item in facts["items"][:_MOST_ITEMS]:
        writer.item(item.get("under", []), item.get("name", ""), item.get("quotes", []))
    return Layout("".join(writer.parts), tuple(writer.places), tuple(writer.dropped), writer.kept)


class _Writer:
    def __init__(self, response: str) -> None:
        self.response = response
        self.parts: list[str] = []
        self.places: list[tuple[int, int, int]] = []
        self.dropped: list[str] = []
        self.kept = 0
        self._length = 0
        self._used: set[Span] = set()
        self._at = 0
        self._under: list[str] = []

    def item(self, under: list[str], name: str, quotes: list[str]) -> None:
        """Write the headings that are new, then the item."""
        same = 0
        while same < min(len(under), len(self._under)) and under[same] == self._under[same]:
            same += 1
        self._under = list(under)
        for depth, heading in enumerate(under[same:], same + 1):
            self._heading(depth, heading)
        start = self._at
        named = self._find(name, start) if name.strip() else None
        found = [at for quote in quotes if (at := self._amount(quote, start)) is not None]
        if named is None and not found:
            return
        self.kept += 1
        self._write("- ")
        if named is not None:
            self._quote(named)
            self._write(": " if found else "")
        for number, span in enumerate(found):
            self._write(", " if number else "")
            self._quote(span)
        self._write("\n")

    def _heading(self, depth: int, heading: str) -> None:
        span = self._find(heading, self._at)
        if span is None:
            return
        self._write(f"\n{'#' * min(depth, 6)} ")
        self._quote(span)
        self._write("\n")

    def _find(self, quote: str, start: int) -> Span | None:
        """Return where a name stands next, or else first; None when it stands nowhere."""
        wanted = quote.strip()
        at = self.response.find(wanted, start) if wanted and "\n" not in wanted else -1
        if at < 0 and wanted and "\n" not in wanted:
            at = self.response.find(wanted)
        if at < 0:
            self.dropped += [quote] if wanted else []
            return None
        return Span(at, at + len(wanted))

    def _amount(self, quote: str, start: int) -> Span | None:
        """Return where an amount stands that no quote before took; each counts once."""
        span = self._find(quote, start)
        while span is not None and span in self._used:
            at = self.response.find(quote.strip(), span.end)
            span = Span(at, at + len(quote.strip())) if at >= 0 else None
            self.dropped += [quote] if span is None else []
        if span is not None:
            self._used.add(span)
        return span

    def _quote(self, span: Span) -> None:
        self.places.append((self._length, span.start, span.end - span.start))
        self._write(self.response[span.start : span.end])
        self._at = max(self._at, span.end)

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)


def led_back(verdict: Verdict, layout: Layout, response: str) -> Verdict:
    """Return a verdict on a layout with every place led back to the response."""
    starts = [start for start, _, _ in layout.places]

    def place(at: int) -> int:
        number = max(0, bisect_right(starts, at) - 1)
        start, original, length = layout.places[number]
        return original + min(max(0, at - start), length)

    def span(given: Span) -> Span:
        first, last = place(given.start), place(max(given.start, given.end - 1))
        return Span(min(first, last), max(first, last) + (given.end > given.start))

    def cited(given: Cited) -> Cited:
        there = span(given.span)
        return Cited(there.of(response), there)

    def scope(given: ScopeResult) -> ScopeResult:
        return msgspec.structs.replace(
            given,
            spans=tuple(map(span, given.spans)),
            operands=tuple(
                msgspec.structs.replace(one, cited=cited(one.cited) if one.cited else None)
                for one in given.operands
            ),
            excluded=tuple(
                msgspec.structs.replace(one, cited=cited(one.cited)) for one in given.excluded
            ),
            offending=tuple(map(cited, given.offending)),
        )

    return msgspec.structs.replace(
        verdict,
        scopes=tuple(map(scope, verdict.scopes)),
        doubts=tuple(map(cited, verdict.doubts)),
    )
