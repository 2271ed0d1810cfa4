"""Judges on the page, each with an audit of its rationale against the ledger of the rules."""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.compare.audit import LONGEST, audit_rationale
from evalspec.core.verdict import Method, Outcome
from evalspec.rationale.ledger import Ledger, ledger_from
from evalspec.report.html.collect import Audited, Collection, Item, Said
from evalspec.report.html.read import Judged
from evalspec.vocabulary.lexicon import Lexicon


def audited(found: Collection, lexicon: Lexicon) -> Collection:
    """Audit every judge who gives reasons where the rules decide with a ledger."""
    return replace(found, items=tuple(_item(item, lexicon) for item in found.items))


def _item(item: Item, lexicon: Lexicon) -> Item:
    given = [one for one in item.said if one is not None and one.line.judgement is not None]
    ledger = _ledger(item, lexicon) if given else None
    if ledger is None:
        return item
    return replace(item, said=tuple(one and _said(one, ledger, lexicon) for one in item.said))


def _ledger(item: Item, lexicon: Lexicon) -> Ledger | None:
    for one in item.said:
        line = one.line if one is not None else None
        decided = line is not None and line.outcome not in (None, Outcome.UNDETERMINED)
        if line is not None and decided and line.method == Method.SYMBOLIC.value and line.scopes:
            assert line.outcome is not None  # noqa: S101 - it is decided
            return ledger_from(line.canonical, line.outcome, line.scopes, lexicon)
    return None


def _said(said: Said, ledger: Ledger, lexicon: Lexicon) -> Said:
    outcome = said.line.outcome
    rationale = _rationale(said.line.judgement)
    if outcome in (None, Outcome.UNDETERMINED) or not rationale or len(rationale) > LONGEST:
        return said
    assert outcome is not None  # noqa: S101 - it is decided
    result, _, findings = audit_rationale(rationale, ledger, outcome, lexicon)
    return replace(said, audit=Audited(result, findings))


def _rationale(judged: Judged | None) -> str:
    """Return what a judge wrote; of a vote, what the first member on the winning side wrote."""
    if judged is None or judged.rationale.strip():
        return judged.rationale if judged is not None else ""
    agreeing = (one for one in judged.members if one.outcome is judged.outcome)
    return _rationale(next(agreeing, None))
