"""Lists of which one is meant: `Snack (choose one):`, `Option A: …` beside `Option B: …`."""

from __future__ import annotations

import re
from itertools import pairwise

from evalspec.core.regex import regex
from evalspec.document.facts import OPTIONAL, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_WORDS = regex(r"[a-z0-9]+")
_NUMBERED = regex(r"([a-z]+) #?(?:\d{1,2}|[a-h])\b")
_OR = regex(r"[*_]*or[*_,:]*\s", re.IGNORECASE)
_AROUND = " *_"
_OPTIONS = (EntryKind.ITEM, EntryKind.CONTAINER, EntryKind.BLOCK)


def settle(reading: Reading) -> None:
    """Mark the options of every choice."""
    phrases = tuple(f" {phrase} " for phrase in reading.wording.roles.get("choice", ()))
    options = reading.wording.roles.get("option", frozenset())
    for draft in (reading.plan, *walk(reading.plan)):
        if len(draft.parts) < 2:
            continue
        for before, part in pairwise(draft.parts):
            if part.kind in _OPTIONS and _is_another(reading, part):
                _instead(before, part)
        if draft is not reading.plan and _offers(reading, draft, phrases):
            _choose([part for part in draft.parts if part.kind in _OPTIONS])
        else:
            numbered = [part for part in draft.parts if _is_option(part, options)]
            _choose(numbered)
            for part in numbered:
                _, _, said = reading.string(part.spans[0]).partition(":")
                part.name(fold(said.partition("(")[0]))


def _offers(reading: Reading, draft: Draft, phrases: tuple[str, ...]) -> bool:
    """Tell whether a heading asks to take one of what stands below it."""
    line = reading.string(draft.spans[0])[:200].lower()
    words = f" {' '.join(_WORDS.findall(line))} "
    return any(phrase in words for phrase in phrases)


def _is_option(draft: Draft, options: frozenset[str]) -> bool:
    found = _NUMBERED.match(fold(draft.label)) if draft.kind in _OPTIONS else None
    return found is not None and found[1] in options


def _is_another(reading: Reading, part: Draft) -> bool:
    """Tell whether a line offers something instead of the one above: `Alternatively: …`, `or a walk`."""
    line = reading.string(part.spans[0])
    another = reading.wording.roles.get("another", frozenset())
    return fold(line.partition(":")[0].strip(_AROUND)) in another or _OR.match(line) is not None


def _instead(before: Draft, part: Draft) -> None:
    """Make two things options of a choice; one that tells nothing of what the other does may be left out."""
    told, own = (
        {a.measure for d in (draft, *draft.parts) for a in d.amounts if a.qualifier != OPTIONAL}
        for draft in (before, part)
    )
    if before.kind in _OPTIONS and told & own:
        before.choice = part.choice = before.choice or before.span.start + 1
    else:
        part.optional = True


def _choose(parts: list[Draft]) -> None:
    if len(parts) > 1:
        for part in parts:
            part.choice = parts[0].span.start + 1
