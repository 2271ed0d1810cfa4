"""The wording and the form of a text: literal words, marks, edges, formats, languages, lengths."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.language.english.lexicon import SMALL, Words, data, quoted
from evalspec.language.english.meanings import (
    FLIPPED,
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
)
from evalspec.language.english.rule import SAID_SIZED, rule
from evalspec.language.english.rules import bounds, demands, nouns, sentences, verbs
from evalspec.language.english.rules.clauses import both_clauses
from evalspec.language.english.state import clause, count_of, exactly, literal_test, over_of
from evalspec.vocabulary.text_units import text_units


# -- literal words --------------------------------------------------------------------------------
def literal(texts: tuple[str, ...], link: str = "and", modes: str = "") -> Noun:
    """Return words that are cited; `link` says whether all or any are meant."""
    names = ", ".join(quoted(text) for text in texts)
    cited = quoted(texts[0]) if len(texts) == 1 else f"any of [{names}]"
    counts = f"occurrences of {cited}" if len(texts) == 1 or link == "or" else ""
    return Noun(cited, "literal", "", 60, link, modes, members=texts, counts=counts)


@rule("Clause -> SET|WRITE|HAVE|USE Theme? IN|WITH? CLOCK_24", "Clause -> Theme? Duty? BE? SET? IN|WITH? CLOCK_24",
      example="use the 24-hour format")  # fmt: skip
def clock_of_24(w: Words, *parts: Any) -> Clause:
    """Ask that no time is written with a half of the day."""
    return Clause(f"occurrences of pattern {quoted(_HALVES)} = 0")


_HALVES = r"(?i)\b[0-9]{1,2}(?:[:.][0-9]{2})? ?[ap]\.?m\b"


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


@rule(
    "Literal -> KEYWORD Cited",
    "Literal -> EXACT Cited",
    "Literal -> KEYWORD COLON Cited",
    example='the word "tofu"',
)
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


@rule("Literal -> KEYWORD* Raw", example="the word tofu", against="use words carefully")
def raw_keyword(w: Words, word: str, text: str) -> Noun | None:
    return worded(literal((text,))) if not word.endswith("s") and not bounded(w, text) else None


def bounded(w: Words, text: str) -> bool:
    """Tell whether a text begins like a bound: `no sentence over 25 words` quotes nothing."""
    first, *rest = text.lower().split()
    phrases = ((first,), (first, *rest[:1]))
    return any(word.type in _BOUNDS for phrase in phrases for word in w.phrases.get(phrase, ()))


_BOUNDS = {"GT", "LT", "GE", "LE", "BETWEEN", "MAXIMUM", "MINIMUM"}


@rule("Literal -> EXACT Raw", example="this exact phrase The end")
def raw_phrase(w: Words, text: str) -> Noun | None:
    if bounded(w, text):
        return None
    return literal((text.strip(),), modes=" inside words")


@rule(
    "Literal -> Literal OR* Literal",
    "Literal -> EITHER Literal OR* Literal",
    example="the word 'red' or the word 'blue'",
    cost=0.3,
)
def either_literal(w: Words, one: Noun, link: str, other: Noun) -> Noun | None:
    if link not in w.either or (
        "and" in (one.name, other.name) and len(one.members + other.members) > 2
    ):
        return None
    return literal((*one.members, *other.members), "or")


@rule("Noun -> Literal|Mark|Keys", example='the word "tofu"')
def cited_noun(w: Words, noun: Noun) -> Noun:
    return noun


@rule("Noun -> LETTER Quoted|Raw", example="the letter q")
def letter(w: Words, text: str) -> Noun | None:
    one = len(text) == 1 and text.isalnum()
    return Noun("", "mark", counts=f"letters({quoted(text.lower())})") if one else None


@rule("Name -> WEEKDAY*", example="Monday", cost=1.0)
def day_name(w: Words, number: int) -> Noun | None:
    return nouns.named(nouns._name(number).capitalize()) if w.textual else None


# -- mentions -------------------------------------------------------------------------------------
def mentioned(asks: Asks) -> Asks | None:
    """Take names for words that are to be found in the text."""
    parts = [_mentioned(ask) for ask in asks.parts]
    return changed(asks, parts=tuple(parts)) if all(parts) else None


def _mentioned(ask: Ask) -> Ask | None:
    if ask.kind in ("all", "any"):
        parts = [_mentioned(part) for part in ask.parts]
        return changed(ask, parts=tuple(parts)) if all(parts) else None
    noun = ask.noun
    if noun is None or ask.kind not in ("there", "count") or noun.kind not in ("name", "literal"):
        return None
    if noun.kind == "name" and (noun.filters or noun.overs or noun.front):
        return None
    return changed(ask, noun=literal((noun.name,)) if noun.kind == "name" else noun)


@rule("Bare -> MENTION Name Freq", example="mention Paris twice")
def mention_often(w: Words, noun: Noun, bound: Bound) -> Asks:
    return Asks((Ask("count", bound, noun=literal((noun.name,))),))


@rule("Bare -> MENTION Asks", "Bare -> HAVE REFERRED Asks", example="mention Paris at least twice")
def mention(w: Words, asks: Asks) -> Asks | None:
    return mentioned(asks)


@rule("Bare -> MENTION Raw", example="mention the price", cost=0.6)
def mention_word(w: Words, text: str) -> Asks | None:
    return Asks((Ask("there", noun=literal((text,))),)) if w.textual else None


@rule(
    "Asks -> Asks COMMA BUT? NOT BOTH",
    "Asks -> Asks BUT NOT BOTH",
    example='"sun" or "moon", but not both',
)
def not_both(w: Words, asks: Asks) -> Asks | None:
    if (
        asks.link != "or"
        or len(asks.parts) != 2
        or any(a.kind != "there" or a.absent for a in asks.parts)
    ):
        return None
    absent = tuple(changed(a, absent=True) for a in asks.parts)
    return Asks((Ask("any", parts=asks.parts), Ask("any", parts=absent)))


@rule("Bare -> AVOID MENTIONING Asks", example="avoid mentioning 'prices'")
def avoid_mentioning(w: Words, asks: Asks) -> Asks | None:
    found = mentioned(asks)
    return None if found is None else verbs.avoid(w, found)


@rule(
    "Ask -> NO|WITHOUT SAY Literal|Mark",
    "Ask -> NO|WITHOUT MENTIONING Name|Literal",
    example="no mention of honey",
)
def no_mention(w: Words, noun: Noun) -> Ask:
    return Ask("there", noun=literal((noun.name,)) if noun.kind == "name" else noun, absent=True)


@rule("Ask -> Literal Freq", example="the names 'Anna' and 'Ben' twice", cost=-0.1)
def each_so_often(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if noun.name == "or" or len(noun.members) < 2:
        return None
    return Ask(
        "all", parts=tuple(Ask("count", bound, noun=literal((text,))) for text in noun.members)
    )


@rule("Bare -> HAVE|MENTION Literal BEFORE|AFTER* Literal", "Bare -> MENTION Name BEFORE|AFTER* Name",
      example='contain "chop" before "cook"')  # fmt: skip
def ordered_words(w: Words, one: Noun, order: str, other: Noun) -> Asks | None:
    if "name" in (one.kind, other.kind):
        if not w.prose or any(n.filters or n.overs or n.front for n in (one, other)):
            return None
        one, other = literal((one.name,)), literal((other.name,))
    found = word_order(w, one, None, order, other)
    return None if found is None else Asks((Ask("test", text=found.formula),))


@rule(
    "Clause -> Literal Duty? APPEAR|COME BEFORE|AFTER* Literal",
    "Clause -> Literal Duty? BE HAVE|MENTION BEFORE|AFTER* Literal",
    example='"chop" must come before "cook"',
)
def word_order(w: Words, one: Noun, duty: str | None, order: str, other: Noun) -> Clause | None:
    if len(one.members + other.members) > 2 or duty not in (None, "must", "must not"):
        return None
    formula = f"{one.scope} {'before' if order in w.earlier else 'after'} {other.scope}"
    return Clause(f"not {formula}" if duty == "must not" else formula)


@rule("Clause -> Asks BE FORBIDDEN", "Clause -> Asks BE NOT PERMIT HAVE?", "Clause -> Asks PERMIT NOT",
      "Clause -> Asks MODAL|PERMIT NOT BE HAVE", "Clause -> NO* Noun BE? PERMIT HAVE?",
      example="commas are forbidden")  # fmt: skip
def forbidden(w: Words, *parts: Any) -> Clause | None:
    asks = Asks((Ask("there", noun=parts[-1]),)) if isinstance(parts[-1], Noun) else parts[-1]
    if any(
        a.kind != "there" or a.absent or a.noun is None or a.noun.kind == "plan" for a in asks.parts
    ):
        return None
    found = demands.dutiful(asks, "must not")
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Asks Copula? ALLOWED", example="only one exclamation mark allowed")
def allowed(w: Words, asks: Asks, duty: str | None = None) -> Any:
    """Hold to a number that may not be exceeded; what is allowed without one asks for nothing."""
    part = asks.parts[0]
    if duty == "must not" or len(asks.parts) > 1 or part.bound is None or part.kind != "count":
        return None
    limits = tuple(
        changed(x, comparator=_MOST.get(x.comparator, x.comparator)) for x in part.bound.limits
    )
    found = Asks((changed(part, bound=changed(part.bound, limits=limits)),), overs=asks.overs)
    return clause(w, Subject(None), found) if w.prose else None


_MOST = {"=": "<="}


@rule(
    "Clause -> HAVE ONE_OF OPEN? Quotes CLOSE?",
    "Clause -> HAVE ONE_OF Cited",
    example="answer with one of the options: ('yes', 'no')",
)
def one_option(w: Words, options: Any) -> Clause:
    texts = options.members if isinstance(options, Noun) else options
    return Clause(literal_test(literal(texts, "or", " inside words exactly as written"), False))


@rule("Ask -> Literal|Mark Over", example='"rain" in the first line', cost=0.3)
def cited_in(w: Words, noun: Noun, over: Over) -> Ask:
    return Ask("there", noun=noun, overs=(over,))


@rule("Clause -> Literal|Mark Duty? BE|COME Over", example='"rain" must be in the first line')
def is_in(w: Words, noun: Noun, duty: str | None, over: Over) -> Clause | None:
    found = demands.dutiful(Asks((Ask("there", noun=noun),), overs=(over,)), duty)
    return None if found is None else clause(w, Subject(None), found)


@rule("Asks -> Ask COMMA OR* Ask", example='not "milk", nor "cream"', cost=0.1)
def nor(w: Words, one: Ask, link: str, other: Ask) -> Asks | None:
    there = all(a.kind == "there" and not a.absent for a in (one, other))
    return Asks((one, other), "or") if link == "nor" and there else None


@rule(
    "Clause -> HAVE|MENTION? Cited Duty? APPEAR|BE? IN SAME Text",
    example='"garden" and "bench" in the same sentence',
)
def in_the_same(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask for several words in one piece of a text."""
    if noun.name == "or" or len(noun.members) < 2 or not {*rest[:-1]} <= {None, "must"}:
        return None
    return Clause(f"exists {rest[-1].scope} where ({literal_test(noun, False)})")


