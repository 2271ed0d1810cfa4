"""Vocabulary files → one lexicon.

A vocabulary names what it extends; a spec names one or several and may extend them
under `define:`. Later files win word by word; the order within a file does not matter. What a file
says that cannot be meant (names that nothing has, two defaults of one kind) is a spec error.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.source import files, schema, yaml
from evalspec.vocabulary.layer import Layer, places_below
from evalspec.vocabulary.lexicon import Costs, Lexicon
from evalspec.vocabulary.merge import BASE, DEFINE, merge

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
    stack = _Stack()
    for name in [BASE, *names]:
        stack.add(name, base)
    if define:
        stack.layers.append(Layer(DEFINE, dict(define), At(), dict(places or {})))
    return LoadedLexicon(stack.lexicon(), (*stack.paths, files.grammar(COSTS)))


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
    stack = _Stack()
    stack.put(name, path, yaml.read_file(path))
    if stack.problems:
        raise SpecError(stack.problems)
    return tuple(zip(stack.paths, stack.layers, strict=True))


def vocabulary_lexicon(located: yaml.Located, path: Path) -> Lexicon:
    """Merge one vocabulary file, as read, with what it extends. Raises `SpecError`."""
    stack = _Stack()
    stack.add(BASE, None)
    stack.put(path.name, path, located)
    return stack.lexicon()


@cache
def _costs() -> Costs:
    return msgspec.convert(yaml.read_file(files.grammar(COSTS)).value, Costs)


class _Stack:
    """Vocabularies in the order in which they are merged, each above what it extends."""

    def __init__(self) -> None:
        self.layers: list[Layer] = []
        self.paths: list[Path] = []
        self.problems: list[Problem] = []

    def lexicon(self) -> Lexicon:
        """Merge what was added. Raises `SpecError` with every problem found."""
        if self.problems:
            raise SpecError(self.problems)
        return merge(self.layers, _costs())

    def add(
        self, name: str, base: Path | None, chain: tuple[Path, ...] = (), at: At = NOWHERE
    ) -> None:
        """Add a vocabulary by its name; `chain` are those that extend it."""
        path = files.find("vocabularies", name, base)
        if path is None:
            message, hint = f"no vocabulary named {name!r}", files.hint("vocabularies", name)
            self.problems.append(Problem("unknown-vocabulary", message, at, hint=hint))
            return
        path = path if files.packaged(path) else Path(os.path.normpath(path))
        if path in self.paths:
            return
        if files.packaged(path):
            shipped = _shipped_layers(name, path)
            fresh = {file: layer for file, layer in shipped if file not in self.paths}
            self.paths += fresh
            self.layers += fresh.values()
            return
        if path in chain:
            message = f"vocabularies extend each other: {name!r}"
            self.problems.append(Problem("vocabulary-cycle", message, at))
            return
        try:
            located = yaml.read_file(path)
        except SpecError as error:
            self.problems.extend(error.problems)
            return
        self.put(name, path, located, chain)

    def put(
        self, name: str, path: Path, located: yaml.Located, chain: tuple[Path, ...] = ()
    ) -> None:
        """Add a vocabulary that was read, below it what it extends."""
        shipped = files.packaged(path)
        # Shipped files are checked by a test; checking them here would cost every compilation.
        wrong = [] if shipped else schema.check(located, schema.VOCABULARY)
        if wrong:
            self.problems.extend(wrong)
            return
        content = located.value
        for index, parent in enumerate(content.get("extends", ())):
            self.add(parent, path.parent, (*chain, path), located.at(("extends", index)))
        self.paths.append(path)
        places = {} if shipped else places_below(located, ())
        self.layers.append(Layer(name, content, located.at(()), places, located.source, shipped))
