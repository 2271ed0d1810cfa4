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
    return frozenset(
        one for one in rows if any(twins[one] == others[other] for other in rows - {one})
    )
