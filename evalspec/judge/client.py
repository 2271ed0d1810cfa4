"""Requests to OpenAI-compatible endpoints: bounded, paced, repeated when a reply is lost.

The openai library is imported when the first question is sent. Its own deadlines are not used
(it would wait 600 s for a reply and 120 s on Retry-After): every attempt ends after the judge's
`timeout`, every pause after its `longest_wait`. Replies are read as bytes up to a limit, so that
an endless one cannot fill the memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from evalspec.core.errors import InputError, Problem
from evalspec.judge.config import KEY, Judge
from evalspec.judge.exchange import Reply, Request

MOST_BYTES = 8_000_000
"""Larger replies are not read."""
_FIRST_WAIT = 0.5
_AGAIN = frozenset((408, 409, 425, 429))
"""Statuses below 500 that are worth another attempt."""
_ERROR_TEXT = 200


class _LostReplyError(Exception):
    """Nothing usable arrived; `sent` tells whether the endpoint may have answered."""

    def __init__(self, message: str, sent: bool = True) -> None:
        super().__init__(message)
        self.sent = sent


class Pace:
    """Spaces requests evenly, so that no minute holds more than its limit."""

    def __init__(self, per_minute: int) -> None:
        """Take the limit; 0 for none."""
        self._seconds = 60.0 / per_minute if per_minute else 0.0
        self._next = 0.0

    async def take(self, amount: int = 1) -> None:
        """Wait for the turn of a request, or of so many tokens."""
        if not self._seconds:
            return
        now = time.monotonic()
        turn = max(now, self._next)
        self._next = turn + self._seconds * amount
        await asyncio.sleep(turn - now)

    def correct(self, amount: int) -> None:
        """Count tokens that were not foreseen, or that were too many."""
        self._next += self._seconds * amount


class _Endpoint:
    """One base URL: its connection, and what it may be asked at once and a minute."""

    def __init__(self, judge: Judge) -> None:
        self.slots = asyncio.Semaphore(judge.concurrency)
        self.requests = Pace(judge.requests_per_minute)
        self.tokens = Pace(judge.tokens_per_minute)
        self.client = _connect(judge)


def _connect(judge: Judge) -> Any:
    """Make the library's client."""
    import openai

    key = os.environ.get(judge.key_variable, "")
    if not key and judge.key_variable != KEY:
        message = f"judge {judge.name!r}: the environment variable {judge.key_variable} is not set"
        raise InputError([Problem("no-key", message)])
    try:
        return openai.AsyncOpenAI(
            api_key=key or "none", base_url=judge.base_url, max_retries=0, timeout=judge.timeout
        )
    except Exception as error:  # the library and its transport have errors of their own
        message = f"judge {judge.name!r}: {judge.base_url} cannot be used: {error}"
        raise InputError([Problem("unusable-endpoint", message)]) from error


class Client:
    """Sends requests; every one ends with a reply or an error on record."""

    def __init__(self) -> None:
        """Start without connections."""
        self._endpoints: dict[tuple[str, str], _Endpoint] = {}

    async def send(self, judge: Judge, request: Request) -> Reply:
        """Ask an endpoint until it answers or the retries are used up. Never raises for it."""
        key = (judge.base_url, judge.key_variable)
        if key not in self._endpoints:
            self._endpoints[key] = _Endpoint(judge)
        endpoint = self._endpoints[key]
        error, resent = "", 0
        for attempt in range(1, judge.retries + 2):
            wait = 0.0
            try:
                reply = await self._attempt(endpoint, judge, request)
                return msgspec.structs.replace(reply, attempts=attempt, resent=resent)
            except _LostReplyError as lost:
                error = str(lost)
                resent += lost.sent and attempt <= judge.retries
            except _StatusError as status:
                error = str(status)
                if not status.again:
                    return Reply(attempts=attempt, resent=resent, error=error)
                wait = status.wait
            if attempt <= judge.retries:
                await asyncio.sleep(_pause(attempt, wait, judge.longest_wait))
        return Reply(attempts=judge.retries + 1, resent=resent, error=error)

    async def _attempt(self, endpoint: _Endpoint, judge: Judge, request: Request) -> Reply:
        estimate = request.tokens_estimated
        await endpoint.requests.take()
        await endpoint.tokens.take(estimate)
        async with endpoint.slots:
            started = time.monotonic()
            body = await _exchange(endpoint.client, request, judge.timeout)
            reply = _reply(body, request, time.monotonic() - started)
        endpoint.tokens.correct(reply.tokens_in + reply.tokens_out - estimate)
        return reply

    async def close(self) -> None:
        """Close all connections."""
        for endpoint in self._endpoints.values():
            await endpoint.client.close()


