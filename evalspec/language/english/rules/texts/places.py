"""Where in a text a demand is held: `in the first line`, `under each heading`."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import LARGE, Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Clause,
    Noun,
    Over,
    Subject,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.demands import duties
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of, literal_test
from evalspec.language.english.state.overs import over_of


@rule("Clause -> BE Literal Over", example='is the word "rain" in the first line', cost=-1.0)
def asked_in(w: Words, noun: Noun, over: Over) -> Any:
    return clause(w, Subject(None), Asks((cited_in(w, noun, over),)))


@rule("Ask -> Literal|Mark Over", example='"rain" in the first line', cost=0.3)
def cited_in(w: Words, noun: Noun, over: Over) -> Ask:
    return Ask("there", noun=noun, overs=(over,))


@rule(
    "Clause -> HAVE|MENTION? Cited Duty? APPEAR|BE? IN SAME Text",
    example='"garden" and "bench" in the same sentence',
)
def in_the_same(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask for several words in one piece of a text."""
    if noun.name == "or" or len(noun.members) < 2 or not {*rest[:-1]} <= {None, "must"}:
        return None
    return Clause(f"exists {rest[-1].scope} where ({literal_test(noun, False)})")


@rule("Noun -> NTH* AND IN? NTH* Text", example="the first and the last sentence")
def two_places(w: Words, one: int, other: int, noun: Noun) -> Noun | None:
    if noun.plural or noun.filters:
        return None
    first, second = (f" {n}" if n > 0 else f" {-n} from end" for n in (one, other))
    return changed(noun, filters=first, also=(second,), placed=True, plural=True)


@rule("Noun -> OPENING Text", example="the opening paragraph")
def opening(w: Words, noun: Noun) -> Noun | None:
    return None if noun.plural else nouns.nth(w, 1, noun)


@rule("Noun -> CLOSING Text", example="the closing paragraph")
def closing(w: Words, noun: Noun) -> Noun | None:
    return None if noun.plural else nouns.nth(w, -1, noun)


@rule("Over -> IN|ON|FOR|OF Noun / IN|ON|FOR|OF EACH|ANY|ALL* Noun",
      example="in the first paragraph")  # fmt: skip
def in_text(w: Words, word: Any, noun: Noun | None = None) -> Over | None:
    noun, several = (word, False) if noun is None else (noun, True)
    if noun.kind != "text" or noun.overs or noun.article == "a":
        return None
    if noun.scope == "word" and " to " in noun.filters:
        return None  # `the number of words 150-200 words`
    if several and str(word).endswith("single"):
        return changed(over_of(noun), anyone=True)  # `each step in a single sentence`
    return over_of(noun) if several or noun.placed or only_one(noun) else None


@rule("Over -> IN Text", example="no question marks in headings")
def in_any_of(w: Words, noun: Noun) -> Over | None:
    """Take pieces without an article for any of them, of which something is denied."""
    any_one = noun.plural and not noun.article and noun.scope not in _ONLY_ONE
    return changed(over_of(noun), anyone=True) if any_one else None


def only_one(noun: Noun) -> bool:
    """Tell whether a text has but one of a piece, which needs no place: `the title`."""
    return noun.scope in _ONLY_ONE and not (noun.plural or noun.filters)


_ONLY_ONE = ("title", "subject-line", "greeting", "sign-off")


@rule("Over -> UNDER_ Text NAMED? Quoted|Words / UNDER_ Quoted",
      example="under the heading 'Costs'")  # fmt: skip
def under_one(w: Words, *parts: Any) -> Over | None:
    noun = nouns.called(w, Noun("section", "text", "", LARGE, "section"), parts[-1])
    plain = len(parts) == 1 or (parts[0].scope == "heading" and not parts[0].plural)
    return over_of(noun) if noun is not None and plain and w.textual else None


@rule("Over -> UNDER_ EACH|ALL Text", example="at least two sentences under each heading")
def under_each(w: Words, noun: Noun) -> Over | None:
    """What stands under a heading is its section."""
    plain = noun.scope == "heading" and not (noun.filters or noun.overs or noun.placed)
    return Over("section", 100, "each", "section") if plain else None


@rule("Clause -> SET|HAVE|WRITE Text OVER_ EACH|ALL Text / START EACH|ALL Text WITH Text",
      example="put a heading over each section")  # fmt: skip