@rule("Bare -> START AND END WITH SAME Text", example="begin and end with the same word")
def same_ends(w: Words, noun: Noun) -> Asks | None:
    plain = not (noun.plural or noun.filters or noun.overs)
    text = f"text(first {noun.scope}) = text(last {noun.scope})"
    return Asks((Ask("test", text=text),)) if plain else None


@rule("Bare -> END|START* WITHOUT Edge|Edges|Literal", example="end without a full stop")
def without_edge(w: Words, verb: str, what: Any) -> Asks | None:
    if isinstance(what, Noun) and what.kind == "literal":
        what = changed(what, name="or", scope=literal(what.members, "or").scope)
    text = edge("starts" if verb in w.starting else "ends", what)
    return None if text is None else Asks((Ask("test", text=text, absent=True),))


@rule(
    "Clause -> NTH* AND NTH* Text Copula SAME",
    example="the first and the last line must be the same",
)
def same_text(w: Words, one: int, other: int, noun: Noun, duty: str) -> Clause | None:
    ends = [nouns.nth(w, n, changed(noun, plural=False)) for n in (one, other)]
    sign = {"must": "=", "must not": "!="}.get(duty)
    known = all(n is not None for n in ends) and sign is not None
    return Clause(f" {sign} ".join(f"text({n.text})" for n in ends if n)) if known else None


@rule("Clause -> Noun Duty? REPEAT Noun", example="the last line repeats the first line")
def repeats(w: Words, one: Noun, duty: str | None, other: Noun) -> Clause | None:
    placed = all(n.kind == "text" and n.placed and not n.plural for n in (one, other))
    return (
        Clause(f"text({one.text}) = text({other.text})")
        if placed and duty in (None, "must")
        else None
    )


