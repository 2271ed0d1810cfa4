"""Segmentation of the answer into sections, paragraphs, lines, sentences, words and marks.

A segmentation is a named, versioned definition, so a verdict can say by which rules
the words of a text were counted. Everything is computed when first asked for, once per
response; counting words builds no spans.

`default/1`: a word is a run of letters and digits, kept together across an inner
hyphen, apostrophe, point, comma, colon, slash, `&`, `@` or `+` (`well-known`, `don't`,
`3,000`); a character of a script without spaces counts as one. A paragraph is a run of
non-blank lines with prose in it, without its headings. A sentence ends with `.`, `!`,
`?` or `…` before a space, but not after an abbreviation or inside a number, and always
at the end of a paragraph or list item; headings, tables and code hold no sentences.

The others differ from it so:

- `tokens/1`: a word is a run of letters, digits and underscores (`don't` is two), and a
  paragraph is what blank lines separate.
- `chunks/1`: a word ends only at a space or at one of `. , ? ! ' "`, and a paragraph is what
  blank lines separate.
- `spaces/1`: a word is what spaces separate, and a paragraph is what blank lines separate.
- `running/1`: a sentence runs on over line ends, headings and list items until a mark ends it;
  so does the point of a list number.
- `contractions/1`: a word ends at an apostrophe too, and at `&`, `@`, `:` (`I'm` is two).
- `langdetect/1`: where small words do not tell the language of a text, the library of that
  name does (`the extra `language``).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LISTS, TABLES, TITLES, Block, BlockKind
from evalspec.document.delimited import delimited
from evalspec.document.fenced import with_rows
from evalspec.document.plain import mask, trim
from evalspec.document.scan import Lines, lines_of, scan
from evalspec.document.units import answers, matched, title
from evalspec.vocabulary.text_units import text_units

_WORD = r"[^\W_]\w*(?:[-'’‑.,:/&@+]\w+)*"
_CONTRACTED = r"[^\W_]\w*(?:[-‑.,/+]\w+)*"
_ALONE = "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
_NOT_ALONE = r"[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"


class Segmentation(Record, frozen=True):
    """A named way to cut a text."""

    name: str
    words: str
    """Pattern of a word; linear by construction."""
    blank_line_paragraphs: bool = False
    """Every piece between blank lines is a paragraph, whatever it holds."""
    running_sentences: bool = False
    """Only a mark ends a sentence, no line end."""
    language_library: bool = False
    """The library langdetect may tell a language."""


SEGMENTATIONS = {
    s.name: s
    for s in (
        Segmentation("default/1", _WORD),
        Segmentation("tokens/1", r"\w+", blank_line_paragraphs=True),
        Segmentation("chunks/1", r"[^\s.,?!'\"]+", blank_line_paragraphs=True),
        Segmentation("running/1", _WORD, running_sentences=True),
        Segmentation("spaces/1", r"\S+", blank_line_paragraphs=True),
        Segmentation("contractions/1", _CONTRACTED),
        Segmentation("langdetect/1", _WORD, language_library=True),
    )
}

_SENTENCE_END = regex(r"[.!?…]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]+[”’」』）]*")
_PLAIN_END = regex(r"[.!?]+[\"')\]*_]*(?=\s|$)")
"""The same for ASCII, found faster: it begins with one set of characters."""
_ABBREVIATION_WORDS = (
    "e.g i.e eg ie mr mrs ms dr prof sr jr st vs etc approx ca cf al fig no vol pp p ch sec inc "
    "ltd co dept est min max hr hrs mins tbsp tsp oz lb lbs jan feb mar apr jun jul aug sep sept "
    "oct nov dec mon tue wed thu fri sat sun a.m p.m u.s u.k ph.d"
)
_ENDING_WORDS = "etc a.m p.m inc ltd co u.s u.k al hr hrs mins tbsp tsp oz lb lbs"
_ABBREVIATIONS = frozenset(_ABBREVIATION_WORDS.split())
_OPTIONAL_END = frozenset(_ENDING_WORDS.split())
"""Abbreviations that may also end a sentence: a capital after them decides."""
_LAST_WORD = regex(r"[^\s(\[\"“*_]*$")
_LINK = regex(
    r"!?\[[^\[\]\n]{0,500}\]\([^()\s]{0,2000}(?:\s\"[^\"\n]{0,500}\")?\)|<?https?://[^\s<>()]+|www\.[^\s<>()]+"
)
_CODE = regex(r"(?<!`)(`{1,2})(?!`)[^`\n]{1,2000}\1(?!`)")
_QUOTATION = regex(r"\"[^\"\n]{1,5000}\"|“[^“”]{1,5000}”|«[^«»]{1,5000}»|„[^„“”\n]{1,5000}[“”]")
_PROSE = (BlockKind.PARAGRAPH, BlockKind.LABEL_LINE, BlockKind.QUOTE)
_LEVELS = {BlockKind.BOLD_LINE: 8, BlockKind.LABEL_LINE: 10}
"""Levels of what names a section below headings, which have 1 to 6; above another such line one less."""


def _goes_on(block: Block) -> bool:
    """Tell whether a line says more than its label."""
    return block.rest is not None and block.rest.start < block.rest.end


class Section(Record, frozen=True):
    """A heading with what stands under it."""

    heading: Span | None
    """The heading's content; None for text before the first heading."""
    level: int
    span: Span
    """Heading and body, down to the next heading of the same or a higher level."""
    body: Span


