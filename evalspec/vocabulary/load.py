"""Vocabulary files → one lexicon.

A vocabulary names what it extends; a spec names one or several and may extend them
under `define:`. Later files win word by word; the order within a file does not matter. What a file
says that cannot be meant (names that nothing has, two defaults of one kind) is a spec error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.core.errors import Problem, SpecError
from evalspec.core.policy import SWITCHES
from evalspec.core.quantity import EXACT, ONE, ZERO, Unit
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path as Steps
from evalspec.vocabulary import told
from evalspec.vocabulary.faults import faults
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.layer import Layer, places_below
from evalspec.vocabulary.lexicon import Category, Costs, Lexicon, MeasureWord, Rank
from evalspec.vocabulary.told import ToldKind

BASE = "general"
"""The vocabulary that every other one rests on."""
COSTS = "labelling.yaml"
"""What ways to give names to numbers cost."""


class LoadedLexicon(Record, frozen=True):
    """A lexicon and the files it came from."""

    lexicon: Lexicon
    files: tuple[Path, ...]


def load_lexicon(
    names: Sequence[str],
    define: Mapping[str, Any] | None,
    base: Path | None,
    places: Mapping[tuple[str | int, ...], At] | None = None,
) -> LoadedLexicon:
    """Merge the named vocabularies (shipped names or paths relative to `base`) and `define`.

    `places` tells where the parts of `define` stand. Raises `SpecError` with every problem found.
    """
    found = tuple((name, files.find("vocabularies", name, base)) for name in [BASE, *names])
    if not define and all(path is not None and files.packaged(path) for _, path in found):
        return _shipped_lexicon(found)
    layers: list[Layer] = []
    paths: list[Path] = []
    problems: list[Problem] = []
    for name in [BASE, *names]:
        _add_layers(name, base, layers, paths, problems, ())
    if define:
        layers.append(Layer("define", dict(define), At(), dict(places or {})))
    if problems:
        raise SpecError(problems)
    return LoadedLexicon(merge(layers, _costs()), (*paths, files.grammar(COSTS)))


@lru_cache(maxsize=64)
def _shipped_lexicon(named: tuple[tuple[str, Path], ...]) -> LoadedLexicon:
    """Merge vocabularies that come with evalspec; they do not change while it runs."""
    layers: dict[Path, Layer] = {}
    for name, path in named:
        for file, layer in _shipped_layers(name, path):
            layers.setdefault(file, layer)
    return LoadedLexicon(merge(tuple(layers.values()), _costs()), (*layers, files.grammar(COSTS)))


@lru_cache(maxsize=64)
def _shipped_layers(name: str, path: Path) -> tuple[tuple[Path, Layer], ...]:
    """Read a vocabulary that comes with evalspec, below what it extends."""
    layers: list[Layer] = []
    paths: list[Path] = []
    problems: list[Problem] = []
    _add_content(name, path, yaml.read_file(path), layers, paths, problems, ())
    if problems:
        raise SpecError(problems)
    return tuple(zip(paths, layers, strict=True))


def _add_layers(
    name: str,
    base: Path | None,
    layers: list[Layer],
    paths: list[Path],
    problems: list[Problem],
    chain: tuple[Path, ...],
    at: At = NOWHERE,
) -> None:
    path = files.find("vocabularies", name, base)
    if path is None:
        hint = files.hint("vocabularies", name)
        problem = Problem("unknown-vocabulary", f"no vocabulary named {name!r}", at, hint=hint)
        problems.append(problem)
        return
    path = path if files.packaged(path) else Path(os.path.normpath(path))
    if path in paths:
        return
    if files.packaged(path):
        fresh = {file: layer for file, layer in _shipped_layers(name, path) if file not in paths}
        paths += fresh
        layers += fresh.values()
        return
    if path in chain:
        message = f"vocabularies extend each other: {name!r}"
        problems.append(Problem("vocabulary-cycle", message, at))
        return
    try:
        located = yaml.read_file(path)
    except SpecError as error:
        problems.extend(error.problems)
        return
    _add_content(name, path, located, layers, paths, problems, chain)


def _add_content(
    name: str,
    path: Path,
    located: yaml.Located,
    layers: list[Layer],
    paths: list[Path],
    problems: list[Problem],
    chain: tuple[Path, ...],
) -> None:
    shipped = files.packaged(path)
    # Shipped files are checked by a test; checking them here would cost every compilation.
    wrong = [] if shipped else schema.check(located, schema.VOCABULARY)
    if wrong:
        problems.extend(wrong)
        return
    content = located.value
    for index, parent in enumerate(content.get("extends", ())):
        there = located.at(("extends", index))
        _add_layers(parent, path.parent, layers, paths, problems, (*chain, path), there)
    paths.append(path)
    places = {} if shipped else places_below(located, ())
    layers.append(Layer(name, content, located.at(()), places, located.source, shipped))


def vocabulary_lexicon(located: yaml.Located, path: Path) -> Lexicon:
    """Merge one vocabulary file, as read, with what it extends. Raises `SpecError`."""
    layers: list[Layer] = []
    problems: list[Problem] = []
    paths: list[Path] = []
    _add_layers(BASE, None, layers, paths, problems, ())
    _add_content(path.name, path, located, layers, paths, problems, ())
    if problems:
        raise SpecError(problems)
    return merge(layers, _costs())


@cache
def _costs() -> Costs:
    return msgspec.convert(yaml.read_file(files.grammar(COSTS)).value, Costs)


def merge(layers: Sequence[Layer], costs: Costs) -> Lexicon:
    """Merge layers in order into one lexicon; raise `SpecError` when they conflict."""
    problems: list[Problem] = []
    ranks: dict[str, Rank] = {}
    measures: dict[str, MeasureWord] = {}
    categories: dict[str, Category] = {}
    units: dict[str, Unit] = {}
    roles: dict[str, tuple[str, ...]] = {}
    currencies: dict[str, str] = {}
    numbers: dict[str, str] = {}
    parts: dict[str, tuple[int, int]] = {}
    item_rank = ""
    kinds: dict[str, ToldKind] = {}
    for layer in layers:
        reader = _Reader(layer, problems)
        own_ranks = {}
        for name, fields in reader.section("ranks"):
            old = ranks.get(name)
            rank = reader.rank(name, fields, old)
            if old is not None and old.level != rank.level:
                reader.problem(
                    "rank-conflict",
                    f"rank `{name}` has level {rank.level} here and {old.level} before",
                    "ranks",
                    name,
                )
                continue
            own_ranks[name] = rank
        ranks |= own_ranks
        item_rank = _item_rank(own_ranks) or item_rank
        own = reader.measures(measures)
        measures = {**_yielded(measures, own), **own}
        for name, fields in reader.section("categories"):
            categories[name] = reader.category(name, fields, categories.get(name))
        for name, fields in reader.section("units"):
            reader.units(name, fields, units)
        for code, words in reader.plain("currencies"):
            unit = Unit(code, f"currency:{code}")
            for word in reader.listed(words, ("currencies", code), _lower, currencies):
                currencies[word] = code
                units[word] = unit
            for word in _removed(words, _lower):
                currencies.pop(word, None)
                units.pop(word, None)
        for role, words in reader.plain("roles"):
            roles[role] = reader.merged(words, ("roles", role), roles.get(role, ()), adds=True)
        for word, value in reader.plain("numbers"):
            numbers[fold(word)] = str(value)
        for part, value in reader.plain("parts_of_day"):
            window = reader.window(part, value)
            if window is not None:
                parts[part] = window
        kinds.update(reader.told())
    if item_rank and not ranks[item_rank].item:
        item_rank = _item_rank(ranks)
    name = "+".join(layer.name for layer in layers if layer.name != BASE) or BASE
    lexicon = Lexicon(
        name, ranks, measures, categories, units, roles, currencies, numbers, parts, costs,
        item_rank, kinds,
    )  # fmt: skip
    for layer in layers:
        problems += () if layer.shipped else faults(layer, lexicon, layers)
    if problems:
        raise SpecError(problems)
    return lexicon


def _item_rank(ranks: Mapping[str, Rank]) -> str:
    """Return the rank of a list line that no word names: the one so marked, else the smallest."""
    items = [rank for rank in ranks.values() if rank.item]
    if not items:
        return ""
    return max(items, key=lambda rank: (rank.default, rank.level)).name


def _yielded(
    old: Mapping[str, MeasureWord], new: Mapping[str, MeasureWord]
) -> dict[str, MeasureWord]:
    """Return earlier measures without the words and defaults that later ones take for themselves."""
    taken = {word for measure in new.values() for word in measure.words}
    usual = {measure.dimension for measure in new.values() if measure.default_for}
    return {
        name: replace(
            measure,
            words=tuple(w for w in measure.words if w not in taken or w == fold(name)),
            default_for=measure.default_for and measure.dimension not in usual,
        )
        for name, measure in old.items()
    }


def _removed(value: Any, plain: Callable[[str], str]) -> tuple[str, ...]:
    """Return the words that a list takes away from what it inherits."""
    return tuple(plain(str(w)) for w in value.get("remove", ())) if isinstance(value, dict) else ()


def _lower(word: str) -> str:
    return word.lower()


def _spelling(word: str) -> str:
    return fold(word) or word


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


class _Reader:
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
        for number, word in enumerate(_removed(value, plain)):
            if word not in inherited:
                near = get_close_matches(word, list(inherited), 1)  # type: ignore[call-overload]
                hint = f"did you mean `{near[0]}`?" if near else ""
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
        removed = _removed(value, fold)
        return tuple(word for word in _union(kept, words) if word not in removed)

    def words(self, fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of words, folded."""
        return self.listed(fields.get(key), ())

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
        return MeasureWord(
            name=name,
            words=_union((fold(name),), words) if given else words,
            dimension=dimension,
            unit=str(fields.get("unit", old.unit)),
            default_for=bool(fields.get("default_for", old.default_for)),
            adds=bool(fields.get("adds", old.adds)),
            product=self.names(fields, "product") or old.product,
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
        for spelling in _removed(fields.get("words"), _spelling):
            units.pop(spelling, None)

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
