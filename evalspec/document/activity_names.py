"""Names of what is done or had: their parts, their categories, and what only places them."""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.document.lexicon_words import ASIDE, PREPOSITIONS, ROMAN, LexiconWords
from evalspec.vocabulary.fold import fold

_JOINTS = regex(r"\s*(?:,|/|&|\+|;|\band\b|\bor\b|\bthen\b)\s*")
_BARE_AMOUNT = regex(
    r"(?:about |around |approx |ca |~)?[^\w\s]?\d[\d .:x–-]*?(?: ?([a-z]+))?(?: each)?"
)
_PLACE = regex(
    r"(?:part|session|round|lesson|block|section|half|step|no|number) ?(?:\d+|[ivx]+|one|two|three|four)"
    r"|(?:\d+(?:st|nd|rd|th)|first|second|third|last|final) (?:part|session|half|round|block|section)"
)
_COUNTED = regex(r"\b(?:no|nr)\.? (?=\d)")
"""Before the number of a thing: `walk no. 2`."""
_MEANWHILE = regex(r"(?<=\w) (?:while|when|until) ")
"""Behind these stands what else is done: `TV while you cook`."""
_HEAD_END = regex(r"(:|\s[–—]\s)")
"""Between what is done and what it holds: `Interval – tea and buns`."""
_PLACING = frozenset("at on in by near inside outside around".split())
_ARTICLES = frozenset(("the", "a", "an"))
OBJECTS = frozenset(
    "for to from of about with before after no than while when if so that because you".split()
)
"""What follows these words in a name is not what is done."""


class ActivityNames(LexiconWords):
    """What a name holds of the categories of a lexicon."""

    def parts(self, label: str) -> tuple[str, ...]:
        """Split a compound name into its folded parts: `Dinner and relaxation`."""
        plain = ASIDE.sub(" ", label.split("(")[0] if "(" in label else label).lower()
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
        """Return what a block names beside amounts, and how many of it a colon or a dash ends: 0 if all."""
        named = [p for p in self.parts(label) if not self._is_amount(p)]
        head, end, rest = [*_HEAD_END.split(label, maxsplit=1), "", ""][:3]
        heads = [p for p in self.parts(head) if not self._is_amount(p)] if end else []
        if end.strip() in ("–", "—") and len(heads) < len(named):
            named = [*heads, *(p for p in self.parts(rest) if not self._is_amount(p))]
        kept = tuple(self.known(p) for p in named if not self.closes(p))
        return (kept, len(heads) if len(heads) < len(kept) else 0) if len(kept) > 1 else ((), 0)

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
        return not any(word in PREPOSITIONS for word in name.split())

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
            if words[start - 1] in PREPOSITIONS and not led.issuperset(words[:start]):
                return name
            if len(words) - start > self._most_words:
                continue
            if (tail := fold(" ".join(words[start:]))) in self.categories:
                return tail
        return name

    def categories_of(self, name: str) -> tuple[str, ...]:
        """Return the categories a folded name belongs to, with their parents."""
        if name not in self.categories:
            told = _COUNTED.sub("", _MEANWHILE.split(name, maxsplit=1)[0])
            name = self._plainly(told)
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
        if not words or not (words[-1].isdigit() or words[-1] in ROMAN):
            return ""
        plain = (*ROMAN, *self.roles.get("generic", ()))
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
            words[-1].isdigit() or words[-1] in (*ROMAN, "continued", "cont", "cont.")
        ):
            words.pop()
        if len(words) > 8 or not words:
            return ()
        generic = self.roles.get("generic", ())
        size = next((n for n in range(len(words), 0, -1) if words[n - 1] not in generic), 0)
        for end in (len(words), size):  # `Deep work block` is deep work, no `work block`
            if whole := self.categories.get(fold(" ".join(words[:end]))):
                return whole
        ending = PREPOSITIONS | OBJECTS if words[0] in self.verbs else OBJECTS
        for start in range(1, len(words)):
            if words[start - 1] in ending:
                break
            if words[start - 1] == "on" and not _ARTICLES.isdisjoint(words[:start]):
                break  # `Email the report on sleep`
            if words[start] in _PLACING:
                continue  # `Reading in bed` is no `in bed`
            found = self.categories.get(fold(" ".join(words[start:])))
            if found:  # `Lunch at work` is lunch
                placed = words[start - 1] in PREPOSITIONS
                return (placed and self._prefix(words[:start])) or found
        verb = self.verbs.get(words[0]) if len(words) > 1 else None  # `read a novel`
        return self._prefix(words) or ((verb,) if verb is not None else ())

    def _prefix(self, words: list[str]) -> tuple[str, ...]:
        """Match what stands before the words that say where or with whom: `short walk by the lake`."""
        sizes = [n for n in range(1, len(words)) if words[n] in PREPOSITIONS or words[n].isdigit()]
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
