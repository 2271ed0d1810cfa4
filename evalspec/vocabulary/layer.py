"""One vocabulary file, or the `define:` of a spec, as read: its content and where it stands."""

from __future__ import annotations

from typing import Any

from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source.compose import Path
from evalspec.source.source_text import SourceText
from evalspec.source.yaml import Located


class Layer(Record, frozen=True):
    """One of the vocabularies that a lexicon is merged from."""

    name: str
    content: dict[str, Any]
    at: At
    """Of the whole."""
    places: dict[Path, At]
    """Where the texts and numbers in it stand, and the keys of the rest."""
    source: SourceText | None = None
    """For excerpts; whoever reads a spec adds those of its `define:`."""
    shipped: bool = False
    """It comes with evalspec, where a test checks it."""

    def problem(
        self, code: str, message: str, path: Path, hint: str = "", related: tuple[At, ...] = ()
    ) -> Problem:
        """Return a problem at a part of it; at the nearest part around it that has a place."""
        while path and path not in self.places:
            path = path[:-1]
        at = self.places.get(path, self.at)
        excerpt = self.source.excerpt(at) if self.source is not None and at.line else ""
        return Problem(code, message, at, excerpt, hint, related)


def places_below(located: Located, start: Path) -> dict[Path, At]:
    """Return where what stands below a path is written: values, or the keys of mappings and lists."""
    size = len(start)
    found = {path[size:]: at for path, at in located.places.items() if path[:size] == start}
    for path, at in located.keys.items():
        if path[:size] == start and isinstance(located.get(path), dict | list):
            found[path[size:]] = at
    return found
