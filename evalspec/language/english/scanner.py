"""A sentence → raw words: lower-case forms, kinds of characters, contractions, hyphens."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.language.english.closed import data
from evalspec.language.names import WEEKDAYS


class Word(Record, frozen=True):
    """A raw word: its text as written, its lower-case form, what kind of characters it is of."""

    text: str
    low: str
    kind: str
    joined: bool = False
    """Joined to the next word by a hyphen."""
    start: int = 0
    end: int = 0
    """Place in the plain text."""


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
        "\u00bd": " 1/2", "\u00bc": " 1/4", "\u00be": " 3/4", "\u00a0": " ", "\u202f": " ",
    }
)  # fmt: skip


@cache
def _scanner() -> re.Pattern[str]:
    return re.compile(
        r"""(?P<quote>"[^"\n]{1,400}"|(?<![\w'])'(?:[^'\n]|(?<=\w)'(?=\w)){1,400}'(?!\w))
        |(?P<tag>(?<![\w/])[\#@][^\W\d_]\w*|https?://[^\s,;()]*[^\s,;().!?'"])
        |(?P<date>\d{4}-\d{2}-\d{2})
        |(?P<time>\d{1,2}:\d{2}(?:\s?[ap](?:\.m\.|m\b))?|\d{1,2}\.\d{2}\s?[ap](?:\.m\.|m\b)|\d{1,2}\s?[ap](?:\.m\.|m\b))
        |(?P<ordinal>\d{1,4}(?:\.0)?-?(?:st|nd|rd|th)\b)
        |(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:\.\d{3}){2,}|\d+/\d+|\d+(?:\.\d+)?|\.\d+)
        |(?P<sign>->|<=|>=|=<|=>|==|!=|\+/-|\+-|±|[<>=≤≥≠~≈%&@/+\#])
        |(?P<money>(?:[a-z]{1,2})?[$€£¥₹₩฿])
        |(?P<abbreviation>e\.g\.?|i\.e\.?|a\.m\.|p\.m\.|approx\.|ca\.|incl\.|excl\.|w/o?(?=\s)|m(?:in|ax)\.(?=\s*[\da-z)])|no\.(?=\s*\d|\s+of\b)|nr\.|(?:rs|kr)\.(?=\s*\d))
        |(?P<title>(?-i:Mrs?|Ms|Mx|Dr|Prof|Fr|Rev|St)\.(?=\s+(?-i:[A-Z])))
        |(?P<quarter>(?-i:[QH][1-4])\b)
        |(?P<word>[^\W\d_]+(?:['.&][^\W\d_]+)*)
        |(?P<mark>\S)""",
        re.VERBOSE | re.IGNORECASE,
    )


def plain_text(text: str) -> str:
    """Return a sentence with plain quotes and dashes, in small letters where it shouts."""
    plain = unicodedata.normalize("NFC", text).translate(_PLAIN)
    for pattern, written in _HOURS:
        plain = pattern.sub(written, plain)
    spoken = re.sub(_QUOTED, "", plain)
    if spoken.isupper() and len(_WORD.findall(spoken)) > 2:
        return re.sub(rf"({_QUOTED})|.", lambda match: match[1] or match[0].lower(), plain)
    return plain


_LED = r"\b(by|at|before|after|until|till|past|beyond|than)"
_HHMM = r"(?:([01]?\d|2[0-4]):?([0-5]\d))"
_UNIT = r" ?(?:h|hrs?|hours)\b"
_HOURS = [
    (re.compile(pattern, re.IGNORECASE), written)
    for pattern, written in (
        (r"\b(?:12|twelve) (noon|midnight)\b", r"\1"),
        (
            rf"\b(between|from) {_HHMM}(?:{_UNIT})? (and|to|-|until) {_HHMM}{_UNIT}",
            r"\1 \2:\3 \4 \5:\6",
        ),
        (
            r"\b(between|from) (\d\d?) ?h (and|to|-|until) (1[3-9]|2[0-4]) ?h\b",
            r"\1 \2:00 \3 \4:00",
        ),
        (rf"{_LED} {_HHMM}{_UNIT}", r"\1 \2:\3"),
        (rf"(?:{_LED}|\b(from|between|and|to)) (0\d)([0-5]\d)\b", r"\1\2 \3:\4"),
        (rf"{_LED} (1[3-9]|2[0-4]) h\b", r"\1 \2:00"),
        (rf"{_LED} (\d\d?)h([0-5]\d)\b", r"\1 \2:\3"),
    )
]
"""Times as clocks of 24 hours write them: `by 2200 hrs`, `before 18h30`."""

_QUOTED = r'"[^"\n]*"'
_WORD = re.compile(r"[^\W\d_]{2,}")


@lru_cache(maxsize=512)
def raw_words(text: str) -> tuple[Word, ...]:
    """Return the words, numbers and marks of a plain text, contractions taken apart."""
    plain = _POSSESSIVE.sub("  ", text)
    words: list[Word] = []
    for match in _scanner().finditer(plain):
        written = match[0]
        joined = plain[match.end() : match.end() + 1] == "-" and match.lastgroup in (
            "word",
            "number",
        )
        if match.lastgroup == "word" or written.lower() in _spellings():
            row = _contracted(written, joined)
        else:
            kind = "word" if match.lastgroup in ("title", "quarter") else str(match.lastgroup)
            row = [Word(written, written.lower(), kind, joined)]
        words += [replace(word, start=match.start(), end=match.end()) for word in row]
    return tuple(_without_hyphens(words))


_POSSESSIVE = re.compile(r"(?<=\d)'s\b")
"""As in `day 1's cost`."""


def _contracted(word: str, joined: bool) -> list[Word]:
    """Take contractions apart: `mustn't` is `must not`, `day's` is `day`."""
    low = word.lower()
    said = _spellings().get(low) if word != "HR" else None  # the heart rate
    if said is None and low.endswith("n't"):
        said = f"{low[:-3]} not"
    head, _, ending = low.rpartition("'")
    if said is None and head and ending in _ENDINGS:
        said = f"{head} {_ENDINGS[ending]}"
    if said is not None:
        first, *rest = said.split()
        return [Word(word, first, "word", joined and not rest),
                *(Word("", more, "word", joined and more is rest[-1]) for more in rest)]  # fmt: skip
    if low.endswith("'s"):
        return [Word(word[:-2], low[:-2], "word", joined)]
    return [Word(word, low, "word", joined)]


_ENDINGS = {"re": "are", "ll": "will", "ve": "have", "d": "would", "m": "am"}


@cache
def _spellings() -> dict[str, str]:
    """Return how words are said in full that are written short: `dont`, `it's`, `wanna`."""
    table: dict[str, str] = data("spellings")
    short = {word.replace("'", ""): said for word, said in table.items() if word.endswith("n't")}
    return {**short, **table}


_DAYS = frozenset(form for name in WEEKDAYS for form in (name, f"{name}s"))
"""Between these a hyphen is a dash: `Mon-Fri`."""


def _without_hyphens(words: list[Word]) -> list[Word]:
    """Drop hyphens inside compounds; keep dashes between numbers and between words."""
    kept: list[Word] = []
    for number, word in enumerate(words):
        hyphen = word.low == "-" and number > 0 and words[number - 1].joined
        following = words[number + 1].kind if number + 1 < len(words) else ""
        days = number + 1 < len(words) and {words[number - 1].low, words[number + 1].low} <= _DAYS
        if hyphen and not days and (words[number - 1].kind == "word" or following == "word"):
            continue
        kept.append(word)
    return kept
