"""Work in processes: an item that ends or blocks its worker costs only itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalspec.core.errors import InputError
from evalspec.core.verdict import Reason
from evalspec.run.workers import AHEAD, Job, Lost, WorkerError, supervised
from tests.run.faulty import broken_job, job, job_killed_once

JOB: Job[str, Any, Any] = Job(job, "hello", seconds=2)

OUTCOMES: dict[str, str | Lost] = {
    "say:one": "hello one",
    "kill": Lost(Reason.CRASHED, "the worker ended with SIGSEGV"),
    "say:two": "hello two",
    "exit:7": Lost(Reason.CRASHED, "the worker ended with status 7"),
    "stuck": Lost(Reason.TIMEOUT),
    "say:three": "hello three",
}


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.heavy), 3])
def test_every_item_has_its_answer_in_order(workers: int) -> None:
    assert list(supervised(JOB, OUTCOMES, workers)) == list(OUTCOMES.items())


def test_a_failure_names_its_place() -> None:
    ((_, lost),) = supervised(JOB, ["fail:x"], 1)
    assert isinstance(lost, Lost)
    assert lost.reason is Reason.CRASHED
    assert lost.detail.startswith("ValueError: invalid literal for int()")
    assert "run/faulty.py:" in lost.detail


def test_an_item_is_tried_once_more(tmp_path: Path) -> None:
    items = [f"kill once:{tmp_path / 'seen'}", "say:on"]
    assert [answer for _, answer in supervised(JOB, items, 1)] == ["hello again", "hello on"]


def test_large_items_and_answers_pass(tmp_path: Path) -> None:
    items = [f"say:{'x' * 3_000_000}", "much:yes", f"say:{'y' * 3_000_000}"]
    lengths = [len(answer) for _, answer in supervised(JOB, items, 2)]
    assert lengths == [3_000_006, 3_000_006, 3_000_006]


def test_few_items_are_read_ahead() -> None:
    read = []

    def items() -> Iterator[str]:
        for number in range(1000):
            read.append(number)
            yield f"say:{number}"

    answers = supervised(JOB, items(), 2)
    for number in range(5):
        assert next(answers) == (f"say:{number}", f"hello {number}")
        assert len(read) <= number + 2 * AHEAD
    answers.close()  # type: ignore[attr-defined]  # a generator
    assert len(read) <= 5 + 2 * AHEAD


def test_a_batch_that_is_left_early_ends_its_workers() -> None:
    answers = supervised(JOB, ["say:one", *["stuck"] * 20], 2)
    assert next(answers) == ("say:one", "hello one")
    answers.close()  # type: ignore[attr-defined]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_an_error_of_the_items_is_theirs() -> None:
    def items() -> Iterator[str]:
        yield "say:one"
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        list(supervised(JOB, items(), 1))


def test_a_job_that_cannot_start_is_said_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WorkerError, match="a worker ended with status 1 before any work"):
        list(supervised(Job(broken_job, "", 1), ["say:one"] * 3, 2))
    assert "RuntimeError: no such thing" in capfd.readouterr().err


@pytest.mark.heavy
def test_a_worker_that_is_killed_at_its_start_is_started_again(tmp_path: Path) -> None:
    found = list(supervised(Job(job_killed_once, str(tmp_path / "marker"), 1), ["say:one"], 1))
    assert found == [("say:one", "hello one")]


def test_what_cannot_be_sent_is_said() -> None:
    with pytest.raises(InputError, match="this cannot be sent to a worker"):
        list(supervised(JOB, [lambda: None], 1))
