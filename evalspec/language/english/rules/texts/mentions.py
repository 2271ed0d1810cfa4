"""Words that must be in a text: whether, how often, in which order; and words that are forbidden or allowed."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import verbs
from evalspec.language.english.rules.demands import counts, duties
from evalspec.language.english.rules.texts.literals import literal
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import literal_test


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


@rule("Bare -> MENTION Asks / HAVE REFERRED Asks", example="mention Paris at least twice")
def mention(w: Words, asks: Asks) -> Asks | None:
    return mentioned(asks)


@rule("Bare -> Bare AND TO Ask", example='refer to "a" once and to "b" twice', cost=0.2)
def mention_too(w: Words, asks: Asks, more: Ask) -> Asks | None:
    cited = all(a.noun and a.noun.kind == "literal" for a in (*asks.parts, more))
    return changed(asks, parts=(*asks.parts, more)) if cited and asks.link == "and" else None


@rule("Bare -> MENTION Raw", example="mention the price", cost=0.6)
def mention_word(w: Words, text: str) -> Asks | None:
    first = text.split()[0].lower() if text.strip() else ""
    said = w.textual and any(sign.isalnum() for sign in text) and first not in data("often")
    return Asks((Ask("there", noun=literal((text,))),)) if said else None


@rule("Asks -> Asks COMMA BUT? NOT BOTH / Asks BUT NOT BOTH",
      example='"sun" or "moon", but not both')  # fmt: skip
def not_both(w: Words, asks: Asks) -> Asks | None:
    if (
        asks.link != "or"
        or len(asks.parts) != 2
        or any(a.kind != "there" or a.absent for a in asks.parts)
    ):
        return None
    absent = tuple(changed(a, absent=True) for a in asks.parts)
    return Asks((Ask("any", parts=asks.parts), Ask("any", parts=absent)))


@rule(
    "Bare -> WEAVE Literal|Mark INTO_IT",
    "Bare -> WEAVE Literal|Mark FOR|IN TheText",
    example='work "tea" into the story',
)
def woven(w: Words, noun: Noun, text: Noun | None = None) -> Asks:
    return Asks((Ask("there", noun=noun),))


@rule("Bare -> AVOID MENTIONING Asks", example="avoid mentioning 'prices'")
def avoid_mentioning(w: Words, asks: Asks) -> Asks | None:
    found = mentioned(asks)
    return None if found is None else verbs.avoid(w, found)


@rule("Ask -> NO|WITHOUT SAY Literal|Mark / NO|WITHOUT MENTIONING Name|Literal",
      example="no mention of honey")  # fmt: skip
def no_mention(w: Words, noun: Noun) -> Ask:
    return Ask("there", noun=literal((noun.name,)) if noun.kind == "name" else noun, absent=True)


@rule("Bare -> HAVE|MENTION Literal BEFORE|AFTER* Literal", "Bare -> MENTION Name BEFORE|AFTER* Name",
      "Bare -> HAVE|MENTION Literal BEFORE|AFTER* SAY|IT Literal", "Bare -> HAVE|MENTION Literal BEFORE|AFTER* IT HAVE|MENTION Literal",
      example='contain "chop" before "cook"')  # fmt: skip
def ordered_words(w: Words, one: Noun, order: str, other: Noun) -> Asks | None:
    if "name" in (one.kind, other.kind):
        if not w.prose or any(n.filters or n.overs or n.front for n in (one, other)):
            return None
        one, other = (literal((n.name,)) if n.kind == "name" else n for n in (one, other))
    found = word_order(w, one, None, order, other)
    return None if found is None else Asks((Ask("test", text=found.formula),))


@rule(
    "Clause -> Name|Literal Duty? BE? MENTIONED BEFORE|AFTER* Name|Literal",
    example="Rome comes up before Paris",
)
def mentioned_before(w: Words, one: Noun, duty: str | None, order: str, other: Noun) -> Any:
    asks = ordered_words(w, one, order, other)
    return clause(w, Subject(None), duties.dutiful(asks, duty)) if asks else None


@rule("Clause -> Literal|Cited MUST? APPEAR|COME COMMA? IN_ORDER", "Clause -> Literal|Cited IS HAVE|MENTION COMMA? IN_ORDER",
      example="the words 'red', 'blue' and 'green' must appear in that order")  # fmt: skip
@rule("Clause -> HAVE|MENTION Literal|Cited COMMA? IN_ORDER", "Clause -> TheText MUST HAVE|MENTION Literal|Cited COMMA? IN_ORDER", "Clause -> DO TheText HAVE|MENTION Literal|Cited COMMA? IN_ORDER",
      example="mention 'red', 'blue' and 'green' in that order")  # fmt: skip
def in_order(w: Words, *parts: Any) -> Clause | None:
    """Ask for words, each of which stands first before the next one does."""
    noun = next(p for p in parts if isinstance(p, Noun) and p.kind == "literal")
    told = " and ".join(f"{a} before {b}" for a, b in pairwise(map(quoted, noun.members)))
    return Clause(told, (), 2) if told and noun.name != "or" else None


def word_order(w: Words, one: Noun, duty: str | None, order: str, other: Noun) -> Clause | None:
    if len(one.members + other.members) > 2 or duty not in (None, "must", "must not"):
        return None
    formula = f"{one.scope} {'before' if order in w.earlier else 'after'} {other.scope}"
    return Clause(f"not {formula}" if duty == "must not" else formula)


@rule("Clause -> Asks MODAL? BE FORBIDDEN / Asks MODAL? BE FORBIDDEN FROM TheText / Asks BE NOT PERMIT HAVE? / Asks PERMIT NOT / "
      "Asks MODAL|PERMIT NOT BE HAVE / NO* Noun BE? PERMIT|ALLOWED HAVE?", example="commas are forbidden")  # fmt: skip
def forbidden(w: Words, *parts: Any) -> Any:
    said = parts[1] if isinstance(parts[0], str) else parts[0]
    asks = Asks((Ask("there", noun=said),)) if isinstance(said, Noun) else said
    asks = changed(asks, both=False)  # `both are forbidden`: the one and the other
    if any(
        a.kind != "there" or a.absent or a.noun is None or a.noun.kind == "plan" for a in asks.parts
    ):
        return None
    return clause(w, Subject(None), duties.dutiful(asks, "must not"))


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


@rule("Bare -> HAVE|BE ONE_OF OPEN? Quotes CLOSE? / HAVE|BE ONE_OF Cited / "
      "HAVE|BE ONE_OF COMMA EXACTLY_SO COLON|COMMA? Quotes|Cited",
      example="answer with one of the options: ('yes', 'no')")  # fmt: skip
def one_option(w: Words, options: Any) -> Asks:
    texts = options.members if isinstance(options, Noun) else options
    test = literal_test(literal(texts, "or", " inside words exactly as written"), False)
    return Asks((Ask("test", text=test),))


@rule("Asks -> Ask COMMA OR* Ask", example='not "milk", nor "cream"', cost=0.1)
def nor(w: Words, one: Ask, link: str, other: Ask) -> Asks | None:
    there = all(a.kind == "there" and not a.absent for a in (one, other))
    return Asks((one, other), "or") if link == "nor" and there else None


@rule(
    "Ask -> Bound OCCURRENCE Literal|Mark|Text",
    example="at least 3 uses of the word 'red'",
    cost=-0.4,
)
def uses(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    return counts.so_often(w, noun, bound)


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


@rule("Bare -> HAVE|WRITE WITH? ONLY WITH? Literal|Cited / "
      "ONLY HAVE|WRITE|MENTION WITH? Literal|Cited", example='answer only with "yes" or "no"',
      cost=-0.2)  # fmt: skip
def only_words(w: Words, noun: Noun) -> Asks | None:
    """Ask for one of some texts and nothing beside it."""
    if len(noun.members) > 1 and noun.name != "or":
        return None
    options = "|".join(re.escape(text.strip(" .!")) for text in noun.members)
    pattern = rf"(?i)\A\W*(?:{options})\W*\z"
    return Asks((Ask("test", text=f"matches {quoted(pattern)}"),))


@rule("Ask -> POSTSCRIPT Raw|Quoted", example="a postscript starting with P.S.")
@rule(
    "Bare -> END TheText? WITH POSTSCRIPT Raw|Quoted",
    example="end with a postscript starting with P.S.",
)
def postscript(w: Words, *parts: Any) -> Any:
    ask = Ask("test", text=f"contains {quoted(parts[-1])} inside words")
    return ask if len(parts) == 1 else Asks((ask,))


@rule("Clause -> AT_END TheText COMMA Clause", "Clause -> Clause STOP? AT_END TheText", "Clause -> Clause STOP? AT_EDGE",
      example="at the end of the letter, add a postscript starting with P.S.")  # fmt: skip
def postscript_at_end(w: Words, *parts: Any) -> Clause | None:
    """Where a postscript stands says its name."""
    made = next(p for p in parts if isinstance(p, Clause))
    return made if re.fullmatch(r'contains "P[^"]*S[.]?" inside words', made.formula) else None


@rule("Bare -> START TheText? BY REPEAT REQUESTED VERBATIM", "Bare -> NTH? REPEAT REQUESTED VERBATIM COMMA? AND? THEN_ANSWER",
      example="start by repeating the request word for word")  # fmt: skip
def repeats(w: Words, *parts: Any) -> Asks:
    return Asks((Ask("test", text="is request-repeated"),))


@rule("Clause -> THEN_ANSWER COMMA? REPEAT REQUESTED? Quoted VERBATIM COMMA? AND? THEN_ANSWER?", "Clause -> NTH? REPEAT REQUESTED? Quoted VERBATIM COMMA? AND? THEN_ANSWER",
      "Clause -> START BY REPEAT REQUESTED? Quoted VERBATIM?", example="before answering, repeat the request 'Name a bird.' word for word")  # fmt: skip
def repeated_text(w: Words, text: str) -> Clause:
    return Clause(f"starts with {quoted(text)} inside words")


@rule("Clause -> THEN_ANSWER COMMA? REPEAT REQUESTED VERBATIM", "Clause -> REQUESTED Copula REPEAT VERBATIM THEN_ANSWER",
      "Clause -> THEN_ANSWER COMMA REQUESTED Copula REPEAT VERBATIM", example="before you answer, repeat the request word for word")  # fmt: skip
@rule("Clause -> NTH? REPEAT REQUESTED VERBATIM? COMMA? THEN_ANSWER",
      "Clause -> NTH? REPEAT REQUESTED VERBATIM? COMMA? THEN_ANSWER OPEN REPEATED_HOW CLOSE",
      example="first repeat the request word for word, then give your answer")  # fmt: skip
def repeated(w: Words, duty: str = "must") -> Clause | None:
    return Clause("is request-repeated") if duty == "must" else None
