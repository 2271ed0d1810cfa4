"""Response → facts: the whole reader, as the chain of passes it is."""

from __future__ import annotations

from collections.abc import Callable

from evalspec.core.span import Span
from evalspec.document import (
    at_times,
    bills,
    cells,
    choices,
    day_times,
    definitions,
    doubts,
    elapsed,
    gratis,
    items,
    legends,
    line_each,
    named_lines,
    optional,
    properties,
    prose,
    ranks,
    references,
    remarks,
    restated,
    routes,
    shapes,
    steps,
    subtotals,
    summed,
    titled_days,
    told_below,
    told_places,
    totals,
    transpose,
    unit_prices,
    unmarked,
)
from evalspec.document.abbreviations import with_abbreviations
from evalspec.document.accounts import accounts, left_open
from evalspec.document.answer import select_answer
from evalspec.document.bare_prices import with_currency
from evalspec.document.blocks import Block
from evalspec.document.bracketed import with_units
from evalspec.document.facts import Claim, Doubt, Facts
from evalspec.document.fenced import unfenced
from evalspec.document.headed_units import with_head_units
from evalspec.document.headers import with_headers
from evalspec.document.inline_lists import list_lines
from evalspec.document.leading_labels import label_lines
from evalspec.document.mentions.find import find_all, pieces_of
from evalspec.document.money_codes import with_money_codes
from evalspec.document.outline import read_outline
from evalspec.document.paces import with_seconds
from evalspec.document.reading import Reading
from evalspec.document.records import with_records
from evalspec.document.scan import scan
from evalspec.document.several_containers import take_apart
from evalspec.document.stretches import with_lengths
from evalspec.document.tree import finished
from evalspec.document.wording import wording_of
from evalspec.vocabulary.lexicon import Lexicon

PASSES: tuple[Callable[[Reading], None], ...] = (
    cells.settle,
    remarks.weigh_up,
    prose.join,
    prose.settle,
    unmarked.head,
    shapes.settle,
    unmarked.mark,
    read_outline,
    line_each.settle,
    remarks.set_aside,
    transpose.transpose,
    named_lines.settle,
    legends.settle,
    totals.name_parts,
    steps.settle,
    items.settle,
    told_below.settle,
    titled_days.settle,
    subtotals.settle,
    unit_prices.settle,
    bills.settle,
    choices.settle,
    elapsed.settle,
    references.resolve,
    gratis.settle,
    told_places.place,
    at_times.settle,
    properties.gather,
    day_times.link,
    definitions.resolve,
    summed.settle,
    restated.settle,
    routes.settle,
    optional.days_again,
    summed.about_all,
    ranks.rank_entries,
    doubts.doubt,
)
"""What is done with the blocks, in order; each pass completes the outline a little more."""


def read_facts(
    response: str,
    lexicon: Lexicon,
    answer: tuple[Span, ...] | None = None,
    blocks: tuple[Block, ...] | None = None,
) -> Facts:
    """Read what a response says.

    `answer` restricts reading to parts of the response, `blocks` are those of the answer when
    they are known; every span refers to the response as given. Never raises; linear in the
    length of the response.
    """
    spans = select_answer(response) if answer is None else answer
    blocks = scan(response, spans) if blocks is None else blocks
    lexicon = with_abbreviations(response, with_money_codes(response, lexicon))
    wording = wording_of(lexicon)
    blocks = unfenced(response, blocks)
    blocks = with_records(response, with_headers(response, blocks, wording), wording)
    blocks = take_apart(response, tuple(list_lines(response, blocks, wording)), wording)
    blocks = tuple(label_lines(response, blocks, wording))
    mentions = find_all(response, sorted(pieces_of(blocks)), lexicon).all
    mentions = with_head_units(response, blocks, mentions, wording)
    mentions = with_units(response, blocks, mentions, wording)
    mentions = with_seconds(response, blocks, mentions, wording)
    mentions = with_currency(response, blocks, mentions, wording)
    mentions = with_lengths(response, blocks, mentions, wording)
    reading = Reading(response, blocks, mentions, wording)
    for step in PASSES:
        step(reading)
    entries = finished(reading.plan)
    claims = tuple(
        Claim(claim.draft.id, claim.amount, claim.words, claim.per)
        for claim in reading.claims
        if claim.draft.id >= 0
    )
    found = tuple(
        Doubt(d.code, d.span, (draft.id,), d.measure, d.detail, d.amount, d.count)
        for draft, d in reading.doubts
        if draft.id >= 0
    )
    unread = tuple(dict.fromkeys(reading.unread))
    accounted = accounts(mentions, entries, claims, found, unread)
    found += tuple(left_open(accounted, mentions, entries, wording, response))
    lines = tuple(reading.lines)
    return Facts(entries, claims, found, unread, tuple(spans), accounted, lines)
