"""The cache among other users: nothing is read that somebody else may have written, nothing hangs."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from evalspec.source import cache

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")

OURS = cache.stamp("mark", b"ours")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    cache.store_bytes("things", "entry", "mark", b"ours")
    assert cache.lookup_bytes("things", "entry", "mark") == b"ours"
    return tmp_path / "cache" / "things"


def _link(entry: Path) -> None:
    entry.rename(entry.with_name("other"))
    entry.symlink_to("other")


def _pipe(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)


def _folder(entry: Path) -> None:
    entry.unlink()
    entry.mkdir()


def _linked_folder(entry: Path) -> None:
    entry.parent.rename(entry.parent.with_name("other"))
    entry.parent.symlink_to("other")


NOT_OURS: dict[str, Callable[[Path], object]] = {
    "the entry is a link": _link,
    "the entry is a pipe": _pipe,
    "the entry is a folder": _folder,
    "the entry may be written by a group": lambda entry: entry.chmod(0o660),
    "the entry may be written by all": lambda entry: entry.chmod(0o666),
    "the folder is a link": _linked_folder,
    "the folder may be written by a group": lambda entry: entry.parent.chmod(0o770),
    "the folder may be written by all": lambda entry: entry.parent.chmod(0o777),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_what_is_not_ours_is_not_read(name: str, folder: Path) -> None:
    NOT_OURS[name](folder / "entry")
    found: list[bytes | None] = []
    reading = threading.Thread(
        target=lambda: found.append(cache.lookup_bytes("things", "entry", "mark")), daemon=True
    )
    reading.start()
    reading.join(30)
    assert found == [None]


@pytest.mark.parametrize("part", ["folder", "entry"])
def test_what_belongs_to_somebody_else(
    part: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = os.geteuid()
    if part == "folder":
        monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    else:
        answers = iter([me, me + 1])
        monkeypatch.setattr(os, "geteuid", lambda: next(answers))
    assert cache.lookup_bytes("things", "entry", "mark") is None


def test_a_link_at_the_entry_is_replaced_not_written_through(folder: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (folder / "entry").unlink()
    (folder / "entry").symlink_to(precious)
    cache.store_bytes("things", "entry", "mark", b"new")
    assert precious.read_text() == "mine"
    assert cache.lookup_bytes("things", "entry", "mark") == b"new"


def test_nothing_is_written_into_a_folder_of_others(folder: Path) -> None:
    folder.chmod(0o777)
    cache.store_bytes("things", "other", "mark", b"new")
    assert [path.name for path in folder.iterdir()] == ["entry"]


def test_modes_of_what_is_written(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "entry").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.store_bytes("things", "entry", "mark", b"new")
    assert [path.name for path in folder.iterdir()] == ["entry"]
    assert cache.lookup_bytes("things", "entry", "mark") == b"ours"


def test_what_an_ended_process_left_is_removed(folder: Path) -> None:
    old, young = folder / ".writing-1", folder / ".writing-2"
    for path in (old, young):
        path.write_bytes(b"half")
    hours_ago = time.time() - 9_000
    os.utime(old, (hours_ago, hours_ago))
    cache.store_bytes("things", "entry", "mark", b"new")
    assert sorted(path.name for path in folder.iterdir()) == [".writing-2", "entry"]


@pytest.mark.parametrize("home", ["", "relative"])
def test_no_home(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from evalspec.judge.cache import default_path

    monkeypatch.chdir(tmp_path)
    for name in ("EVALSPEC_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home)
    cache.store_bytes("things", "entry", "mark", b"new")
    assert cache.lookup_bytes("things", "entry", "mark") is None
    assert default_path() is None
    assert list(tmp_path.iterdir()) == []
