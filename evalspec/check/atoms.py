"""Questions inside a formula that only a judge can answer: `judged("…")` and `quote("…")`.

Rules hold the logic; what they cannot decide is noted, and answered in `Case.atoms` when the
formula is decided again.
"""

from __future__ import annotations

from typing import Literal

from evalspec.check.evaluation import Run
from evalspec.check.result import Result, scope_result
from evalspec.check.value import Found, Piece, cite
from evalspec.core.case import Atom
from evalspec.core.verdict import Reason
from evalspec.language import ir


def judged(node: ir.Judged, run: Run, piece: Piece | None) -> Result:
    """Tell whether a judge finds that something holds of the scope in force."""
    found = _answer("judged", node.text, run, piece)
    truth = found if isinstance(found, bool) else None
    return scope_result(piece, node, truth, Reason.NEEDS_JUDGE, node.text)


def quoted(node: ir.Quoted, run: Run, piece: Piece | None) -> Result:
    """Tell whether a judge finds words for something in the scope in force, and which."""
    found = quotes(node, run, piece)
    truth = None if found.reason is Reason.NEEDS_JUDGE else bool(found.pieces)
    places = tuple(cite(run.text.response, one.spans[0]) for one in found.pieces)
    return scope_result(
        piece, node, truth, Reason.NEEDS_JUDGE, node.text,
        computed=f"{len(places)} quotes", offending=places,
    )  # fmt: skip


def quotes(node: ir.Quoted, run: Run, piece: Piece | None) -> Found:
    """Return where the words stand that a judge quotes."""
    answer = _answer("quote", node.text, run, piece)
    if not isinstance(answer, tuple):
        return Found(reason=Reason.NEEDS_JUDGE, detail=node.text)
    spans = sorted(
        {span for quote in answer for span in run.text.occurrences(piece, quote, True, True)}
    )
    pieces = tuple(Piece(node.text, (span,), None, node.text, "words") for span in spans)
    return Found(pieces, reason=Reason.NAME_NOT_FOUND, detail=node.text)


def _answer(
    kind: Literal["judged", "quote"], text: str, run: Run, piece: Piece | None
) -> bool | tuple[str, ...] | None:
    subject = run.subject
    of = subject.case.response if piece is None else run.text.content(piece)
    atom = Atom(kind, text, of)
    found = subject.case.atoms.get(atom)
    if found is None:
        subject.open_atoms[atom] = None
    return found
