"""Compiled patterns between processes: what one compiled, the next one of this Python has.

A file below the cache folder, of no use to another version of Python, and as good as none
when it is damaged. It only grows, by the patterns that responses made necessary.
"""

from __future__ import annotations

import sys

import msgspec

from evalspec.core import regex
from evalspec.source.cache import lookup_bytes, store_bytes

_FILE = "patterns.bin"
_CODEC = "utf-8", "surrogatepass"
"""A pattern may speak of half surrogates."""


def load() -> None:
    """Have the patterns ready that earlier processes compiled."""
    regex.use(_stored())


def save() -> None:
    """Write down the patterns that were compiled here; nothing when there were none."""
    fresh = regex.compiled_here()
    if not fresh:
        return
    known = {**_stored(), **fresh}.items()
    entries = [(text.encode(*_CODEC), flags, made) for (text, flags), made in known]
    store_bytes("patterns", _FILE, _mark(), msgspec.msgpack.encode(entries))


def _stored() -> dict[regex.Key, regex.Compiled]:
    body = lookup_bytes("patterns", _FILE, _mark())
    if body is None:
        return {}
    try:
        entries = msgspec.msgpack.decode(body)
        return {(text.decode(*_CODEC), flags): made for text, flags, made in entries}
    except (ValueError, TypeError, AttributeError):
        return {}


def _mark() -> str:
    """Name what compiled code depends on: the version of Python, the width and order of codes."""
    return f"{sys.implementation.cache_tag}-{sys.hexversion:x}-{sys.maxsize:x}-{sys.byteorder}"
