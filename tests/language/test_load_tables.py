"""Parsers come out of the cache as they went in, and are built again when they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.language.tables import OPTIONS, load_parser, packaged_table
from evalspec.source import files

pytestmark = pytest.mark.heavy

TEXT = 'each day: sum(fat) <= 90 g and contains any of ["a", "b"]'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    return tmp_path / "grammars"


def test_a_loaded_parser_parses_the_same(folder: Path) -> None:
    built = load_parser("constraint.lark")
    assert [path.name for path in folder.iterdir()] == ["constraint.lark"]
    loaded = load_parser("constraint.lark")
    assert loaded.source_path == "<deserialized>"
    assert loaded.parse(TEXT, start="start") == built.parse(TEXT, start="start")


@pytest.mark.parametrize("body", [b"", b"\xff", b"\x92\x80\x80", b"[1, 2]"])
def test_a_damaged_table_is_built_again(folder: Path, body: bytes) -> None:
    from zlib import crc32

    load_parser("constraint.lark")
    (entry,) = folder.iterdir()
    stamp = entry.read_bytes().split(b" ")[0]
    entry.write_bytes(stamp + b" %d\n" % crc32(body) + body)
    parser = load_parser("constraint.lark")
    assert parser.source_path != "<deserialized>"
    assert parser.parse(TEXT, start="start").data


def test_a_packaged_table_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grammars = folder / "packaged"
    grammars.mkdir(parents=True)
    built = load_parser("constraint.lark")
    (folder / "constraint.lark").unlink()
    for name in OPTIONS:
        (grammars / f"{name}.table").write_bytes(packaged_table(name))
        (grammars / name).write_text(files.grammar(name).read_text())
    monkeypatch.setattr(files, "grammar", lambda name: grammars / name)
    loaded = load_parser("constraint.lark")
    assert loaded.source_path == "<deserialized>"
    assert loaded.parse(TEXT, start="start") == built.parse(TEXT, start="start")
    (grammars / "constraint.lark").write_text((grammars / "constraint.lark").read_text() + "\n")
    assert load_parser("constraint.lark").source_path != "<deserialized>"
