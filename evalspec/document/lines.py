"""What one line holds: its depth, its amounts, the item it writes."""

from __future__ import annotations

from bisect import bisect_right

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap, column_at
from evalspec.document import schedule
from evalspec.document.bare_counts import with_counts
from evalspec.document.blocks import (
    BELOW,
    LISTS,
    NAMED_DEPTH,
    Block,
    depth_of,
)
from evalspec.document.facts import Amount, EntryKind
from evalspec.document.headers import Column
from evalspec.document.item_dates import take_date
from evalspec.document.item_names import name_span, ranked_behind, titled, whole_name
from evalspec.document.own_amounts import amounts_in, at_most, names_something
from evalspec.document.reading import ALSO_ITEM, Reading
from evalspec.document.rests import denies_all, is_rest, says_off, take_rest
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

SENTENCE = regex(
    r"(?<!\w)(?!(?:approx|est|ca|incl|max|min|avg)\.|\w{1,4}\.\s\d)[^\Wa-z]*[a-z]\w*+[.!?](?:\s|$)"
)
SHARE = regex(r"^\d+(?:\.\d+)?\s?%\s+")
"""A share before a name: `30 % deposit`, `20 % VAT`."""
_ATTRIBUTE = regex(
    r"(?:[–—|(;]|,\s)\s*[A-Z][^\W\d]{2,20}:\s+([A-Z][^\W\d]+(?:[ '-][^\W\d]+){0,2})(?=\s*(?:$|[–—|),;]))"
)
"""What an attribute says behind a name: `Early shift (Nurse: Petra)`."""
_HOUR = 60
_QUOTES = regex(r"[\"“”«»]")
_NEAREST = 40
"""Parts above a line that are looked at."""


def is_below_name(reading: Reading, block: Block) -> bool:
    """Tell whether a list item stands below a line that only names it, before any other with amounts."""
    top = reading.top
    if block.kind not in LISTS or not NAMED_DEPTH <= top.depth < depth_of(block):
        return False
    ends = (*top.parts[:1], *top.parts[-1:])  # one of many that say nothing is enough
    return not (top.rank or top.section or any(part.amounts or part.parts for part in ends))


def column_of(reading: Reading, block: Block) -> int:
    """Return how many characters stand before a block on its line."""
    return column_at(reading.text, block.span.start)


def item_of(reading: Reading, span: Span, depth: int, block: Block | None = None) -> Draft:
    """Make an item of a line: its name, its amounts, whether it is rest."""
    wording = reading.wording
    if block is not None and block.label is not None and block.rest is not None:
        turn = fold(reading.string(block.label))
        if is_turn(reading, turn) and names_something(reading, reading.string(block.rest)):
            item = item_of(reading, block.rest, depth)
            item.amounts = with_counts(reading, block.rest, item.amounts, in_turn=True)
            item.name(turn)
            item.spans = [span]
            return item
    name = name_span(reading, span, block)
    item = Draft(EntryKind.ITEM, reading.string(name).replace("**", ""), name, depth=depth)
    item.spans = [span]
    item.amounts = with_counts(reading, span, amounts_in(reading, span))
    if block is not None and block.label is not None and block.rest is not None:
        _leave_named(reading, item, block.label)
        _leave_within(reading, item, block.label)
    label = fold(item.label)
    rank = titled(reading, block) if block is not None else ""
    if block is not None and not rank and (called := ranked_behind(reading, block)):
        rank = called[1]
        item.name(label, called[0])
    if rank not in ("", wording.item_rank):
        item.take_rank(rank, wording.level[rank])
    item.name(label, whole_name(reading, span), *wording.asides(reading.string(span)))
    item.name(*(fold(said[1]) for said in _ATTRIBUTE.finditer(reading.string(span))))
    item.name(*wording.done(item.label))
    if block is not None and block.label is not None and name.start >= block.label.end:
        kind = fold(reading.string(block.label))
        item.name(kind, *wording.categories_of(kind))
    if block is not None:
        start = block.rest.start if block.rest and block.rest.start <= name.start else name.end
        take_date(reading, item, Span(start, max(start, span.end)))
    if block is not None and block.rest is not None:
        item.name(*schedule.contents(reading, Span(name.end, block.rest.end)))
    extent = [whole for amount in item.amounts if (whole := _whole(reading, amount))]
    if extent and not names_something(reading, item.label):
        item.amounts += extent
    item.optional = not reading.alike.get(span.start, True) or perhaps_total(
        reading, label, span, block
    )
    nothing = wording.role(label.partition(". ")[0].rstrip("."), "nothing")
    nothing = (nothing or denies_all(reading, label)) and not item.amounts
    if nothing or is_rest(reading, label) or (block is not None and says_off(reading, block)):
        take_rest(reading, item)
    if length := _length(reading, item, span):
        item.amounts += length
    else:
        schedule.take_times(reading, item, span)
    return item


