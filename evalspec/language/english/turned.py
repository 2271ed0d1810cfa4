"""Sentences said in another order or another way: `two stops a day is the most we want` → `we want at
most two stops a day`.

Only a sentence that is not understood as it stands is turned, and every word of it but those of the
pattern stands in its other form, which is read by the same grammar: nothing is lost on the way. The
patterns are data (`grammars/turned.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from evalspec.source import files, yaml

TURNS = 3
"""How often a sentence is turned: `would you mind if two stops a day was the most we see?`."""


class Turn(NamedTuple):
    """A pattern of a whole sentence, or of words inside one, and how the same is said otherwise."""

    pattern: re.Pattern[str]
    whole: bool
    otherwise: str


def turned(text: str, turns: int = TURNS) -> Iterator[str]:
    """Yield the other forms of a sentence: those that took the fewest turns first."""
    row, seen = [text], {text}
    for _ in range(turns):
        made = dict.fromkeys(form for one in row for form in _once(one))
        row = [form for form in made if form not in seen]
        seen.update(row)
        yield from row


def _once(text: str) -> Iterator[str]:
    plain = text.strip().rstrip(" .!")
    for turn in _turns():
        if turn.whole:
            match = turn.pattern.fullmatch(plain)
            if match is not None:
                yield _told(turn, match)
        elif turn.pattern.search(plain):
            yield turn.pattern.sub(partial(_told, turn), plain)


def _told(turn: Turn, match: re.Match[str]) -> str:
    return turn.otherwise.format_map(
        {k: (v or "").strip(" ,") for k, v in match.groupdict().items()}
    )


@cache
def _turns() -> tuple[Turn, ...]:
    table: dict[str, Any] = yaml.read_file(files.grammar("turned.yaml")).value
    classes = {name: rf"(?:{'|'.join(row)})" for name, row in table["classes"].items()}
    return tuple(
        Turn(_pattern(say, classes, whole), whole, row["as"])
        for whole, key in ((True, "sentences"), (False, "words"))
        for row in table[key]
        for say in row["say"]
    )


_PART = re.compile(r"\{(\w+)(?::(\w+))?\}|\[([^\[\]]*)\]|(\s+)")


def _pattern(say: str, classes: dict[str, str], whole: bool) -> re.Pattern[str]:
    """Write `{who} (can|may) [only] {deed}` as a regular expression; `{name:class}` is a word of a class."""

    def part(match: re.Match[str]) -> str:
        name, kind, optional, space = match.groups()
        if space:
            return r"\s+"
        if optional is not None:
            return "(?:(?:" + optional.replace(" ", r"\s+") + r")\s+)?"
        return rf"(?P<{name}>{classes[kind] if kind else '.+?'})"

    made = _PART.sub(part, say).replace(r")?\s+", ")?").replace("'", "['’]")
    return re.compile(made if whole else rf"\b{made}\b", re.IGNORECASE)