@rule("Noun -> NTH* AND IN? NTH* Text", example="the first and the last sentence")
def two_places(w: Words, one: int, other: int, noun: Noun) -> Noun | None:
    if noun.plural or noun.filters:
        return None
    first, second = (f" {n}" if n > 0 else f" {-n} from end" for n in (one, other))
    return changed(noun, filters=first, also=(second,), placed=True, plural=True)


@rule(
    "Clause -> NO_TWO ADJACENT_ONES Text Duty? START WITH SAME Text",
    example="no two consecutive sentences may start with the same word",
)
def no_same_start(w: Words, noun: Noun, duty: str | None, part: Noun) -> Clause | None:
    plain = not (noun.filters or part.filters or part.plural)
    text = f"no next {noun.scope}: text(first {part.scope}) = text(first {part.scope} of previous)"
    return Clause(text) if plain and duty in (None, "must", "may") else None


@rule("Clause -> Text LIMITING COLON|OF|BE? Bound", example="word limit: 150")
def limit_of(w: Words, noun: Noun, bound: Bound) -> Any:
    fits = noun.counts and not noun.plural and bound.amount.bare and bound.plain
    ask = Ask("count", Bound((changed(bound.limits[0], comparator="<="),)), noun=noun)
    return clause(w, Subject(None), Asks((ask,))) if fits else None


@rule("Bare -> SET Text Over", example="put the hashtags in the last line", cost=-0.3)
def put_there(w: Words, noun: Noun, over: Over) -> Asks | None:
    """Ask that there are some of a kind, and where all of them stand."""
    if not (noun.plural and noun.article == "the"):
        return None
    only = only_there(w, noun, "only", over)
    text = f"{count_of(w, noun)} >= 1 and {only.parts[0].text}" if only else ""
    return Asks((Ask("test", text=text, strength=2),)) if text else None


@rule("Ask -> Text NAMED|COLON? Quoted", example='the title "My Summer"')
def titled(w: Words, noun: Noun, text: str) -> Ask | None:
    """Ask what a piece of which a text has but one is called."""
    single = only_one(noun) and noun.article != "a"
    return Ask("test", text=f"{noun.scope} equals {quoted(text)}") if single else None


rule("Freq -> Freq ONLY", example="once only")(bounds.only)
rule("Freq -> Freq Close", example="three times or more")(bounds.closed)
rule(
    "Freq -> Freq COMMA? AND|BUT Freq",
    "Freq -> Freq COMMA Freq",
    example="at least once but at most five times",
    cost=-0.3,
)(bounds.both)


# -- where ----------------------------------------------------------------------------------------
@rule("Noun -> OPENING Text", example="the opening paragraph")
def opening(w: Words, noun: Noun) -> Noun | None:
    return None if noun.plural else nouns.nth(w, 1, noun)


@rule("Noun -> CLOSING Text", example="the closing paragraph")
def closing(w: Words, noun: Noun) -> Noun | None:
    return None if noun.plural else nouns.nth(w, -1, noun)


@rule(
    "Over -> IN|ON|FOR|OF Noun",
    "Over -> IN|ON|FOR|OF EACH|ANY|ALL* Noun",
    example="in the first paragraph",
)
def in_text(w: Words, word: Any, noun: Noun | None = None) -> Over | None:
    noun, several = (word, False) if noun is None else (noun, True)
    if noun.kind != "text" or noun.overs or noun.article == "a":
        return None
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


@rule("Over -> UNDER_ EACH|ALL Text", example="at least two sentences under each heading")
def under_each(w: Words, noun: Noun) -> Over | None:
    """What stands under a heading is its section."""
    plain = noun.scope == "heading" and not (noun.filters or noun.overs or noun.placed)
    return Over("section", 100, "each", "section") if plain else None


@rule(
    "Clause -> SET|HAVE|WRITE Text OVER_ EACH|ALL Text",
    "Clause -> START EACH|ALL Text WITH Text",
    example="put a heading over each section",
)
def headed(w: Words, one: Noun, other: Noun) -> Any:
    """What stands over a section is its heading."""
    heading, section = (other, one) if other.scope == "heading" else (one, other)
    plain = (heading.scope, section.scope) == ("heading", "section") and not heading.plural
    if not plain or section.filters or section.overs or section.placed:
        return None
    return clause(w, Subject(section, "each"), Asks((Ask("there", noun=heading),)))


@rule(
    "Clause -> SPELL_OUT ALL|EACH? Mark",
    "Clause -> WRITE ALL|EACH? Mark AS_WORDS",
    "Clause -> ALL|EACH? Mark Copula? WRITE|BE? AS_WORDS",
    "Clause -> NO Mark AS_DIGITS",
    "Clause -> NO Mark AS_DIGITS COMMA SPELL_OUT",
    example="spell out all numbers",
)
def in_words(w: Words, *parts: Any) -> Clause | None:
    """Numbers that are written as words have no digits."""
    noun = next(p for p in parts if isinstance(p, Noun))
    duties = {p for p in parts if isinstance(p, str)} & {"must not", "may", "may not"}
    return Clause("digits = 0") if "[0-9]" in noun.counts and not duties else None


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


@rule("TheText -> ANYTHING*", example="everything")
def all_text(w: Words, word: str) -> Noun | None:
    return Noun("response", "plan", "plan", 0, "plan") if word == "everything" else None


