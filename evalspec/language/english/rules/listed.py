"""Texts that are listed without quotes: words to use, headings, keys: `these words: rain, snow`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from evalspec.language.english.closed import data, variants
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Names,
    Noun,
    Subject,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.demands import counts, duties
from evalspec.language.english.rules.texts import formats, literals, mentions
from evalspec.language.english.state.clauses import clause
from evalspec.language.names import MONTHS
from evalspec.vocabulary.text_units import text_units


@rule("Literal -> ALL? THESE? Num? KEYWORD Names / ALL? THESE? Num? Text Names",
      example="these words: rain, snow", against="these paragraphs: short, long")  # fmt: skip
def listed_words(w: Words, *parts: Any) -> Noun | None:
    """Read words, or signs such as hashtags, that are all meant."""
    names = parts[-1]
    plural = all(not isinstance(p, Noun) or (p.plural and _is_sign(p)) for p in parts)
    if not plural or not _so_many(names, parts):
        return None
    signs = any(isinstance(p, Noun) and p.scope != "word" for p in parts)
    return literals.literal(names.texts, names.link, " inside words" if signs else "")


@rule(
    "Ask -> Bound OF Literal|Cited",
    example="at least two of these words: rain, snow, hail",
    cost=-0.1,
)
def so_many_words(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Count how many of some words stand in a text, however often each does."""
    if not bound.amount.bare or len(noun.members) < 2 or noun.name == "or":
        return None
    if bound.limits[0].comparator == ">=" and bound.amount.low == 1 and len(bound.limits) == 1:
        return Ask("there", noun=literals.literal(noun.members, "or", noun.filters))
    names = ", ".join(quoted(text) for text in noun.members)
    counts = f"distinct occurrences of any of [{names}]{noun.filters}"
    return Ask("count", bound, noun=Noun("", "mark", counts=counts))


@rule("Clause -> Duty? HAVE|MENTION|AVOID* Names", "Clause -> NO* Names", "Clause -> KEYWORD Names", "Clause -> KEYWORD TO HAVE|MENTION|AVOID* Names",
      example="must include: price, size, colour", cost=0.3)  # fmt: skip
def words_alone(w: Words, *parts: Any) -> Any:
    """Read what stands behind a colon as words of the text."""
    names, verbs_ = parts[-1], parts[:-1]
    words = [word for text in names.texts for word in text.lower().split()]
    if not w.prose or any(
        w.types(word) & {"Text", "Plan", "Mark", "Form", "Num"} for word in words
    ):
        return None
    away = len(set(verbs_) & _AWAY)
    if away > 1 or "may" in verbs_:
        return None
    duty = "must not" if away else "must"
    asks = Asks((Ask("there", noun=literals.literal(names.texts, names.link)),))
    return clause(w, Subject(None), duties.dutiful(asks, duty))


_AWAY = frozenset((*data("verbs")["AVOID"], *data("words")["NO"], "must not", "may not"))


@rule("Ask -> EACH|ALL THESE? KEYWORD Freq Names", example="each of these words once: rain, snow")
def each_listed(w: Words, bound: Bound, names: Names) -> Ask | None:
    return counts.so_often(w, literals.literal(names.texts, names.link), bound)


def _is_sign(noun: Noun) -> bool:
    """Tell whether something stands between words as it is cited: `#rye`, `rain`."""
    unit = text_units().get(noun.scope)
    return noun.scope == "word" or (unit is not None and not unit.large)


def _so_many(names: Names, parts: tuple[Any, ...]) -> bool:
    """Tell whether there are as many names as are said to be."""
    numbers = [p for p in parts if isinstance(p, Amount)]
    return all(n.exact and n.low == len(names.texts) for n in numbers)


@rule("Ask -> Bound OF THESE Names", example="at least two of the following: rain, snow, hail")
def so_many_listed(w: Words, bound: Bound, names: Names) -> Ask | None:
    return so_many_words(w, bound, literals.literal(names.texts)) if w.prose else None


