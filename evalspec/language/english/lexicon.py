"""The words of English constraints: closed classes from data, nouns from the vocabulary.

Each phrase has the types it may be of, with a meaning and a cost for each; the grammar chooses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from evalspec.language.english.closed import (
    DOING,
    PhraseTable,
    Word,
    closed_starts,
    data,
    marked,
    split,
    variants,
    verb_forms,
)  # fmt: skip
from evalspec.language.english.meanings import COUNTED, Amount, Noun, Theme, changed
from evalspec.language.names import OPEN_MEASURE, narrowest
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.kinds import free_of
from evalspec.vocabulary.lexicon import Lexicon, MeasureWord, Rank, once_a_lexicon
from evalspec.vocabulary.nouns import plural, singular
from evalspec.vocabulary.text_units import text_units

_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*(-[A-Za-z_]\w*)*")
TEXT_NOUNS = {
    "section": "sections", "paragraph": "paragraphs", "table": "tables", "code": "", "row": "rows",
    "column": "", "line": "lines", "sentence": "sentences", "cell": "", "quotation": "quotations",
    "link": "links", "word": "words", "character": "characters",
}  # fmt: skip
"""Text scope → the measure that counts it, if one does; the larger ones first."""
LARGE, SMALL = 103, 111
"""Levels of units of text: those that hold sentences, and those that stand inside one."""


def quoted(text: str) -> str:
    """Write a text in quotes, as formulas do."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def name_text(name: str) -> str:
    """Write a name of the vocabulary in a formula."""
    return name if _PLAIN_NAME.fullmatch(name) else quoted(name)


