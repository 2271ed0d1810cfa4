"""What the lexicon says about names, turned round for lookups; built once per lexicon."""

from __future__ import annotations

from evalspec.vocabulary.fold import fold, stems
from evalspec.vocabulary.lexicon import Lexicon

_CACHE: dict[int, WordIndex] = {}
_CACHE_SIZE = 16


class WordIndex:
    """Reverse lookups of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Build the maps from words to categories, ranks and measures."""
        self.lexicon = lexicon
        self.families = _families(lexicon)
        self.preparing = frozenset(lexicon.roles.get("preparing", ()))
        self._stems: dict[frozenset[str], frozenset[str]] = {}
        self.category_of: dict[str, list[str]] = {}
        for name, category in lexicon.categories.items():
            for word in (fold(name), *category.words):
                self.category_of.setdefault(word, []).append(name)
        self.debated = [
            (category.counts_by, self.families[name])
            for name, category in lexicon.categories.items()
            if category.counts_by
        ]
        self.category_by_name = {fold(name): name for name in lexicon.categories}
        self.rank_of: dict[str, str] = {}
        self.members: set[str] = set()
        for name, rank in lexicon.ranks.items():
            self.rank_of.setdefault(fold(name), name)
            for word in rank.words:
                self.rank_of.setdefault(word, name)
            self.members.update(rank.members)
        self.measure_of: dict[str, str] = {}
        for name, measure in lexicon.measures.items():
            for word in (fold(name), *measure.words):
                self.measure_of.setdefault(word, name)
        self.item_ranks = frozenset(name for name, rank in lexicon.ranks.items() if rank.item)
        self.time_measure = lexicon.time_measure
        self.resting = frozenset(map(fold, lexicon.roles.get("rest", ())))
        self.totals = frozenset(map(fold, lexicon.roles.get("total", ())))

    def family(self, category: str) -> frozenset[str]:
        """Return the name and folded words of a category and of every category below it."""
        return self.families.get(category, frozenset((fold(category),)))

    def family_named(self, word: str) -> frozenset[str]:
        """Return the words of the category that has this folded name; none when no one has."""
        name = self.category_by_name.get(word)
        return self.families[name] if name is not None else frozenset()

    def wider(self, word: str) -> frozenset[str]:
        """Return the words of what a named kind is a kind of: `break` for `afternoon break`."""
        category = self.lexicon.categories.get(self.category_by_name.get(word, ""))
        parents = category.parents if category is not None else ()
        heads = [self.family(name) for name in parents if word.endswith(f" {fold(name)}")]
        return frozenset().union(*heads)

    def narrowest(self, word: str) -> frozenset[str]:
        """Return the words of the smallest category that a folded word belongs to."""
        families = [self.families[name] for name in self.category_of.get(word, ())]
        return min(families, key=len, default=frozenset())

    def begins(self, label: str, family: frozenset[str]) -> bool:
        """Tell whether the first word of a longer label is one of a family, in any form.

        What is said of preparing it (`dinner prep`) is not of the family.
        """
        first, _, rest = label.strip().partition(" ")
        if not rest or not self.preparing.isdisjoint(rest.split()):
            return False
        return not stems(first).isdisjoint(self._leading(family))

    def _leading(self, family: frozenset[str]) -> frozenset[str]:
        """Return the stems of the single words of a family."""
        found = self._stems.get(family)
        if found is None:
            words = (word for word in family if " " not in word)
            found = self._stems[family] = frozenset(s for word in words for s in stems(word))
        return found


def _families(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    below: dict[str, set[str]] = {name: {name} for name in lexicon.categories}
    for name in lexicon.categories:
        waiting, seen = [name], {name}
        while waiting:
            category = lexicon.categories.get(waiting.pop())
            for parent in category.parents if category else ():
                if parent in below and parent not in seen:
                    seen.add(parent)
                    below[parent].add(name)
                    waiting.append(parent)
    return {
        name: frozenset(
            word
            for member in members
            for word in (member, fold(member), *lexicon.categories[member].words)
        )
        for name, members in below.items()
    }


def words_of(lexicon: Lexicon) -> WordIndex:
    """Return the index of a lexicon, built at most once."""
    found = _CACHE.get(id(lexicon))
    if found is None or found.lexicon is not lexicon:
        if len(_CACHE) >= _CACHE_SIZE:
            _CACHE.clear()
        found = _CACHE[id(lexicon)] = WordIndex(lexicon)
    return found