@rule(
    "Literal -> ALL|EACH? THESE Num? KEYWORD / ALL? THESE", example="the following words", cost=0.2
)
def pointing(w: Words, _number: Amount | None = None) -> Noun | None:
    """Point at words that are listed behind what is asked of them."""
    return literals.literal((_POINTER,)) if w.prose else None


_POINTER = "\N{HORIZONTAL ELLIPSIS}"


@rule(
    "Clause -> Clause COLON? Names|Cited",
    example="the following words must not be used: rain, snow",
)
def pointed_at(w: Words, made: Clause, named: Names | Noun) -> Clause | None:
    texts = named.texts if isinstance(named, Names) else named.members
    either = (named.link if isinstance(named, Names) else named.name) == "or"
    found = _POINTING.fullmatch(made.formula)
    if found is None:
        return None
    row = ", ".join(map(quoted, texts))
    whole = "none" if found["denied"] else "any" if either else "all"
    each = " and ".join(f"occurrences of {quoted(text)}{found['held']}" for text in texts)
    return Clause(each if found["held"] else f"contains {whole} of [{row}]", made.overs, 2)


_POINTING = re.compile(
    rf'(?P<denied>not )?contains "{_POINTER}"|occurrences of "{_POINTER}"(?P<held> [<>=]+ \d+)'
)


@rule(
    "Clause -> Bound OF THESE? KEYWORD Duty? APPEAR Names",
    example="at least two of these words must appear: rain, snow, hail",
)
def some_appear(w: Words, bound: Bound, *parts: Any) -> Any:
    noun = listed_words(w, *(p for p in parts if isinstance(p, Names)))
    ask = None if noun is None or "must not" in parts else so_many_words(w, bound, noun)
    return None if ask is None else clause(w, Subject(None), Asks((ask,)))


@rule("Ask -> THESE* Num? Text IN_ORDER? Names / "
      "Num Text ONLY? IN_ORDER? NAMED|COMMA|COLON? Names|Cited / "
      "EQ|ONLY Num Text IN_ORDER? NAMED|COMMA|COLON? Names|Cited / "
      "EQ|ONLY? Num Text COMMA? NAMED Names|Cited COMMA? IN_ORDER", "Clause -> "
      "Text Copula NAMED? IN_ORDER? Names|Cited / Text Copula NAMED? Names|Cited COMMA? IN_ORDER",
      example="four headings: Summary, Costs, Risks, Outlook",
      against="headings: short, clear and bold", cost=-0.1)  # fmt: skip
def exact_headings(w: Words, *parts: Any) -> Any:
    """Ask for the sections of a text by their headings, in the order in which they are listed."""
    names, noun = _names(parts[-1]), next(p for p in parts if isinstance(p, Noun))
    if not _headed(names, noun) or not _so_many(names, parts) or "must not" in parts:
        return None
    heads = [f"first line of section {n} equals {quoted(t)}" for n, t in enumerate(names.texts, 1)]
    text = " and ".join([f"sections = {len(heads)}", *heads])
    if isinstance(parts[0], Noun):
        return Clause(text, (), 2) if "must" in parts else None
    return Ask("test", text=text, strength=2)


def _names(said: Names | Noun) -> Names:
    """Return texts that are listed, in quotes or without."""
    return (
        said
        if isinstance(said, Names)
        else Names(said.members, "or" if said.name == "or" else "and")
    )


@rule("Ask -> Text IN_ORDER*? NAMED? Names / Text IN_ORDER*? NAMED? Cited / "
      "Text NAMED? Names|Cited COMMA? IN_ORDER*", example="the headings Summary and Costs",
      cost=-0.1)  # fmt: skip