def headed(w: Words, one: Noun, other: Noun) -> Any:
    """What stands over a section is its heading."""
    heading, section = (other, one) if other.scope == "heading" else (one, other)
    plain = (heading.scope, section.scope) == ("heading", "section") and not heading.plural
    if not plain or section.filters or section.overs or section.placed:
        return None
    return clause(w, Subject(section, "each"), Asks((Ask("there", noun=heading),)))


@rule("Over -> IN RUNNING_TEXT", example="no digits in the running text")
def running_text(w: Words) -> Over:
    return Over("paragraph", 101, "each", "paragraph")


@rule(
    "Clause -> EACH|ALL Text Duty? BE FOLLOWED_BY Asks",
    example="each heading must be followed by at least two sentences",
)
def followed(w: Words, noun: Noun, *rest: Any) -> Any:
    over = under_each(w, noun) if rest[0] in ("must", rest[-1]) else None
    return None if over is None else clause(w, Subject(None), changed(rest[-1], overs=(over,)))


@rule(
    "Plan -> Plan PRODUCED",
    "Plan -> Plan CONTAINED_IN Plan",
    example="the poem contained in the response",
    cost=0.3,
)
def produced(w: Words, noun: Noun, _text: Noun | None = None) -> Noun | None:
    """Say of a text again that it is the one that was written."""
    return noun if w.prose and noun.article != "a" else None


@rule("TheText -> TOTAL? Plan", example="your entire response")
def the_text(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.article != "a" else None


@rule("Clause -> IN TheText COMMA Clause", "Clause -> IN_IT COMMA Clause",
      example="in your response, use at least 3 bullet points")  # fmt: skip
@rule("Clause -> Clause IN TheText", "Clause -> Clause IN_IT",
      example='the word "tea" must appear in your response', cost=0.3)  # fmt: skip
def in_whole(w: Words, *parts: Any) -> Clause | None:
    """Say of the whole what is said in it; `in it` may be in a thing of a plan."""
    made = next(p for p in parts if isinstance(p, Clause))
    return made if w.textual or any(isinstance(p, Noun) for p in parts) else None


@rule("Clause -> Clause FROM TheText", example="leave out 'rain' from the story", cost=0.3)
def left_out_of(w: Words, made: Clause, text: Noun) -> Clause | None:
    """Nothing is had from a text, it is only kept out of it."""
    denied = re.match(r"not |contains none|[^:]* = 0$", made.formula)
    return made if denied and w.textual else None


@rule("Noun -> Text Many AND Num", "Noun -> Text Num AND Num", example="paragraphs 1 and 3")
def several_texts(w: Words, noun: Noun, row: Any, last: Amount) -> Any:
    return nouns.several(w, noun, row, last)


@rule("Noun -> Noun OF|IN EACH|ALL Noun / Noun OF|IN Noun",
      example="the first word of each paragraph")  # fmt: skip
def of_text(w: Words, one: Noun, other: Noun) -> Noun | None:
    if (
        one.kind != "text"
        or other.kind != "text"
        or other.level >= one.level
        or other.article == "a"
    ):
        return None
    return changed(one, overs=(*one.overs, *other.overs, over_of(other)))


@rule("Clause -> Noun WITHOUT Asks", example="bullets without full stops", cost=0.2)
def pieces_without(w: Words, noun: Noun, asks: Asks) -> Any:
    """Deny something of each piece of a kind."""
    several = (
        noun.kind == "text" and noun.plural and not (noun.placed or noun.overs or noun.filters)
    ) or only_one(noun)
    found = duties.dutiful(asks, "must not") if several and _written(asks) else None
    return clause(w, Subject(noun, "each"), found)


def _written(asks: Asks) -> bool:
    """Tell whether signs, words or pieces of a text are to be there."""
    kinds = ("text", "mark", "literal")
    return all(
        a.kind == "there" and not a.absent and a.noun and a.noun.kind in kinds for a in asks.parts
    )


@rule("Clause -> EACH Text Copula? IN|ON OWN Text", "Clause -> SET|WRITE|HAVE|START EACH Text IN|ON OWN Text",
      example="each sentence on its own line")  # fmt: skip
def on_its_own(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask that no larger piece holds two of a kind."""
    if rest[0] not in (None, "must", rest[-1]) or rest[-1].level >= noun.level:
        return None
    return Clause(f"{count_of(w, noun)} <= 1", (over_of(changed(rest[-1], article="")),))
