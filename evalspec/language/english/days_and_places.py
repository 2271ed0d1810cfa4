"""Words that say when or where in a plan something holds."""

from __future__ import annotations

from evalspec.language.english.lexicon import Words


def places(word: str, known: Words) -> bool:
    """Tell whether a word says where in a plan something holds: `Friday`, `dinner`."""
    return when(word, known) or any(
        w.type == "Rank" or (w.type == "Thing" and w.value.kind == "member")
        for w in known.phrases.get((word,))
    )


def when(word: str, known: Words) -> bool:
    """Tell whether a word says on which days or in which part of them: `Friday`, `morning`."""
    periodic = "PERIODIC" in known.types(word)
    return word in known.lexicon.parts_of_day or periodic or dated(word, known)


def dated(word: str, known: Words) -> bool:
    """Tell whether a word says on which days: `Friday`."""
    return bool(known.types(word) & {"WEEKDAY", "WEEKEND", "WEEKDAYS"})
