"""Parsers come out of the cache as they went in, and are built again when they do not."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest
from lark import Lark

from evalspec.language.tables import OPTIONS, load_parser, packaged_table
from evalspec.source import files

pytestmark = pytest.mark.heavy

TEXT = 'each day: sum(fat) <= 90 g and contains any of ["a", "b"]'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    return tmp_path / "grammars"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lark, bytes]:
    """Build a parser; return it with the table that is kept of it."""
    kept = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("EVALSPEC_CACHE_DIR", str(kept))
        patched.delenv("EVALSPEC_CACHE", raising=False)
        parser = load_parser("constraint.lark")
    (entry,) = (kept / "grammars").iterdir()
    assert entry.name == "constraint.lark"
    return parser, entry.read_bytes()


def test_a_loaded_parser_parses_the_same(folder: Path, built: tuple[Lark, bytes]) -> None:
    parser, table = built
    folder.mkdir()
    (folder / "constraint.lark").write_bytes(table)
    loaded = load_parser("constraint.lark")
    assert loaded.source_path == "<deserialized>"
    assert loaded.parse(TEXT, start="start") == parser.parse(TEXT, start="start")


@pytest.mark.parametrize("body", [b"", b"\xff", b"\x92\x80\x80", b"[1, 2]"])
def test_a_damaged_table_is_built_again(
    folder: Path, body: bytes, built: tuple[Lark, bytes]
) -> None:
    stamp = built[1].split(b" ")[0]
    folder.mkdir()
    (folder / "constraint.lark").write_bytes(stamp + b" %d\n" % crc32(body) + body)
    parser = load_parser("constraint.lark")
    assert parser.source_path != "<deserialized>"
    assert parser.parse(TEXT, start="start").data


def test_a_packaged_table_is_used(
    folder: Path, built: tuple[Lark, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    grammars = folder / "packaged"
    grammars.mkdir(parents=True)
    for name in OPTIONS:
        (grammars / f"{name}.table").write_bytes(packaged_table(name))
        (grammars / name).write_text(files.grammar(name).read_text())
    monkeypatch.setattr(files, "grammar", lambda name: grammars / name)
    loaded = load_parser("constraint.lark")
    assert loaded.source_path == "<deserialized>"
    assert loaded.parse(TEXT, start="start") == built[0].parse(TEXT, start="start")
    (grammars / "constraint.lark").write_text((grammars / "constraint.lark").read_text() + "\n")
    assert load_parser("constraint.lark").source_path != "<deserialized>"
