"""Words of sums: which label is of a total, of what, and which words only tell amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalspec.core.regex import regex
from evalspec.document.container_names import ContainerNames
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.nouns import singular

_LATIN = regex(r"[A-Za-z]{2,}|\b[A-Z]&[A-Z]\b")
_FOR = regex(r"(?<=\w)\s+for\s+\w+", re.IGNORECASE)
_SEVERAL = (
    regex(r"^(\w+)[- ](\w+)\b"),
    regex(r"\s*\(?\b(?:(?:for|over|of|in|across|the|all) )*(\w+) (\w+)\)?$"),
)
_PER = regex(r"\bper[ \xa0]\w+")
_WORDS = regex(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_BEHIND = regex(r", | \(")
_INCLUDED = regex(r" \(| (?:incl|excl)")

_SMALL = frozenset("of to or and between".split())
"""What stands between amounts and their names."""


class SumWords(ContainerNames):
    """What a label says of amounts that others come to."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Index the words that are said of amounts and of sums."""
        super().__init__(lexicon)
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

    def says_what_sums(self, label: str) -> bool:
        """Tell whether a label of a total says of what in known words, or of nothing else.

        What it includes changes nothing: `Total (incl. VAT)`, `Total including tax`.
        """
        if self.role(label, "net"):
            return True  # `Total before tax`
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

    def _words_of(self, *roles: str) -> Iterator[str]:
        """Yield the single words of what has a role, folded."""
        return (
            fold(w) for role in roles for said in self.roles.get(role, ()) for w in said.split()
        )
