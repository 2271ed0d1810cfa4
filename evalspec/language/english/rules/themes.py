"""What is measured: `protein`, `total daily calories`, `number of meals`, `lunch calories`."""

from __future__ import annotations

import re

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Clause, Noun, Over, Theme, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import over_of


@rule("Theme -> AMOUNT_OF Theme", "Theme -> Theme GENERIC", "Theme -> GENERIC OF Theme",
      example="the amount of protein", idle=(0,))  # fmt: skip
@rule("Theme -> Measure", example="protein")
def measure(w: Words, theme: Theme) -> Theme:
    return theme


@rule("Theme -> Measure MULTIPLIED|BY Measure", "Theme -> Measure MULTIPLIED|BY Measure MULTIPLIED|BY Measure",
      example="sets x reps x weight")  # fmt: skip
def multiplied(w: Words, *factors: Theme) -> Theme | None:
    """Take factors for the measure that is their product."""
    asked = sorted(factor.measure for factor in factors)
    found = [name for name, one in w.lexicon.measures.items() if sorted(one.product) == asked]
    return w.theme(found[0]) if found else None


@rule("Theme -> Theme OPEN IE? Theme CLOSE", "Theme -> Theme COMMA? EQ|SO|IE Theme COMMA?", "Theme -> Theme COMMA Theme COMMA",
      example="total volume (sets x reps x weight)")  # fmt: skip
def said_again(w: Words, theme: Theme, again: Theme) -> Theme | None:
    """Take an amount that is named twice for one."""
    known = theme.measure in w.lexicon.measures
    return theme if known and again == w.theme(theme.measure) else None


@rule(
    "Clause -> Clause COMMA? OPEN|IE|SO Theme CLOSE?",
    example="lift at least 6000 kg in total (sets x reps x weight)",
)
def said_behind(w: Words, inner: Clause, theme: Theme) -> Clause | None:
    """Take what is measured, told behind the demand, for what the demand measures anyway."""
    named = theme.measure in w.lexicon.measures and theme == w.theme(theme.measure)
    known = re.fullmatch(rf"(?:sum|max)\({theme.measure}\) .*|{theme.measure} .*", inner.formula)
    return inner if named and known and not inner.test else None


@rule("Theme -> TOTAL Theme", example="total protein", idle=(0,))
def total(w: Words, theme: Theme) -> Theme | None:
    own = tuple(o for o in theme.overs if not o.item)  # `the sum of all prices` is one amount
    return changed(theme, total=True, overs=own) if not theme.mean else None


@rule("Theme -> MINIMUM Theme", example="the minimum daily protein")
def minimum(w: Words, theme: Theme) -> Theme | None:
    return changed(theme, limit=">=", extreme=True) if not theme.limit and not theme.mean else None


@rule("Theme -> MAXIMUM Theme", example="the maximum daily fat")
def maximum(w: Words, theme: Theme) -> Theme | None:
    return changed(theme, limit="<=", extreme=True) if not theme.limit and not theme.mean else None


@rule("Theme -> AVERAGE Theme", example="average calories")
def average(w: Words, theme: Theme) -> Theme | None:
    whose = theme.kind != "time" or theme.of is not None or theme.overs
    return changed(theme, mean=True) if not theme.total and whose else None


@rule("Theme -> NUMBER_OF TIMES Noun APPEAR / NUMBER_OF TIMES Noun BE HAVE",
      example="number of times yoga appears")  # fmt: skip
@rule("Theme -> NUMBER_OF Noun", "Theme -> Noun COUNTED", example="number of meals")
def number_of(w: Words, noun: Noun) -> Theme | None:
    repeated = "reps" in w.lexicon.measures
    named = repeated or w.prose  # `the number of push-ups` is one of repetitions
    if noun.kind == "plan" or noun.article == "a" or (named and noun.kind == "name"):
        return None
    return Theme(count_of(w, changed(noun, overs=())), "whole", "one", overs=noun.overs)


@rule("Theme -> NUMBER_OF PERIODIC* Noun", example="number of daily meals")
def number_of_periodic(w: Words, rank: str, noun: Noun) -> Theme | None:
    found = number_of(w, noun)
    return None if found is None else periodic(w, rank, found)


@rule("Theme -> MINIMUM Noun", example="minimum meals per day")
def least_number(w: Words, noun: Noun) -> Theme | None:
    fits = noun.kind in ("rank", "item", "member", "category") and noun.plural
    found = number_of(w, noun) if fits else None
    return None if found is None else minimum(w, found)


@rule("Theme -> MAXIMUM Noun", example="maximum meals per day")
def greatest_number(w: Words, noun: Noun) -> Theme | None:
    found = least_number(w, noun)
    return None if found is None else changed(found, limit="<=")


@rule("Theme -> NUMBER_OF* Measure", example="number of reps")
def number_of_units(w: Words, word: str, theme: Theme) -> Theme | None:
    if theme.dimension in ("time", "length", "energy") and theme.unit:  # `number of hours`
        return theme
    if not theme.dimension.startswith("count:"):
        return None
    return changed(
        theme, unit="", total=theme.total or (not theme.adds and word.startswith("total"))
    )


@rule("Theme -> NUMBER_OF* Thing Measure", example="number of yoga hours")
def number_of_its_units(w: Words, word: str, noun: Noun, theme: Theme) -> Theme | None:
    found = number_of_units(w, word, theme)
    return None if found is None else of_noun(w, noun, found)


@rule("Theme -> NUMBER_OF DISTINCT Noun", example="number of different foods")
def number_of_different(w: Words, noun: Noun) -> Theme | None:
    return None if noun.kind == "plan" else Theme(f"distinct({noun.text})", "whole", "one")


