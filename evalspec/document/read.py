"""Response → facts: the whole reader, as the chain it is."""

from __future__ import annotations

from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.answer import select_answer
from evalspec.document.facts import Amount, Claim, Doubt, EntryKind, Facts, Origin
from evalspec.document.mentions.find import find_all, pieces_of
from evalspec.document.outline import read_outline
from evalspec.document.reading import Reading
from evalspec.document.scan import scan
from evalspec.document.tree import Draft, finished
from evalspec.document.wording import wording_of
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon


def read_facts(
    response: str, lexicon: Lexicon, answer: tuple[Span, ...] | None = None
) -> Facts:
    """Read what a response says.

    `answer` restricts reading to parts of the response; every span refers to the response
    as given. Never raises; linear in the length of the response.
    """
    spans = select_answer(response) if answer is None else answer
    blocks = scan(response, spans)
    mentions = find_all(response, pieces_of(blocks), lexicon).all
    reading = Reading(response, blocks, mentions, wording_of(lexicon))
    read_outline(reading)
    schedule.link(reading)
    drafts = _walk(reading.plan)
    _rank_items(reading, drafts)
    _set_definitions_aside(reading, drafts)
    _rank_stand_ins(reading, drafts)
    _number(drafts)
    entries = finished(reading.plan)
    ids = {id(draft): draft.id for draft in drafts}
    claims = tuple(
        Claim(claim.draft.id, claim.amount, claim.words, claim.per)
        for claim in reading.claims
        if claim.draft.id >= 0
    )
    doubts = tuple(
        Doubt(d.code, d.span, tuple(ids.get(-e, 0) for e in d.entries), d.measure, d.detail,
              d.amount, d.count)  # fmt: skip
        for d in reading.doubts
    )
    return Facts(entries, claims, doubts, tuple(reading.unread), tuple(spans))


def _walk(plan: Draft) -> list[Draft]:
    found: list[Draft] = []
    seen: set[int] = set()
    stack = [plan]
    while stack:
        draft = stack.pop()
        if id(draft) in seen:
            continue
        seen.add(id(draft))
        found.append(draft)
        stack.extend(reversed(draft.parts))
    return found


# -- what the parts are -----------------------------------------------------------------
def _rank_items(reading: Reading, drafts: list[Draft]) -> None:
    """Give items the item rank; a list item with properties below it is an item, too."""
    rank = reading.wording.item_rank
    for draft in drafts:
        if draft.kind is EntryKind.CONTAINER and not draft.rank and draft.depth >= 10:
            _settle_list_item(draft, rank)
        elif draft.kind in (EntryKind.ITEM, EntryKind.BLOCK) and not draft.rank:
            inner = draft.parent is not None and draft.parent.kind is EntryKind.ITEM
            if not inner or not draft.parent or not draft.parent.rank:
                draft.rank = rank
                draft.ranks.append(rank)
        elif draft.kind is EntryKind.CONTAINER and draft.section == "rest" and not draft.parts:
            draft.section = "rest"


def _settle_list_item(draft: Draft, rank: str) -> None:
    """Decide whether a list item with lines below it is an item with details, or holds items."""
    measured = [p for p in draft.parts if p.amounts]
    if draft.amounts or not measured:
        draft.kind = EntryKind.ITEM
        draft.rank = rank
        draft.ranks.append(rank)
        own = {amount.measure for amount in draft.amounts}
        for part in draft.parts:
            if any(a.measure in own for a in part.amounts):
                continue


def _set_definitions_aside(reading: Reading, drafts: list[Draft]) -> None:
    """When containers of a rank hold the items, lists outside them only define or explain."""
    ranked = [d for d in drafts if d.rank and d.kind is EntryKind.CONTAINER and d.parts]
    if not ranked:
        return
    inside = _below(ranked)
    definitions = [
        d
        for d in drafts
        if d.kind in (EntryKind.ITEM, EntryKind.REST) and id(d) not in inside
    ]
    if not definitions:
        return
    for draft in definitions:
        draft.kind = EntryKind.DEFINITION
    _refer(reading, drafts, definitions, inside)


def _below(holders: list[Draft]) -> set[int]:
    inside: set[int] = set()
    stack = list(holders)
    while stack:
        draft = stack.pop()
        for part in draft.parts:
            if id(part) not in inside:
                inside.add(id(part))
                stack.append(part)
    return inside


def _refer(
    reading: Reading, drafts: list[Draft], definitions: list[Draft], inside: set[int]
) -> None:
    """Items that only name a definition take its amounts, marked as referenced."""
    by_name: dict[str, Draft] = {}
    for draft in definitions:
        if draft.amounts:
            by_name.setdefault(fold(draft.label), draft)
    for draft in drafts:
        if id(draft) not in inside or draft.kind is not EntryKind.ITEM:
            continue
        definition = by_name.get(fold(draft.label))
        if definition is None:
            continue
        own = {amount.measure for amount in draft.amounts}
        draft.amounts += [_referenced(a) for a in definition.amounts if a.measure not in own]


def _referenced(amount: Amount) -> Amount:
    return Amount(
        amount.measure, amount.value, amount.unit, amount.span, Origin.REFERENCED,
        amount.qualifier, amount.about,
    )  # fmt: skip


def _rank_stand_ins(reading: Reading, drafts: list[Draft]) -> None:
    """A day that holds exercises directly, with no session between, is a session as well."""
    lexicon = reading.wording.lexicon
    for rank in lexicon.ranks.values():
        if not rank.stands_for:
            continue
        for draft in drafts:
            if draft.rank in rank.stands_for and draft.section != "rest" and _holds_items(draft, rank.name):
                draft.ranks.append(rank.name)


def _holds_items(draft: Draft, between: str) -> bool:
    """Tell whether items stand below a draft with nothing of a rank between."""
    found = False
    stack = list(draft.parts)
    while stack:
        part = stack.pop()
        if part.rank == between or between in part.ranks:
            return False
        if part.kind is EntryKind.CONTAINER and part.rank == draft.rank:
            return False
        found = found or part.kind in (EntryKind.ITEM, EntryKind.BLOCK)
        stack += part.parts
    return found


def _number(drafts: list[Draft]) -> None:
    """Number what is not numbered by its place among siblings of its rank."""
    for draft in drafts:
        counts: dict[str, int] = {}
        for part in draft.parts:
            if not part.rank:
                continue
            counts[part.rank] = counts.get(part.rank, 0) + 1
            if not part.ordinal and part.parent is draft:
                part.ordinal = counts[part.rank]
