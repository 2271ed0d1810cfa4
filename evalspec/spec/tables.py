"""Parsers from grammar files; their tables are kept in the user's cache folder.

Building the table of the formal grammar takes half a second, loading it 30 ms. A
table belongs to the text of its grammar, its options and the release of lark; one
that does not load is built again.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from evalspec.source import cache, files

if TYPE_CHECKING:
    from lark import Lark

_LARGEST = 2**40


def load_parser(name: str, **options: Any) -> Lark:
    """Return the LALR parser of a packaged grammar, from the cache when it holds one."""
    import lark

    text = files.grammar(name).read_text(encoding="utf-8")
    stamp = sha256(f"{lark.__version__} {sorted(options.items())} {text}".encode()).hexdigest()
    body = cache.lookup_bytes("grammars", name, stamp)
    if body is not None:
        try:
            return _loaded(body)
        except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
            pass  # an entry of another making
    parser = lark.Lark(text, parser="lalr", **options)
    cache.store_bytes("grammars", name, stamp, _table(parser))
    return parser


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
