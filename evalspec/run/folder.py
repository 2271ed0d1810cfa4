"""A run kept as parts in a folder, so that one that was broken off goes on where it stopped.

`run.json` says what the run is: its version, adapter, specs and inputs by their content. Parts are
numbered runs of rows; each is written at once, under a name that holds a digest of `run.json`. So
whatever happened, a part that is there is whole, and parts of two runs cannot be mixed. No time and
no host stands in any of it: the same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evalspec.core.errors import InputError, needs
from evalspec.core.span import At
from evalspec.run.batches import Batch
from evalspec.source.whole import write_whole

ROWS = 1000
"""Rows of one part, and as many more as are on the response of the last one."""
ABOUT = "run.json"
_DIGITS = 12


def parts(batches: Iterable[Batch]) -> Iterator[tuple[int, list[Batch]]]:
    """Yield batches in parts of about `ROWS` rows, numbered from 0."""
    number, rows = 0, 0
    waiting: list[Batch] = []
    for batch in batches:
        waiting.append(batch)
        rows += len(batch)
        if rows >= ROWS:
            yield number, waiting
            number, rows, waiting = number + 1, 0, []
    if waiting:
        yield number, waiting


class Folder:
    """The parts of one run, in a local folder or behind a URL that fsspec knows."""

    def __init__(self, name: str) -> None:
        """Take the name of the folder. Raises `InputError` without fsspec."""
        what = "a folder of results needs the packages pyarrow and fsspec"
        with needs(what, "tables", At(file=name)):
            from fsspec.core import url_to_fs
        self.name = name.rstrip("/")
        self._files, self._path = url_to_fs(self.name)
        self._local = "://" not in name
        self._digest = ""

    @property
    def local(self) -> Path | None:
        """Return the path of a folder on this machine."""
        return Path(self._path) if self._local else None

    # -- what the run is --------------------------------------------------------------------------
    def begin(self, about: dict[str, Any]) -> None:
        """Begin a run, or go on with it.

        Raises `InputError` when the folder holds another run, or anything else.
        """
        known = self._about()
        if known is None:
            if self._names():
                raise self._unusable("not-empty", "the folder is not empty and holds no run")
            self.write(ABOUT, _json(about))
        else:
            differing = [name for name in {**known, **about} if known.get(name) != about.get(name)]
            differing = [name for name in differing if name != "complete"]
            if differing:
                message = f"the folder holds another run: {', '.join(sorted(differing))} differ"
                raise self._unusable("another-run", message, "give another folder")
        self._digest = _digest(about)

    def end(self, about: dict[str, Any], now: dict[str, Any]) -> None:
        """Say that all parts are there, and how many.

        Raises `InputError` when what was read is no longer what it was at the beginning.
        """
        if about != now:
            message = "what was read has changed while the run went on"
            raise self._unusable("changed-input", message, "give another folder")
        count = sum(self._is_part(name) for name in self._names())
        self.write(ABOUT, _json({**about, "complete": {"parts": count}}))

    def complete(self) -> list[str]:
        """Return the names of all parts, in order. Raises `InputError` for an unfinished run."""
        about = self._about() or {}
        self._digest = _digest({k: v for k, v in about.items() if k != "complete"})
        found = sorted(filter(self._is_part, self._names()))
        wanted = about.get("complete", {}).get("parts")
        if wanted is None or wanted != len(found):
            message = f"the run is not complete: {len(found)} parts are there"
            raise self._unusable("incomplete", message, "the same `evalspec run` goes on with it")
        return found

    def _about(self) -> dict[str, Any] | None:
        if ABOUT not in self._names():
            return None
        try:
            found = json.loads(self.read(ABOUT))
        except ValueError as error:
            raise self._unusable("broken-run", f"{ABOUT} cannot be read: {error}") from error
        if not isinstance(found, dict):
            raise self._unusable("broken-run", f"{ABOUT} holds no mapping")
        return found

    # -- parts ------------------------------------------------------------------------------------
    def part(self, number: int) -> str:
        return f"part-{number:05}-{self._digest}.parquet"

    def _is_part(self, name: str) -> bool:
        return name.startswith("part-") and name.endswith(f"-{self._digest}.parquet")

    def has(self, name: str) -> bool:
        return bool(self._files.exists(self._place(name)))

    def read(self, name: str) -> bytes:
        content: bytes = self._files.cat_file(self._place(name))
        return content

    def write(self, name: str, content: bytes) -> None:
        """Put a file into the folder, at once. Raises `InputError` when it cannot be."""
        try:
            if not self._local:
                self._files.pipe_file(self._place(name), content)
                return
            os.makedirs(self._path, exist_ok=True)
            write_whole(self._place(name), content)
        except OSError as error:
            raise self._unusable("unwritable", f"cannot write {name}: {error}") from error

    def _names(self) -> list[str]:
        self._files.invalidate_cache(self._path)  # others write parts too
        if not self._files.isdir(self._path):
            if self._files.exists(self._path):
                raise self._unusable("not-a-folder", "this is a file, not a folder")
            return []
        found = (str(name).rpartition("/")[2] for name in self._files.ls(self._path, detail=False))
        return [name for name in found if not name.startswith(".")]

    def _place(self, name: str) -> str:
        return f"{self._path}/{name}"

    def _unusable(self, code: str, message: str, hint: str = "") -> InputError:
        return InputError.of(code, message, At(file=self.name), hint=hint)


def lines_of(name: Path) -> Iterator[str] | None:
    """Return the JSON lines of a run that is kept in a folder; None for anything else.

    Raises `InputError` for an unfinished run.
    """
    if not (name / ABOUT).is_file():
        return None
    folder = Folder(str(name))
    return (line for part in folder.complete() for line in _lines_of(folder, part))


def _lines_of(folder: Folder, part: str) -> list[str]:
    from evalspec.run.table import unpacked

    found = unpacked(folder.read(part))
    if found is None:
        message = f"{part} is torn"
        at = At(file=folder.name)
        raise InputError.of("torn-part", message, at, hint="the same `evalspec run` mends it")
    return found[0]


def _digest(about: dict[str, Any]) -> str:
    return hashlib.sha256(_json(about)).hexdigest()[:_DIGITS]


def _json(content: Any) -> bytes:
    return json.dumps(content, indent=1, sort_keys=True).encode() + b"\n"
