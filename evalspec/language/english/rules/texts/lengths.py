"""How long a text or each of its pieces is, and how many pieces it has."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    Theme,
    changed,
    held,
)
from evalspec.language.english.rule import SAID_SIZED, rule
from evalspec.language.english.rules import bounds, nouns, verbs
from evalspec.language.english.rules.demands import counts, duties
from evalspec.language.english.rules.texts.places import only_one
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of, exactly


@rule("Clause -> Text LIMITING COLON|OF|BE? Bound", example="word limit: 150")
def limit_of(w: Words, noun: Noun, bound: Bound) -> Any:
    fits = noun.counts and not noun.plural and bound.amount.bare and bound.plain
    ask = Ask("count", Bound((changed(bound.limits[0], comparator="<="),)), noun=noun)
    return clause(w, Subject(None), Asks((ask,))) if fits else None


@rule("Style -> Asks LONG / SET|HAVE|WRITE? IN|FOR|AT Asks / SET|WRITE|HAVE WITH|USING Asks / HAVE Asks",
      example="at least 30 words long")  # fmt: skip
def sized(w: Words, asks: Asks) -> Asks | None:
    return asks if all(map(_counted, asks.parts)) else None


def _counted(ask: Ask) -> bool:
    """Tell whether pieces of a text are counted, and what is said of each, or sections are named."""
    if ask.kind == "test":
        return ask.text.startswith("exists section named ")
    if ask.kind == "all":
        return _counted(ask.parts[0]) and all(a.kind in ("count", "test") for a in ask.parts)
    return ask.kind == "count" and ask.noun is not None and ask.noun.kind in ("text", "mark")


@rule("Clause -> BE Subject WITHOUT Asks", example="is the response free of commas and colons")
def asked_without(w: Words, subject: Subject, asks: Asks) -> Any:
    return clause(w, subject, verbs.avoid(w, asks)) if w.prose else None


@rule("Clause -> BE Subject Style|Asks / KEEP Subject Style|Asks / DO|MAKE Subject Bare",
      example="is the response 3 paragraphs long")  # fmt: skip
def question(w: Words, subject: Subject, asks: Asks) -> Any:
    there = any(a.kind == "there" and not a.absent for a in asks.parts)
    nobody = subject.noun is None and not subject.quantifier  # `keep to one paragraph`
    if subject.noun is not None and subject.noun.cited and w.prose:
        return None  # `is "rain" used in the first section`: the word
    if there and (asks.permit or nobody or not (w.textual or subject.quantifier)):
        return None  # `are rest days` asks nothing
    return clause(w, subject, asks)


def capped(w: Words, asks: Asks) -> Asks | None:
    """Return what may not be exceeded; `exactly` stays exact."""
    limits = [a.bound.limits[0] if a.bound is not None else None for a in asks.parts]
    firm = all(
        one is not None and (one.firm or one.comparator in ("between", "<")) for one in limits
    )
    return asks if firm else verbs.beyond("<=")(w, asks)


@rule("Clause -> BE Subject LIMIT|KEEP TO Asks / KEEP Subject TO Asks / LIMIT Subject TO|AT Asks",
      example="is the response limited to 150 words", cost=-0.2)  # fmt: skip
def limited(w: Words, subject: Subject, asks: Asks) -> Any:
    return clause(w, subject, capped(w, asks))


@rule("Bare -> BE LIMIT|KEEP TO Asks / LIMIT|KEEP IT|TheText|WHO TO Asks",
      example="be limited to exactly 150 words")  # fmt: skip
def kept(w: Words, *parts: Any) -> Asks | None:
    return capped(w, parts[-1])


@rule(
    "Bare -> HAVE|WRITE|SET IT|TheText IN|FOR|WITH|USING Asks", example="put it in three paragraphs"
)
@rule("Bare -> KEEP IT|TheText Style|Asks / COME Style|Asks", example="keep it under 200 words")
def put_so(w: Words, *parts: Any) -> Asks | None:
    return sized(w, parts[-1])


@rule("Ask -> Ask BUT|AND|COMMA Bound / Ask COMMA BUT|AND Bound",
      example="at least 3 paragraphs but no more than 5", cost=0.2)  # fmt: skip
def narrowed(w: Words, ask: Ask, bound: Bound) -> Ask | None:
    both = (
        bounds.both(w, ask.bound, bound)
        if ask.kind == "count" and ask.bound and bound.amount.bare
        else None
    )
    return None if both is None else changed(ask, bound=both)


for _class, _than, _sign in (("GT", "MORE", ">"), ("LT", "LESS", "<")):

    @rule(
        f"Clause -> Literal Duty? APPEAR IN? TheText? {_class}* Literal",
        f"Clause -> Literal Copula HAVE|MENTION IN? TheText? {_class}* Literal",
        f"Clause -> Literal Duty? APPEAR {_than}* IN TheText THAN Literal",
        f"Clause -> Literal Copula HAVE {_than}* IN TheText THAN Literal",
        f"Clause -> HAVE|MENTION Literal {_class}* Literal",
        f"Clause -> DO TheText HAVE|MENTION Literal {_class}* Literal",
        f"Clause -> TheText Duty HAVE|MENTION Literal {_class}* Literal",
        example=f"'red' must appear {'more' if _sign == '>' else 'less'} often than 'blue'",
    )
    def more_often(w: Words, *rest: Any, sign: str = _sign) -> Clause | None:
        """Compare how often two words are used, or which of them comes first."""
        one, other = (p for p in rest if isinstance(p, Noun) and p.kind == "literal")
        said = {p for p in rest if isinstance(p, str)} - {"must"}
        if said == {"time"}:
            return Clause(f"{one.scope} {'before' if sign == '<' else 'after'} {other.scope}")
        fits = one.counts and other.counts and said == {"frequency"}
        return Clause(f"{one.counts} {sign} {other.counts}") if fits else None


for _class, _sign in {"GT": ">", "LT": "<", "GE": ">=", "LE": "<="}.items():

    @rule(
        f"Clause -> Noun Copula? {_class}* Noun",
        f"Clause -> Noun Copula? {_class}* NTH* ONE?",
        f"Clause -> Noun Copula? {_class}* OPENING*|CLOSING* ONE",
        example=f"paragraph 1 must be {SAID_SIZED[_class]} paragraph 2",
    )
    def longer_text(
        w: Words, one: Noun, duty: str | None, about: str, other: Any, sign: str = _sign
    ) -> list[Clause] | None:
        if isinstance(other, str):
            other = -1 if other in data("words")["CLOSING"] else 1
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
            or about not in ("duration", "words")
        ):
            return None
        if one.plural or other.plural:
            return None
        measures = ("characters",) if one.scope == "word" else ("words", "characters")
        measures = ("words",) if about == "words" else measures
        return [Clause(f"{m} of {one.text} {sign} {m} of {other.text}") for m in measures]


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


@rule("Ask -> Text OF|WITH Asks", example="a subject line of at most 50 characters", cost=0.3)
def one_of_size(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    """Ask for a piece of which a text has but one, and how long it is."""
    each_one = counts.each_of(w, noun, asks) if only_one(noun) and sized(w, asks) else None
    there = Ask("there", noun=changed(noun, article="a"))
    return None if each_one is None or noun.article != "a" else Ask("all", parts=(there, each_one))


@rule(
    "Ask -> Bound Text OF|WITH Asks EACH|EACH_ONE*?",
    example="3 paragraphs of at least 50 words each",
)
def pieces_of(w: Words, bound: Bound, noun: Noun, asks: Asks, each: str | None = "") -> Ask | None:
    """Ask for pieces that are all so long; of so many or more without `each`, for so many such ones."""
    whole = counts.count(w, bound, noun)
    inner = clause(w, Subject(None), asks) if sized(w, asks) else None
    if whole is None or not isinstance(inner, Clause) or inner.overs:
        return None
    if each is None and not (bound.plain and bound.amount.exact):
        filters = f"{noun.filters} where ({inner.formula})"
        return counts.count(w, bound, changed(noun, filters=filters))
    each_one = counts.each_of(w, noun, asks)
    return None if each_one is None else Ask("all", parts=(whole, each_one))


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


@rule("Clause -> DO? Listed Duty? HAVE Bound ITEMS", example="the numbered list must have 5 items")
def has_items(w: Words, scope: str, duty: str | None, bound: Bound) -> Any:
    ask = listed_items(w, scope, bound)
    return clause(w, Subject(None), duties.dutiful(Asks((ask,)), duty)) if ask else None


@rule("Ask -> Bound ITEMS IN|AS|FOR Listed", example="5 items in a numbered list")
@rule("Ask -> Listed OF|WITH Bound ITEMS", example="a numbered list of 5 items")
def listed_items(w: Words, *parts: Any) -> Ask | None:
    scope, bound = sorted(parts, key=lambda part: not isinstance(part, str))
    if not bound.amount.bare:
        return None
    noun = listed(w, scope)
    so_many = Ask("count", bound, noun=noun)
    if held("", bound)[0].strip()[:1] == "<":  # a list of at most six items is a list
        return Ask("all", parts=(Ask("there", noun=noun), so_many))
    return so_many


@rule("Ask -> Bound Listed", example="at least one numbered list")
def some_list(w: Words, bound: Bound, scope: str) -> Ask | None:
    one = held("", bound)[0].strip() == ">= 1"  # several lists are no several items
    return Ask("there", noun=listed(w, scope)) if one else None


@rule("Theme -> Text COUNTED", example="word count")
def counted(w: Words, noun: Noun) -> Theme | None:
    return Theme(noun.counts, "whole", "one") if noun.counts and not noun.plural else None
