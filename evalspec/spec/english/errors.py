"""The one way in which a sentence fails to compile."""

from __future__ import annotations


class RefusedError(Exception):
    """Some words were not understood."""

    def __init__(self, *words: str) -> None:
        """Take the words."""
        super().__init__(", ".join(words))
        self.words = tuple(w for w in words if w)
