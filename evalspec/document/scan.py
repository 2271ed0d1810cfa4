"""Response → blocks: an offset-preserving scanner of Markdown as models really write it.

One pass over the lines, no recursion. A line is told by its first character, then by
its emphasis and label. Documented departures from CommonMark, each because of how
answers are written: bold lines are headings, indentation never makes code, different
markers at one indentation nest, pipes make tables with or without a separator row.
"""

from __future__ import annotations

import re
from itertools import groupby

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.inline import Inline, number_at, read_inline
from evalspec.document.json_blocks import find_json, json_blocks
from evalspec.document.plain import BLANKS, mask, trim

_BULLETS = frozenset("*-+・•–—▪▫◦●○‣∙·►▶▸➤➢❖■□◆◇✓✔✗☐☑→⁃⤷↳↪⮡⮑➥➔➜⟶❯✦✧")
_TIGHT_BULLETS = frozenset("・•▪◦●○‣►▶▸➤➢■□◆◇☐☑⁃")
_ORNAMENTS = frozenset("1a►▶▸➤➢❖■□◆◇")
"""Marks of list items that hold the items of another mark below them, a blank line between."""
_BREAKS = regex(r"(?:\s*<br\s?/?>)+$", re.IGNORECASE)
_RULE_MARKS = frozenset("-*_=–—•~")
_RULE = regex(r"(?:[-*_=–—•~]\s*){3,}$")
_TASK = regex(r"\[[^\S\n]*[xX]?[^\S\n]*\]\s+")
_PIPE = regex(r"(?<!\\)[|│┃｜]")
_LABELLED = regex(r"[^\W\d_]:[ \xa0]")
"""A line of several labels is no row, whatever stands between them."""
_TOLD = regex(
    r"(?![^\n]*[|│┃｜][^\n]*\d:\d\d)[^|│┃｜]*[^\W\d_]\)?(?::|[ \xa0][-–—])[ \xa0]+[~≈$€£]?\d"
)
"""A line that tells an amount behind a name before it has come to a pipe: `Rowing – 5 min | 50 kcal`.

Clock readings behind it are columns: `Run: 5 km | 27:30 | 5:30 /km`.
"""
_SEPARATOR = frozenset("|-:+= \t│┃｜─┼━╋–—")
_FRAMED = "=-~+<[>─━═◆◇■□●○"
"""What a title between marks may begin with."""
_WRAPPED = regex(
    r"(?:(?P<mark>[◆◇■□●○])|(?:={2,}|-{2,}|[─━═]{2,}|~{2,}|\+{2,}|>{2,}|<(?:b|strong|u|h[1-6])>|"
    r"(?P<bracket>\[)))[ ]*"
    r"(?P<title>(?(bracket)|(?:\d{1,2} )?)[^\W\d_][^\[\]<>=~]{0,70}?)[ :]*"
    r"(?(mark)(?P=mark)|(?:={2,}|-{2,}|[─━═]{2,}|~{2,}|\+{2,}|<{2,}|</(?:b|strong|u|h[1-6])>|\]))$",
    re.IGNORECASE,
)
"""A title between marks: `=== Day 1 ===`, `<b>3 March</b>`, `[Day 1]`; `[3 min]` is a remark."""
_CAPITALS = regex(
    r"(?:\d{1,2}-)?[^\W\d_]{2}(?:[^\W\d_]|['’&/ –—-]){1,60}(?: #?\d{1,2}(?: ?[:–—-] [^\d:]{3,60})?)?:?"
)
"""A title in capitals: `DAY 1`, `4-DAY PLAN`, `TIPS:`."""
_COUNTED = regex(r"\s*[^\W\d_]+ \d{1,3}(?=$|[\s:(–-])")
"""A label that only counts is a part of its title: `Day 1: Old town`."""
_LONGEST_TITLE = 80
_FENCED_TEXT = frozenset(("markdown", "md"))
_JSON = ("```json", "\n{", "\n[")
_TAB = 4
_RAIL = regex(r"[|│┃][^|│┃]*|[vV↓▼]")
"""A line of a diagram: `|  Leg 1`, `v`."""
_FEWEST_RAILS = 3
_QUOTED = 4
"""Quotations in each other that are taken off."""
_NAME_WORDS = 8
"""A line of more words names no list below it."""

