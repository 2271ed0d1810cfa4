"""Requests to OpenAI-compatible endpoints: bounded, paced, repeated when a reply is lost.

The openai library is imported when the first question is sent. Its own deadlines are not used
(it would wait 600 s for a reply and 120 s on Retry-After): every attempt ends after the judge's
`timeout`, every pause after its `longest_wait`. Replies are read as bytes up to a limit, so that
an endless one cannot fill the memory. Redirects to another host are not followed: they would
carry texts and, in the header, a key to somebody who was not named.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from evalspec.core.errors import InputError
from evalspec.core.secrets import redacted
from evalspec.judge.budget import Spent
from evalspec.judge.config import KEY, Judge
from evalspec.judge.exchange import Reply, Request

MOST_BYTES = 8_000_000
"""Larger replies are not read."""
FIRST_WAIT = 0.5
"""Seconds before the second attempt; each further pause is twice as long."""
_AGAIN = frozenset((408, 409, 425, 429))
"""Statuses below 500 that are worth another attempt."""
_FATAL = frozenset((401, 402, 403, 404, 405, 410))
"""Statuses that say that no question will be answered here."""
_UNKNOWN = re.compile(r"(?i)\bmodel\b|\bapi.?key\b|unsupported parameter|unrecognized")
"""What a bad request says when it is so for every question."""
_NO_SCHEMA = re.compile(r"(?i)response_format|json.?schema|structured|guided|grammar")
"""What an endpoint says that cannot hold a reply to a schema."""
REFUSALS = 3
"""So many refused connections or fatal answers, and no reply yet: it will not get better."""
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


class _RedirectedError(Exception):
    """The endpoint sends us to another host."""


class _DeclinedSchemaError(Exception):
    """The endpoint cannot hold a reply to a schema; without words when that was known before."""


class _Endpoint:
    """One base URL: its connection, and what it may be asked at once and a minute."""

    def __init__(self, judge: Judge) -> None:
        self.slots = asyncio.Semaphore(judge.concurrency)
        self.requests = Pace(judge.requests_per_minute)
        self.tokens = Pace(judge.tokens_per_minute)
        self.key = os.environ.get(judge.key_variable, "").strip()
        self.client = _connect(judge, self.key)
        self.answered = False
        self.refused = 0
        self.plain: set[str] = set()
        """Models that declined a schema."""


def _connect(judge: Judge, key: str) -> Any:
    """Make the library's client."""
    import openai

    if judge.stranger:
        message = (
            f"judge {judge.name!r}: {judge.stranger} wants questions sent to {judge.base_url},"
            " an endpoint that you have not named"
        )
        hint = f"name it by --judge-url {judge.base_url}, EVALSPEC_JUDGE_URL or --judges FILE"
        raise InputError.of("unnamed-endpoint", message, hint=hint)
    if not key and judge.key_variable != KEY:
        message = f"judge {judge.name!r}: the environment variable {judge.key_shown} is not set"
        raise InputError.of("no-key", message)
    try:
        http = openai.DefaultAsyncHttpxClient(event_hooks={"response": [_stay_on_host]})
        return openai.AsyncOpenAI(
            api_key=key or "none", base_url=judge.base_url, max_retries=0, timeout=judge.timeout,
            http_client=http,
        )  # fmt: skip
    except Exception as error:  # the library and its transport have errors of their own
        message = f"judge {judge.name!r}: {judge.base_url} cannot be used: {error}"
        raise InputError.of("unusable-endpoint", redacted(message, [key])) from error


async def _stay_on_host(response: Any) -> None:
    """Raise when a redirect leads to another scheme, host or port."""
    target = response.headers.get("location", "")
    if not target or response.status_code // 100 != 3:
        return
    here, there = response.url, response.url.join(target)
    if (here.scheme, here.host, here.port) != (there.scheme, there.host, there.port):
        raise _RedirectedError(f"{there.scheme}://{there.netloc.decode('ascii', 'replace')}")