class Segments:
    """The segments of one answer, each kind computed once, when first asked for."""

    def __init__(
        self,
        response: str,
        spans: tuple[Span, ...] | None = None,
        segmentation: str = "default/1",
        blocks: tuple[Block, ...] | None = None,
    ) -> None:
        """Take a response, the spans of its answer, and its blocks if they are known."""
        self.response = response
        self.segmentation = SEGMENTATIONS[segmentation]
        self.text = response if spans is None else mask(response, spans)
        """The response with all that is not the answer blanked, same length."""
        self.spans = spans
        if blocks is not None:
            self.__dict__["blocks"] = blocks

    # -- what the checks call ----------------------------------------------------------
    def of(self, kind: str, within: Span | None = None) -> tuple[Span, ...]:
        """Return the segments of a kind (a `TextScope`) that lie inside `within`, in order."""
        if within is not None and kind == "word":
            return self.words_in(within)
        if within is not None and kind == "character":
            return tuple(Span(i, i + 1) for i in range(within.start, within.end))
        found = _KINDS[kind](self) if kind in _KINDS else self._unit(kind)
        if within is None:
            return found
        first = bisect_left(found, Span(within.start, within.start))
        last = bisect_left(found, Span(within.end, within.end))
        inside = tuple(span for span in found[first:last] if span.end <= within.end)
        if kind == "sentence" and first and self._labelled(found[first - 1], within):
            return (Span(within.start, found[first - 1].end), *inside)
        if kind == "line" and first and found[first - 1].end > within.start:  # behind its mark
            return (Span(within.start, min(found[first - 1].end, within.end)), *inside)
        return inside

    def _labelled(self, sentence: Span, within: Span) -> bool:
        """Tell whether a sentence begins with a label that is left out of a piece: `A: Yes.`"""
        before = self.text[sentence.start : within.start].rstrip("*_ \t\n")
        return within.start < sentence.end <= within.end and before.endswith((":", ".", ")"))

    def count(self, kind: str, within: Span | None = None) -> int:
        """Count the segments of a kind; words and characters without building them."""
        if kind == "word":
            return self.count_words(within)
        if kind == "character":
            return within.end - within.start if within else self.character_count
        return len(self.of(kind, within))

    def count_words(self, within: Span | None = None) -> int:
        """Count words in a span, or in the whole answer."""
        if within is None:
            return self.word_count
        return len(self._word.findall(self.text, within.start, within.end))

    def first_words(self, bounds: tuple[Span, ...]) -> Iterator[Span]:
        """Yield the words of some spans one by one."""
        for bound in bounds:
            for match in self._word.finditer(self.text, bound.start, bound.end):
                yield Span(*match.span())

    def words_in(self, within: Span) -> tuple[Span, ...]:
        """Return the words of a span."""
        found = self._word.finditer(self.text, within.start, within.end)
        return tuple(Span(*match.span()) for match in found)

    def split(self, separator: str, within: Span | None = None) -> tuple[Span, ...]:
        """Return the trimmed, non-empty pieces between occurrences of a separator."""
        start, end = (0, len(self.text)) if within is None else (within.start, within.end)
        pieces = []
        while separator and (found := self.text.find(separator, start, end)) >= 0:
            pieces.append(trim(self.text, start, found))
            start = found + len(separator)
        pieces.append(trim(self.text, start, end))
        return tuple(piece for piece in pieces if piece.start < piece.end)

    @property
    def known_blocks(self) -> tuple[Block, ...] | None:
        """The blocks, if they were scanned."""
        return self.__dict__.get("blocks")

    # -- computed once -------------------------------------------------------------------
    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the answer."""
        return scan(self.response, self.spans, self._lines)

    @cached_property
    def answer(self) -> Span:
        """From the first to the last visible character of the answer."""
        return trim(self.text, 0, len(self.text))

    @cached_property
    def character_count(self) -> int:
        """Code points of the answer, without blanks at its ends and what is set aside."""
        spans = self.spans
        if spans is None or len(spans) < 2:
            return self.answer.end - self.answer.start
        return sum(
            min(s.end, self.answer.end) - max(s.start, self.answer.start)
            for s in spans
            if s.start < self.answer.end and self.answer.start < s.end
        )

    @cached_property
    def word_count(self) -> int:
        """The number of words of the answer."""
        return len(self._word.findall(self.text))

    @cached_property
    def words(self) -> tuple[Span, ...]:
        """All words."""
        return tuple(Span(*match.span()) for match in self._word.finditer(self.text))

    @cached_property
    def _word(self) -> re.Pattern[str]:
        pattern = self.segmentation.words
        if pattern is _WORD and not self.text.isascii() and re.search(_ALONE, self.text):
            pattern = rf"{_ALONE}|{_NOT_ALONE}(?:[-'’‑.,:/&@+]{_NOT_ALONE})*"
        return re.compile(pattern)

    @cached_property
    def lines(self) -> tuple[Span, ...]:
        """Every line with something on it, trimmed."""
        return tuple([Span(start, end) for start, end, _ in self._lines if start < end])

    @cached_property
    def _lines(self) -> Lines:
        return lines_of(self.text)

    @cached_property
    def paragraphs(self) -> tuple[Span, ...]:
        """Paragraphs, by the definition of the segmentation."""
        runs: list[list[Span]] = [[]]
        lines = iter(self.lines)
        for start, end, _ in self._lines:
            if start < end:
                runs[-1].append(next(lines))
            elif runs[-1]:
                runs.append([])
        if self.segmentation.blank_line_paragraphs:
            return tuple(Span(run[0].start, run[-1].end) for run in runs if run)
        kinds = {block.span.start: block.kind for block in self.blocks}
        return tuple(p for run in runs for p in _paragraphs(run, kinds))

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Sentences of prose, quotes and list items."""
        found: list[Span] = []
        if self.segmentation.running_sentences:
            return tuple(_sentences(self.text, self.answer.start, self.answer.end, running=True))
        for run in self._runs():
            found.extend(_sentences(self.text, run.start, run.end))
        return tuple(found)

    def _runs(self) -> list[Span]:
        """Stretches that hold sentences: a paragraph's lines joined, each list item alone."""
        runs: list[Span] = []
        group = -1
        for block in self.blocks:
            joins = block.kind in _PROSE
            if joins and block.group == group:
                runs[-1] = Span(runs[-1].start, block.text.end)
            elif joins or block.kind in LISTS:
                runs.append(block.text)
            group = block.group if joins else -1
        return [run for run in runs if run.start < run.end]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """A section for each heading; bold lines are headings where there are no others."""
        kind = BlockKind.HEADING
        if not any(block.kind is kind for block in self.blocks):
            kind = BlockKind.BOLD_LINE
        return self._below([(block, block.level) for block in self.blocks if block.kind is kind])

    @cached_property
    def named_sections(self) -> tuple[Section, ...]:
        """A section for each heading, bold line and label alone on its line: all that has a name."""
        kinds = (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE)
        heads: list[tuple[Block, int]] = []
        for block, below in pairwise((*self.blocks, None)):
            if block is not None and block.kind in kinds and not _goes_on(block):
                twice = below is not None and below.kind is block.kind
                level = block.level if block.kind is BlockKind.HEADING else _LEVELS[block.kind]
                heads.append((block, level - twice if block.kind in _LEVELS else level))
        return self._below(heads)

    def _below(self, heads: list[tuple[Block, int]]) -> tuple[Section, ...]:
        """Part the text below headings, each up to the next one of its level or above."""
        ends = [self.answer.end] * len(heads)
        open_heads: list[int] = []
        for i, (head, level) in enumerate(heads):
            while open_heads and heads[open_heads[-1]][1] >= level:
                ends[open_heads.pop()] = head.span.start
            open_heads.append(i)
        return tuple(
            Section(
                head.text,
                level,
                trim(self.text, head.span.start, end),
                trim(self.text, head.span.end, end),
            )
            for (head, level), end in zip(heads, ends, strict=True)
        )

    @cached_property
    def section_spans(self) -> tuple[Span, ...]:
        """Sections of the highest heading level that occurs more than once (or at all)."""
        levels = [section.level for section in self.sections]
        if not levels:
            return ()
        often = [level for level in levels if levels.count(level) > 1] if len(levels) < 999 else []
        level = min(often or levels)
        return tuple(section.span for section in self.sections if section.level == level)

    def blocks_of(self, *kinds: BlockKind) -> tuple[Span, ...]:
        """Return the contents of the blocks of some kinds that have any."""
        found = (block.text for block in self.blocks if block.kind in kinds)
        return tuple(span for span in found if span.start < span.end)

    @cached_property
    def tables(self) -> tuple[tuple[Block, ...], ...]:
        """Each table as its rows, header first where there is one."""
        tables: dict[int, list[Block]] = {}
        for block in self.blocks:
            if block.kind in TABLES:
                tables.setdefault(block.group, []).append(block)
        return tuple(tuple(rows) for rows in tables.values())

    @cached_property
    def delimited(self) -> tuple[tuple[Span, ...], ...]:
        """The rows of an answer that is delimited values, or has a fence of them; empty beside tables."""
        if self.tables:
            return ()
        code = [block for block in self.blocks if block.kind is BlockKind.CODE]
        counted = (block for block in code if with_rows(self.text, (block,)) != (block,))
        fenced = (delimited(self.text, block.text, (block,)) for block in counted)
        return delimited(self.text, self.answer, self.blocks) or next(filter(None, fenced), ())

    @cached_property
    def table_spans(self) -> tuple[Span, ...]:
        """Each table from its first row to its last."""
        found = [Span(rows[0].span.start, rows[-1].span.end) for rows in self.tables]
        rows = self.delimited
        return (*found, *([Span(rows[0][0].start, rows[-1][-1].end)] if rows else []))

    @cached_property
    def row_cells(self) -> tuple[tuple[Span, ...], ...]:
        """The cells of each row but the headers."""
        found = [r.cells for rows in self.tables for r in rows if r.kind is BlockKind.TABLE_ROW]
        return (*found, *self.delimited[1:])

    @cached_property
    def columns(self) -> tuple[tuple[Span, ...], ...]:
        """The body cells of each column of each table, table by table."""
        found = []
        for rows in self.tables:
            body = [row for row in rows if row.kind is BlockKind.TABLE_ROW]
            for i in range(max(len(row.cells) for row in rows)):
                column = tuple(row.cells[i] for row in body if i < len(row.cells))
                found.append(column)
        return (*found, *zip(*self.delimited[1:], strict=True))

    @cached_property
    def code(self) -> tuple[Span, ...]:
        """Fenced blocks and inline code, with their marks."""
        fenced = [block.span for block in self.blocks if block.kind is BlockKind.CODE]
        inline = [span for span in self._find(_CODE) if not any(f.touches(span) for f in fenced)]
        return tuple(sorted(fenced + inline))

    @cached_property
    def links(self) -> tuple[Span, ...]:
        """Markdown links and bare addresses."""
        return tuple(self._find(_LINK))

    @cached_property
    def quotations(self) -> tuple[Span, ...]:
        """Text in double quotation marks, with the marks."""
        return tuple(self._find(_QUOTATION))

    @cached_property
    def title(self) -> tuple[Span, ...]:
        """What stands above everything else, if something does."""
        found = title(self.text, self.blocks)
        return () if found is None else (found,)

    @cached_property
    def answers(self) -> tuple[Span, ...]:
        """What stands between the questions of a list of questions."""
        return tuple(answers(self.text, self.blocks, self.of("question")))

    def _unit(self, kind: str) -> tuple[Span, ...]:
        """Return what the pattern of a unit of text finds."""
        if kind not in self._units:
            unit = text_units()[kind]
            within = [s for k in unit.inside for s in self.of(k)] if unit.inside else [self.answer]
            self._units[kind] = tuple(sorted(set(matched(self.text, unit, within))))
        return self._units[kind]

    @cached_property
    def _units(self) -> dict[str, tuple[Span, ...]]:
        return {}

    def _find(self, pattern: re.Pattern[str]) -> list[Span]:
        return [Span(*match.span()) for match in pattern.finditer(self.text)]


