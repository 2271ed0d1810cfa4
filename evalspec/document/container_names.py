"""Names of containers: `Day 2`, `Session A: Legs`, `Lunch`, `March`, `Main Circuit`."""

from __future__ import annotations

import re

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.document.lexicon_words import ASIDE, PREPOSITIONS, ROMAN, LexiconWords
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_ORDINAL_WORDS = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(),
        range(1, 11),
        strict=True,
    )
)
_WEEKDAY = regex(
    r"mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_MONTH = regex(
    r"(january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?: (?:19|20)\d\d)?(?:(?:\s*:|\s-)\s*(.*))?$"
)
_NUMBERED = regex(r"#?\s*(\d{1,3}|[1-9]\d{3,5}(?=$|:| [-(|])|[a-z]{1,6})\b")
_JOINED = regex(r"\s*(?:(-|to|through|until)|,\s*and|and|&|,|\+|/)\s*(?:([a-z]+)\s+)?#?(\d{1,3})\b")
_GLUED = regex(r"([a-z]+)\d{1,2}\b")
_SECTION = regex(
    r"\d{1,2}(?:(\.\d{1,2})\s(?=[a-z])|\s·\s(?=[a-z])|\s(?=[a-z]+ \d{1,2}(?:$|:|\s[-–—(])))"
)
"""The number of a section before its name."""
_PLACE_OF = regex(r"(\d{1,3})(?:st|nd|rd|th)?")
_FIRST = regex(r"(?:the )?first ([a-z]{3,}|\d{1,2}) ([a-z]+)")
_LEADING = regex(r"(\d{1,3})(?:st|nd|rd|th)\s+|(" + "|".join(_ORDINAL_WORDS) + r")\s+")
_HEAD_END = regex(r"\s[-–—]\s|:|\||\s[x×]\s|(?<=\s)#?\d")
_UNIT = regex(r"\s*([^\W\d]+|[€$£%])")
_CLOCK = regex(r"\d{1,2}[:.]\d\d\b|\d{1,2}\s?[ap]\.?m\b")
_ALSO = frozenset("and to through until".split())
_MAX_SPREAD = 60


def leading_ordinal(plain: str) -> int:
    """Return the number that a folded label begins with: `second fold`, `3rd coat`; 0 for none."""
    found = _LEADING.match(plain)
    if found is None:
        return 0
    return int(found[1]) if found[1] else _ORDINAL_WORDS[found[2]]


class Named(Record, frozen=True):
    """A label recognised as a container of a rank."""

    rank: str
    ordinals: tuple[int, ...]
    """One for each container it stands for; (0,) when not numbered."""
    stem: str
    """The folded words without the ordinal."""
    title: str
    """What follows the ordinal: `Lower Body` of `Day 1: Lower Body`."""


