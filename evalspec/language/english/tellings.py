"""Whether a clause beside a demand only tells how things are, and asks for nothing: by its form.

A demand is an order, a duty, a wish, a bound, an amount or a time, what holds of each or of all, a
deed of a plan with what it is done to, or what is said of a thing of the plan. A clause with a subject
and a finite verb of its own that holds none of these is told, whatever its words. What is said of
the demand itself (`it`, `they`) is told only where it is a comment, befalls it or does something to
somebody: anything else would describe it.
"""

from __future__ import annotations

from typing import Literal

from evalspec.language.english.asking import ASKED, Asking
from evalspec.language.english.clause_beside import PREPOSITIONS, UNDER
from evalspec.language.english.days_and_places import dated, places, when
from evalspec.language.english.inflected import word_class
from evalspec.language.english.lexicon import Words
from evalspec.language.english.nominal import barred, nominal, table
from evalspec.language.english.said_forms import (
    BACK,
    adds,
    at_large,
    goes_on_elsewhere,
    happens,
    is_no_plan,
    is_the_one,
    judges,
    points_back,
    tells_state,
)
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
)
from evalspec.vocabulary.nouns import singular

Sureness = Literal["", "likely", "sure"]
"""Whether a clause is told: `sure` even where it could be read as a demand."""
_NO_DEEDS = (
    ["ask"], ["judge"], ["worry"], ["laugh"], ["blame"], ["mind"], ["care"],
    ["like"], ["want"], ["need"], ["fancy"],
)  # fmt: skip
"""What no answer shows, where it is denied: `don't ask why`, `don't like it`."""
_PLACES = frozenset(
    "outside inside outdoors indoors upstairs downstairs together alone apart".split()
)
_OPENERS = frozenset("and but or so plus then also with except only not no".split())
"""What ties a clause to the demand before it as another demand."""
_JOINTS = frozenset("and but so".split())
_FINITE = frozenset("has have must can should needs need is are shall may ought".split())


