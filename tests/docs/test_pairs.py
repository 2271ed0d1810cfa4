"""The page on pairs is one example, and its outputs are what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.worked import page, play


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play(page("pairs.md"))
