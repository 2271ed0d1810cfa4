"""Things: `meal`, `day 2`, `the first snack`, `lunch and dinner`, `30-minute walk after dinner`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import LARGE, Words, quoted
from evalspec.language.english.meanings import (
    ANY,
    Amount,
    Ask,
    Asks,
    Clause,
    Noun,
    Subject,
    Theme,
    amount_text,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names
from evalspec.language.english.rules.names import open_name
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import block_text, over_of
from evalspec.vocabulary.nouns import singular


@rule("Noun -> Rank|Thing|Text|Name", example="meal")
def noun(w: Words, noun: Noun) -> Noun:
    return noun


@rule("Noun -> NTH* Name", example="the first speech", cost=0.2)
@rule("Noun -> NTH* Rank|Thing|Text", example="the first meal")
def nth(w: Words, number: int, noun: Noun) -> Noun | None:
    if noun.kind == "name" and (noun.plural or noun.placed or noun.article == "a"):
        return None
    if noun.kind == "text" and noun.plural:
        return None  # `the last words`: how many of them
    if number == -1:
        return changed(noun, front="last ", placed=True, article="the")
    if number == 1:
        return changed(noun, front="first ", placed=True, article="the")
    place = str(number) if number > 0 else f"{-number} from end"
    return changed(noun, filters=f"{noun.filters} {place}", placed=True, article="the")


@rule("Noun -> OPENING Rank", example="the opening item")
def opening(w: Words, rank: Noun) -> Noun | None:
    return None if rank.plural or rank.kind == "plan" else nth(w, 1, rank)


@rule("Noun -> CLOSING Rank", example="the closing item")
def closing(w: Words, rank: Noun) -> Noun | None:
    return None if rank.plural or rank.kind == "plan" else nth(w, -1, rank)


@rule("Noun -> NTH* Name Rank", example="the second focus block", cost=0.1)
def nth_named(w: Words, number: int, name: Noun, rank: Noun) -> Noun | None:
    made = block_named(w, name, rank)
    return None if made is None else nth(w, number, made)


@rule("Noun -> NTH* Num Rank|Thing|Text|Name", example="the last two days")
def nth_some(w: Words, number: int, many: Amount, noun: Noun) -> Noun | None:
    if number not in (1, -1) or not many.exact:
        return None
    front = f"{'first' if number == 1 else 'last'} {many.low} "
    return changed(noun, front=front, placed=True, plural=True)


@rule("Noun -> Text NAMED? Quoted", "Noun -> Quoted Text", "Noun -> Text NAMED Words|Known", "Noun -> Words Text",
      example='the section "Risks"', against="short section", cost=-0.1)  # fmt: skip
def called(w: Words, *parts: Any) -> Noun | None:
    """Take a section by its heading."""
    noun, text = parts if isinstance(parts[0], Noun) else reversed(parts)
    plain = noun.scope == "section" and not (noun.plural or noun.filters or noun.overs)
    plain = plain and text[:1].isupper()
    named = f" named {quoted(text)}"
    return changed(noun, filters=named, placed=True) if plain and noun.article != "a" else None


@rule("Noun -> PART_OF_TEXT*", example="the introduction", cost=-0.2)
def part_of_text(w: Words, name: str) -> Noun | None:
    """Take a part of a text by what it is, which its heading says."""
    name = name.removesuffix(" section")
    filters = f" named {quoted(name)}"
    noun = Noun("section", "text", "", LARGE, "section", filters, placed=True, article="the")
    return noun if w.textual else None


@rule("Noun -> Rank|Text Num", "Noun -> Rank|Text NUMBERED Num", example="day 2")
def numbered(w: Words, noun: Noun, number: Amount) -> Noun | None:
    if number.low != int(number.low) or not 0 < number.low < 1000 or noun.article == "a":
        return None
    if number.exact and not noun.plural:
        return changed(noun, filters=f"{noun.filters} {number.low}", placed=True, article="the")
    if number.exact or not noun.plural:
        return None
    return changed(noun, filters=f"{noun.filters} {number.low} to {number.high}", placed=True)


@rule("Noun -> Rank LETTERED*", example="session A")
def lettered(w: Words, noun: Noun, letter: str) -> Noun | None:
    if noun.plural or noun.article:
        return None
    return changed(
        noun, filters=f" named {quoted(noun.name.capitalize() + ' ' + letter)}", placed=True
    )


def of_a_kind(noun: Noun) -> Noun:
    """Return the things of a kind that only its name tells: what the response puts under it."""
    if noun.kind != "name" or noun.placed or noun.filters or noun.cited or noun.overs:
        return noun
    return Noun(f"value({quoted(singular(noun.name.lower()))})", "rank", name=noun.name)


@rule("Noun -> EXTREME* Rank|Thing|Text|Name", example="the longest session")
def extreme(w: Words, extreme: tuple[str, str], noun: Noun) -> Any:
    kind, measure = extreme
    if noun.kind == "text":  # the longest by its words
        said = measure == "duration" and not (noun.plural or noun.filters) and noun.scope != "word"
        return changed(noun, filters=f" with {kind} words", placed=True) if said else None
    if noun.kind == "name" and (measure == "any" or noun.cited or w.prose):
        return None
    if measure == "any":
        return changed(noun, filters=f"{noun.filters} with {kind} {ANY}", placed=True)
    if measure not in w.lexicon.measures:
        return None
    own = [
        m
        for m in noun.measures
        if w.lexicon.measures[m].dimension in ("time", "length") or len(noun.measures) == 1
    ]
    if measure == "duration" and len(own) == 1:
        return changed(
            noun, filters=f"{noun.filters} with {kind} {w.theme(own[0]).measure}", placed=True
        )
    theme = w.theme(measure)
    far = w.spatial(noun) or noun.kind == "name"
    if measure == "duration" and far and "distance" in w.lexicon.measures:
        names = ("duration", "distance")
        return [
            changed(noun, filters=f"{noun.filters} with {kind} {m}", placed=True) for m in names
        ]
    return changed(noun, filters=f"{noun.filters} with {kind} {theme.measure}", placed=True)


@rule("Noun -> Noun WITH? EXTREME* Measure", example="the meal with the most calories")
def with_extreme(w: Words, noun: Noun, extreme: tuple[str, str], theme: Theme) -> Noun | None:
    if extreme[1] not in ("any", "amount") or noun.plural:
        return None
    return changed(noun, filters=f"{noun.filters} with {extreme[0]} {theme.measure}", placed=True)


@rule("Noun -> Thing Rank", example="rest days")
def kind_of(w: Words, thing: Noun, rank: Noun) -> Noun | None:
    if rank.kind == "plan" or rank.article == "a":
        return None  # `3 breaks a day`
    if thing.kind == "member" and thing.rank != rank.rank:  # `core exercises`
        inner = rank.level > thing.level and not (thing.article or thing.plural or rank.filters)
        own = w.lexicon.ranks.get(thing.rank)
        inner &= own is not None and not own.timed  # no `breakfast foods`
        return changed(rank, filters=f" where (exists {quoted(thing.name)})") if inner else None
    resting = thing.name in w.pauses and rank.rank == "day"
    if thing.kind == "category" and rank.kind not in ("block", "item") and not resting:
        return None
    if thing.kind == "category" and resting:  # no `rest between sets`
        if w.scheduled:
            return None
        thing = changed(thing, scope=f"{rank.scope} named {quoted(thing.name)}")
    return changed(thing, plural=rank.plural, article=thing.article)


@rule("Noun -> Amount Noun", example="30-minute walk")
def sized(w: Words, amount: Amount, noun: Noun) -> Noun | None:
    if not amount.attached or amount.dimension != "time" or not amount.exact:
        return None
    return changed(noun, filters=f" lasting {amount_text(amount)}{noun.filters}")


# -- lists --------------------------------------------------------------------------------------------
@rule("List -> Thing COMMA Thing", "List -> List COMMA Thing", example="lunch, dinner")
def listed(w: Words, one: Noun, other: Noun) -> Noun | None:
    if one.kind != other.kind or one.rank != other.rank or one.kind != "member":
        return None
    members = (*one.members, *other.members)
    names = ", ".join(quoted(m) for m in members)
    return changed(one, members=members, filters=f" named any of [{names}]", name="", plural=True)


@rule("Noun -> ALL? Thing|List AND Thing / List COMMA AND Thing", example="lunch and dinner",
      cost=0.2)  # fmt: skip
def all_of(w: Words, one: Noun, other: Noun) -> Noun | None:
    return listed(w, one, other) or unlike(w, one, other)


@rule("List -> Part COMMA Part / List COMMA Part", "Part -> Thing|Name", example="rice, tofu")
def unlike(w: Words, one: Noun, other: Noun | None = None) -> Noun | None:
    """List things that no single scope holds: work and study."""
    if other is None:
        return one
    if not {one.kind, other.kind} <= {"category", "name", "several"} or not w.scheduled:
        return None
    parts = (*(one.several or (one,)), other)
    return Noun("", "several", "", 50, several=parts, plural=True)


@rule("Noun -> Part|List AND Part / List COMMA AND Part", example="rice and tofu", cost=0.3)
def unlike_all(w: Words, one: Noun, other: Noun) -> Noun | None:
    return (
        unlike(w, one, other) if "name" in (one.kind, other.kind) or one.kind == "several" else None
    )


@rule("Noun -> Noun FOR Noun", example="a break for errands", cost=0.2)
def pause_for(w: Words, pause: Noun, noun: Noun) -> Noun | None:
    if pause.name not in w.pauses or noun.kind not in ("category", "name") or pause.plural:
        return None
    return changed(noun, filters=f"{pause.filters}{noun.filters}", article=pause.article)


@rule("Noun -> GENERAL TO Noun", example="a visit to the Louvre", idle=(0,))
def visit_to(w: Words, noun: Noun) -> Noun | None:
    """Not `a session to run`, where the verb goes on."""
    return noun if noun.kind == "name" or (noun.kind == "category" and noun.article) else None


@rule("Noun -> Thing|Name GENERAL*", example="gym visit", idle=(1,))
def generic(w: Words, noun: Noun, plural: bool) -> Noun | None:
    own = noun.kind == "category" or (noun.kind == "name" and w.scheduled)
    return changed(noun, plural=plural) if own else None


@rule("Noun -> Name Rank", example="focus block", against="focus week", cost=0.1)
def block_named(w: Words, name: Noun, rank: Noun) -> Noun | None:
    """Take a piece of a schedule with a name for what has that name, as `gym visit`."""
    own = rank.kind == "block" and not rank.article
    return generic(w, name, rank.plural) if own else None


@rule("Noun -> NTH* Rank Noun", example="the first week's meals", cost=0.1)
def possessed_nth(w: Words, number: int, rank: Noun, noun: Noun) -> Noun | None:
    holder = nth(w, number, rank)
    return None if holder is None or holder.level >= noun.level else possessed(w, holder, noun)


@rule(
    "Thing -> Rank|GENERAL* OF|FOR Thing",
    "Name -> Rank|GENERAL* OF|FOR Name",
    example="blocks of painting",
    idle=(0,),
    cost=0.1,
)
def piece_of(w: Words, piece: Noun | bool, noun: Noun) -> Noun | None:
    """Take pieces of what is done for what is done: `no block of translation work`, `sessions for yoga`."""
    if isinstance(piece, Noun) and piece.kind != "block":
        return None
    own = noun.kind in ("category", "name") and not (noun.filters or noun.article or noun.plural)
    several = piece.plural if isinstance(piece, Noun) else piece
    article = piece.article if isinstance(piece, Noun) else ""
    return changed(noun, plural=several, article=article) if own and w.scheduled else None


@rule("Name -> Known Thing", example="language study", cost=0.5)
def compound(w: Words, first: str, noun: Noun) -> Noun | None:
    """Name what is done by what it is of: the last word is of a known kind, the first tells which."""
    plain = noun.kind == "category" and not (noun.article or noun.filters or noun.plural)
    fits = plain and w.scheduled and not first.endswith("-")
    return open_name(w, f"{names.bare(first)} {noun.name}") if fits else None


# -- of what -------------------------------------------------------------------------------------------
@rule("Noun -> Day Noun", "Noun -> Rank Noun", example="Tuesday's meals", cost=0.1)
def possessed(w: Words, holder: Noun, noun: Noun) -> Noun | None:
    one = holder.kind == "rank" and holder.article == "the" and not holder.plural
    return of(w, noun, holder) if holder.placed or one else None


@rule("Noun -> Noun OF|IN|ON|FOR|DURING Noun", example="lunch on day 2", cost=0.1)
def of(w: Words, one: Noun, other: Noun) -> Noun | None:
    if one.kind in ("rank",) and other.kind == "text":
        return None
    if other.kind == "plan":
        return one
    if other.kind not in ("rank",) or other.level >= one.level or " except" in one.filters:
        return None
    if not (other.placed or other.article != "a") or (other.plural and not other.placed):
        return None
    if one.placed and not other.placed and other.article == "the":
        other = changed(other, article="")  # `the last snack of the day` is one of each
    return changed(one, overs=(*one.overs, *other.overs, over_of(other)))


@rule("Noun -> Noun OF|IN|ON|FOR TOTAL? Plan", example="exercises in the plan", idle=(1,))
def of_plan(w: Words, noun: Noun, plan: Noun) -> Noun:
    return noun


@rule("Noun -> Noun LASTING Bound / Noun OF Bound", example="exercises lasting 10 minutes or more",
      cost=0.2)  # fmt: skip
def of_length(w: Words, noun: Noun, bound: Any) -> Noun | None:
    if bound.amount.dimension != "time" or len(bound.limits) > 1 or not bound.amount.exact:
        return None
    limit = bound.limits[0]
    if limit.about or limit.slack or noun.kind == "plan":
        return None
    whole = w.lexicon.ranks.get(bound.amount.unit)
    if whole is not None and noun.rank and noun.level > whole.level and noun.kind != "name":
        return None  # `the snacks of one day`
    known = w.lexicon.ranks.get(noun.rank)
    if known is not None and known.calendar and noun.article == "a":
        return None  # `three walks a day of 20 minutes`
    sign = "" if limit.comparator == "=" else f"{limit.comparator} "
    return changed(noun, filters=f"{noun.filters} lasting {sign}{amount_text(bound.amount)}")


@rule("Sized -> Bound OF Noun", example="start with five minutes of stretching")
def so_long(w: Words, bound: Any, noun: Noun) -> Noun | None:
    return of_length(w, noun, bound)


@rule("Noun -> Noun OF|IN|ON|FOR EACH|ANY Noun", example="the first meal of each day")
def of_each(w: Words, one: Noun, other: Noun) -> Noun | None:
    if other.kind != "rank" or other.level >= one.level or other.plural:
        return None
    return changed(one, overs=(*one.overs, *other.overs, over_of(other)))


@rule("Noun -> Noun COMMA EXCEPT Exception", example="no snacks, except fruit")
def excepted_behind(w: Words, noun: Noun, other: tuple[Noun, ...]) -> Noun | None:
    """Not `each paragraph has three sentences, except the last`."""
    return None if any(one.kind == "entry" for one in other) else excepted(w, noun, other)


@rule("Noun -> Noun EXCEPT|NE Exception", "Noun -> Rank|Thing BUT Exception", "Noun -> Noun COMMA EXCEPT Exception COMMA",
      example="each meal except breakfast")  # fmt: skip
def excepted(w: Words, noun: Noun, other: Any) -> Noun | None:
    if noun.overs:
        return None
    filters = noun.filters
    for one in other if isinstance(other, tuple) else (other,):
        text = left_out(noun, one)
        if text is None:
            return None
        filters += f" except{text}"
    return changed(noun, filters=filters)


def left_out(noun: Noun, other: Noun) -> str | None:
    """Return the filters that leave one thing out of others."""
    if other.also:
        return None
    if other.kind == "member" and other.rank == noun.rank and len(other.members) == 1:
        return other.filters
    if other.scope.startswith(f"{noun.scope} named "):  # rest days
        return other.scope.removeprefix(noun.scope)
    unnamed = noun.rank in ("day", "week", "month") and not other.cited  # `40 g a day except fruit`
    if other.kind in ("name", "category") and noun.kind != "text" and not unnamed:
        return f" named {quoted(other.name)}"
    if other.rank == "day" and other.filters.startswith(" on "):
        return other.filters if noun.rank == "day" or other.article == "a" else None
    if other.kind in ("rank", "text") and other.scope == noun.scope and other.placed:
        if other.front == "last ":
            return " 1 from end"
        return " 1" if other.front == "first " else other.filters
    told = other.filters.startswith(" where (") and other.scope == noun.scope
    return other.filters if other.kind == "entry" or told else None


@rule("Exception -> One / One AND One / One COMMA AND? One",
      example="each meal except lunch and dinner", cost=0.0)  # fmt: skip
def exceptions(w: Words, one: Noun, other: Noun | None = None) -> tuple[Noun, ...]:
    return (one,) if other is None else (one, other)


@rule("One -> ON? Noun", "One -> FOR Thing", example="breakfast")
def exception(w: Words, one: Noun) -> Noun | None:
    return one if not one.overs and not one.filters.startswith(" on ") else None


@rule("One -> ON*? Day", example="on Sunday")
def day_exception(w: Words, on: str | None, day: Noun) -> Noun | None:
    if " any of " in day.filters:
        return None
    return changed(day, article="a") if on is not None else day


@rule("One -> NTH*", example="the last")
def nth_exception(w: Words, number: int, *rest: Any) -> Noun:
    return Noun("", "entry", filters=f" {-number} from end" if number < 0 else f" {number}")


@rule("Noun -> Rank Many AND Num", "Noun -> Rank Num AND Num", "Noun -> Rank Many COMMA AND Num",
      example="days 1 and 3")  # fmt: skip
def several(w: Words, noun: Noun, row: Any, last: Amount) -> Noun | None:
    numbers = (*(row if isinstance(row, tuple) else (row,)), last)
    if not noun.plural or any(n.low != int(n.low) or not n.exact for n in numbers):
        return None
    filters = [f"{noun.filters} {n.low}" for n in numbers]
    return changed(noun, filters=filters[0], also=tuple(filters[1:]), placed=True)


@rule("Many -> Num COMMA Num", "Many -> Many COMMA Num", example="days 1, 2 and 3")
def many(w: Words, row: Any, number: Amount) -> tuple[Amount, ...]:
    return (*row, number) if isinstance(row, tuple) else (row, number)


@rule("Placed -> Rank Num", example="day 2")
def one_place(w: Words, noun: Noun, number: Amount) -> Noun | None:
    return numbered(w, noun, number)


@rule("Placed -> Placed COMMA Placed", "Noun -> Placed AND Placed", "Noun -> Placed COMMA AND Placed",
      example="day 1 and day 3")  # fmt: skip
def several_places(w: Words, one: Noun, other: Noun) -> Noun | None:
    if one.rank != other.rank:
        return None
    return changed(one, also=(*one.also, other.filters, *other.also), plural=True)


@rule("Noun -> Text WITH|OF|HAVING Ask AND Ask", "Noun -> Text WITH|OF|HAVING Ask COMMA AND? Ask",
      example="a table with 3 columns and 5 rows")  # fmt: skip
def having_both(w: Words, noun: Noun, one: Ask, other: Ask) -> Noun | None:
    """Narrow a piece of a text by two numbers of smaller ones that are in it."""
    counted = one.kind == other.kind == "count" and noun.scope == "table"
    return having(w, noun, Ask("all", parts=(one, other))) if counted else None


@rule("Noun -> Rank|Text WITH|WITHOUT* Ask", "Noun -> Rank THAT HAVE Ask", "Noun -> Rank HAVING Ask",
      example="session with a warm-up", cost=0.15)  # fmt: skip
def having(w: Words, noun: Noun, *rest: Any) -> Noun | None:
    ask = rest[-1]
    if (
        (ask.kind == "there" and ask.noun.kind in ("rank", "plan"))
        or noun.kind == "plan"
        or noun.placed
    ):
        return None
    if noun.kind == "text" and ask.noun is not None and not _in_text(noun, ask.noun):
        return None
    if noun.scope == "character" and rest[0] not in w.lacking:
        return None  # `280 characters, including spaces`: all are counted
    if noun.scope == "paragraph" and ask.noun is not None and "lines" in ask.noun.counts:
        return None  # `one paragraph without line breaks`: there is no other
    if rest[0] in w.lacking:
        ask = denied(ask) if ask.kind == "there" and not ask.absent else None
    inner = None if ask is None else clause(w, Subject(None), Asks((ask,)))
    if not isinstance(inner, Clause) or inner.overs:
        return None
    return changed(noun, filters=f"{noun.filters} where ({inner.formula})")


@rule(
    "Noun -> Thing WITH Name|Thing", example="dinner with the kids", against="a walk with the dog"
)
def together_with(w: Words, noun: Noun, other: Noun) -> Noun | None:
    """Narrow what is on a schedule to that with somebody, who is then named in it."""
    own = noun.kind == "category" and not (noun.filters or noun.article == "a")
    fits = w.scheduled and own and other.kind in ("name", "category") and other.article != "a"
    return changed(noun, filters=f" where (exists {quoted(other.name)})") if fits else None


@rule("Noun -> Rank|Thing WITH|WITHOUT* Either / Rank|Thing THAT HAVE Either",
      example="dinners with fish, tofu or eggs", cost=0.2)  # fmt: skip
def having_one_of(w: Words, noun: Noun, *rest: Any) -> Noun | None:
    """Narrow a thing to those with one of several in it, or with none of them."""
    if noun.kind not in ("rank", "member", "item") or noun.placed:
        return None
    without = rest[0] in w.lacking
    texts = [f"{'not ' * without}exists {block_text(w, one)}" for one in rest[-1]]
    return changed(
        noun, filters=f"{noun.filters} where ({(' and ' if without else ' or ').join(texts)})"
    )


@rule("Either -> ANY*? Part OR* Part / EitherRow COMMA? OR* Part", "EitherRow -> Part COMMA Part / "
      "EitherRow COMMA Part", example="lentils, peas or beans",
      against="lentils, peas or other pulses")  # fmt: skip
def either(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    if "nor" in parts:
        return None
    rows = [part if isinstance(part, tuple) else (part,) for part in parts if part is not None]
    found = [one for row in rows for one in row if isinstance(one, Noun)]
    plain = all(one.kind in ("name", "category") and not one.overs for one in found)
    return tuple(found) if plain else None


def _in_text(piece: Noun, noun: Noun) -> bool:
    """Tell whether a thing may stand in a piece of text: no hashtag in a character."""
    return noun.kind in ("mark", "literal") or (noun.kind == "text" and noun.level > piece.level)
