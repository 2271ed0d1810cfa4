"""What a clause beside a demand may ask for: a duty, an amount, a deed, a thing of the plan."""

from __future__ import annotations

from evalspec.language.english.clause_beside import PREPOSITIONS, ClauseBeside
from evalspec.language.english.closed import data
from evalspec.language.english.days_and_places import places
from evalspec.language.english.inflected import bases
from evalspec.language.english.naming import NOUNS
from evalspec.language.english.nominal import barred, table
from evalspec.language.english.said_forms import (
    BACK,
    adds,
    compares,
    goes_on_elsewhere,
    happens,
    is_no_plan,
    is_the_one,
    judges,
    points_back,
    tells_state,
    to_somebody,
)
from evalspec.language.english.scanner import Word
from evalspec.language.english.taken_apart import (
    DETERMINERS,
    NEAR,
    OWNERS,
    Said,
    among,
    ends,
    is_adverb,
    says,
)

_REFLEXIVE = frozenset("myself ourselves himself herself itself themselves".split())
ASKED = frozenset(NOUNS) - {"Measure", "LIMITING", "MEASURES", "Edge", "Plan"} | {"Form", "STYLED"}
"""Types of words for what a demand may ask for."""
_ORDERS = {"START", "END", "FOLLOW", "PRECEDE", "COME", "APPEAR", "LAST", "MENTION"}
"""Kinds of verbs by which a thing has its place in a plan."""
_WHERE = (["in"], ["at"], ["to"], ["from"], ["via"], ["near"], ["through"], ["on"])


