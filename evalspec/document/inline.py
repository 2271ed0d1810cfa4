"""Inside one line: surrounding emphasis, a leading number, and the label before its separator."""

from __future__ import annotations

import re

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.plain import BLANKS, trim

_CLOCK = (  # `9.00 Tea`, not `9.00 EUR – Tea`, `0.50 kg – Tea`
    r"(?:(?!\d+\.\d+[^\S\n]?(?-i:[A-Z]{3}|(?!am|pm|to|h)[a-z]{1,2})\b)"
    r"\d{1,2}[:.h]\d{2}(?::\d{2})?(?:[^\S\n]{0,3}[ap]\.?m\b\.?|[ap]\b|[^\S\n]{0,2}(?:hr?s?|uhr)\b)?"
    r"|[0-2]\d[0-5]\d[^\S\n]?(?:hrs?|h)\b"
    r"|[0-2]\d[0-5]\d(?=\s?[-–—]\s?[0-2]\d[0-5]\d\b)|(?<=[-–—])[0-2]\d[0-5]\d\b"
    r"|\d{1,2}[^\S\n]{0,3}[ap]\.?m\b\.?|noon\b|midnight\b)"
)
_TIME_LEAD = regex(
    rf"[*_]*(?:\d{{1,2}}\s{{0,3}}[-–—]\s{{0,3}})?{_CLOCK}(?:\s{{0,3}}(?:-|–|—|~|→|to|until|till|through)\s{{0,3}}{_CLOCK})?[\s:–—\-|*_,]*",
    re.IGNORECASE,
)
_HALF_OF_DAY = regex(r"(?:\d[^\S\n]{0,3}[ap]\.?m\.?|\bnoon)$", re.IGNORECASE)
_TIME_LENGTH = 8
_MARKS = regex(r":(?=[\s*_]|$)|：|[^\S\n][-–—]+[^\S\n]|[()（）]")
_RARE = regex(r"[：–—\u00a0]")
NUMBER = regex(
    r"(?:(\d{1,3})(?:[.)](?=[\s*_]|$|[A-Za-z])|\ufe0f?\u20e3)"
    r"|\((\d{1,3}|[a-zA-Z]|[ivx]{2,4})\)(?=\s)"
    r"|([a-zA-Z]|[ivx]{2,5}|[IVX]{2,5}|[A-Z]\d)[.)](?=\s))[*_]*\s*"
)
_NUMBER_GOES_ON = frozenset(".)ivxIVX0123456789\ufe0f\u20e3")
"""What may stand behind the first character of such a number."""
_EMOJI = regex(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff\u2190-\u21ff\u25a0-\u25ff\xab\xbb"
    "\ufe0f\u200d\u20e3\U000e0020-\U000e007f]+"
)
_DOT = regex(r"[·•]\s+[^\W\d_]")
"""A dot between a label and a name: `**Lunch** · Soup`."""
_SENTENCE_END = regex(r"[a-z)][.!?]\s")
_SHORT_FORM = regex(r"[A-Z][a-z]{1,5}\.\s")
"""A word cut short at the start of a label: `Approx. calories`."""
_WEEKDAY = regex(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$", re.IGNORECASE)
_DATE = regex(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./](?:\d{4}|\d\d)")
_EDGES = frozenset(BLANKS + "*_")
_LABEL_CHARACTERS = 80
_LABEL_WORDS = 12


class Inline(Record, frozen=True):
    """What the content of one line is made of."""

    start: int
    end: int
    number: str
    label: Span | None
    rest: Span | None
    bold: bool
    lead: bool
    """Bold text followed by nothing but a parenthesis: `**Day 1** (2000 kcal)`."""


def read_inline(text: str, start: int, end: int) -> Inline:
    """Take the content of a line apart; `text[start:end]` is trimmed and has no list marker."""
    number = ""
    bold = False
    run = ""
    if not text[start].isalnum():
        start, end = _without_emoji(text, start, end)
        run, first, last = _emphasis(text, start, end)
        if run and last + len(run) == end:
            bold = len(run) > 1
            start, end = _without_emoji(text, first, last)
            run = ""
            found = number_at(text, start, end) if bold else None
            if found and found.end() < end:
                number, start = found[found.lastindex or 0], found.end()
        elif run and (found := number_at(text, first, last)):
            number = found[found.lastindex or 0]
            if found.end() == last:
                start = trim(text, last + len(run), end).start
                run = ""
                if start == end:
                    start = first
            else:
                first = found.end()
    if run and (emphasised := _lead_label(text, Span(first, last), last + len(run), end)):
        label, rest, lead = emphasised
        return Inline(start, end, number, label, rest, bold, lead and len(run) > 1)
    label, rest = _label(text, start, end)
    if label is None and bold and text[end - 1] in ":：":
        label = trim(text, start, end - 1)
        rest = Span(end, end)
    return Inline(start, end, number, label, rest, bold, False)


def _without_emoji(text: str, start: int, end: int) -> tuple[int, int]:
    """Skip emoji and ornaments before the text and after it; a line of nothing else stays as it is."""
    if text.isascii() or text[start:end].isascii():
        return start, end
    first = start
    while found := _EMOJI.match(text, first, end):
        first = trim(text, found.end(), end).start
    if first >= end:
        return start, end
    last = end
    tail = len(text[first:end].rstrip(BLANKS))
    while tail and _EMOJI.match(text[first + tail - 1]):
        tail = len(text[first : first + tail - 1].rstrip(BLANKS))
        last = first + tail
    return first, last


def number_at(text: str, start: int, end: int) -> re.Match[str] | None:
    """Match the number of a list item at the start of a piece."""
    if text[start + 1 : start + 2] not in _NUMBER_GOES_ON and text[start] != "(":
        return None
    return NUMBER.match(text, start, end)


def _emphasis(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the run of marks that opens the text, and from where to where it reaches."""
    mark = text[start : start + 1]
    if mark not in ("*", "_"):
        return "", start, start
    length = 1
    while length < 3 and text[start + length : start + length + 1] == mark:
        length += 1
    run = mark * length
    first = start + length
    close = text.find(run, first, end)
    if close <= first or text[first].isspace():
        return "", start, start
    while text[close + length : close + length + 1] == mark and close + length < end:
        close += 1
    return run, first, close


def _lead_label(
    text: str, inner: Span, after: int, end: int
) -> tuple[Span | None, Span | None, bool] | None:
    """Read `**Label:** rest`, `**Label**: rest`, `**Label** - rest`, `**Label** (rest)`."""
    start, stop = _without_emoji(text, inner.start, inner.end)
    label = trim(text, start, stop)
    closed = label.end > label.start and text[label.end - 1] in ":：-–—"
    if closed:
        label = trim(text, label.start, label.end - 1)
    rest = trim(text, after, end)
    dotted = _DOT.match(text, rest.start, end) is not None
    if rest.start < rest.end and (text[rest.start] in ":：-–—|" or dotted):
        spaced = rest.start > after or text[rest.start] in ":：|"
        if not spaced and not closed:
            return None
        closed = True
        rest = trim(text, rest.start + 1, end)
    parenthesis = text[rest.start : rest.start + 1] in ("(", "（")
    if label.start >= label.end or not (closed or parenthesis):
        return None
    time = _TIME_LEAD.match(text, label.start, label.end)
    if time or not _has_letter(text, label):
        first = time.end() if time and time.end() < label.end else rest.start
        found, remainder = _label(text, first, end) if first < end else (None, None)
        return found, remainder, False
    alone = parenthesis and text[end - 1] in ")）" and text.find(")", rest.start, end - 1) < 0
    return label, rest, alone


def _label(text: str, start: int, end: int) -> tuple[Span | None, Span | None]:
    """Find the label of a line without leading emphasis; a clock time is never part of one."""
    if (
        text.find(":", start, end) < 0
        and text.find(" -", start, end) < 0
        and (text.isascii() or not _RARE.search(text, start, end))
    ):
        return None, None
    first = text[start : start + 1]
    if not first.isalpha() or first in "nNmM":
        time = _TIME_LEAD.match(text, start, end)
        start = time.end() if time else start
    for _ in range(3):
        mark = _plain_colon(text, start, end) or _separator(text, start, end)
        if mark is None:
            return None, None
        label = _without_marks(text, start, mark[0])
        if _has_letter(text, label) or _DATE.fullmatch(text, label.start, label.end):
            rest = _without_marks(text, mark[1], end)
            return (label, rest) if _is_label(text, label) else (None, None)
        start = mark[1]
    return None, None


def _plain_colon(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the colon that ends a label in which nothing else could: the usual case."""
    colon = text.find(":", start, min(end, start + 2 * _LABEL_CHARACTERS) - 1)
    if colon < 0 or text[colon + 1] not in " *_":
        return None
    before = text[start:colon]
    if not before.isascii() or "-" in before or "(" in before or ")" in before:
        return None
    return colon, colon + 1


def _separator(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the first colon or spaced dash outside parentheses that can end a label."""
    depth = 0
    dash: tuple[int, int] | None = None
    for mark in _MARKS.finditer(text, start, min(end, start + 2 * _LABEL_CHARACTERS)):
        sign = mark[0]
        if sign in "(（":
            depth += 1
        elif sign in ")）":
            depth = max(0, depth - 1)
        elif depth:
            continue
        elif sign in ":：":
            if dash is None or _is_range(text, start, dash, mark.start()):
                return mark.span()
            return dash
        elif dash is None and not _between_numbers(text, start, mark.start(), mark.end()):
            dash = mark.span()
    return dash


def _between_numbers(text: str, start: int, before: int, after: int) -> bool:
    """Tell a range `8 - 12` from a label that ends with its number, `Day 1 - 30 min run`."""
    if text[before - 1] in "mMn." and _TIME_LEAD.match(text, after):
        return _HALF_OF_DAY.search(text, max(start, before - _TIME_LENGTH), before) is not None
    if not (text[before - 1].isdigit() and text[after : after + 1].isdigit()):
        return False
    words = text[start:before].split()
    return not (len(words) == 2 and words[0][0].isupper() and words[1].isdigit())


def _is_range(text: str, start: int, dash: tuple[int, int], colon: int) -> bool:
    """Tell whether `Monday - Friday` or `Day 1 - Day 3` before a colon is one label."""
    first = text[start : dash[0]].split()
    second = text[dash[1] : colon].split()
    if not first or not second or len(second) > 2:
        return False
    if first[0].lower() == second[0].lower() and len(first) == len(second):
        return True
    if len(second) == 1 and second[0].isdigit() and first[-1].isdigit():
        return True
    return bool(_WEEKDAY.match(first[-1]) and _WEEKDAY.match(second[0]))


def _without_marks(text: str, start: int, end: int) -> Span:
    """Trim blanks and stray emphasis marks from both ends."""
    first = start + 1 if text[start : start + 1] == " " else start
    if first < end and text[first] not in _EDGES and text[end - 1] not in _EDGES:
        return Span(first, end)
    piece = text[start:end]
    stripped = piece.lstrip(BLANKS + "*_")
    first = end - len(stripped)
    if not stripped:
        return Span(end, end)
    if "*" in piece[: len(piece) - len(stripped)] and "*" in stripped.rstrip(BLANKS)[:-1]:
        first = trim(text, start, end).start
        return trim(text, first, end)
    return Span(first, first + len(stripped.rstrip(BLANKS + "*_")))


def _has_letter(text: str, span: Span) -> bool:
    first = text[span.start : span.start + 1]
    return first.isalpha() or any(map(str.isalpha, text[span.start : span.end]))


def _is_label(text: str, label: Span) -> bool:
    written = text[label.start : label.end]
    short = _SHORT_FORM.match(written)
    return (
        len(written) <= _LABEL_CHARACTERS
        and not written.endswith(("http", "https"))
        and written.count(" ") < _LABEL_WORDS
        and not _SENTENCE_END.search(written, short.end() if short else 0)
        and written.count("(") <= written.count(")")
    )
