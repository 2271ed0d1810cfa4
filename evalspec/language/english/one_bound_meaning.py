"""What the parts of a sentence of one bound ask for together; nothing where they do not fit."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from evalspec.language.english.closed import data
from evalspec.language.english.covering import Part, Parts, only_named
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    COUNTED,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
)
from evalspec.language.english.one_bound_parts import PREPOSITIONS, first_word, partitive
from evalspec.language.english.rules import bounds, persons
from evalspec.language.english.rules.clauses.stated import limited
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.denials import denied
from evalspec.language.english.state.overs import over_of, readings_of
from evalspec.language.names import PARTS
from evalspec.vocabulary.nouns import singular


def _tells_topic(one: Part, two: Part) -> bool:
    """Tell whether `about` stands before a thing, and behind no amount."""
    rough = one.role == "sign" and one.value is not None and not one.value.comparator
    return rough and two.role == "thing"


def _counts_things(one: Part, two: Part) -> bool:
    """Tell whether a number stands before several things."""
    things = [two.value] if two.role == "thing" else []
    if two.role == "of" and two.value[0] == "OF":  # `two of the talks should cover costs`
        things = [part for part in two.value if isinstance(part, Noun)]
    return one.role == "bound" and any(noun.plural for noun in things)


def _counts_prices(one: Part, two: Part) -> bool:
    theme = two.value.dimension if two.role == "theme" else ""
    return one.role == "bound" and theme.startswith("currency")


def demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    by_role: dict[str, list[Part]] = {}
    for part in parts:
        by_role.setdefault(part.role, []).append(part)
    things = [*by_role.get("thing", ()), *by_role.get("of", ())]
    if "compared" in by_role:
        return _comparison(w, parts, by_role)
    if "bound" not in by_role or not _stand(parts):
        return []
    if any(part.entry.type == "STOP" for part in parts[:-1]):
        return []  # two sentences
    if any(_elliptic(one, two) for one, two in pairwise(parts)) or _they(parts[0]):
        return []
    amount = by_role["bound"][0].value.amount
    scoped = {part.value.rank for part in by_role.get("over", ())}
    if any(part.role == "thing" and part.value.rank in scoped for part in things):
        return []  # `Monday, Friday and Sunday, 20 minutes each`: both are days
    timed = amount.dimension == "time"
    if timed and any(map(_parts_of_days, by_role.get("thing", ()))):
        return []  # `evenings at most two hours`: each of them
    if things and amount.low == 1 < amount.high and amount.dimension == "count:person":
        return []  # `helpers 1 to 8 children`: one for eight
    if amount.bare and any(map(_counts_prices, parts, parts[1:])):
        return []  # `at most two fees`: so many of them
    if any(map(_tells_topic, parts, parts[1:])):
        return []  # `half of the talks should be about safety`
    spread = parts[0].role in ("over", "subject") and any(
        part.entry.type == "COMMA" for part in parts
    )
    if spread and "total" in by_role and "theme" in by_role:
        return []  # `for each job a price, and at most 900 in total`
    if amount.bare and any(map(_counts_things, parts, parts[1:])) and "theme" in by_role:
        return []  # `three books with a price each`: so many of them
    if amount.bare and 0 < amount.high < 1:
        return []  # `at most 3/4 of it on rent`
    if ("of it" in by_role and not things) or ("between sets" in by_role and not _of_rest(by_role)):
        return []
    if "span" in by_role and any(p.value.plural for p in by_role.get("thing", ())):
        return []  # `sessions 45 min from start to finish`: each of them
    if "span" in by_role and not any(p.role == "subject" for p in parts):
        by_role["total"] = [*by_role.get("total", []), *by_role["span"]]
    if "all" in by_role and "total" not in by_role:
        return []  # `for all four days`: for each, or together
    ends = [p.value[1] for p in things if p.role == "of" and p.value[0] == "TO"]
    if any(isinstance(end, Noun) and end.kind == "rank" for end in ends):
        return []  # `up to day 9`: on each day until then
    if any(p.entry.type == "ALL_OF" and p.value.plural for p in things) and "total" not in by_role:
        return []  # `all walks`: each, or together
    open_overs = [p for p in by_role.get("over", ()) if p.value.rank == "" and p.value.level == 60]
    if open_overs and ("subject" in by_role or (timed and open_overs[0].entry.type == "PER")):
        return []  # `30 seconds per side`
    if "total" in by_role and any(p.role == "of" and p.value[0] == "WITH" for p in things):
        return []  # `in total, with the race`: counted in
    apart = any(one.entry.type == "COMMA" and two.role == "over" for one, two in pairwise(parts))
    firm = any(limit.firm for limit in by_role["bound"][0].value.limits)
    if apart and (firm or any(p.value.comparator == "=" for p in by_role.get("sign", ()))):
        return []  # `exactly one takeaway, Friday`: of all, or of that day
    counted = amount.dimension.startswith("count:")
    if counted and any(part.entry.type == "FOR_ALL" for part in parts):
        return []  # `ten reps on everything`: of each
    shared = amount.dimension == "fraction"
    if len(things) > 1 + shared:
        return []
    whole = by_role.get("subject", [])
    scopes = {p.end for p in (*whole, *by_role.get("over", ())) if p.entry.type != "PER"}
    narrowing = [p for p in by_role.get("of", ()) if p.start in scopes]
    if any(p.value[0] != "OF" or not _is_whole(p.value[1], "spatial") for p in narrowing):
        return []  # `each station in the circuit`
    parts = tuple(p for p in parts if p not in narrowing)  # `every leg of the ride`
    things = [p for p in things if p not in narrowing]
    if whole and things and _of_each(whole[0].value):
        by_role["over"] = [
            *by_role.get("over", []),
            whole[0]._replace(value=over_of(whole[0].value.noun)),
        ]
        parts = tuple(part for part in parts if part.role != "subject")
    if "total" in by_role and len(things) == 1 and _whole(things[0]):
        by_role["total"] = by_role.get("total", []) + things
        parts = tuple(part._replace(role="total") if part in things else part for part in parts)
        things = []  # `the order including shipping`
    crew = w.scheduled and any(w.is_crew(str(p.value.name)) for p in by_role.get("thing", ()))
    if crew and "total" in by_role:
        return []  # `at most two trainees together`: at a time
    if any(map(_works, parts, parts[1:])) or any(map(_numbered, parts, parts[1:])):
        return []  # `Gran does two nights`: of others there are more
    if by_role.get("whom") and not (things or "theme" in by_role or "subject" in by_role):
        return []  # `the kids at most two hours`: of what
    if any(p.entry.type.startswith("SIGN ") and p.end <= by_role["bound"][0].start for p in parts):
        return []  # `a box up over 3 kg`
    acting = any(p.entry.type == "VERB" for p in parts)
    if "each" in by_role and acting:
        return []  # `cushion covers under £25 each`
    if "each" in by_role and _is_of(parts, by_role["bound"][0]):
        return []  # `200 g of rice each`: for each person
    if acting and not _takes_it(parts, by_role["bound"][0].value):
        return []
    bound = _bound(w, by_role)
    if bound is None or len({"rest", "all of it"} & set(by_role)) > shared:
        return []
    upper = {limit.comparator for limit in bound.limits} <= {"<", "<="}
    if any(p.value.quantifier == "no" for p in whole) and (
        upper or any(map(_told, parts, parts[1:]))
    ):
        return []  # `no calls, 20 minutes at most`
    if "permit" in by_role and not upper and "not" not in by_role:
        return []
    themes = [part.value for role in ("theme", "measures") for part in by_role.get(role, ())]
    if len({theme.dimension for theme in themes}) > 1:
        return []
    asked = _asked(w, parts, bound, themes[0] if themes else None)
    if asked is None:
        return []
    subject, ask = asked
    if ask.theme is not None and ask.theme.limit and bound.plain:
        ask = limited(ask, ask.theme) or ask  # `ten is the limit for snacks`
    forbidden = by_role.get("forbidden", ())
    said = [p for p in parts if p.entry.type not in ("STOP", "FILLER", "COMMA")]
    if forbidden and (said[-1] is not forbidden[0] or said[-2].entry.type not in ("BE", "COME")):
        return []  # `out of doors for two hours`
    if "not" in by_role or forbidden:
        flipped = denied(ask) if len(bound.limits) == 1 and not bound.plain else None
        if flipped is None:
            return []
        ask = flipped
    several = subject.noun.several if subject.noun is not None else ()
    added = any(p.entry.type == "ADDED" for p in things)
    if several and (added or "total" in by_role or ask.kind == "count"):
        subject = changed(subject, total=True)
    elif "total" in by_role and ask.kind == "amount":
        ask = changed(ask, total=True)
    refused = forbidden or "not" in by_role
    if "each" in by_role or (
        refused and timed and any(p.role == "thing" and p.value.plural for p in things)
    ):
        ask = changed(ask, each=True)  # `meetings over half an hour are forbidden`
    asks: Asks | None = Asks((ask,))
    overs = [part.value for part in by_role.get("over", ())]
    if "head" in by_role:
        overs.append(persons.per_head(w))
    money = bound.amount.dimension.startswith("currency") and subject.noun is None
    if "each" in by_role and money and not (ask.theme and ask.theme.of) and "head" not in by_role:
        overs.append(persons.per_head(w))  # `at most 320 euros each`
    worked = any(p.entry.type == "WORKING" or p.value == "work" for p in parts)
    if (worked or "once" in by_role) and bound.amount.unit in w.lexicon.ranks:
        return []  # `four days in a row`, `work no more than four days`
    if "once" in by_role:
        if not upper or ask.kind != "amount" or overs:
            return []
        overs.append(_at_once(w, bound))
    if "night" in by_role:
        named = any(p.role == "thing" and p.value.article != "a" for p in things)
        eaten = named and bound.amount.dimension in ("volume", "mass")
        if ask.kind != "amount" or not (eaten or bound.amount.dimension == "time"):
            return []
        overs.append(over_of(w.day))
    for over in overs:
        asks = asks_over(w, asks, over) if asks is not None else None
    made = clause(w, subject, asks) if asks is not None else None
    return readings_of(made)


def _numbered(one: Part, other: Part) -> bool:
    """Tell whether a number is what a thing goes by: `nothing in bed 4`, `a set of 45`."""
    refused = one.role == "subject" and one.value.quantifier == "no"
    plain = other.role == "bound" and other.value.plain and other.value.amount.bare
    return (refused and plain) or (one.entry.type == "KEPT" and other.entry.type == "OF")


def _told(one: Part, other: Part) -> bool:
    """Tell whether a number is told beside what is refused: `no trampoline, they are 14`."""
    told = str(other.entry.value).lower().startswith(("they", "it"))
    return one.entry.type == "COMMA" and other.role == "glue" and told


def _is_of(parts: Parts, bound: Part) -> bool:
    """Tell whether `of` and a thing follow a bound."""
    return any(p.entry.type == "OF" and p.start == bound.end for p in parts)


def _works(one: Part, other: Part) -> bool:
    """Tell whether somebody is said to do so much."""
    return one.role == "whom" and (
        other.entry.type == "WORKING"
        or other.entry.value in ("do", "does", "work", "works", "take", "takes")
    )


def _parts_of_days(part: Part) -> bool:
    name = part.value.name.lower()
    return singular(name) != name and singular(name) in PARTS


def _of_rest(by_role: dict[str, list[Part]]) -> bool:
    """Tell whether what is between sets is the rest that is taken there."""
    themes = [p.value for role in ("theme", "measures") for p in by_role.get(role, ())]
    return any(theme.measure == "rest" for theme in themes)


_BEHIND = frozenset(
    {"of it", "between sets", *"span glue sign over total all each head night of".split()}
)
"""Roles of what may stand behind a bound and a comma."""
_CLAUSAL = frozenset("MODAL DO BE COME HAVE SPEND LAST SUM_TO WHO IT LIGHT THAT GETTING".split())
"""Types of words that begin another clause there."""


def _takes_it(parts: Parts, bound: Bound) -> bool:
    """Tell whether a verb that no list holds only says that a thing has so much: `the raffle brings in 400`,
    no `I want to row 12 km`, `dinner serves three`.
    """
    place = next(n for n, p in enumerate(parts) if p.entry.type == "VERB")
    before = [p for p in parts[:place] if p.entry.type not in _AUXILIARY]
    amount = bound.amount
    much = amount.dimension != "time" and (amount.low > COUNTED or not amount.bare)
    return bool(before) and before[-1].role in ("thing", "subject", "total") and much


_AUXILIARY = frozenset({"MODAL", "DO", "NOT", "PERMIT", "FILLER", "OBLIGED"})


def _comparison(w: Words, parts: Parts, by_role: dict[str, list[Part]]) -> list[Clause]:
    """Hold a thing to another, of which only names are said: `labour no more than the materials`."""
    said = [p for p in parts if p.role not in ("glue", "measures", "total")]
    roles = [p.role for p in said]
    if roles not in (["thing", "compared", "thing"], ["compared", "thing", "thing"]):
        return []
    sides = [p for p in said if p.role == "thing"]
    if roles[0] == "compared" or any(p.entry.type in _NARROWING for p in parts):
        return []
    if any(p.value.several and p.entry.type != "ADDED" for p in sides) and "total" not in by_role:
        return []  # `flowers and candles no more than the cake`: each, or both
    if "total" in by_role and not any(p.value.several for p in sides):
        return []
    themes = by_role.get("measures")
    rows = [p.value.several or (p.value,) for p in sides]
    theme = themes[0].value if themes else w.unsaid(rows[0][0])
    nouns = [noun for row in rows for noun in row]
    plain = all(n.kind == "name" and not n.article and w.unsaid(n) is not None for n in nouns)
    if theme is None or not plain:
        return []
    values = (" + ".join(f"sum({theme.measure}) of {noun.text}" for noun in row) for row in rows)
    return [Clause(f" {by_role['compared'][0].value} ".join(values))]


_NARROWING = frozenset("NOT PERMIT OF TO THAT VERB".split())


def _at_once(w: Words, bound: Bound) -> Over:
    """Return each smallest part: `250 ml at a time`."""
    names = [r.name for r in w.lexicon.ranks.values() if r.item]
    own = "block" if w.scheduled else names[0] if names else "item"
    return Over(own, 90, "each", own, item=True)


def _whole(part: Part) -> bool:
    """Tell whether a thing is all that a response is about: `the order`, `our tour`."""
    led = part.role == "thing" and part.end - part.start > len(part.value.name.split())
    return led and _is_whole(part.value)  # no `hike length`


def _is_whole(noun: Noun, *more: str) -> bool:
    words = {*data("single")["whole"], *data("wholes"), *(w for key in more for w in data(key))}
    return noun.kind == "name" and noun.name.lower() in words


def _of_each(subject: Subject) -> bool:
    """Tell whether a subject may be where something else is: `every ewe 1.2 kg of feed`."""
    part = subject.noun is not None and first_word(subject.noun) in data("single")["no scopes"]
    return subject.quantifier == "each" and not (subject.anyone or part)


def _stand(parts: Parts) -> bool:
    """Tell whether words that lead to others stand before such."""
    place = next(n for n, part in enumerate(parts) if part.role == "bound")
    tail = [p for p in parts[place + 1 :] if p.role != "sign"]
    doubled = [n for n, p in enumerate(tail[1:]) if p.entry.type == tail[n].entry.type == "COMMA"]
    # `half of it, or more, is`
    tail = [p for n, p in enumerate(tail) if not {n, n - 1} & set(doubled)]
    comma = next((n for n, p in enumerate(tail) if p.entry.type == "COMMA"), len(tail))
    if any(part.role not in _BEHIND or part.entry.type in _CLAUSAL for part in tail[comma:]):
        return False  # `at most 50 euros a week, my mum pays for the meat`
    for n, (one, other) in enumerate(zip(parts, (*parts[1:], None), strict=True)):
        led = other.role if other is not None else ""
        if not _leads(one, led, other is not None and _rate(other), n > place):
            return False
        if one.role == "measures" and led == "theme":
            return False  # `hike length`
        if other is not None and led == "thing" and n > place and only_named(one, other.value):
            return False  # `30 g is the norm`
        acted = n >= place and other is not None and other.entry.type == "WHO"
        if acted and one.entry.type != "COMMA":
            return False  # `two hours in each town we stay`
        behind = next((p for p in parts[n + 2 :] if p.role != "sign"), None)
        if other is not None and behind is not None and _narrows(one, other, behind):
            return False
        if other is not None and other.entry.type == "TO" and led == "of" and one.role != "bound":
            return False  # `want to drive`
        days = other.entry.parts[:1] if other is not None and led == "over" else ()
        dated = bool({e.type for e in days} & {"Day", "Noun"})
        if dated and one.role == "bound" and one.value.amount.bare:
            return False  # `within 5 working days`
    exceeding = (p for p in parts[place:] if p.entry.type in ("EXCEED", "FALL_BELOW", "LIMIT"))
    return not any(map(_rate, parts[:place])) and not any(exceeding)


def _narrows(one: Part, two: Part, three: Part) -> bool:
    """Tell whether words say which of a thing is meant: `teams | of | 4`, `each town | we | sleep`."""
    if two.entry.type == "WHO":
        return one.role in ("thing", "of", "subject", "over") and three.role == "thing"
    of = one.role == "thing" and one.value.plural and two.entry.type == "OF"
    return of and three.role == "bound" and three.value.amount.bare


def _leads(one: Part, led: str, rate: bool, late: bool) -> bool:
    """Tell whether what stands behind a part may stand there."""
    kind = one.entry.type
    if rate and one.role not in ("bound", "thing", "of", "theme", "sign"):
        return False  # `the customer sees a figure below`
    if one.role == "whom" and led == "thing":
        return False  # `Nurse Adeyemi`
    if one.role == "not":
        return led not in ("subject", "over")  # `not all days may exceed`
    if kind == "THAT":
        return bool(led)
    if kind == "TO" and one.role == "glue":
        return led in ("bound", "sign", "glue") and not late  # `30 minutes to cook`
    if kind == "OF" and one.role == "glue":
        return led in ("bound", "sign", "theme")  # `three sets of everything`
    if kind in PREPOSITIONS and one.role == "glue":
        return led in ("bound", "sign", "total", "theme")
    return True


def _rate(part: Part) -> bool:
    """Tell whether a part is a scope behind an article: `a day`."""
    first = next(part.entry.words())
    return part.role == "over" and first.type == "PER" and first.value in ("a", "an")


def _bound(w: Words, by_role: dict[str, list[Part]]) -> Bound | None:
    """Return the bound with the side that words beside it tell."""
    bound: Bound | None = by_role["bound"][0].value
    starts = {p.start for role in ("bound", "sign") for p in by_role.get(role, ())}
    glue = by_role.get("glue", [])
    types = {p.entry.type for p in (*glue, *by_role.get("sign", ()))}
    within = any(p.entry.type == "IN" and p.end in starts for p in glue)
    to = any(p.entry.type == "TO" and p.end == by_role["bound"][0].start for p in glue)
    kept = bool(types & {"KEEP", "HAVE", "KEPT", "LIMIT"})
    if to and not kept and not types & {"LIGHT", "SUM_TO", "COME"}:
        return None  # `… and the hymn books to £450`
    if to and kept and bound is not None and bound.plain:
        bound = bounds.closed(w, bound, bounds.Close("<="))  # `keep the flowers to £80`
    if within and bound is not None and bound.plain and bound.amount.dimension == "time":
        bound = bounds.closed(w, bound, bounds.Close("<="))  # `done in 25 minutes`
    if "full" in by_role and bound is not None and bound.plain:
        bound = bounds.closed(w, bound, bounds.Close(">="))  # `a good 40 minutes`
    for part in by_role.get("sign", ()):
        if bound is not None:
            bound = bounds.closed(w, bound, part.value)
    if within and bound is not None and bound.limits[0].comparator in (">", ">="):
        return None  # `everything in at least 45 minutes`
    return bound


def _asked(w: Words, parts: Parts, bound: Bound, theme: Theme | None) -> tuple[Subject, Ask] | None:
    """Return of whom is asked, and what."""
    place = next(n for n, part in enumerate(parts) if part.role == "bound")
    subject = next((p.value for p in parts if p.role == "subject"), None)
    thing = next((p for p in parts if p.role in ("thing", "of")), None)
    of = thing is not None and thing.role == "of"
    noun: Noun | None = None if thing is None else thing.value[1] if of else thing.value
    behind = parts[place + 1 :][:1] == (thing,)
    total = any(p.role == "total" for p in parts)
    amount = bound.amount
    if amount.unit in w.lexicon.ranks:
        return None  # days that are counted, or time that is spent
    if noun is not None and (noun.also or (noun.kind == "rank" and noun.plural and noun.placed)):
        return None  # `of day 1 and day 2`: of each, or of both
    if amount.dimension == "fraction":
        part = next(
            (p for p in parts if p.role == "thing" or (p.role == "subject" and p.value.total)),
            next((p._replace(role="thing", value=p.value[1]) for p in parts
                  if p.role == "of" and p.value[0] in ("FOR", "ON", "TO")), None))  # fmt: skip
        if part is not None and part.role == "thing" and subject is not None:
            return None  # `wine, beer and cider together`: of all three
        before = [p.end for p in parts[:place] if p.role in ("thing", "of")]
        if part is not None and set(before) - {part.end}:
            return None  # `Quote: labour at most 40 % of the total`
        return _share(w, parts[place:], bound, part)
    if theme is not None and amount.bare and not _countable(theme):
        return None
    if theme is not None and theme.of is not None and (thing or subject):
        return None
    if noun is not None and noun.several:
        if amount.dimension in ("count:set", "count:rep"):
            return None  # `3 sets of squats and lunges`: of each, or of both
        plain = theme is None or not (theme.of or theme.overs or amount.bare)
        if not plain or subject is not None or (of and amount.bare):
            return None
        kind: Literal["count", "amount"] = "count" if amount.bare and behind else "amount"
        return Subject(noun, total=of or total), Ask(kind, bound, theme)
    if theme is None and not amount.bare:
        theme = w.default(amount.dimension)
        if theme is None:
            return None
    if bound.limits[0].long and theme is None and w.of_number(amount) and not w.prose:
        return None  # `no visit longer than 90`
    if theme is None and (thing is None or w.of_number(amount)):
        theme = w.of_number(amount)
    if subject is not None:
        named = subject.noun is not None and subject.noun.kind == "name"
        if named and subject.quantifier == "all" and any(p.role == "theme" for p in parts):
            return None  # `sugar, all sources`
        if thing is not None:
            return None
        if theme is None and amount.bare and w.unsaid(subject.noun) is None:
            return None
        return subject, Ask("amount", bound, theme)
    if thing is not None and theme is not None and any(p.role == "measures" for p in parts):
        return None  # `I lift 20 kg with the left arm`
    if noun is None or thing is None:
        if theme is None and (not total or amount.low <= COUNTED):
            return None
        return Subject(None, total=total), Ask("amount", bound, theme)
    if not of and noun.article == "a" and thing.end == parts[place].start and amount.bare:
        return None  # `a round 300`
    if of and thing.value[0] == "WITH" and amount.dimension != "time":
        return None  # `9 to 13 km with the dogs`, `at most 600 kcal, with fish`
    noun = changed(noun, article="") if of else noun
    if theme is None:
        if " " in noun.name and "Text" in w.types(first_word(noun)):
            return None  # `100 words on bees`
        if not of and behind:  # not `ten jars of honey`
            return None if partitive(noun) else (Subject(None), Ask("count", bound, noun=noun))
        if not of:
            few = amount.bare and bound.plain and amount.low <= COUNTED
            return None if few else (Subject(noun), Ask("amount", bound))  # `rice 3 by Tuesday`
        large = (amount.low > COUNTED or thing.value[0] == "ON") and not bound.plain
        unsaid = w.unsaid(noun) if large and thing.value[0] in ("ON", "FOR") else None
        return None if unsaid is None else (Subject(None), _of(bound, unsaid, noun))
    if noun.kind in ("rank", "item", "member") or not (of or behind):
        return Subject(noun), Ask("amount", bound, theme)
    return Subject(None), _of(bound, theme, noun)


def _countable(theme: Theme) -> bool:
    """Tell whether a number alone may be of a measure: `costs over 80`, no `150 of time`."""
    counted = theme.dimension.startswith(("count:", "currency")) or theme.dimension == "energy"
    return theme.kind == "whole" or (counted and not theme.bare)


def _elliptic(one: Part, two: Part) -> bool:
    """Tell whether a scope may be of an exception: `all meals except the snacks on Monday`."""
    noun = one.value.noun if one.role == "subject" else None
    return noun is not None and " except " in noun.filters and two.role == "over"


def _they(part: Part) -> bool:
    """Tell whether a sentence begins with whom it does not name."""
    return part.role == "glue" and part.entry.type == "IT" and part.entry.value == "they"


def _share(w: Words, parts: Parts, bound: Bound, part: Part | None) -> tuple[Subject, Ask] | None:
    """Ask for a share of what is named behind the bound: `over 40 % of the show`, `10 % of the rest`."""
    if part is None:
        return None
    others = [
        p
        for p in parts
        if p.role in ("of", "thing") and p.start != part.start and p.end != part.end
    ]
    of = next((p for p in others if p.role == "of" and p.value[0] == "OF"), None)
    if len(others) > (of is not None):
        return None  # `Devs: 60 % of Thursday's hours for the bug bash`
    together = isinstance(part.value, Subject)
    noun, subject = (None, part.value) if together else (part.value, Subject(None))
    rest = next((p for p in parts if p.role in ("rest", "all of it")), None)
    theme = next((p.value for p in parts if p.role == "theme"), None)
    whole: Theme | None = None
    usual = w.default("time") if w.scheduled else w.unsaid(noun)
    if rest is not None:
        whole = None if of or theme or noun is None else usual
    elif of is None:
        led = any(p.role == "theme" and one.entry.type == "OF" for one, p in pairwise(parts))
        whole = theme if led and theme is not None and theme.of is None else None
        whole = changed(whole, limit="") if whole is not None else None
    elif theme is not None:
        return None
    else:
        whole = _whole_of(w, of.value[1], noun, usual)
    if noun is not None and noun.several and not together:
        said = {p.role for p in parts}
        subject = Subject(None, total=part.entry.type == "ADDED" or "total" in said)
    kind = "rest" if rest is not None and rest.role == "rest" else ""
    ask = Ask("share", bound, noun=noun, whole=whole, text=kind)
    return None if whole is None else (subject, ask)


def _whole_of(w: Words, of: Noun, part: Noun | None, usual: Theme | None) -> Theme | None:
    """Return the amount that a share is of: of all there is, of a fund, of what only has a name."""
    name, money = singular(of.name.lower()), w.default("currency")
    timed = name in data("wholes" if w.scheduled else "taught")
    if of.kind == "plan" or timed:
        return w.default("time") if w.scheduled or timed else None
    if name in w.funds and money is not None:
        return changed(money, of=of)
    named = usual is not None and part is not None and of.kind == part.kind == "name"
    return changed(usual, of=of) if usual is not None and named else None


def _of(bound: Bound, theme: Theme, noun: Noun) -> Ask:
    return Ask("amount", bound, changed(theme, of=noun))
