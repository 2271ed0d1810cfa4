"""Where the name of an item stands on its line, and what else it goes by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block
from evalspec.document.mention import QuantityMention, TimeMention
from evalspec.document.own_amounts import CUT, names_something, without_qualifiers
from evalspec.document.plain import ARROW, without_link
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest
from evalspec.vocabulary.fold import fold

_NAME_END = regex(rf"{CUT.pattern}|{ARROW}")
_IN_BRACKETS = regex(r"\([^()]*\)")
"""A remark in brackets: `120 kcal (shake only)`."""
_MARKER = regex(r"[A-Za-z]?\d{1,2}[.)]\s+")
_FOLLOWING = regex(r"\s(?:of\s)?([A-Za-z]+)")
_PROPER = regex(r"[\s*_\"'“‘«(]*[A-Z]")
_FACTORS = regex(r"(?<![\w.,])\d{1,3}\s?[x×]\s?\d")
"""Numbers that are multiplied: `Squat 3x10`."""
_ARTICLE = regex(r"\b(?:an?|the|another)\s+$", re.IGNORECASE)
"""What is said of a thing that follows stands behind it: `Take a 2-hour train to Lucerne`."""
_LETTERS = regex(r"[A-Za-z]{2}")
_JOINT = regex(
    rf"(?<!\s)\s*:[*_]*\s+|\s(?:[-–—|·•]|{ARROW})[*_]*\s+|[)\]][*_]*\s+|(?<=\w)[*_]{{1,3}}\s+(?=\w)"
)
"""What parts the amounts that a line begins with from its name."""
_CROSSED = regex(r"\s?[x×]\s?\d|\s[–—→]\s")
_AROUND = " ,:;|=·.…→–—-*_([~≈@/"
_OF_NAMES = ("mass", "volume", "count:", "one")
"""Amounts that belong to the name behind them: `2 cups (300 g) rice`, no `350 kcal (12 g fat) Pie`."""
_NAME_WORDS = 8
"""More words are a sentence."""


def whole_name(reading: Reading, span: Span) -> str:
    """Return all that stands before the amounts of a line, folded: `Tea – with milk (40 kcal)`."""
    ends = [m.span.start for m in reading.quantities(span) if m.unit is not None]
    text = reading.text[span.start : min(ends, default=span.end)].partition("\n")[0]
    name = fold(text.strip(_AROUND))
    return name if len(name.split()) <= _NAME_WORDS else ""


def _cut(reading: Reading, span: Span, text: str) -> int:
    """Return where a name ends: at the first separator or amount after a word that is no unit."""
    quantities = reading.quantities(span)
    units = [(m.span.start - span.start, m.span.end - span.start) for m in quantities]
    words = (word.start() for word in _LETTERS.finditer(text))
    first = next((at for at in words if all(not a <= at < b for a, b in units)), len(text))
    own = (m for m in quantities if m.unit is not None and not _is_serving(reading, m))
    starts = (m.span.start for m in own)
    text_before = ((at, reading.text[max(span.start, at - 9) : at]) for at in starts)
    ends = [at - span.start for at, before in text_before if not _ARTICLE.search(before)]
    ends += [cut.start() for cut in CUT.finditer(text)]
    if reading.wording.factors:
        ends += [found.start() for found in _FACTORS.finditer(text)]
    ends += [first.span.start - span.start for first in _closing_times(reading, span)]
    return min((end for end in ends if end > first), default=len(text))


def _closing_times(reading: Reading, span: Span) -> Sequence[TimeMention]:
    """Return the times from when to when with which a line ends: `Ada 7:00–11:00 and 16:00–20:00`."""
    times = reading.times(span)
    if not times or any(time.end is None for time in times):
        return ()
    places = [*(time.span for time in times), Span(span.end, span.end)]
    between = (_IN_BRACKETS.sub(" ", reading.text[a.end : b.start]) for a, b in pairwise(places))
    return times if {fold(said.strip(" ,;/&+")) for said in between} <= {"", "and"} else ()


def titled(reading: Reading, block: Block) -> str:
    """Return the item rank that a label names before the name itself: `Camp: Lake Camp`."""
    if block.label is None or block.rest is None or reading.times(block.text):
        return ""
    rank = reading.wording.ranks.get(fold(reading.string(block.label)), "")
    if rank not in reading.wording.item_ranks or not _PROPER.match(reading.string(block.rest)):
        return ""
    return rank


def ranked_behind(reading: Reading, block: Block) -> tuple[str, str] | None:
    """Return name and item rank of what follows a label: `Overnight: Lake Camp (1,850 m)`."""
    if block.label is None or block.rest is None or reading.times(block.text):
        return None
    text = reading.string(block.rest)
    name = fold(CUT.split(text, maxsplit=1)[0])
    rank = reading.wording.ranks.get(name.rpartition(" ")[2], "")
    usual = {"item", reading.wording.item_rank}
    known = _PROPER.match(text) and rank in reading.wording.item_ranks - usual
    return (name, rank) if known else None


def name_behind(reading: Reading, span: Span) -> Span | None:
    """Return what follows the amounts a line begins with: `690 kcal, 56 g protein – Baked leek`.

    More amounts may stand behind the name: `10 min – Rowing (80 kcal)`, `(€60) Lamp, 45 min`.
    """
    end, found = span.start, reading.quantities(span)
    for mention in found:
        between = reading.text[end : mention.span.start]
        if mention.unit is None and not _is_crossed(reading, mention, between):
            continue
        if names_something(reading, between) or is_rest(reading, fold(between.strip(_AROUND))):
            break
        end = mention.span.end
    joint = _JOINT.search(reading.text, end, span.end) if end > span.start else None
    if joint is None:
        return None
    last = Span(end - 1, joint.start())
    if names_something(reading, without_qualifiers(reading.string(last), last, found)[1:]):
        return None
    bulk = found[0].unit is None or found[0].unit.dimension.startswith(_OF_NAMES)
    if bulk and joint[0][0] in ")]" and reading.text[span.start] not in "([":
        return None  # `4 oz (113 g) chicken`
    name = Span(joint.end(), span.end)
    named = names_something(reading, reading.string(name))
    return name if named or _rests(reading, Span(span.start, end), name) else None


def _is_crossed(reading: Reading, mention: QuantityMention, before: str) -> bool:
    """Tell whether a number without unit is said of what follows: `3 x 10 – Squats`, `Hours 2–3: Lunch`."""
    word = before.strip(_AROUND).lower()
    if fold(word) != word and fold(word) in reading.wording.lexicon.units:
        return True
    behind = _CROSSED.match(reading.text, mention.span.end)
    return behind is not None and not any(map(str.isalpha, before.replace("x", "")))


def _rests(reading: Reading, before: Span, name: Span) -> bool:
    """Tell whether a length stands before the word of a rest, none behind it: `5 min – Rest (0 kcal)`."""
    lead, behind = (
        [m.unit.dimension if m.unit is not None else "" for m in reading.quantities(piece)]
        for piece in (before, name)
    )
    said = _NAME_END.split(reading.string(name), maxsplit=1)[0]
    return lead[:1] == ["time"] and "time" not in behind and is_rest(reading, fold(said))


def only_numbers(reading: Reading, label: Span) -> bool:
    """Tell whether the name follows a label: `Exercise 1: Squats`, `Name: Squats`."""
    written = reading.string(label)
    if fold(written) in reading.wording.roles.get("name", ()):
        return True
    named = reading.wording.named(written)
    return named is not None and named.rank in reading.wording.item_ranks and not named.title


def _only_amounts(reading: Reading, span: Span) -> bool:
    """Tell whether amounts stand where a name would: `Stage 2: 3 h, 50 km`."""
    told = reading.quantities(span)
    said = without_qualifiers(reading.string(span), span, told) if told else ""
    return bool(told) and not names_something(reading, said)


def _is_serving(reading: Reading, mention: QuantityMention) -> bool:
    """Tell whether an amount is said of a thing inside a name: `toast with 1 tbsp butter`."""
    bulk = mention.unit is not None and mention.unit.dimension in ("mass", "volume")
    following = _FOLLOWING.match(reading.text, mention.span.end)
    return bulk and following is not None and fold(following[1]) not in reading.wording.measures


def name_span(reading: Reading, span: Span, block: Block | None) -> Span:
    """Cut an item's name before its amounts."""
    if behind := name_behind(reading, span):
        span = behind
    elif block is not None and block.label is not None:
        span = block.label
        named = titled(reading, block) or only_numbers(reading, block.label)
        label = fold(reading.string(block.label))
        named = named or label in reading.kinds or reading.wording.role(label, "optional")
        if block.rest is not None and named and not _only_amounts(reading, block.rest):
            span = block.rest
    text = reading.string(span)
    verb, _, rest = text.partition(" ")
    often = [m for m in reading.quantities(span) if m.unit is not None][:1]
    known = reading.wording.measures
    counted = often and known.get(often[0].unit_word) in reading.wording.factors[:1]
    led = counted and text.find(rest) == often[0].span.start - span.start
    if led and reading.wording.role(fold(verb), "again"):
        span, text = Span(often[0].span.start, span.end), rest  # `Do 3 sets of 10 dips`
    marker = _MARKER.match(text)
    if marker is not None and marker.end() < len(text):
        span = Span(span.start + marker.end(), span.end)
        text = text[marker.end() :]
    end = _cut(reading, span, text)
    name = without_link(text[:end]).rstrip(" ,:-–—*_`([→=·|•⇒➜➔›»>~/")
    name = name.removesuffix("<br").rstrip()
    head, comma, tail = name.rpartition(",")
    if comma and end < len(text) and fold(tail) in reading.wording.measures:
        name = head.rstrip()
    opening = "" if ")" in name or "]" in name else "(["
    start = len(name) - len(name.lstrip(" *_`·•" + opening))
    return Span(span.start + start, span.start + len(name)) if name.strip() else span
