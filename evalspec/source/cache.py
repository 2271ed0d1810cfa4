"""The compile cache: what a spec compiled to, until anything it came from changes.

One file per spec below the user's cache folder. Its head names everything the entry
rests on: the evalspec code, the content of the spec, and every vocabulary, policy and
rule file with size, time and SHA-256. A warm lookup compares the spec byte by byte and
asks the file system about the rest; it hashes only a file whose time changed. An entry
that is damaged or of another version is as good as none.

`EVALSPEC_CACHE=0` turns the cache off, `EVALSPEC_CACHE_DIR` moves it.
"""

from __future__ import annotations

import os
import zlib
from typing import TypeVar

from evalspec import __version__
from evalspec.core.record import Record
from evalspec.source.packing import pack, unpack

T = TypeVar("T")

MAX_ENTRIES = 200
"""Oldest entries beyond this many are removed when one is written."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CODE = ("core", "source", "vocabulary", "spec", "spec/lower", "spec/english")


class File(Record, frozen=True):
    """A file that an entry rests on."""

    path: str
    """Absolute path."""
    size: int
    """In bytes."""
    mtime_ns: int
    """Time of the last change."""
    sha256: str
    """Of the content."""


class Head(Record, frozen=True):
    """What must be as it was for an entry to hold."""

    code: str
    """Version and state of the evalspec code and grammars."""
    path: str
    """Absolute path of the spec."""
    name: str
    """Path as given: places in the entry are named by it."""
    content: str
    """The spec itself."""
    files: tuple[File, ...]
    """Every other file."""
    check: int
    """CRC-32 of the body."""


def lookup(name: str, content: bytes, kind: type[T]) -> T | None:
    """Return what is cached for a spec; None when there is nothing that holds."""
    folder = _folder("specs")
    if not folder:
        return None
    path = os.path.abspath(name)
    try:
        with open(_entry(folder, path, name), "rb") as stream:
            head_line, _, body = stream.read().partition(b"\n")
        head = unpack(head_line)
        if isinstance(head, Head) and _holds(head, path, name, content, body):
            found = unpack(body)
            return found if isinstance(found, kind) else None
    except (OSError, ValueError, RecursionError):
        return None
    return None


def store(name: str, content: bytes, files: tuple[File, ...], value: object) -> None:
    """Keep what a spec compiled to; do nothing where the folder cannot be written."""
    folder = _folder("specs")
    if not folder:
        return
    path = os.path.abspath(name)
    entry = _entry(folder, path, name)
    try:
        body = pack(value)
        text = content.decode("utf-8")
        head = Head(_code(), path, name, text, files, zlib.crc32(body))
        _replace(folder, entry, pack(head) + b"\n" + body)
        _prune(folder)
    except (OSError, ValueError, TypeError, OverflowError, RecursionError):
        return


def describe(path: str) -> File:
    """Return a file as entries remember it."""
    from hashlib import sha256

    state = os.stat(path)
    with open(path, "rb") as stream:
        digest = sha256(stream.read()).hexdigest()
    return File(os.path.abspath(path), state.st_size, state.st_mtime_ns, digest)


def _holds(head: Head, path: str, name: str, content: bytes, body: bytes) -> bool:
    return (
        head.path == path
        and head.name == name
        and head.content.encode("utf-8") == content
        and head.code == _code()
        and head.check == zlib.crc32(body)
        and all(map(_unchanged, head.files))
    )


def _unchanged(file: File) -> bool:
    state = os.stat(file.path)
    if state.st_size != file.size:
        return False
    return state.st_mtime_ns == file.mtime_ns or describe(file.path).sha256 == file.sha256


def lookup_bytes(kind: str, name: str, mark: str) -> bytes | None:
    """Return what `store_bytes` kept under a name and a mark; None when there is none."""
    folder = _folder(kind)
    return stamped(os.path.join(folder, name), mark) if folder else None


def store_bytes(kind: str, name: str, mark: str, body: bytes) -> None:
    """Keep bytes under a name and a mark; another mark replaces them."""
    folder = _folder(kind)
    if not folder:
        return
    try:
        _replace(folder, os.path.join(folder, name), stamp(mark, body))
    except OSError:
        return


def stamp(mark: str, body: bytes) -> bytes:
    """Return the content of a file that tells whether it is whole and of this mark."""
    return _head(mark, body) + b"\n" + body


def stamped(path: str | os.PathLike[str], mark: str) -> bytes | None:
    """Return what was stamped with this mark; None when there is none or it is damaged."""
    try:
        with open(path, "rb") as stream:
            head, _, body = stream.read().partition(b"\n")
    except (OSError, ValueError):
        return None
    return body if head == _head(mark, body) else None


def _head(mark: str, body: bytes) -> bytes:
    return f"{mark} {zlib.crc32(body)}".encode()


def _replace(folder: str, path: str, content: bytes) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "wb") as stream:
        stream.write(content)
    os.replace(temporary, path)


def _folder(kind: str) -> str:
    """Return the folder of one kind of entries; empty when the cache is off."""
    if os.environ.get("EVALSPEC_CACHE", "") == "0":
        return ""
    given = os.environ.get("EVALSPEC_CACHE_DIR", "")
    if given:
        return os.path.join(given, kind)
    base = os.environ.get("XDG_CACHE_HOME", "") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "evalspec", kind) if os.path.isabs(base) else ""


def _entry(folder: str, path: str, name: str) -> str:
    key = f"{path}\n{name}".encode("utf-8", "surrogateescape")
    return os.path.join(folder, f"{zlib.crc32(key):08x}{zlib.adler32(key):08x}.json")


def _code() -> str:
    """Tell the state of the code that compiles: version, newest change, total size."""
    packaged = os.path.join(_PACKAGE, "_data", "grammars")
    grammars = packaged if os.path.isdir(packaged) else os.path.join(_PACKAGE, "../grammars")
    newest = total = 0
    for folder in (*(os.path.join(_PACKAGE, part) for part in _CODE), grammars):
        with os.scandir(folder) as members:
            for member in members:
                if member.name.endswith((".py", ".lark", ".json")):
                    state = member.stat()
                    newest, total = max(newest, state.st_mtime_ns), total + state.st_size
    return f"{__version__} {newest} {total}"


def _prune(folder: str) -> None:
    with os.scandir(folder) as members:
        entries = [(member.stat().st_mtime_ns, member.path) for member in members]
    for _, path in sorted(entries)[:-MAX_ENTRIES]:
        os.unlink(path)
