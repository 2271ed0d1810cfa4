"""The sections of one vocabulary, read over what it inherits."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from evalspec.core.errors import Problem, near
from evalspec.core.policy import SWITCHES
from evalspec.core.quantity import EXACT, ONE, ZERO, Unit
from evalspec.source.compose import Path as Steps
from evalspec.vocabulary import told
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.layer import Layer
from evalspec.vocabulary.lexicon import Category, Kind, MeasureWord, Rank
from evalspec.vocabulary.told import ToldKind


def removed(value: Any, plain: Callable[[str], str]) -> tuple[str, ...]:
    """Return the words that a list takes away from what it inherits."""
    return tuple(plain(str(w)) for w in value.get("remove", ())) if isinstance(value, dict) else ()


def _spelling(word: str) -> str:
    return fold(word) or word


def _of_money(word: str) -> str:
    """Keep a code in capitals as it is: `GEL`, beside which gel is a food, `R`, `RM`."""
    return word if word.isascii() and word.isalpha() and word.isupper() else word.lower()


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


class SectionReader:
    """Reads the sections of one layer, noting problems with their place."""

    def __init__(self, layer: Layer, problems: list[Problem]) -> None:
        self.layer = layer
        self.problems = problems

    def problem(self, code: str, message: str, *path: str | int) -> None:
        self.problems.append(self.layer.problem(code, message, path))

    def section(self, key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the named mappings of a section."""
        result = []
        for name, fields in self.plain(key):
            if isinstance(fields, Mapping):
                result.append((name, fields))
            else:
                self.problem("wrong-type", f"`{key}.{name}` must be a mapping", key, name)
        return result

    def plain(self, key: str) -> list[tuple[str, Any]]:
        """Return the pairs of a section."""
        content = self.layer.content.get(key) or {}
        if not isinstance(content, Mapping):
            self.problem("wrong-type", f"`{key}` must be a mapping", key)
            return []
        return [(str(name), value) for name, value in content.items()]

    def listed(
        self,
        value: Any,
        path: Steps,
        plain: Callable[[str], str] = fold,
        inherited: Container[str] = (),
    ) -> tuple[str, ...]:
        """Return the words that a list has or adds; what it removes must be there to be removed."""
        for number, word in enumerate(removed(value, plain)):
            if word not in inherited:
                hint = near(word, inherited)  # type: ignore[arg-type]
                message = f"`{word}` is not there to be removed"
                where: Steps = (*path, "remove", number)
                self.problems.append(self.layer.problem("nothing-to-remove", message, where, hint))
        words = value.get("add", ()) if isinstance(value, Mapping) else value
        words = [words] if isinstance(words, str) else words or ()
        return tuple(dict.fromkeys(plain(str(word)) for word in words))

    def merged(
        self, value: Any, path: Steps, inherited: tuple[str, ...], *, adds: bool
    ) -> tuple[str, ...]:
        """Return the words of a list: added to those it inherits, without those it removes.

        A plain list takes the place of the inherited one unless it `adds`.
        """
        words = self.listed(value, path, fold, inherited)
        kept = inherited if adds or value is None or isinstance(value, Mapping) else ()
        gone = removed(value, fold)
        return tuple(word for word in _union(kept, words) if word not in gone)

    def ranks(self, old: Mapping[str, Rank]) -> dict[str, Rank]:
        """Read the ranks; one that has another level before is left out."""
        own = {}
        for name, fields in self.section("ranks"):
            before = old.get(name)
            rank = self.rank(name, fields, before)
            if before is not None and before.level != rank.level:
                message = f"rank `{name}` has level {rank.level} here and {before.level} before"
                self.problem("rank-conflict", message, "ranks", name)
            else:
                own[name] = rank
        return own

    def rank(self, name: str, fields: Mapping[str, Any], old: Rank | None) -> Rank:
        """Read a rank; what it does not say again it inherits, and its lists add."""
        old = old or Rank(name, int(fields.get("level", 50)), (fold(name),))

        def words(key: str) -> tuple[str, ...]:
            inherited = getattr(old, key)
            return self.merged(fields.get(key), ("ranks", name, key), inherited, adds=True)

        return Rank(
            name=name,
            level=int(fields.get("level", old.level)),
            words=words("words"),
            members=words("members"),
            item=bool(fields.get("item", old.item)),
            default=bool(fields.get("default", old.default)),
            calendar=str(fields.get("calendar", old.calendar)),
            stands_for=_union(old.stands_for, self.names(fields, "stands_for")),
            rates=words("rates"),
            headings=words("headings"),
            told_by=_union(old.told_by, self.names(fields, "told_by")),
            implicit=bool(fields.get("implicit", old.implicit)),
            timed=bool(fields.get("timed", old.timed)),
            plan=bool(fields.get("plan", old.plan)),
            measures=_union(old.measures, self.names(fields, "measures")),
        )

    def names(self, fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of names as they are written."""
        value = fields.get(key, ())
        return tuple(map(str, [value] if isinstance(value, str) else value))

    def measures(self, old: Mapping[str, MeasureWord]) -> dict[str, MeasureWord]:
        """Read the measures; one that is a default without saying so yields to one that says it."""
        written = dict(self.section("measures"))
        own = {name: self.measure(name, fields, old.get(name)) for name, fields in written.items()}
        said = {own[name].dimension for name, f in written.items() if f.get("default_for")}
        for name, fields in written.items():
            if "default_for" not in fields and own[name].dimension in said:
                own[name] = replace(own[name], default_for=False)
        return own

    def measure(self, name: str, fields: Mapping[str, Any], old: MeasureWord | None) -> MeasureWord:
        """Read a measure; what it does not say again it inherits."""
        if "dimension" not in fields:
            self.problem("missing-key", f"measure `{name}` needs a `dimension`", "measures", name)
        dimension = str(fields.get("dimension", "one"))
        if old is None or old.dimension != dimension:
            old = MeasureWord(name, (fold(name),), dimension, "")
        path = ("measures", name, "words")
        words = self.merged(fields.get("words"), path, old.words, adds=False)
        given = isinstance(fields.get("words"), list | str)
        labels = self.merged(
            fields.get("labels"), ("measures", name, "labels"), old.labels, adds=False
        )
        words = _union((fold(name),), words) if given else words
        return MeasureWord(
            name=name,
            words=_union(words, labels),
            labels=labels,
            had_by=tuple(map(fold, self.names(fields, "had_by"))) or old.had_by,
            dimension=dimension,
            unit=str(fields.get("unit", old.unit)),
            default_for=bool(fields.get("default_for", old.default_for)),
            adds=bool(fields.get("adds", old.adds)),
            product=self.names(fields, "product") or old.product,
            counts=bool(fields.get("counts", old.counts)),
            gives=tuple((str(m), Decimal(str(n))) for m, n in fields.get("gives", {}).items())
            or old.gives,
        )

    def category(self, name: str, fields: Mapping[str, Any], old: Category | None) -> Category:
        """Read a category; what it does not say again it inherits."""
        old = old or Category(name, (fold(name),))

        def words(key: str) -> tuple[str, ...]:
            inherited = getattr(old, key)
            return self.merged(fields.get(key), ("categories", name, key), inherited, adds=False)

        given, synonyms = isinstance(fields.get("words"), list | str), words("synonyms")
        return Category(
            name=name,
            words=_union(
                _union((fold(name),), words("words")) if given else words("words"), synonyms
            ),
            synonyms=synonyms,
            parents=self.names(fields, "parents") or old.parents,
            starts=words("starts"),
            ends=words("ends"),
            wraps=bool(fields.get("wraps", old.wraps)),
            rank=str(fields.get("rank", old.rank)),
            verbs=words("verbs"),
            holds=self.names(fields, "holds") or old.holds,
            counts_by=self.switch(fields, name) or old.counts_by,
        )

    def kind(self, name: str, fields: Mapping[str, Any], old: Kind | None) -> Kind:
        """Read a kind; what it says is added to what it inherits."""
        old = old or Kind(name, (fold(name),))

        def words(key: str) -> tuple[str, ...]:
            return self.merged(fields.get(key), ("kinds", name, key), getattr(old, key), adds=True)

        return Kind(
            name=name,
            words=words("words"),
            members=words("members"),
            kinds=_union(old.kinds, self.names(fields, "kinds")),
            unlike=words("unlike"),
            mock=words("mock"),
            perhaps=words("perhaps"),
            perhaps_kinds=_union(old.perhaps_kinds, self.names(fields, "perhaps_kinds")),
            forms=words("forms"),
            of=words("of"),
            lacks=_union(old.lacks, self.names(fields, "lacks")),
        )

    def switch(self, fields: Mapping[str, Any], category: str) -> str:
        name = str(fields.get("counts_by", ""))
        if name and SWITCHES.get(name) != ("true", "false"):
            known = ", ".join(n for n, values in SWITCHES.items() if values == ("true", "false"))
            message = f"`counts_by` of `{category}` must be a policy switch: {known}"
            self.problem("wrong-value", message, "categories", category)
            return ""
        return name

    def units(self, name: str, fields: Mapping[str, Any], units: dict[str, Unit]) -> None:
        """Add a unit under all its spellings, and take those away that it removes."""
        factor = self.number(fields.get("factor", 1), name)
        offset = self.number(fields.get("offset", 0), name)
        if factor <= 0:
            self.problem("wrong-value", f"unit `{name}` needs a positive factor", "units", name)
        unit = Unit(name, str(fields.get("dimension", "one")), factor, offset)
        spellings = self.listed(fields.get("words"), ("units", name, "words"), _spelling, units)
        units.update(dict.fromkeys((_spelling(name), *spellings), unit))
        for one in removed(fields.get("words"), _spelling):
            units.pop(one, None)

    def currencies(self, currencies: dict[str, str], units: dict[str, Unit]) -> None:
        """Add the words of currencies, each a unit too, and take those away that are removed.

        What a vocabulary has in capitals is money where an answer has it so too.
        """
        for code, words in self.plain("currencies"):
            unit = Unit(code, f"currency:{code}")
            for word in self.listed(words, ("currencies", code), _of_money, currencies):
                currencies[word] = code
                units[word] = unit
            for word in removed(words, _of_money):
                currencies.pop(word, None)
                units.pop(word, None)

    def told(self) -> dict[str, ToldKind]:
        """Return the kinds of records that are sound."""
        kinds = dict(self.section("told"))
        made = {}
        for name, fields in kinds.items():
            wrong = told.faults(name, fields, kinds)
            for message in wrong:
                self.problem("wrong-told", f"`told.{name}`: {message}", "told", name)
            if not wrong:
                made[name] = told.told_kind(name, fields)
        return made

    def number(self, value: Any, name: str) -> Decimal:
        """Read `0.45`, `60` or `5/9` exactly (to 34 digits)."""
        if value == 1:
            return ONE
        if value == 0:
            return ZERO
        try:
            top, _, bottom = str(value).partition("/")
            ratio = Fraction(top) / Fraction(bottom or "1")
        except (ValueError, ZeroDivisionError):
            self.problem("wrong-value", f"`{value}` is not a number", "units", name)
            return ONE
        return EXACT.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))

    def window(self, part: str, value: Any) -> tuple[int, int] | None:
        """Read `[05:00, 12:00]` as minutes."""
        try:
            low, high = (int(h) * 60 + int(m) for h, m in (str(v).split(":") for v in value))
        except (ValueError, TypeError):
            message = f"`{part}` needs two times such as [05:00, 12:00]"
            self.problem("wrong-value", message, "parts_of_day", part)
            return None
        return low, high