def is_turn(reading: Reading, label: str) -> bool:
    """Tell whether a label only says in which minute the rest is done: `Min 2: 8 squats`, `Odd: …`."""
    word, _, number = label.partition(" ")
    unit = reading.wording.lexicon.units.get(word)
    short = unit is not None and unit.dimension == "time" and unit.factor < _HOUR
    return (short and number.isdigit()) or reading.wording.role(label, "by turns")


def _leave_named(reading: Reading, item: Draft, label: Span) -> None:
    """Leave lengths in a name behind which all of it is told: `Run 30 s / walk 30 s: 8 min`."""
    timed = [a for a in item.amounts if a.unit.dimension == "time"]
    inner = [a for a in timed if label.covers(a.span)]
    behind = [a for a in timed if a.span.start >= label.end and not a.qualifier]
    between = reading.text[label.end : behind[0].span.start + 1] if behind else ""
    if any(map(str.isalpha, between)):
        return  # `Relay (30 min): five teams, 8 min each`
    if len(behind) == 1 and all(at_most(a, behind[0]) for a in inner):
        item.amounts = [a for a in item.amounts if a not in inner]
        for amount in inner:
            reading.leave(amount.span, "title")


def _leave_within(reading: Reading, item: Draft, label: Span) -> None:
    """Leave lengths in the sentences behind one that is of all of it: `**20 min** – Game. 90 s a turn.`"""
    timed = [a for a in item.amounts if a.unit.dimension == "time"]
    if not timed or not label.covers(timed[0].span) or names_something(
        reading, reading.string(label)
    ):  # fmt: skip
        return
    for amount in timed[1:]:
        between = _QUOTES.sub("", reading.text[timed[0].span.end : amount.span.start])
        if amount.measure == timed[0].measure and SENTENCE.search(between):
            item.amounts.remove(amount)
            reading.leave(amount.span, "share")


def _whole(reading: Reading, amount: Amount) -> Amount | None:
    """Return how much there is of a thing that is all of one measure: 50 g of sugar weigh 50 g."""
    usual = reading.wording.usual_measure(amount.unit.dimension)
    known = reading.wording.role(amount.measure, ALSO_ITEM) and usual not in ("", amount.measure)
    return replace(amount, measure=usual) if known else None


def perhaps_total(reading: Reading, label: str, line: Span, block: Block | None = None) -> bool:
    """Tell whether a thing may be a total of those above it.

    By its first word, `Total stretch: 5 min`, or as a plain line behind a list of things of which
    each is less: `Kilos lifted: 3 000 kg`.
    """
    wording = reading.wording
    plain = wording.without_role(label, "total")
    known = wording.says_what_sums(label) or plain in wording.categories
    said = not known and wording.role(label.partition(" ")[0], "total")
    if not said and not _leaves_items(reading, block):
        return False
    if reading.times(line) or not (reading.last_item is not None or reading.top.parts):
        return False
    others = reading.string(line).strip(" |").partition("|")[2]
    if not reading.quantities(line) or names_something(reading, others):
        return False
    above = [a for part in reading.top.parts[-_NEAREST:] for a in part.amounts]
    told = {amount.measure: amount for amount in amounts_in(reading, line)}
    if not said and (len(told) > 1 or not any(a.measure in told for a in above)):
        return False
    # no total is less than one of its parts
    return bool(told) and all(at_most(a, told[a.measure]) for a in above if a.measure in told)


def _leaves_items(reading: Reading, block: Block | None) -> bool:
    """Tell whether a plain line with a label stands behind a gap below listed things."""
    above = reading.last_item
    if block is None or block.kind in BELOW or block.rest is None:
        return False
    below = next(iter(reading.behind()), None)
    if above is None or not is_listed(reading, above) or (below and below.kind in BELOW):
        return False
    return behind_gap(reading.text, block.span.start)


def _length(reading: Reading, item: Draft, span: Span) -> list[Amount]:
    """Return how long `"Night Tram" (5:02)` lasts, where a time says that of an item's rank."""
    times = reading.times(span)
    known = reading.wording.lexicon
    rank = known.ranks.get(item.rank or reading.wording.item_rank)
    told = [m for m in rank.measures if known.measures[m].dimension == "time"] if rank else []
    if len(times) != 1 or not told or any(a.measure in told for a in item.amounts):
        return []
    return reading.measured(times[0].span, Column("", told[0], None))


def is_detail(reading: Reading, draft: Draft) -> bool:
    """Tell whether a container only groups what is said of the one that holds it."""
    known = not draft.rank and bool(draft.names)
    return known and reading.wording.role(draft.names[0], "detail")


def is_listed(reading: Reading, draft: Draft) -> bool:
    """Tell whether a thing is an item of a list, or holds such."""
    block = block_of(reading, draft)
    start = draft.spans[0].start
    return block is not None and block.kind in LISTS and start <= block.text.start


def block_of(reading: Reading, draft: Draft) -> Block | None:
    """Return the line on which a thing begins."""
    start = draft.spans[0].start
    at = bisect_right(reading.blocks, start, key=lambda block: block.span.start) - 1
    return reading.blocks[at] if at >= 0 else None
