"""Topics and constraints that a model writes: what goes back to it, what is kept, what it costs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from tests.judge.endpoint import Endpoint, serving

pytestmark = pytest.mark.heavy

SPEC = """\
evalspec: 1
vocabulary: text
constraints:
  - {id: answered, group: format, check: words >= 2}
judges:
  writer: {kind: zero-shot, model: m, base_url: "http://nowhere.invalid", price: {input: 1, output: 2}}
bench:
  draw:
    user: {type: text, one of: [cook, gardener]}
    lengths: {type: number, from: 1, to: 2}
  checks: {completeness: both, clarity: model, feasibility: both}
  write:
    shows: [user]
    prompt: bench-constraint
    rounds: 2
    topic: {prompt: bench-topic}
    groups:
      length: {about: How long it is., number: data.lengths, most: 2}
      tone:
        about: What must not be said.
        form: negative
        number: 1
        pool: [{text: Do not shout., check: exclamations = 0}]
      order: {about: What comes first., form: sequencing, number: 1}
  prompts:
    list:
      - "For a {data.user}, about {data.topic}:"
      - {each: data.constraints, text: "- {it}"}
"""


def told(text: str, check: str) -> str:
    return json.dumps("I think.\n{marker}\n" + json.dumps({"text": text, "check": check}))


REPLIES = f"""\
replies:
  - {{when: "Name twelve topics", reply: {json.dumps('{marker} ["a bean soup", "a small pond"]')}}}
  - {{when: "says nearly the same", reply: {told("Write 3 paragraphs.", "paragraphs = 3")}}}
  - {{when: "negative one is asked for", reply: "I would rather not."}}
  - {{when: "no measure", reply: {told("Fill before you boil.", '"fill" before "boil"')}}}
  - {{when: "group:\\nlength", reply: {told("Use at most 40 words.", "words <= 40")}}}
  - {{when: "group:\\ntone", reply: {told("Be warm.", 'judged("it is warm")')}}}
  - {{when: "group:\\norder", reply: {told("Steps go up.", "steps >= 3")}}}
  - {{when: "To be checked: the completeness", reply: "All of it.\\n{{marker}}\\nyes"}}
  - {{when: "(?s)cook.*To be checked: the clarity", reply: "Boil what?\\n{{marker}}\\nno"}}
  - {{when: "To be checked: the clarity", reply: "{{marker}}\\nyes"}}
  - {{when: "To be checked: the feasibility", reply: "Hm."}}
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "soups.yaml"
    path.write_text(SPEC)
    return path


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[Endpoint]:
    with serving(tmp_path, REPLIES) as found:
        yield found


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["bench", *map(str, arguments)])


def generated(spec: Path, output: str, *more: object, number: int = 4) -> Result:
    out = spec.parent / output
    return bench("generate", spec, "-n", number, "--seed", 5, "-o", out, *more)


def by(endpoint: Endpoint) -> tuple[str, ...]:
    return ("--judge", "writer", "--judge-url", endpoint.url)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "instances.jsonl").read_text().splitlines()]


def test_what_is_wrong_goes_back(spec: Path, endpoint: Endpoint) -> None:
    done = generated(spec, "out", *by(endpoint))
    assert done.exit_code == 0, done.output
    for line in lines_of(spec.parent / "out"):
        many = line["parameters"]["lengths"]
        texts = {one["id"]: one["text"] for one in line["constraints"]}
        lengths = {"length-1": "Use at most 40 words.", "length-2": "Write 3 paragraphs."}
        assert texts == {
            **dict(list(lengths.items())[:many]),
            "tone-1": "Do not shout.",
            "order-1": "Fill before you boil.",
        }
        assert line["topic"] in ("a bean soup", "a small pond")
        assert line["written"]["constraints"]["tone-1"] == "pool"
        assert line["written"]["constraints"]["order-1"] == line["written"]["topic"] == "m"
        assert line["draws"]["refused"] == {
            "does not compile": 1,
            "is no usable reply": 1,
            "is of another group": 1,
            **({"repeats another one": 1} if many == 2 else {}),
        }
        assert line["draws"]["dropped"] == []
    assert re.search(r"^  +4  is of another group$", done.stdout, re.MULTILINE)


def test_what_is_not_mended_is_missing(spec: Path, tmp_path: Path) -> None:
    scenario = REPLIES.replace('when: "no measure"', 'when: "never sent"')
    with serving(tmp_path, scenario + '  - {reply: "No idea."}\n') as endpoint:
        done = generated(spec, "out", *by(endpoint), number=1)
    assert done.exit_code == 0, done.output
    (line,) = lines_of(spec.parent / "out")
    missing = {"id": "order-1", "group": "order", "reason": "is no usable reply"}
    assert line["draws"]["dropped"] == [missing]
    assert line["constrainedness"] == "0.5000"


def test_a_replay_is_the_same_byte_by_byte(spec: Path, endpoint: Endpoint) -> None:
    transcript = spec.parent / "t.jsonl"
    assert generated(spec, "first", *by(endpoint), "--record", transcript).exit_code == 0
    sent = endpoint.counts()
    again = generated(spec, "second", *by(endpoint), "--replay", transcript)
    assert again.exit_code == 0, again.output
    assert endpoint.counts() == sent
    for name in ("instances.jsonl", "bench.json"):
        files = [(spec.parent / folder / name).read_bytes() for folder in ("first", "second")]
        assert files[0] == files[1]


