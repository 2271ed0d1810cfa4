"""What a day or another stretch begins and ends with."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.clauses.joined import both_clauses
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.texts.edges import at_front
from evalspec.language.english.rules.times.limits import inside
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


@rule("Bare -> START WITH|AT|IN Noun|Sized / END* WITH|AT|IN* Noun|Sized",
      example="begin with breakfast")  # fmt: skip
def edge(w: Words, *parts: Any) -> Asks | None:
    noun = parts[-1]
    if noun.kind in ("plan", "rank", "text") or w.prose or noun.placed or noun.window:
        return None
    if len(parts) == 3 and parts[0].endswith(" done") and parts[1] != "at":
        return None  # `done with dumbbells`: by their means; `done in blocks of an hour`
    if noun.name in w.lexicon.parts_of_day or (noun.cited and w.textual):
        return None  # `a cafe stop in the afternoon`; words of the text
    if noun.kind in ("literal", "mark", "keys", "several"):
        return None
    thing = block_text(w, noun)
    whole = "block" if w.scheduled else "item"
    side = "preceding" if len(parts) == 1 else "following"
    plain = block_text(
        w, changed(noun, filters=re.sub(r" lasting (?:[<>]=? )?\S+ \w+", "", noun.filters))
    )
    if plain in w.lexicon.ranks:  # an exercise of 10 minutes, not the one before which none stands
        text = f"exists {'first' if side == 'preceding' else 'last'} {thing}"
    else:
        text = f"exists {thing} and not exists {whole} {side} {plain}"
    return Asks((Ask("test", text=text, strength=2),))


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
    inner = [
        r
        for r in w.lexicon.ranks.values()
        if w.day.level < r.level < noun.level and not (r.item or r.members or r.calendar)
    ]
    subjects = [Subject(None), *(Subject(w.rank(r), "each") for r in inner)]
    made = [clause(w, subject, found) for subject in subjects]
    return [one for one in made if isinstance(one, Clause)]


@rule(
    "Clause -> Noun Duty? COME|BE|APPEAR NTH*|AT_EDGE* COMMA? AND|BUT Deed",
    example="the test comes last and takes at least 15 minutes",
)
def stands_at_and(
    w: Words, noun: Noun, duty: str | None, place: int | str, asks: Asks
) -> list[Clause] | None:
    """Ask that a thing stands at an edge, and something else of it."""
    firsts, other = (
        stands_at(w, noun, duty, place),
        clause(w, Subject(noun), changed(asks, told=False)),
    )
    if not firsts or not isinstance(other, Clause):
        return None
    return [both for one in firsts if isinstance(both := both_clauses(w, one, other), Clause)]


@rule("Clause -> Noun NTH* COMMA|AND|BUT Bound", "Clause -> Noun NTH* COMMA AND|BUT Bound", example="the test last and ten minutes at most")  # fmt: skip
def last_and_so_long(w: Words, noun: Noun, place: int | str, bound: Bound) -> list[Clause] | None:
    timed = bound.amount.dimension == "time" and not w.prose
    return stands_at_and(w, noun, None, place, Asks((Ask("amount", bound),))) if timed else None


@rule("Clause -> Noun Copula NTH* Name / NTH* Name Copula Noun / HAVE? Noun AS NTH* Name",
      example="preheating the oven must be the first step")  # fmt: skip
def nth_step(w: Words, *parts: Any) -> list[Clause] | None:
    """Ask that a thing is the first or the last of a list of steps."""
    noun, number, duty = _placed(parts)
    step = next(part for part in reversed(parts) if isinstance(part, Noun) and part is not noun)
    fits = step.name.lower() in data("steps") and abs(number) == 1
    return stands_at(w, noun, duty, number) if fits else None


@rule("Clause -> Name Copula NTH* Thing|Name / NTH* Thing|Name Copula Name / HAVE? Noun AS NTH* Thing|Rank",
      example="art must be the last lesson")  # fmt: skip
def nth_of_its_kind(w: Words, *parts: Any) -> Clause | None:
    """Ask that the first or the last of a kind is a certain one."""
    noun, number, duty = _placed(parts)
    kind = next(part for part in reversed(parts) if isinstance(part, Noun) and part is not noun)
    named = noun.kind in ("name", "category", "member") and not (
        noun.filters or noun.article == "a"
    )
    if not named or abs(number) != 1 or duty != "must":
        return None
    open_ = kind.kind == "name" and not (kind.plural or kind.filters or w.prose)
    if kind.kind not in ("category", "block", "item") and not open_:
        return None
    if kind.name.lower() in data("steps"):
        return None
    if kind.kind == "category" and not w.scheduled:
        return None
    front = "first" if number == 1 else "last"
    return Clause(f"exists {front} {block_text(w, kind)} named {quoted(noun.name)}")


def _placed(parts: tuple[Any, ...]) -> tuple[Noun, int, str]:
    """Return what stands at a place, which place that is, and the duty."""
    number = next(part for part in parts if isinstance(part, int))
    nouns_ = [part for part in parts if isinstance(part, Noun)]
    duty = next((part for part in parts if isinstance(part, str)), "must")
    return nouns_[-1] if parts[0] == number else nouns_[0], number, duty


@rule("Clause -> HAVE? Noun FIRST_THING", example="yoga first thing in the morning")
def first_of_the_day(w: Words, noun: Noun) -> Any:
    return _of_each_day(w, edge(w, noun))


@rule("Clause -> HAVE? Noun LAST_THING", example="tea last thing at night")
def last_of_the_day(w: Words, noun: Noun) -> Any:
    return _of_each_day(w, edge(w, "", noun))


def _of_each_day(w: Words, asks: Asks | None) -> Any:
    return clause(w, Subject(w.day, "each"), asks)


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


@rule("Clause -> Thing START*|END* Measure? COLON Times", example="work start: 9:00")
def edge_at(w: Words, noun: Noun, verb: str, *rest: Any) -> Any:
    """Hold the start or the end of a thing to a time, as its label tells."""
    side = "start" if verb in w.starting else "end"
    return clause(w, Subject(noun), Asks((Ask("time", times=inside(rest[-1]), text=side),)))


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


@rule("Clause -> Noun Duty? BE|COME|APPEAR AT_MIDDLE", "Clause -> HAVE? Noun AT_MIDDLE", "Clause -> THERE Copula Noun AT_MIDDLE",
      "Clause -> Plan Duty? HAVE Noun AT_MIDDLE", "Clause -> Noun AT_MIDDLE COMMA Bound", example="a break roughly halfway")  # fmt: skip
def in_the_middle(w: Words, *parts: Any) -> Clause | None:
    """Ask that a thing lies neither in the first nor in the last third of all."""
    noun = next(part for part in reversed(parts) if isinstance(part, Noun))
    duty = next((part for part in parts if isinstance(part, str)), "must")
    sized = nouns.of_length(w, noun, parts[-1]) if isinstance(parts[-1], Bound) else noun
    thing = noun.kind in ("name", "category") and not (noun.placed or noun.window or w.prose)
    if duty != "must" or sized is None or not thing or noun.plural:
        return None
    text, plain = block_text(w, sized), block_text(w, changed(noun, filters=""))
    third = "(end - start) / 3"
    inside_ = f"start({plain}) - start >= {third} and end - end({plain}) >= {third}"
    return Clause(f"exists {text} and {inside_}", (), 2)


def _at_edge(w: Words, noun: Noun, word: int | str) -> Asks | None:
    if word == 1 or (isinstance(word, str) and at_front(word)):
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