def with_headings(w: Words, noun: Noun, *parts: Any) -> Ask | None:
    """Ask for sections among others, in an order if that is said."""
    said = next(p for p in parts if isinstance(p, Names | Noun))
    order = next((p for p in parts if p in _ORDERS), None)
    names = _names(said)
    if not _headed(names, noun):
        return None
    heads = [f"section named {quoted(text)}" for text in names.texts]
    told = [f"exists {head}" for head in heads]
    if order is not None:
        told += [f"{one} before {other}" for one, other in pairwise(heads)]
    return Ask("test", text=" and ".join(told), strength=2)


@rule("Clause -> GROUPED_INTO? Num GROUPS|Text COLON|COMMA? Names|Cited / GROUPED_INTO GROUPS|Text COLON|COMMA? Names|Cited",
      example="sort it into four groups: clothes, gear, snacks, papers",
      against="groups: small, quiet", cost=-0.2)  # fmt: skip
def in_groups(w: Words, *parts: Any) -> Clause | None:
    """Ask for what several groups are called, each with what belongs to it below."""
    names, noun = _names(parts[-1]), next((p for p in parts[:-1] if isinstance(p, Noun)), None)
    headed = noun is not None and noun.scope in ("heading", "section")
    if noun is not None and (not headed or names.written_large):
        return None  # what sections are called, in their order
    short = all(len(text.split()) <= MOST_WORDS for text in names.texts)
    if len(names.texts) < 2 or not short or names.link != "and" or not _so_many(names, parts):
        return None
    return Clause(" and ".join(f"exists section named {quoted(t)}" for t in names.texts), (), 2)


MOST_WORDS = 3
"""Of the name of a group."""


@rule("Clause -> Text Duty? APPEAR|COME IN_ORDER* COLON? Names|Cited / "
      "Text Copula HAVE IN_ORDER* COLON? Names|Cited / "
      "Text NAMED? Names|Cited Duty? APPEAR|COME|BE IN_ORDER* / "
      "Text NAMED? Names|Cited Copula HAVE|PRESENT IN_ORDER*? / "
      "BE Text NAMED? Names|Cited HAVE|PRESENT? IN_ORDER*",
      example="the sections must appear in the order Summary, Costs")  # fmt: skip
def headings_appear(w: Words, *parts: Any) -> Clause | None:
    ask = with_headings(w, *(p for p in parts if not isinstance(p, str) or p in _ORDERS))
    free = {"must not", "may", "may not"} & {p for p in parts if isinstance(p, str)}
    return Clause(ask.text, (), 2) if ask is not None and not free else None


_ORDERS = frozenset(form for phrase in data("words")["IN_ORDER"] for form in variants(phrase))


def _headed(names: Names, noun: Noun) -> bool:
    """Tell whether names are those of sections."""
    several = noun.plural or len(names.texts) == 1
    plain = noun.scope in ("heading", "section") and several and not noun.filters
    return plain and not noun.overs and names.written_large and names.link == "and"


# -- what is cited by what it is ----------------------------------------------------------------------
@rule("Literal -> Measure|Words|Rank|KEYWORD|GENERIC|DATE_* Bracketed", example="the amount (38 €)",
      against="the summary (at most 50 words)")  # fmt: skip
def bracketed(w: Words, *parts: Any) -> Noun | None:
    """Cite an amount or a name in brackets behind what it is."""
    text = parts[-1]
    if not isinstance(text, str):
        return None
    single = not any(isinstance(p, Noun) and (p.plural or p.article == "a") for p in parts)
    cited = _CITED.fullmatch(text) and single and w.prose and len(parts) > 1
    return literals.literal((text,)) if cited else None


_CITED = re.compile(
    r"[€$£]?\s?\d[\d.,/-]*(?:\s?[^\W\d_]{1,4}|\s?[€$£%])?|[A-Z][\w'&-]*(?:\s[A-Z][\w'&-]*)*"
)
"""An amount or a name, and nothing that may be a demand."""


@rule("Mark -> Calendar / DATE_ Calendar / DATE_ OPEN Calendar CLOSE",
      example="the date 4 November 2025")  # fmt: skip
