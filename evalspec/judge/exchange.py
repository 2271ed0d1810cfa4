"""One request to a model and what came of it: the unit that is cached, recorded and replayed."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.secrets import without
from evalspec.judge.config import Judge, Price
from evalspec.judge.prompts import Asked

_MILLION = Decimal(1_000_000)
REPLY_TOKENS = 4096
"""Longest reply that is asked for when the judge sets no max_tokens."""
LONGEST_SHOWN = 6000
"""Bytes of a reply that another member of a debate or a panel is shown; the rest is cut off."""
TYPICAL_TOKENS = 400
"""Tokens of a reply for an estimate, as long as no reply was seen."""
_LIMITS = ("max_completion_tokens", "max_tokens")


class Request(Record, frozen=True):
    """Everything that a reply depends on. It holds no key."""

    base_url: str
    model: str
    messages: tuple[tuple[str, str], ...]
    parameters: dict[str, Any]
    prompt: str
    """Name and version of the prompt."""
    repeat: int = 0
    """Number of the sample, when the same is asked several times."""

    @property
    def key(self) -> str:
        """Return a digest of all of it."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def tokens_at_most(self) -> int:
        """Return an upper bound of the tokens sent: no tokenizer makes more than one a byte."""
        schema = self.parameters.get("response_format")
        shape = len(msgspec.json.encode(schema)) if schema else 0
        return shape + sum(len(content.encode()) + 8 for _, content in self.messages)

    @property
    def tokens_estimated(self) -> int:
        """Return about how many tokens are sent: four characters each."""
        return sum(len(content) // 4 + 8 for _, content in self.messages)

    @property
    def reply_tokens(self) -> int:
        """Return the longest reply that is asked for, over all of its choices."""
        allowed = [self.parameters[name] for name in _LIMITS if name in self.parameters]
        choices = self.parameters.get("n", 1)
        return max(allowed, default=REPLY_TOKENS) * (choices if isinstance(choices, int) else 1)


class Reply(Record, frozen=True):
    """What an endpoint answered; `error` says why it did not."""

    text: str = ""
    finish: str = ""
    """The endpoint's finish_reason: stop, length, content_filter …"""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    """Of the attempt that was answered."""
    attempts: int = 0
    resent: int = 0
    """Attempts repeated after a reply was lost, which may be billed twice."""
    error: str = ""
    cached: bool = False
    fatal: bool = False
    """The error will be the same for every question: the key, the model or the address is wrong."""
    uncounted: bool = False
    """The endpoint did not say how many tokens it counted; these are estimates."""


PLANNED = Reply(text="x" * LONGEST_SHOWN, finish="planned")
"""Stands for a reply in a dry run: as long as others are ever shown one, and without a verdict."""


Usable = Callable[[Reply], bool]
"""Tells whether a reply holds what was asked for."""
Answer = Callable[[Judge, Sequence[Request], Usable], Awaitable[Reply | None]]
"""Sends a question in one of its forms, or finds its reply; None when the budget is spent."""


def request_of(judge: Judge, asked: Asked, repeat: int = 0) -> Request:
    """Return what is sent to a judge. A reply is never longer than what is asked for here."""
    shaped = {}
    if asked.schema is not None:
        shape = {"name": "reply", "strict": True, "schema": asked.schema}
        shaped["response_format"] = {"type": "json_schema", "json_schema": shape}
    made = plain_request(judge, asked.messages, asked.prompt, repeat)
    return replace(made, parameters={**made.parameters, **shaped})


def plain_request(
    judge: Judge, messages: tuple[tuple[str, str], ...], prompt: str, repeat: int = 0
) -> Request:
    """Return messages as they are sent to a model; keys are taken out of them."""
    parameters = dict(judge.parameters)
    if not any(name in parameters for name in _LIMITS):
        parameters["max_tokens"] = REPLY_TOKENS
    key = os.environ.get(judge.key_variable, "").strip()
    shown = tuple((role, without(text, [key])) for role, text in messages)
    return Request(judge.base_url, judge.model, shown, parameters, prompt, repeat)


def cost_of(price: Price | None, tokens_in: int, tokens_out: int) -> Decimal | None:
    """Return what tokens cost; None without prices."""
    if price is None:
        return None
    return (price.input * tokens_in + price.output * tokens_out) / _MILLION


def most_of(price: Price | None, request: Request) -> Decimal:
    """Return what a request can cost at most."""
    return cost_of(price, request.tokens_at_most, request.reply_tokens) or Decimal(0)
