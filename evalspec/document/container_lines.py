"""What stands on the line of a container behind its label: its title, its amounts, or items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import HEADS, LISTS, Block, BlockKind, depth_of
from evalspec.document.calendar_labels import AROUND, EDGES, calendar
from evalspec.document.facts import Amount, Origin, come_to
from evalspec.document.item_names import only_numbers
from evalspec.document.leading_labels import LED
from evalspec.document.legends import is_code
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import amounts_in, names_something, only_amounts
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_COMES_TO = regex(r"[^\S\n](?:=>?|→|⇒|->)[^\S\n]*(?=[~≈\d][^\n→=]{0,24}$)")
_ASIDE = regex(r"\s*\([^()]*\)")
_LEADING_ASIDE = regex(r"[\s*_]*\([^()]*\)[\s*_:–—-]*(?=[^\W\d_])")


def read_own_line(reading: Reading, block: Block, holder: Draft, rest: Span) -> None:
    """Read what follows a container's label on its line: stated amounts, or items."""
    rest = _behind_mark(reading, rest)
    if _comes_to(reading, holder, rest):
        return
    if (times := reading.times(rest)) and times[0].span.start == rest.start:
        schedule.take_times(reading, holder, times[0].span)
        rest = _behind_mark(reading, Span(times[0].span.end, rest.end))
    if block.kind not in HEADS and tells_change(reading, rest):
        reading.references.append((holder, rest))
        return
    body = reading.string(rest)
    if body.lstrip(" *_:").startswith("("):
        body = _ASIDE.sub(" ", body, 1)
    body = body.strip(EDGES)
    if _is_title(reading, block, rest) or _is_title_of_lines(reading, block, holder, rest):
        entitle(reading, holder, rest)
        return
    if _titles_sum(reading, block, holder, rest):
        return
    below = next(reading.behind(), None)
    heads = below is not None and below.kind in HEADS and _deeper(reading, block, below)
    if heads or _heads_list(reading, block, holder, rest):
        holder.amounts += amounts_in(reading, rest, Origin.STATED)
        entitle(reading, holder, rest)
        holder.name(fold(re.split(r"\s*\(", body, maxsplit=1)[0]))
        return
    found = [a.measure for a in amounts_in(reading, rest)]
    several = len(set(found)) < len(found) and block.kind not in HEADS
    if not several and (
        block.kind in HEADS
        or not any(c.isalpha() for c in body)
        or not (names_something(reading, body) or is_code(reading, fold(body)))
    ):
        holder.amounts += amounts_in(reading, rest, Origin.STATED)
        if block.kind in HEADS:
            entitle(reading, holder, rest)
        return
    start = reading.text.find(body, rest.start)
    start = start if 0 <= start < rest.end else rest.start
    if start > rest.start:
        holder.amounts += amounts_in(reading, Span(rest.start, start), Origin.STATED)
    end = start + len(body)
    amid = (m.span.end for m in reading.quantities(rest) if m.span.start < end < m.span.end)
    end = next(amid, end)
    holder.whole = True
    item = item_of(reading, Span(start, end), depth_of(block) + 1)
    holder.add(item)
    if block.kind not in LISTS and reading.top is holder and holder.parts[0].amounts:
        listed = takewhile(lambda b: _is_nested(block, b), reading.behind())
        if stands_alone(reading, holder.names, holder.parts[0].amounts, listed):
            reading.stack.pop()
            return
    reading.last_item = item


def _titles_sum(reading: Reading, block: Block, holder: Draft, rest: Span) -> bool:
    """Read a title behind what the list below comes to: `- **Lunch (520 kcal):** Wrap`."""
    led = _LEADING_ASIDE.match(reading.text, rest.start, rest.end)
    below = next(reading.behind(), None)
    if led is None or below is None or not _is_nested(block, below):
        return False
    told = amounts_in(reading, Span(rest.start, led.end()), Origin.STATED)
    listed = {amount.measure for amount in amounts_in(reading, below.text)}
    title = Span(led.end(), rest.end)
    again = any(amount.measure in listed for amount in told)
    if not again or not _is_title(reading, block, title):
        return False
    holder.amounts += told
    holder.name(fold(reading.string(title).strip(EDGES)))
    return True