class ContainerNames(LexiconWords):
    """What a label names of the ranks of a lexicon."""

    def named(self, label: str) -> Named | None:
        """Recognise `Day 2`, `Week 1 and 3`, `Session A: Legs`, `2nd workout`, `Lunch`."""
        plain = fold(ASIDE.sub(" ", label))
        if not plain or len(plain) > 120:
            return None
        joined = _GLUED.match(plain)
        if joined is not None and joined[1] in self.ranks:  # `wk1`
            plain = f"{joined[1]} {plain[joined.end(1) :]}"
        found = self._numbered(plain) or self._leading(plain) or self._member(plain)
        section = _SECTION.match(plain) if found is None and plain[0].isdigit() else None
        if section is None:
            return found
        inner = self._numbered(plain[section.end() :])  # `2 Day 1`, `1.1 Breakfast`
        return inner or (self._member(plain[section.end() :]) if section[1] else None)

    def _numbered(self, plain: str) -> Named | None:
        words = plain.split()
        for size in (3, 2, 1):
            if len(words) <= size:
                continue
            stem = fold(" ".join(words[:size]))
            rank = self.ranks.get(stem)
            if rank is None and size == 1 and stem in self.roles.get("ordinal", ()):
                rank = ""
            if rank is None:
                continue
            rest = " ".join(words[size:])
            found = _NUMBERED.match(rest)
            if found is not None and words[size - 1].endswith(":") and not _ends(rest, found.end()):
                continue
            number = _ordinal(found[1], self.lexicon) if found else 0
            if found is None or not number:
                continue
            counted = self._units if words[0].endswith("s") else self._counted
            numbers, end = _spread(rest, found.end(), number, words[0], counted)
            if _counts(words[size - 1], stem, numbers):
                continue
            title = rest[end:].strip(" :-–—.|/,(")
            inner = self._member(fold(title)) if title and not rank else None
            if inner is not None:
                return Named(inner.rank, numbers, inner.stem, title)
            return Named(rank, numbers, stem, title) if rank else None
        return None

    def _leading(self, plain: str) -> Named | None:
        found = _LEADING.match(plain)
        if found is None:
            return self._first(plain)
        rest = fold(plain[found.end() :])
        rank = self.ranks.get(rest)
        if rank is None:
            return self._first(plain)
        return Named(rank, (leading_ordinal(plain),), rest, "")

    def _first(self, plain: str) -> Named | None:
        """Recognise `First two weeks`."""
        found = _FIRST.fullmatch(plain)
        rank = self.ranks.get(fold(found[2]), "") if found is not None else ""
        last = _ordinal(found[1], self.lexicon) if found is not None else 0
        known = self.lexicon.ranks.get(rank)
        if known is None or not known.implicit or not 1 < last <= _MAX_SPREAD:
            return None
        return Named(rank, tuple(range(1, last + 1)), rank, "")

    def place_of(self, label: str) -> int:
        """Return the number that a label is nothing but: `3.`, `3rd`, `Third`, `Exercise 3`; 0 for none."""
        plain = fold(label).strip("#.:")
        counted = self._numbered(plain)
        if counted is not None and counted.rank in self.item_ranks and not counted.title:
            return counted.ordinals[0]
        found = _PLACE_OF.fullmatch(plain)
        return int(found[1]) if found is not None else _ORDINAL_WORDS.get(plain, 0)

    def _member(self, plain: str) -> Named | None:
        head = fold(re.split(r"\s[-–—·]\s|:|\||,\s(?=[a-z]+ \d)", plain, maxsplit=1)[0])
        found = re.fullmatch(r"(.+?)\s*#?(\d{1,2})", head)
        stem, number = (fold(found[1]), int(found[2])) if found else (head, 0)
        rank = self.members.get(stem)
        if rank is None:
            words = stem.split()
            if 1 < len(words) <= 3 and words[-1] in self.members and words[-2] not in PREPOSITIONS:
                rank, last = self.members[words[-1]], words[-1]
                return Named(rank, (number,), last, stem)
            held = self.lexicon.ranks.get(self.ranks.get(words[-1], "")) if words[1:] else None
            if held is None or held.item or held.calendar or held.stands_for:
                return None
            time = words[-2].rpartition("-")[2]  # `late afternoon meal`, `mid-morning meal`
            timed = len(words) <= 3 and time in self.lexicon.parts_of_day
            return Named(held.name, (number,), words[-1], stem) if timed else None  # `evening meal`
        return Named(rank, (number,), stem, plain[len(head) :].strip(" :-–—·|,"))

    def month_named(self, label: str) -> Named | None:
        """Recognise `March`, `March 2027` and `March: Sowing`, where a rank is of months."""
        found = _MONTH.match(fold(label)) if self.month else None
        return Named(self.month, (0,), found[1], found[2] or "") if found else None

    def weekday_named(self, label: str) -> Named | None:
        """Recognise `Monday` and `Thurs`, where a rank is of days."""
        plain = fold(label)
        found = _WEEKDAY.fullmatch(plain) if self.day else None
        return Named(self.day, (0,), plain, "") if found else None

    def headed(self, label: str) -> Named | None:
        """Recognise a heading by its rank word alone: `Circuit`, `Main Circuit x 3 rounds`.

        Ranks of the calendar, and those that larger ones stand for, need a number or a name.
        """
        head = fold(_HEAD_END.split(ASIDE.sub(" ", label).lower(), maxsplit=1)[0])
        words = head.split()
        for size in range(min(3, len(words)), 0, -1):
            stem = fold(" ".join(words[-size:]))
            rank = self.lexicon.ranks.get(self.ranks.get(stem, ""))
            if rank is not None and len(words) <= size + 2:
                spread = words[-size - 1 : -size] in (["per"], ["by"])  # `Hours per week`
                if spread or not self.measures.keys().isdisjoint(words[:-size]):
                    return None  # `Protein per meal`
                return None if rank.calendar or rank.stands_for or rank.item else Named(
                    rank.name, (0,), stem, head if len(words) > size else ""
                )  # fmt: skip
        return None

    def named_aside(self, label: str) -> Named | None:
        """Return what a label names in brackets, without a number or title: `lunch` of `Soup (lunch)`."""
        found = (self.named(aside) for aside in self.asides(label))
        return next((n for n in found if n and not (n.ordinals[0] or n.title)), None)


def _ends(rest: str, end: int) -> bool:
    """Tell whether a number after a colon stands alone: `Day: 3`, but no title `Book: Seven Lamps`."""
    return not rest[end:].strip() or rest[end:].lstrip()[:1] in "-–—:,.(|/&+"


def _counts(word: str, stem: str, numbers: tuple[int, ...]) -> bool:
    """Tell whether a word is followed by how many there are: `Dates, 3`, `Rounds 3`, not `Days 3-5`."""
    plural = word.rstrip(":#").endswith("s") and not stem.endswith("s")
    return word.endswith(",") or (plural and len(numbers) == 1)


def _spread(
    rest: str, end: int, first: int, word: str, units: frozenset[str]
) -> tuple[tuple[int, ...], int]:
    """Read `1 and 3`, `2-4`, `1, 3 & 5` after an ordinal; `2 – 48 min` is no range, `2, 8:30` no list.

    What a comma alone joins is a number of its own where it counts or dates something: `2, 3 meals`.
    """
    numbers = [first]
    while found := _JOINED.match(rest, end):
        number = int(found[3])
        after = rest[found.end() : found.end() + 1]
        if found[2] and fold(found[2]) != fold(word):
            break
        unit = _UNIT.match(rest, found.end())
        apart = rest[: found.start(3)].endswith(", ") and not word.endswith("s")
        if unit and ((apart and unit[1] not in _ALSO) or fold(unit[1]) in units):
            break
        if _CLOCK.match(rest, found.start(3)):
            break
        if number <= numbers[-1] or number - numbers[-1] > _MAX_SPREAD or after in (".", "%"):
            break
        numbers += range(numbers[-1] + 1, number + 1) if found[1] else [number]
        end = found.end()
    return tuple(numbers), end


def _ordinal(text: str, lexicon: Lexicon) -> int:
    if text.isdigit():
        return int(text)
    if text in lexicon.numbers:
        value = lexicon.numbers[text]
        return int(value) if value.isdigit() else 0
    if text in _ORDINAL_WORDS:
        return _ORDINAL_WORDS[text]
    if text in ROMAN:
        return ROMAN[text]
    return ord(text) - ord("a") + 1 if len(text) == 1 and text <= "h" else 0
