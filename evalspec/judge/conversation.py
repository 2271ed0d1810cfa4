"""A question that is asked until its reply can be used: what was wrong goes back to the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.judge.config import Judge
from evalspec.judge.exchange import LONGEST_SHOWN, PLANNED, Reply, plain_request
from evalspec.judge.prompts import Asked, Question, ask, fenced, load_prompt
from evalspec.judge.reply import read_json
from evalspec.judge.session import Session

T = TypeVar("T")
UNUSABLE = "is no usable reply"
_LONGEST_TOLD = 1500
"""Characters of what is sent back."""


class Unfit(Record, frozen=True):
    """Why what a model writes is not kept."""

    reason: str
    """In a few words, the same for the same fault: it is counted."""
    message: str
    """What is wrong with this one, for whoever wrote it."""


Value = tuple[T | None, Sequence[Unfit]]
"""What a reply holds, if it serves, and what is wrong with it."""


def converse(
    session: Session,
    judge: Judge,
    sent: Asked,
    read: Callable[[Any], Value[T]],
    *,
    again: str = "",
    rounds: int = 1,
    vocabulary: str = "",
) -> tuple[T | None, list[Unfit]]:
    """Ask at most `rounds` times; return what serves, if any does, and all that was wrong.

    `read` takes the JSON value of a reply; `again` names the prompt that sends back what was wrong.
    In a dry run every round is counted, with the longest texts that may stand in it. Raises
    `InputError` when there is no reply at all.
    """
    messages, refused = sent.messages, list[Unfit]()
    for left in reversed(range(rounds)):
        reply = _reply(session, judge, messages, sent.prompt)
        made, wrong = _value(reply, sent.marker, read)
        if made is not None:
            return made, refused
        refused += wrong
        if left:
            told = "\n".join(f"- {one.message}" for one in wrong)[:_LONGEST_TOLD]
            sent = ask(load_prompt(again), Question(statements=fenced(told), vocabulary=vocabulary))
            messages = (*messages, ("assistant", reply.text[:LONGEST_SHOWN]), *sent.messages)
    return None, refused


def _reply(
    session: Session, judge: Judge, messages: tuple[tuple[str, str], ...], prompt: str
) -> Reply:
    reply = session.reply(judge, plain_request(judge, messages, prompt))
    if reply is None and session.dry_run:
        return PLANNED
    hint = "replies so far are kept; the same command goes on"
    if reply is None:
        message = "the limit of calls or of cost is reached"
        raise InputError.of("limit-reached", message, hint=hint)
    if reply.error:
        message = f"model {judge.name!r} cannot be asked: {reply.error}"
        raise InputError.of("model-unusable", message, hint=hint)
    return reply


def _value(reply: Reply, marker: str, read: Callable[[Any], Value[T]]) -> Value[T]:
    if reply is PLANNED:
        return None, [Unfit(UNUSABLE, "x" * _LONGEST_TOLD)]
    found = read_json(reply.text, marker, reply.finish)
    if found.value is None:
        message = f"the reply is not of the form that was asked for: {found.reason.value}"
        return None, [Unfit(UNUSABLE, message)]
    return read(found.value)
