"""The lexicon's words in the form the mention readers look them up in."""

from __future__ import annotations

import re
from decimal import Decimal

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon, once_a_lexicon

_UNIT = regex(
    r"(?:[ \t\xa0]{1,2}(?:(?:more|additional|extra) (?=[hms]))?|-)?"
    r"((?<=\d)(?:[\x22″]|''|['′](?=\d\d?[\x22″]|(?![\w'′])))"
    r"|[%°µ]?[a-zß-ž%°µ²³]*[a-zß-ž.²³]*(?:/[a-z]+)?)"
)
_NEXT_WORDS = regex(r"[a-z°µ.]+(?:[ \xa0-][a-z]+){1,3}")
_FOLLOWING = regex(
    r"(?:,(?=[ \xa0]each[ \xa0](?:side|leg|arm|direction)))?[ \xa0]*(\(?)[ \xa0]*"
    r"(/?[ ]?(?:[a-z]\.[a-z]\b|[a-z][a-z-]*))((?:[ \xa0]{1,2}[a-z]+){0,2})"
)
_PER_AMOUNT = regex(r"[ \xa0]*\(?(per[ \xa0]\d[\d.,]*[ \xa0]?[a-z]*|/[ ]?100[ \xa0]?(?:g|ml)\b)")
_TAG = regex(r"</?[a-z][a-z0-9]{0,9}\s?/?>$")
"""`<br>` before a number is no `more than`."""
_WORD_BEFORE = regex(r"[a-zß-ž.]+$")
_SHORT = 4
_OPENING = "([*_\"'"
_JOINT_WORDS = "to or and per each every a an max min maximum minimum"
_BOUND_SIGNS = {"≤": "<=", "≥": ">=", "<=": "<=", ">=": ">=", "<": "<=", ">": ">=", "=<": "<="}
_AMOUNT_ENDS = regex(r"\d\s?[^\W\d]{0,6}\)?\s*=>$")
_BOUND_SIGNS.update({"=>": ">="})


