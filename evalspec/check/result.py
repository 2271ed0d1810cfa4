"""What a formula came to in one reading: its truth, the reason, and the scopes behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evalspec.check.value import Found, Piece, Value
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Excluded, Operand, Outcome, Reason, ScopeResult

_TEXTS: dict[int, tuple[Any, str]] = {}
_TEXTS_SIZE = 4096


class Result(Record, frozen=True):
    """Truth of a formula with its evidence."""

    truth: bool | None
    reason: Reason = Reason.NONE
    """Why it is undetermined."""
    detail: str = ""
    scopes: tuple[ScopeResult, ...] = ()
    doubts: tuple[Cited, ...] = ()


def opposite(truth: bool | None) -> bool | None:
    """Return what is true where a truth is not."""
    return None if truth is None else not truth


def all_of(truths: Iterable[bool | None]) -> bool | None:
    """Return whether all truths hold."""
    every = set(truths)
    return False if False in every else None if None in every else True


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """Return whether any truth holds."""
    return opposite(all_of(map(opposite, truths)))


def undecided(
    piece: Piece | None, node: Any, why: Value | Found, otherwise: Reason = Reason.UNSUPPORTED
) -> Result:
    """Make the result of a test of what has no value, or is not there."""
    return scope_result(piece, node, None, why.reason or otherwise, why.detail)


def scope_result(
    piece: Piece | None,
    node: Any,
    truth: bool | None,
    reason: Reason = Reason.NONE,
    detail: str = "",
    *,
    computed: str = "",
    bound: str = "",
    unit: str = "",
    operands: tuple[Operand, ...] = (),
    excluded: tuple[Excluded, ...] = (),
    offending: tuple[Cited, ...] = (),
    doubts: tuple[Cited, ...] = (),
    unlisted: int = 0,
) -> Result:
    """Make the result of one comparison; reason and detail are kept only when undecided."""
    if truth is not None:
        reason, detail = Reason.NONE, ""
    label, spans = place(piece)
    scope = ScopeResult(
        label, spans, Outcome.of(truth), text_of(node), computed, bound, unit,
        operands, excluded, reason, detail, offending, unlisted,
    )  # fmt: skip
    return Result(truth, reason, detail, (scope,), doubts)


def place(piece: Piece | None) -> tuple[str, tuple[Span, ...]]:
    """Return the label and the spans of the scope in force."""
    if piece is None:
        return "", ()
    return " / ".join((*piece.path, piece.label)), piece.spans


def text_of(node: Any) -> str:
    """Return the canonical text of a node, written once."""
    found = _TEXTS.get(id(node))
    if found is not None and found[0] is node:
        return found[1]
    from evalspec.language.printer import canonical

    if len(_TEXTS) >= _TEXTS_SIZE:
        _TEXTS.clear()
    text = canonical(node)
    _TEXTS[id(node)] = (node, text)
    return text
