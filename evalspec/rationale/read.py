"""The numbers and equations of a rationale, read with the reader of responses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence, Set
from decimal import Decimal

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.document.mention import QuantityMention, TimeMention
from evalspec.document.mentions.find import find
from evalspec.document.plain import plain_form
from evalspec.rationale.equations import SENTENCE_END, read_equations
from evalspec.rationale.labels import Frame, without_labels
from evalspec.rationale.prose import words
from evalspec.rationale.sums import Equation, Number
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_NEXT_WORD = re.compile(r"[\s-]*([^\W\d_]+)")
_CLAUSE_END = re.compile(r"[,;:(\n]|[.]\s|[.]$")
_ARROW = re.compile("[→⇒⟹⟶]|[-=]>")
"""Written for an equals sign; the reader takes it for a range."""
_LONGEST_CLAUSE = 200
_MINUTES = Unit("min", "time")
NO_FRAME = Frame()


class Rationale(Record, frozen=True):
    """What a judge wrote, as far as it is numbers."""

    text: str
    numbers: tuple[Number, ...]
    amounts: tuple[Number, ...]
    """Those of them that are no part of a name."""
    equations: tuple[Equation, ...]
    sentences: tuple[int, ...]
    """Where each sentence or line begins, and the end of the text."""

    def sentence(self, at: int) -> Span:
        """Return the sentence or line in which a place stands."""
        place = bisect_right(self.sentences, at) - 1
        return Span(self.sentences[place], self.sentences[place + 1])


def read_rationale(text: str, lexicon: Lexicon, frame: Frame = NO_FRAME) -> Rationale:
    """Read every number, and the sums in which they are joined."""
    read = _ARROW.sub(lambda arrow: "=".ljust(len(arrow[0])), text)
    plain = plain_form(read)
    found = find(read, Span(0, len(text)), lexicon)
    starts = [m.number.start for m in found.quantities] + [m.span.start for m in found.times]
    sums = words("comes").sub(lambda found: "=".ljust(len(found[0])), plain)
    asked = {at for at in starts if _asked(sums, at, starts)}
    results = {at for one in words("comes").finditer(text) for at in range(*one.span())[1:]}
    numbers = [n for one in found.quantities if (n := _quantity(text, one, asked, results))]
    numbers += [_clock(mention, asked) for mention in found.times if mention.end is not None]
    numbers.sort(key=lambda number: number.span)
    masked, amounts = without_labels(plain, numbers, frame)
    equations = read_equations(masked, amounts)
    return Rationale(text, tuple(numbers), tuple(amounts), tuple(equations), _sentences(text))


# -- numbers ----------------------------------------------------------------------------------
def _quantity(
    text: str, mention: QuantityMention, asked: Set[int], results: Set[int]
) -> Number | None:
    """Return an amount; `results` are the places within words that announce what comes of a sum."""
    low, high = mention.value.low, mention.value.high
    if low is None or low != high:
        return None
    after = _NEXT_WORD.match(text, mention.number.end)
    word = mention.unit_word or (fold(after[1]) if after else "")
    start, at = mention.span.start, mention.number.start
    comes = start in results
    span = Span(at if comes else start, max(mention.number.end, mention.span.end))
    bound = (bool(mention.bound) and not comes) or at in asked
    return Number(span, low, mention.unit, word, mention.about, bound)


def _clock(mention: TimeMention, asked: Set[int]) -> Number:
    end = mention.end or 0
    length = Decimal((end - mention.minutes) % 1440)
    bound = mention.span.start in asked
    return Number(mention.span, length, _MINUTES, "", False, bound, (mention.minutes, end))


def _asked(plain: str, at: int, numbers: Sequence[int]) -> bool:
    """Tell whether the clause of a number speaks of what was asked for."""
    first, last = max(0, at - _LONGEST_CLAUSE), at + _LONGEST_CLAUSE
    start = max(plain.rfind(mark, first, at) for mark in (",", ":", ";", "(", "\n", "=", ". "))
    if words("requirement").search(plain, max(start, first), at):
        return True
    end = _CLAUSE_END.search(plain, at, last)
    found = words("asked").search(plain, at, end.start() if end else last)
    return found is not None and found.end() + 1 not in numbers


def _sentences(text: str) -> tuple[int, ...]:
    ends = [found.end() for found in SENTENCE_END.finditer(text) if found.end() < len(text)]
    return (0, *ends, len(text) + 1)
