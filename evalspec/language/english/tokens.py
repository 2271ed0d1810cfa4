"""A sentence → the typed words that the grammar starts from, with their places.

A word may be of several types, and stretches of words overlap; the chart decides. Words that
carry no constraint of their own (`the`, `please`) go with the word behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from evalspec.language.english.chart import Entry
from evalspec.language.english.figures import Numbers
from evalspec.language.english.lexicon import Words, data
from evalspec.language.english.meanings import Amount, Bound, Clock, Limit, Noun
from evalspec.language.english.scanner import Word, plain_text, raw_words
from evalspec.language.names import PARTS

UNKNOWN_COST = 3.0
"""Of a word that is no word of the vocabulary: it can only be a name."""
KNOWN_COST = 1.5
"""Of a word of the vocabulary that stands in a name: `yoga class`."""
LITERAL_COST = 0.5
"""Of a text without quotes that is cited: `the word tofu`."""
HOUR_COST = 0.6
"""Of a number without a unit that may be an hour."""
UNLIKELY_COST = 0.3
"""Of the other half of the day: `by three` is in the afternoon."""
_NOUNS = {"Rank", "Thing", "Measure", "Text", "Plan", "Ends", "Started", "MEASURES", "TIMED",
          "Form", "Language", "Edge", "Listed", "KEYWORD", "EXACT", "KEY", "LANGUAGE", "ITEMS",
          "PASSAGES", "COUNTED", "LIMITING", "LETTER", "REQUESTED", "HIGHLIGHT", "DIVIDER"}  # fmt: skip
_OPEN_TOO = {"EXCEED", "IN_A_ROW", "PASS", "PERSON", "AT_A_TIME", "EVERYTHING", "IDEAL", "THE_MOST"}
"""Types of words that may be names as well: `running`, `kids club`."""
_ALONE = {"(": "OPEN", ")": "CLOSE", "[": "OPEN", "]": "CLOSE", ".": "STOP", ";": "SEMICOLON",
          ":": "COLON", ",": "COMMA", "?": "QUESTION", "!": "STOP"}  # fmt: skip
_NO_ARTICLE = frozenset("OPEN CLOSE STOP SEMICOLON COLON COMMA MODAL PERMIT AND OR BE THAN".split())


class Row:
    """The words of one sentence and what each may be."""

    def __init__(self, text: str, words: Words) -> None:
        """Scan a sentence."""
        self.known = words
        self.source = plain_text(text)
        self.words = raw_words(self.source)
        self.numbers = Numbers(self.words, words.lexicon)
        said = {w.low for w in self.words}
        self.of_text = bool(said & set(data("of text")))
        self.filler = [w.kind == "word" and w.low in words.fillers for w in self.words]
        for place, word in enumerate(self.words):  # `…, please.`
            if word.low == "," and self._fillers_end(place + 1):
                self.filler[place] = True

    def _fillers_end(self, place: int) -> bool:
        """Tell whether only words without meaning, at least one, stand up to the end."""
        rest = [n for n in range(place, len(self.words)) if self.words[n].low not in ".!?"]
        return bool(rest) and all(self.filler[n] for n in rest)

    def text(self, start: int, end: int) -> str:
        """Return the words of a stretch as written."""
        made = ""
        for word in self.words[start:end]:
            made += word.text + ("-" if word.joined else " ")
        return made.strip(" -")

    def entries(self) -> list[Entry]:
        """Return every typed stretch of words."""
        made: list[Entry] = []
        for place in range(len(self.words)):
            if not self.filler[place]:
                made += self._at(place)
        made = [grown for entry in made for grown in self._grown(entry)]
        return [*self._without_parts(made), *self._literals(made)]

    def _without_parts(self, made: list[Entry]) -> list[Entry]:
        """Leave out names that are part of a phrase: `trot` of `on the trot`."""
        inside = {
            place
            for entry in made
            if entry.type == "IN_A_ROW"
            for place in range(entry.start, entry.end)
            if sum(not self.filler[n] for n in range(entry.start, entry.end)) > 1
        }
        return [e for e in made if e.type != "Open" or e.end - 1 not in inside]

    def _literals(self, made: list[Entry]) -> list[Entry]:
        """Return the literal texts without quotes: `the word tofu`, `such as a title`."""
        cues = data("cues")
        found: dict[tuple[str, int, int], Entry] = {}
        for entry in made:
            if entry.end >= len(self.words) or self.words[entry.end].kind == "quote":
                continue
            if entry.type == "ILLUSTRATION":
                for end in self._stops(entry.end):
                    found["Example", entry.start, end] = self._literal("Example", entry.start, end)
            elif entry.type in cues:
                start = entry.end
                while (
                    cues[entry.type] == "noun"
                    and start + 1 < len(self.words)
                    and self._light(start)
                ):
                    start += 1
                if cues[entry.type] == "noun" and self._closed(start):
                    continue
                ends = (
                    self._stops(start) if cues[entry.type] == "sentence" else [self._chunk(start)]
                )
                for end in {start + 1, *ends}:
                    found["Raw", entry.end, end] = self._literal("Raw", start, end)._replace(
                        start=entry.end
                    )
        return list(found.values())

    def _closed(self, place: int) -> bool:
        row = self.known.phrases.get((self.words[place].low,), [])
        return any(w.type not in _NOUNS for w in row)

    def _light(self, place: int) -> bool:
        return self.filler[place] or self._article(place)

    def _literal(self, kind: str, start: int, end: int) -> Entry:
        text = self.source[self.words[start].start : self.words[end - 1].end]
        return Entry(kind, start, end, text, LITERAL_COST)

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
        article = ""
        while (
            start
            and entry.type not in ("STOP", "QUESTION")
            and (self.filler[start - 1] or self._article(start - 1))
        ):
            word = self.words[start - 1].low
            if self._article(start - 1):
                if article == "a" or entry.type in _NO_ARTICLE:
                    break
                article = "a"
            elif word == "the":
                article = article or "the"
            start -= 1
        while end < len(self.words) and self.filler[end] and self._closes(end):
            end += 1
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
        grown = [entry._replace(start=start, end=end, value=value)]
        rated = article == "a" and start > 1 and self._counts(start - 2)
        if rated and entry.type in ("Open", "Known", "RankWord"):  # `11 cents a word`
            return [entry._replace(end=end)]
        if article == "a" and start < entry.start and self._counts(start - 1):
            return [entry._replace(end=end)]  # `110 a night` is no number of nights
        if article == "a" and start < entry.start:  # `3 a day`: the article may stand for `per`
            grown.append(entry._replace(end=end))
        return grown

    def _counts(self, place: int) -> bool:
        """Tell whether a word is a number."""
        return place >= 0 and self.numbers.number(place)[1] > 0

    def _article(self, place: int) -> bool:
        word = self.words[place]
        return word.low in ("a", "an", "another") and not (place and word.text == "A")

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
        if word.kind == "date":
            return [Entry("DATE", place, place + 1, word.text, 0.0)]
        if word.kind == "mark" and word.low in _ALONE:
            return [Entry(_ALONE[word.low], place, place + 1, None, 0.0)]
        found = [*self._times(place), *self._amounts(place), *self._phrases(place)]
        if word.joined:  # `get-ups`
            verbs = data("verbs")
            found = [
                e for e in found if e.end > place + 1 or e.type not in (*verbs, "GETTING", "LET")
            ]
        if word.kind == "ordinal":
            found.append(Entry("NTH", place, place + 1, int(re.split(r"\D", word.low)[0]), 0.0))
        if word.low in self.known.lexicon.parts_of_day or word.low in PARTS:
            found.append(Entry("PART", place, place + 1, word.low, 0.0))
        if word.low.rstrip("s") in PARTS:
            found.append(Entry("PART", place, place + 1, word.low.rstrip("s"), 0.0))
        if word.low in ("a", "an") and place:
            found.append(Entry("PER", place, place + 1, word.low, 0.2))
        if len(word.text) == 1 and word.text.isupper() and place:
            found.append(Entry("LETTERED", place, place + 1, word.text, 0.0))
        named = word.kind == "word" and word.low not in data("no names")
        if named and not self._article(place) and not self._unit(place):
            single = {e.type for e in found if e.end == place + 1} - _OPEN_TOO
            if (
                not single
                and place
                and self.numbers.number(place - 1)[1]
                and self.numbers.unit(place)[1]
            ):
                pass  # `30 mins`
            elif not single or (
                (word.low.endswith("ing") or single == {"MEASURES"})
                and single <= {"MEASURES", "HAVING", *_NOUNS}
            ):
                found.append(Entry("Open", place, place + 1, self._written(place), UNKNOWN_COST))
            elif single <= _NOUNS or (
                not self.known.textual and single <= {*_NOUNS, "Mark"}
            ):  # a noun of the vocabulary may be part of a name
                kind = "RankWord" if self._heads(found) else "Known"
                found.append(Entry(kind, place, place + 1, self._written(place), KNOWN_COST))
        return found

    def _unit(self, place: int) -> bool:
        """Tell whether a word is the unit of the number before it, and so no name."""
        return place > 0 and self._counts(place - 1) and self.numbers.unit(place)[0] is not None

    def _heads(self, found: list[Entry]) -> bool:
        """Tell whether a word names what a plan is made of: `leg exercise` is no name."""
        nouns = [e.value for e in found if isinstance(e.value, Noun)]
        return any(n.kind in ("rank", "item", "block", "member") for n in nouns)

    def _written(self, place: int) -> str:
        return self.words[place].text + ("-" if self.words[place].joined else "")

    def _times(self, place: int) -> list[Entry]:
        found = []
        (low, high), length = self.numbers.span(place)
        if length:
            found.append(Entry("SPAN", place, place + length, (Clock(low), Clock(high)), 0.0))
        minutes, length = self.numbers.clock(place)
        if length:
            found.append(Entry("Clock", place, place + length, Clock(minutes), 0.0))
        elif self._hourly(place):
            found += self._hours(place)
        return found

    def _hourly(self, place: int) -> bool:
        """Tell whether a number may be an hour: `by nine`, `between 9 and 5`, not `by nine points`."""
        _, length = self.numbers.hours(place)
        if not length or (length == 1 and self._counted(place + 1)):
            return False
        before = self._before(place)
        if length > 1 or before[-1] in data("clock words")["before"]:
            return True
        if before[-1] == "than":
            return before[-2] in ("later", "earlier")
        joint = before[-1] in ("-", "to", "and", "or")
        return joint and bool({"from", "between", "at"} & {before[-3], before[-4]})

    def _before(self, place: int) -> list[str]:
        """Return the four words before a place, without `about`."""
        about = data("clock words")["about"]
        said = [w.low for w in self.words[:place] if w.low not in about]
        return ["", "", "", "", *said][-4:]

    def _likely(self, place: int, early: int) -> bool | None:
        """Tell whether an hour is in the second half of the day; None where nothing says it.

        What is forbidden before nine, or begins then, is so in the morning, after nine in the evening.
        """
        words = data("clock words")
        said = {w.low for w in self.words}
        halves = {half: bool(said & set(words[half])) for half in ("am", "pm")}
        if halves["am"] != halves["pm"]:
            return halves["pm"]
        if early < 420:
            return True
        near = (w for w in reversed(self._before(place)) if w in words["early"] + words["late"])
        nearest = next(near, "")
        return nearest in words["late"] if nearest else None

    def _counted(self, place: int) -> bool:
        """Tell whether something that is counted stands at a place: `nine points`."""
        if place >= len(self.words) or self.words[place].kind != "word":
            return place < len(self.words) and self.words[place].kind not in ("mark", "quote")
        row = self.known.phrases.get((self.words[place].low,), [])
        return not self.filler[place] and all(
            w.type in _NOUNS or w.type == "REFERENCE" for w in row
        )

    def _hours(self, place: int) -> list[Entry]:
        """Return both halves of the day that an hour may be in; what else is said may tell which."""
        hour, length = self.numbers.hours(place)
        early, late = hour % 720, hour % 720 + 720
        likely = self._likely(place, early)
        found = []
        for minutes in (early, late):
            cost = HOUR_COST if likely in (None, minutes >= 720) else HOUR_COST + UNLIKELY_COST
            found.append(Entry("Clock", place, place + length, Clock(minutes, True), cost))
        return found

    def _amounts(self, place: int) -> list[Entry]:
        found = []
        if place and self.numbers.number(place - 1)[1] > 1:
            return []  # inside a number in words
        for amount, length in self.numbers.amounts(place):
            kind = "Num" if amount.bare else "Amount"
            end = place + length
            ranked = kind == "Amount" and self._ranked(end - 1)
            found.append(Entry(kind, place, end, amount, 0.4 if ranked else 0.0))
            if self.words[end - 1].low in ("pound", "pounds") and amount.unit == "lb":
                money = msgspec.structs.replace(amount, unit="GBP", dimension="currency:GBP")
                found.append(Entry(kind, place, end, money, 0.0))
        for amount, end in self._or_more(place):
            found.append(Entry("Bound", place, end, Bound((Limit(">=", amount),)), 0.0))
        share, length = self.numbers.fraction(place)
        if length:
            value = Amount(share * 100, share * 100, "%", "fraction")
            found.append(Entry("FRACTION", place, place + length, value, 0.0))
        return found

    def _or_more(self, place: int) -> Iterator[tuple[Amount, int]]:
        """Read `12+ sets`: a plus between a number and its unit."""
        for amount, length in self.numbers.amounts(place):
            plus = place + length
            if amount.bare and plus < len(self.words) and self.words[plus].low == "+":
                unit, taken = self.numbers.unit(plus + 1)
                if unit is not None and amount.exact:
                    made = Amount(amount.low, amount.high, unit.name, unit.dimension)
                    yield made, plus + 1 + taken

    def _ranked(self, place: int) -> bool:
        """Tell whether a unit is the name of a rank too: `2 days`."""
        row = self.known.phrases.get((self.words[place].low,), [])
        return any(w.type in ("Rank", "Text") for w in row)

    def _phrases(self, place: int) -> list[Entry]:
        found = []
        for length in self.known.lengths.get(self.words[place].low, ()):
            row: list[Word] = self.words[place : place + length]
            if len(row) < length or any(w.kind in ("quote", "time", "date") for w in row):
                continue
            for word in self.known.phrases.get(tuple(w.low for w in row), ()):
                if self.of_text and length == 1 and row[0].low in self.known.pieces:
                    if word.type == "Text":
                        found.append(Entry("Text", place, place + 1, word.value, 0.0))
                    if word.type in ("Text", "Open"):
                        continue
                if word.type == "WEEKDAY" and len(row[0].low) < 6 and not row[0].text[0].isupper():
                    continue  # `sat`, `sun`, `wed` in small letters are other words
                if word.type == "Language" and length == 1 and not self.known.textual:
                    found.append(Entry("Open", place, place + 1, self._written(place), 1.0))
                cost = word.cost - 0.1 * (length - 1)  # longer phrases are meant as such
                found.append(Entry(word.type, place, place + length, word.value, cost))
        return found
