"""The compile cache: a hit only while nothing an entry rests on has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evalspec.core.errors import SpecError
from evalspec.language import load
from evalspec.language.program import Program
from evalspec.source import cache

SPEC = "evalspec: 1\nvocabulary: mine.yaml\nconstraints:\n  - check: words >= 3\n"
VOCABULARY = "vocabulary: 1\nextends: [text]\nranks: {lab: {level: 30, words: [lab]}}\n"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("EVALSPEC_CACHE", raising=False)
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "mine.yaml").write_text(VOCABULARY)
    return tmp_path / "spec.yaml"


def hit(spec: Path) -> Program | None:
    return cache.lookup(str(spec), spec.read_bytes(), Program)


def entry(spec: Path) -> Path:
    (found,) = (spec.parent / "cache" / "specs").iterdir()
    return found


def test_second_load_is_the_same_program(spec: Path) -> None:
    first = load.load_program(spec)
    assert hit(spec) == first
    assert load.load_program(spec) == first
    assert load.load_program(spec, cache=False) == first


def test_a_change_of_the_spec_is_a_miss(spec: Path) -> None:
    load.load_program(spec)
    spec.write_text(SPEC.replace("3", "4"))
    assert hit(spec) is None
    assert load.load_program(spec).constraints[0].canonical == "words >= 4"


def test_a_change_of_a_vocabulary_is_a_miss(spec: Path) -> None:
    load.load_program(spec)
    mine = spec.parent / "mine.yaml"
    mine.write_text(VOCABULARY.replace("[lab]", "[lob]"))
    os.utime(mine, ns=(1, 1))
    assert hit(spec) is None
    assert load.load_program(spec).lexicon.ranks["lab"].words == ("lab", "lob")


def test_a_touched_vocabulary_is_a_hit(spec: Path) -> None:
    load.load_program(spec)
    os.utime(spec.parent / "mine.yaml", ns=(1, 1))
    assert hit(spec) is not None


def test_a_missing_vocabulary_is_a_miss(spec: Path) -> None:
    load.load_program(spec)
    (spec.parent / "mine.yaml").unlink()
    assert hit(spec) is None


def test_other_code_is_a_miss(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load.load_program(spec)
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    assert hit(spec) is None


@pytest.mark.parametrize("damage", ["", "{", "cut", "flip", "foreign", "bytes"])
def test_a_damaged_entry_is_built_again(spec: Path, damage: str) -> None:
    program = load.load_program(spec)
    content = entry(spec).read_bytes()
    contents = {
        "cut": content[:-10],
        "flip": content.replace(b'"words"', b'"wordz"'),
        "foreign": b'{"version": 1}\n{}',
        "bytes": b"\xff\x00" * 99,
    }
    entry(spec).write_bytes(contents.get(damage, damage.encode()))
    assert hit(spec) is None
    assert load.load_program(spec) == program
    assert hit(spec) == program


def test_the_cache_can_be_off(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE", "0")
    load.load_program(spec)
    assert not (spec.parent / "cache").exists()


def test_an_unwritable_folder_is_skipped(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (spec.parent / "file").write_text("")
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(spec.parent / "file"))
    assert load.load_program(spec).constraints[0].canonical == "words >= 3"


def test_old_entries_are_removed(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for number in range(6):
        other = spec.parent / f"spec{number}.yaml"
        other.write_text(SPEC)
        load.load_program(other)
    assert len(list((spec.parent / "cache" / "specs").iterdir())) == 3


def test_an_invalid_spec_is_not_cached(spec: Path) -> None:
    spec.write_text(SPEC + "x: 1\n")
    for _ in range(2):
        with pytest.raises(SpecError):
            load.load_program(spec)
    assert not (spec.parent / "cache").exists()


def test_a_warm_load_imports_nothing_heavy(spec: Path) -> None:
    load.load_program(spec)
    code = (
        "import sys\nfrom evalspec.language.load import load_program\n"
        f"load_program({str(spec)!r})\n"
        "heavy = 'yaml lark jsonschema pint hashlib difflib pathlib evalspec.language.lower'\n"
        "print([name for name in heavy.split() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
