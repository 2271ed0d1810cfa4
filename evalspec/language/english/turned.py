"""Sentences said in another order or another way: `two stops a day is the most we want` → `we want at
most two stops a day`.

Only a sentence that is not understood as it stands is turned, and every word of it but those of the
pattern stands in its other form, which is read by the same grammar: nothing is lost on the way. Where
words of a pattern say something again (`…, not a cent more`), the formula of the rest must show it. The
patterns are data (`grammars/rewordings.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from evalspec.language.english.inflected import bases
from evalspec.source import files, yaml
from evalspec.vocabulary.nouns import singular

TURNS = 3
"""How often a sentence is turned: `would you mind if two stops a day was the most we see?`."""
MOST = 40
"""Forms of so many turns that are turned again."""


class Form(NamedTuple):
    """A sentence said otherwise, and what words that it no longer holds say of it."""

    text: str
    holds: tuple[str, ...] = ()

    def shown(self, formula: str) -> bool:
        """Tell whether a formula shows all of that."""
        plain = re.sub(r'"[^"]*"', '""', formula)
        rows = [_table()["holding"][name] for name in self.holds]
        denied = any(re.search(row["never"], plain) for row in rows if "never" in row)
        return not denied and all(re.search(row["shows"], plain) for row in rows if "shows" in row)


class Turn(NamedTuple):
    """A pattern of a whole sentence, or of words inside one, and how the same is said otherwise."""

    pattern: re.Pattern[str]
    whole: bool
    otherwise: str
    holds: tuple[str, ...] = ()


def turned(text: str, turns: int = TURNS) -> Iterator[Form]:
    """Yield the other forms of a sentence: those that took the fewest turns first."""
    row, seen = [] if _PARTLY.search(text) else [Form(text)], {text}
    for _ in range(turns):
        made: dict[str, Form] = {}
        for form in row:
            for new in _once(form):
                made.setdefault(new.text, new)
        row = [form for said, form in made.items() if said not in seen][:MOST]
        seen.update(made)
        yield from row


_PARTLY = re.compile(
    r"\bnot (?:necessarily |only |on |at |in |for |with )?(?:all|every|each|always|everywhere)\b",
    re.I,
)
"""What denies only that something holds of all: `Petra not every day`."""


def _once(form: Form) -> Iterator[Form]:
    plain = form.text.strip().rstrip(" .!").replace("’", "'")
    for turn in _turns():
        told = partial(_told, turn.otherwise)
        match = turn.pattern.fullmatch(plain) if turn.whole else turn.pattern.search(plain)
        if match is None:
            continue
        said = told(match) if turn.whole else turn.pattern.sub(told, plain)
        said = re.sub(r"\s+(?=[.,\s]|$)", "", said).strip(" ,")
        yield Form(said, (*form.holds, *turn.holds))


def _told(otherwise: str, match: re.Match[str]) -> str:
    r"""Write another form: `{x}` and `\1` are parts of the sentence, `<1>` is the plain form of a verb,
    `{1}` a noun in the singular and `"1"` each of some words in quotes.
    """

    def part(asked: re.Match[str]) -> str:
        said = match[int(asked[2]) if asked[2] else asked[1]] or ""
        if asked[0].startswith("<"):
            return min(bases(said.lower()))
        if asked[0].startswith('"'):
            row = _BETWEEN.split(said.replace(" /", ",").replace("/", ","))
            return "".join(each if n % 2 else f'"{each}"' for n, each in enumerate(row))
        if asked[0].startswith("{") and asked[2]:
            *before, last = said.split()
            return " ".join((*before, singular(last)))
        return said if asked[2] else said.strip(" ,")

    return _ASKED.sub(part, otherwise)


_ASKED = re.compile(r'\{([a-z]\w*)\}|[\\<{"](\d)(?:(?<=[<{"]\d)[>}"])?')
_BETWEEN = re.compile(r"((?:,(?: and| or)?| and| or) )")
"""What stands between words that are cited one by one."""


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = yaml.read_file(files.grammar("rewordings.yaml")).value
    return table


@cache
def _turns() -> tuple[Turn, ...]:
    return tuple(
        Turn(_spelled(says, whole), whole, otherwise, (row["holds"],) if "holds" in row else ())
        for row in _table()["rewordings"]
        for whole, key in ((True, "says"), (False, "within"))
        for says in _listed(row.get(key, []))
        for otherwise in row["as"]
    )


def _listed(said: str | list[str]) -> list[str]:
    return [said] if isinstance(said, str) else said


_PART = re.compile(r"\{([a-z]\w*)(?::(\w+))?\}")


_TERM = re.compile(r"(?<!\?P)<(\w+)>")


def _spelled(says: str, whole: bool) -> re.Pattern[str]:
    """Write a pattern as a regular expression, with the words of its terms: terms may hold terms."""
    made = _PART.sub(lambda part: rf"(?P<{part[1]}>{f'<{part[2]}>' if part[2] else '.+?'})", says)
    terms = _table()["terms"]
    for _ in range(2):
        made = _TERM.sub(lambda term: terms[term[1]], made)
    return re.compile(made if whole else rf"\b{made}\b", re.IGNORECASE)
