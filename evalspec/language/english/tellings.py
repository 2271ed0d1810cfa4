"""Whether a clause beside a demand only tells how things are, and asks for nothing: by its form.

A demand is an order, a duty, a wish, a bound, an amount or a time, what holds of each or of all, a
deed of a plan with what it is done to, or what is said of a thing of the plan. A clause with a subject
and a finite verb of its own that holds none of these is told, whatever its words. What is said of
the demand itself (`it`, `they`) is told only where it is a comment, befalls it or does something to
somebody: anything else would describe it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from evalspec.language.english.closed import data
from evalspec.language.english.inflected import bases, word_class
from evalspec.language.english.lexicon import Words
from evalspec.language.english.naming import NOUNS
from evalspec.language.english.nominal import barred, nominal, table
from evalspec.language.english.scanner import Word, raw_words
from evalspec.language.english.taken_apart import (
    DETERMINERS,
    NEAR,
    OWNERS,
    Said,
    among,
    begins,
    ends,
    is_adverb,
    says,
    spelled,
    taken_apart,
)
from evalspec.vocabulary.nouns import singular

Sureness = Literal["", "likely", "sure"]
"""Whether a clause is told: `sure` even where it could be read as a demand."""
_BACK = frozenset("it that this them those these".split())
_REFLEXIVE = frozenset("myself ourselves himself herself itself themselves".split())
_ASKED = frozenset(NOUNS) - {"Measure", "LIMITING", "MEASURES", "Edge", "Plan"} | {"Form", "STYLED"}
"""Types of words for what a demand may ask for."""
_ORDERS = {"START", "END", "FOLLOW", "PRECEDE", "COME", "APPEAR", "LAST", "MENTION"}
"""Kinds of verbs by which a thing has its place in a plan."""
_NO_DEEDS = (
    ["ask"], ["judge"], ["worry"], ["laugh"], ["blame"], ["mind"], ["care"],
    ["like"], ["want"], ["need"], ["fancy"],
)  # fmt: skip
"""What no answer shows, where it is denied: `don't ask why`, `don't like it`."""
_JOINTS = frozenset("and but so".split())
_UNDER = frozenset(
    "if when because while since although though unless until whenever where".split()
)


def told(said: str, rest: str, known: Words) -> Sureness:
    """Tell whether a clause beside a demand only tells how things are."""
    found = {_Clause(words, rest, known).told() for words in spelled(said)}
    return "sure" if "sure" in found else "likely" if "likely" in found else ""


def outcome(said: str, rest: str, known: Words, purpose: bool = False) -> bool:
    """Tell whether a clause says what becomes of it otherwise, or what it is for: `or she won't settle`."""
    return any(_Clause(words, rest, known).follows(purpose) for words in spelled(said))


class _Clause:
    """A clause beside the rest of a sentence, and what may be known of its words."""

    def __init__(self, words: list[Word], rest: str, known: Words) -> None:
        self.words, self.source, self.known = words, rest, known
        self.low = [w.low for w in words]
        self.row = [w.low for w in raw_words(rest)]
        self.others = frozenset(self.row)
        named = {w for w in self.others - DETERMINERS if len(w) > 2 and not barred(w)}
        self.parses = list(taken_apart(words, frozenset(named)))
        self.limits = says(" ".join(self.row), "limiting")
        """Whether the rest only limits or leaves out."""

    def told(self) -> Sureness:
        """Tell whether it asks for nothing."""
        if self.low[:2] == ["do", "not"] and self.low[2:3] not in _NO_DEEDS:
            return ""  # `don't forget the rhubarb`
        if self.low[0] in _BACK and {*self.low[1:3]} & {"includes", "include", "excludes"}:
            return ""  # `that includes phones`
        named = (p for p in self.parses if p.kind in ("some", "person") and p.subject[1:])
        doubtful = any(map(self._asks, named))  # `my physio added lunges`
        told = not (doubtful or self._is_pair())
        parses = [one for one in self.parses if not self._asks(one)] if told else []
        found = [self._fragment(), *map(self._tells, parses)]
        if any(found) and "so" not in self.low[1:-2]:
            return "sure" if "sure" in found else "likely"
        return self._joined()

    def _is_pair(self) -> bool:
        """Tell whether two words may as well name something: `town walks`, not `he snores`."""
        bare = len(self.low) == 2 and (not barred(self.low[0]) or self.low[0] == "all")
        return bare and self.low[1].endswith("s") and nominal(" ".join(self.low))

    def _joined(self) -> Sureness:
        """Tell whether its parts are told: `he naps and it wakes him`, `they moan if we are late`."""
        joints = (n for n, word in enumerate(self.low[:-1]) if n > 1 and word in _JOINTS | _UNDER)
        for place in joints:
            one, other = self.words[:place], self.words[place + 1 :]
            if _Clause(one, self.source, self.known).told():
                under = self.low[place] in _UNDER and not self._signs(other)
                if under or _Clause(other, self.source, self.known).told():
                    return "likely"
        return ""

    def follows(self, purpose: bool) -> bool:
        """Tell whether it says what becomes of somebody or something otherwise, or what can be then."""
        return any(self._follows(one, purpose) for one in self.parses)

    def _follows(self, one: Said, purpose: bool) -> bool:
        able = purpose and one.tense == "can"
        noun = self._types(one.verb) & {"Thing", "Rank", "Text"} and not one.rest
        if noun or one.kind == "you" or self._counts(one.rest):  # `the kid snacks`
            return False
        if able or self._obliged(one):
            return able
        if purpose and one.is_a("keeping") and " ".join(one.predicate) in among("pleasing"):
            return True  # `so that it stays readable`
        asks = self._asks(one, outcome=True)
        coming = one.tense in ("will", "would", "might", "could") or one.negated
        if (coming and not (purpose and asks)) or (one.is_a("becoming") and not asks):
            return True
        return self._harms(one) or bool(not self._asks(one) and self._tells(one))

    # -- what may be asked for -------------------------------------------------------------------
    def _signs(self, words: list[Word]) -> bool:
        """Tell whether words hold anything by which a demand is known."""
        text = " ".join(w.low for w in words)
        kinds = ("demanding", "changing", "comparing", "wishing")
        new = any(self._is_new(w, [], False) for w in words if w.low not in self.others)
        return self._counts(words) or new or any(says(text, kind) for kind in kinds)

    def _asks(self, one: Said, outcome: bool = False) -> bool:
        """Tell whether a clause holds anything that may be asked for."""
        if self._obliged(one) or one.kind == "you" or _adds(one):
            return True
        if one.tense != "past" and self._counts(one.rest) and not self._numbers_life(one):
            return True
        if _judges(one):
            return False
        comment, beyond = self._comment(one), says(one.text, "too much") and one.does("rejecting")
        asked = one.low[:1] in (["what"], ["how"], ["why"]) and comment
        if (_compares(one) and not asked) or (one.verb == "be" and self._is_of_rest(one)):
            return True
        so = _state(one) and one.kind in ("speaker", "person")  # `I am stiff in the morning`
        known = comment or beyond or so or (outcome and one.kind != "some")
        if not known and self._names_new(one):
            return True
        if not comment and self._changes(one, outcome):
            return True
        alone = len(one.low) == 1 and (one.verb == "leave" or not one.does("asking", "altering"))
        if one.low[:1] in (["me"], ["us"]) and (alone or one.low[1:2] == ["for"]):
            return False
        return self._places(one) or (not comment and self._acts(one, outcome))

    def _places(self, one: Said) -> bool:
        """Tell whether it gives a thing its place in a plan: `the speeches follow`."""
        types = self._types(*bases(one.verb))
        placed = one.kind in ("some", "name") and one.verb != "be" and bool(types & _ORDERS)
        gone = one.subject and one.subject[0].low in OWNERS and not one.rest  # `their voices go`
        return placed and not (
            gone or one.negated or one.tense in ("past", "will", "would", "doing")
        )

    def _changes(self, one: Said, outcome: bool) -> bool:
        """Tell whether it changes what is demanded, or tells of the text: `my title is extra`."""
        words = {w.low for w in (*one.subject, *one.rest)} - self.others
        if words & among("of texts") and not one.is_a("learning"):
            return True
        moving = one.verb not in ("be", "have") or outcome  # `takes off points`
        low = [w for w in one.low if not (moving and w in among("away"))]
        beyond = says(one.text, "too much") and (one.kind == "speaker" or one.does("rejecting"))
        text = " ".join((*bases(one.verb), *low))
        weighty = says(text, "changing") or (says(text, "faiths") and not self._refuses())
        weighty = weighty and low not in (["without", "me"], ["without", "us"])
        return bool({w.low for w in one.subject} & among("remaining")) or (weighty and not beyond)

    def _refuses(self) -> bool:
        return says(" ".join(self.row), "refusing")

    def _acts(self, one: Said, outcome: bool) -> bool:
        """Tell whether somebody does what a demand may ask for: `they eat fish`, `my boss pays half`."""
        direct, back, low = self._is_of_it(one), _points_back(one), one.low
        if self._all_do(one):
            return False
        beyond = one.kind == "speaker" and says(one.text, "too much")
        done = one.tense == "past" and one.kind == "speaker" and not low  # `I measured already`
        if one.does("altering") and not (done or beyond):
            return True
        going_on = bool(low) and low[0].endswith("ing")
        asking = one.does("asking") and (low or one.tense == "done")
        if asking and not (direct or going_on or _to_somebody(one)):
            return True
        averse = (one.does("averse") or says(one.text, "averse")) and low[:1] != ["being"]
        doing = low[:1] and low[0].endswith("ing") and not self._types(low[0]) & _ASKED
        told = doing or back or direct or low[:2] == ["to", "be"]
        if averse and not told and not self._of_what_is_refused(one):
            return True
        if not (one.negated or direct or averse or beyond) and self._repeats(one):
            return True
        told = going_on or (one.is_a("learning") and one.kind != "speaker")
        if one.kind == "it" or told or (outcome and one.is_a("becoming")):
            return False
        if "need" in bases(one.verb) and {*low[:2]} & self.others - DETERMINERS:
            return False  # `I need the oven then`
        wishing = says(one.verb, "wishing") or (not averse and self._deed(one))
        return wishing and not (direct or (back and one.negated))

    def _obliged(self, one: Said) -> bool:
        """Tell whether a clause says what must or may be."""
        if one.tense == "has to":
            return one.kind not in ("speaker", "person") or one.subject[0].low == "people"
        if one.tense == "can" and not one.negated:
            return one.kind != "speaker" and not one.is_a("perceiving")
        duty = says(one.text, "demanding") and not says(one.text, "too much")
        duty = duty or (one.verb == "be" and one.predicate[:1] == ["to"])
        return duty or one.tense in ("must", "should", "shall", "may")

    def _counts(self, rest: tuple[Word, ...] | list[Word]) -> bool:
        """Tell whether words hold an amount."""
        row = [w.low for w in rest]
        low = [w for n, w in enumerate(row) if n or w not in ("all", "both")]
        if "all" in low and self._long(low[low.index("all") :]):
            low.remove("all")
        units = self.known.lexicon.units
        unit = any(one in ("a", "an", "per") and two in units for one, two in pairwise(low))
        number = any(w.kind not in ("word", "mark") for w in rest)
        return number or unit or says(" ".join(low), "counting")

    def _long(self, low: list[str]) -> bool:
        """Tell whether words begin with a whole time: `all night`."""
        return low[0] == "all" and any(
            w in among("of time") or w in self.known.lexicon.parts_of_day for w in low[1:3]
        )

    def _numbers_life(self, one: Said) -> bool:
        """Tell whether a number is of somebody's life: `she's 72`, `we have one car`, `kids crash at 8`."""
        somebody = one.kind in ("speaker", "person", "name")
        words = [w for w in one.rest if not is_adverb(w.low) and w.low != "sharp"]
        low = [w.low for w in words]
        if one.verb == "have" and low[:1] == ["one"]:
            return somebody and not self._counts(words[1:])
        numbers = [w for w in words if w.kind != "word" or says(w.low, "counting")]
        if one.verb == "be":
            first = {w.low for w in one.subject[:1]}
            theirs = (
                first == {"they"} and self._refuses() and not says(" ".join(self.row), "bounding")
            )
            who = one.kind == "name" or theirs or not first.isdisjoint(("i", "he", "she", *OWNERS))
            others = " ".join(w.low for w in words if w not in numbers)
            old = who and others in ("", "years old", "plus", "and a half")
            return old and (len(numbers) > 1 or numbers[0].kind != "word")
        known = self._types(one.verb, *bases(one.verb))
        at = low[:1] in (["at"], ["till"], ["until"], ["by"]) and len(numbers) == len(words) - 1
        return (somebody or one.kind == "some") and at and not known and words[-1].kind != "word"

    def _types(self, *words: str) -> set[str]:
        return set().union(*(self.known.types(word) for word in words))

    def _names_new(self, one: Said) -> bool:
        """Tell whether a clause names a thing of the vocabulary, a day or a place that the rest does not."""
        somebody = one.kind in ("speaker", "person", "all", "name")
        words = one.rest if somebody else (*one.subject, *one.rest)
        low = [w.low for w in words]
        fresh = [n for n, word in enumerate(low) if word not in self.others | _BACK]
        if one.kind == "it" and _happens(one):
            return any(places(low[n], self.known) for n in fresh)
        asked = one.verb == "be" or bool(self._types(*bases(one.verb)) & set(data("verbs")))
        free = asked and not self._harms(one)
        return not one.is_a("learning") and any(
            self._is_new(words[n], low[:n], n < len(words) - len(one.rest), free) for n in fresh
        )

    def _is_new(self, word: Word, before: list[str], subject: bool, free: bool = True) -> bool:
        named = word.text.istitle() and not subject and word.low not in ("i", *among("faiths"))
        named = named and before[:1] not in (["a"], ["an"]) and (free or before[-1:] in _WHERE)
        last, time = before[-1] if before else "", word.low in among("of time")
        person = ends([*before, word.low], "people", "circumstance")
        asked = not (is_adverb(word.low) or time or person) and self._types(word.low) & _ASKED
        soon = time and last in ("this", "these", "another", "all")
        soon = soon or (last == "all" and word.low in self.known.lexicon.parts_of_day)
        return named or bool(asked) or (places(word.low, self.known) and not soon)

    def _is_of_rest(self, one: Said) -> bool:
        """Tell whether something is away, or is what the rest names: `my commute is work`."""
        heads = [w for w in one.predicate if w not in DETERMINERS and w not in _BACK]
        same = {w.low for w in one.subject} | {w for w in self.others if not barred(w)}
        to_me = one.low[-2:] in (["to", "me"], ["to", "us"])
        if not one.rest or to_me or one.low[0] in ("out", "away"):
            return True  # `my e-book is paper to me`
        return bool(heads) and heads[-1] in same

    def _repeats(self, one: Said) -> bool:
        """Tell whether what somebody does is what the rest is about, or a deed of the vocabulary."""
        about = {base for word in self.others - DETERMINERS for base in bases(word)}
        forms = [(base, *one.low[:n]) for base in bases(one.verb) for n in (0, 1)]
        known = set().union(*(self.known.types(*form) for form in forms))
        deeds = known & {"Thing", "Ends", "Started", "MEASURES"}
        mine = one.kind == "speaker" and one.tense != "past" and not says(one.text, "too much")
        return bool(bases(one.verb) & about - among("plain verbs")) or (mine and bool(deeds))

    def _is_of_it(self, one: Said) -> bool:
        """Tell whether what is done is done to the demand: `they asked for it`, `we can't stand them`."""
        low = one.predicate
        if low and (low[0] in table("particles") or low[0] in _PREPOSITIONS):
            low.pop(0)
        about = low[-2:-1] and low[-2] in ("for", "about", "over", "at", "against")
        if about and low[-1] in _BACK and one.kind != "it":
            return True
        plain = one.does("rejecting") or not (one.does("altering") or self._deed(one))
        denied = one.negated and low[-1:] and low[-1] in among("no more")
        if one.kind == "some" and not self.others & among("limiting"):
            denied = False  # `the curtains cannot use up more` is what limits them
        to_it = bool(low) and low[0] in _BACK | _REFLEXIVE | {"so", "otherwise"}
        return to_it or bool(denied) or (says(" ".join(low), "too much") and plain)

    def _deed(self, one: Said) -> bool:
        """Tell whether somebody does what a plan may hold, with something new: `they eat fish`."""
        if one.verb == "be" or one.tense == "past" or _state(one):
            return False
        if one.kind == "person" and bases(one.verb) & {"use", "wear", "own"}:
            return False  # `grandad uses a frame`
        low = [w for w in one.predicate if not is_adverb(w)]
        thing = bool(low) and (
            low[0] in DETERMINERS | table("adjectives") | {"no"} or not barred(low[0])
        )
        thing = thing and low[0] not in _PREPOSITIONS | table("particles") | among(
            "objects"
        ) | _REFLEXIVE | NEAR | among("of time")
        verbs = bases(one.verb)
        tied = set().union(*(self.known.types(verb, *low[:1]) for verb in verbs))
        thing = thing or (len(low) > 1 and bool(tied & set(data("verbs"))))  # `we go to failure`
        eaten = bool(verbs & set(data("takes things")))
        thing = thing or (eaten and low[:1] == ["at"])  # `we eat at home`
        outside = next(
            (n for n, w in enumerate(low) if n and (w in _PREPOSITIONS or barred(w))), len(low)
        )
        if ends(low[:outside], "people", "circumstance"):
            return False
        meals = "meal" in self.known.lexicon.ranks  # where what one has is eaten
        had = (not meals and "have" in verbs) or ("get" in verbs and one.kind == "speaker")
        had = had and one.tense != "can" and (self.limits or "no" in low[:1])
        known = eaten or bool(self._types(one.verb, *verbs) & set(data("verbs")))
        bare = (meals or one.kind in ("speaker", "name")) and thing and low[0] not in DETERMINERS
        stuff = bare and not low[0].endswith("ing") and len(low) == 1 and not one.negated
        return thing and not had and (known or stuff)

    def _of_what_is_refused(self, one: Said) -> bool:
        """Tell whether what somebody cannot have is what the rest leaves out."""
        state = len(one.rest) < 2 or one.rest[-1].low in among("faiths")  # `lactose intolerant`
        alone = state and self._refuses()
        return alone or bool({*one.low} & self.others - DETERMINERS)

    # -- what is told ----------------------------------------------------------------------------
    def _tells(self, one: Said) -> Sureness:
        """Tell whether a clause that asks for nothing tells something."""
        if one.kind == "some" and _bare(one):
            return self._tells_at_large(one)
        if _judges(one) or (one.subject and self._harms(one)) or self._comment(one):
            return "sure"
        if not one.subject and one.kind == "it":
            return ""
        if one.kind == "it":
            return "likely" if self._befalls(one) else ""
        if one.kind == "there":
            return "sure" if one.tense == "past" else "likely" if self.limits else ""
        if one.kind in ("some", "doing"):
            return self._tells_of_thing(one)
        there = one.verb == "be" and one.low[:1] in (["there"], ["about"], ["around"])
        sure = _points_back(one) or _state(one) or self._all_do(one) or (there and self._refuses())
        people = one.subject and one.subject[0].low == "people" and not self.limits
        if (one.kind == "all" and not one.negated) or people:
            return "sure" if sure else ""
        sure = sure or one.tense == "past"
        sure = sure or (one.kind == "speaker" and one.negated)
        return "sure" if sure and one.kind != "name" else "likely"

    def _tells_of_thing(self, one: Said) -> Sureness:
        """Tell whether what is said of an unknown thing is how it is, not how it is to be."""
        if _state(one):
            return "sure"
        done = one.tense == "done"
        few = one.subject[0].low in ("a", "an", "some", "most", "one", "both", "half")
        if few or done or one.kind == "doing":
            return ""  # `a coffee goes with it`, `flights included`
        light = all(is_adverb(w) or w in table("particles") for w in one.low)
        if one.verb != "be" and one.subject[0].low in OWNERS and light and self.limits:
            return "sure"  # `my eyes give out`
        return "likely" if self.limits or one.negated or one.tense in ("past", "will") else ""

    def _tells_at_large(self, one: Said) -> Sureness:
        """Tell whether what is said of things at large is no taste and no rule: `clouds roll in`, not
        `eggs make me sick`, `bread is wholegrain`.
        """
        if one.verb == "be" or one.tense == "done":
            if _state(one) or (self._comment(one) and one.low[0] != "what"):
                return "sure"
            then = {*one.low[-1:]} & {"then", "there", "now"} and one.low[0] in table("adjectives")
            return "likely" if then or one.tense == "doing" else ""  # `the queue is short then`
        going_on = one.tense in ("doing", "past", "will", "would")
        to_it = not one.rest or barred(one.low[0]) or one.low[0] in _PREPOSITIONS
        serves = one.negated or one.is_a("serving") or self._harms(one)
        return "likely" if self.limits and (going_on or (to_it and not serves)) else ""

    def _befalls(self, one: Said) -> bool:
        """Tell whether something happens to what is demanded: `they'll get smashed`, `it won't fit`."""
        low = one.predicate
        if _happens(one):
            return True
        if one.is_a("going") and low:
            return not says(" ".join(low), "placing") or ends(low, "people")
        ahead = one.tense in ("will", "would", "can", "could") or one.is_a("serving")
        if one.negated and ahead:
            return True
        if one.is_a("befalling") or (one.subject[0].low == "they" and self._knows(one)):
            return True  # `they lose focus`, `they know why`
        raining = one.subject[:1] and one.subject[0].low == "it" and one.is_a("raining")
        if one.verb == "be":
            article = low[:1] and low[0] in ("a", "an", "my", "our", "his", "her", "their")
            thing = self.limits and (article or len(low) == 1) and not self._of_text()
            hot = one.tense == "past" and begins(low, "states")
            if self._counts(one.rest):
                return True  # `no trampoline, they're 14`
            there = low[:1] == ["at"] and not says(" ".join(low), "clock")
            if self._refuses() and (there or (begins(low, "states") and not self._of_text())):
                return True  # `no wine, it's at church`, `no oven, it's broken`
            return low[:1] == ["going"] or hot or bool(thing and low[-1] not in table("adjectives"))
        return bool(raining) or one.tense == "past" or _points_back(one)

    def _all_do(self, one: Said) -> bool:
        """Tell whether everybody does what is refused: `don't say cosy, everyone says cosy`."""
        return one.kind == "all" and self._refuses() and bool({*one.low[-1:]} & self.others)

    def _knows(self, one: Said) -> bool:
        return one.verb in ("know", "agree", "understand") and one.low in ([], ["why"])

    def _complete(self) -> bool:
        """Tell whether the rest ends in its time or amount, or bars a whole day: no noun is left of it."""
        words = [w for w in raw_words(self.source) if w.kind != "mark"]
        verb = next((n for n, w in enumerate(words) if w.low in _FINITE), 0)
        return (verb > 0 and words[-1].kind != "word") or self._bars_a_day(words)

    def _bars_a_day(self, words: list[Word]) -> bool:
        """Tell whether the rest keeps a day free of all or of somebody: `Al can't do Tuesdays`."""
        low = " ".join(self.row).removesuffix(" at all").split()
        free = low[0] in ("nothing", "nobody", "keep") or (
            words[0].text[:1].isupper() and says(" ".join(low[1:-1]), "denying")
        )
        return free and (
            words[-1].kind != "word"
            or when(low[-1], self.known)
            or (low[-1] == "free" and dated(low[-2], self.known))
        )

    def _of_text(self) -> bool:
        return self.known.prose or "Text" in self._types(*self.others)

    def _harms(self, one: Said) -> bool:
        """Tell whether something is done to somebody: `it upsets my stomach`, `they lose focus`."""
        low = one.predicate
        if low and (low[0] in _PREPOSITIONS or low[0] in ("up", "down", "out", "off")):
            low.pop(0)
        if not low or one.verb == "be" or one.kind == "you":
            return False
        if low[0] in ("me", "us"):
            return True
        if one.does("asking", "altering"):
            return False
        whom = among("objects") - ({"them", "her"} if one.kind == "it" else set())
        named = any(w.low == low[0] and w.text.istitle() for w in one.rest)
        named = named and not places(low[0], self.known)
        return low[0] in whom or (one.kind == "it" and (named or low[0] in OWNERS - {"their"}))

    def _comment(self, one: Said) -> bool:
        """Tell whether what is said of something is an opinion, a rule or a circumstance."""
        low, full = one.predicate, one.low
        if one.text in among("for long") or " ".join(low) in among("for long"):
            return True  # `the kettle takes ages`
        if not one.is_a("seeming"):
            return False
        if one.verb != "be" and "to" in low[:-1]:  # `they look desperate to me`
            whom = low[low.index("to") + 1 :]
            return whom in (["me"], ["us"]) or whom[0] in OWNERS
        if begins(full, "comments") or begins(low, "comments"):
            return full[0] not in ("just", "such") or len(full) > 1
        if full[:1] and full[0] in ("how", "why", "what", "when", "where", "all", "because"):
            return full[1:2] != [] and (full[1] in DETERMINERS | among("telling of"))
        if low[:1] and low[0] in ("for", "in", "by", "per", "from"):
            read = (len(low) == 3 and low[1] in OWNERS | {"a", "an"}) or low[1:2] == ["people"]
            by_rule = low[0] != "for" and low[-1] in among("authorities")
            return by_rule or (low[0] == "for" and read and "Text" in self._types(*self.others))
        if not low or low[0] not in DETERMINERS:
            return False
        stop = next((n for n, w in enumerate(low) if n and w in _PREPOSITIONS | _UNDER), len(low))
        return ends(low[1:stop], "comments", "circumstance")

    def _fragment(self) -> Sureness:
        """Tell whether words without a verb say how things are: `not with this lot`, `way too noisy`."""
        low, others = self.low, self.others
        if self._refuses() and low in (["none"], ["not", "one"], ["never"], ["ever"]):
            return "sure"  # `No golf. None.`
        if (
            self._refuses()
            and (*low,) in word_class("circumstance")
            and self.words[0].text.istitle()
        ):
            return "sure"  # `No peanuts. Allergy`
        if self._counts(self.words) or says(" ".join(low), "demanding"):
            return ""
        if low[0] == "all" and self._is_pair():
            return ""  # `four shifts, all nights`
        if low[0] == "not" and low[1:2] and low[1] in ("with", "in", "at", "on", "for", "after"):
            outside = len(low) > 3 and low[2] in DETERMINERS
            return "sure" if outside and ends(low[2:], "people", "circumstance") else ""
        if 1 < len(low) < 5 and low[-1] in among("authorities"):
            of = any(ends([w], "people") or w in among("of authority") for w in low[:-1])
            return "sure" if of else ""  # `fire regulations`
        rule = low[: low.index("of")] if "of" in low[1:] else []
        if rule and rule[-1] in among("authorities") and not {*low} & others - DETERMINERS:
            return "sure"  # `baggage rule of the airline`
        new = any(places(w, self.known) or self._types(w) & _ASKED for w in low if w not in others)
        if low[0] in ("too", "such") or (low[0] in ("way", "far", "much") and low[1:2] == ["too"]):
            return "" if new else "sure"
        words = [w for w in low if not is_adverb(w)]
        if tuple(words) in word_class("states") | word_class("circumstance") and len(low) > 1:
            return "" if says(" ".join(words), "changing") else "sure" if self.limits else "likely"
        whose = words[:1] and (words[0] in OWNERS or low[0] in NEAR or low[-1] == "again")
        if len(words) > 1 and whose and self.limits and ends(words, "people"):
            return "" if {*words} & others else "sure"  # `no jumping, downstairs neighbours`
        if new or {*low} & others or len(low) > 3 or self.parses or low[0] == "no":
            return ""
        if self._refuses() and len(low) == 2 and low[0] in OWNERS:
            return "likely"  # `no alcohol, my liver!`
        while len(words) > 1 and (words[0] in DETERMINERS | table("adjectives")):
            words.pop(0)
        if any(map(barred, words)):
            return ""
        left = len(low) < 3 and nominal(" ".join(low)) and self.words[0].text[0].islower()
        left = left and self._complete()  # `music has to be off by eleven, licence`, not `…, lates`
        left = left and not any(
            w.endswith("ing") or singular(w) in table("adjectives") for w in words
        )
        return "likely" if left or (self.limits and ends(words, "circumstance")) else ""


