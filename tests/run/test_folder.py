"""Runs that are kept in a folder: what is there is not redone, and nothing is mixed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.run import folder as folders
from evalspec.run.folder import Folder, lines_of

pytestmark = pytest.mark.heavy

SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: days, check: count(day) = 2}
  - {id: fat, text: Each day must have at most 60 g of fat.}
"""
PLAN = "## Day 1\n- Soup: {} g fat\n## Day 2\n- Curry: 50 g fat\u2028"
ROWS = [{"response": PLAN.format(n % 90)} for n in range(250)]

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folders, "ROWS", 60)
    Path("spec.yaml").write_text(SPEC)
    _write(ROWS)

    def call(*more: str, out: str = "out/", spec: str = "spec.yaml") -> Result:
        arguments = ["run", "d.jsonl", "--spec", spec, "-o", out, *more]
        return CliRunner().invoke(group, arguments)

    return call


def _write(rows: list[dict[str, str]]) -> None:
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def _parts() -> list[str]:
    return sorted(path.name for path in Path("out").glob("part-*"))


def test_a_folder_holds_what_a_file_does(run: Run) -> None:
    done, plain = run(), run(out="out.jsonl")
    assert (done.exit_code, done.stdout) == (0, plain.stdout)
    assert plain.stdout.startswith("500 verdicts, 0 skipped\n")
    assert len(_parts()) == 5
    found = lines_of(Path("out"))
    assert found is not None
    assert "".join(found) == Path("out.jsonl").read_text("utf-8")


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.heavy)])
def test_only_what_is_missing_is_made(run: Run, workers: str) -> None:
    first = run("--workers", "1")
    names, whole = _parts(), {p: p.read_bytes() for p in Path("out").iterdir()}
    (Path("out") / names[1]).unlink()
    (Path("out") / names[3]).write_bytes(whole[Path("out") / names[3]][:-20])
    times = {name: os.stat(Path("out") / name).st_mtime_ns for name in (names[0], names[4])}
    assert run("--workers", workers).stdout == first.stdout
    assert {p: p.read_bytes() for p in Path("out").iterdir()} == whole
    assert times == {name: os.stat(Path("out") / name).st_mtime_ns for name in times}


def test_another_run_is_refused(run: Run) -> None:
    run()
    before = {p: p.read_bytes() for p in Path("out").iterdir()}
    refused: dict[str, Callable[[], object]] = {
        "definitions": lambda: Path("spec.yaml").write_text(SPEC + "title: Other\n"),
        "inputs": lambda: _write(ROWS[1:]),
    }
    for what, change in refused.items():
        change()
        done = run()
        assert done.exit_code == 1 or done.exception is not None
        assert "holds another run" in str(done.exception)
        assert what in str(done.exception)
    assert "limit" in str(run("--limit", "9").exception)
    assert {p: p.read_bytes() for p in Path("out").iterdir()} == before


def test_a_folder_of_something_else_is_refused(run: Run) -> None:
    Path("out").mkdir()
    Path("out/notes.txt").write_text("mine")
    assert "holds no run" in str(run().exception)
    Path("file").write_text("mine")
    assert "not a folder" in str(run(out="file/").exception)


def test_an_unfinished_run_is_no_result(run: Run) -> None:
    run()
    os.unlink(Path("out") / _parts()[2])
    done = CliRunner().invoke(group, ["compare", "out"])
    assert "not complete: 4 parts" in str(done.exception)


def test_what_reads_results_reads_folders(run: Run) -> None:
    Path("d.jsonl").write_text(
        "".join(json.dumps({**row, "label": {"fat": 1, "days": 0}}) + "\n" for row in ROWS)
    )
    Path("a.yaml").write_text(
        "dataset: 1\nname: a\nresponse: response\nspec: spec.yaml\nlabels: {human: label}\n"
    )
    for out in ("out/", "out.jsonl"):
        CliRunner().invoke(group, ["run", "d.jsonl", "-d", "a.yaml", "-o", out])
    shown = [CliRunner().invoke(group, ["compare", name]).stdout for name in ("out", "out.jsonl")]
    assert shown[0] == shown[1]
    assert "human" in shown[0]
    for name in ("out", "out.jsonl"):
        CliRunner().invoke(group, ["report", name, "-o", f"{name}.html"])
    pages = [Path(f"{name}.html").read_text("utf-8") for name in ("out", "out.jsonl")]
    assert pages[0].replace("out", "") == pages[1].replace("out.jsonl", "").replace("out", "")


