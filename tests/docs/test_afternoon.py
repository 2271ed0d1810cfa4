"""The page on an afternoon is one example, against the shipped scenario; its outputs are what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.worked import BLOCK, ROOT, page, play
from tests.judge.endpoint import MARKER, serving

EXAMPLES = ROOT / "specs" / "examples" / "bench"
REPLIES = (EXAMPLES / "scenario.yaml").read_text("utf-8").replace(MARKER, "")


@pytest.mark.heavy
def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path, REPLIES) as endpoint:
        monkeypatch.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
        play(page("afternoon.md"))


def test_the_page_begins_as_the_example_does() -> None:
    shown = {name: body for _, name, body in BLOCK.findall(page("afternoon.md")) if name}
    assert shown["tours.md"] == (EXAMPLES / "tours.md").read_text("utf-8")
    assert shown["judges.yaml"] in (EXAMPLES / "judges.yaml").read_text("utf-8")
