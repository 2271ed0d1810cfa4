"""Characters that command a terminal, written so that they are seen instead of obeyed."""

from __future__ import annotations

import re

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OWN = re.compile("(\x1b\\[(?:0|1|31|32|33)m|\r\x1b\\[K|\r(?=\n))")
"""What we write ourselves: colours, and the beginning of a line of progress."""


def visible(text: str, *, own: bool = False) -> str:
    r"""Return a text whose control characters are escapes (`\x1b`), but for line ends and tabs.

    With `own` the few sequences that this program writes itself stay.
    """
    if _COMMANDS.search(text) is None:
        return text
    if own:
        parts = _OWN.split(text)  # every second one is ours
        return "".join(part if n % 2 else visible(part) for n, part in enumerate(parts))
    return _COMMANDS.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
