"""Set phrases about the form of a text: `wrap your response in double quotation marks`.

`grammars/idioms.yaml` pairs each with the formula it stands for; here its patterns become
regular expressions and what a sentence puts into their slots is written into the formula.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import NamedTuple

from evalspec.core.regex import regex
from evalspec.source import files, yaml
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import bound_of, phrases
from evalspec.spec.english.tokens import Token, Tokenizer
from evalspec.spec.english.wordlist import WordList
from evalspec.vocabulary.languages import load_languages

_TEXT = r"\"[^\"]+\"|'[^']+'|\u201c[^\u201d]+\u201d|\u2018[^\u2019]+\u2019"
_LIST = rf"[\[(]?(?:{_TEXT})(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:{_TEXT}))*[\])]?"
_NUMBER = r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_WHO = (
    r"(?:(?:your|the|this)\s+)?(?:(?:entire|whole|final|full)\s+)?"
    r"(?:it|response|answer|reply|output|text|email|letter|essay|message|article|story|post|summary)"
    r"\s+(?:should|must|shall|has to|have to|needs to|is to)(?:\s+(?:also|only))?"
)
_SLOTS = {
    "who": _WHO,
    "n": rf"(?:[a-z<>= ]+?\s+)?(?:{_NUMBER})(?:\s+or\s+[a-z]+)?",
    "times": rf"(?:[a-z<>= ]+?\s+)?(?:once|twice|thrice|(?:{_NUMBER})\s+times?)(?:\s+or\s+[a-z]+)?",
    "k": _NUMBER,
    "i": r"\d+|first|second|third|fourth|fifth|last",
    "word": rf"{_TEXT}|[^\s,.;:]+",
    "words": _LIST,
    "rest": r".+?",
    "language": r"[a-z]+",
    "mark": r"commas?|exclamation (?:marks?|points?)|question marks?|digits?|semicolons?",
}
_MARKS = {
    "comma": "commas",
    "exclamation": "exclamations",
    "question": "questions",
    "digit": "digits",
}
_TOKEN = re.compile(r"<(?:(\w+):)?(\w+)>|([\[\]()|])|\s*(\.)(?=\s)|(\s+)|([^<>\[\]()|\s]+)")
_OPENING = re.compile(
    r"(?:in|within|throughout)\s+(?:your|the|this)\s+(?:entire\s+|whole\s+)?"
    r"(?:response|answer|reply|output|text),\s*|(?:please|kindly)\s+",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\s+in\s+(?:your|the)\s+(?:entire\s+|whole\s+)?(?:response|answer|reply|output|text)[.!]?$",
    re.IGNORECASE,
)
_ILLUSTRATION = re.compile(
    r",?\s*\b(?:such as|for example|e\.g\.|i\.e\.|for instance)(?=[\s:]).*?(?=;|[.!?]\s+[A-Z]|$)",
    re.DOTALL | re.I,
)
_PERMITTED = re.compile(r"(?:^|(?<=[.!])\s)\s*you (?:can|may) [^.]*(?:\.(?=\s|$)|$)", re.IGNORECASE)
_TIMES = re.compile(r"\b(?:once|twice|thrice)\b|\s+times?\b", re.IGNORECASE)
_ALONE = re.compile(r"[^\W_]+")
_BOUNDARY = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")
_WORDS = ("first", "second", "third", "fourth", "fifth")


class Idiom(NamedTuple):
    """One pattern and its formula."""

    pattern: re.Pattern[str]
    slots: tuple[tuple[str, str], ...]
    """Name and kind of each group of the pattern."""
    check: str
    words: frozenset[str]
    """Words without which a text cannot be this one."""


def idiom(text: str, words: WordList) -> tuple[str, list[str]] | None:
    """Return the formula a set phrase stands for, and notes; None when it is none."""
    for plain, notes in _versions(text):
        said = frozenset(_ALONE.findall(plain.lower()))
        for candidate in _idioms():
            if not candidate.words <= said:
                continue
            found = candidate.pattern.fullmatch(plain)
            check = _filled(candidate, found, words) if found is not None else None
            if check is not None:
                return check, notes
    return None


def _versions(text: str) -> list[tuple[str, list[str]]]:
    """Return the text as it stands, and without illustrations and permissions."""
    plain = " ".join(text.split())
    plain = _CLOSING.sub("", _OPENING.sub("", plain, count=1))
    short = _ILLUSTRATION.sub("", _PERMITTED.sub("", plain)).strip()
    if plain == short:
        return [(_ended(plain), [])]
    lost = plain[len(short) :].strip() if plain.startswith(short) else plain
    note = f"set aside as an illustration or permission: {lost}"
    return [(_ended(plain), []), (_ended(short), [note])]


def permission(text: str) -> bool:
    """Tell whether a sentence only allows something: `You can use markdown.`"""
    return _PERMITTED.fullmatch(text.strip()) is not None


def sentences(text: str) -> list[str]:
    """Split a text into its sentences."""
    return [part.strip() for part in _BOUNDARY.split(text) if part.strip()]


def _ended(text: str) -> str:
    """Drop the mark that ends a sentence, but not one that a quoted phrase ends with."""
    return text[:-1] if text.endswith((".", "!")) and not text.endswith("..") else text


@cache
def _idioms() -> tuple[Idiom, ...]:
    content = yaml.read_file(files.grammar("idioms.yaml")).value
    return tuple(
        _compiled(said, given["check"]) for given in content["idioms"] for said in given["say"]
    )


def _compiled(said: str, check: str) -> Idiom:
    slots: list[tuple[str, str]] = []
    parts: list[str] = []
    needed: list[str] = []
    depth = 0
    for name, kind, mark, stop, _, word in _TOKEN.findall(said):
        depth += (mark in ("[", "(")) - (mark in ("]", ")")) if mark else 0
        if kind:
            slots.append((name or kind, kind))
            parts.append(rf"\s*({_SLOTS[kind]})")
        elif mark:
            parts.append({"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}[mark])
        elif stop:
            parts.append(r"\s*[.!?]")
        elif word:
            parts.append(_literal(word))
            needed += [] if depth else _ALONE.findall(word.lower())
    pattern = regex("".join(parts) + r"\s*", re.IGNORECASE | re.DOTALL)
    return Idiom(pattern, tuple(slots), check, frozenset(needed))


def _literal(word: str) -> str:
    """Return the pattern of a word or mark that must stand by itself."""
    before = r"(?<![^\W_])" if word[0].isalnum() else ""
    after = r"(?![^\W_])" if word[-1].isalnum() else ""
    return rf"\s*{before}{re.escape(word)}{after}"


def _filled(candidate: Idiom, found: re.Match[str], words: WordList) -> str | None:
    """Write what was said into the formula; None when a slot holds something else."""
    values: dict[str, str] = {}
    for (name, kind), said in zip(candidate.slots, found.groups(), strict=True):
        if said is None:
            continue
        value = _value(kind, said.strip(), words)
        if value is None:
            return None
        values[name] = value
    try:
        return candidate.check.format_map(values)
    except KeyError:
        return None


def _value(kind: str, said: str, words: WordList) -> str | None:
    match kind:
        case "n":
            return _bound(said, words)
        case "times":
            return _bound(_TIMES.sub(_counted, said), words)
        case "k":
            return str(_number(said))
        case "i":
            low = said.lower()
            return str(_WORDS.index(low) + 1) if low in _WORDS else low
        case "words":
            return json.dumps(_texts(said), ensure_ascii=False)
        case "language":
            known = {language.name.lower(): language.name for language in load_languages().values()}
            name = known.get(said.lower())
            return None if name is None else json.dumps(name)
        case "mark":
            return next((m for word, m in _MARKS.items() if said.lower().startswith(word)), None)
    return json.dumps(_unquoted(said), ensure_ascii=False)


def _counted(times: re.Match[str]) -> str:
    return {"once": "1", "twice": "2", "thrice": "3"}.get(times[0].lower(), "")


def _texts(said: str) -> list[str]:
    return [found[1:-1] for found in re.findall(_TEXT, said)]


def _unquoted(said: str) -> str:
    return said[1:-1] if re.fullmatch(_TEXT, said) else said


def _number(said: str) -> int:
    low = said.lower()
    names = "zero one two three four five six seven eight nine ten eleven twelve".split()
    return names.index(low) if low in names else int(low)


def _bound(said: str, words: WordList) -> str | None:
    """Write `at least 3` as `>= 3`; None when it is no bound."""
    row = phrases(Tokenizer(said, words).run())
    if isinstance(row, Token) or len(row) != 1 or row[0].kind != "bound":
        return None
    try:
        bound = bound_of(row[0])
    except RefusedError:
        return None
    if bound.high is not None or bound.value.low is None:
        return None
    return f"{bound.comparator or '='} {bound.value.low}"
