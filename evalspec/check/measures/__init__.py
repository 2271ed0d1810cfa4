"""Measures of text: lengths, counts and frequencies, one primitive a file.

Pieces that segmentation knows are counted by it (`SEGMENTS`); every other primitive is a
module here with a function `measure(scope, arguments) -> Measured`, imported when first used.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING

from evalspec.check.scopes import UNCUT
from evalspec.check.value import SHOWN, Piece, Value, cite, cite_all, unknown
from evalspec.core.quantity import UNITLESS, exactly
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Reason
from evalspec.language.names import TEXT_MEASURES

if TYPE_CHECKING:
    from evalspec.check.evaluation import Run
    from evalspec.check.pieces import Text
    from evalspec.language.ir import TextMeasure

SEGMENTS = {
    "words": "word",
    "characters": "character",
    "sentences": "sentence",
    "paragraphs": "paragraph",
    "lines": "line",
    "sections": "section",
    "bullets": "bullet",
    "numbered": "numbered",
    "tables": "table",
    "rows": "row",
    "links": "link",
    "quotations": "quotation",
}
"""Measures that count the pieces of a text scope."""

PRIMITIVES = frozenset(TEXT_MEASURES) - SEGMENTS.keys()
"""Other measures: the module of each here computes it."""

CUT = frozenset("capitals unique-words repetitions alliteration syllables".split())
"""Primitives that rest on words as segmentation cuts them."""

WORDS_SHOWN = 20
"""Most words that are cited where words are counted; the segmentation tells the others."""


class Measured(Record, frozen=True):
    """A count of things in a text, with some of the places."""

    number: int | Decimal
    places: tuple[Span, ...] = ()
    more: int = 0
    """How many more places were counted."""


class TextPart(Record, frozen=True):
    """The scope in force, as a measure sees it."""

    text: Text
    piece: Piece | None
    whole_words: bool = True
    """How words are looked for."""
    case_sensitive: bool = False

    @property
    def bounds(self) -> tuple[Span, ...]:
        return self.text.bounds(self.piece)

    @property
    def content(self) -> str:
        return self.text.content(self.piece)

    @property
    def words(self) -> list[Span]:
        return [word for span in self.bounds for word in self.text.segments.words_in(span)]

    def written(self, span: Span) -> str:
        return self.text.seen[span.start : span.end]


Measure = Callable[[TextPart, tuple[str | int, ...]], Measured]
_LOADED: dict[str, Measure] = {}


def measure(node: TextMeasure, run: Run, piece: Piece | None) -> Value:
    """Evaluate a text measure in the scope in force."""
    kind = SEGMENTS.get(node.name)
    text = run.text
    if kind is not None:
        if kind not in UNCUT:
            run.cut()
        cited = tuple(cite(text.response, span) for span in _counted(text, kind, piece))
        number = text.count(kind, piece)
        more = number - len(cited) if cited else 0
        return Value(exactly(number), "one", UNITLESS, offending=cited, unlisted=more)
    if node.name not in PRIMITIVES:
        return unknown(Reason.UNSUPPORTED, node.name)
    if node.name in CUT:
        run.cut()
    part = TextPart(text, piece, node.whole_words, node.case_sensitive)
    found = _primitive(node.name)(part, node.arguments)
    cited, more = cite_all(text.response, found.places)
    unlisted = more + found.more
    return Value(exactly(found.number), "one", UNITLESS, offending=cited, unlisted=unlisted)


def _counted(text: Text, kind: str, piece: Piece | None) -> tuple[Span, ...]:
    """Return what was counted: the first words, no characters, all other pieces."""
    if kind == "character":
        return ()
    bounds = text.inside(kind, piece)
    segments = text.segments
    if kind == "word":
        return tuple(islice(segments.first_words(bounds), WORDS_SHOWN))
    return tuple(s for b in bounds for s in segments.of(kind, b))[:SHOWN]


def _primitive(name: str) -> Measure:
    loaded = _LOADED.get(name)
    if loaded is None:
        module = import_module(f"evalspec.check.measures.{name.replace('-', '_')}")
        loaded = _LOADED[name] = module.measure
    return loaded
