"""Subjects: who or what must, and where it holds."""

from __future__ import annotations

import re

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, names
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state.overs import over_of


@rule("Subject -> Noun", example="lunch")
def subject(w: Words, noun: Noun) -> Subject:
    mass = noun.name in w.mass and not (noun.plural or noun.article == "a" or noun.placed)
    return Subject(noun, total=mass)


@rule("Subject -> AVERAGE Noun", "Subject -> Text AVERAGE", example="the average lunch")
def average(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, mean=True) if noun.kind != "plan" else None


@rule("Subject -> Subject Over", example="each meal on day 2", cost=0.1)
def subject_over(w: Words, subject: Subject, over: Over) -> Subject | None:
    if not subject.quantifier or subject.noun is None or " except" in subject.noun.filters:
        return None
    return changed(subject, overs=(*subject.overs, over))


@rule("Subject -> WHO*", example="the user")
def anybody(w: Words, word: str) -> Subject:
    return Subject(None, somebody=word in data("asides")["speaker"])


@rule("Subject -> IT*", example="it")
def it(w: Words, word: str) -> Subject:
    return Subject(None, pronoun=word)


@rule("Subject -> FULL* Name", example="the whole job", against="whole milk")
def whole_undertaking(w: Words, word: str, noun: Noun) -> Subject | None:
    """Take the whole of what a plan is for as all of it; it may be the name of a part as well."""
    plain = noun.name.islower() and noun.name.isalpha() and not (noun.plural or noun.filters)
    return Subject(None, total=True) if plain and word in ("whole", "entire") else None


@rule("Subject -> TOTAL|FULL Plan", "Subject -> Plan WHOLLY", example="the whole plan")
def entire(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun)


@rule("Subject -> Plan", example="the plan")
def whole(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun) if noun.article != "a" else None


