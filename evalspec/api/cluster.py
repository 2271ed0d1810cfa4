"""Parts of a run on Ray: a cluster that `RAY_ADDRESS` names, else one on this machine.

Each part is one task, which writes its part itself; Ray tries one again whose worker died. What is
there already is not redone, so a run that was broken off goes on with any engine.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from evalspec import __version__
from evalspec.api.runs import Answer, Run, Settings, Work, stored, write_part
from evalspec.core.errors import InputError, needs
from evalspec.run.batches import Batch, batches
from evalspec.run.folder import Folder, parts
from evalspec.run.rows import Placed

_TRIES = 3
_AHEAD = 2
"""Parts a worker that are handed out before the first of them is done."""


class Cluster:
    """A connection to Ray. Use as a context."""

    def __init__(self, workers: int) -> None:
        """Take how many parts are decided at once. Raises `InputError` without ray."""
        with needs("the engine ray needs the package ray", "ray"):
            import ray
        self._ray: Any = ray
        self._workers = workers
        self.failed: list[str] = []
        """Parts that failed each time, with the reason."""

    def __enter__(self) -> Cluster:
        """Connect."""
        address = os.environ.get("RAY_ADDRESS")
        local = {} if address else {"num_cpus": self._workers, "include_dashboard": False}
        self._ray.init(address=address, log_to_driver=False, logging_level="error", **local)
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect."""
        self._ray.shutdown()

    def answers(self, run: Run, rows: Iterable[Placed], folder: Folder) -> Iterator[Answer]:
        """Yield the answer of every part, in order; those that fail are listed in `failed`."""
        task = self._ray.remote(num_cpus=1, max_retries=_TRIES - 1)(_part)
        about = self._ray.put((__version__, run.settings, folder))
        waiting: deque[tuple[int, Callable[[], Answer | InputError]]] = deque()
        for number, part in parts(batches(run.settings.adapter, rows)):
            found = stored(folder, number)
            if found is None:
                sent = task.remote(about, number, part)
                waiting.append((number, lambda sent=sent: self._ray.get(sent)))  # type: ignore[misc]
            else:
                waiting.append((number, lambda found=found: found))  # type: ignore[misc]
            if len(waiting) > _AHEAD * self._workers:
                yield from self._done(run, folder, *waiting.popleft())
        while waiting:
            yield from self._done(run, folder, *waiting.popleft())

    def _done(
        self, run: Run, folder: Folder, number: int, get: Callable[[], Answer | InputError]
    ) -> Iterator[Answer]:
        try:
            answer = get()
        except self._ray.exceptions.RayError as error:
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            self.failed.append(f"{folder.part(number)}: {first}")
            return
        if isinstance(answer, InputError):
            raise answer
        run.count(answer)
        yield answer


def _part(
    about: tuple[str, Settings, Folder], number: int, part: list[Batch]
) -> Answer | InputError:
    """Decide a part and write it; runs in a worker of Ray."""
    version, settings, folder = about
    if version != __version__:
        message = f"the run is of evalspec {version}, a worker has {__version__}"
        return InputError.of("other-version", message)
    work = _work(msgspec.json.encode(settings))
    answers = [work(batch) for batch in part]
    made = [answer for answer in answers if isinstance(answer, Answer)]
    for answer in answers:
        if isinstance(answer, InputError):
            return answer
    write_part(folder, number, made)
    found = [one for answer in made for one in answer.found]
    return Answer("", found, [], sum(answer.skipped for answer in made), made[-1].absent)


@lru_cache(maxsize=1)
def _work(settings: bytes) -> Work:
    return Work(msgspec.json.decode(settings, type=Settings))
