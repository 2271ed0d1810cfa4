"""Quantities, clock times and dates in a response: `find_all` reads, `MentionIndex` slices.

    index = find_all(response, tuple(pieces_of(blocks)), lexicon)
    index.within(block.text).quantities

A mention never crosses the end of one of the given spans, so a label and what follows
it, or two cells, are not read as one range.
"""

from evalspec.document.mentions.find import MentionIndex, find, find_all, pieces_of

__all__ = ["MentionIndex", "find", "find_all", "pieces_of"]
