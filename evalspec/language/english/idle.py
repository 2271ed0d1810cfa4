"""Words without a meaning of their own: what repeats the other words of a derivation.

The unit of an amount repeats its measure ("grams" of protein) and a measure the unit that is its
own ("price" of dollars); `a.m.` repeats a time that is read so without it; the plan that is spoken
of is the response that every formula is about. Rules declare the rest (`Rule.idle`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalspec.language.english.chart import Entry
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Amount, Theme
from evalspec.language.english.tokens import Row


def idle_words(entry: Entry, row: Row, words: Words) -> tuple[str, ...]:
    """Return the words of a derivation that carry no meaning of their own, as written."""
    leaves = list(entry.words())
    said = [row.words[n].text for n, filler in enumerate(row.filler) if filler]
    said += [row.text(part.start, part.end) for part in _repeating(entry)]
    said += [*_units(leaves, row, words), *_halves(leaves, row)]
    said += [word for leaf in leaves for word in _longer(leaf, row, words)]
    return tuple(dict.fromkeys(filter(None, said)))


def _repeating(entry: Entry) -> Iterator[Entry]:
    """Yield the parts that rules declare to repeat others."""
    declared = entry.rule.idle if entry.rule is not None else ()
    for number, part in enumerate(entry.parts):
        if number in declared or (not part.parts and part.type in data("idle")):
            yield part
        else:
            yield from _repeating(part)


def _longer(leaf: Entry, row: Row, words: Words) -> Iterator[str]:
    """Yield the words without which the vocabulary says the same: `up` of `wake up`."""
    places = [n for n in range(leaf.start, leaf.end) if not row.filler[n]]
    for place in places if len(places) > 1 else ():
        rest = tuple(row.words[n].low for n in places if n != place)
        if any((w.type, w.value) == (leaf.type, leaf.value) for w in words.phrases.get(rest)):
            yield row.words[place].text


def _units(leaves: list[Entry], row: Row, words: Words) -> Iterator[str]:
    """Yield the units and measures that say the same as one another."""
    themes = [leaf for leaf in leaves if isinstance(leaf.value, Theme)]
    time = words.default("time") if any(leaf.type == "LAST" for leaf in leaves) else None
    for leaf in leaves:
        if not isinstance(leaf.value, Amount) or not leaf.value.unit:
            continue
        default = words.default(leaf.value.dimension)
        if time is not None and leaf.value.unit == time.unit:
            yield from (w.text for w in row.words[leaf.start : leaf.end] if w.kind == "word")
        for theme in themes:
            if theme.value.unit == leaf.value.unit:
                yield from (w.text for w in row.words[leaf.start : leaf.end] if w.kind == "word")
            if default is not None and theme.value.measure == default.measure:
                yield row.text(theme.start, theme.end)


def _halves(leaves: list[Entry], row: Row) -> Iterator[str]:
    """Yield each `am` or `pm` without which a time is read alike, or that a later one repeats."""
    times = [leaf for leaf in leaves if _CLOCK.search(row.text(leaf.start, leaf.end))]
    for number, leaf in enumerate(times):
        text = row.text(leaf.start, leaf.end)
        for match in _CLOCK.finditer(text):
            hour, half = int(match[1]), match[2]
            as_said = hour < 12 if half[0] in "aA" else hour == 12
            more = match.end() < len(text.rstrip(" .")) or number + 1 < len(times)
            if as_said or more:
                yield half


_CLOCK = re.compile(r"(\d{1,2})(?:[:.]\d\d)?\s*([ap]\.?m\b\.?)", re.IGNORECASE)
