"""What is said beside a constraint and demands nothing: reasons, courtesy, illustrations.

They are set aside and shown as notes. `aside` sets aside what certain words begin. `circumstances`
proposes more, for a sentence that is not understood whole: a clause before or behind the demand,
which counts only where the rest is understood without it. What may hold a demand stays: an amount,
a denial, a duty, a wish, a day or a thing of the plan that the rest does not name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from evalspec.language.english.lexicon import Words, data, variants
from evalspec.language.english.scanner import raw_words


def aside(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without its asides, and a note for each of them."""
    notes: list[str] = []

    def put(match: re.Match[str], kind: str) -> str:
        if kind == "a reason" and _goes_on(match[1]):
            return match[0]
        notes.append(f"set aside as {kind}: {match[1].strip(' ,.;()-')}")
        return match.groupdict().get("after") or ""

    for kind, pattern in _patterns():
        text = pattern.sub(partial(put, kind=kind), text)
    return text, tuple(notes)


class Circumstance(NamedTuple):
    """A sentence in two: a clause that only tells why, and the rest."""

    rest: str
    said: str
    tie: str
    """How they are tied: `before`, `behind` and `purpose` by a word that says so, `loose` by a mark alone."""

    @property
    def note(self) -> str:
        """What is shown of it."""
        return f"set aside as a reason: {self.said}"

    @property
    def told(self) -> bool:
        """Whether it only tells how things are: `I have a bad knee, so …`, `I only own eight boxes, so …`."""
        words = [w.low for w in raw_words(self.said)]
        state = _kind("person").match(self.said) and not _says(words, "counting")
        plain = state and not _says(words, "denying") and not re.search(r"\d", self.said)
        scarce = _kind("scarce").match(self.said)
        return self.tie == "behind" or (self.tie == "before" and bool(plain or scarce))


def circumstances(text: str, known: Words) -> Iterator[Circumstance]:
    """Yield a sentence without a clause that only tells why, if it holds one."""
    for tie, pattern in _clauses():
        match = pattern.fullmatch(text.strip())
        if match is not None:
            lead = match.groupdict().get("lead") or ""
            rest = (lead + match["rest"]).strip(" ,;:-–—")
            said = match["aside"].strip(" ,.;:()-–—")
            found = Circumstance(rest[:1].upper() + rest[1:], said, tie)
            if _tells_only(found, known):
                yield found


def _tells_only(found: Circumstance, known: Words) -> bool:
    """Tell whether a clause only tells why: it holds nothing that may be asked for."""
    raw, others = raw_words(found.said), {w.low for w in raw_words(found.rest)}
    words = [w.low for w in raw]
    if len(words) < 2 or len(others) < 2 or _says(words, "demanding") or _goes_on(found.said):
        return False
    if _kind("fact").fullmatch(found.said) or _needs_to(words, others, known):
        return True
    if found.tie in ("behind", "purpose"):
        return found.tie == "behind" or not _says(words, "wishing")
    counted = any(w.kind not in ("word", "mark") for w in raw) or _says(words, "counting")
    counted = counted or any(
        one in ("a", "an") and other in known.lexicon.units for one, other in pairwise(words)
    )
    placed = any(_places(word, known) for word in words if word not in others)
    if placed:
        return False
    if found.tie == "loose" and not counted and _kind("about it").search(found.said):
        return True
    back = words[-1] in _BACK and bool(_kind("person").match(found.said))
    others_wish = back and len(words) < 6 and words[0] not in ("i", "we", "you")
    if found.tie == "loose" and others_wish and not _says(words, "denying"):
        return not counted  # `my editor wants that`
    if _says(words, "wishing"):
        return False
    if found.tie == "before":
        there = found.rest.rstrip(" .!").endswith(" there")
        return not (there or _says(list(others), "pointing") or (counted and "%" in found.rest))
    begins = _TELLING.match(found.said) or _kind("saying").match(found.said)
    told = _says(words, "verb") or "'s " in found.said or begins or back
    named = any(_named(word, known) for word in words if word not in others)
    if counted or (named and not _kind("state").match(found.said)) or not told:
        return False
    if _says(words, "averse") and not others.intersection(words[1:]):
        return False
    return not _says(words, "denying") or _denies_nothing(words)


_BACK = frozenset("it that this them those these".split())
"""How a clause about the demand ends: `everybody writes that`."""
_TELLING = re.compile(
    r"(?:i|we|he|she|they|it) (?!must|should|want|need|have|has|had|only|can|may|would|will|do|never|"
    r"is|are|am|was|get|like|love)[a-z]+\b",
    re.IGNORECASE,
)
"""How somebody begins to tell what was: `we overspent last year`."""


def _needs_to(words: list[str], others: set[str], known: Words) -> bool:
    """Tell whether somebody only tells what for: `we need to rebuild the stage`."""
    if "to" not in words or not _kind("needing").match(" ".join(words)):
        return False
    rest = words[words.index("to") + 1 :]
    asked = any(_places(w, known) or _named(w, known) for w in rest if w not in others)
    deeds = {
        "HAVE",
        "START",
        "END",
        "AVOID",
        "LAST",
        "SPEND",
        "ARRIVE",
        "LIMIT",
        "NOT",
        "Ends",
        "BE",
    }
    doing = {w.type for w in known.phrases.get(tuple(rest[:1]), [])}
    counted = _says(rest, "counting") or re.search(r"\d", " ".join(rest))
    return bool(rest) and not asked and not doing & deeds and not counted


