"""Numbers as people read them: as many digits as matter, never across the bound.

Results keep exact decimals; only what is shown is rounded.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal

from evalspec.core.verdict import ScopeResult

_DECIMALS = 2
_DIGITS = 4
"""Digits that are shown at least, when there are so many: 0.001234."""
_WRITTEN = 6
"""Decimals that a person may have written; longer ones come from a conversion."""
_NUMBER = re.compile(r"\d+\.\d+")
_VALUE = re.compile(r"[\[(]?-?\d[\d.]*(?:, (?:-?\d[\d.]*|inf|∞))?[\])]?")
"""A number or an interval; any other value is a text, and stays as it is."""


def shown(computed: str, bound: str = "") -> str:
    """Round a computed value; it keeps the digits that tell it from the numbers of its bound."""
    if not _VALUE.fullmatch(computed):
        return computed
    limits = [Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", bound)]
    return _NUMBER.sub(lambda found: _rounded(found[0], limits), computed)


def shown_value(scope: ScopeResult) -> str:
    """Write what was computed in a scope, rounded, with its unit."""
    return f"{shown(scope.computed, scope.bound)} {scope.unit}".strip() if scope.computed else ""


def without_long(text: str) -> str:
    """Round the decimals of a text that are longer than a person writes."""
    return _NUMBER.sub(
        lambda found: _rounded(found[0], []) if decimals(found[0]) > _WRITTEN else found[0], text
    )


def decimals(number: str) -> int:
    """Return how many digits stand behind the point."""
    return len(number.partition(".")[2])


def rounded_to(number: Decimal, places: int) -> Decimal:
    """Round half to even, however many digits the number has."""
    digits = max(1, number.adjusted() + places + 2)
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, Context(prec=digits))


def _rounded(number: str, limits: list[Decimal]) -> str:
    exact = Decimal(number)
    places = max(_DECIMALS, _DIGITS - 1 - exact.adjusted()) if exact else _DECIMALS
    while places < decimals(number):
        short = rounded_to(exact, places)
        if short == exact or short not in limits:
            return _plain(f"{short:f}")
        places += 1
    return number


def _plain(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def many(count: int, word: str) -> str:
    """Write a number of things: `1 item`, `2 items`."""
    return f"{count} {word}{'' if count == 1 else 's'}"
