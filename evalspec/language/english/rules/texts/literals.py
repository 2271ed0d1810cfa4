"""Words that are cited."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Noun, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names, placing


def literal(texts: tuple[str, ...], link: str = "and", modes: str = "") -> Noun:
    """Return words that are cited; `link` says whether all or any are meant."""
    names = ", ".join(quoted(text) for text in texts)
    cited = quoted(texts[0]) if len(texts) == 1 else f"any of [{names}]"
    counts = f"occurrences of {cited}" if len(texts) == 1 or link == "or" else ""
    return Noun(cited, "literal", "", 60, link, modes, members=texts, counts=counts)


@rule("Quotes -> Quoted", "Quotes -> Quotes COMMA Quoted", example='"a", "b"')
def quotes(w: Words, *texts: Any) -> tuple[str, ...]:
    return (texts[0],) if len(texts) == 1 else (*texts[0], texts[1])


@rule("Cited -> Quotes", "Cited -> Quotes AND|OR* Quoted", "Cited -> Quotes COMMA AND|OR* Quoted",
      "Cited -> BOTH Quotes AND* Quoted", example='"a", "b" or "c"')  # fmt: skip
def cited(w: Words, texts: tuple[str, ...], link: str = "and", last: str | None = None) -> Noun:
    return literal(texts if last is None else (*texts, last), "or" if link in w.either else "and")


@rule("Cited -> OPEN Quotes CLOSE", example="['a', 'b']")
def bracketed(w: Words, texts: tuple[str, ...]) -> Noun:
    return literal(texts)


@rule("Literal -> KEYWORD Cited / EXACT Cited / KEYWORD COLON Cited", example='the word "tofu"')
def keyword(w: Words, noun: Noun) -> Noun:
    return worded(noun)


@rule("Literal -> Text Quoted", example='the line "See you soon."', cost=-0.2)
def piece_cited(w: Words, noun: Noun, text: str) -> Noun | None:
    """Cite a piece of a text; a line that begins or ends a text is all of its first or last line."""
    plain = noun.scope in _CITED and not (noun.plural or noun.filters or noun.overs or noun.placed)
    return changed(literal((text,)), rank=noun.scope) if plain else None


_CITED = ("line", "sentence", "question", "hashtag", "handle", "link")


@rule("Literal -> Literal COMMA? EXACTLY_SO", "Literal -> EXACTLY_SO Literal",
      example='the line "See you soon." exactly as written')  # fmt: skip
def as_written(w: Words, noun: Noun) -> Noun | None:
    return None if noun.filters else changed(noun, filters=" exactly as written")


def worded(noun: Noun) -> Noun:
    """Mark a literal that is said to be one word."""
    return (
        changed(noun, rank="word")
        if len(noun.members) == 1 and " " not in noun.members[0]
        else noun
    )


@rule("Literal -> Quoted", example='"tofu"')
def quoted_literal(w: Words, text: str) -> Noun | None:
    return literal((text,)) if w.textual else None


@rule("Literal -> Mark Slot", example="the placeholder [name]", cost=-0.2)
def slot(w: Words, noun: Noun, text: str) -> Noun | None:
    held = noun.counts == "placeholders" and not noun.plural
    return literal((text,), modes=" inside words") if held else None


@rule("Literal -> KEYWORD* Raw", example="the word tofu", against="use words carefully")
def raw_keyword(w: Words, word: str, text: str) -> Noun | None:
    called = not word.endswith("name") or text[:1].isupper()  # not `name the winner at the end`
    fits = called and not word.endswith("s") and not bounded(w, text)
    return worded(literal((text,))) if fits else None


def bounded(w: Words, text: str) -> bool:
    """Tell whether a text begins like a bound: `no sentence over 25 words` quotes nothing."""
    first, *rest = text.lower().split()
    return not _BOUNDS.isdisjoint(w.types(first) | w.types(first, *rest[:1]))


_BOUNDS = {"GT", "LT", "GE", "LE", "BETWEEN", "MAXIMUM", "MINIMUM"}


@rule("Literal -> EXACT Raw", example="this exact phrase The end")
def raw_phrase(w: Words, text: str) -> Noun | None:
    if bounded(w, text):
        return None
    return literal((text.strip(),), modes=" inside words")


@rule("Literal -> Quotes COMMA? OR* Quoted", example='"a", "b" or "c"', cost=0.4)
def any_quoted(w: Words, texts: tuple[str, ...], link: str, last: str) -> Noun | None:
    return literal((*texts, last), "or") if len(texts) > 1 and link in w.either else None


@rule("Literal -> Literal OR* Literal / EITHER Literal OR* Literal",
      example="the word 'red' or the word 'blue'", cost=0.3)  # fmt: skip
def either_literal(w: Words, one: Noun, link: str, other: Noun) -> Noun | None:
    if link not in w.either or (
        "and" in (one.name, other.name) and len(one.members + other.members) > 2
    ):
        return None
    return literal((*one.members, *other.members), "or")


@rule("Noun -> Literal|Mark|Keys", example='the word "tofu"')
def cited_noun(w: Words, noun: Noun) -> Noun:
    return noun


@rule("Literal -> ALL|EACH|BOTH Literal", example="each of the words 'a' and 'b'")
def all_of_them(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.name == "and" and len(noun.members) > 1 else None


@rule("Literal -> NTH* OCCURRENCE Literal", example="the first occurrence of 'red'")
def first_one(w: Words, number: int, noun: Noun) -> Noun | None:
    """Take where words stand first for where they stand."""
    return noun if number == 1 else None


@rule("Literal -> OCCURRENCE Literal", "Mark -> OCCURRENCE ANY? Mark|Text",
      example="the use of the word 'red'")  # fmt: skip
def used(w: Words, noun: Noun) -> Noun | None:
    """Take the use of words or signs for themselves: `no use of commas`."""
    return None if noun.overs or noun.placed else noun


@rule("Mark -> LETTER Quoted|Raw", example="the letter q", cost=-0.4)
def letter(w: Words, text: str) -> Noun | None:
    one = len(text) == 1 and text.isalnum()
    return Noun("", "mark", counts=f"letters({quoted(text.lower())})") if one else None


@rule("Name -> WEEKDAY*", example="Monday", cost=1.0)
def day_name(w: Words, number: int) -> Noun | None:
    return names.named(placing.day_name(number).capitalize()) if w.textual else None