class Words:
    """Units, number words, currencies and small words of one lexicon, indexed."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.units = lexicon.units
        self.long_units = {spelling.split(" ")[0] for spelling in lexicon.units if " " in spelling}
        self.seen: dict[str, tuple[Unit, str, int] | None] = {}
        self.numbers = {word: Decimal(value) for word, value in lexicon.numbers.items()}
        self.currencies = lexicon.currencies
        lasts = {word[-1] for word in lexicon.currencies if word}
        self.signs = frozenset(c for c in lasts if not c.isalnum() and c in self.currencies)
        roles = lexicon.roles
        self.before: dict[str, str] = {}
        for role, meaning in (
            ("approximate", "about"),
            ("at-most", "<="),
            ("at-least", ">="),
            ("exact", ""),
        ):
            self.before.update(dict.fromkeys(roles.get(role, ()), meaning))
        self.before.pop("", None)
        self.before_last = {word.split(" ")[-1] for word in self.before}
        self.qualifiers = frozenset(roles.get("qualifier", ())) | {"each", "ea", "apiece"}
        self.joints = set(_JOINT_WORDS.split()) | {word.split(" ")[0] for word in self.qualifiers}
        self.leading = frozenset(roles.get("another behind a number", ()))
        """Spellings of currencies that are none behind a number."""
        self.ordinals = frozenset(roles.get("ordinal", ())) | {
            word for rank in lexicon.ranks.values() for word in rank.words
        }
        self.numbered = self.ordinals | frozenset(roles.get("numbered", ()))
        """Words before a range of numbers that only places something."""
        self.names = frozenset(
            word for m in lexicon.measures.values() for word in m.words if len(word) <= _SHORT
        )
        """Short names of measures, which may be written at a number: `20P`, `P20`."""
        self.labels = {word: m.dimension for m in lexicon.measures.values() for word in m.words}
        """Names of measures, with their dimension."""
        members = {member for rank in lexicon.ranks.values() for member in rank.members}
        self.counted = self.ordinals.union(members, self.labels)
        """Words whose number may stand behind them: `Day 3`, `Snack 3`, `Sets 3`."""
        self.lengths = frozenset(word for word, of in self.labels.items() if of == "time")
        """Names of measures of time: `rest`, `hold`."""
        strokes = "|".join(map(re.escape, roles.get("stroke", ())))
        self.strokes = regex(rf"\b(?:{strokes})(?![\w-])") if strokes else None
        """Words for how one swims."""
        self.parts_of_day = frozenset(lexicon.parts_of_day)
        self.of_schedules = any(r.item and r.name == "block" for r in lexicon.ranks.values())

    def unit_at(self, plain: str, at: int, end: int) -> tuple[Unit, str, int] | None:
        """Return the unit written right after a number, its folded spelling, and where it ends."""
        found = _UNIT.match(plain, at, end)
        if found is None or not found[1]:
            return None
        word, start = found[1], found.start(1)
        if word.rstrip(".") in self.long_units and (longer := self._long_unit(plain, start, end)):
            return longer
        known = self.unit_named(word)
        return None if known is None else (known[0], known[1], start + known[2])

    def unit_named(self, word: str) -> tuple[Unit, str, int] | None:
        """Return the unit that a word begins with, its folded spelling, and how long it is."""
        known = self.seen.get(word, ...)
        if known is ...:
            known = self.seen[word] = self._unit(word)
        return known

    def _unit(self, word: str) -> tuple[Unit, str, int] | None:
        if word.rstrip(".") in self.leading:
            return None
        for spelling in (word, word.rstrip("."), word.partition("/")[0].rstrip(".")):
            for folded in (spelling, fold(spelling)):
                unit = self.units.get(folded)
                if unit is not None:
                    return unit, folded, len(spelling)
                code = self.currencies.get(folded)
                if code is not None and folded:
                    return currency(code), folded, len(spelling)
        return None

    def _long_unit(self, plain: str, start: int, end: int) -> tuple[Unit, str, int] | None:
        found = _NEXT_WORDS.match(plain, start, end)
        if found is None:
            return None
        words = found[0].replace("\xa0", " ").replace("-", " ").split(" ")
        for count in range(len(words), 1, -1):
            folded = fold(" ".join(words[:count]))
            unit = self.units.get(folded)
            if unit is not None:
                return unit, folded, start + len(" ".join(words[:count]))
        return None

    def qualifier_at(self, plain: str, at: int, end: int) -> tuple[str, int]:
        """Return the qualifier right after an amount, folded, and where it ends."""
        found = _FOLLOWING.match(plain, at, end)
        if found is None:
            amount = _PER_AMOUNT.match(plain, at, end)
            return ("per " + amount[1].lstrip("/ "), amount.end()) if amount else ("", at)
        word = found[2].replace(" ", "")
        if word in ("per", "a") and (amount := _PER_AMOUNT.match(plain, at, end)):
            return fold(amount[1]), amount.end()
        tail = found[3].split()
        for count in range(len(tail), -1, -1):
            folded = fold(" ".join((word, *tail[:count])))
            if folded in self.qualifiers:
                return folded, self._after(found, count)
        if word in ("a", "an") and tail and (rate := fold(f"per {tail[0]}")) in self.qualifiers:
            return rate, self._after(found, 1)
        if word == "per" and tail:
            return fold(f"per {tail[0]}"), self._after(found, 1)
        if word[0] == "/" and len(word) > 1:
            return fold(f"per {word[1:]}"), found.end(2)
        return "", at

    @staticmethod
    def _after(found: re.Match[str], count: int) -> int:
        at = found.end(2)
        for word in found[3].split()[:count]:
            at = found.string.index(word, at) + len(word)
        return at

    def before_at(self, plain: str, start: int, at: int) -> tuple[str, int]:
        """Return what the words before a number make of it (`about`, `<=`, `>=`), and its place."""
        piece = plain[max(start, at - 28) : at].rstrip(" \xa0")
        if not piece:
            return "", at
        first = max(start, at - 28)
        last = piece[-1]
        if last == "~":
            return "about", first + len(piece) - 1
        if last in "<>=≤≥" and not (last == ">" and _TAG.search(piece)):
            sign = piece[-2:] if piece[-2:] in _BOUND_SIGNS else last
            led = plain[max(0, at - 28) : first + len(piece)]
            if sign == "=>" and _AMOUNT_ENDS.search(led):
                return "", at  # `3 x 10 x 30 kg => 900 kg`
            meaning = _BOUND_SIGNS.get(sign)
            return (meaning, first + len(piece) - len(sign)) if meaning else ("", at)
        if not last.isalpha() and last != ".":
            return "", at
        word = _WORD_BEFORE.search(piece)
        if word is None or (
            word[0].rstrip(".") not in self.before_last and word[0] not in self.before_last
        ):
            return "", at
        tokens = piece.split()
        for count in range(min(4, len(tokens)), 0, -1):
            lead = tokens[-count].lstrip(_OPENING)
            phrase = " ".join((lead, *tokens[len(tokens) - count + 1 :]))
            meaning = self.before.get(phrase, self.before.get(phrase.rstrip(".")))
            if meaning is not None:
                place = piece.rfind(lead)
                whole = place == 0 or not piece[place - 1].isalnum()
                return (meaning, first + place) if whole else ("", at)
        return "", at

    def currency_before(self, plain: str, start: int, at: int) -> tuple[str, int] | None:
        """Return the code of a currency sign or code right before a number, and its place."""
        gap = at
        while gap > start and plain[gap - 1] in " \xa0" and at - gap < 2:
            gap -= 1
        if gap == start:
            return None
        sign = plain[gap - 1]
        if sign in self.signs:
            for length in (3, 2, 1):
                written = plain[max(start, gap - length) : gap]
                code = self.currencies.get(written)
                if code and not plain[gap - length - 1 : gap - length].isalpha():
                    return code, gap - len(written)
            return None
        if not (sign.isalpha() or sign == "."):
            return None
        word = _WORD_BEFORE.search(plain, max(start, gap - 4), gap)
        code = self.currencies.get(word[0].rstrip(".")) if word else None
        if word is None or code is None:
            return None
        before = plain[word.start() - 1 : word.start()]
        return None if before.isalnum() else (code, word.start())


@once_a_lexicon
def words_of(lexicon: Lexicon) -> Words:
    """Return the indexed words of a lexicon."""
    return Words(lexicon)


def currency(code: str) -> Unit:
    """Return the unit of an amount of money."""
    return Unit(code, f"currency:{code}")
