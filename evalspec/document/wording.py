"""What the lexicon says about the words of a line: ranks, members, categories, roles.

The reverse lookups of one lexicon, built once and kept with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon, once_a_lexicon
from evalspec.vocabulary.nouns import singular

_ORDINAL_WORDS = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(),
        range(1, 11),
        strict=True,
    )
)
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
_WEEKDAY = regex(
    r"mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_MONTH = regex(
    r"(january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?: (?:19|20)\d\d)?(?:(?:\s*:|\s-)\s*(.*))?$"
)
_LATIN = regex(r"[A-Za-z]{2,}|\b[A-Z]&[A-Z]\b")
_FOR = regex(r"(?<=\w)\s+for\s+\w+", re.IGNORECASE)
_SEVERAL = (
    regex(r"^(\w+)[- ](\w+)\b"),
    regex(r"\s*\(?\b(?:(?:for|over|of|in|across|the|all) )*(\w+) (\w+)\)?$"),
)
_PER = regex(r"\bper[ \xa0]\w+")
_NUMBERED = regex(r"#?\s*(\d{1,3}|[1-9]\d{3,5}(?=$|:| [-(|])|[a-z]{1,6})\b")
_JOINED = regex(r"\s*(?:(-|to|through|until)|,\s*and|and|&|,|\+|/)\s*(?:([a-z]+)\s+)?#?(\d{1,3})\b")
_GLUED = regex(r"([a-z]{2,})\d{1,2}\b")
_SECTION = regex(
    r"\d{1,2}(?:(\.\d{1,2})\s(?=[a-z])|\s·\s(?=[a-z])|\s(?=[a-z]+ \d{1,2}(?:$|:|\s[-–—(])))"
)
"""The number of a section before its name."""
_WORDS = regex(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_PLACE_OF = regex(r"(\d{1,3})(?:st|nd|rd|th)?")
_LEADING = regex(r"(\d{1,3})(?:st|nd|rd|th)\s+|(" + "|".join(_ORDINAL_WORDS) + r")\s+")
_JOINTS = regex(r"\s*(?:,|/|&|\+|;|\band\b|\bor\b|\bthen\b)\s*")
_BARE_AMOUNT = regex(
    r"(?:about |around |approx |ca |~)?[^\w\s]?\d[\d .:x–-]*?(?: ?([a-z]+))?(?: each)?"
)
_PLACE = regex(
    r"(?:part|session|round|lesson|block|section|half|step|no|number) ?(?:\d+|[ivx]+|one|two|three|four)"
    r"|(?:\d+(?:st|nd|rd|th)|first|second|third|last|final) (?:part|session|half|round|block|section)"
)
_MEANWHILE = regex(r"(?<=\w) (?:while|when|until) ")
"""Behind these stands what else is done: `TV while you cook`."""
_PREPOSITIONS = frozenset(
    "with between about at on in for by to from of and or before after while during session practice time "
    "block part continued cont hour break along around near inside outside via across into toward "
    "towards away outdoor outdoors indoor indoors together alone".split()
)
_PLACING = frozenset("at on in by near inside outside around".split())
_ARTICLES = frozenset(("the", "a", "an"))
ABOUT_OTHERS = tuple("total claim average note definition breakdown share rest remainder".split())
"""Roles of words for what is said of other things."""
UNLISTED = (*ABOUT_OTHERS, "payment", "discount")
"""And of those for what changes a sum beside the things of a list."""
OBJECTS = frozenset(
    "for to from of about with before after no than while when if so that because you".split()
)
"""What follows these words in a name is not what is done."""
_HEADING, _ENDING = 5, 2
"""Most words of a heading that tells a kind of items, and of one that ends in the word for it."""
_POINTING = ("following", "these", "the", "your")
"""Before that word in a sentence: `You need the following ingredients:`."""
_ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_ILLUSTRATION = regex(r"\b(?:e\.?g|i\.?e|such as|like|for example|including|etc)\b")
_HEAD_END = regex(r"\s[-–—]\s|:|\||\s[x×]\s|(?<=\s)#?\d")
_UNIT = regex(r"\s*([^\W\d]+|[€$£%])")
_CLOCK = regex(r"\d{1,2}[:.]\d\d\b|\d{1,2}\s?[ap]\.?m\b")
_ALSO = frozenset("and to through until".split())
_MAX_SPREAD = 60
_PURE = (
    "roles_at_ends is_measure total_measure total_of named headed parts known asides done categories_of"
    " names_more"
).split()
"""Lookups that depend on the lexicon and their words alone: labels recur within and among
responses."""
_SMALL = frozenset("of to or and between".split())
"""What stands between amounts and their names."""
_REMEMBERED = 4096
_PLURAL = 2
"""Letters that a plural has more."""


class Named(Record, frozen=True):
    """A label recognised as a container of a rank."""

    rank: str
    ordinals: tuple[int, ...]
    """One for each container it stands for; (0,) when not numbered."""
    stem: str
    """The folded words without the ordinal."""
    title: str
    """What follows the ordinal: `Lower Body` of `Day 1: Lower Body`."""


_BEHIND = regex(r", | \(")
_INCLUDED = regex(r" \(| (?:incl|excl)")


class Wording:
    """Lookups of one lexicon for the reader."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Index ranks, members, categories and roles by folded word."""
        self.lexicon = lexicon
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
        self.product_of = {
            factor: name
            for name, measure in lexicon.measures.items()
            for factor in measure.product
            if lexicon.measures[factor].dimension == measure.dimension
        }
        """The measure that multiplies another one of its dimension: tonnage, of weight."""
        self.item_ranks = frozenset(r.name for r in items)
        self.calendar = {r.name: r.calendar for r in lexicon.ranks.values() if r.calendar}
        self.day = next((r for r, kinds in self.calendar.items() if "weekday" in kinds), "")
        """The rank that weekdays and dates name."""
        self.month = next((r for r, kinds in self.calendar.items() if "month" in kinds), "")
        self.rates = {word: r.name for r in lexicon.ranks.values() for word in r.rates}
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
        self._units = frozenset((*lexicon.units, *lexicon.currencies))
        self._counted = self._units.union(*(r.words for r in items))
        """What may stand behind a number of its own: `Session 1 – 3 exercises`."""
        self._times = frozenset(w for w, unit in lexicon.units.items() if unit.dimension == "time")
        self.told_by = {r.name: r.told_by for r in lexicon.ranks.values() if r.told_by}
        self.wraps = frozenset(c.name for c in lexicon.categories.values() if c.wraps)
        self.roles = {role: frozenset(words) for role, words in lexicon.roles.items()}
        self.linking = self.roles.get("linking", frozenset())
        self.heading_items = tuple(r.name for r in items if r.headings)
        """Item ranks that headings give to the lines below: steps, below `Directions`."""
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
        ranks = (word for word, rank in self.ranks.items() if rank not in self.item_ranks)
        summing = frozenset((*self._words_of("summing", "period"), *ranks, *self.rates))
        self.amount_words = frozenset().union(
            *(self.roles.get(role, ()) for role in ("total", "approximate", "exact", "qualifier")),
            *(self.measures, lexicon.units, lexicon.currencies, lexicon.numbers, _SMALL),
        )
        """What is said of amounts and names nothing."""
        beside = self._words_of("beside a sum", "generic", "stated", "estimated", "approximate")
        self._beside_a_sum = frozenset((*beside, *summing, *self.plans, *self.amount_words))
        self._summing = summing - self.measures.keys()
        phrases = "|".join(sorted(self.roles.get("comes to", ()), key=len, reverse=True))
        vague = r"(?:\s+(?:about|roughly|around))?"
        self.comes_to = re.compile(
            rf"\b(?:{phrases or '$^'})s?{vague}(?=[\s*_~≈€$£]*(?:\d|$))", re.I
        )
        """What stands before an amount that others come to: `…, which is 960 kg`."""
        self.factors = next((m.product for m in lexicon.measures.values() if m.product), ())
        """The measures whose product is another, if there is one."""
        words = self.roles.get("repeat", frozenset())
        self.repeats = tuple(name for name in lexicon.measures if fold(name) in words)
        """The measures that say how often something is done."""
        self.counting = next((m.name for m in lexicon.measures.values() if m.counts), "")
        """The measure of bare numbers at the name of an item, if there is one."""
        self.default_measure = {
            m.dimension: m.name for m in lexicon.measures.values() if m.default_for
        }
        for name in _PURE:
            setattr(self, name, lru_cache(_REMEMBERED)(getattr(self, name)))

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
        return any(label in self.roles.get(name, ()) for name in names)

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

    def says_what_sums(self, label: str) -> bool:
        """Tell whether a label of a total says of what in known words, or of nothing else.

        What it includes changes nothing: `Total (incl. VAT)`, `Total including tax`.
        """
        label = _INCLUDED.split(label, maxsplit=1)[0]
        named = self.measure_of_what(self.without_role(label, "total"))[0]
        if named == label or self.is_measure(named) or self.named(named) is not None:
            return True
        known = (self.measures, self.measure_ends, self._units)
        head = fold(named.rpartition(" ")[2])
        told = named in self.ranks or any(head in names for names in known)
        if " for " in label or " of " in label:  # `total for the trip`, not a `total body workout`
            told = told or head in self.plans or head in self.ranks
        said = (
            "period",
            "stated",
            "estimated",
            "generic",
            "total",
            "claim",
            "approximate",
            "amount",
        )
        return told or self.role(head, *said)

    def total_of(self, label: str) -> str:
        """Return the rank that a label such as `cost for the day` speaks of."""
        measure, _, rank = label.partition(" for ")
        words = rank.split()
        if len(words) != 2 or words[0] not in ("the", "this") or not self._is_told(measure):
            return ""
        return self.ranks.get(words[1], "")

    def _is_told(self, label: str) -> bool:
        """Tell whether a label says what amounts are of: a measure, or `nutrition`, `macros`."""
        return self.is_measure(label) or self.role(label, "stated")

    def without_estimate(self, label: str) -> str:
        """Return a label without the words that change nothing: `estimated total`, `total, roughly`."""
        plain, behind = ([*_BEHIND.split(label, maxsplit=1), ""])[:2]
        words = (plain if self.role(behind.rstrip("."), "estimated") else label).split()
        while len(words) > 1 and self.role(words[0].rstrip("."), "estimated"):
            if self.role(" ".join(words), "total"):
                break  # a final amount is more than an amount
            words = words[1:]
        return " ".join(words)

    def measure_of_what(self, label: str) -> tuple[str, str]:
        """Part `tonnage for session 1` into the measure and what has it; else all is the first."""
        for joint in (" for ", " of "):
            measure, _, holder = label.partition(joint)
            told = self.named(holder) is not None or holder.rpartition(" ")[2] in self.plans
            told = told or self.of_the_whole(holder)
            if holder and told and self._is_told(fold(measure)):
                return measure, holder
        return label, ""

    def holder_of(self, label: str) -> str:
        """Return whose amounts a label tells: `breakfast`, of `breakfast macros`; else the label."""
        stem, _, last = label.rpartition(" ")
        return self.measure_of_what(label)[1] or (stem if stem and self._is_told(last) else label)

    def total_measure(self, label: str) -> str | None:
        """Return the word that makes a measure a total: `daily cost`, `routine tonnage`, `day total`.

        Words such as `estimated` before it change nothing; None when the label is no total.
        """
        plain = self.without_estimate(label)
        if (whole := self._without_several(plain)) is not None and self._is_told(whole):
            return plain
        words = plain.split()
        if len(words) > 2 and words[0] in self.ranks and words[1].isdigit():
            words = [words[0], *words[2:]]  # `day 2 spend`
        measure = " ".join(words[1:])
        spans = len(words) > 1 and (
            self.role(words[0], "period") or words[0] in self.ranks or self.of_the_whole(words[0])
        )
        said = self._is_told(measure)
        summed = self.role(measure, "total", "sums up") and words[0] not in self.plans
        of_plan = len(words) > 1 and words[0] in self.plans and said
        return words[0] if of_plan or (spans and (said or summed)) else None

    def _without_several(self, label: str) -> str | None:
        """Return what is said of so many days: `cost` of `three-day cost` and of `cost for 3 days`."""
        for said in filter(None, (pattern.search(label) for pattern in _SEVERAL)):
            number, rank = said[1], self.ranks.get(singular(said[2]), "")
            several = number in self.lexicon.numbers or (number.isdigit() and int(number) > 1)
            if several and rank in self.level and rank not in self.item_ranks:
                return (label[: said.start()] + label[said.end() :]).strip()
        return None

    def is_measure(self, label: str) -> bool:
        """Tell whether a folded label is the name of a measure, perhaps with an adjective."""
        plain = fold(_ASIDE.sub(" ", label))
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

    def names_more(self, line: str) -> bool:
        """Tell whether a line holds more words than the measures of its amounts."""
        if "per" in line:
            heads = self.roles.get("per head", ())
            line = _PER.sub(lambda per: " " if fold(per[0]) in heads else per[0], line)
        if "for" in line:
            every = self.roles.get("for all", ())
            line = _FOR.sub(lambda said: " " if fold(said[0]) in every else said[0], line)
        words = _LATIN.findall(line)
        for n, word in enumerate(words):
            if fold(word) in self.amount_words:
                continue
            pairs = (" ".join(words[at : at + 2]) for at in range(max(0, n - 1), n + 1))
            if not any(fold(pair) in self.measures for pair in pairs):
                return True
        return False

    def _words_of(self, *roles: str) -> Iterator[str]:
        """Yield the single words of what has a role, folded."""
        return (
            fold(w) for role in roles for said in self.roles.get(role, ()) for w in said.split()
        )

    def only_sums(self, line: str) -> bool:
        """Tell whether a line has no words but those of a sum: `Daily: 900 kcal`, `That makes 900 kcal`."""
        points = False
        for found in _WORDS.finditer(line):
            word = fold(found[0].removesuffix("'s").removesuffix("’s")).removeprefix("per-")
            if word not in self._beside_a_sum:
                return False
            points = points or word in self._summing
        return points

    def of_the_whole(self, label: str) -> bool:
        """Tell whether a label says nothing but that all is meant: `whole routine`, `all 3 sessions`."""
        words = label.replace("-", " ").split()
        if words[1:] and self.role(words[-1], "total", "estimated"):
            words.pop()  # `both sessions together`
        first, last = (words[0], words[-1]) if words[1:] else ("", "")
        known = {*self.roles.get("spans all", ()), *self.lexicon.numbers, "the"}
        held = last in self.plans or last in self.ranks
        return (
            held
            and self.role(first, "spans all")
            and all(word in known or word.isdigit() for word in words[:-1])
        )

    def named(self, label: str) -> Named | None:
        """Recognise `Day 2`, `Week 1 and 3`, `Session A: Legs`, `2nd workout`, `Lunch`."""
        plain = fold(_ASIDE.sub(" ", label))
        if not plain or len(plain) > 120:
            return None
        joined = _GLUED.match(plain)
        if joined is not None and joined[1] in self.ranks:  # `wk1`
            plain = f"{joined[1]} {plain[joined.end(1) :]}"
        found = self._numbered(plain) or self._leading(plain) or self._member(plain)
        section = _SECTION.match(plain) if found is None and plain[0].isdigit() else None
        if section is None:
            return found
        inner = self._numbered(plain[section.end() :])  # `2 Day 1`, `1.1 Breakfast`
        return inner or (self._member(plain[section.end() :]) if section[1] else None)

    def _numbered(self, plain: str) -> Named | None:
        words = plain.split()
        for size in (3, 2, 1):
            if len(words) <= size:
                continue
            stem = fold(" ".join(words[:size]))
            rank = self.ranks.get(stem)
            if rank is None and size == 1 and stem in self.roles.get("ordinal", ()):
                rank = ""
            if rank is None:
                continue
            rest = " ".join(words[size:])
            found = _NUMBERED.match(rest)
            if found is not None and words[size - 1].endswith(":") and not _ends(rest, found.end()):
                continue
            number = _ordinal(found[1], self.lexicon) if found else 0
            if found is None or not number:
                continue
            counted = self._units if words[0].endswith("s") else self._counted
            numbers, end = _spread(rest, found.end(), number, words[0], counted)
            if _counts(words[size - 1], stem, numbers):
                continue
            title = rest[end:].strip(" :-–—.|/,(")
            inner = self._member(fold(title)) if title and not rank else None
            if inner is not None:
                return Named(inner.rank, numbers, inner.stem, title)
            return Named(rank, numbers, stem, title) if rank else None
        return None

    def _leading(self, plain: str) -> Named | None:
        found = _LEADING.match(plain)
        if found is None:
            return None
        rest = fold(plain[found.end() :])
        rank = self.ranks.get(rest)
        if rank is None:
            return None
        number = int(found[1]) if found[1] else _ORDINAL_WORDS[found[2]]
        return Named(rank, (number,), rest, "")

    def place_of(self, label: str) -> int:
        """Return the number that a label is nothing but: `3.`, `3rd`, `Third`, `Exercise 3`; 0 for none."""
        plain = fold(label).strip("#.:")
        counted = self._numbered(plain)
        if counted is not None and counted.rank in self.item_ranks and not counted.title:
            return counted.ordinals[0]
        found = _PLACE_OF.fullmatch(plain)
        return int(found[1]) if found is not None else _ORDINAL_WORDS.get(plain, 0)

    def _member(self, plain: str) -> Named | None:
        head = fold(re.split(r"\s[-–—·]\s|:|\||,\s(?=[a-z]+ \d)", plain, maxsplit=1)[0])
        found = re.fullmatch(r"(.+?)\s*#?(\d{1,2})", head)
        stem, number = (fold(found[1]), int(found[2])) if found else (head, 0)
        rank = self.members.get(stem)
        if rank is None:
            words = stem.split()
            if 1 < len(words) <= 3 and words[-1] in self.members and words[-2] not in _PREPOSITIONS:
                rank, last = self.members[words[-1]], words[-1]
                return Named(rank, (number,), last, stem)
            held = self.lexicon.ranks.get(self.ranks.get(words[-1], "")) if words[1:] else None
            if held is None or held.item or held.calendar or held.stands_for:
                return None
            time = words[-2].rpartition("-")[2]  # `late afternoon meal`, `mid-morning meal`
            timed = len(words) <= 3 and time in self.lexicon.parts_of_day
            return Named(held.name, (number,), words[-1], stem) if timed else None  # `evening meal`
        return Named(rank, (number,), stem, plain[len(head) :].strip(" :-–—·|,"))

    def of_part_of_day(self, label: str) -> bool:
        """Tell whether a folded label is of a part of the day: `morning`, `evening – intervals`."""
        first = label.partition(" ")[0]
        return first in self.lexicon.parts_of_day or self.role(first, "half of the day")

    def says_part_of_day(self, label: str) -> bool:
        """Tell whether parts of the day stand in a name: `Morning`, `Evening and night`."""
        return any(fold(word) in self.lexicon.parts_of_day for word in label.split())

    def month_named(self, label: str) -> Named | None:
        """Recognise `March`, `March 2027` and `March: Sowing`, where a rank is of months."""
        found = _MONTH.match(fold(label)) if self.month else None
        return Named(self.month, (0,), found[1], found[2] or "") if found else None

    def weekday_named(self, label: str) -> Named | None:
        """Recognise `Monday` and `Thurs`, where a rank is of days."""
        plain = fold(label)
        found = _WEEKDAY.fullmatch(plain) if self.day else None
        return Named(self.day, (0,), plain, "") if found else None

    def headed(self, label: str) -> Named | None:
        """Recognise a heading by its rank word alone: `Circuit`, `Main Circuit x 3 rounds`.

        Ranks of the calendar, and those that larger ones stand for, need a number or a name.
        """
        head = fold(_HEAD_END.split(_ASIDE.sub(" ", label).lower(), maxsplit=1)[0])
        words = head.split()
        for size in range(min(3, len(words)), 0, -1):
            stem = fold(" ".join(words[-size:]))
            rank = self.lexicon.ranks.get(self.ranks.get(stem, ""))
            if rank is not None and len(words) <= size + 2:
                spread = words[-size - 1 : -size] in (["per"], ["by"])  # `Hours per week`
                if spread or not self.measures.keys().isdisjoint(words[:-size]):
                    return None  # `Protein per meal`
                return None if rank.calendar or rank.stands_for or rank.item else Named(
                    rank.name, (0,), stem, head if len(words) > size else ""
                )  # fmt: skip
        return None

    # -- names of activities ------------------------------------------------------------
    def parts(self, label: str) -> tuple[str, ...]:
        """Split a compound name into its folded parts: `Dinner and relaxation`."""
        plain = _ASIDE.sub(" ", label.split("(")[0] if "(" in label else label).lower()
        whole = fold(plain)
        if whole in self.categories or whole in self.ends:
            return (whole,)
        parts: list[str] = []
        at = 0
        for joint in _JOINTS.finditer(plain):
            before = fold(plain[at : joint.start()])
            if joint[0].strip() in ("and", "or") and not self._complete(before):
                continue
            if joint[0].strip() in ("and", "&") and "between" in before.split():
                continue  # `Meeting between Ada and Ben`
            if before:
                parts.append(before)
            at = joint.end()
        last = fold(plain[at:])
        return (*parts, last) if last else tuple(parts)

    def done(self, label: str) -> tuple[str, ...]:
        """Return the categories of what a label names, but for what is over then: `End work, tidy up`."""
        parts = self.parts(label)
        going_on = [part for part in parts if len(parts) == 1 or not self.closes(part)]
        return tuple(kind for part in going_on for kind in self.categories_of(part))

    def activities(self, label: str) -> tuple[tuple[str, ...], int]:
        """Return what a block names beside amounts, and how many of it stand before a colon: 0 if all."""
        named = [p for p in self.parts(label) if not self._is_amount(p)]
        head, colon, _ = label.partition(":")
        first = len([p for p in self.parts(head) if not self._is_amount(p)]) if colon else 0
        kept = tuple(self.known(p) for p in named if not self.closes(p))
        return (kept, first if first < len(kept) else 0) if len(kept) > 1 else ((), 0)

    def _is_amount(self, name: str) -> bool:
        """Tell whether a folded part of a name is an amount, a place, or who does it: `both girls`."""
        if _PLACE.fullmatch(name) or self.begins_with_role(name, "who"):
            return True
        found = _BARE_AMOUNT.fullmatch(name)
        return found is not None and (not found[1] or found[1] in self._units)

    def _complete(self, name: str) -> bool:
        """Tell whether a name ends before `and`: `free time for hobbies` goes on."""
        if name in self.categories or name in self.ends:
            return True
        return not any(word in _PREPOSITIONS for word in name.split())

    def closes(self, name: str) -> bool:
        """Tell whether a folded name says that something is over: `end work`, `yoga ends`, `screens off`."""
        if name in self.ends:
            return True
        if name in self.categories:
            return False
        over = self._before(name, "over")
        if over and self._complete(over) and self.categories_of(over):
            return True
        things = over or self._before(name, "off")
        return bool(things) and " " not in things and fold(things) != things

    def _before(self, name: str, role: str) -> str:
        """Return what stands before the last words of a folded name where these have a role."""
        words = sorted(self.roles.get(role, ()), key=len, reverse=True)
        return next((name.removesuffix(f" {w}") for w in words if name.endswith(f" {w}")), "")

    def known(self, name: str) -> str:
        """Return the word of a category that a folded name is or holds; else the name."""
        if name in self.categories:
            return name
        words, led = name.split(), self.roles.get("leading in", frozenset())
        for start in range(1, len(words)):
            if words[start - 1] in _PREPOSITIONS and not led.issuperset(words[:start]):
                return name
            if len(words) - start > self._most_words:
                continue
            if (tail := fold(" ".join(words[start:]))) in self.categories:
                return tail
        return name

    def named_aside(self, label: str) -> Named | None:
        """Return what a label names in brackets, without a number or title: `lunch` of `Soup (lunch)`."""
        found = (self.named(aside) for aside in self.asides(label))
        return next((n for n in found if n and not (n.ordinals[0] or n.title)), None)

    def asides(self, label: str) -> tuple[str, ...]:
        """Return what stands in brackets and is no illustration, folded."""
        found = (inner.strip("()[]") for inner in _ASIDE.findall(label))
        return tuple(
            fold(aside)
            for aside in found
            if not _ILLUSTRATION.search(aside.lower()) and not any(c.isdigit() for c in aside)
        )

    def categories_of(self, name: str) -> tuple[str, ...]:
        """Return the categories a folded name belongs to, with their parents."""
        if name not in self.categories:
            name = self._plainly(_MEANWHILE.split(name, maxsplit=1)[0])
        direct = self.categories.get(name) or self._loosely(name)
        if name not in self.categories and (
            self.begins_with_role(name, "preparing") or self._is_of_others(name)
        ):
            direct = ()
        found: dict[str, None] = {}
        waiting = list(direct)
        while waiting:
            category = waiting.pop(0)
            if category in found:
                continue
            found[category] = None
            known = self.lexicon.categories.get(category)
            waiting += known.parents if known else ()
        return tuple(found)

    def filling(self, name: str) -> str:
        """Return what a folded name says that a time is for: `break for errands`, `free time to read`."""
        for link in (" for ", " to "):
            head, linked, inner = name.partition(link)
            if linked and (self.role(head, "filled") or self.ends_with_role(head, "filled")):
                return inner
        return ""

    def _is_of_others(self, name: str) -> bool:
        """Tell whether a name says for whom else something is: `bedtime for the kids`, `kids' bedtime`."""
        others = self.roles.get("others", frozenset())
        words = name.replace("'s", "").replace("'", "").split()
        behind = words[words.index("for") + 1 :] if "for" in words else []
        return bool(others.intersection(behind)) or (
            len(words) > 1 and words[0] in others and "'" in name
        )

    def unnumbered(self, name: str) -> str:
        """Return a folded name without what only tells which one of several it is: `editing session 2`."""
        words = name.split()
        if not words or not (words[-1].isdigit() or words[-1] in _ROMAN):
            return ""
        plain = (*_ROMAN, *self.roles.get("generic", ()))
        while words and (words[-1].isdigit() or words[-1] in plain):
            words.pop()
        return " ".join(words)

    def _plainly(self, name: str) -> str:
        """Return what is done of a folded name that says how much, or `go for a`: `an hour of yoga`."""
        head, of, thing = name.partition(" of ")
        *before, last = head.replace("-", " ").split() or [""]
        counted = (*self.lexicon.numbers, *_ARTICLES)
        measured = fold(last) in self._times and all(w[0].isdigit() or w in counted for w in before)
        if of and (measured or self.role(head, "some of")):
            return thing
        going = next((v for v in self.roles.get("going for", ()) if name.startswith(f"{v} ")), "")
        return " ".join(w for w in name[len(going) :].split() if not (going and w in _ARTICLES))

    def held(self, own: list[str], heading: list[str]) -> bool:
        """Tell whether things of some categories belong to those of the heading above them."""
        known = self.lexicon.categories
        return any(set(own).intersection(known[c].holds) for c in heading if c in known)

    def _loosely(self, name: str) -> tuple[str, ...]:
        """Match `work on report`, `morning yoga session`, `work session 2`, `at work in the shop`."""
        words = name.removeprefix("at ").split()
        while words and (
            words[-1].isdigit() or words[-1] in (*_ROMAN, "continued", "cont", "cont.")
        ):
            words.pop()
        if len(words) > 8 or not words:
            return ()
        generic = self.roles.get("generic", ())
        size = next((n for n in range(len(words), 0, -1) if words[n - 1] not in generic), 0)
        for end in (len(words), size):  # `Deep work block` is deep work, no `work block`
            if whole := self.categories.get(fold(" ".join(words[:end]))):
                return whole
        ending = _PREPOSITIONS | OBJECTS if words[0] in self.verbs else OBJECTS
        for start in range(1, len(words)):
            if words[start - 1] in ending:
                break
            if words[start - 1] == "on" and not _ARTICLES.isdisjoint(words[:start]):
                break  # `Email the report on sleep`
            if words[start] in _PLACING:
                continue  # `Reading in bed` is no `in bed`
            found = self.categories.get(fold(" ".join(words[start:])))
            if found:  # `Lunch at work` is lunch
                placed = words[start - 1] in _PREPOSITIONS
                return (placed and self._prefix(words[:start])) or found
        verb = self.verbs.get(words[0]) if len(words) > 1 else None  # `read a novel`
        return self._prefix(words) or ((verb,) if verb is not None else ())

    def _prefix(self, words: list[str]) -> tuple[str, ...]:
        """Match what stands before the words that say where or with whom: `short walk by the lake`."""
        sizes = [n for n in range(1, len(words)) if words[n] in _PREPOSITIONS or words[n].isdigit()]
        led = self.roles.get("leading in", frozenset())
        for size in reversed(sizes):
            while size > 1 and words[size - 1] in led:
                size -= 1  # `breakfast is on the terrace`
            if found := self.categories.get(fold(" ".join(words[:size]))):
                return found
        for start in range(1, sizes[0] if sizes else 0):
            if words[start - 1] in OBJECTS:
                break
            if found := self.categories.get(fold(" ".join(words[start : sizes[0]]))):
                return found
        return ()