@rule("TheText -> TOTAL? Plan", example="your entire response")
def the_text(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.article != "a" else None


@rule("Clause -> IN TheText COMMA Clause", example="in your response, use at least 3 bullet points")
def in_whole(w: Words, text: Noun, inner: Clause) -> Clause:
    return inner


@rule(
    "Clause -> Clause IN TheText", example='the word "tea" must appear in your response', cost=0.3
)
def whole_behind(w: Words, inner: Clause, text: Noun) -> Clause:
    return inner


@rule("Noun -> Text Many AND Num", "Noun -> Text Num AND Num", example="paragraphs 1 and 3")
def several_texts(w: Words, noun: Noun, row: Any, last: Amount) -> Any:
    return nouns.several(w, noun, row, last)


@rule(
    "Noun -> Noun OF|IN EACH|ALL Noun",
    "Noun -> Noun OF|IN Noun",
    example="the first word of each paragraph",
)
def of_text(w: Words, one: Noun, other: Noun) -> Noun | None:
    if (
        one.kind != "text"
        or other.kind != "text"
        or other.level >= one.level
        or other.article == "a"
    ):
        return None
    return changed(one, overs=(*one.overs, *other.overs, over_of(other)))


# -- beginnings and ends --------------------------------------------------------------------------
def edge(side: str, what: Noun | str) -> str | None:
    """Write what a text starts or ends with; None where a mark cannot stand there."""
    if isinstance(what, Noun) and what.kind == "text":
        unit = text_units().get(what.scope)
        if (
            unit is None
            or not unit.sign
            or what.article == "the"
            or what.plural
            or what.filters
            or what.overs
        ):
            return None
        pattern = f"\\A[^\\w#]*{unit.sign}" if side == "starts" else f"{unit.sign}[^\\w#]*\\z"
        return f"matches {quoted(pattern)}"
    if isinstance(what, Noun):
        single = len(what.members) == 1 or what.name == "or"
        if what.rank in ("word", "line"):
            place = "first" if side == "starts" else "last"
            return f"{place} {what.rank} equals {what.scope}{what.filters}"
        return f"{side} with {what.scope}{what.filters}" if single else None
    if what.startswith("is "):
        return f"{'first' if side == 'starts' else 'last'} sentence {what}"
    if what.startswith("^"):
        return f"matches {quoted(what)} exactly as written" if side == "starts" else None
    return f"{side} with {quoted(what)} inside words"


@rule("Ask -> Bound Text AT_EDGE*", "Ask -> Bound Text COMMA AND? ALL? AT_EDGE*", "Bare -> END|START* WITH Bound Text",
      example="5 hashtags at the end", cost=-0.1)  # fmt: skip
def row_at_edge(w: Words, *parts: Any) -> Ask | Asks | None:
    """Ask for so many signs, such as hashtags, in a row at the end of a text, and none elsewhere."""
    bound = next(p for p in parts if isinstance(p, Bound))
    noun = next(p for p in parts if isinstance(p, Noun))
    side = next(p for p in parts if isinstance(p, str))
    unit, number = text_units().get(noun.scope), bound.amount.low
    if noun.scope == "question" and bound.plain and number == 1 and not at_front(side):
        ask = Ask("test", text='questions = 1 and last sentence is "a-question"', strength=2)
        return ask if side not in data("verbs")["END"] else None
    one = bound.plain and bound.amount.exact and number == int(number) and 0 < number < 100
    if unit is None or not unit.sign or not one or noun.filters or noun.overs:
        return None
    row = f"(?:{unit.sign}[^\\w#]*){{{int(number)}}}"
    front = side in w.starting or at_front(side)
    pattern = f"\\A[^\\w#]*{row}" if front else f"{row}\\z"
    text = f"count({noun.scope}) = {int(number)} and matches {quoted(pattern)}"
    ask = Ask("test", text=text, strength=2)
    return Asks((ask,)) if side in w.starting or side in data("verbs")["END"] else ask


def at_front(place: str) -> bool:
    """Tell whether `at the top` and the like are of a beginning."""
    return place.endswith(("start", "beginning", "top", "front"))


@rule(
    "EdgePlace -> AT_EDGE*",
    "EdgePlace -> AT_EDGE* OF EACH|ALL|ANY? Noun|TheText",
    example="at the end of each line",
)
def side(w: Words, place: str, noun: Noun | None = None) -> tuple[str, tuple[Over, ...]] | None:
    """Return which end of a text or of each of its pieces is meant."""
    overs = (over_of(noun),) if noun is not None and noun.kind == "text" else ()
    fits = noun is None or noun.kind == "plan" or (noun.kind == "text" and noun.article != "a")
    return ("starts" if at_front(place) else "ends", overs) if fits else None


_ENDS = "Literal|Edge|Edges|Text EdgePlace"


@rule(
    f"Ask -> {_ENDS}",
    f"Ask -> NO*|WITHOUT* {_ENDS}",
    example="a full stop at the end of each line",
    cost=0.2,
)
def at_side(w: Words, *parts: Any) -> Ask | None:
    """Ask that a text begins or ends with something, or never does."""
    *denied, what, (place, overs) = parts
    if isinstance(what, Noun) and what.kind == "literal" and denied:
        what = changed(what, name="or", scope=literal(what.members, "or").scope)
    text = edge(place, what)
    return None if text is None else Ask("test", text=text, absent=bool(denied), overs=overs)


@rule("Clause -> Literal|Edge Copula EdgePlace", example='"The end" must be at the bottom')
def is_at_side(w: Words, what: Any, duty: str, place: Any) -> Any:
    ask = at_side(w, what, place)
    found = None if ask is None else demands.dutiful(Asks((ask,)), duty)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Edges -> Edge OR Edge", "Edges -> EITHER Edge OR Edge", example="a period or a question mark"
)
def either_edge(w: Words, one: str, other: str) -> Noun | None:
    marks = len(one) == len(other) == 1
    return literal((one, other), "or", " inside words") if marks else None


def _edged(side: str) -> Any:
    def made(w: Words, *parts: Any) -> Asks | None:
        text = edge(side, parts[-1])
        holder = parts[0] if len(parts) > 1 else None
        if text is None or (holder is not None and holder.kind not in ("text", "plan")):
            return None
        overs = (over_of(holder),) if holder is not None and holder.kind == "text" else ()
        return Asks((Ask("test", text=text, overs=overs),))

    return made


_EDGES = "WITH|IN|ON Edge|Edges|Literal|Text"
for _verb, _side in {"START": "starts", "END": "ends"}.items():
    _whose = ("", " Noun|TheText", " EACH|ANY Noun")
    rule(
        *(f"Bare -> {_verb}{whose} {_EDGES}" for whose in _whose),
        example=f'{_verb.lower()} with "Dear"',
    )(_edged(_side))


@rule("Clause -> Noun COLON Literal", example='first word: "Once"')
def placed_literal(w: Words, noun: Noun, cited_: Noun) -> Any:
    asks = equal(w, cited_) if noun.kind == "text" and noun.placed else None
    return None if asks is None else clause(w, Subject(noun), asks)


@rule("Bare -> BE EQ Literal", example='the first line must be exactly "Hello"')
def equal_exactly(w: Words, noun: Noun) -> Asks | None:
    return equal(w, changed(noun, filters=" exactly as written"))


@rule("Bare -> BE Literal", example='the first line must be "Hello"')
def equal(w: Words, noun: Noun) -> Asks | None:
    return (
        Asks((Ask("test", text=f"equals {noun.scope}{noun.filters}"),))
        if len(noun.members) == 1 or noun.name == "or"
        else None
    )


