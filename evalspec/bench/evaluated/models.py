"""Models put to the prompts of a benchmark, through the client that judges are asked by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from evalspec.bench.evaluated.responses import Response
from evalspec.core.errors import InputError, Problem
from evalspec.judge.config import Judge
from evalspec.judge.exchange import Reply, plain_request
from evalspec.judge.session import Session

PROMPT = "bench/1"
"""What a transcript calls the prompts of instances."""


def ask(
    session: Session, judge: Judge, lines: Iterable[dict[str, Any]]
) -> Iterator[Response | Problem]:
    """Yield the answer of a model to each instance, or why there is none, in order.

    Replies that are stored are not asked for again, so a run that was broken off goes on.
    """

    def replied(line: dict[str, Any]) -> tuple[dict[str, Any], Reply | None]:
        return line, session.reply(judge, plain_request(judge, (("user", line["prompt"]),), PROMPT))

    with ThreadPoolExecutor(judge.concurrency) as pool:
        for line, reply in pool.map(replied, lines):
            if reply is None:
                continue
            if reply.error:
                if reply.fatal:
                    pool.shutdown(wait=False, cancel_futures=True)
                    message = f"model {judge.name!r} cannot be asked: {reply.error}"
                    raise InputError.of("model-unusable", message)
                yield Problem("no-reply", f"{line['id']}: {reply.error}")
            else:
                yield Response(line["id"], reply.text, judge.model)
