"""Drafts of a model: what is wrong goes back, what remains is shown, nothing is asked twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.bench.drafted.planning import faults_of
from evalspec.cli import group
from evalspec.source import files
from tests.bench.test_review import PLANTED, Planted
from tests.docs.worked import BLOCK, page
from tests.judge.endpoint import Endpoint, serving
from tests.sampling import one_in

pytestmark = pytest.mark.heavy

GOOD = next(body for kind, name, body in BLOCK.findall(page("rota.md")) if name == "evenings.yaml")
TASK = (
    "Who has the evening duty? People have days of leave, and need some rest between two duties.\n"
)
UNIT = GOOD.replace("rest: amount h", "rest: amount hurs")
VACUOUS = GOOD.replace(
    "bench:\n", '  - {id: some, group: most, check: "count(duty) >= 0"}\nbench:\n', 1
)
LEAK = VACUOUS.replace("lie at least {data.rest}.", "lie at least {data.rest}. {data.feasible}")
JUDGES = "judges: {writer: {kind: zero-shot, model: m, price: {input: 1, output: 2}}}\n"
SLOW = ", delay: 0.3"


def scenario(*drafts: tuple[str, str], more: str = "", faults: str = "") -> str:
    """Return a scenario: a pattern in the last message, and the draft that is the reply to it."""
    replies = ((when, "Thoughts.\n{marker}\n" + draft) for when, draft in drafts)
    rules = (
        f"- {{when: {json.dumps(when)}, reply: {json.dumps(text)}{more}}}" for when, text in replies
    )
    return f"{faults}replies:\n" + "\n".join(rules) + "\n"


CHAIN = (
    ("This is wrong with the spec.*answer-leaked", GOOD),
    ("This is wrong with the spec.*unknown-unit", LEAK),
    ("The problem to make a benchmark of", f"```yaml\n{UNIT}```\nThat is all."),
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("task.md").write_text(TASK, "utf-8")
    Path("judges.yaml").write_text(JUDGES, "utf-8")
    return tmp_path


def arguments(url: str, output: str, *more: str) -> list[str]:
    return ["bench", "plan", "task.md", "--judge", "writer", "--judges", "judges.yaml",
            "--judge-url", url, "-o", output, *more]  # fmt: skip


def plan(url: str, output: str, *more: str) -> Result:
    return CliRunner().invoke(group, arguments(url, output, *more))


@contextmanager
def endpoint(folder: Path, *drafts: tuple[str, str]) -> Iterator[Endpoint]:
    with serving(folder, scenario(*(drafts or CHAIN))) as made:
        yield made


def contents(folder: str) -> dict[str, bytes]:
    every = (path for path in sorted(Path(folder).rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in every}


def test_what_is_wrong_goes_back_until_nothing_is(place: Path) -> None:
    with endpoint(place) as played:
        done = plan(played.url, "made")
        assert done.exit_code == 0, done.output
        assert done.stdout == (
            "draft 1: 2 problems\ndraft 2: 3 problems\ndraft 3: no problems\n"
            "made/spec.yaml: nothing is left to mend\n"
        )
        assert played.counts() == {"reply": 3}
    made = contents("made")
    assert [made[f"draft/{number}.yaml"].decode() for number in (1, 2, 3)] == [UNIT, LEAK, GOOD]
    assert made["draft.yaml"] == made["spec.yaml"] == GOOD.encode()
    assert made["task.txt"].decode() == TASK
    found = json.loads(made["draft/2.problems.json"])
    assert [one["code"] for one in found] == ["vacuous", "always-holds", "answer-leaked"]
    state = json.loads(made["plan.json"])
    assert (state["judge"], state["complete"], state["rounds"]) == ("writer", True, [2, 3, 0])
    assert state["prompts"] == ["bench-plan@1", "bench-plan-again@1"]
    assert state["spent"]["calls"] == 3
    assert state["problems"] == []
    transcript = [json.loads(line) for line in made["transcript.jsonl"].splitlines()]
    assert len(transcript) == 3
    again = transcript[1]["request"]["messages"]
    assert [role for role, _ in again] == ["system", "user", "assistant", "user"]
    assert again[2][1] == UNIT
    assert "- [unknown-unit] line 9: `hurs` is not a unit (did you mean `hour`?)" in again[3][1]


def test_what_remains_is_shown_and_kept(place: Path) -> None:
    with endpoint(place, ("", VACUOUS)) as played:
        done = plan(played.url, "made", "--rounds", "2")
        assert played.counts() == {"reply": 2}
    assert done.exit_code == 1
    assert done.stdout.startswith("draft 1: 2 problems\ndraft 2: 2 problems\nmade/spec.yaml:18:5: ")
    assert "`some` always holds: no change of an answer breaks it [vacuous]" in done.stdout
    assert done.stdout.endswith("2 findings in 1 spec\n")
    state = json.loads(Path("made/plan.json").read_text())
    assert [one["code"] for one in state["problems"]] == ["vacuous", "always-holds"]
    assert Path("made/spec.yaml").read_text() == VACUOUS


@pytest.mark.parametrize(
    "fault",
    one_in(3, [pytest.param(fault, id=fault[0]) for fault in PLANTED], pytest.mark.whole),
)
def test_a_draft_with_a_planted_fault_is_caught_and_named(place: Path, fault: Planted) -> None:
    code, name, (written, instead), line, message = fault
    source = files.find("bench", name, None)
    assert source is not None
    draft = source.read_text("utf-8").replace(written, instead, 1)
    mended = (rf"\[{code}\] line {line}: ", source.read_text("utf-8"))
    with endpoint(place, mended, ("The problem to make", draft)) as played:
        done = plan(played.url, "made")
        assert played.counts() == {"reply": 2}
    assert done.exit_code == 0, done.output
    found = json.loads(Path("made/draft/1.problems.json").read_text())
    assert any(one["code"] == code and message in one["message"] for one in found)


@pytest.mark.parametrize(
    ("reply", "code", "said"),
    [
        ("I am sorry, but I cannot do that.", "no-spec", "the reply holds no spec: judge-refused"),
        ("{marker}\n", "no-spec", "the reply holds no spec: judge-off-menu"),
        ("{marker}\nbench: [", "yaml", "expected"),
        ("{marker}\nevalspec: 1\nfoo: 2\nconstraints: [words < 9]", "unknown-key", "foo"),
        ("{marker}\n```yaml\nevalspec: 1\nconstraints: [words < 9]\n```", "no-bench", "`bench:`"),
        ("{marker}\nevalspec: 1\nvocabulary: ../words.yaml\nbench: {draw: {n: 1}}", "file-named",
         "a draft reads no files: `../words.yaml` is called as one"),
        ("{marker}\nevalspec: 1\ncases: [{name: a, response_file: /etc/hostname}]", "file-named",
         "a draft reads no files: `/etc/hostname` is called as one"),
        ("{marker}\nevalspec: 1\ntitle: !!python/object:os.system x", "unknown-tag", "tag"),
    ],
)  # fmt: skip
def test_replies_that_are_no_spec(place: Path, reply: str, code: str, said: str) -> None:
    with serving(place, f"replies: [{{reply: {json.dumps(reply)}}}]") as played:
        done = plan(played.url, "made", "--rounds", "1")
    assert done.exit_code == 1
    found = json.loads(Path("made/draft/1.problems.json").read_text())
    assert any(one["code"] == code and said in one["message"] for one in found), found


def test_a_draft_of_any_length_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "1.yaml"
    path.write_text(GOOD + "# " + "x" * 40_000, "utf-8")
    assert [one.code for one in faults_of(path)] == ["too-long"]


def test_a_plan_that_is_there_is_not_asked_for_again(place: Path) -> None:
    with endpoint(place) as played:
        first = plan(played.url, "made", "--no-judge-cache")
        made = contents("made")
        again = plan(played.url, "made", "--no-judge-cache")
        assert played.counts() == {"reply": 3}
    assert again.stdout == first.stdout
    assert contents("made") == made


def test_a_replay_writes_the_same_files(place: Path) -> None:
    with endpoint(place) as played:
        plan(played.url, "made", "--record", "all.jsonl")
        url = played.url
    assert Path("all.jsonl").read_bytes() == Path("made/transcript.jsonl").read_bytes()
    for source in ("all.jsonl", "made/transcript.jsonl"):
        done = plan(url, "again", "--replay", source)
        assert done.exit_code == 0, done.output
        made = contents("made")
        del made["spent.json"]
        assert contents("again") == made
        for name in sorted(Path("again").rglob("*"), reverse=True):
            name.rmdir() if name.is_dir() else name.unlink()


def test_what_the_developer_edited_is_kept(place: Path) -> None:
    with endpoint(place, *CHAIN[1:]) as played:
        plan(played.url, "made", "--rounds", "1")
        Path("made/spec.yaml").write_text(GOOD.replace("Evening", "Late"))
        done = plan(played.url, "made", "--rounds", "2")
    assert "made/spec.yaml was edited before, and is kept as it is\n" in done.stdout
    assert Path("made/spec.yaml").read_text() == GOOD.replace("Evening", "Late")
    assert Path("made/draft.yaml").read_text() == LEAK
    told = CliRunner().invoke(group, ["bench", "edits", "made", "-f", "json"])
    stages = json.loads(told.stdout)["stages"]
    assert (stages["verify"]["lines"]["edits"], stages["generate"]["lines"]["edits"]) == (0, 1)


def test_limits_hold_over_runs_and_the_same_command_goes_on(place: Path) -> None:
    with endpoint(place) as played:
        stopped = plan(played.url, "made", "--max-calls", "2", "--no-judge-cache")
        assert stopped.exit_code == 1
        assert "stopped at the limit: the same command goes on\n" in stopped.stdout
        assert plan(played.url, "made", "--max-calls", "2").exit_code == 1
        assert played.counts() == {"reply": 2}
        assert plan(played.url, "made", "--max-cost", "0.0001").exit_code == 1
        assert played.counts() == {"reply": 2}
        assert plan(played.url, "made", "--max-cost", "1").exit_code == 0
        assert played.counts() == {"reply": 3}


def test_a_dry_run_bounds_what_may_be_spent(place: Path) -> None:
    with endpoint(place) as played:
        done = plan(played.url, "made", "--dry-run")
        assert done.exit_code == 0
        assert played.counts() == {}
        assert not Path("made").exists()
        assert "dry run: 1 to 3 calls, 0 from the cache" in done.stderr
        most = float(done.stderr.rpartition("cost at most ")[2].split()[0])
        plan(played.url, "made")
    assert float(json.loads(Path("made/plan.json").read_text())["spent"]["cost"]) < most < 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["-o", "made"], "needs --judge NAME, a model that drafts, or --from NAME"),
        (["--judge", "writer", "-o", "made"], "needs TASK"),
        (
            ["--from", "rotas", "-o", "made"],
            "no benchmark is called `rotas` (did you mean 'rota'?)",
        ),
        (["gone.md", "--from", "rota", "-o", "made"], "gone.md"),
        (["--from", "rota", "-o", "task.md"], "task.md is a file, not a folder"),
        (["--from", "rota", "-o", "."], ". is not empty: it holds judges.yaml, task.md"),
    ],
)
def test_what_cannot_be_planned(place: Path, given: list[str], said: str) -> None:
    done = CliRunner().invoke(group, ["bench", "plan", *given])
    assert done.exit_code != 0
    assert said in f"{done.output}{done.exception}"


def test_another_plan_in_the_folder_is_an_error(place: Path) -> None:
    with endpoint(place, ("", GOOD)) as played:
        assert plan(played.url, "made").exit_code == 0
        Path("task.md").write_text("Something else.")
        done = plan(played.url, "made")
    assert "made holds another plan: its task differs" in str(done.exception)


def test_a_shipped_benchmark_is_a_start_without_a_model(place: Path) -> None:
    done = CliRunner().invoke(group, ["bench", "plan", "--from", "rota", "-o", "made"])
    assert done.stdout == "draft 1: no problems\nmade/spec.yaml: nothing is left to mend\n"
    source = files.find("bench", "rota", None)
    assert source is not None
    assert Path("made/spec.yaml").read_bytes() == source.read_bytes()
    assert json.loads(Path("made/plan.json").read_text())["from"] == "rota"


def test_a_benchmark_can_show_a_model_the_form(place: Path) -> None:
    with endpoint(place, ("suits everybody.*suits them all", GOOD), ("", VACUOUS)) as played:
        Path("task.md").write_text("A time that suits them all.")
        plan(played.url, "made", "--from", "ba-calendar", "--rounds", "1")
    first = json.loads(Path("made/transcript.jsonl").read_text().splitlines()[0])
    assert "vocabulary: appointments" in first["request"]["messages"][1][1]
    assert first["request"]["parameters"]["max_tokens"] == 8192


def test_with_faults_and_a_kill_nothing_is_lost_or_asked_twice(place: Path) -> None:
    faults = (
        "seed: 3\nfaults: [{fault: rate-limit, rate: 0.07}, {fault: error, rate: 0.07},"
        " {fault: malformed, rate: 0.06}]\n"
    )
    with serving(place, scenario(*CHAIN, more=SLOW, faults=faults)) as played:
        command = [sys.executable, "-m", "evalspec", *arguments(played.url, "made")]
        run = subprocess.Popen([*command, "--no-judge-cache"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=dict(os.environ))  # fmt: skip
        while not Path("made/draft/1.problems.json").exists():
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
        before = played.counts().get("reply", 0)
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert before < 3
        assert played.counts()["reply"] <= 4  # what was under way when it was killed
        assert contents("made")["spec.yaml"].decode() == GOOD
        again = subprocess.run(
            [*command, "--no-judge-cache"], capture_output=True, text=True, check=True
        )
        assert again.stdout == done.stdout
        after = played.counts()["reply"]
    lines = Path("made/transcript.jsonl").read_text().splitlines()
    keys = [json.loads(line)["key"] for line in lines]
    assert len(set(keys)) == len(keys) == 3
    assert after <= 4
