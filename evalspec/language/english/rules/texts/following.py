"""Sentences behind a demand: illustrations, what is told again, how pieces are separated and marked."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import LARGE, Words, quoted
from evalspec.language.english.meanings import Amount, Ask, Asks, Clause, Noun, Subject
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns, sentences
from evalspec.language.english.state.clauses import clause


@rule("Clause -> Clause COMMA? Example / Clause OPEN Example CLOSE",
      example="use 3 bullet points, such as this one", cost=0.1)  # fmt: skip
def illustrated(w: Words, made: Clause, text: str) -> Clause | None:
    return None if _TOLD_AGAIN.match(text) else made


_TOLD_AGAIN = re.compile(r"i\.?\s?e\b.*\d", re.IGNORECASE)
"""An amount that tells another one is no illustration."""


@rule(
    "Clause -> Clause Restatement",
    example="it must be in French and in no other language",
    cost=0.1,
)
@rule(
    "Clause -> Clause STOP|COMMA|SEMICOLON Restatement",
    example="your response must be in French, no other language is allowed",
)
def restated(w: Words, made: Clause, text: str) -> Clause | None:
    return made if text in made.formula.replace('"', "") else None


@rule("Clause -> Clause STOP|COMMA SET_MARKDOWN / Clause MARKDOWN",
      example="exactly 3 bullet points. Use the markdown bullets", cost=-3.0)  # fmt: skip
def markdown_bullets(w: Words, made: Clause) -> Clause | None:
    return made if made.formula.startswith(("bullets ", "highlights ")) else None


@rule("Separator -> BLANK_LINE / BLANK_LINE AS_IF Quoted IN_CODE?", example="two new lines")
def blank_line(w: Words, text: str = "\\n\\n") -> str | None:
    return "" if text == "\\n\\n" else None


@rule(
    "Separator -> SOLELY Separator / Separator SOLELY / Separator OPEN BLANK_LINE CLOSE",
    example="exactly two new lines",
)
def sole(w: Words, mark: str) -> str:
    return mark


@rule("Separator -> DIVIDER? Raw|Quoted / Num ASTERISKS Raw", example="the markdown divider: ***")
def divider(w: Words, *parts: Any) -> str | None:
    if any(sign.isalnum() for sign in parts[-1]):
        return None
    if isinstance(parts[0], Amount) and parts[1] != "*" * int(parts[0].low):
        return None
    return str(parts[-1])


@rule("Parted -> SEPARATED Separator", "Parted -> WITH|SET|HAVE? Separator BETWEEN_EACH",
      example="separated by the markdown divider: ***")  # fmt: skip
@rule("Parted -> IT Copula SEPARATED Separator", "Parted -> Text|Plan Copula? SEPARATED Separator",
      "Parted -> Text|Plan AND ONLY Text|Plan Copula SEPARATED Separator",
      example="paragraphs are separated with the markdown divider: ***")  # fmt: skip
def parted(w: Words, *parts: Any) -> tuple[str, str] | None:
    """Return what is separated, if that is said, and by what."""
    nouns = {p.scope for p in parts if isinstance(p, Noun) and p.plural}
    given = sum(isinstance(p, Noun) for p in parts)
    fits = len(nouns) == min(given, 1) and not {"must not", "may"} & set(
        parts[:-1] if not given else [p for p in parts[:-1] if isinstance(p, str)]
    )
    return (nouns.pop() if nouns else "", parts[-1]) if fits else None


@rule("Pieces -> Clause STOP|COMMA|AND? Parted / Clause COMMA AND Parted / Clause THAT BE Parted",
      example="write 4 paragraphs, separated by a blank line")  # fmt: skip
def pieces(w: Words, made: Clause, by: tuple[str, str]) -> tuple[Clause, str] | None:
    kind, mark = by
    if made.overs or made.test or made.asks is not None:
        return None
    if made.formula == RESPONSES:
        piece = f"separated by {quoted(mark)}"
        texts = f"text(paragraph 1 {piece}) != text(paragraph 2 {piece})"
        found = Clause(f"count(paragraph {piece}) = 2 and {texts}", (), 2)
        return (found, mark) if mark and kind in ("", *_ANSWERS) else None
    if kind not in ("", "paragraph") or not made.formula.startswith("paragraphs "):
        return None
    if not mark:
        return Clause(f'using "chunks/1": {made.formula}'), ""
    parts = f"count(paragraph separated by {quoted(mark)})"
    return Clause(made.formula.replace("paragraphs", parts)), mark


@rule(
    "Clause -> Pieces COMMA? AND? NTH* ONE? OF_THEM? Deed",
    example="write 4 paragraphs separated by a blank line, the first of which starts with the word Dear",
)
def of_one_piece(w: Words, made: tuple[Clause, str], number: int, asks: Asks) -> Clause | None:
    noun = Noun("paragraph", "text", "", LARGE, "paragraph")
    found = clause(w, Subject(nouns.nth(w, number, noun)), asks)
    return of_pieces(w, made, found) if isinstance(found, Clause) else None


@rule("Clause -> Pieces", example="write 4 paragraphs, separated by a blank line")
@rule("Clause -> Pieces STOP|AND|COMMA Clause / Pieces COMMA AND Clause",
      example="there should be 4 paragraphs. Paragraphs are separated with two new lines. Paragraph 1 must start with word Dear")  # fmt: skip
def of_pieces(w: Words, made: tuple[Clause, str], more: Clause | None = None) -> Clause | None:
    """Hold what is asked of paragraphs for those that are so separated."""
    found, mark = made
    if more is None:
        return found
    if mark or "paragraph" not in more.formula + "".join(o.scope for o in more.overs):
        return None
    head, _, test = found.formula.partition(": ")
    return Clause(f"{head}: ({test} and {sentences.sentence(w, more)})")


RESPONSES = "responses = 2"
"""A demand that has no meaning until it is said what stands between the two."""


_ANSWERS = ("response", "faq-answer")


@rule("Ask -> Num DISTINCT Plan|Text", example="two different responses")
def two_responses(w: Words, number: Amount, noun: Noun) -> Ask | None:
    two = number.exact and number.low == 2 and noun.plural and noun.scope in _ANSWERS and w.prose
    return Ask("test", text=RESPONSES) if two else None


@rule(
    "SectionMark -> SECTION_MARK / EACH_SECTION? MODAL? MARKED_AS",
    example="each section must start with",
)
def section_mark(w: Words) -> str:
    return ""


@rule("Clause -> Clause STOP|COMMA|AND? SectionMark Marking|Raw|Quoted LETTERED|NUMBER_BEHIND? / "
      "Clause STOP|COMMA|AND? SectionMark Raw|Quoted COMMA NUMBER_BEHIND / "
      "Clause COMMA AND SectionMark Marking|Raw|Quoted LETTERED|NUMBER_BEHIND?",
      example="your response must have 2 sections. Mark the beginning of each section with Section X, such as:")  # fmt: skip
def section_marks(w: Words, made: Clause, _mark: str, text: str) -> Clause | None:
    found = re.fullmatch(r"sections ([<>=]+ \d+|between \d+ and \d+)", made.formula)
    word = _MARKED.fullmatch(text)
    if found is None or word is None or made.overs:
        return None
    return Clause(f"section-marks({quoted(word[1])}) {found[1]}")


_MARKED = re.compile(
    r"\W*([^\W\d_]+)\W*(?:(?:X|N|\d+|\1|and|so|on|forth|etc|where|is|its|number|followed|by|plus)\b\W*)*"
)
"""How sections are marked: a word and numbers, or a letter that stands for them."""


@rule("Sentence -> Clause COMMA STOP?", example="use 3 bullet points,")
def courteous(w: Words, made: Clause) -> Any:
    return sentences.sentence(w, made)
