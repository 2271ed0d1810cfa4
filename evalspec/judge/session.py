"""Many questions at once: replies from a transcript, the cache or an endpoint, in order.

The event loop runs in a thread of its own; the caller iterates as over any list. As many
questions wait as keep the judges busy, never the whole data set.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import Future
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from msgspec.structs import replace

from evalspec.core.errors import InputError
from evalspec.core.pair import Preference
from evalspec.core.record import Record
from evalspec.core.verdict import Verdict
from evalspec.judge.budget import Limits, Spent, amount
from evalspec.judge.cache import BEAT, ReplyCache
from evalspec.judge.client import REFUSALS, Client
from evalspec.judge.config import Judge
from evalspec.judge.decide import Task, decide
from evalspec.judge.exchange import (
    PLANNED,
    TYPICAL_TOKENS,
    Answer,
    Reply,
    Request,
    Usable,
    cost_of,
    most_of,
)
from evalspec.judge.pairs import PairTask, decide_pair
from evalspec.judge.transcript import Recorder, Replay

T = TypeVar("T")
K = TypeVar("K")
R = TypeVar("R")
_AHEAD = 4
"""Questions under way for each request that may be open."""
_GRACE = 10.0
"""Seconds to wait at the end for replies that are under way: they will be billed."""
_REMEMBERED = 1000
"""Replies of agents kept in memory."""
_LOOK = 0.1
"""Seconds between two looks for a reply that another process asks for."""


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
    retry: bool = False
    """Ask again where the stored reply gives no verdict (it was empty, cut off, off the menu)."""


class _Standing:
    """How an endpoint and a model have answered so far."""

    def __init__(self) -> None:
        self.answered = False
        self.fatal: Counter[str] = Counter()


class Session:
    """Judges many tasks. Use as a context; everything is closed at its end."""

    def __init__(self, options: Options | None = None) -> None:
        """Open the cache and the transcript. Raises `InputError` when one is unusable."""
        options = options or Options()
        self.spent = Spent(options.limits)
        self.planned: list[tuple[Judge, Request]] = []
        """What would be sent, of a dry run."""
        self.dry_run = options.dry_run
        self._lengths: list[int] = []
        """Tokens of the replies that came from the cache."""
        self._replay = Replay(options.replay) if options.replay else None
        keeps = options.cache if self._replay is None else None
        self._cache = ReplyCache(keeps) if keeps else None
        self._recorder = Recorder(options.record) if options.record else None
        self._retry = options.retry
        self._client = Client(self.spent)
        self._standing: dict[tuple[str, str, str], _Standing] = {}
        self._ended: InputError | None = None
        self.share: Callable[[], float] | None = None
        """Tells which part of all items was looked at, for what is shown meanwhile."""
        self._questions = 0
        self._recent: dict[str, Reply] = {}
        self._under_way: dict[str, asyncio.Future[Reply | None]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        if self._cache is not None:
            asyncio.run_coroutine_threadsafe(self._live(self._cache), self._loop)
        return self

    async def _live(self, cache: ReplyCache) -> None:
        while True:
            await asyncio.sleep(BEAT)
            cache.beat()

    def __exit__(self, *_: object) -> None:
        """Wait for the replies under way, begin nothing new, and close everything."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._cache is not None:
            self._cache.close()

    async def _finish(self) -> None:
        self._client.stop()
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=_GRACE)
        others = [t for t in asyncio.all_tasks(self._loop) if t is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.close()

    def judged(
        self, items: Iterable[T], task_of: Callable[[T], Task | None], answer: Answer | None = None
    ) -> Iterator[tuple[T, Verdict | None]]:
        """Yield every item with the verdict of its task, in order; None for one without task.

        With `answer` questions go through that. Raises `InputError` when a transcript lacks a
        reply or a key is missing.
        """
        asking = answer or self.answer
        return self.each(items, task_of, lambda task: decide(task, asking), _width)

    def preferred(
        self, items: Iterable[T], task_of: Callable[[T], PairTask | None]
    ) -> Iterator[tuple[T, Preference | None]]:
        """Yield every item with the preference of its task, as `judged` does verdicts."""
        return self.each(
            items, task_of, lambda task: decide_pair(task, self.answer),
            lambda task: _members_width([task.judge]),
        )  # fmt: skip

    def each(
        self,
        items: Iterable[T],
        task_of: Callable[[T], K | None],
        decided: Callable[[K], Coroutine[Any, Any, R]],
        width: Callable[[K], int],
    ) -> Iterator[tuple[T, R | None]]:
        """Yield every item with what its task comes to, in order."""
        waiting: deque[tuple[T, Future[R] | None]] = deque()
        ahead = 1

        def oldest() -> tuple[T, R | None]:
            item, sent = waiting.popleft()
            return item, None if sent is None else sent.result()

        for item in items:
            task = task_of(item)
            if task is None:
                waiting.append((item, None))
            else:
                ahead = max(ahead, _AHEAD * width(task))
                begun = asyncio.run_coroutine_threadsafe(decided(task), self._loop)
                waiting.append((item, begun))
            while waiting and (len(waiting) > ahead or _is_ready(waiting[0][1])):
                yield oldest()
        while waiting:
            yield oldest()

    def reply(self, judge: Judge, request: Request, usable: Usable | None = None) -> Reply | None:
        """Return the reply to one request; None when the budget is spent, or nothing is sent."""
        asked = self.answer(judge, (request,), usable or (lambda reply: True))
        reply = asyncio.run_coroutine_threadsafe(asked, self._loop).result()
        return None if reply is PLANNED else reply

    def progress(self) -> str:
        """Say how far the judges are, what was used, and about what is still to come."""
        come = self.spent.calls + self.spent.cached
        share = self.share() if self.share else 1.0
        to_come = max(0, round(self._questions / share) - come) if share > 0 else 0
        parts = [f"judges: {come} replies, {len(self._under_way)} under way", self.spent.so_far()]
        if to_come:
            parts.append(f"about {to_come} to come")
            if self.spent.priced:
                parts[-1] += f" for {amount(self.spent.cost * to_come / max(1, self.spent.calls))}"
        return ", ".join(parts)

    def summary(self) -> str:
        """Say in one line what was spent, or would be."""
        return self._planned_text() if self.dry_run else self.spent.summary()

    def _planned_text(self) -> str:
        """Say what a dry run would send: about, and at most."""
        asked = [request for _, request in self.planned]
        typical = [min(self._typical(), request.reply_tokens) for request in asked]
        priced = [(judge, request) for judge, request in self.planned if judge.price is not None]
        price = "no prices"
        if priced:
            about = sum(
                (cost_of(judge.price, self._about(request), min(self._typical(), request.reply_tokens))
                 or Decimal(0) for judge, request in priced), Decimal(0),
            )  # fmt: skip
            most = sum((most_of(judge.price, request) for judge, request in priced), Decimal(0))
            price = f"cost about {amount(about)}, cost at most {most.normalize():f}"
        if priced and len(priced) < len(asked):
            price += f" ({len(asked) - len(priced)} calls without prices)"
        later = sum(judge.kind == "debate" or _goes_on(asked) for judge, asked in self.planned)
        calls = f"{len(asked) - later} to {len(asked)}" if later else str(len(asked))
        return (
            f"dry run: {calls} calls, {self.spent.cached} from the cache, about "
            f"{sum(map(self._about, asked))} tokens to send (at most "
            f"{sum(request.tokens_at_most for request in asked)}), about {sum(typical)} in reply "
            f"(at most {sum(request.reply_tokens for request in asked)}), {price}"
        )

    def _about(self, request: Request) -> int:
        """Return about how many tokens are sent: replies that it will hold are typical ones."""
        held = sum(content.count(PLANNED.text) for _, content in request.messages)
        longer = max(0, len(PLANNED.text) // 4 - self._typical())
        return request.tokens_estimated - held * longer

    def _typical(self) -> int:
        """Return how many tokens a reply has: as those of the cache, or a guess."""
        lengths = self._lengths
        return sum(lengths) // len(lengths) if lengths else TYPICAL_TOKENS

    # -- one question ------------------------------------------------------------------------------
    async def answer(
        self, judge: Judge, requests: Sequence[Request], usable: Usable
    ) -> Reply | None:
        """Return the reply to a question; None when the budget is spent. Equal ones share it.

        `requests` are the forms in which it may be asked, the best first; `usable` tells whether
        a reply holds what was asked for.
        """
        if self._ended is not None:
            raise self._ended
        key = requests[0].key
        under_way = self._under_way.get(key)
        if under_way is not None:
            return await asyncio.shield(under_way)
        if key in self._recent:
            self.spent.cached += 1
            return self._recent[key]
        self._questions += 1
        mine = self._under_way[key] = self._loop.create_future()
        try:
            reply = await self._reply(judge, requests, usable)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                mine.cancel()
            else:
                mine.set_exception(error)
                mine.exception()  # somebody has looked at it
            raise
        else:
            mine.set_result(reply)
            if judge.kind == "agent" and reply is not None and not reply.error:
                self._remember(key, reply)
            return reply
        finally:
            del self._under_way[key]

    def _remember(self, key: str, reply: Reply) -> None:
        """Keep what an agent said: it speaks to several constraints on one response."""
        again = reply if reply is PLANNED else replace(reply, cached=True)
        self._recent[key] = again
        while len(self._recent) > _REMEMBERED:
            del self._recent[next(iter(self._recent))]

    async def _reply(
        self, judge: Judge, requests: Sequence[Request], usable: Usable
    ) -> Reply | None:
        if self._replay is not None:
            self.spent.cached += 1
            return self._replay.get(requests)
        cache, key = self._cache, requests[0].key
        stored = self._stored(requests, usable)
        while stored is None and cache is not None and not self.dry_run and not cache.claim(key):
            await asyncio.sleep(_LOOK)
            stored = self._stored(requests, usable)
        try:
            if stored is None and cache is not None:  # it may have come before our claim
                stored = self._stored(requests, usable)
            if stored is not None:
                self.spent.cached += 1
                self._lengths.append(stored[1].tokens_out)
                self._record(*stored)
                return stored[1]
            if self.dry_run:
                self.planned.append((judge, requests[0]))
                return PLANNED
            return await self._asked(judge, requests)
        finally:
            if cache is not None and not self.dry_run:
                cache.release(key)

    def _stored(self, requests: Sequence[Request], usable: Usable) -> tuple[Request, Reply] | None:
        """Return a stored reply to any form of a question."""
        if self._cache is None:
            return None
        for request in requests:
            found = self._cache.get(request.key)
            if found is not None and (not self._retry or usable(found)):
                return request, found
        return None

    async def _asked(self, judge: Judge, requests: Sequence[Request]) -> Reply | None:
        answered = await self._client.send(judge, requests)
        if answered is None:
            return None
        request, reply = answered
        self.spent.end(reply)
        if self._cache is not None and not reply.error:
            self._cache.put(request.key, reply, replace=self._retry)
        self._record(request, reply)
        self._watch(judge, reply)
        return reply

    def _watch(self, judge: Judge, reply: Reply) -> None:
        """End the run when the first answers of an endpoint all say that it will never answer."""
        key = (judge.base_url, judge.model, judge.key_variable)
        standing = self._standing.setdefault(key, _Standing())
        standing.answered |= not reply.error
        if standing.answered or not reply.fatal:
            return
        standing.fatal[reply.error] += 1
        if standing.fatal[reply.error] < REFUSALS:
            return
        message = f"judge {judge.name!r} at {judge.base_url} answers nothing: {reply.error}"
        hint = f"the same answer to the first {REFUSALS} questions; replies so far are kept"
        self._ended = InputError.of("judge-unusable", message, hint=hint)
        self._client.stop()
        raise self._ended

    def _record(self, request: Request, reply: Reply) -> None:
        if self._recorder is not None:
            self._recorder.add(request.key, request, reply)


def _width(task: Task) -> int:
    """Return how many questions the judges of a task take at once."""
    return _members_width([judge for judge in (task.judge, *task.route) if judge is not None])


def _members_width(judges: Iterable[Judge]) -> int:
    members = [one for judge in judges for one in (judge, *judge.members)]
    return max((judge.concurrency for judge in members), default=1)


def _goes_on(request: Request) -> bool:
    """Tell whether a request answers a reply that is to come: where that one serves, it is not sent."""
    said = (text for role, text in request.messages if role == "assistant")
    return any(text.startswith(PLANNED.text) for text in said)


def _is_ready(sent: Future[Any] | None) -> bool:
    return sent is None or sent.done()