@rule("Theme -> PERIODIC* Theme", example="daily protein")
def periodic(w: Words, rank: str, theme: Theme) -> Theme | None:
    over = over_rank(w, rank)
    if over is None or theme.overs:
        return None
    return changed(theme, overs=(over,))


def over_rank(w: Words, rank: str) -> Over | None:
    found = w.lexicon.ranks.get(rank)
    return None if found is None else over_of(w.rank(found))


@rule("Theme -> Theme TOGETHER", example="the cost altogether", idle=(1,))
def together(w: Words, theme: Theme) -> Theme | None:
    own = tuple(o for o in theme.overs if not o.item)  # `all costs together` are one amount
    own = tuple(o if o.every is None else changed(o, quantifier="together") for o in own)
    return changed(theme, total=True, overs=own) if not theme.mean else None


@rule(
    "Theme -> Theme OF|FOR|IN|BY Plan",
    example="the calories of the plan",
    idle=(1,),
)
def of_plan(w: Words, theme: Theme, plan: Noun) -> Theme:
    return theme


@rule("Theme -> Theme OVER|ACROSS TOTAL|FULL? Plan", "Theme -> Theme OF|FOR|IN TOTAL|FULL Plan",
      example="the load over the routine")  # fmt: skip
def over_plan(w: Words, theme: Theme, plan: Noun) -> Theme:
    """Take what does not add up, but is told of all, for what it comes to."""
    loads = w.summed(theme) != theme and w.summed(theme).dimension == theme.dimension
    return changed(theme, total=True) if loads else theme


@rule("Theme -> Quoted", example='"Qty"', cost=0.3)
def label(w: Words, text: str) -> Theme | None:
    return Theme(quoted(text)) if text.strip() else None


@rule("Theme -> Theme LIMITING", example="calorie limit")
def limiting(w: Words, theme: Theme) -> Theme | None:
    return changed(theme, limit="<=") if not theme.limit else None


@rule("Theme -> EACH|ALL Theme", example="all fees", cost=0.1)
def each_amount(w: Words, theme: Theme) -> Theme | None:
    if theme.overs or theme.of or theme.total or theme.kind != "measure" or theme.bare:
        return None
    return changed(theme, overs=(Over("item", 90, "each", "item", item=True),))


@rule("Theme -> EACH|THAT_ONE|INDEF Rank Theme", example="each day's calories")
def of_each_one(w: Words, noun: Noun, theme: Theme) -> Theme | None:
    fits = noun.kind == "rank" and not (noun.plural or noun.placed or theme.overs or theme.of)
    return changed(theme, overs=(over_of(noun),)) if fits else None


@rule("Theme -> Noun Theme", example="lunch calories")
def of_noun(w: Words, noun: Noun, theme: Theme) -> Theme | None:
    if theme.of is not None or noun.article == "a":
        return None
    if noun.kind == "plan":
        return theme
    return changed(theme, of=noun)


@rule("Theme -> Theme OF|FOR|IN|FROM|ON Noun", example="calories of lunch")
def of_thing(w: Words, theme: Theme, noun: Noun) -> Theme | None:
    if theme.of is not None and noun.kind == "rank" and noun.placed and not theme.of.overs:
        own = theme.of.kind in ("category", "name", "member") and not noun.plural
        return changed(theme, of=changed(theme.of, overs=(over_of(noun),))) if own else None
    if theme.of is not None or (theme.kind == "whole" and noun.kind != "plan"):
        return None
    return theme if noun.kind == "plan" else changed(theme, of=noun)


@rule("Theme -> Theme SPEND ON|TO|FOR|IN EACH|ANY Noun / Theme OF|FOR|IN|PER ANY Noun",
      example="the calories of any meal")  # fmt: skip
def of_any(w: Words, theme: Theme, noun: Noun) -> Theme | None:
    return of_each(w, theme, "any", noun) if noun.kind in ("rank", "item", "member") else None


@rule("Theme -> Theme SPEND ON|TO|FOR|IN Noun", example="the time devoted to study")
def given_to(w: Words, theme: Theme, noun: Noun) -> Theme | None:
    return of_thing(w, theme, noun) if noun.kind != "plan" else None


@rule("Theme -> Theme OF|FOR|IN|FROM|ON|ACROSS EACH|ALL* Noun", example="protein of each meal")
def of_each(w: Words, theme: Theme, word: str, noun: Noun) -> Theme | None:
    if noun.kind == "plan":
        return theme
    if word.endswith("all") or word.startswith(("all", "across all", "both")):
        again = theme.of is not None and theme.of.kind == "rank" and theme.of.text == noun.text
        mass = noun.kind in ("category", "name") and not noun.plural  # `of all work`
        if (
            not (theme.total or mass)
            or (theme.of is not None and not again)
            or theme.kind == "whole"
        ):
            return None
        return changed(theme, of=noun)
    if noun.plural or theme.overs:
        return None
    return changed(theme, overs=(*noun.overs, over_of(noun)))


_SEVERAL_DAYS = re.compile(r"day on (.+ to .+|any of .+|week(day|end))$")


@rule("Theme -> Theme Over", example="calories per day", cost=0.1)
def theme_over(w: Words, theme: Theme, over: Over) -> Theme | None:
    if theme.total and theme.of is None and _SEVERAL_DAYS.match(over.scope):
        days = Noun(over.scope, "rank", "day", over.level, "day", plural=True)
        return changed(theme, of=days)  # the total of these days
    if any(o.rank == over.rank for o in theme.overs) or over.quantifier != "each":
        return None
    if theme.total and over.every is not None:
        return None  # `the total time of all sessions`
    return changed(theme, overs=(*theme.overs, over))
