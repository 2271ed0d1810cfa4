"""Replies kept in SQLite: what was answered once is never asked again, by any process."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.judge.exchange import Reply
from evalspec.source.cache import home

_PATIENCE = 30.0
"""Seconds to wait for another process that writes."""


class ReplyCache:
    """The replies of one file. Only replies of an endpoint are kept, never failures."""

    def __init__(self, path: Path) -> None:
        """Open a file, which is made when it is missing. Raises `InputError` when it cannot be."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply BLOB NOT NULL)"
                " WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            at = At(file=str(path))
            message = f"the cache of replies cannot be used: {error}"
            raise InputError([Problem("unusable-cache", message, at)]) from error

    def get(self, key: str) -> Reply | None:
        """Return the reply to a request; None when there is none."""
        row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            found = msgspec.json.decode(row[0], type=Reply)
        except msgspec.DecodeError:
            return None
        return msgspec.structs.replace(found, cached=True)

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply; the first one stays."""
        row = (key, msgspec.json.encode(reply))
        self._file.execute("INSERT OR IGNORE INTO replies VALUES (?, ?)", row)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def default_path() -> Path | None:
    """Return where replies are kept: EVALSPEC_CACHE_DIR, else the user's cache folder, if any."""
    folder = home()
    return Path(folder) / "replies.sqlite" if folder else None
