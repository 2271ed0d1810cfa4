"""Pieces of the text of a response: scopes, occurrences of words, and what stands under what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from evalspec.check.value import Found, Piece
from evalspec.check.wordsearch import search
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.core.verdict import Reason
from evalspec.vocabulary.fold import fold

if TYPE_CHECKING:
    from evalspec.document.blocks import Block
    from evalspec.document.facts import Entry
    from evalspec.document.named_texts import NamedText
    from evalspec.document.segment import Section, Segments
    from evalspec.language.program import Answer


_COUNTED = regex(r"\W*[^\W\d_]+[ \t]+#?(?:\d{1,3}|[IVX]{1,5})\b[ \t*_:.)–—-]*")
_TITLE = regex(r"[^\s:.*]+(?:[ \t]+[^\s:.*]+){0,9}[ \t]*(?=[:.*\r]|$)")
"""A few words behind a number, no sentence: `Chapter 1: Getting started`."""
_ITEMS = ("bullet", "numbered", "list-item")
_FEW = 8
"""Most words of a line that may be a heading."""


class Text:
    """The text of one response, cut lazily into pieces."""

    def __init__(
        self, response: str, answer: Answer, extent: Callable[[Entry], tuple[Span, ...]]
    ) -> None:
        """Take a response, which part of it is the answer, and what finds the text of an entry."""
        self.response = response
        self._answer = answer
        self.extent = extent
        self._others: dict[str, Text] = {}
        self._whole: dict[str, Found] = {}

    @cached_property
    def answer(self) -> tuple[Span, ...]:
        """The spans of the answer; empty when the selected part does not stand there."""
        from evalspec.document.answer import select_answer

        a = self._answer
        return select_answer(self.response, a.after, a.before, a.under, a.json_path)

    @property
    def missing(self) -> bool:
        """Tell whether a part was selected that the response does not have."""
        a = self._answer
        return bool(a.after or a.before or a.under or a.json_path) and not self.answer

    @cached_property
    def segments(self) -> Segments:
        from evalspec.document.segment import Segments

        whole = self.answer == (Span(0, len(self.response)),)
        return Segments(self.response, None if whole else self.answer)

    def by(self, segmentation: str) -> Text:
        """Return the same text, cut by another segmentation."""
        found = self._others.get(segmentation)
        if found is None:
            from evalspec.document.segment import Segments

            found = self._others[segmentation] = Text(self.response, self._answer, self.extent)
            own = self.segments
            found.__dict__["answer"] = self.answer
            found.__dict__["segments"] = Segments(
                self.response, own.spans, segmentation, own.known_blocks
            )
        return found

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self.segments.blocks

    @cached_property
    def named_texts(self) -> tuple[NamedText, ...]:
        """The texts given under a name: keys, labels, headers of columns."""
        from evalspec.document.fenced import with_rows
        from evalspec.document.named_texts import named_texts

        return named_texts(self.seen, with_rows(self.seen, self.blocks), self.segments.delimited)

    @cached_property
    def elements(self) -> dict[Span, tuple[Span, ...]]:
        """The lists of a JSON answer that stand under a key, with their elements."""
        return {t.text: t.elements for t in self.named_texts if t.elements is not None}

    def named_within(self, bounds: Iterable[Span]) -> Iterator[NamedText]:
        """Yield the named texts that stand inside some spans."""
        texts = self.named_texts
        for bound in bounds:
            first = bisect_left(texts, bound.start, key=lambda one: one.text.start)
            for one in (texts[at] for at in range(first, len(texts))):
                if one.text.start > bound.end:
                    break
                if one.text.end <= bound.end:
                    yield one

    @property
    def seen(self) -> str:
        """The response with all that is not the answer blanked, same length."""
        return self.segments.text

    @cached_property
    def plain(self) -> str:
        """The text in lower case, when it is ASCII; else nothing."""
        return self.seen.lower() if self.seen.isascii() else ""

    def inside(self, kind: str, piece: Piece | None) -> tuple[Span, ...]:
        """Return where pieces of a kind are looked for: no list item is one of its own."""
        bounds = self.bounds(piece)
        if kind == "paragraph":
            return tuple(map(self._whole_lines, bounds))
        if kind not in _ITEMS or piece is None or piece.entry is None or not piece.entry.id:
            return bounds
        end = line_at(self.seen, piece.entry.span.start).end
        return tuple(
            Span(max(b.start, min(end, b.end)), b.end) if b.start <= end else b for b in bounds
        )

    def _whole_lines(self, bound: Span) -> Span:
        """Return a stretch with all of the line that begins with it: what follows is said of it too."""
        first, last = (
            line_at(self.seen, bound.start),
            line_at(self.seen, max(bound.start, bound.end - 1)),
        )
        begins = not any(map(str.isalnum, self.seen[first.start : bound.start]))
        return Span(first.start, last.end) if begins else bound

    def bounds(self, piece: Piece | None) -> tuple[Span, ...]:
        """Return where the scope in force stands; the whole answer when it is None."""
        if piece is None:
            return (self.segments.answer,)
        whole = piece.entry is not None and piece.spans in ((), piece.entry.spans)
        if piece.entry is not None and piece.entry.id and (whole or piece.entry.parts):
            return self.extent(piece.entry)
        if piece.spans:
            return piece.spans
        return (self.segments.answer,)

    def pieces(self, kind: str, piece: Piece | None, separator: str = "") -> Found:
        """Return the pieces of a kind, or between separators, inside the scope in force."""
        if piece is not None or separator:
            return self._pieces(kind, piece, separator)
        if kind not in self._whole:
            self._whole[kind] = self._pieces(kind, None, "")
        return self._whole[kind]

    def _pieces(self, kind: str, piece: Piece | None, separator: str) -> Found:
        if separator:
            bounds = self.bounds(piece)
            spans = tuple(s for b in bounds for s in self.segments.split(separator, b))
        elif kind == "title" and piece is not None and piece.entry is not None and piece.entry.id:
            spans = self._title_of(piece.entry)
        elif piece is None or (not piece.spans and (piece.entry is None or piece.entry.id == 0)):
            spans = self.segments.of(kind)
        else:
            spans = tuple(s for b in self.inside(kind, piece) for s in self.segments.of(kind, b))
        if not spans:
            return Found(reason=Reason.EMPTY_SCOPE, detail=kind)
        path = (*piece.path, piece.label) if piece is not None and piece.label else ()
        label = kind if kind == "response" else ""
        return Found(
            tuple(
                Piece(label or f"{kind} {n}", (span,), None, "", kind, path=path)
                for n, span in enumerate(spans, 1)
            )
        )

    def _title_of(self, entry: Entry) -> tuple[Span, ...]:
        """Return the title of a part: its label without the number, or what stands behind that."""
        start, end = entry.span.start, entry.span.end
        if counted := _COUNTED.match(self.seen, start, line_at(self.seen, start).end):
            start = counted.end()
            line = _TITLE.match(self.seen, start, line_at(self.seen, start).end)
            end = max(end, line.end()) if line is not None else end
        return (Span(start, end),) if any(map(str.isalnum, self.seen[start:end])) else ()

    def titled(self, piece: Piece | None, *, named: bool = False) -> Found:
        """Return the sections of all levels inside the scope in force, each by its heading.

        With `named` bold lines and labels alone on their lines are headings too.
        """
        bounds = self.bounds(piece)
        sections = self.segments.named_sections if named else self.segments.sections
        held = tuple(
            Piece(section.heading.of(self.seen), (section.span,), None, "", "section")
            for section in sections
            if section.heading is not None
            and any(b.start <= section.span.start and section.span.end <= b.end for b in bounds)
        )
        return Found(held) if held else Found(reason=Reason.EMPTY_SCOPE, detail="section")

    def short_lines(self, piece: Piece | None) -> Found:
        """Return the lines of few words in the scope in force, which may be headings without a mark."""
        lines = (span for p in self.pieces("line", piece).pieces for span in p.spans)
        named = ((span.of(self.seen), span) for span in lines)
        held = tuple(
            Piece(text, (span,), None, "", "section")
            for text, span in named
            if len(text.split()) <= _FEW
        )
        return Found(maybe=held, reason=Reason.NAME_NOT_FOUND, detail="section")

    def heading(self, piece: Piece) -> str:
        """Return the heading of a section; empty when it has none, or is something else."""
        if piece.kind != "section" or not piece.spans:
            return ""
        headings = (
            section.heading.of(self.seen)
            for section in self.segments.sections
            if section.heading is not None and section.span == piece.spans[0]
        )
        return next(headings, "")

    def count(self, kind: str, piece: Piece | None) -> int:
        """Count the pieces of a kind inside the scope in force, without building them."""
        if piece is None:
            return self.segments.count(kind)
        return sum(self.segments.count(kind, span) for span in self.inside(kind, piece))

    def content(self, piece: Piece | None) -> str:
        """Return the text of the scope in force; several spans are joined by line ends."""
        return "\n".join(span.of(self.seen) for span in self.bounds(piece))

    def occurrences(
        self,
        piece: Piece | None,
        wanted: str,
        whole: bool = True,
        case_sensitive: bool = False,
        limit: int = 1 << 60,
    ) -> tuple[Span, ...]:
        """Find a text in the scope in force, on word boundaries unless `whole` is False."""
        bounds = self.bounds(piece)
        found = (
            span
            for bound in bounds
            for span in search(
                self.seen, self.plain, wanted, bound.start, bound.end, whole, case_sensitive
            )
        )
        return tuple(islice(found, limit))

    def under(self, piece: Piece, folded: str) -> bool:
        """Tell whether a piece stands below a heading with this text."""
        start = piece.spans[0].start if piece.spans else 0
        return any(
            section.span.start <= start < section.span.end for section in self._headed(folded)
        )

    def has_heading(self, folded: str) -> bool:
        return any(True for _ in self._headed(folded))

    def _headed(self, folded: str) -> Iterator[Section]:
        """Yield the sections whose heading is or holds a text."""
        for section in self.segments.sections:
            if section.heading is not None:
                heading = fold(section.heading.of(self.seen))
                if f" {folded} " in f" {heading} ":
                    yield section

    def adjacent(self, left: Piece, right: Piece) -> bool:
        """Tell whether nothing but blanks stands between two pieces."""
        return not self.seen[left.spans[-1].end : right.spans[0].start].strip(" \n\t.,;:") and (
            left.spans[-1].end <= right.spans[0].start
        )
