"""What happens, told by a clause: `before the cake comes out`, `once everybody has signed the card`.

An event goes by one name: of a thing with a verb that has no object, by the thing; of somebody who does
something, by what is done it to, with the verb where that says more than that it takes place; else by the
verb. A clause that names more than one thing is no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from evalspec.language.english.closed import data, variants, verb_forms
from evalspec.language.english.inflected import bases, inflected
from evalspec.language.english.meanings import Noun, changed
from evalspec.language.english.nominal import barred, table
from evalspec.language.english.noun_phrases import person
from evalspec.language.english.rules.names import named
from evalspec.language.english.taken_apart import is_adverb
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
    return place + (place < len(row.words) and row.words[place].low in data("particles"))


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
