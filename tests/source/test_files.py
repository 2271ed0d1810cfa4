"""Packaged files are found by name, others by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalspec.source import files, schema, yaml


def test_shipped_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = files.find("vocabularies", "meal-plan", None)
    assert path is not None
    assert files.display(path) == "specs/vocabularies/meal-plan.yaml"
    assert files.locate("specs/vocabularies/meal-plan.yaml") == path
    assert files.packaged(path)


def test_path_is_relative_to_its_base(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("vocabulary: 1\n")
    assert files.find("vocabularies", "mine.yaml", tmp_path) == tmp_path / "mine.yaml"
    assert files.find("vocabularies", "mine", tmp_path) is None
    assert not files.packaged(tmp_path / "mine.yaml")


def test_a_file_next_to_the_spec_does_not_change_a_bare_name(tmp_path: Path) -> None:
    (tmp_path / "text.yaml").write_text("vocabulary: 1\n")
    assert files.find("vocabularies", "text", tmp_path) == files.find("vocabularies", "text", None)


def test_odd_names_are_unknown() -> None:
    for name in ("", ".", "..", "../rules/text", "a/b", "a\0b", "x" * 5000, "no such"):
        assert files.find("vocabularies", name, None) is None


def test_shipped_files_fit_their_schemas() -> None:
    kinds = {"vocabularies": schema.VOCABULARY, "policies": schema.POLICY, "rules": schema.RULES}
    for folder, part in kinds.items():
        assert files.names(folder)
        for name in files.names(folder):
            path = files.find(folder, name, None)
            assert path is not None
            assert schema.check(yaml.read_file(path), part) == []