_FINITE = frozenset("has have must can should needs need is are shall may ought".split())
_WHERE = (["in"], ["at"], ["to"], ["from"], ["via"], ["near"], ["through"], ["on"])
_PREPOSITIONS = frozenset(
    "for to on at by of with without about over after from against through in".split()
)


def _bare(one: Said) -> bool:
    """Tell whether things at large are spoken of: `eggs`."""
    return one.subject[0].low not in DETERMINERS | {"things"} and "of" not in [
        w.low for w in one.subject[1:2]
    ]


def _happens(one: Said) -> bool:
    """Tell whether something is said to happen to what is demanded: `it gets pasted into an email`."""
    done = one.predicate[:1] and one.predicate[0].endswith(("ed", "en", "wn"))
    return bool(done) and one.is_a("going") and one.verb != "be"


def _adds(one: Said) -> bool:
    """Tell whether a clause ends in what adds it to the demand: `she drinks wine too`."""
    there = one.low[-1:] == ["there"] and one.kind in ("speaker", "person") and one.verb != "be"
    added = one.low[-1:] in (["too"], ["also"], ["instead"]) or one.low[-2:] == ["as", "well"]
    return there or added


def _judges(one: Said) -> bool:
    """Tell whether somebody says what they think of it: `my boss finds them tacky`."""
    low = one.predicate[1:] if one.predicate[:1] == ["that"] else one.predicate
    of_it = len(low) > 1 and low[0] in _BACK | {"they"} and not says(one.text, "counting")
    return one.is_a("thinking") and (one.low == ["so"] or of_it)


