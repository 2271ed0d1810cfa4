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

from evalspec.language.english.inflected import bases, gerund
from evalspec.language.english.shifted import shifted
from evalspec.source import shipped
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
        if any(row.get("rising") for row in rows):  # one after the other, in one day
            hours = re.findall(r"\b\d\d:\d\d\b", plain)
            denied = denied or hours != sorted(set(hours))
        return not denied and all(re.search(row["shows"], plain) for row in rows if "shows" in row)


class Turn(NamedTuple):
    """A pattern of a whole sentence, or of words inside one, and how the same is said otherwise."""

    says: str
    whole: bool
    otherwise: str
    holds: tuple[str, ...]
    needs: tuple[str, ...]
    """Texts of which one stands in every sentence of the pattern; empty where that is not known."""

    def found(self, plain: str, low: str) -> re.Match[str] | None:
        """Find the pattern in a sentence, of which `low` is the lower case."""
        if self.needs and not any(text in low for text in self.needs):
            return None
        pattern = _spelled(self.says, self.whole)
        return pattern.fullmatch(plain) if self.whole else pattern.search(plain)


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


def plainly(text: str) -> str:
    """Return a sentence with plainer words for those of one meaning anywhere: `€5 per kid and day`."""
    low = text.lower()
    for turn in _plain_turns():
        match = turn.found(text, low)
        text = match.re.sub(partial(_told, turn.otherwise), text) if match else text
    return text


_PARTLY = re.compile(
    r"\bnot (?:necessarily |only |on |at |in |for |with )?(?:all|every|each|always|everywhere)\b",
    re.I,
)
"""What denies only that something holds of all: `Petra not every day`."""


def _once(form: Form) -> Iterator[Form]:
    plain = form.text.strip().rstrip(" .!").replace("’", "'")
    low = plain.lower()
    for said in shifted(plain):
        yield Form(said, (*form.holds, "both or end"))
    for turn in _turns():
        match = turn.found(plain, low)
        if match is None:
            continue
        told = partial(_told, turn.otherwise)
        said = told(match) if turn.whole else match.re.sub(told, plain)
        said = re.sub(r"\s+(?=[.,\s]|$)", "", said).strip(" ,")
        yield Form(said, (*form.holds, *turn.holds))


def _told(otherwise: str, match: re.Match[str]) -> str:
    r"""Write another form: `{x}` and `\1` are parts of the sentence, `<1>` is the plain form of a verb,
    `+1` its form in -ing, `{1}` a noun in the singular and `"1"` each of some words in quotes.
    """

    def part(asked: re.Match[str]) -> str:
        said = match[int(asked[2]) if asked[2] else asked[1]] or ""
        if asked[0].startswith(("<", "+")):
            plain = min(bases(said.lower()))
            return gerund(plain) if asked[0].startswith("+") else plain
        if asked[0].startswith('"'):
            row = _BETWEEN.split(said.replace(" /", ",").replace("/", ","))
            return "".join(each if n % 2 else f'"{each}"' for n, each in enumerate(row))
        if asked[0].startswith("{") and asked[2]:
            *before, last = said.split()
            return " ".join((*before, singular(last)))
        return said if asked[2] else said.strip(" ,")

    return _ASKED.sub(part, otherwise)


_ASKED = re.compile(r'\{([a-z]\w*)\}|[\\<{"+](\d)(?:(?<=[<{"]\d)[>}"])?')
_BETWEEN = re.compile(r"((?:,(?: and| or)?| and| or) )")
"""What stands between words that are cited one by one."""


def _table() -> dict[str, Any]:
    return shipped.table("rewordings.yaml")


@cache
def _plain_turns() -> tuple[Turn, ...]:
    rows = _table()["plainly"]
    return tuple(Turn(r["within"], False, r["as"], (), _needs(r["within"])) for r in rows)


@cache
def _turns() -> tuple[Turn, ...]:
    return tuple(
        Turn(says, whole, otherwise, (row["holds"],) if "holds" in row else (), _needs(says))
        for row in _table()["rewordings"]
        for whole, key in ((True, "says"), (False, "within"))
        for says in _listed(row.get(key, []))
        for otherwise in row["as"]
    )


def _listed(said: str | list[str]) -> list[str]:
    return [said] if isinstance(said, str) else said


_PART = re.compile(r"\{([a-z]\w*)(?::(\w+))?\}")
_TERM = re.compile(r"(?<!\?P)<(\w+)>")


@cache
def _spelled(says: str, whole: bool) -> re.Pattern[str]:
    """Write a pattern as a regular expression, with the words of its terms: terms may hold terms."""
    made = _PART.sub(lambda part: rf"(?P<{part[1]}>{f'<{part[2]}>' if part[2] else '.+?'})", says)
    terms = _table()["terms"]
    for _ in range(2):
        made = _TERM.sub(lambda term: terms[term[1]], made)
    return re.compile(made if whole else rf"\b{made}\b", re.IGNORECASE)


# -- which patterns need not be tried ----------------------------------------------------------
_PIECE = re.compile(
    r"(?P<part>\{[a-z]\w*(?::\w+)?\})|(?P<term>(?<!\?P)<\w+>)|(?P<set>\(\?P=\w+\)|\[\^?\]?(?:\\.|[^\]])*\]|\\.|[.^$])"
    r"|(?P<open>\((?:\?(?:[:=!]|<[=!]|P<\w+>|-?i:))?)|(?P<close>\))|(?P<or>\|)"
    r"|(?P<times>[?*+]\??|\{[\d,]+\}\??)|(?P<text>[^\\()\[\]{}<>|?*+.^$]+|.)"
)
"""The pieces of a pattern."""


@cache
def _needs(says: str) -> tuple[str, ...]:
    """Return texts of which one stands in whatever a pattern finds; nothing where none must."""
    levels = [_Group("(?:")]
    for piece in _PIECE.finditer(says):
        kind, here = piece.lastgroup, levels[-1]
        if kind == "text":
            here.text += piece[0].lower()
            continue
        if kind == "times":
            here.repeated(once=piece[0].startswith("+"))
            continue
        here.settle()
        if kind == "open":
            levels.append(_Group(piece[0]))
        elif kind == "close":
            levels.pop()
            levels[-1].last = here.needed()
        elif kind == "or":
            here.options.append([])
        elif kind in ("term", "part"):
            name = piece[0].strip("<{}>").rpartition(":")
            term = name[2] if kind == "term" or name[1] else ""
            here.last = _needs(_table()["terms"][term]) if term else ()
    levels[0].settle()
    return levels[0].needed()


class _Group:
    """What the options of a group need, while it is read."""

    def __init__(self, opening: str) -> None:
        self.opening = opening
        self.options: list[list[tuple[str, ...]]] = [[]]
        self.text = ""
        self.last: tuple[str, ...] = ()
        """What the piece before needs, unless it turns out to be optional."""

    def settle(self) -> None:
        """Keep what was read so far."""
        self.options[-1] += [row for row in ((self.text,) if self.text else (), self.last) if row]
        self.text, self.last = "", ()

    def repeated(self, once: bool) -> None:
        """Note that the last piece may be missing, or that it stands at least once."""
        kept = self.text if once else self.text[:-1]
        self.last = self.last if once else ()
        self.text = kept
        self.settle()

    def needed(self) -> tuple[str, ...]:
        """Return texts of which one is needed: of each option those that are the longest."""
        if self.opening in ("(?!", "(?<!") or not all(self.options):
            return ()
        best = (
            max(rows, key=lambda row: min(map(len, row)) - len(row) / 8) for rows in self.options
        )
        return tuple(dict.fromkeys(text for row in best for text in row))
