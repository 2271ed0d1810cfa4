"""A clause beside a demand: its words, what it counts, what it says of the demand or of somebody."""

from __future__ import annotations

from itertools import pairwise

from evalspec.language.english.days_and_places import places
from evalspec.language.english.lexicon import Words
from evalspec.language.english.nominal import barred, nominal
from evalspec.language.english.scanner import Word, raw_words
from evalspec.language.english.taken_apart import (
    DETERMINERS,
    OWNERS,
    Said,
    among,
    begins,
    ends,
    says,
    taken_apart,
)

UNDER = frozenset("if when because while since although though unless until whenever where".split())
PREPOSITIONS = frozenset(
    "for to on at by of with without about over after from against through in".split()
)


class ClauseBeside:
    """A clause beside the rest of a sentence, and what may be known of its words."""

    def __init__(self, words: list[Word], rest: str, known: Words) -> None:
        self.words, self.source, self.known = words, rest, known
        self.low = [w.low for w in words]
        self.row = [w.low for w in raw_words(rest)]
        self.others = frozenset(self.row)
        named = {w for w in self.others - DETERMINERS if len(w) > 2 and not barred(w)}
        self.parses = list(taken_apart(words, frozenset(named)))
        self.limits = says(" ".join(self.row), "limiting")
        """Whether the rest only limits or leaves out."""

    def _is_pair(self) -> bool:
        """Tell whether two words may as well name something: `town walks`, not `he snores`."""
        bare = len(self.low) == 2 and (not barred(self.low[0]) or self.low[0] == "all")
        return bare and self.low[1].endswith("s") and nominal(" ".join(self.low))

    def _counts(self, rest: tuple[Word, ...] | list[Word]) -> bool:
        """Tell whether words hold an amount."""
        row = [w.low for w in rest]
        low = [w for n, w in enumerate(row) if n or w not in ("all", "both")]
        if "all" in low and self._long(low[low.index("all") :]):
            low.remove("all")
        low = [w for n, w in enumerate(low) if (*low[n - 1 : n], w) != ("the", "third")]
        units = self.known.lexicon.units
        unit = any(one in ("a", "an", "per") and two in units for one, two in pairwise(low))
        number = any(w.kind not in ("word", "mark") for w in rest)
        return number or unit or says(" ".join(low), "counting")

    def _long(self, low: list[str]) -> bool:
        """Tell whether words begin with a whole time: `all night`."""
        return low[0] == "all" and any(
            w in among("of time") or w in self.known.lexicon.parts_of_day for w in low[1:3]
        )

    def _types(self, *words: str) -> set[str]:
        return set().union(*(self.known.types(word) for word in words))

    def _refuses(self) -> bool:
        return says(" ".join(self.row), "refusing")

    def _comment(self, one: Said) -> bool:
        """Tell whether what is said of something is an opinion, a rule or a circumstance."""
        low, full = one.predicate, one.low
        if one.text in among("for long") or " ".join(low) in among("for long"):
            return True  # `the kettle takes ages`
        if not one.is_a("seeming"):
            return False
        if one.verb != "be" and "to" in low[:-1]:  # `they look desperate to me`
            whom = low[low.index("to") + 1 :]
            return whom in (["me"], ["us"]) or whom[0] in OWNERS
        if begins(full, "comments") or begins(low, "comments"):
            return full[0] not in ("just", "such") or len(full) > 1
        if full[:1] and full[0] in ("how", "why", "what", "when", "where", "all", "because"):
            return full[1:2] != [] and (full[1] in DETERMINERS | among("telling of"))
        if low[:1] and low[0] in ("for", "in", "by", "per", "from"):
            read = (len(low) == 3 and low[1] in OWNERS | {"a", "an"}) or low[1:2] == ["people"]
            by_rule = low[0] != "for" and low[-1] in among("authorities")
            return by_rule or (low[0] == "for" and read and "Text" in self._types(*self.others))
        if not low or low[0] not in DETERMINERS:
            return False
        stop = next((n for n, w in enumerate(low) if n and w in PREPOSITIONS | UNDER), len(low))
        return ends(low[1:stop], "comments", "circumstance")

    def _harms(self, one: Said) -> bool:
        """Tell whether something is done to somebody: `it upsets my stomach`, `they lose focus`."""
        low = one.predicate
        if low and (low[0] in PREPOSITIONS or low[0] in ("up", "down", "out", "off")):
            low.pop(0)
        if not low or one.verb == "be" or one.kind == "you":
            return False
        if low[0] in ("me", "us"):
            return True
        if one.does("asking", "altering"):
            return False
        whom = among("objects") - ({"them", "her"} if one.kind == "it" else set())
        named = any(w.low == low[0] and w.text.istitle() for w in one.rest)
        named = named and not places(low[0], self.known)
        return low[0] in whom or (one.kind == "it" and (named or low[0] in OWNERS - {"their"}))

    def _all_do(self, one: Said) -> bool:
        """Tell whether everybody does what is refused: `don't say cosy, everyone says cosy`."""
        return one.kind == "all" and self._refuses() and bool({*one.low[-1:]} & self.others)

    def _of_text(self) -> bool:
        return self.known.prose or "Text" in self._types(*self.others)
