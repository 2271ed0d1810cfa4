"""Several things in one line: `1 cup oats (300 kcal) with berries (40 kcal)`.

A new component begins where a measure comes again; what the line says twice (`duplicates`)
is left out before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.duplicates import without_duplicates
from evalspec.document.facts import OPTIONAL, PERHAPS_PER_SET, Amount
from evalspec.document.line_amounts import BETWEEN_SETS
from evalspec.document.plain import ARROW, without_link
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_BOUNDARY = regex(
    r"[-=]>|(?<=\w)\.\s+(?=[A-Z])|(?<=\w\.)\s+(?=[A-Z])|[,;)\]\n|+•→➜⇒]|<br\s?/?>"
    r"|\s[/·]\s|\s(?:with|and|plus|then|served|followed by)\s"
)
_LEAD = regex(
    r"(?:[-=]>|[\s,;:|+/()\]&•·→➜⇒*_–—-]|\.\s|<br\s?/?>"
    r"|(?:with|and|plus|then|served|or|either|followed by)\b)+",
    re.IGNORECASE,
)
_TITLE_END = regex(r"[^*_\n]*[.!?:]\*\*\s+")
"""The end of a bold title that the line of a container begins with."""
_TITLED = regex(r"[^\n:(]*[A-Za-z][^\n:(]*:[*_]*\s+")
"""What a line lists the parts of: `Bolognese: 2 kg spaghetti, 1 kg mince`."""
_OR = regex(r"[\s,;()]*or\b", re.IGNORECASE)
_TAIL = " \t\u00a0,;:|+/(&•·→➜⇒*_–—-=~≈@["
_SIDE = frozenset(("mass", "volume"))


_MARK = regex(rf"[()\[\]]|[;,+]\s|(?<=\s)·\s|{ARROW}")
_SIGNS = ("→➜⇒-=", "·", ";", ",", "+")
"""What parts the things of a list, the surest first."""
_JOINT = regex(
    r"(?:,|;|\+|→|➜|⇒|->)\s+(?:and\s+|then\s+|followed\s+by\s+)?|\s(?:and|plus|followed\s+by)\s+(?=\d)"
)
_ONE = regex(r"\b(?!and\b|or\b)[A-Za-z][\w'’-]*(?: (?!and\b)[\w'’-]+){0,3}")
_LISTED = regex(
    r"\s*(?:each\s+)?(?:of\s+)?((?:[A-Za-z][^\d\n.,;:!?()|]*,\s+){2,}(?:and\s+)?[A-Za-z][^\d\n.,;:!?()|]*"
    r"|[A-Za-z][^\d\n.,;:!?()|]*,\s+[A-Za-z][^\d\n.,;:!?()|]*\sand\s[A-Za-z][^\d\n.,;:!?()|]*)(?=[.!;]|\s*$)"
)
"""Three names or more; two may be one exercise: `squat and press`."""
_BLANK = regex(r"(?:[\s*_~≈]|[^\x00-\x7f\w])*(?:about\s+|approx\.?\s+)?")
_CROSSED = regex(r"\s*[x×✕]\s*")
_GLUE = regex(r"\s*(?:[x×✕*]|of)?\s*")
_NAME = regex(r"[A-Za-z]{2,}")
_OF = regex(r"\s*(?:of\s+)?(?:the\s+)?[*_]*", re.IGNORECASE)
_MANNER = regex(
    r"\w+ed|holding|keeping|using|resting|in|on|with|without|for|as|to|from|cut|no|not|plus",
    re.IGNORECASE,
)
"""How what tells the manner of a thing begins: `grilled`, `with a little salt`."""
_TAIL_CUT = regex(r"\s*(?:[(@|;:]|,\s(?=\d)|\.\s|,\s(?=[^,(]*,\s)|\s[-–—]\s)")
"""What ends a name: brackets, a dash, the first comma of a list of more things."""


class Component(Record, frozen=True):
    """One of the things a line lists, with its own amounts."""

    label: Span
    """Its name; empty when nothing but amounts is written."""
    whole: Span
    """Name and amounts."""
    amounts: tuple[Amount, ...]
    alternative: bool = False
    """It begins with `or`: this or the one before."""


class Split(Record, frozen=True):
    """A line taken apart."""

    components: tuple[Component, ...]
    """One for each thing, in order."""
    duplicates: tuple[Amount, ...]
    """Amounts that say again what another one says."""
    nested: bool
    """All components stand in one pair of brackets behind a name of their own."""


def split(text: str, line: Span, amounts: Sequence[Amount], wording: Wording) -> Split:
    """Take the amounts of a line apart by the things they belong to."""
    firm = [amount for amount in amounts if amount.qualifier != OPTIONAL]
    kept, duplicates = without_duplicates(text, line, firm, wording)
    kept += [amount for amount in amounts if amount.qualifier == OPTIONAL]
    kept.sort(key=_place)
    keys = _not_in_turn(without_sides(kept, wording) or kept)
    title = _TITLED.match(text, line.start, keys[0].span.start) if len(keys) > 1 else None
    listed = all(is_side(key, wording) for key in keys)
    if listed and title is not None and title.end() == keys[0].span.start:
        made_of = _led(text, Span(title.end(), line.end), keys, wording)
        if made_of is not None:
            return Split(made_of, tuple(duplicates), True)
    led = _each_of(text, line, kept, wording) or _led(text, line, keys, wording)
    led = led or _behind_others(text, line, kept, wording)
    if led is not None:
        return Split(led, tuple(duplicates), False)
    starts = _cuts(text, line, keys, wording) or _starts(text, line, keys)
    if len(starts) < 2:
        whole = _component(text, line.start, line.end, kept, keys)
        return Split((whole,), tuple(duplicates), False)
    opening = _opening(text, line, keys)
    nested = opening >= 0 and all(text.find(")", opening, start + 1) < 0 for start in starts[1:])
    if nested:
        starts[0] = opening + 1
    ends = [*starts[1:], line.end]
    components = [
        _component(text, start, end, _between(kept, start, end), _between(keys, start, end))
        for start, end in zip(starts, ends, strict=True)
    ]
    return Split(tuple(components), tuple(duplicates), nested)


def _not_in_turn(keys: list[Amount]) -> list[Amount]:
    """Leave out what comes as often as what stands before it: `5 x 3 min hard / 2 min easy` is one thing."""
    often = {second.span for first, second in pairwise(keys) if _in_turn(first, second)}
    return [key for key in keys if key.span not in often]


def _in_turn(first: Amount, second: Amount) -> bool:
    again = first.measure == second.measure
    again = again and second.qualifier in (PERHAPS_PER_SET, first.qualifier)
    return first.qualifier.startswith("per ") and (again or second.between_sets)


def _place(amount: Amount) -> int:
    return amount.span.start


def _between(amounts: list[Amount], start: int, end: int) -> list[Amount]:
    """Return the amounts, in their order, that begin in a part of the text."""
    return amounts[bisect_left(amounts, start, key=_place) : bisect_left(amounts, end, key=_place)]


def is_side(amount: Amount, wording: Wording) -> bool:
    """Tell whether an amount makes no thing: `4 oz chicken`, `1 cup oats`, what may be added to one."""
    if amount.measure not in wording.lexicon.measures or amount.qualifier == OPTIONAL:
        return True
    if amount.measure in wording.factors:
        return False
    dimension = amount.unit.dimension
    return dimension in _SIDE and wording.default_measure.get(dimension) == amount.measure


def without_sides(amounts: Iterable[Amount], wording: Wording) -> list[Amount]:
    """Return the amounts that tell more than a side of a thing."""
    return [amount for amount in amounts if not is_side(amount, wording)]


def _each_of(
    text: str, line: Span, amounts: Sequence[Amount], wording: Wording
) -> tuple[Component, ...] | None:
    """Give the sets before a list of exercises to each of them: `3 sets of 10 dips, squats and lunges`."""
    if not amounts or any(amount.measure not in wording.factors for amount in amounts):
        return None
    verb = text[line.start : amounts[0].span.start].strip(" *_")
    listed = _LISTED.match(text, amounts[-1].span.end, line.end)
    if listed is None or (verb and not wording.role(fold(verb), "again")):
        return None
    names = list(_ONE.finditer(text, listed.start(1), listed.end(1)))
    known = [fold(n[0]) != n[0].lower() or fold(n[0]) in wording.categories for n in names]
    if known.count(False) > 1 or any(_MANNER.match(name[0]) for name in names):
        return None  # `3 sets of 10 squats, back straight, chest up`
    spans = [Span(*name.span()) for name in names]
    shared = tuple(replace(a, qualifier="") if a.qualifier == "each" else a for a in amounts)
    return tuple(Component(span, span, shared) for span in spans)


def _led(
    text: str, line: Span, keys: list[Amount], wording: Wording
) -> tuple[Component, ...] | None:
    """Take apart a line whose amounts stand before their names: `20 min jog, 3x10 lunges`.

    None when an amount does not begin its part, or a part has no name behind it.
    """
    found = {joint.end(): joint.start() for joint in _JOINT.finditer(text, line.start, line.end)}
    joints = [line.start, *found]
    firsts = [
        at
        for at in joints
        if (number := bisect_left(keys, at, key=_place)) < len(keys)
        and _BLANK.fullmatch(text, at, keys[number].span.start)
    ]
    if len(firsts) < 2:
        return None
    firsts = [at for at in joints if at < firsts[0]] + firsts
    parts: list[Component] = []
    for start, end in zip(firsts, [*firsts[1:], line.end], strict=True):
        own = _between(keys, start, end)
        name = _name_behind(text, own, start, found.get(end, end))
        if _is_known(text, name, wording) or text.startswith(",", name.start):
            return None
        parts.append(Component(name, Span(start, name.end), tuple(own), False))
    last = parts[-1].label
    comma = text.rfind(", ", last.start, last.end) + 2
    if comma > 1 and fold(text[comma : last.end]) in wording.categories:
        parts[-1] = replace(parts[-1], label=Span(last.start, comma - 2))
        parts.append(Component(Span(comma, last.end), Span(comma, last.end), ()))
    return tuple(parts) if keys[0].span.start >= firsts[0] else None


def _behind_others(
    text: str, line: Span, keys: Sequence[Amount], wording: Wording
) -> tuple[Component, ...] | None:
    """Part a thing and its amount from things before it without any: `Lifting + 10 min yoga`.

    Behind a comma only how much of a thing can be told so: `2 tins of tuna, 400 g penne`.
    """
    first = keys[0].span.start
    joint = next((j for j in _JOINT.finditer(text, line.start, first)
                  if _BLANK.fullmatch(text, j.end(), first)), None)  # fmt: skip
    added = joint is not None and joint[0].strip() in ("+", "plus")
    if len(keys) != 1 or joint is None or not (added or is_side(keys[0], wording)):
        return None
    before = text[line.start : joint.start()]
    name = _name_behind(text, keys, joint.end(), line.end)
    if before.count("(") != before.count(")") or ":" in before or not _NAME.search(before):
        return None
    if _is_known(text, name, wording):
        return None
    lead = _LEAD.match(text, line.start, joint.start())
    start = lead.end() if lead is not None else line.start
    other = Span(start, line.start + len(before.rstrip(_TAIL)))
    return (Component(other, other, ()), Component(name, Span(joint.end(), name.end), tuple(keys)))


def _is_known(text: str, name: Span, wording: Wording) -> bool:
    """Tell whether nothing but words of measures and units stands where a name is looked for."""
    plain = BETWEEN_SETS.sub(" ", text[name.start : name.end])  # `rest between rounds`
    words = _NAME.findall(plain)
    told = (wording.measures, wording.lexicon.units, wording.roles.get("qualifier", ()))
    known = all(any(fold(word) in names for names in told) for word in words)
    return known or wording.is_measure(fold(" ".join(words)))


def _name_behind(text: str, amounts: Sequence[Amount], start: int, end: int) -> Span:
    """Return the name behind the amounts that begin a part."""
    at = start
    for amount in amounts:
        if at == start or _GLUE.fullmatch(text, at, amount.span.start):
            at = amount.span.end
    last = next((a.span.start for a in amounts if a.span.start > at), end)
    if cut := _TAIL_CUT.search(text, at, last):
        last = cut.start()
    link = _OF.match(text, at, last)
    first = link.end() if link is not None else at
    return Span(first, first + len(without_link(text[first:last].rstrip(_TAIL))))


def _cuts(text: str, line: Span, keys: list[Amount], wording: Wording) -> list[int]:
    """Return where the things of a list begin, if one mark parts it and each has a name and amounts.

    `walk (15 min, 85 cal), swim (20 min, 150 cal)`; what brackets hold is not cut.
    """
    depth, cuts = 0, list[re.Match[str]]()
    for mark in _MARK.finditer(text, line.start, line.end):
        if mark[0] in "()[]":
            depth = max(0, depth + (1 if mark[0] in "([" else -1))
        elif not depth:
            cuts.append(mark)
    for signs in _SIGNS:
        joints = [mark for mark in cuts if mark[0][0] in signs]
        starts = [line.start, *(mark.start() for mark in joints)]
        parts = zip(starts, [*starts[1:], line.end], strict=True)
        kinds = (_tells(text, a, b, keys, wording) for a, b in parts if joints)
        told = list(takewhile(bool, kinds))
        if len(told) == len(starts) and told.count("thing") > 1:
            kept = [at for at, kind in zip(starts, told, strict=True) if kind != "manner"]
            # the last of them may join two things: `a (1 kcal), b (2 kcal) and c (3 kcal)`
            return [
                start
                for a, b in pairwise([*kept, line.end])
                for start in _starts(text, Span(a, b), _between(keys, a, b))
            ]
    return []


def _tells(text: str, start: int, end: int, keys: list[Amount], wording: Wording) -> str:
    """Say what a part of a line is: a rest, a thing (a name that is no measure, and amounts), or neither.

    Where amounts only say how much of a thing there is, a name alone is one as well, and other words
    say how one is made: `Cod 150 g, steamed, rice 80 g, spinach`.
    """
    own = _between(keys, start, end)
    led = wording.comes_to.sub("=", text[start : own[0].span.start]) if own else ""
    if led.rstrip(" *_~≈").endswith("="):
        # `…, both arms counted: 3 x 24 x 20 kg = 1,440 kg` says what stands before comes to
        return ""
    listed = not own and all(is_side(key, wording) for key in keys)
    lead = _LEAD.match(text, start, end)  # `, then 30 s rest` names nothing
    start = lead.end() if lead is not None else start
    name = Span(start, max(start, own[0].span.start if own else end if listed else start))
    first = _NAME.search(text, name.start, name.end)
    if first is not None and wording.role(fold(first[0]), "rest"):
        return "rest"
    if listed and first is not None and _MANNER.fullmatch(first[0]):
        return "manner"
    if listed and first is not None:
        return "name"
    return "" if _is_known(text, name, wording) else "thing"


def _starts(text: str, line: Span, keys: Sequence[Amount]) -> list[int]:
    """Return where each component begins: behind the last amount of the one before."""
    starts = [line.start]
    seen: set[str] = set()
    last = line.start
    for group in _products(text, keys):
        if any(key.measure in seen for key in group):
            boundary = _BOUNDARY.search(text, last, group[0].span.start)
            starts.append(boundary.start() if boundary else last)
            seen = set()
        seen.update(key.measure for key in group)
        last = group[-1].span.end
    return starts


def _products(text: str, keys: Sequence[Amount]) -> Iterator[list[Amount]]:
    """Yield amounts by themselves, those that a cross joins together: `3 x 2 min`."""
    group: list[Amount] = []
    for key in keys:
        if group and not _CROSSED.fullmatch(text, group[-1].span.end, key.span.start):
            yield group
            group = []
        group.append(key)
    if group:
        yield group


def _opening(text: str, line: Span, keys: Sequence[Amount]) -> int:
    """Return the bracket that the first amount stands in, when a name stands before it."""
    first = keys[0].span.start
    opening = text.find("(", line.start, first)
    if opening < 0 or text.find(")", opening, first) >= 0:
        return -1
    named = any(c.isalpha() for c in text[line.start : opening])
    return opening if named else -1


def _component(
    text: str, start: int, end: int, amounts: Sequence[Amount], keys: Sequence[Amount]
) -> Component:
    lead = _LEAD.match(text, start, end)
    first = min(lead.end() if lead else start, end)
    own = next((key.span.start for key in keys if first <= key.span.start < end), end)
    if (title := _TITLE_END.match(text, first, own)) is not None:
        first = title.end()  # `Long day.** Swim for 30 minutes`
    label = without_link(text[first:own].rstrip(_TAIL))
    opened = label.rfind("(")
    if label.find(")", opened) < 0 < opened:
        label = label[:opened].rstrip(_TAIL)
    if not any(c.isalpha() for c in label):
        label = ""
    written = text[first:end].rstrip(" \t\n,;|+")
    return Component(
        Span(first, first + len(label)),
        Span(first, first + len(written)),
        tuple(amounts),
        _OR.match(text, start, end) is not None,
    )