def _compares(one: Said) -> bool:
    """Tell whether a clause compares: not where it denies, or ends in what goes past a limit."""
    denies = one.negated or one.tense == "past" or says(one.text, "too much")
    low = one.low[:-1] if one.verb != "be" and one.low[-1:] in (["later"], ["earlier"]) else one.low
    return says(" ".join(low), "comparing") and not denies


def _points_back(one: Said) -> bool:
    """Tell whether a clause is about the demand: `they asked for it`, `nobody reads more`."""
    low = one.low
    while low and is_adverb(low[-1]) and low[-1] not in among("pointing back"):
        low.pop()
    if not low or low[-1] in among("pointing back") or one.kind == "it":
        return bool(low) and low[-1] in among("pointing back")
    denied = one.negated and low[-1] in among("no more") and one.kind != "some"
    return denied or bool({*low[:2]} & _BACK) or says(one.text, "too much")


def _to_somebody(one: Said) -> bool:
    """Tell whether all that is said is to whom: `I promised the kids`."""
    whom = ends(one.low, "people") or {*one.low[-1:]} & (among("objects") - _BACK)
    return one.tense == "past" and bool(whom) and len(one.rest) < 4


def _state(one: Said) -> bool:
    """Tell whether somebody or something is or becomes so: `I'm skint`, `he gets seasick`."""
    low = one.predicate
    while low and (
        low[0] in ("up", "a", "bit", "little", "as", "home", "back") or is_adverb(low[0])
    ):
        low.pop(0)
    return one.is_a("being so") and begins(low, "states", "comments")


def places(word: str, known: Words) -> bool:
    """Tell whether a word says where in a plan something holds: `Friday`, `dinner`."""
    return when(word, known) or any(
        w.type == "Rank" or (w.type == "Thing" and w.value.kind == "member")
        for w in known.phrases.get((word,))
    )


def when(word: str, known: Words) -> bool:
    """Tell whether a word says on which days or in which part of them: `Friday`, `morning`."""
    periodic = "PERIODIC" in known.types(word)
    return word in known.lexicon.parts_of_day or periodic or dated(word, known)


def dated(word: str, known: Words) -> bool:
    """Tell whether a word says on which days: `Friday`."""
    return bool(known.types(word) & {"WEEKDAY", "WEEKEND", "WEEKDAYS"})
