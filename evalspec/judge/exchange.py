"""One request to a model and what came of it: the unit that is cached, recorded and replayed."""

from __future__ import annotations

from decimal import Decimal
from hashlib import sha256
from typing import Any

import msgspec

from evalspec.core.record import Record
from evalspec.judge.config import Judge, Price
from evalspec.judge.prompts import Asked

_MILLION = Decimal(1_000_000)
_REPLY_TOKENS = 4096
"""Tokens of a reply taken for the upper price when the judge sets no max_tokens."""


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
        return sum(len(content.encode()) + 8 for _, content in self.messages)

    @property
    def tokens_estimated(self) -> int:
        """Return about how many tokens are sent: four characters each."""
        return sum(len(content) // 4 + 8 for _, content in self.messages)

    @property
    def reply_tokens(self) -> int:
        """Return the longest reply that is allowed."""
        allowed = self.parameters.get("max_completion_tokens", self.parameters.get("max_tokens"))
        return allowed if isinstance(allowed, int) else _REPLY_TOKENS


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


def request_of(judge: Judge, asked: Asked, repeat: int = 0) -> Request:
    """Return what is sent to a judge."""
    return Request(
        judge.base_url, judge.model, asked.messages, judge.parameters, asked.prompt, repeat
    )


def cost_of(price: Price | None, tokens_in: int, tokens_out: int) -> Decimal | None:
    """Return what tokens cost; None without prices."""
    if price is None:
        return None
    return (price.input * tokens_in + price.output * tokens_out) / _MILLION