def test_a_dry_run_bounds_what_is_asked(spec: Path, endpoint: Endpoint) -> None:
    dry = generated(spec, "out", *by(endpoint), "--dry-run")
    assert dry.exit_code == 0, dry.output
    assert not (spec.parent / "out").exists()
    assert endpoint.counts() == {}
    found = re.search(r"dry run: (\d+) to (\d+) calls.*cost at most ([\d.]+)", dry.stderr)
    assert found is not None, dry.stderr
    generated(spec, "out", *by(endpoint))
    asked = sum(endpoint.counts().values())
    assert int(found[1]) <= asked <= int(found[2])


def test_a_limit_keeps_what_was_written(spec: Path, endpoint: Endpoint) -> None:
    short = generated(spec, "out", *by(endpoint), "--max-calls", 6)
    assert "the same command goes on" in str(short.exception)
    assert generated(spec, "out", *by(endpoint)).exit_code == 0
    asked = sum(endpoint.counts().values())
    generated(spec, "whole", *by(endpoint))
    assert sum(endpoint.counts().values()) == asked
    files = [(spec.parent / name / "instances.jsonl").read_bytes() for name in ("out", "whole")]
    assert files[0] == files[1]


def test_who_writes_does_not_change_midway(spec: Path, endpoint: Endpoint) -> None:
    generated(spec, "out", *by(endpoint))
    other = generated(spec, "out", *by(endpoint), "--judge-model", "other")
    assert "its models differs" in str(other.exception)
    none = generated(spec, "out")
    assert "name one: --judge NAME" in str(none.exception)


def test_rules_and_model_check(spec: Path, endpoint: Endpoint) -> None:
    generated(spec, "out", *by(endpoint))
    out = spec.parent / "out"
    cooks = sum(line["parameters"]["user"] == "cook" for line in lines_of(out))
    assert 0 < cooks < 4
    found = bench("verify", out, *by(endpoint), "-o", spec.parent / "checks.jsonl")
    assert found.exit_code == 1
    assert found.stdout.splitlines()[:5] == [
        "4 instances",
        "✓ completeness  by rule 4 of 4; by the model 4 of 4; alike on 4 of 4",
        "✓ consistency   by rule 4 of 4",
        f"✗ clarity       by the model {4 - cooks} of 4",
        "? feasibility   by rule 4 of 4; by the model 0 of 4; undecided 4",
    ]
    rows = [json.loads(line) for line in (spec.parent / "checks.jsonl").read_text().splitlines()]
    assert not any(row["kept"] for row in rows)
    plain = bench("verify", out)
    assert plain.exit_code == 0
    assert "by a model: not checked" in plain.stdout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"topic": "a big pond"}, "the prompt says another `topic`"),
        ({"constrainedness": "0.1000"}, "constrainedness is"),
        ({"parameters": {"user": "poet", "lengths": 1}}, "user is none of those to choose from"),
    ],
)
def test_rules_find_what_is_wrong(
    spec: Path, endpoint: Endpoint, change: dict[str, Any], message: str
) -> None:
    from evalspec.bench.kept.folder import Folder
    from evalspec.bench.verified.checks import Tally, checks_of, verify_written

    generated(spec, "out", *by(endpoint), number=1)
    place = Folder(spec.parent / "out")
    (line,) = lines_of(place.path)

    class Changed(Folder):
        def instances(self) -> Iterator[dict[str, Any]]:
            yield {**line, **change}

    plan = place.plan()
    (found,) = verify_written(Changed(place.path), plan, Tally(checks_of(plan)))
    faults = [fault for one in found for fault in one.faults or ()]
    assert any(message in fault for fault in faults), faults


def test_a_killed_run_asks_nothing_twice(spec: Path, tmp_path: Path) -> None:
    faults = "faults: [{fault: error, rate: 0.1}, {fault: rate-limit, rate: 0.1}]\n"
    slow = re.sub(r"\}$", ", delay: 0.05}", REPLIES, flags=re.MULTILINE)
    slow = slow.replace("a small pond", '\\", \\"'.join(f"pond {n}" for n in range(40)))
    environment = {**os.environ, "EVALSPEC_CACHE_DIR": str(tmp_path / "cache")}
    with serving(tmp_path, faults + slow) as endpoint:
        arguments = [sys.executable, "-m", "evalspec", "bench", "generate", str(spec), "-n", "12",
                     "--seed", "5", *by(endpoint), "--judge-concurrency", "3", "-o"]  # fmt: skip

        def begin(output: str) -> subprocess.Popen[str]:
            return subprocess.Popen(
                [*arguments, str(tmp_path / output)], env=environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip

        first = begin("out")
        while endpoint.counts().get("reply", 0) < 15:
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.communicate()
        second = begin("out")
        _, said = second.communicate()
        assert second.returncode == 0, said
        asked = endpoint.counts()["reply"]
        third = begin("whole")
        third.communicate()
        assert endpoint.counts()["reply"] == asked
    files = [(tmp_path / name / "instances.jsonl").read_bytes() for name in ("out", "whole")]
    assert files[0] == files[1]
    assert len(lines_of(tmp_path / "out")) == 12
