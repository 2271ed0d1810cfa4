"""What quoted facts leave out: amounts of the asked measure that a model neither quoted nor named.

A sum over quotes is as good as the list of quotes. Every amount of the response of the kinds
that the decision rests on must be quoted, or be listed by the model as left out, or be set aside
by the rules' own reading as well (a stated total, a claim); what the rules' reading counts must
be quoted or listed too. Anything else leaves the verdict open.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Verdict
from evalspec.document.answer import select_answer
from evalspec.document.mention import Mentions
from evalspec.document.mentions.find import find_all, pieces_of
from evalspec.document.scan import scan
from evalspec.judge.extract import Layout
from evalspec.vocabulary.lexicon import Lexicon

_TIME = "time of day"


class _Places:
    """Spans that may overlap, asked whether one of them touches another."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in sorted(spans, key=lambda one: (one.start, one.end)):
            self._starts.append(span.start)
            self._ends.append(max(span.end, self._ends[-1] if self._ends else 0))

    def touch(self, span: Span) -> bool:
        at = bisect_right(self._starts, span.end - 1) - 1
        return at >= 0 and self._ends[at] > span.start


def unaccounted(
    layout: Layout, decided: Verdict, rules: Verdict, response: str, lexicon: Lexicon | None
) -> tuple[Cited, ...]:
    """Return what is missing from a layout; `decided` is the verdict on it, led back."""
    named = _Places((*layout.quoted, *(cited.span for cited in layout.left_out)))
    needed = {cited.span for cited in _used(rules)}
    if lexicon is not None:
        amounts = _amounts(response, lexicon)
        used = _Places(cited.span for cited in _used(decided))
        asked = {kind for span, kind in amounts if used.touch(span)}
        aside = _Places([one.cited.span for scope in rules.scopes for one in scope.excluded])
        needed |= {span for span, kind in amounts if kind in asked and not aside.touch(span)}
    missing = sorted((s for s in needed if not named.touch(s)), key=lambda span: span.start)
    return tuple(Cited(span.of(response), span) for span in missing)


def _amounts(response: str, lexicon: Lexicon) -> list[tuple[Span, str]]:
    """Return every amount and time of a response with its kind."""
    spans = select_answer(response)
    found: Mentions = find_all(response, pieces_of(scan(response, spans)), lexicon).all
    amounts = [(one.span, one.unit.dimension) for one in found.quantities if one.unit is not None]
    return amounts + [(one.span, _TIME) for one in found.times]


def _used(verdict: Verdict) -> list[Cited]:
    operands = (operand for scope in verdict.scopes for operand in scope.operands)
    return [one.cited for one in operands if one.cited is not None and one.cited.text.strip()]