def entitle(reading: Reading, holder: Draft, rest: Span) -> None:
    """Let the label of a container reach over its title: `Day 1: Harbour tour (3 March)`."""
    rest = before_amounts(reading, rest)
    said = reading.string(rest)
    opening = said.find("(")
    title = (said[:opening] if opening >= 0 else said).rstrip(EDGES)
    holder.name(fold(said.strip(EDGES)))
    if "\n" in reading.text[holder.span.end : rest.start]:
        return  # it goes on from another line
    if holder.span.end > rest.start or reading.times(rest) or reading.quantities(rest):
        return
    if any(map(str.isalpha, title)):
        holder.titled = holder.span.end
        holder.span = Span(holder.span.start, rest.start + len(title))
        holder.label = reading.string(holder.span)
        holder.name(fold(holder.label), fold(title.strip(EDGES)))


def before_amounts(reading: Reading, span: Span) -> Span:
    """Leave out the amounts at the end of a line: `: Warm-up (10 min)` behind `Stage 1`."""
    found = amounts_in(reading, span)
    if found and only_amounts(reading, Span(found[0].span.start, span.end), found):
        return Span(span.start, found[0].span.start)
    return span


def _comes_to(reading: Reading, holder: Draft, rest: Span) -> bool:
    """Read what a line says that its parts come to: `4 rounds, 40 s work, 1 min rest → 23 min`."""
    said = reading.string(rest)
    arrow = _COMES_TO.search(said)
    if arrow is None or said.count("(", 0, arrow.start()) > said.count(")", 0, arrow.start()):
        return False
    behind = Span(rest.start + arrow.end(), rest.end)
    total = amounts_in(reading, behind, Origin.STATED)
    listed = "+" in reading.string(Span(rest.start, behind.start))
    if listed or not total or not only_amounts(reading, behind, total):
        return False
    told = {amount.unit.dimension for amount in total}
    before = amounts_in(reading, Span(rest.start, rest.start + arrow.start()), Origin.STATED)
    units = [amount.unit.dimension for amount in before]
    if not any(unit in told or unit.startswith("count:") for unit in units):
        return False  # `Lunch → Soup → 300 kcal`
    for amount in before:
        if amount.unit.dimension in told:
            reading.leave(amount.span, "duplicate")
        else:
            holder.amounts.append(amount)
    holder.amounts += total
    return True


def _behind_mark(reading: Reading, rest: Span) -> Span:
    led = LED.match(reading.text, rest.start, rest.end)
    return Span(led.end(), rest.end) if led is not None else rest


def tells_change(reading: Reading, rest: Span) -> bool:
    """Tell whether what stands behind a label only tells how to go on: `Week 3: add 2.5 kg a day`."""
    said = fold(reading.string(rest).strip(EDGES))
    first, _, others = said.replace(",", " ").partition(" ")
    roles = reading.wording.roles
    more = "%" in others or any(f" {word} " in f" {others} " for word in roles["by so much"])
    if reading.quantities(rest):
        return more and any(first in roles[role] for role in ("change", "change so much"))
    return first in roles["change"]


def stands_alone(
    reading: Reading, names: Sequence[str], told: Sequence[Amount], below: Iterable[Block]
) -> bool:
    """Tell whether what may not count, told on its line, is not what the lines below it add up to.

    `Warm-up: 5 min skipping` above `- Bench press: 3 x 8`.
    """
    if not is_debated(reading, names):
        return False
    listed = [a for b in below for a in amounts_in(reading, b.text)]
    return bool(listed) and not come_to(listed, told)


def is_debated(reading: Reading, names: Iterable[str]) -> bool:
    """Tell whether a thing is of a kind that may not count beside others: a warm-up."""
    known = reading.wording.lexicon.categories
    kinds = (known[name] for name in names if name in known)
    return any(kind.counts_by and not kind.rank for kind in kinds)


def _is_title(reading: Reading, block: Block, rest: Span) -> bool:
    """Tell whether words without amounts before a list are a title: `Day 1 – Upper`."""
    below = next(reading.behind(), None)
    written = (reading.string(m.number) for m in reading.quantities(rest))
    if below is None or any(c.isdigit() for number in written for c in number):
        return False
    if _deeper(reading, block, below):
        return True
    indented = below.kind is BlockKind.PARAGRAPH and below.level > block.level
    if indented and block.kind in LISTS and names_something(reading, reading.string(below.text)):
        return bool(amounts_in(reading, below.text))
    label = below.label or (below.cells[0] if below.cells else below.text)
    if below.kind in HEADS:
        return False
    if not below.cells and reading.wording.is_measure(fold(reading.string(label))):
        return False
    if below.label is not None and only_numbers(reading, below.label):
        return True
    return bool(below.cells) or (below.kind in LISTS and depth_of(below) > depth_of(block))