def a_date(w: Words, said: tuple[int, int, int]) -> Noun:
    """Cite a day of the calendar however it is written."""
    year, month, day = said
    name = MONTHS[month - 1]
    long = f"{name[:3]}(?:{name[3:]})?[.]?" if len(name) > 3 else name
    day_, month_ = f"0?{day}", f"0?{month}"
    behind = f",? ?{year}" if year else ""
    rows = [
        f"{day_}(?:st|nd|rd|th|[.])?(?: of)? {long}{behind}",
        f"{long} {day_}(?:st|nd|rd|th)?{behind}",
    ]
    for mark, one, other in (("[.]", day_, month_), ("/", day_, month_), ("/", month_, day_)):
        if year or mark == "/":  # `4.11` is an amount
            rows.append(f"{one}{mark}{other}" + (f"{mark}{year}" if year else ""))
    rows.append(f"{year or '[12][0-9]{3}'}-{month:02}-{day:02}")
    pattern = quoted(f"(?i)\\b(?:{'|'.join(rows)})\\b")
    return Noun("", "mark", counts=f"occurrences of pattern {pattern}")


@rule("Bare -> MENTION Literal|Mark", example="mention 4 November", cost=-0.2)
def mention_cited(w: Words, noun: Noun) -> Asks:
    return Asks((Ask("there", noun=noun),))


# -- bold, italic ---------------------------------------------------------------------------------
@rule("Clause -> Literal Copula SET|WRITE|HAVE? IN? STYLED* Freq?", "Clause -> Literal IN? STYLED*", "Clause -> SET|WRITE|KEEP|HAVE Literal IN? STYLED*",
      "Clause -> BE Literal SET|WRITE|HAVE? IN? STYLED*", example='"38 €" must be in bold', against="be in bold")  # fmt: skip
def styled(w: Words, *parts: Any) -> Clause | None:
    """Ask that cited words stand in bold or in italics; negated, that they never do."""
    noun = next(p for p in parts if isinstance(p, Noun))
    freq = next((p for p in parts if isinstance(p, Bound)), None)
    said = next(p for p in reversed(parts) if isinstance(p, str))
    unit = "bold" if said.startswith("bold") else "italic"
    if freq is not None and held("", freq)[0].strip() != ">= 1":
        return None
    if "may" in parts or (len(noun.members) > 1 and noun.name == "or" and "must not" in parts):
        return None
    each = [noun.scope] if noun.name == "or" else [quoted(text) for text in noun.members]
    told = [f"exists {unit} where (contains {text}{noun.filters})" for text in each]
    if "must not" in parts:
        return Clause(" and ".join(f"not {text}" for text in told), (), 2 if len(told) > 1 else 3)
    return Clause(" and ".join(told), (), 2 if len(told) > 1 else 3)


@rule(
    "Clause -> Literal Copula IN? STYLED* AND Duty? APPEAR|COME Freq",
    example='"38 €" must be in bold and appear only once',
)
def styled_and(w: Words, noun: Noun, duty: str, style: str, more: str | None, bound: Bound) -> Any:
    """Ask for the style of cited words, and how often they stand there."""
    first = styled(w, noun, duty, style)
    found = counts.so_often(w, noun, bound) if duty == "must" and more in (None, "must") else None
    second = None if found is None else clause(w, Subject(None), Asks((found,)))
    if first is None or not isinstance(second, Clause):
        return None
    return Clause(f"{first.formula} and {second.formula}", (), 2)


@rule("Clause -> HAVE ONE_OF Names", example="answer with one of these: red, green")
def one_listed(w: Words, names: Names) -> Any:
    return clause(w, Subject(None), mentions.only_words(w, literals.literal(names.texts, "or")))


@rule("Keys -> KEY Names", example="the keys id, name and price")
def listed_keys(w: Words, names: Names) -> Noun | None:
    single = all(" " not in text for text in names.texts)
    return formats.keys(w, literals.literal(names.texts, names.link)) if single else None
