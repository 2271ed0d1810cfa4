"""Regular expressions that are compiled when they are first used.

Reading knows more than a hundred patterns, and compiling one costs as much as using it
on a page of text. Most responses ask for a fraction of them, so a module states its
patterns as constants and pays for those a response needs.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a pattern; its methods become the compiled pattern's own on first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, method)
        return method


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that behaves like `re.compile(text, flags)`."""
    return cast("re.Pattern[str]", _Lazy(text, flags))
