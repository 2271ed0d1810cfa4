"""The page on benchmarks is one example, and its outputs are what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.worked import page, play


@pytest.mark.heavy
def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play(page("benchmarks.md"))
