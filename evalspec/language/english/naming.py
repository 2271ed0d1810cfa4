"""Which words of a sentence may be names, or part of one: by what they are and where they stand.

Most nouns that users write stand in no vocabulary, and many are verbs as well (`the order`, `drinks
and dinner`, `writing`). What stands behind an article or before a finite verb is no verb but a noun;
what is joined by a hyphen is one, and so is what is done, by its form in -ing.
"""

from __future__ import annotations

from collections.abc import Iterable

from evalspec.language.english.chart import Entry
from evalspec.language.english.closed import Word as Known
from evalspec.language.english.closed import data
from evalspec.language.english.figures import Numbers
from evalspec.language.english.inflected import inflected, word_class
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Noun
from evalspec.language.english.nominal import adjectival, barred, nominal, verbal
from evalspec.language.english.scanner import Word, plain_text, raw_words
from evalspec.language.names import MONTHS, PARTS
from evalspec.vocabulary.nouns import singular

AN = "a "
"""Stands before the words of a name that has this article."""
OWN = "the "
"""Stands before the words of a name behind `the`, `my` and the like, which begin a name."""
UNKNOWN_COST = 3.0
"""Of a word that is no word of the vocabulary: it can only be a name."""
KNOWN_COST = 1.5
"""Of a word of the vocabulary that stands in a name: `yoga class`."""
PART_COST = 2.0
"""Of a part of the day in a name: `night shift`, not `each night sleep 8 hours`."""
NOUNS = {"Rank", "Thing", "Measure", "Text", "Plan", "Ends", "Started", "MEASURES", "TIMED",
         "Form", "Language", "Edge", "Listed", "KEYWORD", "EXACT", "KEY", "LANGUAGE", "ITEMS",
         "PASSAGES", "COUNTED", "LIMITING", "LETTER", "REQUESTED", "HIGHLIGHT", "DIVIDER",
         "LISTING", "ARRAY"}  # fmt: skip
OPEN_TOO = {
    "TOTALS", "DIFFERENCE", "FACTOR", "MULTIPLIED", "PRODUCT",
    "OPENING", "CLOSING", "EXCEED", "WORKING", "IN_A_ROW", "PASS", "OTHER_DAYS", "CREW", "PERSON",
    "AT_A_TIME", "EVERYTHING", "IDEAL", "THE_MOST", "GENERAL", "GAP", "LINES", "RESPONSIBLE",
    "RESPONSIBLE_WHO", "NAME_OF_WHOM", "TICK_BOX", "TELL", "BESIDE_EACH", "BESIDE_IT", "EDGE_TIMES",
    "GROUPS", "ROOM_OF_IT", "CLEARED", "OUT_OF_IT", "FULL", "ONCE", "PLANNED", "MAKING",
}  # fmt: skip
"""Types of words that may be names as well: `running`, `kids club`, `visit`."""
_FORMS = {"WRITE", "SAY", "SET"}
"""Types of verbs for how a text is given, of which some name what is done: `writing`."""
_OF_TEXTS = {"KEYWORD", "KEY", "HIGHLIGHT", "DIVIDER", "LISTING", "ARRAY"}
"""Types of nouns that only texts make special: `the last property`."""
_USED_OTHERWISE = {
    "SET_ASIDE",
    "NEST",
    "SWAP",
    "AWAY",
    "RANGED",
    "DEPTH",
    "SHARED",
    "SORTED",
    "OR_LESS",
}
"""Types of nouns that rules know by another use: `the exchange`, `two vacations`."""
NOUNS_TOO = NOUNS | OPEN_TOO | _FORMS | {"WORKING"}
_EDGES = {"START", "END"}
"""Types of verbs that are nouns of their own rules: `the start of the day`."""


