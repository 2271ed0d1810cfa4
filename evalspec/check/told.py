"""Records that the answer tells, as members of a scope, and their fields as values."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.filters.apply import apply
from evalspec.check.result import Result, scope_result
from evalspec.check.timevalues import of_times
from evalspec.check.value import CLOCK, MINUTE, Found, Piece, Term, Value, cite, unknown
from evalspec.core.quantity import UNITLESS, exactly
from evalspec.core.span import Span
from evalspec.core.times import Clock
from evalspec.core.timeset import Times
from evalspec.core.verdict import Cited, Reason
from evalspec.document.told import Told, ToldValue
from evalspec.language import ir

_EDGES = {"start": ir.Property("start", ()), "end": ir.Property("end", ())}


def members(run: Run, scope: ir.Scope) -> Found:
    """Return the records of a kind; none is known only where others are told, or a refusal."""
    telling = run.telling
    records = [one for one in telling.records if one.kind == scope.name]
    if not records:
        known = bool(telling.records or telling.refusals)
        return Found(reason=Reason.EMPTY_SCOPE, detail=scope.name, known=known)
    pieces = tuple(_piece(run, one, number) for number, one in enumerate(records, 1))
    return apply(run, scope, Found(pieces))


def _piece(run: Run, told: Told, number: int) -> Piece:
    kind = run.words.lexicon.told[told.kind]
    named = next((told.fields[name].value for name, field in kind.fields.items()
                  if field.kind == "name" and name in told.fields), "")  # fmt: skip
    return Piece(str(named) or f"{told.kind} {number}", (told.span,), kind="told", data=told)


def field(node: ir.Field, run: Run, piece: Piece | None) -> Value:
    """Return a field of the record in force; a thing that is no record starts and ends as well."""
    told = piece.data if piece is not None else None
    if piece is None or not isinstance(told, Told):
        plain = _EDGES.get(node.name)
        if plain is not None and piece is not None and piece.entry is not None:
            return run.value(plain, piece)
        return unknown(Reason.UNSUPPORTED, node.name)
    found = told.fields.get(node.name)
    if found is None:
        return unknown(Reason.MISSING_AMOUNT, f"{node.name} of {piece.label}")
    return _value(found, node.name, piece.label, _cited(run, found), run)


def _cited(run: Run, found: ToldValue) -> Cited | None:
    """Cite where a field was read, as far as it stands in one place."""
    if not found.spans:
        return None
    low, high = found.spans[0].start, found.spans[0].end
    for span in found.spans[1:]:
        if high <= span.start <= high + _NEAR:
            high = span.end
    return cite(run.text.response, Span(low, high))


_NEAR = 12
"""Characters between two pieces that are cited as one."""


def _value(found: ToldValue, name: str, label: str, cited: Cited | None, run: Run) -> Value:
    value = found.value
    origin = "item" if cited is not None else "referenced"
    if isinstance(value, Times):
        return of_times(value, label, name, cited)
    if isinstance(value, Clock):
        point = exactly(value.minutes)
        term = Term(label, name, point, CLOCK, cited, origin)
        return Value(point, "clock", CLOCK, "clock", terms=(term,))
    if isinstance(value, int):
        kind = next((k.fields[name].kind for k in run.words.lexicon.told.values()
                     if name in k.fields), "number")  # fmt: skip
        unit = MINUTE if kind == "amount" else UNITLESS
        terms = (Term(label, name, exactly(value), unit, cited),)
        return Value(exactly(value), unit.dimension, unit, terms=terms)
    term = Term(label, name, exactly(1), UNITLESS, cited, origin)
    return Value(
        kind="text", dimension="text", content=str(value), terms=(term,), detail=str(value)
    )


def no_answer(node: ir.NoAnswer, run: Run, piece: Piece | None) -> Result:
    """Tell whether the answer says that there is none; a plan beside it leaves that open."""
    telling = run.telling
    refusals = tuple(cite(run.text.response, span) for span in telling.refusals)
    truth: bool | None
    if not refusals:
        truth = False if telling.records or not run.words.lexicon.told else None
    elif not telling.records:
        truth = True
    else:
        last = max(one.span.end for one in telling.records)
        truth = False if last > telling.refusals[-1].start else None
    reason = Reason.READINGS_DIFFER if refusals else Reason.EMPTY_SCOPE
    return scope_result(
        piece, node, truth, reason, "a refusal after an answer" if refusals else "answer",
        computed=f"{len(telling.records)} records, {len(refusals)} refusals", offending=refusals,
    )  # fmt: skip