class Words:
    """Every phrase of one lexicon, and what the grammar asks of it."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Join the closed classes with the nouns of a lexicon."""
        self.lexicon = lexicon
        self._kinds = {
            fold(word): kind for kind in lexicon.kinds.values() for word in (kind.name, *kind.words)
        }
        self.scheduled = any(r.item and "block" in r.words for r in lexicon.ranks.values())
        self.textual = not any(
            10 < r.level < 90 and r.name != "day" for r in lexicon.ranks.values()
        )
        self.sought = bool(lexicon.roles.get("appointment"))
        self.prose = not any(r.item for r in lexicon.ranks.values())
        """Whether documents have no things but words: what stands in one is cited."""
        self.fillers = frozenset(data("fillers"))
        self.phrases = PhraseTable()
        for word in data("other than marks") if not self.textual else ():
            for form in (word, plural(word)):
                row = self.phrases.row((form,))
                row[:] = [w for w in row if w.type != "Mark"]
        self.earlier, self.later = (
            frozenset(v for row in data("words")[kind] for v in variants(row))
            for kind in ("BEFORE", "AFTER")
        )
        self.lacking = frozenset(data("words")["WITHOUT"])
        self.starting = frozenset(data("verbs")["START"])
        self.verbs = frozenset(
            (*data("verbs"), *DOING.values(), "MEASURES", "INCREASE", "DECREASE", "REPEAT", "PASS")
        )
        self.either = frozenset(data("words")["OR"])
        self.deeds = frozenset(f for verb in data("deeds") for f in verb_forms(verb)[:2])
        """Verbs that are no names, nor part of one."""
        self.pauses = frozenset(data("pauses"))
        self.persons = frozenset(data("persons"))
        self.mass = frozenset(data("mass"))
        self.labels = frozenset(v for m in lexicon.measures.values() for v in m.labels)
        """What responses write measures with."""
        self.funds = frozenset(data("funds"))
        self.acting: dict[str, Noun] = {}
        """Verbs of getting about, and what somebody does then, for a time: `drive at most 4 hours`."""
        self._add_nouns()
        self._add_verbs()
        tables = {"appointments": self.sought, "prose": self.prose}
        rows = (row for name, fits in tables.items() if fits for row in data(name).items())
        for kind, said in rows:
            for way in (v for template in said for v in variants(template)):
                self._put(way, Word(kind, way), forms=False)
        self.compounds = {v for template in data("compounds") for v in variants(template)}
        for word in self.compounds if not self.prose else ():
            if all(found.type != "Thing" for found in self.phrases.get(split(word))):
                self._put(word, Word("Open", word), forms=False)
        nouns = {"Rank", "Measure", "Text", "Thing"}
        named = (p for p, row in self.phrases.own() if any(w.type in nouns for w in row))
        words = (word for phrase in (*named, *marked()) for word in phrase)
        self.spellings = sorted({word for word in words if len(word) > 4})
        """The words that a slip of the pen may hide."""

    # -- what the vocabulary says ------------------------------------------------------------
    def types(self, *words: str) -> set[str]:
        """Return the types of what words in a row may be."""
        return {word.type for word in self.phrases.get(words)}

    def lacked(self, text: str) -> tuple[str, ...]:
        """Return the kinds of which nothing is there, where a word says so: `vegan`, `nut-free`."""
        kind, base = self._kinds.get(fold(text)), self._kinds.get(fold(free_of(fold(text))))
        if base is not None and (kind is None or not kind.lacks):
            return (base.name,)
        return kind.lacks if kind is not None else ()

    def kind_of(self, texts: Sequence[str]) -> str | None:
        """Return the kind of which some may be all that is used, where all of several are of it."""
        for name in data("used alone"):
            kind = self.lexicon.kinds.get(name)
            if kind is not None and all(fold(text) in kind.members for text in texts):
                return kind.name
        return None

    def _put(self, phrase: str, word: Word, forms: bool = True) -> None:
        for one in _numbers(split(phrase)) if forms else [split(phrase)]:
            row = self.phrases.row(one)
            value = word.value
            head = next(
                (a for a, b in pairwise(one) if b in self.lexicon.roles["linking"]), one[-1]
            )
            if isinstance(value, Noun) and head != singular(
                head
            ):  # `time with friends` is no plural
                value = changed(value, plural=True)
            if all(w.type != word.type or w.value != value for w in row):
                row.append(Word(word.type, value, word.cost))

    def _add_nouns(self) -> None:
        lexicon = self.lexicon
        counted = {measure.dimension for measure in lexicon.measures.values()}
        for rank in lexicon.ranks.values():
            noun = self.rank(rank)
            called = data("documents") if rank.plan and self.prose else ()
            taken = {word for piece in text_units().values() for word in piece.words}
            free = (w for w in called if w not in taken and not self.phrases.get(split(w)))
            for word in (*rank.words, *free):
                if (
                    self.prose and rank.name == "item"
                ):  # a text has no things but those of its lists
                    listed = Noun("list-item", "text", "", LARGE, "list-item")
                    self._put(word, Word("Text", listed))
                elif rank.plan and self.scheduled and word in data("written in a day"):
                    continue  # `the report by four`: what is worked on
                elif word == rank.name or fold(word) not in lexicon.ranks:
                    kept = data("narrower").get(word, ())
                    fits = kept and kept[0] in lexicon.categories
                    but = f" except named any of [{', '.join(map(quoted, kept))}]" if fits else ""
                    one = changed(noun, filters=but)
                    # `three rounds` of a circuit are no three circuits
                    cost = 1.0 if word != rank.name and f"count:{word}" in counted else 0.0
                    self._put(word, Word("Plan" if rank.plan else "Rank", one, cost))
            for verb in data("doing it").get(rank.name, ()):
                for form in (f for f in verb_forms(verb) if not f.endswith("ing")):
                    self._put(form, Word("Rank", changed(noun, plural=True)), forms=False)
        members = {fold(w): r for r in lexicon.ranks.values() for w in r.members}
        measured = {fold(w) for m in lexicon.measures.values() for w in m.words}
        by_word: dict[str, list[str]] = {}
        for name, category in lexicon.categories.items():
            for word in category.words:
                by_word.setdefault(fold(word), []).append(name)
        by_word |= {fold(name): [name] for name in lexicon.categories}
        ranked = {fold(w) for r in lexicon.ranks.values() for w in r.words}
        for word, rank in members.items():
            kinds = [n for n in by_word.get(word, ()) if not lexicon.categories[n].rank]
            if kinds:
                noun = changed(
                    self.category(narrowest(kinds, lexicon)), kind="member", members=(word,)
                )
                self._put(word, Word("Thing", noun))
            elif word not in measured:
                self._put(word, Word("Thing", self.member(rank, word)))
        for word, names in by_word.items():
            before, _, last = word.rpartition(" ")  # `work hours: at most 8`
            cost = 0.5 if last in lexicon.units and by_word.get(before) == names else 0.0
            if word not in members and word not in ranked and singular(word) not in self.persons:
                name = narrowest(names, lexicon)
                one_kind = self._member(word, name)
                if not one_kind:
                    self._put(word, Word("Thing", self.category(name), cost))
                if one_kind or self._particular(word, name):
                    self._put(word, Word("Thing", Noun(quoted(word), "name", "", 60, word)))
        known = lexicon.categories.items()
        ending = [("Ends", name, word) for name, kind in known for word in kind.ends]
        starting = [("Started", name, word) for name, kind in known for word in kind.starts]
        for side, name, word in (*ending, *starting):
            for form in verb_forms(" ".join(split(word))):
                self._put(form, Word(side, self.category(name)), forms=False)
        for name, words in data("spoken measures").items():
            for word in words if name in lexicon.measures else ():
                self._put(word, Word("Measure", self.theme(name)), forms=False)
        limits = frozenset(data("limits"))
        named = {word for measure in lexicon.measures.values() for word in measure.words}
        taken = {w for n, m in lexicon.measures.items() for w in m.words if w != fold(n)}
        for name, measure in lexicon.measures.items():
            for word in measure.words:
                first = split(word)[0]
                types = self.types(*split(word))
                counting = any(
                    len(phrase) > 1 and any(w.type in ("NUMBER_OF", "AMOUNT_OF") for w in row)
                    for phrase, row in closed_starts(word).items()
                )
                rest = " ".join(split(word)[1:])  # `total lift` is no total of lifts
                leading = counting or (
                    (rest in named and first == "total")
                    or (rest and first in ("average", "number", *data("periods")))
                )
                if leading or types & {"NUMBER_OF", "AMOUNT_OF", "TOTAL", "LIMITING"} - (
                    {"LIMITING"} if word in limits else set()
                ):
                    continue
                if (word == fold(name) and word in taken) or len(word) < 3:
                    continue  # a later vocabulary gives the name another meaning
                unit = word in lexicon.units
                label = word if word in measure.labels else ""
                theme = changed(self.theme(name), bare=unit, label=label)
                if word in limits:
                    theme = changed(theme, limit="<=", stated=word)
                if unit:
                    theme = changed(theme, unit=lexicon.units[word].name)
                self._put(word, Word("Measure", theme, 0.1 if unit else 0.0))
        self.pieces = frozenset(form for s in data("other than text") for form in (s, plural(s)))
        """Words for pieces of a text, and for something else."""
        for level, (scope, counts) in enumerate(TEXT_NOUNS.items(), 100):
            noun = Noun(scope, "text", "", level, scope, counts=counts)
            other = scope in data("other than text") and not self.textual and not self.sought
            for word in (scope, *data("pieces").get(scope, ())):
                self._put(word, Word("Text", noun, 4.0 if other else 0.0))
            if other:
                self._put(scope, Word("Open", scope, 2.0))
        self.whole_too = frozenset(
            piece.name for piece in text_units().values() for word in piece.words
            if any(w.type == "Plan" for w in self.phrases.get(split(word)))
        )  # fmt: skip
        """Units of text whose word may stand for all of it: `include the answer`."""
        for piece in text_units().values():
            if piece.elsewhere and not self.textual:
                continue
            level = LARGE if piece.large else SMALL
            noun = Noun(piece.name, "text", "", level, piece.name, counts=piece.counts)
            for word in piece.words:
                self._put(word, Word("Text", noun, 0.2 if piece.elsewhere else 0.0))
                row = self.phrases.get(split(plural(word)))  # `answers` are no response
                row[:] = [w for w in row if w.type != "Plan"]

    def _add_verbs(self) -> None:
        for measure, verbs in data("verb measures").items():
            if measure in self.lexicon.measures:
                for verb in verbs:
                    theme = self._done(measure, verb)
                    for form in verb_forms(verb):
                        if measure == "distance" and not form.endswith("ing"):
                            self.acting[form] = self._activity(verb)
                        several = form.endswith("ing") and verb in data("one of several")
                        if theme.of is not None or not several:
                            self._put(form, Word("MEASURES", theme), forms=False)

    def _done(self, measure: str, verb: str) -> Theme:
        """Return what is measured by a verb; where a plan tells how people get about, of what is done so."""
        ways = measure == "distance" and self.lexicon.roles.get("way there")
        words = self.lexicon.measures[measure].words
        any_way = {"travel", *(form for word in words for form in word.split())}
        theme = self.theme(measure)
        apart = ways and not any_way & set(verb_forms(verb))
        return changed(theme, of=Noun(f'"{verb}"', "name", "", 60, verb)) if apart else theme

    def _activity(self, verb: str) -> Noun:
        """Return what somebody does who does what a verb says: walking, for a time."""
        doing = verb_forms(verb)[-1]
        known = (w.value for w in self.phrases.get((doing,)) if w.type == "Thing")
        return next(known, Noun(quoted(doing), "name", "", 60, doing))

    def _member(self, word: str, name: str) -> bool:
        """Tell whether a word is one of what a category holds: `pork` of meat."""
        category = self.lexicon.categories[name]
        if category.rank or fold(word) in category.synonyms:
            return False
        if self.scheduled:  # words are other names there, unless some are told apart from the rest
            return bool(category.synonyms)
        own = {singular(w) for w in split(fold(name))}
        return not any(singular(w)[:4] == o[:4] for w in split(word) for o in own)

    def _particular(self, word: str, name: str) -> bool:
        """Tell whether a word of a category may be the name of one kind: `deep work` of work."""
        head, *rest = fold(word).split()
        words = {fold(w) for w in (name, *self.lexicon.categories[name].words)}
        generic = {*self.lexicon.roles.get("generic", ()), *self.lexicon.parts_of_day}
        own = fold(word) == fold(name) or not self.scheduled
        return bool(rest) and not own and rest[-1] in words and head not in generic

    def rank(self, rank: Rank) -> Noun:
        """Return the noun of a rank."""
        if rank.plan:
            return Noun("response", "plan", rank.name, rank.level, rank.name)
        if rank.name in ("item", "block"):
            kind: Any = rank.name
            return Noun(rank.name, kind, rank.name, rank.level, rank.name, measures=rank.measures)
        kind = "item" if rank.item else "rank"
        return Noun(
            name_text(rank.name), kind, rank.name, rank.level, rank.name, measures=rank.measures
        )

    @property
    def day(self) -> Noun:
        """The noun of days, which every vocabulary has."""
        return self.rank(self.lexicon.ranks["day"])

    def member(self, rank: Rank, name: str) -> Noun:
        """Return the noun of a named member of a rank: breakfast is a meal."""
        return Noun(
            name_text(rank.name), "member", rank.name, rank.level, name,
            f" named {quoted(name)}", members=(name,),
        )  # fmt: skip

    def category(self, name: str) -> Noun:
        """Return the noun of a category: `work`, `museums`."""
        return Noun(name_text(name), "category", "", 50, name, members=(name,))

    def theme(self, name: str) -> Theme:
        """Return what a measure of the vocabulary measures."""
        measure = self.lexicon.measures[name]
        kind: Any = "time" if self.scheduled and measure.dimension == "time" else "measure"
        unit = "" if measure.dimension.startswith("count:") else measure.unit
        return Theme(name_text(name), kind, measure.dimension, unit, adds=measure.adds)

    def unsaid(self, noun: Noun | None) -> Theme | None:
        """Return what a bound without a unit is of: the one measure that the response tells of a name."""
        of = () if noun is None else noun.several or (noun,)
        named = all(n.kind == "name" and not n.cited for n in of)  # a list may have 20 lines
        if self.scheduled or self.prose or not named:
            return None
        known = (name for name, m in self.lexicon.measures.items() if OPEN_MEASURE in m.words)
        word = next(known, None)
        return Theme(OPEN_MEASURE) if word is None else self.theme(word)

    def of_number(self, amount: Amount) -> Theme | None:
        """Return what a large number without a unit is of, where a vocabulary says it: `1900 a day`."""
        said = self.lexicon.roles.get("of large numbers", ())
        name = next((name for name in self.lexicon.measures if fold(name) in said), "")
        return self.theme(name) if name and amount.bare and amount.low > COUNTED else None

    def is_person(self, name: str) -> bool:
        """Tell whether a name is a word for somebody who is no part of a plan: `wife`."""
        return "PERSON" in self.types(*split(name.lower()))

    def is_crew(self, word: str) -> bool:
        """Tell whether a word names those who work on a plan: `nurses`."""
        return "CREW" in self.types(singular(word.lower()))

    def spatial(self, noun: Noun) -> bool:
        """Tell whether a thing is long in time and in space."""
        return bool({noun.rank, noun.name} & set(data("spatial")))

    def summed(self, theme: Theme) -> Theme:
        """Return what an amount that does not add up comes to in all: loads → tonnage."""
        if theme.adds or theme.kind != "measure":
            return theme
        for name, measure in self.lexicon.measures.items():
            if theme.measure in measure.product and measure.dimension == theme.dimension:
                return changed(theme, measure=name_text(name), adds=True)
            if theme.measure in measure.product:
                factors = measure.product[: measure.product.index(theme.measure) + 1]
                return changed(theme, measure=" * ".join(map(name_text, factors)), adds=True)
        return theme

    def default(self, dimension: str, noun: Noun | None = None) -> Theme | None:
        """Return what an amount of a dimension measures where no word says it."""
        known = self.lexicon.measures
        for name in noun.measures if noun is not None else ():
            if known[name].dimension == dimension:
                return self.theme(name)
        short = dimension.partition(":")[0] if ":" in dimension else dimension
        names = [n for n, m in known.items() if m.default_for and m.dimension in (dimension, short)]
        return self.theme(names[-1]) if names else None

    def measure(self, theme: Theme) -> MeasureWord | None:
        """Return the entry of the lexicon behind a theme."""
        return self.lexicon.measures.get(theme.measure.strip('"'))


def _numbers(phrase: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a phrase in the singular and in the plural."""
    one = (*phrase[:-1], singular(phrase[-1]))
    return list(dict.fromkeys((phrase, one, (*phrase[:-1], plural(one[-1])))))


@once_a_lexicon
def words_of(lexicon: Lexicon) -> Words:
    """Return the words of a lexicon, gathered once."""
    return Words(lexicon)
