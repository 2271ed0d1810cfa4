"""Keys are kept out of everything that is stored or shown: the one place that takes them away.

What an endpoint sends back passes here before anything else sees it, and so does every error on
its way to a person. A key is the value of a variable that holds one, or a text of their shapes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from evalspec.core.regex import regex

HIDDEN = "[key]"
_VARIABLE = regex(r"(?i)(?:^|_)(?:key|token|secret|password|credentials?)s?$")
_LEAST = 6
"""Shorter values are hidden only where they stand as a word of their own."""
_SHAPES = regex(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|github_pat|glpat|xox[abprs]|AIza|ya29|AKIA|ASIA|r8|nvapi|pplx)"
    r"[-_.]?(?=[\w-]*\d)[\w-]{12,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"
    r"|(?<=[Bb]earer )(?!\[)[^\s\"',;]{6,}"
    r"|(?<=://)[^\s/@:]+:[^\s/@]+(?=@)"
)
_ASSIGNED = regex(
    r"\b(?i:((?:api|access|secret)[ _-]?(?:key|token)[\"']?(?: provided| given)?\s{0,3}[:=]\s{0,3}[\"']?))"
    r"(?!\[)([^\s\"',;&)]{8,})"
    r"|\b(?i:(key[\"']?\s{0,3}:\s{0,3}[\"']?))(?![A-Z_][A-Z0-9_]*\b)(?=[^\s\"',;&)}]*\d)[^\s\"',;&)}]{8,}"
)


def redacted(text: str, keys: Iterable[str] = ()) -> str:
    """Return a text without the keys of the environment, these, and whatever looks like one."""
    for key in sorted({*configured(), *keys}, key=len, reverse=True):
        for form in _forms(key):
            if len(form) >= _LEAST:
                text = text.replace(form, HIDDEN)
            else:
                text = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", HIDDEN, text)
    hidden = _SHAPES.sub(HIDDEN, text)
    return _ASSIGNED.sub(lambda found: f"{found[1] or found[3]}{HIDDEN}", hidden)


def without(text: str, keys: Iterable[str]) -> str:
    """Return a text without these keys, and nothing else changed."""
    for key in keys:
        if len(key) >= _LEAST:
            text = text.replace(key, HIDDEN)
    return text


def configured() -> set[str]:
    """Return the values of the environment's variables whose names say that they hold a key."""
    found = {value.strip() for name, value in os.environ.items() if _VARIABLE.search(name)}
    return {value for value in found if len(value) >= _LEAST and not value.startswith(("/", "~"))}


def looks_like_key(text: str) -> bool:
    """Tell whether a text that should be a name is more likely a key."""
    long = len(text) >= 20 and any(c.isdigit() for c in text) and any(c.islower() for c in text)
    return long or redacted(text) != text


def _forms(key: str) -> list[str]:
    """Return a key as texts may hold it: as it is, in JSON, in an address, in a header."""
    import json  # dear to import, and few runs have a key to hide
    from base64 import b64encode
    from urllib.parse import quote

    key = key.strip()
    forms = (key, json.dumps(key)[1:-1], quote(key, safe=""), b64encode(key.encode()).decode())
    return [form for form in dict.fromkeys(forms) if form]
