"""A sentence → the typed words that the grammar starts from, with their places.

A word may be of several types, and stretches of words overlap; the chart decides. Words that
carry no constraint of their own (`the`, `please`) go with the word behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import msgspec

from evalspec.language.english.chart import Entry
from evalspec.language.english.closed import data
from evalspec.language.english.hours import Hours
from evalspec.language.english.meanings import Amount, Bound, Limit, Noun, named_list
from evalspec.language.english.naming import AN, NOUNS, OWN
from evalspec.language.english.nominal import barred, verbal
from evalspec.language.names import PARTS
from evalspec.vocabulary.nouns import singular

LITERAL_COST = 0.5
"""Of a text without quotes that is cited: `the word tofu`."""
_LISTABLE = ("Text", "KEYWORD", "KEY")
"""Types of words behind which a list may stand without a colon: `the headings Costs and Outlook`."""
_ALONE = {"(": "OPEN", ")": "CLOSE", "[": "OPEN", "]": "CLOSE", ".": "STOP", ";": "SEMICOLON",
          ":": "COLON", ",": "COMMA", "?": "QUESTION", "!": "STOP"}  # fmt: skip
_WRITTEN = frozenset(
    {"Text", "Mark", "Quoted", "MENTION", "Form", "STYLED", "LISTS", "Listed", "KEYWORD"}
)
"""Types of words that speak of a text."""
_NAMING = frozenset({"Open", "Known", "Leading"})
_DETERMINING = frozenset("the this my our his her their your a an".split())
_BOUNDING = frozenset(
    "at no not max maximum min minimum under up less more over for between".split()
)
"""Words behind a verb that begin what bounds its amount."""
_NO_ARTICLE = frozenset("OPEN CLOSE STOP SEMICOLON COLON COMMA MODAL PERMIT AND OR BE THAN".split())


_DATE_PARTS = {"YYYY": "[0-9]{4}", "YY": "[0-9]{2}", "MM": "[0-9]{2}", "DD": "[0-9]{2}"}
"""Parts of a date as its form is told, with their patterns."""


_FACTORS = frozenset({"FACTOR", "PRODUCT"})
"""Types of nouns that are factors of a product too: `mention the price`."""


class Row(Hours):
    """The words of one sentence and what each may be."""

    def entries(self) -> list[Entry]:
        """Return every typed stretch of words."""
        made: list[Entry] = []
        for place in range(len(self.words)):
            if not self.filler[place]:
                made += self._at(place)
        verbs = [
            e for e in made if e.type == "MEASURES" and self.words[e.start].low in self.known.acting
        ]
        made += [
            e._replace(type="ACTING", value=self.known.acting[self.words[e.start].low])
            for e in verbs
        ]
        taken = {e.end for e in made if e.end - e.start > 1 and self.filler[e.end - 1]}
        after = [e for e in made if e.start in taken]  # `each of us | must have`
        made = [*(grown for entry in made for grown in self._grown(entry)), *after]
        beside = (*self._literals(made), *self._lists(made), *self._brackets(), *self._forms())
        beside = (*beside, *self._attributes())
        documents = list(self._documents(made))
        inside = {place for e in documents for place in range(e.start, e.end)}
        made = [e for e in made if e.type not in _NAMING or not inside & {*range(e.start, e.end)}]
        beside = (*beside, *documents)
        return [*self._without_parts(made), *beside]

    def _left_out(self, entry: Entry) -> bool:
        """Tell whether the end of a name is that of a verb before it: `leave work out`."""
        first = entry.start
        while first and self._light(first - 1):
            first -= 1
        led = self.numbers.low(first - 1) in data("existence")["keeping"]
        return led and entry.type == "Thing" and self.words[entry.end - 1].low == "out"

    def _departs(self, entry: Entry) -> bool:
        """Tell whether a verb is of somebody who goes away, and sets nothing aside: `leave the inn by 9`."""
        left = self.words[entry.start].low in ("leave", "leaves") and entry.end == entry.start + 1
        lows = [word.low for word in self.words[entry.start :]] if left else []
        if lows[1:2] not in (["the"], ["my"], ["our"]):
            return False
        timed = not {"by", "before", "after", "at", "until"}.isdisjoint(lows)
        return timed and {"for", "free", "out", "empty", "open", "off", "alone"}.isdisjoint(lows)

    def _without_parts(self, made: list[Entry]) -> list[Entry]:
        """Leave out names that are part of a phrase, `trot` of `on the trot`, or a bound: `min 3`."""
        rows = [entry for entry in made if entry.type == "IN_A_ROW"]
        inside = {
            place
            for entry in rows
            for place in range(entry.start, entry.end)
            if sum(not self.filler[n] for n in range(entry.start, entry.end)) > 1
        }
        alone = {e.start for e in rows if e.end == e.start + 1 and self._several_days(e.start - 1)}
        least = {(e.start, e.end) for e in made if e.type == "MINIMUM"}  # `min 3 per week`
        return [
            e
            for e in made
            if not (self._left_out(e) or self._departs(e))
            and (e.type not in ("Open", "Text") or e.end - 1 not in inside)
            and not (
                e.type == "Open"
                and e.value in self.known.compounds
                and "-" in self.text(e.start, e.end)
            )
            and (e.type == "IN_A_ROW" or e.start not in alone)
            and not (e.type == "Measure" and (e.start, e.end) in least and self.counts(e.end))
            and not (e.type == "Measure" and self._how_often(e.start))
        ]

    def _how_often(self, place: int) -> bool:
        """Tell whether a word says how often, and is no amount of time: `three times`."""
        return self.words[place].low == "times" and place > 0 and self.counts(place - 1)

    def _several_days(self, place: int) -> bool:
        """Tell whether a word is a plural of days or of their parts: `evenings`, `nights`."""
        low = self.words[place].low if place >= 0 else ""
        one = low.removesuffix("s")
        return low != one and (
            one in PARTS or one in ("day", "night", "weekday", "weekend", "week")
        )

    def _documents(self, made: list[Entry]) -> Iterator[Entry]:
        """Return the words for the response itself, in a sentence about text: `the letter to the mayor`."""
        whole = next((r for r in self.known.lexicon.ranks.values() if r.plan), None)
        if whole is None:
            return
        written = self.known.textual and any(e.type in _WRITTEN for e in made)
        names = data("documents") if written else data("rotas") if self.known.scheduled else ()
        for place, word in enumerate(self.words):
            one = word.low in names and not word.joined
            start = place
            while one and start and (self._modifies(start - 1) or self.words[start - 1].joined):
                start -= 1
            before = self.words[start - 1].low if start else "the"
            first = start - (before in _DETERMINING and start > 0)
            if one and (before in _DETERMINING or not start):
                if written and self.text(place + 1, place + 2) == ":":
                    yield Entry("Headed", first, place + 1, self.text(start, place + 1), 0.0)
                for end in {place + 1, self._addressed(place + 1)}:
                    yield Entry("Plan", first, end, self.known.rank(whole), 0.0)

    def _addressed(self, place: int) -> int:
        """Return where `to the council`, `about bees` ends, behind a word for a document."""
        end = place
        if place < len(self.words) and self.words[place].low in ("to", "for", "from", "about"):
            end = place + 1
            while end < len(self.words) and (
                self.filler[end] or self.article(end) or self._modifies(end)
            ):
                end += 1
            plain = (
                end < len(self.words)
                and self.words[end].kind == "word"
                and self._types(end) <= NOUNS
            )
            end += plain
        closed = end < len(self.words) and (
            self.words[end].low in (":", ",") or self.words[end].low in data("finite")
        )
        return end if closed and end > place + 1 else place

    def _literals(self, made: list[Entry]) -> list[Entry]:
        """Return the literal texts without quotes: `the word tofu`, `such as a title`."""
        cues = data("cues")
        found: dict[tuple[str, int, int], Entry] = {}
        for n, word in enumerate(self.words):  # a divider: `***`
            end = self._chunk(n)
            lows = {w.low for w in self.words[n:end]}
            if end - n > 2 and word.kind == "mark" and lows == {word.low}:
                found["Raw", n, end] = self._literal("Raw", n, end)
        for entry in made:
            if entry.end >= len(self.words) or self.words[entry.end].kind == "quote":
                continue
            if entry.type == "ILLUSTRATION":
                for end in self._stops(entry.end):
                    found["Example", entry.start, end] = self._literal("Example", entry.start, end)
            elif entry.type in cues or (entry.type == "BE" and self._ends(entry.end)):
                start = entry.end
                other = entry.type == "KEYWORD" and not entry.value.endswith(("word", "words"))
                word = self.words[start]
                if other and (self._closed(start) or barred(word.low) or word.kind == "mark"):
                    continue  # `a year for every item`, `the name of each dish`, `term only once`
                while (
                    cues.get(entry.type) == "noun"
                    and start + 1 < len(self.words)
                    and self._light(start)
                ):
                    start += 1
                if cues.get(entry.type) == "noun" and self._closed(start):
                    continue
                ends = (
                    self._stops(start)
                    if cues.get(entry.type) == "sentence"
                    else [self._chunk(start)]
                )
                for end in {start + 1, *ends}:
                    marked = entry.type in ("SECTION_MARK", "MARKED_AS") and end > start + 1
                    kind = "Marking" if marked else "Raw"
                    made_ = self._literal(kind, start, end)._replace(start=entry.end)
                    found[kind, entry.end, end] = made_
        return list(found.values())

    def _lists(self, made: list[Entry]) -> list[Entry]:
        """Return the lists of texts without quotes: `: Summary, Costs and Outlook`."""
        found: dict[tuple[int, int], Entry] = {}
        marked = {n for n, word in enumerate(self.words) if word.low == ":"}
        named = {e.end for e in made if e.type in _LISTABLE and self._definite(e)} - marked
        told = (e.end for e in made if e.type in ("BE", "NAMED", "IN_ORDER"))
        for place in (*marked, *named, *told):
            start = place + (place in marked)
            inner = [n for n in range(start + 1, len(self.words)) if self._ends_list(n)]
            for end in (*self._stops(start), *inner) if start < len(self.words) else ():
                if any(word.kind == "quote" for word in self.words[start:end]):
                    continue
                value = named_list(self.text_between(start, end))
                sure = place in marked or (end in inner and self.words[end].low != "in")
                if value is not None and (sure or value.sure):
                    found[place, end] = Entry("Names", place, end, value, LITERAL_COST)
        return list(found.values())

    def _ends_list(self, place: int) -> bool:
        """Tell whether what begins at a place goes on behind a list: `… must appear`."""
        lows = [w.low for w in self.words[place : place + 2]]
        return bool({lows[0], " ".join(lows)} & set(data("ends lists")))

    def _brackets(self) -> list[Entry]:
        """Return the short texts in brackets that name what stands before: `the amount (38 €)`."""
        lows = [word.low for word in self.words]
        opened = [n for n, low in enumerate(lows) if low == "[" and "]" in lows[n:]]
        slots = [(n, lows.index("]", n) + 1) for n in opened if self.known.prose]
        found = [Entry("Slot", n, end, self.text_between(n, end), 0.0) for n, end in slots]
        for start, word in enumerate(self.words):
            ends = (n for n in range(start + 2, len(self.words)) if self.words[n].low == ")")
            end = next(ends, 0) if word.low == "(" and start else 0
            if 0 < end - start < 7:
                text = self.text_between(start + 1, end).strip("\"'")
                found.append(Entry("Bracketed", start, end + 1, text, LITERAL_COST))
        return found

    def _attributes(self) -> Iterator[Entry]:
        """Yield what may be told of a thing, by its last word: `due date`, `next service date`."""
        for place, word in enumerate(self.words):
            one = singular(word.low)
            alone = one in data("attributes") or one in data("written as")
            alone = alone and "DATE_" not in self._types(place)  # a date says what it is
            if word.joined or not (alone or one in data("attribute heads")):
                continue
            for start in range(place if alone else place - 1, max(place - 3, -1), -1):
                if start < place and not self._attributive(start):
                    break
                first = start
                while first and self._light(first - 1):
                    first -= 1
                yield Entry("Attribute", first, place + 1, self.text(start, place + 1), 0.3)

    def _attributive(self, place: int) -> bool:
        """Tell whether a word may stand before the noun for what is told of a thing."""
        word = self.words[place]
        noun = not barred(word.low) or verbal(word.low)  # `cook time`
        closed = word.low in data("no names") or not noun or self._light(place)
        known = word.low in data("before attributes") or not (closed or self._closed(place))
        return word.kind == "word" and known and not (self.counts(place) or self._unit(place))

    def _forms(self) -> list[Entry]:
        """Return how dates are to be written: `YYYY-MM-DD`."""
        found = []
        for start, word in enumerate(self.words):
            text, end = "", start
            if word.text[:2] in ("YY", "MM", "DD"):
                text = re.split(r"[^YMD./-]", self.source[word.start :], maxsplit=1)[0].rstrip(
                    ".-/"
                )
                stop = word.start + len(text)
                end = next(
                    (n for n, w in enumerate(self.words) if w.start >= stop), len(self.words)
                )
            parts = re.findall(r"YYYY|YY|MM|DD|[./-]", text)
            if len(parts) > 4 and "".join(parts) == text:
                pattern = "".join(_DATE_PARTS.get(p, "-" if p == "-" else f"[{p}]") for p in parts)
                found.append(Entry("DateForm", start, end, f"^{pattern}$", 0.0))
        return found

    def _ends(self, place: int) -> bool:
        """Tell whether one word is left in a sentence about words: `the first word must be Hello`."""
        left = [w.text for w in self.words[place:] if w.kind != "mark"]
        single = len(left) == 1 and left[0][:1].isupper()  # not `must be different`
        return single and any(w.low == "word" for w in self.words[:place])

    def _measured(self, place: int) -> bool:
        return bool(self._types(place) & {"Measure", "Rank"})

    def _acts(self, start: int, end: int) -> bool:
        """Tell whether a word for a piece of a plan is a verb: no article leads it, but who does it."""
        low = self.words[start].low
        verb = end == start + 1 and ("MEASURES" in self._types(start) or low in data("done too"))
        led = self._types(start - 1) & {"WHO", "PERMIT", "MODAL", "NOT", "DO"} if start else set()
        led = led if not self.counts(start - 1) else set()  # `one lift`
        first = not start and end < len(self.words) and self.words[end].low in _BOUNDING
        return verb and (bool(led or first) or self.infinitive(start))

    def _definite(self, entry: Entry) -> bool:
        """Tell whether a phrase is said with `the`, or to be one of several that follow."""
        said = {word.low for word in self.words[max(0, entry.start - 1) : entry.end]}
        return bool(said & {"the", "these", "following"})

    def _closed(self, place: int) -> bool:
        return not self._types(place) <= NOUNS | _FACTORS

    def _light(self, place: int) -> bool:
        return self.filler[place] or self.article(place)

    def _literal(self, kind: str, start: int, end: int) -> Entry:
        return Entry(kind, start, end, self.text_between(start, end), LITERAL_COST)

    def _stops(self, place: int) -> list[int]:
        """Return where a text that begins at a place may end: before or behind a mark, or at the end."""
        marks = [
            n
            for n in range(place, len(self.words))
            if self.words[n].low in (".", "!", "?", ")", "]")
        ]
        return sorted(
            {n for mark in marks for n in (mark, mark + 1) if n > place} | {len(self.words)}
        )

    def _chunk(self, place: int) -> int:
        """Return where the stretch without spaces ends that begins at a place, without a last mark."""
        end = place + 1
        while end < len(self.words) and self.words[end].start == self.words[end - 1].end:
            end += 1
        return end - 1 if end > place + 1 and self.words[end - 1].low in ".,;:?!" else end

    def _grown(self, entry: Entry) -> list[Entry]:
        """Return an entry with the words that it takes in: fillers and articles before it."""
        start, end = entry.start, entry.end
        article, owned = "", False
        while (
            start
            and entry.type not in ("STOP", "QUESTION")
            and (self.filler[start - 1] or self.article(start - 1))
        ):
            word = self.words[start - 1].low
            if self.article(start - 1):
                if article == "a" or entry.type in _NO_ARTICLE:
                    break
                article = "a"
            elif word in ("the", "this"):
                article = article or "the"
            owned = owned or word in data("determiners") or word == "this"
            start -= 1
        while end < len(self.words) and self.filler[end] and self._closes(end):
            end += 1
        if article and entry.type in ("MEASURES", "ACTING"):
            return []  # `a walk` is no verb
        acts = self._acts(start, end)
        said = self.words[entry.end - 1].low
        noun = entry.type == "LASTING" and said in data("done too") and not acts
        if (entry.type == "Rank" and acts) or noun:
            return []  # `we cannot drive over 4 hours`
        value = entry.value
        if article and isinstance(value, Noun):
            value = msgspec.structs.replace(value, article=article)
        if isinstance(value, Amount) and article == "the" and value.bare:
            value = msgspec.structs.replace(value, definite=True)
        if isinstance(value, Amount) and article == "a" and not value.attached and value.unit:
            value = msgspec.structs.replace(value, attached=True)
        priced = article == "a" and start and self.numbers.number(start - 1)[1]
        if priced and entry.type == "Measure":  # `110 a night`
            return [entry._replace(end=end)]
        unit = self.numbers.unit(entry.start)[0] if article == "a" else None
        if entry.type == "Known" and unit is not None and unit.name in ("h", "min", "s"):
            return []  # `an hour's walk` goes by no name
        if article == "a" and entry.type in ("Open", "Known", "Leading"):
            value = f"{AN}{value}"
        elif owned and entry.type in ("Open", "Known", "Leading"):
            value = f"{OWN}{value}"
        grown = [entry._replace(start=start, end=end, value=value)]
        rated = article == "a" and start > 1 and self.counts(start - 2)
        per = entry.type == "Measure" and bool(entry.value.unit)  # `four patients an hour`
        if rated and (per or entry.type in ("Open", "Known", "RankWord")):  # `11 cents a word`
            return [entry._replace(end=end)]
        if article == "a" and start < entry.start and self.counts(start - 1):
            return [entry._replace(end=end)]  # `110 a night` is no number of nights
        if article == "a" and start < entry.start:  # `3 a day`: the article may stand for `per`
            grown.append(entry._replace(end=end))
        return grown

    def _closes(self, place: int) -> bool:
        """Tell whether only fillers follow up to a mark or the end."""
        rest = self.words[place:]
        for offset, word in enumerate(rest):
            if not self.filler[place + offset]:
                return word.kind == "mark"
        return True

    # -- what begins at a place --------------------------------------------------------------
    def _at(self, place: int) -> list[Entry]:
        word = self.words[place]
        if word.kind == "quote":
            return [Entry("Quoted", place, place + 1, word.text[1:-1], 0.0)]
        if word.kind == "tag":
            return [Entry("Quoted", place, place + 1, word.text, 0.0)]
        if word.kind == "date":
            return [Entry("DATE", place, place + 1, word.text, 0.0)]
        if word.kind == "mark" and word.low in _ALONE:
            return [Entry(_ALONE[word.low], place, place + 1, None, 0.0)]
        *ends, length = self.dates(place)
        if length:
            return [Entry("Dates", place, place + length, tuple(ends), 0.0)]
        said, length = self.calendar(place)
        if length:
            return [Entry("Calendar", place, place + length, said, 0.0)]
        found = [*self.times(place), *self._amounts(place), *self._phrases(place)]
        if word.joined:  # `get-ups`
            verbs = data("verbs")
            found = [
                e for e in found if e.end > place + 1 or e.type not in (*verbs, "GETTING", "LET")
            ]
        if self.numbers.low(place + 1) in data("withheld").get(word.low, ()):
            found = [e for e in found if e.type != "HAVE"]
        if word.low in data("paid by persons") and self._unknown(place - 1):
            found = [e for e in found if e.type != "MEASURES"]  # `extra jobs pay 2 euros`
        if any(e.type == "Thing" for e in found):  # `train tickets`, where trains are known
            found = [e._replace(cost=e.cost + 0.4) if e.type == "HAVE" else e for e in found]
        if word.kind == "ordinal":
            found.append(Entry("NTH", place, place + 1, int(re.split(r"\D", word.low)[0]), 0.0))
        if word.low in self.known.lexicon.parts_of_day or word.low in PARTS:
            found.append(Entry("PART", place, place + 1, word.low, 0.0))
        if word.low.rstrip("s") in PARTS:
            found.append(Entry("PART", place, place + 1, word.low.rstrip("s"), 0.0))
        if word.low in ("a", "an") and place:
            found.append(Entry("PER", place, place + 1, word.low, 0.2))
        letter = len(word.text) == 1 and word.text.isupper() and word.text != "I"
        if letter and place:  # not `every day I must have …`
            found.append(Entry("LETTERED", place, place + 1, word.text, 0.0))
        if self.runs(place):
            return [Entry("COME", place, place + 1, word.low, 0.0)]
        found = self.without_verbs(place, found)
        return [*found, *self.names(place, found)]

    def _unknown(self, place: int) -> bool:
        """Tell whether a word stands at a place that nothing knows, and no word for persons."""
        low = self.numbers.low(place)
        known = self.known.types(low) or singular(low) in self.known.persons
        return bool(low) and not known and self.words[place].text[0].islower()

    def _amounts(self, place: int) -> list[Entry]:
        found = []
        if place and self.numbers.number(place - 1)[1] > 1:
            return []  # inside a number in words
        for amount, length in self.numbers.amounts(place):
            kind = "Num" if amount.dimension == "one" else "Amount"
            if kind == "Num" and self.dotted(place):
                continue  # `not before 10.20`
            end = place + length
            again = self._again(amount, end)
            if again > end:
                found.append(Entry(kind, place, again, amount, -0.1))
            ranked = kind == "Amount" and self._ranked(end - 1)
            found.append(Entry(kind, place, end, amount, 0.4 if ranked else 0.0))
            behind = [word.low for word in self.words[end : end + 2]]
            of_thing = behind[:1] == ["of"] and behind[1:] not in (["which"], ["that"], ["it"])
            pounds = self.words[end - 1].low in ("pound", "pounds") and amount.unit == "lb"
            if pounds and not of_thing:  # `2 pounds of flour`
                money = msgspec.structs.replace(amount, unit="GBP", dimension="currency:GBP")
                found.append(Entry(kind, place, end, money, 0.0))
        if place and self.words[place - 1].low in (
            "last",
            "first",
            "the",
        ):  # `the last hour before`
            unit, taken = self.numbers.unit(place)
            end = place + taken
            near = end < len(self.words) and self.words[end].low in ("before", "after")
            if unit is not None and unit.dimension == "time" and near:
                one = Amount(Decimal(1), Decimal(1), unit.name, unit.dimension)
                found.append(Entry("Amount", place, end, one, 0.0))
        for limit, end in self._signed(place):
            found.append(Entry("Bound", place, end, Bound((limit,)), 0.0))
        share, length = self.numbers.fraction(place)
        if length:
            value = Amount(share * 100, share * 100, "%", "fraction")
            found.append(Entry("FRACTION", place, place + length, value, 0.0))
        return found

    def _again(self, amount: Amount, end: int) -> int:
        """Return where brackets end that give an amount in another unit: `two tonnes (2,000 kg)`."""
        units = self.known.lexicon.units
        if amount.bare or self.numbers.low(end) != "(":
            return end
        for other, length in self.numbers.amounts(end + 1):
            one, two = units.get(amount.unit.lower()), units.get(other.unit.lower())
            if self.numbers.low(end + 1 + length) != ")" or one is None or two is None:
                continue
            sizes = amount.low * one.factor, other.low * two.factor
            alike = one.dimension == two.dimension and abs(sizes[0] - sizes[1]) * 50 <= sizes[0]
            if alike and amount.exact and other.exact:
                return end + 2 + length
        return end

    def _signed(self, place: int) -> Iterator[tuple[Limit, int]]:
        """Read `12+ sets`, `700-ish euros`: what stands between a number and its unit."""
        for amount, length in self.numbers.amounts(place):
            sign = place + length
            sign += self.numbers.low(sign) == "-" and self.numbers.low(sign + 1) == "ish"
            if amount.bare and amount.exact and self.numbers.low(sign) in ("+", "ish"):
                unit, taken = self.numbers.unit(sign + 1)
                if unit is not None:
                    made = Amount(amount.low, amount.high, unit.name, unit.dimension)
                    more = self.numbers.low(sign) == "+"
                    limit = Limit(">=", made) if more else Limit("=", made, about=True)
                    yield limit, sign + 1 + taken

    def _ranked(self, place: int) -> bool:
        """Tell whether a unit is the name of a rank too: `2 days`."""
        return bool(self._types(place) & {"Rank", "Text"})

    def _phrases(self, place: int) -> list[Entry]:
        found = []
        for length in self.known.phrases.lengths(self.words[place].low):
            row = self.words[place : place + length]
            if len(row) < length or any(w.kind in ("quote", "time", "date") for w in row):
                continue
            ends = place + 1 == len(self.words) or self.words[place + 1].kind == "mark"
            timed = row[0].low == "min" and self.counts(place - 1)
            if timed and not (ends and any(map(self._measured, range(place)))):
                continue  # `30 min of sunlight`, `30 min yoga`, `yoga 45 min`; not `sets 3 min`
            for word in self.known.phrases.get(tuple(w.low for w in row)):
                if self.of_text and length == 1 and row[0].low in self.known.pieces:
                    if word.type == "Text":
                        found.append(Entry("Text", place, place + 1, word.value, 0.0))
                    if word.type in ("Text", "Open"):
                        continue
                if word.type == "WEEKDAY" and len(row[0].low) < 6 and not row[0].text[0].isupper():
                    continue  # `sat`, `sun`, `wed` in small letters are other words
                if word.type == "Language" and length == 1 and not (self.known.textual and place):
                    found.append(Entry("Open", place, place + 1, self._written(place), 1.0))
                cost = word.cost - 0.1 * (length - 1)  # longer phrases are meant as such
                cost += 0.2 * timed  # `length 45 min`
                joined = word.type == "Open" and row[0].joined  # `wrap-up`, as responses write it
                value = self.text(place, place + length) if joined else word.value
                found.append(Entry(word.type, place, place + length, value, cost))
        return found
