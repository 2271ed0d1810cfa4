"""Names of the language: looked up in the lexicon, in the text scopes, in the forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from evalspec.core import errors
from evalspec.language.ir import TextScope
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon, once_a_lexicon
from evalspec.vocabulary.text_units import text_units

TEXT_SCOPES: tuple[str, ...] = (*get_args(TextScope), *text_units())

TEXT_MEASURES = (
    "words", "characters", "letters", "sentences", "paragraphs", "lines", "sections", "bullets",
    "numbered", "tables", "rows", "links", "quotations", "headings", "occurrences",
    "matches", "unique-words", "capitals", "placeholders", "highlights", "titles",
    "section-marks", "repetitions", "distinct-occurrences", "bracket-depth", "quote-depth",
    "trigram-overlap", "alliteration", "initial", "syllables", "different-vowels", "indentation",
    "differing-words", "same-beginning", "list-depth", "digits", "commas", "questions", "exclamations",
)  # fmt: skip

FORMS = (
    "json", "json-object", "json-array", "uppercase", "lowercase", "titlecase", "empty",
    "quoted", "double-quoted", "bold", "numeric", "palindrome", "a-question", "request-repeated",
    "yaml", "csv", "xml", "markdown-table", "ascii", "latin-script", "cyrillic-script",
    "greek-script", "hebrew-script", "arabic-script", "devanagari-script", "bengali-script",
    "gurmukhi-script", "gujarati-script", "tamil-script", "telugu-script", "kannada-script",
    "malayalam-script", "thai-script", "hangul-script", "kana-script", "han-script",
)  # fmt: skip

ARGUMENTS = {"letters": (0, 1), "section-marks": (1, 1), "trigram-overlap": (1, 1),
             "differing-words": (1, 1), "same-beginning": (1, 1)}  # fmt: skip
"""Text measure → fewest and most texts it takes in brackets; others take none."""

SEGMENTATIONS = (
    "default/1", "tokens/1", "chunks/1", "running/1", "contractions/1", "spaces/1",
    "langdetect/1",
)  # fmt: skip
"""Names of the ways to cut a text, which `evalspec.document.segment` defines."""

PARTS = ("morning", "afternoon", "evening", "night")

WEEKDAYS = {
    name: number + 1
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )  # fmt: skip
    )
    for name in names.split()
}

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip

Date = tuple[int, int, int]
"""Year (0 if it is not told), month and day."""


def date_text(year: int, month: int, day: int) -> str:
    """Write a date; without a year by the name of its month: `2025-03-04`, `March 4`."""
    return f"{year}-{month:02d}-{day:02d}" if year else f"{MONTHS[month - 1].capitalize()} {day}"


SAID = ("field", "value", "stated", "measured")
"""Heads of scopes that need a name in brackets: `field("Owner")`, `stated(price)`, `measured(sets)`."""

OPEN_MEASURE = "amount"
"""The one measure that a response tells of what is spoken of; a vocabulary may use the word otherwise."""
EDGES = ("start", "end")
"""What `measured(start)` may ask for besides measures: whether a time is written."""

GENERIC = ("entry", "item", "block")


class Names:
    """Lookups of one lexicon for the compiler."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Index words of ranks, measures and categories."""
        self.lexicon = lexicon
        self.ranks = _index((r.name, r.words) for r in lexicon.ranks.values())
        self.members = {w: r.name for r in lexicon.ranks.values() for w in r.members}
        self.measures = _index((m.name, m.words) for m in lexicon.measures.values())
        self.categories = _categories(lexicon)
        told = lexicon.told.values()
        self.told = _index((k.name, tuple(map(fold, k.words))) for k in told)
        self.fields = _fields(lexicon)

    def known_scopes(self) -> list[str]:
        """Return every name a scope can have."""
        return [*self.told, *self.ranks, *self.categories, *self.members, *TEXT_SCOPES, *GENERIC]

    def known_measures(self) -> list[str]:
        """Return every name a measure can have."""
        return [*self.fields, *self.measures, *TEXT_MEASURES]


@once_a_lexicon
def names_of(lexicon: Lexicon) -> Names:
    """Return the lookups of a lexicon for the compiler."""
    return Names(lexicon)


_DIMENSIONS = {"name": "text", "text": "text", "clock": "clock", "amount": "time",
               "number": "one", "days": "times", "times": "times"}  # fmt: skip
"""Kind of a field of a told record → its dimension."""


def _fields(lexicon: Lexicon) -> dict[str, str]:
    """Return the fields of told records with their dimension; `?` where kinds differ."""
    found: dict[str, str] = {}
    for kind in lexicon.told.values():
        for name, field in kind.fields.items():
            dimension = _DIMENSIONS[field.kind]
            found[name] = dimension if found.get(name, dimension) == dimension else "?"
    return found


def _index(named: object) -> dict[str, str]:
    index: dict[str, str] = {}
    pairs = list(named)  # type: ignore[call-overload]
    for name, _ in pairs:
        index[fold(name)] = name
    for name, words in pairs:
        for word in words:
            index.setdefault(word, name)
    return index


def _categories(lexicon: Lexicon) -> dict[str, str]:
    """Return by word the category it names: jogging is a run, not any exercise."""
    named: dict[str, list[str]] = {}
    for category in lexicon.categories.values():
        for word in category.words:
            named.setdefault(word, []).append(category.name)
    index = {word: narrowest(names, lexicon) for word, names in named.items()}
    return index | {fold(name): name for name in lexicon.categories}


def narrowest(names: list[str], lexicon: Lexicon) -> str:
    """Return the first category that is no parent of another one in the list."""
    parents = {parent for name in names for parent in lexicon.categories[name].parents}
    return next((name for name in names if name not in parents), names[0])


def near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint that names the nearest known word."""
    return errors.near(fold(word), known, otherwise, cutoff=0.7)
