"""Work spread over processes, so that an item that ends or blocks one costs only itself.

Each worker is a fresh Python with one item at a time, so a death or a deadline has one culprit.
A death may have come from outside, so its item is tried once more, in another worker; the time is
that of the processor and would run out again. Then the item is lost, and the others go on. The
pools of the standard library break or hang when a worker dies, and read all items ahead; and
`multiprocessing` imports the user's main script again, which one without a guard does not survive.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, NamedTuple, TypeVar

from evalspec.core.errors import EvalspecError, InputError, Problem, fault_text
from evalspec.core.verdict import Reason

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Given = TypeVar("Given")

AHEAD = 4
"""Items a worker that are read before the first of them is handed out."""
_TRIES = 2
_STARTS = 5
_WAITING = 10
"""Times the seconds of an item after which one that waits without working is ended too."""
_START = "import sys; from evalspec.run.workers import serve; serve(int(sys.argv[1]))"


class Lost(NamedTuple):
    """An item without an answer."""

    reason: Reason
    """`crashed` or `timeout`."""
    detail: str = ""


class Job(NamedTuple, Generic[Given, Item, Answer]):
    """What workers do; it must pickle, so the function is one of a module."""

    make: Callable[[Given], Callable[[Item], Answer]]
    """Called once a worker."""
    given: Given
    seconds: float
    """Time of the processor that an item may take."""


class WorkerError(EvalspecError):
    """No worker can be started at all."""


def supervised(
    job: Job[Given, Item, Answer], items: Iterable[Item], workers: int
) -> Iterator[tuple[Item, Answer | Lost]]:
    """Yield every item with its answer, in order; few are read ahead.

    Raises `WorkerError` when the job itself cannot be started, `InputError` for an item that
    cannot be sent to another process.
    """
    crew: Crew[Item, Answer] = Crew(job, workers)
    window: deque[tuple[Item, Future[Answer | Lost]]] = deque()
    try:
        for item in items:
            window.append((item, crew.submit(item)))
            if len(window) >= AHEAD * workers:
                yield _done(*window.popleft())
        while window:
            yield _done(*window.popleft())
    finally:
        crew.stop()


def _done(item: Item, found: Future[Answer | Lost]) -> tuple[Item, Answer | Lost]:
    return item, found.result()


class Crew(Generic[Item, Answer]):
    """Workers, each used by one thread at a time; started when there is something to do."""

    def __init__(self, job: Job[Any, Item, Answer], workers: int) -> None:
        """Take what the workers do and how many there may be."""
        self._job = job
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="evalspec-worker")
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all: set[_Worker] = set()
        self._stopped = False

    def submit(self, item: Item) -> Future[Answer | Lost]:
        """Hand out an item. Raises `InputError` for one that cannot be sent to another process."""
        return self._threads.submit(self._answer, _packed(item))

    def stop(self) -> None:
        """End every worker, whatever it is doing."""
        self._stopped = True
        for worker in tuple(self._all):
            worker.end()
        self._threads.shutdown(cancel_futures=True)

    def _answer(self, item: bytes) -> Answer | Lost:
        lost = Lost(Reason.CRASHED)
        for _ in range(_TRIES):
            if self._stopped:
                break
            worker = self._worker()
            try:
                answer: Answer | Lost = worker.ask(item)
            except (EOFError, OSError):
                self._all.discard(worker)
                lost = worker.lost()
                if lost.reason is Reason.TIMEOUT:
                    break
            else:
                self._idle.put(worker)
                return answer
        return lost

    def _worker(self) -> _Worker:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return self._started(_STARTS)

    def _started(self, tries: int) -> _Worker:
        """Start a worker; one that something from outside ends meanwhile is started again."""
        worker = _Worker(self._job)
        self._all.add(worker)
        if self._stopped:
            worker.end()
        try:
            worker.wait()
        except WorkerError:
            self._all.discard(worker)
            if self._stopped or tries <= 1 or not worker.was_killed:
                raise
            return self._started(tries - 1)
        return worker


def _packed(item: Any) -> bytes:
    try:
        return bytes(ForkingPickler.dumps(item))
    except Exception as error:
        message = f"this cannot be sent to a worker: {error}"
        raise InputError.of("not-sendable", message) from error


class _Worker:
    """A process that answers items."""

    def __init__(self, job: Job[Any, Any, Any]) -> None:
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # this Python, our module
                [sys.executable, "-P", "-c", _START, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": _path()},
            )
        self._job = job

    def wait(self) -> None:
        """Wait until the job is set up. Raises `WorkerError` when it cannot be."""
        try:
            self._pipe.send(self._job)
            self._pipe.recv()
        except (EOFError, OSError) as error:
            message = f"a worker ended with status {self._process.wait()} before any work"
            raise WorkerError([Problem("no-worker", message)]) from error

    @property
    def was_killed(self) -> bool:
        return (self._process.poll() or 0) < 0

    def ask(self, item: bytes) -> Any:
        """Return the answer. Raises `EOFError` or `OSError` when the worker dies of it."""
        self._pipe.send_bytes(item)
        return self._pipe.recv()

    def lost(self) -> Lost:
        self.end()
        status = self._process.returncode
        if -status in (signal.SIGPROF, signal.SIGALRM):
            return Lost(Reason.TIMEOUT)
        died = signal.Signals(-status).name if status < 0 else f"status {status}"
        return Lost(Reason.CRASHED, f"the worker ended with {died}")

    def end(self) -> None:
        """End the process; one that is dead keeps its status."""
        self._process.kill()
        self._process.wait()


def _path() -> str:
    """Return where modules are looked for, so that a worker finds the same ones."""
    return os.pathsep.join(path or os.getcwd() for path in sys.path)


def serve(number: int) -> None:
    """Run in a worker: take the job, then answer one item after another until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor ends its workers
    pipe: Connection[Any, Any] = Connection(number)
    make, given, seconds = pipe.recv()
    work = make(given)
    pipe.send(None)
    while True:
        try:
            item = pipe.recv_bytes()
        except EOFError:
            return
        _limit(seconds)
        answer = _guarded(work, item)
        _limit(0)
        pipe.send(answer)


def _limit(seconds: float) -> None:
    """Let the system end this process after so long, even inside a library that never returns."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * _WAITING)


def _guarded(work: Callable[[Any], Any], item: bytes) -> Any:
    try:
        return work(ForkingPickler.loads(item))
    except Exception as error:
        return Lost(Reason.CRASHED, fault_text(error))
