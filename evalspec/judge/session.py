"""Many questions at once: replies from a transcript, the cache or an endpoint, in order.

The event loop runs in a thread of its own; the caller iterates as over any list. As many
questions wait as keep the judges busy, never the whole data set.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import IO, Self, TypeVar

from evalspec.core.record import Record
from evalspec.core.verdict import Verdict
from evalspec.judge.budget import Limits, Spent
from evalspec.judge.cache import ReplyCache
from evalspec.judge.client import Client
from evalspec.judge.config import Judge
from evalspec.judge.decide import Task, decide
from evalspec.judge.exchange import Reply, Request, cost_of
from evalspec.judge.transcript import Recorder, Replay

T = TypeVar("T")
_AHEAD = 4
"""Questions under way for each request that may be open."""


class Options(Record, frozen=True):
    """Where replies come from and go to."""

    limits: Limits = Limits()
    cache: Path | None = None
    """File of stored replies; None to keep none."""
    record: IO[str] | None = None
    """Open file for the transcript."""
    replay: Path | None = None
    """Transcript to take every reply from; nothing is sent."""
    dry_run: bool = False
    """Send nothing; only count what would be sent."""


class Session:
    """Judges many tasks. Use as a context; everything is closed at its end."""

    def __init__(self, options: Options | None = None) -> None:
        """Open the cache and the transcript. Raises `InputError` when one is unusable."""
        options = options or Options()
        self.spent = Spent(options.limits)
        self.planned: list[tuple[Judge, Request]] = []
        """What would be sent, of a dry run."""
        self.dry_run = options.dry_run
        self._replay = Replay(options.replay) if options.replay else None
        keeps = options.cache if self._replay is None else None
        self._cache = ReplyCache(keeps) if keeps else None
        self._recorder = Recorder(options.record) if options.record else None
        self._client = Client()
        self._under_way: dict[str, asyncio.Future[Reply | None]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        """Start the event loop."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give up what is under way and close everything."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._cache is not None:
            self._cache.close()

    async def _finish(self) -> None:
        others = [t for t in asyncio.all_tasks(self._loop) if t is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.close()

    def judged(
        self, items: Iterable[T], task_of: Callable[[T], Task | None]
    ) -> Iterator[tuple[T, Verdict | None]]:
        """Yield every item with the verdict of its task, in order; None for one without task.

        Raises `InputError` when a transcript lacks a reply or a key is missing.
        """
        waiting: deque[tuple[T, Future[Verdict] | None]] = deque()
        ahead = 1
        for item in items:
            task = task_of(item)
            if task is None:
                waiting.append((item, None))
            else:
                ahead = max(ahead, _AHEAD * _width(task))
                sent = asyncio.run_coroutine_threadsafe(decide(task, self.answer), self._loop)
                waiting.append((item, sent))
            while waiting and (len(waiting) > ahead or _is_ready(waiting[0][1])):
                yield _result(*waiting.popleft())
        while waiting:
            yield _result(*waiting.popleft())

    def reply(self, judge: Judge, request: Request) -> Reply | None:
        """Return the reply to one request; None when the budget is spent."""
        return asyncio.run_coroutine_threadsafe(self.answer(judge, request), self._loop).result()

    def progress(self) -> str:
        """Say how far the judges are."""
        come = self.spent.calls + self.spent.cached
        return f"judges: {come} replies, {len(self._under_way)} under way"

    def summary(self) -> str:
        """Say in one line what was spent, or would be."""
        if not self.dry_run:
            return self.spent.summary()
        asked = [request for _, request in self.planned]
        estimated = sum(request.tokens_estimated for request in asked)
        at_most = sum(request.tokens_at_most for request in asked)
        answered = sum(request.reply_tokens for request in asked)
        costs = [
            cost_of(judge.price, request.tokens_at_most, request.reply_tokens)
            for judge, request in self.planned
        ]
        priced = [cost for cost in costs if cost is not None]
        price = f"cost at most {sum(priced, Decimal(0)).normalize():f}" if priced else "no prices"
        unpriced = (
            f" ({len(costs) - len(priced)} calls without prices)"
            if priced and len(priced) < len(costs)
            else ""
        )
        return (
            f"dry run: {len(asked)} calls, {self.spent.cached} from the cache, about {estimated} "
            f"tokens to send (at most {at_most}), at most {answered} in reply, {price}{unpriced}"
        )

    async def answer(self, judge: Judge, request: Request) -> Reply | None:
        """Return the reply to a request; None when the budget is spent. Equal ones share it."""
        key = request.key
        under_way = self._under_way.get(key)
        if under_way is not None:
            return await asyncio.shield(under_way)
        mine = self._under_way[key] = self._loop.create_future()
        try:
            reply = await self._reply(judge, request, key)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                mine.cancel()
            else:
                mine.set_exception(error)
                mine.exception()  # somebody has looked at it
            raise
        else:
            mine.set_result(reply)
            return reply
        finally:
            del self._under_way[key]

    async def _reply(self, judge: Judge, request: Request, key: str) -> Reply | None:
        if self._replay is not None:
            reply = self._replay.get(key, request)
            self.spent.cached += 1
            return reply
        stored = self._cache.get(key) if self._cache is not None else None
        if stored is not None:
            self.spent.cached += 1
            self._record(key, request, stored)
            return stored
        if self.dry_run:
            self.planned.append((judge, request))
            return None
        upper = self.spent.begin(request, judge.price)
        if upper is None:
            return None
        reply = await self._client.send(judge, request)
        self.spent.end(reply, judge.price, upper)
        if self._cache is not None and not reply.error:
            self._cache.put(key, reply)
        self._record(key, request, reply)
        return reply

    def _record(self, key: str, request: Request, reply: Reply) -> None:
        if self._recorder is not None:
            self._recorder.add(key, request, reply)


def _width(task: Task) -> int:
    """Return how many questions the judges of a task take at once."""
    asked = [judge for judge in (task.judge, *task.route) if judge is not None]
    members = [one for judge in asked for one in (judge, *judge.members)]
    return max((judge.concurrency for judge in members), default=1)


def _is_ready(sent: Future[Verdict] | None) -> bool:
    return sent is None or sent.done()


def _result(item: T, sent: Future[Verdict] | None) -> tuple[T, Verdict | None]:
    return item, None if sent is None else sent.result()
