"""Lists of which one is meant: `Snack (choose one):`, `Option A: …` beside `Option B: …`."""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.document.facts import EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_WORDS = regex(r"[a-z0-9]+")
_NUMBERED = regex(r"([a-z]+) #?(?:\d{1,2}|[a-h])\b")
_OPTIONS = (EntryKind.ITEM, EntryKind.CONTAINER, EntryKind.BLOCK)


def settle(reading: Reading) -> None:
    """Mark the options of every choice."""
    phrases = tuple(f" {phrase} " for phrase in reading.wording.roles.get("choice", ()))
    options = reading.wording.roles.get("option", frozenset())
    for draft in (reading.plan, *walk(reading.plan)):
        if len(draft.parts) < 2:
            continue
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


def _choose(parts: list[Draft]) -> None:
    if len(parts) > 1:
        for part in parts:
            part.choice = parts[0].span.start + 1
