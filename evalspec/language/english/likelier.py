"""Readings that nobody means beside another: `four jobs` are what a plan lists, not what it calls jobs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.vocabulary.fold import fold

_NAMED = re.compile(r'block\("([^"\\]*)"\)|"([^"\\]*)"')
_OF_ONE = re.compile(r"\bsum\(([^()]*)\)(?! of)")
"""The sum of a smallest part is its amount."""


def unlikely(formulas: Iterable[str], w: Words) -> frozenset[str]:
    """Return the formulas about things of a name that others state of whatever is listed."""
    rows = set(formulas)
    item = w.lexicon.item_rank
    others = {one: _OF_ONE.sub(r"\1", one) for one in rows}

    def listed(match: re.Match[str]) -> str:
        known = fold(match[1] or match[2]) in data("listed things")
        return str(item) if known else match[0]

    twins = {one: _OF_ONE.sub(r"\1", _NAMED.sub(listed, one)) for one in rows}
    listed_so = {one for one in rows if any(twins[one] == others[o] for o in rows - {one})}
    counted = {_COUNTED.sub("numbered >= 1", one) for one in rows if _COUNTED.search(one)}
    return frozenset(
        listed_so
        | {one for one in rows if one in counted or _as_money(one) in rows or _tells(one) in rows}
    )


_COUNTED = re.compile(r"numbered >= count\([^()]*\)")
"""As many numbers as there are steps, rather than one or more."""


def _tells(formula: str) -> str:
    """Return what is meant rather: just one line, not one or none; a salad with each lunch."""
    one = _ONE_PIECE.fullmatch(formula)
    if one is not None:
        return f"{one['piece']} = 1"
    beside = _BESIDE_ONE.fullmatch(formula)
    return f"each {beside['meal']}: {beside['asked']}" if beside is not None else ""


_ONE_PIECE = re.compile(
    r"(?P<piece>(?:each [^:]*: )*"
    r"count\((?:line|sentence|paragraph|word|bullet|heading|title|question)\b[^()]*\)) <= 1"
)
_BESIDE_ONE = re.compile(
    r"(?P<asked>count\(\"[^\"]*\"\) = \d+) and each \"[^\"]*\": exists (?P<meal>meal named \"[^\"]*\")"
)


def _as_money(formula: str) -> str:
    """Return what hundreds of pounds say of money: nobody carries them all together."""
    match = _POUNDS.fullmatch(formula)
    if match is None or float(match["number"]) < MANY_POUNDS:
        return ""
    return f"{match['before']}sum(price) {match['sign']} {match['number']} GBP"


MANY_POUNDS = 300
_POUNDS = re.compile(
    r"(?P<before>(?:(?:each|per) [^:]*: )*)sum\(weight\) (?P<sign>[<>=]+) (?P<number>[\d.]+) lb"
)