class Client:
    """Sends requests; every one ends with a reply or an error on record."""

    def __init__(self, spent: Spent) -> None:
        self._spent = spent
        self._endpoints: dict[tuple[str, str], _Endpoint] = {}
        self._stopped = ""

    async def send(self, judge: Judge, requests: Sequence[Request]) -> tuple[Request, Reply] | None:
        """Ask an endpoint until it answers or the retries are used up; None when a limit forbids it.

        `requests` are the same question with a schema and without: the latter is asked where an
        endpoint declines the former. Keys are taken out of what comes back. Raises for no answer.
        """
        key = (judge.base_url, judge.key_variable)
        if key not in self._endpoints:
            self._endpoints[key] = _Endpoint(judge)
        endpoint = self._endpoints[key]
        request, tries = requests[0], 0
        if judge.model in endpoint.plain:
            request = requests[-1]
        try:
            reply = await self._answered(endpoint, judge, request)
        except _DeclinedSchemaError as error:
            endpoint.plain.add(judge.model)
            if request is requests[-1]:
                reply = Reply(attempts=1, error=str(error))
            else:
                request, tries = requests[-1], int(bool(str(error)))
                reply = await self._answered(endpoint, judge, request)
        if reply is None:
            return None
        return request, _without_keys(reply, endpoint.key, tries)

    async def _answered(self, endpoint: _Endpoint, judge: Judge, request: Request) -> Reply | None:
        """Try until there is a reply. Raises `_DeclinedSchemaError`."""
        error, resent, fatal = "", 0, False
        for attempt in range(1, judge.retries + 2):
            wait, fatal = 0.0, False
            try:
                reply = await self._attempt(endpoint, judge, request)
            except _LostReplyError as lost:
                error = str(lost)
                resent += lost.sent and attempt <= judge.retries
                fatal = not lost.sent and not endpoint.answered
                endpoint.refused += fatal
                if fatal and endpoint.refused >= REFUSALS:
                    return Reply(attempts=attempt, resent=resent, error=error, fatal=True)
            except _StatusError as status:
                error = str(status)
                if not status.again:
                    return Reply(attempts=attempt, resent=resent, error=error, fatal=status.fatal)
                wait = status.wait
            else:
                if reply is None:
                    return None
                endpoint.answered = True
                return replace(reply, attempts=attempt, resent=resent)
            if attempt <= judge.retries and not self._stopped:
                await asyncio.sleep(_pause(attempt, wait, judge.longest_wait))
            if self._stopped:
                break
        return Reply(attempts=attempt, resent=resent, error=error, fatal=fatal)

    async def _attempt(self, endpoint: _Endpoint, judge: Judge, request: Request) -> Reply | None:
        estimate = request.tokens_estimated
        await endpoint.requests.take()
        await endpoint.tokens.take(estimate)
        async with endpoint.slots:
            if judge.model in endpoint.plain and "response_format" in request.parameters:
                raise _DeclinedSchemaError
            if self._stopped or not await self._spent.admit(request, judge.price):
                return None
            reply, sent, lost = None, True, True
            started = time.monotonic()
            try:
                body = await _exchange(endpoint.client, request, judge.timeout)
                reply = _reply(body, request, time.monotonic() - started)
            except _LostReplyError as error:
                sent = lost = error.sent
                raise
            except (_StatusError, _DeclinedSchemaError) as error:
                lost = isinstance(error, _StatusError) and error.status >= 500
                raise
            finally:
                await asyncio.shield(
                    self._spent.settle(request, judge.price, reply, sent=sent, lost=lost)
                )
        endpoint.tokens.correct(reply.tokens_in + reply.tokens_out - estimate)
        return reply

    def stop(self) -> None:
        """Begin no further attempt; those under way go on."""
        self._stopped = "stopped"

    async def close(self) -> None:
        for endpoint in self._endpoints.values():
            await endpoint.client.close()


def _without_keys(reply: Reply, key: str, further: int) -> Reply:
    keys = [key] if key else []
    return replace(
        reply,
        text=redacted(reply.text, keys),
        finish=redacted(reply.finish, keys),
        error=" ".join(redacted(reply.error, keys).split())[:_ERROR_TEXT],
        attempts=reply.attempts + further,
    )


class _StatusError(Exception):
    """The endpoint declined."""

    def __init__(self, status: int, text: str, wait: float) -> None:
        super().__init__(f"HTTP {status}: {text}" if text else f"HTTP {status}")
        self.status = status
        self.again = status in _AGAIN or status >= 500
        bad = status in (400, 422) and _UNKNOWN.search(text) is not None
        self.fatal = status in _FATAL or 300 <= status < 400 or bad
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
        said = _message(error)
        shaped = "response_format" in request.parameters
        if shaped and error.status_code in (400, 404, 415, 422, 501) and _NO_SCHEMA.search(said):
            raise _DeclinedSchemaError(f"HTTP {error.status_code}: {said}") from error
        wait = _retry_after(error.response.headers)
        raise _StatusError(error.status_code, said, wait) from error
    except openai.APIConnectionError as error:
        if isinstance(error.__cause__, _RedirectedError):  # older releases wrap what a hook raises
            raise _elsewhere(error.__cause__) from error
        cause = _cause(error)
        sent = not cause.startswith("Connect")  # ConnectError: nobody listened
        raise _LostReplyError(f"connection failed: {cause}", sent) from error
    except _LostReplyError:
        raise
    except _RedirectedError as error:
        raise _elsewhere(error) from error
    except (openai.OpenAIError, OSError, ValueError, RuntimeError) as error:
        raise _LostReplyError(f"{type(error).__name__}") from error
    except Exception as error:  # the transports have errors of their own
        raise _LostReplyError(f"connection failed: {type(error).__name__}") from error


def _elsewhere(error: _RedirectedError) -> _StatusError:
    told = f"the endpoint leads to {error}, which is another host; not followed"
    return _StatusError(307, told, 0.0)


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
    tokens_in, tokens_out = _count(used.get("prompt_tokens")), _count(used.get("completion_tokens"))
    total = _count(used.get("total_tokens"))
    if tokens_in is not None and tokens_out is not None and total is not None:
        tokens_out = max(tokens_out, total - tokens_in)  # some count thoughts only here
    finish = choice.get("finish_reason")
    return Reply(
        text=text or str(refusal),
        finish="content_filter" if refusal and not text else str(finish or ""),
        tokens_in=request.tokens_estimated if tokens_in is None else tokens_in,
        tokens_out=len(text) // 4 if tokens_out is None else tokens_out,
        seconds=round(seconds, 4),
        uncounted=tokens_in is None or tokens_out is None,
    )


def _joined(content: Any) -> str:
    """Return the text of a message given in parts."""
    parts = content if isinstance(content, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _count(given: Any) -> int | None:
    return given if type(given) is int and given >= 0 else None


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
    backoff = min(longest, FIRST_WAIT * 2.0 ** min(attempt - 1, 20))
    spread = random.uniform(0.5, 1.0)  # noqa: S311 - no secret
    return min(longest, max(asked, backoff * spread))


def _message(error: Any) -> str:
    """Return what the endpoint says."""
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("error"), str):
        return str(body["error"])
    return str(body.get("message", "")) if isinstance(body, dict) else ""


def _cause(error: BaseException) -> str:
    cause = error.__cause__ or error
    return type(cause).__name__
