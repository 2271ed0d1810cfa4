"""Replies kept in SQLite: what was answered once is never asked again, by any process.

What is read here was written by the same user: a file or a folder that belongs to somebody else, or
that others may write to, is refused.

A process that asks a question says so first (a claim); others that want the same reply wait for
it. A claim ends with its process, or when its process has not been heard of for a while.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import msgspec

from evalspec.core.errors import InputError
from evalspec.core.span import At
from evalspec.judge.exchange import Reply
from evalspec.source.cache import home, strange

_PATIENCE = 30.0
"""Seconds to wait for another process that writes."""
BEAT = 2.0
"""Seconds between two signs of life."""
_SILENCE = 20.0
"""Seconds without a sign of life after which a process is taken for dead."""
_TABLES = (
    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, seen REAL NOT NULL) WITHOUT ROWID",
)


class ReplyCache:
    """The replies of one file. Only replies of an endpoint are kept, never failures."""

    def __init__(self, path: Path) -> None:
        """Open a file, which is made when it is missing. Raises `InputError` when it cannot be."""
        self._path = path
        self._owner = f"{socket.gethostname()} {os.getpid()} {uuid4().hex}"
        with self._guarded():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
            self._file = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._log_ahead()
            self._file.execute("PRAGMA synchronous=NORMAL")
            for table in _TABLES:
                self._file.execute(table)
        self.beat()

    def _log_ahead(self) -> None:
        """Let others read while one writes. SQLite waits for nobody when it changes to this."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self._file.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            message = f"the cache of replies cannot be used: {error}"
            hint = "delete it, or use --no-judge-cache"
            at = At(file=str(self._path))
            raise InputError.of("unusable-cache", message, at, hint=hint) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._guarded():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")

    def get(self, key: str) -> Reply | None:
        """Return the reply to a request; None when there is none that can be read."""
        with self._guarded():
            row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            found = msgspec.json.decode(row[0], type=Reply)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
            return None
        return msgspec.structs.replace(found, cached=True)

    def put(self, key: str, reply: Reply, *, replace: bool = False) -> None:
        """Keep a reply; the first one that can be read stays, unless it is to be replaced."""
        with self._writing():
            if replace or self.get(key) is None:
                row = (key, msgspec.json.encode(reply))
                self._file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", row)

    # -- who asks --------------------------------------------------------------------------------
    def claim(self, key: str) -> bool:
        """Say that this process asks; False when another one that is alive does."""
        with self._writing():
            row = self._file.execute("SELECT owner FROM claims WHERE key = ?", (key,)).fetchone()
            if row is not None and row[0] != self._owner and self._lives(row[0]):
                return False
            self._file.execute("INSERT OR REPLACE INTO claims VALUES (?, ?)", (key, self._owner))
        return True

    def release(self, key: str) -> None:
        """Say that this process does not ask any more."""
        with self._guarded():
            row = (key, self._owner)
            self._file.execute("DELETE FROM claims WHERE key = ? AND owner = ?", row)

    def beat(self) -> None:
        """Give a sign of life."""
        with self._guarded():
            row = (self._owner, time.time())
            self._file.execute("INSERT OR REPLACE INTO owners VALUES (?, ?)", row)

    def _lives(self, owner: str) -> bool:
        row = self._file.execute("SELECT seen FROM owners WHERE owner = ?", (owner,)).fetchone()
        if row is None or abs(time.time() - row[0]) > _SILENCE:
            return False
        host, _, rest = owner.partition(" ")
        number = rest.partition(" ")[0]
        return host != socket.gethostname() or not number.isdigit() or _runs(int(number))

    def close(self) -> None:
        """Give back what is claimed and close the file."""
        try:
            self._file.execute("DELETE FROM claims WHERE owner = ?", (self._owner,))
            self._file.execute("DELETE FROM owners WHERE owner = ?", (self._owner,))
        except sqlite3.Error:
            pass  # the claims end with the process
        self._file.close()


def _make(path: Path) -> None:
    """Make a file that only we may read; raise `OSError` where others have or could have written."""
    names = (f"{path.name}{end}" for end in ("", "-wal", "-shm", "-journal"))
    found = strange(str(path.parent), *names)
    if found:
        raise PermissionError(f"other users may write to {found}, or it is no file of yours")
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _runs(number: int) -> bool:
    """Tell whether a process of this machine is alive."""
    if os.name == "nt":  # there a signal 0 would end it
        return True
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def default_path() -> Path | None:
    """Return where replies are kept: EVALSPEC_CACHE_DIR, else the user's cache folder, if any."""
    folder = home()
    return Path(folder) / "replies.sqlite" if folder else None
