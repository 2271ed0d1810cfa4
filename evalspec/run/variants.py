"""Edits of a response that a label may rest on: the loose protocol of instruction following.

It also accepts a response without its first line, its last line, or both, and each of
these with asterisks removed (Zhou et al. 2023, arXiv:2311.07911, section 2.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def edited(response: str, edits: Sequence[str]) -> str:
    """Return a response after the edits, in order."""
    for edit in edits:
        response = EDITS[edit](response)
    return response


def _without_first_line(text: str) -> str:
    return "\n".join(text.split("\n")[1:]).strip()


def _without_last_line(text: str) -> str:
    return "\n".join(text.split("\n")[:-1]).strip()


def _without_asterisks(text: str) -> str:
    return text.replace("*", "")


EDITS: dict[str, Callable[[str], str]] = {
    "without-first-line": _without_first_line,
    "without-last-line": _without_last_line,
    "without-asterisks": _without_asterisks,
}
"""Name in an adapter → edit."""
