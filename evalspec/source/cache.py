"""The compile cache: what a spec compiled to, until anything it came from changes.

One file per spec below the user's cache folder. Its head names everything the entry
rests on: the evalspec code, the content of the spec, and every vocabulary, policy and
rule file with size, time and SHA-256. A warm lookup compares the spec byte by byte and
asks the file system about the rest; it hashes only a file whose time changed. An entry
that is damaged or of another version is as good as none.

What is read here was written by the same user: a folder or a file that belongs to somebody
else, or that others may write to, is as good as none, and no link and no pipe is followed.

`EVALSPEC_CACHE=0` turns the cache off, `EVALSPEC_CACHE_DIR` moves it.
"""

from __future__ import annotations

import os
import stat
import time
import zlib
from contextlib import suppress
from typing import TypeVar

from evalspec import __version__
from evalspec.core.record import Record
from evalspec.source.packing import pack, unpack

T = TypeVar("T")

MAX_ENTRIES = 200
"""Oldest entries beyond this many are removed when one is written."""

_TEMPORARY = ".writing-"
_LEFT_SECONDS = 3600.0
"""A file being written is older than this only when its process has ended."""
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CODE = ("core", "source", "vocabulary", "language")


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
        head_line, _, body = _content(_entry(folder, path, name)).partition(b"\n")
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
    try:
        return _body(_content(os.path.join(folder, name)), mark) if folder else None
    except OSError:
        return None


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
            return _body(stream.read(), mark)
    except (OSError, ValueError):
        return None


def _body(content: bytes, mark: str) -> bytes | None:
    head, _, body = content.partition(b"\n")
    return body if head == _head(mark, body) else None


def _head(mark: str, body: bytes) -> bytes:
    return f"{mark} {zlib.crc32(body)}".encode()


def _content(path: str) -> bytes:
    """Return the content of a file of ours; raise `OSError` for anything else."""
    with open(path, "rb", opener=_opened) as stream:
        if not _is_ours(os.fstat(stream.fileno()), stat.S_IFREG):
            raise PermissionError(path)
        return stream.read()


def _opened(path: str, flags: int) -> int:
    """Open a file, never a link, and without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _is_ours(state: os.stat_result, kind: int) -> bool:
    """Tell whether this is of a kind, belongs to this user and is written by nobody else."""
    if stat.S_IFMT(state.st_mode) != kind:
        return False
    if not hasattr(os, "geteuid"):
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _replace(folder: str, path: str, content: bytes) -> None:
    """Write a file at once, under a name that nobody can have prepared."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not _trusted(folder):
        return
    temporary = os.path.join(folder, f"{_TEMPORARY}{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    try:
        with open(os.open(temporary, flags, 0o600), "wb") as stream:
            stream.write(content)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _tidy(folder)


def _tidy(folder: str) -> None:
    """Remove what a process left behind that was ended while it wrote."""
    before = time.time() - _LEFT_SECONDS
    with os.scandir(folder) as members:
        for member in members:
            if (
                member.name.startswith(_TEMPORARY)
                and member.stat(follow_symlinks=False).st_mtime < before
            ):
                os.unlink(member.path)


def _folder(kind: str) -> str:
    """Return the folder of one kind of entries; empty when there is none to use."""
    base = "" if os.environ.get("EVALSPEC_CACHE", "") == "0" else home()
    folder = os.path.join(base, kind) if base else ""
    return folder if folder and _trusted(folder) else ""


def home() -> str:
    """Return the folder of all that is kept from run to run; empty when there is no home."""
    given = os.environ.get("EVALSPEC_CACHE_DIR", "")
    if given:
        return given
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not base and os.environ.get("HOME") != "":  # an empty one would be `/`
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "evalspec") if os.path.isabs(base) else ""


def strange(folder: str, *files: str) -> str:
    """Return the folder or the file that another user wrote or may write to, if there is one."""
    if not _trusted(folder):
        return folder
    paths = (os.path.join(folder, name) for name in files)
    return next((path for path in paths if not _trusted(path, stat.S_IFREG)), "")


def _trusted(path: str, kind: int = stat.S_IFDIR) -> bool:
    """Tell whether a folder is ours; one that is not there will be."""
    try:
        return _is_ours(os.lstat(path), kind)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False


def _entry(folder: str, path: str, name: str) -> str:
    key = f"{path}\n{name}".encode("utf-8", "surrogateescape")
    return os.path.join(folder, f"{zlib.crc32(key):08x}{zlib.adler32(key):08x}.json")


def _code() -> str:
    """Tell the state of the code that compiles: version, newest change, total size."""
    packaged = os.path.join(_PACKAGE, "_data", "grammars")
    grammars = packaged if os.path.isdir(packaged) else os.path.join(_PACKAGE, "../grammars")
    newest = total = 0
    folders = [*(os.path.join(_PACKAGE, part) for part in _CODE), grammars]
    while folders:
        with os.scandir(folders.pop()) as members:
            for member in members:
                if member.name.endswith((".py", ".lark", ".json", ".yaml")):
                    state = member.stat()
                    newest, total = max(newest, state.st_mtime_ns), total + state.st_size
                elif member.name != "__pycache__" and member.is_dir():
                    folders.append(member.path)
    return f"{__version__} {newest} {total}"


def _prune(folder: str) -> None:
    with os.scandir(folder) as members:
        entries = [
            (member.stat(follow_symlinks=False).st_mtime_ns, member.path) for member in members
        ]
    for _, path in sorted(entries)[:-MAX_ENTRIES]:
        os.unlink(path)
