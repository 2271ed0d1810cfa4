"""Mutants of things: removed, doubled, renamed, moved in time, swapped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from evalspec.author.mutate.amounts import is_total
from evalspec.author.mutate.concern import Concern, Counted
from evalspec.author.mutate.mutant import Mutant
from evalspec.author.mutate.page import CLOCK, Page, folded, says
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_NUMBER = re.compile(r"\d+")
SHIFTS = (30, -30, 240, -240)
"""Minutes by which a clock time is moved."""
DAY = 24 * 60
_EDGE = re.compile(r"[:(–—]|\s-\s")


def counted(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants with one of the things removed or doubled that the formula counts."""
    for thing in concern.counted:
        places = _items(page, lexicon) if thing.item else _begun(thing, page, lexicon)
        titles = Counter(page.lines[number].title for number in places)
        for number in places:
            once = thing.inside or titles[page.lines[number].title] == 1
            sure = concern.whole and _is_certain(thing, number, page, lexicon)
            yield _removed(page, number, sure and once)
            again = thing.inside or not thing.item
            yield _doubled(page, number, places, sure and again and not thing.distinct)


def named(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants without a line that holds a name, and with another line that gets it."""
    for words in concern.names:
        places = lines_with(words, page)
        for number in places:
            yield _removed(page, number, sure=False)
        for number in [n for n in page.items if n not in places]:
            yield from _renamed(page, number, words[0])
        for number in places:
            yield from _renamed(page, number, "something else")


def clocks(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants with clock times moved, one time and both times of a line."""
    if not concern.times:
        return
    words = tuple(word for names in concern.names for word in names)
    lines = lines_with(words, page) if words else page.items
    for number in lines:
        line = page.lines[number]
        found = list(CLOCK.finditer(page.text, line.start, line.end))
        for minutes in SHIFTS:
            for one in found:
                yield from _moved(page, number, [one], minutes)
            if len(found) > 1:
                yield from _moved(page, number, found, minutes)


def swapped(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants in which two things have changed places whose order matters."""
    for first, second in concern.pairs:
        for a in lines_with(first, page):
            for b in lines_with(second, page):
                if a != b:
                    yield _exchanged(page, a, b, concern.whole)


def lines_with(words: tuple[str, ...], page: Page) -> list[int]:
    """Return the lines whose text holds one of the words; only items when some do."""
    found = [n for n, line in enumerate(page.lines) if says(line.title, words)]
    items = [number for number in found if page.lines[number].is_item]
    return items or found


def _items(page: Page, lexicon: Lexicon) -> list[int]:
    """Return the lines that are items; what is titled right above its properties when none is."""
    properties = {number for number in page.items if _is_property(number, page, lexicon)}
    skipped = (*lexicon.roles.get("rest", ()), *lexicon.roles.get("note", ()))
    items = [
        number
        for number in page.items
        if number not in properties
        and not says(page.lines[number].title, skipped)
        and not is_total(page.lines[number].title, lexicon)
    ]
    owners = [number - 1 for number in sorted(properties) if number - 1 not in properties]
    return items or [n for n in owners if n >= 0 and page.lines[n].kind != "blank"]


def _is_property(number: int, page: Page, lexicon: Lexicon) -> bool:
    """Tell whether a line gives an amount or a note of the thing above it: `Pages: 260`."""
    label, colon, _ = page.lines[number].title.partition(":")
    words = [word for measure in lexicon.measures.values() for word in measure.words]
    names = (*words, *lexicon.roles.get("note", ()))
    return bool(colon) and folded(label).strip() in names


def _begun(thing: Counted, page: Page, lexicon: Lexicon) -> list[int]:
    """Return the lines that make one of the things by the word they begin with."""
    words = (*thing.words, *thing.members)
    return [
        number
        for number, line in enumerate(page.lines)
        if line.kind not in ("blank", "rule", "row")
        and not line.is_sentence
        and any(folded(line.title).startswith(f" {word} ") for word in words)
        and not is_total(line.title, lexicon)
    ]


def _is_certain(thing: Counted, number: int, page: Page, lexicon: Lexicon) -> bool:
    """Tell whether a line makes one of the things without doubt: `Lunch`, `Session A: legs`."""
    line = page.lines[number]
    if line.is_sentence or says(line.title, lexicon.roles.get("rest", ())):
        return False
    head = folded(_EDGE.split(line.title, maxsplit=1)[0]).strip()
    if thing.item or head in thing.members:
        return True
    word, _, mark = head.rpartition(" ")
    return word in thing.words and (len(mark) == 1 or mark.isdigit() or mark in lexicon.numbers)


def _removed(page: Page, number: int, sure: bool) -> Mutant:
    response = page.without(number, page.block(number))
    return Mutant("removed", f"without {_short(page, number)}", number + 1, response, sure)


def _doubled(page: Page, number: int, others: list[int], sure: bool) -> Mutant:
    """Repeat a block right after itself; a number in its title becomes one that is free."""
    end = page.block(number)
    block = page.lines_text(number, end)
    block = block if block.endswith("\n") else f"\n{block}"
    titles = [page.lines[n].title for n in others]
    used = [int(d) for title in titles for d in _NUMBER.findall(title)[:1]]
    first, rest = block.partition("\n")[::2] if not block.startswith("\n") else ("", block)
    if used and page.lines[number].kind in ("heading", "bold", "prose"):
        first = _NUMBER.sub(str(max(used) + 1), first, count=1)
        block = f"{first}\n{rest}" if first else rest
    place = page.lines[end].start if end < len(page.lines) else len(page.text)
    response = page.text[:place] + block + page.text[place:]
    return Mutant("doubled", f"twice {_short(page, number)}", number + 1, response, sure)


def _renamed(page: Page, number: int, name: str) -> Iterator[Mutant]:
    """Give an item another name: the letters before the first number, bracket, colon or cell."""
    line = page.lines[number]
    body = line.text.find(line.body)
    start = max((body, *[found.end() for found in CLOCK.finditer(line.text)]))
    found = re.compile(r"[^\W\d_][^\d:|(,–—]*[^\W_]").search(line.text, start)
    if found is not None and fold(found.group()) != fold(name):
        at = line.start
        response = page.replaced(at + found.start(), at + found.end(), name.capitalize())
        what = f"{found.group()} → {name}"
        yield Mutant("renamed", what, number + 1, response, sure=False)


def _moved(page: Page, number: int, found: list[re.Match[str]], minutes: int) -> Iterator[Mutant]:
    text = page.text
    said: list[str] = []
    for one in reversed(found):
        new = _later(one.group(), minutes)
        text = text[: one.start()] + new + text[one.end() :]
        said.insert(0, f"{one.group()} → {new}")
    yield Mutant("time", ", ".join(said), number + 1, text, sure=False)


def _later(clock: str, minutes: int) -> str:
    """Move a clock time, in 24 hours; `2:30 PM` stays a time of twelve hours."""
    hour, minute = (int(part) for part in _NUMBER.findall(clock)[:2])
    half = re.search(r"[ap](?=\.?m)", clock, re.IGNORECASE)
    if half is not None:
        hour = hour % 12 + (12 if half.group().lower() == "p" else 0)
    moved = (hour * 60 + minute + minutes) % DAY
    if half is None:
        return f"{moved // 60:02d}:{moved % 60:02d}"
    return f"{(moved // 60 - 1) % 12 + 1}:{moved % 60:02d} {'PM' if moved >= DAY // 2 else 'AM'}"


def _exchanged(page: Page, a: int, b: int, sure: bool) -> Mutant:
    """Exchange two lines; those of a timetable keep their times."""
    first, second = sorted((a, b))
    spans = [_content(page, number) for number in (first, second)]
    (start_a, end_a), (start_b, end_b) = spans
    text = page.text
    response = (
        text[:start_a] + text[start_b:end_b] + text[end_a:start_b] + text[start_a:end_a]
        + text[end_b:]
    )  # fmt: skip
    what = f"{_short(page, first)} ↔ {_short(page, second)}"
    return Mutant("order", what, first + 1, response, sure)


def _content(page: Page, number: int) -> tuple[int, int]:
    line = page.lines[number]
    clock = [found.end() for found in CLOCK.finditer(page.text, line.start, line.end)]
    return max((line.start + line.text.find(line.body), *clock)), line.end


def _short(page: Page, number: int) -> str:
    title = page.lines[number].title.strip("| ")
    return f'"{title if len(title) <= 40 else title[:39] + "…"}"'
