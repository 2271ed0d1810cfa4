"""Packaged files: grammars and specs, in a source checkout and in an installed wheel."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

_SHIPPED_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_SUFFIXES = (".yaml", ".yml", ".json")


@cache
def root() -> Path:
    """Return the folder that holds `grammars/` and `specs/`."""
    package = Path(__file__).resolve().parent.parent
    packaged = package / "_data"
    return packaged if packaged.is_dir() else package.parent


def grammar(name: str) -> Path:
    """Return a packaged grammar or schema by its file name."""
    return root() / "grammars" / name


def find(kind: str, name: str, base: Path | None) -> Path | None:
    """Return the file that a name stands for; None when there is none.

    A name with a suffix (`mine.yaml`, `../shared/mine.yaml`) is a path relative to
    `base`; a bare name is a packaged file below `specs/KIND/`. So a file that somebody
    adds next to a spec never changes what a bare name means.
    """
    if name.endswith(_SUFFIXES):
        path = (base or Path()) / name
        return path if _is_file(path) else None
    if not _SHIPPED_NAME.fullmatch(name):
        return None
    path = root() / "specs" / kind / f"{name}.yaml"
    return path if _is_file(path) else None


def names(kind: str) -> list[str]:
    """Return the names of the packaged files below `specs/KIND/`, sorted."""
    return sorted(path.stem for path in (root() / "specs" / kind).glob("*.yaml"))


def display(path: Path) -> str:
    """Return how to call a file in messages: as given, or `specs/…` for a packaged one."""
    text = str(path)
    prefix = str(root()) + os.sep
    if text.startswith(prefix) and path.is_absolute():
        short = text[len(prefix) :].replace(os.sep, "/")
        if short.startswith(("specs/", "grammars/")):
            return short
    return text


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