def _goes_on(said: str) -> bool:
    """Tell whether another demand hangs on a reason: `…, otherwise I feel heavy, and no dessert`."""
    starts = "|".join(_either(kind) for kind in ("denying", "demanding", "wishing", "counting"))
    links = r"(?:[,;]|\s-)?\s(?:and|but|plus|also)|[,;]"
    return bool(_compiled(rf".*(?:{links})\s+(?:{starts}|\d)").match(said.strip(" ,;")))


def _says(words: list[str], kind: str) -> bool:
    """Tell whether words hold one of a kind."""
    return bool(_kind(kind).search(" ".join(words)))


@cache
def _kind(name: str) -> re.Pattern[str]:
    return _compiled(rf"\b(?:{_either(name)})\b")


def _either(name: str) -> str:
    """Write the words of one kind as a pattern."""
    return "|".join(re.escape(v) for row in data("asides")[name] for v in variants(row))


def _places(word: str, known: Words) -> bool:
    """Tell whether a word says where in a plan something holds: `Friday`, `dinner`."""
    kinds = ("WEEKDAY", "Rank", "WEEKEND", "WEEKDAYS", "PERIODIC")
    return word in known.lexicon.parts_of_day or any(
        w.type in kinds or (w.type == "Thing" and w.value.kind == "member")
        for w in known.phrases.get((word,), [])
    )


def _named(word: str, known: Words) -> bool:
    """Tell whether a word is a thing of the vocabulary."""
    return any(w.type == "Thing" for w in known.phrases.get((word,), []))


def _denies_nothing(words: list[str]) -> bool:
    """Tell whether a denial names no thing: `he won't read more`."""
    light = re.compile(rf"{_either('denying')}|{_either('light')}")
    return len(words) < 7 and sum(not light.fullmatch(word) for word in words) == 1


@cache
def _clauses() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = (
        "reason before",
        "so",
        "reason behind",
        "person",
        "saying",
        "linking",
        "relative",
        "purpose",
        "verb",
    )
    words = {kind: _either(kind) for kind in kinds}
    end = r"[.!?]*"
    clause = rf"(?:(?:{words['person']})\b|(?:{words['saying']})\b)[^.;:!?]*"
    rows = (
        ("before", rf"(?P<aside>[^.;:]+?)(?:,|;|\s[-–—]|\.)?\s+(?:{words['so']})\s+(?P<rest>.+)"),
        (
            "before",
            rf"(?P<aside>(?:since|because|as)\s[^,;:]*\b{words['verb']}\b[^,;:]*),\s+(?P<rest>.+)",
        ),
        ("before", rf"(?P<aside>(?:{words['reason before']})\s[^,;:]+),\s+(?P<rest>.+)"),
        ("loose", rf"(?P<aside>(?:{words['person']})\b[^,.;:]*)(?::|\s[-–—]|,|\.)\s+(?P<rest>.+)"),
        (
            "behind",
            rf"(?P<rest>.+?)(?P<aside>(?:,|\s[-–—]|\.)?\s(?:{words['reason behind']})\b[^.;!?]*){end}",
        ),
        (
            "behind",
            rf"(?P<rest>.+?),?\s(?P<aside>(?:{words['linking']})\s(?:{words['person']})\b[^.;!?]*){end}",
        ),
        (
            "purpose",
            rf"(?P<rest>.+?)(?P<aside>,?\s(?:{words['purpose']})\b[^.;!?]*){end}",
        ),
        ("loose", rf"(?P<rest>.+?)(?:,|\s[-–—]|[.!;?]|\s\(|\s:)\s?(?P<aside>{clause}){end}"),
        (  # `the date I first reported it, 4 November`
            "behind",
            r"(?P<lead>.*\b(?:date|day)\s)(?:(?:that|when|on which)\s)?(?P<aside>(?:i|we|he|she|they|it|you)\s[^,;:.]*),\s(?P<rest>\d.+|[A-Z][a-z]+\s\d.*)",
        ),
        ("loose", rf"(?P<rest>.+?),\s(?P<aside>(?:{words['relative']})\s[^,.;:!?]*){end}"),
    )
    return tuple((tie, _compiled(pattern)) for tie, pattern in rows)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    words = {kind: _either(kind) for kind in ("illustration", "because", "courtesy", "opening")}
    end = r"(?=[.!?]*\s*$)"
    number = r"(?:\d|%)"
    return (
        ("courtesy", _compiled(rf"((?:,|\s[-–—]|\.)?\s(?:{words['courtesy']})){end}")),
        ("courtesy", _compiled(rf"^((?:{words['opening']}),?\s+)")),
        ("an illustration", _compiled(rf"(\(\s*(?:{words['illustration']})\b[^)]*\))")),
        ("an illustration", _compiled(
            rf"(,?\s*(?:{words['illustration']})\s[^,.!?;]*(?:(?:,\s\w+)*,?\s\w+\s(?:or|and)\s(?:an?\s)?\w+(?=[.!?]?\s*$))?)"
        )),
        ("an illustration", _compiled(rf"(\(\s*(?:i\.e\.|that is)(?:(?!{number})[^)])*\))")),
        ("a reason", _compiled(rf"(,?\s(?:{words['because']})\b[^.;!?]*){end}")),
    )  # fmt: skip


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
