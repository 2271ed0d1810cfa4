"""What goes into a check: a response, what was asked, and the data given with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Union

from evalspec.core.record import Record


class Atom(Record, frozen=True):
    """One question inside a formula that only a judge can answer."""

    kind: Literal["judged", "quote"]
    """Whether something holds of a text, or which words of the text say it."""
    text: str
    """What is asked."""
    of: str
    """The text it is asked of: the whole response, or one part of it."""


Atoms = Mapping[Atom, Union[bool, tuple[str, ...]]]
"""Answers: whether it holds, or the quotes, each as it stands in the text."""


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
    atoms: Atoms = {}
    """What judges answered to the questions inside formulas, so far."""
