"""What answers tell in whatever words: kinds of records, and the phrases that say them.

A vocabulary declares them under `told:`; `evalspec.document.told` reads them. A phrase is
words and slots: `(travel|go) … to {place} [in {length}]`. Round brackets hold alternatives,
square ones what may be missing, `…` is a few words in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from evalspec.core.record import Record
from evalspec.core.regex import regex

FieldKind = Literal["name", "text", "clock", "amount", "number", "days", "times"]
_SLOT = regex(r"\{(\w*)\}")
KINDS: tuple[FieldKind, ...] = ("name", "text", "clock", "amount", "number", "days", "times")


class ToldField(Record, frozen=True):
    """One field of a record."""

    kind: FieldKind
    names: str = ""
    """Of a name: what it names; given data say which names there are."""
    otherwise: tuple[str, ...] = ()
    """Where it comes from when it is not written: `start to end on day`, `place of last`."""


class ToldKind(Record, frozen=True):
    """A kind of record that an answer may tell."""

    name: str
    fields: dict[str, ToldField] = {}
    words: tuple[str, ...] = ()
    """Other names of the kind in formulas."""
    said: tuple[str, ...] = ()
    """Phrases each of which says that there is such a record."""
    detail: tuple[str, ...] = ()
    """Phrases around it that fill further fields."""
    unless: tuple[str, ...] = ()
    """Phrases in the same clause under which nothing of the kind is said."""
    needs: tuple[tuple[str, ...], ...] = ()
    """Of each group one field must be written; otherwise it is only a mention."""
    keys: dict[str, tuple[str, ...]] = {}
    """Of a keyed answer (JSON): the keys of each field, folded."""
    says: tuple[tuple[str, dict[str, str]], ...] = ()
    """Records that follow from it: kind, and which of its fields each of theirs is."""
    order: str = ""
    """The field by which records follow each other in time."""
    same: tuple[str, ...] = ()
    """Fields that make two records one: those of a repetition, or of parts that join."""
    single: bool = False
    """An answer is one of these: what is told beside it led to it."""
    joins: str = ""
    """The field of days or times that adds up when such records touch."""


def told_kind(name: str, given: Mapping[str, Any]) -> ToldKind:
    """Read one kind as a vocabulary writes it."""
    fields = {field: _field(value) for field, value in given.get("fields", {}).items()}
    for field, forms in given.get("else", {}).items():
        known = fields[field]
        fields[field] = ToldField(known.kind, known.names, _texts(forms))
    needs = tuple(tuple(str(one).split(" or ")) for one in _texts(given.get("needs", ())))
    return ToldKind(
        name=name,
        fields=fields,
        words=_texts(given.get("words", ())),
        said=_texts(given.get("said", ())),
        detail=_texts(given.get("with", ())),
        unless=_texts(given.get("unless", ())),
        needs=needs,
        keys={field: _texts(keys) for field, keys in given.get("keys", {}).items()},
        says=tuple(
            (kind, {str(k): str(v) for k, v in filled.items()})
            for one in given.get("says", ())
            for kind, filled in one.items()
        ),
        order=str(given.get("order", "")),
        same=_texts(given.get("same", ())),
        single=given.get("single") is True,
        joins=str(given.get("joins", "")),
    )


def faults(name: str, given: Mapping[str, Any], kinds: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a kind, in words."""
    fields = given.get("fields", {})
    wrong = [
        f"field `{field}` is of no type `{value}`: {', '.join(KINDS)}, name of KIND"
        for field, value in fields.items()
        if str(value).split(" ")[0] not in KINDS
    ]
    for part in ("else", "keys"):
        wrong += [f"`{part}` names no field: `{f}`" for f in given.get(part, {}) if f not in fields]
    asked = [given.get("order", ""), given.get("joins", ""), *_texts(given.get("same", ()))]
    asked += [f for one in _texts(given.get("needs", ())) for f in one.split(" or ")]
    wrong += [f"there is no field `{field}`" for field in asked if field and field not in fields]
    for phrase in (p for part in ("said", "with", "unless") for p in _texts(given.get(part, ()))):
        unknown = [slot for slot in _SLOT.findall(phrase) if slot not in fields]
        wrong += [f"the phrase `{phrase}` has a slot of no field: `{slot}`" for slot in unknown]
        if not _balanced(phrase):
            wrong.append(f"the phrase `{phrase}` has a bracket without its other half")
    for one in given.get("says", ()):
        for kind, filled in one.items():
            other = kinds.get(kind, {}).get("fields", {})
            wrong += [f"there is no kind `{kind}`"] if kind not in kinds else []
            wrong += [
                f"`{kind}` has no field `{f}`" for f in filled if kind in kinds and f not in other
            ]
            wrong += [f"there is no field `{f}`" for f in filled.values() if f not in fields]
    return wrong


def _balanced(phrase: str) -> bool:
    closing = {")": "(", "]": "[", "}": "{"}
    waiting: list[str] = []
    for character in phrase:
        if character in closing.values():
            waiting.append(character)
        elif character in closing and (not waiting or waiting.pop() != closing[character]):
            return False
    return not waiting


def _field(value: Any) -> ToldField:
    kind, _, names = str(value).partition(" of ")
    return ToldField(kind.split(" ")[0], names)  # type: ignore[arg-type]


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(one) for one in value)