_KINDS: dict[str, Callable[[Segments], tuple[Span, ...]]] = {
    "response": lambda s: (s.answer,) if s.answer.start < s.answer.end else (),
    "section": lambda s: s.section_spans,
    "paragraph": lambda s: s.paragraphs,
    "sentence": lambda s: s.sentences,
    "line": lambda s: s.lines,
    "bullet": lambda s: s.blocks_of(BlockKind.BULLET),
    "numbered": lambda s: s.blocks_of(BlockKind.NUMBERED),
    "list-item": lambda s: s.blocks_of(BlockKind.BULLET, BlockKind.NUMBERED),
    "table": lambda s: s.table_spans,
    "row": lambda s: (
        *s.blocks_of(BlockKind.TABLE_ROW),
        *(Span(row[0].start, row[-1].end) for row in s.delimited[1:]),
    ),
    "column": lambda s: tuple(
        Span(column[0].start, column[-1].end) for column in s.columns if column
    ),
    "cell": lambda s: tuple(cell for row in s.row_cells for cell in row),
    "code": lambda s: s.code,
    "link": lambda s: s.links,
    "quotation": lambda s: s.quotations,
    "head": lambda s: s.blocks_of(*TITLES),
    "heading": lambda s: tuple(x.heading for x in s.sections if x.heading is not None),
    "title": lambda s: s.title,
    "faq-answer": lambda s: s.answers,
    "word": lambda s: s.words,
    "character": lambda s: tuple(Span(i, i + 1) for i in range(s.answer.start, s.answer.end)),
}  # fmt: skip


