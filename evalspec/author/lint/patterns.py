"""Texts in quotes: backslashes that make a character which is never meant."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.author.lint.subject import Subject
from evalspec.core.errors import Problem
from evalspec.core.record import walk
from evalspec.language import ir

_MADE = {"\b": "b", "\f": "f"}
"""What `\\b` and `\\f` in quotes are: a backspace and a form feed, where a pattern was wanted."""


def backslashes(subject: Subject) -> Iterator[Problem]:
    r"""Find `\b` and `\f` in the texts of formulas."""
    for entry in subject.entries:
        for node in walk(entry.constraint.readings):
            texts = node.operands if isinstance(node, ir.TextTest) else ()
            for text in texts:
                made = next((_MADE[mark] for mark in _MADE if mark in str(text)), "")
                if made:
                    message = f"`\\{made}` in quotes is a character that no text has"
                    hint = f"a backslash of a pattern is written twice: `\\\\{made}`"
                    yield subject.problem("backslash", message, entry, node, hint=hint)
