"""Keys in no file and no stream, endpoints that will never answer, redirects, caches."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import evalspec
from evalspec.api.judging import Bench, Plan, judged_reports
from evalspec.cli import group
from evalspec.core.case import Case
from evalspec.core.errors import InputError, SpecError
from evalspec.core.secrets import redacted
from evalspec.core.verdict import Outcome, Reason
from evalspec.core.visible import visible
from evalspec.judge.cache import ReplyCache
from evalspec.judge.config import Overrides, judge_named, of_spec
from evalspec.judge.session import Options
from tests.judge.endpoint import Endpoint, serving
from tests.judge.test_session import YES, judge, judged

KEY = "very+secret/4711=="
FORMS = [KEY, quote(KEY, safe=""), b64encode(KEY.encode()).decode(), KEY.replace("/", "\\/")]
SPEC = """evalspec: 1
constraints: [{text: It should feel warm., id: warm}, {text: It should feel calm., id: calm}]
judges: {local: {model: m, base_url: URL, retries: 0}}
"""


def stored(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


# -- keys ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "scenario",
    [
        YES
        + 'faults: [{fault: error, rate: 1, status: 401, message: "bad key {authorization} given"}]',
        YES
        + f'faults: [{{fault: error, rate: 1, status: 500, message: "{"x" * 190} {{authorization}}"}}]',
        f"replies: [{{reply: {json.dumps(f'You sent {FORMS}.')}}}]",
        f"replies: [{{reply: {json.dumps('It is warm.')}, finish: {json.dumps(KEY)}}}]",
    ],
)
def test_a_key_is_in_no_file_and_no_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    monkeypatch.setenv("EVALSPEC_JUDGE_KEY", KEY)
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "out"))
    (tmp_path / "out").mkdir()
    (tmp_path / "response.md").write_text(f"My key is {KEY}.\n")
    outputs = [
        f"{form}:{tmp_path / 'out' / form}"
        for form in ("csv", "markdown", "junit", "sarif", "github")
    ]
    with serving(tmp_path, scenario) as endpoint:
        (tmp_path / "spec.yaml").write_text(SPEC.replace("URL", endpoint.url))
        done = CliRunner().invoke(group, [
            "check", str(tmp_path / "response.md"), "--spec", str(tmp_path / "spec.yaml"), "--judge", "local",
            "--judge-only", "-v", "-f", "text", "-f", f"json:{tmp_path / 'out' / 'json'}",
            "-f", f"html:{tmp_path / 'out' / 'html'}", *(o for one in outputs for o in ("-f", one)),
            "--judge-url", endpoint.url, "--record", str(tmp_path / "out" / "transcript.jsonl"),
        ])  # fmt: skip
    assert done.exit_code in (0, 1, 3)
    told = done.output + str(done.exception) + stored(tmp_path / "out").decode("utf-8", "replace")
    page = (tmp_path / "out" / "html").read_text()  # shows the user's own response, nothing else
    assert page.count(KEY) == 1
    for form in FORMS:
        assert told.replace(page, "").count(form) == 0


@given(st.text(alphabet="abcXYZ019+/=_-.", min_size=8, max_size=40), st.text(), st.text())
def test_a_key_is_hidden_wherever_it_stands(key: str, before: str, after: str) -> None:
    for form in (key, quote(key, safe=""), json.dumps(key)):
        assert key not in redacted(f"{before} {form} {after}".replace(key, form), [key])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "Incorrect API key provided: sk-proj-abc123DEF456ghi789",
            "Incorrect API key provided: [key]",
        ),
        ("Authorization: Bearer abc.def-123456", "Authorization: Bearer [key]"),
        ("key=AIzaSyA1234567890abcdefghij", "key=[key]"),
        ("token eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ", "token [key]"),
        ("http://user:pass123@host/v1", "http://[key]@host/v1"),
        (
            "a sketch of risk-taking and ask-me-anything",
            "a sketch of risk-taking and ask-me-anything",
        ),
        ("key: EXAMPLE_API_KEY", "key: EXAMPLE_API_KEY"),
    ],
)
def test_what_looks_like_a_key_is_hidden(text: str, shown: str) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize(
    "given", [{"key": "sk_live_abcdef1234567890"}, {"key": "AIzaSyA1234567890abcdefghij"},
              {"base_url": "http://me:hunter22@host/v1"}]
)  # fmt: skip
def test_a_key_written_where_its_name_belongs_is_not_shown(
    tmp_path: Path, given: dict[str, str]
) -> None:
    known = {"local": {"model": "m", "base_url": "http://127.0.0.1:9/v1", **given}}
    with pytest.raises(InputError) as caught:
        judged(judge_named("local", known, Overrides()), range(1), Options())
    assert given.get("key", "hunter22") not in str(caught.value)


# -- where a spec may send what ----------------------------------------------------------------------
THEIRS = """evalspec: 1
constraints: [{text: It should feel warm., id: warm}]
judges:
  local: {model: m, base_url: URL/, retries: 0, key: THEIR_CHOICE}
  both: {kind: jury, members: [local]}