class Said:
    """The words of one sentence, with what may be a name among them."""

    def __init__(self, text: str, words: Words) -> None:
        """Scan a sentence."""
        self.known = words
        self.source = plain_text(text)
        self.words = raw_words(self.source)
        self.numbers = Numbers(self.words, words.lexicon)
        said = {w.low for w in self.words}
        self.of_text = bool(said & set(data("of text")))
        self.filler = [
            w.low in words.fillers and (w.kind == "word" or w.low == "'") for w in self.words
        ]
        for place, word in enumerate(self.words[1:], 1):  # `not always`, `not entirely`
            last = self.words[place - 1].low
            cited = last in ("word", "term") or (last == "be" and word.text[:1].isupper())
            if cited or (
                self.words[place - 1].low == "not" and word.low.endswith(("ly", "always"))
            ):
                self.filler[place] = False  # `the first word must be Certainly`
        for place, word in enumerate(self.words):
            if place and self.words[place - 1].low == "between" and word.low == "your":
                self.filler[place] = False  # `between your turns`: of each person
            owned = place > 0 and self.words[place - 1].low in ("my", "our", "his", "her")
            if word.low == "own" and owned and place + 1 < len(self.words):
                # `my own training`, not `my own work`, which is not all of it
                self.filler[place] = "WORKING" not in self._types(place + 1)
            pause = self.numbers.low(place + 1) in words.pauses
            days = self.numbers.low(place + 2) in ("day", "days")
            if pause and days and word.low in data("whole"):
                self.filler[place] = True  # `a full rest day`
            is_said = self.numbers.low(place + 1) == "be"
            if word.low == "always" and self._manned(place + 1 + is_said):
                self.filler[place] = False  # `always two people on the floor`: at any time
            for_whom = word.low in ("me", "us") and self.numbers.low(place - 1) == "for"
            hers = word.low == "her" and not self.numbers.low(place + 1)[:1].isalnum()
            if hers or (for_whom and self._measured(place - 2)):
                self.filler[place] = False  # `half an hour for me`: not all of the time
        led = False  # `the final output`, `the model's rewritten text`
        for place in reversed(range(len(self.words)) if words.textual else ()):
            low = self.words[place].low
            self.filler[place] |= led and low in data("whole texts")
            led = (
                "Plan" in self._types(place)
                or low in data("documents")
                or (led and self.filler[place] and low in ("'s", *data("whole texts")))
            )
        for place, word in enumerate(self.words[1:], 1):  # `this covers the bread`
            if self.words[place - 1].low == "this" and word.low.endswith("s"):
                self.filler[place - 1] &= not self._types(place) & set(data("verbs"))
        for place in range(2, len(self.words)):
            self.filler[place] |= self._counted_again(place) or self._says_amount(place)
        for place in reversed(range(len(self.words))):
            self.filler[place] |= self._praised(place)
        for place in range(1, len(self.words)):  # `first the dad, then me`
            one_more = self.words[place - 1].low == "then" and self.words[place].low in ("me", "us")
            self.filler[place] &= not one_more
        for place, word in enumerate(self.words):  # `…, please.`, `…, please, and …`
            if word.low == "," and (self._fillers_end(place + 1) or self._fillers_only(place + 1)):
                self.filler[place] = True

    def _praised(self, place: int) -> bool:
        """Tell whether a word only praises what follows it: `two decent meals`, not `no real butter`."""
        word, following = self.words[place], self.numbers.low(place + 1)
        others = data("praise").get(word.text)
        if others is None or following in others or self._begins_phrase(place):
            return False
        before, after = self.words[place - 1] if place else None, place + 1
        while after < len(self.words) and self.filler[after]:
            after += 1
        if after >= len(self.words) or self.words[after].kind != "word":
            return False
        if before is None:  # `estimated costs for each job`
            return "Measure" in self._types(after)
        led = before.low in data("before nouns") or self.counts(place - 1)
        named = nominal(self.words[after].low) or adjectival(self.words[after].low)
        known = bool(self._types(after) & NOUNS)
        return before.low != "no" and (known or (led and named))

    def _begins_phrase(self, place: int) -> bool:
        """Tell whether several words from here on are one phrase of the lexicon."""
        phrases = self.known.phrases.starting(self.words[place].low)
        lows = tuple(word.low for word in self.words[place:])
        return any(len(one) > 1 and lows[: len(one)] == one for one in phrases)

    def _counted_again(self, place: int) -> bool:
        """Tell whether a noun repeats of what a number is: `the number of meals may be up to 3 meals`."""
        lows = [w.low for w in self.words[:place]]
        end = place
        while end and lows[end - 1] in data("beside numbers"):
            end -= 1
        again = [n for n, low in enumerate(lows) if low == self.words[place].low]
        if not again or not end or not self.counts(end - 1) or self.words[place].kind != "word":
            return False
        heads = 0 in again and ":" in lows
        return heads or any(
            " ".join(lows[n - size : n]) in data("words")["NUMBER_OF"]
            for n in again
            for size in range(1, min(n, 4) + 1)
        )

    def _says_amount(self, place: int) -> bool:
        """Tell whether a noun only says of an amount that it is one: `the 20 to 30 page range`."""
        said = self.words[place].low in data("behind amounts") and self.counts(place - 2)
        said &= place < 3 or not self.article(place - 3)  # not `a 30 minute range`
        unit = self.words[place - 1].low
        return said and (unit in self.known.lexicon.units or "Rank" in self.known.types(unit))

    def _measured(self, place: int) -> bool:
        """Tell whether a length of time ends here."""
        unit = self.numbers.unit(place)[0] if place > 0 else None
        return unit is not None and unit.dimension == "time"

    def _manned(self, place: int) -> bool:
        """Tell whether so many people follow."""
        numbers = [n for n in range(place, min(place + 3, len(self.words))) if self.counts(n)]
        after = numbers[-1] + 1 if numbers else len(self.words)
        unit = self.numbers.unit(after)[0]
        crew = after < len(self.words) and self.known.is_crew(self.words[after].low)
        return crew or (unit is not None and unit.dimension == "count:person")

    def _fillers_end(self, place: int) -> bool:
        """Tell whether only words without meaning, at least one, stand up to the end."""
        rest = [n for n in range(place, len(self.words)) if self.words[n].low not in ".!?"]
        return bool(rest) and all(self.filler[n] for n in rest)

    def _fillers_only(self, place: int) -> bool:
        """Tell whether only words without meaning, at least one, stand up to another comma."""
        end = place
        while end < len(self.words) and self.filler[end]:
            end += 1
        return place < end < len(self.words) and self.words[end].low == ","

    def text(self, start: int, end: int) -> str:
        """Return the words of a stretch as written."""
        made = ""
        for word in self.words[start:end]:
            made += word.text + ("-" if word.joined else " ")
        return made.strip(" -")

    def text_between(self, start: int, end: int) -> str:
        """Return the part of the sentence from one word to another, as written."""
        return self.source[self.words[start].start : self.words[end - 1].end]

    def counts(self, place: int) -> bool:
        """Tell whether a word is a number."""
        return place >= 0 and self.numbers.number(place)[1] > 0

    def article(self, place: int) -> bool:
        """Tell whether a word is `a` or `another`."""
        word = self.words[place]
        return word.low in ("a", "an", "another") and not (place and word.text == "A")

    # -- verbs and nouns --------------------------------------------------------------------------
    def without_verbs(self, place: int, found: list[Entry]) -> list[Entry]:
        """Leave out the verbs among what a word may be, where no verb can stand: `the order`."""
        if self._agrees_not(place):
            found = [e for e in found if e.type != "WORKING"]
        if self._no_person(place):
            found = [e for e in found if e.type != "PERSON"]
        bounded = self.numbers.low(place + 1) in data("comparing")  # `and last exactly an hour`
        joined = (
            place > 1
            and self._types(place - 1) & {"AND", "BUT"}
            and (bounded or self.numbers.amounts(place + 1))
        )
        if joined and any(e.type == "LAST" for e in found):
            found = [e for e in found if e.type != "NTH" or "NTH" in self._types(place - 2)]
        if any(e.type == "SUM_TO" for e in found):  # `the bills add up to 90 euros`
            said = "HAVE" if place and self._is_several(place - 1) else ""
            ordered = all(self.filler[:place])  # `please add up to two snacks`
            found = [e for e in found if e.type != (said or ("SUM_TO" if ordered else ""))]
        if self.may_do(place):
            return found
        verbs = self.known.verbs - _EDGES | _FORMS | {"WORKING"}
        return [e for e in found if e.type not in verbs or e.end > place + 1]

    def _agrees_not(self, place: int) -> bool:
        """Tell whether a base form stands behind a common noun in the singular: `my desk work`."""
        before = self.numbers.low(place - 1)
        several = self._somebody(before) or before in data("asides")["of many"]
        common = place == 1 or (place > 0 and self.words[place - 1].text.islower())
        common = common and self._unknown_noun(place - 1)
        return common and not several and self.words[place].low == "work"

    def _no_person(self, place: int) -> bool:
        """Tell whether a word that a sentence begins with is no person for what follows: `Church by noon`."""
        low, after = self.words[place].low, self.numbers.low(place + 1)
        several = singular(low) != low or low.startswith("every") or (low,) in word_class("elders")
        doing = after in ("does", "not") or any(one.tense == "s" for one in inflected(after))
        return place == 0 and not (several or doing)

    def may_do(self, place: int) -> bool:
        """Tell whether a word may be a verb by where it stands, if it is one."""
        low = self.words[place].low
        if self.barred(place) or low in self.known.deeds or self.words[place].kind != "word":
            return True
        if place < 2 and self.words[place + 1 : place + 2] and self.words[place + 1].low == ":":
            return False  # `Drinks: at most 50 euros`
        noun = self.led(place) or self._before_verb(place) or self._heads_name(place)
        return not (noun or self._ends_object(place))

    def _numbered(self, place: int, noun: int) -> bool:
        """Tell whether a noun that begins with its adjectives at a place agrees with a number before it, or
        has a length: `one drink`, `two cold drinks`, `two drink orders`, `a 30 minute drink`; not `one
        drinks`, `two drink`, `dinner at 8 works`.
        """
        first = place - 1
        if self.counts(first - 1) and self._whole_unit(first):
            return True
        while self.counts(first - 1) and self.numbers.number(first - 1)[1] > place - first:
            first -= 1
        if not self.counts(first) or self.numbers.number(first)[1] != place - first:
            return False
        timed = first > 0 and self.words[first - 1].low in data("clock words")["only"]
        one = self.numbers.number(first)[0] == 1
        pronoun = one and self.numbers.low(first - 1) in data("determiners")
        several = self._is_several(noun) or (not one and self._before_several(noun))
        return not (timed or pronoun) and one != several

    def _is_several(self, place: int) -> bool:
        return singular(self.words[place].low) != self.words[place].low

    def _before_several(self, place: int) -> bool:
        """Tell whether a plural that no vocabulary knows stands behind a word: `two drink orders`."""
        after = place + 1
        if after >= len(self.words) or self.words[after].kind != "word" or self.filler[after]:
            return False
        return self._is_several(after) and not (
            self._types(after) or barred(self.numbers.low(after))
        )

    def _whole_unit(self, place: int) -> bool:
        """Tell whether a unit in the singular stands behind more than one: `30 minute`."""
        low = self.words[place].low
        spelled = len(low) > 3 and low in self.known.lexicon.units
        return spelled and self.numbers.number(place - 1)[0] != 1

    def _before_verb(self, place: int) -> bool:
        """Tell whether a finite verb stands behind a word: `drinks must`, `training is`."""
        after = [word.low for word in self.words[place + 1 : place + 3]]
        return bool(after) and (
            after[0] in data("finite") or " ".join(after) in ("have to", "has to")
        )

    def _heads_name(self, place: int) -> bool:
        """Tell whether a word ends the name that a sentence begins with: `Group work at most an hour`.

        A verb would agree with what stands before it (`Tom works`, `nurses work`), or have an object.
        """
        if not place or not self._modifies(place - 1) or self._goes_on(place):
            return False
        before = self.words[place - 2] if place > 1 else None
        first = before is None or before.kind == "mark" or before.low in data("determiners")
        low = self.words[place].low
        words = self.known.phrases.get((low,))
        if self._works(place, words):
            return False
        plain = any(word.value == low and word.type in self.known.verbs | _FORMS | {"WORKING"}
                    for word in words)  # fmt: skip
        known = any(word.type in ("Measure", "Rank", "Thing") for word in words)
        return first and plain and not (known or barred(low) or low in self.known.deeds)

    def _ends_object(self, place: int) -> bool:
        """Tell whether a plural ends what a preposition or a verb goes with: `avoid fizzy drinks`.

        `no patient drinks more than two litres` goes on as verbs do.
        """
        low = self.numbers.low(place)
        led = place > 1 and (self._modifies(place - 1) or adjectival(self.words[place - 1].low))
        if not led or singular(low) == low:
            return False
        before = self.words[place - 2].low
        governed = before in self.known.deeds or before in data("before objects")
        governed = governed or self.counts(place - 2)
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        compared = after is not None and (
            after.low in data("comparing") or self.counts(place + 1) or self._goes_on(place)
        )
        return governed and not compared

    def _unknown_noun(self, place: int) -> bool:
        """Tell whether a word is a noun in the singular that no closed class holds."""
        word = self.words[place]
        types = self._types(place)
        fits = word.kind == "word" and word.low not in data("no names") and not self.filler[place]
        one = singular(word.low) == word.low and not word.low.endswith("ly")
        return fits and one and types <= NOUNS and not (barred(word.low) or word.joined)

    def _modifies(self, place: int) -> bool:
        """Tell whether a word may stand before the noun of a name.

        What names the whole or what it is made of does not, for verbs tell something of it:
        `No block lasts longer than …`, `Is the response formatted …`.
        """
        return self._unknown_noun(place) and not self._types(place) & {"Rank", "Text", "Plan"}

    def _types(self, place: int) -> set[str]:
        """Return the types of what a word alone may be."""
        return self.known.types(self.words[place].low)

    def _goes_on(self, place: int) -> bool:
        """Tell whether what stands behind a word may be its object: `visit the castle`."""
        if place + 1 >= len(self.words):
            return False
        after = self.words[place + 1]
        return self.filler[place + 1] or after.kind in ("quote", "number", "money") or (
            after.kind == "word" and self._types(place + 1) <= NOUNS | {"INDEF"}
        )  # fmt: skip

    # -- names ------------------------------------------------------------------------------------
    def names(self, place: int, found: list[Entry]) -> list[Entry]:
        """Return what a word may be in a name, beside what else it may be."""
        word = self.words[place]
        pair = (self.words[place - 1].low, word.low) if place else ()
        if "APPEAR" in self.known.types(*pair):
            return []  # the end of a verb: `take place`
        led = place and self.words[place - 1].low == "the"  # `none of the runs longer than 10 km`
        if not led and any(e.type in ("EXCEED", "FALL_BELOW") and e.end > place + 1 for e in found):
            return []  # `no shift running over eight hours`
        made = [*self._compound(place, found), *self._phrasal(place), *self._night(place)]
        leading = any(word.low in row for row in data("leading").values())
        if leading or self._names_a_kind(place):  # `late shift`, `night shift`
            cost = KNOWN_COST if leading else PART_COST
            made.append(Entry("Leading", place, place + 1, self._written(place), cost))
        titles = self.known.lexicon.roles.get("title", ())
        for end in (place + 1, place + 2):  # `lower session`, `lower body session`
            title = " ".join(one.low for one in self.words[place:end])
            if title in titles and end < len(self.words) and "Rank" in self._types(end):
                return [*made, Entry("Open", place, end, self.text(place, end), UNKNOWN_COST)]
        single = {e.type for e in found if e.end == place + 1} - OPEN_TOO
        free = word.kind == "word" and word.low not in data("no names") and not leading
        free = free and not self._works(place, self.known.phrases.get((word.low,)))
        if not free or self._barred(place, single) or self.article(place) or self._unit(place):
            return made
        done = word.low.endswith("ed") and self.numbers.low(place - 1) in ("get", "gets", "getting")
        if done or self.infinitive(place) or self.runs(place) or self.costs(place):
            return made  # `gets visited`
        kind = self._kind(place, single, found)
        if kind and not self._month(place):
            cost = UNKNOWN_COST if kind == "Open" else KNOWN_COST
            made.append(Entry(kind, place, place + 1, self._written(place), cost))
        return made

    def _month(self, place: int) -> bool:
        """Tell whether a word is a month that bounds something: `before June`."""
        before = self.numbers.low(place - 1)
        dated = self.words[place].low in MONTHS and self.words[place].text[0].isupper()
        return dated and before in data("clock words")["before"]

    def _works(self, place: int, known: Iterable[Known]) -> bool:
        """Tell whether a word says what somebody does: `Wendy works on Friday`."""
        word = self.words[place]
        behind = place > 0 and self.words[place - 1].text[:1].isupper()
        fits = word.text.endswith("s") and not word.text[:1].isupper()
        return behind and fits and any(one.type == "WORKING" for one in known)

    def _kind(self, place: int, single: set[str], found: list[Entry]) -> str:
        """Return the type of a word in a name; nothing where it can be in none."""
        low = self.words[place].low
        if not single and place and self.counts(place - 1) and self.numbers.unit(place)[1]:
            return ""  # `30 mins`
        verbs = self.known.verbs | _FORMS | {"GENERIC"}
        if low in data("named too"):
            return "Open"
        if not single or single == {"MEASURES"}:
            return "Open"
        plain = single <= {"MEASURES", "HAVING", *NOUNS}
        told = place > 0 and self.words[place - 1].low in (*data("finite"), "am", "be", "been")
        if low.endswith("ing") and (
            plain or (single <= verbs | NOUNS and self._doing(place) and not told)
        ):
            return "Open"  # not `I am skipping breakfast`
        each = self.numbers.low(place - 1) in ("per", "each", "every")
        each = each and low in data("plans of several")  # `one slide per project`
        apart = single <= _OF_TEXTS or (single == {"Plan"} and self._is_several(place))
        if each or (not self.known.textual and apart and self._determined(place)):
            return "Open"  # `the last property`, `two projects`
        if single <= NOUNS or (not self.known.textual and single <= {*NOUNS, "Mark"}):
            return "RankWord" if self._heads(found) else "Known"
        general = place and not self.known.scheduled and "GENERAL" in self._types(place)
        if general and self._unknown_noun(place - 1):
            return "Open"  # `beach time`
        if self._determined(place) and single <= verbs | NOUNS | _USED_OTHERWISE:
            return "Known" if single & NOUNS else "Open"
        if single <= verbs | NOUNS and self._coordinated(place):
            return "Known" if single & NOUNS else "Open"
        return ""

    def _barred(self, place: int, types: set[str]) -> bool:
        """Tell whether a word is no noun: unless a vocabulary knows it as one, or it is written as
        part of a name.
        """
        word = self.words[place]
        compound = word.joined or (place > 0 and self.words[place - 1].joined)
        proper = place > 0 and word.text[:1].isupper() and self.words[place - 1].low not in ".!?:"
        known = compound or proper or types & (NOUNS - {"MEASURES"})
        return not known and self.barred(place)

    def barred(self, place: int) -> bool:
        """Tell whether a word is no noun; verbs are where only a noun can stand: `no saws`, `two tires`."""
        low = self.words[place].low
        if not barred(low) or not verbal(low) or not self._types(place) <= NOUNS_TOO:
            return barred(low)
        return not (self.led(place) or self.numbers.low(place - 1) in data("determiners"))

    def led(self, place: int) -> bool:
        """Tell whether what stands before a word, and before adjectives, leaves a noun to be expected."""
        first = place
        while first and adjectival(self.numbers.low(first - 1)):
            first -= 1
        before = self.words[first - 1] if first else None
        if before is None or before.kind == "mark":
            return first < place  # `soft drinks`
        noun = before.low in data("before nouns") and before.text != "A"
        return noun or self._numbered(first, place)

    def infinitive(self, place: int) -> bool:
        """Tell whether a word is a verb: it says what not to do, or what is wanted: `don't promise`."""
        before = [word.low for word in self.words[max(place - 2, 0) : place]]
        leading = {"not": "forbidding", "to": "wanting"}.get("".join(before[1:]))
        return leading is not None and before[0] in data(leading)

    def costs(self, place: int) -> bool:
        """Tell whether a word says of several what they cost or do: `tiles cost less than …`, `juniors
        swim before …`.
        """
        before = self.numbers.low(place - 1)
        several = singular(before) != before
        led = self.numbers.low(place - 2) in {*data("determiners")} - {"no"} and not several
        after = self.numbers.low(place + 1)
        bounded = after in data("comparing") or self.counts(place + 1)
        if several and after in data("clock words")["only"] and self._somebody(before):
            return any(one.tense == "base" for one in inflected(self.words[place].low))
        tenses = {one.tense for one in inflected(self.words[place].low)}
        finite = {word.low for word in self.words} & {*data("finite"), "has", "have"}
        if led and "s" in tenses and after in data("clock words")["only"] and not finite:
            return self._unknown_noun(place - 1)  # `the band plays at 8`
        return several and bounded and "MEASURES" in self._types(place)

    def _somebody(self, low: str) -> bool:
        return self.known.is_crew(low) or (low,) in word_class("people")

    def runs(self, place: int) -> bool:
        """Tell whether a word says from when to when something is: `the fair runs from 9 to 5`."""
        after = self.words[place + 1 : place + 3]
        timed = len(after) > 1 and after[0].low == "from" and after[1].kind in ("number", "time")
        led = place > 0 and not self._owns(self.words[place - 1])
        return led and self.words[place].low in data("running") and timed

    def _names_a_kind(self, place: int) -> bool:
        """Tell whether a part of the day stands before a word, as in `night shift`."""
        word = self.words[place]
        part = word.low in PARTS and place + 1 < len(self.words)
        part &= not self.source[word.start : word.end].endswith("'s")  # `each night's hotel`
        return part and self.words[place + 1].kind == "word" and not self.filler[place + 1]

    def _night(self, place: int) -> list[Entry]:
        """Return what a night is called by what is done or eaten then: `quiz night`."""
        night = self.numbers.low(place + 1)
        named = singular(night) == "night" and not self.known.types(night) & {"Measure", "Rank"}
        fits = named and self._modifies(place) and not self.counts(place)
        return [Entry("Open", place, place + 2, self.text(place, place + 2), UNKNOWN_COST)] * fits

    def _compound(self, place: int, found: list[Entry]) -> list[Entry]:
        """Return words joined by hyphens as one of a name, where one of them is no noun: `sit-ups`."""
        end = place
        while end < len(self.words) and self.words[end].joined and self.words[end].kind == "word":
            end += 1
        inside = place > 0 and self.words[place - 1].joined
        if end == place or inside or end == len(self.words) or self.words[end].kind != "word":
            return []
        verbs = self.known.verbs
        known = any(e.end > place + 1 and e.type not in verbs for e in found)  # not `kick-off`
        types = [self._types(n) for n in range(place, end + 1)]
        letter = len(self.words[place].text) == 1  # `T-shirts`
        odd = letter or any(not row <= NOUNS for row in types)
        if known or self.counts(place) or not odd or any("REFERENCE" in row for row in types[:-1]):
            return []
        return [Entry("Open", place, end + 1, self.text(place, end + 1), UNKNOWN_COST)]

    def _phrasal(self, place: int) -> list[Entry]:
        """Return two words that are one of a name: `Group work` at the beginning, `eating out`."""
        if self.words[place].kind == "word" and self._heads_name(place):
            text = f"{self._written(place - 1)} {self._written(place)}"
            return [Entry("Open", place - 1, place + 1, text, UNKNOWN_COST)]
        if not self._doing(place) or place + 1 >= len(self.words):
            return []
        phrase = tuple(word.low for word in self.words[place : place + 2])
        ends = phrase[1] in data("particles") and not self._goes_on(place + 1)
        ends &= phrase[1] != "up" or self.numbers.low(place + 2) != "to"  # `driving up to an hour`
        if not ends or self.known.phrases.get(phrase):
            return []
        return [Entry("Open", place, place + 2, self.text(place, place + 2), UNKNOWN_COST)]

    def _doing(self, place: int) -> bool:
        """Tell whether a word names what is done by a form in -ing, which begins no clause."""
        low = self.words[place].low
        return low.endswith("ing") and nominal(low) and not barred(low)

    def _determined(self, place: int) -> bool:
        """Tell whether a word stands where nouns stand: behind `the`, before a finite verb."""
        before = self.numbers.low(place - 1)
        if place and self._owns(self.words[place - 1]):
            return True  # `Grandma's drops`
        if place and self._numbered(place, place):
            return True  # `two visits`
        if before in data("determiners") or before in self.known.deeds:
            return True
        if any(before in row for row in data("leading").values()):
            return True
        several = singular(self.words[place].low) != self.words[place].low
        return (several and not place) or not self.may_do(place)  # `Drinks at most 50 euros`

    def _coordinated(self, place: int) -> bool:
        """Tell whether a word is joined to a noun before it: `food and drinks`."""
        joint = place > 1 and self.words[place - 1].low in ("and", "or", "&", "/")
        return joint and self._unknown_noun(place - 2) and not self._goes_on(place)

    def _unit(self, place: int) -> bool:
        """Tell whether a word is the unit of the number before it, and so no name."""
        return place > 0 and self.counts(place - 1) and self.numbers.unit(place)[0] is not None

    def _heads(self, found: list[Entry]) -> bool:
        """Tell whether a word names what a plan is made of: `leg exercise` is no name."""
        nouns = [e.value for e in found if isinstance(e.value, Noun) and e.value.scope != "item"]
        return any(n.kind in ("rank", "item", "block", "member") for n in nouns)

    def _written(self, place: int) -> str:
        word = self.words[place]
        return word.text + "'s" * self._owns(word) + "-" * word.joined

    def _owns(self, word: Word) -> bool:
        """Tell whether a word is the name of somebody who has what follows: `Dad's`."""
        return self.source[word.start : word.end].endswith("'s") and word.text[:1].isupper()
