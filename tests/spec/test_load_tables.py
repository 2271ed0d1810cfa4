"""Parsers come out of the cache as they went in, and are built again when they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.spec.tables import load_parser

OPTIONS = {"maybe_placeholders": True, "propagate_positions": True}
TEXT = 'each day: sum(fat) <= 90 g and contains any of ["a", "b"]'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    return tmp_path / "grammars"


def test_a_loaded_parser_parses_the_same(folder: Path) -> None:
    built = load_parser("constraint.lark", **OPTIONS)
    assert [path.name for path in folder.iterdir()] == ["constraint.lark"]
    loaded = load_parser("constraint.lark", **OPTIONS)
    assert loaded.source_path == "<deserialized>"
    assert loaded.parse(TEXT) == built.parse(TEXT)


@pytest.mark.parametrize("body", [b"", b"\xff", b"\x92\x80\x80", b"[1, 2]"])
def test_a_damaged_table_is_built_again(folder: Path, body: bytes) -> None:
    from zlib import crc32

    load_parser("constraint.lark", **OPTIONS)
    (entry,) = folder.iterdir()
    stamp = entry.read_bytes().split(b" ")[0]
    entry.write_bytes(stamp + b" %d\n" % crc32(body) + body)
    parser = load_parser("constraint.lark", **OPTIONS)
    assert parser.source_path != "<deserialized>"
    assert parser.parse(TEXT).data
