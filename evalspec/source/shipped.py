"""Word lists that come with evalspec: read once a process, and parsed once a machine.

The content of a packaged YAML file is kept below the cache folder until the file changes.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from evalspec.source import files, yaml
from evalspec.source.cache import lookup_bytes, store_bytes


@cache
def table(name: str) -> dict[str, Any]:
    """Return the content of a file below `grammars/`, which nobody may change."""
    path = files.grammar(name)
    mark = sha256(files.read_bytes(path)).hexdigest()
    body = lookup_bytes("grammars", name, mark)
    if body is not None:
        try:
            return msgspec.msgpack.decode(body, type=dict[str, Any])
        except msgspec.DecodeError:
            pass  # an entry of another making
    content: dict[str, Any] = yaml.read_file(path).value
    store_bytes("grammars", name, mark, msgspec.msgpack.encode(content))
    return content