class _Telling(Asking):
    """A clause of which it is asked whether it only tells how things are."""

    def told(self) -> Sureness:
        """Tell whether it asks for nothing."""
        if self.low[:2] == ["do", "not"] and self.low[2:3] not in _NO_DEEDS:
            return ""  # `don't forget the rhubarb`
        if self.low[-2:] in (["do", "not"], ["does", "not"], ["did", "not"], ["can", "not"]):
            return ""  # `Ida takes the bus, I don't`
        if self.low[0] in BACK and {*self.low[1:3]} & {"includes", "include", "excludes"}:
            return ""  # `that includes phones`
        named = (p for p in self.parses if p.kind in ("some", "person") and p.subject[1:])
        doubtful = any(map(self._asks, named))  # `my physio added lunges`
        told = not (doubtful or self._is_pair())
        parses = [one for one in self.parses if not self._asks(one)] if told else []
        found = [self._fragment(), *map(self._tells, parses)]
        if any(found) and "so" not in self.low[1:-2]:
            return "sure" if "sure" in found else "likely"
        return self._joined() or ("likely" if self._is_of_life() else "")

    def _is_of_life(self) -> bool:
        """Tell whether a clause beside a limit tells of somebody's ways, or of what befalls somebody.

        It holds no amount, day or time, and nothing that changes the limit; what is done has no thing
        for its object that a plan could hold.
        """
        low = [w for n, w in enumerate(self.low) if not n or w not in ("off", "away", "back")]
        kinds = ("demanding", "changing", "faiths", "averse")
        marked = any(says(" ".join(low), kind) for kind in kinds) or self._counts(self.words)
        placed = any(place(w, self.known) for w in self.low for place in (dated, when, places))
        placed = placed or not _PLACES.isdisjoint(self.low)
        if not self.limits or marked or placed or self.low[0] in _OPENERS:
            return False
        return any(self._lives(one) or self._befalls_somebody(one) for one in self.parses)

    def _lives(self, one: Said) -> bool:
        """Tell whether somebody is said to do what has no object, or not to do something: `I cycle a lot`."""
        somebody = [w.low for w in one.subject]
        if (
            somebody not in (["i"], ["we"], ["he"], ["she"], ["they"])
            or self._obliged(one)
            or adds(one)
            or says(one.verb, "wishing")
        ):
            return False
        if one.does("asking", "altering") or one.verb == "be":
            return False
        rest = [w for w in one.predicate if not is_adverb(w)]
        while rest and (rest[0] in table("particles") | table("adverbs") or rest == ["lot"]):
            rest.pop(0)
        does = bool(one.rest) or one.kind != "speaker"  # `no running, we cycle`
        alone = (not rest and does) or rest[:1] == ["like"] or rest in (["a", "lot"], ["a", "bit"])
        denied = one.negated and one.tense in ("can", "present") and one.kind != "it"
        able = not one.negated and one.tense in ("present", "doing", "will", "would")
        return alone and (denied or able)

    def _befalls_somebody(self, one: Said) -> bool:
        """Tell whether a thing does something to somebody, or allows no more: `big plates put her off`."""
        if one.kind not in ("some", "it") or one.verb == "be" or one.does("asking"):
            return False
        rest = [w for w in one.predicate if w not in table("particles")]
        plain = one.tense in ("present", "will", "would", "can") and not self._obliged(one)
        hurt = len(rest) == 1 and rest[0] in ("me", "us", "him", "her")
        sticks = rest[:-1] in (["to"], ["on"], ["at"]) and rest[-1] in ("me", "us", "him", "her")
        full = one.kind == "some" and one.subject[0].low in DETERMINERS
        full = full and one.negated and rest in (["more"], ["any", "more"], ["that"], ["it"])
        return plain and (hurt or (sticks and not one.negated) or full)

    def _joined(self) -> Sureness:
        """Tell whether its parts are told: `he naps and it wakes him`, `they moan if we are late`."""
        joints = (n for n, word in enumerate(self.low[:-1]) if n > 1 and word in _JOINTS | UNDER)
        for place in joints:
            one, other = self.words[:place], self.words[place + 1 :]
            if _Telling(one, self.source, self.known).told():
                under = self.low[place] in UNDER and not self._signs(other)
                if under or _Telling(other, self.source, self.known).told():
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
        if self.low[-1] == "otherwise" and one.kind == "some" and not one.does("asking"):
            return True  # `my dough turns tough otherwise`
        asks = self._asks(one, outcome=True)
        coming = one.tense in ("will", "would", "might", "could") or one.negated
        if (coming and not (purpose and asks)) or (one.is_a("becoming") and not asks):
            return True
        return self._harms(one) or bool(not self._asks(one) and self._tells(one))

    def _tells(self, one: Said) -> Sureness:
        """Tell whether a clause that asks for nothing tells something."""
        if one.kind == "some" and at_large(one):
            return self._tells_at_large(one)
        if goes_on_elsewhere(one) or is_the_one(one) or is_no_plan(one) or self._is_busy(one):
            return "sure"
        if judges(one) or (one.subject and self._harms(one)) or self._comment(one):
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
        sure = (
            points_back(one) or tells_state(one) or self._all_do(one) or (there and self._refuses())
        )
        people = one.subject and one.subject[0].low == "people" and not self.limits
        if (one.kind == "all" and not one.negated) or people:
            return "sure" if sure else ""
        sure = sure or one.tense == "past"
        sure = sure or (one.kind == "speaker" and one.negated)
        return "sure" if sure and one.kind != "name" else "likely"

    def _tells_of_thing(self, one: Said) -> Sureness:
        """Tell whether what is said of an unknown thing is how it is, not how it is to be."""
        if tells_state(one):
            return "sure"
        done = one.tense == "done"
        few = one.subject[0].low in ("a", "an", "some", "most", "one", "both", "half")
        unable = one.negated and one.tense == "can" and not self._counts(one.rest)
        if few and unable:
            return "likely"  # `half of them can't get up again`
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
            if tells_state(one) or (self._comment(one) and one.low[0] != "what"):
                return "sure"
            then = {*one.low[-1:]} & {"then", "there", "now"} and one.low[0] in table("adjectives")
            return "likely" if then or one.tense == "doing" else ""  # `the queue is short then`
        going_on = one.tense in ("doing", "past", "will", "would")
        to_it = not one.rest or barred(one.low[0]) or one.low[0] in PREPOSITIONS
        serves = one.negated or one.is_a("serving") or self._harms(one)
        return "likely" if self.limits and (going_on or (to_it and not serves)) else ""

    def _befalls(self, one: Said) -> bool:
        """Tell whether something happens to what is demanded: `they'll get smashed`, `it won't fit`."""
        low = one.predicate
        if happens(one):
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
            hot = hot or (one.tense in ("will", "would") and begins(low, "states"))
            if self._is_somebodys(one):
                return True
            return low[:1] == ["going"] or hot or bool(thing and low[-1] not in table("adjectives"))
        return bool(raining) or one.tense == "past" or points_back(one)

    def _is_somebodys(self, one: Said) -> bool:
        """Tell whether it is said what the thing is to somebody, or for what: `it's my weak spot`."""
        low, bounded = one.low, self.limits or says(" ".join(self.row), "bounding")
        single = one.subject and one.subject[0].low in ("it", "that") and one.tense == "present"
        if not single or not low or one.negated or says(one.text, "demanding"):
            return False
        bounded = bounded or any(
            w.kind in ("number", "time", "money") for w in raw_words(self.source)
        )
        named = len(low) == 1 and one.rest[0].text[:1].isupper() and not self._types(low[0])
        whose = low[0] in OWNERS and 1 < len(low) < 5 and not {*low} & self.others
        return bounded and (named or (whose and nominal(" ".join(low[1:]))))

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
        new = any(places(w, self.known) or self._types(w) & ASKED for w in low if w not in others)
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


def told(said: str, rest: str, known: Words) -> Sureness:
    """Tell whether a clause beside a demand only tells how things are."""
    found = {_Telling(words, rest, known).told() for words in spelled(said)}
    return "sure" if "sure" in found else "likely" if "likely" in found else ""


def outcome(said: str, rest: str, known: Words, purpose: bool = False) -> bool:
    """Tell whether a clause says what becomes of it otherwise, or what it is for: `or she won't settle`."""
    return any(_Telling(words, rest, known).follows(purpose) for words in spelled(said))