PARAGRAPH = BlockKind.PARAGRAPH
_NAMING = (BlockKind.PARAGRAPH, BlockKind.LABEL_LINE, BlockKind.BOLD_LINE, BlockKind.HEADING)
Lines = list[tuple[int, int, int]]
"""(first content offset, end of content, width of indentation) of each line."""


def scan(
    response: str, spans: tuple[Span, ...] | None = None, lines: Lines | None = None
) -> tuple[Block, ...]:
    """Return the blocks of the answer, in order; their spans never overlap.

    `lines` are those of the answer when they are known.
    """
    text = response if spans is None else mask(response, spans)
    if text.lstrip(BLANKS)[:1] in ("{", "[", "`", "~") or any(s in text for s in _JSON):
        tree = find_json(text)
        if tree is not None:
            return json_blocks(tree)
    found = lines_of(text) if lines is None else list(lines)
    return tuple(_uncarded(_Scanner(text, _unrailed(text, _unquoted(text, found))).run()))


def _unquoted(text: str, lines: Lines) -> Lines:
    """Take the quote marks off an answer that stands in a quotation as a whole."""
    for _ in range(_QUOTED):
        quoted = sum(text[start : start + 1] == ">" for start, _, _ in lines)
        if not quoted or quoted * 5 < 4 * sum(start < end for start, end, _ in lines):
            break
        lines = [_after_mark(text, *line) for line in lines]
    return lines


def _uncarded(blocks: list[Block]) -> list[Block]:
    """Take the quote marks off quotations that each begin with a bold name: cards, one for each thing."""
    quoted = [
        list(run)
        for of, run in groupby(blocks, lambda b: b.kind is BlockKind.QUOTE and b.group)
        if of
    ]
    cards = [run for run in quoted if run[0].bold and len(run) > 1]
    if len(cards) < _FEWEST_RAILS:
        return blocks
    heads, lines = {run[0].span for run in cards}, {b.span for run in cards for b in run[1:]}
    kinds = dict.fromkeys(heads, BlockKind.BOLD_LINE) | dict.fromkeys(lines, PARAGRAPH)
    return [replace(b, kind=kind) if (kind := kinds.get(b.span)) is not None else b for b in blocks]


def _unrailed(text: str, lines: Lines) -> Lines:
    """Take the rail off lines that stand along one, as stations do: `|  Leg 1, 08:15`, `|`, `v`."""
    railed = [_RAIL.fullmatch(text, start, end) is not None for start, end, _ in lines]
    begun = sum(
        text[start : start + 1] in ("|", "│", "┃") for start, end, _ in lines if start < end
    )
    rails = sum(
        on and text[start] not in "vV↓▼" for on, (start, _, _) in zip(railed, lines, strict=True)
    )
    if rails < max(_FEWEST_RAILS, begun):
        return lines
    off = (_after_rail(text, *line) if on else line for line, on in zip(lines, railed, strict=True))
    return [
        n
        for n, line in zip(off, lines, strict=True)
        if n[0] < n[1] or text[line[0] : line[0] + 1] != "|"
    ]


def _after_rail(text: str, start: int, end: int, indent: int) -> tuple[int, int, int]:
    inner = text[start + 1 : end]
    first = end - len(inner.lstrip())
    return (
        (first, end, indent + 1 + len(inner) - len(inner.lstrip()))
        if first < end
        else (end, end, 0)
    )


def _after_mark(text: str, start: int, end: int, indent: int) -> tuple[int, int, int]:
    if text[start : start + 1] != ">":
        return start, end, indent
    inner = text[start + 1 : end].expandtabs(_TAB)
    first = start + 1 + len(text[start + 1 : end]) - len(text[start + 1 : end].lstrip())
    return (first, end, len(inner) - len(inner.lstrip()) - 1) if first < end else (end, end, 0)


def lines_of(text: str) -> Lines:
    """Split a text into lines, whatever ends them, trimmed; a blank line has no length."""
    lines: Lines = []
    at = 0
    for line in text.splitlines(True):
        body = line.strip()
        if not body:
            lines.append((at, at, 0))
        else:
            if body.endswith(">"):
                body = _BREAKS.sub("", body)
            first = at + len(line) - len(line.lstrip())
            end = first + len(body)
            if not body.isascii():
                first, end = _visible(text, first, end)
            lead = text[at:first]
            lines.append((first, end, len(lead.expandtabs(_TAB)) if lead else 0))
        at += len(line)
    return lines


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    span = trim(text, start, end)
    return span.start, span.end


