"""Sentences behind a demand: illustrations, what is told again, how pieces are separated and marked."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Amount, Clause, Noun
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import sentences

"""An amount that tells another one is no illustration."""


@rule(
    "Clause -> Clause STOP|COMMA|SEMICOLON? Restatement",
    example="your response must be in French, no other language is allowed",
)
def restated(w: Words, made: Clause, text: str) -> Clause | None:
    return made if text in made.formula.replace('"', "") else None


@rule(
    "Clause -> Clause STOP SET_MARKDOWN",
    example="exactly 3 bullet points. Use the markdown bullets",
)
def markdown_bullets(w: Words, made: Clause) -> Clause | None:
    return made if "bullet" in made.formula else None


@rule(
    "Clause -> Clause STOP WHO? PERMIT HAVE BESIDES",
    example="your response must be in JSON format. You can use markdown ticks",
)
def besides(w: Words, made: Clause, who: str | None = None) -> Clause | None:
    return made if who is None else None


@rule(
    "Separator -> BLANK_LINE",
    "Separator -> BLANK_LINE AS_IF Quoted IN_CODE?",
    example="two new lines",
)
def blank_line(w: Words, text: str = "\\n\\n") -> str | None:
    return "" if text == "\\n\\n" else None


@rule(
    "Separator -> DIVIDER Raw|Quoted",
    "Separator -> Num ASTERISKS Raw",
    example="the markdown divider: ***",
)
def divider(w: Words, *parts: Any) -> str | None:
    if isinstance(parts[0], Amount) and parts[1] != "*" * int(parts[0].low):
        return None
    return str(parts[-1])


@rule("Separated -> Text|Plan SEPARATED Separator",
      "Separated -> Text|Plan AND ONLY Text|Plan SEPARATED Separator",
      example="paragraphs are separated with the markdown divider: ***")  # fmt: skip
def separated(w: Words, noun: Noun, *rest: Any) -> tuple[str, str] | None:
    return (noun.scope, rest[-1]) if noun.plural and all(r == noun for r in rest[:-1]) else None


@rule(
    "Clause -> Clause STOP Separated",
    "Clause -> Clause STOP Separated STOP Clause",
    example="there should be 4 paragraphs. Paragraphs are separated with the markdown divider: ***",
)
def pieces(
    w: Words, made: Clause, by: tuple[str, str], more: Clause | None = None
) -> Clause | None:
    kind, mark = by
    if kind != "paragraph" or made.overs or "paragraphs" not in made.formula:
        return None
    formula = (
        made.formula if more is None else f"({made.formula} and {sentences.sentence(w, more)})"
    )
    if not mark:
        return Clause(f'using "chunks/1": {formula}')
    pattern = made.formula.replace("paragraphs", f"count(paragraph separated by {quoted(mark)})")
    return Clause(pattern) if more is None else None


@rule(
    "Clause -> WRITE Num DISTINCT Plan STOP Separated",
    example="give two different responses. Responses are separated with 6 asterisk symbols: ******",
)
def two_responses(w: Words, number: Amount, noun: Noun, by: tuple[str, str]) -> Clause | None:
    if number.low != 2 or not number.exact or by[0] != noun.scope or not by[1]:
        return None
    piece = f"separated by {quoted(by[1])}"
    texts = f"text(paragraph 1 {piece}) != text(paragraph 2 {piece})"
    return Clause(f"count(paragraph {piece}) = 2 and {texts}", (), 2)


@rule(
    "Clause -> Clause STOP SECTION_MARK Raw LETTERED",
    "Clause -> Clause STOP SECTION_MARK Quoted LETTERED",
    example="your response must have 2 sections. Mark the beginning of each section with Section X, such as:",
)
def section_marks(w: Words, made: Clause, text: str) -> Clause | None:
    head, _, bound = made.formula.partition(" = ")
    return (
        Clause(f"section-marks({quoted(text)}) >= {bound}")
        if head == "sections" and not made.overs
        else None
    )


@rule("Sentence -> Clause COMMA STOP?", example="use 3 bullet points,")
def courteous(w: Words, made: Clause) -> Any:
    return sentences.sentence(w, made)