@rule("Subject -> EACH Noun", "Subject -> EACH AND EACH Noun", example="each meal")
def each(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan" or _numbered(noun) or noun.filters == " on weekend":
        return None
    return Subject(noun, "each")


def _numbered(noun: Noun) -> bool:
    """Tell whether a thing is one by its number: `every second day` is not day 2."""
    return (
        noun.placed
        and not noun.front
        and bool(re.fullmatch(r" \d+", noun.filters))
        and not noun.plural
    )


@rule("Subject -> TOTAL* Words", example="the whole lesson", against="the whole grain")
def whole_of(w: Words, word: str, text: str) -> Subject | None:
    """Take the whole of what holds everything for all there is; of a thing in it, that alone."""
    noun = names.open_name(w, text)
    if noun is None or noun.article == "a":
        return None
    if word not in ("whole", "entire"):
        return Subject(noun, total=True)  # `total groceries`
    if noun.plural:
        return None
    holds_all = w.textual and noun.name.lower().split()[-1] in data("wholes")
    return Subject(None, total=True) if holds_all else Subject(noun)


@rule("Subject -> Subject COMMA FROM Noun TO Noun COMMA", example="it all, from arrival to farewell,",
      against="lunch, from soup to dessert,", idle=(3, 5))  # fmt: skip
def from_one_to_other(w: Words, subject: Subject, first: Noun, last: Noun) -> Subject | None:
    """Say again that all is meant, by what is first and last of it."""
    return subject if subject.total and subject.noun is None else None


@rule("Subject -> TOTAL Rank", example="the whole week", idle=(0,))
def all_of_one(w: Words, noun: Noun) -> Subject | None:
    return None if noun.plural or noun.kind != "rank" else Subject(noun, "each")


@rule("Subject -> ANY Noun", example="any meal")
def any_one(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "each", anyone=True) if noun.kind != "plan" and not noun.placed else None


@rule("Subject -> ALL Noun", example="all meals")
def every(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "all") if noun.plural or len(noun.members) > 1 else None


@rule("Subject -> ALL Noun TOGETHER", "Subject -> Noun TOGETHER", example="all meals together")
def together(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan":
        return Subject(noun)
    if noun.also:
        rows = [changed(noun, filters=f, also=(), plural=False) for f in (noun.filters, *noun.also)]
        parts = jointly(w, *rows)
        return None if parts is None else Subject(parts, total=True)
    return Subject(noun, total=True) if noun.plural or len(noun.members) > 1 else None


@rule("Slashed -> Part PER* Part", example="electricity/heating", against="electricity per room")
def slashed(w: Words, one: Noun, word: str, other: Noun) -> Noun | None:
    return jointly(w, one, other) if word == "/" else None


@rule("Jointly -> Part|Slashed AND|PLUS Part|Slashed / JointRow COMMA? AND Part|Slashed / "
      "Jointly AND|PLUS Part", "JointRow -> Part|Slashed COMMA Part|Slashed / "
      "JointRow COMMA Part|Slashed", example="rent, water and heating")  # fmt: skip
def jointly(w: Words, one: Noun, *more: Noun) -> Noun | None:
    """List things whose amounts are added up."""
    if len({(n.kind, n.rank) for n in (one, *more)}) == 1 and one.kind == "member":
        return None
    rows = [part for noun in (one, *more) for part in noun.several or (noun,)]
    return Noun("", "several", "", 50, several=tuple(rows), plural=True)


@rule("Subject -> BOTH? Jointly TOGETHER / Part PLUS Part", example="rent and heating together")
def added_up(w: Words, one: Noun, other: Noun | None = None) -> Subject | None:
    parts = one if other is None else jointly(w, one, other)
    return None if parts is None else Subject(parts, total=True)


@rule("Subject -> Jointly|Slashed", example="rent and heating", cost=0.3)
def several(w: Words, parts: Noun) -> Subject | None:
    """Take things that only have names: of each of them is asked, or of all together."""
    named = all(part.kind == "name" and part.article != "a" for part in parts.several)
    return Subject(parts) if named and not (w.scheduled or w.prose) else None


@rule("Subject -> NO Noun", "Subject -> NO OF Noun", example="no meal")
def none(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "no") if noun.kind != "plan" else None


@rule("Subject -> NO* Thing OR* Thing", example="neither lunch nor dinner")
def neither(w: Words, word: str, one: Noun, link: str, other: Noun) -> Subject | None:
    from evalspec.language.english.rules.nouns import listed

    both = listed(w, one, other)
    return Subject(both, "no") if both is not None else None


@rule("Subject -> Num Noun", example="the three items")
def so_many(w: Words, number: Amount, noun: Noun) -> Subject | None:
    fits = number.definite and noun.kind != "plan" and noun.plural
    whole = int(number.low) == number.low
    return Subject(noun, "all", count=int(number.low)) if fits and whole else None


@rule("Subject -> EACH|ALL* Num Noun", example="each of the four paragraphs")
def each_of_so_many(w: Words, word: str, number: Amount, noun: Noun) -> Subject | None:
    if noun.kind != "text" and not (w.scheduled and noun.kind in ("category", "name")):
        return None
    found = so_many(w, changed(number, definite=True), noun)
    each = found is not None and word.startswith(("each", "every"))
    return changed(found, quantifier="each") if each else found


@rule("Subject -> ALL*? Num Noun TOGETHER", example="the three items together")
def so_many_together(w: Words, word: str | None, number: Amount, noun: Noun) -> Subject | None:
    found = so_many(w, changed(number, definite=True) if word else number, noun)
    if found is None:
        return None  # `all seven` are there, as is known
    return changed(found, quantifier="", total=True, count=0 if word else found.count)


@rule("Subject -> Num OF Noun", example="two of the days")
def so_many_of_them(w: Words, number: Amount, noun: Noun) -> Subject | None:
    return some_of(w, bounds.closed(w, bounds.number(w, number), bounds.Close("=")), noun)  # type: ignore[arg-type]


@rule("Subject -> Bound OF? Noun", example="at least 2 of the meals")
def some_of(w: Words, bound: Bound, noun: Noun) -> Subject | None:
    limit = bound.limits[0]
    kind = {">=": "at least", "<=": "at most", "=": "exactly"}.get(limit.comparator)
    number = limit.amount.low
    if limit.comparator == "=" and not limit.firm:
        return None
    if kind is None or len(bound.limits) > 1 or not limit.amount.bare or not limit.amount.exact:
        return None
    if number != int(number) or noun.kind == "plan" or limit.about or limit.slack:
        return None
    return Subject(noun, f"{kind} {number} of")


@rule("Over -> PER Noun", example="per day")
def per(w: Words, noun: Noun) -> Over | None:
    own = noun.kind == "rank" and noun.rank not in ("day", "week", "month")
    if own and " where " in noun.filters and not (noun.plural or noun.article):
        return over_of(noun)  # `per upper session`
    return over(w, noun) if noun.kind != "name" else None


@rule("Over -> OPEN Over CLOSE", example="(per day)")
def over_in_brackets(w: Words, one: Over) -> Over:
    return one


@rule("AVERAGE -> AVERAGED ALL? Noun", example="averaged over all days", cost=-0.5)
@rule("TOGETHER -> SUMMED TOTAL|FULL? Plan", example="summed over the full plan", cost=-0.5)
def of_all(w: Words, noun: Noun) -> str | None:
    if noun.kind == "plan":
        return "in total"
    return "in total" if noun.kind == "rank" and noun.plural and not noun.filters else None


@rule("TOGETHER -> ALL* Noun TOGETHER", example="for all days together", cost=-0.5)
def of_all_together(w: Words, word: str, noun: Noun) -> str | None:
    return of_all(w, noun) if word.startswith(("for ", "in ", "on ", "across ")) else None


@rule("Asks -> Asks PER Name", "Scalar -> Scalar PER Name", example="two songs per artist")
def per_name(w: Words, asks: Asks, noun: Noun) -> Asks | None:
    held_in = over(w, noun)
    if held_in is None or asks.overs or not all(_adds_up(w, a) for a in asks.parts):
        return None
    return changed(asks, overs=(held_in,))


def _adds_up(w: Words, ask: Ask) -> bool:
    """Tell whether so many per thing come together in it: not `5 euros per ticket`, `8 reps per leg`."""
    if ask.kind != "amount" or ask.bound is None:
        return ask.kind == "count"
    dimension = ask.bound.amount.dimension
    theme = w.default(dimension) if dimension.startswith("count:") else None
    return theme is not None and theme.adds


@rule("Over -> EACH* Noun", "Over -> IN|ON|FOR|AT EACH* Noun", example="in each lesson")
def each_one(w: Words, word: str, noun: Noun) -> Over | None:
    noun = _one_of(word, noun)
    return over(w, noun) if noun.kind != "name" or word.startswith(("in ", "on ", "for ")) else None


@rule("Over -> IN|ON|FOR|AT? EACH* Num Noun", example="for each of the four weeks")
def over_each_of_so_many(w: Words, word: str, number: Amount, noun: Noun) -> Over | None:
    """Take `each of the four`, of a plan that has four, for each that there is."""
    return over(w, _one_of(word, noun)) if noun.plural and word.endswith(" the") else None


def _one_of(word: str, noun: Noun) -> Noun:
    """Take one of several for what each of them is: `each of the days`."""
    several = word.endswith((" of", " of the")) and noun.kind == "rank"
    return changed(noun, plural=False) if several else noun


def over(w: Words, noun: Noun) -> Over | None:
    """Take each of a kind as a scope."""
    if noun.plural and noun.kind == "rank" and not noun.placed:
        return None
    if noun.kind == "name" and noun.name.lower() in w.persons:
        return None  # a share of an amount for each, not what each has
    several = noun.filters == " on weekend" or (noun.kind == "text" and noun.plural)
    if several or " where " in noun.filters:
        return None
    if (
        noun.kind not in ("rank", "member", "item", "block", "text", "name")
        or noun.overs
        or noun.article
        or (noun.kind == "name" and (noun.plural or noun.placed))
        or _numbered(noun)
    ):
        return None
    return over_of(noun)


@rule("Over -> IN|ON|FOR|AT|OF ALL Noun", example="in all meals")
def all_over(w: Words, noun: Noun) -> Over | None:
    fits = (
        noun.plural
        and noun.kind in ("rank", "member", "item", "block")
        and not noun.overs
        and not noun.also
    )
    if not fits or noun.placed:
        return None
    return changed(over_of(changed(noun, article="")), every=noun)


@rule("Over -> IN|ON|FOR|AT*? ANY* Noun", example="in any meal")
def any_over(w: Words, link: str | None, word: str, noun: Noun) -> Over | None:
    if "IN_ONE_GO" in w.types(*word.split(), noun.name.lower()):
        return None  # `in one piece`
    found = over(w, _one_of(word, noun))
    same = word in ("in one", "on one", "in a single")
    return None if found is None else changed(found, anyone=True, same=same)


@rule("Over -> IN|ON|AT|WITHIN SAME Rank", example="on the same day")
def same_one(w: Words, noun: Noun) -> Over | None:
    """Take `on the same day` for any one day, of what may not be there."""
    found = None if noun.plural or noun.kind == "plan" else over(w, changed(noun, article=""))
    return None if found is None else changed(found, anyone=True, same=True)


@rule("Over -> ON? Day", example="on Monday")
def on_day(w: Words, day: Noun) -> Over:
    return over_of(day)


@rule("Over -> PERIODIC*", example="daily", cost=0.3)
def periodic(w: Words, rank: str) -> Over | None:
    return over_rank(w, rank)


@rule("Over -> IN|ON|FOR|AT Noun", example="on day 2")
def on(w: Words, noun: Noun) -> Over | None:
    rank, named, filters = noun.scope.partition(" named ")
    if named and noun.plural and rank in w.lexicon.ranks:  # `on rest days`
        noun = changed(w.rank(w.lexicon.ranks[rank]), filters=named + filters, placed=True)
    if noun.kind not in ("rank", "member") or noun.overs or noun.article == "a" or _several(noun):
        return None
    told = noun.plural and " where " in noun.filters  # `on days with meetings`
    if noun.kind == "rank" and not (noun.placed or told) and (noun.article != "the" or noun.plural):
        return None
    return over_of(noun)


@rule("Over -> IN|OVER|WITHIN Noun", example="in the last two weeks")
def in_several(w: Words, noun: Noun) -> Over | None:
    """Take what is asked within several that are told by their place for what they hold together."""
    return changed(over_of(noun), quantifier="together") if _several(noun) else None


def _several(noun: Noun) -> bool:
    """Tell whether a noun is of so many that come first or last."""
    return noun.kind == "rank" and noun.plural and bool(noun.front) and not noun.overs


@rule("Over -> WITHIN Noun", example="within the week")
def within(w: Words, noun: Noun) -> Over | None:
    return on(w, noun)


@rule("Over -> OVER|FOR|IN TOTAL Noun", example="over the whole day")
def over_whole(w: Words, noun: Noun) -> Over | None:
    fits = noun.kind == "rank" and not (noun.plural or noun.placed or noun.article == "a")
    return over_of(noun) if fits and not noun.filters else None


@rule("Over -> OVER ALL? Noun", example="over the weekend")
def over_all(w: Words, noun: Noun) -> Over | None:
    if noun.kind not in ("rank", "member") or noun.overs or noun.article == "a":
        return None
    made = over_of(noun)
    if noun.plural:
        return changed(made, quantifier="together")
    return made if noun.placed or noun.article == "the" else None


@rule("Over -> OVER ALL? Num Noun", example="over the four weeks")
def over_so_many(w: Words, number: Amount, noun: Noun) -> list[Over] | None:
    whole = number.exact and number.low == int(number.low)
    if noun.kind != "rank" or not noun.plural or noun.placed or noun.overs or not whole:
        return None
    made = changed(over_of(noun), quantifier="together")
    told = changed(made, number=int(number.low))
    return [made] if number.definite else [made, told]  # `the four weeks` are those of the plan


@rule("Theme -> Theme OF ALL? Num Noun", example="the total tonnage of all three sessions")
def of_so_many(w: Words, theme: Theme, number: Amount, noun: Noun) -> list[Theme] | None:
    overs = over_so_many(w, number, noun) if theme.total and not theme.overs else None
    return None if overs is None else [changed(theme, overs=(over,)) for over in overs]
