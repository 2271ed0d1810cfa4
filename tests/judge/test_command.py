"""Judges on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.cli.progress import Progress
from evalspec.source import files
from tests.judge.endpoint import Endpoint, serving

SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - The meal plan must be for 2 days.
  - text: There is no luxury in any meal.
    judge: local
judges:
  local: {model: m, base_url: URL}
  other: {kind: few-shot, model: m, base_url: URL, price: {input: 1, output: 2}}
"""


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    with serving(
        tmp_path_factory.mktemp("command"), 'replies: [{reply: "No meat.\\n{marker}\\nyes"}]'
    ) as found:
        yield found


@pytest.fixture
def spec(tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC.replace("URL", endpoint.url))
    return path


def check(spec: Path, *options: str) -> Result:
    response = files.root() / "specs" / "examples" / "meal.md"
    return CliRunner().invoke(
        group, ["check", str(response), "--spec", str(spec), *options], standalone_mode=False
    )


def test_an_endpoint_is_played_for_whoever_asks(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("replies: [{reply: yes it is}]\n")
    command = [sys.executable, "-m", "evalspec", "serve", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        try:
            body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Is it?"}]})
            asked = urllib.request.Request(f"{url}/chat/completions", body.encode())
            reply, counts, bill = (
                json.loads(urllib.request.urlopen(one).read())
                for one in (asked, f"{url}/counts", f"{url}/bill")
            )
        finally:
            process.kill()
    assert reply["choices"][0]["message"]["content"] == "yes it is"
    assert counts == {"reply": 1}
    assert bill == {"requests": 1, "tokens_in": 1, "tokens_out": 2}


def test_nothing_is_asked_unless_a_judge_is_named(spec: Path, endpoint: Endpoint) -> None:
    before = endpoint.counts()
    assert "1 satisfied, 1 undetermined" in check(spec).output
    assert "1 satisfied, 1 undetermined" in check(spec, "--no-llm").output
    assert endpoint.counts() == before


def test_a_judge_decides_what_is_open(spec: Path) -> None:
    done = check(spec, "--judge", "local")
    assert "2 satisfied" in done.output
    assert "[local]" in done.output
    assert "judges: 1 calls, 0 from the cache" in done.stderr
    assert "judges: 0 calls, 1 from the cache" in check(spec, "--judge", "local").stderr


def test_both_show_each_other(spec: Path) -> None:
    done = check(spec, "--judge", "other", "--both", "-f", "json")
    verdicts = json.loads(done.stdout)["reports"][0]["verdicts"]
    assert [v["method"] for v in verdicts] == ["symbolic", "judge"]
    assert [v["also"][0]["method"] for v in verdicts] == ["judge", "symbolic"]
    assert verdicts[0]["also"][0]["judgement"]["judge"] == "other"
    assert "cost 0." in done.stderr


def test_a_dry_run_leaves_the_verdicts_of_the_rules(spec: Path, endpoint: Endpoint) -> None:
    before = endpoint.counts()
    done = check(spec, "--judge", "other", "--both", "--dry-run", "--no-judge-cache")
    assert "1 satisfied, 1 undetermined" in done.output
    assert done.stderr.startswith("dry run: 2 calls, 0 from the cache, about ")
    assert "cost at most 0." in done.stderr
    assert endpoint.counts() == before


def test_a_transcript_is_replayed(spec: Path, tmp_path: Path, endpoint: Endpoint) -> None:
    path = str(tmp_path / "transcript.jsonl")
    first = check(spec, "--judge", "local", "--record", path)
    before = endpoint.counts()
    assert check(spec, "--judge", "local", "--replay", path).stdout == first.stdout
    assert endpoint.counts() == before
    missing = check(spec, "--judge", "other", "--replay", path)
    assert "has no reply of m to" in str(missing.exception)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--both",), "--both needs --judge NAME"),
        (("--judge-only",), "--judge-only needs --judge NAME"),
        (("--max-cost", "1"), "--max-cost needs --judge NAME"),
        (("--judge", "local", "--no-llm"), "--no-llm asks no judge"),
        (("--judge", "local", "--both", "--judge-only"), "exclude each other"),
        (("--judge", "local", "--record", "a", "--replay", "b"), "exclude each other"),
        (("--judge", "locl"), "no judge is named 'locl' (declared: local, other)"),
        (("--judge", "local", "--max-cost", "much"), "'much' is not an amount"),
        (("--judge", "local", "--max-cost", "1"), "judge 'local' has no `price:`"),
        (("--judge", "local", "--replay", "/nowhere/t.jsonl"), "cannot be read"),
        (("--judge", "local", "--record", "/nowhere/t.jsonl"), "cannot write"),
        (("--judge", "local", "--judges", "/nowhere/judges.yaml"), "no such file"),
    ],
)
def test_options_that_make_no_sense(spec: Path, options: tuple[str, ...], message: str) -> None:
    done = check(spec, *options)
    assert message in str(done.exception)


