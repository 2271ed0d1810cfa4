"""Word lists are read from the cache folder only while they say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.source import files, shipped


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a word list of its own, and an empty cache folder."""
    path = tmp_path / "words.yaml"
    path.write_text("words: [one, two]\n", encoding="utf-8")
    monkeypatch.setattr(files, "grammar", lambda name: path)
    monkeypatch.setenv("EVALSPEC_CACHE", "1")
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    return path


def read() -> object:
    """Read the list as another process would."""
    shipped.table.cache_clear()
    try:
        return shipped.table("words.yaml")
    finally:
        shipped.table.cache_clear()


def test_a_changed_list_is_read_anew(listed: Path) -> None:
    assert read() == read() == {"words": ["one", "two"]}
    listed.write_text("words: [one, six]\n", encoding="utf-8")
    assert read() == {"words": ["one", "six"]}


def test_a_damaged_entry_is_as_good_as_none(listed: Path, tmp_path: Path) -> None:
    read()
    (entry,) = (tmp_path / "cache" / "grammars").iterdir()
    entry.write_bytes(entry.read_bytes()[:-4])
    assert read() == {"words": ["one", "two"]}
