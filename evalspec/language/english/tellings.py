"""Whether a clause only tells how things are, and asks for nothing.

It is told when its subject stands outside a plan (somebody, a body, a household, the world) and nothing
in it can be asked for: no amount, no time, no comparison, no duty, no thing of the vocabulary that the
rest does not name, no deed of a plan. What is said of the demand itself (`it`, `they`) is told only
where it is a comment or does something to somebody.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from evalspec.language.english.inflected import bases, word_class
from evalspec.language.english.lexicon import Words, data
from evalspec.language.english.naming import NOUNS
from evalspec.language.english.nominal import barred, table
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

Sureness = Literal["", "likely", "sure"]
"""Whether a clause is told: `sure` even where it could be read as a demand."""
_BACK = frozenset("it that this them those these".split())
_ASKED = frozenset(NOUNS) - {"Measure", "LIMITING", "MEASURES", "Edge", "Plan"} | {"Form", "STYLED"}
"""Types of words for what a demand may ask for."""
_NO_DEEDS = (["ask"], ["judge"], ["worry"], ["laugh"], ["blame"], ["mind"], ["care"])
"""What somebody is asked not to do who answers, though no answer shows it: `don't ask why`."""
_OUTSIDE = ("people", "bodily", "circumstance")
_AROUND = ("household", "surroundings")


def told(said: str, rest: str, known: Words) -> Sureness:
    """Tell whether a clause beside a demand only tells how things are."""
    found = [_Clause(words, rest, known).told() for words in spelled(said)]
    return "sure" if "sure" in found else "likely" if "likely" in found else ""


def outcome(said: str, rest: str, known: Words, purpose: bool = False) -> bool:
    """Tell whether a clause says what becomes of it otherwise, or what it is for: `or she won't settle`."""
    return any(_Clause(words, rest, known).follows(purpose) for words in spelled(said))


class _Clause:
    """A clause beside the rest of a sentence, and what may be known of its words."""

    def __init__(self, words: list[Word], rest: str, known: Words) -> None:
        self.words, self.known = words, known
        self.low = [w.low for w in words]
        row = [w.low for w in raw_words(rest)]
        self.others = frozenset(row)
        named = {w for w in self.others - DETERMINERS if len(w) > 2 and not barred(w)}
        unknown = not known.phrases.get((self.low[0],)) and not barred(self.low[0])
        parses = taken_apart(words, frozenset(named))
        self.parses = [one for one in parses if one.kind != "name" or unknown]
        self.limits = says(" ".join(row), "limiting")
        """Whether the rest only limits or leaves out."""

    def told(self) -> Sureness:
        """Tell whether it asks for nothing."""
        if self.low[:2] == ["do", "not"] and self.low[2:3] not in _NO_DEEDS:
            return ""  # `don't forget the rhubarb`
        found = [self._fragment(), *(self._tells(p) for p in self.parses if not self._asks(p))]
        return "sure" if "sure" in found else "likely" if "likely" in found else ""

    def follows(self, purpose: bool) -> bool:
        """Tell whether it says what becomes of somebody or something otherwise, or what can be then."""
        return any(self._follows(one, purpose) for one in self.parses)

    def _follows(self, one: Said, purpose: bool) -> bool:
        able = purpose and one.tense == "can"
        noun = (
            self._types(one.verb) & {"Thing", "Rank", "Text"} and not one.rest
        )  # `the kid snacks`
        if noun or one.kind == "you" or self._counts(one.rest):
            return False
        if able or self._obliged(one):
            return able
        asks = self._asks(one, outcome=True)
        coming = one.tense in ("will", "would", "might", "could") or one.negated
        if (coming and not (purpose and asks)) or (one.is_a("becoming") and not asks):
            return True
        return self._harms(one) or bool(not self._asks(one) and self._tells(one))

    # -- what may be asked for -------------------------------------------------------------------
    def _asks(self, one: Said, outcome: bool = False) -> bool:
        """Tell whether a clause holds anything that may be asked for."""
        if self._obliged(one) or (one.tense != "past" and self._counts(one.rest)) or _adds(one):
            return True
        if one.kind == "you" or (one.kind == "there" and not self._of_circumstance(one)):
            return True
        comment = self._comment(one)
        unable = one.tense in ("can", "could") and one.negated and one.is_a("perceiving")
        if _judges(one) or (unable and not _compares(one)):
            return False
        if _compares(one) or (one.verb == "be" and self._is_of_rest(one)):
            return True
        if not comment and ((not outcome and self._names_new(one)) or self._changes(one, outcome)):
            return True
        return self._acts(one, comment, outcome)

    def _changes(self, one: Said, outcome: bool) -> bool:
        """Tell whether it changes what is demanded, or tells of the text: `my title is extra`."""
        body = (
            {w.low for w in one.subject} if ends([w.low for w in one.subject], "bodily") else set()
        )
        words = {w.low for w in (*one.subject, *one.rest)} - body - self.others
        if words & among("of texts") and not one.is_a("learning"):
            return True
        past = one.tense == "past" and one.kind in ("speaker", "person") and one.verb != "be"
        light = among("away") if past or outcome else frozenset()
        first = among("away") if one.verb != "be" else frozenset()  # `takes off points`
        low = [w for n, w in enumerate(one.low) if w not in light and (n or w not in first)]
        beyond = says(one.text, "too much") and (one.kind == "speaker" or one.does("rejecting"))
        weighty = says(" ".join((*bases(one.verb), *low)), "changing")
        return bool({w.low for w in one.subject} & among("remaining")) or (weighty and not beyond)

    def _acts(self, one: Said, comment: bool, outcome: bool) -> bool:
        """Tell whether somebody does what a demand may ask for: `they eat fish`, `my boss pays half`."""
        direct, back, low = self._is_of_it(one), _points_back(one), one.low
        beyond = one.kind == "speaker" and says(one.text, "too much")
        done = one.tense == "past" and one.kind == "speaker" and not low  # `I measured already`
        if one.does("altering") and not (done or beyond):
            return True
        going_on = bool(low) and low[0].endswith("ing")
        asking = one.does("asking") and (low or one.tense == "done")
        if asking and not (direct or going_on or _to_somebody(one)):
            return True
        averse = (one.does("averse") or says(one.text, "averse")) and low[:1] != ["being"]
        averse = averse and low[:2] != ["to", "be"]
        if averse and not (back or direct or self._of_what_is_refused(one)):
            return True
        if not (one.negated or direct or averse or beyond) and self._repeats(one):
            return True
        told = going_on or (one.is_a("learning") and one.kind != "speaker")
        if one.kind in ("world", "it") or comment or told or (outcome and one.is_a("becoming")):
            return False
        if self._of_stuff(one) and not direct:
            return True
        wishing = says(one.verb, "wishing") or (not averse and self._deed(one))
        direct = direct or (back and one.negated)
        return wishing and not direct and not self._of_circumstance(one)

    def _obliged(self, one: Said) -> bool:
        """Tell whether a clause says what must or may be."""
        if one.tense == "has to":
            return one.kind not in ("speaker", "person")
        if one.tense == "can" and not one.negated:
            return one.kind != "speaker" and not one.is_a("perceiving")
        duty = says(one.text, "demanding") and not says(one.text, "too much")
        return duty or one.tense in ("must", "should", "shall", "may")

    def _counts(self, rest: tuple[Word, ...] | list[Word]) -> bool:
        """Tell whether words hold an amount."""
        low = [w.low for w in rest]
        while low and low[0] in ("all", "both"):
            low.pop(0)
        units = self.known.lexicon.units
        unit = any(one in ("a", "an", "per") and two in units for one, two in pairwise(low))
        number = any(w.kind not in ("word", "mark") for w in rest)
        return number or unit or says(" ".join(low), "counting")

    def _types(self, *words: str) -> set[str]:
        return {w.type for word in words for w in self.known.phrases.get((word,), ())}

    def _names_new(self, one: Said) -> bool:
        """Tell whether a clause names a thing of the vocabulary, a day or a name that the rest does not."""
        somebody = one.kind in ("speaker", "person", "people", "all", "name", "world")
        words = one.rest if somebody else (*one.subject, *one.rest)
        low = [w.low for w in words]
        fresh = [n for n, word in enumerate(low) if word not in self.others | _BACK]
        return not one.is_a("learning") and any(
            self._is_new(words[n], low[:n], somebody, n < len(words) - len(one.rest)) for n in fresh
        )

    def _is_new(self, word: Word, before: list[str], somebody: bool, subject: bool) -> bool:
        named = word.text[:1].isupper() and not word.text.isupper() and not subject
        phrase, types = [*before, word.low], self._types(word.low)
        outside = _OUTSIDE + (_AROUND if somebody and "Text" not in types else ())
        light = is_adverb(word.low) or word.low in among("of time")
        soon = before[-1:] in (["this"], ["these"]) and word.low in among("of time")
        asked = types & _ASKED and not light and not ends(phrase, *outside)
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
        known = {w.type for form in forms for w in self.known.phrases.get(form, ())}
        deeds = known & {"Thing", "Ends", "Started", "MEASURES"}
        mine = one.kind == "speaker" and one.tense != "past" and not says(one.text, "too much")
        return bool(bases(one.verb) & about - among("plain verbs")) or (mine and bool(deeds))

    def _is_of_it(self, one: Said) -> bool:
        """Tell whether what is done is done to the demand: `they asked for it`, `we can't stand them`."""
        low = one.predicate
        if low and (low[0] in table("particles") or low[0] in among("leading to it")):
            low.pop(0)
        about = low[-2:-1] and low[-2] in ("for", "about", "over", "at", "against")
        if about and low[-1] in _BACK and one.kind != "it":
            return True
        plain = one.does("rejecting") or not (one.does("altering") or self._deed(one))
        denied = one.negated and low[-1:] and low[-1] in among("no more")
        to_it = bool(low) and low[0] in _BACK | {"so", "otherwise"}
        return to_it or bool(denied) or (says(" ".join(low), "too much") and plain)

    def _of_stuff(self, one: Said) -> bool:
        """Tell whether somebody does something with what may be instead: `we boil rice`."""
        word = (*one.predicate, "")[0]
        mine = one.kind in ("speaker", "person", "name") and one.tense in ("present", "doing")
        led = word in DETERMINERS | among("objects") | table("adjectives") or word.endswith("ing")
        light = led or barred(word) or begins(one.predicate, "states") or word in among("of time")
        noun = bool(word) and not light and word not in among("behind nouns") | NEAR | {"home"}
        return mine and noun and not one.negated and not self._of_circumstance(one)

    def _deed(self, one: Said) -> bool:
        """Tell whether a verb is one of demands, with something new behind it: `they eat fish`."""
        alone = all(w in table("particles") or w in ("on", "in", "off", "home") for w in one.low)
        intransitive = one.rest or len(one.subject) > 1 or one.is_a("moving")
        if (
            one.verb == "be"
            or one.tense == "past"
            or (alone and intransitive and not one.is_a("staying"))
        ):
            return False
        known = self._types(one.verb, *bases(one.verb)) & set(data("verbs"))
        return (bool(known) or one.verb == "have") and not _state(one)

    def _of_circumstance(self, one: Said) -> bool:
        """Tell whether what somebody has, gets or needs is of the body or befalls them."""
        low = one.low
        light = DETERMINERS | {"no", "very", "really", "got"} | table("adjectives")
        while low and low[0] in light and not ends(low[:1], "circumstance"):
            low.pop(0)
        behind = (n for n, w in enumerate(low) if w in among("behind nouns") or is_adverb(w))
        return _all_of(low[: next(behind, len(low))], (*_OUTSIDE, "household", "states"))

    def _of_what_is_refused(self, one: Said) -> bool:
        """Tell whether what somebody cannot have is what the rest leaves out."""
        alone = len(one.rest) < 2 and says(" ".join(self.others), "refusing")
        return alone or bool({*one.low} & self.others - DETERMINERS)

    # -- what is told ----------------------------------------------------------------------------
    def _tells(self, one: Said) -> Sureness:
        """Tell whether a clause that asks for nothing tells something."""
        if _judges(one) or self._harms(one):
            return "sure"
        if one.kind == "it":
            return "sure" if self._comment(one) else "likely" if self._befalls(one) else ""
        if one.kind in ("thing", "owned", "world", "there", "doing"):
            return self._tells_of_thing(one)
        sure = _points_back(one) or _state(one)
        if one.kind == "all" or (one.kind == "people" and not self.limits):
            return "sure" if sure else ""
        sure = sure or one.tense == "past" or (one.kind == "speaker" and one.negated)
        return "sure" if sure and one.kind != "name" else "likely"

    def _befalls(self, one: Said) -> bool:
        """Tell whether something happens to what is demanded: `they'll get smashed`, `it won't fit`."""
        gone = one.is_a("going") and bool(one.rest)
        placed = says(" ".join(one.predicate), "placing")
        if gone and (not placed or ends(one.predicate, "people", *_AROUND)):
            return True
        ahead = one.tense in ("will", "would", "can", "could") or one.is_a("serving")
        if one.negated and ahead:
            return True
        raining = one.subject[:1] and one.subject[0].low == "it" and one.is_a("raining")
        if one.verb == "be":
            return one.predicate[:1] == ["going"]
        return bool(raining) or one.tense == "past" or _points_back(one)

    def _tells_of_thing(self, one: Said) -> Sureness:
        """Tell whether what is said of something around the demand is a comment, or how it is."""
        comment, first = self._comment(one), one.subject[0].low
        if one.kind == "there":
            return "likely" if self._of_circumstance(one) else ""
        participle = one.tense == "past" and one.verb.endswith("ed") and not one.rest
        participle = participle or (one.tense == "done" and one.kind != "world")
        if first in ("a", "an", "some", "most", "one", "both", "half") or participle:
            return ""  # `a coffee goes with it`, `flights included`
        if one.kind == "world":
            body = first in DETERMINERS and ends([w.low for w in one.subject], "bodily")
            likely: Sureness = "likely" if self.limits or one.negated else ""
            return "sure" if comment or _state(one) or body else likely
        if one.kind == "doing" or not self.limits:
            return "sure" if comment and one.kind != "thing" else ""
        if one.verb != "be" or one.negated or comment:
            return "likely"
        word = (*one.predicate, "")[0]
        said = word in table("adjectives") | table("prepositions") or word.endswith(("ed", "ing"))
        how = (said or begins([word], "states")) and "to" not in one.predicate
        return "likely" if how else ""

    def _harms(self, one: Said) -> bool:
        """Tell whether something is done to somebody: `it upsets my stomach`, `they lose focus`."""
        low = one.predicate
        if low and low[0] in among("leading to it") | {"up", "down", "out", "off"}:
            low.pop(0)
        if not low or one.verb == "be" or one.kind not in _THINGS or one.does("asking", "altering"):
            return False
        whom = among("objects") - ({"them", "her"} if one.kind == "it" else set())
        lost = one.kind == "it" and len(low) < 3 and ends(low, "bodily")
        of_somebody = (ends(low[1 : 1 + n], "people", "bodily") for n in (1, 2, 3))
        return low[0] in whom or lost or (low[0] in DETERMINERS and any(of_somebody))

    def _comment(self, one: Said) -> bool:
        """Tell whether what is said of something is an opinion, a rule or a circumstance."""
        low, full = one.predicate, one.low
        if not one.is_a("seeming"):
            return False
        if one.verb != "be" and "to" in low[:-1]:  # `they look desperate to me`
            whom = low[low.index("to") + 1 :]
            return whom in (["me"], ["us"]) or (whom[0] in OWNERS and ends(whom, "people"))
        if begins(full, "comments") and full[0] in ("just", "such") and len(full) > 1:
            return self._of_circumstance(one)
        if begins(full, "comments") or begins(low, "comments"):
            return True
        if full[:1] and full[0] in ("how", "why", "what", "when", "where", "all", "because"):
            return full[1:2] != [] and (full[1] in DETERMINERS | among("telling of"))
        if low[:1] and low[0] in ("for", "in", "by", "per", "from"):
            read = (len(low) == 3 and low[1] in OWNERS | {"a", "an"}) or low[1:2] == ["people"]
            by_rule = low[0] != "for" and low[-1] in among("authorities")
            return by_rule or (low[0] == "for" and read and "Text" in self._types(*self.others))
        if not low or low[0] not in DETERMINERS:
            return False
        low = [
            w for n, w in enumerate(low) if n != 1 or w not in ("only", "best", "easiest", "one")
        ]
        stop = next((n for n, w in enumerate(low) if n and w in among("behind nouns")), len(low))
        own = ("surroundings",) if low[0] in OWNERS else ()
        return ends(low[1:stop], "circumstance", "comments", *own)

    def _fragment(self) -> Sureness:
        """Tell whether words without a verb say how things are: `not with this lot`, `way too noisy`."""
        low, others = self.low, self.others
        if self._counts(self.words) or says(" ".join(low), "demanding"):
            return ""
        if low[0] == "not" and low[1:2] and low[1] in ("with", "in", "at", "on", "for", "after"):
            outside = len(low) > 3 and low[2] in DETERMINERS
            return "sure" if outside and ends(low[2:], *_OUTSIDE, "surroundings") else ""
        of = any(ends([w], "people", *_AROUND) or w in among("of authority") for w in low[:-1])
        if len(low) < 5 and of and low[-1] in among("authorities"):
            return "sure"  # `fire regulations`
        new = any(places(w, self.known) or self._types(w) & _ASKED for w in low if w not in others)
        if low[0] in ("too", "such") or (low[0] in ("way", "far", "much") and low[1:2] == ["too"]):
            return "" if new else "sure"
        words = [w for w in low if not is_adverb(w)]
        if tuple(words) in word_class("states"):
            return "" if says(" ".join(words), "changing") else "likely"
        whose = words[:1] and (words[0] in OWNERS or low[0] in NEAR or low[-1] == "again")
        if len(words) > 1 and whose and self.limits and ends(words, "people"):
            return "" if {*words} & others else "sure"  # `no jumping, downstairs neighbours`
        head = words[:]
        light = DETERMINERS | table("adjectives")
        while len(head) > 1 and (head[0] in light or begins(head[:1], "states")):
            head.pop(0)
        ails = self.limits and len(words) > 1 and _all_of(head, ("bodily", "circumstance"))
        known = tuple(words) in word_class("circumstance")
        if known and len(words) > 1 and self.limits:
            return "sure"  # `no running: shin splints`
        return "likely" if known or (ails and not (new and len(head) == len(words))) else ""


_THINGS = frozenset("it thing owned world people person name all".split())


def _all_of(words: list[str], kinds: tuple[str, ...]) -> bool:
    """Tell whether words are nothing but nouns of some classes: `heart condition`."""
    sizes = (n for n in (3, 2, 1) if any(tuple(words[:n]) in word_class(kind) for kind in kinds))
    size = next(sizes, 0)
    return bool(size) and (size >= len(words) or _all_of(words[size:], kinds))


def _adds(one: Said) -> bool:
    """Tell whether a clause ends in what adds it to the demand: `she drinks wine too`."""
    there = one.low[-1:] == ["there"] and one.kind in ("speaker", "person")
    return (
        there or one.low[-1:] in (["too"], ["also"], ["instead"]) or one.low[-2:] == ["as", "well"]
    )


def _judges(one: Said) -> bool:
    """Tell whether somebody says what they think of it: `my boss finds them tacky`."""
    low = one.predicate[1:] if one.predicate[:1] == ["that"] else one.predicate
    of_it = len(low) > 1 and low[0] in _BACK | {"they"} and not says(one.text, "counting")
    return one.is_a("thinking") and (one.low == ["so"] or of_it)


def _compares(one: Said) -> bool:
    """Tell whether a clause compares: not where it denies, or ends in what goes past a limit."""
    denies = one.negated or one.tense == "past" or says(one.text, "too much")
    return says(one.text, "comparing") and not denies


def _points_back(one: Said) -> bool:
    """Tell whether a clause is about the demand: `they asked for it`, `nobody reads more`."""
    low = one.low
    while low and is_adverb(low[-1]) and low[-1] not in among("pointing back"):
        low.pop()
    if not low or low[-1] in among("pointing back") or one.kind == "it":
        return bool(low) and low[-1] in among("pointing back")
    denied = one.negated and low[-1] in among("no more")
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
    return one.is_a("being so") and begins(low, "states")


def places(word: str, known: Words) -> bool:
    """Tell whether a word says where in a plan something holds: `Friday`, `dinner`."""
    return when(word, known) or any(
        w.type == "Rank" or (w.type == "Thing" and w.value.kind == "member")
        for w in known.phrases.get((word,), [])
    )


def when(word: str, known: Words) -> bool:
    """Tell whether a word says on which days or in which part of them: `Friday`, `morning`."""
    kinds = ("WEEKDAY", "WEEKEND", "WEEKDAYS", "PERIODIC")
    types = {w.type for w in known.phrases.get((word,), [])}
    return word in known.lexicon.parts_of_day or bool(types.intersection(kinds))
