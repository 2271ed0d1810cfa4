"""What is forbidden by its name and nowhere named: absent, unless things go by other names."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.result import Result
from evalspec.check.scopes import has_items
from evalspec.core.verdict import Reason
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, stems


def is_absent(run: Run, scope: ir.Scope, result: Result) -> bool:
    """Tell whether nothing of a scope is there, given that no label holds its name.

    Known only where the response was read as having items, and for names of things: what a word for
    a kind (`dairy`), a quality (`fried`) or an activity (`jumping`) means, a response tells by others.
    """
    if result.truth is not None or result.reason is not Reason.NAME_NOT_FOUND or result.doubts:
        return False
    names = _names(scope)
    if not names or any(_is_kind(run, name) for name in names):
        return False
    if not has_items(run):
        return False
    said = run.index.spoken_stems
    spoken = any(not stems(name).isdisjoint(said) for name in names)
    return not spoken and run.switch("absent_names") == "absent"


def _names(scope: ir.Scope) -> tuple[str, ...]:
    named = [name for one in scope.filters if isinstance(one, ir.Named) for name in one.names]
    return (scope.name, *named) if scope.kind == "label" else tuple(named)


def _is_kind(run: Run, name: str) -> bool:
    words = fold(name).split()
    return any(w in run.words.kinds for w in words) or words[-1].endswith(("ing", "ed"))
