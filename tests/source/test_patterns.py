"""Compiled patterns between processes: the same patterns come back, whatever the file holds."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from evalspec.core import regex
from evalspec.source import patterns


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    monkeypatch.setattr(regex, "_asked", {})
    monkeypatch.setattr(regex, "_ready", {})
    return tmp_path / "patterns" / "patterns.bin"


def stated() -> list[tuple[str, int]]:
    """Return every pattern that a loaded module of the project states."""
    modules = [m for name, m in list(sys.modules.items()) if name.startswith("evalspec.")]
    lazy = {v for m in modules for v in vars(m).values() if isinstance(v, regex._Lazy)}
    return sorted({(pattern.pattern, int(pattern.flags)) for pattern in lazy})


def test_every_stated_pattern_comes_back_equal(stored: Path) -> None:
    import evalspec.check.patterns
    import evalspec.document.read  # noqa: F401

    assert len(stated()) > 50
    for text, flags in stated():
        regex.compiled(text, flags)
    patterns.save()
    patterns.load()
    for text, flags in stated():
        made = regex._ready[text, flags]
        assert regex._restored(text, made) == re.compile(text, flags)


def test_groups_keep_their_names(stored: Path) -> None:
    text = r"(?P<day>\d+)-(?P<month>[a-z]+)(x)?"
    regex.compiled(text, re.IGNORECASE)
    patterns.save()
    patterns.load()
    found = regex.compiled(text, re.IGNORECASE).fullmatch("12-MAY")
    assert found is not None
    assert found.groupdict() == {"day": "12", "month": "MAY"}
    assert found.lastgroup == "month"


def test_only_what_is_new_is_written(stored: Path) -> None:
    regex.compiled("first")
    patterns.save()
    before = stored.stat().st_mtime_ns
    patterns.load()
    regex._asked.clear()
    assert regex.compiled("first").match("first")
    patterns.save()
    assert stored.stat().st_mtime_ns == before
    regex.compiled("second")
    patterns.save()
    patterns.load()
    assert set(regex._ready) == {("first", 0), ("second", 0)}


@pytest.mark.parametrize("damage", [b"", b"x", b"another-python 0\n\x90"])
def test_a_damaged_or_foreign_file_is_as_good_as_none(stored: Path, damage: bytes) -> None:
    regex.compiled("a+")
    patterns.save()
    stored.write_bytes(damage)
    patterns.load()
    assert regex.compiled("a+").fullmatch("aaa")
    patterns.save()
    patterns.load()
    assert ("a+", 0) in regex._ready


@pytest.mark.parametrize("code", [b"", b"\x01", b"\xff" * 64])
def test_code_that_is_unsound_is_compiled_anew(stored: Path, code: bytes) -> None:
    regex.use({("a+", 0): (32, code, 0, {}, [None])})
    assert regex.compiled("a+").fullmatch("aaa")


def test_nothing_is_kept_without_a_cache(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE", "0")
    regex.compiled("a+")
    patterns.save()
    assert not stored.exists()


def test_a_pattern_of_half_surrogates_is_kept(stored: Path) -> None:
    text = "[\ud800-\udfff]"
    regex.compiled(text)
    patterns.save()
    patterns.load()
    assert regex._restored(text, regex._ready[text, 0]) == re.compile(text)
