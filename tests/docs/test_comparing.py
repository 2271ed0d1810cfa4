"""The page on comparing: its files are written, its commands run, their output is as it stands."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.docs.worked import BLOCK, ROOT, check, page, play

PAGE = page("comparing.md")
DATA = Path(os.environ.get("EVALSPEC_DATA", ROOT.parent / "shared" / "data"))


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play(PAGE)


@pytest.mark.heavy
def test_recorded_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (DATA / "structflow").exists():
        pytest.skip(f"the recorded verdicts are not in {DATA}; set EVALSPEC_DATA")
    monkeypatch.chdir(tmp_path)
    Path("data").symlink_to(DATA)
    (body,) = [body for kind, name, body in BLOCK.findall(PAGE) if name == "shared"]
    check(body)
    violations = re.findall(r"rules unsatisfied +(\d+) +(\d+)", body)
    assert violations == [("326", "122")]
    assert "Of 448 violations that the rules count,\nthe judge passed 326" in PAGE
