"""Chat logs: of a list of messages, the last one is the response, the user's are the request.

A message is `{role, content}` as endpoints write it (`content` may be a list of parts), or
`{from, value}` as in ShareGPT.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

ASSISTANTS = ("assistant", "gpt", "model", "ai", "bot")
USERS = ("user", "human")
_TEXTS = ("text", "output_text")
"""Kinds of parts that are shown to the user; thoughts and calls of tools are not."""


class Chat(NamedTuple):
    """A conversation as a case."""

    request: str
    """Every text of the user, in order."""
    response: str
    """The last message."""


def read_chat(messages: Any) -> Chat | str:
    """Return what was asked and what was answered last, or what is wrong with the messages."""
    if not isinstance(messages, list) or not messages:
        return "expected a list of chat messages"
    said = [_message(message) for message in messages]
    if None in said:
        return f"message {said.index(None)} has no `role`"
    *before, last = (message for message in said if message)
    role, response = last
    if role not in ASSISTANTS:
        return f"the last message is of `{role}`, expected one of {', '.join(ASSISTANTS)}"
    if response is None:
        return "the last message holds no text"
    return Chat(_asked(before), response)


def asked(messages: Any) -> str:
    """Return every text of the user, in order."""
    found = map(_message, messages if isinstance(messages, list) else [])
    return _asked([message for message in found if message])


def _asked(messages: list[tuple[str, str | None]]) -> str:
    return "\n\n".join(text for who, text in messages if who in USERS and text)


def _message(message: Any) -> tuple[str, str | None] | None:
    """Return who says what; None for what is no message."""
    if not isinstance(message, Mapping):
        return None
    for role, content in (("role", "content"), ("from", "value")):
        if isinstance(message.get(role), str):
            return message[role].lower(), _text(message.get(content))
    return None


def _text(content: Any) -> str | None:
    """Return the text of a message; None when it holds none."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    parts = [part for part in content if isinstance(part, Mapping) and part.get("type") in _TEXTS]
    texts = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    return "".join(texts) if texts else None