# -- forms and languages --------------------------------------------------------------------------
@rule("Formed -> Form", "Formed -> ONLY|EQ Formed", "Formed -> Formed ONLY", example="JSON")
def form(w: Words, text: str) -> str:
    return text if " " in text else f"is {quoted(text)}"


@rule("Formed -> Language LANGUAGE?", example="French")
def language(w: Words, name: str) -> str:
    return f"written in {quoted(name)}"


@rule("Formed -> Formed COMMA? AND IN? Formed", example="in English and in all capital letters")
def both_forms(w: Words, one: str, other: str) -> str | None:
    if one.startswith("written in") and other.startswith("written in"):
        return None  # no text is in two languages all through
    return f"({one} and {other})"


@rule("Formed -> Formed COMMA? NOT IN? Formed", example="YAML, not JSON")
def form_not(w: Words, one: str, other: str) -> str:
    return f"({one} and not {other})"


@rule("Formed -> EITHER? Formed OR IN? Formed", example="in English or French")
def either_form(w: Words, one: str, other: str) -> str:
    return f"({one} or {other})"


@rule(
    "Style -> IN|AS|FOR? Formed",
    "Style -> SET|WRITE IN|AS|FOR|WITH Formed",
    "Style -> SET|WRITE? ONLY IN Formed",
    example="in JSON format",
)
def style(w: Words, text: str) -> Asks:
    return Asks((Ask("test", text=text),))


@rule(
    "Clause -> Subject COLON|COMMA? Style",
    "Clause -> SET|WRITE|HAVE|KEEP Subject Style",
    example="headings in title case",
    cost=0.3,
)
def styled(w: Words, subject: Subject, asks: Asks) -> Any:
    """Ask for the form of pieces, without a verb."""
    pieces = subject.noun is not None and subject.noun.kind == "text"
    pieces = pieces and subject.quantifier in ("", "each", "all")  # `four hashtags, all lowercase`
    return clause(w, subject, asks) if pieces and not subject.count else None


@rule("Clause -> Formed FOR|IN Subject", example="title case for the headings", cost=0.3)
def form_of(w: Words, text: str, subject: Subject) -> Any:
    return styled(w, subject, style(w, text))


@rule("Clause -> Clause COMMA? EVERY_ONE", example="headings as questions, every one", idle=(2,))
def every_one(w: Words, made: Clause) -> Clause | None:
    return made if any(o.quantifier == "each" for o in made.overs) else None


@rule(
    "Style -> IN|AS|FOR? Form WITH ONLY*|EQ*? Keys",
    example="as a JSON object with the keys 'a' and 'b'",
)
def form_with_keys(w: Words, text: str, only: str | None, noun: Noun) -> Asks | None:
    held = noun if only is None else changed(noun, name="only")
    return (
        Asks((Ask("there", noun=held),))
        if text == "json" and (only is None or noun.name == "and")
        else None
    )


@rule(
    "Bare -> HAVE ONLY Formed",
    example="contain only ASCII characters",
    against="contain only questions",
)
def only_of(w: Words, text: str) -> Asks | None:
    return style(w, text) if text != 'is "a-question"' else None


@rule(
    "Style -> Asks LONG",
    "Style -> SET|HAVE? IN|FOR|AT Asks",
    "Style -> HAVE Asks",
    example="at least 30 words long",
)
def sized(w: Words, asks: Asks) -> Asks | None:
    return asks if all(map(_counted, asks.parts)) else None


def _counted(ask: Ask) -> bool:
    """Tell whether pieces of a text are counted, and what is said of each."""
    if ask.kind == "all":
        return _counted(ask.parts[0]) and all(a.kind in ("count", "test") for a in ask.parts)
    return ask.kind == "count" and ask.noun is not None and bool(ask.noun.counts)


@rule(
    "Bare -> BE Style",
    "Bare -> WRITE Style",
    example="be in JSON format",
    against="contain a question",
    cost=-0.2,
)
def be_styled(w: Words, asks: Asks) -> Asks:
    return asks


@rule(
    "Bare -> SET|WRITE TheText|IT IN|AS|WITH|FOR Formed",
    example="wrap your response in double quotes",
)
def set_text(w: Words, *parts: Any) -> Any:
    return style(w, parts[-1])


@rule(
    "Clause -> BE Subject Style|Asks",
    "Clause -> KEEP Subject Style|Asks",
    "Clause -> DO Subject Bare",
    example="is the response 3 paragraphs long",
)
def question(w: Words, subject: Subject, asks: Asks) -> Any:
    there = any(a.kind == "there" and not a.absent for a in asks.parts)
    nobody = subject.noun is None and not subject.quantifier  # `keep to one paragraph`
    if there and (asks.permit or nobody or not (w.textual or subject.quantifier)):
        return None  # `are rest days` asks nothing
    return clause(w, subject, asks)


def capped(w: Words, asks: Asks) -> Asks | None:
    """Return what may not be exceeded; `exactly` stays exact."""
    firm = all(a.bound is not None and a.bound.limits[0].firm for a in asks.parts)
    return asks if firm else verbs.beyond("<=")(w, asks)


@rule("Clause -> LIMIT TheText|WHO TO Asks", example="limit the summary to 100 words", cost=-0.2)
def limit_text(w: Words, *parts: Any) -> Any:
    return limited(w, Subject(None), parts[-1])


@rule(
    "Clause -> BE Subject LIMIT|KEEP TO Asks",
    "Clause -> KEEP Subject TO Asks",
    example="is the response limited to 150 words",
)
def limited(w: Words, subject: Subject, asks: Asks) -> Any:
    found = capped(w, asks)
    return None if found is None else clause(w, subject, found)


@rule(
    "Bare -> BE LIMIT|KEEP TO Asks",
    "Bare -> LIMIT|KEEP IT|TheText|WHO TO Asks",
    example="be limited to exactly 150 words",
)
def kept(w: Words, *parts: Any) -> Asks | None:
    return capped(w, parts[-1])


@rule("Bare -> HAVE IT Asks", example="give it a title", cost=0.2)
def give_it(w: Words, asks: Asks) -> Asks | None:
    written = all(a.noun is not None and a.noun.kind in ("text", "mark") for a in asks.parts)
    return asks if w.prose and written else None


