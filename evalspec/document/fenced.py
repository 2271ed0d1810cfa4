"""Plans within a code fence: what stands there is read as the lines that it is.

A fence keeps columns and indentation as they are written; only what reads like code stays code.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.delimited import delimited
from evalspec.document.scan import scan

_MARK = regex(r"[`~]{3,}[ \t]*(?:text|txt|plain|plaintext|none|output|ascii)?[ \t]*\r?\n")
_CODE = regex(
    r"[;{}]\s*$|^\s*(?:def|import|class|return|print|for|while|if|SELECT|function|#include|<)\b"
    r"|[\w)\]]\s*==?\s*[\w(\[\"']|\)\s*:\s*$"
)
_WORD = regex(r"[^\W\d_]{3,}")
_FEWEST = 3
"""Lines of a plan."""


def unfenced(response: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks with those of the text within fences in the place of these."""
    if all(block.kind is not BlockKind.CODE for block in blocks):
        return blocks
    return tuple(chain.from_iterable(_read(response, block, blocks) for block in blocks))


def _read(response: str, block: Block, blocks: tuple[Block, ...]) -> Sequence[Block]:
    if block.kind is not BlockKind.CODE or not _is_text(response, block, blocks):
        return (block,)
    inner = scan(response, (block.text,))
    before = Span(block.span.start, block.text.start)
    after = Span(block.text.end, block.span.end)
    edges = [Block(BlockKind.RULE, edge, edge, 0, -1) for edge in (before, after)]
    apart = max(other.group for other in blocks) + 1 + block.span.start
    return (edges[0], *(replace(b, group=b.group + apart) for b in inner), edges[1])


def _is_text(response: str, block: Block, blocks: tuple[Block, ...]) -> bool:
    """Tell whether a fence holds lines of words and numbers that are no program and no data."""
    if not _MARK.match(response, block.span.start) or delimited(response, block.text, (block,)):
        return False
    body = response[block.text.start : block.text.end]
    lines = [line for line in body.splitlines() if line.strip()]
    worded = [line for line in lines if _WORD.search(line)]
    return (
        len(lines) >= _FEWEST
        and 2 * len(worded) >= len(lines)
        and any(letter.isdigit() for letter in body)
        and not any(map(_CODE.search, lines))
    )