class Asking(ClauseBeside):
    """A clause of which it is asked whether it holds what a demand may ask for."""

    def _signs(self, words: list[Word]) -> bool:
        """Tell whether words hold anything by which a demand is known."""
        text = " ".join(w.low for w in words)
        kinds = ("demanding", "changing", "comparing", "wishing")
        new = any(self._is_new(w, [], False) for w in words if w.low not in self.others)
        return self._counts(words) or new or any(says(text, kind) for kind in kinds)

    def _asks(self, one: Said, outcome: bool = False) -> bool:
        """Tell whether a clause holds anything that may be asked for."""
        if self._obliged(one) or one.kind == "you" or adds(one):
            return True
        if goes_on_elsewhere(one) or is_no_plan(one) or self._is_busy(one):
            return False
        counted = one.rest[2:] if is_the_one(one) else one.rest
        if one.tense != "past" and self._counts(counted) and not self._numbers_life(one):
            return True
        if judges(one):
            return False
        comment, beyond = self._comment(one), says(one.text, "too much") and one.does("rejecting")
        asked = one.low[:1] in (["what"], ["how"], ["why"]) and comment
        if (compares(one) and not asked) or (one.verb == "be" and self._is_of_rest(one)):
            return True
        so = tells_state(one) and one.kind in ("speaker", "person")  # `I am stiff in the morning`
        known = comment or beyond or so or (outcome and one.kind != "some")
        if not known and self._names_new(one):
            return True
        if not comment and self._changes(one, outcome):
            return True
        alone = len(one.low) == 1 and (one.verb == "leave" or not one.does("asking", "altering"))
        if one.low[:1] in (["me"], ["us"]) and (alone or one.low[1:2] == ["for"]):
            return False
        return self._places(one) or (not comment and self._acts(one, outcome))

    def _is_busy(self, one: Said) -> bool:
        """Tell whether somebody kept free is said to have something on: `Mum is off, she has choir`."""
        kept = {*self.row} & {"off", "free", "not", "no", "nothing", "without", "only"}
        works = bases(one.verb) & {"work", "sleep", "study"} and not says(one.text, "demanding")
        has = one.verb == "have" and 0 < len(one.rest) < 4 and not self._counts(one.rest)
        plain = one.tense == "present" and not one.negated and bool(has or works)
        return bool(kept) and plain and bool({"he", "she"} & {w.low for w in one.subject})

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
        mine = one.verb != "be" and one.subject[:1] and one.subject[0].low in OWNERS
        subject = () if mine else one.subject  # `my voice cracks`
        words = {w.low for w in (*subject, *one.rest)} - self.others
        if words & among("of texts") and not one.is_a("learning"):
            return True
        moving = one.verb not in ("be", "have") or outcome  # `takes off points`
        low = [w for w in one.low if not (moving and w in among("away"))]
        beyond = says(one.text, "too much") and (one.kind == "speaker" or one.does("rejecting"))
        text = " ".join((*bases(one.verb), *low))
        weighty = says(text, "changing") or (says(text, "faiths") and not self._refuses())
        weighty = weighty and low not in (["without", "me"], ["without", "us"])
        return bool({w.low for w in one.subject} & among("remaining")) or (weighty and not beyond)

    def _acts(self, one: Said, outcome: bool) -> bool:
        """Tell whether somebody does what a demand may ask for: `they eat fish`, `my boss pays half`."""
        direct, back, low = self._is_of_it(one), points_back(one), one.low
        if self._all_do(one):
            return False
        beyond = one.kind == "speaker" and says(one.text, "too much")
        alone = one.kind in ("speaker", "person", "it") and low in ([], [one.verb])
        done = one.tense == "past" and alone  # `I measured already`, `she offered`
        with_us = one.tense in ("doing", "will") and low[:1] in (
            ["us"],
            ["me"],
        )  # `Ann is joining us`
        if one.does("altering") and not (done or beyond or with_us):
            return True
        going_on = bool(low) and low[0].endswith("ing")
        asking = one.does("asking") and (low or one.tense == "done") and not done
        if asking and not (direct or going_on or to_somebody(one)):
            return True
        averse = (one.does("averse") or says(one.text, "averse")) and low[:1] != ["being"]
        doing = low[:1] and low[0].endswith("ing") and not self._types(low[0]) & ASKED
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

    def _names_new(self, one: Said) -> bool:
        """Tell whether a clause names a thing of the vocabulary, a day or a place that the rest does not."""
        somebody = one.kind in ("speaker", "person", "all", "name")
        words = one.rest if somebody else (*one.subject, *one.rest)
        low = [w.low for w in words]
        fresh = [n for n, word in enumerate(low) if word not in self.others | BACK]
        if one.kind == "it" and happens(one):
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
        asked = not (is_adverb(word.low) or time or person) and self._types(word.low) & ASKED
        soon = time and last in ("this", "these", "another", "all")
        soon = soon or (last == "all" and word.low in self.known.lexicon.parts_of_day)
        return named or bool(asked) or (places(word.low, self.known) and not soon)

    def _is_of_rest(self, one: Said) -> bool:
        """Tell whether something is away, or is what the rest names: `my commute is work`."""
        others = DETERMINERS | BACK | PREPOSITIONS
        heads = [w for w in one.predicate if w not in others]
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
        if low and (low[0] in table("particles") or low[0] in PREPOSITIONS):
            low.pop(0)
        about = low[-2:-1] and low[-2] in ("for", "about", "over", "at", "against", "of")
        if about and low[-1] in BACK and one.kind != "it":
            return True
        plain = one.does("rejecting") or not (one.does("altering") or self._deed(one))
        denied = one.negated and low[-1:] and low[-1] in among("no more")
        if one.kind == "some" and not self.others & among("limiting"):
            denied = False  # `the curtains cannot use up more` is what limits them
        to_it = bool(low) and low[0] in BACK | _REFLEXIVE | {"so", "otherwise"}
        return to_it or bool(denied) or (says(" ".join(low), "too much") and plain)

    def _deed(self, one: Said) -> bool:
        """Tell whether somebody does what a plan may hold, with something new: `they eat fish`."""
        if one.verb == "be" or one.tense == "past" or tells_state(one):
            return False
        if one.kind == "person" and bases(one.verb) & {"use", "wear", "own"}:
            return False  # `grandad uses a frame`
        low = [w for w in one.predicate if not is_adverb(w)]
        thing = bool(low) and (
            low[0] in DETERMINERS | table("adjectives") | {"no"} or not barred(low[0])
        )
        thing = thing and low[0] not in PREPOSITIONS | table("particles") | among(
            "objects"
        ) | _REFLEXIVE | NEAR | among("of time")
        verbs = bases(one.verb)
        tied = set().union(*(self.known.types(verb, *low[:1]) for verb in verbs))
        thing = thing or (len(low) > 1 and bool(tied & set(data("verbs"))))  # `we go to failure`
        eaten = bool(verbs & set(data("takes things")))
        thing = thing or (eaten and low[:1] == ["at"])  # `we eat at home`
        outside = next(
            (n for n, w in enumerate(low) if n and (w in PREPOSITIONS or barred(w))), len(low)
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
        said = [w for w in one.low if not is_adverb(w)]
        state = len(said) < 2 or said[-1] in among("faiths")  # `lactose intolerant`
        state = state or one.rest[0].low in among("fearing")  # `I'm scared of heights`
        alone = state and self._refuses()
        return alone or bool({*one.low} & self.others - DETERMINERS)
