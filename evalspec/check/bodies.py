"""The text of a thing: its lines, its parts, and the paragraphs below that no other thing heads."""

from __future__ import annotations

from bisect import bisect_left

from evalspec.check.index import Index
from evalspec.core.lookup import memoized
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.document.facts import Entry, EntryKind

_INDENT = regex(r"[ \t>]*")
_ROW = regex(r"[ \t>]*\|")
_PARAGRAPH = regex(r"\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*")
_ENDS = regex(r"(?m)^[ \t]*(?:#{1,6}[ \t]|-{3,}|\*{3,}[ \t\r]*$|_{3,})")
"""A rule, and a heading that no part was made of."""


class Bodies:
    """The texts of the entries of one response."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def of(self, entry: Entry) -> tuple[Span, ...]:
        """Return where the text of an entry stands."""
        spans = self.index.extent(entry.id)
        if entry.parent < 0:  # the plan, or things that were gathered
            return spans
        below = self._own(entry)
        end = below[-1].end if below else self._further_in(entry)
        if not spans or end <= spans[-1].end:
            return spans
        return (*spans[:-1], Span(spans[-1].start, end))

    def _own(self, entry: Entry) -> tuple[Span, ...]:
        """Return the paragraphs below an entry that belong to it.

        Of the last of several things they are as many as the others have: what follows closes the
        response. What stands alone has them if it holds nothing else.
        """
        below = self._below[entry.id]
        if not below:
            return ()
        index, mark = self.index, self.index.mark(entry.id)
        beside = self._beside[entry.parent, mark]
        if beside and beside[-1].span.start > entry.span.start:
            return below
        others = [other for other in beside if other.id != entry.id]
        if others:
            counts = sorted(len(self._below[other.id]) for other in others)
            return below[: counts[(len(counts) - 1) // 2]]
        alone = entry.kind is EntryKind.CONTAINER and not mark and not index.parts[entry.id]
        return below if alone else ()

    @memoized
    def _beside(self, place: tuple[int, int]) -> list[Entry]:
        """Return the parts of a holder whose lines are marked alike, in order."""
        index, (holder, mark) = self.index, place
        parts = [index.entries[n] for n in index.parts[holder] if index.mark(n) == mark]
        found = [part for part in parts if part.kind is not EntryKind.DEFINITION]
        return sorted(found, key=lambda part: part.span.start)

    @memoized
    def _below(self, entry_id: int) -> tuple[Span, ...]:
        """Return the paragraphs between the last line of an entry and the next one, or a rule."""
        text, starts = self.index.text, self.index.starts
        last = line_at(text, self._further_in(self.index.entries[entry_id]))
        if _ROW.match(text, last.start, last.end):
            return ()  # what stands below a table is of no cell of its last row
        start = last.end
        following = bisect_left(starts, (start, -1))
        end = len(text)
        if following < len(starts):
            end = line_at(text, starts[following][0]).start
        ends = _ENDS.search(text, start, end) if start < end else None
        end = ends.start() if ends is not None else end
        return tuple(Span(*p.span()) for p in _PARAGRAPH.finditer(text, start, end))

    def _further_in(self, entry: Entry) -> int:
        """Return where the lines of an entry end, with those below that stand further in than it."""
        index, text = self.index, self.index.text
        inner = (entry.id, *index.walk(entry.id))
        end = max(s.end for n in inner for s in index.entries[n].spans)
        own, at = self._indent(line_at(text, entry.span.start)), line_at(text, end).end + 1
        following = bisect_left(index.starts, (end, -1))
        last = index.starts[following][0] if following < len(index.starts) else len(text)
        while at < last:
            line = line_at(text, at)
            if line.end >= last < len(text):
                break
            if line.of(text).strip():
                if self._indent(line) <= own:
                    break
                end = line.end
            at = line.end + 1
        return end

    def _indent(self, line: Span) -> int:
        found = _INDENT.match(self.index.text, line.start, line.end)
        return len(found[0].expandtabs(4)) if found is not None else 0