def test_a_url_is_a_folder_too(run: Run) -> None:
    assert run(out="memory://runs/one").exit_code == 0
    kept = Folder("memory://runs/one")
    assert len(kept.complete()) == 5


def test_other_outputs_are_made_from_the_folder(run: Run) -> None:
    assert run("-f", "junit:j.xml").exit_code == 2
    assert run("--engine", "ray", out="out.jsonl").exit_code == 2


def test_a_run_that_is_killed_goes_on(run: Run, tmp_path: Path) -> None:
    run()
    whole = {p.name: p.read_bytes() for p in Path("out").iterdir()}
    program = (
        "import sys; from evalspec.run import folder; folder.ROWS = 60\n"
        "from evalspec.__main__ import main; main()"
    )
    command = [sys.executable, "-c", program, "run", "d.jsonl", "--spec", "spec.yaml",
               "-o", "again/", "--workers", "2"]  # fmt: skip
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for number in range(7):
        started = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=here
        )
        time.sleep(0.15 + 0.18 * number)
        started.send_signal(signal.SIGKILL)
        started.wait()
    assert subprocess.run(command, check=False, capture_output=True, env=here).returncode == 0
    names = [p for p in Path("again").iterdir() if not p.name.startswith(".")]
    assert {p.name: p.read_bytes() for p in names} == whole


def test_an_input_that_changes_meanwhile_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Folder.write

    def changing(folder: Folder, name: str, content: bytes) -> None:
        write(folder, name, content)
        _write(ROWS[:10])

    monkeypatch.setattr(Folder, "write", changing)
    assert "has changed while the run went on" in str(run().exception)
    assert "not complete" in str(CliRunner().invoke(group, ["compare", "out"]).exception)


def test_a_full_disk_leaves_nothing_half(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    before = sorted(Path("out").iterdir())
    (Path("out") / _parts()[1]).unlink()

    def full(_: object, __: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert "cannot write part-00001" in str(run().exception)
    assert len(list(Path("out").iterdir())) == len(before) - 1


def test_parts_that_other_machines_wrote_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsspec.implementations.memory import MemoryFileSystem

    class Listing(MemoryFileSystem):  # type: ignore[misc]
        """Remembers what it listed, as those of object stores do."""

        listed: dict[str, list[str]] = {}

        def ls(self, path: str, detail: bool = True, **options: object) -> list[str]:
            if path not in self.listed:
                self.listed[path] = super().ls(path, detail, **options)
            return self.listed[path]

        def invalidate_cache(self, path: str | None = None) -> None:
            self.listed.clear()

    here, there = Folder("memory://shared/run"), Folder("memory://shared/run")
    monkeypatch.setattr(here, "_files", Listing())
    here.begin({"rows": 1})
    there.begin({"rows": 1})
    there.write(there.part(0), b"")
    here.end({"rows": 1}, {"rows": 1})
    assert here.complete() == [there.part(0)]


def test_a_bucket_holds_what_a_folder_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("moto.server", reason="needs moto[server] and s3fs")
    s3fs = pytest.importorskip("s3fs")
    bucket = server.ThreadedMotoServer(port=0)
    bucket.start()
    try:
        host, port = bucket.get_host_and_port()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        store = s3fs.S3FileSystem()
        store.mkdir("answers")
        store.put("d.jsonl", "answers/d.jsonl")
        for out in ("s3://answers/out/", "out/"):
            arguments = ["run", "s3://answers/*.jsonl", "--spec", "spec.yaml", "-o", out]
            done = CliRunner().invoke(group, arguments)
            assert done.exit_code == 0
            assert done.stdout.startswith("500 verdicts, 0 skipped\n")
        store.invalidate_cache()
        kept = {name.rpartition("/")[2]: store.cat(name) for name in store.ls("answers/out", False)}
        assert sorted(kept) == sorted([*_parts(), "run.json"])
        assert [n for n in kept if kept[n] != Path("out", n).read_bytes()] == []
    finally:
        bucket.stop()
