"""In which unit amounts are written: `weights in grams throughout`, `pace in min/km, not in km/h`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalspec.core.quantity import Unit
from evalspec.language.english.lexicon import Words, data, plural, quoted
from evalspec.language.english.meanings import Clause, Noun, Theme
from evalspec.language.english.rule import rule
from evalspec.vocabulary.fold import singular

_ALIKE = {"pace": "speed"}
"""Dimensions that say the same of a thing by units of their own."""


@rule("Clause -> Amounts? Duty? BE|SET|WRITE|HAVE|TELL? IN_UNIT* ALL_THROUGH?", "Clause -> Amounts COMMA|COLON IN_UNIT* ALL_THROUGH?",
      "Clause -> SET|WRITE|HAVE|TELL|KEEP Amounts IN_UNIT* ALL_THROUGH?", example="weights in grams")  # fmt: skip
def in_unit(w: Words, *parts: Any) -> Clause | None:
    """Ask that amounts are written in one unit, and in no other for the same."""
    theme = next((part for part in parts if isinstance(part, Theme)), None)
    duty = next((part for part in parts if isinstance(part, str)), "must")
    unit = next(part for part in parts if isinstance(part, Unit))
    if theme is not None and _kind(theme.dimension) == "currency" and unit.name == "lb":
        unit = next(u for u in w.lexicon.units.values() if u.name == "GBP")
    kind = _kind(unit.dimension)
    of = kind if theme is None or not theme.dimension else _kind(theme.dimension)
    if duty != "must" or of != kind or kind in ("fraction", "count", "time"):
        return None
    default = w.default(unit.dimension)
    if theme is not None and theme.measure and default is not None and default != theme:
        return None  # `fat in grams` says nothing of other weights
    units = [
        (word, one) for word, one in w.lexicon.units.items() if one.name in data("written units")
    ]
    own = [word for word, one in w.lexicon.units.items() if one.name == unit.name]
    others = [word for word, one in units if _kind(one.dimension) == kind and word not in own]
    return Clause(f"{_written(others)} = 0 and {_written(own)} >= 1", (), 2)


@rule(
    "Clause -> Clause COMMA? AND|BUT? NOT IN_UNIT*",
    example="weights in grams, not in ounces",
    idle=(3, 4),
)
def not_in(w: Words, made: Clause, unit: Unit) -> Clause | None:
    """What is in one unit is in no other."""
    words = [word for word, one in w.lexicon.units.items() if one.name == unit.name]
    barred = made.formula.partition(" = 0 and ")[0]
    return made if any(re.escape(word) in barred for word in words) else None


@rule("Amounts -> Theme", "Amounts -> ALL|EACH Theme", example="all weights")
def measured(w: Words, theme: Theme) -> Theme | None:
    plain = not (theme.of or theme.overs or theme.limit or theme.total or theme.mean)
    return theme if plain and theme.dimension else None


@rule("Amounts -> Noun", "Amounts -> ALL|EACH Noun", example="all figures")
def any_amounts(w: Words, noun: Noun) -> Theme | None:
    named = singular(noun.name.lower()) in (
        *data("figures"),
        "measurement",
        "unit",
        "price",
        "ingredient",
    )
    return Theme("") if named and not (noun.filters or noun.overs) else None


def _kind(dimension: str) -> str:
    name = dimension.partition(":")[0]
    return _ALIKE.get(name, name)


def _written(words: list[str]) -> str:
    """Count the amounts that are written with one of some units, before the number or behind it."""
    signs = [re.escape(word) for word in words if not word[-1].isalnum() and word[-1] != "/"]
    led = f"|(?:{'|'.join(signs)}) ?[0-9]" if signs else ""
    return f"occurrences of pattern {quoted(f'(?i)[0-9] ?(?:{_alternatives(words)}){led}')}"


def _alternatives(words: list[str]) -> str:
    rows = sorted(
        {form for word in words for form in _forms(word)}, key=lambda word: (-len(word), word)
    )
    return "|".join(rows)


def _forms(word: str) -> Iterator[str]:
    """Yield how a unit is written, in both numbers."""
    said = re.escape(word).replace("\\ ", " ") + ("s" if word.endswith("/") else "")
    if word[-1].isalnum() or word.endswith("/"):
        said += r"\b"
    yield said
    if word.isalpha() and len(word) > 2:
        yield plural(word) + r"\b"
