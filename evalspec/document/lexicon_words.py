"""Words of a lexicon by their folded form: ranks, members, categories, measures, roles.

The reverse lookups of one lexicon, built once and kept with it.
"""

from __future__ import annotations

import re

from evalspec.core.regex import regex
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
PREPOSITIONS = frozenset(
    "with between about at on in for by to from of and or before after while during session practice time "
    "block part continued cont hour break along around near inside outside via across into toward "
    "towards away outdoor outdoors indoor indoors together alone".split()
)
ABOUT_OTHERS = tuple("total claim average note definition breakdown share rest remainder".split())
"""Roles of words for what is said of other things."""
UNLISTED = (*ABOUT_OTHERS, "payment", "discount")
"""And of those for what changes a sum beside the things of a list."""
_HEADING, _ENDING = 5, 2
"""Most words of a heading that tells a kind of items, and of one that ends in the word for it."""
_POINTING = ("following", "these", "the", "your")
"""Before that word in a sentence: `You need the following ingredients:`."""
ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_ILLUSTRATION = regex(r"\b(?:e\.?g|i\.?e|such as|like|for example|including|etc)\b")
_WORD = regex(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PLURAL = 2
"""Letters that a plural has more."""


class LexiconWords:
    """Lookups of one lexicon by word."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Index ranks, members, categories and roles by folded word."""
        self.lexicon = lexicon
        self._units = frozenset((*lexicon.units, *lexicon.currencies))
        self._times = frozenset(w for w, unit in lexicon.units.items() if unit.dimension == "time")
        self._index_ranks(lexicon)
        self._index_categories(lexicon)
        self._index_roles(lexicon)
        self._index_measures(lexicon)

    def _index_ranks(self, lexicon: Lexicon) -> None:
        """Find ranks by their words and by the names of their members."""
        self.ranks: dict[str, str] = {}
        self.members: dict[str, str] = {}
        for rank in sorted(lexicon.ranks.values(), key=lambda r: r.level):
            for word in rank.words:
                if not rank.plan:
                    self.ranks.setdefault(word, rank.name)
            for word in rank.members:
                self.members.setdefault(word, rank.name)
        self.plans = frozenset(
            fold(word.split()[-1]) for r in lexicon.ranks.values() if r.plan for word in r.words
        )
        self.level = {rank.name: rank.level for rank in lexicon.ranks.values()}
        items = [r for r in lexicon.ranks.values() if r.item]
        self.item_rank = lexicon.item_rank
        self.item_ranks = frozenset(r.name for r in items)
        self.calendar = {r.name: r.calendar for r in lexicon.ranks.values() if r.calendar}
        self.day = next((r for r, kinds in self.calendar.items() if "weekday" in kinds), "")
        """The rank that weekdays and dates name."""
        self.month = next((r for r, kinds in self.calendar.items() if "month" in kinds), "")
        self.rates = {word: r.name for r in lexicon.ranks.values() for word in r.rates}
        self.told_by = {r.name: r.told_by for r in lexicon.ranks.values() if r.told_by}
        self.heading_items = tuple(r.name for r in items if r.headings)
        """Item ranks that headings give to the lines below: steps, below `Directions`."""
        self._counted = self._units.union(*(r.words for r in items))
        """What may stand behind a number of its own: `Session 1 – 3 exercises`."""

    def _index_categories(self, lexicon: Lexicon) -> None:
        """Find categories by the words of their names, and by those that begin or end them."""
        self.categories: dict[str, tuple[str, ...]] = {}
        self.starts: dict[str, str] = {}
        self.ends: dict[str, str] = {}
        for category in lexicon.categories.values():
            for word in (*category.words, *category.starts):
                self.categories[word] = (*self.categories.get(word, ()), category.name)
            for word in category.starts:
                self.starts.setdefault(word, category.name)
            for word in category.ends:
                self.ends.setdefault(word, category.name)
        self.verbs = {v: c.name for c in lexicon.categories.values() for v in c.verbs}
        self.wraps = frozenset(c.name for c in lexicon.categories.values() if c.wraps)

    def _index_roles(self, lexicon: Lexicon) -> None:
        """Find roles by their words: as a whole, at the ends, in a text."""
        self.roles = {role: frozenset(words) for role, words in lexicon.roles.items()}
        self.linking = self.roles.get("linking", frozenset())
        for name in self.heading_items:
            self.roles[f"above {name}"] = frozenset(lexicon.ranks[name].headings)
        shares = "|".join(
            map(re.escape, sorted(self.roles.get("share", ()), key=len, reverse=True))
        )
        self.shares = regex(rf"(?<!\w)(?:{shares or '(?!)'})(?!\w)", re.IGNORECASE)
        self._bearers: dict[str, frozenset[str]] = {}
        """Words of roles, and which roles they have."""
        for role, names in self.roles.items():
            for word in names:
                self._bearers[word] = self._bearers.get(word, frozenset()) | {role}
        self._longest = max(map(len, self._bearers), default=0)
        self._by_length = {r: sorted(w, key=len, reverse=True) for r, w in self.roles.items()}
        self._most_words = max((name.count(" ") + 1 for name in self.categories), default=0)
        """Of the name of a category."""

    def _index_measures(self, lexicon: Lexicon) -> None:
        """Find measures by their words, and by what they are for."""
        self.measures: dict[str, str] = {}
        for measure in lexicon.measures.values():
            for word in measure.words:
                self.measures.setdefault(word, measure.name)
        for measure in lexicon.measures.values():
            name = fold(measure.name)
            if name in measure.words or name not in self.measures:
                self.measures[name] = measure.name
        self.measure_ends = frozenset(word.rpartition(" ")[2] for word in self.measures)
        """Last words of the names of measures."""
        self.product_of = {
            factor: name
            for name, measure in lexicon.measures.items()
            for factor in measure.product
            if lexicon.measures[factor].dimension == measure.dimension
        }
        """The measure that multiplies another one of its dimension: tonnage, of weight."""
        self.factors = next((m.product for m in lexicon.measures.values() if m.product), ())
        """The measures whose product is another, if there is one."""
        words = self.roles.get("repeat", frozenset())
        self.repeats = tuple(name for name in lexicon.measures if fold(name) in words)
        """The measures that say how often something is done."""
        resting = self.roles.get("rest", frozenset())
        self.resting = next(
            (
                name
                for name, m in lexicon.measures.items()
                if (m.dimension, m.adds) == ("time", False) and fold(name) in resting
            ),
            "",
        )
        """The measure of a rest of its own, if there is one."""
        self.counting = next((m.name for m in lexicon.measures.values() if m.counts), "")
        """The measure of bare numbers at the name of an item, if there is one."""
        self.default_measure = {
            m.dimension: m.name for m in lexicon.measures.values() if m.default_for
        }

    def usual_measure(self, dimension: str) -> str:
        """Return the measure of an amount that no word names."""
        kind = "currency" if dimension.startswith("currency:") else dimension
        return self.default_measure.get(kind, "")

    def admits(self, measure: str, dimension: str) -> bool:
        """Tell whether a measure may have amounts of a dimension."""
        wanted = self.lexicon.measures[measure].dimension
        return dimension.startswith(wanted) if wanted == "currency" else wanted == dimension

    def needs_unit(self, measure: str) -> bool:
        """Tell whether a bare number before a word is no amount, as before `weight`; of a column any is."""
        known = self.lexicon.measures.get(measure)
        dimension = known.dimension if known is not None else "one"
        return not (dimension.startswith("count:") or dimension in ("energy", "one"))

    def role(self, label: str, *names: str) -> bool:
        """Tell whether a folded label has one of the roles as a whole."""
        borne = self._bearers.get(label)
        return borne is not None and not borne.isdisjoint(names)

    def begins_with_role(self, label: str, *names: str) -> bool:
        """Tell whether a folded label begins or ends with a word of one of the roles."""
        return not self.roles_at_ends(label)[0].isdisjoint(names)

    def is_about_others(self, label: str) -> bool:
        """Tell whether a folded label begins or ends with a word for what is said of things: `Total`."""
        return self.begins_with_role(label, *ABOUT_OTHERS)

    def ends_with_role(self, label: str, *names: str) -> bool:
        """Tell whether the last words of a folded label have one of the roles."""
        return not self.roles_at_ends(label)[1].isdisjoint(names)

    def roles_at_ends(self, label: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the roles that a folded label begins or ends with, and those of its last words."""
        bearers, none = self._bearers, frozenset[str]()
        ends, at = none, label.find(" ", max(0, len(label) - self._longest - 1))
        while at > 0:
            ends |= bearers.get(label[at + 1 :], none)
            at = label.find(" ", at + 1)
        every, at = ends | bearers.get(label, none), label.find(" ")
        while 0 < at <= self._longest + _PLURAL:
            first = fold(label[:at]) if label[at - 1] == "s" else label[:at]
            every |= bearers.get(first, none)
            at = label.find(" ", at + 1)
        return every, ends

    def rank_below(self, label: str, *, counted: bool = False) -> str:
        """Return the item rank of the lines below a folded heading; empty when it tells none.

        Of a longer one only the first words tell it (`Combine the wet ingredients` is a step), of a
        sentence its last word or a phrase (`You need the following ingredients`, `… you will need`).
        """
        words = label.split()
        told = label if len(words) <= _ENDING and not counted else f"{label} …"
        listed = len(words) > 1 and words[-2] in _POINTING[: None if len(words) > _HEADING else 2]
        if listed or len(words) > _HEADING:
            told = words[-1] if listed else self._phrase_above(label)
        ranks = self.heading_items if told else ()
        return next((r for r in ranks if self.begins_with_role(told, f"above {r}")), "")

    def _phrase_above(self, label: str) -> str:
        """Return the words of a sentence that head a list: `For the soup you will need:`."""
        said = f" {label} "
        roles = (self.roles[f"above {rank}"] for rank in self.heading_items)
        phrases = (phrase for role in roles for phrase in role if " " in phrase)
        return next((phrase for phrase in phrases if f" {phrase} " in said), "")

    def without_role(self, label: str, name: str) -> str:
        """Return a folded label without a word of a role at either end."""
        if name not in self.roles_at_ends(label)[0]:
            return label
        for word in self._by_length.get(name, ()):
            if label.startswith(word + " "):
                return label[len(word) + 1 :].removeprefix("for ")
            if label.endswith(" " + word):
                return label[: -len(word) - 1]
        return label

    def is_measure(self, label: str) -> bool:
        """Tell whether a folded label is the name of a measure, perhaps with an adjective."""
        plain = fold(ASIDE.sub(" ", label))
        if plain in self.measures:
            return True
        name, _, unit = plain.rpartition(" ")  # `protein_g`, `Weight (kg)`
        unit = unit.strip("([")
        told = unit in self.lexicon.units or unit in self.lexicon.currencies
        if name and told and self.is_measure(name):
            return True
        if plain in self.categories:
            return False
        first, _, rest = plain.partition(" ")
        return rest in self.measures and self.role(first.rstrip("."), "of a measure", "estimated")

    def of_part_of_day(self, label: str) -> bool:
        """Tell whether a folded label is of a part of the day: `morning`, `evening – intervals`."""
        first = label.partition(" ")[0]
        return first in self.lexicon.parts_of_day or self.role(first, "half of the day")

    def says_part_of_day(self, label: str) -> bool:
        """Tell whether parts of the day stand in a name: `Morning`, `Evening and night`."""
        return any(fold(word) in self.lexicon.parts_of_day for word in label.split())

    def says_shift(self, label: str) -> bool:
        """Tell whether a label has no other words than such as shifts go by: `Early (6–14)`, `6–14`."""
        words = map(fold, _WORD.findall(label.partition("(")[0]))
        return self.roles.get("shift", frozenset()).issuperset(words)

    def asides(self, label: str) -> tuple[str, ...]:
        """Return what stands in brackets and is no illustration, folded."""
        found = (inner.strip("()[]") for inner in ASIDE.findall(label))
        return tuple(
            fold(aside)
            for aside in found
            if not _ILLUSTRATION.search(aside.lower()) and not any(c.isdigit() for c in aside)
        )
