"""How many of a thing are asked for, whether there is one, and how large each is."""

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
    Theme,
    changed,
    clause_of,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import folded
from evalspec.vocabulary.nouns import singular


@rule("Ask -> Bound Noun", example="at least 3 meals")
def count(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if noun.kind == "keys" or noun.counts == "weekend":
        return None  # `three at the weekend`
    if not bound.amount.bare or noun.kind in ("plan", "literal") or noun.article:
        return None
    if any(limit.slack for limit in bound.limits) or _of_a_unit(w, noun):
        return None
    first, of, _ = noun.name.lower().partition(" of ")
    if noun.kind == "name" and of and singular(first) in data("vessels"):
        return None  # `eight glasses of water` are an amount
    if bound.plain and bound.amount.exact and not bound.amount.low:
        return Ask("there", noun=noun, absent=True)  # `zero snacks` are no snacks
    return Ask("count", bound, noun=noun)


@rule("Ask -> Bound Noun ONLY", example="two snacks only", cost=-0.1)
def count_only(w: Words, bound: Bound, noun: Noun) -> list[Ask] | None:
    rows = bounds.only(w, bound) if bound.plain else None
    made = [count(w, one, noun) for one in rows or ()]
    return [one for one in made if one is not None]


def _of_a_unit(w: Words, noun: Noun) -> bool:
    """Tell whether a name ends in a unit or a measure, of which there is so much, not so many."""
    last = noun.name.rpartition(" ")[2].lower() if noun.kind == "name" else ""
    return last in w.lexicon.units or any(
        found.type == "Measure" and not found.value.dimension.startswith("count:")
        for found in w.phrases.get((last,))
    )


@rule("Ask -> Bound DISTINCT Noun", example="5 different dishes")
def distinct(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind == "plan":
        return None
    distinct_ones = Theme(f"distinct({noun.text})", "whole", "one", overs=noun.overs)
    return Ask("amount", bound, distinct_ones)


@rule("Ask -> Noun", example="a snack")
def there(w: Words, noun: Noun) -> Ask | None:
    if noun.scope in w.whole_too and not noun.plural:
        return None
    if noun.cited and w.textual:
        return None  # words of the text, which `Literal` stands for
    if noun.kind == "name" and noun.article == "a" and noun.plural:
        return None  # `a fresh herb garnishes every dinner`: the last word is a verb
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun)


@rule("Ask -> NO* Noun / WITHOUT* Noun / NO* ANY Noun", example="no snacks", against="not an essay")
def absent(w: Words, word: str, noun: Noun) -> Ask | None:
    if word in ("not a", "not an") and noun.kind == "name":
        return None  # it says how something is to be
    found = there(w, noun)
    told = noun.kind == "name" and {"of", "from"} & set(noun.name.split())
    if found is None or told:
        return None  # `no cheese from raw milk`: of what cheese is, few labels tell
    return changed(found, absent=True)


@rule("Ask -> ANY|SOME* Noun", example="any pork")
def any_of(w: Words, word: str, noun: Noun) -> Ask | None:
    return there(w, noun) if not word.endswith("single") else None


@rule("Ask -> Ask EITHER", example="no exclamation marks either", idle=(1,))
def either_way(w: Words, ask: Ask) -> Ask | None:
    return ask if ask.absent else None


@rule("Ask -> Ask Close", example="30 g of protein or more", cost=0.05)
def closed_ask(w: Words, ask: Ask, close: bounds.Close) -> Ask | None:
    if ask.kind == "count" and ask.noun is not None and _SIZED.search(ask.noun.filters):
        return None  # `two breaks of 15 minutes at most`: the minutes
    open_ = ask.bound is not None and (
        ask.bound.plain or close.slack is not None or bounds.ends(ask.bound, close)
    )
    bound = bounds.closed(w, ask.bound, close) if ask.bound is not None and open_ else None
    return None if bound is None else changed(ask, bound=bound)


_SIZED = re.compile(r" where \(duration [^()]*\)$")


@rule("Asks -> Asks Close", "Deed -> Deed Close", example="1800 kcal a day at most", cost=0.05)
def closed_asks(w: Words, asks: Asks, close: bounds.Close) -> Asks | None:
    found = closed_ask(w, asks.parts[0], close) if len(asks.parts) == 1 else None
    return None if found is None else changed(asks, parts=(found,))


@rule("Freq -> Bound TIMES", example="at least 3 times")
def often(w: Words, bound: Bound) -> Bound | None:
    return bound if bound.amount.bare else None


@rule("Ask -> Noun Freq", example="fish three times")
def so_often(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if noun.kind == "name" and w.prose:
        return None
    if noun.kind == "literal" and len(noun.members) > 1 and noun.name == "and":  # each of them
        one_each = [f"occurrences of {quoted(text)}{noun.filters}" for text in noun.members]
        parts = [Ask("count", bound, noun=changed(noun, counts=one)) for one in one_each]
        return Ask("all", parts=tuple(parts))
    narrowed = noun.kind in ("rank", "item", "block") and " where " in noun.filters
    kinds = ("name", "category", "member", "literal", "mark")
    done = noun.rank in data("doing it") and not noun.filters  # `train twice a week`
    return Ask("count", bound, noun=noun) if narrowed or done or noun.kind in kinds else None


@rule("Ask -> Ask COMMA? Freq", example="30 minutes of yoga twice", cost=0.05)
def so_much_so_often(w: Words, ask: Ask, often_: Bound) -> list[Ask] | None:
    """Read how often, and how long or how much each time."""
    of = ask.theme.of if ask.kind == "amount" and ask.theme is not None else None
    if of is None or ask.bound is None or ask.total or ask.mean or ask.each or ask.overs:
        return None
    return _each_time(w, often_, of, ask.bound)


@rule("Ask -> Freq Ask", example="twice 20 minutes of yoga", against="twice yoga")
def so_often_so_much(w: Words, often_: Bound, ask: Ask) -> list[Ask] | None:
    return so_much_so_often(w, ask, often_)


@rule("Asks -> Asks COMMA? FOR? Bound PERIODIC* / Asks COMMA? FOR Bound EACH|EACH_ONE?",
      example="yoga twice a week for 20 minutes", cost=0.05)  # fmt: skip
def so_often_for(w: Words, asks: Asks, size: Bound, period: str = "") -> list[Asks] | None:
    (ask, *more) = asks.parts
    if (
        more
        or ask.kind != "count"
        or ask.noun is None
        or ask.bound is None
        or period not in ("", "session")
    ):
        return None
    made = _each_time(w, ask.bound, ask.noun, size)
    if made is None:
        return None
    told = made[:1] if period == "session" else made  # `half an hour each time`: all of them
    return [changed(asks, parts=(one,)) for one in told]


def _each_time(w: Words, often_: Bound, noun: Noun, size: Bound) -> list[Ask] | None:
    timed = size.amount.dimension == "time" and size.amount.unit not in w.lexicon.ranks
    if not (timed or size.amount.dimension in ("mass", "length")) or noun.overs or noun.placed:
        return None
    return count_sized(w, often_, changed(noun, article="", plural=True), size)


@rule("Ask -> Bound Noun WITH Ask", example="at least 2 meals with fish")
def count_where(w: Words, bound: Bound, noun: Noun, ask: Ask) -> Any:
    if ask.kind not in ("there", "amount") or noun.kind not in ("rank", "member", "item", "block"):
        return None
    inner = clause(w, Subject(None), Asks((changed(ask, each=False),)))
    if inner is None or inner.overs:
        return None
    narrowed = changed(noun, filters=f"{noun.filters} where ({inner.formula})")
    counting = None if ask.each else count(w, bound, narrowed)
    if not bound.plain or not bound.amount.exact:
        return counting
    each_one = each_of(w, noun, Asks((ask,)))
    whole = count(w, bound, noun)
    both = Ask("all", parts=(whole, each_one)) if whole and each_one else None
    return [a for a in (both, counting) if a is not None]


def each_of(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    inner = clause(w, Subject(noun, "each"), asks)
    if inner is None:
        return None
    return Ask("test", text=folded(inner)[0])


@rule("Clause -> Clause COMMA? IN_CHUNKS Bound EACH?", cost=-1.5,
      example="at most 2 hours of yoga, in chunks of 20 minutes")  # fmt: skip
def in_chunks(w: Words, inner: Clause, bound: Bound) -> Clause | None:
    """Hold each piece of what takes so long in all to a length of its own."""
    match = _TAKES.fullmatch(inner.formula)
    if match is None or bound.amount.dimension != "time":
        return None
    thing = match["thing"] or match["name"]
    known = thing in w.lexicon.categories
    scope = f"block({thing})" if known and w.scheduled else thing
    each = held("duration" if w.scheduled else "sum(duration)", bound)[0]
    pieces = (
        (f"each {scope}: {each}", 3) if len(bound.limits) == 1 else (f"each {scope}: ({each})", 3)
    )
    return clause_of([(inner.formula, 3), pieces], inner.overs)


_TAKES = re.compile(
    r"duration\((?P<thing>block\([^()]*\)|\"[^\"]*\"|[a-z-]+)\) (?:<=|>=|<|>|=|between) [^()]*"
    r"|sum\(duration\) of (?P<name>\"[^\"]*\") (?:<=|>=|<|>|=|between) [^()]*"
)
"""How long things of one kind take in all."""


@rule("Ask -> Bound Noun OF Bound EACH|EACH_ONE*? / Bound Noun COMMA Bound EACH|EACH_ONE*",
      example="2 breaks of 15 minutes")  # fmt: skip
def count_sized(
    w: Words, bound: Bound, noun: Noun, size: Bound, last_word: str | None = None
) -> list[Ask] | None:
    fits = noun.kind in ("category", "block", "name", "rank", "item", "member")
    if size.amount.bare or not fits:
        return None
    whole = count(w, bound, noun)
    each_one = each_of(w, noun, Asks((Ask("amount", size, each=True),)))
    if last_word is not None and whole is not None and each_one is not None and bound.plain:
        return [Ask("all", parts=(whole, each_one))]
    theme = w.default(size.amount.dimension, noun)
    if theme is None or (noun.kind == "category" and not w.scheduled and theme.dimension != "time"):
        return None
    inner = clause(w, Subject(None), Asks((Ask("amount", size, theme),)))
    narrowed = None
    if isinstance(inner, Clause) and not inner.overs:
        formula = (
            _SUM.sub(r"\1", inner.formula) if noun.kind in ("item", "block") else inner.formula
        )
        formula = held("duration", size)[0] if theme.dimension == "time" else formula
        narrowed = count(w, bound, changed(noun, filters=f"{noun.filters} where ({formula})"))
    if whole is None or each_one is None or narrowed is None:
        return None
    return [Ask("all", parts=(whole, each_one)), narrowed]


_SUM = re.compile(r"\bsum\(([^()*]+)\)(?! of)")
"""The sum of a smallest part is its amount."""


@rule(
    "Ask -> Bound Noun OF|WITH|AT|COMMA Ask EACH|EACH_ONE",
    example="three sessions with six exercises each",
    cost=-0.2,
)
def count_with_each(w: Words, bound: Bound, noun: Noun, ask: Ask) -> Ask | None:
    """Read how many, and what each of them has."""
    sized = ask.kind == "amount" and ask.theme is None  # `breaks of 15 minutes each`
    fits = ask.kind in ("count", "amount") and not (ask.total or ask.overs or sized)
    whole = count(w, bound, noun) if fits and noun.kind not in ("name", "literal", "mark") else None
    each_one = each_of(w, noun, Asks((changed(ask, each=False),))) if whole else None
    return None if whole is None or each_one is None else Ask("all", parts=(whole, each_one))


@rule(
    "Asks -> Asks OF|WITH|AT|COMMA Ask EACH|EACH_ONE",
    example="three sessions a week with six exercises each",
    cost=-0.2,
)
def counted_with_each(w: Words, asks: Asks, ask: Ask) -> Asks | None:
    (first, *more) = asks.parts
    if more or not asks.overs or first.kind != "count" or first.noun is None or first.bound is None:
        return None
    made = count_with_each(w, first.bound, first.noun, ask)
    return None if made is None else changed(asks, parts=(made,))


@rule("Asks -> Asks OF Bound EACH|EACH_ONE*?", example="two breaks a day of 15 minutes each",
      cost=-0.2)  # fmt: skip
def counted_sized(
    w: Words, asks: Asks, size: Bound, last_word: str | None = None
) -> list[Asks] | None:
    (first, *more) = asks.parts
    if more or not asks.overs or first.kind != "count" or first.noun is None or first.bound is None:
        return None
    made = count_sized(w, first.bound, first.noun, size, last_word)
    return None if made is None else [changed(asks, parts=(one,)) for one in made]


@rule("Bare -> MEASURES* SAME / ALL MEASURES* SAME", example="cost the same",
      against="cost the same day")  # fmt: skip
def measures_same(w: Words, theme: Theme) -> Asks:
    return Asks((Ask("same", theme=theme),))


@rule("Ask -> SAME Theme", example="the same number of meals")
def same(w: Words, what: Any) -> Ask | None:
    theme = (
        Theme(count_of(w, what), "whole", "one", overs=what.overs)
        if isinstance(what, Noun)
        else what
    )
    return Ask("same", theme=theme) if not theme.of and not theme.overs else None
