"""The page on panels and debates: its judges can be asked, and its example gives what it shows."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

import evalspec
from evalspec.api.judging import Plan
from evalspec.cli import group
from evalspec.judge.config import Overrides, declared, judge_named
from evalspec.judge.server import Server, load_scenario
from evalspec.source import files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "panels.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"```\w+ (\S+)\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize(("block", "name"), [("debate", "talk"), ("panel", "script")])
def test_the_judges_of_the_page_can_be_asked(tmp_path: Path, block: str, name: str) -> None:
    (tmp_path / "judges.yaml").write_text(BLOCKS[block], "utf-8")
    known = declared({}, str(tmp_path / "judges.yaml"))
    assert judge_named(name, known, Overrides()).kind == {"talk": "debate", "script": "panel"}[name]
    Plan.of([name], known)


def test_the_worked_debate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("plan.md", "spec.yaml", "judges.yaml", "scenario.yaml"):
        Path(name).write_text(BLOCKS[name], "utf-8")
    with Server(load_scenario(Path("scenario.yaml"))) as server:
        port = str(server.server_address[1])
        Path("judges.yaml").write_text(BLOCKS["judges.yaml"].replace("8765", port), "utf-8")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        _, command = BLOCKS["commands"].splitlines()
        arguments = command.split()[1:]
        planned = CliRunner().invoke(group, [*arguments, "--dry-run"])
        assert server.counts == {}
        done = CliRunner().invoke(group, arguments)
        server.shutdown()
        thread.join()
        assert server.counts == {"reply": 6}
    assert done.stdout == BLOCKS["output"]
    assert planned.stderr == BLOCKS["plan"]
    assert done.exit_code == 1


def test_the_questions_are_those_of_the_shipped_spec() -> None:
    spec = evalspec.load(files.root() / "specs" / "script.yaml")
    asked = re.findall(r"^\| `([\w-]+)` \| \w+ \| ", PAGE, re.MULTILINE)
    assert asked == [one.id for one in spec.program.constraints if one.judge == "script"]
