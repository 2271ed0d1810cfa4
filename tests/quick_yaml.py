"""The YAML that tests are written in, read by libyaml where it is there: a tenth of the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(text: str) -> Any:
    """Return what a text of YAML says."""
    return yaml.load(text, _LOADER)


def load_all(text: str) -> Iterator[Any]:
    """Yield what the documents of a text say."""
    return yaml.load_all(text, _LOADER)
