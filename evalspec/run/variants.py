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


EDITS: dict[str, Callable[[str], str]] = {
    "without-first-line": lambda text: "\n".join(text.split("\n")[1:]).strip(),
    "without-last-line": lambda text: "\n".join(text.split("\n")[:-1]).strip(),
    "without-asterisks": lambda text: text.replace("*", ""),
}
"""Name in an adapter → edit."""
