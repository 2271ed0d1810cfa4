"""Clauses that are joined, and what they are held over."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    changed,
    clause_of,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.clauses.nominal import nominal
from evalspec.language.english.rules.demands.spread import number_of_days
from evalspec.language.english.rules.subjects import some_of
from evalspec.language.english.state.amounts import beside
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import (
    all_together,
    compatible,
    folded,
    over_of,
    readings_of,
)


@rule("Clause -> Asks AVERAGE", example="four stops a day on average", cost=0.1)
def averaged(w: Words, asks: Asks) -> Any:
    if len(asks.parts) > 1:
        return None
    return nominal(w, changed(asks, parts=(changed(asks.parts[0], mean=True),)))


@rule(
    "Clause -> ON|IN Bound Noun COMMA? Clause",
    example="on at most three days, there must be 3 meals",
)
def on_some(w: Words, bound: Bound, noun: Noun, inner: Clause) -> Clause | None:
    subject = some_of(w, bound, noun)
    if subject is None or noun.kind not in ("rank", "member", "text", "item") or inner.test:
        return None
    over = changed(over_of(noun, subject.quantifier), open=False)
    return changed(inner, overs=(over, *inner.overs)) if compatible((over, *inner.overs)) else None


_SUMMED = re.compile(r"\b(sum|count|mean|distinct|share|duration|day|week|month|streak)\b")


@rule(
    "Clause -> Clause COMMA? EXCEPT Exception",
    example="each day must have 3 meals, except Sunday",
    cost=0.2,
)
def except_behind(w: Words, inner: Clause, left_out: tuple[Noun, ...]) -> Clause | None:
    fitting = [o for o in inner.overs if o.scope == o.rank and o.quantifier in ("each", "no")]
    if inner.test or inner.asks:
        return None
    dated = all(noun.rank == "day" for noun in left_out)
    day = over_of(w.day)
    whole = not inner.overs and not _SUMMED.search(inner.formula)
    small = inner.overs and all(
        o.level > 20 and o.quantifier in ("each", "no") for o in inner.overs
    )
    if (whole or small) and dated:
        inner, fitting = changed(inner, overs=(day, *inner.overs)), [day]
    if not fitting:
        return None
    over = min(fitting, key=lambda o: o.level)
    noun = nouns.excepted(w, Noun(over.scope, "rank", over.rank, over.level), left_out)
    if noun is None:
        return None
    made = changed(over, scope=noun.text, open=False)
    return changed(inner, overs=tuple(made if o is over else o for o in inner.overs))


@rule("Clause -> TOGETHER* COMMA? Clause", "Clause -> Clause TOGETHER*", "Clause -> Clause FOR|OVER|IN|ACROSS TOTAL|FULL Plan", "Clause -> FOR|OVER|IN|ACROSS TOTAL|FULL Plan COMMA? Clause",
      example="in all, the price must be 160 dollars", idle=(0,))  # fmt: skip
def in_all(w: Words, *parts: Any) -> Clause | None:
    inner = next(p for p in parts if isinstance(p, Clause))
    adds = not re.match(r"(mean|max|min|exists|if|each|no)\b|.* and ", inner.formula)
    crew = re.match(r'count\(block\("?(\w+)"?\)\)', inner.formula) if "together" in parts else None
    if crew is not None and w.is_crew(crew[1]):
        return None  # `at most two trainees together`: at a time
    return changed(inner, together=True) if adds and not inner.overs else None


_FORBIDS = re.compile(r"not |no |distinct\(|count\([^()]*\) (?:<|<=) \d+$")
"""What may hold of any one of several: it forbids."""
_FIRST_OF_ALL = re.compile(r" with (max|min) .* named ")


@rule("Clause -> Over Clause / Over COMMA|COLON Clause",
      example="on day 2, lunch must have 500 kcal")  # fmt: skip
def over_clause(w: Words, over: Over, inner: Clause) -> Clause | None:
    if over.level >= 100 and re.search(r"\beach\b", inner.formula):
        return None  # `"x" in the first line and "y" in the last line`
    if over.level < 100 and re.search(r"exists table|\btable where ", inner.formula):
        return None  # `a table with one row per day`
    if beside(over) and inner.formula.startswith(("exists ", "(exists ")):
        return None  # `use up the spinach by Wednesday`: on one of the days, not on each
    if over.some and re.match(r"(count\(|exists )", inner.formula):
        return None  # `one long walk at the weekend` is on one of the days
    wider = inner.whole or any(o.level < over.level for o in inner.overs)
    if inner.formula.startswith("share(") and over.scope != over.rank and wider:
        return None  # `Sunday's run at most half of the week's kilometres`
    if inner.formula.startswith("each value(") and "streak(" in inner.formula:
        return None  # `nobody works two nights running within the week`
    if over.scope == over.rank and "of previous" in inner.formula:
        return None  # `longer each week` is from week to week
    days = number_of_days(over)
    if days and re.search(rf"count\(.*\) = {days}\b", inner.formula):
        return None
    if over.scope != over.rank and re.search(r"\beach \w+ except ", inner.formula):
        return None  # `Saturday's dinner 1000 kcal, the others 700`
    if over.scope != over.rank and _FIRST_OF_ALL.search(inner.formula):
        return None  # `Sunday's run is the longest` of all runs
    if over.rank and re.search(
        rf"\b(each|no) {re.escape(over.rank)} (on|except|\d)", inner.formula
    ):
        return None  # no weekday is at the weekend
    if inner.nominal and over.scope == over.rank and any(o.item for o in inner.overs):
        return None  # `5000 kg per session` are lifted with all that is done in it
    overs = (all_together(over) if inner.together else over, *inner.overs)
    averaged = inner.formula.startswith("mean(") and " per " not in inner.formula
    counted = bool(over.rank) and re.search(rf"count\({over.rank}\b", inner.formula)
    forbids = not over.anyone or _FORBIDS.match(inner.formula) is not None
    if averaged or counted or not forbids or not compatible(overs):
        return None
    return changed(inner, overs=overs)


@rule("Clause -> Clause COMMA? Over", example="work 8 hours a day", cost=0.15)
def clause_over(w: Words, inner: Clause, over: Over) -> Clause | None:
    once = over.rank == "day" and not (over.same or over.anyone)
    if once and _UNLIKE.match(inner.formula):
        return None  # `lunch must be different every day`: from those of the other days
    return over_clause(w, over, inner)


_UNLIKE = re.compile(r"distinct\(([^()]*)\) = (?:count\(\1\)|1)")


@rule("Clause -> ENSURE Clause / ENSURE THAT Clause / PERSON SAYS THAT? Clause",
      example="ensure that each day has 3 meals", idle=(0, 1))  # fmt: skip
def ensured(w: Words, inner: Clause) -> Clause:
    return inner


@rule("Clause -> Clause AND*|SEMICOLON|COMMA|BUT Clause / Clause COMMA AND*|BUT Clause",
      example="the plan must have 3 days and each day must have 3 meals", cost=0.5)  # fmt: skip
def linked(w: Words, one: Clause, link: str | None, other: Clause) -> Any:
    if link is None and other.told and not one.told:
        return None  # `no candles, we have a toddler`
    if link is None and _denies(one) and _IS_THEN.fullmatch(other.formula) and not other.nominal:
        return None  # `no wine, the match is on Friday`: asked for, or why
    if link is None and other.formula.endswith("price = 0") and not other.nominal:
        return None  # `under 500 euros, the hall is free`: asked for, or why
    if link is None and other.included and "sum(" in one.formula:
        return None  # `at most 600 kcal, soup must be included`: in them, or in the plan
    if link is not None and not link.startswith(("and", "&", "but")):
        return None
    grown = _GROWN.fullmatch(other.formula)
    if grown and re.search(rf"\b{grown[1] or grown[2]}(?:\(|\) of )", one.formula):
        return None  # `plank for 30 s on Monday and add 10 s every day`: to the plank
    spread = _spread_over_both(w, one, other)
    if spread and one.overs and one.often and other.often:
        return spread  # `fish once a week, chicken twice`
    return [*spread, *readings_of(both_clauses(w, one, other))]


_GROWN = re.compile(
    r"each next \w+: sum\((\w+)\) - sum\(\1\) of previous .*|each next \w+: (duration) - duration of previous .*"
)


def _denies(clause: Clause) -> bool:
    return clause.formula.startswith("not exists ")


_IS_THEN = re.compile(r'exists (?:\w+\(\w+\)|"[^"]*"|block\("[^"]*"\)) on [\w ]+')
"""What a definite thing with its day is understood as."""


def _spread_over_both(w: Words, one: Clause, other: Clause) -> list[Clause]:
    """Ask both clauses in the scope of one: `sugar below 30 g and salt below 5 g a day`."""
    if both_clauses(w, one, other) is None or other.asks is not None:
        return []
    (scope, plain) = (one, other) if one.overs else (other, one)
    over = scope.overs[0] if len(scope.overs) == 1 else None
    topic = plain.topic
    of_one = topic is not None and (topic.kind == "plan" or topic.article == "the")
    if plain is other and not plain.nominal and plain.formula.startswith("exists "):
        return []  # `four sights a day, and we want to see the castle`
    if over is None or over.level >= 100 or plain.overs or plain.whole or of_one:
        return []
    if over.quantifier != "each" or not depends_on_scope(plain.formula):
        return []
    inner = over_clause(w, over, plain)
    if inner is None or _UNLIKE.match(plain.formula):
        return []  # `a museum every day, all different`: from those of the other days
    return [changed(clause_of([one.written, other.written], (over,)), nominal=one.nominal)]


def depends_on_scope(formula: str) -> bool:
    """Tell whether a formula means something else in each of a scope than in all of a response."""
    return _SCOPED.match(formula) is not None


_SCOPED = re.compile(r"(sum|count|distinct|duration|share|mean|max|min|start|end|exists|streak)\b")
_OF_NOBODY = re.compile(r"(start|end|duration|sum\(duration\)) ([<>=!]|between)")


def _of_one(clause: Clause) -> bool:
    """Tell whether a demand is about one thing of a plan, so that the next may go on about it."""
    return bool(re.search(r"\b(duration|start|end|count)\(|\bexists ", clause.formula))


_CASED = re.compile(r'is "?(?:upper|lower|title)case')
_CITED = re.compile(r'(?:with|contains|equals) "')
_LISTED = re.compile(r"(?:bullets|numbered) >= 1")
_OF_TEXT = re.compile(
    r'(?:written in|is) "?[\w-]+"?|exists (?:table|code)|(?:bullets|numbered) >= 1'
)
"""How a whole text is written, behind which more may be asked without a verb."""


def both_clauses(w: Words, one: Clause, other: Clause) -> Any:
    if one.test or other.test:
        return None
    piece = one.things.scope if one.things is not None and one.things.kind == "text" else ""
    own = piece not in ("", "word", "character", "line", "sentence", "paragraph")
    if _CASED.match(other.formula) and (own or _CITED.search(one.formula)):
        return None  # `close with "The end", in capitals`: the words, or the text
    if " and gap(" in other.formula and one.formula.startswith("count("):
        return None  # `two meals and three snacks, at least two hours apart`: which of them
    if other.nominal and not (one.nominal or (_OF_TEXT.match(one.formula) and not one.overs)):
        return None
    counted = other.nominal and other.overs and other.formula.startswith("count(day)")
    if counted and one.topic is not None and one.topic.kind in ("category", "name"):
        return None  # `yoga, four days a week`
    if other.nominal and re.match(r"duration [<>=!b]", other.formula):
        return None  # `5 minutes each and 20 minutes a day`: of what was said before
    if other.asks is not None:
        return about_it(w, one, other)
    hourly = one.overs and re.match(r"(start|end) ", other.formula)
    listed = _LISTED.fullmatch(one.formula)  # `numbered steps, and stop at nine`
    if (
        (_of_one(one) or hourly or listed)
        and other.topic is None
        and not other.overs
        and _OF_NOBODY.match(other.formula)
    ):
        return None  # `lunch of an hour, starting at noon`: the lunch, not the plan
    named = one.topic is not None and one.topic.kind == "name" and one.nominal
    if other.nominal and named and re.match(r"sum\(\w+\) [<>=!b]", other.formula):
        return None  # `a run along the lake, 5 km or longer`
    one = _but_then(one, other)
    return changed(clause_of([folded(one), folded(other)]), nominal=one.nominal)


def _but_then(one: Clause, other: Clause) -> Clause:
    """Leave the days that are kept free out of what each day must have: `2 hours a day, Sunday off`."""
    days = [o.scope.removeprefix("day") for o in other.overs if o.scope.startswith("day ")]
    if len(days) != 1 or len(other.overs) > 1 or not re.fullmatch(r"not exists \w+", other.formula):
        return one
    overs = (
        changed(o, scope=f"day except{days[0]}")
        if o.scope == "day" and o.quantifier == "each"
        else o
        for o in one.overs
    )
    return changed(one, overs=tuple(overs))


@rule("Clause -> AVERAGE COMMA Clause / EXCEPT Exception COMMA Subject Deed",
      example="except for Sunday, each day must have 3 meals")  # fmt: skip
def outside(w: Words, *parts: Any) -> Clause | None:
    if len(parts) == 1:
        return None
    left_out, subject, asks = parts
    plan = subject.noun is None or subject.noun.kind == "plan"
    noun = None if plan else nouns.excepted(w, subject.noun, left_out)
    return None if noun is None else clause(w, changed(subject, noun=noun), asks)


def about_it(w: Words, one: Clause, other: Clause) -> Any:
    """Join a clause about `it` to the one that says what it is."""
    readings = []
    opened = tuple(o for o in one.overs if o.quantifier == "each")
    if "exists" in one.formula and opened:
        return None  # `each day must have a nap; it must …`: the day, or the nap
    if other.asks is None:
        raise UnfitError
    if len(opened) == 1 and not other.overs:
        readings.append(clause_of([one.written, other.written], one.overs))
    if one.topic is not None:
        made = clause(w, Subject(changed(one.topic, article="", overs=())), other.asks)
        readings += [clause_of([one.written, folded(a)], one.overs) for a in readings_of(made)]
    entire = not re.search(r"\b(exists|count)\b", one.formula)
    if not readings and not one.overs and not other.overs and entire:
        return clause_of([one.written, other.written])
    return readings