class _StatusError(Exception):
    """The endpoint declined."""

    def __init__(self, status: int, text: str, wait: float) -> None:
        super().__init__(f"HTTP {status}: {text}" if text else f"HTTP {status}")
        self.again = status in _AGAIN or status >= 500
        self.wait = wait


async def _exchange(client: Any, request: Request, timeout: float) -> bytes:
    """Send a request and read the body of its answer, both within the deadline."""
    import openai

    messages = [{"role": role, "content": content} for role, content in request.messages]
    create = client.chat.completions.with_streaming_response.create
    try:
        async with asyncio.timeout(timeout):
            async with create(
                model=request.model, messages=messages, extra_body=dict(request.parameters)
            ) as response:
                return await _body(response)
    except (TimeoutError, openai.APITimeoutError) as error:
        raise _LostReplyError(f"no reply within {timeout:g} s") from error
    except openai.APIStatusError as error:
        wait = _retry_after(error.response.headers)
        raise _StatusError(error.status_code, _message(error), wait) from error
    except openai.APIConnectionError as error:
        cause = _cause(error)
        sent = not cause.startswith("Connect")  # ConnectError: nobody listened
        raise _LostReplyError(f"connection failed: {cause}", sent) from error
    except _LostReplyError:
        raise
    except (openai.OpenAIError, OSError, ValueError, RuntimeError) as error:
        raise _LostReplyError(f"{type(error).__name__}") from error
    except Exception as error:  # the transports have errors of their own
        raise _LostReplyError(f"connection failed: {type(error).__name__}") from error


async def _body(response: Any) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for chunk in response.iter_bytes():
        size += len(chunk)
        if size > MOST_BYTES:
            raise _LostReplyError(f"the reply is larger than {MOST_BYTES} bytes")
        parts.append(chunk)
    return b"".join(parts)


def _reply(body: bytes, request: Request, seconds: float) -> Reply:
    """Read a chat completion. Raises `_LostReplyError` for anything else."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        message = choice["message"]
        content = message.get("content")
        refusal = message.get("refusal") or ""
        text = content if isinstance(content, str) else _joined(content)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise _LostReplyError("the reply is not a chat completion") from error
    used = data.get("usage") if isinstance(data.get("usage"), dict) else {}
    finish = choice.get("finish_reason")
    return Reply(
        text=text or str(refusal),
        finish="content_filter" if refusal and not text else str(finish or ""),
        tokens_in=_count(used.get("prompt_tokens"), request.tokens_estimated),
        tokens_out=_count(used.get("completion_tokens"), len(text) // 4),
        seconds=round(seconds, 4),
    )


def _joined(content: Any) -> str:
    """Return the text of a message given in parts."""
    parts = content if isinstance(content, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _count(given: Any, estimate: int) -> int:
    return given if isinstance(given, int) and given >= 0 else estimate


def _retry_after(headers: Mapping[str, str]) -> float:
    """Return how many seconds the endpoint asks to wait; a date counts from now."""
    given = headers.get("retry-after-ms")
    try:
        if given is not None:
            return max(0.0, float(given) / 1000)
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        return _until(headers.get("retry-after", ""))


def _until(date: str) -> float:
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _pause(attempt: int, asked: float, longest: float) -> float:
    """Return how long to wait: what was asked for, or ever longer, never all at once."""
    backoff = min(longest, _FIRST_WAIT * 2.0 ** min(attempt - 1, 20))
    spread = random.uniform(0.5, 1.0)  # noqa: S311 - no secret
    return min(longest, max(asked, backoff * spread))


def _message(error: Any) -> str:
    """Return what the endpoint says, shortened; it never holds the key we sent."""
    body = error.body
    text = body.get("message", "") if isinstance(body, dict) else ""
    return " ".join(str(text).split())[:_ERROR_TEXT]


def _cause(error: BaseException) -> str:
    cause = error.__cause__ or error
    return type(cause).__name__
