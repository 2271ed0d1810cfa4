"""What a day or another stretch begins and ends with."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Bound, Clause, Noun, Subject, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


@rule(
    "Bare -> START WITH|AT|IN Noun|Sized",
    "Bare -> END WITH|AT|IN* Noun|Sized",
    example="begin with breakfast",
)
def edge(w: Words, *parts: Any) -> Asks | None:
    noun = parts[-1]
    if noun.kind in ("plan", "rank", "text") or w.prose or noun.placed or noun.window:
        return None
    if noun.cited and w.textual:
        return None  # words of the text
    if noun.kind in ("literal", "mark", "keys", "several"):
        return None
    thing = block_text(w, noun)
    whole = "block" if w.scheduled else "item"
    side = "preceding" if len(parts) == 1 else "following"
    plain = block_text(
        w, changed(noun, filters=re.sub(r" lasting (?:[<>]=? )?\S+ \w+", "", noun.filters))
    )
    return Asks(
        (Ask("test", text=f"exists {thing} and not exists {whole} {side} {plain}", strength=2),)
    )


@rule("Clause -> START Subject WITH|ON Noun|Sized", example="start each day with yoga")
def started(w: Words, subject: Subject, noun: Noun) -> Any:
    return _edged(w, subject, edge(w, noun), 1, noun)


def _edged(w: Words, subject: Subject, asks: Asks | None, place: int, noun: Noun) -> Any:
    """Ask for an edge of each of a kind; what stands there is what may be spoken of next."""
    made = clause(w, subject, asks)
    topic = nouns.nth(w, place, changed(noun, plural=False))
    return changed(made, topic=topic) if isinstance(made, Clause) else made


@rule("Clause -> END Subject WITH Noun|Sized", example="finish each session with a cool-down")
def ended(w: Words, subject: Subject, noun: Noun) -> Any:
    return _edged(w, subject, edge(w, "", noun), -1, noun)


@rule(
    "Clause -> Clause COMMA NOT WITH Thing|Name",
    example="finish with a stretch, not with rowing",
    idle=(2, 3, 4),
)
def not_with(w: Words, inner: Clause, noun: Noun) -> Clause | None:
    """What one thing begins or ends with, no other does."""
    edged = _AT_EDGE.match(inner.formula)
    told = noun.plural or noun.article  # `not with weights` may tell how it is done
    other = not told and noun.text not in inner.formula
    return inner if edged is not None and other and not inner.test else None


_AT_EDGE = re.compile(
    r"exists [^<>=]* and not exists (?:block|item) (?:preceding|following) [^<>=]*\Z"
)


@rule("Clause -> Noun Duty? BE|COME|APPEAR NTH*", "Clause -> Noun Copula HAVE NTH*", "Clause -> HAVE Noun NTH*",
      "Clause -> Noun NTH*", "Clause -> Noun Duty? BE|COME|APPEAR AT_EDGE*", "Clause -> HAVE Noun AT_EDGE*",
      "Clause -> Noun Copula HAVE AT_EDGE*", "Clause -> Noun AT_EDGE*", example="the test comes last")  # fmt: skip
def stands_at(w: Words, noun: Noun, *rest: Any) -> list[Clause] | None:
    """Ask that a thing is the first or the last: of all, or of each session where there are some."""
    duty = rest[0] if len(rest) > 1 else None
    asks = _at_edge(w, noun, rest[-1])
    found = dutiful(asks, duty)
    if found is None:
        return None
    day = w.lexicon.ranks["day"].level if "day" in w.lexicon.ranks else 0
    inner = [
        r
        for r in w.lexicon.ranks.values()
        if day < r.level < noun.level and not (r.item or r.members or r.calendar)
    ]
    subjects = [Subject(None), *(Subject(w.rank(r), "each") for r in inner)]
    made = [clause(w, subject, found) for subject in subjects]
    return [one for one in made if isinstance(one, Clause)]


@rule("Clause -> THERE Copula Noun AT_EDGE*", example="there must be a quiz at the end")
def there_at(w: Words, duty: str | None, noun: Noun, word: str) -> list[Clause] | None:
    return stands_at(w, noun, duty, word)


@rule(
    "Clause -> Plan Duty? HAVE Noun AT_EDGE*",
    example="the agenda must have a quiz at the end",
    idle=(0,),
)
def plan_has_at(
    w: Words, plan: Noun, duty: str | None, noun: Noun, word: str
) -> list[Clause] | None:
    return stands_at(w, noun, duty, word)


@rule("Clause -> Noun AT_EDGE* COMMA Bound", example="cool-down at the end, 5 min")
def sized_at(w: Words, noun: Noun, word: str, bound: Bound) -> list[Clause] | None:
    sized = nouns.of_length(w, noun, bound)
    return None if sized is None else stands_at(w, sized, word)


@rule("Clause -> Asks AT_EDGE*", "Clause -> HAVE Asks AT_EDGE*", "Clause -> AT_EDGE* COMMA? Asks",
      example="15 minutes for feedback at the end", cost=-0.2)  # fmt: skip
def so_long_at(w: Words, *parts: Any) -> Clause | None:
    """Ask for an amount of something, and that it is the first or the last."""
    asks = next(part for part in parts if isinstance(part, Asks))
    word = next(part for part in parts if isinstance(part, str))
    of = asks.parts[0].theme.of if len(asks.parts) == 1 and asks.parts[0].theme else None
    placed = _at_edge(w, of, word) if of is not None and not asks.overs else None
    if placed is None or asks.parts[0].absent:
        return None
    made = clause(w, Subject(None), changed(asks, parts=(*asks.parts, *placed.parts)))
    return made if isinstance(made, Clause) else None


def _at_edge(w: Words, noun: Noun, word: int | str) -> Asks | None:
    if word == 1 or (isinstance(word, str) and word.endswith(("start", "beginning"))):
        return edge(w, noun)
    return edge(w, "", noun) if word == -1 or isinstance(word, str) else None


@rule("Asks -> Asks COMMA? WITH Noun COME? NTH*", "Asks -> Asks COMMA? WITH Noun COME? AT_EDGE*",
      example="dinner must have three dishes, with the soup coming first")  # fmt: skip
def with_edge(w: Words, asks: Asks, noun: Noun, word: int | str) -> Asks | None:
    found = _at_edge(w, noun, word)
    if (
        found is None
        or asks.link != "and"
        or any(a.kind not in ("count", "there") for a in asks.parts)
    ):
        return None
    return changed(asks, parts=(*asks.parts, *found.parts))
