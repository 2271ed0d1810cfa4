"""The keys of a JSON answer: `the answer has the keys "a" and "b"`, held to a schema."""

from __future__ import annotations

import json
from typing import Any

from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Parts
from evalspec.spec.english.statement import Said, Statement
from evalspec.spec.english.wordlist import key_words


def keys(said: Statement) -> list[Said] | None:
    """`The JSON object must have the key "price"`; `it must not have the key "id"`."""
    parts = said.parts
    if not asked(parts):
        parts = said.subject
    if not asked(parts):
        return None
    held = [h for h in parts.things if h.thing.kind == "name"]
    others = [h for h in (*said.subject.things, *said.parts.things) if h not in held]
    whole = all(h.thing.form == "json" for h in others) and not said.scopes()
    whole = whole and said.parts.within is None and said.subject.within is None
    if not held or not whole or parts.bounds or len(held) != len(parts.names):
        raise RefusedError(parts.words)
    if not said.clause.verb("INCLUDE", "BE", "AVOID") or said.clause.permit:
        raise RefusedError(parts.words)
    said.allow("KEYWORD", "NO", "THERE", "WITHOUT", "BOTH")
    absent = said.absent() or any(h.prep == "WITHOUT" or h.negated for h in held)
    either = any(h.joined == "OR" for h in held) and not absent
    only = said.has("ONLY", "EQ")
    if (absent or either) and (only or said.has("BOTH")):
        raise RefusedError(parts.words)
    schema = _schema([h.thing.words for h in held], absent, either, only)
    return [Said(ir.TextTest("conforms-to", (json.dumps(schema, ensure_ascii=False),)))]


def asked(parts: Parts) -> bool:
    """Tell whether quoted names are said to be keys."""
    return parts.flags.get("KEYWORD", "").lower() in key_words()


def _schema(names: list[str], absent: bool, either: bool, only: bool) -> dict[str, Any]:
    one_each = [{"required": [name]} for name in names]
    if absent:
        return {"type": "object", "not": {"anyOf": one_each}}
    if either:
        return {"type": "object", "anyOf": one_each}
    made: dict[str, Any] = {"type": "object", "required": names}
    if only:
        made |= {"properties": dict.fromkeys(names, True), "additionalProperties": False}
    return made
