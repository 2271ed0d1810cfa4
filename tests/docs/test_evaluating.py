"""The page on who decides is one example, against a scripted endpoint; its outputs are what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.worked import page, play
from tests.judge.endpoint import serving

REPLIES = """replies:
  - {when: "(?s)Snow again.*constraint:\\\\s+(it names|Name) a colour", reply: "None.\\n{marker}\\nno"}
  - {when: "(?s)Snow again.*constraint:\\\\s+it answers the question", reply: "No answer.\\n{marker}\\nno"}
  - {when: "(?s)seats were.*constraint:\\\\s+it asks a question", reply: "Nothing.\\n{marker}\\nno"}
  - {when: "constraint:\\\\s+it answers the question", reply: "It does.\\n{marker}\\nyes"}
  - {when: "(?s)Dear friend.*constraint:\\\\s+Use at most", reply: "I count 64 words.\\n{marker}\\nno"}
  - {reply: "It does.\\n{marker}\\nyes"}
"""


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path, REPLIES) as endpoint:
        monkeypatch.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
        play(page("evaluating.md"))
