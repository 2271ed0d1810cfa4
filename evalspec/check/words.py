"""What the lexicon says about names, turned round for lookups; built once per lexicon."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise, takewhile

from evalspec.core.lookup import firsts, grouped, memoized
from evalspec.core.record import Record
from evalspec.document.activity_names import OBJECTS
from evalspec.vocabulary.fold import fold, plain_words, says, singulars, stems
from evalspec.vocabulary.kinds import KindWords, free_of
from evalspec.vocabulary.lexicon import Kind, Lexicon, Rank, once_a_lexicon


class _Spellings(Record, frozen=True):
    """The words of a family, turned round."""

    single: frozenset[str]
    """Stems of the single words."""
    long: tuple[frozenset[str], ...]
    """The stems of each spelling of several words."""
    ways: frozenset[str]
    """What begins a spelling that tells where to: `drive to` of `drive to work`."""
    core: frozenset[str]
    """Stems that all spellings of several words share."""
    most: int
    """Words of the longest spelling."""


_ALONG = frozenset(("with", "incl", "including", "plus"))
"""Words before what belongs to a thing that is called by another: `Show with dinner`."""
_TOGETHER = frozenset(("with", "and", "&"))


class WordIndex:
    """Reverse lookups of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Build the maps from words to categories, ranks and measures."""
        self.lexicon = lexicon
        self.families = _families(lexicon)
        self.preparing = frozenset(lexicon.roles.get("preparing", ()))
        self.determining = frozenset(lexicon.roles.get("determining", ()))
        self.linking = frozenset(lexicon.roles.get("linking", ()))
        self.generic = frozenset(lexicon.roles.get("generic", ()))
        self.others = frozenset(map(fold, lexicon.roles.get("others", ())))
        self.units = frozenset((*lexicon.units, *lexicon.currencies))
        self.kinds = frozenset(map(fold, lexicon.roles.get("kind", ())))
        self._variants = frozenset(lexicon.roles.get("variant", ()))
        self.states = frozenset(lexicon.roles.get("state", ()))
        """Words before a noun that tell its state, and not which thing it is."""
        self._kind_of = {
            word: kind for kind in lexicon.kinds.values() for word in (fold(kind.name), *kind.words)
        }
        self.denying = frozenset(lexicon.roles.get("denying", ()))
        over = (*lexicon.roles.get("over", ()), *lexicon.roles.get("off", ()))
        self.over = frozenset(words.rpartition(" ")[2] for words in over)
        """Last words of a label that may say the end of what it names."""
        self.mentioning = frozenset(lexicon.roles.get("mentioning", ()))
        self.placing = self.mentioning.difference(lexicon.roles.get("accompanying", ()))
        self.joining = frozenset(lexicon.roles.get("joining", ()))
        phrases = (words for words in self.preparing if " " in words)
        self.led_to = tuple(f"{words} " for words in phrases)
        """What begins a label of what is only prepared: `Get ready for chess`."""
        self.persons = frozenset(map(fold, lexicon.roles.get("person", ())))
        """Names under which somebody is told, and what stands before one: `Host`, `led by`."""
        self.company = frozenset(map(fold, lexicon.roles.get("company", ())))
        self.category_of = grouped(
            (word, name)
            for name, category in lexicon.categories.items()
            for word in {name, fold(name), *category.words}
        )
        self.debated = [
            (category.counts_by, self.families[name])
            for name, category in lexicon.categories.items()
            if category.counts_by
        ]
        held = {name for category in lexicon.categories.values() for name in category.holds}
        self.apart = [self.families[name] for name in lexicon.categories if name not in held]
        """Words of each kind that belongs to no other one where it stands under its heading."""
        self.category_by_name = {fold(name): name for name in lexicon.categories}
        self.members = {member for rank in lexicon.ranks.values() for member in rank.members}
        self.rank_of, self.measure_of = (
            firsts((word, name) for name, one in table.items() for word in (fold(name), *one.words))
            for table in (lexicon.ranks, lexicon.measures)
        )
        self.numbered = frozenset((*self.rank_of, *map(fold, lexicon.roles.get("numbered", ()))))
        self.item_ranks = frozenset(name for name, rank in lexicon.ranks.items() if rank.item)
        self.headed = frozenset(n for n in self.item_ranks if lexicon.ranks[n].headings)
        """Ranks of lines that headings tell from each other: steps, ingredients."""
        self.step = lexicon.item_rank if lexicon.item_rank in self.headed else ""
        """The rank of what is done, where other headings list what it is done with."""
        self.listed = self.headed - {self.step} if self.step else frozenset()
        """The ranks of what it is done with: ingredients, materials."""
        self.scales = frozenset(u.dimension for u in lexicon.units.values() if u.offset)
        """Dimensions without a zero of their own: two temperatures are from one to the other, no sum."""
        self.time_measure = lexicon.time_measure
        self.resting = frozenset(map(fold, lexicon.roles.get("rest", ())))
        self.totals = frozenset(map(fold, lexicon.roles.get("total", ())))

    def begins_with_role(self, label: str, role: str) -> bool:
        """Tell whether a label begins with a word of a role: `Back home, tired`."""
        words = f"{plain_words(label)} "
        return any(words.startswith(f"{word} ") for word in self.lexicon.roles.get(role, ()))

    def company_in(self, name: str) -> str:
        """Return who is meant where time with somebody is asked for: `kid` of `time with the kids`."""
        words = singulars(name).split()
        while words[1:] and (words[0] in self.generic or words[0] in self.determining):
            words.pop(0)
        return words[0] if len(words) == 1 and words[0] in self.company else ""

    def is_beside(self, label: str, company: str) -> bool | None:
        """Tell whether what a label names is done with somebody: `Bath with the kids`, `Family time`.

        It may be where the label says more or less of them: `Pick up the kids`.
        """
        if not says(label, company):
            return False
        words = singulars(label).split()
        if all(word == company or word in self.generic for word in words):
            return True
        others = {"and", *self.determining, *self.generic, *self.company, *self.lexicon.numbers} - {
            "with"
        }
        behind = (
            takewhile(others.__contains__, words[n:]) for n, w in enumerate(words, 1) if w == "with"
        )
        return any(company in told for told in behind) or None

    def is_of_a_kind(self, word: str) -> bool:
        """Tell whether some kind names this as one of its things: `soy sauce`."""
        return word in self._things

    @cached_property
    def _things(self) -> frozenset[str]:
        members = (member for kind in self.lexicon.kinds.values() for member in kind.members)
        return frozenset(map(fold, (*members, *self.lexicon.roles.get("specific", ()))))

    @memoized
    def kind_named(self, word: str) -> KindWords | None:
        """Return what the kind of this folded name covers; None where no kind has it."""
        kind = self._kind_of.get(word)
        base = self._kind_of.get(fold(free_of(word)))
        less, _, last = word.replace("-", " ").rpartition(" ")
        if kind is None and last in self._variants:  # `dance-based`, `deadlift variation`
            kind = self._kind_of.get(less)
            kind = kind or (Kind(word, (less,)) if self.is_of_a_kind(less) else None)
        if kind is None and base is not None:  # `nut-free`
            kind = Kind(word, (word,), lacks=(base.name,))
        return KindWords(kind, self.lexicon) if kind is not None else None

    def family(self, category: str) -> frozenset[str]:
        """Return the name and folded words of a category and of every category below it."""
        return self.families.get(category, frozenset((fold(category),)))

    def debated_in(self, rank: Rank) -> dict[str, frozenset[str]]:
        """Return the words of the kinds that a policy switch may leave out of a rank.

        A kind without a rank that parts are called by (`Warm-up`) is in question among the things
        that such a part holds.
        """
        found: dict[str, frozenset[str]] = {}
        for name, category in self.lexicon.categories.items():
            parted = rank.item and not category.rank
            among = parted and not self.members.isdisjoint(category.words)
            if category.counts_by and (among or category.rank == rank.name):
                known = found.get(category.counts_by, frozenset())
                found[category.counts_by] = known | self.families[name]
        return found

    def family_named(self, word: str) -> frozenset[str]:
        """Return the words of the category that has this folded name; none when no one has."""
        name = self.category_by_name.get(word)
        return self.families[name] if name is not None else frozenset()

    def families_of(self, names: Iterable[str]) -> frozenset[str]:
        """Return some names, folded, with the words of the categories that are called so."""
        folded = frozenset(map(fold, names))
        return folded.union(*map(self.family_named, folded))

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
        return not stems(first).isdisjoint(self._spellings[family].single)

    def hints(self, label: str, family: frozenset[str]) -> bool:
        """Tell whether a longer label that goes by no word of a family may mean one of it.

        It begins with such a word, holds one (`Port cellar tour`, `Show with dinner`), says less than
        one (`8 km easy` for `easy run`), or has what all those of several words share: `Round with the
        dog` for `walk the dog` and `dog out`.
        """
        words = label.split()
        if not self.preparing.isdisjoint(words) or self._is_of_others(words, family):
            return False
        said = [word for word in words if word.isalpha() and word not in self.units]
        if self.begins(label, family) or (len(words) > 1 and self._holds(words, family)):
            return True
        plain = [word for word in words if word not in ("a", "an", *self.determining)]
        along = _ALONG.difference(self.mentioning)
        if any(a in along and b in family for a, b in pairwise(plain)):
            return True
        spellings = self._spellings[family]
        if spellings.ways.intersection(map(" ".join, pairwise(words[:2]))):
            return True
        meant = stems(" ".join(said), self.generic)
        less = bool(meant) and len(said) < len(words) and any(meant < one for one in spellings.long)
        return less or not meant.isdisjoint(spellings.core)

    def _is_of_others(self, words: list[str], family: frozenset[str]) -> bool:
        """Tell whether a label is of what others do: `Bath, bedtime for son`, not `Nap with the baby`."""
        told = {word for word in words if fold(word) in self.others}
        if not told or any(told.intersection(one.split()) for one in family):
            return False
        plain = [word for word in words if word not in ("a", "an", *self.determining)]
        return not any(a in _TOGETHER and b in told for a, b in pairwise(plain))

    def _holds(self, words: list[str], family: frozenset[str]) -> bool:
        most = self._spellings[family].most
        end = next((n for n, word in enumerate(words) if word in OBJECTS), len(words))
        words = words[:end]
        return any(
            " ".join(words[start:end]) in family or fold(" ".join(words[start:end])) in family
            for start in range(len(words))
            for end in range(start + 1, min(len(words), start + most) + 1)
        )

    @memoized
    def _spellings(self, family: frozenset[str]) -> _Spellings:
        single = frozenset(s for word in family if " " not in word for s in stems(word))
        long = tuple(stems(word, self.generic) for word in sorted(family) if " " in word)
        wider = {w for words in self.families.values() if family < words for w in words - family}
        plain = single.union(s for word in wider if " " not in word for s in stems(word))
        core = frozenset.intersection(*long) - plain if len(long) > 1 else frozenset()
        most = max(word.count(" ") + 1 for word in family)
        begun = (word.split()[:2] for word in family if " to " in word)
        ways = frozenset(" ".join(w) for w in begun if w[1] == "to" and w[0] not in self.generic)
        return _Spellings(single, long, ways, core, most)


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


@once_a_lexicon
def words_of(lexicon: Lexicon) -> WordIndex:
    """Return the index of a lexicon."""
    return WordIndex(lexicon)
