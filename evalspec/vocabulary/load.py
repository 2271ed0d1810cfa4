"""Vocabulary files → one lexicon.

A vocabulary names what it extends; a spec names one or several and may extend them
under `define:`. Later files win word by word; two ranks of one name at different
levels, or one unit spelling with two meanings in the same file, are spec errors.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
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
from evalspec.vocabulary import told
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Category, Costs, Lexicon, MeasureWord, Rank
from evalspec.vocabulary.told import ToldKind

BASE = "general"
"""The vocabulary that every other one rests on."""


class LoadedLexicon(Record, frozen=True):
    """A lexicon and the files it came from."""

    lexicon: Lexicon
    files: tuple[Path, ...]


class Layer(Record, frozen=True):
    """One vocabulary file, or the `define:` of a spec, as read."""

    name: str
    content: dict[str, Any]
    at: At
    places: dict[tuple[str | int, ...], At]


def load_lexicon(
    names: Sequence[str],
    define: Mapping[str, Any] | None,
    base: Path | None,
    places: Mapping[tuple[str | int, ...], At] | None = None,
) -> LoadedLexicon:
    """Merge the named vocabularies (shipped names or paths relative to `base`) and `define`.

    `places` tells where the parts of `define` stand. Raises `SpecError` with every problem found.
    """
    layers: list[Layer] = []
    paths: list[Path] = []
    problems: list[Problem] = []
    for name in [BASE, *names]:
        _add_layers(name, base, layers, paths, problems, ())
    if define:
        layers.append(Layer("define", dict(define), At(), dict(places or {})))
    if problems:
        raise SpecError(problems)
    costs = files.grammar("labelling.yaml")
    return LoadedLexicon(
        merge(layers, msgspec.convert(yaml.read_file(costs).value, Costs)), (*paths, costs)
    )


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
    if path in chain:
        message = f"vocabularies extend each other: {name!r}"
        problems.append(Problem("vocabulary-cycle", message, at))
        return
    try:
        located = yaml.read_file(path)
    except SpecError as error:
        problems.extend(error.problems)
        return
    # Shipped files are checked by a test; checking them here would cost every compilation.
    wrong = [] if files.packaged(path) else schema.check(located, schema.VOCABULARY)
    if wrong:
        problems.extend(wrong)
        return
    content = located.value
    for index, parent in enumerate(content.get("extends", ())):
        there = located.at(("extends", index))
        _add_layers(parent, path.parent, layers, paths, problems, (*chain, path), there)
    paths.append(path)
    layers.append(Layer(name, content, located.at(()), located.places))


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
    kinds: dict[str, ToldKind] = {}
    for layer in layers:
        reader = _Reader(layer, problems)
        for name, fields in reader.section("ranks"):
            rank = reader.rank(name, fields)
            if name in ranks and ranks[name].level != rank.level:
                reader.problem(
                    "rank-conflict",
                    f"rank `{name}` has level {rank.level} here and {ranks[name].level} before",
                    "ranks",
                    name,
                )
                continue
            ranks[name] = _joined_rank(ranks.get(name), rank, fields)
        own = {name: reader.measure(name, fields) for name, fields in reader.section("measures")}
        measures = {**_yielded(measures, own), **own}
        for name, fields in reader.section("categories"):
            categories[name] = reader.category(name, fields)
        for name, fields in reader.section("units"):
            units.update(reader.units(name, fields))
        for code, spellings in reader.lists("currencies"):
            unit = Unit(code, f"currency:{code}")
            for word in spellings:
                currencies[word] = code
                units[word] = unit
        for role, spellings in reader.lists("roles"):
            roles[role] = _union(roles.get(role, ()), tuple(fold(w) for w in spellings))
        for word, value in reader.plain("numbers"):
            numbers[fold(word)] = str(value)
        for part, value in reader.plain("parts_of_day"):
            window = reader.window(part, value)
            if window is not None:
                parts[part] = window
        kinds.update(reader.told())
    if problems:
        raise SpecError(problems)
    name = "+".join(layer.name for layer in layers if layer.name != BASE) or BASE
    return Lexicon(
        name, ranks, measures, categories, units, roles, currencies, numbers, parts, costs, kinds
    )


def _yielded(
    old: Mapping[str, MeasureWord], new: Mapping[str, MeasureWord]
) -> dict[str, MeasureWord]:
    """Return earlier measures without the words that later ones take for themselves."""
    taken = {word for measure in new.values() for word in measure.words}
    made = {}
    for name, measure in old.items():
        kept = tuple(w for w in measure.words if w not in taken or w == fold(name))
        made[name] = measure if kept == measure.words else replace(measure, words=kept)
    return made


def _joined_rank(old: Rank | None, new: Rank, fields: Mapping[str, Any]) -> Rank:
    if old is None:
        return new
    return Rank(
        name=new.name,
        level=new.level,
        words=_union(old.words, new.words),
        members=_union(old.members, new.members),
        item=new.item if "item" in fields else old.item,
        calendar=new.calendar or old.calendar,
        stands_for=_union(old.stands_for, new.stands_for),
        implicit=new.implicit if "implicit" in fields else old.implicit,
        plan=old.plan or new.plan,
        measures=_union(old.measures, new.measures),
        rates=_union(old.rates, new.rates),
        told_by=_union(old.told_by, new.told_by),
    )


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


class _Reader:
    """Reads the sections of one layer, noting problems with their place."""

    def __init__(self, layer: Layer, problems: list[Problem]) -> None:
        self.layer = layer
        self.problems = problems

    def problem(self, code: str, message: str, *path: str | int) -> None:
        places = self.layer.places
        at = places.get(path) or places.get(path[:1]) or self.layer.at
        self.problems.append(Problem(code, message, at))

    def section(self, key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the named mappings of a section."""
        result = []
        for name, fields in self.plain(key):
            if isinstance(fields, Mapping):
                result.append((name, fields))
            else:
                self.problem("wrong-type", f"`{key}.{name}` must be a mapping", key, name)
        return result

    def lists(self, key: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the named word lists of a section, lower-cased."""
        return [
            (name, tuple(str(word).lower() for word in value))
            for name, value in self.plain(key)
            if isinstance(value, list)
        ]

    def plain(self, key: str) -> list[tuple[str, Any]]:
        """Return the pairs of a section."""
        content = self.layer.content.get(key) or {}
        if not isinstance(content, Mapping):
            self.problem("wrong-type", f"`{key}` must be a mapping", key)
            return []
        return [(str(name), value) for name, value in content.items()]

    def words(self, fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of words, folded."""
        value = fields.get(key) or ()
        listed = [value] if isinstance(value, str) else value
        return tuple(dict.fromkeys(fold(str(word)) for word in listed))

    def rank(self, name: str, fields: Mapping[str, Any]) -> Rank:
        return Rank(
            name=name,
            level=int(fields.get("level", 50)),
            words=_union((fold(name),), self.words(fields, "words")),
            members=self.words(fields, "members"),
            item=bool(fields.get("item", False)),
            calendar=str(fields.get("calendar", "")),
            stands_for=tuple(str(r) for r in fields.get("stands_for", ())),
            rates=self.words(fields, "rates"),
            told_by=tuple(str(m) for m in fields.get("told_by", ())),
            implicit=bool(fields.get("implicit", False)),
            plan=bool(fields.get("plan", False)),
            measures=tuple(str(m) for m in fields.get("measures", ())),
        )

    def measure(self, name: str, fields: Mapping[str, Any]) -> MeasureWord:
        if "dimension" not in fields:
            self.problem("missing-key", f"measure `{name}` needs a `dimension`", "measures", name)
        return MeasureWord(
            name=name,
            words=_union((fold(name),), self.words(fields, "words")),
            dimension=str(fields.get("dimension", "one")),
            unit=str(fields.get("unit", "")),
            default_for=bool(fields.get("default_for", False)),
            adds=bool(fields.get("adds", True)),
            product=tuple(str(m) for m in fields.get("product", ())),
            gives=tuple((str(m), Decimal(str(n))) for m, n in fields.get("gives", {}).items()),
        )

    def category(self, name: str, fields: Mapping[str, Any]) -> Category:
        return Category(
            name=name,
            words=_union((fold(name),), self.words(fields, "words")),
            parents=tuple(str(p) for p in fields.get("parents", ())),
            starts=self.words(fields, "starts"),
            ends=self.words(fields, "ends"),
            wraps=bool(fields.get("wraps", False)),
            rank=str(fields.get("rank", "")),
            verbs=self.words(fields, "verbs"),
            holds=tuple(str(c) for c in fields.get("holds", ())),
            counts_by=self.switch(fields, name),
        )

    def switch(self, fields: Mapping[str, Any], category: str) -> str:
        name = str(fields.get("counts_by", ""))
        if name and SWITCHES.get(name) != ("true", "false"):
            known = ", ".join(n for n, values in SWITCHES.items() if values == ("true", "false"))
            message = f"`counts_by` of `{category}` must be a policy switch: {known}"
            self.problem("wrong-value", message, "categories", category)
            return ""
        return name

    def units(self, name: str, fields: Mapping[str, Any]) -> dict[str, Unit]:
        factor = self.number(fields.get("factor", 1), name)
        offset = self.number(fields.get("offset", 0), name)
        if factor <= 0:
            self.problem("wrong-value", f"unit `{name}` needs a positive factor", "units", name)
        unit = Unit(name, str(fields.get("dimension", "one")), factor, offset)
        spellings = [name, *fields.get("words", ())]
        return {fold(str(word)) or str(word): unit for word in spellings}

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
