"""Facts quoted by a model → the parts of the response that stand there, as a response to check.

The model only quotes. Every quote is looked up in the response; what does not stand there, or
begins or ends inside a word or a number there, is dropped and reported. The rest is laid out
plainly (headings, one line an item), the rules decide on that, and every place in their ledger
is led back to the response. `account` says what was neither quoted nor left out by name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, ScopeResult, Verdict

_MOST_ITEMS = 2000
_INSIDE = re.compile(
    r"\w\w"  # a word or a number
    r"|\d[.,/:'’\u00a0\u202f\u2009]\d|\d[–—-]\d|\w[-'’]\w"  # 9.5, 1/2, 7:30, 1 200, 10-12, low-fat
    r"|[$€£¥+−-]\d|[.,]\d|\d[%‰°€£¥$]"  # -5, $5, .5, 5%
)
"""Two neighbours, or three with a mark between, that no quote may cut apart."""


def cuts(text: str, at: int) -> bool:
    """Tell whether a place is inside a word or a number: nothing may begin or end there."""
    if at <= 0 or at >= len(text):
        return False
    near = ((at - 1, at + 1), (at - 1, at + 2), (at - 2, at + 1))
    return any(a >= 0 and _INSIDE.fullmatch(text, a, b) is not None for a, b in near)


def places(text: str, quote: str, start: int = 0) -> Iterator[Span]:
    """Yield where a quote stands whole, from a place on."""
    at = text.find(quote, start) if quote else -1
    while at >= 0:
        end = at + len(quote)
        if not cuts(text, at) and not cuts(text, end):
            yield Span(at, end)
        at = text.find(quote, at + 1)


class Layout(Record, frozen=True):
    """Quotes laid out for the rules."""

    text: str
    places: tuple[tuple[int, int, int], ...]
    """(start in the layout, start in the response, length) of each quote, in order."""
    dropped: tuple[str, ...]
    """Quotes that do not stand in the response."""
    kept: int
    """Items with at least one quote that does."""
    left_out: tuple[Cited, ...] = ()
    """What the model names as no part of it."""

    @property
    def quoted(self) -> tuple[Span, ...]:
        """Return every place of the response that is quoted, in the order of the quotes."""
        return tuple(Span(at, at + length) for _, at, length in self.places)


def is_facts(value: Any) -> bool:
    """Tell whether a reply has the shape that was asked for."""
    if not isinstance(value, dict):
        return False
    items, left_out = value.get("items"), value.get("left_out", [])
    if not isinstance(items, list) or len(items) > _MOST_ITEMS or not isinstance(left_out, list):
        return False
    return all(map(_is_item, items)) and all(isinstance(quote, str) for quote in left_out)


def _is_item(item: Any) -> bool:
    if not isinstance(item, dict):
        return False
    lists = (item.get("under", []), item.get("quotes", []))
    texts = all(isinstance(one, list) and all(isinstance(t, str) for t in one) for one in lists)
    return texts and isinstance(item.get("name", ""), str)


def lay_out(facts: dict[str, Any], response: str) -> Layout:
    """Find every quote, from where the one before stands on, and write them plainly."""
    writer = _Writer(response)
    for item in facts["items"]:
        writer.item(item.get("under", []), item.get("name", ""), item.get("quotes", []))
    left_out = writer.left_out(facts.get("left_out", []))
    return Layout("".join(writer.parts), tuple(writer.places), tuple(writer.dropped), writer.kept,
                  left_out)  # fmt: skip


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

    def left_out(self, quotes: list[str]) -> tuple[Cited, ...]:
        """Find what is named as no part of it, each time at a place that nothing else took."""
        found: list[Cited] = []
        taken = set(self._used)
        for quote in quotes:
            span = next(
                (at for at in places(self.response, quote.strip()) if at not in taken), None
            )
            if span is not None:
                taken.add(span)
                found.append(Cited(span.of(self.response), span))
        return tuple(found)

    def _find(self, quote: str, start: int) -> Span | None:
        """Return where a name stands next, or else first; None when it stands nowhere."""
        wanted = quote.strip()
        text = "" if "\n" in wanted else self.response
        span = next(places(text, wanted, start), None) or next(places(text, wanted), None)
        if span is None:
            self.dropped += [quote] if wanted else []
        return span

    def _amount(self, quote: str, start: int) -> Span | None:
        """Return where an amount stands that no quote before took; each counts once."""
        span = self._find(quote, start)
        if span in self._used:
            later = places(self.response, quote.strip(), start)
            span = next((at for at in later if at not in self._used), None)
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
        start, original, length = layout.places[max(0, bisect_right(starts, at) - 1)]
        return original + min(max(0, at - start), length)

    def span(given: Span) -> Span:
        first, last = place(given.start), place(max(given.start, given.end - 1))
        return Span(min(first, last), max(first, last) + (given.end > given.start))

    def cited(given: Cited) -> Cited:
        there = span(given.span)
        return Cited(there.of(response), there)

    def scope(given: ScopeResult) -> ScopeResult:
        return replace(
            given,
            spans=tuple(map(span, given.spans)),
            operands=tuple(
                replace(one, cited=cited(one.cited) if one.cited else None)
                for one in given.operands
            ),
            excluded=tuple(replace(one, cited=cited(one.cited)) for one in given.excluded),
            offending=tuple(map(cited, given.offending)),
        )

    return replace(
        verdict, scopes=tuple(map(scope, verdict.scopes)), doubts=tuple(map(cited, verdict.doubts))
    )
