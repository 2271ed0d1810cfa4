"""Parsers from grammar files; their tables come with the wheel or from the user's cache folder.

Building the table of the formal grammar takes half a second, loading it 30 ms. A
table belongs to the text of its grammar, its options and the release of lark; one
that does not fit or does not load is built again. A checkout has no tables of its own.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from evalspec.source import cache, files

if TYPE_CHECKING:
    from lark import Lark

OPTIONS: dict[str, dict[str, Any]] = {
    "constraint.lark": {
        "maybe_placeholders": True,
        "propagate_positions": True,
        "start": ["start", "value"],
    }
}
"""The grammars that are parsed with tables, and how."""
SUFFIX = ".table"
"""What the name of a packaged table adds to that of its grammar."""
_LARGEST = 2**40


def load_parser(name: str) -> Lark:
    """Return the LALR parser of a packaged grammar, from a table when there is one that fits."""
    text = files.grammar(name).read_text(encoding="utf-8")
    stamp = _stamp(name, text)
    packaged = files.grammar(name + SUFFIX)
    for body in (cache.stamped(packaged, stamp), cache.lookup_bytes("grammars", name, stamp)):
        if body is not None:
            try:
                return _loaded(body)
            except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
                pass  # an entry of another making
    parser = _built(name, text)
    cache.store_bytes("grammars", name, stamp, _table(parser))
    return parser


def packaged_table(name: str) -> bytes:
    """Return the content of the file that saves an installation from building a table."""
    text = files.grammar(name).read_text(encoding="utf-8")
    return cache.stamp(_stamp(name, text), _table(_built(name, text)))


def _built(name: str, text: str) -> Lark:
    from lark import Lark

    return Lark(text, parser="lalr", **OPTIONS[name])


def _stamp(name: str, text: str) -> str:
    import lark

    options = sorted(OPTIONS[name].items())
    return sha256(f"{lark.__version__} {options} {text}".encode()).hexdigest()


def _loaded(body: bytes) -> Lark:
    from lark import Lark

    data, memo = msgspec.msgpack.decode(body)
    parser: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]
    return parser


def _table(parser: Lark) -> bytes:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    return msgspec.msgpack.encode(_bounded(parser.memo_serialize([TerminalDef, Rule])))


def _bounded(value: Any) -> Any:
    """Cap numbers: lark writes the width of an unbounded terminal as 2 to the 64th."""
    if isinstance(value, dict):
        return {key: _bounded(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_bounded(member) for member in value]
    return min(value, _LARGEST) if isinstance(value, int) else value
