"""What the page on judges shows is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalspec.core.verdict import Reason
from evalspec.judge.client import MOST_BYTES
from evalspec.judge.config import Judge, Overrides, declared, judge_named
from evalspec.judge.server import FAULTS, load_scenario
from evalspec.source import files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "judges.md").read_text("utf-8")
EXAMPLES = files.root() / "specs" / "examples" / "judges"


def _judges(tmp_path: Path) -> Path:
    found = re.search(r"```yaml judges\n(.*?)```", PAGE, re.DOTALL)
    assert found
    path = tmp_path / "judges.yaml"
    path.write_text(found[1], "utf-8")
    return path


def test_the_judges_of_the_page_can_be_asked(tmp_path: Path) -> None:
    known = declared({}, str(_judges(tmp_path)))
    made = {name: judge_named(name, known, Overrides()) for name in known}
    assert [member.name for member in made["panel"].members] == ["local", "hosted", "careful"]
    assert made["hosted"].price is not None


def test_the_shipped_judges_can_be_asked() -> None:
    known = declared({}, str(EXAMPLES / "judges.yaml"))
    assert {judge_named(name, known, Overrides()).kind for name in known} == {
        "zero-shot", "vote", "extract", "jury",
    }  # fmt: skip
    assert load_scenario(EXAMPLES / "scenario.yaml").replies


@pytest.mark.parametrize("reason", [r.value for r in Reason if r.value.startswith("judge-")])
def test_every_reason_is_explained(reason: str) -> None:
    assert f"| `{reason}` |" in PAGE


def test_the_figures_are_those_of_the_code() -> None:
    judge = Judge("j", "zero-shot")
    for text in (f"({judge.timeout:g} s unless set)", f"({judge.longest_wait:g} s unless set)",
                 f"`retries` ({judge.retries})", f"larger than {MOST_BYTES // 1_000_000} MB",
                 *(f"`{fault}`" for fault in FAULTS)):  # fmt: skip
        assert text in PAGE
