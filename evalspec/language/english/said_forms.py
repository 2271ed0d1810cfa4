"""What the form of a clause tells of it: a state, a comparison, what points back to the demand."""

from __future__ import annotations

from evalspec.language.english.inflected import inflected, word_class
from evalspec.language.english.taken_apart import (
    DETERMINERS,
    Said,
    among,
    begins,
    ends,
    is_adverb,
    says,
)

BACK = frozenset("it that this them those these".split())


def at_large(one: Said) -> bool:
    """Tell whether things at large are spoken of: `eggs`."""
    return one.subject[0].low not in DETERMINERS | {"things"} and "of" not in [
        w.low for w in one.subject[1:2]
    ]


def happens(one: Said) -> bool:
    """Tell whether something is said to happen to what is demanded: `it gets pasted into an email`."""
    done = one.predicate[:1] and one.predicate[0].endswith(("ed", "en", "wn"))
    return bool(done) and one.is_a("going") and one.verb != "be"


def goes_on_elsewhere(one: Said) -> bool:
    """Tell whether something is being done to a thing all the while: `the oven is being repaired`."""
    first = one.low[0] if one.low else ""
    done = first.endswith("ed") or {v.tense for v in inflected(first)} & {"past", "participle"}
    plain = one.kind == "some" and not says(one.text, "counting")
    return plain and one.verb == "being" and one.tense == "doing" and bool(done)


def is_no_plan(one: Said) -> bool:
    """Tell whether a clause says what time it is, that something is on the way, what people will think of it
    or that nobody does more: `it's the holidays`, `nobody reads more than that`.
    """
    low = one.low
    if one.verb == "be" and not one.negated:
        here = one.kind == "it" and one.tense == "present"
        time = (*[w for w in low if w not in DETERMINERS],) in word_class("times of life")
        return (here and time) or (low[:1] == ["on"] and "way" in low[2:3])
    opinion = one.is_a("thinking") and one.tense in ("will", "would") and one.kind == "it"
    return opinion or (one.kind == "all" and one.negated and low[-2:] == ["than", "that"])


def is_the_one(one: Said) -> bool:
    """Tell whether somebody is said to be who does it: `I'm the one carrying it`."""
    doing = one.low[2:3] and (one.low[2].endswith("ing") or one.low[2] in ("who", "that"))
    return one.verb == "be" and one.low[:2] == ["the", "one"] and bool(doing)


def adds(one: Said) -> bool:
    """Tell whether a clause ends in what adds it to the demand: `she drinks wine too`."""
    there = one.low[-1:] == ["there"] and one.kind in ("speaker", "person") and one.verb != "be"
    added = one.low[-1:] in (["too"], ["also"], ["instead"]) or one.low[-2:] == ["as", "well"]
    return there or added


def judges(one: Said) -> bool:
    """Tell whether somebody says what they think of it: `my boss finds them tacky`."""
    low = one.predicate[1:] if one.predicate[:1] == ["that"] else one.predicate
    of_it = len(low) > 1 and low[0] in BACK | {"they"} and not says(one.text, "counting")
    return one.is_a("thinking") and (one.low == ["so"] or of_it)


def compares(one: Said) -> bool:
    """Tell whether a clause compares: not where it denies, or ends in what goes past a limit."""
    denies = one.negated or one.tense == "past" or says(one.text, "too much")
    low = one.low[:-1] if one.verb != "be" and one.low[-1:] in (["later"], ["earlier"]) else one.low
    return says(" ".join(low), "comparing") and not denies


def points_back(one: Said) -> bool:
    """Tell whether a clause is about the demand: `they asked for it`, `nobody reads more`."""
    low = one.low
    if low[-2:] in (["than", "that"], ["than", "this"], ["than", "it"]):
        low = low[:-2]  # `nobody reads more than that`
    while low and is_adverb(low[-1]) and low[-1] not in among("pointing back"):
        low.pop()
    if not low or low[-1] in among("pointing back") or one.kind == "it":
        return bool(low) and low[-1] in among("pointing back")
    denied = one.negated and low[-1] in among("no more") and one.kind != "some"
    return denied or bool({*low[:2]} & BACK) or says(one.text, "too much")


def to_somebody(one: Said) -> bool:
    """Tell whether all that is said is to whom: `I promised the kids`."""
    whom = ends(one.low, "people") or {*one.low[-1:]} & (among("objects") - BACK)
    return one.tense == "past" and bool(whom) and len(one.rest) < 4


def tells_state(one: Said) -> bool:
    """Tell whether somebody or something is or becomes so: `I'm skint`, `he gets seasick`."""
    low = one.predicate
    while low and (
        low[0] in ("up", "a", "bit", "little", "as", "home", "back") or is_adverb(low[0])
    ):
        low.pop(0)
    return one.is_a("being so") and begins(low, "states", "comments")
