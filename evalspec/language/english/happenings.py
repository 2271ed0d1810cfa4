"""What happens, told by a clause: `before the cake comes out`, `once everybody has signed the card`.

An event goes by one name: of a thing with a verb that has no object, by the thing; of somebody who does
something, by what is done it to, with the verb where that says more than that it takes place; else by the
verb. A clause that names more than one thing is no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from evalspec.language.english.closed import data, variants, verb_forms
from evalspec.language.english.inflected import bases, inflected
from evalspec.language.english.meanings import Noun, changed
from evalspec.language.english.nominal import barred, table
from evalspec.language.english.noun_phrases import CALENDAR, person
from evalspec.language.english.rules.names import named
from evalspec.language.english.taken_apart import DETERMINERS, Said, is_adverb, says, taken_apart
from evalspec.language.english.tokens import Row

Happening = tuple[int, Noun, str]
"""Where a clause ends, what happens, and the side of it that is told: `start`, `end` or `be`."""
Things = dict[int, list[tuple[int, Noun]]]
"""Where things are named, by where they start."""


def happenings(row: Row, start: int, things: Things) -> Iterator[Happening]:
    """Yield what the clauses that begin at a place tell."""
    doer = _doer(row, start)
    if doer:
        who = "" if row.words[doer - 1].low in _words("doers") else row.words[doer - 1].low
        yield from _done(row, _skip(row, doer), things, who)
    for end, noun in things.get(start, ()):
        if not noun.filters and not noun.overs:
            yield from _of_thing(row, noun, _skip(row, end), end)
    if _is_gerund(row, start):
        yield from (one for one in _done(row, start, things) if one[0] > start + 1)


def deeds(row: Row, start: int, things: Things) -> Iterator[tuple[int, Noun]]:
    """Yield what somebody is said to do, up to where it is told, for a thing: `we | land`, `I must | pick
    the kids up`.
    """
    before = row.words[start - 1].low if start else ""
    own = before in _words("doers") or (start > 0 and "MODAL" in row._types(start - 1))
    own = own or (before == "to" and row.words[start - 2].low in _OBLIGED)
    aiding = row._types(start) & {"MODAL", "PERMIT", "BE"} or row.filler[start]
    own = own and not (aiding or bases(row.words[start].low) & _verbs("wishing"))
    for end, noun, side in _done(row, start, things) if own else ():
        moved = bases(row.words[start].low) & _verbs("moving") and noun.name != row.words[start].low
        alone = end > start + 1 and _particles(row, start + 1) == end  # `we knock off`
        if side == "be" and not alone and _tenses(row, start) & {"base", "s"}:
            done = row.text(start, end) if " " in noun.name or moved else noun.name
            yield end, named(done)


_OBLIGED = frozenset("have has had need needs want wants like got".split())


class Told(NamedTuple):
    """A clause up to where it is told when: `guests arrive | at 2`, `the kids get picked up | at 5`."""

    end: int
    noun: Noun
    kind: str
    """Of whom or of what it is, as a clause taken apart tells."""
    denied: bool


def clauses(row: Row, start: int, ends: Iterable[int]) -> Iterator[Told]:
    """Yield what somebody or something does, or what is done to it, as far as it may have a time."""
    for end in ends:
        words = row.words[start:end]
        low = [w.low for w in words]
        plain = all(w.kind == "word" and not row.counts(n) for n, w in enumerate(words, start))
        if not (plain and 1 < len(low) < _LONGEST) or {*low} & (_MORE | CALENDAR):
            continue
        if low[-1] in _LEADING or says(" ".join(low), "counting"):
            continue
        for one in taken_apart(list(words), frozenset()):
            name = _name_of(one)
            left = [w for w in low if w not in name.lower().split() and w not in _UNSAID]
            if name and one.subject and all(bases(w) & bases(one.verb) for w in left):
                yield Told(end, named(name), one.kind, one.negated)
                break


_LEADING = frozenset("at by to from of for with about around as".split())
_LONGEST = 11
"""Words of a clause that goes by all of them."""
_TOLD = ("present", "doing", "done", "must", "should", "will", "has to")
_UNSAID = DETERMINERS | frozenset(
    "i we they you he she must should will has have to need needs is are am be being get gets getting not "
    "do does can then always".split()
)
"""Words of a clause that its name leaves out."""
_MORE = frozenset(
    "and or but no never only than that which who when while if before after until till first last "
    "afterwards each every all both any right just straight immediately directly shortly soon".split()
)
"""Words that say more of a clause than what is done."""


def _name_of(one: Said) -> str:
    """Return what a clause goes by: who does it, what is done, and to what; empty where it says more."""
    verb, low = one.verb, list(one.rest)
    own = bool(one.subject) and one.subject[0].low in _words("doers")
    denied = one.negated and one.kind in ("speaker", "person")
    told = one.tense in ((*_TOLD, "can") if denied else _TOLD)
    if one.negated > denied or not told or one.kind in ("there", "doing", "you", "all"):
        return ""
    if verb == "be" and one.low[:2] == ["to", "be"]:
        low = low[2:]  # `the jars are to be sterilised`
    done = low[0].low if low else ""
    if bases(verb) & {"be", "get"} and (
        done.endswith("ed") or {"past", "participle"} & tenses(done)
    ):
        verb, low = done, low[1:]  # `the kids get picked up`
    there = one.kind == "person" and bool(low) and low[0].low in ("home", "back", "here", "there")
    if verb == "be" and there:
        verb = ""  # `the guests must be home`
    elif (
        not (tenses(verb) or verb == done)
        or bases(verb) & _verbs("telling nothing")
        or (low and low[0].low == "to")
    ):
        return ""
    if " ".join((verb, *(w.low for w in low))) in _words("knocking off"):
        return ""
    parts_only = bases(verb) & (_verbs("taking part") if one.kind == "person" else _verbs("placed"))
    if (parts_only and not low) or {w.low for w in low} & _words("auxiliaries"):
        return ""  # `the mayor speaks`, `the children's races are over`
    if one.kind == "some" and bases(verb) & {"go", "come"} and len(low) > 1:
        verb = ""  # `the fruit goes on the heat`
    rest = [w.text for w in low if w.low not in DETERMINERS]
    subject = [] if own else [w.text for w in one.subject if w.low not in DETERMINERS]
    return " ".join(filter(None, (*subject, min(bases(verb)) if own else verb, *rest)))


def _is_gerund(row: Row, start: int) -> bool:
    """Tell whether a verb in -ing begins here; one that is not known is one before its object."""
    if _tenses(row, start) & {"ing"}:
        return True
    word = row.words[start] if start < len(row.words) else None
    open_ = word is not None and word.kind == "word" and re.fullmatch(r"\w{3,}ing", word.low)
    last = _particles(row, start + 1)
    led = last < len(row.words) and row.words[last].low in (*data("determiners"), "it", "them")
    return bool(open_) and led


def _doer(row: Row, start: int) -> int:
    """Return where somebody who does something is named up to, or 0."""
    if start >= len(row.words):
        return 0
    if row.words[start].low in _words("doers"):
        return start + 1
    return person(row, start)


def _skip(row: Row, place: int) -> int:
    """Return where the verb of a clause is looked for, behind auxiliaries and adverbs."""
    while place < len(row.words) and (
        row.words[place].low in _words("auxiliaries")
        or (row.words[place].kind == "word" and is_adverb(row.words[place].low))
    ):
        place += 1
    return place


def _tenses(row: Row, place: int) -> set[str]:
    word = row.words[place] if place < len(row.words) else None
    if word is None or word.kind != "word" or word.joined or word.low in table("prepositions"):
        return set()
    return tenses(word.low)


def tenses(word: str) -> set[str]:
    """Return the tenses in which a word may be a verb: `base`, `s`, `past`, `participle`, `ing`."""
    return {one.tense for one in inflected(word)} | _deeds().get(word, set())


@cache
def _deeds() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for verb in data("timing")["happening"]["deeds"]:
        base, third, *others = verb_forms(verb)
        for form in (base, third, *others):
            tense = "ing" if form.endswith("ing") else "past"
            found.setdefault(form, set()).add({base: "base", third: "s"}.get(form, tense))
    return found


def _particles(row: Row, place: int) -> int:
    """Return where the particles and prepositions behind a verb end."""
    while place < len(row.words) and row.words[place].low in _words("with verbs"):
        place += 1
    return place


def _particle(row: Row, place: int) -> int:
    """Return where a particle behind an object ends: `take the bins | out`."""
    return place + (place < len(row.words) and row.words[place].low in (*data("particles"), "back"))


def _of_thing(row: Row, noun: Noun, place: int, end: int) -> Iterator[Happening]:
    """Yield what befalls a thing: `the cake comes out`, `homework is done`."""
    forms = _tenses(row, place)
    state = place < len(row.words) and place > end and row.words[place].low in _over()
    last = _particles(row, place + (bool(forms) or state))
    edge = place < len(row.words) and bool(
        bases(row.words[place].low) & (_verbs("starting") | _verbs("ending"))
    )
    doing = place == end and forms and not (edge or forms & {"s", "base", "past", "participle"})
    doing = doing or (
        place == end and forms == {"base"} and row.counts(last)
    )  # `bed | leave two hours`
    if last == end or doing or not (forms or state or place > end):
        return
    if not forms and not state and place == last:
        return  # `the cake is`
    words = {w.low for w in row.words[end:last]}
    going = {"go", "come", "get"} & set().union(*(bases(w) for w in words))
    perfect = bool(words & {"has", "have", "had"}) and bool(forms)
    over = perfect or (bool(words & _over()) and not going)
    begun = any(bases(word) & _verbs("starting") for word in words)
    yield last, noun, "start" if begun else "end" if over else "be"


def _done(row: Row, place: int, things: Things, who: str = "") -> Iterator[Happening]:
    """Yield what somebody does: `we have tea`, `they touch anything`, `I lie down for the nap`."""
    word = row.words[place] if place < len(row.words) else None
    unknown = word is not None and word.kind == "word" and not barred(word.low)
    if word is None or not (_tenses(row, place) or (unknown and not row.filler[place])):
        return
    verb = min(bases(word.low))
    last = _particles(row, place + 1)
    over = bool(bases(word.low) & _verbs("ending")) or {"back", "through"} & {
        w.low for w in row.words[place:last]
    }
    side = "start" if bases(word.low) & _verbs("starting") else "end" if over else "be"
    light = bool(side != "be" or bases(word.low) & _verbs("light"))
    for end, noun in things.get(last, ()):
        if noun.filters or noun.overs or noun.kind not in ("name", "category", "member"):
            continue
        own = noun if light else changed(named(f"{verb} {noun.name}"), plural=False)
        yield _particle(row, end), own, side
    moving = verb in data("timing")["happening"]["moving"] and last == place + 1
    if (not light or moving) and not row.filler[last - 1]:
        ends = last + (last < len(row.words) and row.words[last].low in _words("anything"))
        yield _particle(row, ends) if ends > last else ends, named(f"{who} {verb}".strip()), "be"


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(data("timing")["happening"][kind])


@cache
def _verbs(kind: str) -> frozenset[str]:
    return frozenset(v for verb in data("timing")["happening"][kind] for v in variants(verb))


@cache
def _over() -> frozenset[str]:
    """Return what says that something is over."""
    ending = {form for verb in _verbs("ending") for form in (verb, f"{verb}s")}
    rows = (v for template in data("timing")["phrases"]["end"] for v in variants(template))
    return frozenset(ending | {row for row in rows if " " not in row}) - {"ready", "out", "off"}