"""


def _check(folder: Path, *options: str) -> Result:
    (folder / "response.md").write_text("Hello.\n")
    arguments = [str(folder / "response.md"), "--spec", str(folder / "spec.yaml"), *options]
    return CliRunner().invoke(
        group, ["check", *arguments, "--judge-only", "--no-judge-cache"], standalone_mode=False
    )


@pytest.mark.parametrize("name", ["local", "both"])
def test_a_spec_alone_sends_nothing_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("EVALSPEC_JUDGE_URL", raising=False)
    monkeypatch.setenv("THEIR_CHOICE", KEY)
    with serving(tmp_path, YES) as endpoint:
        spec = tmp_path / "spec.yaml"
        spec.write_text(THEIRS.replace("URL", endpoint.url))
        refused = _check(tmp_path, "--judge", name)
        assert isinstance(refused.exception, InputError)
        assert str(refused.exception) == (
            f"judge 'local': {spec} wants questions sent to {endpoint.url}, an endpoint that you"
            f" have not named (name it by --judge-url {endpoint.url}, EVALSPEC_JUDGE_URL or"
            " --judges FILE)"
        )
        assert endpoint.counts() == {}
        with (
            Bench(Plan.of([name], evalspec.load(spec).judges, "only")) as bench,
            pytest.raises(InputError, match="an endpoint that you have not named"),
        ):
            list(judged_reports(evalspec.load(spec), [Case("Hello.")], bench))
        (tmp_path / "judges.yaml").write_text(
            f"judges: {{mine: {{model: m, base_url: '{endpoint.url}'}}}}"
        )
        done = _check(tmp_path, "--judge", name, "--judges", str(tmp_path / "judges.yaml"))
        assert "1 satisfied" in done.output
        done = _check(tmp_path, "--judge", name, "--judge-url", endpoint.url)
        assert "1 satisfied" in done.output


def test_a_key_that_a_spec_names_goes_to_no_other_endpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THEIR_CHOICE", KEY)
    known = of_spec({"local": {"model": "m", "base_url": "http://h/v1", "key": "THEIR_CHOICE"}}, "")
    keys = {
        address: judge_named("local", known, Overrides(base_url=address)).key_variable
        for address in ("http://h/v1", "http://h/v1/", "http://h/v2", "https://h/v1")
    }
    assert [*keys.values()] == ["THEIR_CHOICE"] * 2 + ["EVALSPEC_JUDGE_KEY"] * 2
    monkeypatch.setenv("EVALSPEC_JUDGE_URL", "http://h/v2")
    assert judge_named("local", known, Overrides()).key_variable == "EVALSPEC_JUDGE_KEY"
    assert judge_named("local", known, Overrides()).base_url == "http://h/v2"


@pytest.mark.parametrize("name", ["zero-shot", "extract", "jury"])
def test_no_spec_takes_the_name_of_a_shipped_judge(name: str) -> None:
    with pytest.raises(SpecError, match=f"`{name}` is a judge of evalspec's own"):
        evalspec.compile(THEIRS.replace("URL", "http://h").replace("local: {", f"{name}: {{"))


# -- endpoints that never answer --------------------------------------------------------------------
NEVER = [(401, "bad key"), (403, "not you"), (404, "no such model"), (400, "unknown model m")]


@pytest.mark.heavy
@pytest.mark.parametrize(("status", "message"), NEVER)
def test_the_same_fatal_answer_ends_the_run(tmp_path: Path, status: int, message: str) -> None:
    faults = f"faults: [{{fault: error, rate: 1, status: {status}, message: {message}}}]"
    with serving(tmp_path, YES + faults) as endpoint:
        with pytest.raises(InputError, match=f"HTTP {status}: {message}"):
            judged(judge(endpoint, concurrency=1), range(200), Options())
        assert 3 <= sum(endpoint.counts().values()) <= 10


@pytest.mark.heavy
def test_a_refused_connection_ends_the_run_with_status_2(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        "".join(f'{{"answer": "{n}", "wish": "It feels warm.", "ok": 1}}\n' for n in range(50))
    )
    adapter = tmp_path / "mine.yaml"
    adapter.write_text(
        "dataset: 1\nname: mine\nresponse: answer\nconstraint: {text: wish}\nlabels: {human: ok}\n"
    )
    command = [sys.executable, "-m", "evalspec", "run", str(rows), "-d", str(adapter), "--judge", "zero-shot",
               "--judge-url", "http://127.0.0.1:9/v1", "--judge-model", "m",
               "-o", str(tmp_path / "out.jsonl")]  # fmt: skip
    environment = {**os.environ, "EVALSPEC_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "answers nothing: connection failed: ConnectError" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.heavy
def test_an_endpoint_that_has_answered_is_not_given_up(tmp_path: Path) -> None:
    faults = "faults: [{fault: error, rate: 0.5, status: 404}]\nseed: 2"
    with serving(tmp_path, YES + faults) as endpoint:
        verdicts, _ = judged(judge(endpoint, concurrency=1), range(60), Options())
    outcomes = Counter(v.outcome for v in verdicts)
    assert outcomes[Outcome.SATISFIED] > 10
    assert outcomes[Outcome.UNDETERMINED] > 10


def test_a_redirect_to_another_host_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with serving(tmp_path / "other", YES) as other:
        redirect = (
            f"faults: [{{fault: redirect, rate: 1, location: '{other.url}/chat/completions'}}]"
        )
        with serving(tmp_path, YES + redirect) as endpoint:
            (verdict,), _ = judged(judge(endpoint), range(1), Options())
        assert other.counts() == {}
    assert verdict.reason is Reason.JUDGE_UNREACHABLE
    assert f"the endpoint leads to {other.url.removesuffix('/v1')}" in verdict.detail


# -- structured output ------------------------------------------------------------------------------
def test_json_is_asked_for_where_the_endpoint_can(tmp_path: Path) -> None:
    reply = json.dumps('{"rationale": "Looked.", "verdict": "no"}')
    with serving(tmp_path, f"replies: [{{reply: {reply}}}]") as endpoint:
        (verdict,), _ = judged(judge(endpoint), range(1), Options(cache=tmp_path / "c.sqlite"))
        judged(judge(endpoint), range(1), Options(cache=tmp_path / "c.sqlite"))
        assert endpoint.counts() == {"reply": 1}
    assert verdict.outcome is Outcome.UNSATISFIED
    assert verdict.judgement is not None
    assert verdict.judgement.rationale == "Looked."


def test_an_endpoint_that_declines_a_schema_is_asked_plainly(tmp_path: Path) -> None:
    cache = Options(cache=tmp_path / "c.sqlite")
    with serving(tmp_path, f"{YES}faults: [{{fault: no-schema, rate: 1}}]") as endpoint:
        verdicts, _ = judged(judge(endpoint, concurrency=1), range(5), cache)
        assert endpoint.counts() == {"no-schema": 1, "reply": 5}
        judged(judge(endpoint, concurrency=1), range(5), cache)
        assert endpoint.counts() == {"no-schema": 1, "reply": 5}
    assert {v.outcome for v in verdicts} == {Outcome.SATISFIED}


# -- what is stored ---------------------------------------------------------------------------------
@pytest.mark.heavy
@pytest.mark.parametrize("fault", ["empty", "cut-off"])
def test_replies_without_a_verdict_are_not_kept_for_good(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "c.sqlite"
    with serving(tmp_path, f"{YES}faults: [{{fault: {fault}, rate: 1}}]") as endpoint:
        first, _ = judged(judge(endpoint), range(2), Options(cache=path))
    with serving(tmp_path, YES) as again:
        by = judge(Endpoint(endpoint.url))
        kept, _ = judged(by, range(2), Options(cache=path))  # from the cache: nobody listens there
        assert [v.outcome for v in first + kept] == [Outcome.UNDETERMINED] * 4
        assert again.counts() == {}
    scenario = f"{YES}faults: [{{fault: {fault}, rate: 0.5}}]\nseed: 1"
    with serving(tmp_path, scenario) as endpoint:
        by = judge(endpoint)
        judged(by, range(20), Options(cache=path))
        asked = sum(endpoint.counts().values())
        for _ in range(12):
            verdicts, _ = judged(by, range(20), Options(cache=path, retry=True))
        assert {v.outcome for v in verdicts} == {Outcome.SATISFIED}
        assert asked == 20 < sum(endpoint.counts().values()) < 80  # only those are asked again
        before = endpoint.counts()
        judged(by, range(20), Options(cache=path))
        assert endpoint.counts() == before


def test_rows_that_cannot_be_read_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    with serving(tmp_path, YES) as endpoint:
        judged(judge(endpoint), range(3), Options(cache=path))
        with sqlite3.connect(path) as file:
            file.execute("UPDATE replies SET reply = x'00ff'")
        file.close()
        judged(judge(endpoint), range(3), Options(cache=path))
        assert endpoint.counts() == {"reply": 6}
        judged(judge(endpoint), range(3), Options(cache=path))
        assert endpoint.counts() == {"reply": 6}


def test_a_file_that_is_no_cache_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match="the cache of replies cannot be used"):
        judged(judge(Endpoint("http://127.0.0.1:9/v1")), range(1), Options(cache=path))


def _link(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _linked_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("other"))
    path.parent.symlink_to("other")


NOT_OURS: dict[str, Callable[[Path], object]] = {
    "the file is a link": _link,
    "the file is a pipe": _pipe,
    "the file may be written by a group": lambda path: path.chmod(0o660),
    "the file may be written by all": lambda path: path.chmod(0o606),
    "the folder is a link": _linked_folder,
    "the folder may be written by all": lambda path: path.parent.chmod(0o777),
    "its log is a link": lambda path: path.with_name(f"{path.name}-wal").symlink_to("/dev/null"),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_replies_that_others_may_have_written_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cache" / "replies.sqlite"
    ReplyCache(path).close()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    ReplyCache(path).close()
    NOT_OURS[name](path)
    with pytest.raises(InputError, match="other users may write to"):
        ReplyCache(path)


def test_replies_of_another_user_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache" / "replies.sqlite"
    ReplyCache(path).close()
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with pytest.raises(InputError, match="or it is no file of yours"):
        ReplyCache(path)


ASKING = """
import sys
from pathlib import Path
from evalspec.judge.session import Options
from tests.judge.endpoint import Endpoint
from tests.judge.test_session import judge, judged
judged(judge(Endpoint(sys.argv[1]), timeout=60.0), range(40), Options(cache=Path(sys.argv[2])))
"""


@pytest.mark.heavy
def test_three_processes_on_one_cache_ask_each_question_once(tmp_path: Path) -> None:
    with serving(tmp_path, YES.replace("}]", ", delay: 0.05}]")) as endpoint:
        command = [sys.executable, "-c", ASKING, endpoint.url, str(tmp_path / "c.sqlite")]
        all_three = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
        for process in all_three:
            _, said = process.communicate()
            assert process.returncode == 0, said
        assert endpoint.counts() == {"reply": 40}


# -- terminals ----------------------------------------------------------------------------------------
def test_codes_for_terminals_are_shown_and_not_sent(tmp_path: Path) -> None:
    (tmp_path / "response.md").write_text("Soup \x1b[2J\x1b]0;owned\x07 \x9b31m with \u202educk.\n")
    (tmp_path / "spec.yaml").write_text(
        'evalspec: 1\nconstraints: [{check: not contains "duck"}]\n'
    )
    done: Result = CliRunner().invoke(
        group, ["check", str(tmp_path / "response.md"), "--spec", str(tmp_path / "spec.yaml"), "-v"]
    )
    assert visible(done.output) == done.output
    nowhere = CliRunner().invoke(
        group, ["check", "a\x1b[2Jb", "--spec", str(tmp_path / "spec.yaml")]
    )
    assert "\x1b" not in nowhere.output


@given(st.text())
def test_visible_texts_command_nothing(text: str) -> None:
    shown = visible(text)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in shown)
    assert visible(shown) == shown