@rule("Asks -> Ask COMMA Over", example="exactly one link, in the last line", cost=-0.3)
def all_in(w: Words, ask: Ask, over: Over) -> Asks | None:
    """Ask for so many of something, all of them in one place."""
    noun, bound = ask.noun, ask.bound
    if ask.kind != "count" or bound is None or not (bound.plain and bound.amount.exact):
        return None
    if noun is None or noun.kind not in ("text", "mark", "literal"):
        return None
    if over.quantifier != "each" or over.also or not over.scope.startswith(("first ", "last ")):
        return None
    counts = count_of(w, noun)
    text = f"{counts} = {bound.amount.low} and {counts} of {over.scope} = {counts}"
    return Asks((Ask("test", text=text, strength=2),))


@rule("Bare -> HAVE|WRITE|SET IT|TheText IN Asks", example="put it in three paragraphs")
def put_so(w: Words, *parts: Any) -> Asks | None:
    return sized(w, parts[-1])


@rule("Bare -> KEEP IT|TheText Style|Asks", example="keep it under 200 words")
def kept_so(w: Words, *parts: Any) -> Asks | None:
    return sized(w, parts[-1])


@rule(
    "Ask -> Ask BUT|AND|COMMA Bound",
    "Ask -> Ask COMMA BUT|AND Bound",
    example="at least 3 paragraphs but no more than 5",
    cost=0.2,
)
def narrowed(w: Words, ask: Ask, bound: Bound) -> Ask | None:
    both = (
        bounds.both(w, ask.bound, bound)
        if ask.kind == "count" and ask.bound and bound.amount.bare
        else None
    )
    return None if both is None else changed(ask, bound=both)


for _class, _sign in {"GT": ">", "LT": "<", "GE": ">=", "LE": "<="}.items():

    @rule(
        f"Clause -> Noun Copula? {_class}* Noun",
        f"Clause -> Noun Copula? {_class}* NTH* ONE?",
        example=f"paragraph 1 must be {SAID_SIZED[_class]} paragraph 2",
    )
    def longer_text(
        w: Words, one: Noun, duty: str | None, about: str, other: Any, sign: str = _sign
    ) -> list[Clause] | None:
        if isinstance(other, int):
            plain = changed(one, front="", filters="", placed=False)
            other = nouns.nth(w, other, plain)
        if duty in ("must not", "may not"):
            sign = FLIPPED[sign]
        elif duty not in (None, "must"):
            return None
        if (
            one.kind != "text"
            or other.kind != "text"
            or not (one.placed and other.placed)
            or about != "duration"
        ):
            return None
        if one.plural or other.plural:
            return None
        measures = ("characters",) if one.scope == "word" else ("words", "characters")
        return [Clause(f"{m} of {one.text} {sign} {m} of {other.text}") for m in measures]


# -- where else not --------------------------------------------------------------------------------
@rule(
    "Bare -> HAVE|MENTION Literal|Mark Freq? Over COMMA? AND|BUT? NOWHERE_ELSE",
    "Bare -> HAVE|MENTION Literal|Mark Freq COMMA Over",
    "Bare -> HAVE|MENTION Literal|Mark|Name ONLY* Over",
    "Bare -> HAVE|MENTION Literal|Mark|Name Over ONLY*",
    "Bare -> HAVE|MENTION ONLY* Literal|Mark Over",
    example='use the word "deal" in the title and nowhere else',
)
def only_there(w: Words, *parts: Any) -> Asks | None:
    """Ask for words or pieces in one place of a text: all of them stand there."""
    noun = next(p for p in parts if isinstance(p, Noun))
    over = next(p for p in parts if isinstance(p, Over))
    if noun.kind == "name" and w.prose and not (noun.filters or noun.overs):
        noun = literal((noun.name,))
    number = next((p for p in parts if isinstance(p, Bound)), None)
    counts = count_of(w, noun) if noun.kind in ("literal", "mark", "text") else ""
    whole = not counts or noun.overs or noun.placed
    whole = whole or (noun.kind == "text" and noun.level <= over.level)
    if whole or over.quantifier != "each" or over.also:
        return None
    only = any(isinstance(p, str) for p in parts)
    once = "" if only else f"{held(counts, number)[0] if number else f'{counts} >= 1'} and "
    if number is not None and len(number.limits) > 1:
        return None
    text = f"{once}{counts} of {over.scope} = {counts}"
    return Asks((Ask("test", text=text, strength=2 if once else 3),))


@rule("Clause -> Literal|Mark|Text ONLY* Over", "Clause -> Literal|Mark|Text Duty? BE? APPEAR|COME? ONLY* Over",
      example="emojis only in the last line")  # fmt: skip
def is_only_there(w: Words, noun: Noun, *rest: Any) -> Any:
    duty = rest[0] if len(rest) > 2 else None
    asks = only_there(w, noun, *rest[-2:]) if duty in (None, "must", "may") else None
    return None if asks is None else clause(w, Subject(None), asks)


@rule(
    "Clause -> ALL Literal|Mark|Text Over",
    "Clause -> ALL Literal|Mark|Text Copula Over",
    example="all hashtags in the last line",
)
def all_there(w: Words, noun: Noun, *rest: Any) -> Any:
    duty = rest[0] if len(rest) > 1 else "must"
    return is_only_there(w, noun, "only", rest[-1]) if duty == "must" else None


@rule("Clause -> Noun WITHOUT Asks", example="bullets without full stops", cost=0.2)
def pieces_without(w: Words, noun: Noun, asks: Asks) -> Any:
    """Deny something of each piece of a kind."""
    several = (
        noun.kind == "text" and noun.plural and not (noun.placed or noun.overs or noun.filters)
    )
    found = demands.dutiful(asks, "must not") if several and _written(asks) else None
    return None if found is None else clause(w, Subject(noun, "each"), found)


@rule(
    "Clause -> Clause COMMA? WITHOUT Asks", example="one paragraph, without line breaks", cost=0.2
)
def without_behind(w: Words, made: Clause, asks: Asks) -> Any:
    """Deny signs and pieces of the whole text behind what is asked of it."""
    plain = not (made.overs or made.test or made.asks is not None) and w.prose
    found = demands.dutiful(asks, "must not") if plain and _written(asks) else None
    other = None if found is None else clause(w, Subject(None), found)
    return both_clauses(w, made, other) if isinstance(other, Clause) else None


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


