"""Records ↔ JSON by their own shape: what is written is what comes back, with no schema.

A typed decoder for the nodes of a formula costs 4 ms to set up, more than all it decodes;
this one has nothing to set up. Packed data is `[names of the types, value]`: a record is
`[number of its type, field, …]`, any other sequence or number that JSON has no form for
begins with a letter that says what it is.
"""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any

import msgspec

from evalspec.core.record import Record

_PLAIN = (str, int, bool, type(None))


def pack(value: object) -> bytes:
    """Return a value as JSON. Raises `TypeError` for what is no record and no plain data."""
    types: dict[type[Record], int] = {}
    body = _packed(value, types)
    names = [f"{kind.__module__}.{kind.__name__}" for kind in types]
    return msgspec.json.encode([names, body])


def unpack(content: bytes) -> Any:
    """Return what was packed; its types must be imported. Raises `ValueError` when it cannot be."""
    try:
        names, body = msgspec.json.decode(content)
        return _unpacked(body, [_type_named(name) for name in names])
    except (ArithmeticError, AttributeError, LookupError, TypeError, msgspec.MsgspecError) as error:
        raise ValueError("not packed by this version") from error


def _packed(value: Any, types: dict[type[Record], int]) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Record):
        number = types.setdefault(type(value), len(types))
        return [number, *(_packed(member, types) for member in _written(value))]
    if isinstance(value, dict) and all(type(key) is str for key in value):
        return {key: _packed(member, types) for key, member in value.items()}
    if isinstance(value, (tuple, list)):
        kind = "t" if isinstance(value, tuple) else "l"
        return [kind, *(_packed(member, types) for member in value)]
    if isinstance(value, Decimal):
        return ["d", str(value)]
    if type(value) is float:
        return ["f", repr(value)]
    raise TypeError(f"{type(value).__name__} cannot be packed")


def _written(record: Record) -> list[Any]:
    """Return the fields of a record, up to the last one that is not its default."""
    members = [getattr(record, name) for name in record.__struct_fields__]
    for default in reversed(record.__struct_defaults__):
        if type(members[-1]) is not type(default) or members[-1] != default:
            break
        members.pop()
    return members


def _unpacked(value: Any, types: list[type[Record]]) -> Any:
    if type(value) is dict:
        return {key: _unpacked(member, types) for key, member in value.items()}
    if type(value) is not list:
        return value
    kind = value[0]
    if kind == "d":
        return Decimal(value[1])
    if kind == "f":
        return float(value[1])
    members = [_unpacked(m, types) if type(m) in (list, dict) else m for m in value[1:]]
    if kind == "t":
        return tuple(members)
    return members if kind == "l" else types[kind](*members)


def _type_named(name: str) -> type[Record]:
    module, _, own = name.rpartition(".")
    kind = getattr(sys.modules[module], own)
    if not (isinstance(kind, type) and issubclass(kind, Record)):
        raise ValueError(f"{name} is no record")
    return kind
