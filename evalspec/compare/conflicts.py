"""Items on which voices differ, and which of them is probably wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evalspec.compare.audit import LONGEST, Class, audit_rationale
from evalspec.compare.items import DECIDED, Item, Items
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.rationale.findings import Finding
from evalspec.rationale.ledger import read_ledger
from evalspec.vocabulary.lexicon import Lexicon

_BLAMED = (Class.RIGHT, Class.UNCLEAR)
"""Results of an audit that blame no judge."""


class Conflict(Record, frozen=True):
    """One item to look at."""

    item: Item
    said: dict[str, Outcome]
    """Voice → outcome."""
    suspects: tuple[str, ...]
    """Voices that are probably wrong; empty when it is unclear."""
    why: str
    """`arithmetic`, `undecided`, `against-reference`, `reference-alone`, `minority`, or empty."""
    findings: dict[str, tuple[Finding, ...]]
    """Voice → what its rationale does otherwise than the ledger."""


def conflicts(items: Items, reference: str, lexicon: Lexicon) -> Iterator[Conflict]:
    """Yield every item on which some voice differs from the reference, or from another voice."""
    voices = [voice for voice in items.voices if voice != DECIDED or voice == reference]
    for item in items.by_key.values():
        said = {
            voice: outcome
            for voice in voices
            if (outcome := item.said(voice, reference if voice != reference else "")) is not None
        }
        if len(set(said.values())) > 1:
            audited = _audited(item, said, lexicon)
            findings = {voice: found for voice, (_, found) in audited.items() if found}
            suspects, why = _suspects(said, reference)
            wrong = [voice for voice, (result, _) in audited.items() if result not in _BLAMED]
            if wrong and why in ("", "minority"):
                suspects, why = tuple(wrong), "arithmetic"
            yield Conflict(item, said, suspects, why, findings)


def _audited(
    item: Item, said: dict[str, Outcome], lexicon: Lexicon
) -> dict[str, tuple[Class, tuple[Finding, ...]]]:
    """Audit every rationale that comes to another verdict than a ledger."""
    found = {}
    if item.ledger is None:
        return {}
    ledger = read_ledger(item.ledger, lexicon)
    for voice, rationale in item.rationales.items():
        outcome = said.get(voice)
        if outcome is None or outcome in (ledger.outcome, Outcome.UNDETERMINED):
            continue
        if ledger.outcome is not Outcome.UNDETERMINED and len(rationale) <= LONGEST:
            result, _, findings = audit_rationale(rationale, ledger, outcome, lexicon)
            found[voice] = (result, findings)
    return found


def _suspects(said: dict[str, Outcome], reference: str) -> tuple[tuple[str, ...], str]:
    decided: dict[str, Outcome] = {v: o for v, o in said.items() if o is not Outcome.UNDETERMINED}
    counts: Counter[Outcome] = Counter(decided.values())
    if len(counts) < 2:
        return tuple(voice for voice in said if voice not in decided), "undecided"
    if reference in decided:
        against = tuple(v for v, o in decided.items() if o is not decided[reference])
        alone = counts[decided[reference]] == 1 and len(against) > 1
        return ((reference,), "reference-alone") if alone else (against, "against-reference")
    return _minority(decided, counts)


def _minority(decided: dict[str, Outcome], counts: Counter[Outcome]) -> tuple[tuple[str, ...], str]:
    ranked: Sequence[tuple[Outcome, int]] = counts.most_common(2)
    (most, first), (_, second) = ranked
    if first == second:
        return (), ""
    return tuple(v for v, o in decided.items() if o is not most), "minority"