@rule(
    "Bare -> Bare COMMA? BUT|AND NOT Over",
    example='use the word "deal", but not in the title',
    cost=-0.1,
)
def not_there(w: Words, asks: Asks, over: Over) -> Asks | None:
    """Leave a place out, of which the words that are asked for stay away."""
    first, noun = asks.parts[0], asks.parts[0].noun
    if len(asks.parts) > 1 or noun is None or noun.kind not in ("literal", "mark") or first.absent:
        return None
    return changed(asks, parts=(first, Ask("there", noun=noun, absent=True, overs=(over,))))


# -- how many -------------------------------------------------------------------------------------
@rule("Ask -> SINGLE Noun", example="a single paragraph", cost=-0.1)
def single(w: Words, noun: Noun) -> Ask | None:
    if noun.plural or noun.placed or noun.kind in ("plan", "literal", "keys"):
        return None
    return Ask("count", exactly(1), noun=noun, text="single")


_PARITY = {"EVEN": 0, "ODD": 1}
for _class, _rest in _PARITY.items():

    @rule(f"Ask -> {_class} NUMBER_OF Noun", example=f"an {_class.lower()} number of words")
    def parity(w: Words, noun: Noun, rest: int = _rest) -> Ask | None:
        return (
            None if noun.kind == "plan" else Ask("test", text=f"{count_of(w, noun)} mod 2 = {rest}")
        )

    @rule(
        f"Clause -> Theme Duty? BE {_class}",
        example=f"the number of words must be {_class.lower()}",
    )
    def theme_parity(w: Words, theme: Theme, duty: str | None, rest: int = _rest) -> Clause | None:
        if theme.kind != "whole" or duty not in (None, "must", "must not") or theme.of is not None:
            return None
        formula = f"{theme.measure} mod 2 = {1 - rest if duty == 'must not' else rest}"
        return Clause(formula, theme.overs)


@rule(
    "Clause -> Theme Duty? BE MULTIPLE_OF Num",
    example="the number of words must be a multiple of 5",
)
def multiple(w: Words, theme: Theme, duty: str | None, number: Amount) -> Clause | None:
    if (
        theme.kind != "whole"
        or duty not in (None, "must")
        or not number.exact
        or theme.of is not None
    ):
        return None
    return Clause(f"{theme.measure} mod {number.low} = 0", theme.overs)


@rule("Ask -> Bound Text Plan", example="a 200-word essay", against="a 5-sentence introduction")
def sized_text(w: Words, bound: Bound, noun: Noun, text: Noun) -> Ask | None:
    fits = bound.amount.bare and not noun.plural and not text.plural and noun.counts
    return Ask("count", bound, noun=noun) if fits else None


@rule("Bare -> WRITE Plan OF|WITH|IN Asks", example="write a poem of exactly 14 lines")
def write_of(w: Words, text: Noun, asks: Asks) -> Asks | None:
    return sized(w, asks) if not text.plural else None


