"""What is left of a budget or an allowance is no part of the plan: `Remaining calories: 300 kcal`."""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block
from evalspec.document.reading import Reading
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_WHAT_FOR = regex(r" (?:for|after|before|on|in|until|to|of) ")
_MAX_WORDS = 8


def read_remainder(reading: Reading, block: Block, following: Block | None) -> bool:
    """Set `Left over: $25`, `300 kcal remaining` aside."""
    if not reading.wording.roles.get("remainder") or not reading.quantities(block.text):
        return False
    label = fold(reading.string(block.label)) if block.label is not None else ""
    if not label:
        label = _without_amounts(reading, block.text)
    if not is_remainder(reading.wording, label):
        return False
    paid = reading.top.names and reading.wording.begins_with_role(reading.top.names[0], "payment")
    if paid and reading.wording.begins_with_role(label, "payment"):
        return False  # the last part of what is paid
    reading.leave(block.span, "remainder")
    return True


def is_remainder(wording: Wording, label: str) -> bool:
    """Tell whether a folded label names what is left: of a measure, or of nothing said."""
    head = _WHAT_FOR.split(label, maxsplit=1)[0]
    if len(label.split()) > _MAX_WORDS or not wording.begins_with_role(head, "remainder"):
        return False
    rest = fold(wording.without_role(head, "remainder"))
    whole = wording.role(head, "remainder")
    return whole or wording.is_measure(rest) or wording.role(rest, "stated", "total", "claim")


def _without_amounts(reading: Reading, span: Span) -> str:
    """Return the folded words of a line that are no amounts; empty for a long one."""
    words = reading.string(span)
    if len(words.split()) > _MAX_WORDS:
        return ""
    for mention in reversed(reading.quantities(span)):
        start, end = mention.span.start - span.start, mention.span.end - span.start
        words = words[:start] + words[end:]
    return fold(" ".join(words.split()))
