"""Numbers as they are written: digits, separators, fractions, number words."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from evalspec.core.quantity import EXACT
from evalspec.core.regex import regex

VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8),
    "⅞": (7, 8),
}  # fmt: skip
_VULGAR = "[" + "".join(VULGAR) + "]"
_SIMPLE = regex(rf"\d+(?:\.\d+)?(?![\d/,.\xa0']|[ \xa0]?{_VULGAR}| {{1,2}}\d|-\d/)")
_NUMBER = regex(
    rf"(?P<mixed>\d+)(?:[ \xa0]|-| and )(?P<over>[1-9])/(?P<under>[234568]|16)(?![\d/])"
    r"|(?P<top>\d{1,2})/(?P<bottom>[234568]|16)(?![\d/]|\.\d)"
    rf"|(?P<whole>\d*)[ \xa0]?(?P<vulgar>{_VULGAR})"
    r"|(?P<european>\d{1,3}(?:\.\d{3})+,\d{1,2})(?!\d)"
    r"|(?P<thousands>\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?)(?![\d]|,\d)"
    r"|(?P<marked>\d{1,3}(?:'\d{3})+(?:\.\d{1,2})?)(?![\d'])"
    r"|(?P<spaced>[1-9]\d{0,2}(?:\xa0\d{3})+(?:[.,]\d{1,2})?)(?!\d)"
    r"|(?P<loose>[1-9]\d{0,2}(?: {1,2}\d{3})+(?:[.,]\d\d)?)(?![\d/:]|[.,]\d)"
    r"|(?P<comma>\d+,\d{1,2})(?![\d,])"
    r"|(?P<plain>\d+(?:\.\d+)?)"
)
_SPACED_ONCE = regex(r"\w \w")
_DECIMALS = regex(r"\d+(?![.\d])")
_WHOLE = regex(r"\d+(?:\.\d+)?")
_HALF_MORE = regex(r"[ \xa0]and[ \xa0](?:a|one)?[ \xa0-]?(half|quarter)\b")
_WORD = regex(r"([ \xa0]and[ \xa0]|[ \xa0]|-)?([a-z]+)")
_POWERS = regex(r"[ \xa0](?:hundred|thousand|million)\b")
"""What the first of another number comes before: `between one hundred and two hundred`."""
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
    "fourths": 4, "eighth": 8, "eighths": 8,
}  # fmt: skip
_MORE = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
Read = tuple[Decimal, int]
"""A value and where it ends."""


def number_at(plain: str, at: int, end: int, loose: bool = False) -> Read | None:
    """Read a number that starts with a digit or a vulgar fraction.

    A group of three digits after an ordinary space belongs to the number only when `loose`:
    `1 200` and `1 200.50` may also be two numbers. So may `1  200`, but where all words stand so far apart.
    """
    if bare_point(plain, at) and (point := _DECIMALS.match(plain, at, end)):
        return Decimal("0." + point[0]), point.end()
    if at and plain[at - 1] == "/" and (whole := _WHOLE.match(plain, at, end)):
        return Decimal(whole[0]), whole.end()
    simple = _SIMPLE.match(plain, at, end)
    if simple is not None:
        return _with_more(plain, Decimal(simple[0]), simple.end(), end)
    found = _NUMBER.match(plain, at, end)
    if found is None:
        return None
    kind = found.lastgroup
    text = found[0]
    if kind == "under":
        return Decimal(found["mixed"]) + _ratio(found["over"], found["under"]), found.end()
    if kind == "bottom":
        return _ratio(found["top"], found["bottom"]), found.end()
    if kind == "vulgar":
        over, under = VULGAR[found["vulgar"]]
        return Decimal(found["whole"] or 0) + _ratio(over, under), found.end()
    if kind == "european":
        return Decimal(text.replace(".", "").replace(",", ".")), found.end()
    if kind == "thousands":
        return Decimal(text.replace(",", "")), found.end()
    if kind == "marked":
        return Decimal(text.replace("'", "")), found.end()
    if kind == "spaced":
        return Decimal(text.replace("\xa0", "").replace(",", ".")), found.end()
    if kind == "loose" and loose and ("  " not in text or _spaced_twice(plain)):
        return Decimal(text.replace(" ", "").replace(",", ".")), found.end()
    if kind == "loose":
        return Decimal(text.split(" ")[0]), at + text.index(" ")
    if kind == "comma":
        return Decimal(text.replace(",", ".")), found.end()
    return _with_more(plain, Decimal(text), found.end(), end)


@lru_cache(maxsize=1)
def _spaced_twice(plain: str) -> bool:
    return _SPACED_ONCE.search(plain) is None


def bare_point(plain: str, at: int) -> bool:
    """Tell whether a decimal point without digits before it precedes the place: `.5`."""
    return at > 0 and plain[at - 1] == "." and not plain[at - 2 : at - 1].isalnum()


def _ratio(over: str | int, under: str | int) -> Decimal:
    return EXACT.divide(Decimal(over), Decimal(under))


def _with_more(plain: str, value: Decimal, at: int, end: int) -> Read:
    """Add `and a half`."""
    if plain.startswith(" and", at) and (more := _HALF_MORE.match(plain, at, end)):
        return value + _MORE[more[1]], more.end()
    return value, at


def words_at(plain: str, at: int, end: int, numbers: dict[str, Decimal]) -> Read | None:
    """Read a number in words: `twenty-five`, `two hundred`, `two and a half`, `three quarters`."""
    total = Decimal(0)
    value: Decimal | None = None
    stop = at
    while word := _WORD.match(plain, stop, end):
        name, joint = word[2], word[1]
        if value is not None and name in _PARTS and joint and "and" not in joint:
            return total + _ratio(1, _PARTS[name]) * value, word.end()
        step = numbers.get(name)
        if step is None or (stop > at and not joint):
            break
        if value is None:
            value = step
        elif step in (12, 100, 1000, 1000000) and (step > value or name == "dozen"):
            value *= step
        elif (
            value >= 100
            and step < 100
            and not ("and" in (joint or "") and _POWERS.match(plain, word.end(), end))
        ):
            total, value = total + value, step
        elif "and" not in (joint or "") and value % 10 == 0 and 20 <= value < 100 and 0 < step < 10:
            value += step
        else:
            break
        stop = word.end()
    if value is None:
        return None
    return _with_more(plain, total + value, stop, end)