def _paragraphs(run: list[Span], kinds: dict[int, BlockKind]) -> list[Span]:
    """Cut a run of non-blank lines at its headings and rules; keep the pieces that hold prose."""
    found: list[Span] = []
    start: int | None = None
    end = 0
    prose = False
    for line in run:
        kind = kinds.get(line.start)
        if kind in TITLES or kind is BlockKind.RULE:
            if start is not None and prose:
                found.append(Span(start, end))
            start, prose = None, False
            continue
        if start is None and kind is None:
            continue
        start = line.start if start is None else start
        end = line.end
        prose = prose or kind in _PROSE
    if start is not None and prose:
        found.append(Span(start, end))
    return found


def _sentences(text: str, start: int, end: int, running: bool = False) -> list[Span]:
    found: list[Span] = []
    at = start
    marks = _PLAIN_END if text.isascii() else _SENTENCE_END
    for mark in marks.finditer(text, start, end):
        if mark.end() < end and _continues(text, at, mark.start(), mark.end(), end, running):
            continue
        piece = trim(text, at, mark.end())
        if piece.start < mark.start():
            found.append(piece)
        at = mark.end()
    rest = trim(text, at, end)
    written = text[rest.start : rest.end]
    if any(character.isalnum() for character in written) or (running and written):
        found.append(rest)
    return found


def _continues(
    text: str, start: int, dot: int, end: int, limit: int, running: bool = False
) -> bool:
    """Tell a point that ends an abbreviation, an initial or a list number from a full stop."""
    if text[dot] != "." or (text[dot + 1 : dot + 2] == "." and not running):
        return False
    word = _LAST_WORD.search(text, max(start, dot - 24), dot)
    last = word[0].lower() if word else ""
    following = (
        text[end:limit].lstrip()[:1] if limit - end < 200 else text[end : end + 200].lstrip()[:1]
    )
    if last in _ABBREVIATIONS:
        return last not in _OPTIONAL_END or not following.isupper()
    if len(last) == 1 and last.isalpha():
        return last != "i" and word is not None and word[0].isupper()
    if (
        not running
        and last.isdigit()
        and len(last) < 3
        and not text[start : dot - len(last)].strip()
    ):
        return True
    return following.islower()
