"""Packaged files: grammars and specs, in a source checkout and in an installed wheel."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from evalspec.core.errors import SpecError
from evalspec.core.span import At
from evalspec.source import MAX_BYTES

SUFFIXES = (".yaml", ".yml", ".json")
"""How a name ends that is a path."""

_SHIPPED_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


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
    if name.endswith(SUFFIXES):
        path = (base or Path()) / name
        return path if _is_file(path) else None
    if not _SHIPPED_NAME.fullmatch(name):
        return None
    path = root() / "specs" / kind / f"{name}.yaml"
    return path if _is_file(path) else None


def names(kind: str) -> list[str]:
    """Return the names of the packaged files below `specs/KIND/`, sorted."""
    return sorted(path.stem for path in (root() / "specs" / kind).glob("*.yaml"))


def hint(kind: str, name: str) -> str:
    """Return what to say about a name that `find` does not know."""
    if name.endswith(SUFFIXES):
        return "there is no such file"
    from difflib import get_close_matches  # for mistakes alone

    known = names(kind)
    close = get_close_matches(name, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"shipped ones: {', '.join(known)}"


def display(path: Path) -> str:
    """Return how to call a file in messages: as given, or `specs/…` for a packaged one."""
    text = str(path)
    prefix = str(root()) + os.sep
    if text.startswith(prefix) and path.is_absolute():
        short = text[len(prefix) :].replace(os.sep, "/")
        if short.startswith(("specs/", "grammars/")):
            return short
    return text


def packaged(path: Path) -> bool:
    """Tell whether a file is one of those that come with evalspec."""
    return path.is_absolute() and path.is_relative_to(root() / "specs")


def locate(name: str) -> Path | None:
    """Return the file that `display` called so; None when there is none."""
    packaged = root() / name
    if name.startswith(("specs/", "grammars/")) and not Path(name).is_file():
        return packaged if _is_file(packaged) else None
    return Path(name) if _is_file(Path(name)) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path) -> bytes:
    """Return the content of a file; raise `SpecError` when it cannot be read or is too large."""
    name = display(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise refused(name, "no-such-file", "no such file") from None
    except IsADirectoryError:
        raise refused(name, "is-a-folder", "this is a folder, not a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable path"
        raise refused(name, "unreadable", f"cannot be read: {reason}") from None
    return content


def refused(name: str, code: str, message: str) -> SpecError:
    """Return the error for a file that is unusable as a whole."""
    return SpecError.of(code, message, At(name))
