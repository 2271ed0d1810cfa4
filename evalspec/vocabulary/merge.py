"""Vocabularies in order → one lexicon: later ones win word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from evalspec.core.errors import Problem, SpecError
from evalspec.core.quantity import Unit
from evalspec.vocabulary.faults import faults
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.layer import Layer
from evalspec.vocabulary.lexicon import Category, Costs, Kind, Lexicon, MeasureWord, Rank
from evalspec.vocabulary.sections import SectionReader
from evalspec.vocabulary.told import ToldKind

BASE = "general"
"""The vocabulary that every other one rests on."""
DEFINE = "define"
"""What a spec adds."""


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
    told: dict[str, ToldKind] = {}
    kinds: dict[str, Kind] = {}
    for layer in layers:
        reader = SectionReader(layer, problems)
        own_ranks = reader.ranks(ranks)
        ranks |= own_ranks
        item_rank = _item_rank(own_ranks) or item_rank
        own = reader.measures(measures)
        measures = {**_yielded(measures, own), **own}
        for name, fields in reader.section("categories"):
            categories[name] = reader.category(name, fields, categories.get(name))
        for name, fields in reader.section("units"):
            reader.units(name, fields, units)
        reader.currencies(currencies, units)
        for role, words in reader.plain("roles"):
            roles[role] = reader.merged(words, ("roles", role), roles.get(role, ()), adds=True)
        for word, value in reader.plain("numbers"):
            numbers[fold(word)] = str(value)
        for part, value in reader.plain("parts_of_day"):
            window = reader.window(part, value)
            if window is not None:
                parts[part] = window
        told.update(reader.told())
        for name, fields in reader.section("kinds"):
            kinds[name] = reader.kind(name, fields, kinds.get(name))
    if item_rank and not ranks[item_rank].item:
        item_rank = _item_rank(ranks)
    names = [layer.name for layer in layers]
    name = "+".join(names[names.index(BASE) + 1 :] if BASE in names else names) or BASE
    lexicon = Lexicon(
        name, ranks, measures, categories, units, roles, currencies, numbers, parts, costs,
        item_rank, told, kinds, _beside(layers),
    )  # fmt: skip
    for layer in layers:
        problems += () if layer.shipped else faults(layer, lexicon, layers)
    if problems:
        raise SpecError(problems)
    return lexicon


def _beside(layers: Sequence[Layer]) -> tuple[str, ...]:
    """Return what the last vocabulary that was named stands beside; what extends it does not."""
    named = [layer for layer in layers if layer.name != DEFINE]
    return tuple(named[-1].content.get("beside", ())) if named else ()


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
