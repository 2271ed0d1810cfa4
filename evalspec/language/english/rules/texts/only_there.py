"""Words and pieces that stand in one place of a text, and in no other."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Bound, Noun, Over, Subject, changed, held
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.texts.literals import literal
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of


@rule("Bare -> SET Text Over", example="put the hashtags in the last line", cost=-0.3)
def put_there(w: Words, noun: Noun, over: Over) -> Asks | None:
    """Ask that there are some of a kind, and where all of them stand."""
    if not (noun.plural and noun.article == "the"):
        return None
    only = only_there(w, noun, "only", over)
    text = f"{count_of(w, noun)} >= 1 and {only.parts[0].text}" if only else ""
    return Asks((Ask("test", text=text, strength=2),)) if text else None


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


@rule("Bare -> HAVE|MENTION Literal|Mark Freq? Over COMMA? AND|BUT? NOWHERE_ELSE / "
      "HAVE|MENTION Literal|Mark Freq COMMA Over / HAVE|MENTION Literal|Mark|Name ONLY* Over / "
      "HAVE|MENTION Literal|Mark|Name Over ONLY* / HAVE|MENTION ONLY* Literal|Mark Over",
      example='use the word "deal" in the title and nowhere else')  # fmt: skip
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
    return clause(w, Subject(None), asks)


@rule("Clause -> ALL Literal|Mark|Text Over / ALL Literal|Mark|Text Copula Over",
      example="all hashtags in the last line")  # fmt: skip
def all_there(w: Words, noun: Noun, *rest: Any) -> Any:
    duty = rest[0] if len(rest) > 1 else "must"
    return is_only_there(w, noun, "only", rest[-1]) if duty == "must" else None


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