class _Scanner:
    """The state of one scan: what the next line may continue."""

    def __init__(self, text: str, lines: Lines) -> None:
        self.text = text
        self.lines = lines
        self.piped = any(mark in text for mark in "|+│┃｜")
        self.blocks: list[Block] = []
        self.group = 0
        self.paragraph = False
        """The line before is prose of the same group."""
        self.blank = True
        self.margin = 0
        """Indentation of the last line without a marker."""
        self.items: list[tuple[int, str]] = []
        """Indentation and marker of the list items the next line may be inside of."""
        self.table = 0
        """Rows of the table the line before belongs to."""

    def run(self) -> list[Block]:
        """Read all lines."""
        at = 0
        count = len(self.lines)
        while at < count:
            start, end, indent = self.lines[at]
            if start == end:
                self.paragraph = False
                self.table = 0
                self.blank = True
                at += 1
                continue
            at = self.line(at, start, end, indent)
            self.blank = False
        return self.blocks

    def line(self, at: int, start: int, end: int, indent: int) -> int:
        """Read the line with number `at` and return the number of the next one."""
        text = self.text
        first = text[start]
        if first in "`~" and text[start : start + 3] in ("```", "~~~"):
            self.table = 0
            if not (self.paragraph and first == "~" and not text[start:end].strip("~")):
                return self.fence(at, start)
            self.rule(start, end)
            return at + 1
        if self.piped:
            if ("|" in text[start:end] or first in "│┃｜+") and self.row(at, start, end):
                return at + 1
            self.table = 0
        if not first.isalpha():
            if first == "#" and self.heading(start, end):
                return at + 1
            if (
                text[end - 1] in _RULE_MARKS
                and first in _RULE_MARKS
                and _RULE.match(text, start, min(end, start + 400))
            ):
                self.rule(start, end)
                return at + 1
            if first in _FRAMED and self.wrapped(at, start, end):
                return at + 1
            if first == ">":
                self.quote(start, end)
                return at + 1
            if first in _BULLETS and self.bullet(start, end, indent):
                return at + 1
            if first == ":" and self.definition(start, end, indent):
                return at + 1
            if first == "[" and (task := _TASK.match(text, start, end)) and task.end() < end:
                inline = self.inline(task.end(), end)
                self.add(BlockKind.BULLET, start, end, inline, self.depth(indent, "["))
                return at + 1
            if first in "*_":
                self.emphasised(start, end, indent)
                return at + 1
        if self.numbered(start, end, indent) or self.capitals(at, start, end):
            return at + 1
        self.prose(start, end, indent, read_inline(text, start, end))
        return at + 1

    # -- kinds of lines -------------------------------------------------------------
    def add(
        self, kind: BlockKind, start: int, end: int, inline: Inline, level: int, number: str = ""
    ) -> None:
        """Append a block of one line."""
        self.blocks.append(
            Block(
                kind,
                Span(start, end),
                Span(inline.start, inline.end),
                level,
                self.group,
                number or inline.number,
                inline.label,
                inline.rest,
                (),
                inline.bold,
            )
        )

    def leave(self) -> None:
        """End the list and the paragraph: something stands on its own."""
        self.group += 1
        self.paragraph = False
        self.items.clear()

    def heading(self, start: int, end: int) -> bool:
        """Read `## Heading ##`."""
        level = 1
        while level < 7 and self.text[start + level : start + level + 1] == "#":
            level += 1
        after = self.text[start + level : start + level + 1]
        if level > 6 or (not after.isspace() and after and (level == 1 or after.isdigit())):
            return False
        inner = trim(self.text, start + level, end)
        closing = len(self.text[inner.start : inner.end].rstrip("#"))
        if closing and inner.start + closing < inner.end:
            inner = trim(self.text, inner.start, inner.start + closing)
        self.leave()
        self.add(BlockKind.HEADING, start, end, self.inline(inner.start, inner.end, True), level)
        return True

    def wrapped(self, at: int, start: int, end: int) -> bool:
        """Read a title between marks, above something else than another one."""
        found = _WRAPPED.match(self.text, start, end)
        after = (self.lines[n] for n in range(at + 1, len(self.lines) if found else 0))
        below = next(((a, b) for a, b, _ in after if a < b), None)
        if found is None or below is None or _WRAPPED.match(self.text, *below):
            return False
        self.leave()
        inline = self.inline(*found.span("title"))
        self.add(BlockKind.BOLD_LINE, start, end, replace(inline, bold=True), 0)
        return True

    def capitals(self, at: int, start: int, end: int) -> bool:
        """Read a title in capitals behind a gap, above something that is not in capitals."""
        text = self.text
        if not self.blank or not text[start:end].isupper() or end - start > _LONGEST_TITLE:
            return False
        below = next(((a, b) for a, b, _ in self.lines[at + 1 : at + 3] if a < b), None)
        if below is None or not _CAPITALS.fullmatch(text, start, end):
            return False
        next_line = self.lines[at + 1]
        if _RULE.match(text, *next_line[:2]) and text[next_line[0]] in "=-~":
            return False
        if text[below[0] : below[1]].isupper() and not _CAPITALS.fullmatch(text, *below):
            return False
        self.leave()
        inline = self.inline(start, end)
        self.add(BlockKind.BOLD_LINE, start, end, replace(inline, bold=True), 0)
        return True

    def inline(self, start: int, end: int, numbered: bool = False) -> Inline:
        """Read the content of a line, which may be empty."""
        if start >= end:
            return Inline(end, end, "", None, None, False, False)
        number = number_at(self.text, start, end) if numbered else None
        if number and number.end() < end:
            inline = read_inline(self.text, number.end(), end)
            return replace(inline, number=number[number.lastindex or 0])
        return read_inline(self.text, start, end)

    def rule(self, start: int, end: int) -> None:
        """Read `---`, or the underline of a setext heading."""
        last = self.blocks[-1] if self.blocks else None
        mark = self.text[start]
        if self.paragraph and last is not None and self._underlined(last, mark):
            self.blocks[-1] = Block(
                BlockKind.HEADING, Span(last.span.start, end), last.text, 1 if mark == "=" else 2,
                last.group, last.number, last.label, last.rest, (), last.bold,
            )  # fmt: skip
            self.leave()
            return
        self.leave()
        self.blocks.append(Block(BlockKind.RULE, Span(start, end), Span(start, end), 0, self.group))

    def _underlined(self, last: Block, mark: str) -> bool:
        if last.kind is not PARAGRAPH or mark not in "=-~" or last.level:
            return False
        if mark in "=~":
            return True
        alone = len(self.blocks) < 2 or self.blocks[-2].group != last.group
        written = self.text[last.text.start : last.text.end]
        counts = last.label is not None and _COUNTED.fullmatch(
            self.text, last.label.start, last.label.end
        )
        plain = last.rest is None or counts
        return bool(alone and plain) and len(written) <= 80 and written[-1] not in ".,;!?)"

    def quote(self, start: int, end: int) -> None:
        """Read `> text`."""
        if not (self.blocks and self.blocks[-1].kind is BlockKind.QUOTE and not self.blank):
            self.leave()
        at = start
        while at < end and (self.text[at] == ">" or self.text[at].isspace()):
            at += 1
        self.add(BlockKind.QUOTE, start, end, self.inline(at, end), 0)

    def bullet(self, start: int, end: int, indent: int) -> bool:
        """Read `- item` in any of its forms."""
        text = self.text
        mark = text[start]
        after = text[start + 1] if start + 1 < end else " "
        if mark in _ORNAMENTS and _COUNTED.match(text, start + 1, end) and self.blank:
            self.leave()
            inline = self.inline(trim(text, start + 1, end).start, end)
            self.add(BlockKind.BOLD_LINE, start, end, replace(inline, bold=True), 0)
            return True  # `➤ Day 1`
        if not after.isspace():
            tight = mark in _TIGHT_BULLETS or (mark in "-–" and (after.isalpha() or after == "*"))
            if not tight:
                return False
        if after == " " and start + 2 < end and text[start + 2].isalnum():
            level = self.depth(indent, mark)
            inline = read_inline(text, start + 2, end)
            self.add(BlockKind.BULLET, start, end, inline, level)
            return True
        content = trim(text, start + 1, end)
        if content.start >= end:
            content = Span(end, end)
        elif text[content.start] == "[" and (task := _TASK.match(text, content.start, end)):
            content = Span(task.end(), end)
        level = self.depth(indent, mark)
        self.add(BlockKind.BULLET, start, end, self.inline(content.start, content.end), level)
        return True

    def definition(self, start: int, end: int, indent: int) -> bool:
        """Read `: what is told` below the name it is told of, which is then a label over a list."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or not self.text[start + 1 : start + 2].isspace():
            return False
        if not (self.items and self.items[-1][1] == ":"):
            before = self.text[last.text.start : last.text.end]
            if last.kind not in _NAMING or not _names(before):
                return False
            if last.kind is PARAGRAPH:
                label = replace(last, kind=BlockKind.LABEL_LINE, label=last.text)
                self.blocks[-1] = replace(label, rest=Span(last.text.end, last.text.end))
        content = trim(self.text, start + 1, end)
        inline = self.inline(content.start, content.end)
        self.add(BlockKind.BULLET, start, end, inline, self.depth(indent, ":"))
        return True

    def emphasised(self, start: int, end: int, indent: int) -> None:
        """Read `**3.** item`, `**Day 1**`, `*text* that goes on`."""
        inline = read_inline(self.text, start, end)
        if inline.number and not inline.bold:
            self.add(BlockKind.NUMBERED, start, end, inline, self.depth(indent, "1"))
        else:
            self.prose(start, end, indent, inline)

    def numbered(self, start: int, end: int, indent: int) -> bool:
        """Read `1. item`, `(2) item`, `a) item`."""
        text = self.text
        found = number_at(text, start, end)
        if found is None:
            return False
        number = found[found.lastindex or 0]
        level = self.depth(indent, "1" if number.isdigit() else "a")
        content = trim(text, found.end(), end) if found.end() < end else Span(end, end)
        inline = self.inline(content.start, content.end)
        self.add(BlockKind.NUMBERED, start, end, inline, level, number)
        return True

    def depth(self, indent: int, mark: str) -> int:
        """Return the nesting depth of a new list item and remember it."""
        items = self.items
        self.table = 0
        self.paragraph = False
        if items and items[-1] == (indent, mark):
            return len(items) - 1
        if not items:
            self.group += 1
        while items and items[-1][0] > indent + 1:
            items.pop()
        if items and items[-1][0] >= indent - 1:
            self._beside(indent, mark)
        items.append((indent, mark))
        return len(items) - 1

    def _beside(self, indent: int, mark: str) -> None:
        """Find the sibling among the open items of this indentation; another marker nests."""
        items = self.items
        same = len(items)
        while same and items[same - 1][0] >= indent - 1:
            same -= 1
            if items[same][1] == mark:
                del items[same:]
                return
        heading = items[-1][1] in _ORNAMENTS and mark not in _ORNAMENTS
        if self.blank and not heading:
            del items[same:]
            if not items:
                self.group += 1

    def prose(self, start: int, end: int, indent: int, inline: Inline) -> None:
        """Read a line without marker: a bold line, a label line or a line of a paragraph."""
        level = self._inside(indent)
        heads = inline.bold or inline.lead
        if not heads and self._is_nested(start, end, indent, inline):
            self.add(BlockKind.BULLET, start, end, inline, self.depth(indent, ""))
            return
        if not level and (self.items or heads):
            self.leave()
        elif not self.paragraph and not level:
            self.group += 1
        kind = PARAGRAPH
        if heads:
            kind = BlockKind.BOLD_LINE
        elif self.text[inline.end - 1] in ":：":
            kind = BlockKind.LABEL_LINE
        self.add(kind, start, end, inline, level)
        self.paragraph = not heads and not level
        self.margin = indent

    def _is_nested(self, start: int, end: int, indent: int, inline: Inline) -> bool:
        """Tell whether a line without marker is a list item: indented below a short plain line."""
        if self.items and self.items[-1][1] == "":
            return indent >= self.items[0][0]
        last = self.blocks[-1] if self.blocks else None
        if indent < 2 or self.items or last is None or last.kind not in _NAMING:
            return False
        if last.kind is not PARAGRAPH:
            return True
        before = self.text[last.text.start : last.text.end]
        return _names(before) and not self.blank and not self.margin

    def _inside(self, indent: int) -> int:
        """Return how deep a line without marker stands inside the open list items."""
        if not self.items or indent < 2:
            return 0
        return sum(item[0] + 2 <= indent for item in self.items[-32:])

    # -- tables -----------------------------------------------------------------------
    def row(self, at: int, start: int, end: int) -> bool:
        """Read a table row; a separator row makes the row before it the header."""
        text = self.text
        line = text[start:end]
        if _is_separator(line) and (self.table or self._is_row_text(at + 1)):
            self._separator()
            return True
        if not self.table and not self._begins_table(at, start, end):
            return False
        if not self.table:
            self.leave()
        self.table += 1
        whole = Span(start, end)
        cells = _cells(text, start, end)
        kind = BlockKind.TABLE_ROW
        self.blocks.append(Block(kind, whole, whole, 0, self.group, cells=cells))
        return True

    def _separator(self) -> None:
        if not self.table:
            self.leave()
        elif self.table == 1:
            row = self.blocks[-1]
            self.blocks[-1] = Block(
                BlockKind.TABLE_HEADER, row.span, row.text, 0, row.group, cells=row.cells
            )
            self.table += 1

    def _is_row_text(self, at: int) -> bool:
        if at >= len(self.lines):
            return False
        start = self.lines[at][0]
        return self.text[start : start + 1] in ("|", "│", "┃", "｜")

    def _begins_table(self, at: int, start: int, end: int) -> bool:
        """Tell by the first pipe, or by a separator or as many cells in the line below."""
        if self.text[start] in "|│┃｜":
            return len(_PIPE.findall(self.text, start, end)) > 1
        if at + 1 >= len(self.lines) or self.text[start] == "+":
            return False
        below = self.lines[at + 1]
        line = self.text[below[0] : below[1]]
        if _is_separator(line):
            return True
        return (
            self.text[start] not in _BULLETS
            and number_at(self.text, start, end) is None
            and _TOLD.match(self.text, start, end) is None
            and " | " in self.text[start:end]
            and not self.paragraph
            and "(" not in self.text[start:end]
            and len(_LABELLED.findall(self.text, start, end)) <= 1
            and line[:1] not in _BULLETS
            and len(_PIPE.findall(line)) == len(_PIPE.findall(self.text, start, end))
        )

    # -- fences -----------------------------------------------------------------------
    def fence(self, at: int, start: int) -> int:
        """Read a fenced block: code, or text that was fenced as Markdown or as the whole answer."""
        text, lines = self.text, self.lines
        mark = text[start]
        length = len(text[start : lines[at][1]]) - len(text[start : lines[at][1]].lstrip(mark))
        info = text[start + length : lines[at][1]].strip().lower()
        end = at + 1
        while end < len(lines) and not self._closes(end, mark, length):
            end += 1
        alone = not self.blocks and all(a == b for a, b, _ in lines[end + 1 :])
        if info in _FENCED_TEXT or (not info and alone):
            if end < len(lines):
                lines[end] = (lines[end][0], lines[end][0], 0)
            return at + 1
        self.leave()
        last = min(end, len(lines) - 1)
        whole = Span(start, lines[last][1] if lines[last][1] > start else lines[at][1])
        inside = [line for line in lines[at + 1 : end] if line[0] < line[1]]
        body = Span(inside[0][0], inside[-1][1]) if inside else Span(whole.end, whole.end)
        if end >= len(lines) and inside:
            whole = Span(start, inside[-1][1])
        self.blocks.append(Block(BlockKind.CODE, whole, body, 0, self.group))
        return end + 1

    def _closes(self, at: int, mark: str, length: int) -> bool:
        start, end, _ = self.lines[at]
        line = self.text[start:end]
        return len(line) >= length and not line.strip(mark)


def _names(line: str) -> bool:
    """Tell whether a plain line may name what is listed below it."""
    return len(line.split()) <= _NAME_WORDS and line[-1:] not in ".,;!?"


def _is_separator(line: str) -> bool:
    return ("-" in line or "─" in line) and _SEPARATOR.issuperset(line)


def _cells(text: str, start: int, end: int) -> tuple[Span, ...]:
    """Return the trimmed cells of a row, without surrounding emphasis."""
    pipes = [match.start() for match in _PIPE.finditer(text, start, end)]
    if pipes and pipes[0] == start:
        start = pipes.pop(0) + 1
    if pipes and pipes[-1] == end - 1:
        end = pipes.pop()
    cells = []
    for pipe in (*pipes, end):
        cell = trim(text, start, pipe)
        if text[cell.start : cell.start + 1] in ("*", "_"):
            cell = _plain_cell(text, cell)
        cells.append(cell)
        start = pipe + 1
    return tuple(cells)


def _plain_cell(text: str, cell: Span) -> Span:
    if cell.start == cell.end:
        return cell
    inline = read_inline(text, cell.start, cell.end)
    return Span(inline.start, inline.end) if inline.start < inline.end else cell