def _ends(rest: str, end: int) -> bool:
    """Tell whether a number after a colon stands alone: `Day: 3`, but no title `Book: Seven Lamps`."""
    return not rest[end:].strip() or rest[end:].lstrip()[:1] in "-–—:,.(|/&+"


def _counts(word: str, stem: str, numbers: tuple[int, ...]) -> bool:
    """Tell whether a word is followed by how many there are: `Dates, 3`, `Rounds 3`, not `Days 3-5`."""
    plural = word.rstrip(":#").endswith("s") and not stem.endswith("s")
    return word.endswith(",") or (plural and len(numbers) == 1)


def _spread(
    rest: str, end: int, first: int, word: str, units: frozenset[str]
) -> tuple[tuple[int, ...], int]:
    """Read `1 and 3`, `2-4`, `1, 3 & 5` after an ordinal; `2 – 48 min` is no range, `2, 8:30` no list.

    What a comma alone joins is a number of its own where it counts or dates something: `2, 3 meals`.
    """
    numbers = [first]
    while found := _JOINED.match(rest, end):
        number = int(found[3])
        after = rest[found.end() : found.end() + 1]
        if found[2] and fold(found[2]) != fold(word):
            break
        unit = _UNIT.match(rest, found.end())
        apart = rest[: found.start(3)].endswith(", ") and not word.endswith("s")
        if unit and ((apart and unit[1] not in _ALSO) or fold(unit[1]) in units):
            break
        if _CLOCK.match(rest, found.start(3)):
            break
        if number <= numbers[-1] or number - numbers[-1] > _MAX_SPREAD or after in (".", "%"):
            break
        numbers += range(numbers[-1] + 1, number + 1) if found[1] else [number]
        end = found.end()
    return tuple(numbers), end


def _ordinal(text: str, lexicon: Lexicon) -> int:
    if text.isdigit():
        return int(text)
    if text in lexicon.numbers:
        value = lexicon.numbers[text]
        return int(value) if value.isdigit() else 0
    if text in _ORDINAL_WORDS:
        return _ORDINAL_WORDS[text]
    if text in _ROMAN:
        return _ROMAN[text]
    return ord(text) - ord("a") + 1 if len(text) == 1 and text <= "h" else 0


@once_a_lexicon
def wording_of(lexicon: Lexicon) -> Wording:
    """Return the lookups of a lexicon."""
    return Wording(lexicon)