@rule("Ask -> SINGLE Noun OF Asks", example="a single paragraph of at most 80 words")
def single_of(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    return pieces_of(w, exactly(1), noun, asks) if single(w, noun) else None


@rule(
    "Clause -> STYLED* Subject",
    "Clause -> Subject COLON? IN? STYLED*",
    "Clause -> Subject Copula IN? STYLED*",
    "Clause -> SET|WRITE|HAVE|KEEP Subject IN? STYLED*",
    example="headings in bold",
)
def in_bold(w: Words, *rest: Any) -> Any:
    """Ask that all words of a piece stand in bold, or in italics."""
    subject = next(p for p in rest if isinstance(p, Subject))
    rest = tuple(p for p in rest if p is not subject)
    scope, duty = style_noun(w, rest[-1]).scope, rest[0] if len(rest) > 1 else None
    asks = Asks((Ask("test", text=f"sum(words per {scope}) = words"),))
    return styled(w, subject, asks) if duty in (None, "must") else None


@rule("Noun -> STYLED*", example="no bold", cost=0.4)
def style_noun(w: Words, word: str) -> Noun:
    scope = "bold" if word.startswith("bold") else "italic"
    return Noun(scope, "text", "", SMALL, scope)


@rule("Ask -> Bound PASSAGES|KEYWORD IN STYLED*", example="at least three terms in bold")
def styled_passages(w: Words, bound: Bound, style_: str) -> Ask | None:
    return demands.count(w, bound, style_noun(w, style_))


@rule("Ask -> Text OF|WITH Asks", example="a subject line of at most 50 characters", cost=0.3)
def one_of_size(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    """Ask for a piece of which a text has but one, and how long it is."""
    each_one = demands.each_of(w, noun, asks) if only_one(noun) and sized(w, asks) else None
    there = Ask("there", noun=changed(noun, article="a"))
    return None if each_one is None or noun.article != "a" else Ask("all", parts=(there, each_one))


@rule("Ask -> Bound Text OF Asks EACH|EACH_ONE?", example="3 paragraphs of at least 50 words each")
def pieces_of(w: Words, bound: Bound, noun: Noun, asks: Asks) -> Ask | None:
    whole = demands.count(w, bound, noun)
    each_one = demands.each_of(w, noun, asks) if sized(w, asks) else None
    return None if whole is None or each_one is None else Ask("all", parts=(whole, each_one))


@rule("Noun -> Listed", "Noun -> Listed OF|WITH ITEMS", example="a numbered list")
def listed(w: Words, scope: str) -> Noun:
    return Noun(
        scope,
        "text",
        "",
        103,
        scope,
        counts=f"{scope}s" if scope == "bullet" else scope,
        article="a",
    )


@rule("Ask -> Listed OF|WITH Bound ITEMS", example="a numbered list of 5 items")
def listed_items(w: Words, scope: str, bound: Bound) -> Ask | None:
    return Ask("count", bound, noun=listed(w, scope)) if bound.amount.bare else None


@rule("Bare -> REPEAT Literal Freq", example='repeat "never again" three times')
def repeat_literal(w: Words, noun: Noun, bound: Bound) -> Asks | None:
    return Asks((Ask("count", bound, noun=noun),)) if noun.counts else None


@rule("Bare -> REPEAT Literal", example='repeat "never again"')
def said_again(w: Words, noun: Noun) -> Asks | None:
    twice = Bound((Limit(">=", Amount(Decimal(2), Decimal(2))),))
    return repeat_literal(w, noun, twice)


@rule("Bare -> REPEAT ANY Text Freq", example="repeat any word more than twice")
def repeat_words(w: Words, noun: Noun, bound: Bound) -> Asks | None:
    return (
        Asks((Ask("count", bound, noun=Noun("", "mark", counts="repetitions")),))
        if noun.scope == "word"
        else None
    )


@rule("Theme -> Text COUNTED", example="word count")
def counted(w: Words, noun: Noun) -> Theme | None:
    return Theme(noun.counts, "whole", "one") if noun.counts and not noun.plural else None


@rule(
    "Bare -> HIGHLIGHT Bound PASSAGES MARKDOWN?",
    "Bare -> HIGHLIGHT Bound PASSAGES IN TheText MARKDOWN?",
    example="highlight 3 sections with markdown",
)
def highlight(w: Words, bound: Bound, text: Noun | None = None) -> Asks:
    return Asks((Ask("count", bound, noun=Noun("", "mark", counts="highlights")),))


# -- keys of JSON ---------------------------------------------------------------------------------
@rule("Keys -> KEY Cited", example='the keys "a" and "b"')
@rule(
    "Keys -> Keys OR Keys",
    "Keys -> EITHER Keys OR Keys",
    example='either the key "a" or the key "b"',
    cost=-0.2,
)
def keys(w: Words, one: Noun, other: Noun | None = None) -> Noun:
    names = (*one.members, *(other.members if other else ()))
    return Noun("", "keys", name=one.name if other is None else "or", members=names)


@rule("Ask -> ONLY|EQ Keys", example='only the keys "a" and "b"')
def only_keys(w: Words, noun: Noun) -> Ask | None:
    return Ask("there", noun=changed(noun, name="only")) if noun.name == "and" else None


@rule("Ask -> Keys COMMA? BUT NOT Cited", example='the key "a" but not "b"')
def keys_but(w: Words, one: Noun, other: Noun) -> Ask:
    return Ask(
        "all", parts=(Ask("there", noun=one), Ask("there", noun=keys(w, other), absent=True))
    )


@rule("Subject -> Form", example="the JSON object")
def json_subject(w: Words, text: str) -> Subject | None:
    return Subject(None) if text == "json" else None


# -- several sentences ----------------------------------------------------------------------------
@rule(
    "Clause -> Clause Example",
    "Clause -> Clause COMMA Example",
    "Clause -> Clause OPEN Example CLOSE",
    example="each day must include a snack, such as an apple",
    cost=0.1,
)
def illustrated(w: Words, made: Clause, text: str) -> Clause | None:
    return None if _TOLD_AGAIN.match(text) else made


_TOLD_AGAIN = re.compile(r"i\.?\s?e\b.*\d", re.IGNORECASE)
"""An amount that tells another one is no illustration."""


@rule(
    "Clause -> Clause STOP|COMMA|SEMICOLON? Restatement",
    example="your response must be in French, no other language is allowed",
)
def restated(w: Words, made: Clause, text: str) -> Clause | None:
    return made if text in made.formula.replace('"', "") else None


@rule("NoMore -> NO|WITHOUT ANY? COMMENTARY AROUND?", "NoMore -> NoMore AND|OR|COMMA NO? COMMENTARY AROUND?",
      "NoMore -> NOTHING AROUND", example="no explanation before or after")  # fmt: skip
def nothing_around(w: Words, *parts: Any) -> str:
    return "nothing"


@rule(
    "Clause -> Clause STOP|COMMA|SEMICOLON|AND? NoMore",
    example="valid JSON, no explanation",
    idle=(2,),
)
def data_alone(w: Words, made: Clause, text: str) -> Clause | None:
    """A format of data is one of the whole answer, so nothing can stand around it."""
    return made if made.formula in _DATA and not made.overs else None


@rule("Bare -> HAVE|WRITE WITH? Formed", example="respond with valid JSON")
def data_given(w: Words, text: str) -> Asks | None:
    return style(w, text) if text in _DATA else None


@rule(
    "Bare -> HAVE|WRITE WITH? ONLY WITH? Literal|Cited",
    "Bare -> ONLY HAVE|WRITE|MENTION WITH? Literal|Cited",
    example='answer only with "yes" or "no"',
    cost=-0.2,
)
def only_words(w: Words, noun: Noun) -> Asks | None:
    """Ask for one of some texts and nothing beside it."""
    if len(noun.members) > 1 and noun.name != "or":
        return None
    options = "|".join(re.escape(text.strip(" .!")) for text in noun.members)
    pattern = rf"(?i)\A\W*(?:{options})\W*\z"
    return Asks((Ask("test", text=f"matches {quoted(pattern)}"),))


@rule("Clause -> Formed WITH Asks", "Clause -> AS|IN Formed WITH Asks", "Clause -> HAVE|WRITE|SET AS|IN? Formed WITH Asks",
      example="CSV with 4 columns")  # fmt: skip
def form_with(w: Words, text: str, asks: Asks) -> Any:
    """Ask for a form that has rows and columns, and how many."""
    both = sized(w, asks) is not None or all(
        a.kind == "count" and a.noun and a.noun.scope == "column" for a in asks.parts
    )
    if text != 'is "csv"' or not both:
        return None
    return clause(w, Subject(None), changed(asks, parts=(Ask("test", text=text), *asks.parts)))


@rule("Clause -> Formed", example="valid JSON only", cost=0.5)
def form_only(w: Words, text: str) -> Clause | None:
    return None if text in ('is "a-question"', 'is "double-quoted"') else Clause(text)


_DATA = frozenset(f"is {quoted(name)}" for name in ("json", "json-array", "yaml", "csv", "xml"))


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


@rule("Bare -> HAVE POSTSCRIPT Raw|Quoted", example="add a postscript starting with P.S.")
def postscript(w: Words, text: str) -> Asks:
    return Asks((Ask("test", text=f"contains {quoted(text)} inside words"),))


@rule(
    "Clause -> AT_END TheText COMMA HAVE POSTSCRIPT Raw|Quoted",
    example="at the end of the letter, add a postscript starting with P.S.",
)
def postscript_at_end(w: Words, text: Noun, mark: str) -> Any:
    return clause(w, Subject(None), postscript(w, mark))


@rule("Clause -> NTH? REPEAT REQUESTED VERBATIM? COMMA? THEN_ANSWER",
      "Clause -> NTH? REPEAT REQUESTED VERBATIM? COMMA? THEN_ANSWER OPEN REPEATED_HOW CLOSE",
      example="first repeat the request word for word, then give your answer")  # fmt: skip
def repeated(w: Words) -> Clause:
    return Clause("is request-repeated")


@rule("Sentence -> Clause COMMA STOP?", example="use 3 bullet points,")
def courteous(w: Words, made: Clause) -> Any:
    return sentences.sentence(w, made)