def _is_title_of_lines(reading: Reading, block: Block, holder: Draft, rest: Span) -> bool:
    """Tell whether words without amounts behind a day stand right above plain lines with some."""
    rank = reading.wording.lexicon.ranks.get(holder.rank)
    below = next(reading.behind(), None)
    if rank is None or not (rank.calendar or rank.stands_for) or reading.quantities(rest):
        return False
    if below is None or {block.kind, below.kind} != {BlockKind.PARAGRAPH}:
        return False
    head = below.label or Span(below.text.start, below.text.start)
    label = reading.string(head)
    named = reading.wording.named(label) or calendar(reading, head)
    other = reading.wording.is_measure(fold(label)) or (named is not None and named.rank)
    joined = reading.text.count("\n", block.span.end, below.span.start) < 2
    joined = joined or _stands_above_several(reading, block)
    first = next(iter(amounts_in(reading, below.text)), None)
    before = Span(below.text.start, first.span.start if first is not None else below.text.start)
    return joined and names_something(reading, reading.string(before)) and not other


def _stands_above_several(reading: Reading, block: Block) -> bool:
    """Tell whether a line between gaps stands above several plain lines that tell how much of what."""
    before = reading.blocks[reading.at - 1].span.end if reading.at else 0
    alone = not reading.at or reading.text.count("\n", before, block.span.start) > 1
    below = list(islice(reading.behind(), 2))
    lines = [b for b in below if b.kind is BlockKind.PARAGRAPH and amounts_in(reading, b.text)]
    joined = reading.text.count("\n", below[0].span.end, below[-1].span.start) == 1
    return alone and len(lines) > 1 and joined


def _heads_list(reading: Reading, block: Block, holder: Draft, rest: Span) -> bool:
    """Tell whether a line is the heading of the list below: `- **Monday – Legs (55 min)**`.

    It is emphasised as a whole; or it is a day or what days stand for and ends in brackets,
    as a plain line, or as a list item that says nothing there that the items below say.
    """
    lines = _plainly_below(reading, block, amounts_in(reading, rest))
    if not (lines or _is_nested(block, next(reading.behind(), None))):
        return False
    if block.bold:
        return True
    rank = reading.wording.lexicon.ranks.get(holder.rank)
    if rank is None or not (rank.calendar or rank.stands_for):
        return False
    text = reading.string(rest)
    opening = text.find("(")
    own = {a.measure for a in amounts_in(reading, rest)}
    bracketed = opening > 0 and text.rstrip(EDGES).endswith(")")
    if not bracketed or reading.quantities(Span(rest.start, rest.start + opening)):
        return False
    below = lines or takewhile(lambda b: _is_nested(block, b), reading.behind())
    inner = {a.measure for b in below for a in amounts_in(reading, b.text)}
    return bool(inner) and (block.kind not in LISTS or not own & inner)


def _plainly_below(reading: Reading, block: Block, told: Sequence[Amount]) -> list[Block]:
    """Return the plain lines right below one, if each begins with a time or they come to what it tells."""
    found: list[Block] = []
    end = block.span.end
    for below in reading.behind() if block.kind is BlockKind.PARAGRAPH else ():
        gap = reading.text.count("\n", end, below.span.start) > 1
        if below.kind is not BlockKind.PARAGRAPH or gap or len(found) == AROUND:
            break
        found.append(below)
        end = below.span.end
    timed = all(schedule.starts_with_time(reading, b) is not None for b in found)
    listed = [a for b in found for a in amounts_in(reading, b.text)]
    summed = len(listed) > 1 and bool(told) and come_to(listed, told)
    return found if timed or summed else []


def _is_nested(block: Block, below: Block | None) -> bool:
    """Tell whether a list item deeper than a line stands below it."""
    return below is not None and below.kind in LISTS and depth_of(below) > depth_of(block)


def _deeper(reading: Reading, block: Block, below: Block) -> bool:
    """Tell whether a line names a smaller rank, perhaps behind its time, than the one before it."""
    wording = reading.wording
    if below.kind is BlockKind.HEADING is not block.kind:
        return False
    outer = wording.named(reading.string(block.label or block.text))
    outer = outer or calendar(reading, block.label or block.text)
    timed = schedule.behind_time(reading, below)
    inner = wording.named(reading.string(timed or below.label or below.text))
    if outer is None or inner is None or not outer.rank or not inner.rank:
        return False
    return wording.level[outer.rank] < wording.level[inner.rank]
