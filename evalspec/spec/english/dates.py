"""Words for days of the calendar → the days they name."""

from __future__ import annotations

from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase

_WEEKEND, _WEEKDAYS = (6, 7), (1, 2, 3, 4, 5)
DATES = ("DAYNAME", "DATE", "WEEKEND", "WEEKDAYS")
"""Tokens that name days."""


def on_dates(phrase: Phrase) -> ir.OnDate:
    """Return the days of a phrase: `on Monday`, `at the weekend`, `on 2026-03-02`."""
    token = phrase.tokens[-1]
    match token.type:
        case "DAYNAME":
            return ir.OnDate((token.value,))
        case "DATE":
            return ir.OnDate(low=str(token.value), high=str(token.value))
        case "WEEKEND":
            return ir.OnDate(_WEEKEND)
    return ir.OnDate(_WEEKDAYS)


def stretch(first: ir.OnDate, last: ir.OnDate, phrase: Phrase) -> ir.OnDate:
    """Return the days from one to another: `from Monday to Friday`."""
    if first.low and last.low:
        return ir.OnDate(low=first.low, high=last.low)
    low, high = first.weekdays[-1:], last.weekdays[:1]
    if not low or not high or low >= high:
        raise RefusedError(phrase.text)
    return ir.OnDate(tuple(range(low[0], high[0] + 1)))
