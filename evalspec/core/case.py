"""What goes into a check: a response, what was asked, and the data given with it."""

from __future__ import annotations

from typing import Any

from evalspec.core.record import Record


class Case(Record, frozen=True):
    """One response to check."""

    response: str
    """The response exactly as the model wrote it; every span refers to this text."""
    request: str = ""
    """What the model was asked; may be empty."""
    data: dict[str, Any] = {}
    """Typed values given with the case, such as a calendar's availability."""
    name: str = ""
    """How to call it in output: a path or a row number."""
    pool: tuple[str, ...] = ()
    """Responses to the same request, this one or not: a panel may see those of others."""