def test_a_price_that_only_the_spec_gives_is_shown(
    spec: Path, tmp_path: Path, endpoint: Endpoint
) -> None:
    done = check(spec, "--judge", "other", "--max-cost", "1")
    assert "'other' is priced by its spec alone: 1 in, 2 out, a million tokens" in done.stderr
    own = tmp_path / "judges.yaml"
    price = "price: {input: 1, output: 2}"
    own.write_text(f"judges: {{other: {{model: m, base_url: '{endpoint.url}', {price}}}}}")
    done = check(spec, "--judge", "other", "--max-cost", "1", "--judges", str(own))
    assert "priced by" not in done.stderr


def test_judges_of_a_file_win(spec: Path, tmp_path: Path, endpoint: Endpoint) -> None:
    path = tmp_path / "judges.yaml"
    path.write_text(f"judges: {{local: {{kind: few-shot, model: n, base_url: '{endpoint.url}'}}}}")
    done = check(spec, "--judge", "local", "--judges", str(path), "-v")
    assert "judged by local (n, few-shot@1, few-shot)" in done.output


def test_faults_of_a_judges_file_are_named(spec: Path, tmp_path: Path) -> None:
    path = tmp_path / "judges.yaml"
    path.write_text("judges:\n  local: {kind: oracle, key: sk-123, base_url: localhost}\n")
    done = check(spec, "--judge", "local", "--judges", str(path))
    for word in ("oracle", "environment variable", "a URL such as"):
        assert word in str(done.exception)
    assert f"{path}:2" in str(done.exception)


def test_the_prompt_of_a_judge_stands_beside_its_file(spec: Path, tmp_path: Path) -> None:
    shipped = files.find("prompts", "zero-shot", None)
    assert shipped is not None
    (tmp_path / "mine.yaml").write_text(
        shipped.read_text("utf-8").replace("prompt: zero-shot", "prompt: mine"), "utf-8"
    )
    content = spec.read_text("utf-8").replace("local: {", "local: {prompt: mine.yaml, ")
    spec.write_text(content, "utf-8")
    done = check(spec, "--judge", "local", "-v")
    assert "judged by local (m, mine@1, zero-shot)" in done.output


def test_a_judge_that_disagrees_is_named_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path, 'replies: [{reply: "Not so.\\n{marker}\\nno"}]') as contrary:
        path = tmp_path / "spec.yaml"
        path.write_text(SPEC.replace("URL", contrary.url))
        done = check(path, "--judge", "local", "--both", "--judge-url", contrary.url)
    assert done.stdout.splitlines()[-2:] == [
        "1 satisfied, 1 unsatisfied",
        "local disagrees on 1: c1",
    ]


def test_progress_is_shown_where_somebody_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = iter(["1 reply", "2 replies", *["3 replies"] * 1000])
    with Progress(False, lambda: next(said)):
        pass
    assert capsys.readouterr().err == ""
    with Progress(True, lambda: next(said), keep=True):
        pass
    assert capsys.readouterr().err.endswith("1 reply\n")
