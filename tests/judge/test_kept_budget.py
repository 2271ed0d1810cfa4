"""What judges cost is counted on when a run goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from tests.judge.endpoint import serving

SPEC = "evalspec: 1\nconstraints: [{id: warm, text: It feels warm., judge: zero-shot}]\n"


def _run(url: str, *more: str) -> Result:
    arguments = ["run", "d.jsonl", "--spec", "spec.yaml", "-o", "out/", "--judge", "zero-shot",
                 "--judge-url", url, "--judge-model", "m", "--no-judge-cache",
                 "--judge-concurrency", "1", *more]  # fmt: skip
    return CliRunner().invoke(group, arguments)


def test_a_limit_holds_over_runs_that_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("spec.yaml").write_text(SPEC)
    Path("d.jsonl").write_text(
        "".join(json.dumps({"response": f"Soup {n}"}) + "\n" for n in range(6))
    )
    with serving(tmp_path, r'replies: [{reply: "{marker}: yes"}]') as endpoint:
        assert _run(endpoint.url, "--max-calls", "4").exit_code == 0
        assert endpoint.bill()["requests"] == 4
        assert json.loads(Path("out/spent.json").read_text())["calls"] == 4
        for path in Path("out").glob("part-*"):
            path.unlink()
        assert _run(endpoint.url, "--max-calls", "5").exit_code == 0
        assert endpoint.bill()["requests"] == 5
    Path("out/spent.json").write_text("{}")
    assert "cannot be read" in str(_run("http://127.0.0.1:9").exception)
