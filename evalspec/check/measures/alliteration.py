"""`alliteration`: the longest run of words that begin with the same letter.

`alliteration = 2` holds for `A big bear slept`, not for `A big brown bear slept`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Find the longest run."""
    words = scope.words
    letters = [scope.written(word)[0].lower() for word in words]
    best, at, start = 0, 0, 0
    for number, letter in enumerate(letters):
        if number and (letter != letters[number - 1] or not letter.isalpha()):
            start = number
        if number + 1 - start > best:
            best, at = number + 1 - start, start
    return Measured(best, tuple(words[at : at + best]))
